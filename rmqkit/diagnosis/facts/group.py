"""What the evidence says about one group, in plain values: the only thing that rules see. No judgement here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

from rmqkit.diagnosis.facts.logs import Commit, Event, LogFile
from rmqkit.rocketmq import MessageQueue

RETRY_PREFIX = "%RETRY%"
DEAD_LETTER_PREFIX = "%DLQ%"
# Stands for the group where evidence shows one and nothing tells its name.
UNNAMED = "(group not named)"
# What stands for the id of a client whose running info does not tell it; such names do not sort like ids.
WITHOUT_ID = "client started "


@dataclass(frozen=True)
class QueueProgress:
    """One queue in one snapshot of consumerProgress."""

    queue: MessageQueue
    broker_offset: int
    consumer_offset: int
    client_ip: str | None
    diff: int
    inflight: int | None
    last_time: datetime | None
    line: int


@dataclass(frozen=True)
class Snapshot:
    """One output of consumerProgress -g. `owners_shown`: at least one queue of it names its client."""

    file: str
    block: int
    at: datetime | None
    rows: tuple[QueueProgress, ...]

    @cached_property
    def owners_shown(self) -> bool:
        """Whether clients were asked for their queues and at least one answered."""
        return any(row.client_ip for row in self.rows)

    @cached_property
    def by_queue(self) -> Mapping[MessageQueue, QueueProgress]:
        """The rows by queue."""
        return {row.queue: row for row in self.rows}

    @cached_property
    def topics(self) -> frozenset[str]:
        """The topics that the snapshot lists."""
        return frozenset(row.queue.topic for row in self.rows)


@dataclass(frozen=True)
class Connection:
    """One line of a client list."""

    client_id: str
    address: str | None
    version: str | None
    language: str | None
    line: int


@dataclass(frozen=True)
class Roster:
    """One list of a group's clients, as one broker knows it (consumerConnection; consumerStatus has no addresses)."""

    file: str
    block: int
    at: datetime | None
    kind: str
    connections: tuple[Connection, ...]
    subscriptions: Mapping[str, str]
    subscription_lines: Mapping[str, int]
    message_model: str | None
    consume_type: str | None

    @cached_property
    def client_ids(self) -> tuple[str, ...]:
        """The ids as listed, duplicates kept."""
        return tuple(connection.client_id for connection in self.connections)


@dataclass(frozen=True)
class HeldQueue:
    """A queue in a client's running info."""

    queue: MessageQueue
    mode: str
    cached_count: int | None
    dropped: bool | None
    locked: bool | None
    last_pull: datetime | None
    last_consume: datetime | None
    line: int


@dataclass(frozen=True)
class TopicRates:
    """A topic in a client's running info: what is consumed and what fails."""

    topic: str
    consume_ok_tps: float | None
    consume_failed_tps: float | None
    consume_failed_in_hour: int | None
    line: int


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

    @cached_property
    def asked_at(self) -> datetime | None:
        """When the client was asked, by its own clock: its newest pull."""
        return max((held.last_pull for held in self.queues if held.last_pull), default=None)

    @cached_property
    def started_at(self) -> datetime | None:
        """When the client started, by its own clock (`PROP_CONSUMER_START_TIMESTAMP`)."""
        started = self.properties.get("PROP_CONSUMER_START_TIMESTAMP", "")
        return datetime.fromtimestamp(int(started) / 1000, UTC) if started.isdigit() else None


@dataclass(frozen=True)
class RouteBroker:
    """A broker in a topic's route."""

    broker: str
    read_queues: int
    perm: int
    file: str
    line: int
    address: str | None = None


@dataclass(frozen=True)
class QueueStatus:
    """A queue in topicStatus."""

    queue: MessageQueue
    max_offset: int
    at: datetime | None
    file: str
    line: int


@dataclass(frozen=True)
class Answer:
    """What a command said as a whole."""

    file: str
    line: int
    kind: str
    command: str | None
    topic: str | None
    at: datetime | None
    code: int | None
    text: str | None
    subscription_verdict: str | None


@dataclass(frozen=True)
class Listing:
    """The group's row in consumerProgress without -g."""

    file: str
    line: int
    count: int
    version: str | None
    type: str | None
    model: str | None
    diff_total: int | None


@dataclass(frozen=True)
class GroupFacts:
    """Everything that the evidence says about one consumer group."""

    group: str
    snapshots: tuple[Snapshot, ...] = ()
    rosters: tuple[Roster, ...] = ()
    running: tuple[RunningInfo, ...] = ()
    routes: Mapping[str, tuple[RouteBroker, ...]] = field(default_factory=dict)
    status: Mapping[str, tuple[QueueStatus, ...]] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    listings: tuple[Listing, ...] = ()
    events: tuple[Event, ...] = ()
    logs: Mapping[str, LogFile] = field(default_factory=dict)
    commits: tuple[Commit, ...] = ()

    @property
    def retry_topic(self) -> str:
        """The topic of messages that wait to be delivered again."""
        return RETRY_PREFIX + self.group

    def events_named(self, *names: str, source: str | None = None) -> list[Event]:
        """The group's events with these names, in the order of their files."""
        return [event for event in self.events if event.event in names and source in (None, event.source)]

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """The topics that the group has to do with, its own retry and dead-letter topics aside."""
        named = {row.queue.topic for snapshot in self.snapshots for row in snapshot.rows}
        named |= {topic for roster in self.rosters for topic in roster.subscriptions}
        named |= {topic for info in self.running for topic in info.subscriptions}
        named |= {event.topic for event in self.events if event.topic and event.event in _TOPIC_EVENTS}
        return tuple(sorted(topic for topic in named if is_user_topic(topic)))


_TOPIC_EVENTS = frozenset(
    {
        "subscription_topic_added",
        "subscription_topic_removed",
        "subscription_changed",
        "rebalance_result",
        "queue_added",
    }
)


def is_user_topic(topic: str) -> bool:
    """Whether an application subscribed to it: not a retry or dead-letter topic."""
    return RETRY_PREFIX not in topic and DEAD_LETTER_PREFIX not in topic
