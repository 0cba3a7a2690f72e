"""Did a broker with queues of the group's topics leave the routes, as a whole or with its master?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import LONG_AGO, earliest, grouped, is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import (
    Event,
    EvidenceLine,
    brokers_of,
    first_moment,
    last_moment,
    places_of,
    reported_after,
    times_of,
    topics_of,
)
from rmqkit.diagnosis.facts.transitions import LATELY
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import broker_of
from rmqkit.diagnosis.relations.serves import (
    WRITABLE,
    gone_since,
    left_unread,
    logged_routes,
    newest_route,
    queues_of,
    served_by_slaves,
)
from rmqkit.diagnosis.timeline.changes import BROKER_JOINED, BROKER_LEFT, BROKER_STARTED, changes_of
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined
from rmqkit.rocketmq import MessageQueue

sentence = words("broker_lost")


@finding("broker_lost")
def broker_lost(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """Brokers that clients drop, or snapshots no longer list; then those that lost a process. A snapshot that was asked
    by way of a name server that does not know a broker tells nothing of that one."""
    # A client drops the addresses that no route holds, and then the name, if none is left
    # (`MQClientInstance#cleanOfflineBroker`, all versions).
    drops = grouped((event.broker or None, event) for event in case.records("serves.dropped"))
    dropped = {broker: events for broker, events in drops.items() if any(event.address is None for event in events)}
    # Brokers that earlier snapshots list and the last one, of the same topics, does not, with their last line.
    unlisted: dict[str, EvidenceLine] = {}
    looks = [look for look in case.snapshots if look.rows]
    if looks and looks[-1].whole:
        rows = [(look, row) for look in looks for row in look.rows if row.queue.topic in looks[-1].topics]
        listed = set(brokers_of(looks[-1].queues))
        servers = [finding.details["unknown_at"] for finding in findings if "unknown_at" in finding.details]
        listed |= {broker for unknown_at in servers for brokers in unknown_at.values() for broker in brokers}
        unlisted = {row.queue.broker: look.place(row) for look, row in rows if row.queue.broker not in listed}
    no_master = served_by_slaves(case)
    if not (drops or unlisted or no_master):
        return
    had = _broker_queues(case)
    lost = {broker for broker in {*dropped, *unlisted} if broker in had or not had}
    others = {queue.topic for broker in had.keys() - lost - no_master for queue in had[broker]}
    for broker in sorted(lost):
        yield _lost(case, broker, had.get(broker, set()), others, dropped.get(broker, []), unlisted.get(broker))
    in_part = {broker for broker in drops.keys() - dropped.keys() if broker in had or not had}
    for broker in sorted((no_master | in_part) - lost):
        yield from _without_a_process(case, broker, had.get(broker, set()), others, drops.get(broker, []))


def _unsent(case: Case, queues: set[MessageQueue], others: set[str]) -> list[str]:
    """The topics that no other broker has, by a route that lists them: a producer takes a queue of a broker of which
    the route has a master (`MQClientInstance#topicRouteData2TopicPublishInfo`, all versions), and finds none."""
    topics = {queue.topic for queue in queues if queue.is_users and queue.topic not in others}
    return sorted(topic for topic in topics if case.routes.get(topic) or logged_routes(case, topic))


def _lost(
    case: Case,
    broker: str,
    queues: set[MessageQueue],
    others: set[str],
    drops: Sequence[Event],
    unlisted: EvidenceLine | None,
) -> Seen:
    """What waits on it is out of sight: mqadmin asks the brokers of the route."""
    routes = [newest_route(case, topic) for topic in case.topics]
    without = [route for route in routes if route and broker not in {held.broker for held in route}]
    witnesses = len({event.file for event in drops}) + len(without) + (unlisted is not None)
    # Commits to the broker, routes that hold it, or snapshots of its queues by their route, after it left.
    gone = last_moment(drops)
    written = [one for one in reported_after(case.records("holds.worked_on"), gone) if one.broker == broker]
    listing = [look for look in case.looks_after(gone) if look.whole and broker in brokers_of(look.by_queue)]
    listed = latest(look.at for look in case.snapshots if broker in brokers_of(look.queues))
    own = [one for one in changes_of(case) if one.subject == broker]
    since = earliest([first_moment(drops), *(one.at for one in own if drops and one.kind == BROKER_LEFT)])
    came = [one for one in own if one.kind in (BROKER_JOINED, BROKER_STARTED)]
    came = [one for one in came if drops and is_after(one.at, gone)]
    routed = chain.from_iterable(one.places for one in came if one.kind == BROKER_JOINED)
    back = [*places_of(written), *(look.place(look.rows[0]) for look in listing), *routed]
    moments = [one.at if is_after(one.at, gone) else one.last_at for one in written]
    moments += [*(look.at for look in listing), *(one.at for one in came)]
    until = earliest(moments) if back else None
    unsent = _unsent(case, queues, others)
    waiting = None if back else _left_there(case, queues, first_moment(drops))
    drained, gone_on = _drained(case, broker, queues), _gone_on(case, queues)
    # Where nothing is known to wait, what is gone is a broker, and no message.
    graver = 0 if drained or back else max(1, bool(drops) + (waiting != 0 or bool(unsent)))
    severity = (Severity.NOTICE, Severity.WARNING, Severity.CRITICAL)[graver]
    none_known = sentence("none_known") if waiting == 0 and not drained else ""
    how = "was_lost" if back else "was_drained" if drained else "is_lost"
    state = sentence(how, broker=broker, queues=count(len(queues), "queue"))
    return Seen(
        signs={
            "left": times_of(drops) or unlisted is not None,
            "another": witnesses > 1,
            "queues": queues,
            "same_name": Witnesses(queues, [one.looks[0].place(one.first) for one in gone_on]),
        },
        values={"broker": broker},
        title=joined("; ", [state, sentence("waiting", number=waiting) if waiting else none_known]) if queues else None,
        why=joined(
            " ",
            [
                sentence("came_back" if back else "nothing_left" if drained else "no_route", broker=broker),
                sentence("in_order" if none_known else "wait", broker=broker) if not (back or drained) else "",
                sentence("go_on") if others and not back else "",
            ],
        ),
        severity=severity,
        ongoing=not back,
        queues=queues,
        brokers=(broker,),
        evidence=(*places_of(drops[:6]), *back[:1], *([unlisted] if unlisted else [])),
        since=since,
        until=until,
        details={
            "harm": _harm(unsent, ongoing=not back),
            "drained": drained,
            "none_known": drained or bool(none_known),
            "not_before": listed,
            "first_shown": earliest(look.at for look in case.looks_after(listed)) if listed and not since else None,
            "gone_on": brokers_of(one.queue for one in gone_on),
        },
    )


def _left_there(case: Case, queues: set[MessageQueue], gone: datetime | None) -> int | None:
    """How many messages are known to wait on it: those that the last snapshot of its queues shows and nobody committed
    since. Queues that are consumed lag by what the next commit holds (`persistConsumerOffsetInterval`, all versions):
    of these nobody knows that they wait. None where snapshots lack queues of it, and where all that is known to wait is
    read, but long before it left."""
    own = [queue for queue in queues if queue.is_users]
    left = left_unread(case, queues)
    moved = [case.movements[queue] for queue in left if queue in case.movements]
    committed = case.transitions.committed
    in_a_commit = sum(one.arrived / one.seconds for one in moved if one.seconds) * committed.total_seconds()
    uncommitted = bool(moved) and all(one.moves_on for one in moved) and sum(left.values()) <= in_a_commit
    known = bool(own) and case.newest_looks.keys() >= set(own)
    if left and not (known and uncommitted):
        return sum(left.values())
    moments = [case.newest_looks[queue][0].at for queue in own if queue in case.newest_looks]
    moments += [one.last_at for one in case.records("offset.committed") if one.message_queue in queues]
    seen = latest(moments)
    long_before = gone is not None and (seen is None or gone - seen > LATELY)
    return 0 if known and not long_before else None


def _drained(case: Case, broker: str, queues: set[MessageQueue]) -> bool:
    """Whether producers were kept off it first (`mqadmin wipeWritePerm`, all versions), and two later snapshots show
    each of its queues at one end, read up to it: it was taken out of service, and nothing waits there."""
    own = case.movements_of(sorted(queue for queue in queues if queue.is_users))
    closed = []
    for topic in topics_of(queues):
        held = [
            (route.at, route.by_broker[broker]) for route in logged_routes(case, topic) if broker in route.by_broker
        ]
        newest = max(held, key=lambda one: one[0] or LONG_AGO, default=None)
        closed += [newest[0] if newest and not newest[1].perm & WRITABLE else None]
    at = None if None in closed else latest(closed)
    return bool(own) and all(
        len(one.rows) > 1
        and is_after(one.looks[-2].at, at)
        and one.rows[-2].broker_offset == one.last.broker_offset
        and not one.waits
        for one in own
    )


def _gone_on(case: Case, queues: set[MessageQueue]) -> list[Movement]:
    """Queues of a broker that snapshots show after this one alone, which begin where these ended, the group's offsets as
    well. Those of a new broker begin at 0; a store bears no name (`BrokerConfig#brokerName`, all versions)."""
    own = {(one.queue.topic, one.queue.queue): one for one in case.movements_of(queues) if one.queue.is_users}
    last = latest(one.looks[-1].at for one in own.values())
    known = {event.broker for event in case.events if is_after(last, event.at)}
    later = [
        later
        for later in case.user_movements
        if (one := own.get((later.queue.topic, later.queue.queue)))
        and later.queue.broker not in known
        and is_after(later.looks[0].at, last)
        and 0 < one.last.broker_offset <= later.first.broker_offset
        and 0 < one.last.consumer_offset <= later.first.consumer_offset
    ]
    # All of them with one name, or it is another broker.
    by_name = grouped((one.queue.broker, one) for one in later)
    return next((under_it for under_it in by_name.values() if len(under_it) == len(own)), [])


def _harm(unsent: Sequence[str], *, ongoing: bool) -> list[Phrase]:
    """What producers cannot do."""
    name = "no_sends" if ongoing else "no_sends_then"
    return [sentence(name, number=len(unsent), topics=joined(", ", unsent))] if unsent else []


def _broker_queues(case: Case) -> dict[str, set[MessageQueue]]:
    """The queues of the group's topics by broker, as any source ever showed them."""
    routed: list[MessageQueue] = []
    for topic in case.topics:
        logged = chain.from_iterable(route.brokers for route in logged_routes(case, topic))
        routed += [queue for broker in (*case.routes.get(topic, ()), *logged) for queue in broker.readable(topic)]
    held = [queue for look in case.observations for queue in look.owners]
    written = [event.message_queue for event in case.events if event.source == "client" and event.message_queue]
    own = {queue for queue in (*routed, *case.movements, *held, *written) if queue.topic in case.topics}
    return {broker: set(queues) for broker, queues in grouped((queue.broker, queue) for queue in own).items()}


def _without_a_process(
    case: Case, broker: str, queues: set[MessageQueue], others: set[str], drops: Sequence[Event]
) -> Iterator[Seen]:
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
    failed = [event for event in case.records("holds.locks_not_got") if event.broker == broker]
    # Before the master went, somebody else had the lock.
    went = earliest(route.at for route in logged)
    unlocked = [event for event in failed if case.recent(event) and not_before(event.last_at, went)] if lines else []
    retries = (queue for queue in queues_of(case, case.retry_topic) if queue.broker == broker)
    unread = sorted({*queues, *retries}) if unlocked else []
    refused = [
        event for event in case.records("refused.pulls") if event.broker == broker and event.carried.is_not_taken_up
    ]
    slave = next((held.address for held in listed if lines and held.address), "")
    hands_out = _slave_hands_out(case, broker)
    left, in_memory = _left_by_clients(case, queues)
    stuck = [move for move in case.movements_of(sorted(queues)) if move.stuck_while_growing and left[move.queue]]
    reads_on = bool(unread) or not lines or (hands_out and not refused)
    stands = [] if reads_on else [move.queue for move in stuck if move.queue.is_users]
    lacks = [move for queue, move in case.movements.items() if queue.broker == broker and move.last.diff < 0]
    further, of_those = max((-move.last.diff for move in lacks), default=0), sorted(move.queue for move in lacks)
    why = [
        sentence("from_slave" if hands_out or unlocked else "refuses" if refused else "if_it_hands_out"),
        sentence("ahead", number=further, queues=ranges(of_those)) if lacks and not unlocked else "",
        sentence("unlocked", queues=ranges(unread)) if unlocked else "",
        sentence("stands", queues=ranges(stands), number=sum(left[queue] for queue in stands)) if stands else "",
        sentence("in_memory", number=in_memory) if in_memory and not hands_out else "",
    ]
    unsent = _unsent(case, queues, others) if lines else []
    why += [sentence("other_brokers")] if others and not unsent else []
    since = gone_since(case, broker, earliest([went, first_moment(drops)]) or first_moment(unlocked))
    severity = Severity.WARNING if logged else Severity.NOTICE
    addresses = sorted({event.address for event in drops if event.address})
    yield Seen(
        case="no_master" if lines else "process",
        signs={
            "process": Witnesses(lines or drops, case.progress_contradicting_orphans(unread) if unread else ()),
            "elsewhere": unlocked or (bool(logged) and len({line.file for line in lines}) > 1),
        },
        values={"broker": broker, "addresses": joined(", ", addresses)},
        title=sentence("no_reads", broker=broker, queues=count(len(stands), "queue")) if stands else None,
        why=joined(" ", why) if lines else None,
        severity=Severity.CRITICAL if unlocked or stands or (logged and lacks) else severity,
        topics=case.own_topics(topics_of(unread or stands)),
        queues=unread or stands,
        brokers=(broker,),
        evidence=(*lines[:6], *places_of((unlocked or refused if lines else drops)[:6]), *places_of(stuck[:3])),
        since=since,
        explains=("connection_problem", "orphan_queues") if unlocked else None,
        details={
            "read_by_nobody": tuple(unread),
            # Of no use where the slave has nothing that clients have not pulled.
            "slave": slave if not left or any(number > 0 for number in left.values()) else "",
            "served": hands_out,
            "from_memory": () if hands_out else tuple(queue for queue in queues if not left.get(queue, 1)),
            "harm": _harm(unsent, ongoing=True),
            "addresses": () if lines else addresses,
            **({"messages": 0} if in_memory and not any(left.values()) else {}),
        },
    )


def _slave_hands_out(case: Case, broker: str) -> bool:
    """Whether it is said of this broker's slave: by its log, or by a configuration of that name which is not the
    master's (`slaveReadEnable` is the slave's own, `PullMessageProcessor`)."""
    if any(broker_of(case, event.file) == broker for event in case.records("serves.slave_hands_out")):
        return True
    written = grouped(((one.file, one.part), one) for one in case.settings if one.program == "broker")
    for settings in written.values():
        value = {one.key: one.value for one in settings}
        if (
            value.get("brokerName") == broker
            and value.get("slaveReadEnable") == "true"
            and value.get("brokerId", "1") != "0"
        ):
            return True
    return False


def _left_by_clients(case: Case, queues: set[MessageQueue]) -> tuple[dict[MessageQueue, int], int]:
    """How many messages of each queue its client has not pulled, by the newest snapshot and by what clients say of
    their memory; and how many they hold there, which they consume without the broker (`ProcessQueueInfo`)."""
    held = {one.queue: one for info in case.newest_running.values() for one in info.queues if one.lies_full}
    held = {queue: held[queue] for queue in queues & held.keys()}
    left = {}
    for move in case.movements_of(queues):
        pulled = (held[move.queue].cached_max or 0) + 1 if move.queue in held else 0
        left[move.queue] = max(0, move.last.broker_offset - max(move.last.consumer_offset, pulled))
    return left, sum(one.cached_count or 0 for one in held.values())
