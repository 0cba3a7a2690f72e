"""How a subscription-aware group behaves: a strategy that knows who listens to what, with queues for gray clients."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rmqkit.rocketmq.average import Averagely
from rmqkit.rocketmq.internal_topics import RETRY_PREFIX
from rmqkit.rocketmq.message_queue import MessageQueue
from rmqkit.rocketmq.strategy import IllegalArgument, Strategy, takes_part
from rmqkit.rocketmq.subscription_mark import BadMark, Mark, decode_mark


@dataclass(frozen=True)
class SubscriptionAware:
    """A strategy for groups whose clients differ during a rollout;
    it is not one of RocketMQ's own classes.

    Every client id carries a mark (subscription_mark.py), so each client computes the same result:

    1. a retry topic is allocated to all clients, by `inner` (average);
    2. if any client has no mark, or a broken one, all queues are allocated to all clients, as an old client does;
    3. if not all clients subscribe to the topic, its subscribers share all of its queues;
    4. otherwise gray clients share the last `gray_queues` queues of each broker, the normal ones all others. A broker
       always keeps a queue for the normal clients, and if one of the two kinds is absent, all clients share everything.

    It decides who reads a queue, not what the broker keeps: the group's subscription table is still
    overwritten by every heartbeat, so pulls of a topic that only some clients subscribe to are refused (CODE 24)
    until the next heartbeat of one of them.
    """

    gray_queues: int = 1
    inner: Strategy = field(default_factory=Averagely)
    name = "SUBSCRIPTION_AWARE"

    def __post_init__(self) -> None:
        if self.gray_queues < 0:
            raise IllegalArgument(f"illegal gray_queues :{self.gray_queues}")

    def allocate(
        self, group: str, client_id: str, queues: Sequence[MessageQueue], client_ids: Sequence[str]
    ) -> list[MessageQueue]:
        """The client's share of one topic's queues (sorted, as for every strategy)."""
        if not takes_part(client_id, queues, client_ids):
            return []
        topic = queues[0].topic
        marks = None if topic.startswith(RETRY_PREFIX) else _marks(client_ids)
        if marks is None:
            return self.inner.allocate(group, client_id, queues, client_ids)
        listeners = [one for one in client_ids if topic in marks[one].topics]
        if client_id not in listeners:
            return []
        if len(listeners) < len(client_ids):
            return self.inner.allocate(group, client_id, queues, listeners)
        peers = [one for one in client_ids if marks[one].gray == marks[client_id].gray]
        by_broker: dict[str, list[MessageQueue]] = {}
        for queue in sorted(queues, key=lambda one: one.queue):
            by_broker.setdefault(queue.broker, []).append(queue)
        kept = {broker: min(self.gray_queues, len(own) - 1) for broker, own in by_broker.items()}
        last = {queue for broker, own in by_broker.items() for queue in own[len(own) - kept[broker] :]}
        if len(peers) == len(client_ids) or not last:
            return self.inner.allocate(group, client_id, queues, client_ids)
        gray = marks[client_id].gray
        return self.inner.allocate(group, client_id, [queue for queue in queues if (queue in last) == gray], peers)


def _marks(client_ids: Sequence[str]) -> dict[str, Mark] | None:
    """Every client's mark; None if one lacks it. A broken mark counts as none, for everybody alike."""
    marks: dict[str, Mark] = {}
    for client_id in dict.fromkeys(client_ids):
        try:
            mark = decode_mark(client_id)
        except BadMark:
            # All clients see the same broken id, so all fall back together.
            return None
        if mark is None:
            return None
        marks[client_id] = mark
    return marks
