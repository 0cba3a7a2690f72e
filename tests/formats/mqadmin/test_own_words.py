"""Whom consumerStatus calls blocked, and what a failure names. Texts and what they say; without Spark or files."""

from typing import Any

import pytest

from rmqkit.formats.mqadmin.command_failed import names_in
from rmqkit.formats.mqadmin.own_words import AnswerText, blocked_client


@pytest.mark.parametrize(
    ("text", "client"),
    [
        pytest.param(
            "10.0.0.1@7 MessageQueue [topic=t, brokerName=b, queueId=0] can't consume for a while, 70000ms",
            "10.0.0.1@7",
            id="a queue that takes no message",
        ),
        pytest.param(
            "10.0.0.1@7 MessageQueue [topic=t, brokerName=b, queueId=0] unlock 3 times, still failed",
            "10.0.0.1@7",
            id="a lock that is not given back",
        ),
        pytest.param("10.0.0.1@7 MessageQueue [topic=t, brokerName=b, queueId=0]", None, id="nothing is said of it"),
    ],
)
def test_the_client_that_mqadmin_calls_blocked(text: str, client: str | None) -> None:
    assert blocked_client(text) == client


@pytest.mark.parametrize(
    ("text", "offline", "unreachable"),
    [
        pytest.param("the consumer group[orders] not online", True, False, id="nobody is connected"),
        pytest.param("Not found the consumer group connection", True, False, id="nobody, in older words"),
        pytest.param(
            "Not found the consumer group consume stats, because return offset table is empty",
            False,
            False,
            id="no offsets are stored: nothing is said of clients",
        ),
        pytest.param("connect to 10.0.0.9:10911 failed", False, True, id="no answer at all"),
    ],
)
def test_what_an_answer_means(text: str, offline: bool, unreachable: bool) -> None:
    said = AnswerText(text)
    assert (said.no_consumer_online, said.unreachable) == (offline, unreachable)


NAMED_IN: list[Any] = [
    pytest.param('{"%RETRY%cg-sync":{"classFilterMode":false}}', ("cg-sync", None), id="a key of JSON"),
    pytest.param(r"\"%RETRY%cg-sync\":1", ("cg-sync", None), id="within a text of JSON"),
    pytest.param("the consumer group['cg-sync'] not online", ("cg-sync", None), id="in quotes of its own"),
    pytest.param("the topic `paid`, not exist; the topic 'paid' not exist", (None, "paid"), id="a topic in quotes"),
]


@pytest.mark.parametrize(("text", "names"), NAMED_IN)
def test_a_name_in_a_text_ends_at_a_quote(text: str, names: tuple[str | None, str | None]) -> None:
    assert names_in(text) == names
