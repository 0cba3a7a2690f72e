"""What the evidence says about one group, in plain values: the only thing that rules see. No judgement here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from rmqkit.diagnosis.facts.brokers_words import Figure, Setting
from rmqkit.diagnosis.facts.clients_words import ConsumingThread, RunningInfo
from rmqkit.diagnosis.facts.known import distinct, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import Commit, Event, EvidenceLine, LogFile, Told, queue_of, told, topics_in
from rmqkit.formats.mqadmin.own_words import AnswerText
from rmqkit.formats.naming import natural_order, series_of
from rmqkit.language import message
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_defaults import PULL_BATCH
from rmqkit.rocketmq.internal_topics import RETRY_PREFIX, is_user_topic

READABLE = 4
_NO_EVENTS: Mapping[str | None, tuple[Event, ...]] = {None: ()}
# Stands for the group where evidence shows one and nothing tells its name.
UNNAMED: str = message("(group not named)")
# What stands for the id of a client whose running info does not tell it; such names do not
# sort like ids.
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
    """One output of consumerProgress -g. `owners_shown`: at least one queue of it names its client. `owners_asked`: it
    has a column for clients (-s true), be it empty. `times`: for how many looks it stands, itself and those after it
    that were left out because they tell nothing new. `whole`: it is of all brokers and each of its lines was
    understood; what another snapshot lists and this one does not is not there."""

    file: str
    block: int
    at: datetime | None
    rows: tuple[QueueProgress, ...]
    owners_asked: bool = True
    times: int = 1
    whole: bool = True

    @cached_property
    def owners_shown(self) -> bool:
        """Whether clients were asked for their queues and at least one answered."""
        return any(row.client_ip for row in self.rows)

    @cached_property
    def by_queue(self) -> Mapping[MessageQueue, QueueProgress]:
        return {row.queue: row for row in self.rows}

    @cached_property
    def newest_read(self) -> datetime | None:
        """When the newest was stored of the messages that were read last (`#LastTime`), of applications' topics."""
        return latest(row.last_time for row in self.rows if row.queue.is_users)

    @cached_property
    def has_known_moment(self) -> bool:
        """Whether its moment is that of its making: it prints one, or a queue that keeps up shows it. A snapshot
        without a date takes the newest `#LastTime`, which is long ago where whoever read that message is further from
        the queue's end than a pull brings: such snapshots follow each other by it, and nothing else is before or after
        them."""
        last = [row for row in self.rows if row.last_time and row.last_time == self.at]
        return self.at is not None and (not last or any(row.diff <= PULL_BATCH for row in last))

    @property
    def queues(self) -> Collection[MessageQueue]:
        return self.by_queue.keys()

    @cached_property
    def content(self) -> tuple[object, ...]:
        """What the rows say, wherever they stand: a copy of the output says the same."""
        return tuple(
            (row.queue, row.broker_offset, row.consumer_offset, row.client_ip, row.diff, row.inflight, row.last_time)
            for row in self.rows
        )

    @cached_property
    def topics(self) -> frozenset[str]:
        return frozenset(row.queue.topic for row in self.rows)

    def ends_before(self, other: Snapshot) -> bool:
        """Whether of the queues that both list some end earlier than there, and none later."""
        both = ((row, other.by_queue.get(row.queue)) for row in self.rows)
        steps = [there.broker_offset - row.broker_offset for row, there in both if there]
        return any(steps) and min(steps) >= 0

    @property
    def waiting(self) -> list[QueueProgress]:
        """The rows of applications' queues in which messages wait."""
        return [row for row in self.rows if row.queue.is_users and row.diff > 0]

    def rows_of(self, topic: str) -> list[QueueProgress]:
        return [row for row in self.rows if row.queue.topic == topic]

    def place(self, row: QueueProgress) -> EvidenceLine:
        offsets = f"broker offset {row.broker_offset}, consumer offset {row.consumer_offset}"
        text = f"{row.queue.name}: {offsets}, client {row.client_ip or 'N/A'}, diff {row.diff}"
        return EvidenceLine(self.file, row.line, text)


@dataclass(frozen=True)
class Connection:
    client_id: str
    address: str | None
    version: str | None
    line: int
    language: str | None = None


@dataclass(frozen=True)
class Roster:
    """One list of a group's clients, as one broker knows it (consumerConnection;
    consumerStatus has no addresses). `asked`: the broker's address, where the command names it (-b);
    `name_servers`: those that it names (-n), which may be proxies."""

    file: str
    block: int
    at: datetime | None
    kind: str
    connections: tuple[Connection, ...]
    subscriptions: Mapping[str, str]
    subscription_lines: Mapping[str, int]
    message_model: str | None
    consume_type: str | None
    asked: str | None = None
    name_servers: frozenset[str] = frozenset()

    @property
    def by_broker(self) -> bool:
        """Whether a broker answered it; else mqadmin asked each client (consumerStatus): the silent ones lack."""
        return self.kind == "consumer_connection"

    @cached_property
    def client_ids(self) -> tuple[str, ...]:
        """The ids as listed, duplicates kept."""
        return tuple(connection.client_id for connection in self.connections)

    @cached_property
    def at_addresses(self) -> frozenset[tuple[str, str | None]]:
        """Each id with the address that it is connected from."""
        return frozenset((listed.client_id, listed.address) for listed in self.connections)

    @cached_property
    def addresses(self) -> frozenset[str]:
        """Where its connections come from. A client has a port of its own at each broker: lists without one in common
        are of two brokers, or of two times."""
        return frozenset(connection.address for connection in self.connections if connection.address)

    def connections_of(self, client_id: str) -> list[Connection]:
        """The lines of one id: several where processes share it."""
        return [connection for connection in self.connections if connection.client_id == client_id]

    def repeats(self, client_id: str) -> bool:
        """Whether the id stands in it more than once."""
        return len(self.connections_of(client_id)) > 1

    def place(self, connection: Connection) -> EvidenceLine:
        words = (connection.client_id, connection.address, connection.version)
        return EvidenceLine(self.file, connection.line, "  ".join(word for word in words if word))

    @property
    def first_place(self) -> tuple[EvidenceLine, ...]:
        return tuple(map(self.place, self.connections[:1]))

    def places_of(self, client_id: str) -> list[EvidenceLine]:
        """An id's lines in it: several where several processes have it."""
        return list(map(self.place, self.connections_of(client_id)))

    @property
    def subscriptions_place(self) -> EvidenceLine:
        return self.subscription_place(min(self.subscription_lines, key=self.subscription_lines.__getitem__))

    def subscription_place(self, topic: str) -> EvidenceLine:
        return EvidenceLine(self.file, self.subscription_lines.get(topic), f"{topic} {self.subscriptions[topic]}")


@dataclass(frozen=True)
class RouteBroker:
    broker: str
    read_queues: int
    perm: int
    file: str
    line: int
    address: str | None = None
    write_queues: int | None = None
    master: bool | None = None
    cluster: str | None = None

    @property
    def place(self) -> EvidenceLine:
        text = f"{self.broker}: read {self.read_queues}, write {self.write_queues}, perm {self.perm}"
        return EvidenceLine(self.file, self.line, text)

    @property
    def readable_queues(self) -> int:
        """How many queues consumers may read: none without the read permission (`PermName.PERM_READ`)."""
        return self.read_queues if self.perm & READABLE else 0

    @property
    def unreadable_queues(self) -> int:
        """How many queues producers may have filled that consumers may not read."""
        return max(0, (self.write_queues or 0) - self.readable_queues)

    def readable(self, topic: str) -> list[MessageQueue]:
        """The queues that consumers share out."""
        return [MessageQueue(topic, self.broker, number) for number in range(self.readable_queues)]

    def unreadable(self, topic: str) -> list[MessageQueue]:
        """The queues behind those that consumers may read."""
        return [
            MessageQueue(topic, self.broker, number) for number in range(self.readable_queues, self.write_queues or 0)
        ]


@dataclass(frozen=True)
class QueueStatus:
    """A queue in topicStatus. `last_updated`: when the broker stored its newest message."""

    queue: MessageQueue
    max_offset: int
    at: datetime | None
    file: str
    line: int
    min_offset: int | None = None
    last_updated: datetime | None = None

    @property
    def place(self) -> EvidenceLine:
        text = f"{self.queue.name}: min offset {self.min_offset}, max offset {self.max_offset}"
        return EvidenceLine(self.file, self.line, text)


NOT_ONLINE, NO_TOPIC, PARSE_FAILED = 206, 17, 23
"""Codes of answers: nobody of the group is online, the topic is not there, an expression cannot be parsed."""


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
    block: int = 0
    consume_tps: float | None = None
    name_server: str | None = None

    @cached_property
    def said(self) -> AnswerText:
        """What its text means, as typed values; nothing else reads the text."""
        return AnswerText(self.text or "")

    @property
    def place(self) -> EvidenceLine:
        return EvidenceLine(self.file, self.line, self.text or f"CODE: {self.code}")

    @property
    def printed_alone(self) -> bool:
        """Whether nothing but a failure was printed."""
        return self.kind == "command_failed"

    @property
    def quoted(self) -> bool:
        """Whether it stands among other words."""
        return self.kind == "statements"

    @property
    def says_offline(self) -> bool:
        """CODE 206 of consumerConnection or consumerStatus: the broker knows no client of the group.
        That of consumerProgress before 5.0 only means that the group has no offsets."""
        return self.code == NOT_ONLINE and self.said.no_consumer_online

    @property
    def queues(self) -> tuple[MessageQueue, ...]:
        return tuple(map(queue_of, self.said.queues))


@dataclass(frozen=True)
class Listing:
    """The group's row in consumerProgress without -g."""

    file: str
    line: int
    count: int
    version: str | None
    type: str | None
    model: str | None

    @property
    def place(self) -> EvidenceLine:
        return EvidenceLine(self.file, self.line, f"{self.count} {self.version}")


def came_later(output: Snapshot | Roster | Answer, other: Snapshot | Roster | Answer) -> bool:
    """By its place in one file, by its moment, or by the higher number of its file where nothing dates one of them."""
    if output.file == other.file:
        return output.block > other.block
    if None in (output.at, other.at):
        (folder, _, name), (others, _, of_other) = (one.file.rpartition("/") for one in (output, other))
        of_one_series = folder == others and series_of(name) == series_of(of_other)
        return of_one_series and natural_order(name) > natural_order(of_other)
    return is_after(output.at, other.at)


# A log of more records is an incident's.
_MOST_IN_POST = 30


@dataclass(frozen=True)
class GroupFacts:
    """Everything that the evidence says about one consumer group; `settings` and `figures` are of all brokers and
    programs, whichever group they serve; `shared_logs` name other groups as well, so that a record of them without a
    group may be another's. `routes_by_server`: by topic, what name servers answered that were asked one at a time;
    `routes` has the brokers of them all. `ends_in_looks`: the queues that snapshots of any group of the cluster list,
    with their ends; `listed`: those of them of which any snapshot of the group shows that it had read. `elsewhere`:
    topics that another cluster of the evidence has, and the name servers asked there. `begun`: of a group whose clients
    left, the groups with topics of it that began then: a broker's log saw it, or mqadmin met no retry topic of theirs
    before it listed their clients. `not_in_list`: whether the cluster's groups were listed without it. `spelt_alike`:
    groups that mqadmin shows and whose names differ from its own in case, - or _ alone. `also_read`: by topic of its
    newest snapshot, other groups whose newest snapshot lists it, some of them. `servers_asked`: the name
    servers that mqadmin was given for it (-n), each list as one."""

    group: str
    snapshots: tuple[Snapshot, ...] = ()
    rosters: tuple[Roster, ...] = ()
    running: tuple[RunningInfo, ...] = ()
    routes: Mapping[str, tuple[RouteBroker, ...]] = field(default_factory=dict)
    routes_by_server: Mapping[str, Mapping[str, tuple[RouteBroker, ...]]] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    status: Mapping[str, tuple[QueueStatus, ...]] = field(default_factory=dict)
    ends_in_looks: Mapping[MessageQueue, QueueStatus] = field(default_factory=dict)
    listed: frozenset[MessageQueue] = frozenset()
    answers: tuple[Answer, ...] = ()
    listings: tuple[Listing, ...] = ()
    events: tuple[Event, ...] = ()
    logs: Mapping[str, LogFile] = field(default_factory=dict)
    shared_logs: frozenset[str] = frozenset()
    commits: tuple[Commit, ...] = ()
    threads: tuple[ConsumingThread, ...] = ()
    settings: tuple[Setting, ...] = ()
    figures: tuple[Figure, ...] = ()
    begun: tuple[GroupFacts, ...] = ()
    not_in_list: bool = False
    spelt_alike: tuple[str, ...] = ()
    also_read: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    servers_asked: frozenset[str] = frozenset()

    @cached_property
    def follows(self) -> dict[Hashable, Any]:
        """What was derived from these facts so far (`derived`)."""
        return {}

    @property
    def from_mqadmin(self) -> bool:
        """Whether mqadmin was asked about the group: for its progress, its clients, or what these say."""
        return bool(self.snapshots or self.rosters or self.running)

    @property
    def asked_about(self) -> bool:
        """The same, or mqadmin was asked in vain."""
        return self.from_mqadmin or any(answer.printed_alone for answer in self.answers)

    @property
    def is_post(self) -> bool:
        """Whether the evidence is a few lines only, with no look at the group."""
        return not self.from_mqadmin and len(self.events) <= _MOST_IN_POST

    @property
    def retry_topic(self) -> str:
        """The topic of messages that wait to be delivered again."""
        return RETRY_PREFIX + self.group

    def is_retry_topic(self, topic: str) -> bool:
        """Whether the group's messages wait there to be delivered again: those of pop consumers have a topic of their
        own for each topic (`KeyBuilder#buildPopRetryTopic`, 5.x)."""
        popped = (f"{self.retry_topic}{between}{one}" for one in self.topics for between in ("_", "+"))
        return topic in (self.retry_topic, *popped)

    @property
    def asked_by_topic(self) -> bool:
        """Whether each snapshot lists one topic: it may have been asked for that one (`ConsumerProgressSubCommand`, -t,
        5.0.0 and later). Unasked it lists the retry topic as well, to which clients subscribe that send back."""
        return bool(self.snapshots) and all(len(look.topics) == 1 for look in self.snapshots)

    def logs_of(self, source: str) -> frozenset[str]:
        return frozenset(file for file, log in self.logs.items() if log.source == source)

    def end_of(self, file: str) -> datetime | None:
        """Where a log ends; its own clock, so that zones and clocks of other files do not matter."""
        log = self.logs.get(file)
        return log.last if log else None

    def records(self, what: str, file: str | None = None) -> tuple[Event, ...]:
        """The records that tell this (`records.tsv`), in the order of their files; of one file where named."""
        by_file = self._records.get(what)
        if by_file is None:
            by_file = self._records[what] = self._records_by_file(told(what))
        return by_file.get(file, ())

    @cached_property
    def _records(self) -> dict[str, Mapping[str | None, tuple[Event, ...]]]:
        """What rules asked for so far: they ask for the same again, file by file."""
        return {}

    def _records_by_file(self, row: Told) -> Mapping[str | None, tuple[Event, ...]]:
        # Most that rules ask for was logged by nobody.
        if self._event_places.keys().isdisjoint(row.events):
            return {}
        places = sorted(place for name in row.events for place in self._event_places.get(name, ()))
        named = [event for event in map(self.events.__getitem__, places) if row.by in (None, event.source)]
        chosen = [event for event in named if not row.own or event.group == self.group]
        of_files = grouped((event.file, event) for event in chosen)
        return {None: tuple(chosen), **{name: tuple(events) for name, events in of_files.items()}}

    @cached_property
    def _event_places(self) -> Mapping[str, list[int]]:
        """Where the events of each name stand in `events`."""
        return grouped((event.event, place) for place, event in enumerate(self.events))

    @cached_property
    def looks_by_queue(self) -> Mapping[MessageQueue, list[tuple[Snapshot, QueueProgress]]]:
        """Each queue's row in every snapshot that lists it, the oldest first."""
        return grouped((row.queue, (snapshot, row)) for snapshot in self.snapshots for row in snapshot.rows)

    @cached_property
    def newest_looks(self) -> Mapping[MessageQueue, tuple[Snapshot, QueueProgress]]:
        """Each queue's row in the newest snapshot that lists it."""
        return {queue: looks[-1] for queue, looks in self.looks_by_queue.items()}

    @cached_property
    def ends(self) -> Mapping[MessageQueue, QueueStatus]:
        """Each queue in the newest topicStatus that lists it."""
        return {listed.queue: listed for status in self.status.values() for listed in status}

    @cached_property
    def ends_by_topic(self) -> Mapping[str, list[QueueStatus]]:
        """The same, of each topic: several looks at one list each of its queues once."""
        return grouped((queue.topic, listed) for queue, listed in self.ends.items())

    @cached_property
    def brokers(self) -> frozenset[str]:
        """Those that a route or a snapshot names."""
        routes = {held.broker for route in self.routes.values() for held in route}
        return frozenset(routes | {queue.broker for queue in self.newest_looks})

    def first_and_last_places(self, queues: Collection[MessageQueue]) -> list[EvidenceLine]:
        """The queues' lines in the first and in the last snapshot."""
        looks = (*self.snapshots[:1], *self.snapshots[-1:])
        return [look.place(row) for look in looks for row in look.rows if row.queue in queues]

    def looks_after(self, moment: datetime | None) -> list[Snapshot]:
        """The snapshots that are dated after a moment."""
        return [look for look in self.snapshots if is_after(look.at, moment)]

    @cached_property
    def client_lists(self) -> tuple[Roster, ...]:
        """What brokers answered to consumerConnection: everybody whom they know. consumerStatus leaves out who does not
        answer."""
        return tuple(roster for roster in self.rosters if roster.by_broker)

    @cached_property
    def listed_ids(self) -> frozenset[str]:
        return frozenset(client_id for roster in self.rosters for client_id in roster.client_ids)

    @cached_property
    def newest_running(self) -> Mapping[str, RunningInfo]:
        """What each client said of itself when it was asked last, by its id."""
        return {info.client_id: info for info in self.running}

    @property
    def without_retry_topic(self) -> list[Answer]:
        """The answers that the group's retry topic, which a broker makes with the first heartbeat, is unknown."""
        return [one for one in self.answers if one.code == NO_TOPIC and one.said.names(self.retry_topic)]

    @property
    def beginning(self) -> tuple[Event, ...]:
        """Where a broker's log says that the group is new there: with its first client's first heartbeat the broker
        makes its retry topic (`ClientManageProcessor#heartBeat`, all versions)."""
        return tuple(event for event in self.records("serves.topics_made") if event.topic == self.retry_topic)

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """The topics that the group has to do with, its own retry and dead-letter topics aside."""
        named = {queue.topic for queue in self.newest_looks}
        named |= {topic for roster in self.rosters for topic in roster.subscriptions}
        named |= {topic for info in self.running for topic in info.subscriptions}
        named.update(topics_in(self.records("wants.any_topic")))
        return tuple(filter(is_user_topic, distinct(named)))

    def pulled_a_second(self, look: Snapshot) -> float | None:
        """How many messages the brokers gave the group in a second, as the snapshot prints it."""
        below = [answer for answer in self.answers if (answer.file, answer.block) == (look.file, look.block)]
        return next((answer.consume_tps for answer in below if answer.consume_tps is not None), None)

    def own_topics(self, named: Iterable[str | None]) -> tuple[str, ...]:
        """Those of some topics that the group has to do with."""
        return distinct(topic for topic in named if topic in self.topics)

    def end(self, queue: MessageQueue) -> QueueStatus | None:
        """How far a queue goes, by topicStatus and by snapshots of any group."""
        known = [ends[queue] for ends in (self.ends, self.ends_in_looks) if queue in ends]
        return max(known, key=lambda end: end.max_offset, default=None)

    def unread(self, end: QueueStatus) -> int:
        """How many messages of a queue nobody deleted and the group is not known to have read."""
        read = [commit.offset for commit in self.commits if commit.queue == end.queue]
        if newest := self.newest_looks.get(end.queue):
            read.append(newest[1].consumer_offset)
        return max(0, end.max_offset - max([end.min_offset or 0, *read]))

    def left_waiting(self, queue: MessageQueue) -> int | None:
        """What waits in a queue that nobody reads, by whatever tells its end last. Without an offset of the group it is
        known where no message was deleted: a broker answers 0 to who asks for the offset then
        (`ConsumerManageProcessor#queryConsumerOffset`, all versions), and the next reader begins there."""
        end, seen = self.end(queue), self.newest_looks.get(queue)
        if end and (seen or end.min_offset == 0):
            return self.unread(end)
        return seen[1].diff if seen else None

    @property
    def unreached(self) -> tuple[Answer, ...]:
        """What mqadmin printed when it could not reach whom it asked."""
        return tuple(answer for answer in self.answers if answer.said.unreachable)


# What follows from a group's facts, or from its case, is computed once. What follows is said elsewhere.


Given = TypeVar("Given", bound=GroupFacts)
P = ParamSpec("P")
T = TypeVar("T")


def derived(function: Callable[Concatenate[Given, P], T]) -> Callable[Concatenate[Given, P], T]:
    """Remember what the function makes of facts or of a case: many rules ask for it, of every queue and client. What it
    returns is shared by all who ask; none of them may change it."""
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def remembered(given: Given, /, *arguments: P.args, **named: P.kwargs) -> T:
        known = given.follows
        key = (name, arguments, *named.items()) if named else (name, arguments)
        try:
            value: T = known[key]
        except KeyError:
            value = known[key] = function(given, *arguments, **named)
        return value

    return remembered
