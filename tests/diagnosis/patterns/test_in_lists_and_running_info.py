"""Patterns of client lists and of what clients say of themselves: who is suspected, and when nobody is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, Roster
from rmqkit.diagnosis.patterns.in_lists import hosts_with_other_ids, subscribed_and_unknown, topics_come_and_go
from rmqkit.diagnosis.patterns.in_running_info import asked_in_vain, clocks_of_running_info, piled_up_in_the_client
from tests.diagnosis.explanations.groups import IP, ONE, QUEUES, SHARES, TWO, client, ends, listed, looks
from tests.diagnosis.explanations.said import after, facts, look, queue
from tests.diagnosis.patterns.seen import suspects

PAID, SENT = {"paid": "*"}, {"sent": "*"}
BOTH = PAID | SENT


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(rosters=(listed(1, ONE, TWO, table=BOTH), listed(2, ONE, TWO, table=PAID))),
            ["inconsistent_subscription"],
            id="agrees: a list loses a topic, the clients stay",
        ),
        pytest.param(
            facts(rosters=(listed(1, ONE, TWO, table={"paid": "a"}), listed(2, ONE, TWO, table={"paid": "b"}))),
            ["inconsistent_subscription"],
            id="agrees: a list has other tags, the clients stay",
        ),
        pytest.param(
            facts(snapshots=(look(1, 0, {queue(0): (9, 9, "x"), queue(0, "sent"): (9, 9, "x")}), *looks(SHARES))),
            ["inconsistent_subscription"],
            id="agrees: a look loses a topic",
        ),
        pytest.param(
            facts(rosters=(listed(1, ONE, table=SENT),), snapshots=looks(SHARES)),
            ["inconsistent_subscription"],
            id="agrees: owners of a topic that the table lacks",
        ),
        pytest.param(
            facts(rosters=(listed(1, ONE, table=BOTH), listed(2, TWO, table=PAID))),
            [],
            id="contradicted: other clients by then",
        ),
        pytest.param(
            facts(rosters=(listed(1, ONE, TWO, table={"paid": "a||b"}), listed(2, ONE, TWO, table={"paid": "b || a"}))),
            [],
            id="contradicted: the same tags in another order",
        ),
        pytest.param(
            facts(rosters=(listed(1, ONE, TWO, table=PAID), listed(2, ONE, TWO, table=BOTH))),
            [],
            id="too little: a topic that only comes",
        ),
        pytest.param(facts(rosters=(listed(1, ONE, TWO),), snapshots=looks(SHARES)), [], id="silent: all the same"),
    ],
)
def test_topics_come_and_go(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(topics_come_and_go, case) == expected


LISTED = (listed(1, ONE, TWO, table=BOTH),)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(rosters=LISTED, snapshots=looks(SHARES), status=ends([queue(0, "sent")])),
            ["not_permitted", "inconsistent_subscription"],
            id="agrees: it has messages, and no look lists it",
        ),
        pytest.param(
            facts(
                rosters=LISTED, snapshots=looks(SHARES | {queue(0, "sent"): IP[ONE]}), status=ends([queue(0, "sent")])
            ),
            [],
            id="contradicted: a look lists it",
        ),
        pytest.param(
            facts(rosters=LISTED, snapshots=looks(SHARES), status=ends([queue(0, "sent")], messages=0)),
            [],
            id="too little: no message was ever sent to it",
        ),
        pytest.param(facts(rosters=LISTED, status=ends([queue(0, "sent")])), [], id="too little: nobody looked"),
        pytest.param(facts(snapshots=looks(SHARES)), [], id="silent: nothing tells what they subscribe to"),
    ],
)
def test_subscribed_and_unknown(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(subscribed_and_unknown, case) == expected


def of_host(*names: str) -> tuple[Roster, ...]:
    """Lists that show one client of a host, and another one that stays."""
    return tuple(listed(number, TWO, f"10.0.0.1@{name}") for number, name in enumerate(names, start=1))


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        pytest.param(of_host("7#1", "8#2", "9#3"), ["rebalance_storm"], id="agrees: another id each time"),
        pytest.param(of_host("7#1", "8#2", "8#2"), [], id="contradicted: replaced once, as in a rollout"),
        pytest.param(of_host("7#1", "8#2"), [], id="too little: two lists"),
        pytest.param(of_host("7#1", "7#1", "7#1"), [], id="silent: the same client"),
    ],
)
def test_hosts_with_other_ids(lists: tuple[Roster, ...], expected: list[str]) -> None:
    assert suspects(hosts_with_other_ids, facts(rosters=lists)) == expected


def holding(*, cached: int = 0, pulled: tuple[float, ...] = (0, 1, 2), called: float = 60) -> RunningInfo:
    """ONE holds three queues: pulled so many seconds ago, its listener called last so long ago."""
    held = [
        HeldQueue(each, "pull", cached, False, after(90 - ago), after(90 - called), line)
        for line, (each, ago) in enumerate(zip(QUEUES, pulled, strict=False), start=20)
    ]
    return replace(client(ONE), queues=tuple(held))


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(holding(), ["not_permitted", "consumer_stuck"], id="agrees: asks on every queue, gets nothing"),
        pytest.param(holding(called=2), [], id="contradicted: its listener was called"),
        pytest.param(holding(cached=5), [], id="contradicted: messages lie in it"),
        pytest.param(holding(pulled=(0, 9, 14)), [], id="contradicted: its pulls wait at the broker"),
        pytest.param(holding(pulled=(0, 1)), [], id="too little: two queues"),
        pytest.param(client(ONE), [], id="silent: it holds none"),
    ],
)
def test_asked_in_vain(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(asked_in_vain, facts(running=(info,))) == expected


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(
            holding(cached=500, called=1),
            ["consumer_slow", "consumer_stuck"],
            id="agrees: much lies in it, it consumes",
        ),
        pytest.param(holding(cached=500), [], id="contradicted: its listener is not called at all"),
        pytest.param(holding(cached=60, called=1), [], id="too little: two pulls' worth"),
        pytest.param(holding(called=1), [], id="silent: nothing lies in it"),
    ],
)
def test_piled_up_in_the_client(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(piled_up_in_the_client, facts(running=(info,))) == expected


def asked_by(mqadmin: float, *, pulled: float = 90, started: float = -600, folder: str = "") -> RunningInfo:
    """A running info that mqadmin wrote at a moment of its own clock."""
    name = folder or f"{int(after(mqadmin).timestamp() * 1000)}"
    return replace(client(ONE, QUEUES[0], asked=pulled, started=started), file=f"{name}/{ONE}")


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(asked_by(690), ["clock_skew"], id="agrees: its pulls are ten minutes old"),
        pytest.param(asked_by(90, started=3600), ["clock_skew"], id="agrees: it will start in an hour"),
        pytest.param(asked_by(95), [], id="contradicted: it pulled five seconds ago"),
        pytest.param(asked_by(90 + 8 * 3600), [], id="too little: eight hours may be a time zone"),
        pytest.param(asked_by(690, folder="running"), [], id="silent: the folder tells no time"),
    ],
)
def test_clocks_of_running_info(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(clocks_of_running_info, facts(running=(info,))) == expected
