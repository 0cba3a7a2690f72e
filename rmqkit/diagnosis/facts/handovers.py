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

# Two commit intervals (`persistConsumerOffsetInterval`, 5 s) and a second for clocks, to either side.
AROUND = timedelta(seconds=11)
# Clients that start within one rebalance period (20 s) of each other start together.
_STARTING = timedelta(seconds=20)
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


def reconsumed(handover: Handover, commits: Sequence[Commit], dropped: Sequence[Event]) -> tuple[int, int] | None:
    """Offsets (first, behind the last) that the taker may have consumed again; None when there are none or unknown.

    The taker starts at what the giver had committed. The giver went on until it dropped the queue: to its last commit
    after that, but never beyond what it had pulled, nor by more than it consumes between two commits.
    """
    mine = sorted((c for c in commits if c.file == handover.giver and c.queue == handover.queue), key=lambda c: c.at)
    before = [commit for commit in mine if commit.at <= handover.at]
    if not before:
        return None
    first = before[-1].offset
    after = max((commit.offset for commit in mine if commit.at > handover.at), default=first)
    step = max((later.offset - one.offset for one, later in pairwise(mine)), default=0)
    pulled = _pulled(handover, dropped)
    last = max(after, min(first + step, pulled) if pulled is not None else first + step)
    return (first, last) if last > first else None


def _pulled(handover: Handover, dropped: Sequence[Event]) -> int | None:
    """The giver's next offset to pull when it noticed that the queue was no longer its own."""
    found = [
        int(match[1])
        for event in dropped
        if event.file == handover.giver
        and event.message_queue == handover.queue
        and event.at
        and abs(event.at - handover.at) <= AROUND
        and (match := _NEXT_OFFSET.search(event.raw))
    ]
    return max(found, default=None)
