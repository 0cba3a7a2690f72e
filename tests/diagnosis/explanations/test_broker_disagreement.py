"""broker_disagreement: brokers' logs, client lists or counts that show different members."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.timeline.changes import changes_of
from rmqkit.rocketmq import MessageQueue, allocation
from tests.diagnosis.explanations.groups import (
    ONE,
    QUEUES,
    THREE,
    TWO,
    broker_start,
    client,
    connected,
    goes_on,
    left,
    listed,
    route,
    well,
)
from tests.diagnosis.explanations.said import after, found, record, status_of

ID = "broker_disagreement"
FOUR = "10.0.0.4@5#4"
A, B = "broker-a.log", "broker-b.log"


def logs(*events: Event, whole: bool = True) -> GroupFacts:
    """Two brokers' logs that end at one time; `whole`: each holds its broker's start."""
    starts = [broker_start(A), broker_start(B)] if whole else []
    return well([*starts, *events, goes_on(A), goes_on(B)], rosters=(), running=(), snapshots=())


def asked(*answers: tuple[str, ...]) -> GroupFacts:
    """One broker's log lacks a client; mqadmin asked for lists when all had come."""
    rosters = tuple(listed(number, *ids) for number, ids in enumerate(answers, start=7))
    return replace(logs(*BOTH[:3]), rosters=rosters)


def lists(*members: tuple[str, ...]) -> GroupFacts:
    rosters = tuple(listed(number, *ids) for number, ids in enumerate(members, start=1))
    return well(rosters=rosters, running=(), snapshots=())


def counted(*counts: int, notified: int = 0) -> GroupFacts:
    """One client's log: how many clients it counts, rebalance by rebalance."""
    results = [
        record(
            "rebalance_result",
            "client rebalanced result changed. allocateMessageQueueStrategyName=AVG, group=orders, topic=paid, "
            f"clientId={ONE}, mqAllSize=4, cidAllSize={count}, rebalanceResultSize=0, rebalanceResultSet=[]",
            topic="paid", client_id=ONE, source="client", file="client.log", at=20 * number,
        )
        for number, count in enumerate(counts)
    ]  # fmt: skip
    told = record("consumer_ids_changed", source="client", file="client.log", at=1, last=200, times=max(1, notified))
    return well([*results, *([told] if notified else [])], rosters=(), running=(), snapshots=())


def by_name_servers(*known: str, counts: tuple[int, ...] = ()) -> GroupFacts:
    """What name servers that were asked alone tell of the topic: the brokers, by their letters."""
    told = {
        f"10.0.9.{number}:9876": tuple(
            RouteBroker(f"broker-{letter}", 4, 6, "routes.txt", number) for letter in letters
        )
        for number, letters in enumerate(known, start=1)
    }
    return replace(counted(*counts) if counts else well(), routes_by_server={"paid": told})


DIRECT, PROXY = frozenset({"10.0.9.1:9876"}), frozenset({"10.0.9.8:8080"})
HALVES = ((ONE, TWO), (THREE, FOUR))


def share(client_id: str, *numbers: int, counted_as: int = 2) -> Event:
    """What a client was given last."""
    queues = ", ".join(f"MessageQueue [topic=paid, brokerName=broker-a, queueId={number}]" for number in numbers)
    raw = (
        f"rebalanced result changed. allocateMessageQueueStrategyName=AVG, group=orders, topic=paid, "
        f"clientId={client_id}, mqAllSize=4, cidAllSize={counted_as}, rebalanceResultSize={len(numbers)}, "
        f"rebalanceResultSet=[{queues}]"
    )
    return record("rebalance_result", raw, topic="paid", client_id=client_id, source="client", file=f"{client_id}.log")


def back(host: str, number: int) -> list[Event]:
    """Commits below the stored offset that come from a host, to the log's end."""
    return [
        record("offset_moved_back", topic="paid", queue=number, address=f"{host}:4711", file="broker-a.log", at=at)
        for at in range(0, 590, 30)
    ]


def in_parts(
    *events: Event, halves: tuple[tuple[str, ...], ...] = HALVES, servers: tuple[frozenset[str], ...] = (DIRECT, PROXY),
    apart: float = 60,
) -> GroupFacts:  # fmt: skip
    """Two client lists of one time, each asked at another address."""
    rosters = tuple(
        replace(listed(number, *ids, at=apart * number), name_servers=asked_at)
        for number, (ids, asked_at) in enumerate(zip(halves, servers, strict=True))
    )
    return well([*events, goes_on("broker-a.log")], rosters=rosters, running=())


def asked_each(*events: Event, route_has: str = "ab", ids: tuple[str, ...] = (ONE,)) -> GroupFacts:
    """Lists that were asked of two brokers (-b): the second one's has only these."""
    rosters = (replace(listed(1, ONE, TWO), asked=AT["a"]), replace(listed(2, *ids), asked=AT["b"]))
    told = tuple(RouteBroker(f"broker-{one}", 4, 6, "r.txt", 3, AT[one]) for one in route_has)
    return well([*events, goes_on(f"{TWO}.log")], rosters=rosters, running=(), routes={"paid": told})


AT = {"a": "10.0.8.1:10911", "b": "10.0.8.2:10911"}


def not_heard(address: str, last: float = 590) -> list[Event]:
    """TWO's heartbeats to a broker fail."""
    of_log = {"source": "client", "file": f"{TWO}.log"}
    failed = record("heartbeat_failed", group=None, address=address, at=0, last=last, times=20, **of_log)
    return [failed, record("rebalance_result", client_id=TWO, at=0, topic="paid", **of_log)]


OWN_END = f"[id: 0x6582224f, L:/{AT['b']} - R:/10.0.0.2:51824]"


def counts_in_turns(
    *events: Event, last: float = 590, cause: str = "connect to <10.0.8.2:10911> failed", without: int = 1
) -> GroupFacts:
    """ONE and THREE count three clients and two in turns, for one broker has TWO and one has not: TWO's heartbeats
    to that one fail. `without`: whom the shorter list lacks, by place."""
    of_log = {"source": "client", "file": f"{TWO}.log"}
    failed = [
        record("heartbeat_failed", cause, group=None, address=AT["b"], at=at, last=at + 30, times=2, **of_log)
        for at in range(0, int(last), 60)
    ]
    whole, left = [ONE, TWO, THREE], [one for place, one in enumerate((ONE, TWO, THREE)) if place != without]
    results = []
    for turn, ids in enumerate([whole, left] * 5):
        given = allocation("orders", QUEUES, ids)
        for who in (ONE, THREE):
            if who in ids:
                numbers = [one.queue for one in given.share_of(who)]
                results.append(moved_to(share(who, *numbers, counted_as=len(ids)), 300 + 30 * turn))
    ends = [goes_on(f"{who}.log") for who in (ONE, TWO, THREE)]
    return well([*events, *failed, *results, *ends], rosters=(), running=(), snapshots=())


def moved_to(event: Event, seconds: float) -> Event:
    return replace(event, at=after(seconds), last_at=after(seconds))


def by_itself() -> Event:
    """TWO names itself in its log."""
    return replace(share(TWO, 2, counted_as=3), at=after(0), last_at=after(0))


def dropped_at_b() -> Event:
    """The broker's own log has dropped TWO."""
    raw = f"NETTY EVENT: remove not active channel[ClientChannelInfo [channel={OWN_END}, clientId={TWO}"
    return record("consumer_disconnected", raw, client_id=TWO, file="b/broker.log.grep", at=130)


COUNTED = (share(ONE, 0, 1), share(FOUR, 2, 3))
SIDE_BY_SIDE = (*back("10.0.0.1", 0), *back("10.0.9.8", 0))


BOTH = [connected(ONE, 0, A), connected(TWO, 5, A), connected(ONE, 0, B), connected(TWO, 5, B)]
TURNING = (2, 1, 2, 1, 2, 1, 2)


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(
            logs(*BOTH[:3]), "suspected", id="too little: one of two brokers' logs lacks a client: a line may be lost"
        ),
        pytest.param(
            logs(*BOTH, left(TWO, 100, B)),
            "suspected",
            id="too little: a client left one broker only, by the lines kept",
        ),
        pytest.param(
            replace(logs(*BOTH, left(TWO, 100, B)), rosters=(listed(7, ONE),)),
            "proven",
            id="agrees: a client left one broker only, and a list lacks it",
        ),
        pytest.param(
            lists((ONE, TWO), (ONE,), (ONE, TWO), (ONE,), (ONE, TWO)), "proven", id="agrees: two lists leave it out"
        ),
        pytest.param(asked((ONE, TWO), (ONE,)), "proven", id="agrees: a list lacks it too"),
        pytest.param(
            asked(*[(ONE, TWO)] * 4),
            "refuted",
            id="contradicted: brokers asked at random know everybody: lines are lost",
        ),
        pytest.param(asked((ONE, TWO)), "suspected", id="too little: the one list that was asked for has everybody"),
        pytest.param(logs(*BOTH), "refuted", id="contradicted: whole logs that end with the same members"),
        pytest.param(lists((ONE, TWO), (ONE,), (ONE, TWO)), "suspected", id="too little: one list leaves a client out"),
        pytest.param(counted(*TURNING), "suspected", id="too little: the count goes up and down and no broker says so"),
        pytest.param(
            counted(3, 2, 3, 2, 3, 2, 3, notified=1),
            "suspected",
            id="too little: brokers announced one of five turns, and a rollout of three makes three",
        ),
        pytest.param(
            by_name_servers("ab", "a", counts=TURNING),
            "proven",
            id="agrees: a name server does not know a broker, and the count goes up and down",
        ),
        pytest.param(
            in_parts(*COUNTED, *SIDE_BY_SIDE), "proven", id="agrees: two lists of one time, two shares, commits of both"
        ),
        pytest.param(in_parts(*SIDE_BY_SIDE), "suspected", id="too little: no client says how many it counts"),
        pytest.param(
            in_parts(share(ONE, 0, 1), share(FOUR, 3, counted_as=4), *SIDE_BY_SIDE),
            "suspected",
            id="too little: a client of one part counts everybody",
        ),
        pytest.param(in_parts(*COUNTED), "suspected", id="a rival stands: the one half may have followed the other"),
        pytest.param(
            in_parts(*COUNTED, *SIDE_BY_SIDE, halves=((ONE, TWO), (TWO, FOUR))),
            "open",
            id="silent: the lists have a client in common",
        ),
        pytest.param(
            in_parts(*COUNTED, *SIDE_BY_SIDE, apart=3600), "open", id="silent: an hour lies between the two lists"
        ),
        pytest.param(
            in_parts(*COUNTED, *SIDE_BY_SIDE, servers=(DIRECT, DIRECT | PROXY)),
            "open",
            id="silent: the second list may be the same server's",
        ),
        pytest.param(
            asked_each(*not_heard(AT["b"])),
            "proven",
            id="agrees: a firewall: whom one of two brokers does not know cannot send it heartbeats",
        ),
        pytest.param(
            asked_each(*not_heard(AT["a"])), "suspected", id="too little: heartbeats fail at the broker that knows it"
        ),
        pytest.param(
            asked_each(*not_heard(AT["b"], last=60)), "suspected", id="too little: heartbeats failed for a while"
        ),
        pytest.param(asked_each(), "suspected", id="too little: two lists of two brokers, and nothing else"),
        pytest.param(
            asked_each(*not_heard(AT["b"]), route_has="a"), "open", id="silent: a broker that has none of the topics"
        ),
        pytest.param(
            counts_in_turns(by_itself()), "proven", id="agrees: heartbeats fail, and others do without it in turns"
        ),
        pytest.param(
            counts_in_turns(dropped_at_b()), "proven", id="agrees: by the broker that dropped whose log names nobody"
        ),
        pytest.param(counts_in_turns(), "suspected", id="too little: nothing tells whose heartbeats fail"),
        pytest.param(
            counts_in_turns(by_itself(), without=0), "suspected", id="too little: others do without another client"
        ),
        pytest.param(
            counts_in_turns(by_itself(), cause="wait response on the channel <10.0.8.2:10911> timeout"),
            "suspected",
            id="too little: what is not answered may have arrived",
        ),
        pytest.param(by_name_servers("ab", "a"), "suspected", id="too little: the clients may all ask the other one"),
        pytest.param(by_name_servers("ab", "ab"), "open", id="silent: name servers tell the same"),
        pytest.param(counted(*TURNING, notified=9), "open", id="silent: brokers notified of as many changes"),
        pytest.param(counted(2, 1, 2), "open", id="silent: a restart"),
        pytest.param(logs(*BOTH[:3], whole=False), "open", id="silent: a log that begins when the clients came"),
        pytest.param(
            logs(*BOTH[:3], connected(TWO, 590, A, port=6000)), "open", id="silent: a client came a moment ago"
        ),
        pytest.param(lists((ONE, TWO), (ONE,), (ONE,)), "open", id="silent: a client that went and stayed away"),
    ],
)
def test_how_sure(case: GroupFacts, status: str) -> None:
    assert status_of(case, ID) == status


def test_parts_that_do_not_know_each_other_read_every_queue_each() -> None:
    case = in_parts(*COUNTED, *SIDE_BY_SIDE)
    (told,) = found(case, "duplicate_consumption")
    assert (told.status, str(told.severity), told.queues) == ("proven", "CRITICAL", QUEUES)
    (cause,) = found(case, ID)
    assert cause.remedy[0].startswith("Let all clients of the group enter the same way")


def test_queues_that_one_part_alone_sees_are_read_once() -> None:
    """Whose name server knows one broker shares out that broker's queues: no list gives the other's twice."""
    case = in_parts(share(ONE, 0, 1), share(FOUR, 2, 3), *SIDE_BY_SIDE)
    assert (
        found(replace(case, routes={**route(), **route("paid", queues=6)}), "duplicate_consumption")[0].proven is False
    )


def test_clients_of_one_part_neither_left_nor_joined_when_the_other_was_asked() -> None:
    assert [change.kind for change in changes_of(in_parts())] == []


def test_who_is_missing_where_is_told() -> None:
    told = found(logs(*BOTH[:3]), ID)[0]
    assert (told.clients, told.why.startswith(f"{B}: without {TWO}")) == ((TWO,), True)


def test_queues_that_nobody_held_when_all_were_asked_are_told_and_no_more_is_sure() -> None:
    case = asked_each(*not_heard(AT["b"]))
    rest = (QUEUES[3], *(MessageQueue("paid", "broker-b", number) for number in range(4)))
    held = replace(case, running=(client(ONE, *QUEUES[:2]), client(TWO, *rest)))
    [orphans] = found(held, "orphan_queues")
    assert (orphans.queues, orphans.proven) == ((QUEUES[2],), False)
    assert "when all clients were asked" in orphans.title
    later = replace(held, running=(*held.running[:1], client(TWO, *rest, asked=200)))
    assert found(later, "orphan_queues") == []


def test_the_broker_that_lacks_clients_is_named() -> None:
    told = found(asked_each(*not_heard(AT["b"])), ID)[0]
    assert (told.brokers, f"broker-b ({AT['b']}): without {TWO}" in told.why) == (("broker-b",), True)
