"""What changed in a group, when, and which line says so: clients, subscriptions, queues, brokers,
offsets, rights. Facts in, changes out; what a change led to is asked elsewhere.

The broker's table of a group is overwritten with every heartbeat where its clients differ: that is
no change of anybody's subscription, so subscriptions are compared per client.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from operator import attrgetter

from rmqkit.diagnosis.case.members import Channel, channels, writers
from rmqkit.diagnosis.case.subscriptions import ClientSubscription, words_of_processes
from rmqkit.diagnosis.case.topic_queues import LoggedRoute, logged_routes
from rmqkit.diagnosis.facts.derived import derived
from rmqkit.diagnosis.facts.group import GroupFacts, Roster
from rmqkit.diagnosis.facts.handovers import RESETS
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import Transitions, transitions_of
from rmqkit.diagnosis.facts.witnesses import progress_place, roster_place
from rmqkit.formats.logs.carried.configs import GroupConfig, TopicConfig
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.rocketmq.internal_topics import is_user_topic

JOINED, LEFT = "client_joined", "client_left"
SUBSCRIBED = "subscription_changed"
QUEUES, RIGHTS = "queues_changed", "rights_changed"
BROKER_JOINED, BROKER_LEFT = "broker_joined", "broker_left"
BROKER_STARTED, ROLE = "broker_started", "broker_role_changed"
OFFSETS = "offsets_put"
OF_CLIENTS = frozenset({JOINED, LEFT, SUBSCRIBED})
OF_ROUTES = frozenset({QUEUES, RIGHTS, BROKER_JOINED, BROKER_LEFT, BROKER_STARTED, ROLE})

_BROKER_STARTS = ("broker_started", "broker_boot")
MOST_NAMED = 4


def clause(kind: str, subjects: Sequence[str], what: str) -> Phrase:
    """Changes of one kind and outcome, in words."""
    named = joined(", ", subjects[:MOST_NAMED])
    if len(subjects) > MOST_NAMED:
        named = say("{named} and {number} more", named=named, number=len(subjects) - MOST_NAMED)
    return _CLAUSES[kind if what else f"{kind} alone"](len(subjects), named, what)


def _joined(number: int, who: str, what: str) -> Phrase:
    return say_counted(
        number,
        "{who} joined and subscribes to {what}",
        "{who} joined and subscribe to {what}",
        who=who,
        what=what,
    )


def _subscribes(number: int, who: str, what: str) -> Phrase:
    return say_counted(
        number,
        "{who} subscribes to {what} from then on",
        "{who} subscribe to {what} from then on",
        who=who,
        what=what,
    )


def _sentence(number: int, subject: str, what: str) -> Phrase:
    """What names its subject itself."""
    return joined("; ", [what])


_CLAUSES: Mapping[str, Callable[[int, str, str], Phrase]] = {
    JOINED: _joined,
    f"{JOINED} alone": lambda _, who, what: say("{who} joined", who=who),
    f"{LEFT} alone": lambda _, who, what: say("{who} left", who=who),
    SUBSCRIBED: _subscribes,
    f"{SUBSCRIBED} alone": lambda _, who, what: say("{who} subscribes to nothing any more", who=who),
    QUEUES: _sentence,
    RIGHTS: _sentence,
    BROKER_JOINED: lambda _, broker, what: say("{broker} joined with queues of {topic}", broker=broker, topic=what),
    f"{BROKER_LEFT} alone": lambda _, broker, what: say("{broker} left the routes", broker=broker),
    f"{BROKER_STARTED} alone": lambda _, broker, what: say("{broker} started", broker=broker),
    ROLE: _sentence,
    f"{OFFSETS} alone": lambda _, topic, what: say("offsets of {topic} were put elsewhere", topic=topic),
}


@dataclass(frozen=True)
class Change:
    """One thing that is otherwise than before. It happened at `at`; where only two witnesses bound
    it, after `since` and by `at`. `subject` is who or what changed, `what` how."""

    kind: str
    subject: str
    what: str
    at: datetime
    since: datetime | None = None
    places: tuple[EvidenceLine, ...] = ()

    @property
    def begins(self) -> datetime:
        """The last moment at which all was as before."""
        return self.since or self.at

    @property
    def text(self) -> Phrase:
        """The change as a clause."""
        return clause(self.kind, [self.subject], self.what)


@derived
def changes_of(facts: GroupFacts) -> tuple[Change, ...]:
    """All changes that the evidence dates, in their order; what several witnesses tell is one."""
    spans = transitions_of(facts)
    told = [
        *_members(facts, spans),
        *_subscriptions(facts),
        *_routes(facts),
        *_settings(facts),
        *_queues_shown(facts),
        *_brokers(facts, spans),
        *_offsets(facts),
    ]
    return tuple(sorted(_once(told, spans), key=attrgetter("at", "kind", "subject")))


def _once(told: Iterable[Change], spans: Transitions) -> Iterator[Change]:
    """Witnesses of one change lie at most as far apart as its news takes; the first one dates it."""
    key = attrgetter("kind", "subject", "what")
    for _, alike in groupby(sorted(told, key=attrgetter("kind", "subject", "what", "at")), key):
        kept: list[Change] = []
        for change in alike:
            if kept and change.begins - kept[-1].at <= spans.route_known:
                kept[-1] = _with_places(kept[-1], change.places)
            else:
                kept.append(change)
        yield from kept


def _with_places(change: Change, places: Sequence[EvidenceLine]) -> Change:
    merged = tuple(dict.fromkeys((*change.places, *places)))
    return Change(change.kind, change.subject, change.what, change.at, change.since, merged)


# Who is there: by the brokers' logs, else the clients' own, else by dated client lists.


@dataclass(frozen=True)
class Presence:
    """A client from when to when; None: from before the evidence, or to its end."""

    client: str
    came: datetime | None
    went: datetime | None
    places: tuple[EvidenceLine, ...] = ()


def _members(facts: GroupFacts, spans: Transitions) -> Iterator[Change]:
    said = [told for process in words_of_processes(facts).values() for told in process]
    for presence in presences(facts):
        if presence.came:
            wish = _wish([told for told in said if told.who == presence.client], presence, spans)
            yield Change(JOINED, _name(presence.client), wish, presence.came, places=presence.places[:1])
        if presence.went:
            yield Change(LEFT, _name(presence.client), "", presence.went, places=presence.places[-1:])
    known = {presence.client for presence in presences(facts)}
    yield from _between_lists(_dated_lists(facts), known)


def _name(client_id: str) -> str:
    """Without the nanoseconds behind the process's number."""
    return client_id.split("#", 1)[0]


@derived
def presences(facts: GroupFacts) -> tuple[Presence, ...]:
    """Every stay of every client, by the brokers' logs; by its own log where these are silent."""
    by_client: dict[str, list[tuple[datetime | None, datetime | None, Channel]]] = defaultdict(list)
    for channel in channels(facts):
        if channel.client_id:
            by_client[channel.client_id].append((channel.opened_at, channel.closed_at, channel))
    spans = transitions_of(facts)
    seen = [stay for client, stays in by_client.items() for stay in _stays(client, stays, spans.second_heartbeat)]
    return (*seen, *_by_own_logs(facts, set(by_client)))


def _stays(
    client: str, told: Sequence[tuple[datetime | None, datetime | None, Channel]], gap: timedelta
) -> Iterator[Presence]:
    """Channels of one client that overlap, or follow each other within two heartbeats, are one stay."""
    ordered = sorted(told, key=lambda one: (one[0] is not None, one[0]))
    current: Presence | None = None
    for came, went, channel in ordered:
        places = tuple(event.place for event in (channel.opened, channel.closed) if event)
        if current is None or (current.went and came and came - current.went > gap):
            if current:
                yield current
            current = Presence(client, came, went, places)
        else:
            ends = None if current.went is None or went is None else max(current.went, went)
            current = Presence(client, current.came, ends, (*current.places, *places))
    if current:
        yield current


def _by_own_logs(facts: GroupFacts, known: set[str]) -> Iterator[Presence]:
    """A client that no broker's log names: it tells of its own start and of its shutdown."""
    if known:
        return
    for file, client in writers(facts).items():
        starts = _own(facts.events_named("consumer_started", source="client", file=file), facts)
        ends = _own(facts.events_named("consumer_shutdown", source="client", file=file), facts)
        first, last = (starts[0] if starts else None), (ends[-1] if ends else None)
        if first or last:
            gone = last if last and not (starts and last.at and (starts[-1].at or last.at) > last.at) else None
            places = tuple(event.place for event in (first, gone) if event)
            yield Presence(client, first.at if first else None, gone.at if gone else None, places)


def _own(events: Sequence[Event], facts: GroupFacts) -> list[Event]:
    return [event for event in events if event.group in (None, facts.group) and event.at]


def _wish(told: Sequence[ClientSubscription], presence: Presence, spans: Transitions) -> str:
    """What it subscribed to at first, as far as any source tells."""
    came = presence.came
    first = [each for each in told if each.at and came and abs(each.at - came) <= spans.second_heartbeat]
    chosen = first or [each for each in told if each.exact]
    return wish_of(chosen[0]) if chosen else ""


def wish_of(subscription: ClientSubscription) -> str:
    """Topics for a sentence, each with its expression where that is not everything."""
    named = sorted(subscription.topics.items())
    return ", ".join(topic if str(wanted.text or "*") == "*" else f"{topic} {wanted}" for topic, wanted in named)


def _dated_lists(facts: GroupFacts) -> list[Roster]:
    return [each for each in facts.rosters if each.kind == "consumer_connection" and each.at]


def _between_lists(lists: Sequence[Roster], known: set[str]) -> Iterator[Change]:
    """Who came or went between two lists, of those whom no log tells of.

    A connection that lists show before and after was there all the time: the list between them
    is another broker's, or incomplete.
    """
    connections = [_connections(listed) for listed in lists]
    for place, (earlier, later) in enumerate(pairwise(lists), start=1):
        shown_before = frozenset().union(*connections[:place])
        shown_after = frozenset().union(*connections[place:])
        at = later.at
        if at is None:
            continue
        for client, line in _only_in(later, earlier, known, shown_before):
            yield Change(JOINED, _name(client), "", at, earlier.at, (line,))
        for client, line in _only_in(earlier, later, known, shown_after):
            yield Change(LEFT, _name(client), "", at, earlier.at, (line,))


def _connections(listed: Roster) -> frozenset[tuple[str, str]]:
    return frozenset((each.client_id, each.address) for each in listed.connections if each.address)


def _only_in(
    one: Roster, other: Roster, known: set[str], shown: frozenset[tuple[str, str]]
) -> list[tuple[str, EvidenceLine]]:
    """The clients of one list that are not in the other, with their lines."""
    missing = set(one.client_ids) - set(other.client_ids) - known
    told = {each.client_id: each for each in one.connections if (each.client_id, each.address) not in shown}
    return [(client, roster_place(one, told[client])) for client in sorted(missing & told.keys())]


# Subscriptions: one client's words, compared with its words before.


def _subscriptions(facts: GroupFacts) -> Iterator[Change]:
    for told in words_of_processes(facts).values():
        for earlier, later in pairwise(told):
            if later.at and _differ(earlier, later):
                yield Change(SUBSCRIBED, _name(later.who), wish_of(later), later.at, earlier.at, later.places[:1])


def _differ(one: ClientSubscription, other: ClientSubscription) -> bool:
    if set(one.topics) != set(other.topics):
        return True
    return any(not wanted.same_as(other.topics[topic]) for topic, wanted in one.topics.items())


# Queues, rights, and brokers, as routes, settings and looks have them.


def _routes(facts: GroupFacts) -> Iterator[Change]:
    """What one client's routes of a topic have that the ones before had not."""
    for topic in facts.topics:
        by_file: dict[str, list[LoggedRoute]] = defaultdict(list)
        for route in logged_routes(facts, topic):
            if route.at:
                by_file[route.event.file].append(route)
        for told in by_file.values():
            for earlier, later in pairwise(sorted(told, key=attrgetter("at"))):
                yield from _between_routes(topic, earlier, later)


def _between_routes(topic: str, earlier: LoggedRoute, later: LoggedRoute) -> Iterator[Change]:
    at = later.at
    if at is None:
        return
    before = {held.broker: held for held in earlier.brokers}
    after = {held.broker: held for held in later.brokers}
    place = (later.event.place,)
    for broker in sorted(after.keys() - before.keys()):
        yield Change(BROKER_JOINED, broker, topic, at, places=place)
    for broker in sorted(before.keys() - after.keys()):
        yield Change(BROKER_LEFT, broker, "", at, places=place)
    for broker in sorted(before.keys() & after.keys()):
        one, other = before[broker], after[broker]
        if one.read_queues != other.read_queues:
            yield _queues(topic, broker, one.read_queues, other.read_queues, at, place)
        if bool(one.readable_queues) != bool(other.readable_queues) and one.read_queues == other.read_queues:
            yield _rights(topic, broker, bool(other.readable_queues), at, place)
        if broker in earlier.masters and broker not in later.masters:
            yield Change(
                ROLE,
                broker,
                say("the master of {broker} left the routes, a slave serves", broker=broker),
                at,
                places=place,
            )
        if broker in later.masters and broker in earlier.without_master:
            yield Change(ROLE, broker, say("{broker} has a master again", broker=broker), at, places=place)


def _queues(
    topic: str,
    broker: str,
    old: int,
    new: int,
    at: datetime,
    places: tuple[EvidenceLine, ...],
) -> Change:
    what = _from_to(topic, broker, old, new)
    return Change(QUEUES, topic, what, at, places=places)


def _from_to(topic: str, broker: str, old: int, new: int) -> Phrase:
    return say("{topic} went from {old} to {new} queues on {broker}", topic=topic, old=old, new=new, broker=broker)


def _rights(
    topic: str,
    broker: str,
    readable: bool,
    at: datetime,
    places: tuple[EvidenceLine, ...],
) -> Change:
    what = (
        say("{broker} lets consumers read {topic} again", broker=broker, topic=topic)
        if readable
        else say("{broker} lets nobody read {topic} any more", broker=broker, topic=topic)
    )
    return Change(RIGHTS, topic, what, at, places=places)


def _settings(facts: GroupFacts) -> Iterator[Change]:
    """Topics and the group as a broker's log has them changed."""
    of_topics: dict[tuple[str, str], TopicConfig] = {}
    for event in facts.events_named("topic_created", "topic_updated", "topic_deleted", source="broker"):
        config = event.carried.topic_config
        if config is None or config.topic not in facts.topics or event.at is None:
            continue
        broker = broker_of(facts, event.file)
        before = of_topics.get((event.file, config.topic))
        of_topics[event.file, config.topic] = config
        if event.event == "topic_deleted":
            # A slave that takes its master's settings over writes the same of topics that stay.
            if not facts.events_named("topic_deleted_by", file=event.file):
                continue
            gone = say("{topic} was deleted on {broker}", topic=config.topic, broker=broker)
            yield Change(QUEUES, config.topic, gone, event.at, places=(event.place,))
        elif before and before.read_queues != config.read_queues:
            yield _queues(config.topic, broker, before.read_queues, config.read_queues, event.at, (event.place,))
        elif before and before.readable != config.readable:
            yield _rights(config.topic, broker, config.readable, event.at, (event.place,))
    yield from _of_the_group(facts)


def _of_the_group(facts: GroupFacts) -> Iterator[Change]:
    last: dict[str, GroupConfig] = {}
    for event in facts.events_named("group_config_created", "group_config_updated", source="broker"):
        config = event.carried.group_config
        if config is None or config.group != facts.group or event.at is None:
            continue
        before = last.get(event.file, GroupConfig(facts.group, may_consume=True, may_broadcast=True))
        last[event.file] = config
        if event.event == "group_config_created":
            continue
        broker = broker_of(facts, event.file)
        if before.may_consume != config.may_consume:
            yield Change(
                RIGHTS,
                facts.group,
                _may(facts.group, broker, allowed=config.may_consume),
                event.at,
                places=(event.place,),
            )
        elif before.may_broadcast != config.may_broadcast:
            yield Change(
                RIGHTS,
                facts.group,
                _may(facts.group, broker, allowed=config.may_broadcast),
                event.at,
                places=(event.place,),
            )


def _may(group: str, broker: str, *, allowed: bool) -> Phrase:
    if allowed:
        return say("{broker} serves {group} again", broker=broker, group=group)
    return say("{broker} refuses {group}", broker=broker, group=group)


def _queues_shown(facts: GroupFacts) -> Iterator[Change]:
    """A dated look lists more queues of a broker than the one before: behind those that were there."""
    dated = [look for look in facts.snapshots if look.at]
    newest: dict[tuple[str, str], tuple[datetime, int]] = {}
    for look in dated:
        numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
        for row in look.rows:
            numbers[row.queue.topic, row.queue.broker].append(row.queue.queue)
        for place, listed in numbers.items():
            topic, broker = place
            before = newest.get(place)
            if before and look.at and before[1] < len(set(listed)) == max(listed) + 1 and is_user_topic(topic):
                first = next(row for row in look.rows if row.queue.queue == before[1] and row.queue.topic == topic)
                what = _from_to(topic, broker, before[1], len(set(listed)))
                yield Change(QUEUES, topic, what, look.at, before[0], (progress_place(look.file, first),))
            if look.at and len(set(listed)) == max(listed) + 1:
                newest[place] = (look.at, len(set(listed)))


def _brokers(facts: GroupFacts, spans: Transitions) -> Iterator[Change]:
    """Starts of brokers when the group was there already, and brokers that no route holds."""
    there = [presence.came for presence in presences(facts) if presence.came]
    looks = [look.at for look in facts.snapshots if look.at]
    begins = min((*there, *looks), default=None)
    for event in facts.events_named(*_BROKER_STARTS, source="broker"):
        if event.at and begins and event.at > begins:
            broker = event.broker or broker_of(facts, event.file)
            yield Change(BROKER_STARTED, broker, "", event.at, places=(event.place,))
    for event in facts.events_named("broker_offline", "broker_unregistered"):
        if event.at and event.broker:
            yield Change(BROKER_LEFT, event.broker, "", event.at, places=(event.place,))
    for event in facts.events_named("broker_role_changed"):
        if event.at:
            broker = broker_of(facts, event.file)
            what = say("the role of {broker} changed", broker=broker)
            yield Change(ROLE, broker, what, event.at, places=(event.place,))


@derived
def broker_of(facts: GroupFacts, file: str) -> str:
    """Which broker wrote a log, by what it says of itself or by the log's path; else the log's name."""
    said = [event.broker for event in facts.events_named(*_BROKER_STARTS, file=file) if event.broker]
    known = {held.broker for route in facts.routes.values() for held in route}
    known |= {queue.broker for queue in facts.newest_looks}
    return (said[-1:] or sorted((broker for broker in known if broker in file), key=len, reverse=True) or [file])[0]


def _offsets(facts: GroupFacts) -> Iterator[Change]:
    """Resets, by whoever tells of them; one that many records tell is one."""
    resets = [event for event in _own(facts.events_named(*RESETS), facts) if is_user_topic(event.topic or "")]
    named = [event for event in resets if event.topic] or resets
    for event in named:
        if event.at:
            yield Change(OFFSETS, event.topic or facts.group, "", event.at, places=(event.place,))
