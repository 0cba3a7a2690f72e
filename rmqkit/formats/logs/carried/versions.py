"""Subscription versions and clock readings in log records, as instants. Text and numbers in, values out."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

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
