"""The allocation that the remedy leads to: the same members and queues, without the causes.

Nothing is drawn here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmqkit.diagnosis import Finding, Severity
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.recomputation import shared_out
from rmqkit.rocketmq import Averagely, MessageQueue, Strategy
from rmqkit.rocketmq.message_queue import sorted_client_ids

NTH = "{}/{}"
"""The id of the first, second, ... process of a shared id once it has one of its own."""


@dataclass(frozen=True)
class Sharing:
    """Who shares out the queues, and by which strategies; everybody subscribes to everything."""

    client_ids: tuple[str, ...]
    strategies: Mapping[str, Strategy]


def _same_subscriptions(sharing: Sharing) -> Sharing:
    """`Sharing` has no subscriptions: whoever is counted reads."""
    return sharing


def _own_ids(sharing: Sharing) -> Sharing:
    """Each process of a shared id gets one of its own that sorts at the same place."""
    often, so_far = Counter(sharing.client_ids), Counter[str]()
    ids, strategies = [], dict(sharing.strategies)
    for client in sharing.client_ids:
        so_far[client] += 1
        own = NTH.format(client, so_far[client]) if often[client] > 1 else client
        strategies[own] = sharing.strategies[client]
        ids.append(own)
    return Sharing(tuple(ids), strategies)


def _one_strategy(sharing: Sharing) -> Sharing:
    """RocketMQ's default for all."""
    return replace(sharing, strategies=dict.fromkeys(sharing.client_ids, Averagely()))


FIXES: Mapping[str, Callable[[Sharing], Sharing]] = {
    "inconsistent_subscription": _same_subscriptions,
    "client_id_collision": _own_ids,
    "mixed_allocation_strategies": _one_strategy,
}
"""By cause: what its remedy changes. Other causes leave the allocation as it is."""


def fixed_causes(findings: Sequence[Finding]) -> list[str]:
    """The causes that go on, that weigh something, and whose fix changes the allocation."""
    weighty = [finding for finding in findings if finding.ongoing and finding.severity > Severity.NOTICE]
    return [finding.id for finding in weighty if finding.id in FIXES]


def readers_after_the_fix(case: Case, causes: Sequence[str]) -> dict[MessageQueue, tuple[str, ...]]:
    """Who reads each queue of the shared topics then;
    nothing where no cause changes it or no strategy decides it."""
    if not causes or not case.follows_known_rules or not case.live:
        return {}
    sharing = Sharing(tuple(sorted_client_ids(case.membership.client_ids)), case.strategies)
    for cause in causes:
        sharing = FIXES[cause](sharing)
    readers: dict[MessageQueue, tuple[str, ...]] = {}
    for topic in case.shared_topics:
        allocated = shared_out(case, topic, sharing.client_ids, sharing.strategies)
        readers.update(allocated.owners if allocated else {})
    return readers
