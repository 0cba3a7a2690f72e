"""The moment at which a finding says that it began, held against what the lab did: a table of cases."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rmqkit.diagnosis import Finding, Severity
from rmqkit.diagnosis.finding import Status
from tests.accuracy.effects import Ledger
from tests.accuracy.onsets import wrong_onset


def client(topic: str, started: float, ended: float | None = None) -> dict[str, object]:
    wanted = [{"topic": topic, "expression": "*", "kind": "TAG"}]
    life = {"id": topic, "started": started, "ended": ended}
    return {"client": topic, "group": "g", "subscriptions": wanted, "lives": [life]}


TOLD = {
    "group": "g",
    "causes": ["inconsistent_subscription"],
    "past": [],
    "clients": [client("orders", 100.0), client("orders", 150.0), client("refunds", 200.0)],
    "operations": [{"at": 300.0, "command": "mqadmin resetOffsetByTime -g g"}],
}


@pytest.mark.parametrize(
    ("finding_id", "since", "shown", "wrong"),
    [
        pytest.param("inconsistent_subscription", 203, None, False, id="a heartbeat after the one that differs came"),
        pytest.param(
            "inconsistent_subscription", 103, None, True, id="the first client came then, and nobody differed"
        ),
        pytest.param("inconsistent_subscription", 300, None, True, id="long after it began"),
        pytest.param("inconsistent_subscription", None, 300, False, id="at the latest, which is so"),
        pytest.param("inconsistent_subscription", None, 150, True, id="at the latest, and it had not begun"),
        pytest.param("orphan_queues", 210, None, False, id="an effect begins with its cause"),
        pytest.param("offsets_moved", 301, None, False, id="the moment of the command"),
        pytest.param("inconsistent_subscription", None, None, None, id="nothing is stated"),
        pytest.param("broker_lost", 100, None, None, id="the truth does not tell"),
    ],
)
def test_a_stated_onset(finding_id: str, since: float | None, shown: float | None, wrong: bool | None):
    at, first_shown = (moment and datetime.fromtimestamp(moment, UTC) for moment in (since, shown))
    stated = Finding(
        finding_id, "", "", Severity.CRITICAL, group="g", status=Status.PROVEN, since=at,
        details={"first_shown": first_shown},
    )  # fmt: skip
    problem = wrong_onset(TOLD, stated, Ledger([], [], 400.0))
    assert (None if problem is None else bool(problem)) == wrong
