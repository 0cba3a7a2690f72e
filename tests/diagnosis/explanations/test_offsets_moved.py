"""offsets_moved: resets and corrections in logs, offsets that go back between looks."""

from __future__ import annotations

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.explanations.said import answer, facts, found, look, queue, record, status_of

RESET = (
    "[reset-offset] reset offset started by 10.0.0.9:1. topic=paid, group=orders, timestamp=1795295987109, isForce=true"
)
MOVED = "PULL_OFFSET_MOVED:correction offset. topic=paid, groupId=orders, requestOffset=173, newOffset=98"
ILLEGAL = (
    "the pull request offset illegal, PullRequest [consumerGroup=orders, messageQueue=MessageQueue [topic=paid, "
    "brokerName=broker-a, queueId=1], nextOffset=173] PullResult [pullStatus=OFFSET_ILLEGAL, nextBeginOffset=98, "
    "minOffset=0, maxOffset=174, msgFoundList=0]"
)
AHEAD = ILLEGAL.replace("nextOffset=173", "nextOffset=20")


TOLD = answer(0, "rollback consumer offset by specified group[orders], topic[paid], force[true]", "other_mqadmin")


def illegal(raw: str) -> GroupFacts:
    return facts([record("pull_offset_illegal", raw, source="client", topic="paid", broker="broker-a", queue=1)])


def looks(*offsets: int) -> GroupFacts:
    return facts(snapshots=tuple(look(n, 30 * n, {queue(1): (200, at, "10.0.0.1")}) for n, at in enumerate(offsets)))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(facts([record("offset_reset_started", RESET, topic="paid")]), "proven", id="agrees: a reset"),
        pytest.param(illegal(ILLEGAL), "proven", id="agrees: a client is sent to another offset"),
        pytest.param(facts([record("pull_offset_moved", MOVED, topic="paid")]), "proven", id="agrees: a correction"),
        pytest.param(facts(answers=(TOLD,)), "proven", id="agrees: mqadmin says that it reset them"),
        pytest.param(looks(120, 90), "suspected", id="too little: a look below the look before, and no log"),
        pytest.param(looks(120, 150), "open", id="silent: offsets go ahead as they do"),
        pytest.param(
            facts([record("offset_reset_started", RESET.replace("orders", "others"), group="others")]),
            "open",
            id="silent: another group was reset",
        ),
    ],
)
def test_how_sure(case: GroupFacts, status: str) -> None:
    assert status_of(case, "offsets_moved") == status


@pytest.mark.parametrize(
    ("raw", "title"),
    [
        pytest.param(ILLEGAL, "75 messages delivered again", id="below the old offset they come again"),
        pytest.param(AHEAD, "78 messages skipped", id="above it they are skipped"),
    ],
)
def test_how_far(raw: str, title: str) -> None:
    assert title in found(illegal(raw), "offsets_moved")[0].title


def test_what_comes_again_is_told_with_its_offsets() -> None:
    again = found(illegal(ILLEGAL), "duplicate_consumption")
    assert [finding.details["windows"] for finding in again] == [[("paid", "broker-a", 1, 98, 173)]]


@pytest.mark.parametrize(
    ("times", "last", "next_one", "ongoing"),
    [
        pytest.param(1, 0, 98, False, id="a correction is over with itself"),
        pytest.param(2, 10, 98, True, id="told the same offset again, the reader never takes it"),
        pytest.param(2, 10, 120, False, id="told another offset later, it had gone on"),
    ],
)
def test_a_refusal_that_recurs_is_not_over(times: int, last: float, next_one: int, ongoing: bool) -> None:
    details = {"detail": "nextBeginOffset=98, minOffset=0", "last_detail": f"nextBeginOffset={next_one}, minOffset=0"}
    where = {"source": "client", "topic": "paid", "broker": "broker-a", "queue": 1}
    case = facts([record("pull_offset_illegal", ILLEGAL, times=times, last=last, **details, **where)])
    assert found(case, "offsets_moved")[0].ongoing is ongoing
