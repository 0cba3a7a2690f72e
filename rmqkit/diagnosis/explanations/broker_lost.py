"""Did a broker with queues of the group's topics leave the route?

What is left looks healthy; what it stores waits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement, waiting_in
from rmqkit.diagnosis.case.recomputation import reads_by_lock
from rmqkit.diagnosis.case.topic_queues import (
    LoggedRoute,
    logged_routes,
    mapped_queues,
    newest_route,
    queues_of,
    taken_out,
    without_master,
)
from rmqkit.diagnosis.claims import Claim, Severity, Sign, core, need
from rmqkit.diagnosis.commands import CLIENT_LOG, CLUSTER, ROUTE
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import RouteBroker
from rmqkit.diagnosis.facts.known import earliest, grouped
from rmqkit.diagnosis.facts.logs import (
    Event,
    EvidenceLine,
    brokers_of,
    first_moment,
    last_moment,
    places_of,
    said_after,
    times_of,
    topics_of,
)
from rmqkit.diagnosis.facts.transitions import REGISTRATION
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.message_queue import LOGICAL_BROKER

ID = "broker_lost"
_GONE = ("broker_offline",)
_REFUSED = ("queue_lock_failed",)


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By clients that drop a broker, by name servers that took it out, by queues that are in no
    route any more, and by a route without a master."""
    dropped = _dropped(case)
    had = _queues_by_broker(case)
    for broker, queues in _logical_queues(case, dropped).items():
        had[broker] = had.get(broker, set()) | queues
    lost = {broker: events for broker, events in dropped.items() if broker in had or not had}
    for broker, events in sorted(lost.items()):
        if _as_a_whole(events):
            yield _claim(case, broker, events, had.get(broker, set()))
        else:
            yield _one_address(broker, events)
    yield from _gone_from_name_servers(case, had, set(lost))
    yield from _vanished_from_looks(case, had, set(lost))
    yield from _without_master(case, set(lost))


def _dropped(case: Case) -> dict[str, list[Event]]:
    """Per broker, what clients say of dropping it
    (`MQClientInstance#cleanOfflineBroker`, all versions)."""
    return grouped((event.broker or None, event) for event in case.events_named(*_GONE, source="client"))


def _as_a_whole(events: Iterable[Event]) -> bool:
    """A client first drops the addresses that no route holds, and then the broker's name, if none is left."""
    return any(event.address is None for event in events)


def _one_address(broker: str, events: Sequence[Event]) -> Claim:
    """One of a broker's processes left, and another one goes on: the master with its slave, or the other way round."""
    addresses = joined(", ", sorted({event.address for event in events if event.address}))
    return Claim(
        ID,
        say(
            "One process of {broker} left the route ({addresses}); another one of it stays",
            broker=broker,
            addresses=addresses,
        ),
        say(
            "Clients dropped the address and kept the broker. If it was the master, consumers read from the slave and "
            "producers write to the other brokers; what it had not yet given to the slave waits until it comes back."
        ),
        Severity.NOTICE,
        signs=(
            core(say("clients drop one address of a broker and keep its name"), times_of(events)),
            need(say("the cluster's list is without it too"), met=False, command=CLUSTER),
        ),
        brokers=(broker,),
        evidence=places_of(events[:6]),
        since=first_moment(events),
    )


def _queues_by_broker(case: Case) -> dict[str, set[MessageQueue]]:
    """The queues of the group's topics by broker, as any source ever showed them: routes, looks, what clients hold or
    commit, and name servers that took them out."""
    by_broker: dict[str, set[MessageQueue]] = defaultdict(set)
    for queue in (*_routed(case), *case.movements, *_held_or_committed(case)):
        if queue.topic in case.topics:
            by_broker[queue.broker].add(queue)
    for event in case.events_named("topic_unregistered", source="namesrv"):
        if event.topic in case.topics and event.broker:
            by_broker[event.broker].update(())
    return by_broker


def _logical_queues(case: Case, dropped: Collection[str]) -> dict[str, set[MessageQueue]]:
    """The queues of static topics by the brokers that they lie on: as routes map them; else, where clients dropped just one
    broker, those that are shared out and that a whole look does not list, for mqadmin asks the brokers that are left."""
    on_brokers = mapped_queues(case)
    mapped = {
        broker: {queue for queue in queues if queue.topic in case.topics} for broker, queues in on_brokers.items()
    }
    if mapped or len(dropped) != 1:
        return mapped
    missing = _unlisted_logical(case)
    return dict.fromkeys(dropped, missing) if missing else {}


def _unlisted_logical(case: Case) -> set[MessageQueue]:
    """The logical queues that are shared out and that the newest look, a whole one, does not list."""
    look = case.snapshots[-1] if case.snapshots else None
    if look is None or not look.whole:
        return set()
    shared = {queue for topic in case.topics for queue in queues_of(case, topic) if topic in look.topics}
    return {queue for queue in shared.difference(look.queues) if queue.broker.startswith(LOGICAL_BROKER)}


def _routed(case: Case) -> Iterator[MessageQueue]:
    for topic in case.topics:
        logged = (route.brokers for route in logged_routes(case, topic))
        for route in (case.routes.get(topic, ()), *logged):
            for broker in route:
                yield from broker.readable(topic)


def _held_or_committed(case: Case) -> Iterator[MessageQueue]:
    """What clients say that they hold, are shown with, or write down in their own logs."""
    for look in case.observations:
        yield from look.owners
    written = (event.message_queue for event in case.events if event.source == "client")
    yield from (queue for queue in written if queue)


def _claim(case: Case, broker: str, events: Sequence[Event], queues: set[MessageQueue]) -> Claim:
    back = _back(case, broker, last_moment(events))
    clients = {event.file for event in events}
    return _gone(
        broker,
        events,
        queues,
        back,
        _title(broker, count(len(queues), "queue"), _waiting(case, queues), back=bool(back)),
        say(
            "Clients dropped {broker} because no route holds it any more. mqadmin lists the "
            "other brokers only, so that what is left looks healthy; the messages that "
            "{broker} stores wait until it comes back.",
            broker=broker,
        ),
        (
            core(say("clients drop a broker that no route holds any more"), times_of(events)),
            need(say("it had queues of the group's topics"), len(queues), command=ROUTE),
            need(
                say("another witness: a second client, or a route without it"),
                _witnesses(case, broker, clients),
                command=CLUSTER,
            ),
        ),
    )


def _gone(
    broker: str,
    events: Sequence[Event],
    queues: set[MessageQueue],
    back: Sequence[EvidenceLine],
    title: Phrase,
    why: Phrase,
    signs: tuple[Sign, ...],
) -> Claim:
    """A broker that left the routes, by whoever tells of it (`events`); `back`: what shows it there again."""
    return Claim(
        ID,
        title,
        why,
        Severity.NOTICE if back else Severity.CRITICAL,
        signs=signs,
        ongoing=not back,
        topics=topics_of(queues),
        queues=tuple(sorted(queues)),
        brokers=(broker,),
        evidence=(*places_of(events[:6]), *back[:1]),
        since=first_moment(events),
        explains=("connection_problem",),
    )


def _witnesses(case: Case, broker: str, clients: set[str]) -> int:
    routes = [newest_route(case, topic) for topic in case.topics]
    without = [route for route in routes if route and broker not in {held.broker for held in route}]
    return len(clients) - 1 + len(without)


def _back(case: Case, broker: str, gone: datetime | None) -> list[EvidenceLine]:
    """Signs that the broker is there again: commits to it, or looks at its queues by their route (one broker's own
    answer needs none), after the last drop."""
    written = said_after(case.events_named("offset_committed", "queue_added", source="client"), gone)
    listing = [look for look in case.looks_after(gone) if look.whole and broker in brokers_of(look.by_queue)]
    return [
        *(event.place for event in written if event.broker == broker),
        *(look.place(look.rows[0]) for look in listing),
    ]


def _title(broker: str, queues: Phrase, waiting: str, *, back: bool) -> Phrase:
    if back:
        lost = say("{broker} was lost with {queues} of the group's topics", broker=broker, queues=queues)
    else:
        lost = say("{broker} is lost with {queues} of the group's topics", broker=broker, queues=queues)
    return joined("; ", [lost, waiting])


def _waiting(case: Case, queues: Collection[MessageQueue]) -> str:
    last = waiting_in(case.movements_of(queues))
    return say("{last:,} messages were waiting there when it was last seen", last=last) if last else ""


def _gone_from_name_servers(case: Case, had: Mapping[str, set[MessageQueue]], known: set[str]) -> Iterable[Claim]:
    """A broker that a name server took out of its routes, and that did not register with it again."""
    by_broker: dict[str, list[Event]] = defaultdict(list)
    logs = case.logs_of("namesrv")
    for file in sorted(logs):
        for broker, event in _taken_out(case, file).items():
            by_broker[broker].append(event)
    for broker, events in sorted(by_broker.items()):
        if broker not in known and (broker in had or not had):
            yield _by_name_servers(case, broker, events, had.get(broker, set()), len(logs))


def _taken_out(case: Case, file: str) -> dict[str, Event]:
    """Per broker, where one name server's log took it out for good, and goes on for longer than a registration takes."""
    ends = case.logs[file].last
    gone = (one for one in taken_out(case, file) if not one.registered)
    return {one.broker: one.event for one in gone if ends and ends - one.at >= case.transitions.of(REGISTRATION)}


def _by_name_servers(
    case: Case, broker: str, events: Sequence[Event], queues: set[MessageQueue], name_servers: int
) -> Claim:
    back = _back(case, broker, last_moment(events))
    title = say("{broker} left the routes and did not come back", broker=broker)
    if queues:
        title = _title(broker, count(len(queues), "queue"), _waiting(case, queues), back=bool(back))
    return _gone(
        broker,
        events,
        queues,
        back,
        title,
        say(
            "A name server took {broker} out of its routes, and the broker did not register there again. Clients and mqadmin "
            "go on with the other brokers; the messages that {broker} stores wait until it comes back.",
            broker=broker,
        ),
        (
            core(say("a name server took it out, and no registration followed"), len(events), against=back),
            need(say("every name server whose log is there says so"), len(events) == name_servers, command=CLUSTER),
            need(say("it had queues of the group's topics"), len(queues), command=ROUTE),
        ),
    )


def _vanished_from_looks(case: Case, had: Mapping[str, set[MessageQueue]], known: set[str]) -> Iterable[Claim]:
    """A broker that earlier looks list and the last ones do not,
    while the group's other brokers stay."""
    looks = [look for look in case.snapshots if look.rows]
    if len(looks) < 2 or not looks[-1].whole:
        return
    listed = [{row.queue.broker for row in look.rows} for look in looks]
    for broker in sorted(set.union(*listed) - listed[-1] - known):
        if not looks[-1].topics.isdisjoint(topics_of(had.get(broker, ()))):
            yield _vanished(case, broker, had[broker])


def _vanished(case: Case, broker: str, queues: set[MessageQueue]) -> Claim:
    last = next(look for look in reversed(case.snapshots) if any(row.queue.broker == broker for row in look.rows))
    row = next(row for row in last.rows if row.queue.broker == broker)
    return Claim(
        ID,
        say(
            "{broker} is not listed any more; {queues} of the group's topics were on it",
            broker=broker,
            queues=count(len(queues), "queue"),
        ),
        say(
            "Earlier looks list its queues and the last one lists the other brokers' only: the "
            "route lost it, or the broker did not answer.",
        ),
        Severity.WARNING,
        signs=(
            need(say("looks stop listing a broker while they list the others"), len(queues)),
            need(
                say("clients drop it, or a route is without it"),
                _witnesses(case, broker, {""}),
                command=CLUSTER,
            ),
        ),
        topics=topics_of(queues),
        queues=tuple(sorted(queues)),
        brokers=(broker,),
        evidence=(last.place(row),),
    )


def _without_master(case: Case, known: set[str]) -> Iterable[Claim]:
    """A broker of which only slaves are left: consumers go on reading there, and producers write elsewhere.

    A slave lacks what its master had not yet given it; a name server drops a master that does not register (120 s).
    """
    topics = case.topics
    routes = [held for topic in topics for held in case.routes.get(topic, ()) if held.master is False]
    by_broker = grouped((held.broker, held) for held in routes)
    claim = _nobody_locks if reads_by_lock(case) else _slave_serves
    for broker in sorted(frozenset().union(*(without_master(case, topic) for topic in topics)) - known):
        listed, logged = by_broker.get(broker, []), _routes_without(case, broker)
        if listed or logged:
            yield claim(case, broker, listed, logged)


def _slave_serves(case: Case, broker: str, listed: Sequence[RouteBroker], logged: Sequence[LoggedRoute]) -> Claim:
    lines = places_of(listed)
    records = places_of(route.event for route in logged)
    several = len({line.file for line in (*lines, *records)}) > 1
    lacks = [m for queue, m in case.movements.items() if queue.broker == broker and m.last.diff < 0]
    return Claim(
        ID,
        say("The route has no master of {broker}, only a slave", broker=broker),
        _read_from_the_slave(lacks),
        _severity_without_master(lacks, logged),
        signs=(
            core(say("a route lists a broker without its master"), len(listed) + len(logged)),
            need(
                say("a client's routes lost it too, or the cluster's list"),
                bool(logged) and several,
                command=CLUSTER,
            ),
        ),
        brokers=(broker,),
        evidence=(*lines, *records[:4]),
        since=earliest(route.at for route in logged),
        explains=("connection_problem",),
    )


def _nobody_locks(case: Case, broker: str, listed: Sequence[RouteBroker], logged: Sequence[LoggedRoute]) -> Claim:
    """Ordered clients ask a broker's master alone for the lock of a queue (`RebalanceImpl#lock`, `lockAll`, all versions),
    and read no queue whose lock is not renewed (30 s); a slave serves them nothing."""
    retries = [queue for queue in queues_of(case, case.retry_topic) if queue.broker == broker]
    queues = sorted({*_queues_by_broker(case).get(broker, ()), *retries})
    refused = [event for event in case.own_events(*_REFUSED, source="client") if event.broker == broker]
    lately = [event for event in refused if case.recent(event)]
    return Claim(
        ID,
        say(
            "{broker} has no master, only a slave: nobody can lock {queues} of this ordered group",
            broker=broker,
            queues=count(len(queues), "queue"),
        ),
        say(
            "{queues}. Clients of an ordered group read a queue while they hold its lock, and ask the master alone for it. "
            "No client keeps the others from it, and a restart of clients changes nothing; groups that are not ordered read "
            "on from the slave.",
            queues=ranges(queues),
        ),
        Severity.CRITICAL if lately else Severity.WARNING,
        signs=(
            core(
                say("a route lists a broker without its master"),
                len(listed) + len(logged),
                against=case.moved_although(queues),
            ),
            need(say("clients fail to lock its queues up to the end"), len(lately), command=CLIENT_LOG),
        ),
        topics=case.own_topics(topics_of(queues)),
        queues=tuple(queues),
        brokers=(broker,),
        evidence=(*places_of(listed), *places_of(route.event for route in logged)[:4], *places_of(lately[:4])),
        since=earliest([*(route.at for route in logged), first_moment(refused)]),
        explains=("connection_problem", "orphan_queues"),
        details={"read_by_nobody": tuple(queues)},
    )


def _severity_without_master(lacks: Sequence[Movement], logged: Sequence[LoggedRoute]) -> Severity:
    """A list alone may be a moment's; what the slave lacks and the group had read waits."""
    if not logged:
        return Severity.NOTICE
    return Severity.CRITICAL if lacks else Severity.WARNING


def _read_from_the_slave(lacks: Sequence[Movement]) -> Phrase:
    """That the group had read further than the slave has is no fault of its offsets."""
    words = say(
        "Consumers read from the slave and producers write to the other brokers; what the master "
        "had not yet given to the slave waits until it comes back."
    )
    if not lacks:
        return words
    further = say(
        "The slave ends up to {by:,} messages before what the group had read of {queues}: those lie on the master.",
        by=max(-movement.last.diff for movement in lacks),
        queues=ranges(sorted(movement.queue for movement in lacks)),
    )
    return joined(" ", [words, further])


def _routes_without(case: Case, broker: str) -> list[LoggedRoute]:
    """Routes that clients logged with slaves of a broker alone, where earlier ones named its master."""
    routes = [route for topic in case.topics for route in logged_routes(case, topic)]
    had = any(broker in route.masters for route in routes)
    return [route for route in routes if had and broker in route.without_master]


EXPLANATION = Explanation(
    id=ID,
    rank=105,
    claims=claims,
    command=CLUSTER,
    messages=frozenset(
        {
            "broker_offline",
            "broker_missing",
            "connection_failed",
            "heartbeat_failed",
            "broker_channel_closed",
            "broker_channel_expired",
            "broker_unregistered",
            "topic_unregistered",
        }
    ),
    kind=CAUSE,
    what="A broker with queues of the group's topics left the route: it died, was cut off, or was stopped. Clients and "
    "mqadmin go on with the others, and what the lost one stores waits for it.",
    confirm="mqadmin clusterList lacks the broker; the clients' log: 'the broker addr[...] is offline, remove it'.",
    remedy=(
        "Bring the broker back, with its store; its messages are then consumed from where the group stopped.",
        "Where it stays away: let consumers read from its slave, or its controller make a slave the master.",
    ),
    do_not=("Do not make the topic anew on the other brokers only: what the lost one stores would never be read.",),
)
