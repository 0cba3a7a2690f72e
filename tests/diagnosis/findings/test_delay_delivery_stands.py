"""delay_delivery_stands: a level or the timer is stuck below its queue's end, for longer than the level delays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.said import after, facts, figures, found, record, status_of

PUTS = "TimerDequeuePutMessageService"
ONE_SECOND_EACH = Setting("broker.conf", 1, "broker", None, "messageDelayLevel", "1s 1s 1s")


def level(number: int, *looks: tuple[float, str], settings: tuple[Setting, ...] = ()) -> GroupFacts:
    """brokerStatus at some moments: `delivered,end` of one level."""
    return facts(figures=figures(f"scheduleMessageOffset_{number}", *looks), settings=settings)


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(level(3, (0, "5,9"), (120, "5,12")), "proven", id="agrees: due long ago, and none is delivered"),
        pytest.param(
            level(3, (0, "4,9"), (60, "5,9"), (180, "5,12")),
            "proven",
            id="agrees: it is stuck since the second snapshot",
        ),
        pytest.param(
            level(18, (0, "5,9"), (60, "5,9")), "suspected", id="too little: two hours are not over after a minute"
        ),
        pytest.param(level(3, (0, "5,9")), "open", id="too little: one snapshot shows what waits, and no move"),
        pytest.param(level(3, (0, "5,9"), (120, "8,12")), "refuted", id="contradicted: it delivers"),
        pytest.param(level(3, (0, "9,9"), (120, "9,9")), "open", id="silent: nothing waits"),
        pytest.param(
            level(3, (0, "5,9"), (40, "5,9"), settings=(ONE_SECOND_EACH,)),
            "proven",
            id="agrees: by the delays that the configuration sets",
        ),
        pytest.param(
            level(5, (0, "5,9"), (40, "5,9"), settings=(ONE_SECOND_EACH,)),
            "proven",
            id="agrees: the configuration has no such level",
        ),
    ],
)
def test_how_sure(case: GroupFacts, status: str) -> None:
    assert status_of(case, "delay_delivery_stands") == status


def test_the_messages_that_wait_are_counted() -> None:
    named = found(level(3, (0, "5,9"), (120, "5,12")), "delay_delivery_stands")[0]
    assert (named.details["messages"], named.brokers) == (7, ("10.0.0.1:10911",))


def wheel(*looks: tuple[float, int, int]) -> GroupFacts:
    """What a broker's store.log says of its timer: when, where it reads, how many messages lie behind."""
    lines = []
    for at, read, behind in looks:
        told = "commitRead:[] currRead:[] currWrite:[] readBehind:0 "
        told += f"currReadOffset:{read} offsetBehind:{behind} behindMaster:0"
        lines.append(record("timer_progress", told, detail=told, at=at, file="broker-a/store.log", group=None))
    return facts(lines)


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(wheel((0, 70, 0), (10, 70, 3), (400, 70, 90)), "proven", id="agrees: it is stuck while more come"),
        pytest.param(wheel((0, 70, 3), (60, 70, 9)), "suspected", id="too little: a full wheel makes it wait as well"),
        pytest.param(wheel((0, 70, 9), (400, 70, 9)), "suspected", id="too little: nothing comes meanwhile"),
        pytest.param(wheel((0, 70, 9)), "open", id="too little: one line"),
        pytest.param(wheel((0, 70, 9), (400, 90, 9)), "open", id="silent: it goes on"),
        pytest.param(wheel((0, 70, 0), (400, 70, 0)), "open", id="silent: nothing waits"),
    ],
)
def test_a_timer_that_takes_nothing_up(case: GroupFacts, status: str) -> None:
    assert status_of(case, "delay_delivery_stands") == status


def handing_out(*looks: tuple[float, int], refused: bool = False, thread: str = PUTS) -> GroupFacts:
    """What a broker's logs say of its timer: when, how many seconds it is late; and that it could not store."""
    lines = []
    for at, late in looks:
        reads = (after(at) - timedelta(seconds=late)).strftime("%m-%d %H:%M:%S")
        told = f"commitRead:[{reads}] currRead:[{reads}] currWrite:[{reads}] readBehind:{late} "
        told += "currReadOffset:70 offsetBehind:0 behindMaster:0"
        raw = f"[SLAVE]Timer progress-check {told}"
        lines.append(record("timer_progress", raw, detail=told, at=at, file="broker-a/store.log", group=None))
    raw = f"WARN {thread} - Put message failed, enableSlaveActingMaster=true, enableRemoteEscape=false."
    failed = record("escape_refused", raw, at=1, file="broker-a/broker.log", group=None)
    booted = [
        record("broker_started", "boot success", file=f"broker-a/{log}.log", broker="broker-a")
        for log in ("store", "broker")
    ]
    return facts([*lines, *booted, *([failed] if refused else [])])


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(
            handing_out((0, 300), (600, 900), refused=True),
            "proven",
            id="agrees: it stays at one second, and a slave stores nothing",
        ),
        pytest.param(
            handing_out((0, 300), (600, 900), refused=True, thread="PopReviveService_0"),
            "suspected",
            id="too little: what pop gives back is no delayed message",
        ),
        pytest.param(
            handing_out((0, 300), (600, 900)), "suspected", id="too little: the slave's master may deliver everything"
        ),
        pytest.param(handing_out((0, 300), (60, 360)), "open", id="too little: for a moment"),
        pytest.param(handing_out((0, 1), (600, 1)), "open", id="silent: it hands out what is due"),
    ],
)
def test_a_timer_that_delivers_nothing(case: GroupFacts, status: str) -> None:
    assert status_of(case, "delay_delivery_stands") == status
