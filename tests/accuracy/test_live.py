"""Incidents made on real clusters a minute ago, and diagnosed: two versions, three incidents."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import rmqkit
from tests.accuracy.scoring import Truth, score
from tests.lab.live import recorded_incidents

pytestmark = pytest.mark.live

INCIDENTS = [
    (name, version) for version in ("4.3.0", "5.4.0") for name in ("two_topics", "collision_two_of_three", "plain")
]


@pytest.fixture(scope="module")
def folders() -> Iterator[dict[tuple[str, str], Path]]:
    """The evidence of all incidents, made three clusters at a time."""
    with recorded_incidents(INCIDENTS, jobs=3, snapshots=3) as made:
        yield made


@pytest.mark.parametrize("incident", [pytest.param(each, id=f"{each[0]} on {each[1]}") for each in INCIDENTS])
def test_a_fresh_incident_gets_its_cause(incident: tuple[str, str], folders, spark: SparkSession):
    folder = folders[incident]
    truth = Truth.of(json.loads((folder / "truth.json").read_text()))
    diagnosis = rmqkit.diagnose(rmqkit.read(spark, str(folder / "evidence")))
    found = score(truth, diagnosis)
    wrong = found.causes_missed | found.effects_missed | found.false_alarms
    assert (found.first_right, wrong) == (True, frozenset()), str(diagnosis)
