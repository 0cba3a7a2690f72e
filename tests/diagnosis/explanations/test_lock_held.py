"""lock_held: an ordered queue is locked by a client that is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import Finding
from rmqkit.formats.broker_files import FIRST_TAKEN, ORDER_INFO, TAKEN_AT, VISIBLE_AT
from tests.diagnosis.explanations.groups import ONE, TWO, connected, goes_on, left, lists, looks
from tests.diagnosis.explanations.said import GROUP, after, facts, found, queue, record, status_of

MINE = {"topic": "paid", "broker": "broker-a", "queue": 0}


def refused(at: float, last: float, times: int = 3) -> Event:
    """TWO asks for the lock that ONE holds."""
    raw = (
        f"tryLockBatch, message queue locked by other client. Group: {GROUP} OtherClientId: {ONE} NewClientId: {TWO} "
        f"{queue(0)}"
    )
    return record(
        "queue_locked_by_other",
        raw,
        file="lock.log",
        source="other",
        at=at,
        last=last,
        times=times,
        client_id=TWO,
        **MINE,
    )


def refused_by_a_line_cut_in_the_holders_id() -> Event:
    whole = refused(31, 80)
    return replace(whole, raw=whole.raw.partition("0.0.1")[0])


def gone(at: float) -> list[Event]:
    """ONE was connected, and its channel closed."""
    return [connected(ONE, 0), connected(TWO, 0, port=6000), left(ONE, at)]


def taken(at: float) -> Event:
    """TWO got the lock."""
    return record("queue_lock_expired", file="broker-a.log", at=at, client_id=TWO, **MINE)


def lapsed(at: float) -> Event:
    """TWO got the lock that ONE had not renewed for a minute."""
    raw = f"message queue lock expired, I got it. Group: {GROUP} OldClientId: {ONE} NewClientId: {TWO} {queue(0)}"
    return record("queue_lock_expired", raw, file="lock.log", source="other", at=at, client_id=TWO, **MINE)


@pytest.mark.parametrize(
    ("case", "status", "ongoing"),
    [
        pytest.param(facts([*gone(30), refused(31, 80)]), "proven", True, id="agrees: it went, and its lock stays"),
        pytest.param(
            facts([*gone(30), refused(31, 80), taken(95)]), "proven", False, id="agrees: the lock ended after a minute"
        ),
        pytest.param(
            facts([*gone(30), refused(31, 80), goes_on(at=140)]),
            "proven",
            False,
            id="agrees: who is refused asks again every 20 s, and the broker's log goes on a minute without it",
        ),
        pytest.param(
            facts([*gone(30), refused(5, 10)], rosters=lists(ONE, TWO)),
            "refuted",
            None,
            id="contradicted: its holder is listed",
        ),
        pytest.param(
            facts([refused(31, 80)], rosters=lists(TWO)),
            "proven",
            True,
            id="agrees: a complete list leaves its holder out",
        ),
        pytest.param(facts([refused(31, 80)]), "open", None, id="too little: nothing tells of the holder"),
        pytest.param(
            facts([refused(31, 80), lapsed(91)]), "proven", False, id="agrees: it did not renew its lock for a minute"
        ),
        pytest.param(
            facts([refused(5, 10), lapsed(70)], rosters=lists(ONE, TWO)),
            "refuted",
            None,
            id="contradicted: its lock expired, and it is listed",
        ),
        pytest.param(
            facts([refused_by_a_line_cut_in_the_holders_id()], rosters=lists(TWO)),
            "open",
            None,
            id="silent: the holder's id was cut off with its line",
        ),
        pytest.param(facts([*gone(30)]), "open", None, id="silent: no lock is refused"),
    ],
)
def test_how_sure(case: GroupFacts, status: str, ongoing: bool | None) -> None:
    assert status_of(case, "lock_held") == status
    assert [finding.ongoing for finding in found(case, "lock_held")] == ([] if ongoing is None else [ongoing])


def test_who_was_only_silent_is_not_called_gone() -> None:
    silent = only(facts([refused(31, 80), lapsed(91)]))
    assert "no longer renewed" in silent.title
    assert "gone" in only(facts([*gone(30), refused(31, 80), lapsed(91)])).title


def only(case: GroupFacts) -> Finding:
    (finding,) = found(case, "lock_held")
    return finding


def kept(name: str, value: object, number: int = 0, group: str = GROUP) -> Figure:
    """What a broker keeps of an ordered queue from which something was popped."""
    return Figure(
        "broker-a/consumerOrderInfo.json",
        3,
        None,
        ORDER_INFO,
        name,
        str(value),
        group=group,
        topic="paid",
        queue=number,
    )


def popped(until: float, first: int = 10, group: str = GROUP) -> tuple[Figure, ...]:
    """Messages of the first queue, taken and not acknowledged; the other queue is in use when that is written."""
    return (
        kept(TAKEN_AT, millis(0), group=group),
        kept(FIRST_TAKEN, first, group=group),
        kept(VISIBLE_AT, millis(until), group=group),
        kept(TAKEN_AT, millis(100), number=1, group=group),
    )


def millis(seconds: float) -> int:
    return int(after(seconds).timestamp() * 1000)


def ordered(until: float, first: int = 10, standing: bool = True, group: str = GROUP) -> GroupFacts:
    """Looks at 30, 60 and 90 s at two queues, of which the first stands at 10."""
    own = {queue(number): None for number in (0, 1)}
    shown = looks(own, standing=[queue(0)] if standing else [])
    return facts(snapshots=shown, figures=popped(until, first, group))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(ordered(7_200), "proven", id="agrees: the queue stands at the first message that was taken"),
        pytest.param(
            facts(figures=popped(7_200), snapshots=looks({queue(1): None})), "suspected", id="too little: no look at it"
        ),
        pytest.param(
            ordered(7_200, standing=False), "open", id="contradicted: the queue goes on although it was taken"
        ),
        pytest.param(ordered(7_200, first=9), "open", id="contradicted: it went on behind what was taken"),
        pytest.param(ordered(95), "open", id="silent: it was visible again when the broker wrote that"),
        pytest.param(
            facts(figures=popped(160), snapshots=looks({queue(1): None})), "open", id="silent: a listener at work"
        ),
        pytest.param(ordered(7_200, group="other"), "open", id="silent: another group's messages are taken"),
    ],
)
def test_how_sure_of_messages_that_hold_a_queue(case: GroupFacts, status: str) -> None:
    assert status_of(case, "lock_held") == status


def test_who_left_since_may_have_taken_them() -> None:
    event = "remove_grpc_channel_when_unregister_channel"
    left_at = [record(event, file="proxy.log", source="other", client_id="jupyter@1@0@abc", at=40)]
    case = ordered(7_200)
    told = only(facts(left_at, snapshots=case.snapshots, figures=case.figures))
    assert told.clients == ("jupyter@1@0@abc",)
    assert "jupyter@1@0@abc left the group since" in told.why
    assert any("visible again" in step for step in told.remedy)


def test_clients_that_were_killed_together_are_told_together() -> None:
    other = "10.0.0.9@6#9"
    raw = refused(31, 80).raw.replace(ONE, other)
    of_other = replace(refused(33, 80), raw=raw, queue=1)
    both = only(
        facts([*gone(30), connected(other, 0, port=7000), left(other, 30, port=7000), refused(31, 80), of_other])
    )
    assert (both.clients, both.queues) == ((ONE, other), (queue(0), queue(1)))
    assert both.title.startswith("2 queues locked by")
    assert both.title.endswith("which are gone")
