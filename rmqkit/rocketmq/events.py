"""How RocketMQ behaves: what a simulated broker or client logs, by the names that the log catalogue gives."""

from __future__ import annotations

from dataclasses import dataclass

from rmqkit.rocketmq.message_queue import MessageQueue
from rmqkit.rocketmq.subscription import Subscription

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
CLIENT_EVENTS = ("consumer_ids_changed", "queue_dropped", "queue_added", "rebalance_result")


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
