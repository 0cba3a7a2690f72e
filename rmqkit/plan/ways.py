"""Rollout plans: each way to make a change, as the pods' timeline.

What it does to the queues is measured elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rmqkit.language import say
from rmqkit.plan.situation import Change, Situation, after, as_subscriptions, strategy_of
from rmqkit.rocketmq import Member, Strategy, SubscriptionAware
from rmqkit.rocketmq.subscription_mark import with_mark

WARM_UP_SECONDS = 120.0
_SECOND = 1000.0


@dataclass(frozen=True)
class Step:
    """One step of a rollout: what is done, and from when to when it is watched (seconds of the simulation)."""

    label: str
    start: float
    end: float


@dataclass(frozen=True)
class Way:
    """A way to make the change: the members of one group over time and the steps.

    `groups` > 1 are separate groups.
    """

    name: str
    members: tuple[Member, ...]
    steps: tuple[Step, ...]
    other_group: tuple[Member, ...] = ()


@dataclass(frozen=True)
class _Pods:
    """Makes members: how today's and tomorrow's pods look under one client."""

    today: Situation
    tomorrow: Situation
    aware: bool = False

    def old(self, number: int, stop: float | None) -> Member:
        return self.of(self.today, number, "old", 0.0, stop)

    def new(self, number: int, start: float) -> Member:
        return self.of(self.tomorrow, number, "new", start, None)

    def of(self, situation: Situation, number: int, name: str, start: float, stop: float | None) -> Member:
        # Addresses of one length sort like their numbers; a replaced pod gets a new id, as
        # from 4.9.0 on.
        client_id = f"10.20.{number // 256}.{number % 256 + 100}@{number}#{name}"
        strategy: Strategy = strategy_of(situation.strategy)
        if self.aware:
            client_id = with_mark(client_id, situation.subscriptions, gray=name == "new")
            strategy = SubscriptionAware(inner=strategy, gray_queues=0)
        return Member(
            client_id,
            as_subscriptions(situation.subscriptions),
            start * _SECOND,
            None if stop is None else stop * _SECOND,
            strategy=strategy,
            version=situation.version,
            name=f"{name}-{number}",
        )


def rolling(today: Situation, change: Change, aware: bool = False) -> Way:
    """Pod by pod in the same group: each old pod stops, and its successor starts a little later."""
    tomorrow = after(today, change)
    pods, pause = _Pods(today, tomorrow, aware), today.step_seconds
    members, steps = [], []
    for number in range(max(today.pods, tomorrow.pods)):
        begin = WARM_UP_SECONDS + number * pause
        if number < today.pods:
            members.append(pods.old(number, begin))
        if number < tomorrow.pods:
            members.append(pods.new(number, begin + (today.restart_seconds if number < today.pods else 0.0)))
        steps.append(Step(_pod_label(number, today.pods, tomorrow.pods), begin, begin + pause))
    return Way("subscription_aware" if aware else "rolling", tuple(members), _add_rest(steps))


def all_at_once(today: Situation, change: Change) -> Way:
    """All old pods stop, then all new ones start."""
    tomorrow = after(today, change)
    pods, begin = _Pods(today, tomorrow), WARM_UP_SECONDS
    members = [pods.old(number, begin) for number in range(today.pods)]
    members += [pods.new(number, begin + today.restart_seconds) for number in range(tomorrow.pods)]
    label = say("stop all {before} pods, start {pods} new ones", before=today.pods, pods=tomorrow.pods)
    return Way("all_at_once", tuple(members), _add_rest([Step(label, begin, begin + today.step_seconds)]))


def blue_green(today: Situation, change: Change) -> Way:
    """All new pods start beside the old ones in the same group, then all old ones stop."""
    tomorrow = after(today, change)
    pods, begin, pause = _Pods(today, tomorrow), WARM_UP_SECONDS, today.step_seconds
    members = [pods.old(number, begin + pause) for number in range(today.pods)]
    members += [pods.new(number, begin) for number in range(tomorrow.pods)]
    steps = [
        Step(say("start {pods} new pods in addition to the old ones", pods=tomorrow.pods), begin, begin + pause),
        Step(say("stop the {pods} old pods", pods=today.pods), begin + pause, begin + 2 * pause),
    ]
    return Way("blue_green", tuple(members), _add_rest(steps))


def new_group(today: Situation, change: Change) -> Way:
    """New pods in a consumer group of their own: only for the added topics, or, for other changes, for everything."""
    tomorrow = after(today, change)
    begin, pause = WARM_UP_SECONDS, today.step_seconds
    only = not (change.unsubscribe or change.strategy or change.pods)
    added = {topic: one for topic, one in change.subscribe.items() if topic not in today.subscriptions}
    if added and only and len(added) == len(change.subscribe):
        own = replace(tomorrow, subscriptions=added)
        old = tuple(_Pods(today, own).old(number, None) for number in range(today.pods))
        new = tuple(_Pods(today, own).new(number, begin) for number in range(tomorrow.pods))
        label = say(
            "start {pods} pods that read {topics} in their own group",
            pods=tomorrow.pods,
            topics=", ".join(added),
        )
        return Way("new_group", old, _add_rest([Step(label, begin, begin + pause)]), new)
    pods = _Pods(today, tomorrow)
    old = tuple(pods.old(number, begin + pause) for number in range(today.pods))
    new = tuple(pods.new(number, begin) for number in range(tomorrow.pods))
    steps = [
        Step(
            say("start {pods} pods in a new group, at the old group's offsets", pods=tomorrow.pods),
            begin,
            begin + pause,
        ),
        Step(say("stop the {pods} pods of the old group", pods=today.pods), begin + pause, begin + 2 * pause),
    ]
    return Way("new_group", old, _add_rest(steps), new)


def superset(today: Situation, change: Change) -> Way:
    """First all pods at once subscribe to old and new together, then the code rolls, then all drop what is gone."""
    tomorrow = after(today, change)
    both = dict(today.subscriptions)
    for topic, expression in tomorrow.subscriptions.items():
        if topic in both:
            either = (both[topic], expression)
            tags = [tag.strip() for text in either for tag in text.split("||")]
            both[topic] = "*" if "*" in either else " || ".join(dict.fromkeys(tags))
        else:
            both[topic] = expression
    union = replace(tomorrow, pods=today.pods, subscriptions=both)
    pods, begin, pause = _Pods(today, tomorrow), WARM_UP_SECONDS, today.step_seconds
    rolls = begin + pause
    ends = rolls + tomorrow.pods * pause
    last = union.subscriptions != tomorrow.subscriptions
    members = [pods.old(number, begin) for number in range(today.pods)]
    steps = [Step(say("restart all pods at once with old and new subscriptions together"), begin, rolls)]
    for number in range(max(today.pods, tomorrow.pods)):
        at = rolls + number * pause
        if number < today.pods:
            members.append(pods.of(union, number, "union", begin + today.restart_seconds, at))
        if number < tomorrow.pods:
            members.append(pods.of(union, number, "code", at + today.restart_seconds, ends if last else None))
        steps.append(Step(say("new code on pod {number}, same subscriptions", number=number + 1), at, at + pause))
    if last:
        members += [pods.new(number, ends + today.restart_seconds) for number in range(tomorrow.pods)]
        steps.append(Step(say("restart all pods at once with the new subscriptions alone"), ends, ends + pause))
    return Way("superset", tuple(members), _add_rest(steps))


def _pod_label(number: int, before: int, afterwards: int) -> str:
    if number >= before:
        return say("start pod {number}", number=number + 1)
    if number < afterwards:
        return say("replace pod {number} of {before}", number=number + 1, before=before)
    return say("stop pod {number}", number=number + 1)


def _add_rest(steps: list[Step]) -> tuple[Step, ...]:
    rest = Step(say("afterwards"), steps[-1].end, steps[-1].end + 60.0)
    return (*steps, rest)


def scaling(today: Situation, change: Change, together: bool) -> Way:
    """More or fewer pods of the same kind: those that stay are not touched."""
    wanted, begin, pause = change.pods or today.pods, WARM_UP_SECONDS, today.step_seconds
    pods = _Pods(today, after(today, change))
    members = [pods.old(number, None) for number in range(min(today.pods, wanted))]
    steps = []
    for turn, number in enumerate(range(min(today.pods, wanted), max(today.pods, wanted))):
        at = begin if together else begin + turn * pause
        members.append(pods.new(number, at) if number >= today.pods else pods.old(number, at))
        steps.append(Step(_pod_label(number, today.pods, wanted), at, at + pause))
    if together:
        label = say("from {before} to {pods} pods at once", before=today.pods, pods=wanted)
        steps = [Step(label, begin, begin + pause)]
    return Way("together" if together else "one_by_one", tuple(members), _add_rest(steps))


Maker = Callable[[Situation, Change], Way]


def ways(today: Situation, change: Change) -> list[Way]:
    """Every way that makes sense for this change."""
    if change.lose_broker:
        # The broker goes; nothing is rolled out.
        pods, begin = _Pods(today, after(today, change)), WARM_UP_SECONDS
        members = tuple(pods.old(number, None) for number in range(today.pods))
        label = say("{broker} is lost", broker=change.lose_broker)
        step = Step(label, begin, begin + max(today.step_seconds, 90.0))
        return [Way("stock_client", members, (step,))]
    if change == Change(pods=change.pods):
        return [scaling(today, change, together=False), scaling(today, change, together=True)]
    makers: list[Maker] = [rolling, all_at_once]
    if change.changes_subscriptions or change.strategy:
        makers += [blue_green, new_group]
    if change.changes_subscriptions:
        makers += [superset, lambda situation, wanted: rolling(situation, wanted, aware=True)]
    return [make(today, change) for make in makers]
