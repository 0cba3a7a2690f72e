"""The proof engine: what RocketMQ must have allocated, against who was seen to hold each queue.

RocketMQ's allocation is a function of sorted queues, sorted client ids and strategy
(`RebalanceImpl#rebalanceByTopic`, all versions), so a cause predicts an owner, or none, for every
queue. No findings are written here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rmqkit.diagnosis.case.observations import Observation, rebalance_results
from rmqkit.diagnosis.case.popped import as_brokers_give, popped_topics
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.case.subscriptions import twins_taking
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import distinct, grouped, not_before
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.language import Phrase, say
from rmqkit.rocketmq import Allocation, Averagely, ByConfig, MessageQueue, Strategy, allocation, strategy_named
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.internal_topics import is_user_topic

_FIXED_LIST = strategy_label("CONFIG")


@dataclass(frozen=True)
class Check:
    """One observation against a prediction; `places` are the lines that tell
    of the mismatched queues."""

    source: str
    by_ip: bool
    matched: int
    mismatched: tuple[MessageQueue, ...]
    at: datetime | None = None
    places: tuple[EvidenceLine, ...] = ()

    def reaches(self, moment: datetime | None) -> bool:
        """Whether it was made since a moment; one without a time may have been."""
        return not_before(self.at, moment)

    @property
    def total(self) -> int:
        """Queues that could be compared."""
        return self.matched + len(self.mismatched)


@dataclass(frozen=True)
class Recomputed:
    """A prediction for all topics of the group, and how it fared against every observation.

    `locked`: whoever is given a queue reads it only while the broker's lock of it is his (`reads_by_lock`).
    `popped`: the topics of which each message goes to one client, however many are given its queue.
    """

    allocations: Mapping[str, Allocation]
    checks: tuple[Check, ...]
    locked: bool = False
    popped: frozenset[str] = frozenset()

    @property
    def compared(self) -> bool:
        """Whether any observation could be compared."""
        return any(check.total for check in self.checks)

    @property
    def reproduces(self) -> bool:
        """Whether every queue of every observation has the owner that was seen."""
        return self.compared and not any(check.mismatched for check in self.checks)

    def agreeing_since(self, moment: datetime | None) -> int:
        """How many observed owners since a moment are the predicted ones."""
        return sum(check.matched for check in self.checks if check.reaches(moment))

    def contradictions_since(self, moment: datetime | None) -> tuple[EvidenceLine, ...]:
        """The lines since a moment that show a user topic's queue with other owners than predicted.

        The retry topic's route reaches the clients at different times, so that for a while two
        of them hold it.
        """
        return tuple(place for check in self.checks if check.reaches(moment) for place in check.places)

    def holds_since(self, moment: datetime | None) -> bool:
        """Whether owners were seen since a moment, and all are the predicted ones."""
        return self.agreeing_since(moment) > 0 and not self.contradictions_since(moment)

    def orphans(self, topics: Collection[str] | None = None) -> list[MessageQueue]:
        """Queues that nobody consumes, by recomputation;
        of the user topics, where none are named."""
        return [queue for _, allocated in self._of(topics) for queue in allocated.orphans]

    def doubles(self, topics: Collection[str] | None = None) -> list[MessageQueue]:
        """Queues that several clients consume, by recomputation;
        of the user topics, where none are named. A lock is one id's, so that only processes with
        one id read a locked queue together; who pops a queue shares it with others."""
        pulled = [allocated for topic, allocated in self._of(topics) if topic not in self.popped]
        given = [(queue, allocated.owners[queue]) for allocated in pulled for queue in allocated.duplicates]
        return [queue for queue, owners in given if not self.locked or len(set(owners)) < len(owners)]

    def _of(self, topics: Collection[str] | None) -> Iterable[tuple[str, Allocation]]:
        wanted = topics if topics is not None else [topic for topic in self.allocations if is_user_topic(topic)]
        return ((topic, allocated) for topic, allocated in self.allocations.items() if topic in wanted)

    def sentence(self, strategy: str) -> Phrase:
        """The result for a person."""
        if not self.allocations:
            return say(
                "Not recomputed ({strategy}): queues are not shared out by RocketMQ's own rules alone.",
                strategy=strategy,
            )
        if not self.compared:
            return say(
                "Recomputed with the {strategy}; no owner was seen anywhere to compare with.",
                strategy=strategy,
            )
        good = sum(1 for check in self.checks if check.total and not check.mismatched)
        of = sum(1 for check in self.checks if check.total)
        matched, total = sum(check.matched for check in self.checks), sum(check.total for check in self.checks)
        return say(
            "Recomputed ({strategy}): {matched} of {total} observed owners are the predicted ones, "
            "every queue in {good} of {observations} observations.",
            strategy=strategy,
            matched=matched,
            total=total,
            good=good,
            observations=of,
        )


NOTHING = Recomputed({}, ())
"""No allocation: none is known, or none follows from RocketMQ's rules."""


def strategy_names(facts: GroupFacts) -> dict[str, str]:
    """Each client's strategy as its running info or its rebalance lines name it."""
    shares = ((who, event.carried.share) for (who, _), event in rebalance_results(facts).items())
    names = {who: share.strategy.strip() for who, share in shares if share and share.strategy}
    for info in facts.running:
        if info.strategy:
            names[info.client_id] = info.strategy
    return names


def fixed_lists(facts: GroupFacts, names: Mapping[str, str]) -> dict[str, ByConfig]:
    """The lists of those that are given what is configured (`AllocateMessageQueueByConfig`), as their own words have
    them, where others share out by a rule of RocketMQ's and count them all the same."""
    configured = {who for who, name in names.items() if strategy_label(name) == _FIXED_LIST}
    if not any(strategy_named(name) for name in names.values()):
        return {}
    given = grouped(_queues_given(facts, configured))
    return {who: ByConfig(sorted(set().union(*queues))) for who, queues in given.items() if any(queues)}


def _queues_given(facts: GroupFacts, clients: Collection[str]) -> list[tuple[str, frozenset[MessageQueue]]]:
    """By client, what was given to it: as it logged, and as its running info shows."""
    logged = [(who, event.queues_given) for (who, _), event in rebalance_results(facts).items() if who in clients]
    running = [(who, frozenset(_held(info))) for who, info in facts.newest_running.items() if who in clients]
    return logged + running


def _held(info: RunningInfo) -> list[MessageQueue]:
    return [held.queue for held in info.queues if not held.dropped]


def strategies_for(
    client_ids: Iterable[str], names: Mapping[str, str], lists: Mapping[str, Strategy]
) -> dict[str, Strategy]:
    """A strategy per client; one that no source names is RocketMQ's default, the average.

    A client whose strategy needs a configuration that nobody tells cannot be recomputed and is left to the average as
    well: the comparison then fails, which is the honest outcome.
    """
    common = strategy_named(next(iter(set(names.values())))) if len(set(names.values())) == 1 else None
    known = {client_id: lists.get(client_id) or strategy_named(names.get(client_id)) for client_id in client_ids}
    return {client_id: strategy or common or Averagely() for client_id, strategy in known.items()}


def recompute(
    facts: GroupFacts,
    topics: Iterable[str],
    client_ids: Sequence[str],
    subscribers: Mapping[str, Collection[str]],
    strategies: Mapping[str, Strategy],
    seen: Sequence[Observation],
) -> Recomputed:
    """Share out every topic among the clients and compare with every observation.

    `subscribers` by topic; a topic that is not in it is subscribed by everybody.
    """
    shared = {topic: shared_out(facts, topic, client_ids, strategies, subscribers.get(topic)) for topic in topics}
    allocations = {topic: allocated for topic, allocated in shared.items() if allocated}
    of_processes = {topic: _by_each_process(facts, topic, allocated) for topic, allocated in allocations.items()}
    return _compared(facts, of_processes, seen)


def shared_out(
    facts: GroupFacts,
    topic: str,
    client_ids: Sequence[str],
    strategies: Mapping[str, Strategy],
    subscribers: Collection[str] | None = None,
) -> Allocation | None:
    """Who gets which queue of a topic; None where its queues are not known, or not how brokers give them out."""
    queues = queues_of(facts, topic)
    rules: Mapping[str, Strategy] | None = strategies
    if topic in popped_topics(facts):
        rules = as_brokers_give(facts, topic, queues, client_ids, strategies)
    return allocation(facts.group, queues, client_ids, rules, subscribers) if queues and rules is not None else None


def _by_each_process(facts: GroupFacts, topic: str, allocated: Allocation) -> Allocation:
    """Of processes that share an id and want different topics, only those that want this one take the id's share."""
    left = dict(twins_taking(facts, topic)) if is_user_topic(topic) else {}
    shares = []
    for client_id, share in zip(allocated.client_ids, allocated.shares, strict=True):
        takes = left.get(client_id, 1) > 0
        shares.append(share if takes else ())
        if client_id in left:
            left[client_id] -= 1
    return replace(allocated, shares=tuple(shares))


def _compared(facts: GroupFacts, allocations: Mapping[str, Allocation], seen: Iterable[Observation]) -> Recomputed:
    checks = tuple(_check(allocations, look) for look in seen)
    return Recomputed(allocations, checks, reads_by_lock(facts), popped_topics(facts))


@derived
def reads_by_lock(facts: GroupFacts) -> bool:
    """Whether clients of the group have ordered listeners and share it: each reads a queue while it holds the
    broker's lock of it (`ConsumeMessageOrderlyService`, `RebalanceLockManager#tryLock`, all versions)."""
    asked = (info.properties.get("PROP_CONSUMEORDERLY") for info in facts.running)
    return "true" in asked or bool(facts.own_events(*_OF_LOCKS))


_OF_LOCKS = (
    "queue_lock_ok",
    "queue_lock_failed",
    "queue_unlock_ok",
    "queue_locked",
    "queue_lock_expired",
    "queue_locked_by_other",
    "queue_unlocked",
)
"""What clients and brokers say of locks that ordered consumers alone ask for."""


def _check(allocations: Mapping[str, Allocation], seen: Observation) -> Check:
    matched, mismatched = 0, []
    for allocated in allocations.values():
        for queue, consumers in allocated.owners.items():
            owners = seen.owners.get(queue)
            if owners is None:
                continue
            if agrees(consumers, owners, seen):
                matched += 1
            else:
                mismatched.append(queue)
    places = tuple(seen.place(queue) for queue in mismatched if queue.is_users)
    return Check(seen.source, seen.by_ip, matched, tuple(mismatched), seen.at, places)


def agrees(consumers: Sequence[str], owners: frozenset[str], seen: Observation) -> bool:
    """Whether one observation of a queue has the predicted consumers, as far as it reaches."""
    if seen.by_ip:
        predicted = frozenset(map(ip_of, consumers))
        # consumerProgress names one client per queue, whichever it asked last.
        return owners <= predicted and bool(owners) == bool(predicted)
    return owners == (frozenset(consumers) if seen.tellers is None else seen.tellers.intersection(consumers))


def as_told(
    facts: GroupFacts, client_ids: Sequence[str], topics: Iterable[str], seen: Sequence[Observation]
) -> Recomputed:
    """What the clients say that they hold, where every one of them was asked; else nothing.

    It needs no strategy, so it holds for those that cannot be recomputed as well.
    """
    if not facts.newest_running.keys() >= set(client_ids):
        return NOTHING
    asked = [facts.newest_running[client_id] for client_id in client_ids]
    held = [queue for info in asked for queue in info.queues]
    if not held or any(queue.mode != "pull" for queue in held):
        return NOTHING
    allocations = {topic: _told_of(queues, asked) for topic in topics if (queues := queues_of(facts, topic))}
    return _compared(facts, allocations, seen)


def _told_of(queues: Sequence[MessageQueue], asked: Sequence[RunningInfo]) -> Allocation:
    ordered = sorted(asked, key=lambda info: info.client_id)
    shares = tuple(_share_told(info, queues) for info in ordered)
    return Allocation(tuple(queues), tuple(info.client_id for info in ordered), shares)


def _share_told(info: RunningInfo, queues: Sequence[MessageQueue]) -> tuple[MessageQueue, ...]:
    holding = set(_held(info))
    return tuple(queue for queue in queues if queue in holding)


def last_seen(queue: MessageQueue, looks: Sequence[Observation]) -> tuple[str, ...] | None:
    """Who was seen with the queue last, by the clients' own words before the ips that
    consumerProgress shows.

    None where nobody looked.
    """
    by_clients = [look for look in looks if queue in look.owners and not look.by_ip]
    if by_clients:
        return distinct(owner for look in by_clients for owner in look.owners[queue])
    by_anybody = [look for look in looks if queue in look.owners]
    return tuple(sorted(by_anybody[-1].owners[queue])) if by_anybody else None
