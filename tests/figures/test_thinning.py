"""Thousands of looks and queues: what is left out, that the picture says so, and that the work grows with the input."""

from collections.abc import Callable
from itertools import chain

import pytest

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.figures import lag_data, lag_figure, owners_figure, subscription_timeline_figure
from rmqkit.figures.appearance import MOST_POINTS, with_peaks
from rmqkit.rocketmq import MessageQueue
from tests.measured import growth

from .diagnoses import diagnosis, event, row, snapshot


def looks_at(looks: int, queues: int, peak: int = 0) -> Diagnosis:
    """A group whose queues are 10 behind, but for one moment at which the first queue is `peak` behind."""
    listed = [MessageQueue("topicA", f"broker-{number % 8}", number // 8) for number in range(queues)]
    snapshots = [snapshot(look, dict.fromkeys(listed, 10)) for look in range(looks)]
    snapshots[looks // 3] = snapshot(looks // 3, {**dict.fromkeys(listed, 10), listed[0]: peak or 10})
    rows = [row(queue, f"10.0.0.{queue.queue % 10}@1") for queue in listed]
    return diagnosis({"groupA": rows}, facts={"groupA": GroupFacts("groupA", snapshots=tuple(snapshots))})


def flapping(changes: int) -> Diagnosis:
    events = [
        (
            event(("subscription_topic_removed", "subscription_topic_added")[number % 2], number, "topicA"),
            event("consumer_info_changed", number + 0.1, address=f"10.0.0.{number % 30}:1"),
        )
        for number in range(changes)
    ]
    facts = GroupFacts("groupA", events=tuple(chain.from_iterable(events)))
    return diagnosis(facts={"groupA": facts})


@pytest.mark.parametrize(
    ("looks", "queues"),
    [
        pytest.param(10_000, 10, id="ten thousand looks"),
        pytest.param(60, 1_000, id="a thousand queues"),
    ],
)
def test_a_large_picture_of_lag_keeps_the_peak_and_says_what_it_leaves_out(looks: int, queues: int) -> None:
    figure = lag_figure(looks_at(looks, queues, peak=7_777))
    heights = [height for trace in figure.data for height in trace.y if height is not None]
    assert max(heights) == 7_777
    assert len(heights) <= MOST_POINTS
    assert f"of {looks * queues:,} points are drawn" in figure.layout.title.subtitle.text


def test_the_data_holds_every_look_unless_fewer_are_asked_for() -> None:
    made = looks_at(100, 2)
    assert len(lag_data(made)) == 200
    assert [(each["queue"], each["look"], each["diff"]) for each in lag_data(looks_at(100, 1, peak=50), most=4)] == [
        (0, 1, 10), (0, 2, 10), (0, 34, 50), (0, 100, 10),
    ]  # fmt: skip


def test_a_small_picture_leaves_nothing_out_and_says_nothing() -> None:
    assert lag_figure(looks_at(50, 8)).layout.title.subtitle.text == "times in UTC"


def test_a_long_timeline_keeps_spans_of_both_kinds_and_says_what_it_leaves_out() -> None:
    figure = subscription_timeline_figure(flapping(20_000))
    present, gone = figure.data[:2]
    assert len(present.x) > 1_000
    assert len(gone.x) > 1_000
    assert len(present.x) + len(gone.x) <= 3 * MOST_POINTS
    assert "of 20,000 spans are drawn" in figure.layout.title.subtitle.text


@pytest.mark.parametrize(
    ("values", "most", "kept"),
    [
        pytest.param([1, 2, 3], 4, [1, 2, 3], id="few points all stay"),
        pytest.param([5, 1, 9, 2, 5, 5], 4, [5, 1, 9, 5], id="the ends, the lowest and the highest stay, in order"),
    ],
)
def test_the_points_of_a_line(values: list[int], most: int, kept: list[int]) -> None:
    assert with_peaks(values, most, lambda value: value) == kept


@pytest.mark.parametrize(
    ("draw", "size"),
    [
        pytest.param(lambda size: _drawn(lag_figure, looks_at(size, 8)), 400, id="lag, by looks"),
        pytest.param(lambda size: _drawn(lag_figure, looks_at(5, size)), 300, id="lag, by queues"),
        pytest.param(lambda size: _drawn(owners_figure, looks_at(1, size)), 300, id="owners, by queues"),
        pytest.param(lambda size: _drawn(subscription_timeline_figure, flapping(size)), 500, id="timeline, by changes"),
    ],
)
def test_twice_the_data_is_at_most_twice_the_work(draw: Callable[[int], Callable[[], object]], size: int) -> None:
    assert growth(draw, size) < 2.3


def _drawn(figure: Callable[[Diagnosis], object], of: Diagnosis) -> Callable[[], object]:
    return lambda: figure(of)
