"""Thread dumps become rows, and every line of them is accounted for. Needs neither Spark nor a JVM.

`jstack-17.txt` and `running-info-stacks.txt` were printed by real processes (HotSpot 17,
rocketmq-client 4.9.7): two threads of group order-mailer sleep in a listener. The other texts are
written.
"""

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rmqkit.formats import Kind, Parsed, parse, recognise_blocks, split_lines
from rmqkit.formats.threads import Thread, spans

HERE = Path(__file__).parent
JSTACK = (HERE / "jstack-17.txt").read_text()
INSIDE = (HERE / "running-info-stacks.txt").read_text()
RUN = (
    "org.apache.rocketmq.client.impl.consumer.ConsumeMessage{0}Service$ConsumeRequest.run"
    "(ConsumeMessage{0}Service.java:402)"
)
IDLE = (
    "jdk.internal.misc.Unsafe.park(java.base@17.0.15/Native Method)",
    "java.util.concurrent.LinkedBlockingQueue.take(java.base@17.0.15/LinkedBlockingQueue.java:435)",
    "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@17.0.15/ThreadPoolExecutor.java:1062)",
    "java.lang.Thread.run(java.base@17.0.15/Thread.java:840)",
)
ARTHAS_ONE = """[arthas@4711]$ thread 21
"ConsumeMessageThread_1" Id=21 WAITING on java.util.concurrent.locks.ReentrantLock$NonfairSync@5e2c3d18
    at sun.misc.Unsafe.park(Native Method)
    -  waiting on java.util.concurrent.locks.ReentrantLock$NonfairSync@5e2c3d18
    at java.util.concurrent.locks.LockSupport.park(LockSupport.java:175)
    at com.shop.Stock.reserve(Stock.java:77)
    at com.shop.OrderListener.consumeMessage(OrderListener.java:31)
    at org.apache.rocketmq.client.impl.consumer.ConsumeMessageConcurrentlyService$ConsumeRequest.run(ConsumeMessageConcurrentlyService.java:411)
    at java.lang.Thread.run(Thread.java:748)

    Number of locked synchronizers = 1
    - java.util.concurrent.ThreadPoolExecutor$Worker@1f2a3b

Affect(row-cnt:0) cost in 5 ms.
"""  # noqa: E501
ARTHAS_LIST = """[arthas@4711]$ thread
Threads Total: 43, NEW: 0, RUNNABLE: 12, BLOCKED: 0, WAITING: 16, TIMED_WAITING: 15, TERMINATED: 0
ID     NAME                          GROUP          PRIORITY  STATE     %CPU      DELTA_TIME TIME      INTERRUPT DAEMON
-1     C2 CompilerThread0            -              -1        -         0.0       0.000      0:1.131   false     true
21     ConsumeMessageThread_1        main           5         TIMED_WAI 0.0       0.000      0:0.012   false     false
"""


def _only_block(text: str) -> tuple[Kind, Parsed]:
    blocks = recognise_blocks(text, "dump.txt")
    assert len(blocks) == 1, blocks
    return blocks[0].kind, parse(blocks[0], UTC)


def _consuming(parsed: Parsed) -> list[dict[str, Any]]:
    return [row for row in parsed.tables["threads"] if row["consuming"]]


@pytest.mark.parametrize(
    ("text", "kind", "threads"),
    [
        pytest.param(JSTACK, Kind.THREAD_DUMP, 21, id="jstack"),
        pytest.param("[root@host ~]$ jstack 4711\n" + JSTACK, Kind.THREAD_DUMP, 21, id="below its prompt"),
        pytest.param("".join(f"> {line}\n" for line in JSTACK.splitlines()), Kind.THREAD_DUMP, 21, id="quoted"),
        pytest.param(JSTACK.replace("\n", "\r\n"), Kind.THREAD_DUMP, 21, id="with carriage returns"),
        pytest.param(INSIDE, Kind.RUNNING_INFO, 6, id="inside running info"),
        pytest.param(ARTHAS_ONE, Kind.THREAD_DUMP, 1, id="Arthas, one thread"),
        pytest.param(ARTHAS_LIST, Kind.THREAD_DUMP, 2, id="Arthas, the list"),
    ],
)
def test_every_thread_is_a_row_and_every_line_is_accounted_for(text: str, kind: Kind, threads: int) -> None:
    found, parsed = _only_block(text)
    assert found is kind
    assert len(parsed.tables["threads"]) == parsed.rows == threads
    assert parsed.unparsed == []
    counted = parsed.rows + parsed.noise + parsed.blank + parsed.continuation
    assert counted == len(split_lines(text))


@pytest.mark.parametrize("text", [pytest.param(JSTACK, id="jstack"), pytest.param(INSIDE, id="running info")])
def test_both_listeners_that_sleep_are_found_at_their_own_frame(text: str) -> None:
    _, parsed = _only_block(text)
    rows = _consuming(parsed)
    assert [row["thread"] for row in rows] == [f"ConsumeMessageThread_order-mailer_{n}" for n in (1, 2)]
    assert {row["state"] for row in rows} == {"TIMED_WAITING"}
    assert {row["group"] for row in rows} == {"order-mailer"}
    assert all("Dump$Orders.callPartner(Dump.java:14)" in row["frame"] for row in rows)
    lines = text.split("\n")
    assert all(row["thread"] in lines[row["line"] - 1] for row in rows)


def test_a_dump_has_the_time_above_it() -> None:
    _, parsed = _only_block(JSTACK)
    assert parsed.at == datetime(2026, 11, 21, 21, 26, 41, tzinfo=UTC)


def test_a_lock_in_a_listener_is_told_by_the_frame_that_wants_it() -> None:
    _, parsed = _only_block(ARTHAS_ONE)
    (row,) = _consuming(parsed)
    assert (row["state"], row["frame"]) == ("WAITING", "com.shop.Stock.reserve(Stock.java:77)")


def test_what_stands_around_a_dump_stays_what_it_is() -> None:
    progress = "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Diff  #LastTime\n"
    progress += "orders  broker-a  0  10  10  0  2026-11-21 10:00:00\n"
    text = f"{progress}\n$ jstack 4711\n{JSTACK}\n{progress}"
    blocks = recognise_blocks(text, "session.txt")
    assert [block.kind for block in blocks] == [Kind.CONSUMER_PROGRESS, Kind.THREAD_DUMP, Kind.CONSUMER_PROGRESS]
    assert sum(len(block.lines) for block in blocks) == len(text.rstrip("\n").split("\n"))
    places = [(block.first_line, len(block.lines)) for block in blocks]
    assert all(first + length == after for (first, length), (after, _) in pairwise(places))


@pytest.mark.parametrize(
    ("frames", "consumes", "frame"),
    [
        pytest.param(IDLE, False, IDLE[0], id="a thread that waits for messages consumes nothing"),
        pytest.param(
            ("java.lang.Object.wait(Native Method)", "a.B.consumeMessage(B.java:1)", RUN.format("Orderly")),
            True,
            "a.B.consumeMessage(B.java:1)",
            id="a listener that waits by itself",
        ),
        pytest.param(
            ("java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:285)", RUN.format("Orderly")),
            False,
            "java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:285)",
            id="an ordered consumer that waits for its queue's lock is not inside the listener",
        ),
        pytest.param(
            (
                "java.net.SocketInputStream.socketRead0(Native Method)",
                "com.mysql.cj.protocol.ReadAheadInputStream.fill(ReadAheadInputStream.java:107)",
                "com.shop.Dao.load(Dao.java:9)",
                "com.shop.Listener$$Lambda$14/0x0000000800c03000.consumeMessage(Unknown Source)",
                "org.apache.rocketmq.client.impl.consumer.ConsumeMessagePopConcurrentlyService$ConsumeRequest.run"
                "(ConsumeMessagePopConcurrentlyService.java:400)",
            ),
            True,
            "com.shop.Dao.load(Dao.java:9)",
            id="a driver's frames are not the application's",
        ),
        pytest.param(
            (
                "java.base@17.0.15/java.lang.Thread.sleep(Native Method)",
                "app//com.shop.Listener.onMessage(Listener.java:20)",
                "org.apache.rocketmq.spring.support.DefaultRocketMQListenerContainer$DefaultMessageListenerConcurrently"
                ".consumeMessage(DefaultRocketMQListenerContainer.java:423)",
                RUN.format("Concurrently"),
            ),
            True,
            "app//com.shop.Listener.onMessage(Listener.java:20)",
            id="Spring's listener calls the application's",
        ),
        pytest.param(
            (
                "com.shop.Listener.consume(Listener.java:20)",
                "org.apache.rocketmq.client.java.impl.consumer.ConsumeTask.call(ConsumeTask.java:61)",
            ),
            True,
            "com.shop.Listener.consume(Listener.java:20)",
            id="a gRPC client's listener",
        ),
        pytest.param((), False, None, id="a thread without frames"),
    ],
)
def test_which_threads_are_inside_a_listener(frames: tuple[str, ...], consumes: bool, frame: str | None) -> None:
    thread = Thread("ConsumeMessageThread_1", "WAITING", frames)
    assert thread.consumes is consumes
    assert thread.frame == frame


@pytest.mark.parametrize(
    ("name", "group"),
    [
        pytest.param("ConsumeMessageThread_order-mailer_12", "order-mailer", id="4.9.3 and later"),
        pytest.param("ConsumeMessageThread_order_mailer_1", "order_mailer", id="a group with its own underscore"),
        pytest.param("ConsumeMessageThread_12", None, id="before 4.9.3"),
        pytest.param(f"ConsumeMessageThread_{'g' * 100}_1", None, id="a group that was cut"),
        pytest.param("PullMessageService", None, id="another thread"),
    ],
)
def test_a_threads_name_tells_its_group(name: str, group: str | None) -> None:
    assert Thread(name, None, ()).group == group


@pytest.mark.parametrize(
    "line",
    [
        pytest.param('"orders" 12 broker-a', id="a quoted word"),
        pytest.param("orders  broker-a  0  10  10  0  2026-11-21 10:00:00", id="a row of consumerProgress"),
        pytest.param('{"name": "main", "Id": 1}', id="JSON"),
        pytest.param("\tat java.lang.Thread.run(Thread.java:840)", id="a frame without its thread"),
    ],
)
def test_no_dump_begins_with(line: str) -> None:
    assert spans([line]) == []
