"""Answers of the admin API that programs keep as JSON: rows as of mqadmin's outputs, and a ledger that adds up."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rmqkit.formats import Kind
from rmqkit.tables.reading import Reading, read_text

Rows = list[dict[str, Any]]
AT = 1736835004000
SUBSCRIPTIONS = {
    topic: {"classFilterMode": False, "topic": topic, "subString": expression, "tagsSet": [], "expressionType": "TAG"}
    for topic, expression in (("%RETRY%paying", "*"), ("paid", "TagA || TagB"))
}
CONNECTION = {
    "connectionSet": [
        {"clientAddr": "10.2.3.10:51234", "clientId": "10.2.3.10@41#18", "language": "JAVA", "version": 409},
        {"clientAddr": "10.2.3.11:51236", "clientId": "10.2.3.11@7", "language": "GO", "version": 999},
    ],
    "consumeFromWhere": "CONSUME_FROM_LAST_OFFSET",
    "consumeType": "CONSUME_PASSIVELY",
    "messageModel": "CLUSTERING",
    "subscriptionTable": SUBSCRIPTIONS,
}
QUEUES = [("paid", "broker-a", 0), ("paid", "broker-a", 1), ("%RETRY%paying", "broker-a", 0)]
OFFSETS = {"brokerOffset": 1000, "consumerOffset": 990, "pullOffset": 995, "lastTimestamp": AT}
ENDS = {"minOffset": 3, "maxOffset": 1000, "lastUpdateTimestamp": AT}
INFO = {
    "commitOffset": 990, "cachedMsgMinOffset": 990, "cachedMsgMaxOffset": 994, "cachedMsgCount": 5, "locked": True,
    "tryUnlockTimes": 0, "lastLockTimestamp": 0, "droped": False, "lastPullTimestamp": AT, "lastConsumeTimestamp": AT,
}  # fmt: skip
PROPERTIES = {"consumerGroup": "paying", "PROP_CONSUMEORDERLY": "false", "clientIP": "10.2.3.10", "instanceName": "41"}
RATES = {"pullRT": 2.5, "pullTPS": 1.0, "consumeRT": 3.5, "consumeOKTPS": 1.0, "consumeFailedTPS": 0.0,
         "consumeFailedMsgs": 4}  # fmt: skip
ROUTE = {
    "brokerDatas": [{"brokerAddrs": {"0": "10.2.3.4:10911"}, "brokerName": "broker-a", "cluster": "c"}],
    "queueDatas": [{"brokerName": "broker-a", "perm": 6, "readQueueNums": 2, "writeQueueNums": 2}],
}
LIST_OF_TOPICS = [
    {
        "topic": topic, "diffTotal": 10, "lastTimestamp": AT,
        "queueStatInfoList": [
            {**OFFSETS, "brokerName": broker, "queueId": queue, "clientInfo": "10.2.3.10@41#18"}
            for t, broker, queue in QUEUES if t == topic
        ],
    }
    for topic in ("%RETRY%paying", "paid")
]  # fmt: skip


def by_queue(value: object, key: str = "object") -> str:
    """A map by `MessageQueue`, as different programs print it."""
    printed = json.dumps(value)
    entries = [
        (json.dumps({"brokerName": broker, "queueId": queue, "topic": topic}), (topic, broker, queue))
        for topic, broker, queue in QUEUES
    ]
    if key == "pairs":
        return "[" + ",".join(f"[{names},{printed}]" for names, _ in entries) + "]"
    keys = {
        "object": lambda names, _: names,
        "text": lambda names, _: json.dumps(names),
        "java": lambda _, queue: json.dumps("MessageQueue [topic={}, brokerName={}, queueId={}]".format(*queue)),
    }[key]
    return "{" + ",".join(f"{keys(names, queue)}:{printed}" for names, queue in entries) + "}"


def stats(key: str = "object") -> str:
    return f'{{"consumeTps":12.33,"offsetTable":{by_queue(OFFSETS, key)}}}'


def topic_stats(key: str = "object") -> str:
    return f'{{"offsetTable":{by_queue(ENDS, key)},"topicPutTps":0.0}}'


def running_info(key: str = "object", **more: object) -> str:
    told = {"properties": PROPERTIES, "subscriptionSet": list(SUBSCRIPTIONS.values()), "statusTable": {"paid": RATES}}
    around = json.dumps({**told, "userConsumerInfo": {"a": "b"}, **more})
    return f'{{"mqPopTable":{{}},"mqTable":{by_queue(INFO, key)},{around[1:]}'


BODIES = {
    "ConsumerConnection": json.dumps(CONNECTION, separators=(",", ":")),
    "ConsumeStats": stats(),
    "TopicStatsTable": topic_stats(),
    "ConsumerRunningInfo": running_info(),
    "TopicConsumerInfo": json.dumps(LIST_OF_TOPICS),
}
TABLES = {
    "ConsumerConnection": {"connections": 2, "subscriptions": 2, "answers": 1},
    "ConsumeStats": {"progress": 3, "answers": 1},
    "TopicStatsTable": {"topic_queues": 3},
    "ConsumerRunningInfo": {"client_properties": 5, "subscriptions": 2, "client_queues": 3, "client_topics": 1},
    "TopicConsumerInfo": {"progress": 3},
}
HEAD = "2025-01-14 06:10:04.100 INFO bridge [req-1] <- 10.2.3.4:10911 GET_CONSUME_STATS "
AROUND: dict[str, Callable[[str], str]] = {
    "bare": str,
    "the console's": lambda body: f'{{"status":0,"data":{body},"errMsg":null}}',
    "a RemotingCommand's body": lambda body: f'{{"body":{body},"code":0,"flag":1,"language":"JAVA","opaque":7}}',
    "a text in JSON": lambda body: json.dumps({"ts": "2025-01-14T06:10:04Z", "response": body}),
    "behind a record's head": lambda body: HEAD + body,
    "with spaces": lambda body: body.replace(",", ", ").replace(":{", ": {"),
}


def read(text: str, name: str = "a.json") -> Reading:
    """What a text holds; the ledger counts every line once."""
    reading = read_text(name, text, UTC)
    for row in reading.ledger:
        assert sum(row[fate] for fate in ("rows", "noise", "blank", "continuation", "unparsed")) == row["lines"], row
    return reading


def kinds(reading: Reading) -> list[str]:
    return [row["kind"] for row in reading.ledger]


def told(reading: Reading, *columns: str, table: str = "progress") -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in reading.tables.get(table, [])]


@pytest.mark.parametrize("around", [pytest.param(wrap, id=name) for name, wrap in AROUND.items()])
@pytest.mark.parametrize("body", BODIES)
def test_a_body_gives_the_rows_of_the_output_that_tells_the_same(body: str, around: Callable[[str], str]) -> None:
    reading = read(around(BODIES[body]) + "\n")
    assert kinds(reading) == [Kind.ADMIN_JSON]
    assert {table: len(rows) for table, rows in reading.tables.items()} == TABLES[body]
    assert {row["line"] for rows in reading.tables.values() for row in rows} == {1}
    assert not any(row["unparsed"] for row in reading.ledger)


@pytest.mark.parametrize("body", BODIES)
def test_printed_over_lines_each_row_has_its_line(body: str) -> None:
    text = json.dumps(json.loads(BODIES[body]), indent=1) if body not in _WITH_OBJECTS_AS_KEYS else BODIES[body]
    text = text.replace("},", "},\n")
    reading = read(f"first\n{text}\nlast\n")
    assert [kind for kind in kinds(reading) if kind == Kind.ADMIN_JSON] == [Kind.ADMIN_JSON]
    assert {table: len(rows) for table, rows in reading.tables.items()} == TABLES[body]
    (table, *_) = (rows for name, rows in reading.tables.items() if name != "answers")
    assert len({row["line"] for row in table}) > 1


_WITH_OBJECTS_AS_KEYS = frozenset({"ConsumeStats", "TopicStatsTable", "ConsumerRunningInfo"})


@pytest.mark.parametrize("key", ["object", "text", "java", "pairs"])
@pytest.mark.parametrize("table", ["progress", "topic_queues", "client_queues"])
def test_keys_that_are_queues_are_read_however_they_are_printed(key: str, table: str) -> None:
    text = {"progress": stats, "topic_queues": topic_stats, "client_queues": running_info}[table](key)
    assert told(read(text), "topic", "broker", "queue", table=table) == QUEUES


def test_one_a_line_is_a_look_each() -> None:
    reading = read("".join(f'{{"ts":{AT + 60_000 * i},"stats":{stats()}}}\n' for i in range(3)))
    assert kinds(reading) == [Kind.ADMIN_JSON] * 3
    assert {(row["block"], row["line"], row["at"].minute) for row in reading.tables["progress"]} == {
        (1, 1, 10), (2, 2, 11), (3, 3, 12),
    }  # fmt: skip


def test_a_look_has_the_offsets_and_the_time_of_its_file() -> None:
    (first, *_) = read(stats(), f"dumps/examineConsumeStats_paying_{AT}.json").tables["progress"]
    at = datetime(2025, 1, 14, 6, 10, 4, tzinfo=UTC)
    assert first["at"] == first["last_time"] == at
    assert (first["group"], first["diff"], first["inflight"]) == ("paying", 10, 5)
    assert not first["client_ip_shown"]


def test_the_console_tells_who_holds_a_queue() -> None:
    reading = read(AROUND["the console's"](BODIES["TopicConsumerInfo"]))
    assert set(told(reading, "group", "client_ip", "client_ip_shown")) == {("paying", "10.2.3.10", True)}


def test_versions_are_named_as_mqadmin_does() -> None:
    reading = read(BODIES["ConsumerConnection"])
    assert told(reading, "version", "kind", table="connections") == [
        ("V4_9_8", "consumer_connection"), ("HIGHER_VERSION", "consumer_connection"),
    ]  # fmt: skip
    assert told(reading, "topic", "expression", "client_id", table="subscriptions") == [
        ("%RETRY%paying", "*", None), ("paid", "TagA || TagB", None),
    ]  # fmt: skip


def test_running_info_tells_whose_it_is() -> None:
    reading = read(running_info(jstack=f"{'main':<40}TID: 1 STATE: WAITING\n{'main':<40}a.B.c(B.java:1)\n"))
    (queue, *_) = reading.tables["client_queues"]
    assert (queue["group"], queue["client_id"], queue["cached_count"]) == ("paying", "10.2.3.10@41", 5)
    assert (queue["locked"], queue["dropped"], queue["last_lock"], queue["mode"]) == (True, False, None, "pull")
    assert told(reading, "thread", "state", "frame", table="threads") == [("main", "WAITING", "a.B.c(B.java:1)")]


NAMED: list[Any] = [
    pytest.param('{"group":"g1","stats":STATS}', "a.json", "g1", None, id="by what encloses it"),
    pytest.param(
        "group: STATS", "consumerProgress-g2-3.json", "g2", "g2", id="by its file's name, with a look's number"
    ),
    pytest.param("STATS", "queryTopicByConsumer.query.json", None, None, id="by nothing"),
    pytest.param('{"consumeStatsList":[{"g4":[STATS]}],"brokerAddr":"a:10911"}', "a.json", "g4", None, id="by its key"),
]


@pytest.mark.parametrize(("text", "name", "group", "by_file"), NAMED)
def test_the_group_of_a_look(text: str, name: str, group: str | None, by_file: str | None) -> None:
    reading = read(text.replace("STATS", stats().replace("%RETRY%paying", "other")), name)
    assert set(told(reading, "group", "named_by_file")) == {(group, by_file)}


def test_a_map_of_groups_names_each() -> None:
    topic = json.dumps(LIST_OF_TOPICS[1])
    reading = read(f'{{"status":0,"data":{{"g1":{topic},"g2":{topic}}},"errMsg":null}}')
    assert [group for (group,) in told(reading, "group")] == ["g1", "g1", "g2", "g2"]


def test_a_map_of_clients_names_each() -> None:
    info = running_info().replace('"instanceName"', '"other"')
    reading = read(f'{{"10.2.3.10@41#18":{info},"10.2.3.11@7":{info}}}')
    assert {client for (client,) in told(reading, "client_id", table="client_queues")} == {
        "10.2.3.10@41#18", "10.2.3.11@7",
    }  # fmt: skip


def test_the_consoles_list_of_groups() -> None:
    offline = {"group": "old", "version": None, "count": 0, "consumeType": None, "messageModel": None, "consumeTps": 0,
               "diffTotal": -1}  # fmt: skip
    online = {"group": "paying", "version": "V5_2_0", "count": 2, "consumeType": "CONSUME_PASSIVELY",
              "messageModel": "CLUSTERING", "consumeTps": 3, "diffTotal": 7}  # fmt: skip
    reading = read(json.dumps({"status": 0, "data": [offline, online], "errMsg": None}))
    assert told(reading, "group", "count", "type", "diff_total", table="groups") == [
        ("old", 0, None, None), ("paying", 2, "PUSH", 7),
    ]  # fmt: skip


NOT_ONLINE = "the consumer group[paying] not online"
FAILURES: list[Any] = [
    pytest.param(f'{{"code":206,"remark":"{NOT_ONLINE}"}}', 206, "paying", id="its words are RocketMQ's"),
    pytest.param(
        '{"status":-1,"data":null,"errMsg":"org.apache.rocketmq.client.exception.MQBrokerException: CODE: 206  DESC: '
        f'{NOT_ONLINE}\\nFor more information, please visit the url, https://x"}}',
        206, "paying", id="the console's",
    ),
    pytest.param('{"code":1,"opaque":3,"flag":1,"remark":"busy","group":"g"}', 1, "g", id="named beside it"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "group"), FAILURES)
def test_a_failure_is_an_answer(text: str, code: int, group: str) -> None:
    reading = read(text)
    assert told(reading, "code", "group", table="answers") == [(code, group)]
    assert kinds(reading) == [Kind.ADMIN_JSON]


OTHERS = [
    pytest.param('{"code":206,"remark":"parcel is late"}', id="another program's failure"),
    pytest.param('{"code":203,"flag":0,"opaque":3,"remark":"x"}', id="a request"),
    pytest.param('{"connectionSet":[{"clientId":"a@1","clientAddr":"10.0.0.1:4"}]}', id="a group of producers"),
    pytest.param('{"status":0,"data":true,"errMsg":null}', id="a console's answer without a body"),
    pytest.param('{"status":500,"errMsg":"disk full"}', id="another console's failure"),
    pytest.param('{"offsetTable":{{"brokerName":"a","queueId":2,"topic":"t"}:7}}', id="a client's file of offsets"),
    pytest.param('{"topic":"t","diffTotal":3}', id="a part of an object"),
    pytest.param(json.dumps(ROUTE), id="a route, which topicRoute prints so"),
    pytest.param(json.dumps(ROUTE, indent=1), id="a route over lines"),
    pytest.param(json.dumps({"status": 0, "data": ROUTE}), id="a route that the console encloses"),
]


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_none_is_left_to_others(text: str) -> None:
    assert Kind.ADMIN_JSON not in kinds(read(text))


def test_a_route_behind_a_head_is_read_once() -> None:
    reading = read(f'2025-01-14 06:10:04 INFO {{"topic":"paid","route":{json.dumps(ROUTE)}}}')
    assert told(reading, "kind", "topic", "broker", "read_queues", "address", "master", table="topic_queues") == [
        ("topic_route", "paid", "broker-a", 2, "10.2.3.4:10911", True)
    ]


def test_a_log_around_an_answer_stays_a_log() -> None:
    record = "2025-01-14 06:10:{:02},100 INFO RocketmqClient - doRebalance, paying, add a new mq, x\n"
    text = "".join(map(record.format, range(20)))
    reading = read(f"{text}2025-01-14 06:10:30,100 INFO bridge - {BODIES['ConsumerConnection']}\n{text}")
    assert len(reading.tables["connections"]) == 2
    assert sum(len((log.content or b"").splitlines()) for log in reading.logs) == 40


# -- cut and damaged -------------------------------------------------------------------------------


@pytest.mark.parametrize("body", BODIES)
def test_what_is_cut_off_tells_nothing_else(body: str) -> None:
    text = AROUND["the console's"](BODIES[body])
    whole = _without_names(read(text).tables)
    for end in range(0, len(text), 7):
        reading = read(text[:end])
        if Kind.ADMIN_JSON in kinds(reading):
            assert [row["unparsed"] for row in reading.ledger] == [1]
            assert _without_names({name: rows for name, rows in reading.tables.items() if name != "answers"}) <= whole


def _without_names(tables: dict[str, Rows]) -> set[str]:
    """The rows without whose they are, which may stand in what is lost."""
    lost = {"group", "client_id", "at"}
    return {
        f"{table} {[(key, value) for key, value in row.items() if key not in lost]}"
        for table, rows in tables.items()
        for row in rows
    }


def test_a_list_that_is_cut_says_nothing_of_who_is_not_in_it() -> None:
    text = BODIES["ConsumerConnection"]
    assert not read(text[: text.index("10.2.3.11@7")]).tables.get("connections")
    info = running_info()
    assert not read(info[: info.index('"queueId": 1')]).tables.get("client_queues")


def test_a_number_that_is_cut_is_none() -> None:
    text = f'{{"offsetTable":{by_queue(OFFSETS)},"consumeTps":12'
    assert not read(text).tables.get("answers")


def test_a_cut_line_leaves_the_next_one() -> None:
    text = stats()
    reading = read(f"{text[:300]}\n{text}\n")
    assert [row["line"] for row in reading.tables["progress"]] == [1, 2, 2, 2]


def test_a_long_line_is_read_to_its_end() -> None:
    queue = '{{"brokerName":"b","queueId":{},"topic":"paid"}}:{}'
    table = ",".join(queue.format(i, json.dumps(OFFSETS)) for i in range(1500))
    assert len(read(f'{{"offsetTable":{{{table}}}}}').tables["progress"]) == 1500


quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(
    st.sampled_from(sorted(BODIES)),
    st.sampled_from(sorted(AROUND)),
    st.lists(
        st.tuples(st.floats(0, 1), st.sampled_from(["", "{", "}", "[", "]", '"', "\\", ",", ":", "\n", "é", "9" * 30]))
    ),
)
def test_damage_never_loses_a_line(body: str, around: str, damages: list[tuple[float, str]]) -> None:
    text = AROUND[around](BODIES[body])
    for where, what in damages:
        place = int(where * len(text))
        text = text[:place] + what + text[place + 1 :]
    reading = read(text)
    lines = sum(row["lines"] for row in reading.ledger)
    lines += sum(len((log.content or b"").splitlines()) for log in reading.logs)
    assert lines >= text.count("\n")


@quick
@given(st.integers(0, 2**53), st.integers(-1, 2**53), st.sampled_from(["object", "text", "java", "pairs"]))
def test_offsets_come_back(newest: int, committed: int, key: str) -> None:
    offsets = {"brokerOffset": newest, "consumerOffset": committed, "lastTimestamp": 0}
    reading = read(f'{{"consumeTps":0.0,"offsetTable":{by_queue(offsets, key)}}}')
    assert set(told(reading, "broker_offset", "consumer_offset", "diff", "last_time")) == {
        (newest, committed, newest - committed, None)
    }
