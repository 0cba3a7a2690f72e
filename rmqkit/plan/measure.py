"""Rollout plans: what each step of a way does to the queues, counted in a simulation of the group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from rmqkit.plan.situation import Change, Situation, after
from rmqkit.plan.ways import Step, Way
from rmqkit.rocketmq import Member, MessageQueue, Scenario, Simulation, Subscription, Traffic
from rmqkit.rocketmq.consumer_table import BROKER_EVENTS

# A handover leaves a queue alone for some milliseconds; below this many seconds nobody
# calls it an orphan.
ORPHAN_SECONDS = 3.0
_SAMPLE_SECONDS = 5.0
_READ_SPEED = 2_000.0


@dataclass(frozen=True)
class StepResult:
    """What one step did.

    Queues are of real topics; seconds add up over queues where the name says so.

    `orphans` are queues without a reader for more than ORPHAN_SECONDS and `longest_orphan_seconds`
    the longest of these times; `stalled_queue_seconds` had a reader whose pulls the broker refused
    (CODE 24); `repeated_messages` were delivered again; `lost_tags` were wanted and filtered out,
    in about `lost_messages` messages if all named tags are equally frequent.
    """

    label: str
    seconds: float
    orphans: int
    longest_orphan_seconds: float
    orphan_queue_seconds: float
    stalled_queue_seconds: float
    repeated_messages: int
    queues_moved: int
    lost_tags: tuple[str, ...] = ()
    lost_messages: int = 0


def measure(today: Situation, change: Change, way: Way, seed: int = 0) -> list[StepResult]:
    """Simulate a way and count each of its steps."""
    topics = after(today, change).topics
    stops = {change.lose_broker: 120_000.0} if change.lose_broker else {}
    traffic = Traffic(today.rate, max(_READ_SPEED, 20 * today.rate))
    simulations = []
    for number, (members, suffix) in enumerate(((way.members, ""), (way.other_group, "-new"))):
        if members:
            group = today.group + suffix
            scenario = Scenario(group, topics, members, today.version, traffic=traffic, broker_stops=stops)
            simulations.append(Simulation(scenario, seed + number, BROKER_EVENTS))
    for number, simulation in enumerate(simulations):
        simulation.run(way.steps[0].start * 1000)
        # Topics that are new to the group, and a group of its own, start where the others are.
        for queue, progress in simulation.progress.items():
            if number or queue.topic not in today.subscriptions:
                progress.skip_to_end(way.steps[0].start * 1000)
    return [_step(today, change, way, step, simulations) for step in way.steps]


def _step(today: Situation, change: Change, way: Way, step: Step, simulations: list[Simulation]) -> StepResult:
    lost_tags: set[str] = set()
    lost_messages = 0.0
    for simulation in simulations:
        simulation.watch()
        known = _subscribed(simulation) | set(today.subscriptions)
        # Every few seconds, and just after each start of a pod.
        samples = [
            step.start + _SAMPLE_SECONDS * count for count in range(1, int((step.end - step.start) / _SAMPLE_SECONDS))
        ]
        starts = [client.member.start / 1000 + 0.001 for client in simulation.clients.values()]
        for at in sorted({*samples, *(at for at in starts if step.start < at < step.end), step.end}):
            simulation.run(at * 1000)
            for lost, wanted in () if at % _SAMPLE_SECONDS else _lost(simulation):
                lost_tags |= lost
                lost_messages += today.rate * _SAMPLE_SECONDS * len(lost) / max(1, wanted)
            # A topic without subscribers has no orphans: its queues count from its first subscriber on.
            subscribed = _subscribed(simulation)
            for queue, progress in simulation.progress.items():
                if queue.topic in subscribed - known:
                    progress.start_watch(at * 1000)
            known |= subscribed
        for progress in simulation.progress.values():
            progress.end_watch(step.end * 1000)
    watched = list(_watched(today, change, way, simulations))
    return _result(step, tuple(sorted(lost_tags)), round(lost_messages), watched)


def _watched(
    today: Situation, change: Change, way: Way, simulations: list[Simulation]
) -> Iterator[tuple[Simulation, MessageQueue]]:
    """The queues that should be read: of topics that somebody subscribes to at that moment, on brokers that live.

    A group of its own has nothing to do with what its pods do not subscribe to; in one group a topic that old and new
    pods share must be read at every moment.
    """
    shared = set(after(today, change).subscriptions) & set(today.subscriptions) if not way.other_group else set()
    for simulation in simulations:
        wanted = shared | _subscribed(simulation)
        for queue in simulation.progress:
            if queue.topic in wanted and queue.broker != change.lose_broker:
                yield simulation, queue


def _subscribed(simulation: Simulation) -> set[str]:
    alive = (client.member for client in simulation.clients.values() if client.alive)
    return {one.topic for member in alive for one in member.subscriptions}


def _result(
    step: Step, lost_tags: tuple[str, ...], lost_messages: int, watched: list[tuple[Simulation, MessageQueue]]
) -> StepResult:
    progress = [simulation.progress[queue] for simulation, queue in watched]
    orphans = [one.longest_orphan_ms / 1000 for one in progress if one.longest_orphan_ms > ORPHAN_SECONDS * 1000]
    # Two groups each read a queue in full: what the slower-starting one read, the other read as well.
    seconds: dict[MessageQueue, list[float]] = {}
    for simulation, queue in watched:
        one = simulation.progress[queue]
        seconds.setdefault(queue, []).append((one.owned_ms + one.shared_ms) / 1000 * one.rate)
    return StepResult(
        step.label,
        step.end - step.start,
        len(orphans),
        round(max(orphans, default=0.0), 1),
        round(sum(one.orphan_ms for one in progress) / 1000, 1),
        round(sum(one.stalled_ms for one in progress) / 1000, 1),
        round(sum(one.repeated for one in progress))
        + round(sum(min(both) for both in seconds.values() if len(both) > 1)),
        sum(one.moved for one in progress),
        lost_tags,
        lost_messages,
    )


def _lost(simulation: Simulation) -> Iterator[tuple[set[str], int]]:
    """Of each queue the tags that are wanted and that nobody gets, and how many are wanted.

    The broker lets through what its table says, the client what it subscribes to itself.
    """
    members = {key: client.member for key, client in simulation.clients.items() if client.alive}
    for topic, subscriptions in _wanted(members.values()).items():
        if len({subscription.expression for subscription in subscriptions}) < 2:
            continue
        wanted = set(chain.from_iterable(subscription.tags or () for subscription in subscriptions))
        for queue in simulation.route(topic) or ():
            readers = [members[key] for key in simulation.progress[queue].holders if key in members]
            in_table = simulation.table(queue.broker).subscriptions.get(queue.topic)
            if in_table is not None and readers:
                own = _wanted(readers)[queue.topic]
                taken = set(chain.from_iterable(_passing(subscription, wanted) for subscription in own))
                yield wanted - (taken & _passing(in_table, wanted)), len(wanted)


def _wanted(members: Iterable[Member]) -> dict[str, list[Subscription]]:
    """By topic, what each member wants of it."""
    by_topic: dict[str, list[Subscription]] = defaultdict(list)
    for member in members:
        for subscription in member.subscriptions:
            by_topic[subscription.topic].append(subscription)
    return by_topic


def _passing(subscription: Subscription, wanted: set[str]) -> set[str]:
    return wanted if subscription.tags is None else set(subscription.tags) & wanted
