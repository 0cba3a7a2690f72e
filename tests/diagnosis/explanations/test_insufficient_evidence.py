"""insufficient_evidence: what cannot be decided, and what is known all the same."""

from __future__ import annotations

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.explanations.groups import IP, ONE, QUEUES, SHARES, TWO, client, lists, looks, well
from tests.diagnosis.explanations.said import facts, found, status_of

ID = "insufficient_evidence"
TWINS = {**dict.fromkeys(QUEUES[:2], IP[ONE]), **dict.fromkeys(QUEUES[2:], None)}


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(well(snapshots=looks(SHARES, times=1)), "proven", id="agrees: one look"),
        pytest.param(well(rosters=()), "proven", id="agrees: no list of members"),
        pytest.param(facts(), "proven", id="agrees: nothing but a name"),
        pytest.param(well(), None, id="contradicted: the group can be called healthy"),
        pytest.param(
            well(
                rosters=lists(ONE, ONE),
                running=(client(ONE, *QUEUES[:2]),),
                snapshots=looks(TWINS, standing=QUEUES[2:]),
            ),
            None,
            id="contradicted: a cause is proven",
        ),
        pytest.param(
            well(rosters=lists(ONE, ONE)[:1], running=(), snapshots=()),
            "proven",
            id="agrees: a cause is only suspected",
        ),
    ],
)
def test_how_sure(case: GroupFacts, status: str | None) -> None:
    assert status_of(case, ID) == status


@pytest.mark.parametrize(
    ("case", "known"),
    [
        pytest.param(
            well(running=()), "caught up on all 4 listed queues at 10:01:30; 2 clients connected", id="all is read"
        ),
        pytest.param(
            well(running=(), rosters=(), snapshots=looks(SHARES, standing=QUEUES[:1])),
            "1 of 4 listed queues behind, by 270 messages at 10:01:30",
            id="a queue is behind",
        ),
        pytest.param(facts(rosters=lists(ONE, TWO)), "2 clients connected", id="a list alone"),
    ],
)
def test_what_is_known_all_the_same_is_told(case: GroupFacts, known: str) -> None:
    assert found(case, ID)[0].why.startswith(f"Known all the same: {known}. ")


def test_nothing_known_is_said_to_be_known() -> None:
    assert found(facts(), ID)[0].why.startswith("Nothing here shows that the group is healthy.")
