"""How RocketMQ behaves: one group in one broker's consumer table.

No clock of its own, no network, no clients.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rmqkit.rocketmq.java_hash import hash_order, string_hash
from rmqkit.rocketmq.message_queue import MessageQueue
from rmqkit.rocketmq.subscription import Subscription
from rmqkit.rocketmq.version import LATEST, Version

CHANNEL_EXPIRED_MS = 120_000
_QUIET_FOR_BROADCASTING = Version.of("5.3.1")


BROKER_EVENTS = (
    "consumer_connected",
    "client_id_changed_on_channel",
    "subscription_topic_added",
    "subscription_changed",
    "subscription_topic_removed",
    "consumer_info_changed",
    "consumer_disconnected",
    "consumer_group_removed",
)


@dataclass(frozen=True, slots=True)
class SimulatedLine:
    """One line of one log.

    `at` counts milliseconds from the start; `place` is the broker's name or the client's key.

    `client_id` is whom the line names, and for subscription lines (which name nobody) whose heartbeat caused it. `old`
    is the replaced or removed subscription; `sizes` of a rebalance: all queues, all client ids, the share.
    """

    at: float
    place: str
    event: str
    client_id: str | None = None
    topic: str | None = None
    subscription: Subscription | None = None
    old: Subscription | None = None
    queue: MessageQueue | None = None
    sizes: tuple[int, int, int] | None = None


@dataclass
class Channel:
    """`ClientChannelInfo`: one connection of one process; the table is keyed by it, so twins have an entry each."""

    key: str
    client_id: str
    last_heartbeat: float = 0.0


@dataclass
class ConsumerTable:
    """`ConsumerManager` and `ConsumerGroupInfo` for one group on one broker (all versions).

    Every method returns the lines that the broker logs, in their order, and `changed`/`notifies`
    say whether the group's clients are told to rebalance (NOTIFY_CONSUMER_IDS_CHANGED).
    """

    broker: str
    version: str = LATEST
    channels: dict[str, Channel] = field(default_factory=dict)
    subscriptions: dict[str, Subscription] = field(default_factory=dict)
    consume_type: str = "CONSUME_PASSIVELY"
    message_model: str = "CLUSTERING"

    def client_ids(self) -> list[str]:
        """`getAllClientId`: one for each connection, duplicates included, in no useful order."""
        return [channel.client_id for channel in self.channels.values()]

    def register(
        self,
        now: float,
        channel: str,
        client_id: str,
        heartbeat: Iterable[Subscription],
        consume_type: str = "CONSUME_PASSIVELY",
        message_model: str = "CLUSTERING",
    ) -> list[SimulatedLine]:
        """`registerConsumer`: a heartbeat; the last line is `consumer_info_changed` if anybody is to be told.

        Each heartbeat overwrites the group's consume type and message model.
        """
        self.consume_type, self.message_model = consume_type, message_model
        events: list[SimulatedLine] = []
        known = self.channels.get(channel)
        if known is None:
            self.channels[channel] = Channel(channel, client_id, now)
            events.append(SimulatedLine(now, self.broker, "consumer_connected", client_id))
        else:
            known.last_heartbeat = now
            if known.client_id != client_id:
                known.client_id = client_id
                events.append(SimulatedLine(now, self.broker, "client_id_changed_on_channel", client_id))
        updates = self._update_subscriptions(now, client_id, heartbeat)
        events += updates
        if known is None or any(event.event != "subscription_changed" for event in updates):
            events.append(SimulatedLine(now, self.broker, "consumer_info_changed", client_id))
        return events

    def notifies(self, events: Iterable[SimulatedLine]) -> bool:
        """Whether these lines come with a notification to all connections (5.3.1 on: not in broadcasting groups)."""
        if self.message_model == "BROADCASTING" and Version.of(self.version) >= _QUIET_FOR_BROADCASTING:
            return False
        telling = ("consumer_info_changed", "consumer_disconnected")
        return any(event.event in telling for event in events)

    def disconnect(self, now: float, channel: str) -> list[SimulatedLine]:
        """An unregistration or a closed connection: the clients that are left are told."""
        gone = self.channels.pop(channel, None)
        if gone is None:
            return []
        events = [SimulatedLine(now, self.broker, "consumer_disconnected", gone.client_id)]
        return events + self._clear_if_empty(now)

    def scan(self, now: float) -> list[SimulatedLine]:
        """`scanNotActiveChannel`, every 10 s: connections silent for 120 s go, and nobody is told."""
        expired = [key for key, channel in self.channels.items() if now - channel.last_heartbeat > CHANNEL_EXPIRED_MS]
        if not expired:
            return []
        gone = [self.channels.pop(key) for key in expired]
        events = [SimulatedLine(now, self.broker, "consumer_disconnected", channel.client_id) for channel in gone]
        return events + self._clear_if_empty(now)

    def _clear_if_empty(self, now: float) -> list[SimulatedLine]:
        if self.channels:
            return []
        self.subscriptions.clear()
        return [SimulatedLine(now, self.broker, "consumer_group_removed")]

    def _update_subscriptions(
        self, now: float, client_id: str, heartbeat: Iterable[Subscription]
    ) -> list[SimulatedLine]:
        given = list(heartbeat)
        table = self.subscriptions
        # Most heartbeats change nothing: just these topics, none of them older.
        is_same = len(given) == len(table) and all(new.topic in table for new in given)
        if is_same and all(new.version <= table[new.topic].version for new in given):
            return []
        # The broker decodes the heartbeat into a HashSet and walks that.
        subscriptions = hash_order(given, Subscription.hash_code)
        events: list[SimulatedLine] = []
        for new in subscriptions:
            old = self.subscriptions.get(new.topic)
            if old is None:
                events.append(SimulatedLine(now, self.broker, "subscription_topic_added", client_id, new.topic, new))
            elif new.version <= old.version:
                continue
            elif self.consume_type == "CONSUME_PASSIVELY":
                events.append(SimulatedLine(now, self.broker, "subscription_changed", client_id, new.topic, new, old))
            self.subscriptions[new.topic] = new
        kept = {new.topic for new in subscriptions}
        others = not kept.issuperset(self.subscriptions)
        for topic in hash_order(list(self.subscriptions), string_hash) if others else ():
            if topic not in kept:
                old = self.subscriptions.pop(topic)
                removed = SimulatedLine(now, self.broker, "subscription_topic_removed", client_id, topic, old=old)
                events.append(removed)
        return events
