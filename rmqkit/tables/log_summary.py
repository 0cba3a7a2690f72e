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
from typing import TYPE_CHECKING, Any, NamedTuple

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from rmqkit.tables import logs
from rmqkit.tables.log_bytes import LEAST_ROWS
from rmqkit.tables.logs import MOST_PARTS_HERE, LogSource, parts_of_large, plain
from rmqkit.tables.packed import PACKED, batches, packed_rows, unpacked
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
    """The event rows of some logs, by file: columns, some rows at a time, as often as somebody asks. A row as a
    dictionary takes four times the memory, and the columns of all rows of a large log six times what its ranges told,
    which is kept packed."""

    def __init__(self, logs: Mapping[str, Iterable[pl.DataFrame]] | None = None) -> None:
        self._logs = logs or {}

    @classmethod
    def of(cls, events: pl.DataFrame) -> EventRows:
        """Those of one frame."""
        logs = events.partition_by("file", maintain_order=True) if len(events) else []
        return cls({log["file"][0]: [log] for log in logs})

    def frames(self) -> Iterator[pl.DataFrame]:
        """The rows as columns, some at a time."""
        return chain.from_iterable(self._logs.values())

    def __len__(self) -> int:
        return sum(map(len, self.frames()))

    def __iter__(self) -> Iterator[Row]:
        return chain.from_iterable(frame.iter_rows(named=True) for frame in self.frames())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EventRows) and list(self) == list(other)

    def only(self, files: Collection[str]) -> EventRows:
        """The rows of these files."""
        return EventRows({file: log for file, log in self._logs.items() if file in files})


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
    import polars as pl

    from rmqkit.tables.log_parse import summary_batches

    rows = bounds_of(sources).rows
    parts = (summary_batches(plain(source), zone, rows) for source in sources)
    told = list(map(pl.DataFrame, chain.from_iterable(parts)))
    return _summary(told, _by_log(_events(told)))


def summary_of(logs: Sequence[pa.Table], bounds: Bounds) -> LogSummary:
    """The summary of what the ranges of each log told (rows of `packed.PACKED`)."""
    if bounds.meets:
        # Workers have put together what the ranges of a log told: here it is never unpacked as a whole.
        return _summary(_Told(logs), [_Told([log], of_events=True) for log in logs])
    told = list(_Told(logs))
    return _summary(told, _by_log(_few(_events(told), bounds)))


@dataclass(frozen=True)
class _Told:
    """What the ranges of some logs told, unpacked some rows at a time, as often as somebody asks."""

    logs: Sequence[pa.Table]
    of_events: bool = False

    def __iter__(self) -> Iterator[pl.DataFrame]:
        import polars as pl

        values = chain.from_iterable(log["rows"] for log in self.logs)
        frames = (pl.DataFrame(batch) for value in values if value.is_valid for batch in batches(value.as_buffer()))
        return map(_event_rows, frames) if self.of_events else frames


def _by_log(events: pl.DataFrame) -> list[list[pl.DataFrame]]:
    return [[frame] for frame in events.partition_by("file", maintain_order=True)]


def told_by(partial: DataFrame, bounds: Bounds) -> dict[str, pa.Table]:
    """What the ranges of each file tell: rows of `packed.PACKED`, and of these again."""
    import pyarrow.compute as pc

    # One task more is worth its while only where it spares the last one many ranges.
    if max(bounds.parts, default=0) > 2 * RANGES_MEETING:
        neighbours = F.floor(F.col("start") / (RANGES_MEETING * logs.RANGE_BYTES))
        partial = partial.groupBy("file", neighbours).applyInArrow(_meeting(bounds), PACKED)
    if bounds.meets:
        partial = partial.groupBy("file").applyInArrow(_meeting(bounds), PACKED)
    ranges = collected(partial)
    files = dict.fromkeys(ranges["file"].to_pylist())
    return {file: ranges.filter(pc.equal(ranges["file"], file)) for file in files}


def _meeting(bounds: Bounds) -> Callable[[pa.Table], pa.Table]:
    """Puts ranges of one file together on a worker, before the driver gets them: neighbours, then all."""

    def meet(ranges: pa.Table) -> pa.Table:
        import polars as pl
        import pyarrow as pa

        from rmqkit.tables.log_parse import SUMMARY_SCHEMA, summary_table

        schema = pl.DataFrame(SUMMARY_SCHEMA.empty_table()).schema
        events: list[pl.DataFrame] = []
        rest: list[pl.DataFrame] = []
        by_start: dict[int, list[pa.Scalar]] = defaultdict(list)
        for start, value in zip(ranges["start"].to_pylist(), ranges["rows"], strict=True):
            by_start[start].append(value)
        for start in sorted(by_start):
            told = unpacked(by_start[start], schema)
            events.append(_event_rows(told))
            rest.append(told.filter(pl.col("part") != "event"))
            if sum(map(len, events)) > ROWS_MEETING:
                events = [_thinner(_together(events), bounds)]
        few = summary_table(_thinner(_together(events), bounds), "event")
        whole = pa.concat_tables([few, summary_table(pl.concat(rest))])
        return pa.Table.from_batches(packed_rows(whole, ranges["file"][0].as_py(), min(by_start)))

    return meet


def _few(events: pl.DataFrame, bounds: Bounds) -> pl.DataFrame:
    """About as many rows of each log as it may have."""
    import polars as pl

    files = events.partition_by("file", maintain_order=True)
    return pl.concat([events.clear(), *(_thinner(rows, bounds) for rows in files)])


def _thinner(rows: pl.DataFrame, bounds: Bounds) -> pl.DataFrame:
    """About as many rows of one log as it may have."""
    from rmqkit.tables.log_reduce import merged, thinned

    return merged(thinned(rows, bounds.rows)) if len(rows) > bounds.beyond else rows


def _events(told: Iterable[pl.DataFrame]) -> pl.DataFrame:
    """The event rows of a summary's parts, put together."""
    return _together(list(map(_event_rows, told)))


def _event_rows(told: pl.DataFrame) -> pl.DataFrame:
    """The event rows of a part of a summary."""
    import polars as pl

    from rmqkit.tables.log_reduce import EVENT_COLUMNS

    instants = (_instant(name) for name in ("moment", "at", "last_at"))
    return told.filter(pl.col("part") == "event").select(EVENT_COLUMNS).with_columns(*instants)


def _together(events: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """The event rows of several parts of logs, in the order of their lines."""
    import polars as pl

    from rmqkit.tables.log_reduce import merged

    return merged(pl.concat(events).sort("file", "line_order"))


def _part(told: Iterable[pl.DataFrame], part: str, columns: Collection[str] | None = None) -> pl.DataFrame:
    """The rows of one part of a summary."""
    import polars as pl

    from rmqkit.tables.log_parse import SUMMARY_SCHEMA

    rows = (frame.filter(pl.col("part") == part) for frame in told)
    whole = pl.concat([pl.DataFrame(SUMMARY_SCHEMA.empty_table()), *rows])
    return whole.select(columns) if columns else whole.drop("part")


def _instant(name: str) -> pl.Expr:
    """A column of microseconds since 1970 as instants."""
    import polars as pl

    return pl.from_epoch(name, "us").dt.replace_time_zone("UTC")


def _summary(told: Iterable[pl.DataFrame], logs: Sequence[Iterable[pl.DataFrame]]) -> LogSummary:
    """What was counted, in plain values. `logs`: of each log its event rows; they, and `told`, are gone through several
    times."""
    ranges = _part(told, "counts").to_dicts()
    commits = _part(told, "commit", COMMIT).to_dicts()
    starts = _starts(ranges)
    outlines = [(log, outline) for log in logs if (outline := _Outline.of(log))]
    spans = {outline.file: outline.span for _, outline in outlines}
    events = EventRows({one.file: _InOrder(log, starts, newest_first=one.newest_first) for log, one in outlines})
    left = frozenset(row["file"] for row in ranges if row["commits_left"])
    # One ledger row per file and block; a large file was counted range by range.
    by_place: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in sorted(ranges, key=lambda row: row["start"] or 0):
        by_place[row["file"], row["block"]].append(row)
    counts = [_ledger_row(own) for own in by_place.values()]
    return LogSummary(counts, events, spans, list(map(timed, commits)), left, starts)


class _Outline(NamedTuple):
    """A log's name, its span, and whether its newest record stands first, as searches export them."""

    file: str
    span: Span
    newest_first: bool

    @classmethod
    def of(cls, log: Iterable[pl.DataFrame]) -> _Outline | None:
        """None where it has no event rows."""
        import polars as pl

        happened = pl.col("at").filter(pl.col("event").is_not_null()).drop_nulls()
        steps = happened.diff().dt.total_microseconds().sign().sum()
        first_of = (pl.col("file").first(), pl.col("source").first())
        told = [frame.select(*first_of, pl.col("at").min(), pl.col("last_at").max(), steps=steps) for frame in log]
        parts = pl.concat(told).drop_nulls("file") if told else pl.DataFrame()
        if parts.is_empty():
            return None
        file, source, *_ = parts.row(0)
        first, last, steps = parts.select(pl.col("at").min(), pl.col("last_at").max(), pl.col("steps").sum()).row(0)
        return cls(file, Span(source, first, last), steps < 0)


@dataclass(frozen=True)
class _InOrder:
    """The events of a log as they happened, with the lines of their files: where the newest record stands first, the
    first of many records alike is the last one."""

    log: Iterable[pl.DataFrame]
    starts: Mapping[str, list[tuple[int, int]]]
    newest_first: bool

    def __iter__(self) -> Iterator[pl.DataFrame]:
        import polars as pl

        for frame in reversed(list(self.log)) if self.newest_first else self.log:
            events = frame.filter(pl.col("event").is_not_null())
            if self.starts:
                places = zip(events["file"], events["line_order"], strict=True)
                lines = pl.Series("line_order", [_line_of(*place, self.starts) for place in places], pl.Int64)
                events = events.with_columns(lines)
            if self.newest_first:
                events = events.reverse().with_columns(detail="last_detail", last_detail="detail")
            yield events


def unknown_here(sources: Sequence[LogSource], zone: str) -> list[Row]:
    """`unknown_of` logs that are read in this process."""
    import polars as pl

    from rmqkit.tables.log_parse import summary_batches

    parts = (summary_batches(plain(source), zone, LEAST_ROWS, True) for source in sources)
    return _unknown(list(map(pl.DataFrame, chain.from_iterable(parts))))


def unknown_of(logs: Sequence[pa.Table], kept: Iterable[Path] | None = None) -> list[Row]:
    """Records outside the catalogue: one row per file and template (`kept_detail`, null for those
    beyond the bound), with the columns of an event row.

    `logs`: what the ranges of each log told, with their templates; `kept`: the Parquet files that
    hold their records, where they told none.
    """
    return _unknown(_Told(logs), kept)


def _unknown(told: Iterable[pl.DataFrame], kept: Iterable[Path] | None = None) -> list[Row]:
    from rmqkit.tables.log_unknown import COLUMNS, few_templates, templates_in

    if kept is None:
        found = _part(told, "unknown", COLUMNS)
        found = found.with_columns(_instant("at"), _instant("last_at"))
    else:
        found = templates_in(kept)
    ordered = found.sort("file", "line_order") if len(found) else None
    files = [] if ordered is None else ordered.partition_by("file", maintain_order=True)
    unknown = [row for file in files for row in few_templates(file).to_dicts()]
    number_lines(unknown, _starts(_part(told, "counts").to_dicts()))
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
