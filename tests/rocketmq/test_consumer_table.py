"""The broker's consumer table: rules by themselves, then every heartbeat of the recorded incidents."""

import pytest

from rmqkit.rocketmq.consumer_table import ConsumerTable
from rmqkit.rocketmq.subscription import Subscription

from .recorded_incidents import names, recorded, subscription

A, B = Subscription("topicA", version=10), Subscription("topicB", version=10)


def events(lines):
    return [line.event for line in lines]


def table(*heartbeats, **settings):
    made = ConsumerTable("broker-a", **settings)
    for at, (channel, client_id, *subscriptions) in enumerate(heartbeats):
        made.register(at * 1000, channel, client_id, subscriptions)
    return made


@pytest.mark.parametrize(
    ("heartbeat", "expected"),
    [
        pytest.param(("c1", "one", A), [], id="the same heartbeat again changes nothing"),
        pytest.param(("c2", "two", A), ["consumer_connected", "consumer_info_changed"], id="a second client connects"),
        pytest.param(
            ("c2", "one", A), ["consumer_connected", "consumer_info_changed"], id="a twin is silent otherwise"
        ),
        pytest.param(
            ("c1", "one", B),
            ["subscription_topic_added", "subscription_topic_removed", "consumer_info_changed"],
            id="another topic set replaces the group's",
        ),
        pytest.param(
            ("c1", "one", A.at_version(11)), ["subscription_changed"], id="a newer version replaces, and tells nobody"
        ),
        pytest.param(("c1", "one", A.at_version(9)), [], id="an older version is ignored in silence"),
        pytest.param(
            ("c1", "one", Subscription("topicA", "TagB", version=9)),
            [],
            id="even with other tags: a clock behind loses",
        ),
        pytest.param(("c1", "other", A), ["client_id_changed_on_channel"], id="one connection with another id"),
    ],
)
def test_a_heartbeat_after_the_first(heartbeat, expected):
    channel, client_id, *subscriptions = heartbeat
    assert events(table(("c1", "one", A)).register(1, channel, client_id, subscriptions)) == expected


def test_a_pull_consumers_newer_version_replaces_without_a_line():
    made = table(("c1", "one", A))
    assert made.register(1, "c1", "one", [A.at_version(11)], consume_type="CONSUME_ACTIVELY") == []
    assert made.subscriptions["topicA"].version == 11


def test_twins_stand_twice_in_the_list_and_leave_one_by_one():
    made = table(("c1", "one", A), ("c2", "one", A))
    assert made.client_ids() == ["one", "one"]
    assert events(made.disconnect(5, "c1")) == ["consumer_disconnected"]
    assert events(made.disconnect(6, "c2")) == ["consumer_disconnected", "consumer_group_removed"]
    assert made.subscriptions == {}
    assert made.disconnect(7, "c2") == []


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param(120_000, [], id="silent for exactly 120 s: still there"),
        pytest.param(120_001, ["consumer_disconnected", "consumer_group_removed"], id="longer: gone"),
    ],
)
def test_the_scan_removes_silent_connections_and_tells_nobody(now, expected):
    made = table(("c1", "one", A))
    assert events(made.scan(now)) == expected


@pytest.mark.parametrize(
    ("version", "told"),
    [pytest.param("5.3.0", True, id="until 5.3.0"), pytest.param("5.3.1", False, id="not from 5.3.1 on")],
)
def test_broadcasting_groups_are_told_by_version(version, told):
    made = ConsumerTable("broker-a", version)
    lines = made.register(0, "c1", "one", [A], message_model="BROADCASTING")
    assert made.notifies(lines) is told


@pytest.mark.parametrize("name", names())
def test_the_table_logs_what_the_real_broker_logged(name):
    """Fields compared: event, topic, expression, type, new and old version, client id of connections; and the order."""
    record = recorded(name)
    compared = 0
    for broker, lines in record["brokers"].items():
        made = ConsumerTable(broker, record["version"])
        for heartbeat in _heartbeats(lines):
            expected = [_line(line) for line in heartbeat]
            assert [_event(event) for event in _replay(made, heartbeat)] == expected, (broker, heartbeat[0])
            compared += len(expected)
    assert compared == sum(len(lines) for lines in record["brokers"].values())


def _heartbeats(lines):
    """One thread handles a heartbeat: its lines end with `consumer_info_changed`, or are one change of versions."""
    waiting = {}
    for line in lines:
        thread, event = line[1], line[2]
        waiting.setdefault(thread, []).append(line)
        alone = event.startswith(("consumer_disconnected", "consumer_group"))
        if event == "consumer_info_changed" or alone or _only_versions(waiting[thread], lines):
            yield waiting.pop(thread)
    assert not any(waiting.values())


def _only_versions(held, lines):
    """Whether the held lines are a heartbeat of their own, which changed versions and nothing else."""
    if any(line[2] != "subscription_changed" for line in held):
        return False
    following = lines[lines.index(held[-1]) + 1 :]
    return not _goes_on(held[-1], [line for line in following if line[1] == held[-1][1]])


def _goes_on(line, following):
    """The thread's next info line lists this very version, and no other heartbeat begins in between."""
    for later in following:
        if later[0] - line[0] > 1000 or later[2] == "consumer_connected":
            return False
        if later[2] == "consumer_info_changed":
            return line[5] in later[5]
    return False


def _replay(made, heartbeat):
    last = heartbeat[-1]
    if last[2] == "consumer_disconnected":
        return made.disconnect(last[0], last[3])[:1]
    if last[2] == "consumer_group_removed":
        return [_Removed()]
    if last[2] == "consumer_info_changed":
        client_id = next((line[4] for line in heartbeat if line[2] == "consumer_connected"), None)
        known = made.channels.get(last[3])
        client_id = client_id or known.client_id
        return made.register(last[0], last[3], client_id, [subscription(one) for one in last[5]])
    channel = next(iter(made.channels))
    changed = {line[5][0]: subscription(line[5]) for line in heartbeat}
    beat = {**made.subscriptions, **changed}
    return made.register(last[0], channel, made.channels[channel].client_id, beat.values())


class _Removed:
    event, topic, client_id, subscription, old = "consumer_group_removed", None, None, None, None


def _event(event):
    named = event.client_id if event.event in ("consumer_connected", "consumer_disconnected") else None
    return event.event, named, event.subscription, event.old


def _line(line):
    _, _, event, _, client_id, new, old = line
    if event == "consumer_info_changed":
        return event, None, None, None
    return event, client_id, new and subscription(new), old and subscription(old)
