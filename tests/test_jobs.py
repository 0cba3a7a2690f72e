"""How many Spark jobs a diagnosis takes: as many for any number of rules, and few."""

import pytest
from pyspark.sql import SparkSession

import rmqkit
from tests.lab.recorded import RECORDED, archives, unpacked

MOST_JOBS = 12
RECORDING = next(path for path in archives(RECORDED) if path.name.startswith("gray_release"))


def jobs(spark: SparkSession) -> int:
    return len(spark.sparkContext.statusTracker().getJobIdsForGroup(None))


@pytest.mark.parametrize(
    ("by_workers", "most"),
    [
        pytest.param(False, 0, id="a recorded incident is small enough to be read here"),
        pytest.param(True, MOST_JOBS, id="the same by workers, as if it were large"),
    ],
)
def test_a_diagnosis_takes_few_jobs(spark: SparkSession, by_workers: bool, most: int) -> None:
    with unpacked(RECORDING) as folder:
        before = jobs(spark)
        evidence = str(folder / "evidence")
        diagnosis = rmqkit.diagnose(rmqkit.read(spark, evidence, workers_above=0 if by_workers else None))
        taken = jobs(spark) - before
        assert diagnosis.to_dict() == rmqkit.diagnose(rmqkit.read(spark, evidence)).to_dict()
    assert taken <= most
    assert (taken > 0) == by_workers
