"""How RocketMQ behaves: the two averaging strategies, in blocks (the default) and by circle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rmqkit.rocketmq.message_queue import MessageQueue
from rmqkit.rocketmq.strategy import takes_part


@dataclass(frozen=True)
class Averagely:
    """`AllocateMessageQueueAveragely` (4.0.0 on): contiguous blocks, the first ones with one more queue."""

    name = "AVG"

    def allocate(
        self, group: str, client_id: str, queues: Sequence[MessageQueue], client_ids: Sequence[str]
    ) -> list[MessageQueue]:
        """The block at the first position of `client_id`; clients with one id get the same and leave another unread."""
        if not takes_part(client_id, queues, client_ids):
            return []
        index = client_ids.index(client_id)
        size, longer = divmod(len(queues), len(client_ids))
        start = index * size + min(index, longer)
        return list(queues[start : start + size + (index < longer)])


@dataclass(frozen=True)
class AveragelyByCircle:
    """`AllocateMessageQueueAveragelyByCircle` (4.0.0 on): queue i goes to client i modulo their number."""

    name = "AVG_BY_CIRCLE"

    def allocate(
        self, group: str, client_id: str, queues: Sequence[MessageQueue], client_ids: Sequence[str]
    ) -> list[MessageQueue]:
        """Every n-th queue from the first position of `client_id` on."""
        if not takes_part(client_id, queues, client_ids):
            return []
        return list(queues[client_ids.index(client_id) :: len(client_ids)])
