"""Patterns of owners: queues without a client, and when there is nothing in them."""

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot
from rmqkit.diagnosis.patterns import queues_read_by_strangers, queues_without_client
from tests.diagnosis.findings.groups import ONE, QUEUES, THREE, TWO, client, lists, looks
from tests.diagnosis.findings.said import facts, queue
from tests.diagnosis.patterns.seen import A, B, look, shown, suspects

OTHERS = ["inconsistent_subscription", "client_id_collision", "mixed_allocation_strategies"]
SILENT = ["consumer_stuck", "broker_disagreement", "client_id_collision"]


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param([shown(A, A, None, None, waiting=[2, 3])], OTHERS, id="agrees: a whole share waits"),
        pytest.param(
            [shown(A, A, None, None, waiting=[2, 3]), shown(A, A, B, B, number=2, at=120)],
            [],
            id="contradicted: at a later look they have a client",
        ),
        pytest.param([shown(A, A, None, None)], [], id="too little: they are read to their end"),
        pytest.param([shown(A, B, None, None, waiting=[3])], SILENT, id="agrees: another one is read by nobody named"),
        pytest.param([shown(None, None, waiting=[0])], SILENT, id="agrees: no client answered, and queues are read"),
        pytest.param(
            [shown(None, None, waiting=[0], asked=False)], [], id="too little: no client was asked for its queues"
        ),
        pytest.param([shown(A, A, B, B)], [], id="silent: every queue has its client"),
        pytest.param([], [], id="silent: nobody looked"),
    ],
)
def test_queues_without_client(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(queues_without_client, facts(snapshots=tuple(seen))) == expected


GAP = looks({QUEUES[0]: A, QUEUES[1]: B, QUEUES[2]: None}, standing=QUEUES[2:3])
# Who reads a queue of one topic has its share of the other.
OF_TWO_TOPICS = looks(
    {QUEUES[0]: A, QUEUES[1]: None, queue(0, "sold"): None, queue(1, "sold"): B},
    standing=[QUEUES[1], queue(0, "sold")],
)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(snapshots=GAP, rosters=lists(ONE, TWO)),
            ["mixed_allocation_strategies", "lock_held"],
            id="everybody who is counted has queues",
        ),
        pytest.param(
            facts(snapshots=OF_TWO_TOPICS, rosters=lists(ONE, TWO, table={})),
            OTHERS,
            id="everybody has queues, of one topic each",
        ),
        pytest.param(
            facts(snapshots=GAP, rosters=lists(ONE, TWO, THREE)), OTHERS, id="one is listed and has no queue anywhere"
        ),
    ],
)
def test_who_is_counted_and_not_named(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(queues_without_client, case) == expected


BY_RULE = ["mixed_allocation_strategies"]
ON_BOTH = tuple(queue(number, broker=broker) for broker in ("broker-a", "broker-b") for number in range(4))


def of_two_brokers(*owners: str | None, members: tuple[str, ...] = (ONE, TWO), **more: object) -> GroupFacts:
    """One topic on two brokers, all that has no owner waiting."""
    rows = {one: (0, owner, 0.0) if owner else (300, None, 300.0) for one, owner in zip(ON_BOTH, owners, strict=True)}
    return facts(snapshots=(look(rows),), rosters=lists(*members), **more)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            of_two_brokers(A, A, B, B, None, None, None, None),
            ["unreadable_queues"],
            id="all of a broker's queues have nobody, and the others are shared out as if there were no more",
        ),
        pytest.param(
            of_two_brokers(A, A, A, A, None, None, None, None),
            OTHERS,
            id="they are a member's share, who has no other queue",
        ),
        pytest.param(
            of_two_brokers(A, None, None, None, A, None, None, B),
            [*BY_RULE, "lock_held"],
            id="each member has queues of both brokers",
        ),
        pytest.param(
            of_two_brokers(A, None, None, None, A, None, None, B, running=(client(ONE), client(TWO))),
            BY_RULE,
            id="the members say that they consume without locks",
        ),
    ],
)
def test_what_the_owners_of_the_other_queues_exclude(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(queues_without_client, case) == expected


@pytest.mark.parametrize(
    ("had", "expected"),
    [
        pytest.param((300, A, 60.0), ["broker_disagreement", "inconsistent_subscription"], id="it waits since"),
        pytest.param((0, A, 60.0), [], id="it was read to its end: what came since may wait for a hand-over"),
    ],
)
def test_a_queue_that_had_a_client(had: tuple[int, str | None, float], expected: list[str]) -> None:
    """Others read messages that are five minutes newer than its last one."""
    before = look({QUEUES[0]: (0, A, 0.0), QUEUES[1]: had})
    now = look({QUEUES[0]: (0, A, 0.0), QUEUES[1]: (had[0] + 100, None, 330.0)}, number=2, at=360)
    assert suspects(queues_without_client, facts(snapshots=(before, now))) == expected


STRANGERS = ["broker_disagreement", "message_model_mismatch"]


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param([shown(A, A, None, None)], STRANGERS, id="agrees: two queues are read, by nobody who is named"),
        pytest.param([shown(A, A, None, None, waiting=[2, 3])], [], id="contradicted: they are not read"),
        pytest.param([shown(A, A, A, None)], [], id="too little: a single queue"),
        pytest.param([shown(None, None)], [], id="silent: nobody is named"),
    ],
)
def test_queues_read_by_strangers(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(queues_read_by_strangers, facts(snapshots=tuple(seen))) == expected
