"""What to do about a finding in this case, what never to do, and how to see that it worked: one
function per cause in `BY_CAUSE`, the general words of its explanation for all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.explanation import CAUSE
from rmqkit.diagnosis.explanations import BY_ID
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.remedies import of_brokers, of_members, of_reading
from rmqkit.diagnosis.remedies.situation import FindingInCase, Remedy, general
from rmqkit.language import joined, say

BY_CAUSE: Mapping[str, Callable[[FindingInCase], Remedy]] = {
    **of_members.REMEDIES,
    **of_reading.REMEDIES,
    **of_brokers.REMEDIES,
}

# States that are as before once they end: nothing is left to repair.
_LEAVE_NOTHING = frozenset(
    {
        "broker_disagreement",
        "broker_lost",
        "client_id_collision",
        "connection_problem",
        "flapping_subscription",
        "group_offline",
        "inconsistent_subscription",
        "lock_held",
        "message_model_mismatch",
        "mixed_allocation_strategies",
        "orphan_queues",
    }
)


def with_remedies(case: Case, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of a group, each with what to do about it here."""
    return tuple(_with_remedy(FindingInCase(finding, case, findings)) for finding in findings)


def _with_remedy(at: FindingInCase) -> Finding:
    remedy = remedy_for(at)
    return at.finding.with_(remedy=remedy.do, do_not=remedy.never, check=remedy.check, deeds=remedy.deeds)


def remedy_for(at: FindingInCase) -> Remedy:
    """What to do in this situation: nothing of what ended, and nothing unproven without a look before."""
    finding = at.finding
    if not finding.ongoing and finding.proven and finding.id in _LEAVE_NOTHING:
        return _after_its_end(at)
    remedy = BY_CAUSE.get(finding.id, general)(at)
    if finding.proven or BY_ID[finding.id].kind != CAUSE:
        return remedy
    look = say("It is suspected, not proven: before anything is changed, look ({command}).", command=at.deciding_look)
    return Remedy((look, *remedy.do), remedy.never, remedy.check)


def _after_its_end(at: FindingInCase) -> Remedy:
    moment = at.moment(at.finding.until)
    ended = (
        say("Nothing has to be repaired now: it ended at {moment}.", moment=moment)
        if moment
        else say("Nothing has to be repaired now: it is over.")
    )
    replay = of_members.replay(at) if of_members.filters_away(at) else ""
    comes_again = [of_members.ids_stay_apart(at)] if at.finding.id == "client_id_collision" else []
    return Remedy((joined(" ", [ended, replay]), *comes_again))


__all__ = ["BY_CAUSE", "FindingInCase", "Remedy", "remedy_for", "with_remedies"]
