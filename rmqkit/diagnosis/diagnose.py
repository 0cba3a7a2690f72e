"""From evidence to verdict: every rule is asked for every group, causes before their effects. No rules here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from rmqkit.diagnosis.case import Case
from rmqkit.diagnosis.client_id_collision import client_id_collision
from rmqkit.diagnosis.clocks_and_brokers import broker_disagreement, clock_skew
from rmqkit.diagnosis.collect import facts_by_group
from rmqkit.diagnosis.connections import connection_problem
from rmqkit.diagnosis.duplicates import duplicate_consumption
from rmqkit.diagnosis.facts import GroupFacts
from rmqkit.diagnosis.failures import consume_failures
from rmqkit.diagnosis.finding import Diagnosis, Finding, Missing, Severity
from rmqkit.diagnosis.flapping import flapping_subscription
from rmqkit.diagnosis.gaps import ID as INSUFFICIENT
from rmqkit.diagnosis.gaps import insufficient_evidence, missing_for, missing_without_group
from rmqkit.diagnosis.inconsistent_subscription import inconsistent_subscription
from rmqkit.diagnosis.message_model import message_model_mismatch
from rmqkit.diagnosis.mixed_strategies import mixed_allocation_strategies
from rmqkit.diagnosis.not_permitted import not_permitted
from rmqkit.diagnosis.notes import harmless_startup_noise, idle_consumers, risky_client_id
from rmqkit.diagnosis.offline import group_offline
from rmqkit.diagnosis.orphans import orphan_queues
from rmqkit.diagnosis.rebalance_storm import rebalance_storm
from rmqkit.diagnosis.recomputation import QueueAllocation, allocation_rows
from rmqkit.diagnosis.slow import consumer_slow
from rmqkit.diagnosis.stuck import consumer_stuck
from rmqkit.diagnosis.tags import tag_mismatch_silent_loss
from rmqkit.diagnosis.texts import CAUSE, TEXTS
from rmqkit.errors import UnknownGroup
from rmqkit.evidence import Evidence

# Asked in this order: what is fundamental first; each later rule sees what was found before it.
_FIRST: tuple[Callable[[Case], list[Finding]], ...] = (
    group_offline,
    inconsistent_subscription,
    client_id_collision,
    mixed_allocation_strategies,
    message_model_mismatch,
    not_permitted,
    clock_skew,
    broker_disagreement,
    flapping_subscription,
    rebalance_storm,
    connection_problem,
    consume_failures,
)
_THEN: tuple[Callable[[Case, list[Finding]], list[Finding]], ...] = (
    tag_mismatch_silent_loss,
    orphan_queues,
    duplicate_consumption,
    consumer_slow,
    consumer_stuck,
    risky_client_id,
    idle_consumers,
    harmless_startup_noise,
    insufficient_evidence,
)


def diagnose(evidence: Evidence, group: str | None = None, now: datetime | None = None) -> Diagnosis:
    """The verdict on one group, or on all that the evidence names.

    `now` is the clock; by default the newest moment of the evidence. Raises NothingUsable and UnknownGroup.
    """
    evidence.require_usable()
    facts = facts_by_group(evidence)
    if group is not None:
        if group not in facts:
            raise UnknownGroup(
                f"Group {group!r} is not in the evidence. It names: {', '.join(sorted(facts)) or 'none'}."
            )
        facts = {group: facts[group]}
    return verdict(facts, evidence.ledger_rows(), now)


def verdict(
    facts: Mapping[str, GroupFacts], files: Sequence[Mapping[str, object]] = (), now: datetime | None = None
) -> Diagnosis:
    """The verdict on facts alone: a pure function, without Spark and files."""
    cases = [Case(each, now) for each in facts.values()]
    found = {case.group: findings(case) for case in cases}
    ordered = sorted((each for group in found.values() for each in group), key=_rank)
    severity = max((each.severity for each in ordered), default=Severity.UNKNOWN if not cases else Severity.OK)
    return Diagnosis(
        severity=severity,
        headline=_headline(severity, ordered, list(facts)),
        findings=tuple(ordered),
        missing=tuple(_missing(cases, found)),
        files=tuple(files),
        facts=dict(facts),
        allocation={case.group: _allocation(case) for case in cases},
    )


def findings(case: Case) -> list[Finding]:
    """What every rule says of one group; each names only those findings as explained that are there."""
    found: list[Finding] = []
    for rule in _FIRST:
        found += rule(case)
    for later in _THEN:
        found += later(case, found)
    return [_with_effects(each, found) for each in found]


def _with_effects(each: Finding, found: Sequence[Finding]) -> Finding:
    """Name only those effects that are there; a cause is at least as severe as what it explains."""
    effects = [effect for effect in found if effect.id in each.explains and effect.ongoing == each.ongoing]
    severity = max([each.severity, *(effect.severity for effect in effects)])
    return each.with_(explains=tuple(dict.fromkeys(effect.id for effect in effects)), severity=severity)


def _rank(each: Finding) -> tuple[bool, int, bool, bool, int]:
    """What goes on before what is over, worse before better, causes before effects, proven before suspected."""
    order = list(TEXTS)
    return (not each.ongoing, -each.severity, TEXTS[each.id].kind != CAUSE, not each.proven, order.index(each.id))


def _headline(severity: Severity, ordered: Sequence[Finding], groups: Sequence[str]) -> str:
    if not groups:
        return "The evidence names no consumer group."
    first = ordered[0] if ordered else None
    if first is None or severity <= Severity.OK:
        return f"{', '.join(groups)}: every queue has its owner and moves; nothing is wrong."
    effect = next((e for e in ordered if e.id in first.explains and e.ongoing and e.id == "orphan_queues"), None)
    # A notice alone must not read as a clean bill where the rest could not be judged.
    unjudged = (e for e in ordered if e.id == INSUFFICIENT and e is not first and severity <= Severity.NOTICE)
    added = effect or next(unjudged, None)
    return f"{first.group}: {first.title}" + (f"; {added.title}" if added else "")


def _missing(cases: Sequence[Case], found: Mapping[str, Sequence[Finding]]) -> list[Missing]:
    """What would change a verdict: nothing for a group whose cause is proven."""
    if not cases:
        return missing_without_group()
    open_cases = (
        case
        for case in cases
        if not any(e.proven and e.ongoing and e.severity > Severity.NOTICE for e in found[case.group])
    )
    return [each for case in open_cases for each in missing_for(case)]


def _allocation(case: Case) -> list[QueueAllocation]:
    return allocation_rows(case.facts, case.recomputed, case.strategies, case.observations)
