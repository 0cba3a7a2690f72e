"""Posts: prose is prose, RocketMQ's words become rows wherever they stand, and every line is accounted for."""

from datetime import UTC

import pytest

from rmqkit.formats import parse, recognise_blocks
from rmqkit.formats.block import Kind
from rmqkit.formats.logs.catalogue import MESSAGES
from rmqkit.formats.prose import is_prose
from rmqkit.tables.reading import Reading, read_text
from tests.formats.surrounded import SURROUNDINGS, agree, expected, printed

# one of many, and those that begin with the blank that their programs print
SOME = [*MESSAGES[7::149], *(message for message in MESSAGES if message.template.startswith(" "))]

POST = """Hi all,

since yesterday our consumer does not get anything. It says:
```
"MQBrokerException: CODE: 24  DESC: the consumer's subscription not exist"
```
and then The consumer group[order-mailer] has been created before, specify another name please.
重启之后也没有用，怎么办？
"""


def read(text: str) -> Reading:
    return read_text("post.txt", text, UTC)


def test_a_post_is_prose_and_statements_and_its_ledger_adds_up() -> None:
    reading = read(POST)
    assert {row["kind"] for row in reading.ledger} == {"prose", "statements"}
    assert sum(row["unparsed"] for row in reading.ledger) == 0
    for row in reading.ledger:
        counts = (row[name] for name in ("rows", "noise", "blank", "continuation", "unparsed"))
        assert sum(counts) == row["lines"]
    assert sum(row["lines"] for row in reading.ledger) == len(POST.splitlines())


def test_a_post_gives_events_answers_and_their_lines() -> None:
    reading = read(POST)
    events = [
        (row["line"], row["name"], row["group"]) for row in reading.tables["statements"] if row["what"] == "event"
    ]
    assert events == [(7, "consumer_exists", "order-mailer")]
    (answer,) = reading.tables["answers"]
    assert (answer["line"], answer["code"], answer["text"]) == (5, 24, "the consumer's subscription not exist")


def test_an_answer_within_a_record_is_the_records() -> None:
    line = 'he wrote: pull message from broker error broker="10.0.0.1:10911" underlayError="CODE: 17, DESC: gone"'
    reading = read(line)
    assert "answers" not in reading.tables
    event = next(row for row in reading.tables["statements"] if row["what"] == "event")
    assert (event["name"], event["code"], event["address"]) == ("pull_rejected", 17, "10.0.0.1:10911")


@pytest.mark.parametrize("around", SURROUNDINGS)
def test_a_wording_is_an_event_of_the_post_in_every_surrounding(around: str) -> None:
    missed = []
    for message in SOME:
        event, fields = expected(message)
        reading = read(SURROUNDINGS[around](printed(message)))
        if reading.logs:
            continue  # laid out as a log: its own reader's
        rows = [row for row in reading.tables.get("statements", []) if row["name"] == event]
        if not any(agree(_fields(row, fields), fields) for row in rows):
            missed.append((message.template, rows))
    assert missed == []


def _fields(row: dict[str, object], wanted: dict[str, str]) -> dict[str, str]:
    return {name: str(row[name]) for name in wanted if row.get(name) is not None}


@pytest.mark.parametrize(
    ("line", "prose"),
    [
        pytest.param("half of the queues have no consumer", True, id="a sentence"),
        pytest.param("重启之后也没有用，怎么办？", True, id="Chinese"),
        pytest.param("После обновления не работает", True, id="Russian"),
        pytest.param("## What happened?", True, id="a heading"),
        pytest.param("Thanks!", True, id="a word of thanks"),
        pytest.param("orders    broker-a    3    1024    1024", False, id="a row of a table"),
        pytest.param("2026-11-21 10:24:29 INFO main - our service has started well.", False, id="a record"),
        pytest.param("\tat com.example.Listener.consume(Listener.java:17)", False, id="a frame"),
        pytest.param("brokerIP1=10.0.0.1", False, id="a setting"),
    ],
)
def test_prose_is_told_from_data(line: str, prose: bool) -> None:
    assert is_prose(line) is prose


def test_prose_below_a_record_does_not_continue_it() -> None:
    record = "2026-11-21 10:24:29,112 WARN RocketmqClient - the consumer [order-mailer] start OK"
    kinds = [block.kind for block in recognise_blocks(f"{record}\nand that is all that we see.\n{record}\n", "x.txt")]
    assert kinds == [Kind.APP_LOG, Kind.PROSE, Kind.APP_LOG] or Kind.PROSE in kinds


def test_another_programs_exception_is_no_statement() -> None:
    (block,) = recognise_blocks("com.example.OrderException: no such order\n", "x.txt")
    assert (block.kind, parse(block, UTC).unparsed) == (Kind.UNKNOWN, [1])


def test_a_word_of_rocketmqs_is_enough_not_to_be_refused() -> None:
    reading = read("Should I set autoCreateTopicEnable=true in production?\n")
    assert [row["kind"] for row in reading.ledger] == ["statements"]
