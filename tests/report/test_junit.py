"""JUnit for CI: what fails a build, what is skipped, and that any text of the evidence stays XML."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rmqkit.diagnosis import EvidenceLine, Severity
from rmqkit.diagnosis.finding import Finding, Missing, Status
from rmqkit.report.junit import junit_xml, write_junit
from tests.figures.diagnoses import diagnosis, finding

from .executed import HOSTILE


def told(*findings: Any, considered: tuple[Finding, ...] = (), severity: Severity = Severity.CRITICAL) -> Any:
    made = diagnosis(findings=findings).to_dict()
    missing = Missing("who is connected", "mqadmin consumerConnection").to_dict()
    return made | {
        "severity": str(severity), "considered": [entry.as_considered() for entry in considered], "missing": [missing],
    }  # fmt: skip


def outcome(told_of: Any, name: str) -> str:
    """How a case ends: failure, error, skipped or passed."""
    case = next(
        case for case in ElementTree.fromstring(junit_xml(told_of)).iter("testcase") if case.get("name") == name
    )
    return next((child.tag for child in case), "passed")


@pytest.mark.parametrize(
    ("severity", "status", "expected"),
    [
        pytest.param(Severity.CRITICAL, "proven", "failure", id="a proven CRITICAL finding fails"),
        pytest.param(Severity.WARNING, "suspected", "failure", id="a suspected WARNING fails"),
        pytest.param(Severity.NOTICE, "proven", "passed", id="a NOTICE passes"),
        pytest.param(Severity.OK, "proven", "passed", id="what weighs nothing passes"),
    ],
)
def test_findings(severity: Severity, status: str, expected: str) -> None:
    one = finding("orphan_queues").with_(severity=severity, status=status)
    assert outcome(told(one), "orphan_queues") == expected


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        pytest.param(Status.REFUTED, "passed", id="a refuted cause passes"),
        pytest.param(Status.OPEN, "skipped", id="what nothing decides is skipped"),
    ],
)
def test_considered_causes(status: Status, expected: str) -> None:
    entry = finding("clock_skew").with_(status=status, decided_by=("mqadmin x",))
    assert outcome(told(finding("orphan_queues"), considered=(entry,)), "clock_skew") == expected


@pytest.mark.parametrize(
    ("severity", "expected"),
    [
        pytest.param(Severity.UNKNOWN, "error", id="missing evidence does not pass for healthy"),
        pytest.param(Severity.OK, "passed", id="a healthy verdict passes"),
        pytest.param(Severity.CRITICAL, "passed", id="of a sick one the findings fail"),
    ],
)
def test_the_verdict_as_a_whole(severity: Severity, expected: str) -> None:
    assert outcome(told(severity=severity), "verdict") == expected


def test_a_cause_that_is_a_finding_is_one_case() -> None:
    entry = finding("orphan_queues")
    root = ElementTree.fromstring(junit_xml(told(finding("orphan_queues"), considered=(entry,))))
    assert [case.get("name") for case in root.iter("testcase")] == ["verdict", "orphan_queues"]
    suite = root.findall("testsuite")[1]
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == ("groupA", "1", "1")


def test_a_failure_says_what_to_do_and_which_line_proves_it() -> None:
    line = EvidenceLine("broker.log", 7, "the line")
    root = ElementTree.fromstring(junit_xml(told(finding("orphan_queues", evidence=(line,), remedy=("Fix it.",)))))
    failure = next(root.iter("failure"))
    assert failure.get("message") == "CRITICAL, proven: title"
    assert failure.text == "why\nFix it.\nbroker.log:7  the line"


@pytest.mark.parametrize("text", [HOSTILE, "\x00\x1b[31m", "\ud800", "]]>", "\ufffe", "a\nb"])
def test_text_of_the_evidence_stays_text(text: str) -> None:
    line = EvidenceLine(text, None, text)
    xml = junit_xml(told(finding(text, text, evidence=(line,), remedy=(text,))))
    assert len(list(ElementTree.fromstring(xml).iter("testcase"))) == 2
    assert xml.encode() == xml.encode("utf-8", "strict")


def test_the_same_verdict_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.xml", "b.xml"):
        write_junit(told(finding("orphan_queues")), tmp_path / name)
    assert (tmp_path / "a.xml").read_bytes() == (tmp_path / "b.xml").read_bytes()
