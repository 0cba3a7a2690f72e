"""What an explanation is: its id, its words, what it claims of a case,
and which log messages it accounts for.

Each stands in a file of its own in `explanations/`; order, questions and texts are derived
from these files.
"""

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
    """One possible state of a group, and its unchanging words. `kind`: cause, effect or note.

    `rank`: it is asked after those of a lower rank and sees what these found; what is fundamental
    comes first. `claims` says what it claims of a case, given the findings so far. `messages`: the
    catalogue's events that it accounts for once it is accepted. `command`: the evidence that tells
    most about it. `suspected`: its title where mere patterns point at it; `shown_by`: what would
    then prove it, and was not seen.
    """

    id: str
    rank: int
    claims: Callable[[Case, Findings], Iterable[Claim]]
    kind: str
    what: str
    confirm: str
    remedy: tuple[str, ...] = ()
    do_not: tuple[str, ...] = ()
    messages: frozenset[str] = frozenset()
    command: str = ""
    suspected: str = ""
    shown_by: Sign = _NO_SIGN
