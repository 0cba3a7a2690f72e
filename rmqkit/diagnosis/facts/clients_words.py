"""What clients say of themselves when they are asked: running info, and the threads of a dump. No judgement here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from rmqkit.diagnosis.facts.known import latest
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.formats.moments import epoch_instant
from rmqkit.formats.naming import name_servers_in
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_defaults import MOST_POPPED, PULL_BATCH

_ORDERLY = "PROP_CONSUMEORDERLY"
_STRATEGY = "allocateMessageQueueStrategy"
_STARTED = "PROP_CONSUMER_START_TIMESTAMP"


@dataclass(frozen=True)
class HeldQueue:
    queue: MessageQueue
    mode: str
    cached_count: int | None
    dropped: bool | None
    last_pull: datetime | None
    last_consume: datetime | None
    line: int
    cached_min: int | None = None
    cached_max: int | None = None
    consumer_offset: int | None = None
    locked: bool | None = None

    @property
    def lies_full(self) -> bool:
        """Whether messages of it wait in the client for a listener."""
        return not self.dropped and bool(self.cached_count)


@dataclass(frozen=True)
class TopicRates:
    """A topic in a client's running info: what is consumed and what fails."""

    topic: str
    consume_ok_tps: float | None
    consume_failed_tps: float | None
    consume_failed_in_hour: int | None
    line: int
    consume_rt: float | None = None


@dataclass(frozen=True)
class RunningInfo:
    """What one client said of itself when it was asked."""

    file: str
    block: int
    client_id: str
    at: datetime | None
    properties: Mapping[str, str]
    property_lines: Mapping[str, int]
    subscriptions: Mapping[str, str]
    subscription_lines: Mapping[str, int]
    queues: tuple[HeldQueue, ...]
    rates: tuple[TopicRates, ...]

    @property
    def strategy(self) -> str | None:
        return self.properties.get(_STRATEGY)

    @property
    def ordered(self) -> bool:
        return self.properties.get(_ORDERLY) == "true"

    @property
    def listener_place(self) -> EvidenceLine | None:
        """Where it reports whether its listener consumes in order; None where it does not."""
        printed, line = self.properties.get(_ORDERLY), self.property_lines.get(_ORDERLY)
        return EvidenceLine(self.file, line, f"{self.client_id}: {_ORDERLY} {printed}") if printed else None

    @property
    def consume_type(self) -> str | None:
        return self.properties.get("PROP_CONSUME_TYPE")

    @property
    def message_model(self) -> str | None:
        return self.properties.get("messageModel")

    @property
    def is_pull_consumer(self) -> bool:
        """Whether it is a `DefaultMQPullConsumer`, which names itself (all versions); lite pull has another name."""
        return "defaultMQPullConsumerImpl" in self.properties

    @property
    def most_retries(self) -> int | None:
        """After how many it gives a message up (`maxReconsumeTimes`); None: its default, which is none in order."""
        times = self.properties.get("maxReconsumeTimes", "")
        return int(times) if times.isdecimal() else None

    @property
    def most_popped(self) -> int:
        """How many popped messages of a topic it may have unconfirmed."""
        return self._number("popThresholdForQueue") or MOST_POPPED

    @property
    def threads(self) -> int:
        """How many threads consume; 0: it does not tell."""
        return self._number("PROP_THREADPOOL_CORE_SIZE")

    @property
    def batch(self) -> int:
        """How many messages a call of its listener takes at most; 0: it does not tell."""
        return self._number("consumeMessageBatchMaxSize")

    def _number(self, key: str) -> int:
        printed = self.properties.get(key) or ""
        return int(printed) if printed.isdecimal() else 0

    @property
    def name_servers(self) -> frozenset[str]:
        return frozenset(name_servers_in(self.properties.get("PROP_NAMESERVER_ADDR") or ""))

    @property
    def pull_interval(self) -> int:
        """How many milliseconds it lets pass before it pulls a queue again; 0 where it does not tell, as by default."""
        return self._number("pullInterval")

    @property
    def pull_batch(self) -> int:
        """How many messages it asks for at once."""
        return self._number("pullBatchSize") or PULL_BATCH

    @cached_property
    def asked_at(self) -> datetime | None:
        """When the client was asked, by its own clock: its newest pull."""
        return latest(held.last_pull for held in self.queues)

    @cached_property
    def started_at(self) -> datetime | None:
        """When the client started, by its own clock (`PROP_CONSUMER_START_TIMESTAMP`)."""
        return epoch_instant(self.properties.get(_STARTED) or "")

    @property
    def place(self) -> EvidenceLine:
        """It as a whole: its first line of what the client holds or subscribes to."""
        lines = [held.line for held in self.queues] or list(self.subscription_lines.values())
        return EvidenceLine(self.file, min(lines, default=None), say("what {client} holds", client=self.client_id))

    @property
    def strategy_place(self) -> EvidenceLine:
        text = f"{self.client_id}: {_STRATEGY} {self.strategy}"
        return EvidenceLine(self.file, self.property_lines.get(_STRATEGY), text)

    @property
    def started_place(self) -> EvidenceLine:
        text = f"{self.client_id}: {_STARTED} {self.properties.get(_STARTED)}"
        return EvidenceLine(self.file, self.property_lines.get(_STARTED), text)

    def held_place(self, held: HeldQueue) -> EvidenceLine:
        text = say("{client} holds {queue}", client=self.client_id, queue=held.queue)
        return EvidenceLine(self.file, held.line, text)

    def rates_place(self, rates: TopicRates) -> EvidenceLine:
        return EvidenceLine(self.file, rates.line, f"{self.client_id}: {rates.topic}")

    def subscription_place(self, topic: str) -> EvidenceLine:
        text = f"{self.client_id}: Topic: {topic} SubExpression: {self.subscriptions[topic]}"
        return EvidenceLine(self.file, self.subscription_lines[topic], text)


@dataclass(frozen=True)
class ConsumingThread:
    """A thread that was inside a listener when its dump was made, and where it stood: in the application's own code
    (`frame`), outside of Java's own (`waits_in`), and at all (`newest`). `at`: when its dump was made."""

    file: str
    line: int
    thread: str
    state: str | None
    frame: str | None
    client_id: str | None
    newest: str | None = None
    waits_in: str | None = None
    at: datetime | None = None

    @property
    def place(self) -> EvidenceLine:
        return EvidenceLine(self.file, self.line, f'"{self.thread}" {self.state or ""} {self.frame or ""}'.strip())
