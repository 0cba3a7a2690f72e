"""Rollout plans: the group today, read out of an incident's evidence.

A healthy capture serves best.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from shlex import quote
from typing import Any

from rmqkit.formats.file_names import natural_order
from rmqkit.language import say
from rmqkit.plan.situation import BadPlan, Situation
from rmqkit.rocketmq import LATEST, Version, strategy_named
from rmqkit.rocketmq.internal_topics import is_user_topic

Row = Mapping[str, Any]
_TABLES = ("connections", "subscriptions", "topic_queues", "progress", "client_properties")
_STRATEGY = "allocateMessageQueueStrategy"
_DEFAULT_RATE = 10.0


def situation_from_evidence(evidence: Any, group: str | None = None) -> Situation:  # noqa: ANN401
    """The group as an `rmqkit.Evidence` shows it last: five small Spark jobs.

    Raises BadPlan if the evidence does not tell pods and queues, with the command that would.
    """
    rows = {name: [row.asDict() for row in getattr(evidence, name).collect()] for name in _TABLES}
    return situation_from_rows(rows, group)


def situation_from_rows(tables: Mapping[str, Sequence[Row]], group: str | None = None) -> Situation:
    """The same from plain rows of the tables
    `connections, subscriptions, topic_queues, progress, client_properties`.

    Pods are counted in the last list of connections, queues come from routes or else from progress,
    messages per second and queue from two snapshots that tell their times (else 10).
    """
    name = group or _only_group(tables["connections"])
    connected = _last_block(_of_group(tables["connections"], name))
    subscribed = _of_group(tables["subscriptions"], name)
    progress = _of_group(tables["progress"], name)
    subscriptions = _subscriptions(subscribed)
    if not connected or not subscriptions:
        command = f"mqadmin consumerConnection -g {quote(name)}"
        raise BadPlan(
            say("the evidence does not tell the clients of {group}: run {command}", group=name, command=command)
        )
    _require_agreement(name, connected, subscribed)
    return Situation(
        name,
        _queues_by_topic(subscriptions, tables["topic_queues"], progress),
        len(connected),
        subscriptions,
        _version(connected),
        _strategy(_of_group(tables["client_properties"], name)),
        _rate(progress),
    )


def _of_group(rows: Iterable[Row], group: str) -> list[Row]:
    return [row for row in rows if row["group"] == group]


def _queues_by_topic(
    topics: Iterable[str], routes: Sequence[Row], progress: Sequence[Row]
) -> dict[str, dict[str, int]]:
    """How many queues each broker has of each topic; BadPlan where the evidence does not tell."""
    by_topic = {topic: _queues(topic, routes, progress) for topic in topics}
    unknown = next((topic for topic, brokers in by_topic.items() if not brokers), None)
    if unknown is not None:
        command = f"mqadmin topicRoute -t {quote(unknown)}"
        raise BadPlan(
            say("the evidence does not tell the queues of {topic}: run {command}", topic=unknown, command=command)
        )
    return by_topic


def _require_agreement(group: str, connected: Sequence[Row], subscriptions: Sequence[Row]) -> None:
    """A plan starts from a group whose pods are alike;
    BadPlan where they are not, for no change would mend that."""
    ids = [row["client_id"] for row in connected]
    wishes: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for row in subscriptions:
        if row["client_id"] in ids and is_user_topic(row["topic"]):
            wishes[row["client_id"]].add((row["topic"], row["expression"]))
    if len({frozenset(each) for each in wishes.values()}) > 1:
        raise BadPlan(
            say(
                "the clients of {group} subscribe to different things today: mend that first (rmqkit diagnose)",
                group=group,
            )
        )
    if len(set(ids)) < len(ids):
        raise BadPlan(say("clients of {group} share a client id today: mend that first (rmqkit diagnose)", group=group))


def _only_group(connections: Iterable[Row]) -> str:
    groups = sorted({row["group"] for row in connections if row["group"]})
    if len(groups) != 1:
        known = ", ".join(groups) or say("none")
        raise BadPlan(say("name the group: the evidence has connections of {groups}", groups=known))
    return str(groups[0])


def _natural(row: Row) -> tuple[list[tuple[int, int, str]], int]:
    return natural_order(row["file"]), row["block"]


def _last_block(rows: Sequence[Row]) -> list[Row]:
    """The rows of the newest list; mqadmin's own consumerStatus counts where nothing else does."""
    lists = [row for row in rows if row["kind"] == "consumer_connection"] or list(rows)
    last = max(lists, key=_natural, default=None)
    return [row for row in lists if last is not None and (row["file"], row["block"]) == (last["file"], last["block"])]


def _subscriptions(rows: Iterable[Row]) -> dict[str, str]:
    found = {row["topic"]: row["expression"] or "*" for row in sorted(rows, key=_natural)}
    return {topic: expression for topic, expression in found.items() if is_user_topic(topic)}


def _queues(topic: str, routes: Iterable[Row], progress: Iterable[Row]) -> dict[str, int]:
    routed = {row["broker"]: row["read_queues"] for row in routes if row["topic"] == topic and row["read_queues"]}
    if routed:
        return routed
    seen = {(row["broker"], row["queue"]) for row in progress if row["topic"] == topic}
    return dict(Counter(broker for broker, _ in seen))


def _version(connected: Iterable[Row]) -> str:
    known = [str(Version.of(row["version"])) for row in connected if re.match(r"[vV]?\d+[._]\d", row["version"] or "")]
    return Counter(known).most_common(1)[0][0] if known else LATEST


def _strategy(properties: Iterable[Row]) -> str:
    named = (strategy_named(row["value"]) for row in properties if row["key"] == _STRATEGY)
    return next((strategy.name for strategy in named if strategy is not None), "AVG")


def _rate(progress: Iterable[Row]) -> float:
    by_queue: dict[tuple[object, ...], list[tuple[datetime, int]]] = {}
    for row in progress:
        if row["at"] is not None and row["broker_offset"] is not None and not row["topic"].startswith("%"):
            key = row["topic"], row["broker"], row["queue"]
            by_queue.setdefault(key, []).append((row["at"], row["broker_offset"]))
    spans = [(min(seen), max(seen)) for seen in by_queue.values()]
    seconds = [(last[0] - first[0]).total_seconds() for first, last in spans]
    rates = [(last[1] - first[1]) / span for (first, last), span in zip(spans, seconds, strict=True) if span > 0]
    return round(sum(rates) / len(rates), 2) if rates and sum(rates) > 0 else _DEFAULT_RATE
