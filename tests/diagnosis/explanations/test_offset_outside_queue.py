"""offset_outside_queue: a committed offset below its queue's first message, or beyond the last."""

from __future__ import annotations

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, QueueStatus, Snapshot
from tests.diagnosis.explanations.said import after, facts, found, look, queue, status_of


def seen(*offsets: tuple[int, int]) -> tuple[Snapshot, ...]:
    """The broker's offset and the group's, a look a minute."""
    return tuple(look(n, 60 * n, {queue(0): (end, offset, None)}) for n, (end, offset) in enumerate(offsets))


def holding(first: int) -> dict[str, tuple[QueueStatus, ...]]:
    """topicStatus: the queue's first message."""
    return {"paid": (QueueStatus(queue(0), 900, after(60), "topicStatus.txt", 2, first),)}


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(facts(snapshots=seen((40, 90), (50, 90))), "proven", id="agrees: beyond the end at two looks"),
        pytest.param(facts(snapshots=seen((40, 90))), "suspected", id="too little: beyond the end at one look"),
        pytest.param(facts(snapshots=seen((40, 42))), "open", id="silent: read between the two offsets of one answer"),
        pytest.param(facts(snapshots=seen((40, 90), (50, 50))), "open", id="contradicted: it was put right"),
        pytest.param(
            facts(snapshots=seen((900, 5), (900, 5)), status=holding(300)),
            "proven",
            id="agrees: below the first message",
        ),
        pytest.param(
            facts(snapshots=seen((900, 5)), status=holding(300)), "suspected", id="too little: below it at one look"
        ),
        pytest.param(
            facts(snapshots=seen((900, 0), (900, 0)), status=holding(300)), "open", id="silent: never committed"
        ),
        pytest.param(
            facts(snapshots=seen((900, 400), (900, 400)), status=holding(300)), "open", id="silent: within the queue"
        ),
    ],
)
def test_how_sure(case: GroupFacts, status: str) -> None:
    assert status_of(case, "offset_outside_queue") == status


def test_what_is_lost_is_counted() -> None:
    case = facts(snapshots=seen((900, 5), (900, 5)), status=holding(300))
    assert found(case, "offset_outside_queue")[0].details["lost"] == 295
