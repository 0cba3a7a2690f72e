"""Snapshots of a group's queues (consumerProgress) that stay with Spark's workers. What one says is judged elsewhere.

A day of snapshots is millions of rows, and nearly all of them say that offsets went on. The table is there for whoever
asks for it; a diagnosis gets whole snapshots of it, as many as `MOST_ROWS` allows: the first and the last ones, those
in which something changed (a queue comes or goes, has another owner, gets stuck or moves again, goes back) with the one
before, and others at even distances. Each tells for how many snapshots it counts.

Two shapes were weighed. Movements counted per queue would be fewer rows still, but rules compare whole snapshots: who
is missing from one, which topics it lists, whether it is a copy. With fewer of them they stay as they are.
"""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import StructType

from rmqkit.formats.naming import oldest_first
from rmqkit.tables.reading import Reading, WorkerSnapshot
from rmqkit.tables.schemas import PROGRESS
from rmqkit.tables.workers import by_workers, collected

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

Row = dict[str, Any]
T = TypeVar("T")

# Rows that the driver gets of all snapshots together, and the snapshots that it gets of a series at least.
MOST_ROWS, LEAST_SNAPSHOTS = 60_000, 40
# Of the snapshots that a series may keep, a quarter are its first and last ones, at most
# half are changes.
_QUARTER = 4
_TIMES = tuple(field.name for field in PROGRESS if field.dataType.typeName() == "timestamp")

KEPT = "readings binary, snapshots binary"
"""What workers return of some files: what they read, and the rows of their snapshots, packed."""


def kept_row(readings: object, rows: Sequence[Row]) -> pa.RecordBatch:
    """One row of `KEPT`."""
    from rmqkit.tables.packed import row_of
    from rmqkit.tables.snapshots_compared import packed_snapshots

    return row_of(readings=pickle.dumps(readings), snapshots=packed_snapshots(rows))


def readings_in(frame: DataFrame) -> Iterator[Any]:
    """The readings of each row, as they were given to `kept_row`."""
    for readings in collected(frame.select("readings"))["readings"]:
        yield pickle.loads(readings.as_buffer())


def set_apart(reading: Reading) -> list[Row]:
    """The rows of a reading's snapshots, which it then no longer holds; it tells what snapshots there were."""
    rows = reading.tables.pop("progress", [])
    by_block: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        by_block[row["file"], row["block"]].append(row)
    reading.snapshots = []
    for place, found in by_block.items():
        newest = max((row["last_time"] for row in found if row["last_time"] is not None), default=None)
        reading.snapshots.append(WorkerSnapshot(*place, found[0]["at"], newest, len(found)))
    return rows


def kept_by_workers(frame: DataFrame) -> DataFrame:
    """The frame, computed once: on the workers' disks, so that no memory grows with the snapshots."""
    return frame.persist(StorageLevel.DISK_ONLY)


@dataclass(frozen=True)
class Chosen:
    """A snapshot that the driver gets of a series, and for how many snapshots of it it stands."""

    series: str | None
    file: str
    block: int
    times: int


@dataclass(frozen=True)
class Seen:
    """A snapshot of one series: how many rows it has, which queues they are of, and how many of them changed."""

    snapshot: WorkerSnapshot
    rows: int
    listed: int
    changes: int


class Snapshots:
    """Every snapshot of an evidence that workers read, and the rows that they keep, packed."""

    def __init__(self, frame: DataFrame, snapshots: Sequence[WorkerSnapshot]) -> None:
        self._kept = frame.select("snapshots")
        self.snapshots = in_order(snapshots)

    @property
    def table(self) -> DataFrame:
        """All rows: the columns of PROGRESS, each with its snapshot's time."""

        def rows(snapshots: pl.DataFrame) -> Iterator[pa.RecordBatch]:
            from rmqkit.tables.snapshots_compared import for_spark

            yield from for_spark(snapshots).to_batches()

        return self._by_workers(rows, PROGRESS)

    @cached_property
    def rows(self) -> list[Row]:
        """All rows where they are few, else those of chosen snapshots: plain values, `times` among them."""
        import polars as pl

        wanted = None
        if sum(snapshot.rows for snapshot in self.snapshots) > MOST_ROWS:
            schema = {"series": pl.String, "file": pl.String, "block": pl.Int32, "times": pl.Int32}
            wanted = pl.DataFrame([vars(one) for one in choose(self._seen(), MOST_ROWS)], schema=schema)

        def rows(snapshots: pl.DataFrame) -> Iterator[pa.RecordBatch]:
            from rmqkit.tables.packed import row_of
            from rmqkit.tables.snapshots_compared import packed_chosen

            yield row_of(snapshots=packed_chosen(snapshots, wanted))

        from rmqkit.tables.snapshots_compared import chosen_in

        # As reading a file here gives them: in the order of their files and lines, with times in UTC.
        plain = chosen_in(collected(self._by_workers(rows, "snapshots binary"))["snapshots"]).to_dicts()
        for row in plain:
            row.update({name: row[name].astimezone(UTC) for name in _TIMES if row[name] is not None})
        return plain

    def only(self, files: Collection[str]) -> ChosenSnapshots:
        """The part that comes from these files; rows are chosen among all."""
        return ChosenSnapshots(self.table, self.rows).only(files)

    @cached_property
    def _places(self) -> pl.DataFrame:
        """The time of each snapshot, and its place among all."""
        import polars as pl

        places = [(snapshot.file, snapshot.block, snapshot.at, place) for place, snapshot in enumerate(self.snapshots)]
        number, time = pl.Int32(), pl.Datetime("us", "UTC")
        schema = {"file": pl.String(), "block": number, "dated": time, "place": number}
        return pl.DataFrame(places, schema=schema, orient="row")

    def _by_workers(
        self, read: Callable[[pl.DataFrame], Iterator[pa.RecordBatch]], schema: StructType | str
    ) -> DataFrame:
        """What workers make of the rows that they keep, each with its snapshot's time and place."""
        places = self._places

        def of_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            from rmqkit.tables.snapshots_compared import snapshots_in

            for batch in batches:
                snapshots = snapshots_in(batch["snapshots"], places)
                if len(snapshots):
                    yield from read(snapshots)

        return by_workers(self._kept, of_batches, schema)

    def _seen(self) -> dict[str | None, list[Seen]]:
        """Each series' snapshots in their order, compared by workers with the snapshot before."""
        from rmqkit.tables.snapshots_compared import changes_in

        parts = self._by_workers(_dealt, "part long, snapshots binary").groupBy("part")
        changes = changes_in(collected(parts.applyInArrow(_changes, "snapshots binary"))["snapshots"])
        seen: dict[str | None, list[Seen]] = defaultdict(list)
        for row in changes.to_dicts():
            snapshot = Seen(self.snapshots[row["place"]], row["rows"], row["listed"], row["changes"])
            seen[row["series"]].append(snapshot)
        return seen


def _dealt(snapshots: pl.DataFrame) -> Iterator[pa.RecordBatch]:
    from rmqkit.tables.packed import row_of
    from rmqkit.tables.snapshots_compared import dealt

    for part, rows in dealt(snapshots):
        yield row_of(part=part, snapshots=rows)


def _changes(part: pa.Table) -> pa.Table:
    import pyarrow as pa

    from rmqkit.tables.packed import row_of
    from rmqkit.tables.snapshots_compared import packed_changes

    return pa.Table.from_batches([row_of(snapshots=packed_changes(part["snapshots"]))])


@dataclass(frozen=True)
class ChosenSnapshots:
    """Snapshots of which the rows were chosen before: the table of all of them, and these rows."""

    table: DataFrame
    rows: list[Row]

    def only(self, files: Collection[str]) -> ChosenSnapshots:
        """The part that comes from these files."""
        table = self.table.where(F.col("file").isin(sorted(files)))
        return ChosenSnapshots(table, [row for row in self.rows if row["file"] in files])


def in_order(snapshots: Iterable[WorkerSnapshot]) -> list[WorkerSnapshot]:
    """Snapshots, the oldest first."""
    return oldest_first(snapshots, lambda snapshot: (snapshot.file, snapshot.block), lambda snapshot: snapshot.at)


def choose(seen: dict[str | None, list[Seen]], most: int) -> Iterator[Chosen]:
    """The snapshots of each series that tell most, of about `most` rows in all."""
    total = sum(snapshot.rows for snapshots in seen.values() for snapshot in snapshots)
    for series, snapshots in seen.items():
        # Each series has its share of the rows; its snapshots are of about one size.
        budget = max(LEAST_SNAPSHOTS, most * len(snapshots) // total)
        places = [*_chosen_places(snapshots, budget), len(snapshots)]
        for place, following in pairwise(places):
            snapshot = snapshots[place].snapshot
            yield Chosen(series, snapshot.file, snapshot.block, following - place)


def _chosen_places(snapshots: Sequence[Seen], budget: int) -> list[int]:
    if len(snapshots) <= budget:
        return list(range(len(snapshots)))
    end = budget // (2 * _QUARTER)
    places = {*range(end), *range(len(snapshots) - end, len(snapshots))}
    sizes = [(snapshot.rows, snapshot.listed) for snapshot in snapshots]
    changed = [
        place for place in range(1, len(snapshots)) if snapshots[place].changes or sizes[place - 1] != sizes[place]
    ]
    for place in evenly(changed, budget // _QUARTER):
        places |= {place - 1, place}
    others = [place for place in range(len(snapshots)) if place not in places]
    return sorted(places.union(evenly(others, max(0, budget - len(places)))))


def evenly(items: Sequence[T], most: int) -> list[T]:
    """All of the items, or `most` of them at even distances."""
    if len(items) <= most:
        return list(items)
    return [items[number * len(items) // most] for number in range(most)]
