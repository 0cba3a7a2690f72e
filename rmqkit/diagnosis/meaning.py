"""The ledger of meaning: every catalogued message and every anomaly is explained, normal, or open. No findings here.

It is the twin of the ledger of lines, one floor up: what was read is accounted for there, what it says here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from rmqkit.diagnosis.anomalies import FAILED, annotated_message, anomalies
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import grouped, runs
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.facts.transitions import NOTIFIED, SAME_MOMENT
from rmqkit.diagnosis.finding import EXPLAINED, NORMAL, OPEN, Finding, Said, cited
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.relations.levels import without_slave
from rmqkit.diagnosis.relations.members import shutdowns
from rmqkit.diagnosis.timeline.changes import OF_CLIENTS, changes_of
from rmqkit.formats.logs.catalogue import MEANINGS, Gravity, Meaning, facts_that_matter, meaning_of_event
from rmqkit.formats.logs.catalogue.meaning import agreed
from rmqkit.formats.logs.explained import Explained
from rmqkit.language import joined, message, say
from rmqkit.rocketmq.message_queue import MessageQueue

_WEIGHTS = {Gravity.FAULT: Severity.WARNING, Gravity.TRANSIENT: Severity.WARNING, Gravity.ELSEWHERE: Severity.NOTICE}


@dataclass(frozen=True)
class _Kind:
    """All records of a group that say the same."""

    event: str
    code: int | None
    records: tuple[Event, ...]

    @cached_property
    def meaning(self) -> Meaning:
        """What the code says of a request for messages that was answered with one,
        else what the message says, with what all its records say alike."""
        if self.records[-1].tells("refused.pulls") and self.code is not None:
            answered = self.records[-1].carried.meaning_of(self.code, "pull")
            return answered.meaning if answered else MEANINGS[self.event]
        wanted = facts_that_matter(self.event)
        return meaning_of_event(self.event, agreed([event.facts(wanted) for event in self.records]) if wanted else {})

    @property
    def reason(self) -> Explained | None:
        """What the last of them says of why."""
        return self.records[-1].reason_within

    @property
    def moments(self) -> list[datetime]:
        """First and last moments of all records that carry one."""
        return [moment for event in self.records for moment in (event.at, event.last_at) if moment]


def meaning_ledger(case: Case, findings: Sequence[Finding]) -> list[Said]:
    """One row per kind of message, gravest first, and one per anomaly of the tables."""
    named = grouped((_kind(event), event) for event in case.events if event.event in MEANINGS)
    kinds = [_Kind(event, code, tuple(records)) for (event, code, _), records in named.items()]
    said = [_message_row(case, kind, findings) for kind in kinds]
    if case.is_post:
        said = [annotated_message(row, kind.records) for row, kind in zip(said, kinds, strict=True)]
    said += [_explained(anomaly, findings) for anomaly in anomalies(case)]
    return sorted(said, key=lambda row: (row.state != OPEN, -row.weight, row.state != EXPLAINED, row.event))


def _kind(event: Event) -> tuple[str, int | None, int]:
    """Its message, its code, and which of the message's meanings it has by what it says of itself."""
    wanted = facts_that_matter(event.event)
    return event.event, event.code, meaning_of_event(event.event, event.facts(wanted)).place if wanted else 0


def _message_row(case: Case, kind: _Kind, findings: Sequence[Finding]) -> Said:
    explaining = tuple(dict.fromkeys(finding.id for finding in findings if kind.event in BY_ID[finding.id].messages))
    meaning = kind.meaning
    gravity = meaning.gravity
    if not explaining and gravity is not Gravity.ROUTINE and (inner := kind.reason):
        # With what is said within it: the answer or the exception that is its reason.
        reason = say("{name}: {meaning}", name=inner.name, meaning=message(inner.meaning.says))
        # A code is told with its number, and its meaning once.
        own = () if inner.meaning.says == meaning.says else (message(meaning.says),)
        meaning = replace(meaning, says=joined("; ", (*own, reason)), remedy=inner.meaning.remedy or meaning.remedy)
    # Whether it was still said at the end of a log; what has no time may have been.
    recent = any(event.last_at is None or case.recent(event) for event in kind.records)
    # Whether its last run without a pause is longer than is normal.
    span = kind.meaning.span or timedelta()
    newest = runs(_apart_from_changes(case, kind), span, lambda moment: moment)[-1:]
    lasts = bool(newest) and newest[0][-1] - newest[0][0] > span
    # A post is cut out of a log for these lines: nothing in it shows that they have passed.
    transient = gravity is Gravity.TRANSIENT and not case.is_post and not (recent and lasts)
    # A client that shuts down closes its connections under its own requests.
    stopped = [shutdowns(case).get(event.file) for event in kind.records]
    by_itself = all(end and event.at and event.at >= end for event, end in zip(kind.records, stopped, strict=True))
    normal = transient or by_itself or without_slave(case, kind.records)
    state = EXPLAINED if explaining else NORMAL if normal else OPEN
    # A server's message that names no group, and what is over, weigh less; what clients' coming and going prints by
    # itself is no fault: that it lasts is a matter of membership, told by other findings.
    of_group = any(event.group == case.group or event.source == "client" for event in kind.records)
    slight = kind.records[-1].tells("member.changes") or not of_group or not recent
    weight = _WEIGHTS[gravity] if gravity in _WEIGHTS and not slight else Severity.NOTICE
    return Said(
        event=kind.event,
        group=case.group,
        times=sum(event.times for event in kind.records),
        since=min(kind.moments, default=None),
        until=max(kind.moments, default=None),
        meaning=meaning.says,
        normal=meaning.normal,
        state=NORMAL if gravity is Gravity.ROUTINE else state,
        weight=Severity.UNKNOWN if gravity is Gravity.ROUTINE else weight,
        explained_by=explaining,
        evidence=cited([kind.records[0].place, kind.records[-1].place]),
        remedy=meaning.remedy,
    )


def _apart_from_changes(case: Case, kind: _Kind) -> list[datetime]:
    """When something was reported; of pulls with a newer subscription than the broker's, without those around the
    moments at which clients came or left: whose queues change renews its subscription's version and then sends a
    heartbeat, pulling meanwhile (`RebalancePushImpl#messageQueueChanged`, all versions)."""
    if not kind.records[-1].tells("refused.not_latest"):
        return kind.moments
    around = [one.at for one in changes_of(case) if one.kind in OF_CLIENTS]
    return [
        moment
        for moment in kind.moments
        if not any(at - SAME_MOMENT <= moment <= at + NOTIFIED + SAME_MOMENT for at in around)
    ]


def _explained(anomaly: Said, findings: Sequence[Finding]) -> Said:
    """By the findings that name the kind of anomaly (of failed commands only those whose lines it rests on); else by
    those that are ongoing, if together they have each of its queues, by name or by its topic where they name no
    queues."""
    explaining = [finding for finding in findings if anomaly.event in BY_ID[finding.id].messages]
    if anomaly.event == FAILED:
        lines = {(place.file, place.line) for place in anomaly.evidence}
        explaining = [one for one in explaining if any((place.file, place.line) in lines for place in one.evidence)]
    if not explaining and anomaly.queues:
        explaining = [one for one in findings if one.ongoing and one.severity >= Severity.NOTICE]
        explaining = [one for one in explaining if _covered(one, anomaly)]
        if anomaly.queues > {queue for one in explaining for queue in _covered(one, anomaly)}:
            explaining = []
    if explaining:
        return replace(anomaly, state=EXPLAINED, explained_by=tuple(dict.fromkeys(one.id for one in explaining)))
    return replace(anomaly, state=NORMAL) if anomaly.weight < Severity.NOTICE else anomaly


def _covered(finding: Finding, anomaly: Said) -> frozenset[MessageQueue]:
    if finding.queues:
        return anomaly.queues.intersection(finding.queues)
    return frozenset(queue for queue in anomaly.queues if queue.topic in finding.topics)
