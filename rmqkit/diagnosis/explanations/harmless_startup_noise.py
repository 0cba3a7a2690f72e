"""Which lines look alarming and are normal: refused pulls and version changes around a start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, core
from rmqkit.diagnosis.explanation import NOTE, Explanation, Text
from rmqkit.diagnosis.facts.logs import Event, times_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.language import Phrase, joined, say

ID = "harmless_startup_noise"
_AROUND_STARTS = (24, 25)


def claims(case: Case, findings: Sequence[Finding]) -> Iterable[Claim]:
    """CODE 24 and 25 that stopped, OLD/NEW pairs with equal subscriptions;
    not where something is wrong."""
    refused = _refused(case)
    changed = _unchanged(case)
    alarmed = any(finding.ongoing and finding.severity > Severity.NOTICE for finding in findings)
    if alarmed or not (refused or changed):
        return
    yield Claim(
        ID,
        say("Log lines that look alarming and are normal"),
        _why(refused, changed),
        None,
        signs=(core(say("they stopped, or changed nothing"), len(refused) + len(changed)),),
        ongoing=False,
        evidence=tuple(event.place for event in (*refused[:2], *changed[:2])),
    )


def _refused(case: Case) -> list[Event]:
    rejected = case.facts.events_named("pull_rejected", source="client")
    return [event for event in rejected if event.code in _AROUND_STARTS and not case.recent(event)]


def _unchanged(case: Case) -> list[Event]:
    changed = case.facts.events_named("subscription_changed", source="broker")
    return [event for event in changed if event.carried.only_version_differs]


def _why(refused: Sequence[Event], changed: Sequence[Event]) -> Phrase:
    sentences = []
    if refused:
        times = times_of(refused)
        sentences.append(say("{times:,} pulls refused with CODE 24 or 25 around a start", times=times))
    if changed:
        times = times_of(changed)
        sentences.append(
            say("{times:,} 'subscription changed' lines whose OLD and NEW differ only in the version", times=times)
        )
    return say("{text}.", text=joined(" and ", sentences))


EXPLANATION = Explanation(
    id=ID,
    rank=200,
    claims=claims,
    text=Text(
        NOTE,
        "Messages that look alarming and are normal while clients start.",
        "They stop within a minute of the last start.",
    ),
)
