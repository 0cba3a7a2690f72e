"""Files that only Spark reaches, read by its workers. What is read of one file is decided in `reading`.

The driver gets names, sizes, rows of what mqadmin printed, and where the logs are; it gets no file. Every file goes the
way that a local one goes, member by member in an archive, and so gives the same rows.
"""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, SparkSession

from rmqkit.language import say
from rmqkit.tables import archives
from rmqkit.tables.files import WHOLE_BYTES, SourceFile, printable, printed_lines
from rmqkit.tables.places import Place, contents, is_same, lines, listed, name_below
from rmqkit.tables.reading import Reading, read_file
from rmqkit.tables.remote_logs import parts_of, spark_unpacks
from rmqkit.tables.snapshots import KEPT, kept_by_workers, kept_row, readings_in, set_apart
from rmqkit.tables.workers import Batches, Row, by_workers, collected, of_batches

if TYPE_CHECKING:
    import pyarrow as pa

# What a worker opens whole: Spark holds such a file in memory several times over.
MOST_WHOLE = 128 << 20
TASK_BYTES = 8 << 20
_TOO_LARGE = say("packed, and larger than {most:,} bytes: unpack it yourself and pass the folder", most=MOST_WHOLE)
_PICKLED = "pickled binary"

FileRead = tuple[SourceFile, Reading]


def read_remote(spark: SparkSession, address: str, zone: tzinfo) -> tuple[list[FileRead], DataFrame | None]:
    """Every file at an address and below it, and what it holds, by name; the rows of snapshots that workers keep.

    Raises EvidenceNotFound.
    """
    places: dict[str, list[Place]] = defaultdict(list)
    for place in listed(spark, address):
        places[_way(place)].append(place)
    whole, large = places["whole"], places["large"]
    files: list[FileRead] = []
    for place in places["refused"]:
        file = SourceFile(_name(place.address, address), size=place.size, problem=_TOO_LARGE)
        files.append((file, read_file(file, zone)))
    for place in places["empty"]:
        files += _members(place, b"", address, zone)
    kept = _whole_files(spark, address, whole, zone) if whole else None
    if kept is not None:
        files += chain.from_iterable(readings_in(kept))
    if large:
        # Large files: a worker reads the head of each, and more of it only where it is no log.
        by_mark = {place.mark: place for place in large}
        files += _unpickled(by_workers(lines(spark, large), _head_reader(by_mark, address, zone), _PICKLED))
    return sorted(files, key=lambda pair: pair[0].name), kept


def _way(place: Place) -> str:
    """How a file is read."""
    if not place.mark:
        return "empty"
    is_packed = archives.is_archive(place.address) or spark_unpacks(place.address)
    if place.size <= (MOST_WHOLE if is_packed else WHOLE_BYTES):
        return "whole"
    return "refused" if is_packed else "large"


def _name(address: str, root: str) -> str:
    return printable(name_below(address, root))


def _whole_files(spark: SparkSession, root: str, places: Sequence[Place], zone: tzinfo) -> DataFrame:
    """Small files and archives: a worker opens each at once, and reads it as it would be read here."""
    larger = [place.address for place in places if place.size > WHOLE_BYTES]
    frame = contents(spark, [root], up_to=WHOLE_BYTES)
    if larger:
        frame = frame.unionAll(contents(spark, larger))
    tasks = 1 + sum(place.size for place in places) // TASK_BYTES
    return kept_by_workers(by_workers(frame.coalesce(tasks), _file_reader(root, zone), KEPT))


def _file_reader(root: str, zone: tzinfo) -> Batches:
    def read(rows: Iterable[Row]) -> Iterator[pa.RecordBatch]:
        for row in rows:
            found = list(_members(_place(row), row["content"], root, zone))
            snapshots = [snapshot for _, reading in found for snapshot in set_apart(reading)]
            yield kept_row(found, snapshots)

    return of_batches(read)


def _place(row: Row) -> Place:
    return Place(row["path"], row["mark"], row["length"], modified=row["modified"])


def _members(place: Place, content: bytes, root: str, zone: tzinfo) -> Iterator[FileRead]:
    """What the file holds, or each member of it where it is an archive."""
    name = _name(place.address, root)
    if not archives.is_archive(place.address):
        file = SourceFile(name, content=content, size=len(content), place=place)
        yield replace(file, content=None), read_file(file, zone)
        return
    # Where the archive itself is what was named, its members are the evidence and need no
    # name above them.
    above = "" if is_same(place.address, root) else name
    for number, member in enumerate(archives.unpack_content(place.address, content)):
        path, size = (str(member.path), member.path.stat().st_size) if member.path else (None, 0)
        below = printable(member.name)
        called = f"{above}/{below}".strip("/") if above else below or name
        own = replace(place, member=number) if path else None
        file = SourceFile(called, path, size=size, problem=member.problem, place=own)
        yield replace(file, path=None), read_file(file, zone)


def _head_reader(places: Mapping[int, Place], root: str, zone: tzinfo) -> Batches:
    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for (mark, start, more), parts in groupby(parts_of(batches), key=itemgetter(0, 1, 2)):
            if start == 0:
                place = places[mark]
                file = HeadOfFile(
                    *(_name(place.address, root), None, None, place.size, None, place),
                    parts=(text for *_, text in parts),
                    has_more=more,
                )
                bare = SourceFile(file.name, size=file.size, place=place)
                yield _pickled([(bare, read_file(file, zone))])
            if more:
                # Spark makes all ranges but a file's last as large as a task: nothing
                # else is to come.
                return

    return read


@dataclass(frozen=True)
class HeadOfFile(SourceFile):
    """A large file whose bytes come as they are asked for, up to the end of its first range.

    `has_more`: that end is not the file's.
    """

    parts: Iterator[bytes] = field(default_factory=lambda: iter(()))
    has_more: bool = False
    _come: bytearray = field(default_factory=bytearray)

    @property
    def is_readable(self) -> bool:
        """There are bytes: Spark lists no empty file among those with content."""
        return True

    def read(self, limit: int | None = None) -> tuple[bytes, str | None]:
        """As of any file; where the range ends before the limit, that is told as a problem."""
        raw, problem = super().read(limit)
        if self.has_more and (limit is None or len(self._come) < limit):
            problem = problem or say("only its first {number:,} bytes were read", number=len(self._come))
        return raw, problem

    def _raw(self, limit: int | None) -> bytes:
        while limit is None or len(self._come) < limit:
            part = next(self.parts, None)
            if part is None:
                break
            self._come.extend(part)
        return bytes(self._come[:limit])


def printed_remotely(
    spark: SparkSession, files: Iterable[SourceFile], wanted: Mapping[str, Collection[int]]
) -> dict[tuple[str, int], str]:
    """Lines of files that only Spark reaches, as they stand there, by file and number (one Spark job)."""
    by_place = {(file.place.mark, file.place.member): file.name for file in files if file.place}
    addresses = {file.place.address for file in files if file.place}
    if not addresses:
        return {}
    frame = by_workers(contents(spark, addresses), _line_reader(by_place, wanted), _PICKLED)
    return dict(_unpickled(frame))


def _line_reader(names: Mapping[tuple[int, int | None], str], wanted: Mapping[str, Collection[int]]) -> Batches:
    def printed(file: SourceFile) -> list[tuple[tuple[str, int], str]]:
        lines = printed_lines(file, wanted[file.name])
        return [((file.name, number), text) for number, text in lines.items()]

    def read(rows: Iterable[Row]) -> Iterator[pa.RecordBatch]:
        for row in rows:
            for file in _named(_place(row), row["content"], names):
                yield _pickled(printed(file))

    return of_batches(read)


def _named(place: Place, content: bytes, names: Mapping[tuple[int, int | None], str]) -> Iterator[SourceFile]:
    """The files of this place that have names: itself, or members of it where it is an archive."""
    if (place.mark, None) in names:
        yield SourceFile(names[place.mark, None], content=content)
        return
    for number, member in enumerate(archives.unpack_content(place.address, content)):
        if (place.mark, number) in names and member.path:
            yield SourceFile(names[place.mark, number], path=str(member.path))


def _pickled(values: object) -> pa.RecordBatch:
    import pyarrow as pa

    pickled = pa.array([pickle.dumps(values)], pa.binary())
    return pa.RecordBatch.from_arrays([pickled], names=["pickled"])


def _unpickled(frame: DataFrame) -> list:  # type: ignore[type-arg]
    rows = collected(frame.select("pickled"))["pickled"].to_pylist()
    return list(chain.from_iterable(map(pickle.loads, rows)))
