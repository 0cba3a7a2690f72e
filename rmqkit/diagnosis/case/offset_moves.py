"""Where were offsets put otherwise than by consuming: by resets, by corrections, by a look?

No findings here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import broker_of, queue_named
from rmqkit.diagnosis.facts.handovers import ASKED_RESETS, CORRECTIONS, RESETS
from rmqkit.diagnosis.facts.known import is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import RESET_TAKEN_UP
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic


@dataclass(frozen=True)
class OffsetMove:
    """A queue's offset that went from one place to another, by whom it was told, and when.

    `old` is None where only the new place is known. `again`: how many offsets, seen to be committed
    before, a reader was seen to pass again from the new place on. `pulled`: the old place is how far
    the reader had pulled, so that it had consumed as much at most.

    `end`: where the queue ended, if the old place lay behind it (`DefaultMessageStore#getMessage`,
    OFFSET_OVERFLOW_BADLY; to the end, in older versions also to a first offset of 0). Such a queue was
    made anew or lost messages: from its end on, old numbers are given to new messages.
    `first`: the queue's first offset, where it is told. `anew`: the broker's log tells that the topic was
    deleted before, so that this is another queue of that name, of which the group has read nothing.
    """

    queue: MessageQueue
    old: int | None
    new: int
    at: datetime | None
    place: EvidenceLine
    again: int = 0
    pulled: bool = False
    end: int | None = None
    first: int | None = None
    anew: bool = False

    @property
    def reached(self) -> int | None:
        """The old place, or the queue's end where that comes first: what is behind it is not stored."""
        return self.old if self.end is None or self.old is None else min(self.old, self.end)

    @property
    def ahead(self) -> bool:
        """Whether messages are skipped."""
        return self.old is not None and self.new > self.old

    @property
    def past_the_end(self) -> bool:
        """Whether the old place lay behind the queue's end."""
        return self.end is not None

    @property
    def back(self) -> bool:
        """Whether messages come again."""
        return not self.anew and self.reached is not None and self.new < self.reached


def resets(case: Case) -> list[Event]:
    """What brokers and clients say of resets, those that are or may be of other groups left out."""
    return [event for event in case.facts.events_named(*RESETS) if _is_own(case, event)]


def resets_ignored(case: Case) -> list[Event]:
    """What clients say of resets that they were sent and did not take up: only a push consumer does
    (`MQClientInstance#resetOffset`, all versions)."""
    return [event for event in case.facts.events_named("offset_reset_ignored") if _is_own(case, event)]


def resets_taken_up(case: Case) -> list[Event]:
    """Records of resets that moved something: a broker's that wrote the offsets itself (`useServerSideResetOffset`,
    from 5.2.0 on by default), or a client's that received one and did not say that it ignores it."""
    ignoring = {event.file for event in resets_ignored(case)}
    return [
        event
        for event in resets(case)
        if event.event not in ASKED_RESETS and not (event.event == "offset_reset_received" and event.file in ignoring)
    ]


def commits_below_after(case: Case, asked: Sequence[Event]) -> list[Event]:
    """Commits below the stored offset that follow a reset: one client took it up, whichever way, and one had not yet;
    or it went back."""
    below = case.facts.events_named("offset_moved_back", source="broker")
    return [event for event in below if any(_follows(event, reset) for reset in asked)]


def _is_own(case: Case, event: Event) -> bool:
    """A client's record without a group is of its own; a broker's where it knows no other."""
    alone = event.source == "client" or event.file not in case.facts.shared_logs
    return event.group == case.group or (event.group is None and alone)


def corrections(case: Case) -> list[Event]:
    """Records of offsets that a queue did not have and that were replaced."""
    return [event for event in case.facts.events_named(*CORRECTIONS) if event.group in (None, case.group)]


def repeated_corrections(case: Case) -> list[Event]:
    """Corrections that tell a reader of one queue the same offset a second time, later: it did not take the offset, and
    is refused anew."""
    return [event for event in corrections(case) if _is_later_again(event) and event.carried.told_the_same_again]


def _is_later_again(event: Event) -> bool:
    return event.times > 1 and is_after(event.last_at, event.at) and event.queue is not None


def told_moves(case: Case) -> list[OffsetMove]:
    """Moves with their queue and new offset, as clients' and brokers' records tell them."""
    corrected = [_corrected(case, event) for event in corrections(case)]
    return [*(move for move in corrected if move is not None), *_put_back(case)]


def _corrected(case: Case, event: Event) -> OffsetMove | None:
    """Nothing where the record does not tell the queue and both places, or where they are one."""
    change, queue = event.carried.offset_change, queue_named(case.facts, event)
    if change is None or queue is None or change.old is None or change.new is None or change.old == change.new:
        return None
    # A client pulls ahead of what it has consumed: what was committed tells how far that was.
    before = _before(case, queue, event.at)
    end = change.highest if change.highest is not None and change.old > change.highest else None
    return OffsetMove(
        queue,
        before or change.old,
        change.new,
        event.at,
        event.place,
        again=_passed_again(case, queue, change.new, event.at) if end is None else 0,
        pulled=not before,
        end=end,
        first=change.lowest,
        anew=_made_anew(case, queue, event.at),
    )


def _made_anew(case: Case, queue: MessageQueue, at: datetime | None) -> bool:
    """Whether somebody deleted the queue's topic on its broker before; a slave that takes its master's settings
    over writes the same of topics that stay, but for the request."""
    deleted = case.facts.events_named("topic_deleted", source="broker")
    of_topic = [event for event in deleted if event.topic == queue.topic]
    there = [event for event in of_topic if broker_of(case.facts, event.file) == queue.broker]
    asked = [event for event in there if case.facts.events_named("topic_deleted_by", file=event.file)]
    return any(event.at and at and event.at <= at for event in asked)


def _put_back(case: Case) -> Iterable[OffsetMove]:
    """Commits below the stored offset that follow a reset to the past:
    up to 4.9 no record names its queues.

    A reset to what is still ahead makes such a commit as well, when a client still commits its old
    place. So it is one only where the group was seen beyond it before.
    """
    backward = [event for event in resets(case) if _goes_back(event)]
    for event in commits_below_after(case, backward):
        commit, queue = event.carried.commit_below_stored, queue_named(case.facts, event)
        if not (commit and queue):
            continue
        if _before(case, queue, event.at) > commit.requested:
            again = _passed_again(case, queue, commit.requested, event.at)
            yield OffsetMove(queue, commit.stored, commit.requested, event.at, event.place, again)


@dataclass(frozen=True)
class _Position:
    """How far a queue was committed at a moment, by a client's own commit or by a look."""

    at: datetime
    offset: int
    own_word: bool

    def shows_reader_from(self, new: int) -> bool:
        """Whether somebody reads from that offset on: a look that shows just it only shows that it was put there."""
        return self.offset > new or (self.own_word and self.offset == new)


def _positions(case: Case, queue: MessageQueue) -> list[_Position]:
    movement = case.movements.get(queue)
    rows = zip(movement.looks, movement.rows, strict=True) if movement else ()
    looks = [_Position(look.at, row.consumer_offset, own_word=False) for look, row in rows if look.at]
    commits = [commit for commit in case.facts.commits if commit.queue == queue]
    return looks + [_Position(commit.at, commit.offset, own_word=True) for commit in commits]


def _before(case: Case, queue: MessageQueue, at: datetime | None) -> int:
    """How far the queue was seen to be committed before a moment; 0 where nobody tells."""
    positions = _positions(case, queue) if at else []
    return max((position.offset for position in positions if at and position.at < at), default=0)


def _passed_again(case: Case, queue: MessageQueue, new: int, at: datetime | None) -> int:
    """How many offsets from the new place on were committed before it and are passed once more.

    That a reader goes on there is seen by a look between the new place and the old one, or by a
    client that commits the new place itself, or one behind it, and goes on.
    """
    old = _before(case, queue, at)
    after = [position for position in _positions(case, queue) if at and position.at >= at]
    goes_on = any(position.shows_reader_from(new) and position.offset < old for position in after)
    reached = max((position.offset for position in after), default=new)
    return max(0, min(old, reached) - new) if goes_on else 0


def _goes_back(event: Event) -> bool:
    asked = event.carried.reset_request
    return bool(asked and asked.to and event.at and asked.to < event.at)


def _follows(event: Event, reset: Event) -> bool:
    soon = bool(event.at and reset.at and timedelta() <= event.at - reset.at <= RESET_TAKEN_UP)
    return soon and reset.topic in (None, event.topic)


def seen_moves(case: Case) -> Iterable[OffsetMove]:
    """Looks at a user topic's queue whose committed offset is below that of the look before."""
    for movement in case.movements.values():
        if not is_user_topic(movement.queue.topic):
            continue
        offsets = [row.consumer_offset for row in movement.rows]
        for number, (look, (earlier, later)) in enumerate(
            zip(movement.looks[1:], pairwise(movement.rows), strict=True), start=1
        ):
            if later.consumer_offset < earlier.consumer_offset:
                place = look.place(later)
                old, new = earlier.consumer_offset, later.consumer_offset
                end = later.broker_offset if later.broker_offset < max(old, earlier.broker_offset) else None
                again = min(old, max(offsets[number:])) - new if end is None else 0
                anew = _made_anew(case, movement.queue, look.at)
                yield OffsetMove(movement.queue, old, new, look.at, place, again, end=end, anew=anew)
