"""From table rows to facts: one row or one block at a time. Sorting them by group is done in collect."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from sys import intern
from typing import TYPE_CHECKING, Any, TypeVar

from rmqkit.diagnosis.facts.brokers_words import EARLIER, Figure
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo, TopicRates
from rmqkit.diagnosis.facts.group import Connection, QueueProgress, Roster, Snapshot
from rmqkit.diagnosis.facts.known import grouped, latest
from rmqkit.diagnosis.facts.logs import Commit, Event, Within
from rmqkit.diagnosis.facts.transitions import CLOCKS_APART, ZONES
from rmqkit.formats.logs.carried.offsets import committed_offset
from rmqkit.formats.naming import moment_of_folder, name_servers_in, natural_order, oldest_first
from rmqkit.formats.surroundings import without_quotes
from rmqkit.rocketmq import MessageQueue

if TYPE_CHECKING:
    from rmqkit.tables.log_summary import EventRows

Fact = TypeVar("Fact")
Row = dict[str, Any]
Block = tuple[str, int]
GroupCommit = tuple[str | None, Commit]


def row_fact(kind: type[Fact], row: Row) -> Fact:
    """A fact of the columns that have its fields' names; None where a row lacks one."""
    return kind(**{name: row.get(name) for name in kind.__dataclass_fields__})  # type: ignore[attr-defined]


def row_facts(kind: type[Fact], rows: Iterable[Row]) -> tuple[Fact, ...]:
    return tuple(row_fact(kind, row) for row in rows)


def queue_in(row: Row) -> MessageQueue:
    """The queue that a row is about; a dashboard's table of one topic does not repeat its name."""
    return MessageQueue(row["topic"] or "", row["broker"], row["queue"])


def group_commit(row: Row, logs: Mapping[tuple[str, str], str]) -> GroupCommit | None:
    """A client's commit with its group; None where the row names no whole queue or no offset. `logs`: those of the
    clients of which one file has the lines of several."""
    placed = all(row[name] is not None for name in ("topic", "broker", "queue"))
    offset = committed_offset(row["detail"])
    if not placed or offset is None:
        return None
    file = logs.get((row["file"], row.get("client_id") or ""), row["file"])
    return row["group"], Commit(file, queue_in(row), row["at"], offset)


def block_of(row: Row) -> Block:
    return row["file"], row["block"]


def blocks(rows: Iterable[Row]) -> dict[Block, list[Row]]:
    """Rows by file and block, the oldest first."""
    blocks = grouped((block_of(row), row) for row in rows)
    places = oldest_first(blocks, lambda place: place, lambda place: blocks[place][0]["at"])
    return {place: blocks[place] for place in places}


def snapshots(rows: Iterable[Row], not_whole: Collection[Block]) -> tuple[Snapshot, ...]:
    """The snapshots that rows are of; `not_whole` are outputs with lines that were not recognised. Of those of one
    second the later one is that whose queues end later."""
    looks: list[Snapshot] = []
    for (file, block), found in blocks(rows).items():
        look = Snapshot(
            file,
            block,
            found[0]["at"],
            tuple(map(_progress, found)),
            owners_asked=any(row.get("client_ip_shown", True) for row in found),
            times=found[0].get("times", 1),
            whole=(file, block) not in not_whole,
        )
        place = len(looks)
        while place and look.at and looks[place - 1].at == look.at and look.ends_before(looks[place - 1]):
            place -= 1
        looks.insert(place, look)
    return tuple(looks)


def _progress(row: Row) -> QueueProgress:
    diff = row["diff"] if row.get("diff") is not None else row["broker_offset"] - row["consumer_offset"]
    return row_fact(QueueProgress, row | {"queue": queue_in(row), "diff": diff})


def roster(place: Block, found: list[Row], subscriptions: list[Row], answers: list[Row]) -> Roster:
    told = answers[0] if answers else {}
    # mqadmin calls every client that is newer than itself so (`MQVersion#getVersionDesc`, all versions).
    known = [row | {"version": None} if row["version"] == "HIGHER_VERSION" else row for row in found]
    return Roster(
        file=place[0],
        block=place[1],
        at=found[0]["at"],
        kind=found[0]["kind"],
        connections=row_facts(Connection, known),
        subscriptions={row["topic"]: row["expression"] for row in subscriptions},
        subscription_lines={row["topic"]: row["line"] for row in subscriptions},
        message_model=told.get("message_model"),
        consume_type=told.get("consume_type"),
        asked=found[0].get("broker_address"),
        name_servers=frozenset(name_servers_in(found[0].get("name_server") or "")),
    )


def running_info(place: Block, tables: Mapping[str, list[Row]]) -> RunningInfo:
    """Its moment is that of the newest pull; where mqadmin's folder is of another one (and not of another zone),
    the client's clock is apart or it does not pull, and it was asked when the folder was made."""
    first = next(rows[0] for rows in tables.values() if rows)
    properties, subscriptions = tables["client_properties"], tables["subscriptions"]
    at, asked = first["at"] or latest(row["at"] for rows in tables.values() for row in rows), moment_of_folder(place[0])
    return RunningInfo(
        file=place[0],
        block=place[1],
        client_id=first["client_id"],
        at=asked if at and asked and CLOCKS_APART < abs(at - asked) < ZONES else at,
        properties={row["key"]: row["value"] for row in properties},
        property_lines={row["key"]: row["line"] for row in properties},
        subscriptions={row["topic"]: row["expression"] for row in subscriptions},
        subscription_lines={row["topic"]: row["line"] for row in subscriptions},
        queues=tuple(
            row_fact(
                HeldQueue,
                row
                | {
                    "queue": queue_in(row),
                    "mode": row.get("mode") or "pull",
                    "cached_min": row.get("cached_min_offset"),
                    "cached_max": row.get("cached_max_offset"),
                },
            )
            for row in tables["client_queues"]
        ),
        rates=row_facts(TopicRates, tables["client_topics"]),
    )


def figures_of(rows: Iterable[Row]) -> tuple[Figure, ...]:
    """The rows of table `broker_figures`, older snapshots before newer ones: by their moments where all
    have one, else by the names of their files, a `.bak` before what replaced it."""
    figures = sorted(row_facts(Figure, rows), key=lambda figure: (*_age(figure.file), figure.line))
    if all(figure.at for figure in figures):
        figures.sort(key=lambda figure: figure.at or datetime.min)
    return tuple(figures)


def _age(file: str) -> tuple[list[tuple[int, int, str]], bool]:
    return natural_order(file.removesuffix(EARLIER)), not file.endswith(EARLIER)


_NAMES = ("file", "source", "event", "group", "topic", "client_id", "address", "broker")
# No larger than its place would be.
_SHORT = 40
_SAID = ("at", "last_at", "times", *_NAMES, "queue", "code", "detail", "last_detail", "raw", "line_order")


def events_of(rows: EventRows) -> list[Event]:
    """The events of a log's rows. Hundreds of thousands of them fill the memory: names and moments are one for all that
    have them, as is what the first and the last of alike records say, and no part of a record is kept beside it."""
    events: list[Event] = []
    moments: dict[datetime | None, datetime | None] = {}
    for frame in rows.frames():
        told = {name: frame[name].to_list() for name in _SAID}
        for name in ("group", "topic"):
            told[name] = [value and without_quotes(value) for value in told[name]]
        for name in _NAMES:
            told[name] = [value and intern(value) for value in told[name]]
        for name in ("at", "last_at"):
            told[name] = [moments.setdefault(moment, moment) for moment in told[name]]
        told["raw"] = [raw or "" for raw in told["raw"]]
        both = zip(told["raw"], told["detail"], told["last_detail"], strict=True)
        kept = [(_within(raw, first), first == last, last) for raw, first, last in both]
        told["detail"] = [first for first, _, _ in kept]
        told["last_detail"] = [first if alike else last for first, alike, last in kept]
        told["line"] = told.pop("line_order")
        fields = (told[name] for name in Event.__dataclass_fields__ if name in told)
        events += (Event(*values) for values in zip(*fields, strict=True))
    return events


def _within(whole: str, part: str | None) -> str | Within | None:
    if part is None or len(part) <= _SHORT or part not in whole:
        return part
    begin = whole.index(part)
    return Within(begin, begin + len(part))


def statement_event(row: Row) -> Event:
    """What a post says, as a record without a time: one of unknown source where only a part of the wording is there."""
    said = {"event": row["name"], "at": None, "last_at": None, "times": 1}
    return row_fact(Event, row | said | {"last_detail": row["detail"], "raw": row["text"]})
