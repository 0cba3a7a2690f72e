"""Offsets that moved otherwise than by consuming (corrections, resets, commits that go back), and
the one queue that a record is about. Text in, values out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from rmqkit.formats.data import rows_of
from rmqkit.formats.java_text import MessageQueueText, message_queues
from rmqkit.formats.logs.carried.clients import instant_of_epoch


@dataclass(frozen=True)
class CommitBelowStored:
    """A commit lower than what the broker had stored: after a reset, or two consumers on one queue."""

    requested: int
    stored: int


@dataclass(frozen=True)
class OffsetChange:
    """An offset that was asked for, and what the broker gave or the client took instead.

    `new` is None where the record tells only that `old` could not stay; `lowest` and `highest` are the queue's own
    bounds where it tells them. From `new` below `old` messages come again; from `new` above it messages are skipped.
    """

    old: int | None = None
    new: int | None = None
    lowest: int | None = None
    highest: int | None = None
    queue: MessageQueueText | None = None

    @property
    def beyond_the_end(self) -> bool:
        """Whether the queue ends before what was asked for."""
        return self.old is not None and self.highest is not None and self.old > self.highest


@dataclass(frozen=True)
class ResetRequest:
    """An operator's reset: to a time (`timestamp`, milliseconds; -1 is the end) or to an offset of one queue."""

    timestamp: int | None
    offset: int | None = None

    @property
    def to(self) -> datetime | None:
        """The time that was asked for; None for the queue's end (-1) and for an offset."""
        if self.timestamp is None or self.timestamp <= 0:
            return None
        return instant_of_epoch(self.timestamp)


_N = r"(-?[0-9]{1,19})\b"
_REQUEST, _STORED = re.compile(rf"\brequestOffset={_N}"), re.compile(rf"\bstoreOffset={_N}")


def commit_below_stored(text: str) -> CommitBelowStored | None:
    """`[NOTIFYME]update consumer offset less than store.` of `ConsumerOffsetManager#commitOffset`, all versions."""
    requested, stored = _REQUEST.search(text), _STORED.search(text)
    return CommitBelowStored(int(requested[1]), int(stored[1])) if requested and stored else None


_COMMITTED = re.compile(r"(?:^|\bminOffset=)([0-9]{1,19})(?:$|,)")


def committed_offset(detail: str | None) -> int | None:
    """The offset that a client logged as committed, or commits next: the lowest that it has not finished, where it
    says that too much lies in it (`DefaultMQPushConsumerImpl#pullMessage`, `ProcessQueue#removeMessage`, all versions).
    None where the record's piece is no offset."""
    told = _COMMITTED.search(detail) if detail else None
    return int(told[1]) if told else None


@cache
def _changes() -> tuple[tuple[str, dict[str, re.Pattern[str]]], ...]:
    """The marks of corrections, and where each has its offsets."""
    rows = rows_of("offset_changes.tsv", "mark", *_OFFSETS)
    return tuple(
        (row["mark"], {name: re.compile(row[name].replace("#", _N)) for name in _OFFSETS if row[name]}) for row in rows
    )


_OFFSETS = ("old", "new", "lowest", "highest")


def offset_change(text: str) -> OffsetChange | None:
    """The correction that a broker or a client logged; None in any other record."""
    pieces = next((pieces for mark, pieces in _changes() if mark in text), None)
    if pieces is None:
        return None
    matches = {name: piece.search(text) for name, piece in pieces.items()}
    values = {name: int(match[1]) for name, match in matches.items() if match}
    return OffsetChange(**values, queue=queue_named(text))


_TIMESTAMP = re.compile(rf"\b[tT]imestamp\"?[=:] ?{_N}")
_RESET_OFFSET = re.compile(rf"\bresetOffset={_N}")
_RESET_MARKS = ("reset offset", "Reset offset", "reset consumer offset", "[reset-offset]")


def reset_request(text: str) -> ResetRequest | None:
    """What a reset was asked for: the broker's `[reset-offset] ... started by`, the client's
    `invoke reset offset operation from broker`, Go's `receive reset consumer offset request...`,
    5.1's `Reset offset OK.`"""
    if not any(mark in text for mark in _RESET_MARKS):
        return None
    timestamp, offset = _TIMESTAMP.search(text), _RESET_OFFSET.search(text)
    if timestamp is None and offset is None:
        return None
    return ResetRequest(
        timestamp=int(timestamp[1]) if timestamp else None,
        offset=int(offset[1]) if offset else None,
    )


_RESET_TO = re.compile(
    rf'\{{"brokerName":"(?P<broker>[^"]+)","queueId":(?P<queue>[0-9]{{1,9}}),"topic":"(?P<topic>[^"]+)"\}}:(?P<offset>{_N})'
)


def reset_to(text: str) -> dict[MessageQueueText, int]:
    """To which offset a broker put each queue that it names: `Reset offset, topic=..., group=..., queues={...}`
    (`AdminBrokerProcessor#resetOffsetInner`, 5.0.0 and later)."""
    if "queues=" not in text:
        return {}
    return {
        MessageQueueText(one["topic"], one["broker"], int(one["queue"])): int(one["offset"])
        for one in _RESET_TO.finditer(text)
    }


# rocketmq-client-go v2, PullRequest.String()
_IN_GO = re.compile(
    r"Topic: (?P<topic>[^\s,]+), MessageQueue: brokerName=(?P<broker>[^\s,]+), queueId=(?P<queue>[0-9]{1,9})"
)


def queue_named(text: str) -> MessageQueueText | None:
    """The first queue that the text names in full."""
    named = next(iter(message_queues(text)), None)
    in_go = _IN_GO.search(text)
    if named is None and in_go is not None:
        return MessageQueueText(in_go["topic"], in_go["broker"], int(in_go["queue"]))
    return named


_STOPPED_BY_SPAN = re.compile(r"\bmaxSpan\"?[=:] ?-?[0-9]{1,19}\b")


def span_exceeded(text: str) -> bool:
    """Whether a client stopped to pull a queue since one unfinished message holds the others: `span too long`, beyond
    2,000 by default, as opposed to too many messages or bytes.

    `DefaultMQPushConsumerImpl#pullMessage` and `DefaultLitePullConsumerImpl` (4.0.0 to 5.4), rocketmq-client-go v2.
    """
    return "do flow control" in text and _STOPPED_BY_SPAN.search(text) is not None
