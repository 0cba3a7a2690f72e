"""Do the clients share out queues by different strategies?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from rmqkit.diagnosis.case.case import Case, strategy_label
from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.case.recomputation import Recomputed
from rmqkit.diagnosis.case.running_together import perhaps_one_after_another
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.inferred_strategies import inferred_strategies, leaves_no_doubt, recomputed_with
from rmqkit.diagnosis.rules.inferred_subscribers import inferred_subscribers
from rmqkit.diagnosis.rules.make import finding, first_and_last_looks
from rmqkit.diagnosis.wording import ranges
from rmqkit.rocketmq import MessageQueue

ID = "mixed_allocation_strategies"


def mixed_allocation_strategies(case: Case) -> list[Finding]:
    """The cause, proven by the strategies that the live clients name, or by owners that only different ones give."""
    named = {who: strategy_label(name) for who, name in case.strategy_names.items() if who in case.live}
    if len(set(named.values())) > 1:
        status = SUSPECTED if perhaps_one_after_another(case, named) else PROVEN
        return [_finding(case, named, case.recomputed, "Each client computes its share by its own rule.", status)]
    inferred = {} if inferred_subscribers(case) else inferred_strategies(case)
    if not inferred:
        return []
    told = {who: strategy_label(each.name) for who, each in inferred.items()}
    why = "No source names the strategies, but no common one gives the owners that were seen, and these give them all."
    status = PROVEN if leaves_no_doubt(case) else SUSPECTED
    return [_finding(case, told, recomputed_with(case, inferred), why, status)]


def _finding(case: Case, told: Mapping[str, str], recomputed: Recomputed, why: str, status: str) -> Finding:
    clients: dict[str, list[str]] = defaultdict(list)
    for client_id, label in sorted(told.items()):
        clients[label].append(client_id)
    doubles, orphans = recomputed.doubles(), recomputed.orphans()
    return finding(
        case,
        ID,
        Severity.CRITICAL if doubles or orphans else Severity.WARNING,
        status,
        "Clients share out queues by different strategies: "
        + "; ".join(f"{short(who)}: {label}" for label, who in sorted(clients.items())),
        f"{why} {recomputed.sentence(' and '.join(sorted(clients)) + ' strategy')} "
        f"Taken by several: {ranges(doubles) or 'none'}. Taken by nobody: {ranges(orphans) or 'none'}.",
        topics=tuple(sorted({queue.topic for queue in (*doubles, *orphans)} & set(case.facts.topics))),
        queues=tuple(sorted({*doubles, *orphans})),
        clients=tuple(sorted(told)),
        brokers=tuple(sorted({queue.broker for queue in (*doubles, *orphans)})),
        evidence=_places(case, orphans),
        explains=("orphan_queues", "duplicate_consumption"),
        details={"read_by_several": tuple(doubles) if status == PROVEN else ()},
    )


def _places(case: Case, orphans: Collection[MessageQueue]) -> list[Place]:
    """What the clients say of themselves, else the looks at queues that nobody takes."""
    key = "allocateMessageQueueStrategy"
    told = [
        Place(info.file, info.property_lines[key], f"{info.client_id}: {key} {info.properties[key]}")
        for info in case.facts.running
        if key in info.properties
    ]
    told = told or [event.place for event in case.facts.events_named("rebalance_result", source="client")][:6]
    return told or first_and_last_looks(case, orphans)
