"""How RocketMQ behaves: what a simulation starts from; brokers, topics, members and what happens to them.

Data only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rmqkit.rocketmq.average import Averagely
from rmqkit.rocketmq.message_queue import MessageQueue
from rmqkit.rocketmq.strategy import Strategy
from rmqkit.rocketmq.subscription import Subscription
from rmqkit.rocketmq.version import LATEST

# topic -> broker -> number of queues
Topics = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Member:
    """One process of the group. Times are milliseconds of simulated time.

    `start` is when its client instance starts (heartbeats follow at +1 s and every 30 s);
    `first_heartbeat` how much later its first heartbeat is sent (None: at random within the first
    second). `stops_by`: shutdown (it unregisters), kill (its process dies and the connection closes)
    or vanish (its host is gone and no connection is closed). `clock_skew` shifts its subVersions.
    """

    client_id: str
    subscriptions: tuple[Subscription, ...]
    start: float = 0.0
    stop: float | None = None
    stops_by: str = "shutdown"
    strategy: Strategy = field(default_factory=Averagely)
    version: str = LATEST
    message_model: str = "CLUSTERING"
    consume_type: str = "CONSUME_PASSIVELY"
    clock_skew: float = 0.0
    first_heartbeat: float | None = None
    name: str | None = None


@dataclass(frozen=True)
class Network:
    """How long messages take, in milliseconds: least and most.

    A new connection takes longer than a used one.
    """

    call: tuple[float, float] = (1.0, 4.0)
    connect: tuple[float, float] = (20.0, 60.0)
    first_heartbeat: tuple[float, float] = (100.0, 900.0)


@dataclass(frozen=True)
class Traffic:
    """Messages per second sent to each queue, and how many per second a client reads from one queue."""

    rate: float = 0.0
    speed: float = 1000.0


@dataclass(frozen=True)
class Scenario:
    """A whole group: its topics and members, the brokers' version, the network and the traffic.

    `broker_stops` is when a broker goes away (its queues leave every client's route at its next poll, within 30 s).
    """

    group: str
    topics: Topics
    members: tuple[Member, ...]
    broker_version: str = LATEST
    network: Network = Network()
    traffic: Traffic = Traffic()
    retry_queues: int = 1
    broker_stops: Mapping[str, float] = field(default_factory=dict)

    @property
    def brokers(self) -> list[str]:
        """All brokers that hold queues, by name."""
        return sorted({broker for brokers in self.topics.values() for broker in brokers})

    def queues(self, topic: str) -> list[MessageQueue]:
        """The queues of one topic on all its brokers."""
        brokers = self.topics.get(topic, {})
        return [MessageQueue(topic, broker, queue) for broker, count in brokers.items() for queue in range(count)]
