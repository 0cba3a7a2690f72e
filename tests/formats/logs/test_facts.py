"""What a record says of itself chooses its meaning and stands in its sentence; "normal" has conditions too."""

import pytest

from rmqkit.formats.data import MEANING
from rmqkit.formats.logs.catalogue import meaning_of_event
from rmqkit.formats.logs.catalogue.meaning import Condition, Gravity, Row, agreed, chosen, conditions_of, named, stated
from rmqkit.formats.logs.explained import explain_text
from rmqkit.formats.logs.response_codes import meaning_of_code
from rmqkit.language import in_language

FAILED = (
    "2026-11-20 10:00:00,000 WARN RocketmqClient - consumeMessage exception: java.lang.Error"
    " Group: GID_pay Msgs: [MessageExt [brokerName=broker-a, queueId=2, queueOffset=77, reconsumeTimes={retries},"
    " topic=%RETRY%GID_pay]] MQ: MessageQueue [topic=orders, brokerName=broker-a, queueId=2]"
)
GO_ROUTE = 'level=warning msg="query topic route from server error" underlayError="{error}"'


@pytest.mark.parametrize(
    ("text", "fact", "value"),
    [
        pytest.param(FAILED.format(retries=11), "retries", "11", id="Java's reconsumeTimes"),
        pytest.param(FAILED.format(retries=0), "offset", "77", id="a message's place in its queue"),
        pytest.param('level=error msg="x" topic=orders offset=12', "topic", "orders", id="logfmt"),
        pytest.param("msg fields: map[consumerGroup:GID_pay topic:orders]", "group", "GID_pay", id="Go's map"),
        pytest.param('{"topic": "orders", "queueId": 3}', "queue", "3", id="JSON"),
        pytest.param("CODE: 17  DESE: No topic route info", "answer", "No topic route info", id="DESE for DESC"),
        pytest.param(GO_ROUTE.format(error="topic not exist"), "answer", "topic not exist", id="Go's underlayError"),
        pytest.param("fetch failed, HTTP 404", "http", "404", id="HTTP's status"),
        pytest.param("unknown Response Code: 25, remark: x", "code", "25", id="Go's code"),
        pytest.param("responseCode=1", "code", "1", id="a code of another spelling"),
        pytest.param("connect to </10.0.0.7:10911> failed", "address", "10.0.0.7:10911", id="Java's address"),
        pytest.param("dial tcp 10.0.0.7:9876: i/o timeout", "address", "10.0.0.7:9876", id="Go's address"),
        pytest.param("java.net.UnknownHostException: rmqnamesrv: x", "host", "rmqnamesrv", id="a host's name"),
        pytest.param("getaddrinfo ENOTFOUND rmq-proxy", "host", "rmq-proxy", id="Node's host"),
        pytest.param(
            "revive finish,old offset is 7, new offset is 7, ckDelay=0", "stands", "7", id="an offset that stays"
        ),
        pytest.param("delivery_attempt: 3", "attempts", "3", id="Rust's attempts"),
    ],
)
def test_a_fact_is_read_in_every_shape(text: str, fact: str, value: str) -> None:
    assert stated(text)[fact] == value


def test_the_catalogues_own_fields_stand_before_what_the_text_tells() -> None:
    assert stated("topic=other", {"topic": "orders", "group": None, "detail": "x"}) == {"topic": "orders"}


def test_what_is_repeated_to_the_reader_stands_in_one_order() -> None:
    assert named({"retries": "2", "topic": "orders", "unknown": "all day"}) == (("topic", "orders"), ("retries", "2"))


def test_several_records_say_what_they_say_alike_and_their_highest_number_of_attempts() -> None:
    facts = [
        {"topic": "a", "group": "g", "retries": "2"},
        {"topic": "b", "group": "g", "retries": "11"},
        {"group": "g"},
    ]
    assert agreed(facts) == {"group": "g", "retries": "11"}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        pytest.param("retries", True, id="a fact that is known"),
        pytest.param("code", False, id="a fact that is not known"),
        pytest.param("not code", True, id="not a fact"),
        pytest.param("retries >= 3", True, id="at least"),
        pytest.param("retries <= 3", False, id="at most"),
        pytest.param("answer ~ NOT exist", True, id="words in any case"),
        pytest.param("answer = topic", False, id="the whole value"),
        pytest.param("not answer ~ timeout", True, id="not the words"),
    ],
)
def test_a_condition_asks_one_fact(condition: str, holds: bool) -> None:
    (asked,) = conditions_of(condition)
    assert isinstance(asked, Condition)
    assert asked.holds({"retries": "11", "answer": "topic not exist"}) is holds


def row(condition: str, says: str) -> Row:
    return Row("it", dict.fromkeys(MEANING, "") | {"if": condition, "gravity": "fault", "says": says, "says_zh": says})


def test_the_first_row_counts_that_fits_and_whose_holes_are_known() -> None:
    rows = [row("retries >= 3", "Failed {retries} times"), row("", "Failed on {topic}"), row("", "Failed")]
    says = [
        chosen(rows, facts).says for facts in ({"retries": "4"}, {"retries": "1", "topic": "t"}, {"retries": "1"}, {})
    ]
    assert says == ["Failed 4 times", "Failed on t", "Failed", "Failed"]


def first(text: str) -> tuple[str, str, str]:
    known, _ = explain_text(text)
    return known[0].name, str(known[0].meaning.says), str(known[0].meaning.normal)


@pytest.mark.parametrize(
    ("text", "says", "never"),
    [
        pytest.param(GO_ROUTE.format(error="topic not exist"), "answered", "did not answer", id="Go's topic not exist"),
        pytest.param(GO_ROUTE.format(error="CODE: 17, DESC: no"), "17", "did not answer", id="CODE 17"),
        pytest.param(GO_ROUTE.format(error="x") + " responseCode=1", "CODE 1 ", "did not answer", id="responseCode=1"),
        pytest.param(GO_ROUTE.format(error="HTTP 404"), "HTTP 404", "did not answer", id="HTTP 404"),
        pytest.param(
            GO_ROUTE.format(error="dial tcp 10.0.0.1:9876: i/o timeout"), "did not answer", "answered", id="silence"
        ),
    ],
)
def test_an_answer_is_never_called_silence(text: str, says: str, never: str) -> None:
    name, said, _ = first(text)
    assert name == "route_failed"
    assert says in said
    assert never not in said


@pytest.mark.parametrize(
    ("retries", "says", "normal"),
    [
        pytest.param(0, "orders", "single failures that succeed when retried", id="a first failure may be single"),
        pytest.param(11, "already failed 11 times", "", id="the eleventh is not"),
        pytest.param(16, "already been retried 16 times", "", id="the last one goes to the dead letters"),
    ],
)
def test_normal_is_not_said_where_the_record_speaks_against_it(retries: int, says: str, normal: str) -> None:
    name, said, when = first(FAILED.format(retries=retries))
    assert (name, when) == ("consume_failed", normal)
    assert says in said


@pytest.mark.parametrize("words", ["eight producers send all the time", "8 个生产者不停地发送"])
def test_what_people_write_around_a_record_changes_nothing_of_it(words: str) -> None:
    record = FAILED.format(retries=0)
    assert first(f"{record}\n{words}") == first(record)


def test_what_the_line_says_is_repeated() -> None:
    (one, *_), _ = explain_text(FAILED.format(retries=11))
    assert {("group", "GID_pay"), ("queue", "2"), ("offset", "77"), ("retries", "11")} <= set(one.names)


def test_a_sentence_with_holes_is_chinese_too() -> None:
    meaning = meaning_of_event("consume_failed", {"retries": "11"})
    assert "11 次" in in_language(meaning.says, "zh")
    assert meaning.gravity is Gravity.FAULT


def test_a_code_names_what_its_answer_does() -> None:
    row = meaning_of_code(40300, "no readable queue")
    assert row is not None
    assert "perm" in row.meaning.says
    assert row.meaning.remedy.startswith("run mqadmin updateTopic")
