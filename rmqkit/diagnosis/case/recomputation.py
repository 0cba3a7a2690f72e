"""The proof engine: what RocketMQ must have allocated, against who was seen to hold each queue.

RocketMQ's allocation is a function of sorted queues, sorted client ids and strategy (`RebalanceImpl#rebalanceByTopic`,
all versions), so a cause predicts an owner, or none, for every queue. No findings are written here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis.case.members import ip_of
from rmqkit.diagnosis.case.observations import RESULT, Observation, rebalance_results
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress, is_user_topic
from rmqkit.rocketmq import Allocation, Averagely, MessageQueue, Strategy, allocation, strategy_named


@dataclass(frozen=True)
class QueueAllocation:
    """One queue: who should hold it by recomputation, who was seen with it, and how far behind it is.

    `counted_on` is the client whose share it is in everybody's count; `consumers` those who really consume it by
    recomputation: none for an orphan, several where it is read twice. `seen` are client ids or, from
    consumerProgress, the ids' first parts; null where nobody looked. `state`: owned, orphan, double or unknown.
    """

    queue: MessageQueue
    counted_on: str | None
    consumers: tuple[str, ...]
    seen: tuple[str, ...] | None
    state: str
    broker_offset: int | None
    consumer_offset: int | None
    diff: int | None


@dataclass(frozen=True)
class Check:
    """One observation against a prediction."""

    source: str
    by_ip: bool
    matched: int
    mismatched: tuple[MessageQueue, ...]
    at: datetime | None = None

    @property
    def total(self) -> int:
        """Queues that could be compared."""
        return self.matched + len(self.mismatched)


@dataclass(frozen=True)
class Recomputed:
    """A prediction for all topics of the group, and how it fared against every observation."""

    allocations: Mapping[str, Allocation]
    checks: tuple[Check, ...]

    @property
    def compared(self) -> bool:
        """Whether any observation could be compared."""
        return any(check.total for check in self.checks)

    @property
    def reproduces(self) -> bool:
        """Whether every queue of every observation has the owner that was seen."""
        return self.compared and not any(check.mismatched for check in self.checks)

    def reproduces_since(self, moment: datetime | None) -> bool:
        """Whether every queue of every observation from a moment on, or of an unknown time, has the predicted owner."""
        later = [check for check in self.checks if moment is None or check.at is None or check.at >= moment]
        return any(check.total for check in later) and not any(check.mismatched for check in later)

    def orphans(self, topics: Collection[str] | None = None) -> list[MessageQueue]:
        """Queues that nobody consumes, by recomputation; of the user topics, where none are named."""
        return [queue for each in self._of(topics) for queue in each.orphans]

    def doubles(self, topics: Collection[str] | None = None) -> list[MessageQueue]:
        """Queues that several clients consume, by recomputation; of the user topics, where none are named."""
        return [queue for each in self._of(topics) for queue in each.duplicates]

    def _of(self, topics: Collection[str] | None) -> Iterable[Allocation]:
        wanted = topics if topics is not None else [topic for topic in self.allocations if is_user_topic(topic)]
        return (each for topic, each in self.allocations.items() if topic in wanted)

    def sentence(self, strategy: str) -> str:
        """The result for a person."""
        if not self.compared:
            return f"Recomputed with the {strategy}; no owner was seen anywhere to compare with."
        good = sum(1 for check in self.checks if check.total and not check.mismatched)
        of = sum(1 for check in self.checks if check.total)
        matched, total = sum(check.matched for check in self.checks), sum(check.total for check in self.checks)
        return (
            f"Recomputed ({strategy}): {matched} of {total} observed owners are the predicted ones, "
            f"every queue in {good} of {of} observations."
        )


def strategy_names(facts: GroupFacts) -> dict[str, str]:
    """Each client's strategy as its running info or its rebalance lines name it."""
    names = {
        client_id: found["strategy"].strip()
        for (client_id, _), event in rebalance_results(facts).items()
        if (found := RESULT.search(event.raw))
    }
    for info in facts.running:
        if named := info.properties.get("allocateMessageQueueStrategy"):
            names[info.client_id] = named
    return names


def strategies_for(client_ids: Iterable[str], names: Mapping[str, str]) -> dict[str, Strategy]:
    """A strategy per client; one that no source names is RocketMQ's default, the average.

    A client whose strategy needs configuration cannot be recomputed and is left to the average as well: the
    comparison then fails, which is the honest outcome.
    """
    common = strategy_named(next(iter(set(names.values())))) if len(set(names.values())) == 1 else None
    return {client_id: strategy_named(names.get(client_id)) or common or Averagely() for client_id in client_ids}


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
    allocations = {
        topic: allocation(facts.group, queues, client_ids, strategies, subscribers.get(topic))
        for topic in topics
        if (queues := queues_of(facts, topic))
    }
    return Recomputed(allocations, tuple(_check(allocations, each) for each in seen))


def _check(allocations: Mapping[str, Allocation], seen: Observation) -> Check:
    matched, mismatched = 0, []
    for each in allocations.values():
        for queue, consumers in each.owners.items():
            owners = seen.owners.get(queue)
            if owners is None:
                continue
            if _agrees(consumers, owners, seen):
                matched += 1
            else:
                mismatched.append(queue)
    return Check(seen.source, seen.by_ip, matched, tuple(mismatched), seen.at)


def _agrees(consumers: Sequence[str], owners: frozenset[str], seen: Observation) -> bool:
    if seen.by_ip:
        predicted = frozenset(map(ip_of, consumers))
        # consumerProgress names one client per queue, whichever it asked last.
        return owners <= predicted and bool(owners) == bool(predicted)
    return owners == (frozenset(consumers) if seen.tellers is None else seen.tellers.intersection(consumers))


def allocation_rows(
    facts: GroupFacts, recomputed: Recomputed, strategies: Mapping[str, Strategy], seen: Sequence[Observation]
) -> list[QueueAllocation]:
    """Every queue with its predicted and its observed owners and its newest offsets, for pictures and reports."""
    offsets = {row.queue: row for snapshot in facts.snapshots for row in snapshot.rows}
    rows = []
    for each in recomputed.allocations.values():
        counted = allocation(facts.group, each.queues, each.client_ids, strategies).owners
        rows += [
            _row(queue, each.owners[queue], counted[queue], offsets.get(queue), _last_seen(queue, seen))
            for queue in each.queues
        ]
    return rows


def _last_seen(queue: MessageQueue, seen: Sequence[Observation]) -> tuple[str, ...] | None:
    exact = [each.owners[queue] for each in seen if queue in each.owners and not each.by_ip]
    by_ip = [each.owners[queue] for each in seen if queue in each.owners and each.by_ip]
    found = (exact or by_ip)[-1:]
    return tuple(sorted(found[0])) if found else None


def _row(
    queue: MessageQueue,
    consumers: tuple[str, ...],
    counted: tuple[str, ...],
    progress: QueueProgress | None,
    seen: tuple[str, ...] | None,
) -> QueueAllocation:
    return QueueAllocation(
        queue=queue,
        counted_on=counted[0] if counted else None,
        consumers=consumers,
        seen=seen,
        state="orphan" if not consumers else "double" if len(consumers) > 1 else "owned",
        broker_offset=progress.broker_offset if progress else None,
        consumer_offset=progress.consumer_offset if progress else None,
        diff=progress.diff if progress else None,
    )
