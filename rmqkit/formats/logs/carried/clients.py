"""Clients as brokers print them: a channel's ends, how they consume, who holds a lock, and when they made their
subscriptions, by versions that are clock readings. Text and numbers in, values out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass(frozen=True)
class ConsumerKind:
    """`CONSUME_PASSIVELY` (push) or `CONSUME_ACTIVELY` (pull, lite pull), and the message model."""

    consume_type: str | None
    message_model: str | None


# Netty 4.1: `L:/local - R:/peer`, ` ! R:` when closed; 4.0 of an accepted channel: `/peer =>
# /local`, `:>` when closed.
_END = r"[^\s/]*/(\[[^\]\s]*\]:[0-9]+|[^\s,\[\]]+)"
_ENDS = re.compile(rf"L:{_END} [-!] R:{_END}")
_OLD_ENDS = re.compile(rf"{_END} [=:]> {_END}")
_CONSUME_TYPES = ("CONSUME_PASSIVELY", "CONSUME_ACTIVELY", "CONSUME_POP")
_MODELS = ("BROADCASTING", "CLUSTERING")


def own_end(text: str) -> str | None:
    """Where the printing process has the first channel: `[id: 0x..., L:/10.0.0.1:10911 - R:/10.0.0.7:40112]`.

    None where the text prints no netty channel (gRPC, proxy).
    """
    if ends := _ENDS.search(text):
        return ends[1]
    ends = _OLD_ENDS.search(text)
    return ends[2] if ends else None


def consumer_kind(text: str) -> ConsumerKind | None:
    """How the consumer that connected consumes (`ConsumerGroupInfo#updateChannel`, all versions)."""
    words = text.partition("channel:")[0].split()
    consume_type = next((word for word in _CONSUME_TYPES if word in words), None)
    model = next((word for word in _MODELS if word in words), None)
    return ConsumerKind(consume_type, model) if consume_type or model else None


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# 1973 to 5138 in each unit: no clock of a running client is outside, and the units do not overlap.
_LEAST, _MOST = 10**11, 10**14
# Java's and Go's largest long.
_LONGEST = 2**63 - 1
_NANOSECONDS = 10**6

_VERSION = re.compile(r"\bsubVersion\"?[=:] ?(-?[0-9]+)")
_CHANGED = re.compile(r"OLD: (?P<old>.*?) NEW: (?P<new>.*)$", re.DOTALL)


def instant_of_version(version: int) -> datetime | None:
    """When a client made its subscription, by its own clock; None for what no clock would say.

    `SubscriptionData.subVersion` is `System.currentTimeMillis()` in Java and C++ (milliseconds) and
    `time.Now().UnixNano()` in Go (rocketmq-client-go v2, consumer/consumer.go, buildSubscriptionData).
    """
    if _LEAST <= version < _MOST:
        return instant_of_epoch(version)
    if _LEAST * _NANOSECONDS <= version <= min(_LONGEST, _MOST * _NANOSECONDS):
        return _EPOCH + timedelta(microseconds=version // 1000)
    return None


def instant_of_epoch(milliseconds: int) -> datetime | None:
    """Milliseconds since 1970 as an instant in UTC; None where the calendar has no such moment."""
    try:
        return _EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return None


def subscription_versions(text: str) -> tuple[int, ...]:
    """Every subVersion in the record, in its order; `OLD: ... NEW: ...` has two."""
    # Java's longs have 19 digits at most; of more, the first ones are enough to be no clock
    return tuple(int(digits[:30]) for digits in _VERSION.findall(text))


def newest_version(text: str) -> int | None:
    """The version that a broker would keep: the largest number, whatever its unit.

    `ConsumerGroupInfo#updateSubscription` compares the numbers (all versions), so a Go client's nanoseconds win.
    """
    return max(subscription_versions(text), default=None)


def replaced(text: str) -> tuple[str, str] | None:
    """The subscriptions of a `subscription changed` line, OLD and NEW, without their versions, tags in one order."""
    changed = _CHANGED.search(text)
    if changed is None:
        return None

    def tags_in_order(subscribed: re.Match[str]) -> str:
        return "subString=" + "||".join(sorted({tag.strip() for tag in subscribed["words"].split("||")}))

    old, new = (_TAGS.sub(tags_in_order, _VERSION.sub("", changed[name])).strip() for name in ("old", "new"))
    return old, new


# `FilterAPI#buildSubscriptionData`, all versions: the sets hold what the words name.
_TAGS = re.compile(r"\bsubString=(?P<words>[^,]*), tagsSet=\[[^\]]*\], codeSet=\[[^\]]*\]")
