"""Does the group's committed offset lie below the first message of its queue, or beyond the last?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.logs import topics_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding
from rmqkit.diagnosis.relations.serves import served_by_slaves
from rmqkit.rocketmq import MessageQueue

# Both offsets are read in one request, one after the other: a busy queue may be consumed between.
_READ_BETWEEN = 3


@finding("offset_outside_queue")
def offset_outside_queue(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By consumerProgress alone (beyond the end), and with topicStatus (below the first message).

    A slave whose master is gone ends where it had come to: what the group had read beyond lies on the master.
    """
    judged = [
        movement
        for movement in case.movements.values()
        if movement.queue.is_users and movement.queue.broker not in served_by_slaves(case)
    ]
    beyond, again, below = dict[MessageQueue, int](), list[Movement](), dict[MessageQueue, int]()
    for movement in judged:
        offset, status = movement.last.consumer_offset, case.ends.get(movement.queue)
        # Where a queue is busy, its end is read before the offset in every snapshot.
        by = offset - movement.last.broker_offset
        before = len(movement.rows) > 1 and movement.rows[-2].consumer_offset > movement.last.broker_offset
        if by > _READ_BETWEEN or (by > 0 and before):
            beyond[movement.queue] = by
            again += [movement] if before else []
        # What was never committed is shown as 0, and lies below the first message of any old queue.
        if status and 0 < offset < (status.min_offset or 0):
            below[movement.queue] = (status.min_offset or 0) - offset
    if beyond:
        movements = case.movements_of(list(beyond))
        dropped = {event.broker for event in case.records("serves.dropped")}
        shown = [(look, row) for one in movements[:4] for look, row in list(zip(one.looks, one.rows, strict=True))[-2:]]
        yield Seen(
            case="beyond",
            signs={
                "beyond": movements,
                "beyond_again": again,
                "by_the_master": not dropped & {queue.broker for queue in beyond},
            },
            values={"by": max(beyond.values())},
            queues=list(beyond),
            evidence=[look.place(row) for look, row in shown],
        )
    if below:
        yield _below_minimum(case, below)


def _below_minimum(case: Case, below: Mapping[MessageQueue, int]) -> Seen:
    """Where nobody wants the topic any more, or topicStatus is of a later moment than the snapshots (its queue had
    grown by more than while the offset was seen not to move), nothing may be lost."""
    movements, lost = case.movements_of(list(below)), sum(below.values())
    stuck = [one for one in movements if len(one.rows) > 1 and one.rows[-2].consumer_offset == one.last.consumer_offset]
    same_moment = all(case.ends[one.queue].max_offset - one.last.broker_offset <= one.arrived for one in movements)
    left = case.subscriptions_known and not case.wanted_topics & set(topics_of(below))
    return Seen(
        case="below",
        signs={
            "below": movements,
            "below_again": len(stuck) == len(movements),
            "same_moment": same_moment,
            "still_read": not left,
        },
        values={"lost": lost},
        severity=Severity.CRITICAL if same_moment and not left else Severity.NOTICE,
        queues=list(below),
        evidence=[place for one in movements[:4] for place in (one.place, case.ends[one.queue].place)],
        details={"lost": lost},
    )
