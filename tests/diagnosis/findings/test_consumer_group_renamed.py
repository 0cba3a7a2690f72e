"""consumer_group_renamed: clients of an offline group come back under another name, away from where it had stopped; or
some of a group that goes on, with the same subscriptions."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import Severity, verdict
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import (
    GROUP,
    ONE,
    QUEUES,
    TWO,
    broker_start,
    connected,
    goes_on,
    left,
    looks,
    registered,
    route,
    well,
)
from tests.diagnosis.findings.said import facts, found, look, record, status_of

ID, NEW = "consumer_group_renamed", "orders-v2"
AGAIN = "10.0.0.1@9#3"
OWN = {"group": NEW, "source": "client", "file": "client-3/rocketmq_client.log", "client_id": AGAIN}
STARTED = [record("consumer_started", at=41, **OWN), record("rebalance_result", at=42, topic="paid", **OWN)]
# The old group stopped at 10 in each of the four queues.
STOPPED = looks(dict.fromkeys(QUEUES), standing=QUEUES)


def pulls(*offsets: int) -> list[Event]:
    """What an ordered client says when it first pulls the queues."""
    raw = "the first time to pull message, so fix offset from broker. pullRequest: {queue} NewOffset: {offset}"
    places = [{"topic": each.topic, "broker": each.broker, "queue": each.queue} for each in QUEUES]
    texts = [raw.format(queue=each, offset=offset) for each, offset in zip(QUEUES, offsets, strict=False)]
    return [record("pull_offset_first", t, at=43, **OWN, **p) for t, p in zip(texts, places, strict=False)]


def new(
    *events: Event,
    at: float = 40,
    client: str = AGAIN,
    made: bool = True,
    told: Event | None = None,
    **changed: Any,
) -> GroupFacts:
    """The other group as a broker's log sees it begin."""
    topic = [record("topic_created", group=NEW, file="broker-a.log", topic=f"%RETRY%{NEW}", at=at)]
    seen = [connected(client, at, group=NEW), replace(told or registered(client), group=NEW)]
    return facts([*(topic if made else []), *seen, *events], **{"group": NEW, "rosters": (), **changed})


def renamed(*others: GroupFacts, **changed: Any) -> GroupFacts:
    """The old group: both clients came and went, and messages wait."""
    stays = [broker_start(), connected(ONE, 0), connected(TWO, 5), registered(ONE), left(ONE, 20), left(TWO, 25)]
    old = {"rosters": (), "running": (), "snapshots": STOPPED, "routes": route(), "begun": others}
    return well([*stays, goes_on()], **{**old, **changed})


BEHIND = new(*STARTED, *pulls(60, 60, 60, 60))


@pytest.mark.parametrize(
    ("case", "status", "number"),
    [
        pytest.param(renamed(BEHIND), "proven", "at least 200", id="agrees: it first pulled 50 messages further on"),
        pytest.param(
            renamed(new(snapshots=(look(1, 60, dict.fromkeys(QUEUES, (100, 4, None))),))),
            "proven",
            "at least 24 messages are consumed again",
            id="agrees: a snapshot shows it below the old group's offsets",
        ),
        pytest.param(
            renamed(new(*STARTED, *pulls(10, 10, 10, 10))), "refuted", "", id="contradicted: its offsets were cloned"
        ),
        pytest.param(renamed(new(*STARTED, *pulls(60), at=22)), "refuted", "", id="contradicted: both lived together"),
        pytest.param(
            renamed(new(snapshots=(look(1, 60, dict.fromkeys(QUEUES, (100, 90, None))),))),
            "suspected",
            "up to 320",
            id="too little: it is further on, and may have read all before",
        ),
        pytest.param(
            renamed(new(*STARTED[1:], *pulls(60, 60, 60, 60))),
            "suspected",
            "up to",
            id="too little: its log may lack earlier pulls",
        ),
        pytest.param(
            renamed(new(*STARTED, *pulls(60), connected(TWO, 50, group=NEW, port=5001))),
            "suspected",
            "up to",
            id="too little: another client's log is missing",
        ),
        pytest.param(
            renamed(new(*STARTED, *pulls(60), client="10.9.9.9@9#3")),
            "suspected",
            "up to",
            id="too little: other hosts",
        ),
        pytest.param(
            renamed(new(*STARTED, *pulls(60), made=False)),
            "suspected",
            "",
            id="too little: it may have been there before",
        ),
        pytest.param(
            renamed(BEHIND, snapshots=looks(dict.fromkeys(QUEUES), rate=0)), "open", "", id="silent: nothing waits"
        ),
        pytest.param(renamed(new(*STARTED, *pulls(60), at=4000)), "open", "", id="silent: it began an hour later"),
        pytest.param(renamed(), "open", "", id="silent: no other group began"),
    ],
)
def test_renamed(case: GroupFacts, status: str, number: str) -> None:
    assert status_of(case, ID) == status
    assert number in "".join(finding.title for finding in found(case, ID))


MOVED = "10.0.0.2@9#4"


def one_left(*others: GroupFacts, events: Iterable[Event] = (), **changed: Any) -> GroupFacts:
    """TWO left the group, in which ONE goes on."""
    came = [broker_start(), connected(ONE, 0), connected(TWO, 5), registered(ONE), registered(TWO), left(TWO, 20)]
    return well([*came, *events, goes_on()], **{"rosters": (), "running": (), "begun": others, **changed})


def apart(**wants: Any) -> GroupFacts:
    """TWO's host in the new group, subscribing as said."""
    return new(client=MOVED, told=registered(MOVED, **wants))


@pytest.mark.parametrize(
    ("case", "status", "why"),
    [
        pytest.param(
            one_left(apart()), "proven", "was intended.", id="agrees: its host is in a new group that reads the same"
        ),
        pytest.param(
            one_left(apart(), spelt_alike=(NEW,)),
            "proven",
            "differ only in case",
            id="agrees: and the names are nearly equal",
        ),
        pytest.param(
            one_left(apart(topic="sent")), "open", "", id="contradicted: the new group has a topic of its own"
        ),
        pytest.param(one_left(apart(expression="A")), "open", "", id="contradicted: the new group wants other tags"),
        pytest.param(
            one_left(apart(), events=[connected("10.0.0.2@5#9", 6, port=5002), registered("10.0.0.2@5#9", port=5002)]),
            "open",
            "",
            id="contradicted: a process of that host is still in the group",
        ),
        pytest.param(
            one_left(new(client=MOVED, told=goes_on())),
            "open",
            "",
            id="too little: what the new group wants is not known",
        ),
        pytest.param(
            one_left(new(client=MOVED, made=False)),
            "suspected",
            "",
            id="too little: the group may have been there before",
        ),
        pytest.param(
            one_left(new(connected("10.9.9.9@1#1", 41, group=NEW), client=MOVED)),
            "suspected",
            "",
            id="too little: a host that was never in the group is there as well",
        ),
        pytest.param(
            one_left(new(replace(left(MOVED, 50), group=NEW), client=MOVED)), "open", "", id="silent: it left again"
        ),
        pytest.param(one_left(new(client=MOVED, at=4000)), "open", "", id="silent: it came an hour later"),
        pytest.param(one_left(), "open", "", id="silent: no other group began"),
    ],
)
def test_some_moved(case: GroupFacts, status: str, why: str) -> None:
    assert status_of(case, ID) == status
    assert why in "".join(str(finding.why) for finding in found(case, ID))


def test_of_some_that_moved_nothing_is_lost_and_the_deed_is_the_old_name() -> None:
    told = verdict({GROUP: one_left(apart())})
    assert told.severity is Severity.WARNING
    (finding,) = (one for one in told.findings if one.id == ID)
    assert "10.0.0.2@9" in finding.title and GROUP in finding.title and NEW in finding.title
    assert "old group name" in finding.remedy[0] and "deleteSubGroup" in finding.remedy[0]
    assert "inconsistent_subscription" not in {one.id for one in told.findings}
