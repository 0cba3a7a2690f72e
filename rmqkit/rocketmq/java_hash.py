"""How RocketMQ behaves: Java's hash codes and the order in which hash tables are walked, which is the order of logs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from rmqkit.rocketmq.message_queue import MessageQueue

Item = TypeVar("Item")

_MASK = 0xFFFFFFFF


@lru_cache(maxsize=65536)
def string_hash(text: str) -> int:
    """`String#hashCode` as an unsigned 32-bit number."""
    units = text.encode("utf-16-be", "surrogatepass")
    result = 0
    for at in range(0, len(units), 2):
        result = (31 * result + (units[at] << 8) + units[at + 1]) & _MASK
    return result


def combined_hash(parts: Iterable[int]) -> int:
    """The `31 * result + part` chain that starts at 1, as most `hashCode` methods have it."""
    result = 1
    for part in parts:
        result = (31 * result + part) & _MASK
    return result


@lru_cache(maxsize=65536)
def message_queue_hash(queue: MessageQueue) -> int:
    """`MessageQueue#hashCode` (all versions)."""
    return combined_hash((string_hash(queue.broker), queue.queue & _MASK, string_hash(queue.topic)))


def hash_order(items: Sequence[Item], hash_code: Callable[[Item], int], capacity: int = 16) -> list[Item]:
    """The order in which a HashSet, HashMap or ConcurrentHashMap of `items` (in insertion order) is walked.

    Buckets in ascending order, each in insertion order; the table doubles when three quarters full, from `capacity`.
    """
    while len(items) > capacity * 3 // 4:
        capacity *= 2

    def bucket(item: Item) -> int:
        code = hash_code(item)
        return (code ^ (code >> 16)) & (capacity - 1)

    return sorted(items, key=bucket)
