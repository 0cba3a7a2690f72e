"""Who was seen to hold what: every look at owners, with its witness and its reach; whether clients take the shares that
they get when all subscribe; how many members each client counted. No judgement here.

Three sources tell: consumerProgress with owners (one client ip per queue), a client's running info (all that it holds,
and so what it does not hold), and a client's rebalance lines (the same, of the moment that they were written).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import chain, groupby, pairwise
from operator import attrgetter, itemgetter

from rmqkit.diagnosis.case.clocks import by_brokers_clock
from rmqkit.diagnosis.case.lag import movements_in
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import grouped, is_after, runs
from rmqkit.diagnosis.facts.logs import EvidenceLine, lately
from rmqkit.diagnosis.facts.transitions import ROLLOUT, SAME_STEP, transitions_of
from rmqkit.diagnosis.relations.holds import Share, newest_shares, shares
from rmqkit.diagnosis.relations.members import writers
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.rocketmq import Allocation, MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of


@dataclass(frozen=True)
class Observation:
    """Who held which queue, as one source saw it, at which moment where it tells. `by_ip`: it shows only the part of
    the id before the @. `tellers`: whom it can show at all, where that is not everybody: its reach. `places`: the line
    that tells of a queue."""

    source: str
    by_ip: bool
    owners: Mapping[MessageQueue, frozenset[str]]
    at: datetime | None = None
    tellers: frozenset[str] | None = None
    places: Mapping[MessageQueue, EvidenceLine] = field(default_factory=dict)

    @cached_property
    def holders(self) -> frozenset[str]:
        return frozenset(chain.from_iterable(self.owners.values()))

    def name_of(self, client_id: str) -> str:
        return ip_of(client_id) if self.by_ip else client_id

    def place(self, queue: MessageQueue) -> EvidenceLine:
        """The line that tells of the queue; the source as a whole where no single line does."""
        owners = ", ".join(sorted(self.owners.get(queue, ()))) or "nobody"
        return self.places.get(queue) or EvidenceLine(self.source, None, f"{queue}: {owners}")


def observations(
    facts: GroupFacts,
    client_ids: Collection[str],
    shared_since: datetime | None = None,
    members_since: datetime | None = None,
) -> list[Observation]:
    """Every look at who holds what, the snapshots first; an id stands there once for each process that has it."""
    # N/A says nobody only where messages wait and the offset is stuck: one client that does not answer leaves N/A on
    # all queues of the clients asked after it. Who pops is never named.
    popped = popped_topics(facts)
    stuck = {queue for queue, movement in movements_in(facts).items() if movement.stands and queue.topic not in popped}
    looks = []
    for snapshot in (each for each in facts.snapshots if each.owners_shown):
        unread = {
            row.queue
            for row in _unread_rows(facts, snapshot, client_ids, members_since)
            if row.queue.topic not in popped
        }
        rows = [row for row in snapshot.rows if row.client_ip or row.queue in stuck | unread]
        owners = {row.queue: frozenset({row.client_ip} if row.client_ip else ()) for row in rows}
        places = {row.queue: snapshot.place(row) for row in rows}
        looks.append(Observation(snapshot.file, True, owners, snapshot.at, places=places))
    asked = (facts.newest_running[who] for who in sorted(set(client_ids) & facts.newest_running.keys()))
    pulling = [info for info in asked if info.queues and all(held.mode == "pull" for held in info.queues)]
    looks += [_running_observation(facts, info) for info in pulling]
    # The last rebalance lines of clients that counted as many members as there are now, or were given it by a broker;
    # while a client does not yet share out the queues that a topic has now, its line tells of those before.
    for _, share in sorted(newest_shares(facts).items()):
        other_queues = share.of_queues not in (None, len(queues_of(facts, share.topic)))
        counted = (share.members == len(client_ids) or share.by_broker) and share.client in client_ids
        if counted and not (other_queues and is_after(shared_since, facts.end_of(share.file))):
            looks.append(_share_observation(facts, share))
    return [look for look in looks if look.owners]


def _unread_rows(
    facts: GroupFacts, snapshot: Snapshot, client_ids: Collection[str], since: datetime | None
) -> list[QueueProgress]:
    """Of a snapshot that names every client, the rows of applications' queues in which messages wait and that none of
    them has: each answered (`ConsumerProgressSubCommand#getMessageQueueAllocationResult`, all versions). `since`: since
    when the members are the same, by logs that reach to the snapshot. Whoever gives an ordered queue away keeps its
    lock for 20 s (`RebalancePushImpl#unlockDelay`), and who takes it asks again with its next rebalance."""
    addresses = [ip_of(client) for client in client_ids]
    named = {row.client_ip for row in snapshot.rows}
    taken = since and since + 2 * transitions_of(facts).rebalance
    watched = any(log.last and snapshot.at and log.last >= snapshot.at for log in facts.logs.values())
    if not (watched and is_after(snapshot.at, taken)) or len(set(addresses)) < len(addresses):
        return []
    left = [row for row in snapshot.rows if row.client_ip is None and row.diff > 0 and row.queue.is_users]
    return [row for row in left if row.last_time and named.issuperset(addresses) and not is_after(row.last_time, since)]


def final_commits(facts: GroupFacts) -> list[Observation]:
    """Whose log commits which queues up to its end: a client commits every 5 s what it has
    (`RemoteBrokerOffsetStore#persistAll`, all versions), also what its application assigned to it."""
    named, by_client = writers(facts), defaultdict[str, dict[MessageQueue, EvidenceLine]](dict)
    for event in facts.records("offset.committed"):
        client, queue, end = event.client_id or named.get(event.file), event.message_queue, facts.end_of(event.file)
        if client and queue and end and event.last_at and end - event.last_at <= transitions_of(facts).many_commits:
            by_client[client][queue] = event.place
    return [
        Observation("", False, dict.fromkeys(held, frozenset({who})), tellers=frozenset({who}), places=held)
        for who, held in sorted(by_client.items())
    ]


def _running_observation(facts: GroupFacts, info: RunningInfo) -> Observation:
    """What a client says of itself: it holds these queues, and no others of the topics that it subscribes to."""
    held = {queue.queue: queue for queue in info.queues if not queue.dropped}
    topics = {queue.topic for queue in held} | set(info.subscriptions)
    listed = {queue for topic in topics for queue in queues_of(facts, topic)} | set(held)
    holder = frozenset({info.client_id})
    return Observation(
        info.file,
        False,
        {queue: holder if queue in held else frozenset() for queue in listed},
        info.at,
        tellers=holder,
        places={queue: info.held_place(held[queue]) if queue in held else info.place for queue in listed},
    )


def _share_observation(facts: GroupFacts, share: Share) -> Observation:
    given = share.popped_of(queues_of(facts, share.topic)) or share.queues
    holder = frozenset({share.client})
    # A fixed list is given whole for whichever topic is shared out (`AllocateMessageQueueByConfig`).
    topics = {share.topic, *(queue.topic for queue in given)}
    listed = {*chain.from_iterable(queues_of(facts, each) for each in topics if share.whole), *given}
    return Observation(
        share.file,
        False,
        {queue: holder if queue in given else frozenset() for queue in listed},
        tellers=holder,
        places=dict.fromkeys(listed, share.place),
    )


def without(look: Observation, clients: Collection[str]) -> Observation:
    """The observation as far as it tells of others than these clients."""
    if look.tellers is not None:
        return replace(look, owners={}) if look.tellers <= set(clients) else look
    names = set(map(look.name_of, clients))
    kept = {queue: owners for queue, owners in look.owners.items() if not owners & names}
    return replace(look, owners=kept)


def counted_otherwise(facts: GroupFacts) -> list[datetime]:
    """The moments at which clients shared a topic out among more or fewer than before, by their own logs and the
    brokers' clocks; none where a count comes back to what it was: brokers that hold different clients make it do so as
    well."""
    counts = attrgetter("members")
    told = [share for share in shares(by_brokers_clock(facts)) if share.members is not None]
    in_turn = grouped(((share.file, share.client, share.topic), share) for share in told)
    changes = [[next(alike) for _, alike in groupby(own, counts)] for own in in_turn.values()]
    if any(len(firsts) > len(set(map(counts, firsts))) for firsts in changes):
        return []
    return [share.at for firsts in changes for share in firsts[1:] if share.at]


# Whether clients take the shares that they get when all members subscribe.


def takers(shares: Allocation, clients: Collection[str], looks: Sequence[Observation]) -> frozenset[str] | None:
    """All of the clients but those whose share nobody has; None when a share is held in part, or by somebody else: then
    these are not the shares. Where one lacks its share for certain, so may those that did not answer the looks."""
    owners_of: dict[MessageQueue, frozenset[str]] = {}
    for look in looks:
        for queue, owners in look.owners.items():
            owners_of[queue] = owners_of.get(queue, frozenset()) | owners
    lacking, silent = set(), set()
    for client_id in clients:
        share = shares.share_of(client_id)
        told = {queue: holds for queue in share if (holds := held(client_id, queue, looks)) is not None}
        known = set(told.values())
        if len(known) > 1 or any(owners_of[queue] for queue, holds in told.items() if not holds):
            return None
        if known == {False}:
            lacking.add(client_id)
        elif not known and all(queue in owners_of and not owners_of[queue] for queue in share):
            silent.add(client_id)
    return frozenset(clients) - lacking - silent if lacking else frozenset(clients)


def unseen(shares: Allocation, clients: Iterable[str], looks: Sequence[Observation]) -> frozenset[str]:
    """Those of the clients that have a share at which nobody looked."""
    of_clients = [(client, shares.share_of(client)) for client in clients]
    return frozenset(who for who, share in of_clients if share and all(held(who, one, looks) is None for one in share))


def held(client_id: str, queue: MessageQueue, looks: Sequence[Observation]) -> bool | None:
    """Whether the client was seen with the queue whenever anybody looked; None when nobody did or looks differ. A look
    tells that a client lacks a queue only if the client answered it: it has others there."""
    told = {
        look.name_of(client_id) in look.owners[queue]
        for look in looks
        if queue in look.owners and look.name_of(client_id) in look.holders
    }
    return told.pop() if len(told) == 1 else None


# How many clients did each client count, rebalance by rebalance? From the clients' own logs.


# A rollout makes the count fall and rise once for each client; more ups and downs than that
# are no rollout.
_TURNS_OF_A_ROLLOUT = 2


@dataclass(frozen=True)
class AlternatingCounts:
    """One client's log in which the number of clients goes up and down: how often, and how often a broker said so.
    Brokers notify of every change that they see; a count that alternates without notifications comes from asking
    brokers that hold different clients."""

    results: tuple[Share, ...]
    turns: int
    notified: int
    most: int

    @property
    def told(self) -> bool:
        """Whether the brokers notified of about as many changes."""
        return self.notified >= self.turns


def alternations(facts: GroupFacts) -> list[AlternatingCounts]:
    """Per client log, the topic whose count turned most often, if it did so more often than a rollout makes it: whoever
    ran on while this one was counted made it turn not once."""
    logs = counted(facts)
    found = []
    for log in logs:
        since = log.results[0].at
        ran_on = 0
        for other in (other.results[0] for other in logs):
            # Whether its client started or stopped after that, or had said its last before.
            moments = (*facts.records("member.started", other.file), *facts.records("member.stopped", other.file))
            turned = any(is_after(event.at, since) for event in moments)
            ran_on += not turned and not is_after(since, facts.end_of(other.file))
        by_a_rollout = _TURNS_OF_A_ROLLOUT * max(1, log.most - ran_on)
        if log.turns > by_a_rollout:
            found.append(log)
    return found


def counted(facts: GroupFacts) -> list[AlternatingCounts]:
    """Per client log, the topic whose count turned most often."""
    by_log: dict[str, dict[str, list[Share]]] = defaultdict(lambda: defaultdict(list))
    for share in shares(facts):
        if share.topic and share.at:
            by_log[share.file][share.topic].append(share)
    found = []
    for topics in by_log.values():
        results = max((lately(own, ROLLOUT) for own in topics.values()), key=_turns)
        since = min(share.at for share in results if share.at)
        notices = facts.records("member.notified", results[0].file)
        notified = sum(notice.times for notice in notices if notice.last_at and notice.last_at >= since)
        most = max((share.members or 0 for share in results), default=0)
        found.append(AlternatingCounts(tuple(results), _turns(results), notified, most))
    return found


def _turns(own: Sequence[Share]) -> int:
    """Who comes registers with one broker after the other, and each rebalance asks one of these
    (`RebalanceImpl#rebalanceByTopic`, all versions): counts of one step are one, the last."""
    told = [(share.at, share.members) for share in own if share.at and share.members is not None]
    counts = [step[-1][1] for step in runs(told, SAME_STEP, itemgetter(0))]
    steps = [later > earlier for earlier, later in pairwise(counts) if later != earlier]
    return sum(one != other for one, other in pairwise(steps))


def left_behind(facts: GroupFacts, look: Snapshot, row: QueueProgress) -> bool:
    """Whether a snapshot shows a queue without a client, and others of the group read messages that were stored longer
    after its last one than a hand-over takes: who had it before has it no more. Not where a client had read it to its
    end at the snapshot before, and nothing came until then: what waits may have come while it changes hands."""
    until = row.last_time and row.last_time + transitions_of(facts).handover
    before = next((one for one in reversed(facts.snapshots) if is_after(look.at, one.at)), None)
    had = before and before.by_queue.get(row.queue)
    came_since = had and before and had.client_ip and not had.diff and is_after(before.at, row.last_time)
    waits = look.owners_shown and not row.client_ip and row.diff > 0 and not came_since
    return waits and is_after(look.newest_read, until)
