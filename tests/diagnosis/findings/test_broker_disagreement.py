"""broker_disagreement: brokers' logs, client lists or counts that show different members."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import (
    ONE,
    TWO,
    broker_start,
    connected,
    goes_on,
    left,
    listed,
    well,
)
from tests.diagnosis.findings.said import after, found, how_sure, rebalanced, record

ID = "broker_disagreement"
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


def by_brokers_in_turn(*members: tuple[str, ...]) -> GroupFacts:
    """Lists of two brokers that were asked at random: a client has a port of its own at each."""
    facts = lists(*members)
    second = [
        replace(roster, connections=tuple(replace(one, address=f"{one.address}1") for one in roster.connections))
        for roster in facts.rosters
    ]
    return replace(facts, rosters=tuple(second[n] if n % 2 else one for n, one in enumerate(facts.rosters)))


def counted(*counts: int, notified: int = 0, every: float = 20) -> GroupFacts:
    """One client's log: how many clients it counts, rebalance by rebalance."""
    results = [rebalanced(ONE, members=count, at=every * number) for number, count in enumerate(counts)]
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


def shared_out_of(*numbers: int, beside: int = 8) -> GroupFacts:
    """Two name servers know one broker each, of four queues; a client shares out so many, rebalance by rebalance, and
    another one so many all the time."""
    results = [rebalanced(ONE, of=number, at=20 * place) for place, number in enumerate(numbers)]
    other = rebalanced(TWO, of=beside, at=-60, file="other.log")
    return replace(well([*results, other]), routes_by_server=by_name_servers("a", "b").routes_by_server)


def by_clients(*known: str, servers: str = "12", at: float = 0) -> GroupFacts:
    """What routes clients logged, each with a name server of its own unless told; their logs go on to the end."""
    events = []
    for number, (letters, server) in enumerate(zip(known, servers, strict=True), start=1):
        of_log = {"source": "client", "file": f"client-{number}.log"}
        queues = ", ".join(
            f"QueueData [brokerName=broker-{letter}, readQueueNums=4, writeQueueNums=4, perm=6, topicSysFlag=0]"
            for letter in letters
        )
        route = f"TopicRouteData [orderTopicConf=null, queueDatas=[{queues}], brokerDatas=[], filterServerTable={{}}]"
        given = f"user specified name server address: 10.0.9.{server}:9876"
        events += [
            record("name_server_given", given, group=None, **of_log),
            record("route_stored", route, topic="paid", at=at, **of_log),
            record("stats_printed", at=120, **of_log),
        ]
    return well(events)


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


def twins(*elsewhere: str, sizes: tuple[int, ...] = (), sure: bool = True) -> GroupFacts:
    """broker-a holds two processes of ONE's id, and TWO; broker-b holds these. `sizes`: what a client counts."""
    second = connected(ONE, 7, A, port=5001) if sure else connected(ONE, 560, A, port=5001)
    own = [*BOTH[:2], second, *(connected(who, 8 + n, B, port=5002 + n) for n, who in enumerate(elsewhere))]
    case = logs(*own)
    return replace(case, events=(*case.events, *counted(*sizes).events), logs=case.logs | counted(*sizes).logs)


BOTH = [connected(ONE, 0, A), connected(TWO, 5, A), connected(ONE, 0, B), connected(TWO, 5, B)]
TURNING = (2, 1, 2, 1, 2, 1, 2)


test_how_sure = how_sure(
    ID,
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
    pytest.param(
        logs(connected(ONE, 0, A), connected(TWO, 5, B)),
        "open",
        id="silent: no client is connected to both brokers, as those of two clusters are",
    ),
    pytest.param(asked((ONE, TWO), (ONE,)), "proven", id="agrees: a list lacks it too"),
    pytest.param(
        asked(*[(ONE, TWO)] * 4),
        "refuted",
        id="contradicted: brokers asked at random know everybody: lines are lost",
    ),
    pytest.param(asked((ONE, TWO)), "suspected", id="too little: the one list that was asked for has everybody"),
    pytest.param(
        twins(ONE, TWO, sizes=(3, 2, 3, 2, 3)),
        "proven",
        id="agrees: one broker holds two processes of an id, the other one, and a client counts both in turn",
    ),
    pytest.param(twins(ONE, TWO), "suspected", id="too little: one of two processes of an id lacks in one log"),
    pytest.param(twins(ONE, ONE, TWO), "refuted", id="contradicted: both brokers hold two processes of an id"),
    pytest.param(
        twins(ONE, TWO, sure=False),
        "open",
        id="silent: a client reconnected a moment ago, and both connections are open",
    ),
    pytest.param(
        lists((ONE, TWO, ONE), (ONE, TWO), (ONE, TWO, ONE), (TWO, ONE), (ONE, TWO, ONE)),
        "proven",
        id="agrees: two lists lack one of two processes that the lists between show at the same addresses",
    ),
    pytest.param(
        by_brokers_in_turn((ONE, TWO), (ONE, TWO), (ONE,), (ONE,), (ONE, TWO), (ONE, TWO)),
        "proven",
        id="agrees: two brokers in turn, and each list between lacks a client that both held before and after",
    ),
    pytest.param(by_brokers_in_turn(*[(ONE, TWO)] * 6), "open", id="silent: two brokers in turn, and all ports last"),
    pytest.param(
        asked_each(ids=(ONE, TWO, ONE)),
        "suspected",
        id="too little: one broker's list has an id twice, the other's once",
    ),
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
        asked_each(*not_heard(AT["b"])),
        "proven",
        id="agrees: a firewall: whom one of two brokers does not know cannot send it heartbeats",
    ),
    pytest.param(
        asked_each(*not_heard(AT["a"])), "suspected", id="too little: heartbeats fail at the broker that knows it"
    ),
    pytest.param(asked_each(*not_heard(AT["b"], last=60)), "suspected", id="too little: heartbeats failed for a while"),
    pytest.param(asked_each(), "suspected", id="too little: two lists of two brokers, and nothing else"),
    pytest.param(
        asked_each(*not_heard(AT["b"]), route_has="a"), "open", id="silent: a broker that has none of the topics"
    ),
    pytest.param(by_name_servers("ab", "a"), "suspected", id="too little: the clients may all ask the other one"),
    pytest.param(by_name_servers("ab", "ab"), "open", id="silent: name servers tell the same"),
    pytest.param(by_clients("ab", "a"), "proven", id="agrees: a client's own name server does not know a broker"),
    pytest.param(by_clients("ab", "a", at=60), "open", id="too little: the news may be on its way"),
    pytest.param(by_clients("ab", "a", servers="11"), "open", id="silent: one name server, whose news is on its way"),
    pytest.param(by_clients("ab", "ab"), "open", id="silent: two name servers that tell the same"),
    pytest.param(counted(*TURNING, notified=9), "open", id="silent: brokers notified of as many changes"),
    pytest.param(counted(2, 1, 2), "open", id="silent: a restart"),
    pytest.param(logs(*BOTH[:3], whole=False), "open", id="silent: a log that begins when the clients came"),
    pytest.param(logs(*BOTH[:3], connected(TWO, 590, A, port=6000)), "open", id="silent: a client came a moment ago"),
    pytest.param(lists((ONE, TWO), (ONE,), (ONE,)), "open", id="silent: a client that went and stayed away"),
)


def test_who_is_missing_where_is_told() -> None:
    told = found(logs(*BOTH[:3]), ID)[0]
    assert (told.clients, told.why.startswith(f"{B} does not list {TWO}")) == ((TWO,), True)


def test_the_broker_that_lacks_clients_is_named() -> None:
    told = found(asked_each(*not_heard(AT["b"])), ID)[0]
    assert (told.brokers, f"broker-b ({AT['b']}) does not list {TWO}" in told.why) == (("broker-b",), True)


def test_a_further_process_of_an_id_is_named_as_such() -> None:
    told = found(twins(ONE, TWO), ID)[0]
    assert (told.clients, f"{B} does not list another {ONE} process" in told.why) == ((ONE,), True)


@pytest.mark.parametrize(
    ("case", "ongoing"),
    [
        pytest.param(shared_out_of(4, 4), True, id="it shares out what one broker has"),
        pytest.param(shared_out_of(4, 4, 8), False, id="it shares out all of them since: its name server knows both"),
        pytest.param(shared_out_of(4, 8, 4), True, id="it does so no more"),
        pytest.param(shared_out_of(8, 8), True, id="it always did: its name server is another one"),
        pytest.param(shared_out_of(4, 4, 8, beside=4), True, id="nobody did before: a broker was started"),
    ],
)
def test_name_servers_know_all_brokers_since_a_client_counts_all_queues(case: GroupFacts, *, ongoing: bool) -> None:
    [told] = [one for one in found(case, ID) if "unknown_at" in one.details]
    assert (told.ongoing, told.until) == (ongoing, None if ongoing else after(40))
