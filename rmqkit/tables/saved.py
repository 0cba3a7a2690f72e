"""Evidence kept in a folder: its tables as Parquet. Nothing is judged here.

`log_events` is written and read by Spark; everything else is small and is written and read here.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql import SparkSession

from rmqkit.errors import Error
from rmqkit.tables.files import SourceFile
from rmqkit.tables.log_bytes import LogSource
from rmqkit.tables.log_summary import EventRows, LogSummary, Span
from rmqkit.tables.places import Place
from rmqkit.tables.reading import Reading
from rmqkit.tables.schemas import PROGRESS
from rmqkit.tables.snapshots import ChosenSnapshots
from rmqkit.tables.watched import Watched

if TYPE_CHECKING:
    import polars as pl

Row = dict[str, Any]

FORMAT = 3
MANIFEST = "rmqkit-evidence.json"
LOG_EVENTS, SNAPSHOTS = "log_events", "progress_of_workers"
"""Tables that Spark writes and reads."""

_PACKAGES = ("rmqkit", "pyspark", "pyarrow", "polars")


@dataclass(frozen=True)
class Saved:
    """What a folder of saved evidence holds, but for `log_events`.

    `address`: what was read. `watched`: its files, where this machine could see them. `unknown`:
    records outside the catalogue, as templates.
    """

    zone: str
    address: str
    files: Sequence[SourceFile]
    reading: Reading
    summary: LogSummary
    watched: Sequence[Watched]
    chosen_snapshots: Sequence[Row] = ()
    unknown: Sequence[Row] = ()


def saved_snapshots(spark: SparkSession, folder: str, saved: Saved) -> ChosenSnapshots | None:
    """The snapshots of saved evidence; None where the driver held them all."""
    path = Path(folder).resolve() / SNAPSHOTS
    if not path.is_dir():
        return None
    return ChosenSnapshots(spark.read.schema(PROGRESS).parquet(str(path)), list(saved.chosen_snapshots))


def is_saved(address: str) -> bool:
    """Whether a folder of this machine holds saved evidence, whole: the manifest is written last."""
    return "://" not in address and (Path(address) / MANIFEST).is_file()


def folder_for(folder: str, address: str) -> Path:
    """A new or empty folder to save in. Raises Error."""
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Error("{folder} is not empty. Give a new folder to save the evidence in.", folder=folder)
    if target.resolve().is_relative_to(Path(address).resolve()):
        raise Error(
            "{folder} is inside the evidence. Give a folder outside of {address}.", folder=folder, address=address
        )
    target.mkdir(parents=True, exist_ok=True)
    return target


def write_saved(target: Path, saved: Saved) -> None:
    """Write everything but `log_events`, which has to be there already."""
    logs = {source.file for source in saved.reading.logs}
    texts = [file for file in saved.files if file.name not in logs and file.is_readable]
    for table, rows in saved.reading.tables.items():
        _write(target, table, rows)
    _write(target, "chosen_looks", saved.chosen_snapshots)
    _write(target, "ledger", saved.reading.ledger)
    _write(target, "text", [{"file": file.name, "content": file.raw()} for file in texts])
    _write(target, "log_counts", saved.summary.counts)
    _write(target, "log_summary", saved.summary.events)
    _write(target, "log_commits", saved.summary.commits)
    _write(target, "log_unknown", saved.unknown)
    manifest = json.dumps(_manifest(saved), ensure_ascii=False, indent=1)
    (target / MANIFEST).write_text(manifest, encoding="utf-8")


def _manifest(saved: Saved) -> Row:
    from rmqkit.tables.logs import plain

    spans = saved.summary.spans
    packages = {name: importlib.metadata.version(name) for name in _PACKAGES}
    return {
        "format": FORMAT,
        "saved_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {"python": platform.python_version(), **packages},
        "zone": saved.zone,
        "address": saved.address,
        "tables": list(saved.reading.tables),
        # Files without their bytes; what only Spark reaches is cited from where it lies.
        "files": [
            {
                **{name: getattr(file, name) for name in ("name", "size", "problem")},
                "place": None if file.place is None else asdict(file.place),
            }
            for file in saved.files
        ],
        "watched": [vars(file) for file in saved.watched],
        "logs": [
            {name: source[name] for name in ("file", "block", "kind", "shape", "first_line")}
            for source in map(plain, saved.reading.logs)
        ],
        "spans": {
            file: [span.source, *(moment and moment.isoformat() for moment in (span.first, span.last))]
            for file, span in spans.items()
        },
        "commits_left": sorted(saved.summary.commits_left),
        "starts": saved.summary.starts,
    }


def read_saved(folder: str) -> Saved:
    """What `write_saved` wrote. Raises Error."""
    path = Path(folder)
    manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    if manifest["format"] != FORMAT:
        raise Error(
            "{folder} was saved by rmqkit {version} in a format that this version does not know. Read {address} again.",
            folder=folder,
            version=manifest["versions"]["rmqkit"],
            address=manifest["address"],
        )
    contents = {row["file"]: row["content"] for row in _read(path, "text")}
    files = []
    for row in manifest["files"]:
        place = None if row["place"] is None else Place(**row["place"])
        files.append(SourceFile(**{**row, "place": place}, content=contents.get(row["name"])))
    tables = {table: _read(path, table) for table in manifest["tables"]}
    return Saved(
        manifest["zone"],
        manifest["address"],
        files,
        Reading(tables, _read(path, "ledger"), list(map(LogSource.of_row, manifest["logs"]))),
        _summary(path, manifest),
        [Watched(**file) for file in manifest["watched"]],
        _read(path, "chosen_looks"),
        _read(path, "log_unknown"),
    )


def _summary(path: Path, manifest: Row) -> LogSummary:
    spans = {
        file: Span(source, *(text and datetime.fromisoformat(text) for text in moments))
        for file, (source, *moments) in manifest["spans"].items()
    }
    return LogSummary(
        _read(path, "log_counts"),
        EventRows.of(_table(path, "log_summary")),
        spans,
        _read(path, "log_commits"),
        frozenset(manifest["commits_left"]),
        {file: [(start, lines) for start, lines in starts] for file, starts in manifest["starts"].items()},
    )


def _write(target: Path, name: str, rows: Iterable[Row]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    listed = list(rows)
    names = list(dict.fromkeys(column for row in listed for column in row))
    columns = {name: [row.get(name) for row in listed] for name in names}
    pq.write_table(pa.table(columns), target / f"{name}.parquet", compression="zstd")


def _read(path: Path, name: str) -> list[Row]:
    """The rows, with Python's own UTC in their times, as they had it before they were saved."""
    import polars as pl

    table = _table(path, name)
    times = [name for name, kind in table.schema.items() if isinstance(kind, pl.Datetime)]
    rows = table.to_dicts()
    for row in rows:
        row.update({name: row[name].replace(tzinfo=UTC) for name in times if row[name] is not None})
    return rows


def _table(path: Path, name: str) -> pl.DataFrame:
    import polars as pl
    import pyarrow.parquet as pq

    return pl.DataFrame(pq.read_table(path / f"{name}.parquet"))
