"""Whose retries a topic holds, from the names that KeyBuilder makes."""

import pytest

from rmqkit.rocketmq.subscription import group_of_retry

GROUPS, TOPICS = {"orders", "orders_eu"}, {"paid", "paid_late", "sent"}


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
