"""What logs say, in plain values: events, commits, and the logs themselves. No judgement here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rmqkit.formats.java_text import message_queues
from rmqkit.rocketmq import MessageQueue


@dataclass(frozen=True)
class Place:
    """Where something is written: file, line (null in logs, where only the record's text is known) and text."""

    file: str
    line: int | None
    text: str


@dataclass(frozen=True)
class Event:
    """A log message, or many alike: `times` of them between `at` and `last_at`."""

    file: str
    source: str
    event: str
    at: datetime | None
    last_at: datetime | None
    times: int
    group: str | None
    topic: str | None
    client_id: str | None
    address: str | None
    broker: str | None
    queue: int | None
    code: int | None
    detail: str | None
    last_detail: str | None
    raw: str
    line: int | None = None

    @property
    def place(self) -> Place:
        """The record's first line, citable."""
        return Place(self.file, self.line, self.raw.split("\n", 1)[0])

    @property
    def message_queue(self) -> MessageQueue | None:
        """The queue that the message names."""
        if self.topic is None or self.broker is None or self.queue is None:
            return None
        return MessageQueue(self.topic, self.broker, self.queue)


def named_queues(text: str) -> list[MessageQueue]:
    """Every queue that a text names in Java's print, in its order."""
    return [MessageQueue(each.topic, each.broker, each.queue) for each in message_queues(text)]


@dataclass(frozen=True)
class Commit:
    """One offset that a client sent to the broker, from the client's own log."""

    file: str
    queue: MessageQueue
    at: datetime
    offset: int


@dataclass(frozen=True)
class LogFile:
    """A log that was read: what wrote it and from when to when."""

    file: str
    source: str
    first: datetime | None
    last: datetime | None
