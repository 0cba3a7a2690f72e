"""What a finding is: a query over a group's case that yields what was `Seen`, and a table of words beside it.

The query knows RocketMQ and no sentence; the table has the sentences, the signs with their roles, what the finding
explains and what to do about it. Here alone the two become the claim that the judge sees.

    findings/lock_held.py                               findings/lock_held.toml

    @finding("lock_held")                               kind = "cause"
    def lock_held(case, findings):                      rank = 84
        yield Seen(                                     severity = "WARNING"
            signs={"refused": refusals, "gone": gone},  title.en = "{queues} locked by {holder}, which is gone"
            values={"queues": ..., "holder": ...},      title.zh = "..."
            queues=..., clients=...,                    [signs.refused]
        )                                               role = "core"
                                                        text.en = "the broker refuses the lock ..."
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from rmqkit.diagnosis import commands
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course
from rmqkit.diagnosis.case.recomputation import Recomputed
from rmqkit.diagnosis.claims import NO_WEIGHT, Claim, Severity, Sign, count_agreeing, need
from rmqkit.diagnosis.explanation import Explanation
from rmqkit.diagnosis.facts.logs import EvidenceLine, brokers_of, topics_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.relations.members import lists_contradicting_logs
from rmqkit.diagnosis.wording import count, ranges, short
from rmqkit.language import MalformedData, Phrase, Text, Words, joined, message, read_toml
from rmqkit.rocketmq import MessageQueue

Query = Callable[[Case, Sequence[Finding]], Iterable["Seen"]]
ROLES = ("core", "need", "follows", "rival", "extent")
"""Of a sign: the claimed state itself; what a proof cannot do without; what follows, and refutes if seen otherwise;
something else that would look the same, met where it is refuted; what tells how far it reaches, needed by nothing."""
_QUERIES: dict[str, Query] = {}
_SHARED_SIGNS = read_toml(Path(__file__).with_suffix(".toml"))["signs"]


@dataclass(frozen=True)
class Witnesses:
    """What was seen of one sign: as many lines, queues or members as agree (or whether anything does), and the lines
    that say otherwise. `values` fill the sign's sentence."""

    agree: object = ()
    against: Iterable[EvidenceLine] = ()
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What a query saw of a finding.

    `case`: the part of its table whose words say it, where it has several (`[cases.<case>]`; what that lacks, the
    finding's own words say). `signs`: by their names in the table, what was seen of each: `Witnesses`, or just what
    agrees; a sign that is not named is not claimed. `values`: what
    stands in the places of title and why; `group`, `queues` (how many), `listed` (which), `clients` (where none is
    known the table's `unnamed`), `number` (of these), `topics` and `brokers` do unless given.
    `recomputed`: what comparing the recomputed allocation with the owners gave; it is shown under the proof, and has a
    place in why. `title`, `why`, `severity`, `explains`: instead of the table's. `topics`, `brokers`: those of the
    queues unless given. `course`: the records of it tell since and until when, and whether it goes on; what is not said
    any more where their logs end weighs no more than a notice. What goes on has no end, whatever `until` is.
    """

    case: str = ""
    signs: Mapping[str, object]
    values: Mapping[str, object] = field(default_factory=dict)
    recomputed: Phrase | None = None
    title: Phrase | None = None
    why: Phrase | None = None
    severity: Severity | None = None
    ongoing: bool = True
    topics: Collection[str] | None = None
    brokers: Collection[str] | None = None
    queues: Collection[MessageQueue] = ()
    clients: Collection[str] = ()
    evidence: Iterable[EvidenceLine] = ()
    explains: Sequence[str] | None = None
    since: datetime | None = None
    until: datetime | None = None
    course: Course | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


def finding(finding_id: str) -> Callable[[Query], Query]:
    """Makes a function the query of a finding."""

    def register(query: Query) -> Query:
        _QUERIES[finding_id] = query
        return query

    return register


def finding_ids() -> list[str]:
    """Every finding that has a query by now."""
    return sorted(_QUERIES)


def table(finding_id: str) -> Mapping[str, Any]:
    """A finding's table of words.

    Raises MalformedData.
    """
    return _words(finding_id).parts


@cache
def _words(finding_id: str) -> Words:
    return Words(Path(__file__).parent / "findings" / f"{finding_id}.toml")


def words(finding_id: str) -> Callable[..., Phrase]:
    """The sentences of a finding's table (`[sentences]`): `say = words("lock_held")`, `say("when", at=...)`."""
    return partial(_words(finding_id).say, "sentences")


def explanation(finding_id: str) -> Explanation:
    """The finding as the judge's order, the bench and the documentation know it.

    Raises MalformedData where its table lacks something.
    """
    own = table(finding_id)
    words_of = {one.name: _as_said(own[one.name]) for one in fields(Explanation) if one.name in own}
    if name := own.get("shown_by"):
        words_of["shown_by"] = _sign(finding_id, name, of=False)
    claims, command = partial(_claims, finding_id), _command(own)
    try:
        return Explanation(**{**words_of, "id": finding_id, "claims": claims, "command": command})
    except TypeError as error:
        raise MalformedData(f"{finding_id}.toml: {error}") from error


def _as_said(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, list):
        return tuple(map(_as_said, value))
    return value.say() if isinstance(value, Text) else value


def _claims(finding_id: str, case: Case, findings: Sequence[Finding]) -> Iterable[Claim]:
    return [_claim(finding_id, seen, case.group) for seen in _QUERIES[finding_id](case, findings)]


def _claim(finding_id: str, seen: Seen, group: str) -> Claim:
    if course := seen.course:
        severity = seen.severity if course.lately else Severity.NOTICE
        seen = replace(seen, severity=severity, ongoing=not course.over, since=course.since, until=course.last)
    own = table(finding_id)
    of_case = own | own["cases"][seen.case] if seen.case else own
    told = [(_row(finding_id, name)["role"], _sign(finding_id, name, of)) for name, of in seen.signs.items()]
    signs = [sign for role, sign in told if role != "rival"]
    alike = [sign for role, sign in told if role == "rival" and not sign.agrees]
    queues = tuple(sorted(seen.queues))
    recomputed = {"recomputed": seen.recomputed} if seen.recomputed else {}
    clients, topics = tuple(seen.clients), topics_of(queues) if seen.topics is None else tuple(seen.topics)
    brokers = brokers_of(queues) if seen.brokers is None else tuple(seen.brokers)
    usual = {
        "group": group,
        "queues": count(len(queues), "queue"),
        "listed": ranges(queues),
        "number": max(1, len(clients)),
        "clients": short(clients) or (own["unnamed"].say() if "unnamed" in own else ""),
        "topics": joined(", ", topics),
        "brokers": short(brokers),
    }
    values = {**usual, **seen.values, **recomputed}
    return Claim(
        finding_id,
        of_case["title"].say(**values) if seen.title is None else seen.title,
        of_case["why"].say(**values) if seen.why is None else seen.why,
        Severity[of_case["severity"]] if seen.severity is None else seen.severity,
        signs=(*signs, *(need(sign.predicts, met=False, command=sign.command) for sign in alike)),
        ongoing=seen.ongoing,
        topics=topics,
        brokers=brokers,
        queues=queues,
        clients=clients,
        evidence=tuple(seen.evidence),
        explains=tuple(of_case.get("explains", ()) if seen.explains is None else seen.explains),
        since=seen.since,
        until=None if seen.ongoing else seen.until,
        details={**recomputed, **seen.details},
    )


def refuted(finding_id: str, sign: str, against: Iterable[EvidenceLine]) -> Seen:
    """Nothing speaks for it, and something says that it is not so."""
    text = _sign(finding_id, sign, of=False).predicts
    return Seen(signs={sign: Witnesses((), against)}, title=message(text), why=message(""), severity=NO_WEIGHT)


def consequences(
    case: Case, world: Recomputed, orphans: Collection[MessageQueue], given_by: Phrase
) -> dict[str, Witnesses]:
    """What follows from any cause that gives queues to the wrong clients: since the members stay every look shows the
    owners of this allocation; what nobody reads is not committed either; and no client list leaves out whom the
    brokers' logs show connected, but for lists of another broker."""
    since, contradicting = case.members_since, () if case.unlisted else lists_contradicting_logs(case)
    owners = Witnesses(world.agreeing_since(since), world.contradictions_since(since), {"given_by": given_by})
    return {
        "expected_owners": owners,
        "nobodys_queues_stand": Witnesses(orphans, case.progress_contradicting_orphans(orphans)),
        "sources_agree": Witnesses(case.live, contradicting),
    }


def _row(finding_id: str, name: str) -> Mapping[str, Any]:
    """A sign of the finding's own, else one that several share."""
    row: Mapping[str, Any] = table(finding_id)["signs"].get(name) or _SHARED_SIGNS[name]
    return row


def _sign(finding_id: str, name: str, of: object) -> Sign:
    row = _row(finding_id, name)
    seen = of if isinstance(of, Witnesses) else Witnesses(of)
    role = row["role"]
    return Sign(
        row["text"].say(**seen.values),
        count_agreeing(seen.agree),
        tuple(seen.against),
        core=role == "core",
        needed=role in ("core", "need"),
        command=_command(row),
    )


def _command(row: Mapping[str, Any]) -> str:
    """The commands that a row names, as they are in `commands`."""
    named = row.get("command", ())
    names = [named] if isinstance(named, str) else named
    return "; ".join(getattr(commands, name) for name in names)
