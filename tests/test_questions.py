"""What people ask as SQL: short, and right on recorded incidents, whose verdict knows the same."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import Row, SparkSession

import rmqkit
from rmqkit.tables.schemas import VIEWS
from tests.lab.recorded import RECORDED, unpacked

HALF_DONE, COLLISION, THROWING, TWO_TOPICS, DISAGREE = (
    "rolling_half_done-4.9.7",
    "collision_two_of_three-5.4.0",
    "throwing_listener-5.4.0",
    "two_topics-5.4.0",
    "brokers_disagree-5.3.3",
)
MOST_LINES = 6


class Incidents:
    """Recordings, each read once; their tables are views of the same session."""

    def __init__(self, spark: SparkSession, stack: ExitStack) -> None:
        self._spark, self._stack = spark, stack
        self._read: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._read:
            folder = self._stack.enter_context(unpacked(RECORDED / f"{name}.tar.xz"))
            self._read[name] = rmqkit.read(self._spark, str(folder / "evidence"))
        return self._read[name]

    def answer(self, name: str, asked: str) -> list[Row]:
        """The rows that answer a question about a recording."""
        self[name].create_views()
        (question,) = (question for question in rmqkit.QUESTIONS if question.asked.startswith(asked))
        rows: list[Row] = self._spark.sql(question.sql).collect()
        return rows


@pytest.fixture(scope="module")
def incidents(spark: SparkSession) -> Iterator[Incidents]:
    with ExitStack() as stack:
        yield Incidents(spark, stack)


@pytest.mark.parametrize("question", rmqkit.QUESTIONS, ids=lambda question: question.asked)
def test_a_question_is_short(question: Any) -> None:
    assert len(question.sql.splitlines()) <= MOST_LINES
    assert max(map(len, question.sql.splitlines())) <= 120


@pytest.mark.parametrize("question", rmqkit.QUESTIONS, ids=lambda question: question.asked)
def test_a_question_is_understood(incidents: Incidents, spark: SparkSession, question: Any) -> None:
    incidents[HALF_DONE].create_views()

    assert spark.sql(question.sql).columns


def test_who_registers_most_often_is_named(incidents: Incidents) -> None:
    first, *_, last = incidents.answer(HALF_DONE, "Which client registers most often?")

    assert first.client_id.startswith("10.20.0.13@")
    assert last.client_id.startswith("10.20.0.14@")
    assert {row.broker for row in (first, last)} <= {"broker-a", "broker-b"}


def test_the_release_that_changed_the_subscription_is_found(incidents: Incidents) -> None:
    old, new = incidents.answer(HALF_DONE, "Which release changed the subscription")

    assert (old.clients, new.clients) == (2, 2)
    assert new.first_client.startswith("10.20.0.13@")
    assert "ns1%pay_refunded" in new.subscribes
    assert "ns1%pay_refunded" not in old.subscribes


def test_the_broker_that_never_saw_a_client_is_named(incidents: Incidents) -> None:
    assert incidents.answer(HALF_DONE, "Which broker never saw") == []
    (row,) = incidents.answer(DISAGREE, "Which broker never saw")
    assert row.broker in {"broker-a", "broker-b"}


def test_each_queue_has_its_lag_and_what_came_and_went(incidents: Incidents) -> None:
    rows = incidents.answer(THROWING, "How did the lag of each queue change over time?")

    retry = [row for row in rows if row.topic.startswith("%RETRY%") and row.broker == "broker-a"]
    assert [(row.lag, row.came, row.consumed) for row in retry] == [
        (2, None, None),
        (2, 304, 304),
        (2, 199, 199),
        (2, 188, 188),
    ]


def test_the_queues_that_stand_are_those_that_nobody_owns(incidents: Incidents) -> None:
    stand = incidents.answer(TWO_TOPICS, "Which queues are stuck")
    unowned = incidents.answer(TWO_TOPICS, "Which queues had no owner")

    places = {(row.topic, row.broker, row.queue) for row in stand}
    assert places
    assert places == {(row.topic, row.broker, row.queue) for row in unowned if not row.topic.startswith("%RETRY%")}


def test_two_clients_of_one_id_read_a_queue_twice(incidents: Incidents) -> None:
    twice = incidents.answer(COLLISION, "Which clients held the same queue")

    assert {(row.client_id, row.also) for row in twice} == {("172.17.0.2@1", "172.17.0.2@1")}
    (finding,) = (
        finding
        for finding in rmqkit.diagnose(incidents[COLLISION]).findings
        if finding.id == "duplicate_consumption" and finding.ongoing
    )
    told = {(queue.topic, queue.broker, queue.queue) for queue in finding.queues}
    assert told <= {(row.topic, row.broker, row.queue) for row in twice if row.until is None}
    (handover,) = incidents.answer(TWO_TOPICS, "Which clients held the same queue")
    assert handover.until is not None, "the first gave it up when it learnt of the second"


def test_exceptions_are_those_of_the_verdict(incidents: Incidents) -> None:
    (row,) = incidents.answer(THROWING, "What does the listener throw")
    (finding,) = (
        finding for finding in rmqkit.diagnose(incidents[THROWING]).findings if finding.id == "consume_failures"
    )

    (told,) = finding.details["exceptions"]
    assert (f"{row.exception}: {row.message}", row.frame, row.times) == (
        told["exception"],
        told["frame"],
        told["times"],
    )
    assert row.clients.split(", ") == told["clients"]
    assert (row.times, row.frame) == (504, "LabClient.behave(LabClient.java:161)")


def test_what_was_written_around_the_onset_has_file_and_line(incidents: Incidents) -> None:
    rows = incidents.answer(TWO_TOPICS, "What did clients and brokers log")
    folder = Path(incidents[TWO_TOPICS].address)
    row = next(row for row in rows if row.event == "subscription_topic_added")

    text = (folder.parent / row.file if not (folder / row.file).exists() else folder / row.file).read_text()
    assert "add new topic" in text.splitlines()[row.line - 1]


def test_refusals_name_code_and_client(incidents: Incidents) -> None:
    rows = incidents.answer(TWO_TOPICS, "Which requests were refused")

    refused = [row for row in rows if row.code == 24 and row.client_id]
    assert sum(row.times for row in refused) == 690
    assert {row.client_id.partition("@")[0] for row in refused} == {"10.20.0.11", "10.20.0.12"}


def test_views_have_the_columns_that_the_pages_tell(incidents: Incidents) -> None:
    evidence = incidents[HALF_DONE]
    kinds = {name: [(field.name, field.dataType) for field in schema] for name, schema in VIEWS.items()}

    assert kinds == {name: [(field.name, field.dataType) for field in getattr(evidence, name).schema] for name in VIEWS}
