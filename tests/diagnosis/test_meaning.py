"""The ledger of meaning: an anomaly is explained where findings together have each of its queues."""

from collections.abc import Sequence

import pytest

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.finding import NORMAL, OPEN, Finding
from rmqkit.diagnosis.meaning import meaning_ledger
from tests.diagnosis.findings.groups import QUEUES, SHARES, looks
from tests.diagnosis.findings.said import facts, record
from tests.diagnosis.test_brief import finding

FIRST = finding("orphan_queues", queues=QUEUES[:1])
SECOND = finding("duplicate_consumption", queues=QUEUES[1:3])
FILTERED = finding("tag_mismatch_silent_loss", topics=("paid",))


@pytest.mark.parametrize(
    ("findings", "explained_by"),
    [
        pytest.param([FIRST, SECOND], ("orphan_queues", "duplicate_consumption"), id="each has one of the queues"),
        pytest.param([FIRST, FILTERED], ("orphan_queues", "tag_mismatch_silent_loss"), id="one has the whole topic"),
        pytest.param([FIRST], (), id="one queue is left"),
        pytest.param([FIRST, finding("duplicate_consumption", ongoing=False, queues=QUEUES)], (), id="one is over"),
    ],
)
def test_queues_that_are_stuck_are_explained_by_findings_together(
    findings: Sequence[Finding], explained_by: tuple[str, ...]
) -> None:
    said = meaning_ledger(Case.of(facts(snapshots=looks(SHARES, QUEUES[:2]))), findings)
    assert [row.explained_by for row in said if row.event == "offset_stands"] == [explained_by]


@pytest.mark.parametrize(
    ("at", "again", "state"),
    [
        pytest.param(101, (), NORMAL, id="it fails while its client shuts down"),
        pytest.param(90, (), OPEN, id="it failed before"),
        pytest.param(101, (102,), OPEN, id="the client started again"),
    ],
)
def test_what_fails_in_a_shutdown_is_normal(at: float, again: Sequence[float], state: str) -> None:
    mine = {"file": "client.log", "source": "client"}
    events = [
        record("consumer_unregistered", at=100, **mine),
        record("pull_rejected", code=10001, at=at, **mine),
        *(record("consumer_started", at=moment, **mine) for moment in again),
    ]
    [row] = [row for row in meaning_ledger(Case.of(facts(events)), []) if row.event == "pull_rejected"]
    assert row.state == state
