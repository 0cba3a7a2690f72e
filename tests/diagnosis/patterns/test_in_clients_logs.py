"""Patterns of clients' logs beside each other: whose log ends, who was given what, and whose ids others get as well."""

from collections.abc import Sequence

import pytest

from rmqkit.diagnosis.facts.logs import Event, LogFile
from rmqkit.diagnosis.patterns import all_shut_down, ids_made_alike, logs_that_end
from tests.diagnosis.findings.groups import ONE, TWO
from tests.diagnosis.findings.said import START, facts, queue, rebalanced, record
from tests.diagnosis.patterns.seen import suspects

FILES = {ONE: "one.log", TWO: "two.log"}
DOCKER, BRIDGE = "172.17.0.2@consumer", "172.17.0.2@1"


def given(
    who: str, *numbers: int, at: float = 0, members: int = 2, of: int = 4, strategy: str = "AVG", file: str = ""
) -> Event:
    """`rebalanced result changed` of a client."""
    file = file or FILES.get(who, "one.log")
    return rebalanced(who, *map(queue, numbers), members=members, of=of, strategy=strategy, file=file, at=at)


def commits(who: str, until: float) -> list[Event]:
    """A client's commits of its first queue, one every five seconds up to then."""
    said = {"topic": "paid", "broker": "broker-a", "queue": 0, "client_id": who, "source": "client"}
    moments = range(int(until) - 30, int(until) + 1, 5)
    return [record("offset_committed", detail=str(at), at=at, file=FILES[who], **said) for at in moments]


def said(event: str, who: str, at: float, **more: object) -> Event:
    return record(event, at=at, source="client", file=FILES[who], **more)


def case(events: Sequence[Event], **more: object):  # type: ignore[no-untyped-def]
    """Each log ends with the last event that stands in it."""
    last = {event.file: event.last_at for event in sorted(events, key=lambda event: event.last_at or START)}
    return facts(events, logs={file: LogFile(file, "client", START, end) for file, end in last.items()}, **more)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([given(DOCKER, 0, 1)], ["client_id_collision"], id="agrees: a bridge's address and a set name"),
        pytest.param([given(BRIDGE, 0, 1)], ["client_id_collision"], id="agrees: a bridge's address and a first pid"),
        pytest.param([given(DOCKER, 0, 1, 2, 3, members=1)], [], id="contradicted: it is alone"),
        pytest.param(
            [given(DOCKER, 0, 1), given("172.17.0.3@consumer", 2, 3, file="two.log")],
            [],
            id="contradicted: the other one has another id",
        ),
        pytest.param([given("172.17.0.2@21456", 0, 1)], [], id="too little: a pid that repeats seldom"),
        pytest.param([given("10.20.0.11@1", 0, 1)], [], id="too little: an address of its own, as pods have"),
        pytest.param([given("172.17.0.2@7#123", 0, 1)], [], id="silent: a nano time tells it from others"),
    ],
)
def test_ids_made_alike(events: list[Event], expected: list[str]) -> None:
    assert suspects(ids_made_alike, case(events)) == expected


SHUT = [said("consumer_shutdown", who, 60) for who in (ONE, TWO)]
BOTH = [given(ONE, 0, 1), given(TWO, 2, 3)]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([*BOTH, *SHUT], ["group_offline"], id="agrees: both that they counted were shut down"),
        pytest.param(
            [*BOTH, SHUT[0], said("consumer_unregistered", TWO, 60)],
            ["group_offline"],
            id="agrees: one had told the brokers that it leaves, and was halted in its shutdown",
        ),
        pytest.param([given(ONE, 0, 1), SHUT[0]], [], id="contradicted: it counted another one"),
        pytest.param([*BOTH, SHUT[0], *commits(TWO, 90)], [], id="contradicted: the other one goes on"),
        pytest.param(SHUT, [], id="too little: how many there were"),
        pytest.param(BOTH, [], id="silent: neither was shut down"),
    ],
)
def test_all_shut_down(events: list[Event], expected: list[str]) -> None:
    assert suspects(all_shut_down, case(events)) == expected


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([*BOTH, *commits(ONE, 200)], ["consumer_stuck"], id="agrees: the other one goes on"),
        pytest.param(
            [*BOTH, *commits(ONE, 200), given(ONE, 0, 1, 2, 3, members=1, at=130)],
            [],
            id="contradicted: its queues were shared out since",
        ),
        pytest.param(
            [*BOTH, *commits(ONE, 200), said("consumer_shutdown", TWO, 5)],
            [],
            id="contradicted: it was shut down",
        ),
        pytest.param(
            [*BOTH, *commits(ONE, 200), said("consumer_unregistered", TWO, 5)],
            [],
            id="contradicted: it told the brokers that it leaves",
        ),
        pytest.param(
            [*BOTH, *commits(ONE, 200), said("consumer_shutdown", TWO, -60)],
            ["consumer_stuck"],
            id="agrees: it was shut down before, and had queues since",
        ),
        pytest.param([*BOTH, *commits(ONE, 60)], [], id="too little: for a heartbeat"),
    ],
)
def test_logs_that_end(events: list[Event], expected: list[str]) -> None:
    assert suspects(logs_that_end, case(events)) == expected
