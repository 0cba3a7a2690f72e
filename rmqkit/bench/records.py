"""The bench: the records behind a queue, a client or a moment, from tables and log events. No judgement here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from rmqkit.bench.looks import Look
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.render.parts import file_and_line
from rmqkit.evidence import Evidence
from rmqkit.rocketmq import MessageQueue

# What belongs to one look: a rebalance and the heartbeats around it.
AROUND = timedelta(seconds=15)
QUEUE_TABLES = ("progress", "client_queues", "topic_queues")
CLIENT_TABLES = ("connections", "subscriptions", "client_queues", "client_properties")
GROUP_TABLES = ("progress", *CLIENT_TABLES)
TableRow = dict[str, Any]


@dataclass(frozen=True)
class RecordRow:
    """One line of the evidence; of alike log records the first, with how often it came. `line` is None in logs."""

    at: datetime | None
    file: str
    line: int | None
    text: str
    times: int = 1

    @property
    def place(self) -> str:
        """`file:line`, as editors take it."""
        return file_and_line(self.file, self.line)


def records_of_queue(evidence: Evidence, facts: GroupFacts, queue: MessageQueue) -> tuple[RecordRow, ...]:
    """Every look at the queue, who said that he holds it, and the log records that name it."""

    def about(row: TableRow) -> bool:
        named = (row["topic"], row["broker"], row["queue"])
        return named == (queue.topic, queue.broker, queue.queue) and _is_own(row, facts)

    # By its fields, or as Java prints a queue.
    events = [event for event in facts.events if event.message_queue == queue or str(queue) in event.raw]
    return _records(evidence, QUEUE_TABLES, about, events)


def records_of_client(evidence: Evidence, facts: GroupFacts, client_id: str) -> tuple[RecordRow, ...]:
    """Where lists name the client, what it says of itself, and the log records that name it."""

    def about(row: TableRow) -> bool:
        return row["client_id"] == client_id and _is_own(row, facts)

    events = [event for event in facts.events if event.client_id == client_id]
    return _records(evidence, CLIENT_TABLES, about, events)


def records_of_look(evidence: Evidence, facts: GroupFacts, look: Look) -> tuple[RecordRow, ...]:
    """The lines of the look itself, and what the logs tell of the moments around it."""
    places = dict.fromkeys(
        (place.file, place.line, place.text)
        for observation in look.observations
        for place in observation.places.values()
    )
    lines = [RecordRow(look.at, file, line, text) for file, line, text in places]
    around = records_of_moment(evidence, facts, look.at) if look.at else ()
    own = {(line.file, line.line) for line in lines}
    return _printed(evidence, [*lines, *(one for one in around if (one.file, one.line) not in own)])


def records_of_moment(evidence: Evidence, facts: GroupFacts, moment: datetime) -> tuple[RecordRow, ...]:
    """What any table or log tells of the seconds around a moment."""

    def about(row: TableRow) -> bool:
        return _near(row["at"], moment) and _is_own(row, facts)

    events = [event for event in facts.events if _near(event.at, moment) or _near(event.last_at, moment)]
    return _records(evidence, GROUP_TABLES, about, events)


def _near(at: datetime | None, moment: datetime) -> bool:
    return at is not None and abs(at - moment) <= AROUND


def _is_own(row: TableRow, facts: GroupFacts) -> bool:
    return row.get("group") in (None, facts.group)


def _records(
    evidence: Evidence, tables: Iterable[str], about: Callable[[TableRow], bool], events: Iterable[Event]
) -> tuple[RecordRow, ...]:
    rows = [row for table in tables for row in evidence.rows(table) if about(row)]
    lines = dict.fromkeys((row["at"], row["file"], row["line"]) for row in rows)
    records = [RecordRow(at, file, line, "") for at, file, line in lines]
    for event in events:
        first_line = event.raw.split("\n", 1)[0]
        records.append(RecordRow(event.at, event.file, event.line, first_line, event.times))
    return _printed(evidence, records)


def _printed(evidence: Evidence, records: Sequence[RecordRow]) -> tuple[RecordRow, ...]:
    """In the order of their moments, with the text as it was printed."""
    cited = [(record.file, record.line) for record in records if record.line is not None]
    texts = evidence.printed_lines(cited)
    quoted = [replace(record, text=texts.get((record.file, record.line or 0), record.text)) for record in records]
    return tuple(sorted(quoted, key=lambda row: (row.at is None, row.at, row.file, row.line or 0)))
