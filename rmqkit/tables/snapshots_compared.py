"""Rows of snapshots in columns, and each compared with the one before. No Spark, and no word on what a snapshot means.

A snapshot is one output of consumerProgress; all snapshots of a queue have to be compared in one place. So
workers deal out what they hold by queues, and each part is compared by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any, cast

import polars as pl
import pyarrow as pa
from pyspark.sql.pandas.types import to_arrow_schema

from rmqkit.tables.packed import packed, unpacked
from rmqkit.tables.schemas import PROGRESS

Row = dict[str, Any]

PARTS = 16
# What the name of its file makes of a row's group.
_NAMED = "named_by_file"
_QUEUE = ("topic", "broker", "queue")
# What tells whether a queue changed between two snapshots.
_COMPARED = ("client_ip", "broker_offset", "consumer_offset", "diff")
_SPARK: pa.Schema = to_arrow_schema(PROGRESS, timezone="UTC")
_LOOKS = pl.DataFrame(_SPARK.empty_table()).schema
_CHOSEN = pl.Schema([*_LOOKS.items(), ("times", pl.Int32())])
_OF_QUEUES = pl.Schema(
    [
        *(("series", pl.String()), ("of_queue", pl.Int64()), ("place", pl.Int32())),
        *((name, _LOOKS[name]) for name in ("line", *_COMPARED)),
    ]
)
_CHANGES = pl.Schema(
    {"series": pl.String, "place": pl.Int32, "rows": pl.Int64, "listed": pl.Int64, "changes": pl.Int64}
)


def packed_snapshots(rows: Sequence[Row]) -> bytes | None:
    """Rows of snapshots as one value, None for none; what a row does not have is null."""
    return packed(pl.DataFrame(rows, schema=_LOOKS, orient="row").to_arrow()) if rows else None


def snapshots_in(values: pa.Array, places: pl.DataFrame) -> pl.DataFrame:
    """Packed rows with time and `place` of their snapshot; `places`: file, block, dated, place of each."""
    snapshots = unpacked(values, _LOOKS).join(places, on=["file", "block"])
    return snapshots.with_columns(at="dated").drop("dated")


def for_spark(snapshots: pl.DataFrame) -> pa.Table:
    """The columns of PROGRESS as Spark takes them."""
    return snapshots.select(_SPARK.names).to_arrow(compat_level=pl.CompatLevel.oldest()).cast(_SPARK)


def packed_chosen(snapshots: pl.DataFrame, chosen: pl.DataFrame | None) -> bytes:
    """The rows of chosen snapshots (`series`, file, block, `times`; None: all, once each) as one value."""
    if chosen is None:
        told = snapshots.with_columns(times=pl.lit(1, pl.Int32))
    else:
        place = ["series", "file", "block"]
        told = snapshots.with_columns(series=_series()).join(chosen, on=place, nulls_equal=True)
    return packed(told.select(*_CHOSEN).to_arrow())


def chosen_in(values: pa.ChunkedArray) -> pl.DataFrame:
    """What was packed of chosen snapshots, in the order of files and lines."""
    return unpacked(values, _CHOSEN).sort("file", "block", "line")


def _series() -> pl.Expr:
    """Whose snapshots belong together: a group's. Files that are numbered one by one name one group."""
    unnumbered = pl.col("group").str.replace(r"[-_.]\d+$", "")
    return pl.when(pl.col("group") == pl.col(_NAMED)).then(unnumbered).otherwise(pl.col("group"))


def dealt(snapshots: pl.DataFrame) -> Iterator[tuple[int, bytes]]:
    """What tells of changes, packed: all rows of a queue in one of `PARTS` parts."""
    queues = snapshots.select(_QUEUE).unique()
    # A number of 63 bits for a queue, the same one on every machine.
    digests = (blake2b(repr(queue).encode(), digest_size=8).digest() for queue in queues.rows())
    numbers = pl.Series("of_queue", [int.from_bytes(digest) >> 1 for digest in digests], dtype=pl.Int64)
    told = snapshots.join(queues.with_columns(numbers), on=_QUEUE, nulls_equal=True)
    told = told.with_columns(series=_series())
    for (part,), rows in told.group_by(pl.col("of_queue") % PARTS):
        yield cast(int, part), packed(rows.select(*_OF_QUEUES).to_arrow())


def packed_changes(values: pa.ChunkedArray) -> bytes:
    """Of some queues, per snapshot and series: how many rows, which queues, how many changed."""
    ordered = unpacked(values, _OF_QUEUES).sort("place", "line")
    before = {name: pl.col(name).shift().over("series", "of_queue") for name in (*_COMPARED, "place")}
    consumed, client = pl.col("consumer_offset"), pl.col("client_ip")
    stands = ((consumed == before["consumer_offset"]) & (pl.col("diff") > 0)).fill_null(False)
    moved = ordered.with_columns(
        stands=stands,
        differs=before["place"].is_not_null()
        & (
            client.ne_missing(before["client_ip"])
            | (consumed < before["consumer_offset"])
            | (pl.col("broker_offset") < before["broker_offset"])
        ),
    )
    # Not within `agg`, where `over` would see the rows of one snapshot only.
    stood = pl.col("stands").shift().over("series", "of_queue").fill_null(False)
    turned = moved.with_columns(turned=pl.col("stands") != stood)
    counted = turned.group_by("series", "place").agg(
        rows=pl.len().cast(pl.Int64),
        listed=pl.col("of_queue").bitwise_xor(),
        changes=(pl.col("differs") | pl.col("turned")).fill_null(False).sum().cast(pl.Int64),
    )
    return packed(counted.select(*_CHANGES).to_arrow())


def changes_in(values: pa.ChunkedArray) -> pl.DataFrame:
    """The changes of all parts put together: one row per snapshot and series, in the order of snapshots."""
    together = unpacked(values, _CHANGES).group_by("series", "place")
    listed = pl.col("listed").bitwise_xor()
    return together.agg(pl.col("rows").sum(), listed, pl.col("changes").sum()).sort("place", "series")
