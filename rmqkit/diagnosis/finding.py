"""What a diagnosis is made of: findings and the deeds that end them, what was considered, what the lines say, and the
whole. No rules here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from rmqkit.diagnosis.claims import Claim, Severity
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.facts.packed import groups_asked_about
from rmqkit.language import message
from rmqkit.rocketmq import MessageQueue

if TYPE_CHECKING:
    from rmqkit.diagnosis.drawn import QueueAllocation


class Act(StrEnum):
    """What is done; to the named clients, which are restarted with it, unless it says otherwise."""

    SUBSCRIBE = "subscribe"
    """They subscribe to `subscriptions` and nothing else."""
    OWN_GROUP = "own group"
    """They leave for consumer groups of their own, one for each subscription."""
    ONE_PROCESS = "one process"
    """Of the processes with each of these ids all but one stop; nobody is restarted."""
    OWN_ID = "own id"
    """Each of the processes with these ids gets an id of its own."""
    STRATEGY = "strategy"
    """They share out queues by the strategy `setting`."""
    MODEL = "model"
    """They have the message model and consume type `setting`."""
    RESTART = "restart"
    """As they were."""
    STOP = "stop"
    """They go, or went, and stay away."""
    RESUME = "resume"
    """They go on consuming without a restart."""
    START = "start"
    """The group's clients, of which none is there, start as they were."""
    START_ANEW = "start anew"
    """All clients of the group stop before the first of them starts again, with clocks that agree."""
    CONNECT = "connect"
    """They reach every broker; nobody is restarted."""
    OPEN_QUEUES = "open queues"
    """On each broker that is named beside its topic as many queues may be read as `queues` says."""
    START_BROKERS = "start brokers"
    """`brokers` come back with their stores."""
    PERMIT = "permit"
    """The brokers answer the group's pulls again."""


@dataclass(frozen=True)
class Deed:
    """What ends a finding by itself, as data: for whoever can do it to a group, be it a simulated one. `restarted`: who
    is restarted after it, as it was."""

    act: Act
    clients: tuple[str, ...] = ()
    setting: str = ""
    subscriptions: Mapping[str, str] = field(default_factory=dict)
    queues: Mapping[tuple[str, str], int] = field(default_factory=dict)
    brokers: tuple[str, ...] = ()
    restarted: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The deed as plain JSON values, without what is empty."""
        opened = [
            {"topic": topic, "broker": broker, "queues": number} for (topic, broker), number in self.queues.items()
        ]
        parts = {
            "act": str(self.act),
            "clients": list(self.clients),
            "setting": self.setting,
            "subscriptions": dict(self.subscriptions),
            "queues": opened,
            "brokers": list(self.brokers),
            "restarted": list(self.restarted),
        }
        return {name: value for name, value in parts.items() if value}


class Status(StrEnum):
    """How sure a claim is."""

    PROVEN = message("proven")
    SUSPECTED = message("suspected")
    OPEN = message("open")
    REFUTED = message("refuted")

    @property
    def decided(self) -> bool:
        """Whether nothing else can be so."""
        return self is Status.PROVEN

    @property
    def possible(self) -> bool:
        """Whether it may still turn out to be so."""
        return self in (Status.SUSPECTED, Status.OPEN)


def as_json(value: Any) -> Any:  # noqa: ANN401
    """What a verdict holds as plain JSON values: moments in ISO 8601, lines and queues by their parts."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (EvidenceLine, Deed)):
        return value.to_dict()
    if isinstance(value, MessageQueue):
        return {"topic": value.topic, "broker": value.broker, "queue": value.queue}
    if isinstance(value, (Severity, Status)):
        return str(value)
    return [as_json(part) for part in value] if isinstance(value, (tuple, list)) else value


def _fields(of: object, *names: str) -> dict[str, Any]:
    return {name: as_json(getattr(of, name)) for name in names}


@dataclass(frozen=True, kw_only=True)
class Finding(Claim):
    """A claim on a group as the judge left it: how sure it is, which lines speak against it, which commands would
    decide it, and what is to be done. The judge alone makes one of a claim. `check`: which command then shows that it
    worked. `deeds`: what of it ends the finding by itself."""

    group: str
    status: Status
    contradicts: tuple[EvidenceLine, ...] = ()
    decided_by: tuple[str, ...] = ()
    remedy: tuple[str, ...] = ()
    do_not: tuple[str, ...] = ()
    check: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether the evidence decides it; otherwise it is suspected."""
        return Status(self.status).decided

    @property
    def alarming(self) -> bool:
        """Whether it goes on and is more than worth knowing."""
        return self.ongoing and self.severity > Severity.NOTICE

    def with_(self, **changes: Any) -> Finding:  # noqa: ANN401
        return replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        state = _fields(self, "id", "severity", "status", "ongoing", "group", "topics", "brokers", "queues", "clients")
        words = _fields(self, "title", "why", "since", "until", "evidence", "contradicts")
        advice = _fields(self, "explains", "remedy", "do_not", "check", "deeds")
        return state | words | advice

    def as_considered(self) -> dict[str, Any]:
        """How it was judged, accepted or not, as plain JSON values."""
        against = {"contradicted_by": as_json(self.contradicts), "decided_by": as_json(self.decided_by)}
        return _fields(self, "id", "group", "status", "agrees") | against


MOST_LINES = 12
"""As many lines as a person reads."""


def causes_of(effect: str, findings: Iterable[Finding]) -> list[Finding]:
    """Those that bring an effect about and go on."""
    return [finding for finding in findings if effect in finding.explains and finding.ongoing]


def cited(lines: Iterable[EvidenceLine]) -> tuple[EvidenceLine, ...]:
    """As many of the lines as a person reads, each once."""
    return tuple(dict.fromkeys(lines))[:MOST_LINES]


@dataclass(frozen=True)
class TimelineEntry:
    """A span of a group's history in which nothing changed, from one change to the next. `change`: what changed when it
    began, empty where the evidence begins within it; `evidence` its lines. `findings`: the ids of what was found in it.
    `healthy` says why it was, where it was. `until` None: it goes on."""

    group: str
    since: datetime | None
    until: datetime | None
    change: str
    evidence: tuple[EvidenceLine, ...] = ()
    findings: tuple[str, ...] = ()
    healthy: str = ""

    def to_dict(self) -> dict[str, Any]:
        span = {"group": self.group, "from": as_json(self.since)}
        return span | _fields(self, "until", "change", "evidence", "findings", "healthy")


EXPLAINED, NORMAL, OPEN = "explained", "normal", "open"


@dataclass(frozen=True)
class Said:
    """What one kind of record, or one anomaly of the tables, says: its place in the ledger of meaning. `state`:
    explained (by these findings), normal, or open. `weight` is what it weighs while it is open. `remedy`: the setting
    or call to change; empty where there is none of its own. `queues`: those in which an anomaly shows."""

    event: str
    group: str
    meaning: str
    normal: str
    weight: Severity
    state: str = OPEN
    times: int = 1
    since: datetime | None = None
    until: datetime | None = None
    explained_by: tuple[str, ...] = ()
    evidence: tuple[EvidenceLine, ...] = ()
    remedy: str = ""
    queues: frozenset[MessageQueue] = frozenset()

    @property
    def is_grave(self) -> bool:
        """Whether it is open and weighs enough that somebody has to look at it."""
        return self.state == OPEN and self.weight >= Severity.WARNING

    def to_dict(self) -> dict[str, Any]:
        words = _fields(self, "event", "group", "times", "since", "until", "meaning", "normal", "remedy")
        place = _fields(self, "state", "explained_by", "evidence")
        return words | place


@dataclass(frozen=True)
class Missing:
    """Evidence that would decide something, the command that brings it, and what it would decide."""

    need: str
    command: str
    decides: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return _fields(self, "need", "command", "decides")


MOST_GROUPS, MOST_GROUP_ROWS = 6, 180
"""Of more groups the verdict is their counts and a row each, and not one group after the other; so many rows at most
have room on a screen or a card."""


@dataclass(frozen=True)
class GroupState:
    """A group where the evidence ends; None: the evidence does not show it. `at_best`: how bad it is without any
    finding, as the verdict has it. `lag`: messages behind by the newest snapshots, `growth`: by how many it grows a
    second. `orphans`: of its `queues` those without a consumer. `clients`: how many are connected."""

    at_best: Severity = Severity.UNKNOWN
    lag: int | None = None
    growth: float | None = None
    queues: int | None = None
    orphans: int | None = None
    clients: int | None = None

    @property
    def figures(self) -> dict[str, Any]:
        """Whether it is proven healthy, and every figure, by name."""
        figures = {name: value for name, value in vars(self).items() if name != "at_best"}
        return {"healthy": self.at_best == Severity.OK, **figures}

    def severity(self, findings: Iterable[Finding]) -> Severity:
        """The worst of the group's findings; OK only where it is proven healthy."""
        return max([self.at_best, *(finding.severity for finding in findings)])


@dataclass(frozen=True)
class Verdict:
    """The verdict on a folder as data. `considered`: every cause as it was judged, accepted or not. `groups`, `facts`
    and `allocation` are per group, the latter two for pictures and notebooks. `lang`: what it reads in where nobody
    says otherwise, en or zh. `zone_known`: whether anything shows in which zone mqadmin printed its dates."""

    severity: Severity
    headline: str
    findings: tuple[Finding, ...]
    considered: tuple[Finding, ...] = ()
    messages: tuple[Said, ...] = ()
    timeline: tuple[TimelineEntry, ...] = ()
    missing: tuple[Missing, ...] = ()
    files: tuple[Mapping[str, Any], ...] = ()
    groups: Mapping[str, GroupState] = field(default_factory=dict)
    facts: Mapping[str, GroupFacts] = field(default_factory=dict)
    allocation: Mapping[str, Sequence[QueueAllocation]] = field(default_factory=dict)
    lang: str = "en"
    zone_known: bool = True

    def of_group(self, group: str) -> tuple[Finding, ...]:
        """The findings of one group, in every cluster that has it, worst and most fundamental first."""
        return tuple(one for one in self.findings if one.group == group or one.group.startswith(f"{group} ("))

    @property
    def has_many_groups(self) -> bool:
        """Whether there are too many groups to report one after the other."""
        return len(groups_asked_about(self.facts)) > MOST_GROUPS

    def by_group(self) -> dict[str, list[Finding]]:
        """The findings of every group, the sick ones first and the worst of these first, then those that the evidence
        does not decide, last the healthy ones."""
        found: dict[str, list[Finding]] = {}
        for finding in self.findings:
            found.setdefault(finding.group, []).append(finding)
        found |= {name: [] for name in self.groups if name not in found}
        order = sorted(found, key=lambda name: -min(self.state_of(name).severity(found[name]), Severity.NOTICE))
        return {name: found[name] for name in order}

    def state_of(self, group: str) -> GroupState:
        """A group where the evidence ends."""
        return self.groups.get(group, GroupState())

    def finding(self, finding_id: str) -> Finding | None:
        return next((finding for finding in self.findings if finding.id == finding_id), None)

    def to_dict(self) -> dict[str, Any]:
        """The whole verdict as plain JSON values; the shape is versioned by `schema`."""
        return {
            "schema": 3,
            "severity": str(self.severity),
            "headline": self.headline,
            "groups": [self._group(name, findings) for name, findings in self.by_group().items()],
            "findings": [finding.to_dict() for finding in self.findings],
            "considered": [cause.as_considered() for cause in self.considered],
            "messages": [said.to_dict() for said in self.messages],
            "timeline": [entry.to_dict() for entry in self.timeline],
            "missing": [missing.to_dict() for missing in self.missing],
            "files": [dict(row) for row in self.files],
        }

    def _group(self, name: str, findings: Sequence[Finding]) -> dict[str, Any]:
        state = self.state_of(name)
        severity, ids = str(state.severity(findings)), [finding.id for finding in findings]
        return {"group": name, "severity": severity, "findings": ids, **state.figures}
