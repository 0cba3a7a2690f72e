"""Log lines as frameworks, shippers, terminals and chats leave them: one record, its time, and its fields."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from rmqkit.tables.files import SourceFile
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.logs import plain
from rmqkit.tables.reading import read_file

SAID = "doRebalance, g, add a new mq failed, MessageQueue [topic=orders, brokerName=b, queueId=1], because lock failed"
REFUSED = "2026-11-21 18:24:29 WARN PullMessageThread_3 - the consumer's subscription not exist, group: g, topic:orders"
LOCAL = datetime(2026, 11, 21, 18, 24, 29, 123000, tzinfo=UTC)
EARLIER = datetime(2026, 11, 21, 10, 24, 29, 123000, tzinfo=UTC)
SECOND = EARLIER.replace(microsecond=0)
STAMP = int(EARLIER.timestamp() * 1000)


def records(text: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The records of a pasted file and the counts of its one block."""
    raw = text.encode()
    reading = read_file(SourceFile("paste.txt", content=raw, size=len(raw)), UTC)
    (source,) = reading.logs
    rows = [row for batch in parsed_batches(plain(source), "UTC") for row in batch.to_pylist()]
    return [row for row in rows if not row["counts"]], rows[-1]


HEADS = [
    ("2026-11-21 18:24:29:123 WARN [t] RocketmqClient - {}", LOCAL, "t", "a colon before the milliseconds"),
    ("2026-11-21T10:24:29.123Z  WARN 7 --- [t] RocketmqClient : {}", EARLIER, "t", "Spring Boot in UTC"),
    ("2026-11-21T18:24:29.123+0800\tWARN\tglobal/log.go:31\t{}", EARLIER, None, "zap in the Go client of 5.x"),
    ("2026-11-21T10:24:29.123Z  WARN rocketmq::client: {}", EARLIER, None, "tracing in the Rust client"),
    ("2026-11-21 18:24:29,123 WARN  [RocketmqClient    ] [t] - {}", LOCAL, "t", "log4j2 with the logger first"),
    ("2026-11-21 18:24:29.123 [t] [] WARN RocketmqClient - {}", LOCAL, "t", "an empty context in brackets"),
    ("2026-11-21 18:24:29.123 RocketmqClient [WARN] {}", LOCAL, None, "Storm"),
    ("WARN  2026-11-21 18:24:29,123 [t] RocketmqClient - {}", LOCAL, "t", "the level first"),
    ("[WARN ][2026-11-21 18:24:29,123][t][RocketmqClient] - {}", LOCAL, "t", "the level first, all in brackets"),
    ("20261121 18:24:29.123 WARN [t] RocketmqClient - {}", LOCAL, None, "a date without hyphens"),
    ("21-Nov-2026 18:24:29.123 WARNING [t] x {}", LOCAL, None, "Tomcat"),
    ("21 Nov 2026 18:24:29,123 WARN x - {}", LOCAL, None, "log4j's DATE"),
    ("21/Nov/2026:18:24:29.123 +0800 WARN x - {}", EARLIER, None, "an access log's date with its zone"),
    (f"{STAMP} WARN [t] RocketmqClient - {{}}", EARLIER, None, "milliseconds since 1970"),
    ("18:24:29.123 [t] WARN  RocketmqClient - {}", None, "t", "logback's default has no date"),
    ("18:24:29.123 [t] WARN  RocketmqClient - [warn,125] - {}", None, "t", "a method behind the logger"),
    ("18:24:29.123 - [] [t] WARN  o.a.r.X - {}", None, "t", "a context before the thread"),
    ("[18:24:29 WRN] {}", None, None, "Serilog"),
    ("11-21 18:24:29.123 WARN [t] RocketmqClient - {}", None, None, "no year"),
    ("16-11-02 18:24:29 WARN RocketmqClient - {}", None, None, "a year of two digits can be a day"),
    ("[21/11/26 18:24:29:123 CST] t WARN x: {}", None, None, "days and months in an unknown order"),
    ("1234 [t] WARN RocketmqClient - {}", None, "t", "log4j's TTCC layout counts from the start"),
    ("[t] WARN RocketmqClient - {}", None, "t", "slf4j's simple logger"),
    ("WARN  [t] RocketmqClient - {}", None, "t", "cut before the level"),
    ("warn: Org.Apache.Rocketmq.Client[0]\n      {}", None, None, ".NET's console"),
    ("Nov 21, 2026 10:24:29 AM o.a.r.ClientLogger warn\nWARNING: {}", SECOND, None, "java.util.logging"),
    ("Nov 21 18:24:29 app-1 java[7]: WARN  [t] RocketmqClient - {}", None, "t", "journald, whose dates have no year"),
]


@pytest.mark.parametrize(
    ("layout", "at", "thread"), [pytest.param(head, at, thread, id=why) for head, at, thread, why in HEADS]
)
def test_a_record_has_the_time_that_its_layout_tells_and_no_other(layout, at, thread):
    found, counts = records("\n".join([layout.format(SAID)] * 2))

    assert [(row["event"], row["group"], row["queue"]) for row in found] == [("queue_lock_failed", "g", 1)] * 2
    assert {(row["at"], row["level"]) for row in found} == {(at, "WARN")}
    assert thread is None or {row["thread"] for row in found} == {thread}
    assert counts["unparsed"] == 0


ECS = {
    "@timestamp": "2026-11-21T10:24:29.123Z", "log.level": "WARN", "message": SAID, "log.logger": "RocketmqClient",
    "process.thread.name": "t",
}  # fmt: skip
NESTED = {"@timestamp": "2026-11-21T10:24:29.123Z", "log": {"level": "WARN", "logger": "x"}, "message": SAID}
GELF = {"version": "1.1", "short_message": SAID, "timestamp": STAMP / 1000, "level": 4, "_logger": "RocketmqClient"}
LOG4J2 = {"instant": {"epochSecond": STAMP / 1000}, "thread": "t", "level": "WARN", "loggerName": "x", "message": SAID}
LINE = f"18:24:29.123 [t] WARN RocketmqClient - {SAID}"
OBJECTS = [
    pytest.param(json.dumps(ECS), id="ECS with dots in its keys"),
    pytest.param(json.dumps(NESTED), id="ECS with objects"),
    pytest.param(json.dumps(GELF), id="GELF, whose levels are numbers"),
    pytest.param(json.dumps(LOG4J2), id="log4j2's JSON layout"),
    pytest.param(json.dumps({"timeMillis": STAMP, "level": "WARN", "message": SAID}), id="log4j2's older JSON layout"),
    pytest.param(json.dumps({"_source": ECS}), id="a search engine's answer"),
    pytest.param(json.dumps({"line": f"WARN {SAID}", "timestamp": f"{STAMP}000000"}), id="Loki's nanoseconds"),
    pytest.param(
        json.dumps({"log": LINE + "\n", "time": "2026-11-21T10:24:29.123Z"}), id="docker dates an undated line"
    ),
    pytest.param("2026-11-21 10:24:29 +0000 kube.app: " + json.dumps(ECS), id="a shipper's time and tag before it"),
]


@pytest.mark.parametrize("line", OBJECTS)
def test_a_line_in_an_object_keeps_its_time_and_level(line):
    found, counts = records(f"{line}\n{line}\n")

    assert [(row["event"], row["group"]) for row in found] == [("queue_lock_failed", "g")] * 2
    assert {row["at"] for row in found} == {EARLIER}
    assert {row["level"] for row in found} <= {"WARN", None}
    assert counts["rows"] == 2


def test_a_trace_in_an_object_belongs_to_its_record():
    trace = "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 26  DESC: subscription group [g] not there"
    line = json.dumps({"time": "2026-11-21T10:24:29.123Z", "message": "execute the pull request exception",
                       "logger": "RocketmqClient", "stack_trace": trace})  # fmt: skip
    found, counts = records(f"{line}\n{line}\n")

    assert {(row["event"], row["code"], row["group"]) for row in found} == {("pull_rejected", 26, "g")}
    assert (counts["lines"], counts["rows"]) == (2, 2)


def journal(text: object, **more: object) -> str:
    """An entry of `journalctl -o json`."""
    return json.dumps({"__REALTIME_TIMESTAMP": str(STAMP * 1000), "PRIORITY": "4", "MESSAGE": text, **more})


def test_a_trace_that_has_an_object_for_each_line_belongs_to_its_record():
    lines = (
        'Exception in thread "main" java.lang.IllegalStateException: cannot start consumer',
        "\tat com.shop.Worker.main(Worker.java:61)",
        "Caused by: org.apache.rocketmq.client.exception.MQClientException: consumeThreadMin (64) is larger than "
        "consumeThreadMax (20)",
        "For more information, please visit the url, http://rocketmq.apache.org/docs/faq/",
        "\tat org.apache.rocketmq.client.impl.consumer.DefaultMQPushConsumerImpl.checkConfig(X.java:748)",
        "\t... 3 more",
    )
    found, counts = records("\n".join(map(journal, [*lines, "Started Worker.", *lines])))

    assert [row["event"] for row in found] == ["consumer_start_failed", None, "consumer_start_failed"]
    assert found[0]["raw"].endswith("... 3 more")
    assert (counts["rows"], counts["continuation"]) == (3, 10)


FRAMES = "".join(
    f"\n\tat org.springframework.boot.SpringApplication.step{n}(SpringApplication.java:{n})" for n in range(9)
)
CONFIG = "Caused by: org.apache.rocketmq.client.exception.MQClientException: "
WRAPPED = f"\njava.lang.IllegalStateException: Failed to start RocketMQ push consumer{FRAMES}\n{CONFIG}"
CONTAINER = (
    "Started container failed. DefaultRocketMQListenerContainer{consumerGroup='g', nameServer='a:9876', topic='t', "
)
REFUSED_STARTS = [
    (f"{CONTAINER}selectorType=TAG}}{WRAPPED}pullBatchSize Out of range [1, 1024]", "g", "rocketmq-spring 2.x"),
    (
        "Started container failed. DefaultListenerContainer{name='x', running=false, endpoints='p:8081', "
        f"consumerGroup='g', tag='*', topic='t', type='tag'}}{WRAPPED}client is not running",
        "g",
        "its part for the gRPC client",
    ),
    (
        f"Application run failed\n\norg.springframework.beans.factory.BeanCreationException: bean 'x'{FRAMES}\n{CONFIG}"
        "popInvisibleTime Out of range [5000, 300000]\nSee http://rocketmq.apache.org/docs/faq/ for further details.",
        None,
        "Spring alone, which tells the cause behind its own frames",
    ),
    (
        f"Servlet.init() threw exception\njavax.servlet.ServletException: x{FRAMES}\n{CONFIG}Long polling mode, the "
        "consumer consumerTimeoutMillisWhenSuspend must greater than brokerSuspendMaxTimeMillis",
        None,
        "a pull consumer in a servlet container",
    ),
]


@pytest.mark.parametrize(("text", "group"), [pytest.param(text, group, id=why) for text, group, why in REFUSED_STARTS])
def test_why_a_start_was_refused_is_told_however_far_below(text, group):
    head = "2026-11-21 18:24:29.123 ERROR 7 --- [main] o.s.boot.SpringApplication : "
    found, counts = records(f"{head}{text}\n{head}{SAID}\n")

    assert [(row["event"], row["group"]) for row in found][:-1] == [("consumer_start_failed", group)]
    assert counts["unparsed"] == 0


AROUND = [
    ("rocketmq-broker-0 › broker {}", "stern with an arrow"),
    ("rocketmq-broker-0 broker {}\nrocketmq-broker-1 broker {}", "stern over two pods"),
    ('2026-11-21T10:24:29Z {{app="rocketmq"}} {}', "Loki's client"),
    ("<134>1 2026-11-21T10:24:29.123Z mq-1 rocketmq 71 - - {}", "syslog by RFC 5424"),
    ("- {}", "a list"),
    (" * {}", "a list with stars"),
    ("1. {}", "a numbered list"),
    ("#{}", "a comment mark without a blank"),
    ("    {}", "an indented code block"),
    ("`{}", "a backtick that opens"),
    ('"Nov 21, 2026 @ 18:24:29.123","mq-1","{}"', "a row of CSV"),
    ('  {{\n    "message": "{}"\n  }},', "an array of objects printed over several lines"),
]


@pytest.mark.parametrize("wrapper", [pytest.param(wrapper, id=why) for wrapper, why in AROUND])
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(REFUSED, id="plain"),
        pytest.param(REFUSED.replace("'", "&#39;"), id="escaped by a web page"),
        pytest.param(REFUSED.replace("'", "\u2019").replace(" WARN", "\u00a0WARN"), id="quotes and blanks of a chat"),
    ],
)
def test_what_stands_around_a_line_is_no_part_of_it(wrapper, line):
    found, _ = records("\n".join([wrapper.replace("{}", line).format()] * 2))

    told = {(row["event"], row["group"], row["topic"], row["code"], row["at"]) for row in found}
    assert told == {("subscription_not_exist", "g", "orders", 24, SECOND)}


def test_a_remark_below_a_record_is_no_part_of_its_topic():
    found, _ = records(
        f"{REFUSED}\nAda 18:31\nand the client says\n2026-11-21 18:24:30,123 WARN RocketmqClient - {SAID}"
    )

    assert [row["topic"] for row in found] == ["orders", "orders"]


def test_a_channel_s_end_is_found_behind_a_long_client_id():
    client = "10.0.0.7@" + ";".join(f"name-server-{n}.example.org:9876" for n in range(12)) + "#7"
    channel = (
        f"ClientChannelInfo [channel=[id: 0x5, L:/10.0.0.1:10911 ! R:/10.0.0.7:51290], clientId={client}, language="
    )
    line = (
        f"2026-11-21 18:24:29 WARN Netty - NETTY EVENT: remove not active channel[{channel}JAVA, version=9,"
        " lastUpdateTimestamp=1615521024340]] from ConsumerGroupInfo groupChannelTable, consumer group: g"
    )
    (row, *_), _ = records("\n".join([line[i : i + 150] for i in range(0, len(line), 150)] + [REFUSED]))

    assert (row["event"], row["group"], row["client_id"]) == ("consumer_disconnected", "g", client)


def test_source_code_is_no_log():
    raw = b'log.warn("the consumer\'s subscription not exist, group: {}, topic:{}", group, topic);\n'
    assert not read_file(SourceFile("Code.java", content=raw, size=len(raw)), UTC).logs


TERMINAL = [
    'INFO[0002] MessageQueue do balance done                  cidAllSize=2 clientID="10.0.0.7@4711" consumerGroup=g'
    ' mqAllSize=4 name=AVG rebalanceResultSet="[]" rebalanceResultSize=1 topic=orders',
    'ERRO[0030] pull message from broker error                broker="b:10911" underlayError="CODE: 24, DESC: x"',
    'WARN[0031] pull message from broker error                broker="10.0.0.1:10911" underlayError="request timeout"',
    'INFO[0032] lock MessageQueue                             MessageQueue="MessageQueue [topic=orders, brokerName=b,'
    ' queueId=1]" consumerGroup=g lockOK=false',
]


def test_the_go_client_on_a_terminal_says_what_it_says_in_a_file():
    found, _ = records("\n".join(TERMINAL))

    told = [(row["event"], row["group"], row["code"], row["level"], row["at"]) for row in found]
    assert told == [
        ("rebalance_result", "g", None, "INFO", None),
        ("pull_rejected", None, 24, "ERROR", None),
        ("pull_failed", None, None, "WARN", None),
        ("queue_lock_failed", "g", None, "INFO", None),
    ]


BEGINNINGS = [
    ("the consumer [g] was moved", None, "the beginning of a message that goes on differently is another message"),
    ("the consumer [g] shut...", None, "a terminal cut a message whose beginning others have as well"),
    ("the consumer [g] start beginning.", "consumer_starting", "the C++ client's shorter wording"),
]


@pytest.mark.parametrize(
    ("message", "event"), [pytest.param(message, event, id=why) for message, event, why in BEGINNINGS]
)
def test_the_beginning_of_a_message_is_it_only_where_the_line_ends(message, event):
    found, _ = records(f"{REFUSED}\n2026-11-21 18:24:29 INFO main - {message}")

    assert found[1]["event"] == event


def test_a_paste_of_two_programs_names_each_ones_lines():
    found, _ = records(f"{REFUSED}\n2026-11-21 18:24:30,123 WARN RocketmqClient - {SAID}")

    assert [row["source"] for row in found] == ["broker", "client"]
