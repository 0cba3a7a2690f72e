"""How much stands with a finding: counted by the newest looks, and "at least" where it may be more by now."""

from typing import Any

import pytest

from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.finding import Finding, Status
from rmqkit.diagnosis.impact import standing
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import QUEUES, SHARES, looks, well
from tests.diagnosis.findings.said import GROUP, after

RETRY = MessageQueue(f"%RETRY%{GROUP}", "broker-a", 0)
ELSEWHERE = MessageQueue("paid", "broker-z", 0)
# Of 280 messages in each queue 10 are consumed, and 180 messages failed between the first look and the last.
STANDS = well(snapshots=looks({**SHARES, RETRY: None}, standing=QUEUES))


def about(*queues: MessageQueue, **told: Any) -> Finding:
    whole = {"severity": Severity.CRITICAL, "status": Status.PROVEN, "group": GROUP, "title": "t", "why": "w"}
    return Finding(**{"id": "broker_lost", "signs": (), "queues": queues, **whole, **told})


@pytest.mark.parametrize(
    ("finding", "told"),
    [
        pytest.param(about(), "", id="nothing stands with a finding without queues"),
        pytest.param(
            about(*QUEUES[:2]), "paid broker-a 0-1 (2 queues); 540 messages wait there", id="what waits is counted"
        ),
        pytest.param(
            about(QUEUES[0], ELSEWHERE),
            "paid broker-a 0, paid broker-z 0 (2 queues); at least 270 messages wait there, "
            "according to the last snapshot",
            id="a queue that no look lists may hold more",
        ),
        pytest.param(
            about(QUEUES[0], since=after(600)),
            "paid broker-a 0 (1 queue); at least 270 messages wait there, according to the last snapshot",
            id="more may have come since it was looked at last",
        ),
        pytest.param(about(ELSEWHERE), "paid broker-z 0 (1 queue); the backlog there is unknown", id="no look at all"),
        pytest.param(about(QUEUES[0], ongoing=False), "paid broker-a 0 (1 queue)", id="nothing waits for what is over"),
        pytest.param(about(QUEUES[0], title="270 behind"), "paid broker-a 0 (1 queue)", id="the title tells it"),
        pytest.param(
            about(brokers=("broker-a",)),
            "%RETRY%orders broker-a 0, paid broker-a 0-3 (5 queues); 1,080 messages wait there",
            id="a broker without queues of its own: those on it",
        ),
        pytest.param(
            about(RETRY),
            "%RETRY%orders broker-a 0 (1 queue); between the snapshots messages were sent back at least 180 times",
            id="what failed is counted where it is sent back to",
        ),
    ],
)
def test_what_stands(finding: Finding, told: str) -> None:
    assert str(standing(finding, STANDS)) == told.replace("orders", GROUP)
