"""Patterns of clients' and brokers' logs: who is suspected, and when nobody is."""

import pytest

from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.patterns import (
    commits_that_stand,
    forgotten_for_a_while,
)
from tests.diagnosis.findings.groups import ONE
from tests.diagnosis.findings.said import facts, queue, rebalanced, record
from tests.diagnosis.patterns.seen import suspects

MINE = {"source": "client", "file": "client.log"}


def result(at: float, members: int = 2, taken: int = 2, strategy: str = "AVG") -> Event:
    """`rebalanced result changed` of ONE over four queues."""
    return rebalanced(ONE, *map(queue, range(taken)), members=members, strategy=strategy, at=at)


def refused(at: float, code: int = 24, text: str = "the consumer's subscription not exist") -> Event:
    raw = f"execute the pull request exception\nMQBrokerException: CODE: {code}  DESC: {text}"
    return record("pull_rejected", raw, code=code, detail=text, topic="paid", at=at, **MINE)


def started(at: float = 0) -> Event:
    return record("consumer_started", at=at, **MINE)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([started(), refused(70)], ["inconsistent_subscription"], id="agrees: a minute after the start"),
        pytest.param([started(), refused(70), started(65)], [], id="contradicted: it was started anew"),
        pytest.param([started(), refused(3)], [], id="too little: as it starts"),
        pytest.param([refused(70)], [], id="too little: the log does not hold a start"),
        pytest.param([started(), refused(70, 25, "not latest")], [], id="silent: another refusal"),
    ],
)
def test_forgotten_for_a_while(events: list[Event], expected: list[str]) -> None:
    assert suspects(forgotten_for_a_while, facts(events)) == expected


def commits(number: int, *offsets: int, file: str = "client.log") -> list[Event]:
    """A queue's commits, one every five seconds."""
    said = {"topic": "paid", "broker": "broker-a", "queue": number, "source": "client", "file": file}
    return [record("offset_committed", detail=str(each), at=5 * turn, **said) for turn, each in enumerate(offsets)]


def full(*lowest: int) -> list[Event]:
    """What a client that waits with pulling says of the lowest message that lies in it, every five seconds."""
    said = {"topic": "paid", "broker": "broker-a", "queue": 0, **MINE}
    details = [f"minOffset={at}, maxOffset={at + 1003}, count=1004, size=1 MiB" for at in lowest]
    return [record("flow_control", detail=detail, at=5 * turn, **said) for turn, detail in enumerate(details)]


MOVES = (1, 5, 9, 13, 17, 21, 25, 29)
STANDS = (7,) * 8
STOPPED = ["consumer_stuck", "offset_held_back"]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([*commits(0, *STANDS), *commits(1, *MOVES)], STOPPED, id="agrees: one of two queues stands"),
        pytest.param(
            [*commits(0, *STANDS), *commits(1, *MOVES, file="client-2.log")],
            STOPPED,
            id="agrees: another client's moves",
        ),
        pytest.param([*commits(0, *STANDS, 9), *commits(1, *MOVES)], [], id="contradicted: it moves at the end"),
        pytest.param([*commits(0, 7, 7), *commits(1, *MOVES)], [], id="too little: until it was given up"),
        pytest.param([*commits(0, *STANDS), *commits(1, *STANDS)], [], id="too little: perhaps nothing comes"),
        pytest.param([*commits(0, *MOVES), *commits(1, *MOVES)], [], id="silent: all move"),
        pytest.param(full(*STANDS), STOPPED, id="agrees: the client is full, and its lowest message is the same"),
        pytest.param(full(*MOVES), [], id="contradicted: it is full, and its lowest message is another each time"),
        pytest.param(full(*STANDS, 9), [], id="contradicted: it is full, and finished that one at the end"),
    ],
)
def test_commits_that_stand(events: list[Event], expected: list[str]) -> None:
    assert suspects(commits_that_stand, facts(events)) == expected
