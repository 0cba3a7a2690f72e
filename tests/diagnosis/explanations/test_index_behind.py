"""index_behind: messages are stored and not dispatched, and that gets no better."""

from __future__ import annotations

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.explanations.said import facts, figures, look, queue, record, status_of


def dispatch(*looks: tuple[float, str]) -> GroupFacts:
    """brokerStatus at some moments: dispatchBehindBytes."""
    return facts(figures=figures("dispatchBehindBytes", *looks))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(dispatch((0, "5000"), (60, "9000")), "proven", id="agrees: it grows"),
        pytest.param(dispatch((0, "5000"), (60, "5000")), "proven", id="agrees: it stands"),
        pytest.param(dispatch((0, "9000000"), (60, "2000000")), "suspected", id="contradicted: it catches up"),
        pytest.param(dispatch((0, "9000000")), "suspected", id="too little: one look at much"),
        pytest.param(dispatch((0, "300")), "open", id="silent: what is on its way at one look"),
        pytest.param(dispatch((0, "0"), (60, "0")), "open", id="silent: nothing is behind"),
    ],
)
def test_how_sure(case: GroupFacts, status: str) -> None:
    assert status_of(case, "index_behind") == status


MASTER = "10.0.0.1:10911"
GREW = figures("commitLogMaxOffset", (100, "5000"), (400, "9000"))
OF_5_1_4 = figures("brokerVersionDesc", (100, "V5_1_4"))
OF_5_3_1 = figures("brokerVersionDesc", (100, "V5_3_1"))


def kept(old: str = "1, 2", new: str = "1", last: float = 500) -> GroupFacts:
    """A master that asks for another SyncStateSet again and again; its queue stands, that of broker-b is fed."""
    return unconfirmed(old, new, last, figures_told=(*GREW, *OF_5_1_4))


def unconfirmed(
    old: str = "1, 2", new: str = "1", last: float = 500, *, figures_told: tuple = (), ends: tuple = (70, 70)
) -> GroupFacts:
    told = f"[{old}], newSyncStateSet:[{new}]"
    raw = (
        f"Error happen when change SyncStateSet, broker:broker-a, masterAddress:{MASTER}, masterEpoch:7, "
        f"oldSyncStateSet:{told}, syncStateSetEpoch:12"
    )
    event = record(
        "sync_state_kept", raw, broker="broker-a", address=MASTER, detail=told, at=10, last=last, times=50, group=None
    )
    other = queue(0, broker="broker-b")
    seen = tuple(
        look(number, 100 * number, {queue(0): (end, end, None), other: (100 * number, 100 * number, None)})
        for number, end in enumerate(ends, start=1)
    )
    return facts([event], snapshots=seen, figures=figures_told)


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(kept(), "proven", id="agrees: its queues end and its commit log grows"),
        pytest.param(
            unconfirmed(figures_told=OF_5_1_4), "suspected", id="too little: nothing shows that anything is stored"
        ),
        pytest.param(
            unconfirmed(figures_told=(*GREW, *OF_5_3_1)),
            "suspected",
            id="too little: from 5.2.0 on it waits for a gone replica only where it is told to",
        ),
        pytest.param(
            unconfirmed(figures_told=(*GREW, *OF_5_1_4), ends=(70, 90)),
            "suspected",
            id="contradicted: messages come to its queues all the same",
        ),
        pytest.param(kept(last=12), "suspected", id="too little: for a moment"),
        pytest.param(kept(old="1", new="1, 2"), "open", id="silent: a replica comes and none is gone"),
    ],
)
def test_a_replica_that_is_gone_and_still_counts(case: GroupFacts, status: str) -> None:
    assert status_of(case, "index_behind") == status
