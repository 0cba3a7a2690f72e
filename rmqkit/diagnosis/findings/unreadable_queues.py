"""Do messages lie in queues that nobody may read: fewer read than write queues, or no read permission?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain, pairwise
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import waiting_in
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import READABLE, RouteBroker
from rmqkit.diagnosis.facts.known import earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of
from rmqkit.diagnosis.facts.transitions import DEFAULTS, SAME_STEP, WRITTEN_LATELY
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.serves import (
    left_unread,
    logged_routes,
    offered,
    taken_away,
    unreadable_queues,
)
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined
from rmqkit.rocketmq import MessageQueue

_say = words("unreadable_queues")
_NO_PERMISSION = 16  # `ResponseCode`


@finding("unreadable_queues")
def unreadable(case: Case, _: Sequence[Finding]) -> Iterable[Seen]:
    """By what brokers let clients read, and by the queues' ends."""
    stored = {figure.topic for figure in case.figures if figure.topic and figure.group == case.group}
    topics = sorted({*case.shared_topics, *stored})
    closed = [(topic, held) for topic in topics for held in offered(case, topic) if held.unreadable_queues]
    if closed:
        yield _closed(case, closed)
    elif left := left_unread(case, taken_away(case)):
        yield _taken_away(case, left)
    elif shut := [one for one in _closed_periods(case) if one.queues]:
        yield _over(case, shut)


def _closed(case: Case, closed: Sequence[tuple[str, RouteBroker]]) -> Seen:
    """What was sent to them by topicStatus; else by consumerProgress, which goes on to list a topic's queues without
    the read permission. A file of settings may be older than what the broker runs with."""
    topics = {topic for topic, _ in closed}
    queues = [queue for topic in topics for queue in unreadable_queues(case, topic)]
    filled = [end for queue in queues if (end := case.ends.get(queue)) and end.max_offset > 0]
    ended = {end.queue for end in filled} | {queue for queue in queues if queue in case.ends}
    listed = [one for one in case.movements_of(queues) if one.queue not in ended and one.last.broker_offset > 0]
    arriving = sum(one.arrived > 0 for one in listed)
    for end in filled:
        # By the last message's time, held against the newest of the topic's other queues.
        written = latest(other.at for other in case.status.get(end.queue.topic, ()))
        arriving += bool(end.at and written and written - end.at <= WRITTEN_LATELY)
    in_force = [held for topic, held in closed if topic in case.routes or held.file in case.logs]
    messages = sum(map(case.unread, filled)) + waiting_in(listed)
    amount: Phrase = count(messages, "message")
    # What the group had read of a queue that no newest snapshot lists is not known.
    newest = case.snapshots[-1].by_queue if case.snapshots else {}
    if not newest.keys() >= {end.queue for end in filled}:
        amount = _say("at_most", messages=amount)
    rights = {_say("rights", read=held.read_queues, write=held.write_queues, perm=held.perm) for _, held in closed}
    # Where the newest snapshot, or a client itself, has such a queue in a client's hands; older ones tell of before.
    # Without any readable queue a client's rebalance finds no queues and leaves what it holds as it is
    # (`RebalanceImpl#rebalanceByTopic`, all versions): there the holder tells nothing.
    in_part = [queue for topic, broker in closed if broker.readable_queues for queue in broker.unreadable(topic)]
    looks = [look for look in case.observations if not look.by_ip]
    looks += [look for look in case.observations if look.by_ip][-1:]
    held = [look.place(queue) for look in looks for queue in in_part if look.owners.get(queue)]
    return Seen(
        case="arriving" if arriving else "",
        signs={
            "closed": in_force,
            "filled": len(filled) + len(listed),
            "arriving": arriving,
            "not_held": Witnesses(queues, held),
        },
        values={"messages": amount, "rights": joined("; ", sorted(rights))},
        severity=Severity.CRITICAL if arriving else Severity.WARNING if in_force else Severity.NOTICE,
        queues=queues,
        evidence=places_of((*(broker for _, broker in closed), *filled, *listed[:6])),
        details={"messages": messages},
    )


def _taken_away(case: Case, left: Mapping[MessageQueue, int]) -> Seen:
    """Whoever had such a queue commits it and drops it in one step, once its route lacks it
    (`RebalancePushImpl#removeUnnecessaryMessageQueue`, all versions). What came after the last snapshot is not known:
    where the last commit is, this many are left at least; where it is not, some of them may have been read since."""
    looks = {queue: case.newest_looks[queue] for queue in left}
    commits: list[tuple[MessageQueue | None, datetime | None]] = [(one.queue, one.at) for one in case.commits]
    commits += [(one.message_queue, one.last_at) for one in case.records("offset.committed")]
    drops = [(one.message_queue, one.last_at) for one in case.records("holds.given_up")]
    dropped = {queue: at for queue, at in drops if queue in looks and is_after(at, looks[queue][0].at)}
    last = {queue for queue, at in commits if queue in dropped and at and dropped[queue] - at <= SAME_STEP}
    known = sum(left[queue] for queue in last)
    others = {queue: number for queue, number in left.items() if queue not in last}
    waited = count(sum(others.values()), "message")
    more = _say("perhaps_read", queues=ranges(others), messages=waited) if last and others else ""
    return Seen(
        case="taken_away",
        signs={"taken_away": left, "left_off": last},
        values={
            "messages": _say("at_least", messages=count(known, "message")) if last else _say("shown", messages=waited),
            "more": more,
        },
        queues=list(left),
        evidence=[look.place(row) for look, row in looks.values()],
    )


class _Shut(NamedTuple):
    """Queues of one broker that clients' routes let nobody read from one moment to another."""

    queues: Sequence[MessageQueue]
    since: datetime
    until: datetime
    places: tuple[EvidenceLine, EvidenceLine]

    def holds(self, at: datetime | None) -> bool:
        """Whether a moment lies within it; clients hear of it when they ask for routes again."""
        return at is not None and self.since - DEFAULTS.route_known <= at <= self.until


def _closed_periods(case: Case) -> Iterable[_Shut]:
    """By each client's routes: a broker of which nobody might read, and later everybody again (`brokerPermission`, or
    the topic's own perm; all versions)."""
    found: dict[tuple[str, str], _Shut] = {}
    for topic in case.topics:
        by_file = grouped((route.event.file, route) for route in logged_routes(case, topic) if route.at)
        for earlier, later in chain.from_iterable(map(pairwise, by_file.values())):
            for broker, held in earlier.by_broker.items():
                opened = later.by_broker.get(broker)
                again = opened is not None and opened.readable_queues > 0 and not held.perm & READABLE
                if again and opened and earlier.at and later.at:
                    places = (held.place, opened.place)
                    found[topic, broker] = _Shut(held.unreadable(topic), earlier.at, later.at, places)
    return found.values()


def _over(case: Case, shut: Sequence[_Shut]) -> Seen:
    """What came meanwhile waited, and nothing of it is lost."""
    queues = [queue for one in shut for queue in one.queues]
    rejected = [event for event in case.records("refused.pulls") if event.code == _NO_PERMISSION]
    refused = [event for event in rejected if any(one.holds(event.at) for one in shut)]
    waited: list[EvidenceLine] = []
    for one in shut:
        looks = [look for look in case.snapshots if one.holds(look.at)]
        waited += [look.place(row) for look in looks for row in look.rows if row.diff > 0 and row.queue in one.queues]
    return Seen(
        case="over",
        signs={"shut": shut, "waited": len(refused) + len(waited)},
        ongoing=False,
        queues=queues,
        evidence=(*chain.from_iterable(one.places for one in shut), *places_of(refused[:2]), *waited[:4]),
        # A client that is refused hears of it before its next look at the route.
        since=earliest((*(one.since for one in shut), *(event.at for event in refused))),
        until=max(one.until for one in shut),
    )
