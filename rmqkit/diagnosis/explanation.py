"""What an explanation is: its id, its words, what it claims of a case, which log messages it accounts for; and the
signs that several of them share.

Each stands in a file of its own in `explanations/`; order, questions and texts are derived from these files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.recomputation import Recomputed
from rmqkit.diagnosis.claims import Claim, Sign, follows
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.relations.members import lists_contradicting_logs
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue

CAUSE, EFFECT, NOTE = "cause", "effect", "note"
Findings = Sequence[Finding]
_NO_SIGN = Sign("")


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """One possible state of a group, and its unchanging words. `kind`: cause, effect or note. `name`: a few words
    for a list. `loses`: messages are, or may be, lost or skipped by it. `leaves_nothing`: once it is over all is as
    before, and nothing is to be repaired. `ends_with_clients`: it is what members do to each other, or to queues, as
    long as they are connected. `brought_about_by`: the kinds of change that can bring it about.

    `rank`: it is asked after those of a lower rank and sees what these found; what is fundamental comes first. `claims`
    says what it claims of a case, given the findings so far. `messages`: the catalogue's events that it accounts for
    once it is accepted. `command`: the evidence that tells most about it. `suspected`: its title where mere patterns
    point at it; `shown_by`: what would then prove it, and was not seen.
    """

    id: str
    name: str
    rank: int
    claims: Callable[[Case, Findings], Iterable[Claim]]
    kind: str
    loses: bool = False
    leaves_nothing: bool = False
    ends_with_clients: bool = False
    brought_about_by: tuple[str, ...] = ()
    what: str
    confirm: str
    remedy: tuple[str, ...] = ()
    do_not: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    command: str = ""
    suspected: str = ""
    shown_by: Sign = _NO_SIGN


# What follows from any cause that gives queues to the wrong clients: owners follow from lists,
# subscriptions and strategies; queues that are then nobody's stand; and whoever is counted is there.


def consequences(case: Case, world: Recomputed, orphans: Sequence[MessageQueue], *, given_by: str) -> tuple[Sign, ...]:
    """All three, of one allocation and of what it leaves to nobody."""
    return (
        expected_owners(case, world, given_by),
        nobodys_queues_stand(case, orphans),
        sources_agree(case),
    )


def expected_owners(case: Case, world: Recomputed, given_by: str) -> Sign:
    """Since the members stay, every look shows the owners of this allocation."""
    since = case.members_since
    return follows(
        say("every queue has the owner that {given_by} it", given_by=given_by),
        world.agreeing_since(since),
        against=world.contradictions_since(since),
    )


def nobodys_queues_stand(case: Case, orphans: Sequence[MessageQueue]) -> Sign:
    """What nobody reads is not committed either."""
    return follows(say("nobody's queues stand"), len(orphans), against=case.progress_contradicting_orphans(orphans))


def sources_agree(case: Case) -> Sign:
    """No client list leaves out whom the brokers' logs show connected, but for lists of another broker."""
    against = () if case.unlisted else lists_contradicting_logs(case)
    return follows(say("the sources agree on who is a member"), case.live, against=against)
