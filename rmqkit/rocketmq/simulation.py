"""How RocketMQ behaves: a whole group simulated on a seeded clock.

What a scenario says is in scenario.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from rmqkit.rocketmq.clock import Clock
from rmqkit.rocketmq.consumer_table import BROKER_EVENTS, ConsumerTable, SimulatedLine
from rmqkit.rocketmq.java_hash import hash_order, string_hash
from rmqkit.rocketmq.message_queue import MessageQueue, sorted_queues
from rmqkit.rocketmq.scenario import Member, Scenario
from rmqkit.rocketmq.simulated_broker import SimulatedBroker
from rmqkit.rocketmq.simulated_client import SimulatedClient
from rmqkit.rocketmq.subscription import Subscription, retry_topic

CLIENT_EVENTS = ("consumer_ids_changed", "queue_dropped", "queue_added", "rebalance_result")
ALL_EVENTS = frozenset((*BROKER_EVENTS, *CLIENT_EVENTS))
_ROUTE_POLL_MS = 30_000.0


@dataclass
class Holder:
    """A process that consumes the queue: its position (messages) at a moment (ms)."""

    position: float
    since: float
    running: bool = True


@dataclass
class SimulatedProgress:
    """Messages arrive at `rate` and a holder reads them at `speed` (both per second); positions count messages.

    `owned_ms`, `orphan_ms` and `shared_ms` are how long the queue had one, no and several holders; `stalled_ms` how
    long it had holders that could not read (their topic was missing in the broker's table).
    """

    rate: float
    speed: float
    committed: float = 0.0
    furthest: float = 0.0
    delivered: float = 0.0
    holders: dict[str, Holder] = field(default_factory=dict)
    readable: bool = True
    moved: int = 0
    owned_ms: float = 0.0
    orphan_ms: float = 0.0
    shared_ms: float = 0.0
    stalled_ms: float = 0.0
    longest_orphan_ms: float = 0.0
    _seen: float = 0.0
    _orphan_since: float | None = None

    @property
    def repeated(self) -> float:
        """Messages that were delivered again."""
        return max(0.0, self.delivered - self.furthest)

    def behind(self, now: float) -> float:
        """Messages that nobody has read yet."""
        return max(0.0, self.rate * now / 1000 - self.furthest)

    def take(self, holder: str, now: float) -> None:
        """A process adds the queue and starts at the committed offset."""
        self.pass_time(now)
        if not self.holders:
            self._end_orphan(now)
        self.holders[holder] = Holder(self.committed, now)
        self.moved += 1

    def release(self, holder: str, now: float, commits: bool = True) -> None:
        """A process drops the queue; a live one stores its offset first."""
        self.pass_time(now)
        gone = self.holders.pop(holder, None)
        if gone is not None and commits:
            self.committed = gone.position
        if not self.holders and self._orphan_since is None:
            self._orphan_since = now

    def commit(self, holder: str, now: float) -> None:
        """A process stores its offset, over whatever another one stored."""
        self.pass_time(now)
        if holder in self.holders:
            self.committed = self.holders[holder].position

    def set_readable(self, readable: bool, now: float) -> None:
        """The topic appeared in, or vanished from, the table of the queue's broker."""
        self.pass_time(now)
        self.readable = readable

    def pass_time(self, now: float) -> None:
        """Bring positions and counters up to `now`."""
        span = now - self._seen
        if span <= 0:
            return
        self._seen = now
        if not self.holders:
            self.orphan_ms += span
        elif len(self.holders) == 1:
            self.owned_ms += span
        else:
            self.shared_ms += span
        if self.holders and not self.readable:
            self.stalled_ms += span
        if self.readable:
            for holder in self.holders.values():
                reached = min(self.rate * now / 1000, holder.position + self.speed * span / 1000)
                self.delivered += max(0.0, reached - holder.position)
                holder.position = max(holder.position, reached)
                self.furthest = max(self.furthest, holder.position)

    def skip_to_end(self, now: float) -> None:
        """Set the offset to the newest message, as for a new topic or a group that starts at the end."""
        self.pass_time(now)
        self.committed = self.furthest = self.delivered = self.rate * now / 1000

    def start_watch(self, now: float) -> None:
        """Forget the counters so far; what is orphaned at this moment counts from now on."""
        self.pass_time(now)
        self.owned_ms = self.orphan_ms = self.shared_ms = self.stalled_ms = self.longest_orphan_ms = 0.0
        self.moved = 0
        self.delivered = self.furthest
        if self._orphan_since is not None or not self.holders:
            self._orphan_since = now

    def end_watch(self, now: float) -> None:
        """Close the counters."""
        self.pass_time(now)
        if not self.holders:
            self._end_orphan(now)

    def _end_orphan(self, now: float) -> None:
        if self._orphan_since is not None:
            self.longest_orphan_ms = max(self.longest_orphan_ms, now - self._orphan_since)
        self._orphan_since = None


@dataclass(frozen=True)
class Outcome:
    """What a simulation left: the lines of every log in the order of their times, and the queues' progress.

    `progress` has only queues of real topics (no retry topic); positions count messages, durations are milliseconds.
    """

    events: tuple[SimulatedLine, ...]
    owners: dict[MessageQueue, tuple[str, ...]]
    progress: dict[MessageQueue, SimulatedProgress]
    client_ids: dict[str, str]

    def of(self, place: str, *events: str) -> list[SimulatedLine]:
        """The lines of one broker or client (by name or key), all or only the named events."""
        return [event for event in self.events if event.place == place and (not events or event.event in events)]


class Simulation:
    """A group on a clock.

    `run` may be called several times; `watch` starts the counters of the queues anew.
    """

    def __init__(self, scenario: Scenario, seed: int = 0, record: Collection[str] = ALL_EVENTS) -> None:
        self.scenario, self.clock, self.dice = scenario, Clock(), Random(seed)
        self.network, self.group = scenario.network, scenario.group
        self.has_traffic = scenario.traffic.rate > 0
        self._record = frozenset(record)
        self.logs_notifications = "consumer_ids_changed" in self._record
        self._events: list[SimulatedLine] = []
        self._known_brokers: dict[tuple[str, ...], list[SimulatedBroker]] = {}
        tables = (ConsumerTable(name, scenario.broker_version) for name in scenario.brokers)
        told = self.log, self._notify, self._set_readable
        self._brokers = {table.broker: SimulatedBroker(table, self.clock, *told) for table in tables}
        self._routes = {topic: tuple(sorted_queues(scenario.queues(topic))) for topic in scenario.topics}
        traffic = scenario.traffic.rate, scenario.traffic.speed
        self.progress = {queue: SimulatedProgress(*traffic) for queues in self._routes.values() for queue in queues}
        topic, count = retry_topic(self.scenario.group), self.scenario.retry_queues
        queues = (MessageQueue(topic, broker, queue) for broker in self.scenario.brokers for queue in range(count))
        self._routes[topic] = tuple(sorted_queues(queues))
        self.clients = {key: SimulatedClient(self, member, key) for key, member in self._keyed()}
        for broker, at in scenario.broker_stops.items():
            self.clock.at(at, partial(self._stop_broker, broker))

    def run(self, until: float) -> Outcome:
        """Simulate up to `until` milliseconds."""
        self.clock.run(until)
        for progress in self.progress.values():
            progress.pass_time(until)
        owners = {queue: tuple(progress.holders) for queue, progress in self.progress.items()}
        ids = {key: client.member.client_id for key, client in self.clients.items()}
        return Outcome(tuple(self._events), owners, self.progress, ids)

    def watch(self) -> None:
        """Start the queues' counters anew at this moment."""
        for progress in self.progress.values():
            progress.start_watch(self.clock.now)

    def table(self, broker: str) -> ConsumerTable:
        """The group's consumer table on one broker, as it is now."""
        return self._brokers[broker].table

    def route(self, topic: str) -> tuple[MessageQueue, ...] | None:
        """The queues of a topic that the name server knows now."""
        return self._routes.get(topic)

    def brokers_of(self, topics: tuple[str, ...]) -> list[SimulatedBroker]:
        """The running brokers of these topics, in the order of a client's brokerAddrTable."""
        if topics not in self._known_brokers:
            names = {queue.broker: None for topic in topics for queue in self._routes.get(topic, ())}
            walked = [self._brokers[name] for name in hash_order(list(names), string_hash)]
            self._known_brokers[topics] = [broker for broker in walked if broker.up]
        return self._known_brokers[topics]

    def log(self, event: SimulatedLine) -> None:
        """Keep a line, if it is one of the recorded events."""
        if event.event in self._record:
            self._events.append(event)

    def took(self, queue: MessageQueue, key: str) -> None:
        """A client added a queue."""
        if queue in self.progress:
            self.progress[queue].take(key, self.clock.now)

    def dropped(self, queue: MessageQueue, key: str, commits: bool) -> None:
        """A client let a queue go."""
        if queue in self.progress:
            self.progress[queue].release(key, self.clock.now, commits)

    def committed(self, queue: MessageQueue, key: str) -> None:
        """A client stored an offset."""
        if self.scenario.traffic.rate and queue in self.progress:
            self.progress[queue].commit(key, self.clock.now)

    def _keyed(self) -> Iterator[tuple[str, Member]]:
        """Every member with a key of its own: its name or client id, numbered where twins share it."""
        retry = Subscription(retry_topic(self.scenario.group))
        seen: Counter[str] = Counter()
        for member in self.scenario.members:
            name = member.name or member.client_id
            seen[name] += 1
            key = name if seen[name] == 1 else f"{name} ({seen[name]})"
            if member.message_model == "CLUSTERING":
                member = replace(member, subscriptions=(*member.subscriptions, retry))
            yield key, member

    def _notify(self, keys: list[str]) -> None:
        def arrive() -> None:
            for key in keys:
                self.clients[key].notify()

        # The broker tells them one after another within a moment; what they do next
        # takes its own time.
        self.clock.at(self.clock.now + self.dice.uniform(*self.network.call), arrive)

    def _set_readable(self, broker: str, topic: str, readable: bool) -> None:
        for queue in self._routes.get(topic, ()):
            if queue.broker == broker and queue in self.progress:
                self.progress[queue].set_readable(readable, self.clock.now)

    def _stop_broker(self, name: str) -> None:
        self._brokers[name].up = False
        self._known_brokers.clear()
        for topic in self._routes:
            self._set_readable(name, topic, False)

        def forget() -> None:
            for topic, queues in self._routes.items():
                self._routes[topic] = tuple(queue for queue in queues if queue.broker != name)
            self._known_brokers.clear()

        self.clock.at(self.clock.now + _ROUTE_POLL_MS, forget)


def simulate(scenario: Scenario, until: float, seed: int = 0, record: Collection[str] = ALL_EVENTS) -> Outcome:
    """Simulate a group up to `until` milliseconds; the same seed gives the same outcome."""
    return Simulation(scenario, seed, record).run(until)
