"""Looks at a group's queues (consumerProgress) that stay with Spark's workers.

What a look says is judged elsewhere.

A day of looks is millions of rows, and nearly all of them say that offsets went on. The table is
there for whoever asks for it; a diagnosis gets whole looks of it, as many as `MOST_ROWS` allows:
the first and the last ones, those in which something changed (a queue comes or goes, has another
owner, begins or ceases to stand, goes back) with the look before, and others at even distances.
Each tells for how many looks it stands.

Two shapes were weighed. Movements counted per queue would be fewer rows still, but rules compare
whole looks: who is missing from one, which topics it lists, whether it is a copy. With fewer looks
they stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from rmqkit.formats.file_names import natural_order
from rmqkit.tables.reading import Look, Reading
from rmqkit.tables.schemas import PROGRESS
from rmqkit.tables.workers import collected

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]
T = TypeVar("T")

# Rows that the driver gets of all looks together, and the looks that it gets of a series at least.
MOST_ROWS, LEAST_LOOKS = 60_000, 40
# Of the looks that a series may keep, a quarter are its first and last ones, at most
# half are changes.
_QUARTER = 4
_TIMES = tuple(field.name for field in PROGRESS if field.dataType.typeName() == "timestamp")
# What the name of its file makes of a row's group.
_NAMED = "named_by_file"
_QUEUE = ("topic", "broker", "queue")
# What tells whether a queue changed between two looks.
_COMPARED = ("client_ip", "broker_offset", "consumer_offset", "diff")
_PARTS = 16


def schema_with(*columns: str) -> str:
    """What workers return: columns of their own, beside those of a look's rows."""
    own = [f"{field.name} {field.dataType.simpleString()}" for field in PROGRESS]
    return ", ".join((*columns, *own))


def batch_of(rows: Iterable[Row], **columns: pa.DataType) -> pa.RecordBatch:
    """Rows as a worker returns them; what a row does not have is null."""
    import pyarrow as pa

    fields = [pa.field(name, kind) for name, kind in columns.items()]
    return pa.RecordBatch.from_pylist(list(rows), schema=pa.schema([*fields, *_look_fields()]))


@cache
def _look_fields() -> tuple[pa.Field, ...]:
    """The columns of a look's rows as Arrow knows them."""
    from pyspark.sql.pandas.types import to_arrow_schema

    return tuple(to_arrow_schema(PROGRESS, timezone="UTC"))


def set_apart(reading: Reading) -> list[Row]:
    """The rows of a reading's looks, which it then no longer holds;
    it tells what looks there were."""
    rows = reading.tables.pop("progress", [])
    by_block: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        by_block[row["file"], row["block"]].append(row)
    reading.looks = [_look(*place, found) for place, found in by_block.items()]
    return rows


def _look(file: str, block: int, rows: Sequence[Row]) -> Look:
    newest = max((row["last_time"] for row in rows if row["last_time"] is not None), default=None)
    return Look(file, block, rows[0]["at"], newest, len(rows))


def kept_by_workers(frame: DataFrame) -> DataFrame:
    """The frame, computed once: on the workers' disks, so that no memory grows with the looks."""
    return frame.persist(StorageLevel.DISK_ONLY)


@dataclass(frozen=True)
class Chosen:
    """A look that the driver gets of a series, and for how many looks of it it stands."""

    series: str | None
    file: str
    block: int
    times: int


@dataclass(frozen=True)
class Seen:
    """A look at one series: how many rows it has, which queues they are of,
    and how many of them changed."""

    look: Look
    rows: int
    listed: int
    changes: int


class Looks:
    """Every look of an evidence that workers read, and the rows that they keep."""

    def __init__(self, frame: DataFrame, looks: Sequence[Look]) -> None:
        self.frame = frame.where(F.col("file").isNotNull())
        self.looks = in_order(looks)

    def _table(self, rows: Iterable[tuple[Any, ...]], **columns: pa.DataType) -> DataFrame:
        """Rows as a table. They go as Arrow: from tuples, Spark would start a worker to unpack them."""
        import pyarrow as pa

        values = [dict(zip(columns, row, strict=True)) for row in rows]
        return self.frame.sparkSession.createDataFrame(pa.Table.from_pylist(values, pa.schema(columns)))

    @property
    def table(self) -> DataFrame:
        """All rows: the columns of PROGRESS, each with its look's time."""
        return self._placed.select(*PROGRESS.fieldNames())

    @cached_property
    def rows(self) -> list[Row]:
        """All rows where they are few, else those of chosen looks:
        plain values, `times` among them."""
        if sum(look.rows for look in self.looks) <= MOST_ROWS:
            return _plain(self._placed.withColumn("times", F.lit(1)))
        import pyarrow as pa

        chosen = [(look.series, look.file, look.block, look.times) for look in choose(self._seen(), MOST_ROWS)]
        wanted = self._table(chosen, series=pa.string(), file=pa.string(), block=pa.int32(), times=pa.int32())
        rows = self._placed.withColumn("in_series", _series()).join(F.broadcast(wanted), ["file", "block"])
        return _plain(rows.where(F.col("in_series").eqNullSafe(F.col("series"))).drop("in_series", "series"))

    def only(self, files: Collection[str]) -> _PartOfLooks:
        """The part that comes from these files."""
        return _PartOfLooks(self, files)

    @cached_property
    def _placed(self) -> DataFrame:
        """The rows with the time of their look and its place among all looks."""
        import pyarrow as pa

        places = [(look.file, look.block, look.at, place) for place, look in enumerate(self.looks)]
        instant = pa.timestamp("us", tz="UTC")
        dated = self._table(places, file=pa.string(), block=pa.int32(), dated=instant, place=pa.int32())
        rows = self.frame.join(F.broadcast(dated), ["file", "block"])
        return rows.withColumn("at", F.col("dated")).drop("dated")

    def _seen(self) -> dict[str | None, list[Seen]]:
        """Each series' looks in their order, compared by workers with the look before."""
        seen: dict[str | None, list[Seen]] = defaultdict(list)
        for row in collected(_compared(self._placed)).sort_by("place").to_pylist():
            seen[row["series"]].append(Seen(self.looks[row["place"]], row["rows"], row["listed"], row["changes"]))
        return seen


class _PartOfLooks(Looks):
    """The looks of some files; they are chosen among all."""

    def __init__(self, whole: Looks, files: Collection[str]) -> None:
        self.whole = whole
        self.files = frozenset(files)
        super().__init__(whole.frame.where(F.col("file").isin(*self.files)), whole.looks)

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of these files among those that the whole has chosen."""
        return [row for row in self.whole.rows if row["file"] in self.files]


def in_order(looks: Iterable[Look]) -> list[Look]:
    """Looks by time, or in the natural order of their files' names where any has no time."""
    ordered = sorted(looks, key=lambda look: (natural_order(look.file), look.block))
    dated = [(look.at, look) for look in ordered if look.at is not None]
    if len(dated) < len(ordered):
        return ordered
    return [look for _, look in sorted(dated, key=lambda pair: pair[0])]


def _series() -> Column:
    """Whose looks belong together: a group's. Files that are numbered one by one name one group."""
    unnumbered = F.regexp_replace("group", r"[-_.]\d+$", "")
    return F.when(F.col("group") == F.col(_NAMED), unnumbered).otherwise(F.col("group"))


def _compared(rows: DataFrame) -> DataFrame:
    """One row per look and series: its rows, its queues,
    and how many of these are not as at the look before."""
    queue = F.xxhash64(*_QUEUE)
    told = rows.select(_series().alias("series"), queue.alias("of_queue"), "place", *_COMPARED)
    # All looks at a queue go to one worker, in as many parts as make each of them small.
    parts = told.groupBy(F.pmod("of_queue", F.lit(_PARTS)))
    return (
        parts.applyInArrow(_changes, "series string, place int, rows long, listed long, changes long")
        .groupBy("series", "place")
        .agg(F.sum("rows").alias("rows"), F.expr("bit_xor(listed)").alias("listed"), F.sum("changes").alias("changes"))
    )


def _changes(table: pa.Table) -> pa.Table:
    """Of some queues, per look and series: how many there are, what tells them from others, how many changed."""
    import polars as pl
    import pyarrow as pa

    ordered = pl.DataFrame(pl.from_arrow(table)).sort("place")
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
    turned = pl.col("stands") != pl.col("stands").shift().over("series", "of_queue").fill_null(False)
    counted = moved.group_by("series", "place").agg(
        rows=pl.len().cast(pl.Int64),
        listed=pl.col("of_queue").bitwise_xor(),
        changes=(pl.col("differs") | turned).fill_null(False).sum().cast(pl.Int64),
    )
    told = counted.to_arrow(compat_level=pl.CompatLevel.oldest())
    whole = {name: pa.int64() for name in ("rows", "listed", "changes")}
    return told.cast(pa.schema({"series": pa.string(), "place": pa.int32(), **whole}))


def choose(seen: dict[str | None, list[Seen]], most: int) -> Iterator[Chosen]:
    """The looks of each series that tell most, of about `most` rows in all."""
    total = sum(look.rows for looks in seen.values() for look in looks)
    for series, looks in seen.items():
        # Each series has its share of the rows; its looks are of about one size.
        budget = max(LEAST_LOOKS, most * len(looks) // total)
        places = [*_chosen_places(looks, budget), len(looks)]
        for place, following in pairwise(places):
            look = looks[place].look
            yield Chosen(series, look.file, look.block, following - place)


def _chosen_places(looks: Sequence[Seen], budget: int) -> list[int]:
    if len(looks) <= budget:
        return list(range(len(looks)))
    end = budget // (2 * _QUARTER)
    places = {*range(end), *range(len(looks) - end, len(looks))}
    changed = [place for place in range(1, len(looks)) if _differs(looks[place - 1], looks[place])]
    for place in evenly(changed, budget // _QUARTER):
        places |= {place - 1, place}
    others = [place for place in range(len(looks)) if place not in places]
    return sorted(places.union(evenly(others, max(0, budget - len(places)))))


def _differs(before: Seen, look: Seen) -> bool:
    return look.changes > 0 or (look.rows, look.listed) != (before.rows, before.listed)


def evenly(items: Sequence[T], most: int) -> list[T]:
    """All of the items, or `most` of them at even distances."""
    if len(items) <= most:
        return list(items)
    return [items[number * len(items) // most] for number in range(most)]


def _plain(frame: DataFrame) -> list[Row]:
    """Rows as reading a file here gives them: in the order of their files and lines,
    with times in UTC."""
    names = [*PROGRESS.fieldNames(), "times"]
    rows: list[Row] = collected(frame.select(*names)).to_pylist()
    rows.sort(key=lambda row: (row["file"], row["block"], row["line"]))
    for row in rows:
        row.update({name: row[name].astimezone(UTC) for name in _TIMES if row[name] is not None})
    return rows
