"""Every folder of data_samples is diagnosed as its expected file says. Rules are tested in tests/diagnosis."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import rmqkit
from benchmarks.generate import write_cluster
from rmqkit.diagnosis import Diagnosis

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SAMPLES = Path(__file__).parents[1] / "data_samples"
EXPECTED = {path.stem: json.loads(path.read_text()) for path in sorted((SAMPLES / "expected").glob("*.json"))}
NO_EVIDENCE = {"expected", "pastes", "recorded", "recorded_aside"}


def told(diagnosis: Diagnosis) -> dict[str, Any]:
    """The verdict in the shape of an expected file."""
    found = [
        {
            "id": each.id,
            "severity": str(each.severity),
            "status": each.status,
            "ongoing": each.ongoing,
            "topics": list(each.topics),
            "clients": list(each.clients),
            "queues": len(each.queues),
        }
        for each in diagnosis.findings
    ]
    return {"severity": str(diagnosis.severity), "findings": found}


def test_every_sample_has_an_expected_file() -> None:
    assert {path.name for path in SAMPLES.iterdir() if path.is_dir()} - NO_EVIDENCE == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_is_diagnosed_as_expected(name: str, spark: SparkSession) -> None:
    assert told(rmqkit.diagnose(rmqkit.read(spark, str(SAMPLES / name)))) == EXPECTED[name]


def test_the_cluster_is_what_its_program_writes(tmp_path: Path) -> None:
    write_cluster(tmp_path)
    written = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_text() for path in (SAMPLES / "sixty-groups").iterdir()}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_holds_only_evidence(name: str) -> None:
    files = [path for path in (SAMPLES / name).rglob("*") if path.is_file()]
    assert files
    assert all(path.stat().st_size < 300_000 for path in files)
    assert not [path for path in files if path.suffix in (".json", ".md")]
