"""How RocketMQ behaves: the message queue, its text and its order. No allocation here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import total_ordering

from rmqkit.rocketmq.internal_topics import is_user_topic


def utf16_order(text: str) -> bytes:
    """A sort key that orders strings as Java's `String.compareTo` does: by UTF-16 code unit.

    Python orders by code point, so characters beyond U+FFFF (two surrogates in Java) would come
    after U+E000..U+FFFF here and before them there.
    """
    return text.encode("utf-16-be", "surrogatepass")


# `MixAll.LOGICAL_QUEUE_MOCK_BROKER_PREFIX` (5.x): the broker's name of a static topic's logical queues begins with it.
LOGICAL_BROKER = "__syslo__"


@total_ordering
@dataclass(frozen=True, slots=True)
class MessageQueue:
    """One queue of a topic on one broker (`org.apache.rocketmq.common.message.MessageQueue`, all versions).

    Ordered like its `compareTo`: topic, then broker name, both by UTF-16 code unit, then queue id as a number, so
    `broker-10` comes before `broker-2`.
    """

    topic: str
    broker: str
    queue: int

    @property
    def is_users(self) -> bool:
        """Whether its topic is an application's, and none that RocketMQ makes for itself."""
        return is_user_topic(self.topic)

    @property
    def order(self) -> tuple[bytes, bytes, int]:
        """The sort key of `compareTo`."""
        return utf16_order(self.topic), utf16_order(self.broker), self.queue

    @property
    def name(self) -> str:
        """Topic, broker and number, as people write it."""
        return f"{self.topic} {self.broker} {self.queue}"

    def __lt__(self, other: MessageQueue) -> bool:
        if not isinstance(other, MessageQueue):
            return NotImplemented
        return self.order < other.order

    def __str__(self) -> str:
        """`MessageQueue#toString`; consistent hashing hashes this very text."""
        return f"MessageQueue [topic={self.topic}, brokerName={self.broker}, queueId={self.queue}]"


def sorted_queues(queues: Iterable[MessageQueue]) -> list[MessageQueue]:
    """The queues as `Collections.sort(mqAll)` leaves them."""
    return sorted(queues, key=lambda queue: queue.order)


def sorted_client_ids(client_ids: Iterable[str]) -> list[str]:
    """The client ids as `Collections.sort(cidAll)` leaves them: plain strings, duplicates kept."""
    return sorted(client_ids, key=utf16_order)
