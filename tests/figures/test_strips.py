"""Seen above predicted: what each strip shows, where the crosses stand, and which cell somebody points at."""

import pytest

import rmqkit
from rmqkit.diagnosis.case.process_names import name_of_id, process_names
from rmqkit.figures.owners import cell_words
from rmqkit.figures.scope import client_names
from rmqkit.figures.strips import Strips, seen_names, strips_figure

CLIENTS = {"C1a": "10.0.0.1@7", "C1b": "10.0.0.1@7", "C2": "10.0.0.2@8"}
LANES = ("seen", "predicted")


def row(queue, seen, predicted, says="agrees", broker="broker-a"):
    return {"topic": "orders", "broker": broker, "queue": queue, "seen": seen, "predicted": predicted, "says": says}


ROWS = [
    row(0, ["C1"], ["C1a", "C1b"]),
    row(1, [], ["C2"], "contradicts"),
    row(0, None, None, "silent", "broker-b"),
]


def test_every_queue_has_a_cell_in_each_strip():
    cells = strips_figure(ROWS, CLIENTS, "orders").data[0]
    of_broker_a = [["C1", "–"], ["C1a C1b", "C2"]]
    of_broker_b = [["?", ""], ["?", ""]]
    heading = [["", ""]]
    assert [list(line) for line in cells.text] == [*heading, *of_broker_a, *heading, *of_broker_b]


def test_crosses_stand_only_where_seen_and_predicted_contradict_each_other():
    crosses = strips_figure(ROWS, CLIENTS, "orders").data[1]
    assert [(round(x), y) for x, y in zip(crosses.x, crosses.y, strict=True)] == [(1, 1.5)]
    assert crosses.name == "contradicts (1)"


def test_the_legend_holds_the_whole_ids():
    names = [trace.name for trace in strips_figure(ROWS, CLIENTS, "orders").data[2:]]
    assert names == ["C1a  10.0.0.1@7", "C1b  10.0.0.1@7", "C2  10.0.0.2@8"]


def test_below_the_title_it_counts_what_agrees():
    title = strips_figure(ROWS, CLIENTS, "orders").layout.title
    assert title.text == "orders"
    told = "1 of 3 queues match the prediction, 1 do not, 1 could be neither observed nor predicted"
    assert title.subtitle.text == told


def test_a_long_topic_stands_whole_above_its_strips_and_takes_no_room_beside_them():
    topic = "inventory_reserved_for_orders_event"
    layout = strips_figure([{**ROWS[0], "topic": topic}], CLIENTS, "orders").layout
    assert topic in layout.annotations[0].text
    assert list(layout.yaxis.ticktext) == ["seen", "predicted"]


@pytest.mark.parametrize(
    ("place", "queue"),
    [
        pytest.param((1, 0), ("broker-a", 1), id="in the strip of what was seen"),
        pytest.param((1, 1), ("broker-a", 1), id="in the strip below it"),
        pytest.param((0, 3), ("broker-b", 0), id="of another broker"),
        pytest.param((1, 3), None, id="where that broker has no queue"),
    ],
)
def test_a_click_finds_its_queue(place, queue):
    found = Strips(ROWS, list(CLIENTS), LANES).row_at(*place)
    assert (found and (found["broker"], found["queue"])) == queue


@pytest.mark.parametrize(
    ("seen", "expected", "names"),
    [
        pytest.param(None, (), None, id="nobody looked"),
        pytest.param((), (), [], id="nobody has it"),
        pytest.param(("10.0.0.2@8",), (), ["C2"], id="by id"),
        pytest.param(("10.0.0.2",), (), ["C2"], id="by the part before the @"),
        pytest.param(("10.0.0.3",), ("10.0.0.3@2",), ["C4"], id="of two alike the one that is expected"),
        pytest.param(("10.9.9.9",), (), ["10.9.9.9"], id="somebody who is no member"),
    ],
)
def test_whom_a_source_names_gets_a_short_name(seen, expected, names):
    known = {"10.0.0.1@7": "C1", "10.0.0.2@8": "C2", "10.0.0.3@1": "C3", "10.0.0.3@2": "C4"}
    assert seen_names(seen, expected, known) == names


def test_processes_of_one_id_are_told_apart():
    names = process_names(["a", "a", "b"])
    assert names == ["C1a", "C1b", "C2"]
    assert [name_of_id(name) for name in names] == ["C1", "C1", "C2"]


@pytest.mark.parametrize(
    ("sample", "counts"),
    [
        pytest.param("two-topics-one-group", {"agrees": 34}, id="two topics in one group"),
        pytest.param("colliding-client-ids", {"agrees": 18}, id="one id twice"),
    ],
)
def test_the_frozen_picture_shows_the_accepted_allocation(spark, sample, counts):
    diagnosis = rmqkit.diagnose(rmqkit.read(spark, f"data_samples/{sample}"))
    rows = rmqkit.figures.owners_data(diagnosis)
    assert {word: sum(row["says"] == word for row in rows) for word in counts} == counts
    assert sum(counts.values()) == len(rows)
    names = client_names(diagnosis)
    doubles = {cell_words(row["predicted"], names) for row in rows if row["predicted"] and len(row["predicted"]) > 1}
    assert doubles == ({"C1a C1b"} if sample == "colliding-client-ids" else set())
