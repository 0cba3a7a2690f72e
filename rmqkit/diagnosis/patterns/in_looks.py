"""Patterns of looks (consumerProgress): which queues wait, which are read, how much is pulled. No verdicts here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import POP
from rmqkit.diagnosis.case.lag import snapshots_contradict
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.transitions import DEFAULTS, SAME_MOMENT
from rmqkit.diagnosis.patterns.pattern import Pattern, in_look, pattern
from rmqkit.diagnosis.relations.settings import compacted_topics
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import joined
from rmqkit.rocketmq import MessageQueue

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
    def nothing_read(self) -> bool:
        """Whether messages wait in every queue to which any came."""
        return bool(self.used) and all(row.diff >= SOME for row in self.used)


def most_named(case: Case, topics: Collection[str] | None = None) -> frozenset[str]:
    """The most clients that one look names: for the queues of these topics, or for any."""
    looks = [[row for row in look.rows if topics is None or row.queue.topic in topics] for look in case.snapshots]
    named = (frozenset(row.client_ip for row in rows if row.client_ip) for rows in looks)
    return max(named, key=len, default=frozenset())


def newest_look(case: Case) -> Waiting | None:
    """The newest of `looks_that_name`."""
    return next(looks_that_name(case), None)


def looks_that_name(case: Case) -> Iterator[Waiting]:
    """The looks at a group whose clients share out queues, the newest first; none where its clients own no queues.

    Those that name clients, if any does. A queue waits where messages do, and the last one that was read is older than
    commits take, by the look's own moment; not where its reader moves on in a compacted topic, in which old messages
    and large differences are no lag.
    """
    popping = any(roster.consume_type == POP for roster in case.rosters)
    if not case.given_out.to_one_client_each or popping or case.reported_broadcasting or snapshots_contradict(case):
        return
    shown = [look for look in case.snapshots if look.owners_shown] or case.snapshots
    for look in reversed(shown):
        waiting: list[QueueProgress] = []
        read: list[QueueProgress] = []
        for row in look.rows:
            late = look.at is None or row.last_time is None or look.at - row.last_time > DEFAULTS.committed
            leaps = row.queue.topic in compacted_topics(case) and moved_on(case, row)
            if row.queue.is_users:
                (waiting if row.diff >= SOME and late and not leaps else read).append(row)
        yield Waiting(look, tuple(waiting), tuple(read))


def moved_on(case: Case, row: QueueProgress) -> bool:
    """Whether other looks show that the queue's committed offset moves."""
    movement = case.movements.get(row.queue)
    return movement is not None and movement.moves_on


# Inflight (5.0 and later) counts what was pulled and is not committed: without any, the listener has nothing to do.


def nothing_is_pulled(case: Case) -> Iterator[Pattern]:
    """Messages wait in every queue, clients hold them, and none is pulled or read: by looks between which nothing moved
    although messages came, or by one that shows nothing on its way, or nothing given in the last minute."""
    look = newest_look(case)
    if look is None or not look.named or not look.nothing_read or len(look.used) < 2:
        return
    if any(moved_on(case, row) for row in look.used):
        return
    queues, given = ranges(row.queue for row in look.used), case.pulled_a_second(look.look)
    seen = case.movements_of([row.queue for row in look.used])
    if all(row.inflight == 0 for row in look.used):
        lacks = "on_its_way"
    elif given == 0:
        lacks = "given"
    elif any(movement.arrived > 0 for movement in seen) and all(movement.stands for movement in seen):
        # Messages came between the looks and no committed offset moved, be it back: a reset group consumes again.
        lacks = "moves"
    else:
        return
    routed = (held for row in look.used for held in case.routes.get(row.queue.topic, ()))
    if any(row.inflight for row in look.used):
        suspects: tuple[str, ...] = ("consumer_stuck", "not_permitted")
    elif not given and not any(row.consumer_offset for row in look.used):
        suspects = ("not_permitted", "start_refused", "consumer_stuck")
    elif any(held.readable_queues for held in routed):
        suspects = ("not_permitted", "consumer_stuck")
    else:
        suspects = ("not_permitted", "unreadable_queues", "consumer_stuck")
    yield pattern("nothing_is_pulled", in_look(look.look, look.used), case=lacks, suspects=suspects, queues=queues)


# The offset moves only when a message passes the client's own filter, so each queue waits for as
# long as it happens.
# All queues of a client wait and others' do not: it is the client. What moves between the looks
# is not blocked.
_WHOLE_CLIENT = ("consumer_stuck", "inconsistent_subscription", "consumer_slow")
_MOVING = ("inconsistent_subscription", "consumer_slow")
_ONE_QUEUE = ("consumer_stuck", "offset_held_back")
_STOPPED_TOGETHER = ("consumer_stuck", "message_model_mismatch", "offset_held_back")
_STOPPED_APART = ("consumer_stuck", "inconsistent_subscription", "offset_held_back")
# What its own filter drops takes a client's offset along only when the broker looks after its waiting requests and has
# nothing for it.
_FILTERED = ("inconsistent_subscription",)
_MOST = 0.5


def clients_that_lag(case: Case) -> Iterator[Pattern]:
    """Queues of one client that wait while those of the others, or its own others, are read: one
    pattern for all owned queues that wait in the newest look at which any do."""
    for look in looks_that_name(case):
        owned = [row for row in look.waiting if row.client_ip]
        if owned and any(row.client_ip for row in look.read):
            queues, clients = ranges(row.queue for row in owned), joined(", ", sorted(_client_rows(owned)))
            suspects, where = _lag_suspects(case, owned, look.read), in_look(look.look, owned)
            yield pattern("clients_that_lag", where, suspects=suspects, queues=queues, clients=clients)
            return


def _lag_suspects(case: Case, waiting: Sequence[QueueProgress], read: Sequence[QueueProgress]) -> tuple[str, ...]:
    """Most queues of a client wait, and none of another's: it is the client."""
    lagging, quick = _client_rows(waiting), _client_rows(read)
    if any(_follows_ticks(case, client) for client in lagging):
        return _FILTERED
    if all(moved_on(case, row) for row in waiting):
        # What is nearer to its end than at the look before works off what waited while nobody read it.
        pairs = [pair for row in waiting for pair in pairwise(case.movements[row.queue].rows) if pair[1] == row]
        nearer = len(pairs) == len(waiting) and all(later.diff < earlier.diff for earlier, later in pairs)
        return _FILTERED if nearer else _MOVING
    whole = [ip for ip, rows in lagging.items() if len(rows) > _MOST * (len(rows) + len(quick.get(ip, ())))]
    if whole and any(ip not in lagging for ip in quick):
        return _WHOLE_CLIENT
    if len(waiting) == 1:
        return _ONE_QUEUE
    moments = [row.last_time for row in waiting if row.last_time]
    together = not moments or max(moments) - min(moments) <= case.transitions.committed
    return _STOPPED_TOGETHER if together else _STOPPED_APART


def _client_rows(rows: Sequence[QueueProgress]) -> Mapping[str, list[QueueProgress]]:
    """The rows by the client that they show."""
    return grouped((row.client_ip, row) for row in rows if row.client_ip)


# Ticks of a broker.

# `PullRequestHoldService#run` (all versions, `longPollingEnable`): it looks after the requests that wait every 5 s.
_TICK = 5
# So many moments hardly agree by chance.
_MOMENTS = 4


def _follows_ticks(case: Case, client: str) -> bool:
    """Whether what the client read last of its queues that lag was stored just before ticks of its broker, several
    seconds apart, by all looks, while at each of these another client had all of its own read to the moment.

    Seconds are cut off what is printed: moments just before ticks show one of two neighbouring remainders.
    """
    found: dict[str, set[tuple[MessageQueue, datetime]]] = defaultdict(set)
    for look in case.snapshots:
        newest = look.newest_read
        if look.owners_shown and newest:
            unread = [row for row in look.rows if row.queue.is_users and row.diff and row.last_time]
            late = [row for row in unread if row.last_time and newest - row.last_time > SAME_MOMENT]
            if any(who not in _client_rows(late) for who in _client_rows(unread)):
                for row in _client_rows(late).get(client, ()):
                    if row.last_time:
                        found[row.queue.broker].add((row.queue, row.last_time))
    for seen in found.values():
        moments = [moment for _, moment in seen]
        remainders = {int(moment.timestamp()) % _TICK for moment in moments}
        neighbours = any(remainders <= {one, (one + 1) % _TICK} for one in remainders)
        apart = max(moments) - min(moments) >= timedelta(seconds=_TICK - 1)
        if neighbours and apart and len(moments) >= _MOMENTS:
            return True
    return False
