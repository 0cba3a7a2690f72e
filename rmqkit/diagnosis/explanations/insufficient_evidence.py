"""What cannot be decided, and what is known all the same.

It is made of what the healthy explanation lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Severity, core
from rmqkit.diagnosis.explanation import NOTE, Explanation, Findings
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.healthy import healthy, keeps_up_everywhere
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined, say
from rmqkit.language.clock import time_of_day

ID = "insufficient_evidence"


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """The note, unless something proven is going on or the group can be called healthy."""
    lacks = [what for what, _ in healthy(case).needs]
    if not lacks or any(finding.proven and finding.alarming for finding in findings):
        return
    lacking = say(
        "Nothing here shows that the group is healthy. Missing: {lacks}.",
        lacks=joined("; ", lacks),
    )
    yield Claim(
        ID,
        _title(case),
        joined(" ", [known_all_the_same(case), lacking]),
        Severity.UNKNOWN,
        signs=(core(say("something that a healthy group shows is not in the evidence"), len(lacks)),),
        details={"needs": lacks},
    )


def _title(case: Case) -> Phrase:
    """That nothing waits, or that all is read as it comes, is told first, where looks show it: it is what most people
    ask. What failed and waits in the retry topic waits as well, and may have been looked at by itself (-t)."""
    look = _newest_look(case)
    retried = [row for _, row in case.newest_looks.values() if not row.queue.is_users]
    if look and look.at and not any(row.diff for row in (*look.rows, *retried)):
        return say(
            "Nothing waits in {queues} at {at}; not enough evidence to call {group} healthy",
            queues=count(len(_of_users(look)), "listed queue"),
            at=time_of_day(look.at),
            group=case.group,
        )
    if keeps_up_everywhere(case):
        return say(
            "Every one of {queues} is read as fast as messages come; not enough evidence to call {group} healthy",
            queues=count(len(case.user_movements), "listed queue"),
            group=case.group,
        )
    return say("Not enough evidence to judge {group}", group=case.group)


def known_all_the_same(case: Case) -> Phrase | str:
    """What the evidence does show: how far the group was at the last look,
    and who was connected."""
    look = _newest_look(case)
    parts = [_progress(look)] if look else []
    if case.membership.complete:
        parts.append(say("{clients} connected", clients=count(len(case.membership.client_ids), "client")))
    return say("Known all the same: {parts}.", parts=joined("; ", parts)) if parts else ""


def _newest_look(case: Case) -> Snapshot | None:
    """The newest look at a queue of an application's topic: a look at the retry topic alone (-t) tells nothing of
    these."""
    return next((look for look in reversed(case.snapshots) if _of_users(look)), None)


def _of_users(look: Snapshot) -> list[QueueProgress]:
    return [row for row in look.rows if row.queue.is_users]


def _progress(look: Snapshot) -> Phrase:
    known = _known_progress(_of_users(look))
    return say("{known} at {at}", known=known, at=time_of_day(look.at)) if look.at else known


def _known_progress(rows: Sequence[QueueProgress]) -> Phrase:
    behind = [row for row in rows if row.diff > 0]
    queues = count(len(rows), "listed queue")
    if not behind:
        return say("caught up on all {queues}", queues=queues)
    return say(
        "{behind} of {queues} behind, by {waiting:,} messages",
        behind=len(behind),
        queues=queues,
        waiting=sum(row.diff for row in behind),
    )


EXPLANATION = Explanation(
    id=ID,
    rank=210,
    claims=claims,
    kind=NOTE,
    what="The evidence does not decide.",
    confirm="Bring what is listed as missing.",
)
