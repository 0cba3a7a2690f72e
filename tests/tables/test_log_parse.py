"""From a log's bytes to events and counts, without Spark: messy input, torn records, and every line accounted for."""

import gzip
import json
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rmqkit.formats.logs.catalogue import MESSAGES
from rmqkit.formats.logs.layouts import recognise_log
from rmqkit.tables import log_bytes
from rmqkit.tables.log_bytes import LogSource, split
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.logs import plain
from tests.formats.logs.test_catalogue import printed

SUBSCRIPTION = (
    "SubscriptionData [classFilterMode=false, topic=orders, subString=*, tagsSet=[], codeSet=[],"
    " subVersion=1795257229509, expressionType=TAG]"
)
REMOVED = (
    f"2026-11-21 18:29:13 WARN ClientManageThread_3 - subscription changed, group: g remove topic orders {SUBSCRIPTION}"
)
ADDED = f"2026-11-21 18:29:14 INFO ClientManageThread_12 - subscription changed, add new topic, group: g {SUBSCRIPTION}"
REFUSED = "2026-11-21 18:29:14 WARN PullMessageThread_1 - the consumer's subscription not exist, group: g, topic:orders"
UNKNOWN = "2026-11-21 18:29:15 INFO main - a message of the year 2030"
STACK = ["java.io.IOException: broken pipe", "\tat a.b.C(D.java:1)", "", "Caused by: java.lang.Error", "\t... 3 more"]
THREE = ["subscription_topic_removed", "subscription_topic_added", "subscription_not_exist"]
COUNTERS = ("rows", "noise", "blank", "continuation", "unparsed")


def source_of(content: bytes, **changes: Any) -> LogSource:
    encoding = changes.get("encoding", "utf-8")
    text = gzip.decompress(content) if changes.get("compression") else content
    shape = changes.pop("shape", None) or recognise_log(text.decode(encoding, "replace").split("\n"))
    assert shape is not None
    return LogSource("broker.log", 1, shape.kind, shape, content=content, **changes)


def parsed(source: LogSource, zone: str = "UTC") -> tuple[list[dict[str, Any]], dict[str, Any]]:
    rows = [row for batch in parsed_batches(plain(source), zone) for row in batch.to_pylist()]
    return [row for row in rows if not row["counts"]], rows[-1]


def read(lines: list[str], **changes: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    return parsed(source_of("\n".join(lines).encode(), **changes))


def wrapped(line: str, width: int) -> list[str]:
    return [line[i : i + width] for i in range(0, len(line), width)]


NO_ROUTE = "2026-11-21 18:29:16,001 WARN RocketmqClient - get Topic [{}] RouteInfoFromNameServer is not exist value"
NOT_THERE = "2026-11-21 18:29:16,002 WARN RocketmqClient - doRebalance, g, but the topic[{}] not exist."


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        pytest.param("orders\r", "orders␍", id="a carriage return behind it"),
        pytest.param(" orders", "␠orders", id="a blank before it"),
        pytest.param("orders ", "orders␠", id="a blank behind it"),
        pytest.param('"orders"', '"orders"', id="quotes around it"),
        pytest.param("orders", "orders", id="nothing but the name"),
    ],
)
def test_a_subscribed_name_is_read_with_what_nobody_sees_of_it(name: str, seen: str) -> None:
    rows, _ = read([NO_ROUTE.format(name), NOT_THERE.format(name)])
    assert [(row["event"], row["topic"]) for row in rows] == [("route_missing", seen), ("rebalance_failed", seen)]


MESSY: list[Any] = [
    pytest.param([REMOVED, ADDED, REFUSED], id="as written"),
    pytest.param([p for x in (REMOVED, ADDED, REFUSED) for p in wrapped(x, 80)], id="hard wrapped at 80"),
    pytest.param([p for x in (REMOVED, ADDED, REFUSED) for p in wrapped(x, 47)], id="hard wrapped inside the head"),
    pytest.param([x.replace(", ", ",\n") for x in (REMOVED, ADDED)] + [REFUSED], id="wrapped at blanks"),
    pytest.param([f"> {x}" for x in (REMOVED, ADDED, REFUSED)], id="quoted"),
    pytest.param(["b.log:" + REMOVED, "b.log-" + ADDED, "--", "b.log:" + REFUSED], id="grep with context lines"),
    pytest.param([f"{n}:{x}" for n, x in enumerate((REMOVED, ADDED, REFUSED))], id="grep with line numbers"),
    pytest.param([f"{x}\r" for x in (REMOVED, ADDED, REFUSED)], id="carriage returns"),
    pytest.param([f"\x1b[33m{x}\x1b[0m" for x in (REMOVED, ADDED, REFUSED)], id="colours"),
    pytest.param(["\0" * 40 + REMOVED, ADDED, REFUSED], id="a hole that truncation left"),
    pytest.param([json.dumps({"log": x + "\n"}) for x in (REMOVED, ADDED, REFUSED)], id="docker's JSON"),
    pytest.param(["==> a <==", REMOVED, "", "==> b <==", ADDED, "```", "...", REFUSED], id="separators of tools"),
    pytest.param([REMOVED, *STACK, ADDED, *STACK, REFUSED], id="stack traces in between"),
]


@pytest.mark.parametrize("lines", MESSY)
def test_messy_logs_tell_the_same_events(lines):
    events, counts = read(lines)

    assert [event["event"] for event in events] == THREE
    assert {(event["group"], event["topic"]) for event in events} == {("g", "orders")}
    assert [event["detail"] for event in events[:2]] == [SUBSCRIPTION] * 2 or "\n" in lines[0]
    assert counts["unparsed"] == 0
    assert sum(counts[name] for name in COUNTERS) == counts["lines"]


def test_a_record_keeps_time_level_thread_and_its_lines():
    (event,), _ = read([REFUSED, *STACK])

    assert event["at"] == datetime(2026, 11, 21, 10, 29, 14, tzinfo=UTC)
    assert (event["level"], event["thread"], event["code"]) == ("WARN", "PullMessageThread_1", 24)
    assert event["raw"] == "\n".join([REFUSED, *STACK])
    assert event["detail"] == STACK[0]


def test_a_record_outside_the_catalogue_is_a_row_without_event():
    (event,), counts = read([UNKNOWN])

    assert (event["event"], event["raw"], counts["rows"]) == (None, UNKNOWN, 1)


def test_response_code_text_and_broker_stand_below_the_record():
    lines = [
        "2026-11-21 10:38:53,713 WARN RocketmqClient - execute the pull request exception",
        "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 26  DESC: subscription group [g] not there",
        "See http://rocketmq.apache.org/docs/faq/ for further details. BROKER: 10.0.0.1:10911",
        "\tat a.b.C(D.java:1)",
    ]
    (event,), counts = read(lines)

    assert (event["event"], event["code"], event["address"]) == ("pull_rejected", 26, "10.0.0.1:10911")
    assert event["detail"].endswith("[g] not there")
    assert counts["continuation"] == 3


def test_a_pull_that_no_broker_answered_was_not_rejected():
    lines = [
        "2026-11-21 10:38:53,713 WARN RocketmqClient - execute the pull request exception",
        "org.apache.rocketmq.remoting.exception.RemotingTimeoutException: wait response on <10.0.0.1:10911>",
    ]
    (event,), _ = read(lines)

    assert (event["event"], event["code"], event["address"]) == ("pull_failed", None, "10.0.0.1:10911")


ZONES = [
    pytest.param([REFUSED], "Asia/Tokyo", datetime(2026, 11, 21, 10, 29, 14, tzinfo=UTC), id="a server writes UTC+8"),
    pytest.param(
        ["2026-11-21 18:30:07.020 INFO  [1] [main] [o.a.r.c.X#?:?] - the consumer [g] start OK."],
        "Asia/Tokyo",
        datetime(2026, 11, 21, 10, 30, 7, 20000, tzinfo=UTC),
        id="a 5.x client writes UTC+8",
    ),
    pytest.param(
        ["2026-11-21 18:30:07,020 INFO RocketmqClient - the consumer [g] start OK.", UNKNOWN],
        "Asia/Tokyo",
        datetime(2026, 11, 21, 9, 30, 7, 20000, tzinfo=UTC),
        id="a 4.x client writes its JVM's time",
    ),
    pytest.param(
        ["2020-01-01 10:00:52,052 INFO RocketmqClient - a", "2020-01-01 10:00:53,053 INFO RocketmqClient - b"],
        "UTC",
        datetime(2020, 1, 1, 10, 0, 52, tzinfo=UTC),
        id="seconds printed twice are dropped",
    ),
    pytest.param(
        ["2024-05-01T12:00:00.123-03:30  INFO 1 --- [main] RocketmqClient : the consumer [g] start OK."],
        "Asia/Tokyo",
        datetime(2024, 5, 1, 15, 30, 0, 123000, tzinfo=UTC),
        id="an offset in the text counts",
    ),
]


@pytest.mark.parametrize(("lines", "zone", "at"), ZONES)
def test_times_are_instants(lines, zone, at):
    events, _ = parsed(source_of("\n".join(lines).encode()), zone)

    assert events[0]["at"] == at


@pytest.mark.parametrize(
    ("line", "hours"),
    [
        pytest.param(REFUSED, -8, id="a server writes UTC+8"),
        pytest.param("2026-11-21 18:30:07,020 INFO RocketmqClient - the consumer [g] start OK.", -9, id="its own zone"),
    ],
)
def test_a_record_that_was_cut_while_its_log_was_copied_is_of_the_logs_zone(line, hours):
    events, _ = parsed(source_of(f"{line}\n{line}\n2026-11-21 18:31:08 INFO Heartbe".encode()), "Asia/Tokyo")

    assert events[-1]["at"] == datetime(2026, 11, 21, 18, 31, 8, tzinfo=UTC) + timedelta(hours=hours)


def test_the_first_line_that_nobody_understood_is_named():
    counts = read(["who are you", REFUSED, "--", "and you"])[1]

    assert (counts["unparsed"], counts["first_unparsed_line"], counts["first_unparsed"]) == (2, 1, "who are you")


def test_a_broken_gzip_gives_what_could_be_read_and_says_so():
    whole = gzip.compress("\n".join(f"{REFUSED}{n}" for n in range(20_000)).encode())
    shape = recognise_log([REFUSED])
    events, counts = parsed(LogSource("b.gz", 1, shape.kind, shape, content=whole[: len(whole) // 2], compression="gz"))

    assert 1000 < len(events) < 20_000
    assert "EOFError" in counts["problem"]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-8-sig"])
def test_other_encodings_are_read(encoding):
    events, _ = parsed(source_of(f"{UNKNOWN} 消费失败\n{REFUSED}".encode(encoding), encoding=encoding))

    assert events[0]["raw"].endswith("消费失败") and events[1]["event"] == "subscription_not_exist"


def test_bytes_that_are_no_utf8_do_not_stop_the_reading():
    events, _ = parsed(source_of(f"{UNKNOWN} ".encode() + b"\xff\xfe\n" + REFUSED.encode()))

    assert [event["event"] for event in events] == [None, "subscription_not_exist"]


def test_a_huge_record_is_cut_with_a_mark():
    (event,), _ = read([UNKNOWN + "x" * 50_000])

    assert len(event["raw"]) <= 8192 and event["raw"].endswith("[cut by rmqkit]")


LINES = st.lists(
    st.sampled_from([REMOVED, ADDED, REFUSED, UNKNOWN, *STACK, "--", "   ", "hello", "消息", *wrapped(ADDED, 60)]),
    max_size=40,
)


def events_of(source: LogSource) -> list[tuple[Any, ...]]:
    return [(row["event"], row["at"], row["raw"], row["detail"]) for row in parsed(source)[0]]


@given(LINES, st.sampled_from(["\n", "\r\n"]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_line_is_counted_once(lines, end, ended):
    text = end.join([*lines, ""] if ended else lines)
    counts = parsed(source_of(text.encode(), shape=recognise_log([REFUSED])))[1]

    assert counts["lines"] == len(text.split("\n")) - text.endswith("\n") - (text == "")
    assert sum(counts[name] for name in COUNTERS) == counts["lines"]


@given(LINES, st.integers(50, 700))
@settings(max_examples=60, deadline=None)
def test_blocks_of_any_size_give_the_same_events(lines, size):
    source = source_of("\n".join([REFUSED, *lines]).encode(), shape=recognise_log([REFUSED]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_bytes, "BLOCK", size)
        small = events_of(source)

    assert small == events_of(source)


@given(LINES, st.integers(50, 700))
@settings(max_examples=60, deadline=None)
def test_blocks_of_a_file_give_the_same_as_its_bytes_in_memory(lines, size):
    """A file is cut into blocks where it lies, bytes in memory as they come."""
    content = "\n".join([REFUSED, *lines]).encode()
    held = source_of(content, shape=recognise_log([REFUSED]))
    with TemporaryLog(content) as path, pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_bytes, "BLOCK", size)
        on_disk = replace(held, content=None, path=path)
        found, counted = events_of(on_disk), parsed(on_disk)[1]

    assert found == events_of(held)
    assert counted == parsed(held)[1]


@given(LINES, st.integers(50, 700))
@settings(max_examples=60, deadline=None)
def test_ranges_of_any_size_hold_each_record_once(lines, size):
    content = "\n".join([REFUSED, *lines]).encode()
    whole = source_of(content, shape=recognise_log([REFUSED]))
    with TemporaryLog(content) as path:
        parts = split(replace(whole, content=None, path=path), size)
        found = [event for part in parts for event in events_of(part)]
        counted = [parsed(part)[1] for part in parts]

    assert found == events_of(whole)
    assert {name: sum(c[name] for c in counted) for name in (*COUNTERS, "lines")} == {
        name: parsed(whole)[1][name] for name in (*COUNTERS, "lines")
    }


class TemporaryLog:
    """A file that lives as long as one example."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def __enter__(self) -> str:
        self._file = tempfile.NamedTemporaryFile(suffix=".log")
        self._file.write(self._content)
        self._file.flush()
        return self._file.name

    def __exit__(self, *_: object) -> None:
        self._file.close()


def test_a_source_that_cannot_be_cut_stays_whole():
    source = source_of(REFUSED.encode())

    assert split(source, 10) == [source]


def test_every_message_of_the_catalogue_is_read():
    head = REFUSED.partition(" - ")[0]
    events = events_of(source_of("\n".join(f"{head} - {printed(message.template)}" for message in MESSAGES).encode()))

    assert len(events) > 0.9 * len(MESSAGES)
