"""From files to rows and log sources: each file is recognised, small text is parsed at once.

Logs are not read here: they become `LogSource`s, which Spark's workers read.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from itertools import chain
from pathlib import PurePosixPath
from typing import Any

from rmqkit.formats import Block, Kind, Parsed, holds_output, parse, recognise_blocks, shows_output, split_lines
from rmqkit.formats.block import LOG_KINDS
from rmqkit.formats.logs.layout_table import LAYOUTS
from rmqkit.formats.logs.layouts import LogShape, recognise_log
from rmqkit.formats.posted import MOST_RECORD_LINES, is_post, said_in_records
from rmqkit.formats.settings.keys import without_secrets
from rmqkit.language import say
from rmqkit.tables.files import HEAD_BYTES, WHOLE_BYTES, SourceFile, describe_binary, encoding_of
from rmqkit.tables.logs import LogSource

Row = dict[str, Any]

_SAMPLE_LINES = 400
# of a text that is no log; mqadmin prints a line a queue
_MOST_LINES = 300_000


@dataclass(frozen=True)
class WorkerSnapshot:
    """A snapshot whose rows stay with the workers: its time, the newest time that it shows, how many rows it has."""

    file: str
    block: int
    at: datetime | None
    newest: datetime | None
    rows: int


@dataclass
class Reading:
    """What was read: rows per table, ledger rows of small text, and the logs still to be read.

    `times`: when other files were captured, as a manifest tells. `snapshots`: those whose rows are not in the tables.
    """

    tables: dict[str, list[Row]] = field(default_factory=dict)
    ledger: list[Row] = field(default_factory=list)
    logs: list[LogSource] = field(default_factory=list)
    times: dict[str, datetime] = field(default_factory=dict)
    snapshots: list[WorkerSnapshot] = field(default_factory=list)

    def add(self, other: Reading) -> None:
        """Take in what another reading holds."""
        for table, rows in other.tables.items():
            self.tables.setdefault(table, []).extend(rows)
        self.ledger.extend(other.ledger)
        self.logs.extend(other.logs)
        self.times.update(other.times)
        self.snapshots.extend(other.snapshots)

    def only(self, files: Collection[str]) -> Reading:
        """The part that comes from these files."""
        return Reading(
            {table: [row for row in rows if row["file"] in files] for table, rows in self.tables.items()},
            [row for row in self.ledger if row["file"] in files],
            [source for source in self.logs if source.file in files],
            snapshots=[snapshot for snapshot in self.snapshots if snapshot.file in files],
        )


def read_files(files: Iterable[SourceFile], zone: tzinfo, readings: Iterable[Reading] | None = None) -> Reading:
    """Recognise and read every file; `zone` is the time zone of mqadmin's dates and of 4.x client logs.

    `readings`: what each of the files holds, where that has been read elsewhere.
    """
    reading = Reading()
    for part in readings or (read_file(file, zone) for file in files):
        reading.add(part)
    # Give every row its snapshot's time: from the text, the manifest, else the newest time that it shows.
    undated = [row for rows in reading.tables.values() for row in rows if row["at"] is None]
    newest = _newest_times(reading) if undated else {}
    for row in undated:
        row["at"] = reading.times.get(row["file"]) or newest.get((row["file"], row["block"]))
    for number, snapshot in enumerate(reading.snapshots):
        at = snapshot.at or reading.times.get(snapshot.file) or snapshot.newest
        reading.snapshots[number] = replace(snapshot, at=at)
    return reading


def read_file(file: SourceFile, zone: tzinfo) -> Reading:
    """One file: a log becomes a source for Spark, everything else is parsed block by block."""
    if not file.is_readable:
        return _unread(file, file.problem or say("cannot be read"))
    reading = _read(file, zone)
    if file.name.rsplit("/", 1)[-1] == "manifest.json":
        reading.times = _manifest_times(file)
    if file.problem:
        number = len(reading.ledger) + len(reading.logs) + 1
        reading.ledger.append(_ledger_row(file.name, number, Kind.UNKNOWN, problem=file.problem))
    return reading


def _read(file: SourceFile, zone: tzinfo) -> Reading:
    head, problem = file.read(HEAD_BYTES)
    encoding = encoding_of(head)
    if encoding is None:
        return _unread(file, problem or describe_binary(head))
    if problem and not head:
        return _unread(file, problem)
    lines = head.decode(encoding, errors="replace").split("\n")
    lines = lines[: _SAMPLE_LINES if len(lines) > 1 else 1]
    shape = None if shows_output(lines) else recognise_log(lines)
    if shape and file.size > WHOLE_BYTES:
        return Reading(logs=[_log_source(file, shape, encoding)])
    return _read_whole(file, shape, encoding, zone)


def _read_whole(file: SourceFile, shape: LogShape | None, encoding: str, zone: tzinfo) -> Reading:
    raw, problem = file.read(WHOLE_BYTES + 1)
    text = raw[:WHOLE_BYTES].decode(encoding, errors="replace")
    complete = len(raw) <= WHOLE_BYTES
    # what begins as a log may hold an output, or be what somebody wrote around records
    holds_more = shape and complete and (holds_output(text) or is_post(split_lines(text), shape))
    if shape and not holds_more:
        lines = tuple(text.split("\n", MOST_RECORD_LINES + 1))
        # of a log whose records stand in others, nothing is said beside messages
        rows = _said_in(file.name, 1, Block(shape.kind, 1, lines)) if shape.wrapped is None else {}
        return Reading(tables=rows, logs=[_log_source(file, shape, encoding)])
    # As much of a text that is no log as mqadmin could have printed.
    kept = text.split("\n", _MOST_LINES)
    if not complete or len(kept) > _MOST_LINES:
        text = "\n".join(kept[:_MOST_LINES])
        problem = say(
            "not a log, and more than {size:,} bytes or {lines:,} lines: only its beginning was read",
            size=WHOLE_BYTES,
            lines=_MOST_LINES,
        )
    reading = read_text(file.name, text, zone)
    if not reading.ledger and not reading.logs:
        return _unread(file, problem or say("an empty file"))
    if problem:
        number = len(reading.ledger) + 1
        reading.ledger.append(_ledger_row(file.name, number, Kind.UNKNOWN, problem=problem))
    return reading


def read_text(name: str, text: str, zone: tzinfo) -> Reading:
    """One text as rows: a pure function of picklable values, which any worker may run."""
    reading = Reading()
    for number, block in enumerate(recognise_blocks(text, name), start=1):
        reading.add(_read_block(name, number, block, zone))
    return reading


def _read_block(name: str, number: int, block: Block, zone: tzinfo) -> Reading:
    if block.kind in LOG_KINDS:
        shape = recognise_log(block.lines)
        if shape is None:
            shape = LogShape(block.kind, LAYOUTS[0].name, "JVM", layouts=tuple(layout.name for layout in LAYOUTS))
        content = "\n".join(block.lines).encode() + b"\n"
        return Reading(
            tables=_said_in(name, number, block),
            logs=[LogSource(name, number, str(block.kind), shape, content=content, first_line=block.first_line)],
        )
    parsed = parse(block, zone)
    # Whether what a file's name says is a name is decided where all names are known.
    place: Row = {
        "file": name, "block": number, "at": parsed.at,
        "named_by_file": block.named_by_file, "name_server": block.name_server,
    }  # fmt: skip
    rows = {table: [place | row for row in rows] for table, rows in parsed.tables.items()}
    for table, more in said_in_records(block).items():
        rows.setdefault(table, []).extend(place | row for row in more)
    return Reading(tables=rows, ledger=[_ledger_row(name, number, block.kind, block, parsed)])


def _said_in(name: str, number: int, block: Block) -> dict[str, list[Row]]:
    """What stands in a short log's records beside the catalogue's messages, as rows."""
    place: Row = {"file": name, "block": number, "at": None, "named_by_file": None, "name_server": None}
    return {table: [place | row for row in rows] for table, rows in said_in_records(block).items()}


def _log_source(file: SourceFile, shape: LogShape, encoding: str) -> LogSource:
    return LogSource(
        file=file.name,
        block=1,
        kind=str(shape.kind),
        shape=shape,
        path=file.path if file.place is None else None,
        content=file.content if file.place is None else None,
        encoding=encoding,
        compression=file.compression,
        place=file.place,
    )


def _unread(file: SourceFile, problem: str) -> Reading:
    return Reading(ledger=[_ledger_row(file.name, 1, Kind.UNKNOWN, problem=problem)])


def _ledger_row(
    name: str,
    number: int,
    kind: Kind,
    block: Block | None = None,
    parsed: Parsed | None = None,
    problem: str | None = None,
) -> Row:
    lines = block.lines if block else ()
    parsed = parsed or Parsed()
    first = min(parsed.unparsed, default=None)
    cited = None
    if block and first is not None:
        cited = f"{first}: {without_secrets(lines[first - block.first_line][:200])}"
    return {
        "file": name, "block": number, "kind": str(kind), "lines": len(lines), "rows": parsed.rows,
        "noise": parsed.noise, "blank": parsed.blank, "continuation": parsed.continuation,
        "unparsed": len(parsed.unparsed),
        "first_unparsed": cited, "problem": problem,
    }  # fmt: skip


def _manifest_times(file: SourceFile) -> dict[str, datetime]:
    """When each file was captured, from the manifest that `rmqkit collect` writes beside the files.

    Another program's manifest, or a damaged one, tells no times; its ledger row says that nothing was read from it.
    """
    times: dict[str, datetime] = {}
    try:
        for command in json.loads(file.read()[0])["commands"]:
            at = datetime.fromisoformat(command["at"])
            times[str(PurePosixPath(file.name).parent / command["file"])] = at.replace(tzinfo=at.tzinfo or UTC)
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    return times


def _newest_times(reading: Reading) -> dict[tuple[str, int], datetime]:
    """The newest time that each block's rows show; what stands below another output in a file was printed after it,
    whatever it shows."""
    newest = {
        (snapshot.file, snapshot.block): snapshot.newest
        for snapshot in reading.snapshots
        if snapshot.newest is not None
    }
    dated = (reading.tables.get(table, []) for table in ("progress", "topic_queues", "client_queues"))
    for row in chain.from_iterable(dated):
        shown = row.get("last_time") or row.get("last_updated") or row.get("last_pull")
        place = (row["file"], row["block"])
        if shown is not None and (place not in newest or shown > newest[place]):
            newest[place] = shown
    unordered = _unordered_files(reading.tables.get("progress", []))
    at: dict[tuple[str, int], datetime] = {}
    latest: dict[str, datetime] = {}
    for (file, block), shown in sorted(newest.items()):
        before = latest.get(file, shown) if file not in unordered else shown
        at[file, block] = latest[file] = max(before, shown)
    return at


def _unordered_files(rows: Iterable[Row]) -> set[str]:
    """Files in which a broker offset goes back from one output to the next: on a broker it never does."""
    reached: dict[tuple[str, ...], int] = {}
    unordered: set[str] = set()
    for row in sorted(rows, key=lambda row: (row["file"], row["block"])):
        queue = (row["file"], row["topic"], row["broker"], row["queue"])
        if row["broker_offset"] < reached.get(queue, 0):
            unordered.add(row["file"])
        reached[queue] = row["broker_offset"]
    return unordered
