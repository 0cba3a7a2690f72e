"""The judge: the only place that says `proven`.

It sees a claim's signs and rivals and nothing else.

Consistency-based diagnosis (Reiter 1987; de Kleer and Williams 1987): what was seen otherwise than
predicted kills a claim, what only one claim survives proves it. Here the predictions are exact,
since RocketMQ's allocation is a function of queues, ids and strategy.
"""

from __future__ import annotations

from collections.abc import Iterable

from rmqkit.diagnosis.claims import Claim
from rmqkit.diagnosis.commands import for_group
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Finding, Status, cited


def judge(claim: Claim, group: str) -> Finding:
    """The claim on a group with the word that the five rules give it, asked in their order."""
    return Finding(
        **{**vars(claim), "evidence": cited(claim.evidence)},
        group=group,
        status=_status(claim),
        contradicts=cited(_contradictions(claim)),
        decided_by=tuple(for_group(command, group) for command in _commands(claim)),
    )


def _status(claim: Claim) -> Status:
    if _its_state_was_seen_otherwise(claim) or _only_inferred_and_contradicted(claim):
        return Status.REFUTED
    if _nothing_speaks_for_it(claim):
        return Status.OPEN
    if _contradictions(claim) or _something_needed_is_missing(claim) or _a_rival_stands(claim):
        return Status.SUSPECTED
    return Status.PROVEN


def _its_state_was_seen_otherwise(claim: Claim) -> bool:
    """Rule 1: somebody who would know says that it is not so."""
    return any(sign.contradicted for sign in claim.signs if sign.core)


def _only_inferred_and_contradicted(claim: Claim) -> bool:
    """Rule 2: nobody saw the state itself, and one of the things that it was inferred
    from is otherwise.

    However many agree: 11 of 12 predicted owners are a refutation.
    """
    return not _was_seen(claim) and bool(_contradictions(claim))


def _nothing_speaks_for_it(claim: Claim) -> bool:
    """Rule 3: neither the state nor anything that follows from it was seen."""
    return not any(sign.agrees for sign in claim.signs)


def _something_needed_is_missing(claim: Claim) -> bool:
    """Rule 4: a proof needs something that the evidence does not show (a complete
    list, a second look)."""
    return any(sign.needed and not sign.agrees for sign in claim.signs)


def _a_rival_stands(claim: Claim) -> bool:
    """Rule 5: something else would look the same and nothing refutes it."""
    return any(not rival.refuted for rival in claim.rivals)


def _was_seen(claim: Claim) -> bool:
    return any(sign.core and sign.agrees for sign in claim.signs)


def _contradictions(claim: Claim) -> tuple[EvidenceLine, ...]:
    return tuple(line for sign in claim.signs for line in sign.contradicted_by)


def _commands(claim: Claim) -> Iterable[str]:
    """The commands whose output the claim still waits for, the most telling first."""
    return dict.fromkeys(command for _, command in claim.needs if command)
