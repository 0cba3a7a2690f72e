"""topic_missing: subscribed topics that no name server knows."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import Answer, GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import ONE, RETRY, TWO, client, goes_on, lists, look, route, well
from tests.diagnosis.findings.said import answer, facts, found, how_sure, queue, record, status_of

ID = "topic_missing"
TABLE = {"paid": "*", "lost": "*", RETRY: "*"}
NO_ROUTE = "No topic route info in name server for the topic: lost"


def asked(times: int = 2, text: str = NO_ROUTE) -> tuple[Answer, ...]:
    """topicRoute and topicStatus of the topic."""
    return tuple(replace(answer(17, text), file=f"topic-{number}.txt") for number in range(times))


def missed(
    last: float = 300, times: int = 12, raw: str = "get Topic [lost] RouteInfoFromNameServer is not exist value"
) -> Event:
    return record(
        "route_missing", raw, topic="lost", group=None, source="client", file="c.log", at=0, last=last, times=times
    )


def refused_route(topic: str) -> Event:
    """The exception alone, as a log has it whose lines were filtered."""
    raw = (
        "updateTopicRouteInfoFromNameServer Exception\norg.apache.rocketmq.client.exception.MQClientException: "
        f"CODE: 17  DESC: No topic route info in name server for the topic: {topic}\nSee http://rocketmq.apache.org/"
    )
    said = {"source": "client", "file": "c.log", "at": 0, "last": 300, "times": 10}
    return record("route_failed", raw=raw, group=None, code=17, **said)


def not_shared_out(raw: str = "doRebalance, orders, but the topic[lost] not exist.") -> Event:
    return record("rebalance_failed", raw=raw, topic="lost", source="client", file="c.log", at=0, last=300, times=15)


def held_before(topic: str, at: float) -> Event:
    """A client adds a queue of the topic."""
    return record("queue_added", topic=topic, broker="broker-b", queue=0, source="client", file="c.log", at=at)


def subscribed(*events: Event, **changed: object) -> GroupFacts:
    """Both clients subscribe to a second topic."""
    return well(events, rosters=lists(ONE, TWO, table=TABLE), **changed)


def no_list_of_the_topics_members() -> list[Event]:
    said = {"source": "client", "file": "c.log", "times": 20, "at": 0, "last": 300}
    return [record("rebalance_failed", "get consumer id list failed", topic=topic, **said) for topic in ("lost", RETRY)]


test_how_sure = how_sure(
    ID,
    pytest.param(subscribed(answers=asked()), "proven", id="agrees: the name server was asked twice"),
    pytest.param(subscribed(missed()), "proven", id="agrees: a client asks for its route to the end"),
    pytest.param(
        subscribed(refused_route("lost"), not_shared_out()),
        "proven",
        id="agrees: the name server's answer stands in an exception, to the end",
    ),
    pytest.param(
        subscribed(not_shared_out()), "suspected", id="too little: no name server's answer, only a share that fails"
    ),
    pytest.param(subscribed(refused_route("paid-back")), "open", id="silent: an exception about another topic"),
    pytest.param(
        subscribed(not_shared_out("doRebalance, orders lost, get consumer id list failed")),
        "open",
        id="silent: what is missing is the list of members",
    ),
    pytest.param(subscribed(answers=asked(1)), "suspected", id="too little: asked once"),
    pytest.param(subscribed(missed(last=5, times=2)), "suspected", id="too little: around a start"),
    pytest.param(
        subscribed(answers=asked(), routes={**route(), **route("lost")}),
        "refuted",
        id="contradicted: it has a route",
    ),
    pytest.param(
        subscribed(answers=asked(), snapshots=(look(1, 30, {queue(0, "lost"): (9, 9, "10.0.0.1")}),)),
        "refuted",
        id="contradicted: a look lists its queues",
    ),
    pytest.param(well(answers=asked()), "open", id="silent: nobody subscribes to it"),
    pytest.param(
        subscribed(answers=asked(text=NO_ROUTE.replace("lost", "lost-letters"))), "open", id="silent: another topic"
    ),
    pytest.param(
        subscribed(missed(), answers=asked(), running=(client(ONE, queue(0, "lost")), client(TWO))),
        "refuted",
        id="contradicted: a client holds a queue of it",
    ),
    pytest.param(
        subscribed(answers=asked(text="CODE: 17  DESC: topic[lost] not exist, apply first please!")),
        "open",
        id="silent: one broker lacks it, which says nothing of the others",
    ),
    pytest.param(
        subscribed(missed(raw="No route info of this topic, lost")),
        "suspected",
        id="too little: a client without any route of it, which an unreachable name server would leave as well",
    ),
    pytest.param(
        subscribed(held_before("lost", -60), missed(), goes_on("c.log", 300)),
        "suspected",
        id="a rival stands: it was there before, and its only broker may be gone",
    ),
    pytest.param(
        subscribed(held_before("lost", 200), missed(), goes_on("c.log", 300)),
        "refuted",
        id="contradicted: a client takes a queue of it after its route was missing",
    ),
    pytest.param(
        subscribed(answers=asked(), running=()),
        "suspected",
        id="too little: clients may hold queues of a topic that was deleted, and no output but theirs shows them",
    ),
    pytest.param(
        subscribed(record("consumer_started", source="client", file="c.log", at=-9), missed(), running=()),
        "proven",
        id="agrees: a client asks for it in vain from its start to the end",
    ),
    pytest.param(
        facts([missed(), *no_list_of_the_topics_members()], answers=asked()),
        "suspected",
        id="a rival stands: nothing shows that any broker is registered with this name server",
    ),
    pytest.param(subscribed(), "open", id="silent: nobody asked for it"),
    pytest.param(
        subscribed(missed(last=5, times=2), goes_on("c.log", at=60)),
        "open",
        id="silent: a client asks for routes every 30 s and does not say it again",
    ),
)


def test_beside_other_topics_it_is_told_with_its_clients() -> None:
    running = tuple(client(who, topics={"paid": "*", "lost": "*"}) for who in (ONE, TWO))
    told = found(subscribed(answers=asked(), running=running), ID)[0]
    assert (told.title, str(told.severity), told.clients) == (
        "Topic lost does not exist: no name server has a route for it",
        "WARNING",
        (ONE, TWO),
    )


def test_what_another_cluster_has_is_not_said_to_exist_nowhere_nor_to_be_made() -> None:
    case = replace(subscribed(answers=asked()), elsewhere={"lost": "10.2.0.2:9876"})
    told = found(case, ID)[0]
    assert told.title == (
        "Topic lost is not in the cluster to which these clients are connected, but in the cluster at 10.2.0.2:9876"
    )
    assert told.proven
    advised = " ".join((*told.remedy, *told.do_not))
    assert "set namesrvAddr for that consumer only" in advised and "updateTopic" not in advised


def test_what_was_seen_before_is_not_said_to_exist_nowhere() -> None:
    case = subscribed(held_before("lost", -60), missed(), goes_on("c.log", 300))
    assert found(case, ID)[0].title == "The name servers that were queried have no route for topic lost"


def test_that_clients_of_a_missing_topic_find_no_broker_is_never_said_of_the_group() -> None:
    """Without any route a client has no broker to send a heartbeat to: nobody makes the group's retry topic."""
    retry = answer(17, f"No topic route info in name server for the topic: {RETRY}")
    case = facts([missed(), *no_list_of_the_topics_members()], answers=(*asked(), retry))
    assert [finding.severity.name for finding in found(case, ID)] == ["CRITICAL"]
    assert found(case, "not_permitted") == []


def test_refused_pulls_of_a_deleted_topic_say_more() -> None:
    refused = record(
        "pull_rejected", "CODE: 17  DESC: topic[lost] not exist, apply first please!", topic="lost", broker="broker-a",
        queue=0, code=17, source="client", file="c.log", at=0, last=300, times=50,
    )  # fmt: skip
    case = subscribed(refused, answers=asked())
    assert (found(case, ID), status_of(case, "not_permitted")) == ([], "proven")
