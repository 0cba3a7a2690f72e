"""How RocketMQ behaves: which queues a client pops where brokers share a topic out themselves.

Each message of a queue that several clients pop goes to one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rmqkit.rocketmq.message_queue import MessageQueue
from rmqkit.rocketmq.strategy import Strategy, takes_part


@dataclass(frozen=True)
class Popping:
    """`QueryAssignmentProcessor#allocate4Pop` (5.0.0 on): a client pops its own share and those of the `sharing` ids
    that follow it in the list (`popShareQueueNum`). Every share is looked up by id, so that the one of a twin's other
    place is popped by nobody, whoever follows.

    With 0, and where nearly all would share, every client pops everything (the broker then names queue -1); where there
    are more clients than queues, each pops one.
    """

    strategy: Strategy
    sharing: int

    @property
    def name(self) -> str:
        """The strategy's name, which clients send and print."""
        return self.strategy.name

    def allocate(
        self, group: str, client_id: str, queues: Sequence[MessageQueue], client_ids: Sequence[str]
    ) -> list[MessageQueue]:
        """The queues that the client pops."""
        if not takes_part(client_id, queues, client_ids):
            return []
        if not 0 < self.sharing < len(client_ids) - 1:
            return list(queues)
        place = client_ids.index(client_id)
        if len(client_ids) > len(queues):
            return [queues[place % len(queues)]]
        following = [client_ids[(place + step) % len(client_ids)] for step in range(self.sharing + 1)]
        shares = (self.strategy.allocate(group, who, queues, client_ids) for who in following)
        return list(dict.fromkeys(queue for share in shares for queue in share))
