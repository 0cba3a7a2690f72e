"""How many clients did each client count, rebalance by rebalance? From the clients' own logs.

No findings here.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.observations import client_count_in
from rmqkit.diagnosis.facts.known import is_after
from rmqkit.diagnosis.facts.logs import Event, lately
from rmqkit.diagnosis.facts.transitions import ROLLOUT

# A rollout makes the count fall and rise once for each client; more ups and downs than that
# are no rollout.
_TURNS_OF_A_ROLLOUT = 2
_NOTICE = "consumer_ids_changed"
# Brokers notify of each change by default: where a log has such notices at all, half as many turns that none tells of
# are no rollout either.
_UNTOLD_TURNS = 1


@dataclass(frozen=True)
class AlternatingCounts:
    """One client's log in which the number of clients goes up and down:
    how often, and how often a broker said so.

    Brokers notify of every change that they see; a count that alternates without notifications
    comes from asking brokers that hold different clients.
    """

    results: tuple[Event, ...]
    turns: int
    notified: int
    most: int

    @property
    def told(self) -> bool:
        """Whether the brokers notified of about as many changes."""
        return self.notified >= self.turns


def alternations(case: Case) -> list[AlternatingCounts]:
    """Per client log, the topic whose count turned most often,
    if it did so more often than a rollout makes it."""
    logs = counted(case)
    ran_on = sum(not _restarted(case, log) for log in logs)
    return [log for log in logs if log.turns > _TURNS_OF_A_ROLLOUT * max(1, log.most - ran_on) or _untold(case, log)]


def _restarted(case: Case, log: AlternatingCounts) -> bool:
    """Whether its own client stopped or started meanwhile: who ran on made no other client's count turn."""
    file, since = log.results[0].file, log.results[0].at
    starts = case.facts.events_named("consumer_started", "consumer_shutdown", source="client", file=file)
    return any(is_after(event.at, since) for event in starts)


def _untold(case: Case, log: AlternatingCounts) -> bool:
    notices = case.facts.events_named(_NOTICE, source="client", file=log.results[0].file)
    return bool(notices) and log.turns - log.notified > _UNTOLD_TURNS * log.most


def counted(case: Case) -> list[AlternatingCounts]:
    """Per client log, the topic whose count turned most often."""
    by_log: dict[str, dict[str, list[Event]]] = defaultdict(lambda: defaultdict(list))
    for event in case.facts.own_events("rebalance_result", source="client"):
        if event.topic and event.at:
            by_log[event.file][event.topic].append(event)
    return [_of_log(case, file, topics) for file, topics in by_log.items()]


def _of_log(case: Case, file: str, topics: dict[str, list[Event]]) -> AlternatingCounts:
    results = max((lately(events, ROLLOUT) for events in topics.values()), key=_turns)
    since = min(event.at for event in results if event.at)
    notices = case.facts.events_named(_NOTICE, source="client", file=file)
    notified = sum(notice.times for notice in notices if notice.last_at and notice.last_at >= since)
    most = max((client_count_in(event) or 0 for event in results), default=0)
    return AlternatingCounts(tuple(results), _turns(results), notified, most)


def _turns(events: list[Event]) -> int:
    counts = [count for event in events if (count := client_count_in(event)) is not None]
    steps = [later > earlier for earlier, later in pairwise(counts) if later != earlier]
    return sum(one != other for one, other in pairwise(steps))
