"""Logs read by Spark's workers: sources out, what a function of `log_parse` makes of each back.

What is asked of logs is for `log_tables`. Only the DataFrame API is used, so classic Spark, a
cluster and Spark Connect all run it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import reduce
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import BinaryType, DataType, IntegerType, LongType, StringType, StructField, StructType

from rmqkit.tables.log_bytes import LogSource, split
from rmqkit.tables.progress import note, notes
from rmqkit.tables.workers import Row, Rows, by_tasks, by_workers, of_batches

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["LogSource", "plain", "read_by_workers", "split"]

# A folder whose logs are no larger than this is read in the calling process.
HERE_BYTES = 4 << 20
# A larger log is read in ranges of this size, so that several workers share it.
RANGE_BYTES = 64 << 20
MOST_TASKS = 4096
# Of more ranges than these what workers tell, some hundred thousand rows each where a broker has thousands of groups,
# meets on a worker before it comes here: that second stage takes a second or two, and spares a third of the memory.
MOST_PARTS_HERE = 2

_FIELDS = (
    "file", "block", "kind", "shape", "path", "content", "start", "end", "encoding", "compression", "first_line",
    "share",
)  # fmt: skip
_KINDS: dict[str, DataType] = {
    **dict.fromkeys(("block", "first_line", "share"), IntegerType()),
    **dict.fromkeys(("start", "end"), LongType()),
    "content": BinaryType(),
}
_SOURCES = StructType([StructField(name, _KINDS.get(name, StringType())) for name in _FIELDS])


def is_small(sources: Sequence[LogSource], workers_above: int | None = None) -> bool:
    """Whether reading them here is possible, and takes less time than starting workers.

    `workers_above`: so many bytes are read here, in the place of `HERE_BYTES`.
    """
    most = HERE_BYTES if workers_above is None else workers_above
    return all(source.place is None for source in sources) and sum(map(size_of, sources)) <= most


def read_by_workers(
    spark: SparkSession, sources: Sequence[LogSource], schema: StructType, read: str, *arguments: object
) -> DataFrame:
    """What the function `read` of `log_parse` makes of every source, large ones in ranges."""
    ranges = ranges_of(source for source in sources if source.place is None)
    elsewhere = [source for source in sources if source.place is not None]
    frames = list(_local_frames(spark, ranges, _by_source(read, *arguments), schema))
    if elsewhere:
        from rmqkit.tables.remote_logs import read_remote_logs

        frames.append(read_remote_logs(spark, elsewhere, schema, read, *arguments))
    return reduce(DataFrame.unionAll, frames)


def _local_frames(
    spark: SparkSession, ranges: Sequence[LogSource], by_source: Rows, schema: StructType
) -> Iterator[DataFrame]:
    """Files are opened by the workers; what this process holds is sent to them."""
    named = [plain(source) for source in ranges if source.content is None]
    if named:
        yield by_tasks(spark, named, min(len(named), MOST_TASKS), by_source, schema)
    held = [source for source in ranges if source.content is not None]
    if held:
        import pyarrow as pa

        rows = pa.Table.from_pylist([plain(source) for source in held], to_arrow_schema(_SOURCES))
        frame = spark.createDataFrame(rows).repartition(min(len(rows), MOST_TASKS))
        yield by_workers(frame, of_batches(by_source), schema)


def parts_of_large(sources: Iterable[LogSource]) -> tuple[int, ...]:
    """In how many ranges each of those is read that are too large for one."""
    sizes = [size_of(source) for source in sources if source.end is None and source.is_cuttable]
    return tuple(ceil(size / RANGE_BYTES) for size in sizes if size > RANGE_BYTES)


def ranges_of(sources: Iterable[LogSource]) -> list[LogSource]:
    """The sources, large ones in ranges; the largest first, so that none is left for last."""
    parts: list[LogSource] = []
    for source in sources:
        size = size_of(source)
        # About `RANGE_BYTES` each, and none of them a small rest.
        is_large = source.end is None and size > RANGE_BYTES
        parts += split(source, ceil(size / max(2, round(size / RANGE_BYTES)))) if is_large else [source]
    return sorted(parts, key=size_of, reverse=True)


def size_of(source: LogSource) -> int:
    """Bytes to read; a log compresses to about a tenth."""
    if source.end is not None:
        return source.end - source.start
    size = _stored_size(source)
    return 10 * size if source.compression else size


def stored_size(path: str | None, content: bytes | None, start: int, end: int | None) -> int:
    """Bytes of a source as they are stored."""
    if end is not None:
        return end - start
    return len(content or b"") if path is None else Path(path).stat().st_size


def stored_sizes(sources: Iterable[LogSource]) -> int:
    """Bytes of all sources as they are stored; what only Spark reaches has the size that its store tells."""
    return sum(map(_stored_size, sources))


def _stored_size(source: LogSource) -> int:
    if source.place is not None:
        return source.place.size
    return stored_size(source.path, source.content, source.start, source.end)


def plain(source: LogSource) -> dict[str, Any]:
    """The source as values that travel to a worker."""
    return {**{name: getattr(source, name) for name in _FIELDS}, "shape": json.dumps(asdict(source.shape))}


def _by_source(name: str, *arguments: object) -> Rows:
    """What a worker does with its rows of sources: the function of this name in `log_parse`, for each."""

    noted_in = notes()

    def parse(rows: Iterable[Row]) -> Iterator[pa.RecordBatch]:
        from rmqkit.tables import log_parse

        read = getattr(log_parse, name)
        for row in rows:
            yield from read(row, *arguments)
            note(noted_in, stored_size(row["path"], row["content"], row["start"], row["end"]))

    return parse
