"""Logs made small: every catalogued event counted, in one Spark job. What the counts mean is for diagnosis.

Workers count what they read (`log_reduce`); here the counts of a log's ranges are put together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import reduce
from operator import itemgetter, or_
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from rmqkit.tables.log_bytes import LEAST_ROWS
from rmqkit.tables.logs import (
    MOST_PARTS_HERE,
    LogSource,
    is_small,
    parsed_logs,
    parts_of_large,
    plain,
    read_by_workers,
    stored_sizes,
)
from rmqkit.tables.progress import watched
from rmqkit.tables.workers import collected

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

Row = dict[str, Any]

# Event rows that the driver gets of all logs together.
MOST_ROWS = 40_000
_COMMIT = ("file", "group", "topic", "broker", "queue", "detail", "at")
_COUNTERS = ("lines", "rows", "noise", "blank", "continuation", "unparsed")


@dataclass(frozen=True)
class Span:
    """A log's writer and the times between which it was written."""

    source: str
    first: datetime | None
    last: datetime | None


@dataclass(frozen=True)
class LogSummary:
    """`counts`: ledger rows of the logs. `events`: one row per event, its times and how often it was logged.

    An event row has the columns of `log_events` (raw of its first record, `at` of its first, `last_at` of its
    last), `times`, and `line_order`: the line of its first record. `spans`: per file
    its source and the times of its first and last record. `commits`: the offsets that clients logged as committed, but
    for those of the files in `commits_left`, which have too many of them.
    """

    counts: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    spans: dict[str, Span] = field(default_factory=dict)
    commits: list[Row] = field(default_factory=list)
    commits_left: frozenset[str] = frozenset()

    def only(self, files: Collection[str]) -> LogSummary:
        """The part that comes from these files."""
        return LogSummary(
            [row for row in self.counts if row["file"] in files],
            [row for row in self.events if row["file"] in files],
            {file: span for file, span in self.spans.items() if file in files},
            [row for row in self.commits if row["file"] in files],
            self.commits_left & frozenset(files),
        )


def summarise(
    spark: SparkSession,
    sources: Sequence[LogSource],
    zone: str = "UTC",
    workers_above: int | None = None,
) -> LogSummary:
    """Count the events and the lines of logs: here when they are small, else in one Spark job."""
    if not sources:
        return LogSummary()
    limit = max(LEAST_ROWS, MOST_ROWS // len({source.file for source in sources}))
    if is_small(sources, workers_above):
        table = _here(sources, zone, limit)
        return _summary(table, _events(table))
    with watched(spark, len(sources), stored_sizes(sources)):
        return _summary(*_by_workers(spark, sources, zone, limit))


def _here(sources: Iterable[LogSource], zone: str, limit: int) -> pa.Table:
    import pyarrow as pa

    from rmqkit.tables.log_parse import summary_batches

    batches = [batch for source in sources for batch in summary_batches(plain(source), zone, limit, scan=False)]
    return pa.Table.from_batches(batches)


def _by_workers(
    spark: SparkSession, sources: Sequence[LogSource], zone: str, limit: int
) -> tuple[pa.Table, pl.DataFrame]:
    """What workers told, and its events put together."""
    from rmqkit.tables.packed import PACKED

    partial = read_by_workers(spark, sources, PACKED, "packed_summary", zone, limit)
    parts = parts_of_large(sources)
    # What Spark cuts that is no larger than a range may have, with its parts together, what one source may have.
    beyond = limit if parts else 2 * limit
    if parts <= MOST_PARTS_HERE:
        table = _unpacked(collected(partial))
        return table, _few(_events(table), limit, beyond)
    table = _unpacked(collected(partial.groupBy("file").applyInArrow(_meeting(limit, beyond), PACKED)))
    return table, _events(table)


def _unpacked(ranges: pa.Table) -> pa.Table:
    from rmqkit.tables.log_parse import SUMMARY_SCHEMA
    from rmqkit.tables.packed import unpacked

    return unpacked(ranges["rows"], SUMMARY_SCHEMA)


def _meeting(limit: int, beyond: int) -> Callable[[pa.Table], pa.Table]:
    """Puts the ranges of one file together on a worker, before the driver gets them."""

    def meet(ranges: pa.Table) -> pa.Table:
        import pyarrow as pa
        import pyarrow.compute as pc

        from rmqkit.tables.log_parse import summary_table
        from rmqkit.tables.packed import packed, row_of

        table = _unpacked(ranges)
        events = summary_table(_few(_events(table), limit, beyond), "event")
        rest = table.filter(pc.not_equal(table["part"], "event"))
        whole = packed(pa.concat_tables([events, rest]))
        return pa.Table.from_batches([row_of(file=ranges["file"][0].as_py(), rows=whole)])

    return meet


def _few(events: pl.DataFrame, limit: int, beyond: int) -> pl.DataFrame:
    """About `limit` rows of each log that has more than `beyond`."""
    import polars as pl

    from rmqkit.tables.log_reduce import merged, thinned

    files = events.partition_by("file", maintain_order=True)
    few = (thinned(rows, limit) if len(rows) > beyond else rows for rows in files)
    return merged(pl.concat([events.clear(), *few]))


def _events(table: pa.Table) -> pl.DataFrame:
    """The event rows of a summary's parts, put together."""
    import polars as pl

    from rmqkit.tables.log_reduce import merged

    rows = pl.DataFrame(table).filter(pl.col("part") == "event")
    times = [pl.from_epoch(name, "us").dt.replace_time_zone("UTC") for name in ("moment", "at", "last_at")]
    return merged(rows.with_columns(*times).sort("file", "line_order"))


def _summary(table: pa.Table, of_events: pl.DataFrame) -> LogSummary:
    """What was counted, in plain values."""
    import pyarrow.compute as pc

    records = of_events.to_dicts()
    ranges = table.filter(pc.equal(table["part"], "counts")).to_pylist()
    commits = table.filter(pc.equal(table["part"], "commit")).select(_COMMIT).to_pylist()
    events = [row for row in records if row["event"] is not None]
    _number_lines(events, ranges)
    left = frozenset(row["file"] for row in ranges if row["commits_left"])
    return LogSummary(_merged(ranges), events, _spans(records), [_timed(row) for row in commits], left)


def _timed(row: Row) -> Row:
    """Instants travel as microseconds: collected timestamps would be in the zone of this process and not say so."""
    return {**row, "at": row["at"] and datetime.fromtimestamp(row["at"] / 1_000_000, UTC)}


def _number_lines(events: list[Row], ranges: list[Row]) -> None:
    """Turn `line_order` into line numbers in files that were read in ranges: it counts from a range's first byte."""
    starts: dict[str, list[tuple[int, int]]] = defaultdict(list)
    before: dict[str, int] = defaultdict(int)
    for row in sorted(ranges, key=lambda row: row["start"] or 0):
        if row["start"]:
            starts[row["file"]].append((row["start"], before[row["file"]]))
        before[row["file"]] += row["lines"]
    for event in events:
        above = starts.get(event["file"], [])
        place = bisect_left(above, event["line_order"], key=itemgetter(0))
        if place:
            start, lines = above[place - 1]
            event["line_order"] += lines - start


def _spans(records: list[Row]) -> dict[str, Span]:
    by_file: dict[str, list[Row]] = defaultdict(list)
    for row in records:
        by_file[row["file"]].append(row)
    return {
        file: Span(
            rows[0]["source"],
            min((row["at"] for row in rows if row["at"]), default=None),
            max((row["last_at"] for row in rows if row["last_at"]), default=None),
        )
        for file, rows in by_file.items()
    }


def _merged(counts: list[Row]) -> list[Row]:
    """One ledger row per file and block; a large file was counted range by range."""
    by_place: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in sorted(counts, key=lambda row: row["start"] or 0):
        by_place[row["file"], row["block"]].append(row)
    return [_ledger_row(rows) for rows in by_place.values()]


def _ledger_row(ranges: list[Row]) -> Row:
    before, first = 0, None
    for row in ranges:
        if first is None and row["first_unparsed"] is not None:
            first = f"{before + row['first_unparsed_line']}: {row['first_unparsed']}"
        before += row["lines"]
    return {
        "file": ranges[0]["file"],
        "block": ranges[0]["block"],
        "kind": ranges[0]["kind"],
        **{name: sum(row[name] for row in ranges) for name in _COUNTERS},
        "first_unparsed": first,
        "problem": "; ".join(sorted({row["problem"] for row in ranges if row["problem"]})) or None,
    }


def commits_between(
    spark: SparkSession,
    sources: Sequence[LogSource],
    zone: str,
    spans: Sequence[tuple[datetime, datetime]],
    workers_above: int | None = None,
) -> list[Row]:
    """Each committed offset that a client logged within any of the spans: file, queue, time and offset (one job)."""
    parsed = parsed_logs(spark, sources, zone, ["offset_committed"], workers_above)
    return commits_of(parsed.where(~F.col("counts")), spans)


def commits_of(events: DataFrame, spans: Sequence[tuple[datetime, datetime]]) -> list[Row]:
    """The same of a table of events."""
    micros = F.unix_micros("at")
    within = reduce(or_, (micros.between(_micros(first), _micros(last)) for first, last in spans))
    committed = events.where((F.col("event") == "offset_committed") & within)
    rows = collected(committed.select(*_COMMIT[:-1], micros.alias("at")))
    return [_timed(row) for row in rows.to_pylist()]


def _micros(moment: datetime) -> int:
    return round(moment.timestamp() * 1_000_000)
