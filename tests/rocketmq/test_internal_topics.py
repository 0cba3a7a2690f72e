"""RocketMQ's own topics and groups are told from those of applications, and whose retries a topic holds."""

import pytest

from rmqkit.rocketmq.internal_groups import is_internal_group
from rmqkit.rocketmq.internal_topics import is_system_topic, is_user_topic
from rmqkit.rocketmq.subscription import group_of_retry

GROUPS, TOPICS = {"orders", "orders_eu"}, {"paid", "paid_late", "sent"}


@pytest.mark.parametrize(
    ("topic", "system", "user"),
    [
        pytest.param("orders", False, True, id="an application's"),
        pytest.param("INST_1%orders", False, True, id="in a namespace"),
        pytest.param("BenchmarkTest", False, True, id="what the benchmark sends is consumed by applications"),
        pytest.param("rmq_system_events", False, True, id="a name that only begins like a system topic"),
        pytest.param("order_REPLY_TOPIC", False, True, id="an application may name its replies so"),
        pytest.param("%RETRY%groupA", False, False, id="retries of a group"),
        pytest.param("%RETRY%groupA_orders", False, False, id="retries of a pop group, 5.0"),
        pytest.param("%RETRY%groupA+orders", False, False, id="retries of a pop group, 5.2 and later"),
        pytest.param("INST_1%%RETRY%groupA", False, False, id="retries in a namespace"),
        pytest.param("%DLQ%groupA", False, False, id="dead letters"),
        pytest.param("SCHEDULE_TOPIC_XXXX", True, False, id="delay levels"),
        pytest.param("rmq_sys_wheel_timer", True, False, id="the timer wheel"),
        pytest.param("rmq_sys_REVIVE_LOG_DefaultCluster", True, False, id="pop's check points"),
        pytest.param("RMQ_SYS_TRACE_TOPIC", True, False, id="traces"),
        pytest.param("rmq_sys_TRACE_DATA_region", True, False, id="traces of a region"),
        pytest.param("RMQ_SYS_TRANS_HALF_TOPIC", True, False, id="prepared messages"),
        pytest.param("RMQ_SYS_TRANS_OP_HALF_TOPIC", True, False, id="what became of prepared messages"),
        pytest.param("TRANS_CHECK_MAX_TIME_TOPIC", True, False, id="transactions that were given up"),
        pytest.param("rmq_sys_SYNC_BROKER_MEMBER_broker-a", True, False, id="members of a broker's set"),
        pytest.param("%LMQ%device-7", True, False, id="a light queue"),
        pytest.param("%LMQ%$parent$device-7", True, False, id="a lite topic"),
        pytest.param("TBW102", True, False, id="what new topics are made from"),
        pytest.param("DefaultHeartBeatSyncerTopic", True, False, id="heartbeats between proxies"),
        pytest.param("DefaultCluster_REPLY_TOPIC", True, False, id="replies of a cluster"),
    ],
)
def test_a_topic_is_rocketmqs_own(topic: str, system: bool, user: bool) -> None:
    assert (is_system_topic(topic), is_user_topic(topic)) == (system, user)


@pytest.mark.parametrize(
    ("name", "internal"),
    [
        pytest.param("CLIENT_INNER_PRODUCER", True, id="the producer inside every client"),
        pytest.param("CID_RMQ_SYS_TRANS", True, id="transactions"),
        pytest.param("CID_ONSAPI_OWNER", True, id="ons"),
        pytest.param("broker-a_PROXY_SM", True, id="a local proxy"),
        pytest.param("null", True, id="Java's null"),
        pytest.param("TOOLS_CONSUMER_2", False, id="a name that only begins like one"),
        pytest.param("orders", False, id="an application's"),
    ],
)
def test_a_group_is_rocketmqs_own(name, internal):
    assert is_internal_group(name) is internal


@pytest.mark.parametrize(
    ("name", "group"),
    [
        pytest.param("orders", "orders", id="the retry topic of a group"),
        pytest.param("orders_paid", "orders", id="a group that pops a topic (V1)"),
        pytest.param("orders_eu_paid_late", "orders_eu", id="names with underlines of their own"),
        pytest.param("orders+paid", "orders", id="a group that pops a topic (V2)"),
        pytest.param("billing+paid", "billing", id="V2 needs to know neither of them"),
        pytest.param("orders_eu", "orders_eu", id="a group whose name begins like another's"),
        pytest.param("orders_us", "orders_us", id="behind the underline stands no known topic"),
        pytest.param("billing_paid", "billing_paid", id="before the underline stands no known group"),
    ],
)
def test_whose_retries(name: str, group: str) -> None:
    assert group_of_retry(name, GROUPS, TOPICS) == group
