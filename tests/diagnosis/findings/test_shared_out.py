"""Who is given which queue where it is not by an average alone: popped topics, machine rooms, retry queues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import Averagely, ByMachineRoom, MachineRoomNearby, MessageQueue, Rooms, Strategy, allocation
from rmqkit.rocketmq.popping import Popping
from tests.diagnosis.findings.groups import RETRY, lists, looks
from tests.diagnosis.findings.said import GROUP, facts, found, queue, record

TWIN, OTHER, THIRD, LAST = "10.0.0.1@pay", "10.0.0.2@pay", "10.0.0.3@pay", "10.0.0.4@pay"
IDS = (TWIN, TWIN, OTHER, THIRD, LAST)
QUEUES = tuple(queue(number) for number in range(10))
NOBODYS = QUEUES[2:4]
"""The share of the second place of five, by the average strategy."""


def _name(each: MessageQueue) -> str:
    return f"MessageQueue [topic={each.topic}, brokerName={each.broker}, queueId={each.queue}]"


def given(
    client: str, queues: Iterable[MessageQueue], *, mode: str | None = None, of: int = 10, rule: str = "AVG"
) -> Event:
    """A client's log tells its share of the topic; with a mode a broker computed it."""
    if mode:
        names = ", ".join(f"MessageQueueAssignment [MessageQueue={_name(each)}, Mode={mode}]" for each in queues)
        told, what = "broker rebalanced result changed.", f"assignmentSet=[{names}]"
    else:
        names = ", ".join(map(_name, queues))
        sizes = f"mqAllSize={of}, cidAllSize={len(IDS)}, rebalanceResultSize={len(tuple(queues))}"
        told, what = "rebalanced result changed.", f"{sizes}, rebalanceResultSet=[{names}]"
    raw = f"{told} allocateMessageQueueStrategyName={rule}, group={GROUP}, topic=paid, clientId={client}, {what}"
    return record(
        "rebalance_result",
        raw,
        file=f"{client}.log",
        source="client",
        client_id=client,
        topic="paid",
        at=-600,
        last=200,
    )


def owned(owners: Mapping[MessageQueue, str | None], standing: Iterable[MessageQueue]) -> dict[str, Any]:
    """Looks in which these stand and the others move, with the owners that are named."""
    return {"snapshots": looks(owners, standing=standing)}


def whole(*events: Event, **more: Any) -> GroupFacts:
    """Five members, two of which share an id, and the topic's route."""
    route = {"paid": (RouteBroker("broker-a", 10, 6, "topicRoute.txt", 3, None, 10),)}
    return facts(events, **{"rosters": lists(*IDS), "routes": route, **more})


def popped(sharing: int) -> dict[str, tuple[MessageQueue, ...]]:
    shares = allocation(GROUP, QUEUES, IDS, Popping(Averagely(), sharing))
    return {client: shares.share_of(client) for client in IDS}


UNNAMED = owned(dict.fromkeys(QUEUES), NOBODYS)
LOGS = tuple(given(client, share, mode="POP") for client, share in popped(1).items())
TOLD = tuple(
    Setting("told.txt", 3, "consume mode", None, key, value, GROUP, "paid")
    for key, value in (("mode", "POP"), ("popShareQueueNum", "1"))
)


@pytest.mark.parametrize(
    ("case", "unread"),
    [
        pytest.param(whole(*LOGS, **UNNAMED), NOBODYS, id="what clients were given tells how many share"),
        pytest.param(whole(*LOGS[:2], settings=TOLD, **UNNAMED), NOBODYS, id="mqadmin was told how many share"),
        pytest.param(
            whole(*(given(client, [queue(-1)], mode="POP") for client in IDS), **owned(dict.fromkeys(QUEUES), [])),
            (),
            id="everybody pops everything",
        ),
    ],
)
def test_what_twins_pop_is_shared_and_the_rest_is_nobodys(case: GroupFacts, unread: tuple[MessageQueue, ...]) -> None:
    assert [finding.queues for finding in found(case, "client_id_collision")] == [unread]
    assert found(case, "duplicate_consumption") == []
    assert [finding.queues for finding in found(case, "orphan_queues")] == ([unread] if unread else [])


def test_of_topics_that_are_popped_without_a_number_nothing_follows() -> None:
    retries = {MessageQueue(RETRY, "broker-a", 0): "10.0.0.1"}
    case = whole(**owned({**dict.fromkeys(QUEUES), **retries}, NOBODYS))
    assert popped_topics(case) == {"paid"}
    assert [finding.queues for finding in found(case, "duplicate_consumption")] == []


def test_who_pulls_pulls_whatever_brokers_were_told() -> None:
    pulled = {each: "10.0.0.1" if each in QUEUES[:2] else None if each in NOBODYS else "10.0.0.2" for each in QUEUES}
    assert popped_topics(whole(settings=TOLD, **owned(pulled, NOBODYS))) == frozenset()


def test_a_record_that_was_cut_does_not_say_what_a_client_lacks() -> None:
    event = given(TWIN, QUEUES[:2])
    cut = replace(event, raw=event.raw.replace(f", {_name(QUEUES[1])}]", ", MessageQu"))
    (look,) = Case.of(whole(cut)).observations
    assert dict(look.owners) == {QUEUES[0]: {TWIN}}


RETRIES = {MessageQueue(RETRY, "broker-a", number): number for number in range(5)}


def test_retry_queues_stand_in_the_lists() -> None:
    first, second = list(RETRIES)[:2]
    shown = {**dict.fromkeys(QUEUES, "10.0.0.2"), **dict.fromkeys(QUEUES[:2], "10.0.0.1"), **dict.fromkeys(NOBODYS)}
    shown |= dict.fromkeys(QUEUES[6:8], "10.0.0.3") | dict.fromkeys(QUEUES[8:], "10.0.0.4")
    shown |= dict(zip(RETRIES, ("10.0.0.1", None, "10.0.0.2", "10.0.0.3", "10.0.0.4"), strict=True))
    case = whole(**owned(shown, [*NOBODYS, second]))
    assert [finding.queues for finding in found(case, "orphan_queues")] == [(second, *NOBODYS)]
    assert [finding.queues for finding in found(case, "duplicate_consumption")] == [(first, *QUEUES[:2])]


BROKERS = {"sz-1": 4, "sz-2": 2, "gz-1": 4}
IN_ROOMS = {MessageQueue("paid", broker, number) for broker, count in BROKERS.items() for number in range(count)}
ROUTE = {
    "paid": tuple(
        RouteBroker(broker, count, 6, "topicRoute.txt", line, f"10.{1 if broker < 'h' else 0}.9.{line}:10911", count)
        for line, (broker, count) in enumerate(BROKERS.items(), start=3)
    )
}
NEARBY: Strategy = MachineRoomNearby(
    Averagely(), Rooms(client=lambda client: "sz" if client.startswith("10.0.") else "gz")
)
AT_AT = {MessageQueue("paid", broker.replace("-", "@"), each.queue) for each in IN_ROOMS for broker in [each.broker]}


def by_rooms(
    strategy: Strategy, queues: Iterable[MessageQueue], *, telling: int, unlike: bool = False, **more: Any
) -> GroupFacts:
    """Four members, of which so many logged what they were given; each queue moves but those that nobody gets."""
    ids = (TWIN, OTHER, THIRD, "10.1.0.4@pay")
    shared = allocation(GROUP, queues, ids, strategy)
    events = [
        given(who, share, of=10, rule=strategy.name) for who, share in zip(ids, shared.shares, strict=True) if share
    ]
    counted = [replace(one, raw=one.raw.replace("cidAllSize=5", "cidAllSize=4")) for one in events[:telling]]
    owners = {each: who[0].split("@")[0] if who else None for each, who in shared.owners.items()}
    if unlike:
        owners[max(owners)] = "10.1.0.4"
    return facts(counted, **{"rosters": lists(*ids), "snapshots": looks(owners, standing=shared.orphans), **more})


@pytest.mark.parametrize(
    ("case", "known"),
    [
        pytest.param(by_rooms(NEARBY, IN_ROOMS, telling=2, routes=ROUTE), True, id="rooms that names and owners tell"),
        pytest.param(
            by_rooms(NEARBY, IN_ROOMS, telling=2, routes=ROUTE, unlike=True), False, id="an owner that no reading gives"
        ),
        pytest.param(by_rooms(ByMachineRoom({"sz", "gz"}), AT_AT, telling=4), True, id="all rooms"),
        pytest.param(by_rooms(ByMachineRoom({"sz"}), AT_AT, telling=4), True, id="one room of two"),
    ],
)
def test_rooms_count_where_all_that_was_seen_agrees(case: GroupFacts, known: bool) -> None:
    assert bool(Case.of(case).by_rooms) is known
    assert bool(found(case, "not_shared_out_by_clients")) is not known


def test_queues_of_rooms_that_nobody_was_told_are_nobodys() -> None:
    case = by_rooms(ByMachineRoom({"sz"}), AT_AT, telling=4)
    others = tuple(sorted(each for each in AT_AT if each.broker.startswith("gz")))
    assert [finding.queues for finding in found(case, "orphan_queues")] == [others]
