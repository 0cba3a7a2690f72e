"""What the accuracy tables print of an incident that is kept aside, and which totals they have."""

import pytest

from tests.accuracy.recordings import Scored
from tests.accuracy.run import aside_line, proofs_that_stood, totals, wrong
from tests.accuracy.scoring import Truth, score_of_a_crash
from tests.accuracy.test_scoring import STUCK, Finding, Severity, scored

NO_LINES = {"mqadmin": 0, "log": 0, "log lines": 0}


def incident(
    truth: Truth = STUCK, *findings: Finding, reads: Severity = Severity.CRITICAL, **changes: object
) -> Scored:
    whole = scored(truth, *findings, severity=reads)
    parts = {"whole": whole, "mqadmin": "nothing", "windows": None, "reduced": (), "crashes": ()} | changes
    return Scored(name="harvest-5.3.3", truth=truth, unparsed=NO_LINES, **parts)


RIGHT = Finding("consumer_stuck")


@pytest.mark.parametrize(
    ("scored_incident", "expected"),
    [
        pytest.param(incident(STUCK, RIGHT), ["right"], id="a right one is its name and that it is right"),
        pytest.param(incident(STUCK), ["WRONG", "missed", "consumer_stuck"], id="a missed cause is named"),
        pytest.param(
            incident(STUCK, reads=Severity.OK),
            ["WRONG", "missed", "consumer_stuck;", "whole:", "reads", "OK"],
            id="a false OK is said",
        ),
    ],
)
def test_a_line_of_the_aside_table_tells_no_truth(scored_incident, expected):
    assert aside_line(scored_incident).split() == ["harvest-5.3.3", *expected]


def test_a_crash_in_a_reduced_folder_makes_the_incident_wrong():
    crashed = incident(STUCK, RIGHT, crashes=("only logs: ValueError: year",))
    assert wrong(crashed)
    assert "only logs: ValueError" in aside_line(crashed)


def test_false_oks_and_wrong_proofs_have_lines_of_their_own():
    wrong_proof = scored(STUCK, Finding("group_offline"))
    incidents = [
        incident(STUCK, RIGHT, reduced=(("only logs", wrong_proof), ("progress alone", wrong_proof))),
        incident(STUCK, reads=Severity.OK),
        incident(whole=score_of_a_crash(STUCK, ValueError("year")), crashes=("whole: ValueError: year",)),
    ]
    lines = totals(incidents)
    assert "false OK (sick groups that read OK): 1 of 3 whole, 0 of 2 reduced folders" in lines
    assert "wrong proofs: 0 of 3 whole, 2 of 2 reduced folders" in lines
    assert "ended in an exception: 1 of 5 diagnoses" in lines


def test_false_side_findings_are_counted_by_incident_and_id():
    doubles = Finding("duplicate_consumption", Severity.NOTICE, proven=False)
    incidents = [incident(STUCK, RIGHT, doubles), incident(STUCK, RIGHT), incident(STUCK, doubles)]
    assert "false side findings: 1 in 1 of 3 incidents (1 duplicate_consumption)" in totals(incidents)
    assert "false side findings: 0 in 0 of 1 incidents (none)" in totals([incident(STUCK, RIGHT)])


def test_a_proof_that_stood_after_a_change_is_named_with_its_incident_and_the_change():
    stood = incident(STUCK, RIGHT, changed=3, proofs_kept=("consumer_stuck: the owner of orders broker-a 0",))
    assert proofs_that_stood([incident(STUCK, RIGHT), stood]) == [
        "  still proven in harvest-5.3.3: consumer_stuck: the owner of orders broker-a 0"
    ]
