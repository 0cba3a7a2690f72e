"""Are there ids that are distinct by luck: a container's address or pid
and nothing else in them?"""

from __future__ import annotations

from collections.abc import Iterable

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Severity, core
from rmqkit.diagnosis.explanation import NOTE, Explanation, Findings
from rmqkit.diagnosis.wording import short
from rmqkit.language import say
from rmqkit.rocketmq.client_id_meaning import repeats_in_containers

ID = "risky_client_id"


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """Ids that work now and collide with a second container's."""
    risky = sorted(client_id for client_id in case.live if repeats_in_containers(client_id))
    if not risky or any(finding.id == "client_id_collision" for finding in findings):
        return
    places = case.membership.places_of(risky)
    yield Claim(
        ID,
        say("{clients}: ids that another container may get as well", clients=short(risky)),
        say(
            "They hold only an address and a process id, or the default name, which repeat from container to container.",
        ),
        Severity.NOTICE,
        signs=(core(say("an id holds nothing that tells one container from another"), len(risky)),),
        clients=tuple(risky),
        evidence=tuple(places),
    )


EXPLANATION = Explanation(
    id=ID,
    rank=180,
    claims=claims,
    kind=NOTE,
    what="The client id works now and collides as soon as a second process gets the same address and instance name.",
    confirm="mqadmin consumerConnection -g GROUP",
    remedy=("Set an instance name or client ip that is unique per process, or upgrade the client to 4.9.0 or later.",),
)
