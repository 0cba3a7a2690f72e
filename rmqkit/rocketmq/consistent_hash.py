"""How RocketMQ behaves: the consistent hash strategy and its ring of virtual nodes."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import md5

from rmqkit.rocketmq.message_queue import MessageQueue
from rmqkit.rocketmq.strategy import IllegalArgument, LastAnswer, takes_part

HashFunction = Callable[[str], int]


class Ring:
    """`ConsistentHashRouter` (4.1.0 on): hash to client id, walked upwards and around."""

    def __init__(self, client_ids: Sequence[str], virtual_nodes: int, hash_function: HashFunction) -> None:
        self._hash = hash_function
        self._nodes: dict[int, str] = {}
        self._replicas: Counter[str] = Counter()
        for client_id in client_ids:
            # The second copy of an id continues the numbering, counting only the nodes
            # still on the ring.
            first = self._replicas[client_id]
            for replica in range(first, first + virtual_nodes):
                at = self._hash(f"{client_id}-{replica}")
                overwritten = self._nodes.get(at)
                if overwritten is not None:
                    self._replicas[overwritten] -= 1
                self._nodes[at] = client_id
                self._replicas[client_id] += 1
        self._hashes = sorted(self._nodes)

    def route(self, key: str) -> str | None:
        """`routeNode`: the client at the first hash not below the key's, around to the first; None on an empty ring."""
        if not self._hashes:
            return None
        at = bisect_left(self._hashes, self._hash(key))
        return self._nodes[self._hashes[at % len(self._hashes)]]


@dataclass(frozen=True)
class ConsistentHash:
    """`AllocateMessageQueueConsistentHash` (4.1.0 on).

    `charset` is the one that `String.getBytes()` used: UTF-8 from 5.0.0, the platform's before (it matters only for
    non-ASCII names). `hash_function` replaces MD5, like the third constructor argument in Java.
    """

    virtual_nodes: int = 10
    charset: str = "utf-8"
    hash_function: HashFunction | None = None
    _owners: LastAnswer[dict[str, list[MessageQueue]]] = field(
        default_factory=LastAnswer, init=False, repr=False, compare=False
    )
    name = "CONSISTENT_HASH"

    def __post_init__(self) -> None:
        if self.virtual_nodes < 0:
            raise IllegalArgument(f"illegal virtualNodeCnt :{self.virtual_nodes}")

    def allocate(
        self, group: str, client_id: str, queues: Sequence[MessageQueue], client_ids: Sequence[str]
    ) -> list[MessageQueue]:
        """The queues whose text hashes to a node of `client_id`; clients with one id all get them, none is left out."""
        if not takes_part(client_id, queues, client_ids):
            return []
        key = (tuple(queues), tuple(client_ids))
        return list(self._owners.of(key, lambda: self._route(queues, client_ids)).get(client_id, []))

    def _route(self, queues: Sequence[MessageQueue], client_ids: Sequence[str]) -> dict[str, list[MessageQueue]]:
        ring = Ring(client_ids, self.virtual_nodes, self.hash_function or self._md5)
        owners: dict[str, list[MessageQueue]] = {}
        for queue in queues:
            client_id = ring.route(str(queue))
            if client_id is not None:
                owners.setdefault(client_id, []).append(queue)
        return owners

    def _md5(self, text: str) -> int:
        # `ConsistentHashRouter.MD5Hash`: the first four bytes of the MD5, most significant first, unsigned.
        # Characters outside the charset become `?`, as in Java's `getBytes`.
        return int.from_bytes(md5(text.encode(self.charset, "replace"), usedforsecurity=False).digest()[:4], "big")
