"""What follows from any cause that gives queues to the wrong clients: signs for a claim.

No findings, no verdicts.

Owners follow from lists, subscriptions and strategies; queues that are then nobody's stand; and
whoever is counted is there.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.recomputation import Recomputed
from rmqkit.diagnosis.claims import Sign, follows
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue


def consequences(case: Case, world: Recomputed, orphans: Sequence[MessageQueue], *, given_by: str) -> tuple[Sign, ...]:
    """All three, of one allocation and of what it leaves to nobody."""
    return (
        owners_as_given(case, world, given_by),
        nobodys_queues_stand(case, orphans),
        sources_agree_on_members(case),
    )


def owners_as_given(case: Case, world: Recomputed, given_by: str) -> Sign:
    """Since the members stay, every look shows the owners of this allocation."""
    since = case.members_since
    return follows(
        say("every queue has the owner that {given_by} it", given_by=given_by),
        world.agreeing_since(since),
        against=world.contradictions_since(since),
    )


def nobodys_queues_stand(case: Case, orphans: Sequence[MessageQueue]) -> Sign:
    """What nobody reads is not committed either."""
    return follows(say("nobody's queues stand"), len(orphans), against=case.moved_although(orphans))


def sources_agree_on_members(case: Case) -> Sign:
    """No client list leaves out whom the brokers' logs show connected."""
    return follows(say("the sources agree on who is a member"), case.live, against=case.lists_against_logs)
