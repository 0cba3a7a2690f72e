"""orphan_queues: by a proven cause's allocation, or by looks that show no owner while messages come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import (
    IP,
    ONE,
    QUEUES,
    SHARES,
    TWO,
    client,
    lists,
    looks,
    well,
)
from tests.diagnosis.findings.said import found, status_of

ID = "orphan_queues"
UNOWNED = {**SHARES, QUEUES[2]: None, QUEUES[3]: None}
UNREAD = QUEUES[2:]


def twins(moving: MessageQueue | None = None, **changed: Any) -> GroupFacts:
    """Two processes share ONE's id: the second place's share is nobody's."""
    shown = looks(UNOWNED, standing=[queue for queue in UNREAD if queue != moving])
    whole = {"rosters": lists(ONE, ONE), "running": (client(ONE, *QUEUES[:2]),), "snapshots": shown}
    return well(**{**whole, **changed})


def seen(**changed: Any) -> GroupFacts:
    """No cause is known; TWO says nothing of itself."""
    shown = looks(UNOWNED, standing=UNREAD)
    return well(**{"running": (client(ONE, *QUEUES[:2]),), "snapshots": shown, **changed})


def of_another_kind(
    model: str = "CLUSTERING",
    kind: str = "CONSUME_PASSIVELY",
    mode: str = "pull",
) -> GroupFacts:
    words = [client(who, *QUEUES, model=model, kind=kind, mode=mode) for who in (ONE, TWO)]
    shown = looks(dict.fromkeys(QUEUES), standing=QUEUES)
    return well(running=words, rosters=lists(ONE, TWO, model=model, kind=kind), snapshots=shown)


def picked_by_the_application(standing: Sequence[MessageQueue]) -> GroupFacts:
    """Lite pull with `assign`: brokers know the ids alone, which end in @STREAM."""
    members = lists(f"{ONE}@STREAM", f"{TWO}@STREAM", table={}, kind="CONSUME_ACTIVELY")
    return well(running=(), rosters=members, snapshots=looks(dict.fromkeys(QUEUES), standing=standing))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(twins(), "proven", id="agrees: a proven cause gives them to nobody"),
        pytest.param(twins(snapshots=()), "proven", id="agrees: a proven cause, and nobody looked at offsets"),
        pytest.param(seen(), "proven", id="agrees: no owner at any look, and they stand while others move"),
        pytest.param(
            seen(running=(client(ONE, *QUEUES[:2]), client(TWO, *UNREAD))),
            None,
            id="contradicted: a client holds them by its own word, and so they are its own",
        ),
        pytest.param(twins(moving=QUEUES[2]), None, id="contradicted: the offset of a predicted orphan moves"),
        pytest.param(
            twins(snapshots=looks(dict.fromkeys(QUEUES, IP[ONE]), standing=UNREAD)),
            None,
            id="contradicted: the predicted orphans have an owner",
        ),
        pytest.param(seen(rosters=()), "suspected", id="too little: no list of members, perhaps they pop or pull"),
        pytest.param(
            seen(snapshots=looks(UNOWNED, standing=QUEUES)), "suspected", id="too little: nothing of the group moves"
        ),
        pytest.param(seen(snapshots=looks(UNOWNED, standing=UNREAD, times=1)), None, id="silent: one look"),
        pytest.param(
            seen(snapshots=looks(dict.fromkeys(QUEUES), standing=UNREAD)), None, id="silent: no look shows owners"
        ),
        pytest.param(seen(snapshots=looks(UNOWNED, standing=UNREAD, rate=0)), None, id="silent: no message comes"),
        pytest.param(of_another_kind(mode="pop"), None, id="silent: popping clients own no queues"),
        pytest.param(of_another_kind(model="BROADCASTING"), None, id="silent: broadcasting clients read everything"),
        pytest.param(of_another_kind(kind="CONSUME_ACTIVELY"), None, id="silent: pulling clients report no queues"),
        pytest.param(picked_by_the_application(UNREAD), None, id="silent: the application picks its queues"),
        pytest.param(well(), None, id="silent: every queue has its owner"),
    ],
)
def test_how_sure(case: GroupFacts, status: str | None) -> None:
    assert status_of(case, ID) == status


@pytest.mark.parametrize("case", [pytest.param(twins(), id="by a cause"), pytest.param(seen(), id="by looks")])
def test_they_are_named_with_what_waits(case: GroupFacts) -> None:
    """Two queues end at 280 and stand at 10."""
    assert [(finding.queues, finding.details["behind"]) for finding in found(case, ID)] == [(UNREAD, 2 * 270)]
