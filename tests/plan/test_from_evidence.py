"""The group today, as evidence tells it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import rmqkit
from rmqkit.plan import BadPlan, Change, make_plan, situation_from_evidence
from tests.diagnosis.test_collect import evidence_of

SAMPLES = Path(__file__).parents[2] / "data_samples"
NOW = datetime(2026, 11, 21, tzinfo=UTC)
ROUTE = {
    "file": "topicRoute.txt",
    "block": 1,
    "line": 2,
    "at": None,
    "kind": "topic_route",
    "topic": "topicA",
    "broker": "broker-a",
    "read_queues": 8,
    "perm": 6,
}


def connection(number, file="consumerConnection-groupA-1.txt", group="groupA", version="V4_9_7"):
    return {
        "file": file,
        "block": 1,
        "line": number,
        "at": None,
        "kind": "consumer_connection",
        "group": group,
        "client_id": f"10.0.0.{number}@1",
        "address": f"10.0.0.{number}:1",
        "version": version,
    }


def subscription(topic, expression="*", client_id=None):
    return {
        "file": client_id or "consumerConnection-groupA-1.txt",
        "block": 1,
        "line": 9,
        "at": None,
        "group": "groupA",
        "client_id": client_id,
        "topic": topic,
        "expression": expression,
    }


def progress(queue, offset, seconds, topic="topicA"):
    return {
        "group": "groupA",
        "topic": topic,
        "broker": "broker-a",
        "queue": queue,
        "broker_offset": offset,
        "consumer_offset": offset,
        "at": NOW + timedelta(seconds=seconds),
        "file": f"progress-{seconds}",
        "block": 1,
        "line": 2,
    }


def tables(**changes):
    made = {
        "connections": [connection(1), connection(2)],
        "subscriptions": [subscription("topicA", "TagA"), subscription("%RETRY%groupA")],
        "topic_queues": [ROUTE],
        "progress": [progress(0, 100, 0), progress(0, 160, 30)],
        "client_properties": [
            {
                "file": "10.0.0.1@1",
                "block": 1,
                "line": 3,
                "at": None,
                "group": "groupA",
                "client_id": "10.0.0.1@1",
                "key": "allocateMessageQueueStrategy",
                "value": "x.AllocateMessageQueueAveragelyByCircle@1f",
            }
        ],
    }
    return {**made, **changes}


def today_by(rows, group=None):
    return situation_from_evidence(evidence_of(rows), group)


def test_the_group_today():
    today = today_by(tables())
    assert (today.group, today.pods, today.subscriptions) == ("groupA", 2, {"topicA": "TagA"})
    assert (today.topics, today.version, today.strategy) == ({"topicA": {"broker-a": 8}}, "4.9.7", "AVG_BY_CIRCLE")
    assert today.rate == 2.0


def test_pods_are_counted_in_the_last_list_and_minus_10_comes_after_minus_2():
    lists = [connection(n, "consumerConnection-groupA-2.txt") for n in range(5)]
    lists += [connection(n, "consumerConnection-groupA-10.txt") for n in range(3)]
    subscribed = [subscription("topicA") | {"file": "consumerConnection-groupA-10.txt"}]
    assert today_by(tables(connections=lists, subscriptions=subscribed)).pods == 3


def test_without_a_route_the_queues_of_progress_count():
    rows = [progress(queue, 1, 0) for queue in (0, 1, 1, 2)]
    today = today_by(tables(topic_queues=[], progress=rows))
    assert today.topics == {"topicA": {"broker-a": 3}}
    assert today.rate == 10.0


@pytest.mark.parametrize(
    ("changes", "group", "words"),
    [
        pytest.param({"connections": []}, None, "specify the group", id="no connections"),
        pytest.param({"connections": [connection(1), connection(2, group="g")]}, None, "g, groupA", id="two groups"),
        pytest.param({}, "other", "consumerConnection -g other", id="a group without clients"),
        pytest.param({"topic_queues": [], "progress": []}, None, "topicRoute -t topicA", id="no queues"),
        pytest.param({"connections": [connection(1), connection(1)]}, None, "share a client id", id="colliding ids"),
        pytest.param(
            {
                "subscriptions": [subscription("topicA", client_id=f"10.0.0.{n}@1") for n in (1,)]
                + [subscription("topicB", client_id="10.0.0.2@1")]
            },
            None,
            "have different subscriptions",
            id="clients that disagree",
        ),
    ],
)
def test_what_is_missing_is_named_with_the_command_that_tells_it(changes, group, words):
    with pytest.raises(BadPlan, match=words):
        today_by(tables(**changes), group)


def test_a_real_folder(spark):
    evidence = rmqkit.read(spark, str(SAMPLES / "healthy"))
    today = situation_from_evidence(evidence)
    assert today.pods >= 2
    assert "topicA" in today.topics
    assert make_plan(today, Change(pods=today.pods + 1)).recommended.orphans == 0
