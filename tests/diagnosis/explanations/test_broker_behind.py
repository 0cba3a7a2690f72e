"""broker_behind: requests wait in a broker's queue as long as they may, and are thrown away."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.explanations.groups import well
from tests.diagnosis.explanations.said import after, facts, figures, found, record, status_of

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


MASTER, SLAVE = "ASYNC_MASTER", "SLAVE"


def timer(*looks: tuple[float, int], role: str = MASTER) -> GroupFacts:
    """What a broker's store.log says of its timer: when, and how many seconds ago what it hands out was due."""
    lines = []
    for at, late in looks:
        hand = (after(at) - timedelta(seconds=late)).strftime("%m-%d %H:%M:%S")
        told = f"commitRead:[{hand}] currRead:[{hand}] currWrite:[{hand}] readBehind:{late} currReadOffset:70 "
        told += "offsetBehind:0 behindMaster:0 enqPutQueue:0 deqGetQueue:218 deqPutQueue:1024"
        raw = f"[{role}]Timer progress-check {told}"
        lines.append(record("timer_progress", raw, detail=told, at=at, file="broker-a/store.log", group=None))
    return well(lines)


def in_status(*looks: tuple[float, str]) -> GroupFacts:
    return facts(figures=figures("timerReadBehind", *looks))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(timer((0, 1), (60, 40), (600, 300)), "proven", id="agrees: it goes on, later and later"),
        pytest.param(
            timer((0, 1), (60, 40), (600, 300), role="SYNC_MASTER"), "proven", id="agrees: a master's in sync"
        ),
        pytest.param(
            timer((0, 1), (60, 40), (600, 300), role=SLAVE),
            "suspected",
            id="too little: a slave's, whose master delivers",
        ),
        pytest.param(timer((0, 1), (60, 40), (200, 90)), "suspected", id="too little: for a few minutes"),
        pytest.param(
            timer((0, 900), (60, 600), (600, 300)), "open", id="silent: it catches up with what was due before"
        ),
        pytest.param(timer((0, 1), (60, 60), (600, 600)), "open", id="silent: it stands, which is another matter"),
        pytest.param(timer((0, 1), (600, 300)), "open", id="too little: late at one look"),
        pytest.param(timer((0, 1), (60, 3), (600, 2)), "open", id="silent: in time"),
        pytest.param(in_status((0, "60"), (600, "300")), "suspected", id="too little: brokerStatus may be of a slave"),
        pytest.param(in_status((0, "300"), (600, "900")), "open", id="silent: by brokerStatus it stands"),
        pytest.param(in_status((0, "900"), (600, "300")), "open", id="silent: by brokerStatus it catches up"),
    ],
)
def test_a_timer_that_is_late(case: GroupFacts, status: str) -> None:
    assert status_of(case, ID) == status


def test_a_timer_that_is_in_time_again_was_late_for_a_while() -> None:
    [told] = found(timer((0, 1), (60, 40), (600, 300), (700, 1)), ID)
    assert (str(told.severity), told.ongoing) == ("NOTICE", False)
    assert told.title == "The timer of broker-a did not keep up: it delivered up to 300 s late"


def test_a_timer_that_goes_on_by_brokerstatus_is_not_said_to_stand() -> None:
    case = in_status((0, "300"), (600, "600"))
    assert status_of(case, ID) == "suspected"
    assert found(case, "delay_delivery_stands") == []


def test_a_timer_whose_log_shows_it_at_its_end_is_asked_nothing_more() -> None:
    assert status_of(timer((0, 0), (600, 0)), ID) == "open"
