"""Logs made small: every catalogued event counted, in one Spark job. What the counts mean is for diagnosis.

Workers count what they read (`log_reduce`); here the counts of a log's ranges are put together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import reduce
from itertools import chain
from operator import itemgetter, or_
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from rmqkit.tables import logs
from rmqkit.tables.log_bytes import LEAST_ROWS
from rmqkit.tables.logs import MOST_PARTS_HERE, LogSource, parts_of_large, plain
from rmqkit.tables.schemas import COMMIT
from rmqkit.tables.workers import collected

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

Row = dict[str, Any]

# Event rows that the driver gets of all logs together.
MOST_ROWS = 40_000
# What one task puts together at once: ranges, and event rows, of which 1,400,000 took a worker 3 GB.
RANGES_MEETING, ROWS_MEETING = 8, 1_500_000
_COUNTERS = ("lines", "rows", "noise", "blank", "continuation", "unparsed")


@dataclass(frozen=True)
class Span:
    """A log's writer and the times between which it was written."""

    source: str
    first: datetime | None
    last: datetime | None


class EventRows:
    """Event rows, kept as columns; whoever looks at one gets a dictionary, which takes four times the memory."""

    def __init__(self, frame: pl.DataFrame | None = None) -> None:
        self._frame = frame

    def __len__(self) -> int:
        return 0 if self._frame is None else len(self._frame)

    def __iter__(self) -> Iterator[Row]:
        return iter(()) if self._frame is None else self._frame.iter_rows(named=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EventRows) and list(self) == list(other)

    def columns(self, *names: str) -> list[list[Any]]:
        """The values of some columns, a list for each."""
        return [self._frame[name].to_list() if self._frame is not None and len(self) else [] for name in names]

    def only(self, files: Collection[str]) -> EventRows:
        """The rows of these files."""
        if self._frame is None or not len(self):
            return self
        return EventRows(self._frame.filter(self._frame["file"].is_in(list(files))))


@dataclass(frozen=True)
class LogSummary:
    """`counts`: ledger rows of the logs. `events`: one row per event, its times and how often it was logged.

    An event row has the columns of `log_events` (raw of its first record, `at` of its first, `last_at` of its last),
    `times`, and `line_order`: the line of its first record. `spans`: per file its source and the times of its first and
    last record. `commits`: the offsets that clients logged as committed, but for those of the files in `commits_left`,
    which have too many of them. `starts`: of files that were read in ranges, the first byte of every range but the
    first, and the lines above it.
    """

    counts: list[Row] = field(default_factory=list)
    events: EventRows = field(default_factory=EventRows)
    spans: dict[str, Span] = field(default_factory=dict)
    commits: list[Row] = field(default_factory=list)
    commits_left: frozenset[str] = frozenset()
    starts: dict[str, list[tuple[int, int]]] = field(default_factory=dict, compare=False)

    def only(self, files: Collection[str]) -> LogSummary:
        """The part that comes from these files."""

        def of_files(rows: Iterable[Row]) -> list[Row]:
            return [row for row in rows if row["file"] in files]

        return LogSummary(
            of_files(self.counts),
            self.events.only(files),
            {file: span for file, span in self.spans.items() if file in files},
            of_files(self.commits),
            self.commits_left & frozenset(files),
            {file: starts for file, starts in self.starts.items() if file in files},
        )


@dataclass(frozen=True)
class Bounds:
    """How many event rows the summary of some logs may have.

    `rows`: about so many each file. `parts`: in how many ranges each of the large ones is read.
    """

    rows: int
    parts: tuple[int, ...]

    @property
    def meets(self) -> bool:
        """Whether what ranges tell is put together by workers, before it comes here."""
        return sum(self.parts) > MOST_PARTS_HERE

    @property
    def beyond(self) -> int:
        """More rows than these of one file are thinned once more.

        What Spark cuts that is no larger than a range may have, with its parts together, what one source may have.
        """
        return self.rows if self.parts else 2 * self.rows


def bounds_of(sources: Sequence[LogSource]) -> Bounds:
    """The bounds for some logs."""
    files = len({source.file for source in sources})
    return Bounds(max(LEAST_ROWS, MOST_ROWS // files), parts_of_large(sources))


def summary_here(sources: Sequence[LogSource], zone: str) -> LogSummary:
    """The summary of logs that are read in this process."""
    import pyarrow as pa

    from rmqkit.tables.log_parse import summary_batches

    rows = bounds_of(sources).rows
    parts = (summary_batches(plain(source), zone, rows, scan=False) for source in sources)
    table = pa.Table.from_batches(chain.from_iterable(parts))
    return _summary(table, _events(table))


def summary_of(told: Sequence[pa.Table], bounds: Bounds) -> LogSummary:
    """The summary that the ranges of some logs told."""
    import pyarrow as pa

    table = pa.concat_tables(told)
    events = _events(table)
    return _summary(table, events if bounds.meets else _few(events, bounds))


def told_by(partial: DataFrame, bounds: Bounds) -> dict[str, pa.Table]:
    """What the ranges of each file tell, of rows of `packed.PACKED`."""
    import pyarrow.compute as pc

    from rmqkit.tables.packed import PACKED

    # One task more is worth its while only where it spares the last one many ranges.
    if max(bounds.parts, default=0) > 2 * RANGES_MEETING:
        neighbours = F.floor(F.col("start") / (RANGES_MEETING * logs.RANGE_BYTES))
        partial = partial.groupBy("file", neighbours).applyInArrow(_meeting(bounds), PACKED)
    if bounds.meets:
        partial = partial.groupBy("file").applyInArrow(_meeting(bounds), PACKED)
    packed = collected(partial)
    files = dict.fromkeys(packed["file"].to_pylist())
    return {file: _unpacked(packed.filter(pc.equal(packed["file"], file))) for file in files}


def _unpacked(ranges: pa.Table) -> pa.Table:
    from rmqkit.tables.log_parse import SUMMARY_SCHEMA
    from rmqkit.tables.packed import unpacked

    return unpacked(ranges["rows"], SUMMARY_SCHEMA)


def _meeting(bounds: Bounds) -> Callable[[pa.Table], pa.Table]:
    """Puts ranges of one file together on a worker, before the driver gets them: neighbours, then all."""

    def meet(ranges: pa.Table) -> pa.Table:
        import pyarrow as pa
        import pyarrow.compute as pc

        from rmqkit.tables.log_parse import summary_table
        from rmqkit.tables.packed import packed, row_of

        events: list[pl.DataFrame] = []
        rest: list[pa.Table] = []
        for start in sorted(set(ranges["start"].to_pylist())):
            table = _unpacked(ranges.filter(pc.equal(ranges["start"], start)))
            events.append(_events(table))
            rest.append(table.filter(pc.not_equal(table["part"], "event")))
            if sum(map(len, events)) > ROWS_MEETING:
                events = [_few(_together(events), bounds)]
        whole = packed(pa.concat_tables([summary_table(_few(_together(events), bounds), "event"), *rest]))
        file, first = ranges["file"][0].as_py(), pc.min(ranges["start"]).as_py()
        return pa.Table.from_batches([row_of(file=file, start=first, rows=whole)])

    return meet


def _few(events: pl.DataFrame, bounds: Bounds) -> pl.DataFrame:
    """About as many rows of each log as it may have."""
    import polars as pl

    from rmqkit.tables.log_reduce import merged, thinned

    files = events.partition_by("file", maintain_order=True)
    few = (thinned(rows, bounds.rows) if len(rows) > bounds.beyond else rows for rows in files)
    return merged(pl.concat([events.clear(), *few]))


def _events(table: pa.Table) -> pl.DataFrame:
    """The event rows of a summary's parts, put together."""
    from rmqkit.tables.log_reduce import EVENT_COLUMNS

    rows = _part(table, "event", EVENT_COLUMNS)
    return _together([rows.with_columns(*(_instant(name) for name in ("moment", "at", "last_at")))])


def _together(events: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """The event rows of several parts of logs, in the order of their lines."""
    import polars as pl

    from rmqkit.tables.log_reduce import merged

    return merged(pl.concat(events).sort("file", "line_order"))


def _part(table: pa.Table, part: str, columns: Collection[str] | None = None) -> pl.DataFrame:
    """The rows of one part, range by range: all of a large log's at once, with columns that are not asked for, take
    twice the memory. Not by `pyarrow.compute`, which loads pandas, half a second."""
    import polars as pl

    named = table.select([*columns, "part"]) if columns else table
    ranges = (pl.DataFrame(batch).filter(pl.col("part") == part) for batch in named.to_batches())
    return pl.concat([pl.DataFrame(named.schema.empty_table()), *ranges]).drop("part")


def _instant(name: str) -> pl.Expr:
    """A column of microseconds since 1970 as instants."""
    import polars as pl

    return pl.from_epoch(name, "us").dt.replace_time_zone("UTC")


def _summary(table: pa.Table, of_events: pl.DataFrame) -> LogSummary:
    """What was counted, in plain values."""
    import polars as pl

    ranges = _part(table, "counts").to_dicts()
    commits = _part(table, "commit", COMMIT).to_dicts()
    starts = _starts(ranges)
    spans = {
        file: Span(source, first, last)
        for file, source, first, last in of_events.group_by("file", maintain_order=True)
        .agg(pl.col("source").first(), pl.col("at").min(), pl.col("last_at").max())
        .iter_rows()
    }
    events = _in_order(of_events.filter(pl.col("event").is_not_null()), starts)
    left = frozenset(row["file"] for row in ranges if row["commits_left"])
    # One ledger row per file and block; a large file was counted range by range.
    by_place: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in sorted(ranges, key=lambda row: row["start"] or 0):
        by_place[row["file"], row["block"]].append(row)
    counts = [_ledger_row(own) for own in by_place.values()]
    return LogSummary(counts, EventRows(events), spans, list(map(timed, commits)), left, starts)


def _in_order(events: pl.DataFrame, starts: Mapping[str, list[tuple[int, int]]]) -> pl.DataFrame:
    """The events of each log as they happened, with the lines of their files: searches export the newest record first,
    and of many records alike the first is then the last one."""
    import polars as pl

    if starts:
        places = zip(events["file"], events["line_order"], strict=True)
        lines = pl.Series("line_order", [_line_of(file, order, starts) for file, order in places], pl.Int64)
        events = events.with_columns(lines)
    ordered = [events.clear()]
    for of_file in events.partition_by("file", maintain_order=True):
        steps = of_file["at"].drop_nulls().diff().dt.total_microseconds().sign().sum()
        if steps < 0:
            of_file = of_file.reverse().with_columns(detail="last_detail", last_detail="detail")
        ordered.append(of_file)
    return pl.concat(ordered)


def unknown_here(sources: Sequence[LogSource], zone: str) -> list[Row]:
    """`unknown_of` logs that are read in this process."""
    import pyarrow as pa

    from rmqkit.tables.log_parse import summary_batches

    parts = (summary_batches(plain(source), zone, LEAST_ROWS, False, True) for source in sources)
    return unknown_of([pa.Table.from_batches(chain.from_iterable(parts))])


def unknown_of(told: Sequence[pa.Table], kept: Iterable[Path] | None = None) -> list[Row]:
    """Records outside the catalogue: one row per file and template (`kept_detail`, null for those
    beyond the bound), with the columns of an event row.

    `told`: what the ranges of some logs told, with their templates; `kept`: the Parquet files that
    hold their records, where they told none.
    """
    import pyarrow as pa

    from rmqkit.tables.log_unknown import COLUMNS, few_templates, templates_in

    table = pa.concat_tables(told)
    if kept is None:
        found = _part(table, "unknown", COLUMNS)
        found = found.with_columns(_instant("at"), _instant("last_at"))
    else:
        found = templates_in(kept)
    ordered = found.sort("file", "line_order") if len(found) else None
    files = [] if ordered is None else ordered.partition_by("file", maintain_order=True)
    unknown = [row for file in files for row in few_templates(file).to_dicts()]
    number_lines(unknown, _starts(_part(table, "counts").to_dicts()))
    return unknown


def timed(row: Row) -> Row:
    """Instants travel as microseconds: collected timestamps are in this process's zone, unsaid."""
    return {**row, "at": row["at"] and datetime.fromtimestamp(row["at"] / 1_000_000, UTC)}


def _starts(ranges: list[Row]) -> dict[str, list[tuple[int, int]]]:
    """Where each range of a file but the first begins, and how many lines stand above it."""
    starts: dict[str, list[tuple[int, int]]] = defaultdict(list)
    before: dict[str, int] = defaultdict(int)
    for row in sorted(ranges, key=lambda row: row["start"] or 0):
        if row["start"]:
            starts[row["file"]].append((row["start"], before[row["file"]]))
        before[row["file"]] += row["lines"]
    return dict(starts)


def number_lines(records: list[Row], starts: Mapping[str, list[tuple[int, int]]]) -> None:
    """Turn `line_order`, which counts from a range's first byte, into lines of the file."""
    for record in records:
        record["line_order"] = _line_of(record["file"], record["line_order"], starts)


def _line_of(file: str, order: int, starts: Mapping[str, list[tuple[int, int]]]) -> int:
    above = starts.get(file, [])
    place = bisect_left(above, order, key=itemgetter(0))
    if not place:
        return order
    start, lines = above[place - 1]
    return order + lines - start


def with_lines(records: DataFrame, starts: Mapping[str, list[tuple[int, int]]]) -> DataFrame:
    """The same for records in Spark: `line`, of `line_order`."""
    if not starts:
        return records.withColumn("line", F.col("line_order"))
    # An expression, not a join: Spark leaves it out of a question that does not ask for lines.
    firsts = {file: [start for start, _ in above] for file, above in starts.items()}
    shifts = {file: [lines - start for start, lines in above] for file, above in starts.items()}
    order = F.col("line_order")
    above = F.size(F.filter(_by_file(firsts), lambda first: first < order))
    shift = F.coalesce(F.get(_by_file(shifts), above - 1), F.lit(0))
    return records.withColumn("line", order + shift)


def _by_file(numbers: Mapping[str, Sequence[int]]) -> Column:
    """The numbers of a record's file; null for a file that has none."""
    arrays = {file: F.array(*map(F.lit, values)) for file, values in numbers.items()}
    pairs = ((F.lit(file), array.cast("array<bigint>")) for file, array in arrays.items())
    return F.try_element_at(F.create_map(*chain.from_iterable(pairs)), F.col("file"))


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


def commits_of(events: DataFrame, spans: Sequence[tuple[datetime, datetime]]) -> list[Row]:
    """Each offset that a client logged as committed within any of the spans (one job)."""
    micros = F.unix_micros("at")
    in_micros = (tuple(round(moment.timestamp() * 1_000_000) for moment in span) for span in spans)
    within = reduce(or_, (micros.between(first, last) for first, last in in_micros))
    committed = events.where((F.col("event") == "offset_committed") & within)
    rows = collected(committed.select(*COMMIT[:-1], micros.alias("at")))
    return [timed(row) for row in rows.to_pylist()]
