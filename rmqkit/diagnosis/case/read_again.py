"""Which offsets were read again when a queue changed hands? By clients' logs and brokers' commits.

No findings here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.side_by_side import commits_back
from rmqkit.diagnosis.facts.handovers import Told, end_of_start, handovers, over_at, reconsumed
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue


@dataclass(frozen=True)
class Window:
    """Offsets from `first` up to but without `last` that may have been consumed again when
    a queue changed hands."""

    queue: MessageQueue
    first: int
    last: int
    at: datetime | None
    event: Event


def windows_read_again(case: Case) -> list[Window]:
    """Those of every handover, but for those with which a group starts."""
    windows = (*_after_handovers(case), *_committed_back(case))
    return [window for window in windows if not _starting(case, window)]


def _starting(case: Case, window: Window) -> bool:
    """While the first clients start together, queues change hands within seconds;
    that is how every group starts."""
    end = end_of_start(case.facts)
    return end is not None and window.at is not None and window.at <= end


def _after_handovers(case: Case) -> Iterable[Window]:
    told = Told.of(case.facts)
    for handover in handovers(case.facts.events):
        found = reconsumed(handover, told)
        if found:
            yield Window(handover.queue, *found, over_at(handover, told), handover.added)


def _committed_back(case: Case) -> Iterable[Window]:
    """A commit below the stored offset (`ConsumerOffsetManager#commitOffset`),
    where no client log tells more."""
    known = {handover.queue for handover in handovers(case.facts.events)}
    for event in commits_back(case):
        commit = event.carried.commit_below_stored
        broker = case.broker_of(event.file)
        if not commit or event.topic is None or event.queue is None or broker is None:
            continue
        queue = MessageQueue(event.topic, broker, event.queue)
        if commit.requested < commit.stored and queue not in known:
            yield Window(queue, commit.requested, commit.stored, event.at, event)
