"""Queues that changed hands, from the clients' own logs: who had them, who took them, what was committed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Commit, Event
from rmqkit.rocketmq import MessageQueue

# `persistConsumerOffsetInterval`, 5 s, and the time that a round of commits takes.
_COMMIT_EVERY = timedelta(seconds=5.5)
# A pace needs a few commits to either side.
AROUND = 4 * _COMMIT_EVERY
# A giver may notice as late as its next rebalance; it is told of the change, so mostly at once.
_NOTICED = 2 * _COMMIT_EVERY
# Clients that start within one rebalance period (20 s) of each other start together.
_STARTING = timedelta(seconds=20)
# A client drops a queue and commits its offset, or adds one and asks for its messages, in one step.
_SAME_STEP = timedelta(milliseconds=500)
_NEXT_OFFSET = re.compile(r"nextOffset=(\d+)")


@dataclass(frozen=True)
class Handover:
    """A queue that one client's log adds while another client's log had it before. Files stand for clients."""

    queue: MessageQueue
    giver: str
    taker: str
    at: datetime
    added: Event


def handovers(events: Iterable[Event]) -> list[Handover]:
    """Every time a queue went from one client to another, in the order of time."""
    by_queue: dict[MessageQueue, list[Event]] = defaultdict(list)
    for event in events:
        if event.event == "queue_added" and event.source == "client" and event.message_queue and event.at:
            by_queue[event.message_queue].append(event)
    return [found for queue, added in by_queue.items() for found in _of_queue(queue, added)]


def _of_queue(queue: MessageQueue, added: list[Event]) -> list[Handover]:
    ordered = sorted(added, key=lambda event: event.at or datetime.max)
    return [
        Handover(queue, giver.file, taker.file, taker.at, taker)
        for giver, taker in pairwise(ordered)
        if giver.file != taker.file and taker.at
    ]


def spans_of(found: Iterable[Handover]) -> list[tuple[datetime, datetime]]:
    """The times around handovers, overlapping ones merged."""
    merged: list[tuple[datetime, datetime]] = []
    for moment in sorted(handover.at for handover in found):
        first, last = moment - AROUND, moment + AROUND
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], last)
        else:
            merged.append((first, last))
    return merged


def end_of_start(facts: GroupFacts) -> datetime | None:
    """When the clients that started together, first of all, had shared out the queues; null without a start."""
    starts = sorted(event.at for event in facts.events_named("consumer_started", source="client") if event.at)
    if not starts:
        return None
    end = starts[0]
    for moment in starts:
        if moment - end <= _STARTING:
            end = moment
    return end + _STARTING


def reconsumed(handover: Handover, facts: GroupFacts) -> tuple[int, int] | None:
    """Offsets (first, behind the last) that the taker may have consumed again; None when there are none or unknown.

    The taker starts at what the giver had committed (`RebalancePushImpl#computePullFromWhere`). The giver went on
    until it dropped the queue: to its last commit after that, but never beyond what it had pulled, nor by more than
    the queue's clients ever consumed between two commits.
    """
    commits = [commit for commit in facts.commits if commit.queue == handover.queue]
    mine = sorted((commit for commit in commits if commit.file == handover.giver), key=lambda commit: commit.at)
    first = _started_at(handover, facts)
    first = _committed_before(handover, mine, facts) if first is None else first
    if first is None:
        return None
    after = max((commit.offset for commit in mine if commit.at > handover.at), default=first)
    pulled, paced = _pulled(handover, facts), first + _most_between_commits(commits)
    last = max(after, paced if pulled is None else min(paced, pulled))
    return (first, last) if last > first else None


def _started_at(handover: Handover, facts: GroupFacts) -> int | None:
    """The taker's first offset, by its own log (before 5.0, `RebalancePushImpl#dispatchPullRequest` writes it)."""
    found = _of_handover(
        facts.events_named("pull_request_added", source="client"), handover, handover.taker, _SAME_STEP
    )
    return min(_next_offsets(found), default=None)


def _committed_before(handover: Handover, commits: Sequence[Commit], facts: GroupFacts) -> int | None:
    """What the giver had committed when the taker asked.

    The commit that comes with dropping the queue does not count: the taker may have asked a moment earlier.
    """
    dropped = _of_handover(facts.events_named("queue_dropped", source="client"), handover, handover.giver)
    moments = [event.at for event in dropped if event.at]
    before = [commit.offset for commit in commits if commit.at <= handover.at and not _with_drop(commit, moments)]
    return before[-1] if before else None


def _with_drop(commit: Commit, drops: Sequence[datetime]) -> bool:
    return any(abs(commit.at - drop) <= _SAME_STEP for drop in drops)


def _most_between_commits(commits: Sequence[Commit]) -> int:
    """The most messages of the queue that a client consumed between two of its commits."""
    by_client: dict[str, list[Commit]] = defaultdict(list)
    for commit in sorted(commits, key=lambda commit: commit.at):
        by_client[commit.file].append(commit)
    pairs = [pair for each in by_client.values() for pair in pairwise(each)]
    # Commits are known around changes of hands only: two that lie further apart are no neighbours.
    return max((later.offset - one.offset for one, later in pairs if later.at - one.at <= _COMMIT_EVERY), default=0)


def _pulled(handover: Handover, facts: GroupFacts) -> int | None:
    """The giver's next offset to pull when it noticed that the queue was no longer its own."""
    found = _of_handover(facts.events_named("pull_dropped", source="client"), handover, handover.giver)
    return max(_next_offsets(found), default=None)


def _of_handover(events: Iterable[Event], handover: Handover, client: str, around: timedelta = _NOTICED) -> list[Event]:
    """What one of its clients says of the queue around the time it changed hands."""
    return [
        event
        for event in events
        if event.file == client
        and event.message_queue == handover.queue
        and event.at
        and abs(event.at - handover.at) <= around
    ]


def _next_offsets(events: Iterable[Event]) -> list[int]:
    return [int(found[1]) for event in events if (found := _NEXT_OFFSET.search(event.raw))]
