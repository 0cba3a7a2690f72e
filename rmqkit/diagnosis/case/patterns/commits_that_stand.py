"""Clients' logs: a queue's committed offset repeats while others of its topic move.

No verdicts here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Reading, Suspect, seen_on
from rmqkit.diagnosis.commands import PROGRESS
from rmqkit.diagnosis.facts.logs import Event, clients_in, places_of
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

FIT = 24
READING = Reading(
    (
        Suspect(
            "consumer_stuck",
            say("a listener that does not return, or a suspended client, commits the same offset again"),
        ),
        Suspect(
            "offset_held_back",
            say("one unfinished message keeps its queue's offset while later ones are consumed"),
        ),
    ),
    say("a queue to which no message comes"),
    PROGRESS,
)


@dataclass(frozen=True)
class _Commits:
    """One client's commits of one queue: when it committed first and last at its newest
    offset, and what before."""

    events: tuple[Event, ...]

    @property
    def offsets(self) -> list[int]:
        """The offsets at the ends of each record, in their order."""
        return [offset for event in self.events for offset in event.carried.committed]

    @property
    def stood_for(self) -> timedelta:
        """For how long the newest offset was committed again and again."""
        newest, last = self.offsets[-1:], self.events[-1].last_at
        same = [event.at for event in self.events if event.at and newest == [*event.carried.committed[:1]]]
        return last - min(same) if last and same else timedelta()


def patterns(case: Case) -> Iterator[Pattern]:
    """By queues that stand at their log's end, where another queue of the topic moved meanwhile."""
    commits = _by_client_and_queue(case)
    long = case.transitions.many_commits
    standing_long = {place: told for place, told in commits.items() if told.stood_for >= long}
    others = ((queue, told) for (who, queue), told in commits.items() if (who, queue) not in standing_long)
    moving = {queue.topic for queue, told in others if len(set(told.offsets)) > 1}
    standing = {
        place: told
        for place, told in standing_long.items()
        if case.recent(told.events[-1]) and place[1].topic in moving
    }
    if standing:
        queues = {queue for _, queue in standing}
        last = [told.events[-1] for told in standing.values()]
        what = say(
            "{queues}: the same offset is committed for half a minute or more, while other queues of the topic move",
            queues=ranges(queues),
        )
        yield seen_on(queues, what, READING, places_of(last), clients_in(last))


def _by_client_and_queue(case: Case) -> Mapping[tuple[str, MessageQueue], _Commits]:
    found: dict[tuple[str, MessageQueue], list[Event]] = defaultdict(list)
    for event in case.facts.events_named("offset_committed", source="client"):
        queue = event.message_queue
        if queue and event.at and event.group == case.group and is_user_topic(queue.topic):
            found[event.file, queue].append(event)
    return {place: _Commits(_in_their_order(events)) for place, events in found.items()}


def _in_their_order(events: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(sorted(events, key=lambda event: (event.at is not None, event.at)))
