"""What is in the names and values of brokers' figures and settings."""

from __future__ import annotations

import pytest

from rmqkit.formats.figures_text import retry_waits


@pytest.mark.parametrize(
    ("policy", "seconds"),
    [
        pytest.param("CustomizedRetryPolicy{next=[7200000, 7200000]}", [7200, 7200], id="as RocketMQ prints it"),
        pytest.param('{"type":"CUSTOMIZED","customizedRetryPolicy":{"next":[1000,5000]}}', [1, 5], id="as JSON"),
        pytest.param(
            "GroupRetryPolicy{type=EXPONENTIAL, exponentialRetryPolicy=ExponentialRetryPolicy{initial=5000, max=30000, "
            "multiplier=2}, customizedRetryPolicy=null}",
            [5, 10, 20, 30],
            id="each waits longer, up to the longest",
        ),
        pytest.param("GroupRetryPolicy{type=CUSTOMIZED, customizedRetryPolicy=null}", [], id="the default one"),
        pytest.param("GroupRetryPolicy{type=EXPONENTIAL, exponentialRetryPolicy=null}", [], id="no times"),
    ],
)
def test_how_long_a_retry_policy_waits(policy: str, seconds: list[int]) -> None:
    assert [wait.total_seconds() for wait in retry_waits(policy)] == seconds
