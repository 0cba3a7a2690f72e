"""Sorting rows by group: what a file's name, a cut name or a line without a group belongs to."""

import gzip
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.diagnosis.facts.group import UNNAMED, GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.evidence import read
from rmqkit.tables.log_summary import EventRows, LogSummary

STATUS, CONNECTION = "consumer_status", "consumer_connection"


def listed(group: str | None, file: str, kind: str, named_by_file: str | None = None) -> dict[str, Any]:
    """A client in a client list; `named_by_file` where only the file's name tells the group."""
    return {
        "file": file, "line": 2, "block": 1, "at": None, "kind": kind, "group": group, "client_id": "10.1.0.7@order",
        "address": None, "version": None, "language": None, "named_by_file": named_by_file,
    }  # fmt: skip


def evidence_of(tables: dict[str, list[dict[str, Any]]], events: tuple[dict[str, Any], ...] = ()) -> SimpleNamespace:
    """Evidence that holds these rows."""
    return SimpleNamespace(
        log_summary=LogSummary(events=EventRows.of(pl.DataFrame(events))),
        rows=lambda name: tables.get(name, []),
        commits_between=lambda spans: [],
        ledger_rows=list,
    )


def gathered(
    tables: dict[str, list[dict[str, Any]]], asked: tuple[str, ...] = (), events: tuple[dict[str, Any], ...] = ()
) -> dict[str, GroupFacts]:
    return facts_by_group(evidence_of(tables, events), asked)  # type: ignore[arg-type]


def rosters(*rows: dict[str, Any], asked: tuple[str, ...] = ()) -> dict[str, int]:
    """How many client lists each group has."""
    return {group: len(facts.rosters) for group, facts in gathered({"connections": list(rows)}, asked).items()}


def by_file(name: str, file: str, kind: str = STATUS) -> dict[str, Any]:
    return listed(name, file, kind, named_by_file=name)


BY_CONTENT = listed("order", "a", CONNECTION)


def own(facts: GroupFacts, name: str) -> list[Event]:
    return [event for event in facts.events if event.event == name and event.group == facts.group]


@pytest.mark.parametrize(
    ("rows", "groups"),
    [
        pytest.param(
            [BY_CONTENT, by_file("order-2", "consumerStatus-order-2.txt")],
            {"order": 2},
            id="consumerStatus-order-2.txt is a second look at the group order",
        ),
        pytest.param(
            [
                listed("order", "pay/1.txt", CONNECTION),
                listed(None, "pay/2.txt", CONNECTION),
                listed("rent", "b", STATUS),
            ],
            {"order": 2, "rent": 1},
            id="a list without a group's name is of the one that its folder names",
        ),
        pytest.param(
            [
                listed("order", "1.txt", CONNECTION),
                listed(None, "2.txt", CONNECTION),
                listed("rent", "b/3.txt", STATUS),
            ],
            {"order": 1, "rent": 1, UNNAMED: 1},
            id="in the evidence's own folder it may be of any",
        ),
        pytest.param(
            [BY_CONTENT, listed("order-2", "b", CONNECTION), by_file("order-2", "consumerStatus-order-2.txt")],
            {"order": 1, "order-2": 2},
            id="a group named order-2 by another command is a group of its own",
        ),
        pytest.param(
            [by_file("order-2", "consumerStatus-order-2.txt")],
            {UNNAMED: 1},
            id="a name that no file holds is no group's",
        ),
        pytest.param(
            [BY_CONTENT, by_file("before", "consumerConnection-before.txt", CONNECTION)],
            {"order": 2},
            id="a look called before belongs to the one group there is",
        ),
        pytest.param(
            [BY_CONTENT, listed("rent", "b", CONNECTION), by_file("before", "consumerConnection-before.txt")],
            {UNNAMED: 1, "order": 1, "rent": 1},
            id="with two groups it may be of either, and is judged by itself",
        ),
        pytest.param(
            [BY_CONTENT, listed(None, "consumerConnection-1.txt", CONNECTION)],
            {"order": 2},
            id="a look without any name belongs to the one group there is",
        ),
    ],
)
def test_names_of_files(rows: list[dict[str, Any]], groups: dict[str, int]) -> None:
    """A file's name is a person's note: it names a group that the contents name, or none."""
    assert rosters(*rows) == groups


def test_who_asks_for_a_group_by_its_file_s_name_is_believed() -> None:
    assert rosters(by_file("rent-2", "consumerStatus-rent-2.txt"), asked=("rent",)) == {"rent": 1}


def test_names_that_differ_in_case_and_dashes_alone_are_spelt_alike() -> None:
    names = ("order_paid", "Order-Paid", "order_paid2")
    told = gathered({"connections": [listed(name, "a", CONNECTION) for name in names]})
    alike = {"order_paid": ("Order-Paid",), "Order-Paid": ("order_paid",), "order_paid2": ()}
    assert {group: of.spelt_alike for group, of in told.items()} == alike


def test_asking_for_a_group_that_nothing_names_makes_none() -> None:
    assert rosters(BY_CONTENT, asked=("rent",)) == {"order": 1}


def route(topic: str | None, file: str, named_by_file: str | None) -> dict[str, Any]:
    return {
        "file": file, "line": 1, "block": 1, "at": None, "kind": "topic_route", "topic": topic, "broker": "broker-a",
        "queue": None, "read_queues": 4, "write_queues": 4, "perm": 6, "named_by_file": named_by_file,
    }  # fmt: skip


def subscribed(*topics: str) -> list[dict[str, Any]]:
    place = {"file": "a", "line": 9, "block": 1, "at": None, "group": "order", "client_id": None, "expression": "*"}
    return [{**place, "topic": topic} for topic in topics]


ROUTES = [
    pytest.param(["Keys", "%RETRY%order"], "Keys", {"Keys"}, id="a file's name that is a subscribed topic's"),
    pytest.param(["Keys"], "Keys-2", {"Keys"}, id="the same with the number of a look"),
    pytest.param(["Keys"], None, {"Keys"}, id="topicRoute-1.txt is of the one topic there is"),
    pytest.param(["Keys", "%RETRY%order"], "before", {"Keys"}, id="so is a file called before"),
    pytest.param(["Keys", "Rent"], "before", set(), id="of two topics it may be either, so it is of none"),
]


@pytest.mark.parametrize(("topics", "named_by_file", "routed"), ROUTES)
def test_topics_of_files(topics: list[str], named_by_file: str | None, routed: set[str]) -> None:
    tables = {"connections": [BY_CONTENT], "subscriptions": subscribed(*topics)}
    tables["topic_queues"] = [route(named_by_file, "topicRoute-x.txt", named_by_file)]
    assert set(gathered(tables)["order"].routes) == routed


LOOK = (
    "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Client IP  #Diff  #LastTime\n"
    "Keys    b-1           0     {end}              40                10.1.1.1    0      2026-03-05 09:00:0{end}\n"
)


@pytest.mark.parametrize("prompt", ["", "mqadmin consumerProgress -g order\n"])
def test_three_numbered_looks_are_of_one_group(tmp_path: Path, prompt: str) -> None:
    for number in (1, 2, 3):
        (tmp_path / f"consumerProgress-{number}.txt").write_text(
            (prompt if number == 2 else "") + LOOK.format(end=number)
        )
    facts = facts_by_group(read(None, str(tmp_path)))  # type: ignore[arg-type]
    assert {group: len(found.snapshots) for group, found in facts.items()} == {"order" if prompt else UNNAMED: 3}


CLIENT_LOGS = [
    pytest.param("order", 1, id="a client's failures are of the group that its log names"),
    pytest.param("rent", 0, id="of a log that names another group alone they are that group's"),
    pytest.param(None, 1, id="a log that names no group may be of any"),
    pytest.param("CLIENT_INNER_PRODUCER", 1, id="RocketMQ's own groups name nobody"),
]


@pytest.mark.parametrize(("named", "count"), CLIENT_LOGS)
def test_what_a_client_says_without_a_group(named: str | None, count: int) -> None:
    lines = [event("connection_failed", None), *([event("consumer_started", named)] if named else [])]
    facts = gathered({"connections": [BY_CONTENT]}, events=tuple(lines))["order"]
    assert sum(event.event == "connection_failed" for event in facts.events) == count


def event(name: str, group: str | None) -> dict[str, Any]:
    unsaid = dict.fromkeys(("level", "thread", "logger", "topic", "client_id", "address", "broker", "queue", "code"))
    said = {"file": "client.log", "source": "client", "event": name, "group": group, "raw": name, "times": 1}
    return {**unsaid, **said, "at": None, "last_at": None, "detail": None, "last_detail": None, "line_order": 1}


def event_of(group: str, client_id: str | None = None) -> dict[str, Any]:
    """A client says that it started a consumer of a group."""
    return {**event("consumer_started", group), "client_id": client_id, "file": f"{group}.log"}


@pytest.mark.parametrize(
    ("beside", "count"),
    [
        pytest.param([], 1, id="it is of the one group that is named"),
        pytest.param([event_of("rent")], 0, id="of two groups it may be either"),
        pytest.param([event_of("rent"), event_of("order", "10.1.0.9@7@0@abc")], 1, id="its log named it with a group"),
    ],
)
def test_what_a_client_that_no_list_has_says_without_a_group(beside: list[dict[str, Any]], count: int) -> None:
    lines = ({**event("consume_failed", None), "client_id": "10.1.0.9@7@0@abc", "file": "own.log"}, *beside)
    facts = gathered({"connections": [BY_CONTENT]}, events=lines)["order"]
    assert sum(event.event == "consume_failed" for event in facts.events) == count


REFUSED = (
    'Exception in thread "main" org.apache.rocketmq.client.exception.MQClientException: CODE: 1  DESC: The broker does '
    "not support consumer to filter message by SQL92\n"
)
STARTED = "2026-03-05 09:00:0{second},000 INFO RocketmqClient - the consumer [{group}] start OK\n"


@pytest.mark.parametrize(
    ("folder", "beside", "of"),
    [
        pytest.param("client-1/", "order", {"order"}, id="the log beside it names one group"),
        pytest.param("client-1/", "order rent", set(), id="the log beside it names two"),
        pytest.param("", "order", set(), id="in the evidence's own folder it may be of any"),
    ],
)
def test_an_exception_without_a_group_is_of_the_one_in_its_folder(
    tmp_path: Path, folder: str, beside: str, of: set[str]
) -> None:
    for name, groups in ((f"{folder}rocketmq_client.log", beside), ("client-2/rocketmq_client.log", "rent")):
        lines = (STARTED.format(second=second, group=group) for second, group in enumerate(groups.split()))
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("".join(lines))
    (tmp_path / f"{folder}console.log").write_text(REFUSED)
    facts = facts_by_group(read(None, str(tmp_path)))  # type: ignore[arg-type]
    said = {group for group, found in facts.items() if any("SQL92" in answer.text for answer in found.answers)}
    assert said - {UNNAMED} == of


APP_RECORD = """\
2026-03-05 09:00:03.200 ERROR 1 --- [main] c.acme.ConsumerFactory : {words}
org.apache.rocketmq.client.exception.MQClientException: consumeTimestamp is invalid, the valid format is yyyyMMddHHmmss
\tat org.apache.rocketmq.client.impl.consumer.DefaultMQPushConsumerImpl.start(DefaultMQPushConsumerImpl.java:582)
"""
BEGUN = (
    "2026-03-05 09:00:0{second},000 INFO RocketmqClient - the consumer [{group}] start beginning. isUnitMode=false\n"
)


@pytest.mark.parametrize(
    ("words", "begun", "of"),
    [
        pytest.param("consumer rent not started", "", {"rent"}, id="the record names it behind the word consumer"),
        pytest.param("start failed, consumerGroup=rent topic=order", "", {"rent"}, id="or as its group"),
        pytest.param(
            "consumer order: took over from group rent", "", set(), id="a record that names both decides none"
        ),
        pytest.param("consumerGroup=mail not started", "rent", set(), id="a third group's refusal is neither's"),
        pytest.param("consumer not started", "rent", {"rent"}, id="the only one that began to start and did not"),
        pytest.param("consumer not started", "rent order", set(), id="two that began to start decide nothing"),
        pytest.param("consumer not started", "", set(), id="nothing tells of which of the two it is"),
    ],
)
def test_a_refusal_in_an_application_s_log_is_of_the_group_that_its_record_names(
    tmp_path: Path, words: str, begun: str, of: set[str]
) -> None:
    starts = [STARTED.format(second=second, group=group) for second, group in enumerate(("order", "rent"))]
    starts += [BEGUN.format(second=second, group=group) for second, group in enumerate(begun.split(), start=2)]
    (tmp_path / "pod-1").mkdir()
    (tmp_path / "pod-1/rocketmq_client.log").write_text("".join(starts))
    (tmp_path / "pod-1/stdout.log").write_text(APP_RECORD.format(words=words))
    facts = facts_by_group(read(None, str(tmp_path)))  # type: ignore[arg-type]
    said = {group for group, found in facts.items() if own(found, "consumer_start_failed")}
    assert said - {UNNAMED} == of


CREATED = (
    "2026-03-05 09:00:00,000 INFO RocketmqClient - Created a new client Instance, InstanceIndex:0, "
    "ClientID:10.0.0.9@1, ClientConfig [namesrvAddr=10.0.0.1:9876, clientIP=10.0.0.9, instanceName=1]\n"
)


@pytest.mark.parametrize(
    ("also", "of"),
    [
        pytest.param("", {"rent"}, id="one group in its log: it is that group's, though a folder names another"),
        pytest.param(STARTED.format(second=2, group="mail"), set(), id="two groups in its log: it may be either's"),
    ],
)
def test_a_client_that_names_no_group_is_of_the_one_that_its_log_names(also: str, of: set[str], tmp_path: Path) -> None:
    for folder, text in {
        "pod-1": CREATED + STARTED.format(second=1, group="rent") + also,
        "pod-2": STARTED.format(second=1, group="order"),
    }.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rocketmq_client.log").write_text(text)
    facts = facts_by_group(read(None, str(tmp_path)))  # type: ignore[arg-type]
    assert {group for group, found in facts.items() if found.records("member.process_created")} == of


@pytest.mark.parametrize(
    ("named", "topic"),
    [
        pytest.param("before", "orders", id="a look called before is of the one topic there is"),
        pytest.param("orders-2", "orders", id="a second look at it"),
        pytest.param("rmq_sys_wheel_timer", None, id="a topic of RocketMQ's own is no topic of the group"),
        pytest.param("%RETRY%order", None, id="nor is its retry topic"),
    ],
)
def test_which_topic_a_file_is_about(named: str, topic: str | None, tmp_path: Path) -> None:
    progress = "#Topic #Broker Name #QID #Broker Offset #Consumer Offset #Client IP #Diff #Inflight #LastTime\n"
    (tmp_path / "consumerProgress-order.txt").write_text(
        f"$ mqadmin consumerProgress -g order -s true\n{progress}"
        "orders broker-a 0 90 90 10.1.0.7 0 0 2026-11-21 10:40:01\n"
    )
    status = "#Broker Name #QID #Min Offset #Max Offset #Last Updated\nbroker-a 0 7 95 2026-11-21 10:40:02,000\n"
    (tmp_path / f"topicStatus-{named}.txt").write_text(status)
    facts = facts_by_group(read(None, str(tmp_path)), ())["order"]
    assert [row.queue.topic for rows in facts.status.values() for row in rows if row.queue.topic == "orders"] == (
        [topic] if topic else []
    )


def configured(key: str, value: str, program: str = "spring") -> dict[str, Any]:
    return {"file": "app.yaml", "line": 1, "program": program, "part": None, "key": key, "value": value}


THREADS_ALONE = {"file": "a", "line": 1, "block": 1, "at": None, "group": None, "consuming": False}


@pytest.mark.parametrize(
    ("settings", "group"),
    [
        pytest.param([configured("rocketmq.consumer.group", "rent")], "rent", id="a consumer's own key names it"),
        pytest.param([configured("group", "rent", "client")], "rent", id="a client's own configuration does"),
        pytest.param([configured("rocketmq.producer.group", "rent")], UNNAMED, id="a producer's group is none"),
        pytest.param([configured("rocketmq.consumer.group", "${GROUP}")], UNNAMED, id="a placeholder names nobody"),
        pytest.param(
            [configured("rocketmq.consumer.group", "rent"), configured("rocketmq.push-consumer.group", "order")],
            UNNAMED,
            id="of two nothing tells which one it is",
        ),
    ],
)
def test_a_configuration_names_the_group_where_nothing_else_does(settings: list[dict[str, Any]], group: str) -> None:
    assert list(gathered({"settings": settings, "threads": [THREADS_ALONE]})) == [group]


def test_looks_with_moments_come_in_their_order_though_one_has_none() -> None:
    ten, nine = (datetime(2026, 1, 1, hour, tzinfo=UTC) for hour in (10, 9))
    lists = [listed("order", "c1", CONNECTION) | {"at": ten}, listed("order", "c2", CONNECTION) | {"at": nine}]
    undated = listed("order", "status", STATUS)
    facts = gathered({"connections": [*lists, undated]})["order"]
    assert [roster.file for roster in facts.rosters] == ["c2", "c1", "status"]


def refusal(group: str | None, second: int, file: str = "a/app.log") -> dict[str, Any]:
    """A consumer's start that was refused, at a second."""
    at = datetime(2026, 3, 5, 9, 0, second, tzinfo=UTC)
    return {**event("consumer_start_failed", group), "file": file, "at": at, "last_at": at}


def words(text: str, second: int = 30) -> dict[str, Any]:
    return {**refusal(None, second), "raw": text}


@pytest.mark.parametrize(
    ("lines", "of"),
    [
        pytest.param([refusal("order", 1), refusal(None, 2)], {"order"}, id="what threw it is told once more"),
        pytest.param([refusal("order", 1), refusal(None, 30)], {"order"}, id="later it may be any: of none"),
        pytest.param([words("consumer rent not started")], {"rent"}, id="its own words name the group"),
        pytest.param([words("consumerGroup=mail failed")], set(), id="a third group's is neither's"),
    ],
)
def test_whose_start_was_refused_where_the_record_has_no_group(lines: list[dict[str, Any]], of: set[str]) -> None:
    beside = ({**event("consumer_started", group), "file": "a/app.log"} for group in ("order", "rent"))
    told = gathered({}, events=(*beside, *lines))
    assert {group for group, facts in told.items() if own(facts, "consumer_start_failed")} == of


LATE = "2026-03-05 09:00:0{second},000 WARN worker - ack failed: 40013, receipt handle is expired\n"


@pytest.mark.parametrize(
    ("ticket", "beside", "of"),
    [
        pytest.param("Group ocr_workers gets them again.", "", {UNNAMED}, id="people's words name none"),
        pytest.param(
            "Group ocr_workers gets them again, our group pay_cg does not.", "", {UNNAMED}, id="it may be either of two"
        ),
        pytest.param(
            "Group ocr_workers gets them again.", STARTED.format(second=1, group="order"), {"order"},
            id="what a program printed comes first",
        ),
    ],
)  # fmt: skip
def test_a_group_that_nothing_but_a_sentence_names(tmp_path: Path, ticket: str, beside: str, of: set[str]) -> None:
    (tmp_path / "ticket.txt").write_text(f"Why is that? We use RocketMQ with four workers.\n{ticket}\n")
    (tmp_path / "worker.log").write_text("".join(LATE.format(second=second) for second in range(1, 9)) + beside)
    assert facts_by_group(read(None, str(tmp_path))).keys() == of  # type: ignore[arg-type]


def test_who_else_reads_a_topic_is_known_by_the_newest_snapshots(tmp_path: Path) -> None:
    head = "#Topic #Broker Name #QID #Broker Offset #Consumer Offset #Client IP #Diff #Inflight #LastTime\n"
    for group, topics in {"bill-v1": ("trade",), "bill-v2": ("trade", "refund"), "mail": ("letter",)}.items():
        rows = "".join(f"{topic} broker-a 0 90 90 10.1.0.7 0 0 2026-11-21 10:40:01\n" for topic in topics)
        (tmp_path / f"{group}.txt").write_text(f"$ mqadmin consumerProgress -g {group} -s true\n{head}{rows}")
    facts = facts_by_group(read(None, str(tmp_path)))  # type: ignore[arg-type]
    also = {group: dict(own.also_read) for group, own in facts.items()}
    assert also == {"bill-v1": {"trade": ("bill-v2",)}, "bill-v2": {"trade": ("bill-v1",)}, "mail": {}}


POD = "[pod/mail-{0}/mail] 2026-11-30T07:28:{1:02}.500Z 2026-11-30 15:28:{1:02}.500 INFO  [{0}] [RebalanceService] "
PAID = "MessageQueue [topic=paid, brokerName=broker-a, queueId=0]"


def pods(*lines: tuple[int, int, str], own_id: bool = True) -> str:
    """What `kubectl logs --prefix` has of pods, each with its pid and second; all of them with one id, or their own."""
    text = [
        POD.format(pid, second) + says.format(queue=PAID, id=f"10.0.0.{pid if own_id else 1}@1")
        for pid, second, says in lines
    ]
    return "\n".join(text)


TAKES = "[o.a.r.c.i.c.RebalanceImpl#?:?] - doRebalance, mail, add a new mq, {queue}"
COMMITS = (
    "[o.a.r.c.c.s.RemoteBrokerOffsetStore#?:?] - [persistAll] Group: mail ClientId: {id} "
    "updateConsumeOffsetToBroker {queue} "
)


@pytest.mark.parametrize(
    ("own_id", "logs"),
    [
        pytest.param(True, {" (mail-7 mail)", " (mail-8 mail)"}, id="each client's commits are of its own log"),
        pytest.param(False, {""}, id="too little: two processes with one id tell not whose a commit is"),
    ],
)
def test_commits_in_a_file_of_several_processes(tmp_path: Path, own_id: bool, logs: set[str]) -> None:
    turns = [(7, 1, TAKES), (7, 6, COMMITS + "40"), (7, 11, COMMITS + "90"), (8, 12, TAKES), (8, 17, COMMITS + "95")]
    (tmp_path / "pods.log").write_text(pods(*turns, own_id=own_id))
    facts = facts_by_group(read(None, str(tmp_path)))["mail"]  # type: ignore[arg-type]
    assert {commit.file for commit in facts.commits} == {f"pods.log{log}" for log in logs}
    assert sorted(commit.offset for commit in facts.commits) == [40, 90, 95]


BROKER_LINE = "2026-01-02 {time} INFO HeartbeatThread_1 - {words}\n"
CAME = "new consumer connected, group: orders channel: [id: 0x1, L:/10.1.0.1:10911 - R:/10.1.0.7:5001], clientId=c@1"
WENT = "unregister a consumer[orders] from consumerGroupInfo ClientChannelInfo [channel=[id: 0x1, L:/10.1.0.1:10911 - R:/10.1.0.7:5001], clientId=c@1]"  # noqa: E501


@pytest.mark.parametrize(
    ("older", "newer", "since", "logs"),
    [
        pytest.param("otherdays/broker.1.log.gz", "broker.log", "10:01:20", 1, id="agrees: what logback rolled"),
        pytest.param("broker.log.1", "broker.log", "10:01:20", 1, id="agrees: what logrotate rolled"),
        pytest.param("broker-1.log", "broker-2.log", "10:01:20", 2, id="too little: two brokers by their names"),
        pytest.param("otherdays/broker.2.log", "broker.log", "10:09:00", 2, id="too little: a part between them lacks"),
        pytest.param("otherdays/broker.1.log", "broker.log", "10:00:30", 2, id="contradicted: written at one time"),
    ],
)
def test_parts_of_a_rolled_log_are_one_log(tmp_path: Path, older: str, newer: str, since: str, logs: int) -> None:
    (tmp_path / "otherdays").mkdir()
    for name, lines in ((older, (("10:00:00", CAME), ("10:01:00", CAME))), (newer, ((since, WENT),) * 2)):
        text = "".join(BROKER_LINE.format(time=time, words=words) for time, words in lines).encode()
        (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    facts = facts_by_group(read(None, str(tmp_path)))["orders"]
    assert len({event.file for event in facts.events}) == len(facts.logs) == logs
    assert {event.printed_in for event in facts.events} == {older, newer}
    first = min(log.first for log in facts.logs.values() if log.first)
    assert facts.logs[newer].first == (first if logs == 1 else facts.logs[newer].last)
