"""Do messages lie in queues that nobody may read:
fewer read than write queues, or no read permission?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, pairwise
from math import inf

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement
from rmqkit.diagnosis.case.observations import newest_words
from rmqkit.diagnosis.case.topic_queues import LoggedRoute, left_unread, logged_routes, unreadable_queues
from rmqkit.diagnosis.claims import Claim, Severity, about, core, follows, need
from rmqkit.diagnosis.commands import CLIENT_LOG, ROUTE, TOPIC_STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import READABLE, QueueStatus, RouteBroker, Snapshot
from rmqkit.diagnosis.facts.known import grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of, topics_of
from rmqkit.diagnosis.facts.transitions import DEFAULTS, WRITTEN_LATELY
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.rocketmq import MessageQueue

ID = "unreadable_queues"
# A client hands a message per thread to its listener (`DefaultMQPushConsumer`): 64 threads at most by default.
_THREADS = 64


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By the route, which tells what may be read and written, and by the queues' ends; by looks at
    queues that the topic had before."""
    closed = [
        (topic, broker) for topic in case.topics for broker in case.routes.get(topic, ()) if broker.unreadable_queues
    ]
    if closed:
        yield _claim(case, closed)
    elif unread := {queue: left for queue, left in left_unread(case).items() if queue in case.movements}:
        yield _taken_away(case, unread)
    elif shut := _shut_for_a_while(case):
        yield _over(case, shut)


def _claim(case: Case, closed: Sequence[tuple[str, RouteBroker]]) -> Claim:
    topics, brokers = zip(*closed, strict=True)
    queues = sorted(queue for topic in set(topics) for queue in unreadable_queues(case, topic))
    filled = _filled(case, queues)
    lately = [status for status in filled if _written_lately(case, status)]
    listed = _listed(case, queues, filled)
    arriving = len(lately) + sum(movement.arrived > 0 for movement in listed)
    messages = sum(status.max_offset for status in filled) + sum(movement.last.broker_offset for movement in listed)
    why = say(
        "{queues}: consumers share out only what the route lets them read ({rights}), producers go on writing to all.",
        queues=ranges(queues),
        rights=_rights(closed),
    )
    return Claim(
        ID,
        say(
            "{queues} may be written to and not be read; {messages:,} messages were sent to them",
            queues=count(len(queues), "queue"),
            messages=messages,
        ),
        joined(" ", [why, say("Messages still come.") if arriving else ""]),
        Severity.CRITICAL if arriving else Severity.WARNING,
        signs=(
            follows(say("the route lets producers write to queues that consumers may not read"), len(closed)),
            core(say("messages lie in these queues"), len(filled) + len(listed), command=TOPIC_STATUS),
            need(say("they come as late as those of other queues"), arriving, command=TOPIC_STATUS),
            follows(say("no client holds such a queue"), len(queues), against=_held(case, closed)),
        ),
        **about(queues),
        evidence=places_of((*brokers, *filled, *listed[:6])),
        explains=("orphan_queues",),
        details={"messages": messages},
    )


@dataclass(frozen=True)
class _Shut:
    """Queues of one broker that clients' routes let nobody read from one moment to another."""

    topic: str
    held: RouteBroker
    since: datetime
    until: datetime
    places: tuple[EvidenceLine, ...]

    @property
    def queues(self) -> list[MessageQueue]:
        return self.held.unreadable(self.topic)

    def holds(self, at: datetime | None) -> bool:
        """Whether a moment lies within it; clients hear of it when they ask for routes again."""
        return at is not None and self.since - DEFAULTS.route_known <= at <= self.until

    def waiting(self, looks: Iterable[Snapshot]) -> list[EvidenceLine]:
        """The lines of looks within it that show messages wait there."""
        within, queues = [look for look in looks if self.holds(look.at)], frozenset(self.queues)
        return [look.place(row) for look in within for row in look.rows if row.diff > 0 and row.queue in queues]


def _shut_for_a_while(case: Case) -> list[_Shut]:
    """By each client's routes: a broker of which nobody might read, and later everybody again
    (`brokerPermission`, or the topic's own perm; all versions)."""
    shut: dict[tuple[str, str], _Shut] = {}
    for topic in case.topics:
        by_file = grouped((route.event.file, route) for route in logged_routes(case, topic) if route.at)
        for earlier, later in chain.from_iterable(map(pairwise, by_file.values())):
            shut |= {(topic, one.held.broker): one for one in _opened_again(topic, earlier, later)}
    return [one for one in shut.values() if one.queues]


def _opened_again(topic: str, earlier: LoggedRoute, later: LoggedRoute) -> Iterator[_Shut]:
    """The brokers that a route lets nobody read, and the next one does."""
    since, until = earlier.at, later.at
    for broker, held in earlier.by_broker.items():
        opened = later.by_broker.get(broker)
        if since and until and opened and opened.readable_queues and not held.perm & READABLE:
            yield _Shut(topic, held, since, until, (held.place, opened.place))


def _over(case: Case, shut: Sequence[_Shut]) -> Claim:
    """What came meanwhile waited, and nothing of it is lost."""
    queues = sorted(chain.from_iterable(one.queues for one in shut))
    refused = [event for event in case.events_named("pull_rejected", source="client") if _within(event.at, shut)]
    waited = list(chain.from_iterable(one.waiting(case.snapshots) for one in shut))
    return Claim(
        ID,
        say("{queues} were not to be read for a while", queues=count(len(queues), "queue")),
        say("{queues}: what lay there and what came meanwhile waited, for nobody might read.", queues=ranges(queues)),
        Severity.NOTICE,
        signs=(
            core(say("routes let nobody read these queues for a while, and everybody later"), len(shut)),
            need(
                say("pulls were refused meanwhile, or messages waited"), len(refused) + len(waited), command=CLIENT_LOG
            ),
        ),
        ongoing=False,
        since=min(one.since for one in shut),
        until=max(one.until for one in shut),
        **about(queues),
        evidence=(*chain.from_iterable(one.places for one in shut), *places_of(refused[:2]), *waited[:4]),
        explains=("orphan_queues",),
    )


def _within(moment: datetime | None, shut: Sequence[_Shut]) -> bool:
    return any(one.holds(moment) for one in shut)


def _taken_away(case: Case, unread: Mapping[MessageQueue, int]) -> Claim:
    """A look tells where the group was at that moment; that it read no further, the commits of who read it do."""
    movements = [case.movements[queue] for queue in unread]
    behind = sum(unread.values())
    return Claim(
        ID,
        say_counted(
            len(unread),
            "{queues} was taken away from {topics}, {behind:,} messages behind when it was last seen",
            "{queues} were taken away from {topics}, {behind:,} messages behind when they were last seen",
            queues=count(len(unread), "queue"),
            topics=joined(", ", topics_of(unread)),
            behind=behind,
        ),
        say(
            "{queues}: the topic has fewer queues since. A broker lets nobody pull the others, and "
            "what was not read of them stays there until it expires.",
            queues=ranges(unread),
        ),
        Severity.WARNING,
        signs=(
            core(say("looks listed queues that the topic has no more"), len(unread), command=ROUTE),
            need(
                say("who read them committed no further: more is left than listeners may have had in hand"),
                behind > _may_have_followed(case, movements),
                command=CLIENT_LOG,
            ),
        ),
        **about(unread),
        evidence=places_of(movements[:6]),
        details={"taken_away": {queue.topic: queue.queue + 1 for queue in sorted(unread)}},
    )


def _may_have_followed(case: Case, movements: Sequence[Movement]) -> float:
    """How many messages may have been read after the last commits that are known: as many as in the longest step
    from one commit to the next, and those in the listeners' hands. No bound where a reader's own log is missing."""
    most = _in_hand(case)
    for movement in movements:
        commits = sorted((commit.at, commit.offset) for commit in case.commits if commit.queue == movement.queue)
        if not any(is_after(at, movement.looks[-1].at) for at, _ in commits):
            return inf
        most += max((later - earlier for (_, earlier), (_, later) in pairwise(commits)), default=0)
    return most


def _in_hand(case: Case) -> int:
    """How many messages listeners may have been called with: threads by messages a call, as running info has them."""
    told = {info.client_id: info.properties for info in case.running}
    hands = [
        int(told.get(client, {}).get("PROP_THREADPOOL_CORE_SIZE", _THREADS))
        * int(told.get(client, {}).get("consumeMessageBatchMaxSize", 1))
        for client in case.live
    ]
    return sum(hands) or _THREADS


def _filled(case: Case, queues: Sequence[MessageQueue]) -> list[QueueStatus]:
    """Those of the queues to which messages were ever sent, by topicStatus."""
    ends = [case.ends[queue] for queue in queues if queue in case.ends]
    return [end for end in ends if end.max_offset > 0]


def _listed(case: Case, queues: Sequence[MessageQueue], filled: Sequence[QueueStatus]) -> list[Movement]:
    """Those of which only consumerProgress tells: without the read permission it goes on to list a topic's queues."""
    known = {status.queue for status in filled}
    seen = case.movements_of([queue for queue in queues if queue not in known])
    return [movement for movement in seen if movement.last.broker_offset > 0]


def _held(case: Case, closed: Sequence[tuple[str, RouteBroker]]) -> list[EvidenceLine]:
    """Where the newest look, or a client itself, has such a queue in a client's hands;
    older looks may be from before.

    Without any readable queue a client's rebalance finds no queues and leaves what it holds as it
    is (`RebalanceImpl#rebalanceByTopic`, all versions): there the holder tells nothing.
    """
    queues = [queue for topic, broker in closed if broker.readable_queues for queue in broker.unreadable(topic)]
    looks = newest_words(case.observations)
    return [look.place(queue) for look in looks for queue in queues if look.owners.get(queue)]


def _written_lately(case: Case, status: QueueStatus) -> bool:
    """By the last message's time, held against the newest of the topic's other queues."""
    newest = latest(other.at for other in case.status.get(status.queue.topic, ()))
    return bool(status.at and newest and newest - status.at <= WRITTEN_LATELY)


def _rights(closed: Sequence[tuple[str, RouteBroker]]) -> Phrase:
    rights = {
        say(
            "read {read_queues}, write {write_queues}, perm {perm}",
            read_queues=broker.read_queues,
            write_queues=broker.write_queues,
            perm=broker.perm,
        )
        for _, broker in closed
    }
    return joined("; ", sorted(rights))


EXPLANATION = Explanation(
    id=ID,
    rank=86,
    claims=claims,
    command=ROUTE,
    messages=frozenset({"queues_not_readable", "queue_illegal", "pull_rejected"}),
    suspected=say("Messages may lie in queues that nobody may read"),
    shown_by=need(say("a route with more write than read queues"), met=False, command=ROUTE),
    kind=CAUSE,
    what="Messages lie in queues that nobody may read: the topic has fewer read than write queues, or the broker or topic "
    "lacks the read permission. Producers fill all write queues, consumers share out only the read queues.",
    confirm="mqadmin topicRoute -t TOPIC: readQueueNums below writeQueueNums, or perm without 4; mqadmin topicStatus -t TOPIC.",
    remedy=(
        "Give the topic as many read queues as write queues again (mqadmin updateTopic -t TOPIC -r N -w N), "
        "or the read permission (-p 6); what lies in the queues is then consumed.",
        "To give a topic fewer queues: reduce the write queues first, let the group drain the "
        "others, then reduce the read queues.",
    ),
    do_not=("Do not delete or make the topic anew: what lies in these queues would be lost.",),
)
