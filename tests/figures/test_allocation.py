"""The allocation grid: what it holds for every queue, and that it stays readable from 2 to 60 clients."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go
import pytest

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.errors import UnknownGroup
from rmqkit.figures import allocation_data, allocation_figure
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


def marks(figure: go.Figure) -> dict[str, list[tuple[int, int]]]:
    scatters = [each for each in figure.data if each.type == "scatter"]
    return {each.name.rsplit(" (", 1)[0]: list(zip(each.x, each.y, strict=True)) for each in scatters}


def test_every_queue_is_one_row_with_its_owners_and_offsets() -> None:
    rows = allocation_data(half_read())
    assert [(each["queue"], each["broker"], each["state"]) for each in rows] == [
        (0, "broker-0", "owned"), (1, "broker-0", "orphan"), (0, "broker-1", "double"), (1, "broker-1", "owned")
    ]  # fmt: skip
    assert rows[0] == {
        "group": "groupA", "topic": "topicA", "broker": "broker-0", "queue": 0, "counted_on": A, "consumers": [A],
        "seen": [A], "state": "owned", "broker_offset": 12, "consumer_offset": 10, "diff": 2,
    }  # fmt: skip


def test_marks_stand_on_the_cells_that_they_are_about() -> None:
    found = marks(allocation_figure(half_read()))
    assert found["read by nobody"] == [(1, 2)]
    assert found["read several times"] == [(0, 3)]
    assert found["seen with it"] == [(0, 1), (1, 4)]


def test_a_cell_is_coloured_only_where_its_client_reads_or_is_counted_on() -> None:
    grid = allocation_figure(half_read()).data[0].z
    assert [[cell is not None for cell in line] for line in grid] == [
        [False, False], [True, False], [False, True], [True, False], [False, True]
    ]  # fmt: skip
    assert grid[1][0] != grid[4][1]


def test_an_id_of_several_processes_says_so_at_its_column() -> None:
    labels = allocation_figure(half_read()).layout.xaxis.ticktext
    assert "2 processes" in labels[0]
    assert "processes" not in labels[1]


def test_hover_tells_whole_names_and_what_is_unknown() -> None:
    long = "192.168.100.200@12345#1234567890123456789@unit-with-a-long-name"
    queue = MessageQueue("topicA", "broker-with-a-very-long-name-in-the-city-of-hangzhou", 3)
    figure = allocation_figure(diagnosis({"groupA": [row(queue, long, diff=None)]}))
    told = next(text for line in figure.data[0].text for text in line if text)
    assert long in told
    assert queue.broker in told
    assert "messages behind: in no snapshot" in told
    assert len(figure.layout.xaxis.ticktext[0]) < 30


def test_names_from_evidence_are_text_and_no_markup() -> None:
    name = "<b>x</b><a href='http://evil'>y</a>"
    figure = allocation_figure(diagnosis({name: [row(MessageQueue(name, name, 0), name)]}))
    assert "<a href" not in json.dumps(figure.to_plotly_json()["data"][0]["text"])
    assert all("<a" not in each for each in (*figure.layout.xaxis.ticktext, *figure.layout.yaxis.ticktext))


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


def test_all_topics_of_a_group_stand_in_one_picture_retry_topics_last() -> None:
    rows = [row(MessageQueue(topic, "b", 0), A) for topic in ("%RETRY%groupA", "zebra", "apple")]
    made = diagnosis({"groupA": rows})
    assert [each["topic"] for each in allocation_data(made)] == ["apple", "zebra", "%RETRY%groupA"]
    headings = [text for text in allocation_figure(made).layout.yaxis.ticktext if text.startswith("<b>")]
    assert headings == ["<b>apple</b>", "<b>zebra</b>", "<b>%RETRY%groupA</b>"]
    assert [each["topic"] for each in allocation_data(made, topic="apple")] == ["apple"]


def test_a_group_that_is_not_there_is_an_error_that_names_those_that_are() -> None:
    with pytest.raises(UnknownGroup, match="groupA"):
        allocation_figure(half_read(), "groupB")


def test_without_clients_every_queue_waits_for_nobody() -> None:
    figure = allocation_figure(diagnosis({"groupA": [row(MessageQueue("t", "b", 0), None, "orphan")]}))
    assert list(figure.layout.xaxis.ticktext) == ["(nobody)"]


def test_without_any_allocation_the_picture_says_why() -> None:
    assert "does not tell" in allocation_figure(diagnosis()).layout.annotations[0].text


@pytest.mark.parametrize("clients", [2, 60])
@pytest.mark.parametrize("number", [8, 256])
def test_the_grid_stays_readable(clients: int, number: int) -> None:
    ids = [f"10.20.{n}.{n}@{7000 + n}#{n:015d}" for n in range(clients)]
    rows = [row(queue, ids[at * clients // number]) for at, queue in enumerate(queues("topicA", number))]
    facts = {"groupA": GroupFacts("groupA", rosters=(roster(*ids),))}
    figure = allocation_figure(diagnosis({"groupA": rows}, facts=facts))
    assert len(figure.data[0].z[0]) == clients
    assert 200 <= figure.layout.height <= 2000
    ticks = figure.layout.yaxis.tickvals
    pixels = (figure.layout.height - 190) / (number + 1)
    assert min(b - a for a, b in pairwise(ticks)) * pixels >= 11
    assert "bdata" not in figure.to_json()
