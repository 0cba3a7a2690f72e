"""Who holds a queue by the clients' own logs, against snapshots and what the clients report of themselves."""

import pytest

from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import Snapshot
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.relations.holds import held_otherwise
from tests.diagnosis.findings.groups import IP, ONE, QUEUES, SHARES, TWO, client, looks
from tests.diagnosis.findings.said import after, facts, rebalanced

FIRST, REST = QUEUES[:2], QUEUES[2:]
LOGGED = [rebalanced(ONE, *FIRST, at=-300, file="one.log"), rebalanced(TWO, *REST, at=-300, file="two.log")]
NEWER = looks(SHARES)[-1:]
STRANGER = looks({**SHARES, QUEUES[0]: "10.9.9.9"})[-1:]
SWAPPED = looks({**SHARES, QUEUES[0]: IP[TWO]})[-1:]


@pytest.mark.parametrize(
    ("events", "snapshots", "running", "contradicting"),
    [
        pytest.param(LOGGED, NEWER, (client(ONE, *FIRST),), 0, id="agrees: owners and queues held are those logged"),
        pytest.param(LOGGED, STRANGER, (), 1, id="contradicted: an owner that no client is"),
        pytest.param(LOGGED, SWAPPED, (), 1, id="contradicted: the owner logged other queues"),
        pytest.param(LOGGED[:1], STRANGER, (), 0, id="silent: not every client has a log"),
        pytest.param(LOGGED, (), (client(ONE, *QUEUES),), 1, id="contradicted: a client holds more than it logged"),
        pytest.param(
            [*LOGGED, rebalanced(ONE, *QUEUES, at=-200, file="one again.log")],
            SWAPPED,
            (client(ONE, *QUEUES),),
            1,
            id="two processes of one id: it may hold what either logged, another id may not",
        ),
        pytest.param(
            [*LOGGED, rebalanced(TWO, *QUEUES, at=900, file="two.log")],
            SWAPPED,
            (),
            1,
            id="what is logged long afterwards explains no snapshot",
        ),
        pytest.param(
            [*LOGGED, rebalanced(TWO, *QUEUES, at=89, file="two.log")],
            SWAPPED,
            (),
            0,
            id="agrees: the queue changed hands before the snapshot",
        ),
    ],
)
def test_holders_are_those_that_the_clients_logged(
    events: list[Event], snapshots: tuple[Snapshot, ...], running: tuple[RunningInfo, ...], contradicting: int
) -> None:
    case = facts(events, snapshots=snapshots, running=running)
    assert len(held_otherwise(case, {ONE, TWO}, after(0))) == contradicting


def test_looks_that_have_no_queue_in_common_stand_in_no_order() -> None:
    one, later = looks({QUEUES[0]: None}, times=2)
    [other] = looks({QUEUES[1]: None}, times=1)
    assert one.ends_before(later)
    assert not later.ends_before(one)
    assert not one.ends_before(other)
