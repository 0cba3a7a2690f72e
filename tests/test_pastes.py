"""Evidence as people paste it: every sample of data_samples/pastes gives its rows, ledger and verdict exactly.

`python -m tests.test_pastes` takes today's answers as the expected ones; read the difference before committing it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import functions as F

import rmqkit
from rmqkit.diagnosis import Diagnosis

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rmqkit.evidence import Evidence

SAMPLES = Path(__file__).parents[1] / "data_samples"
PASTES = SAMPLES / "pastes"
EXPECTED = SAMPLES / "expected" / "pastes"
NAMES = sorted(path.stem for path in PASTES.glob("*.txt"))

COUNTS = ("lines", "rows", "noise", "blank", "continuation", "unparsed")
EVENT = ("event", "at", "level", "source", "group", "topic", "client_id", "address", "broker", "queue", "code")
PLACE_ONLY = {"file", "block"}
# What says nothing about a cause: the note that evidence is missing, and notes on an id or on harmless lines.
NOTES = {"insufficient_evidence", "risky_client_id", "harmless_startup_noise"}


def told(evidence: Evidence, events: list[dict[str, Any]], diagnosis: Diagnosis) -> dict[str, Any]:
    """What was made of one paste, in the shape of an expected file."""
    return {
        "blocks": [{name: row[name] for name in ("kind", *COUNTS)} for row in evidence.ledger_rows()],
        "rows": {table: [_plain(row) for row in rows] for table, rows in sorted(evidence.reading.tables.items())},
        "events": events,
        "severity": str(diagnosis.severity),
        "findings": [
            {"id": each.id, "severity": str(each.severity), "status": each.status, "group": each.group}
            for each in diagnosis.findings
        ],
    }


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.items()
        if value is not None and name not in PLACE_ONLY
    }


def events_by_file(evidence: Evidence) -> dict[str, list[dict[str, Any]]]:
    """What the records of each file say themselves, in the order of their lines, without what is null."""
    found: dict[str, list[dict[str, Any]]] = {}
    columns = [name for name in EVENT if name != "at"]
    rows = evidence.logs.events.select("file", F.unix_micros("at").alias("micros"), *columns).collect()
    for row in rows:
        at = None if row.micros is None else datetime.fromtimestamp(row.micros / 1_000_000, UTC).isoformat()
        event = {"at": at, **{name: row[name] for name in columns}}
        found.setdefault(row.file, []).append({name: event[name] for name in EVENT if event[name] is not None})
    return found


@pytest.fixture(scope="module")
def pastes(spark: SparkSession) -> Evidence:
    return rmqkit.read(spark, str(PASTES))


@pytest.fixture(scope="module")
def events(pastes: Evidence) -> dict[str, list[dict[str, Any]]]:
    return events_by_file(pastes)


def test_every_paste_has_an_expected_file() -> None:
    assert sorted(path.stem for path in EXPECTED.glob("*.json")) == NAMES
    assert len(NAMES) >= 24


@pytest.mark.parametrize("name", NAMES)
def test_a_paste_gives_its_rows_ledger_and_verdict(
    name: str, pastes: Evidence, events: dict[str, list[dict[str, Any]]]
) -> None:
    file = f"{name}.txt"
    alone = pastes.only([file])
    answer = told(alone, events.get(file, []), rmqkit.diagnose(alone))
    assert answer == json.loads((EXPECTED / f"{name}.json").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_the_ledger_of_a_paste_adds_up(name: str, pastes: Evidence) -> None:
    rows = pastes.only([f"{name}.txt"]).ledger_rows()
    assert sum(row["lines"] for row in rows) == len((PASTES / f"{name}.txt").read_text().splitlines())
    for row in rows:
        assert row["lines"] == sum(row[count] for count in COUNTS[1:])


def test_a_verdict_of_unknown_names_the_command_that_would_decide(pastes: Evidence) -> None:
    diagnosis = rmqkit.diagnose(pastes.only(["one-exception-alone.txt"]))
    assert str(diagnosis.severity) == "UNKNOWN"
    assert any("mqadmin consumerProgress" in each.command for each in diagnosis.missing)


RECORD = re.compile(r"^(?:\[pod/\S+ |rmqbroker-1  \| )?(\[?\d{4}-\d\d-\d\d|time=)")


def single_records() -> Iterator[tuple[str, str]]:
    """Every line of the unwrapped log pastes that is a record by itself."""
    for name in NAMES:
        if name != "chat-wraps-a-broker-log":
            for number, line in enumerate((PASTES / f"{name}.txt").read_text().splitlines(), 1):
                if RECORD.match(line) and len(line) > 40:
                    yield f"{name}-{number}.txt", line + "\n"


def test_one_line_of_evidence_never_proves_a_cause(spark: SparkSession, tmp_path: Path) -> None:
    for name, line in single_records():
        (tmp_path / name).write_text(line)
    evidence = rmqkit.read(spark, str(tmp_path))
    files = [row["file"] for row in evidence.ledger_rows() if row["kind"] != "unknown"]
    proven = {
        file: each.id
        for file in files
        for each in rmqkit.diagnose(evidence.only([file])).findings
        if each.status == "proven" and each.id not in NOTES
    }
    assert len(files) > 60
    assert proven == {}


def accept() -> None:
    """Write what the engine says today into the expected files."""
    session = rmqkit.session()
    evidence = rmqkit.read(session, str(PASTES))
    events = events_by_file(evidence)
    EXPECTED.mkdir(exist_ok=True)
    for name in NAMES:
        alone = evidence.only([f"{name}.txt"])
        answer = told(alone, events.get(f"{name}.txt", []), rmqkit.diagnose(alone))
        (EXPECTED / f"{name}.json").write_text(json.dumps(answer, indent=1, ensure_ascii=False) + "\n")
        print(f"{name}: {answer['severity']}, {', '.join(each['id'] for each in answer['findings'])}")
    session.stop()


if __name__ == "__main__":
    accept()
