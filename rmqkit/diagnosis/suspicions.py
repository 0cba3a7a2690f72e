"""What patterns make of explanations that nothing else speaks for:
claims at NOTICE, their rivals named.

A pattern is no state: a claim that is made of one lacks what would prove it, so the judge can only
suspect it. What was refuted by other evidence is not claimed again. No verdicts here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import TypeVar

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Rival, Severity, follows
from rmqkit.diagnosis.explanations import BY_ID
from rmqkit.diagnosis.patterns import PATTERNS, Pattern
from rmqkit.language import filled, joined, say

_Value = TypeVar("_Value")
# More than a reader weighs against each other.
MOST = 3


def suspicions(case: Case, settled: Collection[str], suspected: int) -> list[Claim]:
    """A claim for each explanation that patterns point at, the best fit first.

    None for those that are `settled`: found by other evidence, or refuted. So many are
    `suspected` besides.
    """
    patterns = [pattern for find in PATTERNS for pattern in find(case)]
    named = dict.fromkeys(finding_id for pattern in patterns for finding_id in pattern.suspects)
    standing = [finding_id for finding_id in named if finding_id not in settled]
    left = standing[: max(0, MOST - suspected)]
    return [_claim(finding_id, patterns, left) for finding_id in left]


def _claim(finding_id: str, patterns: Sequence[Pattern], left: Sequence[str]) -> Claim:
    explanation = BY_ID[finding_id]
    pointing = [pattern for pattern in patterns if finding_id in pattern.suspects]
    seen = [
        say(
            "What is seen: {what}. One reason: {how}. The same is seen of {innocent}.",
            what=pattern.what,
            how=pattern.suspects[finding_id],
            innocent=pattern.innocent,
        )
        for pattern in pointing
    ]
    innocent = [Rival(pattern.innocent, False, pattern.command) for pattern in pointing]
    return Claim(
        finding_id,
        explanation.suspected,
        joined(" ", [*seen, say("It would show as: {what}.", what=explanation.shown_by.predicts)]),
        Severity.NOTICE,
        signs=(*(follows(pattern.what, pattern.times) for pattern in pointing), explanation.shown_by),
        rivals=(*_others(finding_id, left), *innocent),
        topics=_each_once(pattern.topics for pattern in pointing),
        queues=_each_once(pattern.queues for pattern in pointing),
        clients=_each_once(pattern.clients for pattern in pointing),
        evidence=tuple(chain.from_iterable(pattern.places for pattern in pointing)),
    )


def _others(finding_id: str, left: Sequence[str]) -> list[Rival]:
    others = [BY_ID[other] for other in left if other != finding_id]
    return [
        Rival(filled(_within, other.suspected, str(other.suspected)), False, other.shown_by.command) for other in others
    ]


def _within(spoken: str, english: str) -> str:
    """A title within a sentence: the English one begins small;
    a translation, and every name, stays as it is."""
    return spoken[:1].lower() + spoken[1:] if spoken == english else spoken


def _each_once(groups: Iterable[Iterable[_Value]]) -> tuple[_Value, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(groups)))
