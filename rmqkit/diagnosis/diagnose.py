"""From evidence to verdict: the facts of each group are gathered and judged. No rules here."""

from __future__ import annotations

from datetime import datetime

from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.diagnosis.quoting import cited_lines, quoted
from rmqkit.diagnosis.verdict import verdict
from rmqkit.errors import UnknownGroup
from rmqkit.evidence import Evidence
from rmqkit.language import say


def diagnose(evidence: Evidence, group: str | None = None, now: datetime | None = None) -> Diagnosis:
    """The verdict on one group, or on all that the evidence names.

    `now` is the clock; by default the newest moment of the evidence. Raises NothingUsable
    and UnknownGroup.
    """
    evidence.require_usable()
    facts = facts_by_group(evidence, [group] if group else ())
    if group is not None:
        if group not in facts:
            known = ", ".join(sorted(facts)) or say("none")
            raise UnknownGroup(
                say("Group {group!r} is not in the evidence. It names: {known}.", group=group, known=known)
            )
        facts = {group: facts[group]}
    diagnosis = verdict(facts, evidence.ledger_rows(), now)
    return quoted(diagnosis, evidence.printed_lines(cited_lines(diagnosis)))


__all__ = ["diagnose", "verdict"]
