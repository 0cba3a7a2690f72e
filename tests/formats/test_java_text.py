"""Java's prints read back, whatever their values hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmqkit.formats.java_brackets import items
from rmqkit.formats.java_text import (
    ChannelText,
    MessageQueueText,
    SubscriptionText,
    channel,
    consumer,
    heartbeat,
    message_queues,
    peer_of,
    pull_request,
    subscription,
    subscriptions,
)


def printed(topic="orders", expression="*", tags=(), version="7", tail=", expressionType=TAG"):
    codes = ", ".join(str(hash(tag) % 1000) for tag in tags)
    return (
        f"SubscriptionData [classFilterMode=false, topic={topic}, subString={expression},"
        f" tagsSet=[{', '.join(tags)}], codeSet=[{codes}], subVersion={version}{tail}]"
    )


SUBSCRIPTIONS = [
    pytest.param(printed(), SubscriptionText("orders", "*", (), 7, "TAG"), id="all messages of a topic"),
    pytest.param(
        printed(expression="B || A", tags=("B", "A")),
        SubscriptionText("orders", "B || A", ("A", "B"), 7, "TAG"),
        id="tags come sorted, the expression as written",
    ),
    pytest.param(printed(tail=""), SubscriptionText("orders", "*", (), 7, None), id="4.0.0 has no expression type"),
    pytest.param(
        printed(tail=", expressionType=null"), SubscriptionText("orders", "*", (), 7, None), id="a null expression type"
    ),
    pytest.param(
        printed(expression="a > 3 AND b IN ('x, y', ']')", tail=", expressionType=SQL92"),
        SubscriptionText("orders", "a > 3 AND b IN ('x, y', ']')", (), 7, "SQL92"),
        id="SQL with commas and a bracket of its own",
    ),
    pytest.param(printed(topic="a[b"), SubscriptionText("a[b", "*", (), 7, "TAG"), id="a topic with a bracket"),
    pytest.param(printed(version="-1"), SubscriptionText("orders", "*", (), -1, "TAG"), id="a negative version"),
    pytest.param("SubscriptionData [classFilterMode=false, topic=ord", None, id="cut off"),
    pytest.param("nothing", None, id="no subscription"),
]


@pytest.mark.parametrize(("text", "expected"), SUBSCRIPTIONS)
def test_a_subscription_of_any_version(text, expected):
    assert subscription(text) == expected


def test_old_and_new_are_two_subscriptions_in_their_order():
    text = f"OLD: {printed(version='1')} NEW: {printed(expression='A', version='2')}"

    assert [(s.expression, s.version) for s in subscriptions(text)] == [("*", 1), ("A", 2)]


@given(st.lists(st.text("abcXYZ019_-%", min_size=1), unique=True, max_size=6), st.integers(0, 2**53))
def test_tags_and_version_survive_the_print(tags, version):
    found = subscription(printed(expression=" || ".join(tags) or "*", tags=tuple(tags), version=str(version)))

    assert (found.tags, found.version) == (tuple(sorted(tags)), version)


@given(st.text(max_size=200))
def test_no_text_is_an_error(text):
    for read in (subscription, channel, consumer, heartbeat, pull_request, message_queues):
        read(f"SubscriptionData [{text} ClientChannelInfo [{text} ConsumerData [{text} HeartbeatData [clientID={text}")


CHANNELS = [
    pytest.param("[id: 0x1, L:/10.0.0.1:10911 - R:/10.0.0.9:51234]", ("10.0.0.9:51234", True), id="netty 4.1, open"),
    pytest.param("[id: 0x1, L:/10.0.0.1:10911 ! R:/10.0.0.9:51234]", ("10.0.0.9:51234", False), id="netty 4.1, closed"),
    pytest.param("[id: 0x1, /10.0.0.9:51234 => /10.0.0.1:10911]", ("10.0.0.9:51234", True), id="netty 4.0, open"),
    pytest.param("[id: 0x1, /10.0.0.9:51234 :> /10.0.0.1:10911]", ("10.0.0.9:51234", False), id="netty 4.0, closed"),
    pytest.param("[id: 0x1]", (None, None), id="a channel without a peer"),
    pytest.param(
        "[id: 0x1, L:/[fe80:0:0:0:1:2:3:4%eth0]:1 - R:/[fe80:0:0:0:1:2:3:4%eth0]:51234]",
        ("[fe80:0:0:0:1:2:3:4%eth0]:51234", True),
        id="IPv6 in brackets",
    ),
    pytest.param(
        "[id: 0x1, L:/1.1.1.1:1 - R:web-7/10.0.0.9:51234]", ("10.0.0.9:51234", True), id="a resolved host name"
    ),
    pytest.param(
        "GrpcClientChannel{clientId=c, remoteAddress=10.1.1.1:3321, localAddress=10.2.2.2:8081}",
        ("10.1.1.1:3321", None),
        id="a gRPC client",
    ),
]


@pytest.mark.parametrize(("inner", "expected"), CHANNELS)
def test_a_channel_names_its_peer(inner, expected):
    text = f"ClientChannelInfo [channel={inner}, clientId=c@1#2, language=JAVA, version=399, lastUpdateTimestamp=17]"

    assert channel(text) == ChannelText("c@1#2", expected[0], "JAVA", 399, 17, expected[1])
    assert peer_of(inner) == expected[0]


def test_a_consumer_brings_all_its_subscriptions():
    text = (
        "ConsumerData [groupName=g, consumeType=CONSUME_PASSIVELY, messageModel=BROADCASTING,"
        " consumeFromWhere=CONSUME_FROM_LAST_OFFSET, unitMode=true,"
        f" subscriptionDataSet=[{printed()}, {printed(topic='%RETRY%g')}]]"
    )
    found = consumer(text)

    assert (found.group, found.message_model, found.unit_mode) == ("g", "BROADCASTING", True)
    assert [s.topic for s in found.subscriptions] == ["orders", "%RETRY%g"]


def test_a_heartbeat_brings_client_producers_and_consumers():
    text = (
        "HeartbeatData [clientID=10.0.0.9@7, producerDataSet=[ProducerData [groupName=CLIENT_INNER_PRODUCER]],"
        " consumerDataSet=[ConsumerData [groupName=g1, consumeType=CONSUME_PASSIVELY, messageModel=CLUSTERING,"
        f" consumeFromWhere=X, unitMode=false, subscriptionDataSet=[{printed()}]], ConsumerData [groupName=g2,"
        " consumeType=CONSUME_PASSIVELY, messageModel=CLUSTERING, consumeFromWhere=X, unitMode=false,"
        " subscriptionDataSet=[]]]]"
    )
    found = heartbeat(text)

    assert (found.client_id, found.producers) == ("10.0.0.9@7", ("CLIENT_INNER_PRODUCER",))
    assert [(c.group, len(c.subscriptions)) for c in found.consumers] == [("g1", 1), ("g2", 0)]


def test_queues_are_found_in_any_print():
    text = (
        "[MessageQueue [topic=a, brokerName=b-1, queueId=0], MessageQueue [topic=%RETRY%g, brokerName=b-2, queueId=11]]"
    )

    assert message_queues(text) == [MessageQueueText("a", "b-1", 0), MessageQueueText("%RETRY%g", "b-2", 11)]


def test_a_pull_request_is_group_queue_and_offset():
    queue = "MessageQueue [topic=a, brokerName=b, queueId=3]"
    found = pull_request(f"x PullRequest [consumerGroup=g, messageQueue={queue}, nextOffset=9] y")

    assert (found.group, found.queue, found.next_offset) == ("g", MessageQueueText("a", "b", 3), 9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("a, b", ["a", "b"], id="two"),
        pytest.param(
            "X [a=1, b=2], Y {c=3, d=4}", ["X [a=1, b=2]", "Y {c=3, d=4}"], id="inner separators do not count"
        ),
    ],
)
def test_items_of_a_collection(text, expected):
    assert items(text) == expected
