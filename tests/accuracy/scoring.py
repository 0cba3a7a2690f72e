"""A diagnosis against the truth of its incident. Pure functions over both; nothing is read here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.explanation import CAUSE, NOTE
from rmqkit.diagnosis.findings import BY_ID


@dataclass(frozen=True)
class Truth:
    """What is known of an incident; the fields are those of its truth.json."""

    causes: frozenset[str]
    effects: frozenset[str]
    past: frozenset[str]
    tolerated: frozenset[str]
    healthy: bool
    group: str

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Truth:
        """From the parsed truth.json."""
        sets = {name: frozenset(told.get(name, ())) for name in ("causes", "effects", "past", "tolerated")}
        return cls(**sets, healthy=bool(told.get("healthy")), group=told["group"])

    @property
    def true_now(self) -> frozenset[str]:
        """Ids that may be found as going on."""
        return self.causes | self.effects | self.tolerated


@dataclass(frozen=True)
class Score:
    """How one diagnosis did. Every field is about what is said to go on now, but `past_missed`.

    `false_ok`: a sick group reads OK. `false_beside`: findings at NOTICE or above, of now or over, that the truth does
    not hold, beside a first finding that is right; notes are none.
    """

    first: str
    first_right: bool
    causes_missed: frozenset[str]
    effects_missed: frozenset[str]
    past_missed: frozenset[str]
    false_alarms: frozenset[str]
    wrong_proofs: frozenset[str]
    named: bool
    severity: Severity
    false_ok: bool
    false_beside: frozenset[str] = frozenset()

    @property
    def right(self) -> bool:
        """Nothing is missed, nothing is said that is not so."""
        missed = self.causes_missed | self.effects_missed | self.past_missed
        wrong = self.false_alarms | self.wrong_proofs
        return self.first_right and not missed and not wrong and not self.false_ok


def score_of_a_crash(truth: Truth, failure: Exception) -> Score:
    """A diagnosis that ended in an exception has found nothing."""
    return Score(
        first=type(failure).__name__,
        first_right=False,
        causes_missed=truth.causes,
        effects_missed=truth.effects,
        past_missed=truth.past,
        false_alarms=frozenset(),
        wrong_proofs=frozenset(),
        named=False,
        severity=Severity.UNKNOWN,
        false_ok=False,
    )


def score(truth: Truth, diagnosis: Diagnosis, was_so: frozenset[str] = frozenset()) -> Score:
    """Compare; findings of other groups count as well (there are none in the recordings). `was_so`: what the ledgers
    show beside the truth."""
    alarms = [each for each in diagnosis.findings if each.ongoing and each.severity >= Severity.WARNING]
    ongoing = {each.id for each in diagnosis.findings if each.ongoing}
    over = {each.id for each in diagnosis.findings if not each.ongoing}
    first = alarms[0].id if alarms else "-"
    first_right = first in truth.causes if truth.causes else not _false(truth, alarms)
    return Score(
        first=first,
        first_right=first_right,
        causes_missed=truth.causes - ongoing,
        effects_missed=truth.effects - ongoing,
        past_missed=truth.past - over,
        false_alarms=_false(truth, alarms),
        wrong_proofs=frozenset(e.id for e in alarms if e.proven and _is_cause(e) and e.id not in truth.true_now),
        named=bool(truth.causes & {each.id for each in diagnosis.findings}),
        severity=diagnosis.severity,
        false_ok=diagnosis.severity == Severity.OK and not truth.healthy,
        false_beside=_false_beside(truth, diagnosis.findings, was_so) - {first} if first_right else frozenset(),
    )


def _false(truth: Truth, alarms: Sequence[Finding]) -> frozenset[str]:
    return frozenset(each.id for each in alarms if each.id not in truth.true_now)


def _false_beside(truth: Truth, findings: Sequence[Finding], was_so: frozenset[str]) -> frozenset[str]:
    """What is said to go on has to be so now; what is over may be of now or of before, or follow from a past cause."""
    followed = {effect for each in findings if each.id in truth.past for effect in each.explains}
    weighty = [each for each in findings if each.severity >= Severity.NOTICE and BY_ID[each.id].kind != NOTE]
    before = truth.true_now | truth.past | was_so | followed
    return frozenset(each.id for each in weighty if each.id not in (truth.true_now if each.ongoing else before))


def _is_cause(each: Finding) -> bool:
    return BY_ID[each.id].kind == CAUSE
