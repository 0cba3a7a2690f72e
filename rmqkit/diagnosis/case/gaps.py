"""Queues that nobody was seen with: which kinds of causes leave just these, by who was seen with the others in the same
snapshot? Everybody shares out the queues that the route shows him among the members that his broker names. No findings
here.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, combinations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.worlds import members_distinct
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.rocketmq import MessageQueue, allocation
from rmqkit.rocketmq.client_id_meaning import ip_of

# More members have more lists of some of them than a diagnosis should try.
_MOST_MEMBERS = 8


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


def left_by_other_members(case: Case, look: Snapshot, gaps: Collection[MessageQueue]) -> bool:
    """Whether each member may have shared out with some of the members only, as brokers that know different ones make
    it: what it is seen with is of its share among these, and no gap is. True where that cannot be told."""
    ids = case.membership.client_ids
    if not members_distinct(case) or not 1 < len(ids) <= _MOST_MEMBERS:
        return True
    topics = sorted({queue.topic for queue in gaps})
    queues = {topic: queues_of(case, topic) for topic in topics}
    seen = grouped((row.client_ip, row.queue) for row in look.rows if row.queue.topic in queues)

    def possible(who: str, others: Collection[str]) -> bool:
        shares = [allocation(case.group, queues[topic], [who, *others], case.strategies) for topic in topics]
        mine = {queue for share in shares for queue in share.share_of(who)}
        return mine.issuperset(seen.get(ip_of(who), ())) and mine.isdisjoint(gaps)

    def some_of(who: str) -> chain[tuple[str, ...]]:
        others = [each for each in ids if each != who]
        return chain.from_iterable(combinations(others, size) for size in range(len(ids)))

    return all(any(possible(who, others) for others in some_of(who)) for who in ids)
