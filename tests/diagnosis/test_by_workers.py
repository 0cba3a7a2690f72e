"""Groups judged by Spark's workers: the same verdict as by this process, also where rmqkit is a zip file only."""

import pickle
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis.by_workers import judged_by_workers
from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.tables.workers import _package
from tests.diagnosis.findings.groups import well
from tests.diagnosis.many_groups import write_log


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, GroupFacts]:
    """A dozen groups of a broker's log."""
    return facts_by_group(rmqkit.read(None, str(write_log(tmp_path_factory.mktemp("log")))))


def test_few_groups_are_judged_here(facts: Mapping[str, GroupFacts], spark: SparkSession) -> None:
    assert judged_by_workers(spark, facts) is None


def test_what_was_read_without_spark_starts_none(tmp_path: Path) -> None:
    evidence = rmqkit.read(None, str(write_log(tmp_path)))
    assert evidence.log_summary.events
    assert evidence.running_session is None


def test_a_worker_that_has_rmqkit_as_a_zip_judges(tmp_path: Path) -> None:
    given = tmp_path / "facts.pickle"
    given.write_bytes(pickle.dumps(replace(well(), group="orders")))
    program = f"""
import pickle, sys
sys.path.insert(0, {str(_package())!r})
from rmqkit.diagnosis.by_workers import judged_group
from rmqkit.diagnosis.findings import BY_ID
judged = judged_group(pickle.loads(open({str(given)!r}, "rb").read()), "orders", aside=False)
print(len(BY_ID), judged.is_well, judged_group.__code__.co_filename)
"""
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    number, is_well, file = done.stdout.split()
    assert (number, is_well) == (str(len(BY_ID)), "True")
    assert str(_package()) in file
