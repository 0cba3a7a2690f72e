"""Holds: which queues a client was given, as it logged them, and whose locks of ordered queues were refused."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, queue_of
from rmqkit.formats.logs.carried.shares import Share as ShareText
from rmqkit.rocketmq import MessageQueue

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
    def log(self) -> str:
        return self.event.log

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


def held_by(info: RunningInfo) -> frozenset[MessageQueue]:
    """The queues that a client reports to hold."""
    return frozenset(held.queue for held in info.queues if not held.dropped)


@derived
def reads_by_lock(facts: GroupFacts) -> bool:
    """Whether clients of the group have ordered listeners and share it: each reads a queue while it holds the
    broker's lock of it (`ConsumeMessageOrderlyService`, `RebalanceLockManager#tryLock`, all versions)."""
    return any(info.ordered for info in facts.running) or bool(facts.records("holds.locks"))
