"""From evidence to verdict: every rule is asked for every group, causes before their effects. No rules here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.recomputation import QueueAllocation, allocation_rows
from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.finding import Finding, Missing, Severity
from rmqkit.diagnosis.rules.gaps import ID as INSUFFICIENT
from rmqkit.diagnosis.rules.gaps import missing_for, missing_without_group
from rmqkit.diagnosis.rules.order import FIRST, THEN
from rmqkit.diagnosis.texts import CAUSE, TEXTS
from rmqkit.errors import UnknownGroup
from rmqkit.evidence import Evidence


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
    for rule in FIRST:
        found += rule(case)
    for later in THEN:
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
    """What would change a verdict: nothing for a group whose cause is proven. A proven effect still wants its cause."""
    if not cases:
        return missing_without_group()
    open_cases = (case for case in cases if not any(map(_settles, found[case.group])))
    return [each for case in open_cases for each in missing_for(case)]


def _settles(each: Finding) -> bool:
    return each.proven and each.ongoing and each.severity > Severity.NOTICE and TEXTS[each.id].kind == CAUSE


def _allocation(case: Case) -> list[QueueAllocation]:
    return allocation_rows(case.facts, case.recomputed, case.strategies, case.observations)
