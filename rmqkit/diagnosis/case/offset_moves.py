"""Where were offsets put otherwise than by consuming: by resets, by corrections, by a look?

No findings here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.group import is_user_topic
from rmqkit.diagnosis.facts.logs import Event, Place
from rmqkit.diagnosis.facts.transitions import RESET_TAKEN_UP
from rmqkit.diagnosis.facts.witnesses import progress_place
from rmqkit.rocketmq import MessageQueue

RESETS = ("offset_reset_started", "offset_reset_done", "offset_reset_received", "pull_was_reset")
CORRECTIONS = ("pull_offset_moved", "pull_offset_fixed", "pull_offset_illegal", "pull_offset_too_small")


@dataclass(frozen=True)
class OffsetMove:
    """A queue's offset that went from one place to another, by whom it was told, and when.

    `old` is None where only the new place is known.
    """

    queue: MessageQueue
    old: int | None
    new: int
    at: datetime | None
    place: Place

    @property
    def back(self) -> bool:
        """Whether messages come again."""
        return self.old is not None and self.new < self.old


def resets(case: Case) -> list[Event]:
    """What brokers and clients say of resets, those of other groups left out."""
    return [event for event in case.facts.events_named(*RESETS) if event.group in (None, case.group)]


def corrections(case: Case) -> list[Event]:
    """Records of offsets that a queue did not have and that were replaced."""
    return [event for event in case.facts.events_named(*CORRECTIONS) if event.group in (None, case.group)]


def told_moves(case: Case) -> list[OffsetMove]:
    """Moves with their queue and new offset, as clients' and brokers' records tell them."""
    moves = []
    for event in corrections(case):
        change = event.carried.offset_change
        queue = _queue_of(case, event)
        if change and queue and change.old is not None and change.new is not None and change.old != change.new:
            moves.append(OffsetMove(queue, change.old, change.new, event.at, event.place))
    return [*moves, *_put_back(case)]


def _put_back(case: Case) -> Iterable[OffsetMove]:
    """Commits below the stored offset that follow a reset to the past:
    up to 4.9 no record names its queues.

    A reset to now makes such a commit as well, when a client still commits its old place; nothing
    comes again by it.
    """
    backward = [event for event in resets(case) if _goes_back(event)]
    for event in case.facts.events_named("offset_moved_back", source="broker"):
        commit, queue = event.carried.commit_below_stored, _queue_of(case, event)
        if commit and queue and any(_follows(event, reset) for reset in backward):
            yield OffsetMove(queue, commit.stored, commit.requested, event.at, event.place)


def _goes_back(event: Event) -> bool:
    asked = event.carried.reset_request
    return bool(asked and asked.to and event.at and asked.to < event.at)


def _follows(event: Event, reset: Event) -> bool:
    soon = bool(event.at and reset.at and timedelta() <= event.at - reset.at <= RESET_TAKEN_UP)
    return soon and reset.topic in (None, event.topic)


def _queue_of(case: Case, event: Event) -> MessageQueue | None:
    """The queue that a record names; brokers leave out their own name."""
    if event.message_queue:
        return event.message_queue
    broker = case.broker_of(event.file)
    if event.topic and event.queue is not None and broker:
        return MessageQueue(event.topic, broker, event.queue)
    return None


def seen_moves(case: Case) -> Iterable[OffsetMove]:
    """Looks at a user topic's queue whose committed offset is below that of the look before."""
    for movement in case.movements.values():
        if not is_user_topic(movement.queue.topic):
            continue
        for look, (earlier, later) in zip(movement.looks[1:], pairwise(movement.rows), strict=True):
            if later.consumer_offset < earlier.consumer_offset:
                place = progress_place(look.file, later)
                yield OffsetMove(movement.queue, earlier.consumer_offset, later.consumer_offset, look.at, place)
