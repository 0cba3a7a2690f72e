"""Queues of one client that wait while those of the others, or its own others, are read.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Reading, Suspect, seen_in_look
from rmqkit.diagnosis.case.waiting import Waiting, by_client, looks, moved
from rmqkit.diagnosis.commands import PROGRESS
from rmqkit.diagnosis.facts.group import QueueProgress
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import joined, say

FIT = 20
STUCK = Suspect(
    "consumer_stuck", say("a listener that does not return, or a suspended client, keeps its offsets standing")
)
# The offset moves only when a message passes the client's own filter, so each queue waits for as
# long as it happens.
FILTERED = Suspect(
    "inconsistent_subscription", say("where the members want different tags, some drop what comes to them")
)
SLOW = Suspect("consumer_slow", say("one client that is slower than the others falls behind on all of its queues"))
HELD_BACK = Suspect(
    "offset_held_back", say("one unfinished message holds its queue's offset while later ones are consumed")
)
BROADCASTING = Suspect(
    "message_model_mismatch", say("what is counted on a broadcasting or popping client is not committed")
)
# All queues of a client wait and others' do not: it is the client. What moves between the looks
# is not blocked.
WHOLE_CLIENT = (STUCK, FILTERED, SLOW)
MOVING = (FILTERED, SLOW)
ONE_QUEUE = (STUCK, HELD_BACK)
STOPPED_TOGETHER = (STUCK, BROADCASTING, HELD_BACK)
STOPPED_APART = (STUCK, FILTERED, HELD_BACK)
_MOST = 0.5


def patterns(case: Case) -> Iterator[Pattern]:
    """One pattern for all owned queues that wait in the newest look at which any do
    while others are read."""
    found = (pattern for look in looks(case) for pattern in _in_look(case, look))
    yield from [pattern for pattern in [next(found, None)] if pattern]


def _in_look(case: Case, look: Waiting) -> Iterator[Pattern]:
    owned = [row for row in look.waiting if row.client_ip]
    if not owned or not any(row.client_ip for row in look.read):
        return
    what = say(
        "{queues}: messages wait at {clients}, and the last one read is older than commits "
        "take, while other queues are read to their end",
        queues=ranges(row.queue for row in owned),
        clients=joined(", ", sorted(by_client(owned))),
    )
    innocent = say("a queue that changed hands a moment ago, and a burst of messages")
    suspects = _suspects(case, owned, look.read)
    yield seen_in_look(look.look, owned, what, Reading(suspects, innocent, PROGRESS))


def _suspects(case: Case, waiting: Sequence[QueueProgress], read: Sequence[QueueProgress]) -> tuple[Suspect, ...]:
    if all(moved(case, row) for row in waiting):
        return MOVING
    if _whole_client(waiting, read):
        return WHOLE_CLIENT
    if len(waiting) == 1:
        return ONE_QUEUE
    return STOPPED_TOGETHER if _spread(waiting) <= case.transitions.committed else STOPPED_APART


def _whole_client(waiting: Sequence[QueueProgress], read: Sequence[QueueProgress]) -> bool:
    """Most queues of a client wait, and none of another's."""
    lagging, quick = by_client(waiting), by_client(read)
    whole = [ip for ip, rows in lagging.items() if len(rows) > _MOST * (len(rows) + len(quick.get(ip, ())))]
    return bool(whole) and any(ip not in lagging for ip in quick)


def _spread(waiting: Sequence[QueueProgress]) -> timedelta:
    """How far apart the moments are at which they were read last."""
    moments = [row.last_time for row in waiting if row.last_time]
    return max(moments) - min(moments) if moments else timedelta()
