"""consumption_paused: nobody consumed for longer than a rebalance takes, and somebody does since."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import ONE, QUEUES, TWO, lists
from tests.diagnosis.findings.said import GROUP, after, facts, found, look, record, status_of

ID = "consumption_paused"


def commits(client: str, number: int, *times: float) -> list[Event]:
    """The commits of one client's two queues, in its own log, which tells its start."""
    own = {"file": f"client-{number}.log", "source": "client", "client_id": client, "topic": "paid"}
    queues = QUEUES[2 * number - 2 : 2 * number]
    told = [
        record("offset_committed", at=at, last=at, broker=queue.broker, queue=queue.queue, **own)
        for at in times
        for queue in queues
    ]
    return [record("consumer_started", at=-60, **own), *told]


def two(*times: float) -> GroupFacts:
    """Two clients that commit at the same moments, and have all queues between them."""
    told = [*commits(ONE, 1, *times), *commits(TWO, 2, *times)]
    return facts(told, rosters=lists(ONE, TWO), snapshots=(look(1, 200, dict.fromkeys(QUEUES, (9, 9, None))),))


def ends_early(case: GroupFacts) -> GroupFacts:
    """The log of one client goes no further than the pause's beginning."""
    cut = replace(case.logs["client-2.log"], last=after(60))
    return replace(case, logs={**case.logs, "client-2.log": cut})


STEADY = tuple(range(0, 61, 5))
PAUSED = (*STEADY, *range(165, 201, 5))


def shown(*offsets: int, end: int = 99, every: float = 15) -> GroupFacts:
    rows = (dict.fromkeys(QUEUES, (end, offset, "10.0.0.1")) for offset in offsets)
    return facts(snapshots=tuple(look(number, every * number, one) for number, one in enumerate(rows)))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(two(*PAUSED), "proven", id="agrees: no commit in any log for 105 s"),
        pytest.param(two(*range(0, 201, 5)), None, id="silent: commits all the time"),
        pytest.param(two(*STEADY, *range(80, 201, 5)), None, id="silent: for no longer than a rebalance"),
        pytest.param(two(*range(0, 601, 60)), None, id="silent: a program that prints it once a minute"),
        pytest.param(two(*STEADY), None, id="silent: it did not go on"),
        pytest.param(
            facts(commits(ONE, 1, *PAUSED), rosters=lists(ONE, TWO), snapshots=two().snapshots),
            None,
            id="too little: another client's log is not there",
        ),
        pytest.param(
            ends_early(two(*PAUSED)),
            None,
            id="too little: the other log ends before",
        ),
        pytest.param(shown(10, 20, 20, 20, 30), "proven", id="agrees: snapshots show one offset for 30 s"),
        pytest.param(shown(10, 20, 20, 30), None, id="silent: for 15 s"),
        pytest.param(shown(10, 20, 20, 20), None, id="silent: still so in the last snapshot"),
        pytest.param(shown(10, 20, 20, 20, 30, end=20), None, id="silent: nothing waits"),
    ],
)
def test_how_sure(case: GroupFacts, status: str | None) -> None:
    assert status_of(case, ID) == status


def test_it_is_told_from_when_until_when() -> None:
    (told,) = found(two(*PAUSED), ID)
    assert (told.since, told.until, told.ongoing) == (after(60), after(165), False)
    assert "committed an offset for 105 s" in told.title


def test_beside_another_finding_it_is_harm() -> None:
    screen = verdict({GROUP: two(*PAUSED)}).to_screen()
    assert "No client committed an offset for 105 s" in screen
