"""The allocation that the remedy leads to: the same members and queues, without the causes.

Nothing is drawn here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rmqkit.diagnosis import Finding, Severity
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.recomputation import shared_out
from rmqkit.rocketmq import Averagely, MessageQueue
from rmqkit.rocketmq.message_queue import sorted_client_ids

NTH = "{}/{}"
"""The id of the first, second, ... process of a shared id once it has one of its own."""


FIXABLE = frozenset({"inconsistent_subscription", "client_id_collision", "mixed_allocation_strategies"})
"""Causes whose remedy changes the allocation: all subscribe to everything, have ids of their own, or one strategy."""


def fixed_causes(findings: Sequence[Finding]) -> list[str]:
    """The causes that go on, that weigh something, and whose fix changes the allocation."""
    weighty = [finding for finding in findings if finding.ongoing and finding.severity > Severity.NOTICE]
    return [finding.id for finding in weighty if finding.id in FIXABLE]


def readers_after_the_fix(case: Case, causes: Sequence[str]) -> dict[MessageQueue, tuple[str, ...]]:
    """Who reads each queue of the shared topics then;
    nothing where no cause changes it or no strategy decides it."""
    if not causes or not case.follows_known_rules or not case.live:
        return {}
    client_ids, strategies = list(sorted_client_ids(case.membership.client_ids)), dict(case.strategies)
    if "client_id_collision" in causes:
        # Each process of a shared id gets one of its own that sorts at the same place.
        often, so_far = Counter(client_ids), Counter[str]()
        for place, client in enumerate(client_ids):
            so_far[client] += 1
            client_ids[place] = NTH.format(client, so_far[client]) if often[client] > 1 else client
            strategies[client_ids[place]] = strategies[client]
    if "mixed_allocation_strategies" in causes:
        strategies = dict.fromkeys(client_ids, Averagely())
    readers: dict[MessageQueue, tuple[str, ...]] = {}
    for topic in case.shared_topics:
        allocated = shared_out(case, topic, client_ids, strategies)
        readers.update(allocated.owners if allocated else {})
    return readers
