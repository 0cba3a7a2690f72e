"""What patterns make of explanations that nothing else speaks for:
claims at NOTICE, their rivals named.

No verdicts.

A pattern is no state: a claim that is made of one lacks what would prove it, so the judge can only
suspect it. What was refuted by other evidence is not claimed again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.case.patterns import FINDERS
from rmqkit.diagnosis.claims import Claim, Rival, Sign, follows, need
from rmqkit.diagnosis.commands import (
    BROKER_LOG,
    CLIENT_LOG,
    CONNECTION,
    EACH_BROKER,
    PROGRESS,
    ROUTE,
    STATUS,
    STAYING,
)
from rmqkit.diagnosis.severity import Severity
from rmqkit.language import Phrase, filled, joined, say

_Value = TypeVar("_Value")
# More than a reader weighs against each other.
MOST = 3


@dataclass(frozen=True)
class Wording:
    """What is suspected, in a title, and what would show it, with the command that brings that."""

    title: str
    shown_by: str
    command: str


WORDINGS: dict[str, Wording] = {
    "broker_disagreement": Wording(
        say("Brokers may know different clients of the group"), say("brokers' lists of members differ"), EACH_BROKER
    ),
    "client_id_collision": Wording(
        say("Several client processes may share one client id"), say("one id stands several times in a list"), STAYING
    ),
    "clock_skew": Wording(
        say("A client's clock may be wrong"),
        say("subscription versions against the times of a broker's log"),
        BROKER_LOG,
    ),
    "connection_problem": Wording(
        say("Clients may not reach an address that they are told"),
        say("attempts to connect that go on failing"),
        CLIENT_LOG,
    ),
    "consumer_slow": Wording(
        say("A client may be slower than its messages come"),
        say("three looks at which it falls further behind"),
        PROGRESS,
    ),
    "consumer_stuck": Wording(
        say("A listener may be blocked, or a client suspended"), say("three looks at which its offsets stand"), PROGRESS
    ),
    "group_offline": Wording(
        say("The group may have no client at all"), say("an answer that no client is connected"), CONNECTION
    ),
    "inconsistent_subscription": Wording(
        say("Clients of the group may subscribe differently"),
        say("two members say that they subscribe differently"),
        STATUS,
    ),
    "message_model_mismatch": Wording(
        say("Clients of the group may consume by different models"), say("two members name different models"), STATUS
    ),
    "mixed_allocation_strategies": Wording(
        say("Clients may share out queues by different strategies"),
        say("two members name different strategies"),
        STATUS,
    ),
    "not_permitted": Wording(
        say("The broker may refuse the group"), say("refused requests in a client's log"), CLIENT_LOG
    ),
    "offset_held_back": Wording(
        say("One unfinished message may hold a queue's offset back"), say("its client consumes this queue"), STATUS
    ),
    "rebalance_storm": Wording(
        say("Clients may come and go again and again"), say("connects and disconnects in a broker's log"), BROKER_LOG
    ),
    "unreadable_queues": Wording(
        say("Messages may lie in queues that nobody may read"), say("a route with more write than read queues"), ROUTE
    ),
}


def suspicions(case: Case, settled: Collection[str], suspected: int) -> list[Claim]:
    """A claim for each explanation that patterns point at, the best fit first.

    None for those that are `settled`: found by other evidence, or refuted. So many are
    `suspected` besides.
    """
    patterns = [pattern for find in FINDERS for pattern in find(case)]
    left = _left(patterns, settled)[: max(0, MOST - suspected)]
    return [_claim(claim_id, patterns, left) for claim_id in left]


def _left(patterns: Iterable[Pattern], settled: Collection[str]) -> list[str]:
    """Those that stand, each once, in the order of their patterns and of their fit."""
    named = (suspect.id for pattern in patterns for suspect in pattern.suspects)
    return [claim_id for claim_id in dict.fromkeys(named) if claim_id not in settled]


def _claim(claim_id: str, patterns: Sequence[Pattern], left: Sequence[str]) -> Claim:
    words = WORDINGS[claim_id]
    pointing = [(pattern, suspect) for pattern in patterns for suspect in pattern.suspects if suspect.id == claim_id]
    seen = [pattern for pattern, _ in pointing]
    return Claim(
        claim_id,
        words.title,
        joined(" ", [*_sentences(pointing), say("It would show as: {what}.", what=words.shown_by)]),
        Severity.NOTICE,
        signs=(*_signs(seen), need(words.shown_by, met=False, command=words.command)),
        rivals=(*_others(claim_id, left), *_innocent(seen)),
        topics=_each_once(pattern.topics for pattern in seen),
        queues=_each_once(pattern.queues for pattern in seen),
        clients=_each_once(pattern.clients for pattern in seen),
        evidence=tuple(chain.from_iterable(pattern.places for pattern in seen)),
    )


def _signs(seen: Sequence[Pattern]) -> list[Sign]:
    return [follows(pattern.what, pattern.times) for pattern in seen]


def _innocent(seen: Sequence[Pattern]) -> list[Rival]:
    """What shows the same patterns with nothing wrong."""
    return [Rival(pattern.innocent, False, pattern.command) for pattern in seen]


def _sentences(pointing: Sequence[tuple[Pattern, Suspect]]) -> list[Phrase]:
    return [
        say(
            "What is seen: {what}. One reason: {how}. The same is seen of {innocent}.",
            what=pattern.what,
            how=suspect.how,
            innocent=pattern.innocent,
        )
        for pattern, suspect in pointing
    ]


def _within(spoken: str, english: str) -> str:
    """A title within a sentence: the English one begins small;
    a translation, and every name, stays as it is."""
    return spoken[:1].lower() + spoken[1:] if spoken == english else spoken


def _others(claim_id: str, left: Sequence[str]) -> list[Rival]:
    others = [WORDINGS[other] for other in left if other != claim_id]
    return [Rival(filled(_within, words.title, str(words.title)), False, words.command) for words in others]


def _each_once(groups: Iterable[Iterable[_Value]]) -> tuple[_Value, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(groups)))
