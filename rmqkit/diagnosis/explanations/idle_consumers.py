"""Are there more clients than queues? Those behind the last queue get nothing of any user topic."""

from __future__ import annotations

from collections.abc import Iterable

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.topic_queues import listed_queues
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Claim, Severity, follows, need
from rmqkit.diagnosis.commands import CONNECTION, ROUTE
from rmqkit.diagnosis.explanation import NOTE, Explanation, Findings
from rmqkit.diagnosis.wording import count, short
from rmqkit.language import say
from rmqkit.rocketmq import Allocation

ID = "idle_consumers"


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """Members that no share falls to; where something is wrong, that is another matter."""
    allocations = accepted_allocation(case).allocations
    shares = {topic: allocated for topic, allocated in allocations.items() if topic in case.topics}
    alarmed = any(finding.alarming for finding in findings)
    idle = sorted(case.live - _busy(shares.values()))
    if not shares or alarmed or not idle:
        return
    most = max(len(allocated.queues) for allocated in shares.values())
    yield Claim(
        ID,
        say("{clients} have no queue: {idle}", clients=count(len(idle), "client"), idle=short(idle)),
        say(
            "There are {clients} clients and at most {most} queues in a topic.",
            clients=len(case.membership.client_ids),
            most=most,
        ),
        Severity.NOTICE,
        signs=(
            follows(say("no share falls to a member"), len(idle)),
            need(say("the list of members is complete"), case.membership.complete, command=CONNECTION),
            need(say("there are more members than queues"), len(case.membership.client_ids) > most, command=CONNECTION),
            need(
                say("the lists of queues are complete"),
                all(listed_queues(case, t) for t in shares),
                command=ROUTE,
            ),
        ),
        clients=tuple(idle),
        topics=case.topics,
        evidence=case.membership.places,
    )


def _busy(shares: Iterable[Allocation]) -> set[str]:
    return {client for allocated in shares for owners in allocated.owners.values() for client in owners}


EXPLANATION = Explanation(
    id=ID,
    rank=190,
    claims=claims,
    kind=NOTE,
    what="There are more clients than queues, so some clients have nothing to do.",
    confirm="Compare the number of clients with the number of queues.",
    remedy=("Add queues to the topic, or run fewer clients.",),
)
