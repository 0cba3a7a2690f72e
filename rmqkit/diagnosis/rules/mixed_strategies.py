"""Do the clients share out queues by different strategies?"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

from rmqkit.diagnosis.case.case import Case, strategy_label
from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.diagnosis.finding import PROVEN, Finding, Severity
from rmqkit.diagnosis.rules.make import finding
from rmqkit.diagnosis.wording import ranges

ID = "mixed_allocation_strategies"


def mixed_allocation_strategies(case: Case) -> list[Finding]:
    """The cause, proven by the strategies that the live clients themselves name."""
    clients: dict[str, list[str]] = defaultdict(list)
    for client_id, name in sorted(case.strategy_names.items()):
        if client_id in case.live:
            clients[strategy_label(name)].append(client_id)
    if len(clients) < 2:
        return []
    recomputed = case.recomputed
    doubles, orphans = recomputed.doubles(), recomputed.orphans()
    return [
        finding(
            case,
            ID,
            Severity.CRITICAL if doubles or orphans else Severity.WARNING,
            PROVEN,
            "Clients share out queues by different strategies: "
            + "; ".join(f"{short(who)}: {label}" for label, who in sorted(clients.items())),
            f"Each client computes its share by its own rule. {recomputed.sentence(case.strategy_text)} "
            f"Taken by several: {ranges(doubles) or 'none'}. Taken by nobody: {ranges(orphans) or 'none'}.",
            topics=tuple(sorted({queue.topic for queue in (*doubles, *orphans)} & set(case.facts.topics))),
            queues=tuple(sorted({*doubles, *orphans})),
            clients=tuple(sorted(chain.from_iterable(clients.values()))),
            brokers=tuple(sorted({queue.broker for queue in (*doubles, *orphans)})),
            evidence=_places(case),
            explains=("orphan_queues", "duplicate_consumption"),
        )
    ]


def _places(case: Case) -> list[Place]:
    key = "allocateMessageQueueStrategy"
    told = [
        Place(info.file, info.property_lines[key], f"{info.client_id}: {key} {info.properties[key]}")
        for info in case.facts.running
        if key in info.properties
    ]
    return told or [event.place for event in case.facts.events_named("rebalance_result", source="client")][:6]
