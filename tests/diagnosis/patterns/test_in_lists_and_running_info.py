"""Patterns of client lists and of what clients say of themselves: who is suspected, and when nobody is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo, TopicRates
from rmqkit.diagnosis.facts.group import GroupFacts, Roster
from rmqkit.diagnosis.patterns.in_lists import hosts_with_other_ids, subscribed_and_unknown, topics_come_and_go
from rmqkit.diagnosis.patterns.in_running_info import (
    an_id_of_any_host,
    asked_in_vain,
    clocks_of_running_info,
    far_behind_its_neighbours,
    piled_up_in_the_client,
    popped_and_not_confirmed,
    refused_for_a_while,
    subscribed_and_without_queue,
    takes_all_there_is,
)
from tests.diagnosis.explanations.groups import (
    IP,
    ONE,
    QUEUES,
    RETRY,
    SHARES,
    TWO,
    client,
    connected,
    ends,
    listed,
    looks,
)
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


def holding(
    *, cached: int = 0, pulled: tuple[float, ...] = (0, 1, 2), called: float = 60, offset: int = 0, wants: str = "*"
) -> RunningInfo:
    """ONE holds three queues: pulled so many seconds ago, its listener called last so long ago."""
    held = [
        HeldQueue(each, "pull", cached, False, after(90 - ago), after(90 - called), line, consumer_offset=offset)
        for line, (each, ago) in enumerate(zip(QUEUES, pulled, strict=False), start=20)
    ]
    return replace(client(ONE, topics={"paid": wants}), queues=tuple(held))


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(holding(), ["not_permitted", "consumer_stuck"], id="agrees: asks on every queue, gets nothing"),
        pytest.param(
            holding(offset=30, wants="a"),
            ["inconsistent_subscription", "not_permitted", "consumer_stuck"],
            id="agrees: it was given something before",
        ),
        pytest.param(
            holding(wants="amount > 50"),
            ["start_refused", "not_permitted", "consumer_stuck"],
            id="agrees: it asks by SQL92 and was never given anything",
        ),
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


def pulled(ago: float = 1, called: float = 12, queues: int = 3, **of_client: object) -> RunningInfo:
    """ONE pulled its queues so many seconds ago, and its quick listener was called last so long ago."""
    info = client(ONE, *QUEUES[:queues], asked=90 - ago, consumed=90 - called, rates=QUICK)
    asked = HeldQueue(queue(0, RETRY), "pull", 0, False, after(90), after(0), 30)
    held = [replace(one, cached_count=of_client.get("cached", 0), locked=False) for one in info.queues]
    properties = {**info.properties, **dict(of_client.get("properties", {}))}
    subscriptions = {"paid": of_client.get("wants", "*")}
    return replace(info, queues=(*held, asked), properties=properties, subscriptions=subscriptions)


QUICK = (TopicRates("paid", 3.0, 0.0, 0, 40, consume_rt=0.1),)
SLOW = (replace(QUICK[0], consume_rt=4_000),)


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(
            pulled(), ["inconsistent_subscription"], id="agrees: asked again after 11 s, where 15 s are waited"
        ),
        pytest.param(pulled(called=26), ["inconsistent_subscription"], id="agrees: neither one wait nor two take 25 s"),
        pytest.param(pulled(called=1.2), [], id="contradicted: a message came a moment ago"),
        pytest.param(pulled(called=18), [], id="contradicted: it waited once, for up to 20 s"),
        pytest.param(pulled(called=36), [], id="contradicted: it waited twice"),
        pytest.param(pulled(cached=3), [], id="contradicted: messages lie in it"),
        pytest.param(pulled(wants="a || b"), [], id="too little: what other tags have is filtered away at once"),
        pytest.param(pulled(properties={"pullInterval": "8000"}), [], id="too little: it pauses between two pulls"),
        pytest.param(
            pulled(properties={"PROP_CONSUMEORDERLY": "true"}), [], id="too little: without a lock nothing is pulled"
        ),
        pytest.param(
            replace(pulled(), rates=SLOW), [], id="too little: a slow listener was called long after its pull"
        ),
        pytest.param(
            pulled(properties={"PROP_CONSUMER_START_TIMESTAMP": str(int(after(70).timestamp() * 1000))}),
            [],
            id="too little: its first heartbeats",
        ),
        pytest.param(pulled(queues=1), [], id="too little: one queue"),
        pytest.param(client(ONE), [], id="silent: it holds none"),
    ],
)
def test_refused_for_a_while(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(refused_for_a_while, facts(running=(info,))) == expected


def popped(waiting: int, limit: str = "96") -> RunningInfo:
    info = client(ONE, queue(-1), mode="pop", cached=waiting)
    return replace(info, properties={**info.properties, "popThresholdForQueue": limit})


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(popped(97), ["consumer_stuck", "consumer_slow"], id="agrees: one more than it may have"),
        pytest.param(popped(97, "200"), [], id="contradicted: it may have more"),
        pytest.param(popped(96), [], id="too little: as many as it may have"),
        pytest.param(client(ONE, *QUEUES, cached=500), [], id="silent: it does not pop"),
    ],
)
def test_popped_and_not_confirmed(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(popped_and_not_confirmed, facts(running=(info,))) == expected


def on_two_brokers(*numbers: int, strategy: str = "com.shop.Everything@1b2c") -> RunningInfo:
    """ONE holds these queues, and the retry queue, on each of two brokers."""
    held = [queue(number, "paid", broker) for broker in ("broker-a", "broker-b") for number in numbers]
    return client(ONE, *held, queue(0, RETRY), queue(0, RETRY, "broker-b"), strategy=strategy)


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(
            on_two_brokers(0, 1, 2), ["mixed_allocation_strategies"], id="agrees: everything by its own strategy"
        ),
        pytest.param(on_two_brokers(0, 1, strategy="AVG"), [], id="contradicted: average, it is alone"),
        pytest.param(on_two_brokers(0, 3), [], id="contradicted: it leaves queues to others"),
        pytest.param(client(ONE, *QUEUES, strategy="com.shop.Everything@1b2c"), [], id="too little: one broker"),
        pytest.param(client(ONE, strategy="com.shop.Everything@1b2c"), [], id="silent: it holds none"),
    ],
)
def test_takes_all_there_is(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(takes_all_there_is, facts(running=(info,))) == expected


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(
            client(ONE, *QUEUES, queue(0, RETRY), topics=BOTH),
            ["topic_missing", "unreadable_queues"],
            id="agrees: it is the first member and has none of it",
        ),
        pytest.param(
            client(ONE, *QUEUES, queue(0, RETRY), queue(0, "sent"), topics=BOTH), [], id="contradicted: it holds one"
        ),
        pytest.param(client(ONE, *QUEUES, topics=BOTH), [], id="too little: others may come before it"),
        pytest.param(
            client(ONE, *QUEUES, queue(0, RETRY), topics=BOTH, strategy="CONSISTENT_HASH"),
            [],
            id="too little: the hash may give it none",
        ),
        pytest.param(client(ONE, *QUEUES, queue(0, RETRY)), [], id="silent: it wants nothing else"),
    ],
)
def test_subscribed_and_without_queue(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(subscribed_and_without_queue, facts(running=(info,))) == expected


def at_offsets(*offsets: int, cached: int = 1, lowest: int | None = None, called: float = 89) -> RunningInfo:
    """ONE holds a queue for each offset; in the first one messages lie, the lowest of them at its offset."""
    info = client(ONE, *QUEUES[: len(offsets)], consumed=called)
    held = [replace(one, consumer_offset=offset) for one, offset in zip(info.queues, offsets, strict=True)]
    held[0] = replace(held[0], cached_count=cached, cached_min=offsets[0] if lowest is None else lowest)
    return replace(info, queues=tuple(held))


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(at_offsets(16, 849, 850), ["offset_held_back"], id="agrees: it waits for one, far behind"),
        pytest.param(at_offsets(848, 849, 850), [], id="contradicted: as far as the others"),
        pytest.param(at_offsets(16, 849, 850, lowest=700), [], id="contradicted: it does not wait for that message"),
        pytest.param(at_offsets(16, 849, 850, called=0), [], id="contradicted: its listener is not called"),
        pytest.param(at_offsets(16, 849, 850, cached=400), [], id="too little: much lies in it, it may catch up"),
        pytest.param(at_offsets(16, 849), [], id="too little: which of two is behind"),
        pytest.param(client(ONE), [], id="silent: it holds none"),
    ],
)
def test_far_behind_its_neighbours(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(far_behind_its_neighbours, facts(running=(info,))) == expected


DOCKER = "172.17.0.2@consumer"


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(running=(client(DOCKER, *QUEUES),)), ["client_id_collision"], id="agrees: any host may have the id"
        ),
        pytest.param(
            facts(running=(client("172.17.0.2@7#123", *QUEUES),)), [], id="contradicted: a nano time is in it"
        ),
        pytest.param(facts(running=(client("10.0.0.1@1", *QUEUES),)), [], id="contradicted: an address of its own"),
        pytest.param(
            facts(running=(client(DOCKER, *QUEUES),), rosters=(listed(1, DOCKER, TWO),)),
            [],
            id="contradicted: a list tells who the members are",
        ),
        pytest.param(
            facts([connected(DOCKER, 0)], running=(client(DOCKER, *QUEUES),)),
            [],
            id="contradicted: a broker's log tells who connected",
        ),
        pytest.param(
            facts(running=(client("127.0.0.1@DEFAULT", *QUEUES, model="BROADCASTING"),)),
            [],
            id="silent: broadcasting clients share it by design",
        ),
    ],
)
def test_an_id_of_any_host(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(an_id_of_any_host, case) == expected
