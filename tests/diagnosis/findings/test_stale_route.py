"""stale_route: a client that shares out fewer queues than the others, since its route is from before an expansion."""

from collections.abc import Sequence

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import ONE, TWO, goes_on, lists, looks, route, well
from tests.diagnosis.findings.said import found, how_sure, queue, rebalanced

ID = "stale_route"
EIGHT = [queue(number) for number in range(8)]


def shares(client: str, at: float, *queues: MessageQueue, of: int, members: int = 2) -> Event:
    return rebalanced(client, *queues, of=of, at=at, members=members, file=f"{client.partition('@')[0]}.log")


def expanded(*later: Event, members: int = 2, ends: float = 300, known: bool = True) -> GroupFacts:
    """Two clients shared four queues out; then the topic has eight, which the first one sees."""
    before = [
        shares(ONE, 1, *EIGHT[:2], of=4, members=members),
        shares(TWO, 2, *EIGHT[2:4], of=4, members=members),
    ]
    logs: Sequence[Event] = [goes_on(f"{who.partition('@')[0]}.log", at=ends) for who in (ONE, TWO)]
    owners = {**dict.fromkeys(EIGHT[:4], "10.0.0.1"), **dict.fromkeys(EIGHT[4:])}
    return well(
        [*before, *later, *logs],
        rosters=lists(ONE, TWO) if known else (),
        running=(),
        routes=route(queues=8) if known else {},
        snapshots=looks(owners, standing=EIGHT[4:]) if known else (),
    )


SEEN = shares(ONE, 100, *EIGHT[:4], of=8)
test_how_sure = how_sure(
    ID,
    pytest.param(expanded(SEEN), "proven", id="agrees: the second one's log goes on, and it counts four"),
    pytest.param(expanded(SEEN, known=False), "suspected", id="too little: who is there, nothing tells"),
    pytest.param(expanded(SEEN, ends=140), "open", id="too little: it had no time to ask for the route"),
    pytest.param(
        expanded(SEEN, shares(TWO, 110, *EIGHT[4:], of=8)), "open", id="contradicted: it shares out eight as well"
    ),
    pytest.param(
        expanded(shares(ONE, 100, *EIGHT[:3], of=8, members=3)), "open", id="contradicted: they count other members"
    ),
    pytest.param(
        well([shares(ONE, 1, *EIGHT[:4], of=8), shares(TWO, 100, *EIGHT[2:4], of=4), goes_on(at=300)]),
        "open",
        id="contradicted: the topic has fewer queues since then",
    ),
)


def test_what_it_leaves_and_what_it_reads_beside_another() -> None:
    [finding] = found(expanded(SEEN), ID)
    assert finding.clients == (TWO,)
    assert finding.details["read_by_nobody"] == tuple(EIGHT[4:])
    assert set(finding.details["read_by_several"]) == set(EIGHT[2:4])


def test_a_share_that_stays_the_same_is_not_logged_once_more() -> None:
    before = [shares(ONE, 1, *EIGHT[:2], of=3), shares(TWO, 2, EIGHT[2], of=3)]
    anew = shares(TWO, 100, *EIGHT[2:4], of=4)
    logs = [goes_on(f"{who.partition('@')[0]}.log", at=300) for who in (ONE, TWO)]
    told = found(well([*before, anew, *logs], running=(), snapshots=()), ID)
    assert [finding.proven for finding in told] == [False]
