"""Which text is a log, whose it is and how its lines are laid out."""

import json
import re

import pytest

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.layouts import is_record_start, layout_of, recognise_log

BROKER = [
    "2026-11-21 18:29:13 INFO ClientManageThread_3 - subscription changed, add new topic, group: g Sub [x]",
    "2026-11-21 18:29:14 WARN PullMessageThread_1 - the consumer's subscription not exist, group: g, topic:orders",
]
CLIENT_5 = [
    "2026-11-21 18:30:07.020 INFO  [11193] [main] [o.a.r.c.i.c.DefaultMQPush#?:?] - the consumer [g] start OK.",
    "2026-11-21 18:30:07.584 INFO  [11193] [main] [RocketmqCommon#?:?] - Try to start service thread:X started:false",
]
CLIENT_4 = [
    "2026-11-21 10:38:52,161 INFO RocketmqClient - the consumer [g] start OK.",
    "2026-11-21 10:38:52,771 DEBUG io.netty.util.internal.PlatformDependent0 - Java version: 17",
]
NAMESRV = ["2026-11-21 18:29:13 INFO main - The Name Server boot success. serializeType=JSON"]
STACK = ["org.apache.rocketmq.client.exception.MQBrokerException: CODE: 24  DESC: x", "\tat a.b.C(D.java:1)"]

CASES = [
    pytest.param(BROKER, (Kind.BROKER_LOG, "server", "GMT+8"), id="a broker's messages in the servers' layout"),
    pytest.param(NAMESRV, (Kind.NAMESRV_LOG, "server", "GMT+8"), id="a name server's messages in the same layout"),
    pytest.param(
        ["2026-11-21 18:29:13 INFO main - something new"],
        (Kind.ROCKETMQ_LOG, "server", "GMT+8"),
        id="the servers' layout without a telling message",
    ),
    pytest.param(CLIENT_5, (Kind.CLIENT_LOG, "client_5", "GMT+8"), id="a 5.x client's own file"),
    pytest.param(CLIENT_4 + STACK * 40, (Kind.CLIENT_LOG, "client_4", "JVM"), id="a 4.x client's own file"),
    pytest.param(
        ["2026-11-21T10:38:52.161482Z ERROR rocketmq::client: send heartbeat failed: failed to get sessions: x"],
        (Kind.CLIENT_LOG, "client_rust", "JVM"),
        id="a Rust client",
    ),
    pytest.param(
        ["2026-11-21 10:38:52,161 WARN 4711 Heartbeat failed for endpoints=x:8081, clientId=h@1@0@a, error=14"],
        (Kind.CLIENT_LOG, "client_node", "JVM"),
        id="a Node client",
    ),
    pytest.param(
        ["2026-11-21T10:38:52.161+0800\tINFO\tgolang/client_manager.go:98\tthe client manager starts successfully"],
        (Kind.CLIENT_LOG, "client_go_5", "JVM"),
        id="a Go client of 5.x",
    ),
    pytest.param(
        ["2026-11-21 10:38:52.161 [--W--] [    771] Failed to heartbeat against ipv4:1.2.3.4:8081. Cause: x [a.cpp:2]"],
        (Kind.CLIENT_LOG, "client_cpp_5", "JVM"),
        id="a C++ client of 5.x",
    ),
    pytest.param(
        ["2018-11-21 10:38:52,161 INFO MQClientInstance(245) - the client factory [10.0.0.1@7] start OK"],
        (Kind.CLIENT_LOG, "client_log4j", "JVM"),
        id="a 4.1 client under log4j",
    ),
    pytest.param(
        ["2018-11-21 18:29:13 INFO main - the client factory [10.0.0.1@7] start OK"],
        (Kind.CLIENT_LOG, "server", "GMT+8"),
        id="a 4.1 client under logback writes in the servers' layout",
    ),
    pytest.param(
        ["2026-11-21 18:29:13 INFO - [TOPIC_PUT_NUMS] [orders] Stats In One Minute, SUM: 1 TPS: 0.02 AVGPT: 1.00"],
        (Kind.ROCKETMQ_LOG, "stats", "GMT+8"),
        id="stats.log has no thread",
    ),
    pytest.param(
        ["2026-11-21 18:29:13[WATERMARK] Send Queue Size: 0 SlowTimeMills: 0"],
        (Kind.ROCKETMQ_LOG, "proxy_watermark", "GMT+8"),
        id="a 5.0 proxy's watermark has nothing behind its time",
    ),
    pytest.param(
        [
            "2024-05-01 12:00:00.123  INFO 12345 --- [     main] c.e.Shop       : order 5",
            "2024-05-01 12:00:01.123  WARN 12345 --- [icExecutor_1] RocketmqClient : execute the pull request"
            " exception",
        ],
        (Kind.APP_LOG, "spring_boot", "JVM"),
        id="a Spring Boot application with the client's lines in it",
    ),
    pytest.param(
        ["2024-05-01 12:00:00,123 INFO com.shop.Order - stored", *CLIENT_4[:1], "2024-05-01 12:00:02,123 INFO a.B - x"],
        (Kind.APP_LOG, "client_4", "JVM"),
        id="an application whose pattern equals the 4.x client's",
    ),
    pytest.param(
        ["2024-05-01 12:00:00.123|INFO|main|RocketmqClient|the consumer [g] start OK."],
        (Kind.APP_LOG, "dated", "JVM"),
        id="an application with bars between its fields",
    ),
    pytest.param(
        [
            'time="2024-05-01T10:00:00+08:00" level=info msg="update offset to broker success"'
            ' MessageQueue="MessageQueue [topic=t, brokerName=b, queueId=0]" consumerGroup=g offset=7'
        ],
        (Kind.APP_LOG, "logrus", "JVM"),
        id="the Go client",
    ),
    pytest.param(
        ["2024-05-01 12:00:00.123 [main] INFO  com.shop.Order - stored"], None, id="another program without RocketMQ"
    ),
    pytest.param(["2024-05-01 12:00:00,123 INFO com.shop.Order - stored"], None, id="another program under log4j"),
    pytest.param(["#Topic #Broker Name #QID #Broker Offset", "orders broker-a 0 17"], None, id="a table of mqadmin"),
    pytest.param([], None, id="nothing"),
    pytest.param(["", "  "], None, id="blank lines"),
]


@pytest.mark.parametrize(("lines", "expected"), CASES)
def test_a_log_is_told_by_layout_and_content(lines, expected):
    shape = recognise_log(lines)

    assert (shape and (shape.kind, shape.layout, shape.zone)) == expected


WRAPPERS = [
    pytest.param("> {}", id="quoted in a mail"),
    pytest.param("   17\t{}", id="cat -n"),
    pytest.param("17:{}", id="grep -n"),
    pytest.param("broker.log:{}", id="grep in several files"),
    pytest.param("broker-2026-11-21.log:17:{}", id="grep -n in files whose names hold dates"),
    pytest.param("rmq-broker-1  | {}", id="docker compose"),
    pytest.param("[pod/broker-0/broker] {}", id="kubectl logs --prefix"),
    pytest.param("2026-11-21T10:29:13.123456789Z {}", id="kubectl logs --timestamps"),
    pytest.param("[pod/broker-0/broker] 2026-11-21T10:29:13.1Z {}", id="kubectl logs --prefix --timestamps"),
    pytest.param("2026/11/21 10:29:13 {}", id="another program's clock"),
    pytest.param("broker-0 broker {}", id="stern"),
    pytest.param("/home/my logs/broker.log:{}", id="grep in a folder with a blank in its name"),
    pytest.param(" * {}", id="a block comment"),
    pytest.param("2026-11-21T10:29:13.123456789+08:00 stdout F {}", id="the container runtime's file"),
    pytest.param("Nov 21 18:29:13 host-1 mqbroker[71]: {}", id="syslog"),
    pytest.param("host-1 shipper@2[71]: {}", id="journald, its time left out"),
    pytest.param("\x1b[32m{}\x1b[0m", id="colours"),
]


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_what_stands_before_every_line_does_not_matter(wrapper):
    lines = [wrapper.format(line) for line in BROKER]
    shape = recognise_log(lines)

    assert shape is not None and (shape.kind, shape.layout) == (Kind.BROKER_LOG, "server")
    clean = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    assert [re.sub(shape.prefix, "", line, count=1) if shape.prefix else line for line in clean] == BROKER


def test_lines_that_end_in_a_quoted_value_are_no_cells_of_a_table():
    line = (
        'grant-go | time="2026-11-30T09:49:25Z" level=info msg="MessageQueue do balance done" cidAllSize=3 '
        "clientID=10.0.0.1@g consumerGroup=g mqAllSize=2 "
        'rebalanceResultSet="[MessageQueue [topic=A, brokerName=b, queueId=0]]" rebalanceResultSize=1 topic="%RETRY%g"'
    )
    shape = recognise_log([line, line])

    assert shape is not None and (shape.layout, shape.wrapped) == ("logrus", None)


@pytest.mark.parametrize("key", ["log", "message", "msg"])
def test_lines_inside_json_are_told_by_their_text(key):
    shape = recognise_log([json.dumps({key: line + "\n", "stream": "stdout"}) for line in BROKER])

    assert shape is not None and shape.wrapped and (shape.kind, shape.layout) == (Kind.BROKER_LOG, "server")


def test_a_head_that_a_narrow_window_broke_is_joined_first():
    lines = [line[i : i + 40] for line in BROKER for i in range(0, len(line), 40)]

    shape = recognise_log(lines)

    assert shape is not None and (shape.kind, shape.layout) == (Kind.BROKER_LOG, "server")


@pytest.mark.parametrize(
    ("fractions", "doubled"),
    [
        pytest.param(("052", "053"), True, id="clients from 4.3.0 to 4.7.1 print the seconds again"),
        pytest.param(("052", "713"), False, id="later clients print milliseconds"),
    ],
)
def test_seconds_printed_twice_are_no_milliseconds(fractions, doubled):
    lines = [f"2020-01-01 10:00:{52 + i},{f} INFO RocketmqClient - x" for i, f in enumerate(fractions)]

    assert recognise_log(lines).doubled_seconds is doubled


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        pytest.param(BROKER[0], True, id="a record"),
        pytest.param("\tat a.b.C(D.java:1)", False, id="a stack frame"),
        pytest.param("2026-11-21 18:29:13", True, id="a bare date"),
        pytest.param("topicA broker-a 0 17 17 N/A 0 2026-11-21 18:29:13", False, id="a row that ends with a date"),
    ],
)
def test_only_the_first_line_of_a_record_starts_it(line, starts):
    assert is_record_start(line) is starts


def test_a_thread_may_hold_blanks_and_the_message_may_hold_the_separator():
    found = layout_of("2026-11-21 18:29:13 INFO my pool 1 - a - b").line.match(
        "2026-11-21 18:29:13 INFO my pool 1 - a - b"
    )

    assert (found["thread"], found["message"]) == ("my pool 1", "a - b")


_LOCAL = [f"2026-12-01 05:01:{second:02},123 INFO RocketmqClient - x" for second in (10, 20)]


@pytest.mark.parametrize(
    ("lines", "zone"),
    [
        pytest.param(
            [json.dumps({"time": f"2026-11-30T21:01:{10 * n + 10}.2Z", "log": line}) for n, line in enumerate(_LOCAL)],
            "Etc/GMT-8",
            id="docker's times beside the text",
        ),
        pytest.param(
            [f"2026-11-30T23:31:{10 * n + 12}.2Z {line}" for n, line in enumerate(_LOCAL)],
            "Asia/Kolkata",
            id="kubectl's times before the lines, seconds later",
        ),
        pytest.param(
            [f"2026-11-30T21:{n}1:10Z {line}" for n, line in enumerate(_LOCAL)],
            None,
            id="times that are apart by one span here and another there",
        ),
        pytest.param([f"2026-11-30T21:09:30Z {line}" for line in _LOCAL], None, id="taken much later"),
        pytest.param(_LOCAL, None, id="nothing beside the lines"),
    ],
)
def test_a_runtime_s_times_tell_the_zone_of_a_jvm(lines, zone):
    assert recognise_log(lines).jvm_zone == zone
