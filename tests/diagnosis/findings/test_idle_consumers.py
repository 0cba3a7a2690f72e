"""idle_consumers: more members than queues."""

from typing import Any

import pytest

from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.groups import IP, ONE, THREE, TWO, client, ends, lists, looks, route, well
from tests.diagnosis.findings.said import found, how_sure, queue, status_of

ID = "idle_consumers"
# Two queues for three clients: THREE is behind the last one.
OWNERS = {queue(0): IP[ONE], queue(1): IP[TWO]}
WORDS = (client(ONE, queue(0)), client(TWO, queue(1)), client(THREE))


def group(**changed: Any) -> GroupFacts:
    whole = {"snapshots": looks(OWNERS), "rosters": lists(ONE, TWO, THREE), "running": WORDS, "routes": route(queues=2)}
    return well(**{**whole, **changed})


def pulling() -> tuple[RunningInfo, ...]:
    """Lite pull with `assign`, or a pull consumer: running info lists no queue while it consumes."""
    return tuple(client(who, kind="CONSUME_ACTIVELY") for who in (ONE, TWO, THREE))


test_how_sure = how_sure(
    ID,
    pytest.param(group(), "proven", id="agrees: three clients share two queues"),
    pytest.param(group(snapshots=(), running=()), "proven", id="agrees: the list of members and the route"),
    pytest.param(
        group(routes={}, rosters=lists(ONE, TWO), running=WORDS[:2], status=ends([queue(0)], 9)),
        None,
        id="contradicted: topicStatus knows one queue, consumerProgress two that may be read",
    ),
    pytest.param(group(rosters=()), "suspected", id="too little: no list of members"),
    pytest.param(
        group(running=(*WORDS[:2], client(THREE, queue(1)))),
        None,
        id="contradicted: it holds a queue by its own word",
    ),
    pytest.param(
        group(running=pulling(), rosters=lists(ONE, TWO, THREE, kind="CONSUME_ACTIVELY")),
        None,
        id="silent: clients that pull by themselves report no queues",
    ),
    pytest.param(well(), None, id="silent: each client has its share"),
    pytest.param(group(snapshots=(), running=(), routes={}), None, id="silent: nothing tells of any queue"),
)


def test_who_has_nothing_to_do_is_named() -> None:
    assert [finding.clients for finding in found(group(), ID)] == [(THREE,)]


def test_queues_that_merely_went_unlisted_leave_nobody_idle_for_sure() -> None:
    """Without a route the looks may show a part of the topic."""
    case = group(routes={}, running=())
    assert status_of(case, ID) in (None, "suspected")
