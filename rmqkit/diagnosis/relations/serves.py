"""Which queues do clients share out?

Of the route where any source tells it, else what the shares themselves say.

A client sees queues 0..readQueueNums-1 of each readable broker (`MQClientInstance#topicRouteData2TopicSubscribeInfo`).
consumerProgress leaves out brokers on which the group never committed an offset for the topic.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import permutations
from math import ceil

from rmqkit.diagnosis.facts.group import READABLE, GroupFacts, RouteBroker, derived
from rmqkit.diagnosis.facts.known import LONG_AGO, earliest, grouped, is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, brokers_of
from rmqkit.diagnosis.facts.transitions import transitions_of
from rmqkit.diagnosis.relations.holds import shares
from rmqkit.diagnosis.relations.members import broker_of, membership
from rmqkit.formats.naming import name_servers_in
from rmqkit.rocketmq import MessageQueue, sorted_queues
from rmqkit.rocketmq.message_queue import LOGICAL_BROKER

WRITABLE = 2  # `PermName.PERM_WRITE`


@derived
def taken_away(facts: GroupFacts) -> list[MessageQueue]:
    """Queues that snapshots, clients' routes or a broker's log had and that the newest snapshot and the route have no
    more, while the broker still has others of the topic: somebody gave it fewer (`mqadmin updateTopic`). Nobody may
    pull such a queue, and what the group had not read of it stays where it is (`PullMessageProcessor`: the queue is
    illegal, all versions)."""
    left = facts.snapshots[-1].queues if facts.snapshots and facts.snapshots[-1].whole else ()
    there = {(queue.topic, queue.broker) for queue in left}
    had = set(facts.newest_looks)
    for topic in facts.topics:
        held = (held for route in logged_routes(facts, topic) for held in route.brokers)
        had.update(queue for broker in held for queue in broker.readable(topic))
    for event in facts.records("serves.topics_set"):
        config = event.carried.topic_config
        before, broker = config and config.before, broker_of(facts, event.file)
        if before and broker and before.readable:
            had.update(MessageQueue(before.topic, broker, number) for number in range(before.read_queues))
    gone = []
    for queue in had.difference(left):
        routed = [held for held in facts.routes.get(queue.topic, ()) if held.broker == queue.broker]
        fewer = all(queue.queue >= max(held.read_queues, held.write_queues or 0) for held in routed)
        if queue.is_users and fewer and (queue.topic, queue.broker) in there:
            gone.append(queue)
    return sorted_queues(gone)


def left_unread(facts: GroupFacts, queues: Iterable[MessageQueue]) -> dict[MessageQueue, int]:
    """Those of these queues that nobody was seen to have read to the end that the last snapshot at them showed: how far
    they were behind, by that look and by what clients committed since, unless offsets were put elsewhere. None of one
    that no snapshot lists."""
    looks = facts.newest_looks
    last = {queue: looks[queue][1] for queue in queues if queue in looks}
    logged = [(one.message_queue, one.carried.committed, one.last_at) for one in facts.records("offset.committed")]
    commits = [*((one.queue, (one.offset,), one.at) for one in facts.commits), *logged]
    if facts.records("offset.put"):
        commits = []
    committed = grouped(
        (queue, max(offsets))
        for queue, offsets, at in commits
        if queue in last and offsets and is_after(at, looks[queue][0].at)
    )
    reached = {queue: max([row.consumer_offset, *committed.get(queue, ())]) for queue, row in last.items()}
    behind = {queue: row.broker_offset - reached[queue] for queue, row in last.items()}
    return {queue: left for queue, left in behind.items() if left > 0}


@derived
def deletions(facts: GroupFacts) -> Mapping[tuple[str | None, str | None], list[Event]]:
    """Who deleted which topic on which broker, by the brokers' logs. A slave that takes its master's settings over
    writes the same of topics that stay, but for the request."""
    asked = {event.file for event in facts.records("serves.deletion_asked")}
    told = [event for event in facts.records("serves.topics_deleted") if event.at and event.file in asked]
    return grouped(((event.topic, broker_of(facts, event.file)), event) for event in told)


@derived
def queues_unknown(facts: GroupFacts) -> bool:
    """Whether neither a snapshot, a route, topicStatus nor a client's log names a queue of any topic: then nothing is
    recomputed, topic by topic. Brokers' logs of many groups are so."""
    listed = facts.snapshots or facts.ends_in_looks or facts.routes or facts.status
    return not (listed or shares(facts) or facts.records("serves.routes"))


@derived
def queues_of(facts: GroupFacts, topic: str) -> list[MessageQueue]:
    """The queues of a topic in the clients' order; empty where nothing is known of it."""
    if queues_unknown(facts):
        return []
    listed = listed_queues(facts, topic)
    if listed:
        return listed
    seen = _seen(facts, topic)
    more = _queues_everywhere(facts, topic, seen) if seen else set()
    return sorted_queues(more if _shares_need(facts, topic, seen, more) else seen)


@derived
def listed_queues(facts: GroupFacts, topic: str) -> list[MessageQueue]:
    """All queues of a topic that clients may read, where a source tells them all; else none. A route does, topicStatus
    does together with the newest snapshot, and so do shares whose client counted as many. What consumerProgress shows
    or what clients hold may be a part; yet it shows every queue of a broker that may be read
    (`AdminBrokerProcessor#getConsumeStats`, all versions), and topicStatus may know fewer."""
    # Of a static topic (5.x) clients share out logical queues, which stand under a broker that there is not. They are
    # numbered from 0 (`MQClientInstance#topicRouteData2EndpointsForStaticTopic`); a route shows the physical ones below
    # them. Snapshots, or topicStatus, name them.
    shown = {*_seen(facts, topic), *(status.queue for status in facts.status.get(topic, ()))}
    if logical := [queue for queue in shown if queue.broker.startswith(LOGICAL_BROKER)]:
        numbers = grouped((queue.broker, queue.queue) for queue in logical)
        every = ((broker, number) for broker, own in numbers.items() for number in range(max(own) + 1))
        return sorted_queues(MessageQueue(topic, *place) for place in every)
    route = newest_route(facts, topic)
    if route:
        routed = sorted_queues(queue for broker in route for queue in broker.readable(topic))
        # Clients that count fewer do without a broker that is gone since, and that no snapshot at the end lists.
        there = brokers_of(facts.snapshots[-1].queues) if facts.snapshots and facts.snapshots[-1].whole else ()
        left = [queue for queue in routed if queue.broker in there]
        return left if left and _counted(facts, topic) == len(left) else routed
    if ends := facts.ends_by_topic.get(topic):
        rows = next((look.rows_of(topic) for look in reversed(facts.snapshots) if topic in look.topics), [])
        return sorted_queues({listed.queue for listed in ends} | {row.queue for row in rows})
    # The queues that clients' rebalance lines name, where these are as many as the lines count. A client that was alone
    # once was given them all; else the brokers that it was given queues of have equal numbers.
    given = {queue for share in shares(facts) if share.topic == topic for queue in share.queues}
    named = {queue for queue in given if queue.topic == topic}
    counted = _counted(facts, topic)
    both = (named, _queues_everywhere(facts, topic, named))
    return sorted_queues(next((queues for queues in both if len(queues) == counted), set()))


@derived
def listed_in_part(facts: GroupFacts, topic: str) -> bool:
    """Whether snapshots may show the topic's queues on some brokers alone, and nothing else lists them: a broker leaves
    out what is not in its subscription table of the group at that moment (`AdminBrokerProcessor#getConsumeStats`, all
    versions), as other snapshots leave the topic out."""
    shown = {queue.broker for queue in _seen(facts, topic)}
    comes_and_goes = any(topic not in look.topics for look in facts.snapshots if look.whole)
    return comes_and_goes and bool(facts.brokers - shown) and not listed_queues(facts, topic)


def newest_route(facts: GroupFacts, topic: str) -> Sequence[RouteBroker]:
    """The topic's route as mqadmin showed it, else as a client logged it last; empty where nothing tells."""
    logged = logged_routes(facts, topic)
    return facts.routes.get(topic) or (logged[-1].brokers if logged else ())


@derived
def offered(facts: GroupFacts, topic: str) -> Sequence[RouteBroker]:
    """What each broker lets clients read and write of a topic: by the route that mqadmin showed; without one by what
    the broker logged last of the topic's settings (`TopicConfigManager`, all versions, prints them when it is created
    or changed)."""
    told: dict[str, RouteBroker] = {}
    for event in facts.records("serves.topics_set"):
        config, broker = event.carried.topic_config, broker_of(facts, event.file) or event.file
        if config and config.topic == topic:
            perm, place = (READABLE if config.readable else 0) | WRITABLE, (event.printed_in, event.line or 0)
            told[broker] = RouteBroker(broker, config.read_queues, perm, *place, write_queues=config.write_queues)
    return facts.routes.get(topic) or tuple(told.values())


@derived
def unreadable_queues(facts: GroupFacts, topic: str) -> list[MessageQueue]:
    """The queues of a topic that producers may fill and nobody may read."""
    return sorted_queues(queue for broker in offered(facts, topic) for queue in broker.unreadable(topic))


@dataclass(frozen=True)
class LoggedRoute:
    """A topic's route as a client logged it at a moment. `masters`: the brokers of which it names a master, and
    `without_master` those of which it names slaves alone; a record that was cut names neither."""

    event: Event
    at: datetime | None
    brokers: list[RouteBroker]
    masters: frozenset[str]
    without_master: frozenset[str]

    @cached_property
    def by_broker(self) -> Mapping[str, RouteBroker]:
        return {held.broker: held for held in self.brokers}


@derived
def addresses_given(facts: GroupFacts) -> list[tuple[str, int, str]]:
    """The broker, its id (0 is the master, `MixAll.MASTER_ID`) and its address in clients' routes, the newest last."""
    told = sorted(facts.records("serves.routes"), key=lambda event: event.at or LONG_AGO)
    return [given for event in told for route in event.carried.routes for given in route.addresses]


@derived
def logged_routes(facts: GroupFacts, topic: str) -> list[LoggedRoute]:
    """Every route that a client logged for the topic, the newest of each client last. A slave that name servers give
    out as the master, since there is none and nobody may write (`RouteInfoManager#pickupTopicRouteData` of 5.x with
    `supportActingMaster`), is none."""
    routes, said = [], facts.records("serves.routes")
    slaves = {(broker, address) for broker, number, address in addresses_given(facts) if number}
    for event in said:
        # Records alike within a minute are one event, which carries the first and the last of them: by their lines, and
        # where several processes wrote them, these are not in the order of time.
        carried = event.carried.routes if event.topic == topic else ()
        undated = event.process is not None and event.at != event.last_at
        for at, route in zip((None, None) if undated else (event.at, event.last_at), carried, strict=False):
            if route.queues:
                place = event.printed_in, event.line or 0
                brokers = [
                    RouteBroker(held.broker, held.read_queues, held.perm, *place, write_queues=held.write_queues)
                    for held in route.queues
                ]
                closed = {held.broker for held in brokers if not held.perm & WRITABLE}
                masters = frozenset(
                    broker
                    for broker, number, address in route.addresses
                    if number == 0 and not (broker in closed and (broker, address) in slaves)
                )
                named = frozenset(broker for broker, _, _ in route.addresses)
                routes.append(LoggedRoute(event, at, brokers, masters, named - masters))
    return routes


@derived
def name_servers_given(facts: GroupFacts) -> dict[str, set[str]]:
    """The name servers that the client of each log was given."""
    told = grouped((event.file, event.carried.name_servers) for event in facts.records("member.name_servers"))
    return {file: set[str]().union(*map(name_servers_in, lists)) for file, lists in told.items() if any(lists)}


@derived
def brokers_lacked(facts: GroupFacts) -> dict[str, tuple[str, frozenset[str]]]:
    """By client log, its name servers and the brokers of a topic that these do not know: those that a client with none
    of these name servers has in its route, for longer than such news takes. A client logs every change of a route."""
    given, known = name_servers_given(facts), transitions_of(facts).route_known
    lacked = defaultdict[str, set[str]](set)
    for topic in facts.topics:
        newest = {route.event.file: route for route in logged_routes(facts, topic) if route.event.file in given}
        for (file, own), (other, route) in permutations(newest.items(), 2):
            end = facts.end_of(file)
            lasting = end and own.at and route.at and end - max(own.at, route.at) > known
            if lasting and given[file].isdisjoint(given[other]):
                lacked[file] |= {held.broker for held in route.brokers if held.readable_queues} - own.by_broker.keys()
    return {file: (";".join(sorted(given[file])), frozenset(brokers)) for file, brokers in lacked.items() if brokers}


@derived
def without_master(facts: GroupFacts, topic: str) -> frozenset[str]:
    """The brokers of which a route of the topic names slaves alone: mqadmin's, or the newest that a client logged."""
    listed = facts.routes.get(topic, ())
    newest = max(logged_routes(facts, topic), key=lambda route: route.at or LONG_AGO, default=None)
    logged = newest.without_master if newest else frozenset()
    # To a master one may write; one that is given out as the master is written to by nobody.
    with_master = {
        held.broker for held in listed if held.master and (held.perm & WRITABLE or held.broker not in logged)
    }
    return frozenset({held.broker for held in listed if held.master is False} | logged) - with_master


@derived
def served_by_slaves(facts: GroupFacts) -> frozenset[str]:
    """The brokers without a master of any topic: mqadmin asks their slaves. These take offsets over every 10 s
    (`SlaveSynchronize`, all versions), and show older ones at first, while readers go on from where they are."""
    return frozenset().union(*(without_master(facts, topic) for topic in facts.topics))


def gone_since(facts: GroupFacts, broker: str, known: datetime | None) -> datetime | None:
    """When a broker was gone that the routes lack at a moment: its connections close, or requests to it fail, before a
    client asks for its routes again, every 30 s (`MQClientInstance#startScheduledTask`, all versions)."""
    names = {broker, *(address for name, _, address in addresses_given(facts) if name == broker)}
    names |= {event.address for event in facts.records("serves.dropped") if event.broker == broker and event.address}
    failed = [one for one in facts.records("serves.unreached") if not names.isdisjoint((one.broker, one.address))]
    within = transitions_of(facts).routes_asked_again
    return earliest([known, *(one.at for one in failed if one.at and known and known - within <= one.at < known)])


@derived
def _seen(facts: GroupFacts, topic: str) -> set[MessageQueue]:
    """What any look shows of the topic, be it at another group, and what the logs of the other brokers say that these
    have of it: whoever never committed to a broker is not shown its queues (`AdminBrokerProcessor#getConsumeStats`, all
    versions). What clients hold is not its list: there the queues that nobody holds lack."""
    shown = {queue for queue in (*facts.newest_looks, *facts.ends_in_looks) if queue.topic == topic}
    others = facts.brokers - {queue.broker for queue in shown} if shown else ()
    logged = [held for held in offered(facts, topic) if held.broker in others] if others else []
    there = [held for held in logged if (topic, held.broker) not in deletions(facts)]
    return shown.union(queue for held in there for queue in held.readable(topic))


def _queues_everywhere(facts: GroupFacts, topic: str, seen: set[MessageQueue]) -> set[MessageQueue]:
    """The topic with as many queues on every broker that the group has to do with."""
    brokers = _brokers(facts) | {queue.broker for queue in seen}
    most = max((queue.queue for queue in seen), default=-1) + 1
    return seen | {MessageQueue(topic, broker, queue) for broker in brokers for queue in range(most)}


@derived
def _brokers(facts: GroupFacts) -> frozenset[str]:
    """The brokers that snapshots and routes show; where there is no snapshot, those of the clients' shares too."""
    if facts.snapshots:
        return facts.brokers
    return facts.brokers | {queue.broker for share in shares(facts) for queue in share.queues}


def _shares_need(facts: GroupFacts, topic: str, seen: set[MessageQueue], more: set[MessageQueue]) -> bool:
    """Whether clients counted, or single ones hold at the end, more queues than were seen,
    and the larger set accounts for it."""
    counted = _counted(facts, topic)
    if counted is not None:
        return len(seen) < counted == len(more)
    looks = [look for look in facts.snapshots if look.owners_shown and topic in look.topics]
    if facts.newest_running:
        held = [sum(one.queue.topic == topic for one in info.queues) for info in facts.newest_running.values()]
    else:
        rows = looks[-1].rows_of(topic) if looks else []
        held = list(Counter(row.client_ip for row in rows if row.client_ip).values())
    members, largest = len(membership(facts).client_ids), max(held, default=0)
    return bool(members) and ceil(len(seen) / members) < largest <= ceil(len(more) / members)


@derived
def _counted(facts: GroupFacts, topic: str) -> int | None:
    """How many queues the clients' rebalance lines say the topic has."""
    counted = [share.of_queues for share in shares(facts) if share.topic == topic and share.of_queues is not None]
    return counted[-1] if counted else None


def lines_with_queues(facts: GroupFacts, topic: str) -> list[tuple[datetime | None, EvidenceLine]]:
    """Lines that show the topic with queues, each with its moment: a route, a snapshot, what a client held, a log that
    names one of its queues, a share of it, its making, or a broker in its route."""
    logged = [event for event in facts.events if event.topic == topic]
    given = {share.event for share in shares(facts) if share.queues}
    logged = [e for e in logged if e.queue is not None or e in given or e.tells("serves.topic_shown")]
    running = [(info, held) for info in facts.running for held in info.queues if held.queue.topic == topic]
    return [
        *((None, broker.place) for broker in facts.routes.get(topic, ())),
        *((look.at, look.place(row)) for look, row in facts.newest_looks.values() if row.queue.topic == topic),
        *((info.at, info.held_place(held)) for info, held in running),
        *((event.last_at, event.place) for event in logged),
    ]
