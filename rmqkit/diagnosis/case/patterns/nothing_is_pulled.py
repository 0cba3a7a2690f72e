"""Messages wait in every queue, clients hold them, and none is pulled or read. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Reading, Suspect, seen_in_look
from rmqkit.diagnosis.case.waiting import Waiting, moved, newest_look
from rmqkit.diagnosis.commands import CLIENT_LOG
from rmqkit.diagnosis.facts.group import QueueProgress
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import Phrase, say

FIT = 15
REFUSED = Suspect(
    "not_permitted", say("the broker refuses every request for messages, which no output of mqadmin shows")
)
UNREADABLE = Suspect(
    "unreadable_queues", say("without the read permission what clients hold stays with them and stands")
)
STUCK = Suspect(
    "consumer_stuck", say("listeners that do not return, or suspended clients, keep their offsets standing")
)
# Inflight (5.0 and later) counts what was pulled and is not committed: without any, the listener
# has nothing to do.
NOT_PULLED = (REFUSED, UNREADABLE, STUCK)
PULLED = (STUCK, REFUSED)


def patterns(case: Case) -> Iterator[Pattern]:
    """By looks between which nothing moved although messages came,
    or by one that shows nothing on its way."""
    look = newest_look(case)
    if look and look.named and look.nothing_read and len(look.used) > 1:
        yield from _unmoved(case, look)


def _unmoved(case: Case, look: Waiting) -> Iterator[Pattern]:
    waiting = look.used
    idle = _none_pulled(waiting)
    stands = idle or _all_stand(case, waiting)
    if not stands or any(moved(case, row) for row in waiting):
        return
    queues = ranges(row.queue for row in waiting)
    what = _nothing_comes(queues) if idle else _nothing_moves(queues)
    suspects = PULLED if _some_pulled(waiting) else NOT_PULLED
    innocent = say("a group that was started this moment")
    yield seen_in_look(look.look, waiting, what, Reading(suspects, innocent, CLIENT_LOG))


def _none_pulled(rows: Sequence[QueueProgress]) -> bool:
    return all(row.inflight == 0 for row in rows)


def _some_pulled(rows: Sequence[QueueProgress]) -> bool:
    return any(row.inflight for row in rows)


def _all_stand(case: Case, rows: Sequence[QueueProgress]) -> bool:
    """Messages came between the looks and no committed offset moved, be it back: a reset group consumes again."""
    seen = [case.movements[row.queue] for row in rows if row.queue in case.movements]
    came = any(movement.arrived > 0 for movement in seen)
    return came and all(movement.stands for movement in seen)


def _nothing_comes(queues: str) -> Phrase:
    return say("{queues}: messages wait in every queue and none is on its way", queues=queues)


def _nothing_moves(queues: str) -> Phrase:
    return say("{queues}: messages wait in every queue and no offset moves", queues=queues)
