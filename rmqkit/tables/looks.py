"""Looks at a group's queues (consumerProgress) that stay with Spark's workers. What a look says is judged elsewhere.

A day of looks is millions of rows, and nearly all of them say that offsets went on. The table is there for whoever asks
for it; a diagnosis gets whole looks of it, as many as `MOST_ROWS` allows: the first and the last ones, those in which
something changed (a queue comes or goes, has another owner, begins or ceases to stand, goes back) with the look before,
and others at even distances. Each tells for how many looks it stands.

Two shapes were weighed. Movements counted per queue would be fewer rows still, but rules compare whole looks: who is
missing from one, which topics it lists, whether it is a copy. With fewer looks they stay as they are.
"""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import StructType

from rmqkit.formats.file_names import oldest_first
from rmqkit.tables.reading import LookOnWorkers, Reading
from rmqkit.tables.schemas import PROGRESS
from rmqkit.tables.workers import by_workers, collected

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

Row = dict[str, Any]
T = TypeVar("T")

# Rows that the driver gets of all looks together, and the looks that it gets of a series at least.
MOST_ROWS, LEAST_LOOKS = 60_000, 40
# Of the looks that a series may keep, a quarter are its first and last ones, at most
# half are changes.
_QUARTER = 4
_TIMES = tuple(field.name for field in PROGRESS if field.dataType.typeName() == "timestamp")

KEPT = "readings binary, looks binary"
"""What workers return of some files: what they read, and the rows of their looks, packed."""


def kept_row(readings: object, rows: Sequence[Row]) -> pa.RecordBatch:
    """One row of `KEPT`."""
    from rmqkit.tables.looks_compared import packed_looks
    from rmqkit.tables.packed import row_of

    return row_of(readings=pickle.dumps(readings), looks=packed_looks(rows))


def readings_in(frame: DataFrame) -> Iterator[Any]:
    """The readings of each row, as they were given to `kept_row`."""
    for readings in collected(frame.select("readings"))["readings"]:
        yield pickle.loads(readings.as_buffer())


def set_apart(reading: Reading) -> list[Row]:
    """The rows of a reading's looks, which it then no longer holds; it tells what looks there were."""
    rows = reading.tables.pop("progress", [])
    by_block: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        by_block[row["file"], row["block"]].append(row)
    reading.looks = []
    for place, found in by_block.items():
        newest = max((row["last_time"] for row in found if row["last_time"] is not None), default=None)
        reading.looks.append(LookOnWorkers(*place, found[0]["at"], newest, len(found)))
    return rows


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
    """A look at one series: how many rows it has, which queues they are of, and how many of them changed."""

    look: LookOnWorkers
    rows: int
    listed: int
    changes: int


class Looks:
    """Every look of an evidence that workers read, and the rows that they keep, packed."""

    def __init__(self, frame: DataFrame, looks: Sequence[LookOnWorkers]) -> None:
        self._kept = frame.select("looks")
        self.looks = in_order(looks)

    @property
    def table(self) -> DataFrame:
        """All rows: the columns of PROGRESS, each with its look's time."""

        def rows(looks: pl.DataFrame) -> Iterator[pa.RecordBatch]:
            from rmqkit.tables.looks_compared import for_spark

            yield from for_spark(looks).to_batches()

        return self._by_workers(rows, PROGRESS)

    @cached_property
    def rows(self) -> list[Row]:
        """All rows where they are few, else those of chosen looks: plain values, `times` among them."""
        import polars as pl

        wanted = None
        if sum(look.rows for look in self.looks) > MOST_ROWS:
            schema = {"series": pl.String, "file": pl.String, "block": pl.Int32, "times": pl.Int32}
            wanted = pl.DataFrame([vars(one) for one in choose(self._seen(), MOST_ROWS)], schema=schema)

        def rows(looks: pl.DataFrame) -> Iterator[pa.RecordBatch]:
            from rmqkit.tables.looks_compared import packed_chosen
            from rmqkit.tables.packed import row_of

            yield row_of(looks=packed_chosen(looks, wanted))

        from rmqkit.tables.looks_compared import chosen_in

        # As reading a file here gives them: in the order of their files and lines, with times in UTC.
        plain = chosen_in(collected(self._by_workers(rows, "looks binary"))["looks"]).to_dicts()
        for row in plain:
            row.update({name: row[name].astimezone(UTC) for name in _TIMES if row[name] is not None})
        return plain

    def only(self, files: Collection[str]) -> PartOfLooks:
        """The part that comes from these files."""
        return PartOfLooks(self, frozenset(files))

    @cached_property
    def _places(self) -> pl.DataFrame:
        """The time of each look, and its place among all."""
        import polars as pl

        places = [(look.file, look.block, look.at, place) for place, look in enumerate(self.looks)]
        number, time = pl.Int32(), pl.Datetime("us", "UTC")
        schema = {"file": pl.String(), "block": number, "dated": time, "place": number}
        return pl.DataFrame(places, schema=schema, orient="row")

    def _by_workers(
        self, read: Callable[[pl.DataFrame], Iterator[pa.RecordBatch]], schema: StructType | str
    ) -> DataFrame:
        """What workers make of the rows that they keep, each with its look's time and place."""
        places = self._places

        def of_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            from rmqkit.tables.looks_compared import looks_in

            for batch in batches:
                looks = looks_in(batch["looks"], places)
                if len(looks):
                    yield from read(looks)

        return by_workers(self._kept, of_batches, schema)

    def _seen(self) -> dict[str | None, list[Seen]]:
        """Each series' looks in their order, compared by workers with the look before."""
        from rmqkit.tables.looks_compared import changes_in

        parts = self._by_workers(_dealt, "part int, looks binary").groupBy("part")
        changes = changes_in(collected(parts.applyInArrow(_changes, "looks binary"))["looks"])
        seen: dict[str | None, list[Seen]] = defaultdict(list)
        for row in changes.to_dicts():
            look = Seen(self.looks[row["place"]], row["rows"], row["listed"], row["changes"])
            seen[row["series"]].append(look)
        return seen


def _dealt(looks: pl.DataFrame) -> Iterator[pa.RecordBatch]:
    from rmqkit.tables.looks_compared import dealt
    from rmqkit.tables.packed import row_of

    for part, rows in dealt(looks):
        yield row_of(part=part, looks=rows)


def _changes(part: pa.Table) -> pa.Table:
    import pyarrow as pa

    from rmqkit.tables.looks_compared import packed_changes
    from rmqkit.tables.packed import row_of

    return pa.Table.from_batches([row_of(looks=packed_changes(part["looks"]))])


@dataclass(frozen=True)
class PartOfLooks:
    """The looks of some files; they are chosen among all."""

    whole: Looks
    files: frozenset[str]

    @property
    def table(self) -> DataFrame:
        """All rows of these files."""
        return self.whole.table.where(F.col("file").isin(*self.files))

    @property
    def rows(self) -> list[Row]:
        """The rows of these files among those that the whole has chosen."""
        return [row for row in self.whole.rows if row["file"] in self.files]

    def only(self, files: Collection[str]) -> PartOfLooks:
        """The part that comes from these files."""
        return replace(self, files=self.files & frozenset(files))


def in_order(looks: Iterable[LookOnWorkers]) -> list[LookOnWorkers]:
    """Looks, the oldest first."""
    return oldest_first(looks, lambda look: (look.file, look.block), lambda look: look.at)


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
    sizes = [(look.rows, look.listed) for look in looks]
    changed = [place for place in range(1, len(looks)) if looks[place].changes or sizes[place - 1] != sizes[place]]
    for place in evenly(changed, budget // _QUARTER):
        places |= {place - 1, place}
    others = [place for place in range(len(looks)) if place not in places]
    return sorted(places.union(evenly(others, max(0, budget - len(places)))))


def evenly(items: Sequence[T], most: int) -> list[T]:
    """All of the items, or `most` of them at even distances."""
    if len(items) <= most:
        return list(items)
    return [items[number * len(items) // most] for number in range(most)]
