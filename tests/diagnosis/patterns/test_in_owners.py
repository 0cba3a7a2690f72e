"""Patterns of owners: queues without a client, and when there is nothing in them."""

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot
from rmqkit.diagnosis.patterns import queues_read_by_strangers, queues_without_client
from tests.diagnosis.findings.groups import ONE, QUEUES, THREE, TWO, lists, looks
from tests.diagnosis.findings.said import facts, queue
from tests.diagnosis.patterns.seen import A, B, shown, suspects

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
            ["mixed_allocation_strategies", "broker_disagreement", "lock_held"],
            id="everybody who is counted has queues: it is how they share out",
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
