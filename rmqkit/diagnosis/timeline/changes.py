"""What changed in a group, when, and which line says so: clients, subscriptions, queues, brokers,
offsets, rights. Facts in, changes out; what a change led to is asked elsewhere.

The broker's table of a group is overwritten with every heartbeat where its clients differ: that is
no change of anybody's subscription, so subscriptions are compared per client.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from rmqkit.diagnosis.case.clocks import zone_remainder
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, Roster, derived
from rmqkit.diagnosis.facts.known import all_known, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, places_of
from rmqkit.diagnosis.facts.transitions import ANOTHER_TIME, CLOCKS_APART, Transitions, transitions_of
from rmqkit.diagnosis.relations.members import broker_of, comparable_lists, presences, short_id, twin_channels
from rmqkit.diagnosis.relations.serves import deletions, gone_since, logged_routes
from rmqkit.diagnosis.relations.settings import group_configs, of_topics
from rmqkit.diagnosis.relations.wants import ClientSubscription, process_histories
from rmqkit.formats.logs.carried.configs import GroupConfig
from rmqkit.formats.naming import moment_of_folder
from rmqkit.language import Phrase, Text, joined, read_toml, say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

JOINED, LEFT = "client_joined", "client_left"
TWIN_JOINED, TWIN_LEFT = "twin_joined", "twin_left"
SUBSCRIBED = "subscription"
QUEUES, RIGHTS = "queues_changed", "rights_changed"
BROKER_JOINED, BROKER_LEFT = "broker_joined", "broker_left"
BROKER_STARTED, ROLE = "broker_starts", "broker_role"
OFFSETS = "offsets_put"
OF_CLIENTS = frozenset({JOINED, LEFT, TWIN_JOINED, TWIN_LEFT, SUBSCRIBED})
OF_ROUTES = frozenset({QUEUES, RIGHTS, BROKER_JOINED, BROKER_LEFT, BROKER_STARTED, ROLE})

MOST_NAMED = 4


_CLAUSES = read_toml(Path(__file__).with_suffix(".toml"))


def clause(kind: str, subjects: Sequence[str], what: str) -> Phrase:
    named = joined(", ", subjects[:MOST_NAMED])
    if len(subjects) > MOST_NAMED:
        named = say("{named} and {number} more", named=named, number=len(subjects) - MOST_NAMED)
    text: Text = _CLAUSES[kind]["to" if what else "alone"]
    return text.say(number=len(subjects), who=named, what=what)


@dataclass(frozen=True)
class DatedChange:
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
        return clause(self.kind, [self.subject], self.what)


@derived
def changes_of(facts: GroupFacts) -> tuple[DatedChange, ...]:
    """All changes that the evidence dates, in their order; what several witnesses tell is one."""
    spans = transitions_of(facts)
    changes = [
        *_members(facts, spans),
        *_subscriptions(facts),
        *_routes(facts),
        *_settings(facts),
        *_group_rights(facts),
        *_queues_shown(facts),
        *_brokers(facts),
        *_offsets(facts),
    ]
    return tuple(sorted([*_once(changes, spans), *_twins(facts)], key=attrgetter("at", "kind", "subject")))


def _once(told: Iterable[DatedChange], spans: Transitions) -> Iterator[DatedChange]:
    """Witnesses of one change lie at most as far apart as its news takes; the first one dates it."""
    key = attrgetter("kind", "subject", "what")
    for _, alike in groupby(sorted(told, key=attrgetter("kind", "subject", "what", "at")), key):
        kept: list[DatedChange] = []
        for change in alike:
            if kept and change.begins - kept[-1].at <= spans.route_known:
                places = tuple(dict.fromkeys((*kept[-1].places, *change.places)))
                kept[-1] = replace(kept[-1], places=places)
            else:
                kept.append(change)
        yield from kept


# Who is there: by the brokers' logs, else the clients' own, else by their running infos and dated client lists.


def _members(facts: GroupFacts, spans: Transitions) -> Iterator[DatedChange]:
    said = [words for process in process_histories(facts).values() for words in process]
    for presence in presences(facts):
        if presence.came:
            # What it subscribed to at first, as far as any source tells.
            told = [words for words in said if words.who == presence.client]
            first = [words for words in told if words.at and abs(words.at - presence.came) <= spans.second_heartbeat]
            chosen = first or [words for words in told if words.exact]
            wish = wish_text(chosen[0]) if chosen else ""
            yield DatedChange(JOINED, short_id(facts, presence.client), wish, presence.came, places=presence.places[:1])
        if presence.went:
            yield DatedChange(LEFT, short_id(facts, presence.client), "", presence.went, places=presence.places[-1:])
    known = {presence.client for presence in presences(facts)}
    # A client that says itself that it started after the group's first snapshot: before that it was no member. mqadmin
    # has to have asked it at about the time of another output.
    reported = set()
    moments = [*(look.at for look in facts.snapshots), *(listed.at for listed in facts.rosters)]
    begins = earliest(moments)
    for client in sorted(facts.newest_running.keys() - known):
        info = facts.newest_running[client]
        came, asked = started(info), info.asked_at
        beside = asked is not None and any(abs(asked - at) <= ANOTHER_TIME for at in moments if at)
        if came and begins and begins < came and beside:
            topics = ", ".join(topic for topic in sorted(info.subscriptions) if is_user_topic(topic))
            reported.add(short_id(facts, client))
            yield DatedChange(JOINED, short_id(facts, client), topics, came, places=(info.started_place,))
    for lists in comparable_lists(facts):
        for change in _between_lists(facts, lists, known):
            if change.kind == LEFT or change.subject not in reported:
                yield change


def _twins(facts: GroupFacts) -> Iterator[DatedChange]:
    """When a further process came under the id of one that is there, and when one alone was left of them."""
    for client_id, times in twin_channels(facts).items():
        for pairs in times:
            came = earliest(latest(one.opened_at for one in pair) for pair in pairs)
            ends = [earliest(one.closed_at for one in pair) for pair in pairs]
            places = places_of(one.opened for pair in pairs[:1] for one in pair if one.opened)
            if came:
                yield DatedChange(TWIN_JOINED, short_id(facts, client_id), "", came, places=tuple(places[-1:]))
            if last := latest(all_known(ends)):
                closed = [one.closed.place for pair in pairs for one in pair if one.closed and one.closed_at == last]
                yield DatedChange(TWIN_LEFT, short_id(facts, client_id), "", last, places=tuple(closed[:1]))


def started(info: RunningInfo) -> datetime | None:
    """When the client started, as snapshots are dated, where its clock agrees with that of the mqadmin that asked it.
    Whole zones between that and the client's newest pull are due to the zone in which dates without one were read."""
    asked = moment_of_folder(info.file)
    if not (asked and info.asked_at and info.started_at):
        return None
    apart = info.asked_at - asked
    off = zone_remainder(apart)
    return info.started_at + apart - off if abs(off) <= CLOCKS_APART else None


def wish_text(subscription: ClientSubscription) -> str:
    """Topics for a sentence, each with its expression where that is not everything; and that a client broadcasts."""
    named = sorted(subscription.topics.items())
    topics = ", ".join(topic if str(wanted.text or "*") == "*" else f"{topic} {wanted}" for topic, wanted in named)
    return f"{topics} (BROADCASTING)" if topics and subscription.message_model == "BROADCASTING" else topics


def _between_lists(facts: GroupFacts, lists: Sequence[Roster], known: set[str]) -> Iterator[DatedChange]:
    """Who came or went between two lists, of those whom no log tells of. A connection that lists show before and after
    was there all the time: the list between them is another broker's, or incomplete."""
    dated = [(listed, listed.at) for listed in lists if listed.at]
    connections = [listed.at_addresses for listed, _ in dated]
    for place, ((earlier, since), (later, at)) in enumerate(pairwise(dated), start=1):
        before, after = frozenset().union(*connections[:place]), frozenset().union(*connections[place:])
        for kind, one, other, shown in ((JOINED, later, earlier, before), (LEFT, earlier, later, after)):
            missing = set(one.client_ids) - set(other.client_ids) - known
            lines = {
                connection.client_id: connection
                for connection in one.connections
                if not connection.address or (connection.client_id, connection.address) not in shown
            }
            for client in sorted(missing & lines.keys()):
                yield DatedChange(kind, short_id(facts, client), "", at, since, (one.place(lines[client]),))


# Subscriptions: one client's words, compared with its words before.


def _subscriptions(facts: GroupFacts) -> Iterator[DatedChange]:
    for words in process_histories(facts).values():
        for earlier, later in pairwise(words):
            if later.at and later.differs_from(earlier):
                who, wish = short_id(facts, later.who), wish_text(later)
                yield DatedChange(SUBSCRIBED, who, wish, later.at, earlier.at, later.places[:1])


# Queues, rights, and brokers, as routes, settings and looks have them.


def _routes(facts: GroupFacts) -> Iterator[DatedChange]:
    """What one client's routes of a topic have that the ones before had not."""
    for topic in facts.topics:
        by_file = grouped((route.event.file, route) for route in logged_routes(facts, topic) if route.at)
        for routes in by_file.values():
            for earlier, later in pairwise(sorted(routes, key=attrgetter("at"))):
                noted = later.at, later.event.place
                before, after = earlier.by_broker, later.by_broker
                for broker in sorted(after.keys() - before.keys()):
                    yield from _noted(noted, BROKER_JOINED, broker, topic)
                for broker in sorted(before.keys() - after.keys()):
                    yield from _noted((gone_since(facts, broker, later.at), later.event.place), BROKER_LEFT, broker)
                for broker in sorted(before.keys() & after.keys()):
                    offered = [
                        _Offered(held[broker].read_queues, held[broker].readable_queues > 0) for held in (before, after)
                    ]
                    yield from _offered_otherwise(noted, topic, broker, *offered)
                    if broker in earlier.masters and broker not in later.masters:
                        left = say(
                            "the master of {broker} left the routes, and its slave serves clients", broker=broker
                        )
                        yield from _noted((gone_since(facts, broker, later.at), later.event.place), ROLE, broker, left)


class _Offered(NamedTuple):
    """How many queues of a topic a broker offers to consumers, and whether they may read them."""

    queues: int
    readable: bool


def _offered_otherwise(noted: _Line, topic: str, broker: str, old: _Offered, new: _Offered) -> Iterator[DatedChange]:
    if old.queues != new.queues:
        yield from _noted(noted, QUEUES, topic, _queue_change(topic, broker, old.queues, new.queues))
    elif new.readable and not old.readable:
        yield from _noted(
            noted, RIGHTS, topic, say("{broker} lets consumers read {topic} again", broker=broker, topic=topic)
        )
    elif old.readable and not new.readable:
        nobody = say("{topic} became unreadable on {broker}", broker=broker, topic=topic)
        yield from _noted(noted, RIGHTS, topic, nobody)


def _queue_change(topic: str, broker: str, old: int, new: int) -> Phrase:
    return say("{topic} went from {old} to {new} queues on {broker}", topic=topic, old=old, new=new, broker=broker)


def _settings(facts: GroupFacts) -> Iterator[DatedChange]:
    """Topics as a broker's log has them changed."""
    last: dict[tuple[str, str], _Offered] = {}
    deleted: set[tuple[str, str]] = set()
    for event, config in of_topics(facts):
        noted = event.at, event.place
        if config.topic not in facts.topics or event.at is None:
            continue
        topic, broker = config.topic, _writer(facts, event)
        old = config.before or config
        now, printed = (_Offered(one.read_queues, one.readable) for one in (config, old))
        before = last.get((event.file, topic), printed)
        last[event.file, topic] = now
        if event in deletions(facts).get((topic, broker_of(facts, event.file)), ()):
            deleted.add((event.file, topic))
            yield from _noted(noted, QUEUES, topic, say("{topic} was deleted on {broker}", topic=topic, broker=broker))
        elif (event.file, topic) in deleted:
            deleted.remove((event.file, topic))
            yield from _noted(
                noted, QUEUES, topic, say("{topic} was recreated on {broker}", topic=topic, broker=broker)
            )
        elif not event.tells("serves.topics_deleted"):
            yield from _offered_otherwise(noted, topic, broker, before, now)


def _group_rights(facts: GroupFacts) -> Iterator[DatedChange]:
    """Whether the group may consume, and broadcast, as a broker's log has it changed; the right to consume first."""
    last: dict[str, GroupConfig] = {}
    for event, config in group_configs(facts):
        if event.at is None:
            continue
        before = last.get(event.file, GroupConfig(facts.group, may_consume=True, may_broadcast=True))
        last[event.file] = config
        old, new = (before.may_consume, before.may_broadcast), (config.may_consume, config.may_broadcast)
        changed = [now for was, now in zip(old, new, strict=True) if was != now]
        if changed and event.tells("setting.of_groups_changed"):
            names = {"broker": _writer(facts, event), "group": facts.group}
            may = (
                say("{broker} serves {group} again", **names)
                if changed[0]
                else say("{broker} refuses {group}", **names)
            )
            yield from _noted((event.at, event.place), RIGHTS, facts.group, may)


def _queues_shown(facts: GroupFacts) -> Iterator[DatedChange]:
    """A dated snapshot lists more queues of a broker than the one before: behind those that were there. A snapshot
    counts for a broker where it lists its queues from 0 on without a gap."""
    newest: dict[tuple[str, str], tuple[datetime, int]] = {}
    for look, at in ((look, look.at) for look in facts.snapshots if look.at and look.whole):
        numbers = grouped(((queue.topic, queue.broker), queue.queue) for queue in look.by_queue)
        for (topic, broker), listed in numbers.items():
            count, before = len(set(listed)), newest.get((topic, broker))
            if count != max(listed) + 1:
                continue
            if before and before[1] < count and is_user_topic(topic):
                first = look.by_queue[MessageQueue(topic, broker, before[1])]
                what = _queue_change(topic, broker, before[1], count)
                yield DatedChange(QUEUES, topic, what, at, before[0], (look.place(first),))
            newest[topic, broker] = (at, count)


def _brokers(facts: GroupFacts) -> Iterator[DatedChange]:
    """Brokers that started when the group was there already, that no route holds any more, and that serve as something
    else."""
    begins = earliest([*(stay.came for stay in presences(facts)), *(look.at for look in facts.snapshots)])
    for event in facts.records("serves.broker_started"):
        if is_after(event.at, begins):
            yield from _noted((event.at, event.place), BROKER_STARTED, event.broker or _writer(facts, event))
    for event in facts.records("serves.left"):
        if event.broker:
            yield from _noted((gone_since(facts, event.broker, event.at), event.place), BROKER_LEFT, event.broker)
    for event in facts.records("serves.role_changed"):
        broker = _writer(facts, event)
        changed = say("the role of {broker} changed", broker=broker)
        yield from _noted((event.at, event.place), ROLE, broker, changed)


_Line = tuple[datetime | None, EvidenceLine]
"""When something was written down that changed by then, and where."""


def _noted(line: _Line, kind: str, subject: str, what: str = "") -> Iterator[DatedChange]:
    """The change that a line tells; none where it carries no moment."""
    at, place = line
    if at:
        yield DatedChange(kind, subject, what, at, places=(place,))


def _writer(facts: GroupFacts, event: Event) -> str:
    """The broker that wrote a record, else its log."""
    return broker_of(facts, event.file) or event.file


def _offsets(facts: GroupFacts) -> Iterator[DatedChange]:
    """Resets, by whoever tells of them; one that many records tell is one."""
    own = [event for event in facts.records("offset.resets") if event.group in (None, facts.group)]
    resets = [event for event in own if is_user_topic(event.topic or "")]
    named = [event for event in resets if event.topic] or resets
    for event in named:
        yield from _noted((event.at, event.place), OFFSETS, event.topic or facts.group)
