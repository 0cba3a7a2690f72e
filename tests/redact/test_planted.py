"""Secrets planted in every field of every format, archives included: none is left, and everything
is read as before.
"""

import gzip
import random
import re
import string
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rmqkit.formats import parse, recognise_blocks
from rmqkit.formats.logs.catalogue import MESSAGES, Message, find_message
from rmqkit.redact import Key, redact, restore
from rmqkit.redact.learning import Learned, learn
from rmqkit.redact.text import Redactor, restored
from rmqkit.redact.tokens import tells_nothing
from rmqkit.tables.files import SourceFile
from tests.archived import tarred, zipped
from tests.redact.printed import PRINTED, Names

NAME = st.from_regex(r"[A-Za-z][A-Za-z0-9]{2,12}(?:[-_][A-Za-z0-9]{2,8}){0,2}", fullmatch=True)
SECRET = NAME.filter(lambda text: not tells_nothing(text))
PUBLIC = st.tuples(*[st.integers(20, 99)] * 4).map(lambda parts: ".".join(map(str, parts)))
HEAD = "2026-11-21 18:29:13 INFO HeartbeatThread_1 - "


def names(chance: random.Random) -> Names:
    """Names that nobody else has, as long as names are, and an address for each client."""

    def word() -> str:
        return "zq" + "".join(chance.choices(string.ascii_lowercase, k=chance.randint(4, 20)))

    def address() -> str:
        return ".".join(str(chance.randint(20, 99)) for _ in range(4))

    return Names(word(), word(), word(), word(), word(), address(), word(), word())


def redacted(text: str, name: str = "a.txt") -> tuple[str, Key]:
    """The text without names, as a file of that name would be."""
    raw = text.encode()
    learned = learn([SourceFile(name, content=raw, size=len(raw))])
    key = Key()
    redactor = Redactor(key, learned)
    redactor.addresses(re.findall(r"\d+(?:\.\d+){3}", text))
    return redactor.text(text), key


def secrets_in(text: str, planted: Names) -> set[str]:
    """The planted names that a text still holds, in any case."""
    return {secret for secret in planted.all() if secret.lower() in text.lower()}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", PRINTED)
def test_no_output_of_mqadmin_keeps_a_secret_and_all_are_read_alike(name: str, seed: int):
    planted = names(random.Random(seed))
    text = PRINTED[name](planted)
    assert secrets_in(text, planted), "the print holds what was planted"
    hidden, key = redacted(text)
    assert secrets_in(hidden, planted) == set()
    assert restored(hidden, key) == text
    assert read(hidden) == read(text)


def read(text: str) -> list[tuple[str, int, int, dict[str, int]]]:
    """Of each block its kind, its rows by table, and what was not understood."""
    blocks = recognise_blocks(text, "a.txt")
    parsed = [(block.kind.value, parse(block, UTC)) for block in blocks]
    return [
        (
            kind,
            found.rows,
            len(found.unparsed),
            {table: len(rows) for table, rows in found.tables.items()},
        )
        for kind, found in parsed
    ]


def filled(message: Message, planted: Names) -> str:
    """The message as RocketMQ prints it, a secret in each hole that takes a name."""
    queue = f"MessageQueue [topic={planted.topic}, brokerName={planted.broker}, queueId=3]"
    channel = (
        f"ClientChannelInfo [channel=[id: 0x2f3e4d5c, L:/{planted.address}:10911 - "
        f"R:/{planted.address}:51234], clientId={planted.client_id}, "
        "language=JAVA, version=373, lastUpdateTimestamp=1795228200000]"
    )
    texts = {
        "group": planted.group,
        "topic": planted.topic,
        "any_topic": planted.topic,
        "client_id": planted.client_id,
        "broker": planted.broker,
        "address": f"{planted.address}:10911",
        "queue": "3",
        "code": "24",
        "offset": "120",
        "number": "7",
        "any": planted.host,
        "rest": f"{planted.host} {planted.user}",
        "said": " ",
        "mq": queue,
        "channel": channel,
        "pull": f"PullRequest [consumerGroup={planted.group}, messageQueue={queue}, nextOffset=5]",
        "sub": f"SubscriptionData [topic={planted.topic}, subString={planted.tag}]",
        "topic_at_group": f"{planted.topic}@{planted.group}",
        "consumer": f"ConsumerData [groupName={planted.group}, consumeType=CONSUME_PASSIVELY]",
    }
    plain = message.template.replace("<<", "").replace(">>", "")
    return re.sub(r"\{([a-z_]*)\}", lambda hole: _apart(texts[hole[1] or "any"], hole), plain)


def _apart(text: str, hole: re.Match[str]) -> str:
    """RocketMQ prints a bracket or a blank where the template's words touch a hole for any text."""
    if hole[1] not in ("", "any", "rest"):
        return text
    before, behind = hole.string[: hole.start()][-1:], hole.string[hole.end() :][:1]
    return ("{" if before.isalnum() or before in (".", "}") else "") + text + (", " if behind.isalnum() else "")


RUN_INTO_THE_NEXT_WORD = {"read_corrected"}
"""Messages whose name runs into the word behind it (`topic: paidoffset: 7`): hidden, the two cannot be told apart."""


def test_no_message_of_the_catalogue_keeps_a_secret_and_each_is_found_alike():
    planted = names(random.Random(7))
    for message in MESSAGES:
        text = HEAD + filled(message, planted)
        hidden, key = redacted(text + "\n")
        assert secrets_in(hidden, planted) == set(), text
        assert restored(hidden, key) == text + "\n"
        before, after = find_message(text), find_message(hidden)
        is_found_alike = (after and after.event) == (before and before.event)
        assert is_found_alike or message.event in RUN_INTO_THE_NEXT_WORD, text


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(SECRET, min_size=1, max_size=6), st.lists(PUBLIC, max_size=3), st.text(max_size=60))
def test_any_text_loses_every_word_that_rocketmq_does_not_print(words, addresses, around):
    text = "\n".join(
        [
            *words,
            " ".join(words),
            *addresses,
            *(f"{a}:9876/{w}@x" for a, w in zip(addresses, words, strict=False)),
        ]
    )
    key = Key()
    redactor = Redactor(key, Learned())
    redactor.addresses(addresses)
    hidden = redactor.text(f"{text}\n{around}")
    left = set(re.split(r"[^\w.-]+", redactor.text(text)))
    assert left.isdisjoint(words)
    assert not any(address in hidden for address in addresses)
    assert hidden.count("\n") == f"{text}\n{around}".count("\n")


DUMP = """\
2026-11-22 18:21:34
Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6-LTS mixed mode, sharing):

"ConsumeMessageThread_{group}_1" #28 prio=5 os_prio=0 tid=0x00007f95ec002970 nid=0x700c waiting on condition  [0x0]
   java.lang.Thread.State: WAITING (parking)
\tat jdk.internal.misc.Unsafe.park(java.base@17.0.15/Native Method)
\tat com.mysql.cj.protocol.ReadAheadInputStream.fill(ReadAheadInputStream.java:107)
\tat com.{host}.{topic}.Stock.reserve(Stock.java:75)
\tat {listener}(Unknown Source)
\tat {caller}(ConsumeMessageConcurrentlyService.java:411)
\tat java.lang.Thread.run(java.base@17.0.15/Thread.java:840)

   Locked ownable synchronizers:
\t- None

"VM Thread" os_prio=0 cpu=24.87ms elapsed=56.31s tid=0x00007f965404a6e0 nid=0x6fa3 runnable

JNI global refs: 16, weak refs: 0
"""
SERVICE = "org.apache.rocketmq.client.impl.consumer.ConsumeMessage"


@pytest.mark.parametrize(
    "caller",
    [
        f"{SERVICE}ConcurrentlyService$ConsumeRequest.run",
        f"{SERVICE}PopOrderlyService$PopConsumeRequest.run",
        "org.apache.rocketmq.client.java.impl.consumer.ConsumeTask.call",
    ],
)
@pytest.mark.parametrize(
    "listener",
    [
        pytest.param("com.{host}.{user}.Listener.consumeMessage", id="a class of the application"),
        pytest.param("{user}.consume", id="a class without a package"),
        pytest.param("{user}$$Lambda$134/0x00007f960909ef50.consumeMessage", id="a lambda"),
    ],
)
def test_a_thread_dump_tells_who_waits_inside_the_listener_and_no_name(listener: str, caller: str):
    planted = names(random.Random(5))
    names_in = dict(vars(planted))
    text = DUMP.format(**names_in, listener=listener.format(**names_in), caller=caller)
    hidden, key = redacted(text)
    assert secrets_in(hidden, planted) == set()
    assert restored(hidden, key) == text
    assert read(hidden) == read(text)
    told, before = threads_in(hidden), threads_in(text)
    assert [(row["state"], row["consuming"], row["line"]) for row in told] == [("WAITING", True, 4), (None, False, 16)]
    assert [restored(row["frame"] or "", key) for row in told] == [row["frame"] or "" for row in before]


def threads_in(text: str) -> list[dict[str, Any]]:
    """The rows of a text's thread dumps."""
    return [row for block in recognise_blocks(text, "a.txt") for row in parse(block, UTC).tables.get("threads", [])]


AMBIGUOUS = [
    pytest.param("order", "topic", id="a topic called order"),
    pytest.param("consumer", "group", id="a group called consumer"),
    pytest.param("message", "topic", id="a topic called message"),
    pytest.param("host", "broker", id="a broker called host"),
]


@pytest.mark.parametrize(("word", "column"), AMBIGUOUS)
@pytest.mark.parametrize("name", ["consumerProgress 4.9.7", "consumerConnection 5.x", "consumerConnection 4.x"])
def test_a_name_that_rocketmq_prints_as_well_is_hidden_where_it_is_a_name(word: str, column: str, name: str):
    planted = names(random.Random(3))
    text = PRINTED[name](Names(**{**vars(planted), column: word}))
    hidden, _ = redacted(text)
    assert re.findall(rf"(?m)^{word}\s|\s{word}\s|%{word}\s", hidden) == []
    assert read(hidden) == read(text)


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "broker.log.gz": gzip.compress,
    "all.zip": lambda text: zipped({"logs/broker.log": text}),
    "all.tar.gz": lambda text: tarred({"logs/broker.log.gz": gzip.compress(text)}),
    "utf-16.log": lambda text: text.decode().encode("utf-16"),
}


@pytest.mark.parametrize("kind", PACKED)
def test_no_archive_and_no_file_name_keeps_a_secret(kind: str, tmp_path: Path):
    planted = names(random.Random(11))
    lines = [HEAD + filled(message, planted) for message in MESSAGES[:40]]
    source = tmp_path / "evidence" / f"{planted.host}-{planted.address}"
    source.mkdir(parents=True)
    (source / kind).write_bytes(PACKED[kind]("\n".join(lines).encode()))
    (source / f"{planted.user}.bin").write_bytes(bytes(range(256)) * 20)
    key = Key()
    done = redact(tmp_path / "evidence", tmp_path / "out", key)
    everything = "\n".join(
        str(path.relative_to(tmp_path / "out")) + "\n" + (path.read_text() if path.is_file() else "")
        for path in (tmp_path / "out").rglob("*")
    )
    assert len(done.written) == len(done.left_out) == 1
    assert secrets_in(everything, planted) == set()
    restore(tmp_path / "out", tmp_path / "back", key)
    (back,) = [path for path in (tmp_path / "back").rglob("*") if path.is_file()]
    assert back.read_text().splitlines() == lines


def test_a_hash_of_a_tag_tells_no_tag():
    text = (
        f"{HEAD}subscription changed, group: zqgroup OLD: SubscriptionData [classFilterMode=false, topic=zqtopic, "
        "subString=zqtag, tagsSet=[zqtag], codeSet=[116095466], subVersion=1]"
    )
    learned = Learned({"zqgroup", "zqtopic", "zqtag"}, tags={"zqtag"})
    assert "116095466" not in Redactor(Key(), learned).text(text)
