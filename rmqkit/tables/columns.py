"""Logs kept as columns in a folder: a Parquet file per range, and last of all what the ranges tell. No Spark.

    FOLDER/<key of a log>/1-0.parquet          the records of block 1 from byte 0 on
    FOLDER/<key of a log>/1-67108864.parquet   its next range
    FOLDER/<key of a log>/_summary.arrow       what its ranges tell, written last

Whoever writes uses a name that nobody reads, and renames: a file is whole or not there, and a log
whose summary is there is whole. So several processes may write into one folder.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from rmqkit.tables.log_bytes import LogSource
from rmqkit.tables.watched import hashed

if TYPE_CHECKING:
    import pyarrow as pa

SUMMARY_FILE = "_summary.arrow"
# What is neither finished nor written on for so long was left by somebody who was killed.
_LEFT = 24 * 3600
_DRAFT = "_draft-"


def file_name(block: int, start: int) -> str:
    """What the records of a range are called."""
    return f"{block}-{start}.parquet"


class ColumnFile:
    """Writes records as Parquet; where the disk does not take them, there is no file, and nothing fails.

    No folder: nothing is written.
    """

    def __init__(self, folder: str | None, name: str, schema: pa.Schema) -> None:
        self._final = Path(folder, name) if folder else None
        self._draft = Path(folder or "", f"{_DRAFT}{uuid4().hex}")
        self._schema = schema
        self._broken = False
        self._writer: pa.parquet.ParquetWriter | None = None

    def add(self, records: pa.Table) -> None:
        """Write some records."""
        if not self._broken:
            try:
                self._open().write_table(records)
            except OSError:
                self._give_up()

    def _open(self) -> pa.parquet.ParquetWriter:
        import pyarrow.parquet as pq

        if self._writer is None:
            self._draft.parent.mkdir(parents=True, exist_ok=True)
            names = set(self._schema.names)
            # Of these hardly any two are alike.
            repeated = sorted(names - {"raw", "detail", "at", "line_order"})
            self._writer = pq.ParquetWriter(
                self._draft, self._schema, compression="snappy", use_dictionary=repeated, write_statistics=["at"]
            )
        return self._writer

    def _give_up(self) -> None:
        self._broken = True
        with suppress(OSError):
            if self._writer is not None:
                self._writer.close()
        with suppress(OSError):
            self._draft.unlink(missing_ok=True)

    def __enter__(self) -> ColumnFile:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._final is None:
            return
        try:
            if kind is None and not self._broken:
                self._open().close()
                self._draft.replace(self._final)
                return
        except OSError:
            pass  # as in `add`: the file is not there, which whoever asks for it sees
        self._give_up()


@dataclass(frozen=True)
class KeptLog:
    """One log's place among the columns, and the names of the files that it will have."""

    folder: Path
    files: frozenset[str]

    @property
    def is_whole(self) -> bool:
        """Whether somebody has written all of it."""
        return (self.folder / SUMMARY_FILE).is_file()

    def finish(self, told: pa.Table) -> None:
        """Say that it is whole, if it is: what workers wrote elsewhere or not at all is not here."""
        import pyarrow as pa

        if not all((self.folder / name).is_file() for name in self.files):
            return
        draft = self.folder / f"{_DRAFT}{uuid4().hex}"
        with suppress(OSError):
            with pa.OSFile(str(draft), "wb") as file, pa.ipc.new_stream(file, told.schema) as stream:
                stream.write_table(told)
            draft.replace(self.folder / SUMMARY_FILE)

    def told(self) -> pa.Table:
        """What `finish` was given."""
        import pyarrow as pa

        with pa.OSFile(str(self.folder / SUMMARY_FILE)) as file:
            return pa.ipc.open_stream(file).read_all()


def kept_logs(root: Path, ranges: Sequence[LogSource], *made_of: object, by_content: bool) -> dict[str, KeptLog]:
    """Per file the place of its columns; `made_of`: whatever else decides what they are.

    A log is known by its content, or by its path, size and time, which takes no time.
    """
    by_file: dict[str, list[LogSource]] = {}
    for part in ranges:
        by_file.setdefault(part.file, []).append(part)
    logs: dict[str, KeptLog] = {}
    for file, parts in by_file.items():
        told: list[object] = [code_digest(), *made_of]
        identities: dict[str | None, str] = {}
        for part in parts:
            if part.path is not None and part.path not in identities:
                identities[part.path] = _identity(Path(part.path), by_content)
            told += [part.file, part.block, part.kind, part.shape, part.start, part.end, part.encoding]
            told += [part.compression, part.first_line, part.share, identities.get(part.path)]
            told.append(hashlib.sha256(part.content or b"").hexdigest())
        names = frozenset(file_name(part.block, part.start) for part in parts)
        logs[file] = KeptLog(root / digest_of(told), names)
    return logs


def digest_of(values: Sequence[object]) -> str:
    """A name for some values."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:24]


def _identity(path: Path, by_content: bool) -> str:
    try:
        if by_content:
            return hashed(path)
        status = path.stat()
        return f"{path.resolve()} {status.st_dev} {status.st_ino} {status.st_size} {status.st_mtime_ns}"
    except OSError:  # the worker that is to read it says so
        return "not here"


@cache
def code_digest() -> str:
    """Changes with whatever reads logs."""
    package = resources.files("rmqkit")
    rooms = ("formats/logs", "tables")
    modules = [module for room in rooms for module in _modules(package.joinpath(room))]
    return digest_of([module.read_bytes() for module in sorted(modules, key=str)])


def _modules(room: Traversable) -> list[Traversable]:
    if not room.is_dir():
        return []
    below = [module for entry in room.iterdir() if entry.is_dir() for module in _modules(entry)]
    return below + [entry for entry in room.iterdir() if entry.name.endswith(".py")]


def clear_drafts(root: Path) -> None:
    """Remove what writers that were killed have left in a folder of several processes."""
    now = time.time()
    for draft in root.glob(f"*/{_DRAFT}*"):
        with suppress(OSError):
            if now - draft.stat().st_mtime > _LEFT:
                draft.unlink()


def link_all(logs: Mapping[str, KeptLog], target: Path) -> None:
    """The records of some logs in a folder of their own, by links where it can. Raises OSError."""
    import shutil

    target.mkdir(parents=True, exist_ok=True)
    for log in logs.values():
        for name in sorted(log.files):
            copy = target / f"{log.folder.name}-{name}"
            try:
                os.link(log.folder / name, copy)
            except OSError:  # another disk
                shutil.copyfile(log.folder / name, copy)
