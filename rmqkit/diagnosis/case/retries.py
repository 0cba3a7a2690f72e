"""Which queues of the group's retry topic does nobody read, or do several clients read?

Every broker of a group has one, made with the first heartbeat (`ClientManageProcessor#heartBeat`, all versions), and
they are shared out as those of any topic are. They count where messages were sent to them. No findings here.
"""

from __future__ import annotations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.facts.group import derived
from rmqkit.diagnosis.facts.logs import brokers_of
from rmqkit.diagnosis.relations.serves import listed_queues, queues_of
from rmqkit.rocketmq import MessageQueue


@derived
def unread_retries(case: Case) -> list[MessageQueue]:
    """Those that fall to nobody and that nobody was seen to read: what failed and lies there never comes again.

    Colliding ids leave some; so does a list of queues that the application configures
    (`AllocateMessageQueueByConfig`) and that does not name them.
    """
    lost = accepted_allocation(case).orphans([case.retry_topic]) if _shared_out(case) else []
    moved = {queue: case.movements.get(queue) for queue in lost if _was_sent_to(case, queue)}
    # No look shows an owner of it, nor that it is read.
    return [queue for queue, one in moved.items() if one is None or (one.never_owned and one.consumed <= 0)]


@derived
def doubled_retries(case: Case) -> list[MessageQueue]:
    """Those that several clients read: what failed once comes again to each of them."""
    doubled = accepted_allocation(case).doubles([case.retry_topic]) if _shared_out(case) else []
    return [queue for queue in doubled if _was_sent_to(case, queue)]


def _shared_out(case: Case) -> bool:
    """Whether all members are known, and the whole topic: by a list of it, or as each broker of the group has one."""
    brokers = {queue.broker for topic in case.topics for queue in queues_of(case, topic)}
    whole = listed_queues(case, case.retry_topic) or brokers.issubset(brokers_of(queues_of(case, case.retry_topic)))
    return case.everybody_known and bool(whole)


def is_empty(case: Case, queue: MessageQueue) -> bool:
    """Whether looks, or topicStatus, show that nothing was ever sent to the queue."""
    return (queue in case.movements or queue in case.ends) and not _was_sent_to(case, queue)


def _was_sent_to(case: Case, queue: MessageQueue) -> bool:
    movement, end = case.movements.get(queue), case.ends.get(queue)
    return bool((movement and movement.last.broker_offset) or (end and end.max_offset))
