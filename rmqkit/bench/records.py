"""The bench: the snapshots of who held what, as the case saw them, the moments of its log messages, and the records
behind a queue, a client or a moment. No judgement here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.observations import Observation
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import not_before
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.render.parts import file_and_line
from rmqkit.evidence import Evidence
from rmqkit.language import message, say
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq import MessageQueue

# What belongs to one look: a rebalance and the heartbeats around it.
AROUND = timedelta(seconds=15)
QUEUE_TABLES = ("progress", "client_queues", "topic_queues")
CLIENT_TABLES = ("connections", "subscriptions", "client_queues", "client_properties")
GROUP_TABLES = ("progress", *CLIENT_TABLES)
TableRow = dict[str, Any]
RUNNING_INFO, RESULTS = message("running info"), message("rebalance lines in the clients' logs")


@dataclass(frozen=True)
class Look:
    """What was seen at one moment: one consumerProgress, or what all clients said of themselves.

    `before`: it is older than the group as it is at the end, which it therefore cannot tell of.
    """

    name: str
    at: datetime | None
    observations: tuple[Observation, ...]
    before: bool = False

    @property
    def label(self) -> str:
        """Its time, where it tells one, and its source."""
        return say("{at}  {name}", at=time_of_day(self.at), name=self.name) if self.at else self.name


def looks_of(case: Case) -> tuple[Look, ...]:
    """All looks at owners: those that tell their moment in its order, then the others."""
    looks: list[Look] = []
    of_clients: dict[str, list[Observation]] = defaultdict(list)
    for observation in case.observations:
        if observation.by_ip:
            looks.append(_look(case, observation.source, [observation]))
        else:
            name = RESULTS if observation.source in case.logs else RUNNING_INFO
            of_clients[name].append(observation)
    looks += [_look(case, name, observations) for name, observations in of_clients.items()]
    return tuple(sorted(looks, key=lambda look: (look.at is None, look.at, look.name)))


def _look(case: Case, name: str, observations: Sequence[Observation]) -> Look:
    at = max((observation.at for observation in observations if observation.at), default=None)
    return Look(name, at, tuple(observations), before=not not_before(at, case.members_since))


class Moment(NamedTuple):
    """A log message of the group, or a snapshot."""

    at: datetime
    what: str


def moments_of(facts: GroupFacts, looks: Sequence[Look]) -> tuple[Moment, ...]:
    """Every snapshot that has a time, and what the logs report of members, subscriptions, rebalances and refusals, in
    order. The first of many messages alike stands for all."""
    moments = [Moment(look.at, look.name) for look in looks if look.at]
    moments += [Moment(event.at, event.event) for event in facts.records("mark.moments") if event.at]
    return tuple(sorted(moments))


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


Line = TypeVar("Line", RecordRow, EvidenceLine)


def records_of_queue(evidence: Evidence, facts: GroupFacts, queue: MessageQueue) -> tuple[RecordRow, ...]:
    """Every look at the queue, who said that he holds it, and the log records that name it."""
    place = (queue.topic, queue.broker, queue.queue)
    # By its fields, or as Java prints a queue.
    events = [event for event in facts.events if event.message_queue == queue or str(queue) in event.raw]
    named = itemgetter("topic", "broker", "queue")
    return _records(evidence, facts, QUEUE_TABLES, lambda row: named(row) == place, events)


def records_of_client(evidence: Evidence, facts: GroupFacts, client_id: str) -> tuple[RecordRow, ...]:
    """Where lists name the client, what it says of itself, and the log records that name it."""
    events = [event for event in facts.events if event.client_id == client_id]
    return _records(evidence, facts, CLIENT_TABLES, lambda row: row["client_id"] == client_id, events)


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
    return _in_order(evidence, [*lines, *(one for one in around if (one.file, one.line) not in own)])


def records_of_moment(evidence: Evidence, facts: GroupFacts, moment: datetime) -> tuple[RecordRow, ...]:
    """What any table or log tells of the seconds around a moment."""
    events = [event for event in facts.events if _near(event.at, moment) or _near(event.last_at, moment)]
    return _records(evidence, facts, GROUP_TABLES, lambda row: _near(row["at"], moment), events)


def _near(at: datetime | None, moment: datetime) -> bool:
    return at is not None and abs(at - moment) <= AROUND


def _records(
    evidence: Evidence,
    facts: GroupFacts,
    tables: Iterable[str],
    about: Callable[[TableRow], bool],
    events: Iterable[Event],
) -> tuple[RecordRow, ...]:
    """The group's rows of these tables that are about something, and log records."""
    rows = [row for table in tables for row in evidence.rows(table) if row.get("group") in (None, facts.group)]
    rows = [row for row in rows if about(row)]
    lines = dict.fromkeys((row["at"], row["file"], row["line"]) for row in rows)
    records = [RecordRow(at, file, line, "") for at, file, line in lines]
    for event in events:
        first_line = event.raw.split("\n", 1)[0]
        records.append(RecordRow(event.at, event.file, event.line, first_line, event.times))
    return _in_order(evidence, records)


def _in_order(evidence: Evidence, records: Iterable[RecordRow]) -> tuple[RecordRow, ...]:
    """In the order of their moments, with the text as it was printed."""
    return tuple(sorted(printed(evidence, records), key=lambda row: (row.at is None, row.at, row.file, row.line or 0)))


def printed(evidence: Evidence, cited: Iterable[Line]) -> list[Line]:
    """The lines with the text as it was printed."""
    lines = list(cited)
    texts = evidence.printed_lines([(line.file, line.line) for line in lines if line.line is not None])
    return [replace(line, text=texts.get((line.file, line.line or 0), line.text)) for line in lines]
