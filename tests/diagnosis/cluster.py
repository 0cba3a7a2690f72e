"""A made-up group on a clock: who is there, who holds and consumes what, what mqadmin would see. No rules here.

Allocation and the brokers' consumer tables are those of `rmqkit.rocketmq`; time passes in heartbeats (30 s), commits
(5 s) and looks. What each look and each log shows is printed into facts by `printed.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from rmqkit.rocketmq import Averagely, MessageQueue, Strategy, sorted_client_ids, sorted_queues
from rmqkit.rocketmq.consumer_table import ConsumerTable
from rmqkit.rocketmq.consumer_table import SimulatedLine as TableEvent
from rmqkit.rocketmq.internal_topics import RETRY_PREFIX
from rmqkit.rocketmq.strategy import IllegalArgument
from rmqkit.rocketmq.subscription import Subscription, retry_topic

COMMIT, HEARTBEAT, REBALANCE = 5.0, 30.0, 20.0
BASE_OFFSET = 1000
START = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)


def at(seconds: float) -> datetime:
    """A moment of the cluster's clock."""
    return START + timedelta(seconds=seconds)


def address(index: int) -> str:
    """Where the member's connections come from."""
    return f"10.99.{index // 200}.{index % 200 + 1}:{40000 + index}"


@dataclass(frozen=True)
class Member:
    """One process of the group; times are seconds. `brokers`: where it is connected, None for everywhere.

    `stuck_from`: since when its listener hangs, on `stuck_queues` or (empty) on all, and `stuck_until`.
    """

    client_id: str
    topics: Mapping[str, str]
    start: float = 5.0
    stop: float | None = None
    strategy: Strategy = field(default_factory=Averagely)
    model: str = "CLUSTERING"
    consume_type: str = "CONSUME_PASSIVELY"
    expression_type: str = "TAG"
    clock_ahead: float = 0.0
    brokers: frozenset[str] | None = None
    stuck_from: float | None = None
    stuck_until: float | None = None
    stuck_queues: frozenset[MessageQueue] = frozenset()
    killed: bool = False
    silent: bool = False

    def hangs(self, queue: MessageQueue, now: float) -> bool:
        """Whether its listener consumes nothing of the queue."""
        late = self.stuck_from is not None and now >= self.stuck_from and not queue.topic.startswith(RETRY_PREFIX)
        over = self.stuck_until is not None and now >= self.stuck_until
        return late and not over and (not self.stuck_queues or queue in self.stuck_queues)


@dataclass(frozen=True)
class Cluster:
    """Topics as {topic: {broker: queues}}. `rate` messages a second into each queue, `speed` out of it (None: all).

    `tags`: what the queues hold, in turn. `committed_before`: every queue was consumed up to the start once.
    `writable`: queues of a topic on a broker that may be written to, where they are others than those that are read.
    `stages`: from each moment on it is as another one, whose members are these and further ones.
    """

    topics: Mapping[str, Mapping[str, int]]
    members: tuple[Member, ...]
    group: str = "GID_orders"
    rate: float = 2.0
    speed: float | None = None
    tags: tuple[str, ...] = ()
    committed_before: bool = True
    version: str = "5.3.3"
    looks: tuple[float, ...] = (212.0, 238.0, 263.0, 297.0)
    end: float = 300.0
    failing: float = 0.0
    refused: int | None = None
    unreachable: bool = False
    seed: int = 0
    writable: Mapping[tuple[str, str], int] = field(default_factory=dict)
    stages: tuple[tuple[float, Cluster], ...] = ()

    @property
    def at_last(self) -> Cluster:
        """As it is at its end."""
        return self.stages[-1][1] if self.stages else self

    @property
    def brokers(self) -> list[str]:
        """All brokers by name."""
        return sorted({broker for each in self.topics.values() for broker in each})

    def queues(self, topic: str) -> list[MessageQueue]:
        """A topic's queues in RocketMQ's order; the retry topic has one on each broker."""
        retry = topic == retry_topic(self.group)
        on = dict.fromkeys(self.brokers, 1) if retry else self.topics.get(topic, {})
        return sorted_queues(
            MessageQueue(topic, broker, queue) for broker, count in on.items() for queue in range(count)
        )


@dataclass
class Look:
    """What the cluster held at one moment: offsets, the members behind the channels, holders, tables' topics."""

    at: float
    offsets: dict[MessageQueue, tuple[int, int | None]]
    live: list[int]
    held: dict[int, set[MessageQueue]]
    tables: dict[str, dict[str, Subscription]]
    model: str
    consume_type: str
    asked: str
    channels: dict[str, list[int]]


@dataclass
class Run:
    """What happened. Rebalances: time, member, topic, how many ids, the share."""

    cluster: Cluster
    table_events: list[tuple[float, TableEvent, int]] = field(default_factory=list)
    rebalances: list[tuple[float, int, str, int, tuple[MessageQueue, ...]]] = field(default_factory=list)
    refusals: dict[tuple[int, MessageQueue, int], int] = field(default_factory=dict)
    looks: list[Look] = field(default_factory=list)
    notices: list[tuple[float, int]] = field(default_factory=list)


class World:
    """The cluster in motion; `run()` brings it to its end."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster, self.dice, self.now = cluster, Random(cluster.seed), 0.0
        self.stages = cluster.stages
        self.out = Run(cluster.at_last)
        brokers = {name for stage in (cluster, *(later for _, later in cluster.stages)) for name in stage.brokers}
        self.tables = {name: ConsumerTable(name, cluster.version) for name in sorted(brokers)}
        self.retry = retry_topic(cluster.group)
        self.every = self._queues()
        self.live: list[int] = []
        self.shares: dict[int, dict[str, tuple[MessageQueue, ...]]] = {}
        self.versions: dict[int, dict[str, int]] = {}
        before = float(BASE_OFFSET) if cluster.committed_before else None
        self.committed: dict[MessageQueue, float | None] = {
            queue: before if topic != self.retry else 0.0 for topic, queues in self.every.items() for queue in queues
        }

    def _queues(self) -> dict[str, list[MessageQueue]]:
        return {topic: self.cluster.queues(topic) for topic in (*self.cluster.topics, self.retry)}

    def run(self) -> Run:
        """All moments in order."""
        for at, _, what, index in sorted(self._moments()):
            self.now = at
            {"start": self._start, "stop": self._stop, "beat": self._beat, "look": self._look, "become": self._become,
             "commit": self._commit, "rebalance": self._rebalance_one}[what](index)  # fmt: skip
        return self.out

    def _moments(self) -> list[tuple[float, int, str, int]]:
        cluster = self.cluster.at_last
        found = [(moment, -1, "become", stage) for stage, (moment, _) in enumerate(self.cluster.stages)]
        for index, member in enumerate(cluster.members):
            until = min(member.stop or cluster.end, cluster.end)
            found.append((member.start, 0, "start", index))
            found += [(at, 1, "beat", index) for at in _steps(member.start + HEARTBEAT, until, HEARTBEAT)]
            if any(each.brokers is not None for each in self.cluster.members):
                found += [(at, 2, "rebalance", index) for at in _steps(member.start + REBALANCE, until, REBALANCE)]
            if member.stop is not None:
                found.append((member.stop, 3, "stop", index))
        found += [(at, 4, "commit", 0) for at in _steps(COMMIT, cluster.end, COMMIT)]
        return found + [(at, 5, "look", 0) for at in cluster.looks]

    def _become(self, stage: int) -> None:
        self.cluster = self.stages[stage][1]
        self.every = self._queues()
        for queue in (queue for queues in self.every.values() for queue in queues):
            self.committed.setdefault(queue, None)
        for index in self.live:
            self._beat(index)
        self._rebalance_all()

    def _start(self, index: int) -> None:
        member = self.cluster.members[index]
        self.live.append(index)
        version = int((self.now + member.clock_ahead) * 1000)
        self.versions[index] = dict.fromkeys((*member.topics, self.retry), version)
        self.shares[index] = {}
        self._beat(index)
        self._rebalance_all()

    def _stop(self, index: int) -> None:
        self.live.remove(index)
        self.shares.pop(index)
        for table in self.tables.values():
            self._keep(table.disconnect(self.now * 1000, str(index)), index)
        self._rebalance_all()

    def _beat(self, index: int) -> None:
        member = self.cluster.members[index]
        for name in self.connected(index):
            events = self.tables[name].register(
                self.now * 1000,
                str(index),
                member.client_id,
                self.subscriptions(index),
                member.consume_type,
                member.model,
            )
            self._keep(events, index)

    def connected(self, index: int) -> list[str]:
        """The brokers that the member sends heartbeats to: those of its topics, the group's retry topic among them
        (`MQClientInstance#sendHeartbeatToAllBroker`, all versions)."""
        member = self.cluster.members[index]
        clustering = member.model == "CLUSTERING"
        return [
            name for name in self.cluster.brokers
            if (member.brokers is None or name in member.brokers)
            and (clustering or any(name in self.cluster.topics.get(topic, {}) for topic in member.topics))
        ]  # fmt: skip

    def subscriptions(self, index: int) -> list[Subscription]:
        """What its heartbeat carries."""
        member, versions = self.cluster.members[index], self.versions[index]
        wanted = [Subscription(t, e, member.expression_type, versions[t]) for t, e in member.topics.items()]
        if member.model == "CLUSTERING":
            wanted.append(Subscription(self.retry, version=versions[self.retry]))
        return wanted

    def _keep(self, events: list[TableEvent], index: int) -> None:
        self.out.table_events += [(self.now, event, index) for event in events]
        told = {event.place for event in events if event.event in ("consumer_info_changed", "consumer_disconnected")}
        for name in told:
            self.out.notices += [(self.now, int(key)) for key in self.tables[name].channels]

    def _rebalance_all(self) -> None:
        for index in list(self.live):
            self._rebalance_one(index)

    def _rebalance_one(self, index: int) -> None:
        member, changed = self.cluster.members[index], False
        if index not in self.live or member.consume_type == "CONSUME_POP":
            return
        for topic in (*member.topics, self.retry):
            found = self._share(member, index, topic)
            if found is None or found[0] == self.shares[index].get(topic, ()):
                continue
            share, count = found
            self.shares[index][topic] = share
            self.versions[index][topic] = int((self.now + member.clock_ahead) * 1000)
            self.out.rebalances.append((self.now, index, topic, count, share))
            changed = True
        if changed:
            self._beat(index)

    def _share(self, member: Member, index: int, topic: str) -> tuple[tuple[MessageQueue, ...], int] | None:
        queues = self.every.get(topic, [])
        names = sorted({queue.broker for queue in queues} & set(self.connected(index)))
        if not names or (topic == self.retry and member.model != "CLUSTERING"):
            return None
        ids = sorted_client_ids(self.tables[self.dice.choice(names)].client_ids())
        if member.model == "BROADCASTING":
            return tuple(queues), len(ids)
        try:
            return tuple(member.strategy.allocate(self.cluster.group, member.client_id, queues, ids)), len(ids)
        except IllegalArgument:
            return None

    def stored(self, queue: MessageQueue) -> int:
        """The broker's offset of the queue now."""
        if queue.topic == self.retry:
            return int(self.cluster.failing * self.now)
        return BASE_OFFSET + int(self.cluster.rate * self.now) if self.cluster.rate else 0

    def _commit(self, _: int) -> None:
        for index in self.live:
            for share in self.shares[index].values():
                for queue in share:
                    self._read(queue, index)
        if any(self.cluster.members[index].consume_type == "CONSUME_POP" for index in self.live):
            for queue in (queue for queues in self.every.values() for queue in queues):
                self._read(queue, -1)

    def _read(self, queue: MessageQueue, index: int) -> None:
        """One commit interval of one holder; -1 stands for the pop clients together."""
        if self.cluster.refused is not None and self.now > 40:
            self._refuse(index, queue)
            return
        table = self.tables[queue.broker].subscriptions
        if index >= 0 and queue.topic not in table:
            self._refuse(index, queue)
        elif index < 0 or self._moves(self.cluster.members[index], queue, table.get(queue.topic)):
            before = self.committed[queue]
            reach = float(self.stored(queue))
            if self.cluster.speed is not None and queue.topic != self.retry:
                reach = min(reach, (BASE_OFFSET if before is None else before) + self.cluster.speed * COMMIT)
            self.committed[queue] = max(reach, before or 0.0)

    def _refuse(self, index: int, queue: MessageQueue) -> None:
        key = (index, queue, int(self.now // 60))
        self.out.refusals[key] = self.out.refusals.get(key, 0) + 1

    def _moves(self, member: Member, queue: MessageQueue, at_broker: Subscription | None) -> bool:
        if member.model == "BROADCASTING" or member.hangs(queue, self.now):
            return False
        if not self.cluster.tags or queue.topic == self.retry or at_broker is None:
            return True
        tag = self.cluster.tags[queue.queue % len(self.cluster.tags)]
        own = Subscription(queue.topic, member.topics[queue.topic], member.expression_type).tags
        passes_broker = at_broker.tags is None or tag in at_broker.tags
        # What only the client filters out never moves its offset while nothing else comes.
        return not passes_broker or own is None or tag in own

    def _look(self, _: int) -> None:
        asked = self.dice.choice(self.cluster.brokers)
        table = self.tables[asked]
        whole = {queue: at for queue, at in self.committed.items() if queue.broker in self.cluster.brokers}
        held = {index: {q for share in self.shares[index].values() for q in share} for index in self.live}
        self.out.looks.append(
            Look(
                self.now,
                {queue: (self.stored(queue), None if at is None else int(at)) for queue, at in whole.items()},
                list(self.live), held, {name: dict(each.subscriptions) for name, each in self.tables.items()},
                table.message_model, table.consume_type, asked,
                {name: [int(key) for key in each.channels] for name, each in self.tables.items()},
            )
        )  # fmt: skip


def _steps(first: float, until: float, step: float) -> list[float]:
    return [first + step * i for i in range(int((until - first) // step) + 1)] if until >= first else []
