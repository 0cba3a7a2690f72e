"""RocketMQ's own groups are told from those of applications."""

import pytest

from rmqkit.rocketmq.internal_groups import is_internal_group


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
