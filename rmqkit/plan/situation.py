"""Rollout plans: the group today and the change that is wanted, as small data.

Nothing is simulated here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any

from rmqkit.errors import Error
from rmqkit.language import say
from rmqkit.rocketmq import LATEST, Strategy, Subscription, Version, strategy_named

# topic -> broker -> queues, and topic -> expression
Topics = Mapping[str, Mapping[str, int]]
Subscriptions = Mapping[str, str]


class BadPlan(Error, ValueError):
    """The description of the group or of its change lacks something or contradicts itself."""


@dataclass(frozen=True)
class Situation:
    """A group as it runs today: its topics' queues, how many pods, what all of them subscribe to.

    `rate` is messages per second and queue, `step_seconds` the pause between two steps of a
    rollout, `restart_seconds` how long a pod is away while it is replaced.
    """

    group: str
    topics: Topics
    pods: int
    subscriptions: Subscriptions
    version: str = LATEST
    strategy: str = "AVG"
    rate: float = 10.0
    step_seconds: float = 120.0
    restart_seconds: float = 10.0

    def __post_init__(self) -> None:
        if self.pods < 1:
            raise BadPlan("{group}: a plan needs at least one pod, not {pods}", group=self.group, pods=self.pods)
        for topic, brokers in self.topics.items():
            if not isinstance(brokers, Mapping) or not brokers:
                raise BadPlan(
                    "topics: {topic} needs brokers and their queues, such as {{broker-a: 8}}, not {given!r}",
                    topic=topic,
                    given=brokers,
                )
            for broker, queues in brokers.items():
                if isinstance(queues, bool) or not isinstance(queues, int) or queues < 1:
                    raise BadPlan(
                        "topics: {topic} on {broker} needs a number of queues, not {given!r}",
                        topic=topic,
                        broker=broker,
                        given=queues,
                    )
        for topic, expression in self.subscriptions.items():
            if not isinstance(expression, str):
                raise BadPlan(
                    "the subscription to {topic} must be tags or '*', not {given!r}", topic=topic, given=expression
                )
        missing = sorted(set(self.subscriptions) - set(self.topics))
        if missing:
            raise BadPlan(
                "{group}: no queues given for the subscribed topic {topic}; add it under topics",
                group=self.group,
                topic=missing[0],
            )


@dataclass(frozen=True)
class Change:
    """What shall be different: each field None or empty where it stays.

    `subscribe` adds topics or changes expressions, `unsubscribe` removes topics, `topics` gives the queues of topics
    that are new to the cluster, `pods` the new number, `strategy` the new one, `lose_broker` a broker that goes away.
    """

    subscribe: Subscriptions = field(default_factory=dict)
    unsubscribe: Sequence[str] = ()
    topics: Topics = field(default_factory=dict)
    pods: int | None = None
    strategy: str | None = None
    lose_broker: str | None = None

    @property
    def changes_subscriptions(self) -> bool:
        """Whether old and new pods subscribe to different things."""
        return bool(self.subscribe or self.unsubscribe)


def after(situation: Situation, change: Change) -> Situation:
    """The group as it shall be. BadPlan where the change does not fit the group."""
    brokers = {broker for queues in situation.topics.values() for broker in queues}
    if change.lose_broker and change.lose_broker not in brokers:
        known = ", ".join(sorted(brokers))
        raise BadPlan(
            "no topic of {group} is on {broker}; its brokers: {known}",
            group=situation.group,
            broker=change.lose_broker,
            known=known,
        )
    unknown = [topic for topic in change.unsubscribe if topic not in situation.subscriptions]
    if unknown:
        raise BadPlan(
            "{group} does not subscribe to {topic}, so it cannot unsubscribe", group=situation.group, topic=unknown[0]
        )
    today = situation.subscriptions
    kept = {topic: today[topic] for topic in today if topic not in change.unsubscribe}
    return replace(
        situation,
        topics={**situation.topics, **change.topics},
        pods=situation.pods if change.pods is None else change.pods,
        subscriptions={**kept, **change.subscribe},
        strategy=change.strategy or situation.strategy,
    )


def strategy_of(name: str) -> Strategy:
    """The strategy of that name; BadPlan for one that needs configuration or that nobody knows."""
    strategy = strategy_named(name)
    if strategy is None:
        raise BadPlan("cannot simulate the strategy {name!r}; use AVG, AVG_BY_CIRCLE or CONSISTENT_HASH", name=name)
    return strategy


def as_subscriptions(subscriptions: Subscriptions) -> tuple[Subscription, ...]:
    """The same as RocketMQ's subscriptions, by tag."""
    return tuple(Subscription(topic, expression) for topic, expression in subscriptions.items())


def read_situation(data: Mapping[str, Any]) -> tuple[Situation, Change]:
    """A situation and its change from plain data (a YAML or JSON file): the entries of Situation, and those of Change.

    `pods` is a number; `topics` maps a topic to brokers and queues; `subscribe` to the expression (`*` for all).
    """
    _only_known(data, say("the plan"), {*_SITUATION, "change"})
    missing = [name for name in _REQUIRED if name not in data]
    if missing:
        lacking = ", ".join(map(repr, missing))
        raise BadPlan("the plan lacks {names}; it needs group, topics, pods and subscriptions", names=lacking)
    situation = Situation(**{name: _checked(name, data[name]) for name in _SITUATION if name in data})
    Version.of(situation.version)
    strategy_of(situation.strategy)
    return situation, read_change(data.get("change") or {})


_SITUATION = tuple(each.name for each in fields(Situation))
_REQUIRED = tuple(each.name for each in fields(Situation) if each.default is MISSING)
_CHANGE = tuple(each.name for each in fields(Change))
_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("group", "version", "strategy", "lose_broker"), (str,)),
    **dict.fromkeys(("topics", "subscriptions", "subscribe"), (dict,)),
    **dict.fromkeys(("rate", "step_seconds", "restart_seconds"), (int, float)),
    "pods": (int,),
    "unsubscribe": (list, tuple),
}


def read_change(data: Mapping[str, Any]) -> Change:
    """A change by itself, as it stands under `change` in a plan."""
    _only_known(data, "change", set(_CHANGE))
    change = Change(**{name: _checked(name, data[name]) for name in _CHANGE if data.get(name) is not None})
    if change.strategy is not None:
        strategy_of(change.strategy)
    return change


def _checked(name: str, value: object) -> Any:  # noqa: ANN401
    if isinstance(value, bool) or not isinstance(value, _KINDS[name]):
        kinds = ", ".join(kind.__name__ for kind in _KINDS[name])
        raise BadPlan("{name} must be of type {kinds}, not {given!r}", name=name, kinds=kinds, given=value)
    return value


def _only_known(data: Mapping[str, Any], where: str, known: set[str]) -> None:
    unknown = sorted(set(data) - known)
    if unknown:
        raise BadPlan(
            "{where} has an unknown entry {name!r}; known: {known}",
            where=where,
            name=unknown[0],
            known=", ".join(map(repr, sorted(known))),
        )
