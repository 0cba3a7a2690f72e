"""broker_behind: requests wait in a broker's queue as long as they may, and are thrown away."""

from __future__ import annotations

import pytest

from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.explanations.groups import well
from tests.diagnosis.explanations.said import facts, figures, found, record, status_of

ID = "broker_behind"
BUSY = "[TIMEOUT_CLEAN_QUEUE]broker busy, start flow control for a while, period in queue: 5000ms, size of queue: 2840"


def waits(queue: str, first: int, last: int, *, at: float = 0, times: int = 30, size: int = 31_000) -> Event:
    """A minute of watermark.log: how long the first request of a queue has waited, at its beginning and its end."""
    told = [f"{size} SlowTimeMills: {wait}" for wait in (first, last)]
    raw = f"[WATERMARK] {queue} Queue Size: {told[0]}"
    return record(
        f"{queue.lower()}_queue_printed",
        raw,
        file="broker-a/watermark.log",
        source="other",
        group=None,
        at=at,
        last=at + 58,
        times=times,
        detail=told[0],
        last_detail=told[1],
    )


def refused(event: str, words: str = "", at: float = 20, broker: str | None = None) -> Event:
    fields = {"source": "client", "file": "client.log", "client_id": "10.0.0.1@7#1", "broker": broker}
    return record(event, f"{event} {words}", at=at, times=9, **fields)


LOST = refused("ack_failed", "code=INTERNAL_SERVER_ERROR", broker="broker-a")
THROWN_AWAY = refused("pull_rejected", f"CODE: 2 DESC: {BUSY}")
LONGER = Setting("broker.conf", 3, "broker", None, "waitTimeMillsInAckQueue", "60000")


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(well([waits("Ack", 2_980, 2_955), LOST]), "proven", id="agrees: acknowledgements fail meanwhile"),
        pytest.param(well([waits("Pull", 4_932, 4_963), THROWN_AWAY]), "proven", id="agrees: pulls are thrown away"),
        pytest.param(well([waits("Ack", 2_980, 2_955)]), "suspected", id="too little: nobody says that one failed"),
        pytest.param(
            well([waits("Ack", 2_980, 2_955, times=2), LOST]), "suspected", id="too little: two looks are a pause"
        ),
        pytest.param(
            well([waits("Ack", 2_980, 2_955), refused("ack_failed", at=600)]),
            "suspected",
            id="too little: they fail at another time",
        ),
        pytest.param(
            well([waits("Pull", 4_932, 4_963), LOST]), "suspected", id="too little: what fails are acknowledgements"
        ),
        pytest.param(well([waits("Ack", 2_980, 0), LOST]), None, id="silent: only the first of a minute waited"),
        pytest.param(well([waits("Ack", 40, 60), LOST]), None, id="silent: nothing waits long"),
        pytest.param(
            well([waits("Ack", 2_980, 2_955), LOST], settings=(LONGER,)), None, id="silent: they may wait longer there"
        ),
        pytest.param(
            facts(figures=figures("ackThreadPoolQueueHeadWaitTimeMills", (0, "2981"))),
            "suspected",
            id="too little: one brokerStatus",
        ),
        pytest.param(
            facts(figures=figures("ackThreadPoolQueueHeadWaitTimeMills", (0, "0"), (60, "12"))),
            None,
            id="silent: brokerStatus of a broker that keeps up",
        ),
    ],
)
def test_how_sure(case: GroupFacts, status: str | None) -> None:
    assert status_of(case, ID) == (status or "open")


def test_it_is_over_where_the_broker_s_log_goes_on_without() -> None:
    later = waits("Ack", 0, 0, at=600, size=0)
    [told] = found(well([waits("Ack", 2_980, 2_955), LOST, later]), ID)
    assert (str(told.severity), told.ongoing) == ("NOTICE", False)
    assert told.title == "broker-a did not keep up with acknowledgements and threw them away"


def test_what_comes_again_is_then_no_matter_of_the_listeners() -> None:
    late = record("ack_too_late", source="client", file="client.log", at=50, times=4)
    [told] = found(well([waits("Ack", 2_980, 2_955), LOST, late]), "duplicate_consumption")
    assert "broker-a threw acknowledgements away" in told.why
