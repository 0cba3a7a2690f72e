"""Python on Spark's workers: they get this rmqkit, and say what they lack. What they are asked to do is for others."""

from __future__ import annotations

import atexit
import gc
import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from rmqkit.errors import Error, NotSeenByWorkers, WorkersLack
from rmqkit.quick_start import FLAG

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]
Batches = Callable[[Iterator["pa.RecordBatch"]], Iterator["pa.RecordBatch"]]
Rows = Callable[[Iterable[Row]], Iterator["pa.RecordBatch"]]

_equipped: WeakSet[SparkSession] = WeakSet()


def by_workers(frame: DataFrame, read: Batches, schema: StructType | str) -> DataFrame:
    """What workers make of the frame; whatever they need of rmqkit is sent to them first."""
    _equip(frame.sparkSession)
    own = frame.sparkSession.conf.get(FLAG, "false") == "true"
    return frame.mapInArrow(_saying_what_lacks(read, own), schema)


def by_tasks(spark: SparkSession, rows: Sequence[Row], tasks: int, read: Rows, schema: StructType | str) -> DataFrame:
    """What workers make of rows that are dealt out to so many tasks, the first ones first.

    The rows travel with the function, so they have to be small. Spark then needs no stage to deal
    them out, nor the seconds that it takes to load what reads a table.
    """
    dealt = [rows[first::tasks] for first in range(tasks)]

    def of_task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch["id"].to_pylist():
                yield from read(dealt[number])

    return by_workers(spark.range(0, tasks, 1, tasks), of_task, schema)


def of_batches(read: Rows) -> Batches:
    """What reads rows, as one that gets them in batches."""

    def rows_of(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return read(row for batch in batches for row in batch.to_pylist())

    return rows_of


def collected(frame: DataFrame) -> pa.Table:
    """The frame's rows. An error of rmqkit's that a worker raised is raised here as itself."""
    with _worker_errors():
        return frame.toArrow()


def written(frame: DataFrame, address: str) -> None:
    """Write the frame's rows as Parquet, with errors likewise."""
    with _worker_errors():
        frame.write.parquet(address)


@contextmanager
def _worker_errors() -> Iterator[None]:
    try:
        yield
    except PySparkException as error:
        own = _own_error(str(error))
        if own is None:
            raise
        raise own from error


def are_here(spark: SparkSession) -> bool:
    """Whether the workers are threads of this machine, which see its disk and have this rmqkit."""
    return re.match(r"local(\[|$)", spark.conf.get("spark.master", None) or "") is not None


def _equip(spark: SparkSession) -> None:
    """Send this rmqkit to the workers, once a session; the threads of a local session have it already."""
    if spark in _equipped:
        return
    if not are_here(spark):
        spark.addArtifacts(str(_package()), pyfile=True)
    _equipped.add(spark)


@cache
def _package() -> Path:
    """This rmqkit as a zip file, whose name changes with what is in it."""
    home = Path(__file__).parents[1]
    # Whatever it is made of, code and data files, but not what Python compiled here.
    paths = sorted(path for path in home.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    files = {path.relative_to(home.parent): path.read_bytes() for path in paths}
    digest = hashlib.sha256(b"".join(files.values())).hexdigest()[:12]
    folder = Path(tempfile.mkdtemp(prefix="rmqkit-package-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = folder / f"rmqkit-{digest}.zip"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in files.items():
            packed.writestr(path.as_posix(), content)
    return package


def _saying_what_lacks(read: Batches, own: bool) -> Batches:
    """The same, with rmqkit's words where a package lacks. `own`: workers that are rmqkit's alone."""

    def checked(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        # Every core has a worker of its own: threads of polars in each would only get in
        # each other's way.
        os.environ.setdefault("POLARS_MAX_THREADS", "1")
        try:
            yield from read(batches)
            if own:
                _settle()
        except ImportError as error:
            raise WorkersLack(
                "Spark's worker on {host} has no {package} in {python}. Install rmqkit's requirements into the "
                "Python of every worker, or set PYSPARK_PYTHON to one that has them.",
                host=platform.node(),
                package=error.name or str(error),
                python=sys.executable,
            ) from error

    return checked


@cache
def _settle() -> None:
    """What this process has loaded by now stays, so it is no garbage.

    Behind every task Spark has a worker look through all that it holds (`pyspark.daemon`), 0.1 s with polars.
    """
    gc.freeze()


_RAISED_THERE: dict[str, type[Error]] = {kind.__name__: kind for kind in (NotSeenByWorkers, WorkersLack)}
# What PySpark says of a package that it needs itself, before any function of ours is called.
_PYSPARK_NEEDS = re.compile(r"No module named '(?P<a>\w+)'|(?P<b>\w+) >= \S+ must be installed")


def _own_error(text: str) -> Error | None:
    """The error of rmqkit's in the words that Spark brought from a worker."""
    raised = re.search(r"rmqkit\.errors\.(\w+): (.*)", text)
    if raised and raised[1] in _RAISED_THERE:
        return _RAISED_THERE[raised[1]](raised[2])
    lacks = _PYSPARK_NEEDS.search(text)
    if lacks is None:
        return None
    package = lacks["a"] or lacks["b"]
    return WorkersLack(
        "Spark's workers have no {package} in their Python. Install rmqkit's requirements into the Python of "
        "every worker, or set PYSPARK_PYTHON to one that has them.",
        package=package,
    )
