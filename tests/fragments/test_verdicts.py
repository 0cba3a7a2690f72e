"""Fragments of one to ten lines: what they say is said, no wrong cause is alarmed, and the next look fits them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.evidence import Evidence

FRAGMENTS = Path(__file__).parent
TOLD: Mapping[str, Mapping[str, Any]] = tomllib.loads((FRAGMENTS / "fragments.toml").read_text(encoding="utf-8"))
NAMES = sorted(TOLD)


@pytest.fixture(scope="module")
def evidence(spark: SparkSession) -> Evidence:
    """All fragments, read at once; each is diagnosed alone."""
    return rmqkit.read(spark, str(FRAGMENTS))


@pytest.fixture(scope="module")
def verdicts(evidence: Evidence) -> dict[str, Diagnosis]:
    """Each fragment's verdict, as if it were all there is."""
    return {name: rmqkit.diagnose(evidence.only([f"{name}.txt"])) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_no_fragment_reads_healthy(name: str, verdicts: dict[str, Diagnosis]) -> None:
    assert verdicts[name].severity > Severity.OK


@pytest.mark.parametrize("name", NAMES)
def test_no_wrong_cause_stands_above_notice(name: str, verdicts: dict[str, Diagnosis]) -> None:
    alarmed = {finding.id for finding in verdicts[name].findings if finding.severity > Severity.NOTICE}
    assert alarmed - set(TOLD[name].get("may_suspect", ())) == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_message_is_named_and_its_meaning_said(name: str, verdicts: dict[str, Diagnosis]) -> None:
    said = {row.event: row.meaning for row in verdicts[name].messages}
    assert set(TOLD[name].get("events", ())) - set(said) == set()
    assert all(said.values())


@pytest.mark.parametrize("name", NAMES)
def test_what_would_decide_fits_the_fragment(name: str, verdicts: dict[str, Diagnosis]) -> None:
    diagnosis = verdicts[name]
    commands = [missing.command for missing in diagnosis.missing]
    commands += [command for entry in diagnosis.considered for command in entry.decided_by]
    wanted = TOLD[name].get("decided_by", ())
    proven = any(finding.proven and finding.severity >= Severity.NOTICE for finding in diagnosis.findings)
    assert proven or not wanted or any(word in command for word in wanted for command in commands)
