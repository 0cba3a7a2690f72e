"""delay_delivery_stands: a level's place stands below its queue's end, for longer than the level delays."""

from __future__ import annotations

import pytest

from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.explanations.said import facts, figures, found, record, status_of

ONE_SECOND_EACH = Setting("broker.conf", 1, "broker", None, "messageDelayLevel", "1s 1s 1s")


def level(number: int, *looks: tuple[float, str], settings: tuple[Setting, ...] = ()) -> GroupFacts:
    """brokerStatus at some moments: `delivered,end` of one level."""
    return facts(figures=figures(f"scheduleMessageOffset_{number}", *looks), settings=settings)


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(level(3, (0, "5,9"), (120, "5,12")), "proven", id="agrees: due long ago, and none is delivered"),
        pytest.param(
            level(3, (0, "4,9"), (60, "5,9"), (180, "5,12")), "proven", id="agrees: it stands since the second look"
        ),
        pytest.param(
            level(18, (0, "5,9"), (60, "5,9")), "suspected", id="too little: two hours are not over after a minute"
        ),
        pytest.param(level(3, (0, "5,9")), "open", id="too little: one look shows what waits, and nothing of standing"),
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
        pytest.param(wheel((0, 70, 0), (10, 70, 3), (400, 70, 90)), "proven", id="agrees: it stands while more come"),
        pytest.param(wheel((0, 70, 3), (60, 70, 9)), "suspected", id="too little: a full wheel makes it wait as well"),
        pytest.param(wheel((0, 70, 9), (400, 70, 9)), "suspected", id="too little: nothing comes meanwhile"),
        pytest.param(wheel((0, 70, 9)), "open", id="too little: one line"),
        pytest.param(wheel((0, 70, 9), (400, 90, 9)), "open", id="silent: it goes on"),
        pytest.param(wheel((0, 70, 0), (400, 70, 0)), "open", id="silent: nothing waits"),
    ],
)
def test_a_timer_wheel_that_takes_nothing_up(case: GroupFacts, status: str) -> None:
    assert status_of(case, "delay_delivery_stands") == status
