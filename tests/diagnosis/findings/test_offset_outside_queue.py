"""offset_outside_queue: a committed offset below its queue's first message, or beyond the last."""

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, QueueStatus, RouteBroker, Snapshot
from tests.diagnosis.findings.groups import ONE, TWO, client, lists
from tests.diagnosis.findings.said import after, facts, found, how_sure, look, queue, record


def seen(*offsets: tuple[int, int]) -> tuple[Snapshot, ...]:
    """The broker's offset and the group's, a look a minute."""
    return tuple(look(n, 60 * n, {queue(0): (end, offset, None)}) for n, (end, offset) in enumerate(offsets))


def holding(first: int) -> dict[str, tuple[QueueStatus, ...]]:
    """topicStatus: the queue's first message."""
    return {"paid": (QueueStatus(queue(0), 900, after(60), "topicStatus.txt", 2, first),)}


def beside(master: bool | None, *, dropped: bool = False) -> GroupFacts:
    """Two looks beyond the end, with a route that names the broker's master or a slave alone."""
    route = RouteBroker("broker-a", 1, 6, "topicRoute.txt", 3, "10.0.0.9:10911", 1, master)
    said = record("broker_offline", source="client", file="client.log", broker="broker-a", address="10.0.0.8:10911")
    return facts([said] if dropped else [], snapshots=seen((40, 90), (40, 90)), routes={"paid": (route,)})


def wanting(topic: str) -> GroupFacts:
    """Offsets below the first message, of a group whose two clients subscribe to a topic."""
    clients = tuple(client(who, topics={topic: "*"}) for who in (ONE, TWO))
    return facts(
        snapshots=seen((900, 5), (900, 5)),
        status=holding(300),
        running=clients,
        rosters=lists(ONE, TWO, table={topic: "*"}),
    )


def later(end: int) -> GroupFacts:
    """topicStatus of a moment at which the queue had come to this end."""
    status = QueueStatus(queue(0), end, after(9000), "topicStatus.txt", 2, 300)
    return facts(snapshots=seen((100, 5), (110, 5)), status={"paid": (status,)})


test_how_sure = how_sure(
    "offset_outside_queue",
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
    pytest.param(facts(snapshots=seen((900, 0), (900, 0)), status=holding(300)), "open", id="silent: never committed"),
    pytest.param(
        facts(snapshots=seen((900, 400), (900, 400)), status=holding(300)), "open", id="silent: within the queue"
    ),
    pytest.param(beside(True), "proven", id="agrees: the master serves"),
    pytest.param(beside(False), "open", id="a slave alone ends before what the master had"),
    pytest.param(beside(True, dropped=True), "suspected", id="clients dropped an address of the broker"),
    pytest.param(facts(snapshots=seen((40, 45), (90, 95))), "suspected", id="a busy queue is read between, twice"),
    pytest.param(later(110), "proven", id="agrees: topicStatus is as old as the looks"),
    pytest.param(later(5000), "suspected", id="topicStatus of hours later tells nothing of the looks"),
    pytest.param(wanting("paid"), "proven", id="agrees: the clients want the topic"),
    pytest.param(wanting("sold"), "suspected", id="nobody wants the topic any more"),
)


def test_what_is_not_proven_to_be_lost_is_no_alarm() -> None:
    for case in (later(5000), wanting("sold")):
        assert str(found(case, "offset_outside_queue")[0].severity) == "NOTICE"


def test_what_a_slave_lacks_stands_in_the_words_of_the_lost_broker() -> None:
    told = found(beside(False), "broker_lost")[0]
    assert "max offset is up to 50 below the group's offset" in told.why


def test_what_is_lost_is_counted() -> None:
    case = facts(snapshots=seen((900, 5), (900, 5)), status=holding(300))
    assert found(case, "offset_outside_queue")[0].details["lost"] == 295
