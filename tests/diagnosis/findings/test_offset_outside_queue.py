"""offset_outside_queue: a committed offset beyond its queue's last message."""

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker, Snapshot
from tests.diagnosis.findings.said import facts, found, how_sure, look, queue, record


def seen(*offsets: tuple[int, int]) -> tuple[Snapshot, ...]:
    """The broker's offset and the group's, a look a minute."""
    return tuple(look(n, 60 * n, {queue(0): (end, offset, None)}) for n, (end, offset) in enumerate(offsets))


def beside(master: bool | None, *, dropped: bool = False) -> GroupFacts:
    """Two looks beyond the end, with a route that names the broker's master or a slave alone."""
    route = RouteBroker("broker-a", 1, 6, "topicRoute.txt", 3, "10.0.0.9:10911", 1, master)
    said = record("broker_offline", source="client", file="client.log", broker="broker-a", address="10.0.0.8:10911")
    return facts([said] if dropped else [], snapshots=seen((40, 90), (40, 90)), routes={"paid": (route,)})


test_how_sure = how_sure(
    "offset_outside_queue",
    pytest.param(facts(snapshots=seen((40, 90), (50, 90))), "proven", id="agrees: beyond the end at two looks"),
    pytest.param(facts(snapshots=seen((40, 90))), "suspected", id="too little: beyond the end at one look"),
    pytest.param(facts(snapshots=seen((40, 42))), "open", id="silent: read between the two offsets of one answer"),
    pytest.param(facts(snapshots=seen((40, 90), (50, 50))), "open", id="contradicted: it was put right"),
    pytest.param(beside(True), "proven", id="agrees: the master serves"),
    pytest.param(beside(False), "open", id="a slave alone ends before what the master had"),
    pytest.param(beside(True, dropped=True), "suspected", id="clients dropped an address of the broker"),
    pytest.param(facts(snapshots=seen((40, 45), (90, 95))), "suspected", id="a busy queue is read between, twice"),
)


def test_what_a_slave_lacks_stands_in_the_words_of_the_lost_broker() -> None:
    told = found(beside(False), "broker_lost")[0]
    assert "max offset is up to 50 below the group's offset" in told.why
