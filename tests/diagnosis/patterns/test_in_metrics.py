"""A lag over time by metrics: since when it grows or stays, what that points at, and when it points at nothing."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest

import rmqkit
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.patterns import lags_by_metrics
from rmqkit.diagnosis.relations.lags import lag_and_growth
from tests.diagnosis.findings.groups import QUEUES, SHARES, looks
from tests.diagnosis.findings.said import GROUP, after, facts
from tests.diagnosis.patterns.seen import suspects

EXPORTERS, BROKERS = "rocketmq_group_diff", "rocketmq_consumer_lag_messages"
GROWING = (30, 5, 400, 900, 1405)


def figure(name: str, value: object, at: float, topic: str = "paid", broker: str | None = None) -> Figure:
    return Figure("lag.json", 1, after(at), "metrics", name, str(value), broker, GROUP, topic)


def series(*lags: float, name: str = EXPORTERS, online: int | None = None, model: int = 1, **more: str) -> list[Figure]:
    """A sample every minute."""
    told = [(name, lags)]
    if online is not None:
        told += [("countOfOnlineConsumers", [online] * len(lags)), ("msgModel", [model] * len(lags))]
    return [figure(which, value, 60 * at, **more) for which, values in told for at, value in enumerate(values)]


def measured(*parts: Sequence[Figure], **more: object) -> GroupFacts:
    return facts(figures=tuple(chain.from_iterable(parts)), **more)


@pytest.mark.parametrize(
    ("case", "pointed_at", "words"),
    [
        pytest.param(
            measured(series(*GROWING, online=2)),
            ["consumer_slow", "consumer_stuck"],
            "from 5 messages at 2026-11-21 10:01:00 UTC to 1,405",
            id="it grows since its lowest sample",
        ),
        pytest.param(
            measured(
                series(*GROWING, name=BROKERS, broker="broker-a"),
                series(*GROWING, name=BROKERS, broker="broker-b"),
                [figure("rocketmq_consumer_connections", 3, 240, "", broker) for broker in ("broker-a", "broker-b")],
            ),
            ["consumer_slow", "consumer_stuck"],
            "from 10 messages at 2026-11-21 10:01:00 UTC to 2,810; consumers online: 3",
            id="each broker of 5.x counts its part of the lag, and the clients that are connected to it",
        ),
        pytest.param(
            measured(series(*GROWING), series(*GROWING, name=BROKERS)),
            ["consumer_slow", "consumer_stuck"],
            "to 1,405; consumers online: ?",
            id="two metrics of one lag count once",
        ),
        pytest.param(
            measured(series(*GROWING, online=0)), ["group_offline"], "consumers online: 0", id="nobody is online"
        ),
        pytest.param(measured(series(9, 70, 70, 70, online=1)), [], "", id="it stays the same"),
        pytest.param(measured(series(*GROWING, online=2, model=0)), [], "", id="broadcasting clients commit nowhere"),
        pytest.param(measured(series(0, 900, 1400, 900, 20)), [], "", id="a peak that is worked off"),
        pytest.param(measured(series(5, 2, 60, 4, 70)), [], "", id="the pace of any group"),
        pytest.param(measured(series(0, 900)), [], "", id="two samples"),
        pytest.param(measured(series(0, 0, 0, 0)), [], "", id="no lag"),
        pytest.param(measured(series(*GROWING, topic=f"%RETRY%{GROUP}")), [], "", id="a retry topic"),
        pytest.param(
            measured(series(*GROWING), snapshots=looks(SHARES, QUEUES[:0])), [], "", id="snapshots show every queue"
        ),
    ],
)
def test_what_a_lag_over_time_points_at(case: GroupFacts, pointed_at: list[str], words: str) -> None:
    assert suspects(lags_by_metrics, case) == pointed_at
    assert words in " ".join(str(pattern.what) for pattern in lags_by_metrics(Case.of(case)))


def test_how_far_behind_and_how_fast_it_grows() -> None:
    assert lag_and_growth(measured(series(0, 60, 120, 180), series(7, 7, topic="sent"))) == (187, 1.0)
    assert lag_and_growth(facts()) is None


def test_metrics_alone_name_their_groups_and_prove_nothing(tmp_path: Path) -> None:
    lines = [
        f'{EXPORTERS}{{group="{group}",topic="paid",countOfOnlineConsumers="1"}} {lag} {1795270000 + 60 * at}'
        for group, lags in (("orders", GROWING), ("mails", (0, 3, 1, 0, 2)), ("TOOLS_CONSUMER", GROWING))
        for at, lag in enumerate(lags)
    ]
    (tmp_path / "metrics.txt").write_text("\n".join(lines))
    diagnosis = rmqkit.diagnose(rmqkit.read(None, str(tmp_path)))
    assert {one.group for one in diagnosis.findings} == {"orders", "mails"}
    assert {str(one.severity) for one in diagnosis.findings if one.id in ("consumer_slow", "consumer_stuck")} == {
        "NOTICE"
    }
    assert not [one for one in diagnosis.findings if one.proven and one.id != "insufficient_evidence"]
    assert diagnosis.groups["orders"].lag == 1405
