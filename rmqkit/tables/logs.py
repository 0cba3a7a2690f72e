"""Logs as Spark tables: sources out, events and line counts back.

What a line means is told in formats/.

`parsed_logs` reads every source once, on workers, through polars and whole blocks; `log_events` and
`log_counts` are its two projections. Only the DataFrame API is used, so classic Spark, a cluster
and Spark Connect all run it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import reduce
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import (
    BinaryType,
    BooleanType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
)

from rmqkit.tables.log_bytes import LogSource, split
from rmqkit.tables.progress import note, notes
from rmqkit.tables.schemas import LEDGER, LOG_EVENTS, PARSED, counted
from rmqkit.tables.workers import Row, Rows, by_tasks, by_workers, of_batches

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["LogSource", "log_counts", "log_events", "parsed_logs", "split"]

# A folder whose logs are no larger than this is read in the calling process.
HERE_BYTES = 4 << 20
# A larger log is read in ranges of this size, so that several workers share it.
RANGE_BYTES = 64 << 20
MOST_TASKS = 4096
# Of more ranges than these what workers tell, some thousand rows of each, meets on a worker before it comes here: that
# is a second stage, which costs a second.
MOST_PARTS_HERE = 16

_COUNTERS = ("lines", "rows", "noise", "blank", "continuation", "unparsed")

_SOURCES = StructType(
    [
        StructField("file", StringType()),
        StructField("block", IntegerType()),
        StructField("kind", StringType()),
        StructField("shape", StringType()),
        StructField("path", StringType()),
        StructField("content", BinaryType()),
        StructField("start", LongType()),
        StructField("end", LongType()),
        StructField("encoding", StringType()),
        StructField("compression", StringType()),
        StructField("rolled", BooleanType()),
        StructField("first_line", IntegerType()),
        StructField("share", IntegerType()),
    ]
)
_FIELDS = _SOURCES.fieldNames()


def parsed_logs(
    spark: SparkSession,
    sources: Sequence[LogSource],
    jvm_zone: str = "UTC",
    events: Iterable[str] | None = None,
    workers_above: int | None = None,
) -> DataFrame:
    """Every record of the sources (columns of LOG_EVENTS) and one row of counts per
    source (`counts` true).

    `jvm_zone` is the zone of layouts that print the writing JVM's local time. `events`: only
    records of these events are passed on (the counts stay complete), which spares the transport of
    all others. Used twice, the result should be cached: every action reads the logs again.
    `line_order` orders the records of a file: it is the record's line number plus the byte at which
    its range starts, so the true line number in a file that was not split (larger logs are, at
    `RANGE_BYTES`).
    """
    if not sources:
        return spark.createDataFrame([], PARSED)
    wanted = None if events is None else tuple(events)
    if is_small(sources, workers_above):
        return _parsed_here(spark, sources, jvm_zone, wanted)
    return read_by_workers(spark, sources, PARSED, "parsed_batches", jvm_zone, wanted)


def is_small(sources: Sequence[LogSource], workers_above: int | None = None) -> bool:
    """Whether reading them here is possible, and takes less time than starting workers.

    `workers_above`: so many bytes are read here, in the place of `HERE_BYTES`.
    """
    most = HERE_BYTES if workers_above is None else workers_above
    return all(source.place is None for source in sources) and sum(map(_size, sources)) <= most


def read_by_workers(
    spark: SparkSession, sources: Sequence[LogSource], schema: StructType, read: str, *arguments: object
) -> DataFrame:
    """What the function `read` of `log_parse` makes of every source, large ones in ranges."""
    here = [source for source in sources if source.place is None]
    elsewhere = [source for source in sources if source.place is not None]
    frames = []
    ranges, by_source = _ranges_of(here), _by_source(read, *arguments)
    named = [plain(source) for source in ranges if source.content is None]
    if named:
        frames.append(by_tasks(spark, named, min(len(named), MOST_TASKS), by_source, schema))
    held = [source for source in ranges if source.content is not None]
    if held:
        frames.append(by_workers(_source_frame(spark, held), of_batches(by_source), schema))
    if elsewhere:
        from rmqkit.tables.remote_logs import read_remote_logs

        frames.append(read_remote_logs(spark, elsewhere, schema, read, *arguments))
    return reduce(DataFrame.unionAll, frames)


def parts_of_large(sources: Iterable[LogSource]) -> int:
    """In how many ranges those are read that are too large for one."""
    sizes = [_size(source) for source in sources if source.end is None and source.is_cuttable]
    return sum(ceil(size / RANGE_BYTES) for size in sizes if size > RANGE_BYTES)


def _ranges_of(sources: Iterable[LogSource]) -> list[LogSource]:
    """The sources, large ones in ranges; the largest first, so that none is left for last."""
    ranges = [part for source in sources for part in (split(source, _range(source)) if _is_large(source) else [source])]
    return sorted(ranges, key=_size, reverse=True)


def _range(source: LogSource) -> int:
    """Bytes of each of a large source's ranges: about `RANGE_BYTES`, and none of them a small rest."""
    size = _size(source)
    return ceil(size / max(2, round(size / RANGE_BYTES)))


def _source_frame(spark: SparkSession, sources: Sequence[LogSource]) -> DataFrame:
    """One row per source, with its bytes."""
    import pyarrow as pa

    rows = pa.Table.from_pylist([plain(source) for source in sources], to_arrow_schema(_SOURCES))
    return spark.createDataFrame(rows).repartition(min(len(rows), MOST_TASKS))


def _size(source: LogSource) -> int:
    """Bytes to read; a log compresses to about a tenth."""
    if source.end is not None:
        return source.end - source.start
    if source.place is not None:
        size = source.place.size
    else:
        size = len(source.content or b"") if source.path is None else Path(source.path).stat().st_size
    return 10 * size if source.compression else size


def stored_size(path: str | None, content: bytes | None, start: int, end: int | None) -> int:
    """Bytes of a source as they are stored."""
    if end is not None:
        return end - start
    return len(content or b"") if path is None else Path(path).stat().st_size


def stored_sizes(sources: Iterable[LogSource]) -> int:
    """Bytes of all sources as they are stored; what only Spark reaches has the size
    that its store tells."""
    return sum(
        source.place.size if source.place else stored_size(source.path, source.content, source.start, source.end)
        for source in sources
    )


def _is_large(source: LogSource) -> bool:
    return source.end is None and _size(source) > RANGE_BYTES


def _parsed_here(
    spark: SparkSession, sources: Sequence[LogSource], zone: str, events: tuple[str, ...] | None
) -> DataFrame:
    """The same without workers: starting them takes longer than reading a few megabytes."""
    import pyarrow as pa

    from rmqkit.tables.log_parse import SCHEMA, parsed_batches

    batches = [batch for source in sources for batch in parsed_batches(plain(source), zone, events, scan=False)]
    return spark.createDataFrame(pa.Table.from_batches(batches, schema=SCHEMA), PARSED)


def plain(source: LogSource) -> dict[str, Any]:
    """The source as values that travel to a worker."""
    return {
        **{name: getattr(source, name) for name in _FIELDS},
        "shape": json.dumps(asdict(source.shape)),
    }


def _by_source(name: str, *arguments: object) -> Rows:
    """What a worker does with its rows of sources:
    the function of this name in `log_parse`, for each."""

    noted_in = notes()

    def parse(rows: Iterable[Row]) -> Iterator[pa.RecordBatch]:
        from rmqkit.tables import log_parse

        read = getattr(log_parse, name)
        for row in rows:
            yield from read(row, *arguments)
            note(noted_in, stored_size(row["path"], row["content"], row["start"], row["end"]))

    return parse


def event_counts(
    spark: SparkSession,
    sources: Sequence[LogSource],
    jvm_zone: str,
    by: Sequence[str],
    events: Iterable[str] | None = None,
    workers_above: int | None = None,
) -> DataFrame:
    """Records counted by some columns of `log_events` (and `times`):
    nothing else is read, and workers count.

    `events`: records of these events only; then only lines that may hold one of them are looked at.
    """
    columns, wanted = tuple(by), None if events is None else tuple(events)
    schema = counted(columns)
    if is_small(sources, workers_above):
        partial = _counted_here(spark, sources, jvm_zone, columns, wanted)
    else:
        partial = read_by_workers(spark, sources, schema, "count_batches", jvm_zone, columns, wanted)
    return partial.groupBy(*columns).agg(F.sum("times").alias("times"))


def _counted_here(
    spark: SparkSession,
    sources: Iterable[LogSource],
    zone: str,
    by: tuple[str, ...],
    events: tuple[str, ...] | None,
) -> DataFrame:
    import pyarrow as pa

    from rmqkit.tables.log_parse import count_batches

    schema = counted(by)
    batches = [batch for source in sources for batch in count_batches(plain(source), zone, by, events, scan=False)]
    return (
        spark.createDataFrame(pa.Table.from_batches(batches), schema) if batches else spark.createDataFrame([], schema)
    )


def log_events(parsed: DataFrame) -> DataFrame:
    """The table `log_events`: one row per record, `event` null outside the catalogue."""
    return parsed.where(~F.col("counts")).select(*LOG_EVENTS.fieldNames())


def log_counts(parsed: DataFrame) -> DataFrame:
    """The ledger of the logs: one row per file and block, the counts of its ranges added up."""
    ranges = parsed.where(F.col("counts"))
    before = Window.partitionBy("file", "block").orderBy("start").rowsBetween(Window.unboundedPreceding, -1)
    line = F.coalesce(F.sum("lines").over(before), F.lit(0)) + F.col("first_unparsed_line")
    numbered = ranges.withColumn("first_unparsed", F.concat(line.cast(StringType()), F.lit(": "), "first_unparsed"))
    first = F.min_by("first_unparsed", F.when(F.col("first_unparsed").isNotNull(), F.col("start")))
    totals = [F.sum(name).alias(name) for name in _COUNTERS]
    grouped = numbered.groupBy("file", "block").agg(
        F.first("kind").alias("kind"),
        *totals,
        first.alias("first_unparsed"),
        F.array_join(F.array_sort(F.collect_set("problem")), "; ").alias("problem"),
    )
    problem = F.when(F.col("problem") != "", F.col("problem")).alias("problem")
    return grouped.select(*(problem if name == "problem" else name for name in LEDGER.fieldNames()))
