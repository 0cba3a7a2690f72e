"""Lag over the snapshots: a point per queue and look, states by colour, and queues that no snapshot lists."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.finding import GroupState
from rmqkit.figures import lag_by_group_data, lag_by_group_figure, lag_data, lag_figure
from rmqkit.rocketmq import MessageQueue

from .diagnoses import diagnosis, finding, row, snapshot

Q0, Q1, Q2 = (MessageQueue("topicA", "broker-a", n) for n in range(3))


def made(timed: bool = True) -> Diagnosis:
    looks = tuple(snapshot(n, {Q0: 1, Q1: 10 * n}, timed) for n in (1, 2, 3))
    facts = {"groupA": GroupFacts("groupA", snapshots=looks)}
    rows = [row(Q0, "a"), row(Q1, "b"), row(Q2, "b", "orphan")]
    return diagnosis({"groupA": rows}, [finding("consumer_stuck", queues=[Q1])], facts)


def test_a_row_per_queue_and_look() -> None:
    rows = lag_data(made())
    assert [(each["queue"], each["look"], each["diff"], each["state"]) for each in rows] == [
        (0, 1, 1, "owned"), (0, 2, 1, "owned"), (0, 3, 1, "owned"),
        (1, 1, 10, "stuck"), (1, 2, 20, "stuck"), (1, 3, 30, "stuck"),
    ]  # fmt: skip


def test_each_state_is_one_trace_with_its_own_colour_dash_and_symbol() -> None:
    owned, stuck = lag_figure(made()).data
    assert list(stuck.y) == [10, 20, 30]
    assert {owned.line.color, owned.line.dash, owned.marker.symbol}.isdisjoint(
        {stuck.line.color, stuck.line.dash, stuck.marker.symbol}
    )


@pytest.mark.parametrize(
    ("timed", "x"),
    [
        pytest.param(True, "2026-11-21T10:30:15", id="with times the axis shows them"),
        pytest.param(False, 1, id="without times it counts the looks"),
    ],
)
def test_the_axis(timed: bool, x: object) -> None:
    assert lag_figure(made(timed)).data[0].x[0] == x


def test_orphans_that_no_snapshot_lists_are_named() -> None:
    assert "in no snapshot: topicA broker-a 2" in lag_figure(made()).layout.title.subtitle.text


def test_lines_of_two_queues_are_not_joined() -> None:
    looks = tuple(snapshot(n, {Q0: 1, Q1: 2}) for n in (1, 2))
    figure = lag_figure(diagnosis(facts={"groupA": GroupFacts("groupA", snapshots=looks)}))
    assert list(figure.data[0].y) == [1, 1, None, 2, 2]


def test_a_retry_topic_without_lag_takes_no_panel() -> None:
    looks = (snapshot(1, {Q0: 1, MessageQueue("%RETRY%groupA", "broker-a", 0): 0}),)
    figure = lag_figure(diagnosis(facts={"groupA": GroupFacts("groupA", snapshots=looks)}))
    assert [each.text for each in figure.layout.annotations] == ["topicA"]


def test_many_topics_show_those_that_are_most_behind_and_say_so() -> None:
    looks = (snapshot(1, {MessageQueue(f"topic{n:02d}", "broker-a", 0): n for n in range(40)}),)
    figure = lag_figure(diagnosis(facts={"groupA": GroupFacts("groupA", snapshots=looks)}))
    assert [each.text for each in figure.layout.annotations] == [f"topic{n}" for n in range(32, 40)]
    assert "31 more topics have less lag. never behind: topic00" in figure.layout.title.subtitle.text


def by_metrics(*lags: int, group: str = "groupA") -> GroupFacts:
    at = snapshot(1, {Q0: 1}).at
    assert at is not None
    figures = [
        Figure("m", n, at + timedelta(minutes=n), "metrics", "rocketmq_group_diff", str(lag), None, group, "topicA")
        for n, lag in enumerate(lags)
    ]
    return GroupFacts(group, figures=tuple(figures))


def test_what_metrics_count_is_a_line_of_its_own() -> None:
    facts = replace(by_metrics(5, 700), snapshots=(snapshot(1, {Q0: 1}), snapshot(2, {Q0: 3})))
    rows = lag_data(diagnosis(facts={"groupA": facts}))
    assert [(each["queue"], each["diff"], each["state"]) for each in rows] == [
        (0, 1, "unknown"), (0, 3, "unknown"), (None, 5, "metrics"), (None, 700, "metrics"),
    ]  # fmt: skip
    alone = lag_figure(diagnosis(facts={"groupA": by_metrics(5, 700)}))
    assert [(trace.name, list(trace.y)) for trace in alone.data] == [("the whole topic, from metrics", [5, 700])]


def test_of_many_groups_those_that_are_most_behind_have_a_line() -> None:
    groups = {f"group{n:02}": by_metrics(n, 2 * n, group=f"group{n:02}") for n in range(12)}
    groups["looked at"] = GroupFacts("looked at", snapshots=tuple(snapshot(n, {Q0: 50, Q1: 50}) for n in (1, 2)))
    states = {name: GroupState(lag=2 * n) for n, name in enumerate(groups)} | {"looked at": GroupState(lag=100)}
    found = replace(diagnosis({}, [finding("consumer_slow", "group11")], groups), groups=states)
    rows = lag_by_group_data(found, most=2)
    assert [(row["group"], row["lag"]) for row in rows] == [
        ("looked at", 100), ("looked at", 100), ("group11", 11), ("group11", 22),
    ]  # fmt: skip
    drawn = lag_by_group_figure(found)
    assert [line.line.dash for line in drawn.data][:3] == ["dot", "solid", "dot"]
    assert "3 more groups have less lag" in drawn.layout.title.subtitle.text
    assert "The evidence has neither" in lag_by_group_figure(diagnosis()).layout.annotations[0].text


def test_a_queue_that_a_snapshot_leaves_out_counts_as_it_was_listed_last() -> None:
    looks = (snapshot(1, {Q0: 1, Q1: 30}), snapshot(2, {Q0: 2}), snapshot(3, {Q0: 3, Q1: 40}))
    found = diagnosis({}, [finding("consumer_stuck")], {"groupA": GroupFacts("groupA", snapshots=looks)})
    rows = lag_by_group_data(replace(found, groups={"groupA": GroupState(lag=43)}))
    assert [row["lag"] for row in rows] == [31, 32, 43]


def test_without_snapshots_the_picture_says_so() -> None:
    figure = lag_figure(diagnosis(facts={"groupA": GroupFacts("groupA")}))
    assert "The evidence has neither" in figure.layout.annotations[0].text
    assert lag_data(diagnosis()) == []
