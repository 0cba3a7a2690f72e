"""Logs that only Spark reaches, read by its workers: in ranges, or whole. What a record means is for `log_parse`.

Spark's own text reader cuts a large log into ranges at the ends of lines, which tears records of several lines. So each
worker reads the whole records of its range, and passes on what is torn: the lines before its first record, and its last
records, of which one may go on in the next range. These ends of one log meet on one worker and are read there. A log
that cannot be cut (packed, in an archive, in UTF-16) is opened whole by one worker.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from io import BytesIO
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType, BooleanType, LongType, StructType

from rmqkit.formats.logs.layouts import LogShape
from rmqkit.tables import archives
from rmqkit.tables.log_bytes import END_SHARE, LogSource, first_record, last_record
from rmqkit.tables.places import Place, contents, lines
from rmqkit.tables.workers import Batches, Row, by_workers, of_batches

if TYPE_CHECKING:
    import pyarrow as pa

Rows = Iterator["pa.RecordBatch"]

# Spark's text reader unpacks files by the ends of their names, and fails where they are
# no such files.
_UNPACKED_BY_NAME = (".gz", ".bz2", ".zst", ".lz4", ".snappy", ".deflate", ".passthrough")
# Of a torn end: its log, the range that it comes from, which end it is, and its bytes.
_MARK, _START, _IS_TAIL, _BYTES = "end_mark", "end_start", "end_is_tail", "end_bytes"
_RANGE_BYTES = 64 << 20
_MOST_TASKS = 4096
# A torn record travels with so many bytes of the records before it: whether a terminal wrapped a
# line is told by how long the lines around it are.
NEIGHBOURS = 1 << 20


def read_remote_logs(
    spark: SparkSession, sources: Sequence[LogSource], schema: StructType, read: str, *arguments: object
) -> DataFrame:
    """What the function `read` of `log_parse` makes of each source, as rows of the schema."""
    reader = _Reader(read, arguments)
    cut = [source for source in sources if _spark_cuts(source)]
    whole = [source for source in sources if not _spark_cuts(source)]
    frames = []
    if cut:
        frames.append(_in_ranges(spark, cut, schema, reader))
    if whole:
        addresses = {_place(source).address for source in whole}
        frames.append(by_workers(contents(spark, addresses), _whole_reader(whole, reader), schema))
    return reduce(DataFrame.unionAll, frames)


def _spark_cuts(source: LogSource) -> bool:
    place = _place(source)
    return place.member is None and source.is_cuttable and not spark_unpacks(place.address)


def spark_unpacks(address: str) -> bool:
    """Whether Spark's text reader takes the file for a compressed one."""
    return address.lower().endswith(_UNPACKED_BY_NAME)


def _place(source: LogSource) -> Place:
    assert source.place is not None, "a log that only Spark reaches has a place"
    return source.place


@dataclass(frozen=True)
class _Reader:
    """A function of `log_parse` by its name, and what it is called with."""

    name: str
    arguments: tuple[object, ...]

    def rows(self, source: LogSource) -> Rows:
        from rmqkit.tables import log_parse
        from rmqkit.tables.logs import plain

        read = getattr(log_parse, self.name)
        yield from read({**plain(source), "stream": source.stream}, *self.arguments)


def _in_ranges(spark: SparkSession, sources: Sequence[LogSource], schema: StructType, reader: _Reader) -> DataFrame:
    ends = StructType(list(schema.fields)).add(_MARK, LongType()).add(_START, LongType())
    ends = ends.add(_IS_TAIL, BooleanType()).add(_BYTES, BinaryType())
    by_mark = {_place(source).mark: source for source in sources}
    read = _range_reader(by_mark, reader, ends)
    ranges = by_workers(lines(spark, map(_place, sources)), read, ends)
    # Ends go to the worker of their log; rows may go anywhere, and stay together.
    worker = F.coalesce(_MARK, F.spark_partition_id().cast("long"))
    total = sum(_place(source).size for source in sources)
    met = ranges.repartition(min(1 + total // _RANGE_BYTES, _MOST_TASKS), worker)
    return by_workers(met, _end_reader(by_mark, reader, schema), schema)


def _range_reader(sources: Mapping[int, LogSource], reader: _Reader, schema: StructType) -> Batches:
    def read(batches: Rows) -> Rows:
        for (mark, start, more), parts in groupby(parts_of(batches), key=itemgetter(0, 1, 2)):
            source = _rest_range(sources[mark], start, more)
            texts = (text for *_, text in parts)
            part = WholeRecords(texts, source.shape, begins=start == 0, ends=not more)
            if not part.is_empty:
                for batch in reader.rows(replace(source, stream=cast(BinaryIO, part))):
                    yield _widened(batch, schema)
            if part.head:
                yield _end(schema, mark, start, False, part.head)
            if part.tail:
                yield _end(schema, mark, start + len(part.head) + part.size, True, part.tail)

    return read


class WholeRecords:
    """A range's whole records as a stream; what is torn off it is in `head` and `tail` once it was read.

    `begins`: no record goes on from before, so there is no head. `ends`: none goes on behind, so there is no tail.
    """

    def __init__(self, parts: Iterator[bytes], shape: LogShape, *, begins: bool, ends: bool) -> None:
        self.head = b""
        self.tail = b""
        self.size = 0
        self._shape = shape
        self._in_head = not begins
        self._ends = ends
        released = self._released(parts)
        self._first = next(released, b"")
        self._parts = chain([self._first], released)

    @property
    def is_empty(self) -> bool:
        """Whether there is no record that is whole for sure."""
        return not self._first

    def read(self, size: int) -> bytes:
        """At least `size` bytes while there are as many; none at the end."""
        pieces: list[bytes] = []
        while sum(map(len, pieces)) < size and (piece := next(self._parts, b"")):
            pieces.append(piece)
        text = b"".join(pieces)
        self.size += len(text)
        return text

    def _released(self, parts: Iterator[bytes]) -> Iterator[bytes]:
        searched = 0
        for part in parts:
            if self._in_head:
                at = first_record(part, self._shape)
                self.head += part[:at]
                self._in_head = at == len(part)
                part = part[at:]
            self.tail += part
            if len(self.tail) <= 2 * NEIGHBOURS:
                continue
            before = self.tail[: len(self.tail) - NEIGHBOURS]
            last = last_record(before, self._shape, searched)
            if not last:
                searched = len(before)
                continue
            yield self.tail[:last]
            self.tail, searched = self.tail[last:], 0
        if self._ends and self.tail:
            released, self.tail = self.tail, b""
            yield released

    def __enter__(self) -> WholeRecords:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close: the rows are Spark's."""


def _rest_range(source: LogSource, start: int, more: bool) -> LogSource:
    """The source from `start` on; its share as if this machine had cut its file."""
    if not start and not more:
        return replace(source, start=start, share=1)
    inner = max(END_SHARE, _place(source).size // _RANGE_BYTES)
    return replace(source, start=start, share=inner if start and more else END_SHARE)


def parts_of(batches: Rows) -> Iterator[tuple[int, int, bool, bytes]]:
    """Mark, start and more of each range, and whole lines of it, as many as one batch holds."""
    import numpy as np

    for batch in batches:
        marks, starts, more, texts = batch.columns
        first = 0
        # Where the rows of one range end in a batch; a batch rarely holds more than one.
        pairs = np.stack([marks.to_numpy(), starts.to_numpy()])
        changes = np.flatnonzero((pairs[:, 1:] != pairs[:, :-1]).any(axis=0)) + 1
        for end in [*changes.tolist(), len(marks)] if len(marks) else []:
            place = marks[first].as_py(), starts[first].as_py(), more[first].as_py()
            yield (*place, _joined(texts.slice(first, end - first)))
            first = end


def _joined(texts: pa.Array) -> bytes:
    """The bytes of binary values one behind the other, which is how Arrow holds them."""
    import numpy as np
    import pyarrow as pa

    _, offsets, data = texts.buffers()
    width = np.int64 if texts.type == pa.large_binary() else np.int32
    bounds = np.frombuffer(offsets, width, len(texts) + 1, texts.offset * np.dtype(width).itemsize)
    joined: bytes = data[int(bounds[0]) : int(bounds[-1])].to_pybytes()
    return joined


def _widened(batch: pa.RecordBatch, schema: StructType) -> pa.RecordBatch:
    """The batch with the columns of a torn end, which are null."""
    import pyarrow as pa
    from pyspark.sql.pandas.types import to_arrow_schema

    wide = to_arrow_schema(schema, timezone="UTC")
    missing = [pa.nulls(batch.num_rows, field.type) for field in list(wide)[batch.num_columns :]]
    return pa.RecordBatch.from_arrays([*batch.columns, *missing], schema=wide)


def _end(schema: StructType, mark: int, start: int, is_tail: bool, text: bytes) -> pa.RecordBatch:
    import pyarrow as pa
    from pyspark.sql.pandas.types import to_arrow_schema

    wide = to_arrow_schema(schema, timezone="UTC")
    values = {_MARK: mark, _START: start, _IS_TAIL: is_tail, _BYTES: text}
    columns = [pa.array([values.get(field.name)], field.type) for field in wide]
    return pa.RecordBatch.from_arrays(columns, schema=wide)


def _end_reader(sources: Mapping[int, LogSource], reader: _Reader, schema: StructType) -> Batches:
    width = len(schema.fields)

    def read(batches: Rows) -> Rows:
        import pyarrow as pa

        ends: dict[int, list[tuple[int, bool, bytes]]] = defaultdict(list)
        for batch in batches:
            rows = batch.filter(batch[_MARK].is_null())
            if rows.num_rows:
                names = rows.schema.names[:width]
                yield pa.RecordBatch.from_arrays(rows.columns[:width], names=names)
            torn = batch.filter(batch[_MARK].is_valid()).select([_MARK, _START, _IS_TAIL, _BYTES])
            columns = (column.to_pylist() for column in torn.columns)
            for mark, start, is_tail, text in zip(*columns, strict=True):
                ends[mark].append((start, is_tail, text))
        for mark, of_one_log in ends.items():
            for start, text in _mended(of_one_log):
                yield from reader.rows(replace(sources[mark], start=start, stream=BytesIO(text)))

    return read


def _mended(ends: Iterable[tuple[int, bool, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Records that were torn, and where each begins: a tail and every head up to the next tail."""
    begin, pieces = 0, list[bytes]()
    for start, is_tail, text in sorted(ends):
        if is_tail and pieces:
            yield begin, b"".join(pieces)
            pieces = []
        if not pieces:
            begin = start
        pieces.append(text)
    if pieces:
        yield begin, b"".join(pieces)


def _whole_reader(sources: Iterable[LogSource], reader: _Reader) -> Batches:
    by_mark: dict[int, list[LogSource]] = defaultdict(list)
    for source in sources:
        by_mark[_place(source).mark].append(source)

    def read(rows: Iterable[Row]) -> Rows:
        for row in rows:
            for source in _opened(row, by_mark[row["mark"]]):
                yield from reader.rows(source)

    return of_batches(read)


def _opened(row: Mapping[str, Any], sources: Sequence[LogSource]) -> Iterator[LogSource]:
    """The sources with their bytes: those of the file, or of its members where it is an archive."""
    by_member = {_place(source).member: source for source in sources}
    if None in by_member:
        yield replace(by_member[None], content=row["content"])
        return
    for number, member in enumerate(archives.unpack_content(row["path"], row["content"])):
        if number in by_member and member.path is not None:
            yield replace(by_member[number], path=str(member.path))
