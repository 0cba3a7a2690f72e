"""How RocketMQ behaves: a push consumer in a simulation; heartbeats, rebalance, commits and its end, on a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rmqkit.rocketmq.clock import Process, Running
from rmqkit.rocketmq.consumer_table import SimulatedLine
from rmqkit.rocketmq.java_hash import hash_order, message_queue_hash, string_hash
from rmqkit.rocketmq.message_queue import MessageQueue
from rmqkit.rocketmq.scenario import Member
from rmqkit.rocketmq.simulated_broker import SimulatedBroker
from rmqkit.rocketmq.strategy import IllegalArgument, NullPointer
from rmqkit.rocketmq.subscription import Subscription
from rmqkit.rocketmq.version import Version

if TYPE_CHECKING:
    from rmqkit.rocketmq.simulation import Simulation

HEARTBEAT_FIRST_MS, HEARTBEAT_MS = 1_000.0, 30_000.0
COMMIT_FIRST_MS, COMMIT_MS = 10_000.0, 5_000.0
REBALANCE_MS = 20_000.0
# RebalanceService keeps a pause of 1 s between two rounds from 5.2.0 on.
_PAUSE_SINCE, _PAUSE_MS = Version.of("5.2.0"), 1_000.0
# processQueueTable is a ConcurrentHashMap(64), which starts with 128 buckets.
_PROCESS_QUEUE_BUCKETS = 128


class SimulatedClient:
    """`MQClientInstance`, `DefaultMQPushConsumerImpl` and `RebalanceImpl` of one process (4.1.0 on)."""

    def __init__(self, world: Simulation, member: Member, key: str) -> None:
        self.member, self.key, self.alive = member, key, False
        self.owned: dict[str, list[MessageQueue]] = {}
        self._world, self._clock, self._dice = world, world.clock, world.dice
        self._subscriptions: dict[str, Subscription] = {}
        self._topics: tuple[str, ...] = ()
        self._connected: set[str] = set()
        self._sending = self._notified = False
        self._service: Running | None = None
        self._answered: dict[str, tuple[list[str], tuple[MessageQueue, ...]]] = {}
        self._pause = _PAUSE_MS if Version.of(member.version) >= _PAUSE_SINCE else 0.0
        self._clock.at(member.start, self._start)

    def notify(self) -> None:
        """NOTIFY_CONSUMER_IDS_CHANGED arrives: rebalance at once, or right after the round that is under way."""
        if not self.alive:
            return
        if self._world.logs_notifications:
            named = self.member.client_id
            self._world.log(SimulatedLine(self._clock.now, self.key, "consumer_ids_changed", named))
        self._rebalance_immediately()

    def end(self) -> None:
        """The process ends the way its member says; a vanished host stays in the brokers' tables."""
        how = self.member.stops_by
        self.alive = False
        if self._service is not None:
            self._clock.stop(self._service)
        for queues in self.owned.values():
            for queue in queues:
                self._world.dropped(queue, self.key, how == "shutdown")
        self.owned.clear()

        def leave() -> Process:
            for broker in self._brokers():
                yield self._call() if how == "shutdown" else self._call() / 10
                broker.disconnect(self.key)

        if how != "vanish":
            self._clock.start(leave(), self._clock.now)

    def _start(self) -> None:
        now = self._clock.now
        self.alive = True
        version = int(now + self.member.clock_skew)
        self._subscriptions = {one.topic: one.at_version(one.version or version) for one in self.member.subscriptions}
        self._topics = tuple(hash_order(list(self._subscriptions), string_hash))
        self._service = self._clock.start(self._rebalance_service(), now)
        delay = self.member.first_heartbeat
        delay = self._between(self._world.network.first_heartbeat) if delay is None else delay

        def first_heartbeat() -> Process:
            yield from self._send_heartbeats()
            self._rebalance_immediately()

        def beat() -> None:
            if self.alive:
                self._clock.start(self._send_heartbeats(), self._clock.now)

        def commit() -> None:
            for queues in self.owned.values():
                for queue in queues:
                    self._world.committed(queue, self.key)

        self._clock.start(first_heartbeat(), now + delay)
        self._clock.every(now + HEARTBEAT_FIRST_MS, HEARTBEAT_MS, beat)
        if self._world.has_traffic:
            self._clock.every(now + COMMIT_FIRST_MS, COMMIT_MS, commit)
        if self.member.stop is not None:
            self._clock.at(self.member.stop, self.end)

    def _send_heartbeats(self) -> Process:
        """`sendHeartbeatToAllBrokerWithLock`: who finds it under way sends nothing."""
        if self._sending or not self.alive:
            return
        self._sending = True
        for broker in self._brokers():
            yield self._call() if broker.name in self._connected else self._between(self._world.network.connect)
            if not self.alive:
                break
            self._connected.add(broker.name)
            how = self.member.consume_type, self.member.message_model
            broker.heartbeat(self.key, self.member.client_id, self._subscriptions.values(), how)
        self._sending = False

    def _rebalance_immediately(self) -> None:
        if not self._notified:
            self._notified = True
            if self._service is not None:
                self._clock.wake(self._service)

    def _rebalance_service(self) -> Process:
        last = float("-inf")
        while True:
            if not self._notified:
                yield -REBALANCE_MS
            since = self._clock.now - last
            if since < self._pause:
                yield self._pause - since
            self._notified = False
            for topic in self._topics:
                queues = self._world.route(topic)
                brokers = self._world.brokers_of((topic,))
                if not queues or not brokers:
                    continue
                client_ids: list[str] = []
                if self.member.message_model == "CLUSTERING":
                    broker = self._dice.choice(brokers)
                    yield self._call()
                    client_ids = broker.client_ids()
                    if not client_ids or self._answered.get(topic) == (client_ids, queues):
                        continue
                yield from self._apply(topic, queues, client_ids)
            last = self._clock.now

    def _apply(self, topic: str, queues: tuple[MessageQueue, ...], client_ids: list[str]) -> Process:
        """`updateProcessQueueTableInRebalance`, then `messageQueueChanged` if anything was added or removed."""
        share = list(queues)
        if self.member.message_model == "CLUSTERING":
            try:
                share = self.member.strategy.allocate(self._world.group, self.member.client_id, queues, client_ids)
            except (IllegalArgument, NullPointer):  # the client logs it and keeps the queues that it has
                return
        self._answered[topic] = client_ids, queues
        owned = self.owned.get(topic, [])
        new = [queue for queue in hash_order(share, message_queue_hash) if queue not in set(owned)]
        gone = [queue for queue in owned if queue not in set(share)]
        if not new and not gone:
            return
        for queue in hash_order(gone, message_queue_hash, _PROCESS_QUEUE_BUCKETS):
            self.owned[topic].remove(queue)
            self._world.dropped(queue, self.key, True)
            self._log("queue_dropped", topic, queue=queue)
        for queue in new:
            yield self._call()
            self.owned.setdefault(topic, []).append(queue)
            self._world.took(queue, self.key)
            self._log("queue_added", topic, queue=queue)
        self._log("rebalance_result", topic, sizes=(len(queues), len(client_ids), len(share)))
        version = int(self._clock.now + self.member.clock_skew)
        self._subscriptions[topic] = self._subscriptions[topic].at_version(version)
        yield from self._send_heartbeats()

    def _log(
        self, event: str, topic: str, queue: MessageQueue | None = None, sizes: tuple[int, int, int] | None = None
    ) -> None:
        named = self.member.client_id
        self._world.log(SimulatedLine(self._clock.now, self.key, event, named, topic, queue=queue, sizes=sizes))

    def _brokers(self) -> list[SimulatedBroker]:
        return self._world.brokers_of(self._topics)

    def _call(self) -> float:
        return self._between(self._world.network.call)

    def _between(self, bounds: tuple[float, float]) -> float:
        return self._dice.uniform(*bounds)
