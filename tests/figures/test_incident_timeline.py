"""The timeline: what is on it, in which lane, told once, thinned where it is crowded, the same for the same facts."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import TimelineEntry
from rmqkit.figures import incident_timeline_data, incident_timeline_figure
from rmqkit.figures.appearance import HEALTHY, ORPHAN
from rmqkit.figures.incident_timeline import EPOCHS, LANES, MARKS, MOST_MARKS
from rmqkit.rocketmq import MessageQueue

from .diagnoses import START, diagnosis, event, finding, roster, snapshot

SAME = "subscription changed OLD: [topic=t, subVersion=1] NEW: [topic=t, subVersion=2]"
OTHER = "subscription changed OLD: [topic=t, subString=a] NEW: [topic=t, subString=b]"


def timeline(*events: Event, findings: tuple = (), looks: int = 0) -> Diagnosis:
    queue = MessageQueue("topicA", "broker-a", 0)
    snapshots = tuple(snapshot(number, {queue: number}) for number in range(looks))
    facts = GroupFacts("groupA", rosters=(roster("10.0.0.1@7"),), events=events, snapshots=snapshots)
    return diagnosis(findings=findings, facts={"groupA": facts})


@pytest.mark.parametrize(
    ("what", "lanes"),
    [
        pytest.param(event("consumer_connected", 1), ["members"], id="a member comes"),
        pytest.param(event("subscription_topic_removed", 1, "topicA"), ["subscriptions"], id="a topic is removed"),
        pytest.param(event("subscription_topic_added", 1, "%RETRY%groupA"), [], id="a retry topic is left out"),
        pytest.param(event("subscription_changed", 1, raw=SAME), [], id="a new version alone is no change"),
        pytest.param(event("subscription_changed", 1, raw=OTHER), ["subscriptions"], id="another expression is one"),
        pytest.param(event("pull_rejected", 1), ["refusals"], id="a refusal"),
        pytest.param(event("offset_reset_done", 1), ["resets"], id="a reset"),
        pytest.param(event("offset_reset_done", 1, group="other"), [], id="another group's reset is left out"),
        pytest.param(event("heartbeat_sent", 1), [], id="ordinary work is left out"),
    ],
)
def test_what_stands_in_which_lane(what: Event, lanes: list[str]) -> None:
    assert [row["lane"] for row in incident_timeline_data(timeline(what))] == lanes


def test_looks_tell_how_much_waits_and_findings_how_long_they_last() -> None:
    since = START + timedelta(seconds=3)
    rows = incident_timeline_data(timeline(looks=2, findings=(finding("orphan_queues", since=since),)))
    assert [(row["lane"], row["kind"], row["messages"]) for row in rows] == [
        ("findings", "orphan_queues", None), ("offsets", "a snapshot: no messages wait", 0),
        ("offsets", "a snapshot: messages wait", 1),
    ]  # fmt: skip
    assert (rows[0]["at"], rows[0]["until"]) == (since, START + timedelta(seconds=15))


THREW = "java.lang.IllegalStateException: order not found: {}, com.shop.Orders.book(Orders.java:161)"


def test_what_listeners_threw_is_a_lane_with_each_exception_once() -> None:
    logged = {"file": "client.log", "client_id": "10.0.0.1@7"}
    threw = [event("consume_failed", second, "topicA", detail=THREW.format(second), **logged) for second in (1, 5, 60)]
    nothing = [replace(one, detail="consumeMessage return null") for one in threw]
    told = timeline(*(replace(one, source="client") for one in (*threw, *nothing)))
    (row, *others) = [row for row in incident_timeline_data(told) if row["lane"] == "failures"]
    assert row["exceptions"] == [
        "java.lang.IllegalStateException: order not found: # at com.shop.Orders.book(Orders.java:161)"
    ]
    assert row["times"] + sum(other["times"] for other in others) == 3
    hovers = [text for trace in incident_timeline_figure(told).data for text in trace.text or ()]
    assert any("com.shop.Orders.book" in text for text in hovers)


def test_clients_have_their_short_names() -> None:
    rows = incident_timeline_data(timeline(event("consumer_connected", 1, client_id="10.0.0.1@7")))
    assert rows[0]["who"] == ["C1"]


def test_a_crowded_lane_is_thinned_and_nothing_is_lost() -> None:
    rows = incident_timeline_data(timeline(*(event("pull_rejected", second / 10) for second in range(5000))))
    assert len(rows) <= MOST_MARKS + 1
    assert sum(row["times"] for row in rows) == 5000


def test_marks_of_one_moment_in_one_lane_stand_apart() -> None:
    both = [event("subscription_topic_added", 1, "a"), event("subscription_topic_removed", 1, "b")]
    places = [
        trace.y[0]
        for trace in incident_timeline_figure(timeline(*both)).data
        if trace.type == "scatter" and trace.mode == "markers"
    ]
    assert len(set(places)) == 2


def test_the_same_facts_give_the_same_picture() -> None:
    both = [incident_timeline_figure(timeline(event("pull_rejected", 1), looks=3)).to_json() for _ in range(2)]
    assert both[0] == both[1]


def test_every_kind_has_a_lane() -> None:
    assert {kind["lane"] for kind in MARKS.values()} <= set(LANES.values())


def test_without_any_time_the_picture_says_why() -> None:
    assert "has a time" in incident_timeline_figure(diagnosis()).layout.annotations[0].text


def test_epochs_are_spans_from_change_to_change_with_what_was_found() -> None:
    begun, changed = START, START + timedelta(seconds=60)
    entries = (
        TimelineEntry("groupA", begun, changed, "C1 joined", healthy="4 queues have one reader each"),
        TimelineEntry("groupA", changed, None, "C2 joined", findings=("orphan_queues",)),
    )
    told = replace(timeline(event("consumer_connected", 90)), timeline=entries)
    epochs = [row for row in incident_timeline_data(told) if row["lane"] == EPOCHS]
    assert [(row["at"], row["until"], row["change"], row["finding"]) for row in epochs] == [
        (begun, changed, "C1 joined", None),
        (changed, START + timedelta(seconds=90), "C2 joined", "orphan_queues"),
    ]
    drawn = {trace.name: trace.line.color for trace in incident_timeline_figure(told).data if trace.mode == "lines"}
    assert drawn["healthy"] == HEALTHY
    assert drawn["something was wrong"] == ORPHAN
