"""How RocketMQ behaves: one subscription of a client, as heartbeats carry it and the broker's table keeps it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from rmqkit.rocketmq.internal_topics import RETRY_PREFIX
from rmqkit.rocketmq.java_hash import combined_hash, string_hash

ALL = "*"


def retry_topic(group: str) -> str:
    """`MixAll.getRetryTopic`: the topic of messages that a group failed on."""
    return f"{RETRY_PREFIX}{group}"


def group_of_retry(name: str, groups: Collection[str], topics: Collection[str]) -> str:
    """Whose retries a name behind `%RETRY%` stands for (`KeyBuilder`, 5.x): that of a group, or of a group that
    pops a topic, as GROUP+TOPIC (V2) or GROUP_TOPIC (V1).

    V1 reads like a group's name, so that it counts only where both are known.
    """
    group, plus, _ = name.partition("+")
    if plus:
        return group
    cuts = (place for place, letter in enumerate(name) if letter == "_")
    popped = (name[:cut] for cut in cuts if name[:cut] in groups and name[cut + 1 :] in topics)
    return next(popped, name)


@dataclass(frozen=True, slots=True)
class Subscription:
    """`SubscriptionData` (all versions): topic, expression, its type (TAG or SQL92), and subVersion in milliseconds."""

    topic: str
    expression: str = ALL
    expression_type: str = "TAG"
    version: int = 0

    @property
    def tags(self) -> frozenset[str] | None:
        """The tags that the expression lets through; None for all, and for SQL92, which tags do not decide."""
        return _tags(self.expression) if self.expression_type == "TAG" else None

    def at_version(self, version: int) -> Subscription:
        """The same subscription with another version."""
        return replace(self, version=version)

    def hash_code(self) -> int:
        """`SubscriptionData#hashCode`; the version is not part of it."""
        return _hash_code(self.topic, self.expression, self.expression_type)


@lru_cache(maxsize=4096)
def _tags(expression: str) -> frozenset[str] | None:
    """`FilterAPI.buildSubscriptionData`: split at `||`, trimmed; empty and `*` mean all."""
    if expression in ("", ALL):
        return None
    return frozenset(tag.strip() for tag in expression.split("||") if tag.strip())


@lru_cache(maxsize=4096)
def _hash_code(topic: str, expression: str, expression_type: str) -> int:
    tags = (_tags(expression) if expression_type == "TAG" else None) or frozenset()
    # A set's hash is the sum of its members'; the code of a tag is its hash, and an Integer
    # hashes to itself.
    total = sum(string_hash(tag) for tag in tags) & 0xFFFFFFFF
    not_class_filter = 1237
    parts = (not_class_filter, total, string_hash(expression), total, string_hash(topic), string_hash(expression_type))
    return combined_hash(parts)
