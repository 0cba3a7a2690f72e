"""What to do about a finding in this case, what never to do, and how to see that it worked: rows of `advice.toml`, with
the values that `members`, `reading` and `brokers` find for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.explanation import CAUSE
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.remedies import brokers, members, reading
from rmqkit.diagnosis.remedies.advice import advised, common, keeping_away
from rmqkit.diagnosis.remedies.situation import FindingInCase
from rmqkit.language import joined


def with_remedies(case: Case, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of a group, each with what to do about it here."""
    return tuple(remedied(FindingInCase(finding, case, findings)) for finding in findings)


def remedied(at: FindingInCase) -> Finding:
    """The finding with what to do: nothing of what ended, and nothing unproven without a check before."""
    finding = at.finding
    if not finding.ongoing and BY_ID[finding.id].leaves_nothing:
        # Filtered messages are still to be replayed, and what was configured so comes again.
        until = at.moment(finding.until)
        ended = common(at, "over", until=until) if until else common(at, "over_unknown")
        replay = ""
        if members.filters_away(at):
            replay = common(at, "replay" if at.replay_from else "replay_unknown")
        return finding.with_(remedy=(joined(" ", [ended, replay]), *keeping_away(at)))
    finding = advised(at)
    if not finding.ongoing:
        # What would show that it worked holds already.
        return finding if finding.id == "offsets_moved" else finding.with_(check=())
    if finding.proven or BY_ID[finding.id].kind != CAUSE:
        return finding
    return finding.with_(remedy=(common(at, "check_first", command=at.deciding_look), *finding.remedy), deeds=())


__all__ = ["FindingInCase", "brokers", "reading", "remedied", "with_remedies"]
