"""Many small files read by Spark's workers, many to a task. What is read of one file is decided in `reading`.

Workers of this machine open the files themselves; to others the driver sends the bytes, some at a time, so that they
need not see its disk. It gets back what `read_file` makes of each file, but the rows of snapshots stay there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import tzinfo
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, SparkSession

from rmqkit.tables.files import SourceFile
from rmqkit.tables.reading import Reading, read_file
from rmqkit.tables.snapshots import KEPT, kept_by_workers, kept_row, readings_in, set_apart
from rmqkit.tables.workers import Row, Rows, are_here, by_tasks, by_workers, of_batches

if TYPE_CHECKING:
    import pyarrow as pa

# Fewer bytes are read here before a worker has started.
HERE_BYTES = 8 << 20
# A larger file is no output of a command, most likely a log: it is left where it is.
SMALL_FILE = 1 << 20
TASK_BYTES = 4 << 20
# Rows of snapshots that a worker packs together; until then they are Python's.
PACKED_ROWS = 4_000
# What the driver holds of files at one time to send them.
SENT_BYTES = 64 << 20


def readings(
    spark: SparkSession, files: Sequence[SourceFile], zone: tzinfo, workers_above: int | None = None
) -> tuple[Iterator[Reading], DataFrame | None]:
    """What each file holds, in the order of the files, and the rows of snapshots that workers keep.

    Small files are read by workers if they are many, the others here. `workers_above`: so many
    bytes of them are read here, in the place of `HERE_BYTES`.
    """
    readable = [number for number, file in enumerate(files) if not file.problem]
    small = [number for number in readable if files[number].size <= SMALL_FILE]
    most = HERE_BYTES if workers_above is None else workers_above
    if not small or _total_bytes(files, small) <= most:
        return (read_file(file, zone) for file in files), None
    read: dict[int, Reading] = {}
    frames: list[DataFrame] = []
    # All files where only their paths are sent, else as many as may be in memory at one time.
    together: list[list[int]] = [[]]
    here, size = are_here(spark), 0
    for number in small:
        size += 0 if here and files[number].path is not None else files[number].size
        if size > SENT_BYTES and together[-1]:
            together.append([])
            size = files[number].size
        together[-1].append(number)
    for numbers in together:
        of_part, frame = _by_workers(spark, files, numbers, zone)
        read |= of_part
        frames.append(frame)
    # In the order of the files; what workers did not read is read here when its turn comes.
    in_order = (read[number] if number in read else read_file(file, zone) for number, file in enumerate(files))
    return in_order, reduce(DataFrame.unionAll, frames)


def _total_bytes(files: Sequence[SourceFile], numbers: Sequence[int]) -> int:
    return sum(files[number].size for number in numbers)


def _by_workers(
    spark: SparkSession, files: Sequence[SourceFile], numbers: Sequence[int], zone: tzinfo
) -> tuple[dict[int, Reading], DataFrame]:
    import pyarrow as pa

    # What is sent of each file: None where workers open it; a file that can no longer be read is left out.
    here = are_here(spark)
    contents: dict[int, bytes | None] = {}
    for number in numbers:
        is_opened_there = here and files[number].path is not None
        raw = None if is_opened_there else files[number].raw()
        if is_opened_there or raw is not None:
            contents[number] = raw
    tasks = max(1, -(-_total_bytes(files, list(contents)) // TASK_BYTES))
    chosen = [files[number] for number in contents]
    columns = {
        "number": pa.array(list(contents), pa.int32()),
        "name": pa.array([file.name for file in chosen], pa.string()),
        "path": pa.array([file.path for file in chosen], pa.string()),
        "content": pa.array(list(contents.values()), pa.binary()),
        "size": pa.array([file.size for file in chosen], pa.int64()),
    }
    sent, reader = pa.table(columns), _reader(zone)
    if any(contents.values()):
        frame = by_workers(spark.createDataFrame(sent).repartition(tasks), of_batches(reader), KEPT)
    else:
        frame = by_tasks(spark, sent.to_pylist(), tasks, reader, KEPT)
    kept = kept_by_workers(frame)
    read = chain.from_iterable(readings_in(kept))
    return {number: _read_in_place(reading, files[number]) for number, reading in read}, kept


def _reader(zone: tzinfo) -> Rows:
    def read(files: Iterable[Row]) -> Iterator[pa.RecordBatch]:
        readings: list[tuple[int, Reading]] = []
        snapshots: list[Row] = []
        for file in files:
            path = file["path"] if file["content"] is None else None
            reading = read_file(SourceFile(file["name"], path, file["content"], file["size"]), zone)
            snapshots += set_apart(reading)
            readings.append((file["number"], reading))
            if len(snapshots) >= PACKED_ROWS:
                yield kept_row(readings, snapshots)
                readings, snapshots = [], []
        if readings:
            yield kept_row(readings, snapshots)

    return read


def _read_in_place(reading: Reading, file: SourceFile) -> Reading:
    """A log that is a file of its own is read from there, not from the bytes that travelled."""
    # what was cut out of a text, or cleaned, has other bytes than the file
    contents = [source.content for source in reading.logs]
    whole = [content is not None and len(content) == file.size for content in contents]
    if file.path is not None and whole == [True] and not reading.ledger:
        reading.logs = [replace(reading.logs[0], path=file.path, content=None)]
    return reading
