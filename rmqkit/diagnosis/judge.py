"""The judge: the only place that says `proven`.

It sees a claim's signs and nothing else.

Consistency-based diagnosis (Reiter 1987; de Kleer and Williams 1987): what was seen otherwise than
predicted kills a claim, what only one claim survives proves it. Here the predictions are exact,
since RocketMQ's allocation is a function of queues, ids and strategy.
"""

from __future__ import annotations

from rmqkit.diagnosis.claims import Claim
from rmqkit.diagnosis.commands import for_group
from rmqkit.diagnosis.finding import Finding, Status, cited


def judge(claim: Claim, group: str) -> Finding:
    """The claim on a group with the word that the rules give it, and the commands whose output it still waits for,
    the most telling first."""
    commands = dict.fromkeys(command for _, command in claim.needs if command)
    return Finding(
        **{**vars(claim), "evidence": cited(claim.evidence)},
        group=group,
        status=_status(claim),
        contradicts=cited(line for sign in claim.signs for line in sign.contradicted_by),
        decided_by=tuple(for_group(command, group) for command in commands),
    )


def _status(claim: Claim) -> Status:
    """The rules in their order.

    1. Refuted, where the state itself was seen otherwise: somebody who would know says that it is not so.
    2. Refuted, where nobody saw the state itself, and one of the things that it was inferred from is otherwise. However
       many agree: 11 of 12 predicted owners are a refutation.
    3. Open, where neither the state nor anything that follows from it was seen.
    4. Suspected, where something was seen otherwise, or a proof needs something that the evidence does not show (a
       complete list, a second look, that what would look the same is not so).
    """
    signs = claim.signs
    contradicted = any(sign.contradicted for sign in signs)
    seen_otherwise = any(sign.core and sign.contradicted for sign in signs)
    only_inferred = not any(sign.core and sign.agrees for sign in signs)
    if seen_otherwise or (only_inferred and contradicted):
        return Status.REFUTED
    if not any(sign.agrees for sign in signs):
        return Status.OPEN
    something_missing = any(sign.needed and not sign.agrees for sign in signs)
    return Status.SUSPECTED if contradicted or something_missing else Status.PROVEN
