"""Offsets that moved otherwise than by consuming: corrections, resets, commits that go back. Text
in, values out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from rmqkit.formats.java_text import MessageQueueText
from rmqkit.formats.logs.carried.queues import queue_named
from rmqkit.formats.logs.carried.versions import instant_of_epoch


@dataclass(frozen=True)
class CommitBelowStored:
    """A commit lower than what the broker had stored:
    after a reset, or two consumers on one queue."""

    requested: int
    stored: int


@dataclass(frozen=True)
class OffsetChange:
    """An offset that was asked for, and what the broker gave or the client took instead.

    `new` is None where the record tells only that `old` could not stay; `lowest` and `highest` are
    the queue's own bounds where it tells them. From `new` below `old` messages come again; from
    `new` above it messages are skipped.
    """

    old: int | None
    new: int | None
    lowest: int | None = None
    highest: int | None = None
    queue: MessageQueueText | None = None


@dataclass(frozen=True)
class ResetRequest:
    """An operator's reset: to a time (`timestamp`, milliseconds; -1 is the end) or to an offset of
    one queue."""

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
    """`[NOTIFYME]update consumer offset less than store.` of `ConsumerOffsetManager#commitOffset`,
    all versions."""
    requested, stored = _REQUEST.search(text), _STORED.search(text)
    return CommitBelowStored(int(requested[1]), int(stored[1])) if requested and stored else None


_COMMITTED = re.compile(r"[0-9]{1,19}")


def committed_offset(detail: str | None) -> int | None:
    """The offset that a client logged as committed; None where the record's piece is no offset."""
    return int(detail) if detail and _COMMITTED.fullmatch(detail) else None


# Each wording's pieces; a record has an offset change if its mark stands in it.
_ONE_OF = {
    # PullMessageProcessor (4.x), DefaultPullMessageResultHandler (5.x)
    "PULL_OFFSET_MOVED:": {"old": _REQUEST, "new": re.compile(rf"\bnewOffset={_N}")},
    "request offset too small": {"old": _REQUEST, "lowest": re.compile(rf"\bbrokerMinOffset={_N}")},
    "request offset is too small": {
        "old": _REQUEST,
        "lowest": re.compile(rf"\bbrokerMinOffset={_N}"),
    },
    "over flow badly": {
        "old": re.compile(rf"request offset: ?{_N} over flow"),
        "new": re.compile(rf"fix to {_N}"),
        "highest": re.compile(rf"broker max offset: ?{_N}"),
    },
    "fix the request offset": {
        "old": re.compile(rf"fix the request offset {_N}"),
        "new": re.compile(rf"fix the request offset -?[0-9]+ to {_N}"),
        # A queue without data ends where it begins, at 0.
        "highest": re.compile(rf"fix the request offset -?[0-9]+ to {_N}"),
    },
    # DefaultMQPushConsumerImpl, DefaultLitePullConsumerImpl; rocketmq-client-go
    "request offset illegal": {
        "old": re.compile(rf"\bnextOffset={_N}"),
        "new": re.compile(rf"\b[nN]extBeginOffset[=:] ?{_N}"),
        "lowest": re.compile(rf"\b[mM]inOffset[=:] ?{_N}"),
        "highest": re.compile(rf"\b[mM]axOffset[=:] ?{_N}"),
    },
    "fix the pull request offset": {"new": re.compile(rf"\bnextOffset={_N}")},
    "so fix offset from broker": {
        "old": re.compile(rf"\bnextOffset={_N}"),
        "new": re.compile(rf"NewOffset: {_N}"),
    },
    "larger than broker consume offset": {
        "old": re.compile(rf"\bnextOffset={_N}"),
        "new": re.compile(rf"NewOffset: {_N}"),
    },
    # ScheduleMessageService
    "correct delay offset": {
        "old": re.compile(rf"\] from {_N}"),
        "new": re.compile(rf"\] from -?[0-9]+ to {_N}"),
    },
    "schedule CQ offset invalid": {
        "old": re.compile(rf"\boffset={_N}"),
        "lowest": re.compile(rf"\bcqMinOffset={_N}"),
        "highest": re.compile(rf"\bcqMaxOffset={_N}"),
    },
}


def offset_change(text: str) -> OffsetChange | None:
    """The correction that a broker or a client logged; None in any other record."""
    pieces = next((pieces for mark, pieces in _ONE_OF.items() if mark in text), None)
    if pieces is None:
        return None
    matches = {name: piece.search(text) for name, piece in pieces.items()}
    values = {name: int(match[1]) for name, match in matches.items() if match}
    return OffsetChange(
        old=values.get("old"),
        new=values.get("new"),
        lowest=values.get("lowest"),
        highest=values.get("highest"),
        queue=queue_named(text),
    )


_GOES_ON_AT = re.compile(rf"\b(?:nextBeginOffset|newOffset)={_N}")


def told_to_go_on_at(text: str) -> int | None:
    """The offset that a correction tells the reader to go on at: `PullResult` of the clients, the broker's
    `PULL_OFFSET_MOVED`."""
    found = _GOES_ON_AT.search(text)
    return int(found[1]) if found else None


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
