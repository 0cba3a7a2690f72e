"""Clients as brokers print them: a channel's ends, how they consume, who holds a lock."""

from __future__ import annotations

import re
from dataclasses import dataclass


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


# The client's own layout of 5.x: `2026-11-22 23:01:59.029 INFO  [26463] [main] [...] - ` (rmq.client.logback.xml).
_PROCESS_ID = re.compile(r"^\S+ \S+ [A-Z]+ +\[(\d+)\] \[")


def process_id(text: str) -> int | None:
    """The process that printed a record, where its layout has it."""
    printed = _PROCESS_ID.match(text)
    return int(printed[1]) if printed else None


def consumer_kind(text: str) -> ConsumerKind | None:
    """How the consumer that connected consumes (`ConsumerGroupInfo#updateChannel`, all versions)."""
    words = text.partition("channel:")[0].split()
    consume_type = next((word for word in _CONSUME_TYPES if word in words), None)
    model = next((word for word in _MODELS if word in words), None)
    return ConsumerKind(consume_type, model) if consume_type or model else None


# RebalanceLockManager: who holds a lock that another client asked for, or held it until it expired.
# Something follows it in every version: an id at a line's end was cut there.
_HOLDER = re.compile(r"(?:(?:Other|Old)ClientId: |(?:locked|old) client id=)(?P<client>[^\s,]+)(?=[, ])")


def lock_holder(text: str) -> str | None:
    """The client that holds or held a queue's lock, where a record of the broker's locks names it."""
    holder = _HOLDER.search(text)
    return holder["client"] if holder else None
