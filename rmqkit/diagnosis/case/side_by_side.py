"""Which queues do several clients read side by side? By commits and by what clients hold.

No findings here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from datetime import datetime, timedelta
from itertools import combinations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.derived import derived
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event, times_of
from rmqkit.diagnosis.facts.transitions import A_MOMENT_AGO, SETTLED, transitions_of
from rmqkit.rocketmq import MessageQueue

# Handovers put a queue's offset back now and then; two readers do with nearly every commit.
_AGAIN = 8
_MEMBERS = ("consumer_connected", "consumer_disconnected")


def committed_by_several(case: Case) -> list[MessageQueue]:
    """Queues whose offsets two clients kept committing side by side, by their own logs."""
    by_queue: dict[MessageQueue, list[Event]] = defaultdict(list)
    for event in case.facts.events_named("offset_committed", source="client"):
        if event.message_queue and event.group == case.group and case.recent(event, SETTLED):
            by_queue[event.message_queue].append(event)
    return sorted(queue for queue, commits in by_queue.items() if _side_by_side(commits, case.transitions.two_commits))


def _side_by_side(commits: list[Event], least: timedelta) -> bool:
    """Two clients that both committed a queue over more than one of their commits read it both."""
    return any(
        min(one.last_at, other.last_at) - max(one.at, other.at) >= least
        for one, other in combinations(commits, 2)
        if one.client_id != other.client_id and one.at and other.at and one.last_at and other.last_at
    )


def held_by_several(case: Case) -> list[MessageQueue]:
    """Queues that several clients named as theirs when they were asked, one after the other."""
    holders: dict[MessageQueue, set[str]] = defaultdict(set)
    for look in case.observations:
        for queue, owners in look.owners.items():
            if not look.by_ip:
                holders[queue] |= owners
    return sorted(queue for queue, clients in holders.items() if len(clients) > 1)


def commits_back_again_and_again(case: Case) -> list[Event]:
    """Commits below the stored offset that go on:
    a change of hands makes one, a reset another; two readers many.

    After a lower commit the stored offset is that one (`ConsumerOffsetManager#commitOffset`); to
    find it higher again each time, somebody else must commit the same queue.
    """
    by_queue: dict[tuple[str, str | None, int | None], list[Event]] = defaultdict(list)
    for event in commits_back(case):
        by_queue[event.file, event.topic, event.queue].append(event)
    return [event for found in by_queue.values() if _goes_on(case, found) for event in found]


def _goes_on(case: Case, commits: list[Event]) -> bool:
    """Many within minutes, up to the log's end, and not around the coming and going of clients."""
    dated = [(event.at, event) for event in commits if event.at]
    calm = [(at, event) for at, event in dated if not members_moved_before(case.facts, at)]
    lately = [(at, event) for at, event in calm if calm[-1][0] - at <= A_MOMENT_AGO]
    if times_of(event for _, event in lately) < _AGAIN:
        return False
    (first, _), (last, newest) = lately[0], lately[-1]
    return last - first >= SETTLED and case.recent(newest, SETTLED)


def members_moved_before(facts: GroupFacts, moment: datetime) -> bool:
    """Whether a client came or went at most a change of hands before that."""
    moments = _moments_of_members(facts)
    earlier = bisect_right(moments, moment)
    return earlier > 0 and moment - moments[earlier - 1] <= transitions_of(facts).handover


@derived
def _moments_of_members(facts: GroupFacts) -> list[datetime]:
    return sorted(event.last_at for event in facts.events_named(*_MEMBERS, source="broker") if event.last_at)


def commits_back(case: Case) -> list[Event]:
    """The commits below the stored offset that brokers logged of the group."""
    return [e for e in case.facts.events_named("offset_moved_back", source="broker") if e.group == case.group]
