"""Did a broker with queues of the group's topics leave the routes, as a whole or with its master?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import waiting_in
from rmqkit.diagnosis.claims import Severity
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
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.holds import locks_not_got
from rmqkit.diagnosis.relations.members import broker_of
from rmqkit.diagnosis.relations.serves import (
    logged_routes,
    mapped_queues,
    newest_route,
    queues_of,
    served_by_slaves,
    taken_out,
)
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import joined
from rmqkit.rocketmq import MessageQueue

sentence = words("broker_lost")


@finding("broker_lost")
def broker_lost(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """Brokers that clients drop, name servers take out, or snapshots no longer list; then those that lost a process."""
    # A client drops the addresses that no route holds, and then the name, if none is left
    # (`MQClientInstance#cleanOfflineBroker`, all versions).
    drops = grouped((event.broker or None, event) for event in case.records("serves.dropped"))
    dropped = {broker: events for broker, events in drops.items() if any(event.address is None for event in events)}
    # Where a name server's log takes a broker out and goes on for longer than a registration takes, without one.
    removed: dict[str, list[Event]] = defaultdict(list)
    for file in sorted(case.logs_of("namesrv")):
        end = case.logs[file].last
        for broker, one in {one.broker: one for one in taken_out(case, file) if not one.registered}.items():
            if end and end - one.at >= case.transitions.of(REGISTRATION):
                removed[broker].append(one.event)
    # Brokers that earlier snapshots list and the last one, of the same topics, does not, with their last line.
    unlisted: dict[str, EvidenceLine] = {}
    looks = [look for look in case.snapshots if look.rows]
    if looks and looks[-1].whole:
        rows = [(look, row) for look in looks for row in look.rows if row.queue.topic in looks[-1].topics]
        listed = brokers_of(looks[-1].queues)
        unlisted = {row.queue.broker: look.place(row) for look, row in rows if row.queue.broker not in listed}
    no_master = served_by_slaves(case)
    if not (drops or removed or unlisted or no_master):
        return
    had = _broker_queues(case)
    lost = {broker for broker in {*dropped, *removed, *unlisted} if broker in had or not had}
    for broker in sorted(lost):
        witnesses = dropped.get(broker, []), removed.get(broker, []), unlisted.get(broker)
        yield _lost(case, broker, had.get(broker, set()), *witnesses)
    in_part = {broker for broker in drops.keys() - dropped.keys() if broker in had or not had}
    for broker in sorted((no_master | in_part) - lost):
        yield from _without_a_process(case, broker, had.get(broker, set()), drops.get(broker, []))


def _lost(
    case: Case,
    broker: str,
    queues: set[MessageQueue],
    drops: Sequence[Event],
    removals: Sequence[Event],
    unlisted: EvidenceLine | None,
) -> Seen:
    """What waits on it is out of sight: mqadmin asks the brokers of the route."""
    routes = [newest_route(case, topic) for topic in case.topics]
    without = [route for route in routes if route and broker not in {held.broker for held in route}]
    by_all = bool(removals) and len(removals) == len(case.logs_of("namesrv"))
    witnesses = len({event.file for event in drops}) + len(without) + (unlisted is not None)
    told = [*drops, *removals]
    # Commits to the broker, or snapshots of its queues by their route, after it left.
    gone = last_moment(told)
    written = said_after(case.records("holds.worked_on"), gone)
    listing = [look for look in case.looks_after(gone) if look.whole and broker in brokers_of(look.by_queue)]
    back = [
        *(event.place for event in written if event.broker == broker),
        *(look.place(look.rows[0]) for look in listing),
    ]
    waiting = waiting_in(case.movements_of(queues))
    severity = Severity.CRITICAL if told else Severity.WARNING
    state = sentence("was_lost" if back else "is_lost", broker=broker, queues=count(len(queues), "queue"))
    return Seen(
        signs={
            "left": Witnesses(times_of(told) or unlisted is not None, back if removals and not drops else ()),
            "another": by_all or witnesses > 1,
            "queues": queues,
        },
        values={"broker": broker},
        title=joined("; ", [state, sentence("waiting", number=waiting) if waiting else ""]) if queues else None,
        why=sentence("came_back", broker=broker) if back else None,
        severity=Severity.NOTICE if back else severity,
        ongoing=not back,
        queues=queues,
        brokers=(broker,),
        evidence=(*places_of(told[:6]), *back[:1], *([unlisted] if unlisted else [])),
        since=first_moment(told),
    )


def _broker_queues(case: Case) -> dict[str, set[MessageQueue]]:
    """The queues of the group's topics by broker, as any source ever showed them; none where only a name server tells
    that it took queues out."""
    by_broker: dict[str, set[MessageQueue]] = defaultdict(set)
    routed: list[MessageQueue] = []
    for topic in case.topics:
        logged = chain.from_iterable(route.brokers for route in logged_routes(case, topic))
        routed += [queue for broker in (*case.routes.get(topic, ()), *logged) for queue in broker.readable(topic)]
    held = [queue for look in case.observations for queue in look.owners]
    written = [event.message_queue for event in case.events if event.source == "client" and event.message_queue]
    for queue in (*routed, *case.movements, *held, *written):
        if queue.topic in case.topics:
            by_broker[queue.broker].add(queue)
    for event in case.records("serves.topics_unregistered"):
        if event.topic in case.topics and event.broker:
            by_broker[event.broker].update(())
    for broker, queues in mapped_queues(case).items():
        by_broker[broker].update(queue for queue in queues if queue.topic in case.topics)
    return by_broker


def _without_a_process(case: Case, broker: str, queues: set[MessageQueue], drops: Sequence[Event]) -> Iterator[Seen]:
    """A broker of which a slave, or a master, is left. A slave lacks what its master had not yet given to it, gives no
    locks: clients of an ordered group ask the master alone (`RebalanceImpl#lock`, `lockAll`, all versions); and hands
    messages out with `slaveReadEnable` alone, which is off by default: it refuses pulls, before 5.0 it answers them with
    nothing (`PullMessageProcessor#rejectRequest`, `#processRequest`). What clients had pulled before is still read."""
    listed = [held for topic in case.topics for held in case.routes.get(topic, ()) if held.broker == broker]
    routes = [route for topic in case.topics for route in logged_routes(case, topic)]
    had_master = any(broker in route.masters for route in routes)
    logged = [route for route in routes if had_master and broker in route.without_master]
    slaves = places_of(held for held in listed if held.master is False)
    lines = (*slaves, *places_of(route.event for route in logged))
    if not lines and not drops:
        return
    failed = [event for event in locks_not_got(case) if event.broker == broker]
    unlocked = [event for event in failed if case.recent(event)] if lines else []
    retries = (queue for queue in queues_of(case, case.retry_topic) if queue.broker == broker)
    unread = sorted({*queues, *retries}) if unlocked else []
    refused = [
        event for event in case.records("refused.pulls") if event.broker == broker and event.carried.is_not_taken_up
    ]
    hands_out = any(broker_of(case, event.file) == broker for event in case.records("serves.slave_hands_out"))
    hands_out |= any(one.key == "slaveReadEnable" and one.value == "true" for one in case.settings)
    stuck = [one for one in case.movements_of(sorted(queues)) if one.stuck_while_growing and one.queue.is_users]
    stands = [] if unread or not lines or (hands_out and not refused) else sorted(one.queue for one in stuck)
    lacks = [move for queue, move in case.movements.items() if queue.broker == broker and move.last.diff < 0]
    further, of_those = max((-move.last.diff for move in lacks), default=0), sorted(move.queue for move in lacks)
    why = [
        sentence("from_slave" if hands_out or unlocked else "refuses" if refused else "if_it_hands_out"),
        sentence("ahead", number=further, queues=ranges(of_those)) if lacks and not unlocked else "",
        sentence("unlocked", queues=ranges(unread)) if unlocked else "",
        sentence("stands", queues=ranges(stands), number=waiting_in(case.movements_of(stands))) if stands else "",
    ]
    severity = Severity.WARNING if logged else Severity.NOTICE
    slave = next((held.address for held in listed if lines and held.address), "")
    yield Seen(
        case="no_master" if lines else "process",
        signs={
            "process": Witnesses(lines or drops, case.progress_contradicting_orphans(unread) if unread else ()),
            "elsewhere": unlocked or (bool(logged) and len({line.file for line in lines}) > 1),
        },
        values={
            "broker": broker,
            "addresses": joined(", ", sorted({event.address for event in drops if event.address})),
        },
        title=sentence("no_reads", broker=broker, queues=count(len(stands), "queue")) if stands else None,
        why=joined(" ", why) if lines else None,
        severity=Severity.CRITICAL if unlocked or stands or (logged and lacks) else severity,
        topics=case.own_topics(topics_of(unread or stands)),
        queues=unread or stands,
        brokers=(broker,),
        evidence=(*lines[:6], *places_of((unlocked or refused if lines else drops)[:6]), *places_of(stuck[:3])),
        since=earliest([*(route.at for route in logged), first_moment([*unlocked, *drops])]),
        explains=("connection_problem", "orphan_queues") if unlocked else None,
        details={"read_by_nobody": tuple(unread), "slave": slave, "served": hands_out},
    )
