"""lock_held: an ordered queue is locked by a client that is gone."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import Finding
from tests.diagnosis.findings.groups import ONE, TWO, connected, goes_on, left, lists
from tests.diagnosis.findings.said import GROUP, after, facts, found, queue, record, status_of

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
            "proven",
            False,
            id="agrees: its lock expired though it is listed: it did not renew it",
        ),
        pytest.param(
            facts([refused(5, 10), taken(70)], rosters=lists(ONE, TWO)),
            "refuted",
            None,
            id="contradicted: it is listed, and nothing tells that its lock expired",
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
    assert "no longer renews" in silent.title
    assert "gone" in only(facts([*gone(30), refused(31, 80), lapsed(91)])).title


def test_who_is_still_a_member_did_not_renew_its_lock() -> None:
    back = only(facts([refused(31, 80), lapsed(91)], rosters=lists(ONE, TWO)))
    assert "which did not renew its lock for a minute" in back.title
    assert back.until == after(91)


def only(case: GroupFacts) -> Finding:
    (finding,) = found(case, "lock_held")
    return finding


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
