"""Patterns of what clients count every minute: listeners that are slow, and listeners that stand."""

import pytest

from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.patterns import listeners_too_slow
from tests.diagnosis.findings.said import facts, record
from tests.diagnosis.patterns.seen import suspects

MINE = {"topic": "paid", "source": "client", "file": "client.log"}


def counted(at: float, pulled: int, consumed: int, took: str, span: float = 60) -> list[Event]:
    """What a client prints of one minute, as from 4.7.1 on."""
    said = {
        "pulls_counted": _sum(pulled, span),
        "successes_counted": _sum(consumed, span),
        "failures_counted": "SUM: 0 TPS: 0.00 AVGPT: 0.00",
        "listener_timed": took,
    }
    return [record(event, detail=text, at=at, **MINE) for event, text in said.items()]


def _sum(total: int, span: float) -> str:
    return f"SUM: {total} TPS: {total / span:.2f} AVGPT: 1.00"


def busy(consumed: int, each: float = 400) -> str:
    return f"TIMES: {consumed} AVGRT: {each:.2f}"


def slow(at: float = 60, span: float = 60) -> list[Event]:
    return counted(at, 1200, 149, busy(149), span)


def quick(at: float = 60) -> list[Event]:
    return counted(at, 1200, 1190, busy(1190, 0.4))


def stuck(at: float = 60) -> list[Event]:
    return counted(at, 1800, 100, busy(100, 0.6))


def commits(*offsets: int, end: float = 70) -> list[Event]:
    """A queue's commits, one every five seconds up to the log's end."""
    first = end - 5 * (len(offsets) - 1)
    said = {"broker": "broker-a", "queue": 0, **MINE}
    return [
        record("offset_committed", detail=str(each), at=first + 5 * turn, **said) for turn, each in enumerate(offsets)
    ]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param(slow(), ["consumer_slow"], id="agrees: far more came than a busy listener consumed"),
        pytest.param([*quick(), *slow(120), *slow(180)], ["consumer_slow"], id="agrees: two minutes, one of before"),
        pytest.param(
            counted(60, 1200, 149, "SUM: 59600 TPS: 993.33 AVGPT: 400.00"),
            ["consumer_slow"],
            id="agrees: older clients print the milliseconds",
        ),
        pytest.param([*slow(), *quick(120)], [], id="contradicted: the last minute is done with"),
        pytest.param([*quick(), *slow(120)], [], id="too little: one burst"),
        pytest.param(slow(span=10), [], id="too little: a client that has just started fills its cache"),
        pytest.param(stuck(), ["consumer_stuck"], id="agrees: the listener hardly worked"),
        pytest.param(
            [*slow(), record("offset_committed", at=600, **MINE)], [], id="too little: long before the log's end"
        ),
        pytest.param(quick(), [], id="silent: what comes is consumed"),
    ],
)
def test_listeners_too_slow(events: list[Event], expected: list[str]) -> None:
    assert suspects(listeners_too_slow, facts(events)) == expected


def test_minutes_of_several_processes_in_one_file_are_left_out() -> None:
    twice = [record(event.event, detail=event.detail, at=60, times=2, **MINE) for event in slow()]
    assert suspects(listeners_too_slow, facts(twice)) == []
