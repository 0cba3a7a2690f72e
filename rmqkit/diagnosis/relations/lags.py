"""Lag: how many messages the group is behind in a topic, over time, and how many of its consumers were online, by
metrics that Prometheus kept: rocketmq-exporter's, and those of 5.x brokers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.rocketmq.internal_topics import is_user_topic

# `RMQMetricsCollector` of rocketmq-exporter; `BrokerMetricsConstant` (5.1.0 and later), by broker.
LAG_METRICS = frozenset({"rocketmq_group_diff", "rocketmq_consumer_lag_messages"})
# The model is the number of `MessageModel`.
_ONLINE, _MODEL, _BROADCASTING = "countOfOnlineConsumers", "msgModel", 0
_CONNECTIONS = "rocketmq_consumer_connections"
# A rise of fewer messages is the pace of any group; two samples show no course.
_MOST_IN_FLIGHT, _LEAST_SAMPLES = 100, 3


class Sample(NamedTuple):
    """How many messages the group was behind at a moment, and the line that shows it."""

    at: datetime
    lag: int
    place: EvidenceLine


class LagOverTime(NamedTuple):
    """The samples of one topic by one metric, of one broker where brokers count; the oldest first. `online`: how many
    consumers the newest sample counts."""

    topic: str
    samples: tuple[Sample, ...]
    online: int | None = None
    broker: str = ""

    @property
    def grows_since(self) -> Sample | None:
        """The last sample at the lowest lag, where it is higher half way from there to the end, and highest there."""
        lowest = min(sample.lag for sample in self.samples)
        tail = self.samples[max(at for at, sample in enumerate(self.samples) if sample.lag == lowest) :]
        middle, last = tail[len(tail) // 2], tail[-1]
        rises = len(tail) >= _LEAST_SAMPLES and lowest < middle.lag < last.lag
        return tail[0] if rises and last.lag - lowest >= _MOST_IN_FLIGHT else None

    @property
    def growth(self) -> float:
        """Messages a second, by which the lag grows; 0 where it does not."""
        begun, last = self.grows_since, self.samples[-1]
        return (last.lag - begun.lag) / (last.at - begun.at).total_seconds() if begun else 0.0


def counted(facts: GroupFacts) -> Mapping[str, float]:
    """How many messages metrics count the group to be behind, by topic, by the last figure of each name and topic, with
    a moment or without; not of topics whose clients broadcast and keep their offsets themselves."""
    figures = {(one.name, one.topic or ""): one.number for one in facts.figures if one.group == facts.group}
    lags = {topic: number for (name, topic), number in figures.items() if name in LAG_METRICS and number}
    return {topic: number for topic, number in lags.items() if figures.get((_MODEL, topic)) != _BROADCASTING}


@derived
def lags_over_time(facts: GroupFacts) -> tuple[LagOverTime, ...]:
    """Of topics of applications, by one metric where several count. Broadcasting clients have no lag at brokers, which
    keep no offsets of theirs."""
    own = [one for one in facts.figures if one.group == facts.group and one.kind == "metrics" and one.at]
    own = [one for one in own if one.topic and is_user_topic(one.topic)]
    if any(one.name == _MODEL and one.number == _BROADCASTING for one in own):
        return ()
    by_series = grouped(((one.name, one.topic, one.broker), one) for one in own if one.name in LAG_METRICS)
    metric = max((name for name, _, _ in by_series), default="")
    online = {one.topic: int(one.number or 0) for one in sorted(own, key=_moment) if one.name == _ONLINE}
    # How many clients the brokers of 5.x count, each of those that connect to it, by version and language.
    counted = [one for one in facts.figures if one.group == facts.group and one.name == _CONNECTIONS and one.at]
    newest = [one for one in counted if one.at == max(map(_moment, counted))]
    by_broker = grouped((one.broker, int(one.number or 0)) for one in newest)
    connected = max(map(sum, by_broker.values()), default=None)
    return tuple(
        LagOverTime(topic or "", _samples(figures), online.get(topic, connected), broker or "")
        for (name, topic, broker), figures in sorted(by_series.items(), key=lambda item: str(item[0]))
        if name == metric
    )


def lag_and_growth(facts: GroupFacts) -> tuple[int, float] | None:
    """How many messages the group is behind by the newest samples, and by how many that grows a second."""
    series = lags_over_time(facts)
    return (sum(one.samples[-1].lag for one in series), sum(one.growth for one in series)) if series else None


def _samples(figures: list[Figure]) -> tuple[Sample, ...]:
    """Of labels that change in the course of time, such as how many consumers are online, one sample a moment."""
    by_moment: Mapping[datetime, Figure] = {_moment(one): one for one in figures}
    return tuple(Sample(at, int(one.number or 0), one.place) for at, one in sorted(by_moment.items()))


def _moment(figure: Figure) -> datetime:
    return figure.at or datetime.min
