"""The fast road of the scan and the general road give the same rows, for every message and every kind of line."""

from __future__ import annotations

import re
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rmqkit.formats.logs.catalogue import MESSAGES, Message
from rmqkit.formats.logs.layouts import LogShape, recognise_log
from rmqkit.tables.log_compiler import compiled
from rmqkit.tables.log_machine import MATCHED, Code, Room, machine_of, room_for, search
from rmqkit.tables.log_needles import first_needle, needles_of, table_of
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.log_patterns import Unsupported
from rmqkit.tables.log_programs import Programs
from rmqkit.tables.log_scan import _bytes, _code, np
from rmqkit.tables.logs import LogSource, plain

HEAD = "2026-03-05 18:29:14 WARN PullMessageThread_1 - "
QUEUE = "MessageQueue [topic=orders, brokerName=b-1, queueId=3]"
SUBSCRIPTION = (
    "SubscriptionData [classFilterMode=false, topic=orders, subString=*, tagsSet=[], codeSet=[], subVersion=7]"
)
CHANNEL = (
    "ClientChannelInfo [channel=[id: 0x7d79, L:/10.0.0.1:10911 - R:/10.0.0.2:5020], clientId=10.0.0.2@7#8, "
    "language=JAVA, version=273, lastUpdateTimestamp=1795266313570]"
)
VALUES = {
    "group": "rent",
    "topic": "orders",
    "client_id": "10.0.0.2@7#8",
    "address": "10.0.0.2:5020",
    "broker": "b-1",
    "queue": "3",
    "code": "24",
    "offset": "-1",
    "number": "17",
    "any": "a [b], c",
    "rest": "the rest, [of] it",
    "said": '" ',
    "mq": QUEUE,
    "pull": f"PullRequest [consumerGroup=rent, messageQueue={QUEUE}, nextOffset=9]",
    "channel": CHANNEL,
    "sub": SUBSCRIPTION,
    "topic_at_group": "orders@rent",
    "consumer": "ConsumerData [groupName=rent, consumeType=CONSUME_PASSIVELY]",
}
SHAPE = recognise_log([f"{HEAD}the consumer's subscription not exist, group: rent, topic:orders"])


def printed(message: Message) -> str:
    """The message as RocketMQ would print it with the values above."""
    template = message.template.replace("<<", "").replace(">>", "")
    return re.sub(r"\{([a-z_]*)\}", lambda hole: VALUES[hole[1] or "any"], template)


def rows(text: str, scan: bool, shape: LogShape | None = SHAPE, columns: tuple[str, ...] | None = None) -> pa.Table:
    assert shape is not None
    source = LogSource("b.log", 1, shape.kind, shape, content=text.encode())
    return pa.Table.from_batches(list(parsed_batches(plain(source), "Asia/Tokyo", columns, scan)))


def same(text: str, **wanted: Any) -> pa.Table:
    fast = rows(text, True, **wanted)
    assert fast.to_pylist() == rows(text, False, **wanted).to_pylist()
    return fast


def test_every_message_of_the_catalogue_is_read_alike() -> None:
    text = "".join(f"{HEAD}{printed(message)}\n" for message in MESSAGES)
    read = same(text)
    assert read.num_rows == len(MESSAGES) + 1
    assert sum(event is not None for event in read["event"].to_pylist()) > 0.9 * len(MESSAGES)


def test_every_message_that_was_cut_off_is_read_alike() -> None:
    lines = [f"{HEAD}{printed(message)}" for message in MESSAGES]
    same("".join(line[: len(line) * share // 10] + "\n" for line in lines for share in (6, 8, 9)))


LAYOUTS = [
    pytest.param("2026-03-05 18:29:14.020 INFO  [1] [main] [o.a.r.c.X#?:?] - ", id="a 5.x client"),
    pytest.param("2026-03-05 18:29:14,020 INFO RocketmqClient - ", id="a 4.x client"),
    pytest.param("2026-02-30 18:29:14,020 INFO RocketmqClient - ", id="a day that no calendar has"),
    pytest.param('time="2026-03-05T18:29:14+08:00" level=info msg="', id="a Go client"),
]


@pytest.mark.parametrize("head", LAYOUTS)
def test_other_layouts_are_read_alike(head: str) -> None:
    lines = [f"{head}{printed(message)}" for message in MESSAGES if message.family == "client"]
    shape = recognise_log(lines[:300])
    assert shape is not None
    same("".join(f"{line}\n" for line in lines), shape=shape)


PIECES = st.sampled_from(
    [
        HEAD + "the consumer's subscription not exist, group: rent, topic:orders",
        HEAD + f"subscription changed, group: rent remove topic orders {SUBSCRIPTION}",
        HEAD + f"subscription changed, group: r\u00e9nt remove topic orders {SUBSCRIPTION}",
        HEAD + f"new consumer connected, group: rent CONSUME_PASSIVELY CLUSTERING channel: {CHANNEL}",
        HEAD + "nothing of RocketMQ's",
        HEAD + "x" * 390 + "the consumer's subscription not exist, group: rent, topic:orders",
        "2026-03-05 18:29:14 TRACED main - a level that starts no record",
        "2026-03-05 18:29:14 - a watermark's layout",
        "java.io.IOException: broken pipe",
        "\tat a.b.C(D.java:1)",
        "",
        "   ",
        "--",
        "消息",
        "remove topic orders",
    ]
)


@given(st.lists(PIECES, max_size=30), st.sampled_from(["\n", "\r\n"]), st.booleans())
@settings(max_examples=80, deadline=None)
def test_any_lines_are_read_alike(lines: list[str], end: str, ended: bool) -> None:
    same(end.join([*lines, ""] if ended else lines))


@given(st.lists(PIECES, max_size=30))
@settings(max_examples=30, deadline=None)
def test_asking_for_some_columns_gives_just_these(lines: list[str]) -> None:
    text, columns = "\n".join(lines), ("event", "group", "at")
    assert rows(text, True, columns=columns).select(columns) == rows(text, True).select(columns)


NAMES = ("whole", "first", "second")
PATTERNS = [
    pytest.param(r"a(?P<first>[^,]+), b", id="greedy, then a literal"),
    pytest.param(r"(?P<first>.*?)b(?P<second>.*)", id="lazy, then the rest"),
    pytest.param(r"(?P<first>a|ab)(?P<second>c|bcd)?", id="the first alternative that fits, not the longest"),
    pytest.param(r"(?:x(?P<first>[0-9]{2,3}))?y", id="a group that may be missing"),
    pytest.param(r"(?:a(?P<first>b)?)+c", id="a repeated group keeps its last capture"),
    pytest.param(r"\b(?P<first>[a-c]+?)\b,", id="lazy between word boundaries"),
    pytest.param(r"^(?P<first>a*)(?P<second>[ab]*?)$", id="from the beginning to the end"),
    pytest.param(r"(?P<first>[ab]+)(?P<second>[bc]+)d", id="a run that has to give back"),
    pytest.param(r"(?P<first>[^,]+?)(?:,|(?P<second>b)|cd)x", id="lazy until one of several can follow"),
    pytest.param(r"(?P<first>[a-c]*)(?:x(?P<second>[a-c]*))?(?:y|, )", id="what follows may be missing"),
    pytest.param(r"(?:(?P<first>a)|(?P<second>a)b)c", id="two ways that begin alike"),
    pytest.param(r"(?P<first>[ab]{2,3})(?P<second>[a-d]{1,2})x", id="counted runs"),
]


@compiled
def searched(text: np.ndarray, code: Code, room: Room, start: int, literal: int, size: int) -> int:
    return search(machine_of(text, code, room), 0, len(text), 0, start, literal, size)


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text("abcdxy0123, ", max_size=14))
@settings(max_examples=150, deadline=None)
def test_a_pattern_matches_as_pythons_does(pattern: str, text: str) -> None:
    programs = Programs(NAMES)
    start = programs.add(f"(?P<whole>{pattern})")
    code, data = _code(programs), _bytes(text.encode())
    room = room_for(code)
    fared, saved = searched(data, code, room, start, *programs.first_literal(start)), room.saved
    expected = re.search(f"(?P<whole>{pattern})", text)
    assert (fared == MATCHED) == (expected is not None)
    if expected:
        groups = expected.re.groupindex
        spans = [expected.span(name) if name in groups else (-1, -1) for name in NAMES]
        found = [(int(saved[2 * n]), int(saved[2 * n + 1])) for n in range(len(NAMES))]
        # a beginning without an end belongs to a capture that was given up
        assert [span if -1 not in span else (-1, -1) for span in found] == spans


@pytest.mark.parametrize("pattern", ["(?=a)", "(?i)a", r"\p{L}", "(a", "(?:ab){3,7}", "é"])
def test_a_pattern_outside_the_dialect_is_refused(pattern: str) -> None:
    with pytest.raises(Unsupported):
        Programs(NAMES).add(pattern)


@compiled
def needle_in(text: np.ndarray, needles: Any) -> tuple[int, int]:
    return first_needle(text, 0, len(text), table_of(needles))


@given(
    st.lists(st.text("abc", min_size=4, max_size=9), min_size=1, max_size=8, unique=True),
    st.text("abc", max_size=60),
)
@settings(max_examples=150, deadline=None)
def test_the_needle_that_stands_first_is_found_the_longest_of_several(words: list[str], text: str) -> None:
    number, place = needle_in(_bytes(text.encode()), needles_of([word.encode() for word in words]))
    longest = sorted(words, key=len, reverse=True)
    expected = re.search("|".join(longest), text)
    found = (words[number], place) if number >= 0 else None
    assert found == (expected and (expected[0], expected.start()))


def test_a_needle_that_is_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match="abc"):
        needles_of([b"abc", b"abcdef"])
