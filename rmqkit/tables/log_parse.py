"""One log source in, Arrow batches out: what a worker does. Nothing here knows Spark."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import polars as pl
import pyarrow as pa
from pyspark.sql.pandas.types import to_arrow_schema

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.bare import layout_named
from rmqkit.formats.logs.layouts import LogShape
from rmqkit.tables.log_bytes import LogSource, Reading, record_blocks
from rmqkit.tables.log_fields import with_fields
from rmqkit.tables.log_records import Counts, cut_raw, records
from rmqkit.tables.schemas import LOG_EVENTS, PARSED

ROWS = 20_000
SCHEMA: pa.Schema = to_arrow_schema(PARSED, timezone="UTC")
_EVENT_COLUMNS = LOG_EVENTS.fieldNames()
_SOURCE_OF_KIND = {Kind.BROKER_LOG: "broker", Kind.CLIENT_LOG: "client", Kind.NAMESRV_LOG: "namesrv"}
_PROGRAMS = ("broker", "client", "namesrv")


def parsed_batches(row: dict[str, Any], zone: str, events: tuple[str, ...] | None) -> Iterator[pa.RecordBatch]:
    """The source's records, and at the end one row with the counts of its lines."""
    source = _source(row)
    reading, counts = Reading(), Counts()
    for number, block in enumerate(record_blocks(source, reading)):
        above = source.start + source.first_line + counts.lines
        torn = source.rolled or source.start > 0 or number > 0
        frame = records(block, source.shape, zone, counts, torn)
        numbered = frame.with_columns(line_order=pl.col("line") + above)
        if source.shape.wrapped:
            numbered = _with_inner_lines(numbered)
        found = _event_rows(with_fields(numbered), source, events)
        if len(found):
            yield from _conformed(found).to_batches(ROWS)
    if counts.first_unparsed_line is not None:
        counts.first_unparsed_line += source.first_line - 1
    yield _counts_batch(source, counts, reading)


def _source(row: dict[str, Any]) -> LogSource:
    shape = json.loads(row["shape"])
    shape["kind"], shape["layouts"] = Kind(shape["kind"]), tuple(shape["layouts"])
    return LogSource(**{**row, "shape": LogShape(**shape)})


def _event_rows(frame: pl.DataFrame, source: LogSource, events: tuple[str, ...] | None) -> pa.Table:
    if events is not None:
        frame = frame.filter(pl.col("event").is_in(events))
    known = None if _is_mixed(source) else _SOURCE_OF_KIND.get(Kind(source.kind))
    family = pl.when(pl.col("family").is_in(_PROGRAMS)).then("family").otherwise(pl.lit("other"))
    frame = frame.with_columns(
        file=pl.lit(source.file),
        source=pl.lit(known) if known else family,
        raw=cut_raw(pl.col("raw")),
    )
    return frame.select(*_EVENT_COLUMNS, "line_order").to_arrow(compat_level=pl.CompatLevel.oldest())


def _is_mixed(source: LogSource) -> bool:
    """Whether one text holds lines of several programs, so that only a message tells who wrote it."""
    return len({layout_named(name).program for name in source.shape.layouts}) > 1


def _with_inner_lines(frame: pl.DataFrame) -> pl.DataFrame:
    """A wrapped text's own line ends, which were marked so that it stayed one line."""
    inner = pl.col("raw").str.count_matches("\v", literal=True)
    texts = pl.col("raw", "text").str.replace_all("\v", "\n", literal=True)
    return frame.with_columns(texts, below=pl.col("below") + inner)


def _conformed(table: pa.Table) -> pa.Table:
    """The table in the schema that Spark was promised; columns of the counts are null."""
    rows = table.num_rows
    columns = []
    for field in SCHEMA:
        if field.name == "counts":
            columns.append(_falses(rows))
        elif field.name in table.column_names:
            columns.append(table.column(field.name).cast(field.type))
        else:
            columns.append(pa.nulls(rows, field.type))
    return pa.Table.from_arrays(columns, schema=SCHEMA)


def _falses(rows: int) -> pa.Array:
    return pa.Array.from_buffers(pa.bool_(), rows, [None, pa.py_buffer(bytes((rows + 7) // 8))])


def _counts_batch(source: LogSource, counts: Counts, reading: Reading) -> pa.RecordBatch:
    values: dict[str, Any] = {
        **vars(counts),
        "file": source.file,
        "counts": True,
        "block": source.block,
        "kind": str(source.kind),
        "start": source.start,
        "problem": "; ".join(reading.problems) or None,
    }
    arrays = [pa.array([values.get(field.name)], field.type) for field in SCHEMA]
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)
