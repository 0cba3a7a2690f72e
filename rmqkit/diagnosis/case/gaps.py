"""Queues that nobody was seen with: which kinds of causes leave just these, by who was seen with the others in the same
snapshot? Everybody shares out the queues that the route shows him among the members that his broker names. No findings
here.
"""

from __future__ import annotations

from collections.abc import Collection

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.worlds import members_distinct
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.rocketmq import MessageQueue, allocation
from rmqkit.rocketmq.client_id_meaning import ip_of


def left_out_of_routes(case: Case, look: Snapshot, gaps: Collection[MessageQueue]) -> bool:
    """Whether members share out a topic as if some of its brokers had no queue of it: nobody has any queue of these,
    and all others have the owners that follow from sharing out these others alone. So it is where the route does not
    let consumers read (`MQClientInstance#topicRouteData2TopicSubscribeInfo`, all versions)."""
    lacking = {(queue.topic, queue.broker) for queue in gaps}
    rows = [row for row in look.rows if row.queue.is_users]
    rest = [row for row in rows if (row.queue.topic, row.queue.broker) not in lacking]
    nobody = not any(row.client_ip for row in rows if (row.queue.topic, row.queue.broker) in lacking)
    read_elsewhere = {queue.topic for queue in gaps} <= {row.queue.topic for row in rest}
    return nobody and read_elsewhere and members_distinct(case) and _shared_out_by_rule(case, rest)


def _shared_out_by_rule(case: Case, rows: Collection[QueueProgress]) -> bool:
    ids, strategies = case.membership.client_ids, case.strategies
    for of_topic in grouped((row.queue.topic, row) for row in rows).values():
        expected = allocation(case.group, [row.queue for row in of_topic], ids, strategies).owners
        if any(tuple(map(ip_of, expected[row.queue])) != (row.client_ip,) for row in of_topic):
            return False
    return True
