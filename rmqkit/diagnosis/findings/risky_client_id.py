"""Are there ids that are unique only by luck: a container's address and pid, and nothing else in them?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding
from rmqkit.diagnosis.wording import short
from rmqkit.rocketmq.client_id_meaning import repeats_in_containers


@finding("risky_client_id")
def risky_client_id(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """Ids that work now and collide with those of a second container."""
    risky = sorted(client_id for client_id in case.live if repeats_in_containers(client_id))
    if risky and not any(finding.id == "client_id_collision" for finding in findings):
        yield Seen(
            signs={"repeats": risky},
            values={"clients": short(risky)},
            clients=risky,
            evidence=case.membership.places_of(risky),
        )
