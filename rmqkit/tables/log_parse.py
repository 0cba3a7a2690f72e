"""One log source in, Arrow batches out: what a worker does. Nothing here knows Spark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl
import pyarrow as pa
from pyspark.sql.pandas.types import to_arrow_schema

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.layout_table import BY_NAME
from rmqkit.tables.columns import ColumnFile, file_name
from rmqkit.tables.log_bytes import LEAST_ROWS, LogSource, record_blocks
from rmqkit.tables.log_fields import with_fields
from rmqkit.tables.log_records import Counts, records_in, with_cut_raw
from rmqkit.tables.log_reduce import LEVELS, LEVELS_OF_A_PART, reduced, repeated_merged, thinned
from rmqkit.tables.log_unknown import merge_templates
from rmqkit.tables.packed import packed, packed_rows
from rmqkit.tables.schemas import COMMIT, KEPT, PARSED, RECORDS, SUMMARY

ROWS = 20_000
SCHEMA: pa.Schema = to_arrow_schema(PARSED, timezone="UTC")
SUMMARY_SCHEMA: pa.Schema = to_arrow_schema(SUMMARY, timezone="UTC")
# A range with more commits than these is read again where they are needed.
COMMITS = 5_000
_TIMES = ("moment", "at", "last_at")
_RECORD_COLUMNS = RECORDS.fieldNames()
_RECORD_SCHEMA: pa.Schema = to_arrow_schema(RECORDS, timezone="UTC")
_KEPT_SCHEMA: pa.Schema = to_arrow_schema(KEPT, timezone="UTC")
_SOURCE_OF_KIND = {Kind.BROKER_LOG: "broker", Kind.CLIENT_LOG: "client", Kind.NAMESRV_LOG: "namesrv"}
_PROGRAMS = ("broker", "client", "namesrv")


def parsed_batches(row: dict[str, Any], zone: str) -> Iterator[pa.RecordBatch]:
    """The source's records, and at the end one row with the counts of its lines."""
    source = LogSource.of_row(row)
    problems, counts = list[str](), Counts()
    for frame in _frames(source, zone, problems, counts):
        if len(frame):
            yield from _conformed(with_cut_raw(frame).with_columns(counts=False), SCHEMA).to_batches(ROWS)
    yield from _conformed(_counted_lines(source, counts, problems, counts=True), SCHEMA).to_batches()


def summary_batches(row: dict[str, Any], zone: str, limit: int, templates: bool = False) -> Iterator[pa.RecordBatch]:
    """The source's events, counted to about `limit` rows, its commits, and one row with the counts of its lines.

    A range tells its share of that, and its topics, so that all ranges of a file together stay few.
    `templates`: records outside the catalogue are told as templates beside them.
    """
    summing = _Summing(LogSource.of_row(row), limit, templates)
    for frame in summing.frames(zone):
        summing.add(frame)
    yield from summing.table().to_batches(ROWS)


def packed_summary(
    row: dict[str, Any],
    zone: str,
    limit: int,
    folders: Mapping[str, str] | None = None,
    templates: bool = False,
) -> Iterator[pa.RecordBatch]:
    """The same as few values: rows of `packed.PACKED`.

    `folders`: per file where its records are kept as Parquet. What could not be written is not there.
    """
    source = LogSource.of_row(row)
    folder = (folders or {}).get(source.file)
    summing = _Summing(source, limit, templates)
    with ColumnFile(folder, file_name(source.block, source.start), _RECORD_SCHEMA) as kept:
        for frame in summing.frames(zone):
            summing.add(frame)
            if folder and len(frame):
                kept.add(_conformed(with_cut_raw(frame).select(_RECORD_COLUMNS), _RECORD_SCHEMA))
    yield from packed_rows(summing.table(), source.file, source.start)


def kept_batches(row: dict[str, Any], zone: str, limit: int) -> Iterator[pa.RecordBatch]:
    """The source's records, and at the end one row with its packed summary: what Spark itself keeps."""
    summing = _Summing(LogSource.of_row(row), limit)
    for frame in summing.frames(zone):
        summing.add(frame)
        if len(frame):
            yield from _conformed(with_cut_raw(frame), _KEPT_SCHEMA).to_batches(ROWS)
    source = summing.source
    last = pl.DataFrame([{"file": source.file, "line_order": source.start, "summary": packed(summing.table())}])
    yield from _conformed(last, _KEPT_SCHEMA).to_batches()


class _Summing:
    """The summary of one source, while its records pass."""

    def __init__(self, source: LogSource, limit: int, templates: bool = False) -> None:
        self.source = source
        self._limit = limit
        self._templates = templates
        self._problems, self._counts = list[str](), Counts()
        self._events, self._commits, self._left = pl.DataFrame(), pl.DataFrame(), False
        # So many event rows are thinned: of many groups more than the limit stay, and are not gone through each time.
        self._many = 2 * limit
        self._unknown = pl.DataFrame()

    def frames(self, zone: str) -> Iterator[pl.DataFrame]:
        """The source's records, block by block."""
        return _frames(self.source, zone, self._problems, self._counts)

    def add(self, frame: pl.DataFrame) -> None:
        """Count some records."""
        commits = frame.filter(pl.col("event") == "offset_committed").select(COMMIT)
        self._left = self._left or len(self._commits) + len(commits) > COMMITS
        kept = commits.clear() if self._left else commits
        self._commits = pl.concat([self._commits, kept], how="diagonal")
        self._events = pl.concat([self._events, reduced(with_cut_raw(frame))], how="diagonal")
        if self._templates:
            self._unknown = merge_templates(frame, self._unknown)
        if len(self._events) > self._many:
            self._events = _thinned(self._events, self._limit, self.source)
            self._many = 2 * max(self._limit, len(self._events))

    def table(self) -> pa.Table:
        """What was counted, in the columns of SUMMARY."""
        events, source = self._events, self.source
        if source.share > 1:
            events = _thinned(events, max(LEAST_ROWS, self._limit // source.share), source)
        commits = self._commits.clear() if self._left else self._commits
        named = (("event", events), ("commit", commits), ("unknown", self._unknown))
        parts = [summary_table(rows, part) for part, rows in named if len(rows)]
        told = {"part": "counts", "commits_left": self._left}
        lines = _counted_lines(source, self._counts, self._problems, **told)
        return pa.concat_tables([*parts, _conformed(lines, SUMMARY_SCHEMA)])


def _thinned(events: pl.DataFrame, limit: int, source: LogSource) -> pl.DataFrame:
    """No more than about `limit` rows; a part of a file keeps its topics."""
    if len(events) <= limit:
        return events
    levels = LEVELS if source.share == 1 else LEVELS_OF_A_PART
    return thinned(repeated_merged(events), limit, levels)


def summary_table(rows: pl.DataFrame, part: str | None = None) -> pa.Table:
    """Rows of a summary as Spark was promised them; without a part each names its own."""
    dated = [name for name in _TIMES if isinstance(rows.schema.get(name), pl.Datetime)]
    times = [pl.col(name).dt.epoch("us") for name in dated]
    return _conformed(rows.with_columns(*times, part=pl.lit(part) if part else "part"), SUMMARY_SCHEMA)


def _frames(source: LogSource, zone: str, problems: list[str], counts: Counts) -> Iterator[pl.DataFrame]:
    """The source's records block by block: rows of `log_events` and more, with `line_order`."""
    for number, block in enumerate(record_blocks(source, problems)):
        above = source.start + source.first_line + counts.lines
        torn = source.start > 0 or number > 0
        frame = with_fields(records_in(block, source.shape, zone, counts, torn))
        made = {"file": pl.lit(source.file), "source": _writer(source), "line_order": pl.col("line") + above}
        yield frame.with_columns(**made)
    if counts.first_unparsed_line is not None:
        counts.first_unparsed_line += source.first_line - 1


def _writer(source: LogSource) -> pl.Expr:
    """Whose log it is: the file's kind tells, or in a text of several programs the message."""
    is_mixed = len({BY_NAME[name].program for name in source.shape.layouts}) > 1
    known = None if is_mixed else _SOURCE_OF_KIND.get(Kind(source.kind))
    family = pl.when(pl.col("family").is_in(_PROGRAMS)).then("family").otherwise(pl.lit("other"))
    return pl.lit(known) if known else family


def _conformed(rows: pl.DataFrame, schema: pa.Schema) -> pa.Table:
    """The rows in the schema that Spark was promised; columns that they do not have are null.

    No value passes through `pyarrow.array`, which loads pandas, a third of a second in every worker.
    """
    table = rows.to_arrow(compat_level=pl.CompatLevel.oldest())
    columns = [
        table.column(field.name).cast(field.type)
        if field.name in table.column_names
        else pa.nulls(table.num_rows, field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _counted_lines(source: LogSource, counts: Counts, problems: list[str], /, **constants: object) -> pl.DataFrame:
    """One row: what became of the source's lines."""
    of_source = {name: getattr(source, name) for name in ("file", "block", "kind", "start")}
    return pl.DataFrame([vars(counts) | of_source | {"problem": "; ".join(problems) or None} | constants])
