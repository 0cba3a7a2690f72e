"""What all tests share: one Spark session. No test and no sample belongs here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

import rmqkit

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """One session for all tests: two threads, one shuffle partition, its files in pytest's own folder."""
    scratch = tmp_path_factory.mktemp("spark")
    session = rmqkit.session(
        master="local[2]",
        app="rmqkit tests",
        **{
            "spark.sql.shuffle.partitions": 1,
            "spark.sql.warehouse.dir": str(scratch / "warehouse"),
            "spark.local.dir": str(scratch / "local"),
        },
    )
    yield session
    session.stop()
