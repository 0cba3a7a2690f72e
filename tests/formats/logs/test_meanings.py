"""Every message of the catalogue says what it means, and so does every code. Needs neither Spark
nor files."""

import pickle
from collections import Counter
from datetime import timedelta

import pytest

from rmqkit.formats.data import MEANING
from rmqkit.formats.logs import response_codes
from rmqkit.formats.logs.catalogue import MEANING_ROWS, MEANINGS, MESSAGES, Gravity
from rmqkit.formats.logs.catalogue.meaning import meaning_in
from rmqkit.formats.logs.exceptions import EXCEPTIONS
from rmqkit.formats.logs.response_codes import CODES, meaning_of_code
from rmqkit.language import in_language

EVENTS = sorted({message.event for message in MESSAGES})
ALL = [row.meaning for row in (*MEANING_ROWS, *EXCEPTIONS, *CODES)]


def test_no_message_lacks_a_meaning() -> None:
    assert [event for event in EVENTS if not MEANINGS[event].says] == []


def test_no_meaning_is_left_of_a_message_that_is_gone() -> None:
    assert sorted(MEANINGS) == EVENTS


def test_an_event_has_one_row_that_needs_no_fact_and_it_stands_last() -> None:
    rows = {event: [row for row in MEANING_ROWS if row.event == event] for event in EVENTS}
    assert [
        event for event, its in rows.items() if [row.always for row in its] != [False] * (len(its) - 1) + [True]
    ] == []


def test_no_two_rows_of_an_event_say_the_same() -> None:
    told = Counter((row.event, row.conditions, row.meaning.holes) for row in MEANING_ROWS)
    assert [row for row, times in told.items() if times > 1] == []


def test_a_meaning_is_one_sentence_with_its_gravity() -> None:
    assert [one for one in ALL if not one.says[0].isupper() or one.says.endswith(".")] == []
    assert [one for one in ALL if "|" in one.says + one.normal] == []
    assert [one for one in ALL if (one.span is not None) != (one.gravity is Gravity.TRANSIENT)] == []


def test_what_is_routine_or_transient_says_when_it_is_normal() -> None:
    need_no_words = (Gravity.FAULT, Gravity.ELSEWHERE)
    assert [meaning for meaning in ALL if not meaning.normal and meaning.gravity not in need_no_words] == []


def test_a_row_gives_gravity_span_sentences_and_when_it_is_normal() -> None:
    row = dict.fromkeys(MEANING, "") | {"gravity": "transient 90", "says": "It {verb}", "says_zh": "它{verb}"}
    meaning = meaning_in(row)
    assert (meaning.gravity, meaning.span, meaning.normal) == (Gravity.TRANSIENT, timedelta(seconds=90), "")
    filled = meaning.filled({"verb": "broke"})
    assert (filled.says, in_language(filled.says, "zh")) == ("It broke", "它broke")
    assert pickle.loads(pickle.dumps(filled)).says.recipe == filled.says.recipe


@pytest.mark.parametrize(
    ("code", "answer", "request_name", "expected"),
    [
        pytest.param(
            24,
            "the consumer's group info not exist",
            "pull",
            "No client of this group was registered",
            id="24 without the group",
        ),
        pytest.param(
            24,
            "the consumer's subscription not exist",
            None,
            "was not in its subscription table",
            id="24 without the topic",
        ),
        pytest.param(24, "", None, "had no subscription", id="24 without words"),
        pytest.param(
            1,
            "the broker[10.0.0.1] pop message is forbidden because timerWheelEnable is false",
            None,
            "refuses every pop",
            id="a pop that is refused",
        ),
        pytest.param(1, "", None, "the broker's log, says why", id="a system error without words"),
        pytest.param(2, "[TIMEOUT_CLEAN_QUEUE]broker busy", "send", "dropped the message", id="a producer"),
        pytest.param(2, "[TIMEOUT_CLEAN_QUEUE]broker busy", "pull", "too busy", id="a consumer"),
        pytest.param(2, "This consumer group is reading cold data.", None, "old messages", id="cold data"),
        pytest.param(17, "topic[%RETRY%g] not exist", None, "retry topic", id="the retry topic"),
        pytest.param(17, "topic[%LMQ%t%r2%] not exist", None, "light queue", id="a light queue is no topic"),
        pytest.param(17, "Topic %retry%166% not exist!", "offset", "rocketmq-mqtt", id="a retry queue of MQTT"),
        pytest.param(200, "", None, "Success", id="what DLedger and HTTP print as well"),
        pytest.param(17, "topic[orders] not exist", "route", "No name server", id="the name server's 17"),
        pytest.param(17, "topic[orders] not exist", None, "does not exist there", id="a broker's 17"),
        pytest.param(
            17,
            "No topic route info in name server for the topic: RMQ_SYS_TRACE_TOPIC",
            None,
            "message traces",
            id="the trace topic",
        ),
        pytest.param(
            16,
            "User:app has no permission to access Topic:%RETRY%g from 10.0.0.1, no matched policies.",
            None,
            "Up to 5.3.1",
            id="ACL 2.0 and a retry topic",
        ),
        pytest.param(
            16,
            "User:app has no permission to access Topic:orders from 10.0.0.1, no matched policies.",
            None,
            "without one it is refused",
            id="ACL 2.0 without a policy",
        ),
        pytest.param(
            16,
            "User:app has no permission to access Topic:orders from 10.0.0.1, the decision is deny.",
            None,
            "denies this user",
            id="ACL 2.0 with a policy that denies",
        ),
        pytest.param(
            13,
            "TopicMessageType validate failed, the expected type is DELAY, but actual type is NORMAL",
            "send",
            "not match the topic's",
            id="a proxy's check of kinds",
        ),
        pytest.param(22, "", "offset", "No offset is stored", id="an offset that was never committed"),
        pytest.param(
            12,
            "",
            None,
            "no slave had it in time",
            id="a code of one request alone, request untold",
        ),
    ],
)
def test_a_code_means_what_its_answer_and_request_make_of_it(
    code: int, answer: str, request_name: str | None, expected: str
) -> None:
    row = meaning_of_code(code, answer, request_name)
    assert row is not None
    assert expected in row.meaning.says


def test_a_code_that_rocketmq_does_not_have_means_nothing() -> None:
    assert meaning_of_code(4711) is None


@pytest.mark.parametrize("code", [1, 2, 3, *range(10, 15), *range(16, 29), 206, 208, 211, 213])
def test_the_codes_that_consumers_meet_are_known(code: int) -> None:
    assert meaning_of_code(code) is not None
    assert response_codes.meaning_of_code(code, "words that no row knows") is not None
