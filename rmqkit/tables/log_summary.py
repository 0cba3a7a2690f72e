"""Logs made small: every catalogued event counted, in one Spark job. What the counts mean is for diagnosis.

Events that tell a story one by one (who registered, which topic was added or removed, who got which
queues) keep their own time; the others, which repeat by the thousand, are counted per minute.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import reduce
from operator import itemgetter, or_
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

Row = dict[str, Any]

TOLD_ONE_BY_ONE = (
    "subscription_topic_added",
    "subscription_topic_removed",
    "subscription_changed",
    "consumer_connected",
    "consumer_disconnected",
    "consumer_group_removed",
    "consumer_info_changed",
    "consumer_ids_changed",
    "consumer_started",
    "consumer_shutdown",
    "client_created",
    "rebalance_result",
    "queue_added",
    "queue_dropped",
    "offset_moved_back",
    "pull_dropped",
    "pull_request_added",
)
# The detail of these is needed; that of the others differs on every line and would keep them apart.
_DETAIL_KEPT = (*TOLD_ONE_BY_ONE, "not_in_client_list", "heartbeat_sent")
_SAME = ("file", "source", "event", "group", "topic", "client_id", "address", "broker", "queue", "code")
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
    its source and the times of its first and last record.
    """

    counts: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    spans: dict[str, Span] = field(default_factory=dict)

    def only(self, files: Collection[str]) -> LogSummary:
        """The part that comes from these files."""
        return LogSummary(
            [row for row in self.counts if row["file"] in files],
            [row for row in self.events if row["file"] in files],
            {file: span for file, span in self.spans.items() if file in files},
        )


def summarise(parsed: DataFrame) -> LogSummary:
    """Count the events and the lines of parsed logs (one job)."""
    collected = [_with_times(row.asDict()) for row in _grouped(parsed).collect()]
    records = [row for row in collected if not row["counts"]]
    events = [row for row in records if row["event"] is not None]
    ranges = [row for row in collected if row["counts"]]
    _number_lines(events, ranges)
    in_order = sorted(events, key=lambda row: (row["file"], row["line_order"]))
    return LogSummary(_merged(ranges), in_order, _spans(records))


def _with_times(row: Row) -> Row:
    """Instants travel as microseconds: collected timestamps would be in the zone of this process and not say so."""
    times = {name: row[name] and datetime.fromtimestamp(row[name] / 1_000_000, UTC) for name in ("at", "last_at")}
    return {**row, **times}


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


def _grouped(parsed: DataFrame) -> DataFrame:
    told = F.col("event").isin(*TOLD_ONE_BY_ONE)
    moment = F.when(told, F.col("at")).when(F.col("event").isNotNull(), F.date_trunc("minute", "at"))
    detail = F.when(F.col("event").isin(*_DETAIL_KEPT), F.col("detail"))
    keys = (*_SAME, "kept_detail", "moment", "counts", "block", "start")
    return (
        parsed.withColumns({"moment": moment, "kept_detail": detail})
        .groupBy(*keys)
        .agg(
            F.count(F.lit(1)).alias("times"),
            F.unix_micros(F.min("at")).alias("at"),
            F.unix_micros(F.max("at")).alias("last_at"),
            F.min_by("raw", "line_order").alias("raw"),
            F.min_by("detail", "line_order").alias("detail"),
            F.max_by("detail", "line_order").alias("last_detail"),
            F.min("line_order").alias("line_order"),
            F.max("kind").alias("kind"),
            *[F.sum(name).alias(name) for name in _COUNTERS],
            F.min("first_unparsed").alias("first_unparsed"),
            F.min("first_unparsed_line").alias("first_unparsed_line"),
            F.max("problem").alias("problem"),
        )
    )


def commits_between(parsed: DataFrame, spans: Sequence[tuple[datetime, datetime]]) -> list[Row]:
    """Each committed offset that a client logged within any of the spans: file, queue, time and offset (one job)."""
    micros = F.unix_micros("at")
    within = reduce(or_, (micros.between(_micros(first), _micros(last)) for first, last in spans))
    commits = parsed.where((F.col("event") == "offset_committed") & within)
    names = ("file", "group", "topic", "broker", "queue", "detail")
    rows = commits.select(*names, micros.alias("at")).collect()
    return [{**row.asDict(), "at": datetime.fromtimestamp(row["at"] / 1_000_000, UTC)} for row in rows]


def _micros(moment: datetime) -> int:
    return round(moment.timestamp() * 1_000_000)
