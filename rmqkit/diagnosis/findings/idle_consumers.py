"""Are there more clients than queues? Those behind the last queue get nothing of any user topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding
from rmqkit.diagnosis.relations.serves import listed_queues
from rmqkit.diagnosis.wording import short
from rmqkit.rocketmq import Allocation


@finding("idle_consumers")
def idle_consumers(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """Members that no share falls to, unless something else is wrong: then that may be why."""
    shares, idle = shares_and_idle(case)
    if not idle or any(finding.alarming for finding in findings):
        return
    most, clients = max(len(share.queues) for share in shares.values()), len(case.membership.client_ids)
    yield Seen(
        signs={
            "idle": idle,
            "everybody": case.membership.complete,
            "more_members": clients > most,
            "all_queues": all(listed_queues(case, topic) for topic in shares),
        },
        values={"number": len(idle), "idle": short(idle), "clients": clients, "most": most},
        clients=idle,
        topics=case.topics,
        evidence=case.membership.places,
    )


def shares_and_idle(case: Case) -> tuple[Mapping[str, Allocation], list[str]]:
    """How the topics are shared out, and the members that no share of any falls to."""
    allocations = accepted_allocation(case).allocations
    shares = {topic: allocated for topic, allocated in allocations.items() if topic in case.topics}
    busy = {client for share in shares.values() for owners in share.owners.values() for client in owners}
    return shares, sorted(case.live - busy) if shares else []
