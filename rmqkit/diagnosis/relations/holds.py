"""Holds: which queues a client was given, as it logged them, and whose locks of ordered queues were refused."""

from __future__ import annotations

from collections.abc import Iterable, Set
from datetime import datetime
from itertools import zip_longest
from typing import NamedTuple

from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import grouped, is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, queue_of
from rmqkit.diagnosis.facts.transitions import transitions_of
from rmqkit.formats.logs.carried.shares import Share as ShareText
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of

_POP = "POP"
ALL_QUEUES = -1
"""The queue that a broker names where a client pops all of its queues (`QueryAssignmentProcessor#allocate4Pop`)."""


class Share(NamedTuple):
    """What a client was given of a topic, as it logged it: by its own rebalance (`RebalanceImpl#rebalanceByTopic`, all
    versions), from `of_queues` queues among `members` ids (equal ones as often as they were listed), or by a broker
    (`by_broker`), for the client to pull or to pop.

    Of `queues` that are popped one may stand for all of a broker; `size`: how many the client counts. `whole`: of a
    record that was cut, what is not read was not said. `client` and `topic` are empty where the record lacks them.
    """

    event: Event
    client: str
    topic: str
    at: datetime | None
    queues: frozenset[MessageQueue]
    members: int | None
    of_queues: int | None
    size: int | None
    whole: bool
    strategy: str
    by_broker: bool
    popped: bool

    @classmethod
    def of(cls, event: Event) -> Share:
        told, assigned = event.carried.share, event.carried.assigned
        known = told or ShareText(frozenset())
        return cls(
            event,
            event.client_id or "",
            event.topic or "",
            event.at,
            frozenset(map(queue_of, known.queues)),
            known.clients_in_group,
            known.queues_in_topic,
            known.size,
            whole=told is not None and told.whole,
            strategy=(known.strategy or "").strip(),
            by_broker=assigned is not None,
            popped=assigned == _POP,
        )

    @property
    def file(self) -> str:
        """The file that it stands in, which several processes may write."""
        return self.event.file

    @property
    def place(self) -> EvidenceLine:
        return self.event.place

    def popped_of(self, topic_queues: Iterable[MessageQueue]) -> frozenset[MessageQueue]:
        """What a client was given to pop, a broker's all queues one by one; nothing where it pulls."""
        if not self.popped:
            return frozenset()
        whole = {(queue.topic, queue.broker) for queue in self.queues if queue.queue == ALL_QUEUES}
        each = {queue for queue in topic_queues if (queue.topic, queue.broker) in whole}
        return frozenset(each | {queue for queue in self.queues if queue.queue != ALL_QUEUES})


@derived
def shares(facts: GroupFacts) -> tuple[Share, ...]:
    return tuple(map(Share.of, facts.records("holds.shares")))


@derived
def newest_shares(facts: GroupFacts) -> dict[tuple[str, str], Share]:
    """The last share that each client logged of each topic, by (client id, topic)."""
    return {(share.client, share.topic): share for share in shares(facts) if share.client and share.topic}


def held_otherwise(facts: GroupFacts, client_ids: Set[str], since: datetime | None) -> tuple[EvidenceLine, ...]:
    """Where running infos and snapshots since a moment name other holders than the logs of these clients do: an id
    holds what one of its processes had logged by then, and nobody else is an owner where each of them logged."""
    places: list[EvidenceLine] = []
    for info in facts.running:
        logged = [share for share in _held_at(facts, info.at) if share.client == info.client_id]
        for topic, own in grouped((share.topic, share.queues) for share in logged).items():
            held = {queue for queue in held_by(info) if queue.topic == topic}
            if held not in own and is_after(info.at, since):
                places.append(info.place)
    for look in facts.snapshots:
        logged = _held_at(facts, look.at)
        holders = grouped((queue, ip_of(share.client)) for share in logged for queue in share.queues)
        clients = grouped((share.topic, share.client) for share in logged)
        for row in look.rows if is_after(look.at, since) else ():
            whole = client_ids <= set(clients.get(row.queue.topic, ()))
            if whole and row.client_ip and row.client_ip not in holders.get(row.queue, ()):
                places.append(look.place(row))
    return tuple(places)


def _held_at(facts: GroupFacts, at: datetime | None) -> list[Share]:
    """What the clients had logged around a moment, by log and topic; none where nobody dates it."""
    settling = transitions_of(facts).settling
    begun = [(share, until) for share, until in _spans(facts) if at and share.at and share.at <= at + settling]
    return [share for share, until in begun if until is None or (at and until >= at - settling)]


@derived
def _spans(facts: GroupFacts) -> list[tuple[Share, datetime | None]]:
    """Every dated share of queues that are pulled, and when its log has another one of the topic."""
    told = [share for share in shares(facts) if share.at and share.whole and not share.popped]
    in_turn = grouped(((share.file, share.client, share.topic), share) for share in told).values()
    return [(share, after and after.at) for own in in_turn for share, after in zip_longest(own, own[1:])]


def held_by(info: RunningInfo) -> frozenset[MessageQueue]:
    """The queues that a client reports to hold."""
    return frozenset(held.queue for held in info.queues if not held.dropped)


@derived
def reads_by_lock(facts: GroupFacts) -> bool:
    """Whether clients of the group have ordered listeners and share it: each reads a queue while it holds the
    broker's lock of it (`ConsumeMessageOrderlyService`, `RebalanceLockManager#tryLock`, all versions)."""
    return any(info.ordered for info in facts.running) or bool(facts.records("holds.locks"))
