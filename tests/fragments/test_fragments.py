"""What people paste into forums and issues: every line of every fragment is named, its meaning said, no wrong cause is
alarmed, and the next look fits.

The fragments are one to ten lines, written from RocketMQ's sources; `fragments.toml` says what each one holds.
"""

import tomllib
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.evidence import Evidence
from rmqkit.formats.logs.catalogue import MEANINGS
from rmqkit.formats.logs.explained import explain_text
from rmqkit.formats.logs.response_codes import meaning_of_code
from rmqkit.tables.files import SourceFile
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.logs import LogSource, plain
from rmqkit.tables.reading import read_file

HERE = Path(__file__).parent
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((HERE / "fragments.toml").read_text(encoding="utf-8"))
NAMES = sorted(EXPECTED)


@dataclass
class Seen:
    """What was read of a fragment: its log records and answers in order, its threads, the lines
    nobody named."""

    events: list[str | None] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    threads: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)


def _read(name: str) -> Seen:
    path = HERE / f"{name}.txt"
    reading = read_file(SourceFile(path.name, path=str(path), size=path.stat().st_size), UTC)
    seen = Seen()
    for source in reading.logs:
        _read_log(source, seen)
    answers = reading.tables.get("answers", [])
    seen.codes = [row["code"] for row in answers if row["code"] is not None]
    seen.threads = [row["thread"] for row in reading.tables.get("threads", [])]
    seen.unnamed += [row["first_unparsed"] or row["problem"] for row in reading.ledger if row["unparsed"]]
    seen.unnamed += [row["file"] for row in reading.ledger if row["kind"] == "unknown"]
    return seen


def _read_log(source: LogSource, seen: Seen) -> None:
    rows = [row for batch in parsed_batches(plain(source), "UTC") for row in batch.to_pylist()]
    seen.events += [row["event"] for row in rows if not row["counts"]]
    seen.unnamed += [row["raw"] for row in rows if not row["counts"] and row["event"] is None]
    seen.unnamed += [row["first_unparsed"] for row in rows if row["counts"] and row["unparsed"]]


@pytest.mark.parametrize("name", NAMES)
def test_every_line_is_named_or_continues_one_that_is(name: str) -> None:
    seen = _read(name)
    expected = EXPECTED[name]
    assert seen.unnamed == []
    assert seen.events == expected.get("events", [])
    assert seen.codes == expected.get("codes", [])
    assert seen.threads == expected.get("threads", [])


@pytest.mark.parametrize("name", NAMES)
def test_what_is_named_has_a_meaning(name: str) -> None:
    expected = EXPECTED[name]
    assert all(MEANINGS[event].says for event in expected.get("events", []))
    assert all(meaning_of_code(code) for code in expected.get("codes", []))


@pytest.mark.parametrize("name", [name for name in NAMES if "threads" not in EXPECTED[name]])
def test_explain_knows_each_fragment(name: str) -> None:
    text = (HERE / f"{name}.txt").read_text()
    known, _ = explain_text(text)
    names = {one.name for one in known}
    # What tells to do the same as a sentence is explained once, by the sentence.
    remedies = {one.meaning.remedy for one in known}
    alone = [one for line in text.splitlines() for one in explain_text(line)[0] if one.meaning.remedy in remedies]
    assert names | {one.name for one in alone} >= set(EXPECTED[name].get("events", []))
    assert all(any(one.startswith(f"CODE {code} ") for one in names) for code in EXPECTED[name].get("codes", []))
    assert known


def test_there_are_forty_fragments_of_twenty_five_messages_and_all_are_described() -> None:
    files = {path.stem for path in HERE.glob("*.txt")}
    assert files == set(EXPECTED)
    assert len(files) >= 40
    assert len({event for expected in EXPECTED.values() for event in expected.get("events", [])}) >= 25


@pytest.mark.parametrize("path", sorted(HERE.glob("*.txt")), ids=lambda path: path.stem)
def test_a_fragment_is_short(path: Path) -> None:
    assert 1 <= len(path.read_text().splitlines()) <= 10


@pytest.mark.parametrize("name", NAMES)
def test_a_fragments_description_names_findings_and_ways_to_decide(name: str) -> None:
    assert set(EXPECTED[name]["may_suspect"]) <= BY_ID.keys()
    assert EXPECTED[name]["decided_by"]


@pytest.fixture(scope="module")
def evidence(spark: SparkSession) -> Evidence:
    """All fragments, read at once; each is diagnosed alone."""
    return rmqkit.read(spark, str(HERE))


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
    assert alarmed - set(EXPECTED[name].get("may_suspect", ())) == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_message_is_named_and_its_meaning_said(name: str, verdicts: dict[str, Diagnosis]) -> None:
    said = {row.event: row.meaning for row in verdicts[name].messages}
    assert set(EXPECTED[name].get("events", ())) - set(said) == set()
    assert all(said.values())


@pytest.mark.parametrize("name", NAMES)
def test_what_would_decide_fits_the_fragment(name: str, verdicts: dict[str, Diagnosis]) -> None:
    diagnosis = verdicts[name]
    commands = [missing.command for missing in diagnosis.missing]
    commands += [command for entry in diagnosis.considered for command in entry.decided_by]
    wanted = EXPECTED[name].get("decided_by", ())
    proven = any(finding.proven and finding.severity >= Severity.NOTICE for finding in diagnosis.findings)
    assert proven or not wanted or any(word in command for word in wanted for command in commands)
