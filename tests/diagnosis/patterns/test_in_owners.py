"""Patterns of owners: queues without a client, and when there is nothing in them."""

from __future__ import annotations

import pytest

from rmqkit.diagnosis.facts.group import Snapshot
from rmqkit.diagnosis.patterns import (
    queues_without_client,
)
from tests.diagnosis.findings.said import facts
from tests.diagnosis.patterns.seen import A, B, shown, suspects

LEFT = ["inconsistent_subscription", "client_id_collision", "mixed_allocation_strategies", "consumer_stuck"]


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param([shown(A, A, None, None, waiting=[2, 3])], LEFT, id="agrees: a whole share waits"),
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
