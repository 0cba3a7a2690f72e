"""Who reads which queue: a row for each, and a picture that stays readable from 2 to 60 clients."""

import json
from typing import Any

import pytest

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.errors import UnknownGroup
from rmqkit.figures import allocation_data, owners_figure
from rmqkit.rocketmq import MessageQueue

from .diagnoses import diagnosis, finding, roster, row

A, B = "10.0.0.1@7#1", "10.0.0.2@8#2"


def queues(topic: str, number: int, brokers: int = 2) -> list[MessageQueue]:
    return [MessageQueue(topic, f"broker-{b}", n) for b in range(brokers) for n in range(number // brokers)]


def half_read() -> Diagnosis:
    first, second, third, fourth = queues("topicA", 4)
    rows = [
        row(first, A, seen=(A,)), row(second, B, "orphan", seen=()),
        row(third, A, "double", times=2), row(fourth, B, seen=("10.0.0.2",), diff=None),
    ]  # fmt: skip
    return diagnosis({"groupA": rows}, facts={"groupA": GroupFacts("groupA", rosters=(roster(A, A, B),))})


def test_every_queue_is_one_row_with_its_owners_and_offsets() -> None:
    rows = allocation_data(half_read())
    assert [(each["queue"], each["broker"], each["state"]) for each in rows] == [
        (0, "broker-0", "owned"), (1, "broker-0", "orphan"), (0, "broker-1", "double"), (1, "broker-1", "owned")
    ]  # fmt: skip
    assert rows[0] == {
        "group": "groupA", "topic": "topicA", "broker": "broker-0", "queue": 0, "consumers": [A],
        "seen": [A], "state": "owned", "broker_offset": 12, "consumer_offset": 10, "diff": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        pytest.param({}, {"bad"}, id="without a choice the group of the worst finding is drawn"),
        pytest.param({"group": "good"}, {"good"}, id="a group that was asked for is drawn"),
    ],
)
def test_which_group_is_drawn(chosen: dict[str, Any], expected: set[str]) -> None:
    rows = {each: [row(MessageQueue(f"of-{each}", "b", 0), A)] for each in ("good", "bad")}
    made = diagnosis(rows, [finding("consumer_slow", "bad"), finding("risky_client_id", "good")])
    assert {each["group"] for each in allocation_data(made, **chosen)} == expected


def test_topics_of_applications_stand_before_retry_topics() -> None:
    rows = [row(MessageQueue(topic, "b", 0), A) for topic in ("%RETRY%groupA", "zebra", "apple")]
    made = diagnosis({"groupA": rows})
    assert [each["topic"] for each in allocation_data(made)] == ["apple", "zebra", "%RETRY%groupA"]
    assert [each["topic"] for each in allocation_data(made, topic="apple")] == ["apple"]


def test_a_group_that_is_not_there_is_an_error_that_names_those_that_are() -> None:
    with pytest.raises(UnknownGroup, match="groupA"):
        owners_figure(half_read(), "groupB")


def test_names_from_evidence_are_text_and_no_markup() -> None:
    name = "<b>x</b><a href='http://evil'>y</a>"
    facts = {name: GroupFacts(name, rosters=(roster(name),))}
    drawn = owners_figure(diagnosis({name: [row(MessageQueue(name, name, 0), name)]}, facts=facts)).to_plotly_json()
    assert "<a href" not in json.dumps([drawn["data"], drawn["layout"]])


def test_without_any_allocation_the_picture_says_why() -> None:
    assert "does not show" in owners_figure(diagnosis()).layout.annotations[0].text


@pytest.mark.parametrize("clients", [2, 60])
@pytest.mark.parametrize("number", [8, 256])
def test_the_picture_stays_readable(clients: int, number: int) -> None:
    ids = [f"10.20.{n}.{n}@{7000 + n}#{n:015d}" for n in range(clients)]
    rows = [row(queue, ids[at * clients // number]) for at, queue in enumerate(queues("topicA", number))]
    facts = {"groupA": GroupFacts("groupA", rosters=(roster(*ids),))}
    figure = owners_figure(diagnosis({"groupA": rows}, facts=facts))
    assert 200 <= figure.layout.height <= 2000
    assert "bdata" not in figure.to_json()
