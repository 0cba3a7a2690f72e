"""delay_delivery_stands: a level or the timer is stuck below its queue's end, for longer than the level delays."""

import pytest

from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.said import facts, figures, found, how_sure

ONE_SECOND_EACH = Setting("broker.conf", 1, "broker", None, "messageDelayLevel", "1s 1s 1s")


def level(number: int, *looks: tuple[float, str], settings: tuple[Setting, ...] = ()) -> GroupFacts:
    """brokerStatus at some moments: `delivered,end` of one level."""
    return facts(figures=figures(f"scheduleMessageOffset_{number}", *looks), settings=settings)


test_how_sure = how_sure(
    "delay_delivery_stands",
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
)


def test_the_messages_that_wait_are_counted() -> None:
    named = found(level(3, (0, "5,9"), (120, "5,12")), "delay_delivery_stands")[0]
    assert (named.details["messages"], named.brokers) == (7, ("10.0.0.1:10911",))
