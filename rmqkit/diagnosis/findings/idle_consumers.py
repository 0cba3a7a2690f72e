"""Are there more clients than queues? Those behind the last queue get nothing of any user topic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding
from rmqkit.diagnosis.relations.serves import listed_queues
from rmqkit.diagnosis.wording import short


@finding("idle_consumers")
def idle_consumers(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """Members that no share falls to, unless something else is wrong: then that may be why."""
    allocations = accepted_allocation(case).allocations
    shares = [allocated for topic, allocated in allocations.items() if topic in case.topics]
    busy = {client for share in shares for owners in share.owners.values() for client in owners}
    idle = sorted(case.live - busy)
    if not (shares and idle) or any(finding.alarming for finding in findings):
        return
    most, clients = max(len(share.queues) for share in shares), len(case.membership.client_ids)
    yield Seen(
        signs={
            "idle": idle,
            "everybody": case.membership.complete,
            "more_members": clients > most,
            "all_queues": all(listed_queues(case, topic) for topic in allocations if topic in case.topics),
        },
        values={"number": len(idle), "idle": short(idle), "clients": clients, "most": most},
        clients=idle,
        topics=case.topics,
        evidence=case.membership.places,
    )
