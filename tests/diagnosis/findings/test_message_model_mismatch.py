"""message_model_mismatch: clustering and broadcasting clients, or push and pop clients, in one group."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, Roster
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import (
    IP,
    ONE,
    QUEUES,
    TWO,
    broker_start,
    client,
    connected,
    goes_on,
    listed,
    lists,
    looks,
    route,
    well,
)
from tests.diagnosis.findings.said import LOG, beat, facts, found, how_sure, queue, record, status_of

ID = "message_model_mismatch"
PUSHING = client(ONE, *QUEUES[:2])
BROADCASTING = client(TWO, *QUEUES, model="BROADCASTING")
POPPING = client(TWO, *QUEUES, mode="pop")


def group(*clients: RunningInfo) -> GroupFacts:
    """TWO's share stands on the broker."""
    return well(running=clients, snapshots=looks(dict.fromkeys(QUEUES), standing=QUEUES[2:]))


def by_a_brokers_log() -> GroupFacts:
    """What a broker's log says of each client that comes."""
    raw = "new consumer connected, group: orders CONSUME_PASSIVELY BROADCASTING channel: 10.0.0.2:5000"
    broadcasting = record("consumer_connected", raw, file="broker-a.log", client_id=TWO, address="10.0.0.2:5000", at=5)
    return well([broker_start(), connected(ONE, 0), broadcasting, goes_on()], running=(), snapshots=())


def beside_a_proxy(at: float) -> Event:
    """What only a client that speaks gRPC writes."""
    return record("heartbeat_sent", source="client", file="c.log", client_id="vm@7@0@1s4", at=at)


SHARED = "10.0.0.3@DEFAULT"


def beside_twins(name: str, *, members: int = 4) -> GroupFacts:
    """Three processes of one id, and a client that tells what it is; a list, or that client's own count of members."""
    if members == 4:
        return well(rosters=lists(ONE, name, name, name), running=(client(ONE, *QUEUES[:1]),), snapshots=())
    broadcasting = client(name, *QUEUES, model="BROADCASTING")
    own = given(ONE, f"mqAllSize=4, cidAllSize=4, rebalanceResultSize=1, rebalanceResultSet=[{QUEUES[0]}]", LOG)
    return well([own], rosters=(), running=(client(ONE, *QUEUES[:1]), broadcasting), snapshots=())


def in_java(*client_ids: str) -> tuple[Roster, ...]:
    """A list that tells the clients' language."""
    (listed,) = lists(*client_ids)[:1]
    return (replace(listed, connections=tuple(replace(one, language="JAVA") for one in listed.connections)),)


def one_after_another() -> GroupFacts:
    later = client(TWO, *QUEUES, model="BROADCASTING", asked=900, started=500)
    return well(running=(PUSHING, later), rosters=(), snapshots=())


test_how_sure = how_sure(
    ID,
    pytest.param(group(PUSHING, BROADCASTING), "proven", id="agrees: one says clustering, one broadcasting"),
    pytest.param(group(PUSHING, POPPING), "proven", id="agrees: one pulls, one pops"),
    pytest.param(by_a_brokers_log(), "proven", id="agrees: a broker's log names both models"),
    pytest.param(
        well([beside_a_proxy(at=300), goes_on(at=300)]),
        "proven",
        id="agrees: beside two that brokers list, one speaks gRPC to a proxy, which pops for it",
    ),
    pytest.param(
        well([beside_a_proxy(at=300), goes_on(at=900)], running=()),
        "open",
        id="silent: the one that spoke gRPC has said nothing for ten minutes",
    ),
    pytest.param(well(), "refuted", id="contradicted: all members name one model"),
    pytest.param(
        well([connected(who, -9) for who in (ONE, TWO)], running=()),
        "open",
        id="silent: a registration is the same for popping and pulling clients",
    ),
    pytest.param(
        well(rosters=(), snapshots=()),
        "open",
        id="silent: two clients alike, and nobody tells whether a third one has another model",
    ),
    pytest.param(
        well(running=(client(ONE, *QUEUES, model="BROADCASTING"), BROADCASTING), snapshots=()),
        "refuted",
        id="contradicted: all members broadcast",
    ),
    pytest.param(one_after_another(), "suspected", id="too little: one may have followed the other"),
    pytest.param(well(running=()), "open", id="silent: nobody names a client's own model"),
    pytest.param(
        well(running=(client(ONE, *QUEUES),), rosters=lists(ONE, TWO)), "open", id="silent: one of two was asked"
    ),
    pytest.param(
        well(running=(), rosters=(listed(1, ONE, TWO), listed(2, ONE, TWO, model="BROADCASTING"))),
        "proven",
        id="agrees: the same connections are listed with one model and then with another",
    ),
    pytest.param(
        well(running=(), rosters=(listed(1, ONE, TWO), listed(2, TWO, ONE, model="BROADCASTING"))),
        "open",
        id="silent: who connected anew may have another model now",
    ),
    pytest.param(beside_twins(SHARED), "proven", id="agrees: an id that broadcasting clients alone have"),
    pytest.param(
        well(rosters=in_java(ONE, TWO, SHARED), running=()),
        "proven",
        id="agrees: one keeps the default name, where the pids of the others took its place",
    ),
    pytest.param(
        well(rosters=in_java("10.0.0.1@pay", "10.0.0.2@pay", SHARED), running=()),
        "open",
        id="silent: the others have names that a program set",
    ),
    pytest.param(beside_twins("7-10.0.0.3@DEFAULT"), "open", id="silent: the default name of a C++ client"),
)


def test_the_share_that_nobody_commits_is_named() -> None:
    assert [finding.queues for finding in found(group(PUSHING, BROADCASTING), ID)] == [QUEUES[2:]]


def test_all_that_falls_to_processes_of_one_id_is_their_share() -> None:
    [told] = found(beside_twins(SHARED), ID)
    assert (told.queues, told.details["read_by_several"]) == (QUEUES[1:], QUEUES[:1])


def test_no_queues_are_named_where_not_all_members_are_known() -> None:
    [told] = found(beside_twins(SHARED, members=2), ID)
    assert (told.queues, told.details["read_by_several"]) == ((), ())


def test_who_reads_everything_besides_reads_the_others_queues_twice() -> None:
    told = found(group(PUSHING, BROADCASTING), ID)
    assert [finding.details["read_by_several"] for finding in told] == [QUEUES[:2]]


def test_two_that_read_everything_read_each_others_share_as_well() -> None:
    third = replace(BROADCASTING, client_id="10.0.0.9@DEFAULT")
    case = replace(group(PUSHING, BROADCASTING, third), rosters=lists(ONE, TWO, third.client_id))
    assert {queue for finding in found(case, ID) for queue in finding.details["read_by_several"]} == set(QUEUES)


def given(who: str, words: str, file: str) -> Event:
    raw = f"rebalanced result changed. allocateMessageQueueStrategyName=AVG, group=orders, topic=paid, clientId={who}, "
    return record("rebalance_result", raw + words, topic="paid", client_id=who, file=file, source="client", at=30)


PULLED = given(ONE, f"mqAllSize=4, cidAllSize=2, rebalanceResultSize=1, rebalanceResultSet=[{QUEUES[0]}]", LOG)
POPPED = f"assignmentSet=[MessageQueueAssignment [MessageQueue={QUEUES[0]}, Mode=POP]]"


@pytest.mark.parametrize(
    ("events", "status"),
    [
        pytest.param([beat("paid", at=0), PULLED, given(TWO, POPPED, "two.log")], "proven", id="one pulls, one pops"),
        pytest.param([given(ONE, POPPED, LOG), given(TWO, POPPED, "two.log")], "open", id="both pop"),
        pytest.param(
            [beat("paid", at=0), given(TWO, POPPED, "two.log")], "open", id="a heartbeat tells no pop from a pull"
        ),
    ],
)
def test_who_pops_is_told_by_clients_logs(events: list[Event], status: str) -> None:
    assert status_of(facts(events), ID) == status


def test_who_broadcasts_another_topic_reads_nobodys_queues_twice_and_leaves_its_share_to_nobody() -> None:
    banners = [queue(number, "banners") for number in range(2)]
    other = client(TWO, *banners, topics={"banners": "*"}, model="BROADCASTING")
    case = well(
        running=(PUSHING, other),
        snapshots=looks({**dict.fromkeys(QUEUES[:2], IP[ONE]), **dict.fromkeys(QUEUES[2:])}, standing=QUEUES[2:]),
        rosters=lists(ONE, TWO, table={"paid": "*", "banners": "*"}),
        routes={**route(), **route("banners", queues=2)},
    )
    assert found(case, "duplicate_consumption") == []
    assert [one.queues for one in found(case, "orphan_queues")] == [QUEUES[2:]]
    [differing] = found(case, "inconsistent_subscription")
    assert differing.queues == QUEUES[2:]
