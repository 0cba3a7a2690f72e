"""The fast road of the scan and the general road give the same rows, for every message and every kind of line."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rmqkit.formats.logs.catalogue import MESSAGES
from rmqkit.formats.logs.layouts import LogShape, recognise_log
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.logs import LogSource, plain
from tests.formats.logs.test_catalogue import CHANNEL, SUBSCRIPTION, printed

HEAD = "2026-03-05 18:29:14 WARN PullMessageThread_1 - "
SHAPE = recognise_log([f"{HEAD}the consumer's subscription not exist, group: rent, topic:orders"])


def rows(text: str, scan: bool, shape: LogShape | None = SHAPE) -> pa.Table:
    assert shape is not None
    source = LogSource("b.log", 1, shape.kind, shape, content=text.encode())
    return pa.Table.from_batches(list(parsed_batches(plain(source), "Asia/Tokyo", scan)))


def same(text: str, **wanted: Any) -> pa.Table:
    fast = rows(text, True, **wanted)
    assert fast.to_pylist() == rows(text, False, **wanted).to_pylist()
    return fast


def test_every_message_of_the_catalogue_is_read_alike() -> None:
    text = "".join(f"{HEAD}{printed(message.template)}\n" for message in MESSAGES)
    read = same(text)
    assert read.num_rows == len(MESSAGES) + 1
    assert sum(event is not None for event in read["event"].to_pylist()) > 0.9 * len(MESSAGES)


def test_every_message_that_was_cut_off_is_read_alike() -> None:
    lines = [f"{HEAD}{printed(message.template)}" for message in MESSAGES]
    same("".join(line[: len(line) * share // 10] + "\n" for line in lines for share in (6, 8, 9)))


def test_what_other_programs_print_is_no_event_on_either_road() -> None:
    lines = (Path(__file__).parents[1] / "formats" / "other_programs.log").read_text(encoding="utf-8").splitlines()
    read = same("".join(f"{HEAD}{line}\n" for line in lines))
    assert set(read["event"].to_pylist()) == {None}


LAYOUTS = [
    pytest.param("2026-03-05 18:29:14.020 INFO  [1] [main] [o.a.r.c.X#?:?] - ", id="a 5.x client"),
    pytest.param("2026-03-05 18:29:14,020 INFO RocketmqClient - ", id="a 4.x client"),
    pytest.param("2026-02-30 18:29:14,020 INFO RocketmqClient - ", id="a day that no calendar has"),
    pytest.param('time="2026-03-05T18:29:14+08:00" level=info msg="', id="a Go client"),
]


@pytest.mark.parametrize("head", LAYOUTS)
def test_other_layouts_are_read_alike(head: str) -> None:
    lines = [f"{head}{printed(message.template)}" for message in MESSAGES if message.family == "client"]
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


WITHOUT = """
import sys
sys.modules["numba"] = None
from rmqkit.tables.log_parse import parsed_batches

text, shape = sys.argv[1:]
row = eval(shape) | {"content": text.encode()}
for batch in parsed_batches(row, "Asia/Tokyo"):
    print(batch.to_pylist())
"""


def test_without_numba_everything_takes_the_general_road() -> None:
    assert SHAPE is not None
    text = "".join(f"{HEAD}{printed(message.template)}\n" for message in MESSAGES[::20])
    row = plain(LogSource("b.log", 1, str(SHAPE.kind), SHAPE))
    command = [sys.executable, "-c", WITHOUT, text, repr(row)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    batches = parsed_batches(row | {"content": text.encode()}, "Asia/Tokyo")
    assert done.stdout == "".join(f"{batch.to_pylist()}\n" for batch in batches)
