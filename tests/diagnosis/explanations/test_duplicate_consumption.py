"""duplicate_consumption: several readers of one queue, and windows that were read again."""

from __future__ import annotations

from typing import Any

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.explanations.groups import (
    IP,
    ONE,
    QUEUES,
    SHARES,
    client,
    connected,
    goes_on,
    lists,
    looks,
    well,
)
from tests.diagnosis.explanations.said import found, look, record, status_of

ID = "duplicate_consumption"
OWNERS = {**dict.fromkeys(QUEUES[:2], IP[ONE]), **dict.fromkeys(QUEUES[2:], None)}
RESET = "[reset-offset] reset offset started by 10.0.0.9:1. topic=paid, group=orders, timestamp=1795295987109"


def twins(**changed: Any) -> GroupFacts:
    """Two processes share ONE's id and take the same two queues."""
    shown = looks(OWNERS, standing=QUEUES[2:])
    whole = {"rosters": lists(ONE, ONE), "running": (client(ONE, *QUEUES[:2]),), "snapshots": shown}
    return well(**{**whole, **changed})


def back(at: float, committed: int = 90, stored: int = 120, number: int = 1) -> Event:
    """A commit below what the broker has stored."""
    raw = f"[NOTIFYME]update consumer offset less than store. requestOffset={committed}, storeOffset={stored}"
    return record("offset_moved_back", raw, file="broker-a.log", topic="paid", queue=number, at=at)


def again_and_again() -> list[Event]:
    return [*(back(at) for at in range(0, 300, 15)), goes_on(at=310)]


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(twins(), "proven", id="agrees: a proven cause gives queues to two processes"),
        pytest.param(well([back(60), goes_on()]), "proven", id="agrees: a commit went below the stored offset"),
        pytest.param(
            twins(rosters=lists(ONE, ONE)[:1], running=(), snapshots=()), "suspected", id="too little: perhaps no twins"
        ),
        pytest.param(
            well(again_and_again()), "suspected", id="too little: commits go back again and again, nobody tells whose"
        ),
        pytest.param(
            twins(snapshots=looks(SHARES), running=()), None, id="contradicted: the owners are not those of twins"
        ),
        pytest.param(well(), None, id="silent: every queue has one owner"),
        pytest.param(
            well([record("consumer_started", source="client", file="client.log", at=50), back(60), goes_on()]),
            None,
            id="silent: queues change hands while the first clients start",
        ),
        pytest.param(well([back(60, 120, 120)]), None, id="silent: a commit that repeats the stored offset"),
    ],
)
def test_how_sure(case: GroupFacts, status: str | None) -> None:
    assert status_of(case, ID) == status


def test_queues_with_several_readers_are_named() -> None:
    assert [finding.queues for finding in found(twins(), ID)] == [QUEUES[:2]]


def test_a_window_is_told_with_its_offsets_as_over() -> None:
    told = found(well([back(60), goes_on()]), ID)[0]
    assert (told.details["windows"], told.ongoing, str(told.severity)) == (
        [("paid", "broker-a", 1, 90, 120)],
        False,
        "NOTICE",
    )


def test_commits_around_a_clients_coming_are_a_change_of_hands() -> None:
    """Eight commits go back, each right after a client came: no second reader is suspected."""
    comings = [connected(f"10.0.0.4@{at}#1", at, port=8000 + at) for at in range(0, 300, 15)]
    told = found(well([*comings, *again_and_again()]), ID)
    assert [finding.severity.name for finding in told] == ["NOTICE"]


def test_an_offset_that_a_reset_put_back_changed_no_hands() -> None:
    """Each look after the reset shows the queues at 90, which is lower than before."""
    reset = record("offset_reset_started", RESET, topic="paid", file="broker-a.log", at=55)
    shown = looks(SHARES)
    lower = look(3, 90, {queue: (280, 90, owner) for queue, owner in SHARES.items()})
    told = found(well([reset, back(60), goes_on()], snapshots=(*shown[:2], lower)), ID)
    assert [finding.title.partition(" consumed again ")[2] for finding in told] == ["after offsets moved back"]
