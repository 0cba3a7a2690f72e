"""start_refused: consumers that say why their start was refused."""

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import Answer, GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import (
    ONE,
    QUEUES,
    SHARES,
    THREE,
    TWO,
    client,
    looks,
    well,
)
from tests.diagnosis.findings.said import GROUP, answer, facts, found, how_sure, record

ID = "start_refused"
SQL92 = "The broker does not support consumer to filter message by SQL92"
TWICE = f"The consumer group[{GROUP}] has been created before, specify another name please."
LOG = "client-3/rocketmq_client.log"
OUT_OF_RANGE = (
    "MQClientException: pullBatchSize Out of range [1, 1024]\n\tat DefaultMQPushConsumerImpl.checkConfig(X.java:823)"
)


def failed(exception: str, at: float = 60) -> Event:
    """The client's own line, with the exception below it."""
    raw = f"Start the consumer {GROUP} fail.\norg.apache.rocketmq.client.exception.MQClientException: {exception}"
    return record("consumer_start_failed", raw, source="client", file=LOG, at=at)


def spring(cause: str) -> Event:
    """The record of a listener's container, with what wraps every exception below it."""
    raw = f"Started container failed. DefaultRocketMQListenerContainer{{consumerGroup='{GROUP}', topic='paid'}}\n"
    raw += f"java.lang.IllegalStateException: Failed to start RocketMQ push consumer\n\tat x.start(X.java:334)\n{cause}"
    return record("consumer_start_failed", raw, source="client", file=LOG, at=60)


def exists(at: float = 60) -> Event:
    raw = f"the consumer group[{GROUP}] exist already."
    return record("consumer_exists", raw, source="client", file=LOG, at=at)


def started(at: float) -> Event:
    return record("consumer_started", source="client", file=LOG, at=at)


def ended_with(words: str, command: str | None = None) -> Answer:
    """What an application, or mqadmin, printed when it ended."""
    return Answer("client-3/console.log", 1, "command_failed", command, None, None, 1, words, None)


test_how_sure = how_sure(
    ID,
    pytest.param(facts([started(59), failed(f"CODE: 1  DESC: {SQL92}")]), "proven", id="agrees: SQL92 is switched off"),
    pytest.param(well([exists()]), "proven", id="agrees: the group exists in its process"),
    pytest.param(well(answers=(ended_with(TWICE),)), "proven", id="agrees: the exception alone"),
    pytest.param(
        well(answers=(ended_with("org.apache.rocketmq.acl.common.AclException: Check signature failed"),)),
        "suspected",
        id="too little: access control refuses something, and no start is in sight",
    ),
    pytest.param(
        facts([record("consumer_start_failed", f"Start the consumer {GROUP} fail.", source="client", file=LOG, at=60)]),
        "suspected",
        id="too little: lines were picked out, and the exception was not: nobody may have answered",
    ),
    pytest.param(
        well(answers=(ended_with("CODE: 16  DESC: the topic[t] sending message is forbidden"),)),
        "suspected",
        id="too little: a send is refused",
    ),
    pytest.param(
        well(answers=(ended_with("No name server address, please set it."),)),
        "suspected",
        id="too little: a producer says so as well",
    ),
    pytest.param(
        well([started(59)], answers=(ended_with("CODE: 16  DESC: No permission"),)),
        "proven",
        id="agrees: access control refuses, and the start is in sight",
    ),
    pytest.param(
        facts([record("consumer_start_failed", OUT_OF_RANGE, source="client", file=LOG, at=60)]),
        "proven",
        id="agrees: nothing but the exception, in a log beside which no other group is named",
    ),
    pytest.param(
        facts([started(59), record("consumer_start_failed", OUT_OF_RANGE, source="client", file=LOG, at=60)]),
        "suspected",
        id="too little: the group's own consumer just started, and the record names nobody",
    ),
    pytest.param(
        facts([record("consumer_start_failed", OUT_OF_RANGE, source="client", file=LOG, at=60, group=None)]),
        "suspected",
        id="too little: several groups are named, and nothing tells whose it is",
    ),
    pytest.param(
        facts([spring("Caused by: MQClientException: consumeThreadMin Out of range [1, 1000]")]),
        "proven",
        id="agrees: Spring's container did not start, and the cause is below",
    ),
    pytest.param(facts([spring("")]), "suspected", id="too little: Spring's container did not start, without a cause"),
    pytest.param(
        facts([spring("Caused by: RemotingConnectException: connect to 10.0.0.8:9876 failed")]),
        "open",
        id="contradicted: Spring's container reached no name server",
    ),
    pytest.param(facts([failed("something new")]), "proven", id="agrees: for a reason that is not known"),
    pytest.param(facts([failed("connect to 10.0.0.8:9876 failed")]), "open", id="contradicted: nobody answered at all"),
    pytest.param(
        well(answers=(ended_with(SQL92, "consumerStatus"),)), "open", id="contradicted: mqadmin was answered so"
    ),
    pytest.param(well(), "open", id="silent: every start went well"),
    pytest.param(well(answers=(answer(1, "the start failed"),)), "open", id="too little: no word of a reason"),
)


@pytest.mark.parametrize(
    ("exception", "reason", "change"),
    [
        pytest.param(f"CODE: 1  DESC: {SQL92}", "enablePropertyFilter=false", "enablePropertyFilter=true", id="filter"),
        pytest.param(TWICE, "already has a consumer of this group", "setInstanceName", id="the group twice"),
        pytest.param("CODE: 23  DESC: parse error", "cannot be parsed", "bySql", id="an expression"),
        pytest.param(
            "the specified group[a b] contains illegal characters, allowing only ^[%|a-zA-Z0-9_-]+$",
            "name of the group is not valid",
            "letters",
            id="a group's name",
        ),
        pytest.param(
            "The specified topic is longer than topic max length 127.", "name of a topic", "127", id="a topic"
        ),
        pytest.param("No name server address, please set it.", "no name server address", "NAMESRV_ADDR", id="names"),
        pytest.param("CODE: 16  DESC: No permission", "no permission", "access key", id="rights"),
        pytest.param("consumeThreadMin Out of range [1, 1000]", "settings are not valid", "setting", id="a setting"),
        pytest.param(
            "The PushConsumer service state not OK, maybe started once, RUNNING",
            "called twice",
            "once",
            id="start twice",
        ),
    ],
)
def test_the_title_says_why_and_the_text_what_to_change(exception: str, reason: str, change: str) -> None:
    told = found(facts([failed(exception)]), ID)[0]
    assert reason in told.title
    assert change in told.why


RUNS = record("listener_container_running", source="client", file=LOG, at=200)


@pytest.mark.parametrize(
    ("case", "grave"),
    [
        pytest.param(well([exists()]), ("WARNING", True), id="beside others"),
        pytest.param(facts([failed(SQL92)]), ("CRITICAL", True), id="nobody else runs: nothing is consumed"),
        pytest.param(well([failed(SQL92), started(200)]), ("NOTICE", False), id="a later start in the same log"),
        pytest.param(well([started(59), failed(SQL92)]), ("WARNING", True), id="a start before it ends nothing"),
        pytest.param(well([failed(SQL92), RUNS]), ("NOTICE", False), id="a container of Spring runs later"),
    ],
)
def test_how_grave_and_whether_it_is_over(case: GroupFacts, grave: tuple[str, bool]) -> None:
    told = found(case, ID)[0]
    assert (str(told.severity), told.ongoing) == grave


def came_up(number: int, at: float) -> Event:
    """A process makes its client, before its consumers start."""
    return record("client_started", source="client", file=LOG, client_id=f"10.0.0.3@{number}#77", at=at)


@pytest.mark.parametrize(
    ("events", "ongoing"),
    [
        pytest.param(
            [came_up(7, 58), started(59), failed(SQL92), started(200)], False, id="its own process starts it again"
        ),
        pytest.param(
            [came_up(7, 58), started(59), failed(SQL92), came_up(8, 199), started(200)],
            True,
            id="another process that writes into the same log starts",
        ),
        pytest.param(
            [came_up(7, 58), failed(SQL92), started(199), failed(SQL92, 200)], True, id="it is refused once more"
        ),
        pytest.param(
            [came_up(7, 58), failed(SQL92), came_up(8, 150), started(151), failed(SQL92, 152)],
            True,
            id="the restarted process is refused as well",
        ),
        pytest.param(
            [came_up(7, 58), failed(SQL92), record("consumer_started", source="client", file="client-9/c.log", at=300)],
            True,
            id="a client elsewhere starts",
        ),
    ],
)
def test_only_its_own_start_ends_a_refusal(events: list[Event], ongoing: bool) -> None:
    assert found(well(events), ID)[0].ongoing is ongoing


def test_what_a_refused_client_could_not_send_any_more_is_no_fault_of_the_network() -> None:
    peer = "10.0.0.8:10911"
    sends = record(
        "connection_failed", f"createChannel: connect remote host[{peer}] failed", address=peer, source="client",
        file=LOG, at=61, last=120, times=9,
    )  # fmt: skip
    case = well([failed(SQL92), sends, record("client_started", source="client", file=LOG, client_id=TWO, at=58)])
    assert found(case, "connection_problem") == []


def test_in_a_log_of_several_hosts_it_is_nobody_that_started() -> None:
    """A journal, or a cluster's store of logs: who was refused has no id of its own in it."""
    hosts = [record("client_started", source="client", file=LOG, client_id=f"10.0.0.{i}@7", at=i) for i in (3, 4)]
    told = found(facts([*hosts, failed("consumeThreadMin (64) is larger than consumeThreadMax (20)")]), ID)[0]
    assert told.clients == ()
    assert "consumeThreadMin (64) is larger" in told.why


UNREADABLE = "parse error, sub=SubscriptionData [topic=paid, subString=amount >, expressionType=SQL92]"
APART = (
    client(ONE, *QUEUES[:2], topics={"paid": "amount > 50"}),
    client(TWO, *QUEUES[2:], topics={"paid": "amount >"}),
)


def compiled_not(client_id: str) -> Event:
    """A broker's word on a client's expression."""
    raw = f"Client {client_id}@{GROUP} filter message, but failed to compile expression! {UNREADABLE}"
    return record("filter_compile_failed", raw, file="broker-a.log", client_id=client_id, at=1)


@pytest.mark.parametrize(
    ("events", "differ"),
    [
        pytest.param((), True, id="two expressions that brokers compile are different filters"),
        pytest.param((compiled_not(TWO),), False, id="one that brokers cannot compile filters nothing away"),
        pytest.param((compiled_not(THREE),), True, id="whose client has gone is no reason any more"),
    ],
)
def test_an_expression_that_brokers_cannot_compile(events: tuple[Event, ...], differ: bool) -> None:
    case = well(events, running=APART, snapshots=looks(SHARES, standing=QUEUES[2:]))
    told = {finding.id for finding in verdict({GROUP: case}).findings if finding.proven}
    assert ("inconsistent_subscription" in told) == differ
