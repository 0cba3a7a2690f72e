"""Groups and topics that are called like words of RocketMQ's messages: hidden where they are names, kept in its
wordings, and the verdict stays. The vocabulary of these words is what its builder makes."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from rmqkit.redact import Key, redact
from rmqkit.redact.learning import learn, text_of
from rmqkit.redact.text import Wordings, restored
from rmqkit.redact.tokens import tells_nothing
from rmqkit.tables.files import source_files
from tests.redact import build_vocabulary
from tests.redact.test_planted import redacted
from tests.redact.verdicts import SAMPLES, evidence_of, verdict

PASTES = SAMPLES / "pastes"
RECORDED = SAMPLES / "recorded"
MARK = "\ue100"
# a sample, and what its groups and topics are called in it
SOURCES: dict[Path, tuple[str, ...]] = {
    SAMPLES / "two-topics-one-group": ("groupA", "topicA", "topicB"),
    SAMPLES / "pasted-session": ("order_settle_group", "topicA", "topicB"),
    PASTES / "a-cpp-client.txt": ("toll-meter", "CarPassed"),
    PASTES / "a-go-client.txt": ("geo-fence", "Position"),
    PASTES / "a-healthy-group.txt": ("trace-store", "SpanClosed"),
    PASTES / "a-log-shipper-wraps-lines-in-json.txt": ("seat-lock", "seat"),
    PASTES / "a-second-timestamp-before-each-line.txt": ("fleet-track", "TruckMoved"),
    PASTES / "an-application-of-spring-boot.txt": ("lab-order", "SampleTaken"),
    PASTES / "bullets-before-a-table.txt": ("parcel-group", "parcels"),
    PASTES / "rows-of-csv-from-a-log-portal.txt": ("refund-worker", "refund", "chargeback"),
    PASTES / "rows-left-out-by-hand.txt": ("parcel-group", "parcels"),
    PASTES / "wordings-of-version-3.txt": ("atm-cash", "CashLow"),
    RECORDED / "push_and_pop-5.3.3.tar.xz": ("image-resize", "images"),
    RECORDED / "slow_in_one-5.3.3.tar.xz": ("mail-out", "mails"),
}
WORDS = [
    pytest.param(("consistent", "order", "message"), id="consistent, order, message"),
    pytest.param(("retry", "default", "broker"), id="retry, default, broker"),
    pytest.param(("status", "offset", "consumer"), id="status, offset, consumer"),
    pytest.param(("group", "test", "client"), id="group, test, client"),
    pytest.param(("message", "topic", "error"), id="message, topic, error"),
]


def renamed(text: str, words: Mapping[str, str]) -> str:
    """The text with other names; columns of a table stay where they were."""

    def word(found: re.Match[str]) -> str:
        new, gap = words[found[1]], found[2] or ""
        plain = len(new.removeprefix(MARK))
        return new + (" " * max(2, len(gap) + len(found[1]) - plain) if gap else "")

    names = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(rf"(?<![^\W_])({names})(?![^\W_])( {{2,}})?", word, text)


def times(word: str, line: str) -> int:
    """How often a line has a word by itself, or between the hyphens and underscores of another."""
    return len(re.findall(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", line))


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize(
    "source", [source for source in SOURCES if source.parent != RECORDED], ids=lambda path: path.name
)
def test_names_that_are_ordinary_words_are_hidden(source: Path, words: tuple[str, ...], tmp_path: Path) -> None:
    assert_hidden_with_the_same_verdict(source, words, tmp_path)


@pytest.mark.parametrize("words", WORDS[:2])
@pytest.mark.parametrize(
    "source", [source for source in SOURCES if source.parent == RECORDED], ids=lambda path: path.name
)
def test_names_that_are_ordinary_words_are_hidden_in_recordings(
    source: Path, words: tuple[str, ...], tmp_path: Path
) -> None:
    assert_hidden_with_the_same_verdict(source, words, tmp_path)


def assert_hidden_with_the_same_verdict(source: Path, words: tuple[str, ...], tmp_path: Path) -> None:
    mapping = dict(zip(SOURCES[source], words, strict=False))
    marked: dict[str, list[str]] = {}
    for file in source_files(str(evidence_of(source, tmp_path / "unpacked"))):
        text = text_of(file)[0] or ""
        target = tmp_path / "renamed" / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("w", encoding="utf-8", newline="") as stream:
            stream.write(renamed(text, mapping))
        marked[file.name] = renamed(text, {name: MARK + word for name, word in mapping.items()}).split("\n")
    key = Key()
    done = redact(tmp_path / "renamed", tmp_path / "redacted", key)
    assert any(map(tells_nothing, mapping.values())), "names are words of the vocabulary"
    assert any(MARK in line for lines in marked.values() for line in lines)
    assert len(done.written) == len(marked)
    hidden = {restored(name, key): (tmp_path / "redacted" / name).read_bytes().decode() for name in done.written}
    assert left_at_names(marked, hidden, tuple(mapping.values())) == []
    theirs = json.loads(restored(verdict(None, tmp_path / "redacted"), key))
    assert theirs == json.loads(verdict(None, tmp_path / "renamed"))


def left_at_names(marked: Mapping[str, list[str]], hidden: Mapping[str, str], words: tuple[str, ...]) -> list[str]:
    """Lines in which a word stands more often than the marked text has it without a mark."""
    return [
        f"{name}: {line} => {after}"
        for name, lines in marked.items()
        for line, after in zip(lines, hidden[name].split("\n"), strict=True)
        if MARK in line
        for word in words
        if times(word, after) > times(word, line.replace(MARK + word, ""))
    ]


KEPT = [
    pytest.param(
        "group", "2026-11-21 18:30:15 WARN T_1 - the consumer's subscription not exist, group: <group>, topic:x"
    ),
    pytest.param(
        "offset",
        "2026-11-21 18:30:15 WARN T_1 - subscription changed, group: g remove topic <offset> SubscriptionData []",
    ),
    pytest.param(
        "Rebalance",
        "2026-11-21 18:30:15,123 INFO RocketmqClient - <Rebalance> Rebalance changed, also update version: 1, 2",
    ),
    pytest.param("topic", "CODE: 17 DESC: No topic route info in name server for the topic: <topic>"),
    pytest.param("group", "CODE: 26 DESC: subscription group [<group>] does not exist, See http://a.b/c for details"),
    pytest.param("Topic", "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Client IP  #Diff  #LastTime"),
    pytest.param("message", '"@timestamp","host.name","message"'),
    pytest.param("info", '{"level":"info","msg":"<info>"}'),
    pytest.param("g", "sh mqadmin consumerProgress -n a:9876 -g <g> -s true"),
    pytest.param("order", "order is behind, says <order>".replace("order is", "<order> is")),
    pytest.param("order", "<order>: 12 behind"),
    pytest.param("consumer", "  consumer:\n    group: <consumer>"),
]


@pytest.mark.parametrize(("word", "line"), KEPT, ids=[case.values[1] for case in KEPT])
def test_a_word_is_kept_in_a_wording_a_heading_and_as_a_key_and_taken_for_the_name_elsewhere(word: str, line: str):
    text = line.replace(f"<{word}>", word)
    at_names = [match.start() - 2 * number for number, match in enumerate(re.finditer(f"<{word}>", line))]
    found = [match.span() for match in re.finditer(rf"(?<![\w-]){word}(?![\w-])|(?<=-){word}(?= )", text)]
    own = Wordings({word})
    assert found
    assert [start for start, end in found if not own.has(text, start, end)] == at_names


STATED = [
    pytest.param("sh mqadmin updateTopic -n a:9876 -c b -t order\nthe order of things", id="a command"),
    pytest.param('{"consumerGroup":"order"}\norder', id="a key in JSON"),
    pytest.param("start, consumerGroup=order, mode=x\norder", id="a key of an application's log"),
]


@pytest.mark.parametrize("text", STATED)
def test_a_name_that_no_row_holds_is_known_from_where_the_text_states_it(text: str):
    hidden, key = redacted(text)
    assert times("order", hidden) == 0
    assert restored(hidden, key) == text


def test_a_file_called_by_a_name_loses_it_and_a_log_of_rocketmq_s_keeps_its_name(tmp_path: Path):
    (tmp_path / "in").mkdir()
    for name in ("order.txt", "broker.log"):
        (tmp_path / "in" / name).write_text("topic=order, brokerName=broker, MessageQueue [topic=order, queueId=1]\n")
    done = redact(tmp_path / "in", tmp_path / "out", Key())
    assert "broker.log" in done.written
    assert not any("order" in name for name in done.written)


def test_tags_and_instances_that_are_ordinary_words_are_learned():
    learned = learn(source_files(str(SAMPLES / "two-topics-one-group")))
    learned.expression("order || status")
    learned.expression("message > 5 AND status IS NOT NULL")
    learned.client("10.20.0.11@consumer#17")
    learned.client("10.x.x.x@DEFAULT")
    assert {"order", "status", "consumer"} <= learned.ambiguous
    assert not {"message", "AND", "NULL", "10.20.0.11", "10.x.x.x", "DEFAULT"} & learned.ambiguous


def test_the_vocabulary_is_what_its_builder_makes():
    stands = set(build_vocabulary.TARGET.read_text(encoding="utf-8").splitlines())
    made = set(build_vocabulary.made().splitlines())
    assert (made - stands, stands - made) == (set(), set()), "run `python -m tests.redact.build_vocabulary`"
