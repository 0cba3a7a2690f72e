"""From files to rows and log sources, on the driver: each file is recognised, small text is parsed at once.

Logs are not read here: they become `LogSource`s, which Spark's workers read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any

from rmqkit.formats import Block, Kind, Parsed, parse, recognise_blocks
from rmqkit.formats.block import LOG_KINDS
from rmqkit.formats.logs.bare import recognise_bare
from rmqkit.formats.logs.layout_table import LAYOUTS
from rmqkit.formats.logs.layouts import LogShape, recognise_log
from rmqkit.tables.files import HEAD_BYTES, WHOLE_BYTES, SourceFile, encoding_of
from rmqkit.tables.logs import LogSource

Row = dict[str, Any]

# What mqadmin prints and no log does: a log file that holds one of these is a pasted session.
_MQADMIN_MARKS = re.compile(
    r"#(?:Topic|Broker Name|ClientId|Group|Index|ClusterName)\s|Below is subscription:|#Consumer Properties#"
    r"|SubCommandException|Diff Total:|mqadmin +[a-z]|\"queueDatas\""
)
_SAMPLE_LINES = 400


@dataclass
class Reading:
    """What the driver read: rows per table, ledger rows of small text, and the logs still to be read."""

    tables: dict[str, list[Row]] = field(default_factory=dict)
    ledger: list[Row] = field(default_factory=list)
    logs: list[LogSource] = field(default_factory=list)

    def add(self, other: Reading) -> None:
        """Take in what another reading holds."""
        for table, rows in other.tables.items():
            self.tables.setdefault(table, []).extend(rows)
        self.ledger.extend(other.ledger)
        self.logs.extend(other.logs)

    def only(self, files: Collection[str]) -> Reading:
        """The part that comes from these files."""
        return Reading(
            {table: [row for row in rows if row["file"] in files] for table, rows in self.tables.items()},
            [row for row in self.ledger if row["file"] in files],
            [source for source in self.logs if source.file in files],
        )


def read_files(files: Iterable[SourceFile], zone: tzinfo) -> Reading:
    """Recognise and read every file; `zone` is the time zone of mqadmin's dates and of 4.x client logs."""
    reading = Reading()
    times: dict[str, datetime] = {}
    for file in files:
        if file.name.rsplit("/", 1)[-1] == "manifest.json":
            times.update(_manifest_times(file))
        reading.add(read_file(file, zone))
    _date_snapshots(reading, times)
    return reading


def read_file(file: SourceFile, zone: tzinfo) -> Reading:
    """One file: a log becomes a source for Spark, everything else is parsed block by block."""
    if file.problem:
        return _unread(file, file.problem)
    head, problem = file.read(HEAD_BYTES)
    encoding = encoding_of(head)
    if encoding is None:
        return _unread(file, problem or "a binary file")
    if problem and not head:
        return _unread(file, problem)
    shape = recognise_log(_complete_lines(head.decode(encoding, errors="replace")))
    if shape and file.size > WHOLE_BYTES:
        return Reading(logs=[_log_source(file, shape, encoding)])
    return _read_whole(file, shape, encoding, zone)


def _read_whole(file: SourceFile, shape: LogShape | None, encoding: str, zone: tzinfo) -> Reading:
    raw, problem = file.read()
    text = raw.decode(encoding, errors="replace")
    if shape and not _MQADMIN_MARKS.search(text):
        return Reading(logs=[_log_source(file, shape, encoding)])
    reading = Reading()
    for number, block in enumerate(recognise_blocks(text, file.name), start=1):
        reading.add(_read_block(file, number, block, zone))
    if not reading.ledger and not reading.logs:
        return _unread(file, problem or "an empty file")
    if problem:
        reading.ledger.append(_ledger_row(file.name, len(reading.ledger) + 1, Kind.UNKNOWN, problem=problem))
    return reading


def _read_block(file: SourceFile, number: int, block: Block, zone: tzinfo) -> Reading:
    if block.kind in LOG_KINDS:
        return Reading(logs=_pasted_log(file, number, block))
    parsed = parse(block, zone)
    rows = {
        table: [{"file": file.name, "block": number, "at": parsed.at, **row} for row in rows]
        for table, rows in parsed.tables.items()
    }
    return Reading(tables=rows, ledger=[_ledger_row(file.name, number, block.kind, block, parsed)])


def _pasted_log(file: SourceFile, number: int, block: Block) -> list[LogSource]:
    shape = recognise_log(block.lines) or recognise_bare(block.lines)
    if shape is None:
        shape = LogShape(block.kind, LAYOUTS[0].name, "JVM", layouts=tuple(layout.name for layout in LAYOUTS))
    content = "\n".join(block.lines).encode() + b"\n"
    return [
        LogSource(file.name, number, str(block.kind), shape, content=content, first_line=block.first_line),
    ]


def _log_source(file: SourceFile, shape: LogShape, encoding: str) -> LogSource:
    return LogSource(
        file=file.name,
        block=1,
        kind=str(shape.kind),
        shape=shape,
        path=file.path,
        content=file.content,
        encoding=encoding,
        compression=file.compression,
    )


def _complete_lines(head: str) -> list[str]:
    lines = head.split("\n")
    return lines[: _SAMPLE_LINES if len(lines) > 1 else 1]


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
    return {
        "file": name, "block": number, "kind": str(kind), "lines": len(lines), "rows": parsed.rows,
        "noise": parsed.noise, "blank": parsed.blank, "continuation": parsed.continuation,
        "unparsed": len(parsed.unparsed),
        "first_unparsed": _cite(block, first) if block and first is not None else None,
        "problem": problem,
    }  # fmt: skip


def _cite(block: Block, line: int) -> str:
    return f"{line}: {block.lines[line - block.first_line][:200]}"


def _manifest_times(file: SourceFile) -> dict[str, datetime]:
    """When each file was captured, from the manifest that `rmqkit collect` writes beside the files.

    Another program's manifest, or a damaged one, tells no times; its ledger row says that nothing was read from it.
    """
    raw, _ = file.read()
    try:
        manifest = json.loads(raw)
    except ValueError:
        return {}
    commands = manifest.get("commands") if isinstance(manifest, dict) else None
    folder = file.name.rpartition("/")[0]
    prefix = f"{folder}/" if folder else ""
    told = [each for each in commands if isinstance(each, dict)] if isinstance(commands, list) else []
    times = {f"{prefix}{each.get('file')}": _instant(each.get("at")) for each in told}
    return {name: at for name, at in times.items() if at is not None}


def _instant(value: object) -> datetime | None:
    """Seconds since 1970 or a date by ISO 8601 (in UTC where it names no zone); None for anything else."""
    try:
        if isinstance(value, int | float):
            return datetime.fromtimestamp(value, UTC)
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
    except (ValueError, OverflowError, OSError):
        return None
    return at.replace(tzinfo=UTC) if at is not None and at.tzinfo is None else at


def _date_snapshots(reading: Reading, manifest: dict[str, datetime]) -> None:
    """Give every row its snapshot's time: from the text, the manifest, else the newest time that it shows."""
    newest: dict[tuple[str, int], datetime] = {}
    for row in _rows_with_times(reading):
        shown = row.get("last_time") or row.get("last_updated") or row.get("last_pull")
        place = (row["file"], row["block"])
        if shown is not None and (place not in newest or shown > newest[place]):
            newest[place] = shown
    for rows in reading.tables.values():
        for row in rows:
            if row["at"] is None:
                row["at"] = manifest.get(row["file"]) or newest.get((row["file"], row["block"]))


def _rows_with_times(reading: Reading) -> Iterator[Row]:
    for table in ("progress", "topic_queues", "client_queues"):
        yield from reading.tables.get(table, [])
