"""How RocketMQ behaves: one topic of a whole group shared out, every client by its own strategy.

No clocks here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rmqkit.rocketmq.average import Averagely
from rmqkit.rocketmq.message_queue import MessageQueue, sorted_client_ids, sorted_queues
from rmqkit.rocketmq.strategy import IllegalArgument, NullPointer, Strategy


@dataclass(frozen=True)
class Allocation:
    """Who consumes each queue of a topic, when every member of the group has rebalanced on the same lists.

    `queues` and `client_ids` are sorted as the clients sort them; `client_ids` keeps duplicates (one per process).
    `shares[i]` is what the process behind `client_ids[i]` takes: empty for a process that does not subscribe.
    """

    queues: tuple[MessageQueue, ...]
    client_ids: tuple[str, ...]
    shares: tuple[tuple[MessageQueue, ...], ...]

    @cached_property
    def owners(self) -> dict[MessageQueue, tuple[str, ...]]:
        """Every queue with the ids that consume it; an id stands there once for each process that does."""
        owners: dict[MessageQueue, list[str]] = {queue: [] for queue in self.queues}
        for client_id, share in zip(self.client_ids, self.shares, strict=True):
            for queue in share:
                owners.setdefault(queue, []).append(client_id)
        return {queue: tuple(ids) for queue, ids in owners.items()}

    @property
    def orphans(self) -> list[MessageQueue]:
        """Queues that nobody consumes."""
        return [queue for queue, ids in self.owners.items() if not ids]

    @property
    def duplicates(self) -> list[MessageQueue]:
        """Queues that several processes consume at once."""
        return [queue for queue, ids in self.owners.items() if len(ids) > 1]

    def share_of(self, client_id: str) -> tuple[MessageQueue, ...]:
        """What each process with this id takes; KeyError if no member has it."""
        if client_id not in self.client_ids:
            raise KeyError(client_id)
        return self.shares[self.client_ids.index(client_id)]


def allocation(
    group: str,
    queues: Iterable[MessageQueue],
    client_ids: Iterable[str],
    strategies: Strategy | Mapping[str, Strategy] | None = None,
    subscribers: Collection[str] | None = None,
) -> Allocation:
    """Allocate one topic's queues to a group as `RebalanceImpl#rebalanceByTopic` does in every client (all versions).

    `client_ids` is the broker's list for the group, duplicates included; `strategies` one for all (default: average) or
    one per client id; `subscribers` the ids that subscribe to the topic (default: all): the others are counted by every
    client but take nothing. A client whose strategy throws takes nothing, as after a fresh start.
    """
    all_queues, all_ids = sorted_queues(queues), sorted_client_ids(client_ids)
    topic = all_queues[0].topic if all_queues else None
    shares: dict[str, tuple[MessageQueue, ...]] = {}
    for client_id in dict.fromkeys(all_ids):
        if subscribers is not None and client_id not in subscribers:
            continue
        strategy = strategies[client_id] if isinstance(strategies, Mapping) else strategies or Averagely()
        try:
            # A configured list may hold queues of other topics as well.
            given = strategy.allocate(group, client_id, all_queues, all_ids)
            shares[client_id] = tuple(dict.fromkeys(queue for queue in given if queue.topic == topic))
        except (IllegalArgument, NullPointer):
            # The client logs "allocate message queue exception" and leaves its queues as they are.
            shares[client_id] = ()
    return Allocation(tuple(all_queues), tuple(all_ids), tuple(shares.get(client_id, ()) for client_id in all_ids))
