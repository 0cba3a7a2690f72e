"""Who is given which queue where it is not by an average alone: popped topics, machine rooms, retry queues."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.case.recomputation import shared_out
from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.relations.serves import listed_queues
from rmqkit.rocketmq import Averagely, MessageQueue, allocation
from rmqkit.rocketmq.popping import Popping
from tests.diagnosis.findings.groups import RETRY, lists, looks
from tests.diagnosis.findings.said import GROUP, facts, found, queue, rebalanced, record

TWIN, OTHER, THIRD, LAST = "10.0.0.1@pay", "10.0.0.2@pay", "10.0.0.3@pay", "10.0.0.4@pay"
IDS = (TWIN, TWIN, OTHER, THIRD, LAST)
QUEUES = tuple(queue(number) for number in range(10))
NOBODYS = QUEUES[2:4]
"""The share of the second place of five, by the average strategy."""


def _name(each: MessageQueue) -> str:
    return f"MessageQueue [topic={each.topic}, brokerName={each.broker}, queueId={each.queue}]"


def given(client: str, queues: Iterable[MessageQueue], *, mode: str | None = None, of: int = 10) -> Event:
    """A client's log tells its share of the topic; with a mode a broker computed it."""
    if mode:
        names = ", ".join(f"MessageQueueAssignment [MessageQueue={_name(each)}, Mode={mode}]" for each in queues)
        told, what = "broker rebalanced result changed.", f"assignmentSet=[{names}]"
    else:
        names = ", ".join(map(_name, queues))
        sizes = f"mqAllSize={of}, cidAllSize={len(IDS)}, rebalanceResultSize={len(tuple(queues))}"
        told, what = "rebalanced result changed.", f"{sizes}, rebalanceResultSet=[{names}]"
    raw = f"{told} allocateMessageQueueStrategyName=AVG, group={GROUP}, topic=paid, clientId={client}, {what}"
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


@pytest.mark.parametrize(
    ("brokers", "always", "logged", "known"),
    [
        pytest.param("a", False, (), 0, id="too little: another snapshot lacks the topic, one broker's rows are there"),
        pytest.param("ab", False, (), 4, id="agrees: the rows of both brokers are there"),
        pytest.param("a", True, (), 4, id="agrees: each snapshot has it on one broker alone"),
        pytest.param("a", False, ("topic_created",), 4, id="agrees: the other broker's log says what it has of it"),
        pytest.param("a", False, ("topic_created", "topic_deleted", "topic_deleted_by"), 0, id="and deleted it"),
    ],
)
def test_of_a_topic_that_comes_and_goes_some_brokers_rows_are_not_all_its_queues(
    brokers: str, always: bool, logged: tuple[str, ...], known: int
) -> None:
    """A broker leaves out what is not in its subscription table of the group at that moment."""
    made = "TopicConfig [topicName=refunds, readQueueNums=2, writeQueueNums=2, perm=RW-]"
    told = [record(name, made, topic="refunds", file="broker-b/broker.log", at=n) for n, name in enumerate(logged)]
    paid = dict.fromkeys([queue(number, broker=f"broker-{name}") for name in "ab" for number in (0, 1)], "10.0.0.1")
    other = [MessageQueue("refunds", f"broker-{name}", number) for name in brokers for number in (0, 1)]
    with_it = looks({**paid, **dict.fromkeys(other, "10.0.0.2")}, times=1)
    shown = with_it if always else (*looks(paid, times=1), *with_it)
    case, by_average = (
        Case.of(facts(told, rosters=lists(OTHER, THIRD), snapshots=shown)),
        {OTHER: Averagely(), THIRD: Averagely()},
    )
    allocated = shared_out(case, "refunds", (OTHER, THIRD), by_average)
    assert (len(allocated.queues) if allocated else 0) == known


@pytest.mark.parametrize(
    ("counted", "brokers"),
    [
        pytest.param(2, {"broker-a"}, id="agrees: clients count the queues of those that are left"),
        pytest.param(4, {"broker-a", "broker-b"}, id="contradicted: they count all"),
        pytest.param(3, {"broker-a", "broker-b"}, id="too little: they count others"),
    ],
)
def test_a_broker_that_is_gone_since_its_topics_route_was_shown(counted: int, brokers: set[str]) -> None:
    """mqadmin's route is of the moment at which it was asked."""
    shown = [MessageQueue("paid", "broker-a", number) for number in (0, 1)]
    routes = {"paid": tuple(RouteBroker(f"broker-{name}", 2, 6, "topicRoute.txt", 3) for name in "ab")}
    told = rebalanced(OTHER, shown[0], of=counted)
    case = facts([told], routes=routes, snapshots=looks(dict.fromkeys(shown, "10.0.0.2"), times=2))
    assert {queue.broker for queue in listed_queues(case, "paid")} == brokers
