"""Does the group's committed offset lie beyond the last message of its queue?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding
from rmqkit.diagnosis.relations.serves import served_by_slaves
from rmqkit.rocketmq import MessageQueue

# Both offsets are read in one request, one after the other: a busy queue may be consumed between.
_READ_BETWEEN = 3


@finding("offset_outside_queue")
def offset_outside_queue(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By consumerProgress alone.

    A slave whose master is gone ends where it had come to: what the group had read beyond lies on the master.
    """
    judged = [
        movement
        for movement in case.movements.values()
        if movement.queue.is_users and movement.queue.broker not in served_by_slaves(case)
    ]
    beyond, again = dict[MessageQueue, int](), list[Movement]()
    for movement in judged:
        # Where a queue is busy, its end is read before the offset in every snapshot.
        by = movement.last.consumer_offset - movement.last.broker_offset
        before = len(movement.rows) > 1 and movement.rows[-2].consumer_offset > movement.last.broker_offset
        if by > _READ_BETWEEN:
            beyond[movement.queue] = by
            again += [movement] if before else []
    if beyond:
        movements = case.movements_of(list(beyond))
        dropped = {event.broker for event in case.records("serves.dropped")}
        shown = [(look, row) for one in movements[:4] for look, row in list(zip(one.looks, one.rows, strict=True))[-2:]]
        yield Seen(
            signs={
                "beyond": movements,
                "beyond_again": again,
                "by_the_master": not dropped & {queue.broker for queue in beyond},
            },
            values={"by": max(beyond.values())},
            queues=list(beyond),
            evidence=[look.place(row) for look, row in shown],
        )
