"""Spark's Python workers are those of the PySpark that is installed, whose bytecode is there."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from rmqkit.spark_daemon import without_zips


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with an installed PySpark and what it needs."""
    for name in ("pyspark", "py4j"):
        (tmp_path / "site" / name).mkdir(parents=True)
        (tmp_path / "site" / name / "__init__.py").touch()
    return tmp_path / "site"


def zips_of(spark: Path) -> list[str]:
    return [str(spark / "python" / "lib" / name) for name in ("pyspark.zip", "py4j-0.10.9.9-src.zip")]


def test_the_zips_of_the_installed_one_are_left_out(installed: Path) -> None:
    jobs = ["/tmp/spark/rmqkit-1.zip", "/home/me"]
    assert without_zips([*zips_of(installed / "pyspark"), *jobs, str(installed)]) == [*jobs, str(installed)]


def test_another_spark_keeps_its_own(installed: Path) -> None:
    path = [*zips_of(Path("/opt/spark-4.0")), str(installed)]
    assert without_zips(path) == path


@pytest.mark.parametrize("missing", ["pyspark", "py4j"])
def test_where_one_is_not_installed_the_zips_stay(installed: Path, missing: str) -> None:
    (installed / missing / "__init__.py").unlink()
    (installed / missing).rmdir()
    path = [*zips_of(installed / "pyspark"), str(installed)]
    assert without_zips(path) == path


def test_workers_take_pyspark_from_where_this_process_has_it(spark: SparkSession) -> None:
    import pyspark

    def told(_: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import py4j
        import pyspark

        yield pa.RecordBatch.from_pydict({"file": [pyspark.__file__, py4j.__file__]})

    found = spark.range(1).mapInArrow(told, "file string").toArrow()["file"].to_pylist()
    assert found[0] == pyspark.__file__
    assert not any(".zip" in file for file in found)
