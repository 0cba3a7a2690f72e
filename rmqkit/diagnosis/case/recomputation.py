"""The proof engine: what RocketMQ must have allocated, against who was seen to hold each queue.

RocketMQ's allocation is a function of sorted queues, sorted client ids and strategy (`RebalanceImpl#rebalanceByTopic`,
all versions), so a cause predicts an owner, or none, for every queue. No findings are written here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import combinations
from types import MappingProxyType

from rmqkit.diagnosis.case.observations import Observation
from rmqkit.diagnosis.case.popped import broker_strategies, popped_topics
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import distinct, not_before
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.relations.holds import reads_by_lock
from rmqkit.diagnosis.relations.serves import listed_in_part, queues_of, queues_unknown
from rmqkit.diagnosis.relations.wants import Expression, process_wants, twins_subscribing
from rmqkit.language import Phrase, say
from rmqkit.rocketmq import Allocation, MessageQueue, Strategy, allocation
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.internal_topics import is_user_topic


@dataclass(frozen=True)
class Check:
    """One observation against a prediction; `places` are the lines that tell of the mismatched queues."""

    matched: int
    mismatched: tuple[MessageQueue, ...]
    at: datetime | None = None
    places: tuple[EvidenceLine, ...] = ()

    def reaches(self, moment: datetime | None) -> bool:
        """Whether it was made since a moment; one without a time may have been."""
        return not_before(self.at, moment)

    @property
    def total(self) -> int:
        return self.matched + len(self.mismatched)


@dataclass(frozen=True)
class Recomputed:
    """A prediction for all topics of the group, and how it fared against every observation. `locked`: whoever is given
    a queue reads it only while the broker's lock of it is his (`reads_by_lock`). `popped`: the topics of which each
    message goes to one client, however many are given its queue. `wants`: by topic, what each client id wants."""

    allocations: Mapping[str, Allocation]
    checks: tuple[Check, ...]
    locked: bool = False
    popped: frozenset[str] = frozenset()
    wants: Mapping[str, Mapping[str, Sequence[Expression]]] = field(default_factory=dict)

    @property
    def compared(self) -> bool:
        return any(check.total for check in self.checks)

    @property
    def reproduces(self) -> bool:
        """Whether every queue of every observation has the owner that was seen."""
        return self.compared and not any(check.mismatched for check in self.checks)

    def agreeing_since(self, moment: datetime | None) -> int:
        """How many observed owners since a moment are the predicted ones."""
        return sum(check.matched for check in self.checks if check.reaches(moment))

    def contradictions_since(self, moment: datetime | None) -> tuple[EvidenceLine, ...]:
        """The lines since a moment that show a user topic's queue with other owners than predicted. The retry topic's
        route reaches the clients at different times, so that for a while two of them hold it."""
        return tuple(place for check in self.checks if check.reaches(moment) for place in check.places)

    def orphans(self, topics: Collection[str] | None = None) -> list[MessageQueue]:
        """Queues that nobody consumes, by recomputation; of the user topics, where none are named."""
        return [queue for _, allocated in self._of(topics) for queue in allocated.orphans]

    def doubles(self, topics: Collection[str] | None = None) -> list[MessageQueue]:
        """Queues that several clients consume, by recomputation;
        of the user topics, where none are named. A lock is one id's, so that only processes with
        one id read a locked queue together; who pops a queue shares it with others."""
        pulled = [allocated for topic, allocated in self._of(topics) if topic not in self.popped]
        given = [(queue, allocated.owners[queue]) for allocated in pulled for queue in allocated.duplicates]
        together = [queue for queue, owners in given if not self.locked or len(set(owners)) < len(owners)]
        return [queue for queue in together if queue not in self.without_common_messages]

    def excluding(self, clients: Collection[str], queues: Iterable[MessageQueue]) -> list[MessageQueue]:
        """Those of the queues that somebody beside these clients consumes, or nobody, by recomputation."""
        owners = {queue: who for one in self.allocations.values() for queue, who in one.owners.items()}
        return [queue for queue in queues if not owners.get(queue) or not set(owners[queue]).issubset(clients)]

    @cached_property
    def without_common_messages(self) -> frozenset[MessageQueue]:
        """Queues that several read whose tags have nothing in common: each drops what its own leave out
        (`PullAPIWrapper#processPullResult`, all versions), so that no message is consumed twice."""
        found = set()
        for topic, allocated in self.allocations.items():
            for queue in allocated.duplicates:
                owners, expressions = allocated.owners[queue], list[Expression]()
                for who in dict.fromkeys(owners):
                    said = self.wants.get(topic, {}).get(who, [Expression(None)])
                    expressions += said if len(said) > 1 else [*said] * owners.count(who)
                if not any(one.overlaps(other) for one, other in combinations(expressions, 2)):
                    found.add(queue)
        return frozenset(found)

    def _of(self, topics: Collection[str] | None) -> Iterable[tuple[str, Allocation]]:
        wanted = topics if topics is not None else [topic for topic in self.allocations if is_user_topic(topic)]
        return ((topic, allocated) for topic, allocated in self.allocations.items() if topic in wanted)

    def sentence(self, strategy: str) -> Phrase:
        if not self.allocations:
            return say(
                "Not recomputed ({strategy}): not all members are known, or the queues are not allocated by "
                "RocketMQ's rules.",
                strategy=strategy,
            )
        if not self.compared:
            return say(
                "Recomputed with the {strategy}; the evidence shows no owner to compare with.",
                strategy=strategy,
            )
        compared = [check for check in self.checks if check.total]
        total = sum(check.total for check in compared)
        matched = sum(check.matched for check in compared)
        if matched == total and len(compared) == 1:
            return say(
                "Recomputed ({strategy}): all {total:,} observed owners match, in one observation.",
                strategy=strategy,
                total=total,
            )
        if matched == total:
            return say(
                "Recomputed ({strategy}): all {total:,} observed owners match, in all {observations} observations.",
                strategy=strategy,
                total=total,
                observations=len(compared),
            )
        return say(
            "Recomputed ({strategy}): {matched:,} of {total:,} observed owners match; "
            "in {good} of {observations} observations every queue matches.",
            strategy=strategy,
            matched=matched,
            total=total,
            good=sum(not check.mismatched for check in compared),
            observations=len(compared),
        )


NOBODY: frozenset[str] = frozenset()
NOTHING = Recomputed({}, ())
"""No allocation: none is known, or none follows from RocketMQ's rules."""


def recompute(
    facts: GroupFacts,
    topics: Iterable[str],
    client_ids: Sequence[str],
    subscribers: Mapping[str, Collection[str]],
    strategies: Mapping[str, Strategy],
    seen: Sequence[Observation],
    silent: Collection[str] = (),
) -> Recomputed:
    """Share out every topic among the clients and compare with every observation. `subscribers` by topic; a topic that
    is not in it is subscribed by everybody. `silent`: clients of which nobody tells whether they subscribe to a topic
    that others do not: that nobody has their share of it is as they want it."""
    allocations = {}
    for topic in () if queues_unknown(facts) else topics:
        allocated = shared_out(facts, topic, client_ids, strategies, subscribers.get(topic))
        twins = twins_subscribing(facts, topic) if is_user_topic(topic) else {}
        if allocated and twins:
            # Of processes that share an id only those that subscribe to this topic take the id's share.
            ids = allocated.client_ids
            takes = [ids[:place].count(who) < twins.get(who, len(ids)) for place, who in enumerate(ids)]
            shares = tuple(share if taken else () for share, taken in zip(allocated.shares, takes, strict=True))
            allocated = replace(allocated, shares=shares)
        if allocated:
            allocations[topic] = allocated
    maybe = {topic: frozenset(silent) for topic in subscribers} if silent else {}
    return checked_allocations(facts, allocations, seen, maybe)


def shared_out(
    facts: GroupFacts,
    topic: str,
    client_ids: Sequence[str],
    strategies: Mapping[str, Strategy],
    subscribers: Collection[str] | None = None,
) -> Allocation | None:
    """Who gets which queue of a topic; None where its queues are not all known, or not how brokers give them out."""
    queues = [] if listed_in_part(facts, topic) else queues_of(facts, topic)
    rules: Mapping[str, Strategy] | None = strategies
    if topic in popped_topics(facts):
        rules = broker_strategies(facts, topic, queues, client_ids, strategies)
    return allocation(facts.group, queues, client_ids, rules, subscribers) if queues and rules is not None else None


def checked_allocations(
    facts: GroupFacts,
    allocations: Mapping[str, Allocation],
    seen: Iterable[Observation],
    maybe: Mapping[str, frozenset[str]] = MappingProxyType({}),
) -> Recomputed:
    """The allocations against every observation, as far as it tells of their queues. `maybe`: by topic, who may not
    subscribe to it."""
    predicted = [item for allocated in allocations.values() for item in allocated.owners.items()]
    checks, locked = [], reads_by_lock(facts)
    for look in seen:
        known = [(queue, who, look.owners[queue]) for queue, who in predicted if queue in look.owners]
        # Who holds a part of its share of a topic subscribes to it.
        holding = {(queue.topic, *who) for queue, who, owners in known if owners}
        known = [
            (queue, who, owners)
            for queue, who, owners in known
            if owners or not who or (queue.topic, *who) in holding or not maybe.get(queue.topic, NOBODY).issuperset(who)
        ]
        other = tuple(queue for queue, who, owners in known if not agrees(who, owners, look, locked))
        places = tuple(look.place(queue) for queue in other if queue.is_users)
        checks.append(Check(len(known) - len(other), other, look.at, places))
    wants = {topic: process_wants(facts, topic) for topic in allocations}
    return Recomputed(allocations, tuple(checks), locked, popped_topics(facts), wants)


def agrees(consumers: Sequence[str], owners: frozenset[str], seen: Observation, locked: bool = False) -> bool:
    """Whether one observation of a queue has the predicted consumers, as far as it reaches. `locked`: of several who
    are given it only the one with the broker's lock of it holds it (`RebalanceImpl#updateProcessQueueTableInRebalance`,
    all versions)."""
    if seen.by_ip:
        predicted = frozenset(map(ip_of, consumers))
        # consumerProgress names one client per queue, whichever it asked last.
        return owners <= predicted and bool(owners) == bool(predicted)
    predicted = frozenset(consumers) if seen.tellers is None else seen.tellers.intersection(consumers)
    return owners == predicted or (locked and owners < predicted and len(set(consumers)) > 1)


def last_seen(
    queue: MessageQueue, looks: Sequence[Observation], members: Collection[str] | None = None
) -> tuple[str, ...] | None:
    """Who was seen with the queue last, by the clients' own words before the ips that consumerProgress shows: who says
    that it is not his does not tell whose it is, unless all of the `members` that may hold it say so (None: whoever was
    asked is enough). None where nobody looked."""
    about = [look for look in looks if queue in look.owners]
    if held := distinct(owner for look in about if not look.by_ip for owner in look.owners[queue]):
        return held
    asked = {who for look in about for who in look.tellers or ()}
    all_asked = members is None or (bool(members) and asked.issuperset(members))
    newest = [look for look in about if look.by_ip] or [look for look in about if look.tellers is None or all_asked]
    return tuple(sorted(newest[-1].owners[queue])) if newest else None
