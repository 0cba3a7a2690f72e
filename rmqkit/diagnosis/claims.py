"""What an explanation claims of a case: signs that one would see, and how bad it is. No judgement here.

A claim says: *this* is so, and then one sees *these signs*. A sign is held against the evidence where the evidence
reaches it, and the evidence agrees, contradicts, or is silent. What they all amount to, only the judge says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Any

from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.rocketmq import MessageQueue


class Severity(IntEnum):
    """How bad it is; a whole takes the worst of its parts, so that missing evidence never reads as healthy."""

    OK = 0
    UNKNOWN = 1
    NOTICE = 2
    WARNING = 3
    CRITICAL = 4

    def __str__(self) -> str:
        return self.name


NO_WEIGHT = min(Severity)
"""What a claim weighs that tells of nothing wrong. That a whole is OK, only the verdict says."""


@dataclass(frozen=True)
class Sign:
    """One thing that one would see if the claim were true, and what was seen of it. `agreeing` counts what agrees,
    `contradicted_by` holds what was seen otherwise; neither: the evidence is silent. `core`: the claimed state itself,
    not something that follows from it. `needed`: without it nothing is proven. `command` brings the evidence that would
    show it."""

    predicts: str
    agreeing: int = 0
    contradicted_by: tuple[EvidenceLine, ...] = ()
    core: bool = False
    needed: bool = False
    command: str = ""

    @property
    def agrees(self) -> bool:
        """Whether something was seen that agrees and nothing that contradicts."""
        return self.agreeing > 0 and not self.contradicted

    @property
    def contradicted(self) -> bool:
        """Whether something within its reach was seen otherwise."""
        return bool(self.contradicted_by)

    @property
    def silent(self) -> bool:
        return not self.agreeing and not self.contradicted


def core(predicts: str, seen: object, *, command: str = "", against: Iterable[EvidenceLine] = ()) -> Sign:
    """The claimed state itself: seen by as many witnesses, or at all, or seen to be otherwise."""
    return Sign(predicts, count_agreeing(seen), tuple(against), core=True, needed=True, command=command)


def need(predicts: str, met: object, *, command: str = "") -> Sign:
    """Something that has to be seen before the claim counts as proven; something else that would look the same and that
    nothing refutes is such a need, and not met."""
    return Sign(predicts, count_agreeing(met), needed=True, command=command)


def follows(predicts: str, seen: object, *, against: Iterable[EvidenceLine] = ()) -> Sign:
    """Something that follows from the claim: it is not needed, but seen otherwise it speaks against it."""
    return Sign(predicts, count_agreeing(seen), tuple(against))


def count_agreeing(seen: object) -> int:
    """How much agrees: a number, whether anything does, or as many as there are."""
    if isinstance(seen, (bool, int)):
        return int(seen)
    return len(tuple(seen)) if isinstance(seen, Iterable) else 0


@dataclass(frozen=True)
class Claim:
    """What an explanation says of one case, with the words and figures that a finding is made of. `explains` names the
    ids of findings that follow from it; `details` holds the figures that the sentences were made of, for pictures and
    reports."""

    id: str
    title: str
    why: str
    severity: Severity
    signs: tuple[Sign, ...] = ()
    ongoing: bool = True
    topics: tuple[str, ...] = ()
    brokers: tuple[str, ...] = ()
    queues: tuple[MessageQueue, ...] = ()
    clients: tuple[str, ...] = ()
    evidence: tuple[EvidenceLine, ...] = ()
    explains: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def agrees(self) -> int:
        """How much was seen that speaks for it."""
        return sum(sign.agreeing for sign in self.signs)

    @property
    def needs(self) -> list[tuple[str, str]]:
        """What would have to be seen before it counts as proven, each with the command that brings it."""
        return [(sign.predicts, sign.command) for sign in self.signs if sign.needed and sign.silent]
