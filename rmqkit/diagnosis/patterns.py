"""What a single output or log shows without being a state, and what would bring it about.

A pattern tells what to look at next: it never proves anything, and what a healthy group shows as well is said with it.
Its words are in `patterns.toml`. Those that point at fewer explanations come first. No verdicts here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from rmqkit.diagnosis import commands
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import zone_remainder
from rmqkit.diagnosis.case.gaps import left_out_of_routes
from rmqkit.diagnosis.case.giving_out import POP, PULLS
from rmqkit.diagnosis.case.lag import snapshots_contradict, worked_off
from rmqkit.diagnosis.case.observations import left_behind
from rmqkit.diagnosis.case.stuck_queues import stuck_commits_lagging
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import distinct, grouped, is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import (
    Event,
    EvidenceLine,
    clients_in,
    last_moments,
    places_of,
    times_of,
    topics_in,
    topics_of,
)
from rmqkit.diagnosis.facts.transitions import COUNTED_MINUTE, DEFAULTS
from rmqkit.diagnosis.relations.holds import newest_shares, reads_by_lock
from rmqkit.diagnosis.relations.lags import lags_over_time
from rmqkit.diagnosis.relations.members import counted_members, not_online
from rmqkit.diagnosis.relations.minutes import Minute, minutes_by_client
from rmqkit.diagnosis.relations.settings import compacted_topics
from rmqkit.diagnosis.relations.wants import refusals
from rmqkit.diagnosis.wording import count, ranges, short
from rmqkit.formats.java_text import looks_like_sql92
from rmqkit.language import Words, joined
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import made_alike_elsewhere
from rmqkit.rocketmq.internal_topics import is_user_topic

# Records cited of a pattern.
_CITED = 4


@dataclass(frozen=True)
class Pattern:
    """What is seen, and what would bring it about.

    `suspects`: by the ids of their findings, how each would, the best fit first. `innocent`: what shows the same with
    nothing wrong; `command` tells the two apart. `times`: how often it is seen; `topics`, `queues`, `clients`: what it
    is about; `since`: from when on, where that is known.
    """

    what: str
    suspects: Mapping[str, str]
    innocent: str
    command: str
    times: int = 1
    topics: tuple[str, ...] = ()
    queues: tuple[MessageQueue, ...] = ()
    clients: tuple[str, ...] = ()
    places: tuple[EvidenceLine, ...] = ()
    since: datetime | None = None


_TABLE = Words(Path(__file__).with_suffix(".toml"))


def _pattern(
    name: str, seen: Mapping[str, Any], *, case: str = "", suspects: Iterable[str] = (), **values: object
) -> Pattern:
    """The pattern of that name, by one of its cases where it has several; `suspects`: those of its findings that are
    pointed at, all of them unless named."""
    row = _TABLE.parts[name]
    words = row["cases"][case] if case else row
    return Pattern(
        words["what"].say(**values),
        {finding_id: row["suspects"][finding_id].say() for finding_id in suspects or row["suspects"]},
        row["innocent"].say(),
        getattr(commands, row["command"]),
        **seen,
    )


def _on_queues(
    queues: Iterable[MessageQueue], places: Sequence[EvidenceLine], clients: tuple[str, ...] = ()
) -> Mapping[str, Any]:
    """On some queues, once at each of the places."""
    listed = tuple(sorted(set(queues)))
    seen = {"topics": topics_of(listed), "queues": listed, "clients": clients}
    return {"times": len(places), "places": tuple(places), **seen}


def _in_records(events: Sequence[Event]) -> Mapping[str, Any]:
    """In some records: what they name, with the first two and the last two as the places."""
    ends = events if len(events) <= _CITED else (*events[:2], *events[-2:])
    seen = {"topics": topics_in(events), "clients": clients_in(events)}
    return {"times": times_of(events), "places": places_of(ends), **seen}


# Of brokers' and clients' logs.


def commits_that_stand(case: Case) -> Iterator[Pattern]:
    """Clients' logs: a queue's committed offset, or the lowest message that lies in a full client, is the same up to
    its log's end: while another queue of the topic moves, or because it is full. Of clients that pull by themselves no
    look names one (`DefaultMQPullConsumerImpl#consumerRunningInfo`, all versions): there looks tell."""
    standing = stuck_commits_lagging(case)
    last = [own.events[-1] for own in standing.values()]
    by_themselves = any(roster.consume_type == PULLS for roster in case.rosters)
    unnamed = [one for one in case.user_movements if by_themselves and one.never_owned]
    moving = any(one.moves_on for one in unnamed)
    stuck = [one for one in unnamed if moving and one.stuck_while_growing]
    if queues := {*(queue for _, queue in standing), *(one.queue for one in stuck)}:
        seen = _on_queues(queues, places_of([*last, *stuck]), clients_in(last))
        yield _pattern("commits_that_stand", seen, queues=ranges(queues))


def forgotten_for_a_while(case: Case) -> Iterator[Pattern]:
    """Pulls refused since the broker's table lacks the subscription (`SUBSCRIPTION_NOT_EXIST`, all
    versions), well after the last start that the same log holds."""
    started = last_moments(case.records("member.any_start"))
    late = case.transitions.second_heartbeat
    refused = [event for event in refusals(case) if event.file in started]
    later = [event for event in refused if event.last_at and event.last_at - started[event.file] > late]
    if later:
        seen = {**_in_records(later), "places": tuple(event.place_with_reason for event in later[:_CITED])}
        yield _pattern("forgotten_for_a_while", seen, times=count(times_of(later), "time"))


def ids_made_alike(case: Case) -> Iterator[Pattern]:
    """A client has an id made of nothing that tells its host from others (`ClientConfig#buildMQClientId`, all
    versions), and either counts members of which nothing else tells (`RebalanceImpl#rebalanceByTopic`), or reports of
    itself while nobody tells who the members are."""
    if case.reported_broadcasting:
        return
    shares = () if case.everybody_known else newest_shares(case).values()
    alike = {share.client: share.place for share in shares if (share.members or 0) > len(case.live)}
    if not (case.client_lists or case.channels):
        alike |= {info.client_id: info.place for info in case.newest_running.values()}
    if ids := tuple(sorted(filter(made_alike_elsewhere, alike))):
        seen = {"times": len(ids), "clients": ids, "places": tuple(alike[client] for client in ids[-2:])}
        yield _pattern("ids_made_alike", seen, clients=short(ids))


# A burst of messages lies in a client for a minute.
_MINUTES = 2
# Of the threads' time: a call begins when another one ends.
_ALL_BUSY = 0.9


def listeners_too_slow(case: Case) -> Iterator[Pattern]:
    """Much more came to a client than it consumed, although its listener worked throughout: by what it counts of itself
    every minute (`ConsumerStatsManager`, all versions), up to its log's end, or by what it reports of the last one:
    messages lie in all its queues of a topic, and the calls of its listener took the time of all its threads. Calls
    that did not return are in none of these."""
    slow, idle = list[Minute](), list[Minute]()
    for (_, topic), minutes in minutes_by_client(case).items():
        last = [minute for minute in minutes if minute.told_long_enough][-_MINUTES:]
        behind = bool(last) and all(minute.piles_up for minute in last)
        if behind and is_user_topic(topic) and case.recent(minutes[-1].events[-1]):
            (slow if all(minute.busy_throughout for minute in last) else idle).append(minutes[-1])
    places = [place for minute in slow for place in minute.places]
    topics = set(topics_in(event for minute in slow for event in minute.events))
    for info in case.newest_running.values():
        for rates in info.rates:
            held = [one for one in _pulled(info) if one.queue.topic == rates.topic]
            threads = min(info.threads, len(held)) if info.ordered else info.threads
            taken = (rates.consume_ok_tps or 0) / max(1, info.batch) * (rates.consume_rt or 0) / 1_000
            full = bool(held) and all((one.cached_count or 0) >= SOME for one in held)
            # Within its first minute it works off what waited.
            if full and threads and taken >= _ALL_BUSY * threads and _ran_for(info, COUNTED_MINUTE):
                topics.add(rates.topic)
                places.append(info.place)
    if topics:
        seen = {"times": len(places), "topics": tuple(sorted(topics)), "places": tuple(places)}
        yield _pattern("listeners_too_slow", seen, case="busy", suspects=["consumer_slow"])
    events = [event for minute in idle for event in minute.events]
    if events and not any(one.moves_on for one in case.user_movements):
        yield _pattern("listeners_too_slow", _in_records(events), case="idle", suspects=["consumer_stuck"])


def logs_that_end(case: Case) -> Iterator[Pattern]:
    """A client's log ends without a shutdown, heartbeats before those of others, and nobody shared out its queues
    since: brokers keep a client whose host is gone, or that hangs, for two minutes (`ClientHousekeepingService`). Not
    where looks show that its queues are read, or who else has gone."""
    given = newest_shares(case).values()
    last, since = latest(map(case.end_of, case.logs_of("client"))), latest(share.at for share in given)
    silent = []
    for share in given:
        end = case.end_of(share.file)
        goes_on = end is None or last is None or last - end < 2 * case.transitions.heartbeat
        read = not share.queues or any(one.moves_on for one in case.movements_of(share.queues))
        ended = any(not_before(event.last_at, share.at) for event in case.records("member.ends", share.file))
        if share.client in case.live and not (goes_on or read or ended or is_after(since, end)):
            silent.append(share.event)
    if silent:
        yield _pattern("logs_that_end", _in_records(silent), logs=joined(", ", distinct(one.file for one in silent)))


def all_shut_down(case: Case) -> Iterator[Pattern]:
    """Each client whose log is there was shut down, with nothing of it behind, and as many as they counted at last
    (`DefaultMQPushConsumerImpl#shutdown`, `RebalanceImpl#rebalanceByTopic`, all versions)."""
    ended = [event for event in case.records("member.stopped") if case.recent(event)]
    counted = max((share.members or 0 for share in newest_shares(case).values()), default=0)
    logs = {event.file for event in ended}
    if 0 < counted <= len(logs) and set(case.logs_of("client")) <= logs:
        yield _pattern("all_shut_down", _in_records(ended))


# Of looks (consumerProgress): which queues wait, which are read.

# One or two messages may have come this moment, after a long pause.
SOME = 3


@dataclass(frozen=True)
class Waiting:
    """The user topics' queues of one look: those that wait for longer than a commit takes, and those that are read."""

    look: Snapshot
    waiting: tuple[QueueProgress, ...]
    read: tuple[QueueProgress, ...]

    @property
    def named(self) -> bool:
        """Whether any of these queues shows its client."""
        return any(row.client_ip for row in (*self.waiting, *self.read))

    @property
    def used(self) -> tuple[QueueProgress, ...]:
        """Those of these queues to which any message ever came."""
        return tuple(row for row in (*self.waiting, *self.read) if row.broker_offset > 0)

    @property
    def strangers(self) -> tuple[QueueProgress, ...]:
        """Those that are read to their end although clients were asked and none is named."""
        unnamed = (row for row in self.read if not row.client_ip and row.consumer_offset > 0 and row.diff < SOME)
        return tuple(unnamed) if self.look.owners_asked else ()

    def some(self, rows: Sequence[QueueProgress]) -> Mapping[str, Any]:
        """In some of its lines."""
        return _on_queues((row.queue for row in rows), list(map(self.look.place, rows)))


def looks_that_name(case: Case) -> Iterator[Waiting]:
    """The looks at a group whose clients share out queues, the newest first; none where its clients own no queues.

    Those that name clients, if any does. A queue waits where messages do, and the last one that was read is older than
    commits take, by the look's own moment; not where its reader moves on in a compacted topic, in which old messages
    and large differences are no lag.
    """
    popping = any(roster.consume_type == POP for roster in case.rosters)
    if not case.given_out.divides_queues or popping or case.reported_broadcasting or snapshots_contradict(case):
        return
    shown = [look for look in case.snapshots if look.owners_shown] or case.snapshots
    for look in reversed(shown):
        waiting: list[QueueProgress] = []
        read: list[QueueProgress] = []
        for row in look.rows:
            late = look.at is None or row.last_time is None or look.at - row.last_time > DEFAULTS.committed
            leaps = row.queue.topic in compacted_topics(case) and _moved_on(case, row)
            if row.queue.is_users:
                (waiting if row.diff >= SOME and late and not leaps else read).append(row)
        yield Waiting(look, tuple(waiting), tuple(read))


def _moved_on(case: Case, row: QueueProgress) -> bool:
    """Whether other looks show that the queue's committed offset moves."""
    movement = case.movements.get(row.queue)
    return movement is not None and movement.moves_on


def all_queues_wait(case: Case) -> Iterator[Pattern]:
    """Messages wait in every queue to which any came. Clients hold them, and none is pulled or read: by looks between
    which nothing moved although messages came, or by one that shows nothing on its way (Inflight, 5.0 and later, counts
    what was pulled and is not committed), or nothing given in the last minute. Else by one that shows that more waits
    than brokers gave the group in the time of several commits, be it to clients or to nobody any more."""
    look = next(looks_that_name(case), None)
    if look is None or len(look.used) < 2 or any(row.diff < SOME for row in look.used):
        return
    seen = case.movements_of([row.queue for row in look.used])
    # Who starts anew holds no queue that may not be read (`MQClientInstance#topicRouteData2TopicSubscribeInfo`, all
    # versions); before 5.3.2 one that is refused at its start holds what it never read.
    unread = not any(row.consumer_offset for row in look.used)
    suspects: tuple[str, ...] = ("not_permitted", "start_refused" if unread else "unreadable_queues", "consumer_stuck")
    rate = case.pulled_a_second(look.look)
    waits, given = sum(row.diff for row in look.used), (rate or 0) * case.transitions.several_commits.total_seconds()
    late = rate is not None and waits > given
    if any(movement.moves_on for movement in seen):
        # It is read, and more waits in each queue than at the look before.
        if not late or any(one.rows[-1].diff <= one.rows[-2].diff for one in seen if len(one.rows) > 1):
            return
        lacks, suspects = "pace", ("consumer_slow",)
    elif not look.named:
        if not (late and look.look.owners_asked):
            return
        lacks, suspects = "owner", ("group_offline",) if not_online(case) else ("group_offline", "consumer_stuck")
    elif all(row.inflight == 0 for row in look.used):
        lacks = "on_its_way"
    elif rate == 0:
        lacks = "given"
    elif any(movement.arrived > 0 for movement in seen) and all(movement.stands for movement in seen):
        # Messages came between the looks and no committed offset moved, be it back: a reset group consumes again.
        lacks = "moves"
    elif late and len(case.snapshots) == 1:
        lacks, suspects = "pace", ("consumer_slow", "consumer_stuck", "not_permitted")
    else:
        return
    queues = ranges(row.queue for row in look.used)
    yield _pattern("all_queues_wait", look.some(look.used), case=lacks, suspects=suspects, queues=queues)


def clients_that_lag(case: Case) -> Iterator[Pattern]:
    """Queues of one client that wait while those of the others, or its own others, are read: one pattern for all owned
    queues that wait in the newest look at which any do, and that no later look shows read. What moves between the looks
    is not blocked, and a client consumes what it has in turns while it works off a backlog."""
    read_since: set[MessageQueue] = set()
    moving = {one.owner for one in case.user_movements if one.owner and one.moves_on}
    for look in looks_that_name(case):
        owned = [row for row in look.waiting if row.client_ip and row.queue not in read_since]
        read_since.update(row.queue for row in look.read)
        if worked_off(case) and moving.issuperset(row.client_ip for row in owned):
            return
        if owned and any(row.client_ip for row in look.read):
            yield _pattern(
                "clients_that_lag",
                look.some(owned),
                suspects=_lag_suspects(case, owned, look.read),
                queues=ranges(row.queue for row in owned),
                clients=joined(", ", distinct(row.client_ip for row in owned)),
            )
            return


def _lag_suspects(case: Case, waiting: Sequence[QueueProgress], read: Sequence[QueueProgress]) -> tuple[str, ...]:
    """Most queues of a client wait, and none of another's: it is the client. What a broadcasting member takes is not
    committed from one moment on."""
    lagging, quick = (grouped((row.client_ip, row) for row in rows) for rows in (waiting, read))
    # A broker's table without a topic refuses everybody's pulls of it until the next heartbeat with it: whoever reads a
    # queue of the topic there rules that out. One with another expression filters away all that one client wants: its
    # offsets leap with each pull that is held in vain (`PullMessageProcessor#processRequest`,
    # `DefaultMQPushConsumerImpl#correctTagsOffset`, all versions). Neither leaves a queue behind for longer than that.
    newest, spans = latest(row.last_time for row in read), case.transitions
    leap = max(spans.heartbeat, spans.pull_held + spans.committed)
    late = [row for row in (*waiting, *read) if newest and row.last_time and newest - row.last_time > leap]
    read_there = {(row.queue.topic, row.queue.broker) for row in read if row.client_ip and row not in late}
    all_read = read_there.issuperset((row.queue.topic, row.queue.broker) for row in waiting)
    leaps = newest is not None and not any(row in late or row.last_time is None for row in waiting)
    differ = () if all_read and not leaps else ("inconsistent_subscription",)
    if all(_moved_on(case, row) for row in waiting):
        # A backlog that shrinks from look to look is read.
        behind = [[look.diff for look in case.movements[row.queue].rows] for row in waiting]
        shrinks = all(one[-1] and one == sorted(set(one), reverse=True) for one in behind)
        return ("consumer_slow",) if shrinks else (*differ, "consumer_slow")
    whole = any(len(rows) > len(quick.get(client, ())) for client, rows in lagging.items())
    if whole and quick.keys() - lagging.keys():
        stands = all(case.movements[row.queue].stands for row in waiting)
        return "consumer_stuck", *differ, "start_refused" if stands else "consumer_slow"
    moments = [row.last_time for row in waiting if row.last_time]
    together = not moments or max(moments) - min(moments) <= case.transitions.committed
    also = "message_model_mismatch" if together and len(waiting) > 1 else "offset_held_back"
    return "consumer_stuck", *differ, also


def queues_without_client(case: Case) -> Iterator[Pattern]:
    """Queues that wait and name no client, beside queues that name one, or that are read although none is named: one
    pattern for all such queues of the newest look. Everybody counts all members, so what one of them does not read
    nobody reads. One that had a client before may be on its way to another for as long as a hand-over takes; then its
    client shares the topic out among others than before."""
    look = next(looks_that_name(case), None)
    gaps, given_up = [], False
    for row in look.waiting if look else ():
        movement = case.movements.get(row.queue)
        left = look is not None and left_behind(case, look.look, row)
        if not row.client_ip and (movement is None or left or (movement.never_owned and not movement.moves_on)):
            gaps.append(row)
            given_up |= movement is not None and not movement.never_owned
    if look and gaps and (look.named or look.strangers):
        # Who is listed and hangs is told of by its share.
        silent = _OF_SILENT[1:] if case.client_lists else _OF_SILENT
        suspects: tuple[str, ...] = silent if look.strangers else _OF_LISTS if given_up else _OF_SHARES
        if look.named and left_out_of_routes(case, look.look, [row.queue for row in gaps]):
            suspects = _OF_ROUTES
        elif not look.strangers and _all_hold_some(case, look, gaps):
            suspects = _OF_COUNTED if not case.newest_running or reads_by_lock(case) else _OF_COUNTED[:1]
        queues = ranges(row.queue for row in gaps)
        yield _pattern("queues_without_client", look.some(gaps), suspects=suspects, queues=queues)


_OF_SHARES = ("inconsistent_subscription", "client_id_collision", "mixed_allocation_strategies")
_OF_LISTS = ("broker_disagreement", "inconsistent_subscription")
_OF_ROUTES = ("unreadable_queues",)
_OF_COUNTED = ("mixed_allocation_strategies", "lock_held")
# The first client that does not answer ends the question (`ConsumerProgressSubCommand#getMessageQueueAllocationResult`,
# all versions): one that hangs, whom another broker does not list, or a dead one whose id a living one has.
_OF_SILENT = ("consumer_stuck", "broker_disagreement", "client_id_collision")


def _all_hold_some(case: Case, look: Waiting, gaps: Sequence[QueueProgress]) -> bool:
    """Whether one look shows as many clients with queues of each such topic as the broker counts: each of them
    subscribes to it, has an id of its own, and answers."""
    topics, counted = set(topics_of(row.queue for row in gaps)), counted_members(case)
    shown = grouped((row.queue.topic, row.client_ip) for row in look.look.rows if row.client_ip)
    return counted is not None and all(counted <= len(set(shown.get(topic, ()))) for topic in topics)


def topics_left_out(case: Case) -> Iterator[Pattern]:
    """A look leaves out a topic of which an earlier one shows offsets of the group: while a broker knows subscriptions
    of the group it leaves out topics without one, and those that are gone (`AdminBrokerProcessor#getConsumeStats`, all
    versions)."""
    listed: dict[str, Snapshot] = {}
    for look in case.snapshots:
        listed |= dict.fromkeys(filter(is_user_topic, look.topics), look)
    left = {topic: look for topic, look in listed.items() if topic not in case.snapshots[-1].topics}
    if left and case.snapshots[-1].whole and not case.asked_by_topic:
        rows = [(look, row) for topic, look in left.items() for row in look.rows_of(topic)]
        seen = _on_queues((row.queue for _, row in rows), [look.place(row) for look, row in rows])
        yield _pattern("topics_left_out", seen, named=joined(", ", left))


def queues_read_by_strangers(case: Case) -> Iterator[Pattern]:
    """Queues that are read and name no client, while others name theirs: mqadmin asks whom one broker lists
    (`DefaultMQAdminExtImpl#examineConsumerConnectionInfo`, one broker of the route)."""
    look = next(looks_that_name(case), None)
    if look and look.named and len(look.strangers) > 1:
        queues = ranges(row.queue for row in look.strangers)
        yield _pattern("queues_read_by_strangers", look.some(look.strangers), queues=queues)


# Of what a client reports of itself (consumerStatus).

# With so many queues, all asked for within 3 s, they are hardly waiting for 15 s each.
_SEVERAL = 3


def asked_in_vain(case: Case) -> Iterator[Pattern]:
    """A client asks for messages every few seconds and was given none for long: nothing lies in it, it pulled each
    queue of a topic a moment ago, and its listener was not called for long."""
    asked_again, unanswered = case.transitions.asked_again, case.transitions.unanswered
    for info in case.newest_running.values():
        for topic, held in grouped((one.queue.topic, one) for one in _pulled(info)).items():
            in_vain = [
                one
                for one in held
                if not one.cached_count and info.asked_at and one.last_pull and one.last_consume
                and info.asked_at - one.last_pull <= asked_again and info.asked_at - one.last_consume >= unanswered
            ]  # fmt: skip
            if len(held) >= _SEVERAL and len(in_vain) == len(held):
                # Before 5.3.2 a client whose SQL92 expression is refused at its start goes on half started.
                by_sql = looks_like_sql92(info.subscriptions.get(topic, ""))
                of_topic = "start_refused" if by_sql else "inconsistent_subscription"
                suspects = (of_topic, "not_permitted", "consumer_stuck")
                client_id, number = info.client_id, len(held)
                seen = _in_client(info, held)
                yield _pattern("asked_in_vain", seen, suspects=suspects, client_id=client_id, topic=topic, held=number)


def _pulled(info: RunningInfo) -> list[HeldQueue]:
    """The queues of applications' topics that a client pulls."""
    return [one for one in info.queues if one.mode == "pull" and not one.dropped and one.queue.is_users]


def _in_client(info: RunningInfo, held: Sequence[HeldQueue]) -> Mapping[str, Any]:
    """On some queues of one client, by what it reports of itself."""
    return _on_queues((one.queue for one in held), list(map(info.held_place, held)), (info.client_id,))


def _ran_for(info: RunningInfo, span: timedelta) -> bool:
    """Whether the client was started so long before it was asked, or longer; Go clients print other zones' dates."""
    if not (info.started_at and info.asked_at):
        return False
    return not timedelta() <= zone_remainder(info.asked_at - info.started_at) < span


# Of a lag over time, by metrics that Prometheus kept.


def lags_by_metrics(case: Case) -> Iterator[Pattern]:
    """A lag that grew up to the end; who reads what, and why it lags, no metric tells. What snapshots show of the
    queues is newer and tells more."""
    series = [] if case.snapshots else lags_over_time(case)
    if shown := [(one, begun) for one in series if (begun := one.grows_since)]:
        start = min(begun.at for _, begun in shown)
        online = max((one.online for one, _ in shown if one.online is not None), default=None)
        seen = {
            "times": sum(len(one.samples) for one, _ in shown),
            "topics": tuple(dict.fromkeys(one.topic for one, _ in shown)),
            "places": tuple(place for one, begun in shown[:2] for place in (begun.place, one.samples[-1].place)),
            "since": start,
        }
        yield _pattern(
            "lags_by_metrics",
            seen,
            suspects=("group_offline",) if online == 0 else ("consumer_slow", "consumer_stuck"),
            moment=f"{start:%Y-%m-%d %H:%M:%S} UTC",
            first=sum(begun.lag for _, begun in shown),
            last=sum(one.samples[-1].lag for one, _ in shown),
            online="?" if online is None else online,
        )


PATTERNS: tuple[Callable[[Case], Iterable[Pattern]], ...] = (
    ids_made_alike,
    listeners_too_slow,
    all_queues_wait,
    queues_without_client,
    topics_left_out,
    queues_read_by_strangers,
    asked_in_vain,
    clients_that_lag,
    commits_that_stand,
    forgotten_for_a_while,
    logs_that_end,
    all_shut_down,
    lags_by_metrics,
)
"""Every pattern that is looked for. To add one: a function above, its row in `patterns.toml`, and its line here."""
