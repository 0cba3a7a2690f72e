"""What an explanation is: its id, its words, what it claims of a case, which log messages it accounts for. Order,
questions and texts are derived from the files in `findings/`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Sign
from rmqkit.diagnosis.finding import Finding

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
