"""Logs as Spark tables: sources out, events and line counts back. What a line means is told in formats/.

`parsed_logs` reads every source once, on workers, through polars and whole blocks; `log_events` and `log_counts` are
its two projections. Only the DataFrame API is used, so classic Spark, a cluster and Spark Connect all run it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.types import StringType

from rmqkit.tables.log_bytes import LogSource, split
from rmqkit.tables.schemas import LEDGER, LOG_EVENTS, PARSED

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["LogSource", "log_counts", "log_events", "parsed_logs", "split"]

# A folder whose logs are no larger than this is read in the calling process.
HERE_BYTES = 4 << 20
# A larger log is read in ranges of this size, so that several workers share it.
RANGE_BYTES = 64 << 20

_COUNTERS = ("lines", "rows", "noise", "blank", "continuation", "unparsed")

_SOURCES = "file string, block int, kind string, shape string, path string, content binary, start long, end long, encoding string, compression string, rolled boolean, first_line int"  # noqa: E501


def parsed_logs(
    spark: SparkSession, sources: Sequence[LogSource], jvm_zone: str = "UTC", events: Iterable[str] | None = None
) -> DataFrame:
    """Every record of the sources (columns of LOG_EVENTS) and one row of counts per source (`counts` true).

    `jvm_zone` is the zone of layouts that print the writing JVM's local time. `events`: only records of these events
    are passed on (the counts stay complete), which spares the transport of all others. Used twice, the result should
    be cached: every action reads the logs again. `line_order` orders the records of a file: it is the record's line
    number plus the byte at which its range starts, so the true line number in a file that was not split (larger logs
    are, at `RANGE_BYTES`).
    """
    if not sources:
        return spark.createDataFrame([], PARSED)
    wanted = None if events is None else tuple(events)
    if sum(map(_size, sources)) <= HERE_BYTES:
        return _parsed_here(spark, sources, jvm_zone, wanted)
    ranges = [part for source in sources for part in (split(source, RANGE_BYTES) if _is_large(source) else [source])]
    ordered = sorted(ranges, key=_size, reverse=True)
    rows = [tuple(plain(source).values()) for source in ordered]
    frame = spark.createDataFrame(rows, _SOURCES).repartition(min(len(rows), 64))
    return frame.mapInArrow(_worker(jvm_zone, wanted), PARSED)


def _size(source: LogSource) -> int:
    """Bytes to read; a log compresses to about a tenth."""
    if source.end is not None:
        return source.end - source.start
    size = len(source.content or b"") if source.path is None else Path(source.path).stat().st_size
    return 10 * size if source.compression else size


def _is_large(source: LogSource) -> bool:
    return source.end is None and _size(source) > RANGE_BYTES


def _parsed_here(
    spark: SparkSession, sources: Sequence[LogSource], zone: str, events: tuple[str, ...] | None
) -> DataFrame:
    """The same without workers: starting them takes longer than reading a few megabytes."""
    import pyarrow as pa

    from rmqkit.tables.log_parse import SCHEMA, parsed_batches

    batches = [batch for source in sources for batch in parsed_batches(plain(source), zone, events)]
    return spark.createDataFrame(pa.Table.from_batches(batches, schema=SCHEMA), PARSED)


def plain(source: LogSource) -> dict[str, Any]:
    """The source as values that travel to a worker."""
    return {
        **{name: getattr(source, name) for name in source.__dataclass_fields__},
        "shape": json.dumps(asdict(source.shape)),
    }


def _worker(
    zone: str, events: tuple[str, ...] | None
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def parse(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from rmqkit.tables.log_parse import parsed_batches

        for batch in batches:
            for row in batch.to_pylist():
                yield from parsed_batches(row, zone, events)

    return parse


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
