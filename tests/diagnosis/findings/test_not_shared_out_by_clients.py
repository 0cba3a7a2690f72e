"""not_shared_out_by_clients: pop, assign and pull consumers, an own strategy, a proxy."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.decide import missing_for
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import Connection, GroupFacts, Roster
from rmqkit.diagnosis.healthy import healthy
from rmqkit.diagnosis.judge import judge
from tests.diagnosis.findings.groups import GROUP, IP, ONE, QUEUES, TWO, connected, lists, looks
from tests.diagnosis.findings.groups import registered as registration
from tests.diagnosis.findings.said import after, answer, facts, found, how_sure, look, queue, rebalanced, record

OWN = "com.shop.NearestFirst@1b2c3d"
NOT_ONLINE = answer(206, "CODE: 206  DESC: the consumer group[orders] not online")
NO_OFFSETS = answer(206, "CODE: 206  DESC: Not found the consumer group consume stats, offset table is empty")


PULLS = "CONSUME_ACTIVELY"


def assigned(name: str, topic: str = "") -> RunningInfo:
    """Lite pull reports what it holds, and the topics that it subscribes to: none with `assign`."""
    info = client(name, kind=PULLS)
    held = HeldQueue(queue(1), "pull", 0, False, after(0), after(0), 9)
    return replace(info, queues=(held,), subscriptions={topic: "*"} if topic else {})


def pull_consumer(name: str) -> GroupFacts:
    """It registered a topic, so it logs a rebalance, and reports no queue."""
    info = client(name, kind=PULLS)
    info = replace(info, properties={**info.properties, "defaultMQPullConsumerImpl": "DefaultMQPullConsumerImpl@1"})
    return replace(group(info), events=(rebalanced(name, members=1),))


def client(name: str, *, mode: str = "pull", strategy: str = "AVG", kind: str = "CONSUME_PASSIVELY") -> RunningInfo:
    properties = {"allocateMessageQueueStrategy": strategy, "PROP_CONSUME_TYPE": kind, "messageModel": "CLUSTERING"}
    lines = dict.fromkeys(properties, 3)
    held = HeldQueue(queue(-1 if mode == "pop" else 0), mode, 0, False, after(0), after(0), 9)
    queues = () if kind == "CONSUME_ACTIVELY" else (held,)
    return RunningInfo(f"{name}.txt", 0, name, after(0), properties, lines, {"paid": "*"}, {"paid": 5}, queues, ())


def group(*clients: RunningInfo) -> GroupFacts:
    listed = tuple(Connection(info.client_id, "10.0.0.1:5", "V5_3_3", 2) for info in clients)
    kind = clients[0].properties["PROP_CONSUME_TYPE"]
    roster = Roster(
        "list.txt", 0, after(0), "consumer_connection", listed, {"paid": "*"}, {"paid": 4}, "CLUSTERING", kind
    )
    return facts(rosters=(roster,), running=clients)


def listed_alone(*topics: str) -> GroupFacts:
    """Nothing but a client list: who pulls by itself, and the topics of the group's table."""
    known = group(client("10.0.0.1@7#1@STREAM", kind=PULLS))
    listed = replace(known.rosters[0], subscriptions=dict.fromkeys(topics, "*"))
    return replace(known, running=(), rosters=(listed,))


def behind_a_proxy(*offsets: int) -> GroupFacts:
    looks = tuple(look(n, 30 * n, {queue(0): (200, at, None)}) for n, at in enumerate(offsets))
    return facts(snapshots=looks, answers=(NOT_ONLINE,))


def speaks_grpc(received: int = 60, failed: int = 0) -> GroupFacts:
    """The brokers know no retry topic of the group; a client's own log counts what it consumed in a minute."""
    counts = (
        f"receptionTimes={received}, receivedMessagesQuantity={received}, consumptionOkQuantity={received - failed}, "
        f"consumptionErrorQuantity={failed}"
    )
    said = record("queue_stats_printed", counts, source="client", file="c.log", client_id="vm@7@0@1s4", detail=counts)
    unknown = answer(17, "CODE: 17  DESC: No topic route info in name server for the topic: %RETRY%orders")
    return facts((said,), answers=(unknown,))


def broadcasting(model: str = "BROADCASTING", *, registered: bool = False) -> GroupFacts:
    """Two processes of one id and a third client, as lists show them, and as they registered with a broker."""
    models = ((ONE, 5000, "BROADCASTING"), (ONE, 5001, "BROADCASTING"), (TWO, 5002, model))
    came = [
        event
        for who, port, of in models
        for event in (connected(who, 1, port=port, model=of), registration(who, port=port, model=of))
    ]
    return facts(came if registered else [], rosters=lists(ONE, ONE, TWO, model="BROADCASTING"))


test_how_sure = how_sure(
    "not_shared_out_by_clients",
    pytest.param(group(client("10.0.0.1@7#1", mode="pop")), "proven", id="agrees: a client pops"),
    pytest.param(group(client("10.0.0.1@7#1@STREAM", kind="CONSUME_ACTIVELY")), "proven", id="agrees: it pulls"),
    pytest.param(group(assigned("10.0.0.1@7#1@STREAM")), "proven", id="agrees: lite pull with queues and no topic"),
    pytest.param(pull_consumer("10.0.0.1@7#1@STREAM"), "proven", id="agrees: a pull consumer that logs rebalances"),
    pytest.param(group(assigned("10.0.0.1@7#1@STREAM", "paid")), None, id="contradicted: lite pull that subscribes"),
    pytest.param(
        replace(
            group(client("10.0.0.1@7#1@STREAM", kind=PULLS)),
            running=(),
            snapshots=(look(1, 0, {queue(0): (9, 9, "10.0.0.1")}),),
        ),
        None,
        id="contradicted: a look names it with a queue of a topic that its heartbeats have",
    ),
    pytest.param(listed_alone("paid"), "suspected", id="too little: it pulls, and its heartbeats have a topic"),
    pytest.param(listed_alone(), "proven", id="agrees: it pulls, and its heartbeats have none"),
    pytest.param(group(client("10.0.0.1@7#1", strategy=OWN)), "proven", id="agrees: a strategy of the user's own"),
    pytest.param(behind_a_proxy(90, 120), "proven", id="agrees: nobody is online and offsets move"),
    pytest.param(facts(answers=(NO_OFFSETS,)), None, id="silent: CODE 206 that only means no offsets"),
    pytest.param(speaks_grpc(), "proven", id="agrees: a client writes what gRPC clients write, no broker knows it"),
    pytest.param(replace(speaks_grpc(), answers=()), None, id="silent: nobody says that brokers do not know it"),
    pytest.param(behind_a_proxy(90), "suspected", id="too little: nobody is online at one look"),
    pytest.param(group(client("10.0.0.1@7#1")), None, id="silent: the average strategy"),
    pytest.param(broadcasting(registered=True), "proven", id="agrees: every list and registration says BROADCASTING"),
    pytest.param(broadcasting(), "suspected", id="too little: lists name the model of one client alone"),
    pytest.param(broadcasting("CLUSTERING", registered=True), None, id="contradicted: one registered as clustering"),
    pytest.param(
        replace(group(client("10.0.0.1@7#1")), answers=(NOT_ONLINE,)), None, id="contradicted: a client is listed"
    ),
)


def test_what_clients_of_a_proxy_counted_of_themselves_is_told() -> None:
    told = found(speaks_grpc(received=60), "not_shared_out_by_clients")[0]
    assert "1 client received 60 messages, consumed 60 and failed 0 times" in str(told.why)
    assert found(speaks_grpc(received=60), "insufficient_evidence")


def test_behind_a_proxy_nothing_is_asked_that_brokers_cannot_answer() -> None:
    """A Python client's heartbeats; every command that names the group was answered with CODE 17."""
    beats = record("heartbeat_sent", source="client", file="c.log", client_id="vm@7@0@1s4")
    case = Case.of(replace(speaks_grpc(), events=(beats,)))
    wanted = [row.command for row in missing_for(case, [], judge(healthy(case), case.group), [], [])]
    assert str(wanted[0]).startswith("date; mqadmin brokerConsumeStats ")
    assert [command for command in wanted if " -g " in command or "rocketmq_client.log" in command] == []


def test_of_a_single_client_nothing_is_asked_that_takes_two() -> None:
    one = facts(rosters=lists(ONE), running=(), snapshots=looks(dict.fromkeys(QUEUES, IP[ONE])))
    decides = {cause for row in verdict({GROUP: one}).missing for cause in row.decides}
    assert decides
    assert decides.isdisjoint({"inconsistent_subscription", "client_id_collision", "mixed_allocation_strategies"})


def test_what_an_application_assigned_to_itself_is_seen_by_its_commits() -> None:
    committed = record(
        "offset_committed", file="client.log", source="client", client_id="10.0.0.1@1@STREAM", topic="paid",
        broker="broker-a", queue=1, at=60,
    )  # fmt: skip
    [look] = Case.of(
        replace(
            group(replace(assigned("10.0.0.1@1@STREAM"), queues=())), events=(committed,), logs=facts((committed,)).logs
        )
    ).observations
    assert look.owners == {queue(1): frozenset({"10.0.0.1@1@STREAM"})}
