"""How RocketMQ behaves: a broker in a simulation; its consumer table on a clock, telling clients and queues."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rmqkit.rocketmq.clock import Clock
from rmqkit.rocketmq.consumer_table import ConsumerTable, SimulatedLine
from rmqkit.rocketmq.message_queue import sorted_client_ids
from rmqkit.rocketmq.subscription import Subscription

SCAN_PERIOD_MS = 10_000.0


class SimulatedBroker:
    """One broker with the group's consumer table.

    `log` takes each line, `notify` the connection keys that are told to rebalance, `readable` a
    topic that can or cannot be pulled any more because the table has or lacks it.
    """

    def __init__(
        self,
        table: ConsumerTable,
        clock: Clock,
        log: Callable[[SimulatedLine], None],
        notify: Callable[[list[str]], None],
        readable: Callable[[str, str, bool], None],
    ) -> None:
        self.table = table
        self.name = table.broker
        self.up = True
        self._clock = clock
        self._log = log
        self._notify = notify
        self._readable = readable
        self._client_ids: list[str] | None = None
        clock.every(SCAN_PERIOD_MS, SCAN_PERIOD_MS, self._scan)

    def client_ids(self) -> list[str]:
        """GET_CONSUMER_LIST_BY_GROUP, sorted as the client sorts it; one and the same list until members change."""
        if self._client_ids is None:
            self._client_ids = sorted_client_ids(self.table.client_ids())
        return self._client_ids

    def heartbeat(self, key: str, client_id: str, subscriptions: Iterable[Subscription], how: tuple[str, str]) -> None:
        """A heartbeat arrives; `how` is consume type and message model."""
        self._after(self.table.register(self._clock.now, key, client_id, subscriptions, *how))

    def disconnect(self, key: str) -> None:
        """A client unregisters, or its connection closes."""
        self._after(self.table.disconnect(self._clock.now, key))

    def _scan(self) -> None:
        events = self.table.scan(self._clock.now)
        if events:
            self._client_ids = None
            self._write(events)

    def _after(self, events: list[SimulatedLine]) -> None:
        if not events:
            return
        if any(event.event.startswith("consumer_") for event in events):
            self._client_ids = None
        self._write(events)
        if self.table.notifies(events):
            self._notify(list(self.table.channels))

    def _write(self, events: list[SimulatedLine]) -> None:
        for event in events:
            self._log(event)
            if event.topic is not None and event.event != "subscription_changed":
                self._readable(self.name, event.topic, event.event == "subscription_topic_added")
