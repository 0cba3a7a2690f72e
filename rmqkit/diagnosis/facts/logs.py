"""What logs say, in plain values: events, commits, and the logs themselves; which messages of the catalogue report what
(`records.tsv`). Rules ask by what is reported and never by the names of messages. No judgement here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
from rmqkit.formats.java_text import MessageQueueText
from rmqkit.formats.logs.carried import Record
from rmqkit.formats.logs.catalogue import FIELDS
from rmqkit.formats.logs.catalogue.meaning import Facts, stated
from rmqkit.formats.logs.explained import Explained, said_within
from rmqkit.formats.logs.processes import Process
from rmqkit.language import read_rows
from rmqkit.rocketmq import MessageQueue

REFUSED_START = "consumer_start_failed"
_LONGEST_READ = 4_000


@dataclass(frozen=True)
class EvidenceLine:
    """A line that a person can look up. `line` is null in logs, where only the record's text is known."""

    file: str
    line: int | None
    text: str

    def to_dict(self) -> dict[str, Any]:
        return {"file": self.file, "line": self.line, "text": self.text}


class Within(NamedTuple):
    """A part of a record's text, by where it begins and ends there."""

    begin: int
    end: int


@dataclass(frozen=True)
class Event:
    """A log message, or many alike: `times` of them between `at` and `last_at`. `process`: who wrote it, of several
    that one file has the lines of; what each of them wrote is a log of its own, and `file` names that. `part`: of a log
    that was rolled, the file that holds its line. Details that are a part of `raw` need not be there once more."""

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
    detail: str | Within | None
    last_detail: str | Within | None
    raw: str
    line: int | None = None
    process: Process | None = None
    part: str | None = None

    def of_process(self, process: Process) -> Event:
        """The same, in the log of one of the processes that wrote its file."""
        return replace(self, file=f"{self.file}{_of(process)}", process=process)

    @property
    def printed_in(self) -> str:
        """The file that holds its line."""
        return self.part or _printed_in(self.file, self.process)

    def until(self, end: datetime) -> Event:
        """Of many records alike those up to a moment; what was read of its text need not be read again."""
        cut = copy(self)
        vars(cut)["last_at"] = end
        return cut

    def tells(self, what: str) -> bool:
        """Whether it is one of the messages that tell this (`records.tsv`)."""
        return self.event in told(what).events

    @property
    def alike(self) -> bool:
        """Whether the first and the last of these records name the same."""
        return self.detail == self.last_detail

    @property
    def place(self) -> EvidenceLine:
        """The record's first line, citable."""
        return EvidenceLine(self.printed_in, self.line, self.raw.split("\n", 1)[0])

    @property
    def place_with_reason(self) -> EvidenceLine:
        """Its first line with what the broker answered."""
        text = f"{self.carried.first_line.strip()} ... {self.carried.reason}"
        return EvidenceLine(self.printed_in, self.line, text)

    @cached_property
    def carried(self) -> Record:
        """What its text carries, as typed values; nothing else reads the text."""
        return Record.of_lines(self.raw, self._text(self.detail), self._text(self.last_detail))

    def _text(self, detail: str | Within | None) -> str | None:
        return self.raw[detail.begin : detail.end] if isinstance(detail, Within) else detail

    @cached_property
    def version_ahead(self) -> timedelta | None:
        """By how much the newest subscription version in it is ahead of its moment (negative: behind)."""
        version = self.carried.newest_version
        return version - self.at if version and self.at else None

    @property
    def copied_as(self) -> tuple[datetime | None, str]:
        """What a copy of the record in another file has as well: its moment and its words."""
        return self.at, self.raw

    @property
    def reason_within(self) -> Explained | None:
        """What it says of why: it stands at a record's beginning, however long its trace is."""
        return said_within(self.raw[:_LONGEST_READ], self.event)

    def facts(self, wanted: Collection[str]) -> Facts:
        """What it says of itself, by name: its fields, then what else its text tells of the names that are wanted."""
        fields = {name: getattr(self, name) for name in FIELDS if name in wanted and name != "detail"}
        known = {name: None if value is None else str(value) for name, value in fields.items()}
        return stated(self.raw, known, only=wanted)

    @property
    def message_queue(self) -> MessageQueue | None:
        if self.topic is None or self.broker is None or self.queue is None:
            return None
        return MessageQueue(self.topic, self.broker, self.queue)


def queue_of(named: MessageQueueText) -> MessageQueue:
    return MessageQueue(named.topic, named.broker, named.queue)


@dataclass(frozen=True)
class Commit:
    """One offset that a client sent to the broker, from the client's own log."""

    file: str
    queue: MessageQueue
    at: datetime
    offset: int


def _of(process: Process) -> str:
    """What is put behind a file's name for the lines of one process; its folder stays what it is."""
    return f" ({process.name.replace('/', ' ')})"


def _printed_in(log: str, process: Process | None) -> str:
    return log.removesuffix(_of(process)) if process else log


@dataclass(frozen=True)
class LogFile:
    """A log that was read: what wrote it and from when to when. `process`: of several that wrote one file, whose lines
    these are."""

    file: str
    source: str
    first: datetime | None
    last: datetime | None
    process: Process | None = None

    @property
    def printed_in(self) -> str:
        """The file that holds its lines."""
        return _printed_in(self.file, self.process)


def first_moment(events: Iterable[Event]) -> datetime | None:
    """When the first of the records was written; None where none carries a time."""
    return earliest(event.at for event in events)


def last_moment(events: Iterable[Event]) -> datetime | None:
    """When the last of the records was written; None where none carries a time."""
    return latest(event.last_at for event in events)


def last_moments(events: Iterable[Event]) -> dict[str, datetime]:
    """When the last of the records of each log was written, by log."""
    by_log = grouped((event.file, event.last_at) for event in events if event.last_at)
    return {file: max(moments) for file, moments in by_log.items()}


class Dated(Protocol):
    """What was written at a moment, if anything tells it."""

    @property
    def at(self) -> datetime | None: ...


AnyDated = TypeVar("AnyDated", bound=Dated)


def lately(rows: Sequence[AnyDated], span: timedelta) -> list[AnyDated]:
    """Those that were written at most that long before the newest of them."""
    newest = latest(row.at for row in rows)
    return [row for row in rows if row.at and newest and newest - row.at <= span]


def reported_after(events: Iterable[Event], moment: datetime | None) -> list[Event]:
    """The records that are still written after a moment."""
    return [event for event in events if is_after(event.last_at, moment)]


def times_of(events: Iterable[Event]) -> int:
    """How often it happened, at least: what clients and brokers both log is counted by the side that has more of it."""
    by_side = grouped((event.source, event.times) for event in events)
    return max(map(sum, by_side.values()), default=0)


def messages_in(events: Sequence[Event]) -> tuple[frozenset[str], bool]:
    """The ids of the messages that records name, and whether these are all: one message may have several records, and
    where alike records were counted as one some ids are not known."""
    ids = {event.carried.message_id for event in events}
    return frozenset(filter(None, ids)), None not in ids and all(event.alike for event in events)


def clients_in(events: Iterable[Event]) -> tuple[str, ...]:
    return distinct(event.client_id for event in events)


def topics_in(events: Iterable[Event]) -> tuple[str, ...]:
    return distinct(event.topic for event in events)


def queues_in(events: Iterable[Event]) -> tuple[MessageQueue, ...]:
    return distinct(event.message_queue for event in events)


def span_of(events: Sequence[Event]) -> timedelta:
    """From the first to the last of the records; nothing where none carries a time."""
    first, last = first_moment(events), last_moment(events)
    return last - first if first and last else timedelta()


class Placed(Protocol):
    """What stands in a line of its own: a record, an answer, a queue's end."""

    @property
    def place(self) -> EvidenceLine: ...


def places_of(facts: Iterable[Placed]) -> tuple[EvidenceLine, ...]:
    return tuple(fact.place for fact in facts)


def topics_of(queues: Iterable[MessageQueue]) -> tuple[str, ...]:
    return distinct(queue.topic for queue in queues)


def brokers_of(queues: Iterable[MessageQueue]) -> tuple[str, ...]:
    return distinct(queue.broker for queue in queues)


class Told(NamedTuple):
    """The messages that report something: their names, who has to have written them, and whether they have to name the
    group."""

    events: tuple[str, ...]
    by: str | None
    own: bool


@cache
def _table() -> dict[str, Told]:
    rows = read_rows(Path(__file__).with_name("records.tsv"), ("told", "by", "own", "events"))
    return {row["told"]: Told(tuple(row["events"].split()), row["by"] or None, bool(row["own"])) for row in rows}


def told(name: str) -> Told:
    """The messages that tell it.

    Raises KeyError for what no row is called.
    """
    return _table()[name]
