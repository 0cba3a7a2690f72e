"""Java's prints read back, whatever their values hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmqkit.formats.java_text import (
    MessageQueueText,
    SubscriptionText,
    consumer,
    heartbeat,
    items,
    message_queues,
    pull_request,
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
    assert subscriptions(text) == ([expected] if expected else [])


def test_old_and_new_are_two_subscriptions_in_their_order():
    text = f"OLD: {printed(version='1')} NEW: {printed(expression='A', version='2')}"

    assert [(s.expression, s.version) for s in subscriptions(text)] == [("*", 1), ("A", 2)]


@given(st.lists(st.text("abcXYZ019_-%", min_size=1), unique=True, max_size=6), st.integers(0, 2**53))
def test_tags_and_version_survive_the_print(tags, version):
    [found] = subscriptions(printed(expression=" || ".join(tags) or "*", tags=tuple(tags), version=str(version)))

    assert (found.tags, found.version) == (tuple(sorted(tags)), version)


@given(st.text(max_size=200))
def test_no_text_is_an_error(text):
    for read in (subscriptions, consumer, heartbeat, pull_request, message_queues):
        read(f"SubscriptionData [{text} ClientChannelInfo [{text} ConsumerData [{text} HeartbeatData [clientID={text}")


def test_a_consumer_brings_all_its_subscriptions():
    text = (
        "ConsumerData [groupName=g, consumeType=CONSUME_PASSIVELY, messageModel=BROADCASTING,"
        " consumeFromWhere=CONSUME_FROM_LAST_OFFSET, unitMode=true,"
        f" subscriptionDataSet=[{printed()}, {printed(topic='%RETRY%g')}]]"
    )
    found = consumer(text)

    assert (found.group, found.message_model) == ("g", "BROADCASTING")
    assert [s.topic for s in found.subscriptions] == ["orders", "%RETRY%g"]


def test_a_heartbeat_brings_client_and_consumers():
    text = (
        "HeartbeatData [clientID=10.0.0.9@7, producerDataSet=[ProducerData [groupName=CLIENT_INNER_PRODUCER]],"
        " consumerDataSet=[ConsumerData [groupName=g1, consumeType=CONSUME_PASSIVELY, messageModel=CLUSTERING,"
        f" consumeFromWhere=X, unitMode=false, subscriptionDataSet=[{printed()}]], ConsumerData [groupName=g2,"
        " consumeType=CONSUME_PASSIVELY, messageModel=CLUSTERING, consumeFromWhere=X, unitMode=false,"
        " subscriptionDataSet=[]]]]"
    )
    found = heartbeat(text)

    assert found.client_id == "10.0.0.9@7"
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
