"""Where a group's offsets were put otherwise than by consuming: by resets, by corrections, by snapshots. No findings
here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from operator import attrgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import grouped, is_after
from rmqkit.diagnosis.facts.logs import Commit, Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import RESET_TAKEN_UP
from rmqkit.diagnosis.relations.members import queue_named
from rmqkit.diagnosis.relations.offsets import Resets, corrections, follows
from rmqkit.diagnosis.relations.serves import deletions, served_by_slaves
from rmqkit.rocketmq import MessageQueue


@dataclass(frozen=True)
class OffsetMove:
    """A queue's offset that went from one place to another, and the line that shows it.

    `again`: how many offsets, seen to be committed before, a reader was seen to pass again from the new place on.
    `pulled`: the old place is how far the reader had pulled, so that it had consumed as much at most. `end`: where the
    queue ended, if the old place lay behind it (`DefaultMessageStore#getMessage`, OFFSET_OVERFLOW_BADLY; to the end, in
    older versions also to a first offset of 0): from there on, old numbers are given to new messages. `first`: the
    queue's first offset, where it is told. `anew`: the topic was deleted before, so that this is another queue of that
    name, of which the group has read nothing.
    """

    queue: MessageQueue
    old: int
    new: int
    at: datetime | None
    place: EvidenceLine
    again: int = 0
    pulled: bool = False
    end: int | None = None
    first: int | None = None
    anew: bool = False

    @property
    def reached(self) -> int:
        """The old place, or the queue's end where that comes first: what is behind it is not stored."""
        return self.old if self.end is None else min(self.old, self.end)

    @property
    def ahead(self) -> bool:
        return self.new > self.old

    @property
    def deleted(self) -> bool:
        """Whether it was put up to the queue's first offset: what lay before that was deleted unread, and perhaps more,
        since what goes missing while it is asked for is passed over without a word (`DefaultMessageStore#getMessage`,
        MESSAGE_WAS_REMOVING, all versions)."""
        return self.ahead and self.new == self.first

    @property
    def back(self) -> bool:
        return not self.anew and self.new < self.reached


def logged_moves(case: Case, reset: Resets) -> Iterator[OffsetMove]:
    """Corrections that tell the queue and both places; commits below the stored offset that follow a reset to the past
    (up to 4.9 no record names its queues), and those of clients below their own. A client pulls ahead of what it has
    consumed: what was committed tells how far that was. A reset to what is still ahead makes a lower commit as well,
    when a client still commits its old place: so the group has to have been seen beyond it before."""
    told: set[MessageQueue] = set()
    for event in corrections(case):
        change, queue = event.carried.offset_change, queue_named(case, event)
        if change and queue and change.old is not None and change.new is not None:
            told.add(queue)
            before = _highest_before(case, queue, event.at)
            shorter = change.highest if change.beyond_the_end else None
            gone = deletions(case).get((queue.topic, queue.broker), ())
            again = 0 if shorter is not None else _passed_again(case, queue, before, change.new, event.at)
            pulled = not before or change.old < change.new == change.lowest
            old = change.old if pulled else before
            yield OffsetMove(
                queue, old, change.new, event.at, event.place, again, pulled=pulled, end=shorter, first=change.lowest,
                anew=any(is_after(event.at, one.at) for one in gone),
            )  # fmt: skip
    for event in reset.asked:
        # A broker that puts offsets itself names them; the last commits before it tell how far each queue was at least.
        for named, new in event.carried.reset_to.items():
            queue = MessageQueue(named.topic, named.broker, named.queue)
            if queue not in told and (old := _highest_before(case, queue, event.at)):
                told.add(queue)
                yield OffsetMove(queue, old, new, event.at, event.place, _passed_again(case, queue, old, new, event.at))
    asked = [(event, event.carried.reset_request) for event in reset.asked]
    to_the_past = [event for event, wish in asked if wish and wish.to and event.at and wish.to < event.at]
    for event in reset.followed:
        commit, queue = event.carried.commit_below_stored, queue_named(case, event)
        goes_back = any(follows(event, one) for one in to_the_past)
        if (
            commit
            and queue
            and queue not in told
            and goes_back
            and _highest_before(case, queue, event.at) > commit.requested
        ):
            told.add(queue)
            again = _passed_again(case, queue, commit.stored, commit.requested, event.at)
            yield OffsetMove(queue, commit.stored, commit.requested, event.at, event.place, again)
    for event in reset.taken_up:
        for queue, old, back in _set_back(case, event):
            if queue not in told:
                told.add(queue)
                again = _passed_again(case, queue, old, back.offset, back.at)
                yield OffsetMove(queue, old, back.offset, back.at, event.place, again)


def _set_back(case: Case, received: Event) -> Iterator[tuple[MessageQueue, int, Commit]]:
    """The first commit of each queue that is lower than the client's own before, right after it received a reset: where
    it goes on from (`MQClientInstance#resetOffset`, all versions; from 5.0 on it logs that commit itself)."""
    own = [one for one in case.commits if one.file == received.file and one.queue.topic == received.topic]
    for queue, commits in grouped((one.queue, one) for one in own).items():
        for earlier, later in pairwise(sorted(commits, key=attrgetter("at"))):
            soon = received.at and received.at <= later.at <= received.at + RESET_TAKEN_UP
            if soon and later.offset < earlier.offset:
                yield queue, earlier.offset, later
                break


def seen_moves(case: Case) -> Iterator[OffsetMove]:
    """Snapshots of a queue whose committed offset is below that of the snapshot before, by one and the same process."""
    for movement in (one for one in case.user_movements if one.queue.broker not in served_by_slaves(case)):
        offsets = [row.consumer_offset for row in movement.rows]
        between = zip(movement.looks[1:], pairwise(movement.rows), strict=True)
        for number, (look, (earlier, later)) in enumerate(between, start=1):
            old, new = earlier.consumer_offset, later.consumer_offset
            if new < old:
                end = later.broker_offset if later.broker_offset < max(old, earlier.broker_offset) else None
                again = min(old, max(offsets[number:])) - new if end is None else 0
                yield OffsetMove(movement.queue, old, new, look.at, look.place(later), again, end=end)


def _committed(case: Case, queue: MessageQueue) -> list[tuple[datetime, int, bool]]:
    """How far the queue was committed at which moment, by snapshots and by clients' own commits (True)."""
    movement = case.movements.get(queue)
    seen = zip(movement.looks, movement.rows, strict=True) if movement else ()
    shown = [(look.at, row.consumer_offset, False) for look, row in seen if look.at and look.has_known_moment]
    return shown + [(commit.at, commit.offset, True) for commit in case.commits if commit.queue == queue]


def _highest_before(case: Case, queue: MessageQueue, at: datetime | None) -> int:
    """How far the queue was seen to be committed before a moment; 0 where nothing tells."""
    return max((offset for seen, offset, _ in _committed(case, queue) if at and seen < at), default=0)


def _passed_again(case: Case, queue: MessageQueue, old: int, new: int, at: datetime | None) -> int:
    """How many offsets from the new place up to the old one, committed before, are passed once more. That a reader goes
    on there is seen by a snapshot between them, or by a client that commits the new place itself, or one behind it, and
    goes on."""
    after = [(offset, own) for seen, offset, own in _committed(case, queue) if at and seen >= at]
    goes_on = any(new < offset < old or (own and offset == new < old) for offset, own in after)
    return max(0, min(old, max(offset for offset, _ in after)) - new) if goes_on else 0
