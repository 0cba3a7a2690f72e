"""Evidence changed: one thing that speaks about a proven finding is made to say otherwise. Deterministic, pure.

Of every kind of change a few are made, each on what the finding itself is about: an owner, a held queue, a
subscription, an entry of the newest client list, an offset. A finding must not stay proven after any of them.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rmqkit.diagnosis import Finding
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import Connection, GroupFacts, QueueProgress, Roster, Snapshot
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

EACH = 10
STRANGER = "10.99.99.99"


@dataclass(frozen=True)
class Change:
    """One change of one group's facts, what it is in words, and the queue that it is about."""

    kind: str
    what: str
    facts: GroupFacts
    queue: MessageQueue | None = None

    def takes_the_proof(self, before: Finding, after: Sequence[Finding]) -> bool:
        """Whether the finding is not proven any more, or not of the queue that was changed."""
        proven = [finding for finding in after if finding.id == before.id and finding.proven and finding.ongoing]
        if before.id in OF_QUEUES and self.queue in before.queues:
            return all(self.queue not in finding.queues for finding in proven)
        return not proven


Changer = Callable[[GroupFacts, Finding, random.Random], Iterator[Change]]


def changes(name: str, facts: GroupFacts, finding: Finding) -> Iterator[Change]:
    """Every change that speaks about the finding, a few of each kind."""
    for changer in SPEAKS.get(finding.id, ()):
        yield from changer(facts, finding, random.Random(f"{name} {finding.id} {changer.__name__}"))


def owners(facts: GroupFacts, finding: Finding, chance: random.Random) -> Iterator[Change]:
    """The newest looks show another owner for a queue that the finding is about."""
    for look in facts.snapshots[-2:]:
        rows = _about(finding, look.rows)
        for row in _some(chance, rows, EACH // 2):
            changed = replace(row, client_ip=None if row.client_ip is None else STRANGER)
            if changed.client_ip is None:
                changed = replace(row, client_ip=STRANGER)
            what = f"{look.file}:{row.line} owner {STRANGER}"
            yield Change("owner", what, _with_row(facts, look, row, changed), row.queue)


def offsets(facts: GroupFacts, finding: Finding, chance: random.Random) -> Iterator[Change]:
    """The newest look shows a queue that stood as read to its end, up to the message that came last to any queue:
    `#LastTime` is when the one before the offset was stored, and messages come to all queues."""
    for look in facts.snapshots[-1:]:
        waiting = [row for row in _about(finding, look.rows) if row.diff > 0 and row.queue in finding.queues]
        # A queue that is read twice may well be read to its end; of a cause's queues the unread ones stand.
        rows = [row for row in waiting if row.client_ip is None or finding.id in OF_QUEUES]
        for row in _some(chance, rows, EACH):
            changed = replace(row, consumer_offset=row.broker_offset, diff=0, last_time=look.newest_read)
            what = f"{look.file}:{row.line} read to its end"
            yield Change("offset", what, _with_row(facts, look, row, changed), row.queue)


def held_queues(facts: GroupFacts, finding: Finding, chance: random.Random) -> Iterator[Change]:
    """A client's newest running info lacks a queue that it held, or holds one more."""
    newest = {info.client_id: info for info in facts.running}
    for info in _some(chance, sorted(newest.values(), key=lambda info: info.client_id), EACH // 2):
        own = [held for held in info.queues if held.queue.topic in finding.topics and finding.id not in OF_QUEUES]
        for held in _some(chance, own, 2):
            kept = tuple(other for other in info.queues if other is not held)
            without = _with_info(facts, replace(info, queues=kept))
            yield Change("held", f"{info.client_id} without {held.queue}", without, held.queue)
        for queue in _some(chance, _not_held(facts, info, finding), 2):
            more = (*info.queues, HeldQueue(queue, "pull", 0, False, info.asked_at, info.asked_at, 1))
            yield Change("held", f"{info.client_id} with {queue}", _with_info(facts, replace(info, queues=more)), queue)


def subscriptions(facts: GroupFacts, finding: Finding, chance: random.Random) -> Iterator[Change]:
    """A client says in its newest running info that it subscribes to what another one does, and to nothing else."""
    newest = {info.client_id: info for info in facts.running}
    for one in sorted(newest.values(), key=lambda info: info.client_id):
        others = [info for info in newest.values() if info is not one]
        alike = len({tuple(sorted(info.subscriptions.items())) for info in others}) == 1
        # With three opinions two are left when one is given up.
        for other in _some(chance, others if alike else [], 1):
            same = replace(one, subscriptions=other.subscriptions, subscription_lines=other.subscription_lines)
            yield Change("subscription", f"{one.client_id} subscribes as {other.client_id}", _with_info(facts, same))


def members(facts: GroupFacts, finding: Finding, chance: random.Random) -> Iterator[Change]:
    """The newest client list leaves a client out, or names a stranger for it. Two are not left out, for it says nothing
    of the proof: a client without a queue that the finding does not name, since the others' shares are the same without
    it; and one of the processes of an id that another broker lists as well, since a list is of one broker (no
    connection is in both) and whoever is missing there is connected here."""
    if not facts.rosters:
        return
    listed = [roster for roster in facts.rosters if roster.kind == "consumer_connection"] or list(facts.rosters)
    roster = listed[-1]
    idle = {who for who, info in facts.newest_running.items() if not info.queues and who not in finding.clients}
    elsewhere = [one for one in facts.rosters if one.addresses and one.addresses.isdisjoint(roster.addresses)]
    for connection in _some(chance, roster.connections, EACH // 2):
        rest, who = tuple(other for other in roster.connections if other is not connection), connection.client_id
        if who not in idle and not (roster.repeats(who) and any(one.repeats(who) for one in elsewhere)):
            yield Change("list", f"{roster.file} without {who}", _with_roster(facts, roster, rest))
        named = replace(connection, client_id=f"{STRANGER}@1#1")
        yield Change("list", f"{roster.file} names a stranger", _with_roster(facts, roster, (*rest, named)))


def _about(finding: Finding, rows: Sequence[QueueProgress]) -> list[QueueProgress]:
    if finding.id in OF_QUEUES:
        return [row for row in rows if row.queue in finding.queues]
    topics = set(finding.topics) or {queue.topic for queue in finding.queues}
    return [row for row in rows if row.queue.topic in topics and is_user_topic(row.queue.topic)]


def _some(chance: random.Random, values: Sequence[object], most: int) -> list[object]:
    return chance.sample(list(values), min(most, len(values)))


def _not_held(facts: GroupFacts, info: RunningInfo, finding: Finding) -> list[MessageQueue]:
    """Queues of the finding's topics that another client or nobody holds."""
    own = {held.queue for held in info.queues}
    listed = {row.queue for look in facts.snapshots for row in look.rows if row.queue.topic in finding.topics}
    return sorted((listed & set(finding.queues) if finding.id in OF_QUEUES else listed) - own)


def _with_row(facts: GroupFacts, look: Snapshot, row: QueueProgress, changed: QueueProgress) -> GroupFacts:
    rows = tuple(changed if other is row else other for other in look.rows)
    looks = tuple(replace(look, rows=rows) if other is look else other for other in facts.snapshots)
    return replace(facts, snapshots=looks)


def _with_info(facts: GroupFacts, info: RunningInfo) -> GroupFacts:
    infos = [other for other in facts.running if (other.file, other.block) != (info.file, info.block)]
    return replace(facts, running=(*infos, info))


def _with_roster(facts: GroupFacts, roster: Roster, connections: tuple[Connection, ...]) -> GroupFacts:
    changed = replace(roster, connections=connections)
    return replace(facts, rosters=tuple(changed if other is roster else other for other in facts.rosters))


OF_QUEUES = frozenset({"orphan_queues", "consumer_stuck"})
"""Findings that list single queues: what is said of another queue does not speak about them."""
SPEAKS: dict[str, tuple[Changer, ...]] = {
    "inconsistent_subscription": (owners, held_queues, subscriptions, members, offsets),
    "client_id_collision": (owners, held_queues, members, offsets),
    "mixed_allocation_strategies": (owners, held_queues, members, offsets),
    "orphan_queues": (owners, held_queues, offsets),
    "consumer_stuck": (offsets,),
    "group_offline": (owners, offsets),
}
"""Which kinds of observations speak about a finding; the others' proofs rest on logs and answers alone."""
