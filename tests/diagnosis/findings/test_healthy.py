"""healthy: the state with the most needs; each thing taken away leaves it unproven and says what lacks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import snapshots_contradict
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, QueueStatus, RouteBroker
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.healthy import healthy
from rmqkit.diagnosis.judge import judge
from tests.diagnosis.findings.groups import (
    GROUP,
    IP,
    ONE,
    QUEUES,
    RETRY,
    SHARES,
    TWO,
    broker_start,
    client,
    connected,
    ends,
    goes_on,
    listed,
    lists,
    looks,
    rates,
    route,
    well,
)
from tests.diagnosis.findings.said import answer, beat, look, queue, record


def judged(case: GroupFacts) -> Finding:
    return judge(healthy(Case.of(case)), case.group)


def words(**said: Any) -> tuple[RunningInfo, ...]:
    return client(ONE, *QUEUES[:2], **said), client(TWO, *QUEUES[2:], **said)


def popping(**changed: Any) -> GroupFacts:
    both = tuple(client(who, *QUEUES, mode="pop") for who in (ONE, TWO))
    return well(**{"running": both, "snapshots": looks(dict.fromkeys(QUEUES)), **changed})


def broadcasting(ok_tps: float) -> GroupFacts:
    both = tuple(client(who, *QUEUES, model="BROADCASTING", rates=rates(ok_tps=ok_tps)) for who in (ONE, TWO))
    return well(running=both, rosters=lists(ONE, TWO, model="BROADCASTING"), snapshots=())


def by_a_brokers_log() -> GroupFacts:
    """One list; the broker's log tells that nobody came or went since."""
    return well([broker_start(), connected(ONE, -300), connected(TWO, -290), goes_on()], rosters=lists(ONE, TWO)[:1])


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(well(), id="two clients, each with its queues, which move"),
        pytest.param(well(snapshots=looks(SHARES, rate=0)), id="no message comes and every queue is read to its end"),
        pytest.param(well(routes={}, status=ends()), id="topicStatus lists the queues"),
        pytest.param(by_a_brokers_log(), id="a broker's log tells that the members stay"),
        pytest.param(popping(), id="popping clients: any of them takes any message"),
        pytest.param(broadcasting(3.0), id="broadcasting clients that all consume"),
    ],
)
def test_agrees(case: GroupFacts) -> None:
    assert str(judged(case).status) == "proven"


@pytest.mark.parametrize(
    ("case", "lacks"),
    [
        pytest.param(well(snapshots=()), "how offsets advance", id="no look"),
        pytest.param(well(snapshots=looks(SHARES, times=1)), "how offsets advance", id="one look"),
        pytest.param(well(snapshots=looks(dict.fromkeys(QUEUES))), "which client owns", id="looks without owners"),
        pytest.param(well(rosters=()), "the list of connected clients", id="no list of members"),
        pytest.param(well(running=words()[:1]), "each client's own subscriptions", id="one client was not asked"),
        pytest.param(well(routes={}, running=()), "each client's own subscriptions", id="nobody was asked"),
        pytest.param(
            well(snapshots=looks({each: SHARES[each] for each in QUEUES[:3]})),
            "whether the offset of every queue advances",
            id="a queue of the route that no look shows",
        ),
        pytest.param(
            well(snapshots=looks(SHARES, standing=QUEUES[:1])), "snapshots far enough apart", id="a queue stands"
        ),
        pytest.param(
            well(snapshots=looks({**SHARES, QUEUES[2]: None}, standing=QUEUES[2:3]), running=words()),
            "why the observed owners differ",
            id="a queue without an owner",
        ),
        pytest.param(
            well(snapshots=looks({**SHARES, QUEUES[2]: IP[ONE]})), "why the observed owners differ", id="another owner"
        ),
        pytest.param(
            well(rosters=(listed(1, ONE), listed(2, ONE, TWO), listed(3, ONE, TWO))),
            "whether the same clients stay connected",
            id="the members changed a moment ago",
        ),
        pytest.param(
            well(running=words(started=60)), "whether the same clients stay connected", id="the clients just started"
        ),
        pytest.param(
            well(answers=(answer(17, f"No topic route info in name server for the topic: {RETRY}"),)),
            "whether the name server and the group name are right",
            id="the name server knows no retry topic of the group",
        ),
        pytest.param(
            popping(snapshots=looks(dict.fromkeys(QUEUES), standing=QUEUES)),
            "snapshots far enough apart",
            id="nothing is popped",
        ),
        pytest.param(broadcasting(0.0), "whether the broadcasting clients consume", id="a broadcasting client is idle"),
    ],
)
def test_too_little_is_never_healthy_and_says_what_lacks(case: GroupFacts, lacks: str) -> None:
    told = judged(case)
    assert str(told.status) == "suspected"
    assert any(what.startswith(lacks) for what, _ in told.needs)
    assert told.decided_by


def test_looks_at_two_clusters_are_not_healthy() -> None:
    """The second look's queue ends before what the first one had consumed of it."""
    shown = looks(SHARES)
    case = well(snapshots=(shown[2], replace(shown[0], file="consumerProgress-9.txt", at=None)))
    lacks = {what for what, _ in judged(case).needs}
    assert "snapshots of one cluster in chronological order: in these snapshots the end of a queue moves back" in lacks


ILLEGAL = (
    "the pull request offset illegal, PullRequest [consumerGroup=orders, messageQueue=MessageQueue [topic=paid, "
    "brokerName=broker-a, queueId=1], nextOffset=280] PullResult [pullStatus=OFFSET_ILLEGAL, nextBeginOffset={end}, "
    "minOffset=0, maxOffset={end}, msgFoundList=0]"
)


def made_anew(at: float, *, asked: bool = True) -> list[Event]:
    """The broker's log has the topic deleted; a slave that takes its master's settings over logs no request."""
    told = "delete topic config OK, topic: TopicConfig [topicName=paid, readQueueNums=4, writeQueueNums=4, perm=RW-]"
    events = [record("topic_deleted", told, file="broker-a/broker.log", topic="paid", at=at)]
    by = record("topic_deleted_by", "deleteTopic called by 10.0.0.9", file="broker-a/broker.log", at=at)
    return [by, *events] if asked else events


def corrected(end: int) -> list[Event]:
    where = {"source": "client", "file": "client-1/rocketmq_client.log", "topic": "paid", "broker": "broker-a"}
    return [record("pull_offset_illegal", ILLEGAL.format(end=end), at=75, queue=1, **where)]


@pytest.mark.parametrize(
    ("events", "known"),
    [
        pytest.param(made_anew(65), True, id="agrees: the topic was deleted between the looks"),
        pytest.param(corrected(40), True, id="agrees: a reader was told that the queue ends before its place"),
        pytest.param(made_anew(65, asked=False), False, id="too little: a slave took settings over"),
        pytest.param(made_anew(500), False, id="too little: it was deleted after all looks"),
        pytest.param(corrected(300), False, id="too little: the reader was told of a queue that goes on behind it"),
        pytest.param([], False, id="silent: another cluster, or another order"),
    ],
)
def test_looks_at_a_queue_that_was_made_anew_count_since_then(events: list[Event], known: bool) -> None:
    """Two looks before; one that still shows the old offset, beyond the new end; two after it was corrected."""
    ends = [(100, 100), (190, 190), (10, 190), (100, 100), (190, 190)]
    rows = [{each: (*shown, SHARES[each]) for each in QUEUES} for shown in ends]
    case = Case.of(well(events, snapshots=tuple(look(n, 30 * n, row) for n, row in enumerate(rows, start=1))))
    assert snapshots_contradict(case) is not known
    assert [movement.consumed for movement in case.user_movements] == [90] * 4 * known


def test_silent_evidence_is_open_or_suspected_and_never_ok() -> None:
    assert str(verdict({GROUP: GroupFacts(GROUP)}).severity) == "UNKNOWN"


def test_the_whole_is_ok_only_where_nothing_that_was_said_is_left_open() -> None:
    """A healthy group, and a fault in a client's log that no finding accounts for."""
    fault = record("allocation_failed", source="client", file="client.log", at=90)
    assert str(verdict({GROUP: well()}).severity) == "OK"
    told = verdict({GROUP: well([fault])})
    assert [(said.event, said.state) for said in told.messages if said.state == "open"]
    assert str(told.severity) == "UNKNOWN"
    assert "some log lines are not explained; unexplained log line: " in str(told.headline)


def test_a_healthy_group_is_told_so_beside_one_that_nobody_asked_about_and_nothing_is_known_of() -> None:
    told = verdict({"audit": GroupFacts("audit"), GROUP: well()})
    assert str(told.headline).startswith(f"{GROUP}: nothing is wrong now (4 queues have one owner each")
    assert str(told.severity) == "UNKNOWN"


def test_a_note_and_what_is_over_say_that_nothing_is_wrong_now() -> None:
    told = verdict({GROUP: popping()})
    assert str(told.headline).startswith(
        f"{GROUP}: nothing is wrong now (4 queues: the broker distributes their messages"
    )
    assert str(told.severity) == "NOTICE"
    assert "nothing is wrong now" not in str(verdict({GROUP: popping(rosters=())}).headline)


def test_a_group_of_which_something_is_suspected_is_not_said_to_be_right() -> None:
    filtered = answer(None, "MessageTrack [consumerGroup=orders, trackType=CONSUMED_BUT_FILTERED]", kind="statements")
    told = verdict({GROUP: popping(answers=(filtered,))})
    assert [finding.id for finding in told.findings if not finding.proven] == ["tag_mismatch_silent_loss"]
    assert "nothing is wrong now" not in str(told.headline)


def test_what_is_but_suspected_of_a_group_that_nobody_asked_about_does_not_lead() -> None:
    aside = record("connection_failed", source="client", file="other.log", group="audit", at=90)
    other = GroupFacts("audit", events=(aside,))
    told = verdict({"audit": other, GROUP: popping()})
    assert str(told.headline).startswith(f"{GROUP}: ")
    assert {finding.group for finding in told.findings[:1]} == {GROUP}


@pytest.mark.parametrize(
    ("ends_seen", "missing", "routes", "proven"),
    [
        pytest.param(
            False, False, route("old"), False,
            id="nothing shows whether messages still come to a topic that a member gave up",
        ),
        pytest.param(True, False, route("old"), True, id="topicStatus shows how far the topic goes"),
        pytest.param(False, True, {}, True, id="the topic has no route: no message can come"),
        pytest.param(False, True, route("old"), False, id="the topic had no route, and has one: messages may come"),
    ],
)  # fmt: skip
def test_a_topic_that_was_given_up(
    ends_seen: bool, missing: bool, routes: Mapping[str, tuple[RouteBroker, ...]], proven: bool
) -> None:
    before = [beat("paid", "old", at=-100, client=ONE)]
    if missing:
        before.append(record("route_missing", topic="old", source="client", file="client.log", group=None, at=-99))
    status = {"old": (QueueStatus(queue(0, "old"), 5, None, "topicStatus.txt", 2),)} if ends_seen else {}
    given_up = well([*before, beat("paid", at=10, client=ONE)], status=status, routes={**route(), **routes})
    assert judged(given_up).proven == proven
