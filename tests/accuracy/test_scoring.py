"""What counts as right, missed, false, a wrong proof and a false OK."""

from dataclasses import dataclass, replace

import pytest

from rmqkit.diagnosis import Severity
from tests.accuracy.scoring import Truth, score, score_of_a_crash

STUCK = Truth(
    causes=frozenset({"consumer_stuck"}),
    effects=frozenset(),
    past=frozenset(),
    tolerated=frozenset(),
    healthy=False,
    group="orders",
)
HEALTHY = Truth(frozenset(), frozenset(), frozenset(), frozenset({"orphan_queues"}), True, "orders")
OVER = Truth(frozenset(), frozenset(), frozenset({"duplicate_consumption"}), frozenset(), True, "orders")


@dataclass(frozen=True)
class Finding:
    """What scoring looks at in a finding."""

    id: str
    severity: Severity = Severity.CRITICAL
    proven: bool = True
    ongoing: bool = True
    explains: tuple[str, ...] = ()


@dataclass(frozen=True)
class Diagnosis:
    """What scoring looks at in a diagnosis."""

    findings: tuple[Finding, ...]
    severity: Severity


def scored(truth: Truth, *findings: Finding, severity: Severity = Severity.CRITICAL):
    return score(truth, Diagnosis(findings, severity))


@pytest.mark.parametrize(
    ("truth", "findings", "severity"),
    [
        pytest.param(STUCK, [Finding("consumer_stuck")], Severity.CRITICAL, id="the cause is named"),
        pytest.param(HEALTHY, [], Severity.OK, id="a healthy group reads OK"),
        pytest.param(HEALTHY, [], Severity.UNKNOWN, id="a healthy group about which too little is known"),
        pytest.param(
            HEALTHY, [Finding("orphan_queues")], Severity.CRITICAL, id="what is tolerated may be found and even proven"
        ),
        pytest.param(
            HEALTHY, [Finding("consumer_slow", Severity.NOTICE)], Severity.NOTICE, id="a note in a healthy group"
        ),
        pytest.param(
            OVER,
            [Finding("duplicate_consumption", Severity.WARNING, ongoing=False)],
            Severity.WARNING,
            id="what is over is told as over",
        ),
    ],
)
def test_right(truth, findings, severity):
    assert scored(truth, *findings, severity=severity).right


@pytest.mark.parametrize(
    ("truth", "findings", "severity", "flaw"),
    [
        pytest.param(STUCK, [], Severity.OK, "false_ok", id="a sick group reads OK"),
        pytest.param(STUCK, [], Severity.UNKNOWN, "causes_missed", id="a cause that is not named"),
        pytest.param(
            STUCK,
            [Finding("consumer_stuck", ongoing=False)],
            Severity.WARNING,
            "causes_missed",
            id="a cause that is said to be over while it goes on",
        ),
        pytest.param(
            HEALTHY, [Finding("consumer_slow")], Severity.CRITICAL, "wrong_proofs", id="a proof in a healthy group"
        ),
        pytest.param(
            HEALTHY,
            [Finding("consumer_slow", proven=False)],
            Severity.WARNING,
            "false_alarms",
            id="a suspicion at WARNING in a healthy group",
        ),
        pytest.param(
            OVER,
            [Finding("duplicate_consumption")],
            Severity.CRITICAL,
            "past_missed",
            id="what is over told as going on",
        ),
    ],
)
def test_wrong(truth, findings, severity, flaw):
    found = scored(truth, *findings, severity=severity)
    assert getattr(found, flaw)
    assert not found.right


def test_a_suspicion_is_no_wrong_proof():
    suspicion = Finding("consumer_slow", proven=False)
    assert not scored(HEALTHY, suspicion).wrong_proofs


DOUBLES = Finding("duplicate_consumption", Severity.NOTICE, proven=False)


@pytest.mark.parametrize(
    ("truth", "findings", "beside"),
    [
        pytest.param(
            STUCK, [Finding("consumer_stuck"), DOUBLES], {DOUBLES.id}, id="agrees: a suspicion beside the cause"
        ),
        pytest.param(OVER, [DOUBLES], {DOUBLES.id}, id="agrees: what is over is said to go on"),
        pytest.param(OVER, [replace(DOUBLES, ongoing=False)], set(), id="contradicted: it was so, and is over"),
        pytest.param(HEALTHY, [Finding("orphan_queues", Severity.NOTICE)], set(), id="contradicted: it is tolerated"),
        pytest.param(
            STUCK,
            [Finding("consumer_stuck"), Finding("risky_client_id", Severity.NOTICE)],
            set(),
            id="silent: a note is no finding",
        ),
        pytest.param(STUCK, [DOUBLES], set(), id="too little: the first finding is not right either"),
    ],
)
def test_what_is_false_beside_a_right_first_finding(truth, findings, beside):
    assert scored(truth, *findings, severity=Severity.CRITICAL).false_beside == beside


def test_what_the_ledgers_show_or_a_past_cause_explains_is_not_false_beside():
    over = replace(DOUBLES, ongoing=False)
    found = Diagnosis((Finding("consumer_stuck"), over), Severity.CRITICAL)
    assert score(STUCK, found).false_beside == {DOUBLES.id}
    assert score(STUCK, found, frozenset({DOUBLES.id})).false_beside == set()
    past = replace(STUCK, past=frozenset({"inconsistent_subscription"}))
    cause = Finding("inconsistent_subscription", Severity.NOTICE, ongoing=False, explains=("orphan_queues",))
    unread = Finding("orphan_queues", Severity.NOTICE, ongoing=False)
    assert scored(past, Finding("consumer_stuck"), cause, unread).false_beside == set()


def test_a_diagnosis_that_crashed_has_found_nothing_and_is_not_right():
    found = score_of_a_crash(STUCK, ValueError("year 56892519 is out of range"))
    assert (found.first, found.causes_missed) == ("ValueError", STUCK.causes)
    assert not found.right
    assert not found.false_ok
