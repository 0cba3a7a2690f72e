"""Patterns of owners: queues without a client, clients that are counted and not named, shares of nobody's rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot
from rmqkit.diagnosis.patterns.in_owners import (
    queues_read_by_strangers,
    queues_without_client,
)
from tests.diagnosis.findings.groups import ONE, QUEUES, THREE, TWO, lists, looks
from tests.diagnosis.findings.said import answer, facts, queue
from tests.diagnosis.patterns.seen import A, B, counted, shown, suspects

WHOLE = ["inconsistent_subscription", "client_id_collision"]
SILENT = [*WHOLE, "consumer_stuck"]
UNEVEN = ["mixed_allocation_strategies", "broker_disagreement", "inconsistent_subscription"]


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param([shown(A, A, None, None, waiting=[2, 3])], WHOLE, id="agrees: a whole share by average waits"),
        pytest.param([shown(A, None, A, None, waiting=[1, 3])], WHOLE, id="agrees: a whole share by circle waits"),
        pytest.param(
            [shown(A, B, A, None, None, B, waiting=[3, 4])], UNEVEN, id="agrees: no number of members gives these"
        ),
        pytest.param(
            [shown(A, A, A, B, B, None, waiting=[5])],
            [*WHOLE, "mixed_allocation_strategies"],
            id="agrees: one share of six, if each host runs several clients",
        ),
        pytest.param(
            [shown(B, B, None, None, A, A, waiting=[2, 3])], UNEVEN, id="agrees: the owners are not in their ids' order"
        ),
        pytest.param(
            [shown(A, A, None, None, waiting=[2, 3]), shown(A, A, B, B, number=2, at=120)],
            [],
            id="contradicted: at a later look they have a client",
        ),
        pytest.param([shown(A, A, None, None)], [], id="too little: they are read to their end"),
        pytest.param([shown(None, None, waiting=[0])], [], id="too little: no queue at all names a client"),
        pytest.param([shown(A, A, B, B)], [], id="silent: every queue has its client"),
        pytest.param([], [], id="silent: nobody looked"),
    ],
)
def test_queues_without_client(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(queues_without_client, facts(snapshots=tuple(seen))) == expected


GAP = looks({QUEUES[0]: A, QUEUES[1]: B, QUEUES[2]: None}, standing=QUEUES[2:3])
ALL_OF_ONE = looks({QUEUES[0]: A, QUEUES[1]: A, QUEUES[2]: None}, standing=QUEUES[2:3])
NEVER_READ = tuple(
    replace(one, rows=tuple(row if row.client_ip else replace(row, consumer_offset=0) for row in one.rows))
    for one in GAP
)
# Whose share of one topic waits has its share of the other.
OF_TWO_TOPICS = {**dict(zip(QUEUES[:2], (A, None), strict=True)), queue(0, "sold"): None, queue(1, "sold"): B}
STATUS = tuple(replace(one, kind="consumer_status") for one in lists(ONE, TWO, THREE)[-1:])
RULES = ["mixed_allocation_strategies", "broker_disagreement"]
UNREACHED = answer(None, "RemotingTimeoutException: wait response on the channel </10.0.0.3:10911> timeout, 5000(ms)")


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(snapshots=GAP, listings=counted(2)),
            [*RULES, "lock_held"],
            id="everybody who is counted has queues: it is how they share out",
        ),
        pytest.param(
            facts(
                snapshots=looks(OF_TWO_TOPICS, standing=[QUEUES[1], queue(0, "sold")]),
                rosters=lists(ONE, TWO, table={}),
            ),
            WHOLE,
            id="everybody has queues, of one topic each",
        ),
        pytest.param(
            facts(snapshots=NEVER_READ, listings=counted(2)), RULES, id="what nobody ever read is not locked either"
        ),
        pytest.param(
            facts(snapshots=ALL_OF_ONE, listings=counted(1)),
            ["lock_held", "broker_disagreement"],
            id="a single client has everything by every rule",
        ),
        pytest.param(
            facts(snapshots=GAP, rosters=lists(ONE, TWO, THREE)), SILENT, id="one is listed and has no queue anywhere"
        ),
        pytest.param(
            facts(snapshots=(shown(A, None, None, None, waiting=[3]),)),
            ["consumer_stuck", "broker_disagreement", "inconsistent_subscription"],
            id="nobody is counted, and some read unnamed: one that was asked before them did not answer",
        ),
        pytest.param(
            facts(snapshots=(shown(A, None, None, None, waiting=[3]),), listings=counted(2)),
            WHOLE,
            id="the only one that is not named reads others",
        ),
        pytest.param(
            facts(snapshots=GAP, rosters=lists(ONE, TWO, THREE), answers=(UNREACHED,)),
            ["consumer_stuck", *WHOLE],
            id="somebody did not answer mqadmin",
        ),
        pytest.param(
            facts(snapshots=GAP, rosters=(*lists(ONE, TWO, THREE), *STATUS)), WHOLE, id="whoever answers does not hang"
        ),
        pytest.param(
            facts(snapshots=NEVER_READ, rosters=lists(ONE, TWO, THREE)), WHOLE, id="who never read does not hang"
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
