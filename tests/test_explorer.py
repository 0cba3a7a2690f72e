"""The explorer without a browser: set the controls, read the figure."""

import pytest

from rmqkit.bench.made_up import client_names
from rmqkit.explorer import NO_PAIR, AllocationExplorer
from rmqkit.plan import Situation


def text(explorer):
    lines = [list(cells) for cells in explorer.figure.data[0].text]
    headings = [one.text.replace("<b>", "").replace("</b>", "") for one in explorer.figure.layout.annotations]
    # A strip is below its heading.
    return dict(zip(headings, lines[1::2], strict=True))


def test_it_starts_with_a_healthy_group():
    assert text(AllocationExplorer(clients=2, brokers=2, queues=2)) == {
        "topicA broker-a": ["A", "A"],
        "topicA broker-b": ["B", "B"],
    }


@pytest.mark.parametrize(
    ("control", "value", "expected"),
    [
        pytest.param("strategy", "AVG_BY_CIRCLE", ["A", "B", "A", "B"], id="by circle"),
        pytest.param("same_id", "A = B", ["A B", "A B", "–", "–"], id="two clients with one id"),
        pytest.param("queues", 2, ["A", "B"], id="fewer queues"),
        pytest.param("clients", 1, ["A", "A", "A", "A"], id="one client"),
        pytest.param("clients", 4, ["A", "B", "C", "D"], id="more clients listen too"),
        pytest.param("clients", 5, ["A", "B", "C", "D"], id="more clients than queues"),
    ],
)
def test_a_control_moves_the_figure(control, value, expected):
    explorer = AllocationExplorer(clients=2, brokers=1, queues=4)
    getattr(explorer, control).value = value
    assert text(explorer) == {"topicA broker-a": expected}
    assert [row["readers"] for row in explorer.rows()] == [cell.split() if cell != "–" else [] for cell in expected]


def test_two_topics_in_one_group_leave_half_of_each_to_nobody():
    explorer = AllocationExplorer(clients=2, brokers=1, queues=4)
    explorer.listeners["topicA"].value = ("A",)
    explorer.listeners["topicB"].value = ("B",)
    assert text(explorer) == {"topicA broker-a": ["A", "A", "–", "–"], "topicB broker-a": ["–", "–", "B", "B"]}
    assert explorer.figure.layout.title.text == "8 queues: 4 read by nobody, 0 read by several clients"
    explorer.strategy.value = "SUBSCRIPTION_AWARE"
    assert text(explorer) == {"topicA broker-a": ["A"] * 4, "topicB broker-a": ["B"] * 4}


def test_the_figure_stays_the_same_object_while_it_changes():
    explorer = AllocationExplorer()
    figure = explorer.figure
    explorer.brokers.value = 3
    assert explorer.figure is figure
    assert len(text(explorer)) == 3


def test_a_pair_that_is_gone_with_its_client_is_forgotten():
    explorer = AllocationExplorer(clients=3)
    explorer.same_id.value = "A = C"
    explorer.clients.value = 2
    assert explorer.same_id.value == NO_PAIR
    assert explorer.listeners["topicA"].value == ("A", "B")
    explorer.clients.value = 5
    assert list(explorer.listeners["topicA"].value) == client_names(5)


@pytest.mark.parametrize(
    ("pods", "queues", "expected"),
    [
        pytest.param(5, 4, (5, 2, 4), id="a small group as it is"),
        pytest.param(40, 64, (12, 2, 16), id="a large one as far as the controls reach"),
    ],
)
def test_it_can_start_from_a_groups_size(pods, queues, expected):
    group = Situation("g", {"t": {"a": queues, "b": queues}}, pods, {"t": "*"}, strategy="AVG_BY_CIRCLE")
    explorer = AllocationExplorer.of(group)
    assert (explorer.clients.value, explorer.brokers.value, explorer.queues.value) == expected
    assert explorer.strategy.value == "AVG_BY_CIRCLE"


def test_no_listener_at_all_is_an_empty_picture():
    explorer = AllocationExplorer()
    explorer.listeners["topicA"].value = ()
    assert explorer.rows() == []
    assert explorer.figure.layout.annotations[0].text == "No client subscribes to a topic."
    explorer.listeners["topicB"].value = ("A",)
    assert set(text(explorer)) == {"topicB broker-a", "topicB broker-b"}
