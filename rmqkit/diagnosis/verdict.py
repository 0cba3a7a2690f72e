"""From cases to the verdict: every explanation is asked, the judge judges, and here alone a whole becomes OK."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import NO_WEIGHT, Claim, Severity, follows, need
from rmqkit.diagnosis.decide import missing_for, missing_without_group, settles
from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.drawn import drawn_allocation
from rmqkit.diagnosis.explanation import CAUSE, NOTE, Explanation
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import earliest
from rmqkit.diagnosis.facts.packed import groups_asked_about
from rmqkit.diagnosis.finding import MOST_GROUP_ROWS, MOST_GROUPS, OPEN, Finding, Missing, Said, Status, TimelineEntry
from rmqkit.diagnosis.findings import BY_ID, EXPLANATIONS
from rmqkit.diagnosis.healthy import why_healthy
from rmqkit.diagnosis.history import (
    AskedEpoch,
    dated,
    needs_earlier_epochs,
    over_since,
    past_findings,
    restless_hosts,
    timeline,
    when,
)
from rmqkit.diagnosis.impact import group_state
from rmqkit.diagnosis.judge import judge
from rmqkit.diagnosis.meaning import meaning_ledger
from rmqkit.diagnosis.patterns import PATTERNS, Pattern
from rmqkit.diagnosis.remedies import with_remedies
from rmqkit.diagnosis.timeline.epochs import Epoch, epochs_of, state_at_end, state_in
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined, message, say, say_counted

INSUFFICIENT = "insufficient_evidence"
OFFLINE = "group_offline"
# What a judged group was made of: its epochs with all that was claimed, the last one's case, and how healthy that is.
_STATES = ("asked", "case", "health")
# What is asked of an epoch that is over: notes tell of the last one alone, and come after all others.
_WEIGHTY = tuple(one for one in EXPLANATIONS if one.kind != NOTE)


def verdict(
    facts: Mapping[str, GroupFacts],
    files: Sequence[Mapping[str, object]] = (),
    judged_before: Mapping[str, JudgedGroup] | None = None,
    *,
    in_short: bool = False,
    asked: str = "",
) -> Diagnosis:
    """The verdict on facts alone: a pure function, without Spark and files. `judged_before`: the groups as
    `judged_group` judged each elsewhere; only for many groups. `in_short`: of many groups what a row of each needs, and
    the worst one whole, as the screen and the brief have it. `asked`: the group that comes first, whatever it has."""
    # What is but suspected of groups that only logs name, beside others that mqadmin was asked about, is not what
    # somebody wants to know.
    aside = facts.keys() - groups_asked_about(facts)
    many = len(facts) - len(aside) > MOST_GROUPS
    in_short = in_short and many
    groups = dict(judged_before or {})
    for name, group in facts.items() if not groups else ():
        groups[name] = judged_group(group, name, aside=name in aside, in_short=in_short)
        if many:
            groups[name].drop_states(group)
    findings = _ranked(groups, aside, asked)
    if not asked and not many and not any(one.alarming for one in findings):
        findings = _ranked(groups, aside, _with_most_snapshots(facts))
    if in_short and (worst := next((one.group for one in findings if one.severity >= Severity.NOTICE), None)):
        groups[worst] = judged_group(facts[worst], worst, aside=worst in aside)
        findings = _ranked(groups, aside, asked)
    judged = tuple(groups.values())
    told = [finding for finding in findings if not _is_aside(aside, finding)]
    well = bool(judged) and all(group.is_well for group in judged) and not any(row.get("problem") for row in files)
    severity = max([_baseline(well=well), *(finding.severity for finding in told)])
    return Diagnosis(
        severity=severity,
        headline=_counts(judged) if many else _headline(severity, told, groups, aside),
        findings=tuple(findings),
        considered=tuple(chain.from_iterable(group.considered for group in judged)),
        messages=tuple(chain.from_iterable(group.messages for group in judged)),
        timeline=tuple(chain.from_iterable(group.timeline for group in judged)),
        missing=tuple(chain.from_iterable(one.missing for one in judged)) if judged else missing_without_group(),
        files=tuple(files),
        groups={name: group.state for name, group in groups.items()},
        facts=facts,
        allocation={name: group.allocation for name, group in groups.items()},
    )


def _with_most_snapshots(facts: Mapping[str, GroupFacts]) -> str:
    """The group with the most snapshots: if no group has an ongoing problem, somebody asks about that one. Empty if
    several have as many."""
    numbers = {name: len(group.snapshots) for name, group in facts.items()}
    leading = [name for name, number in numbers.items() if number == max(numbers.values())]
    return leading[0] if len(leading) == 1 else ""


def _ranked(groups: Mapping[str, JudgedGroup], aside: Collection[str], asked: str = "") -> list[Finding]:
    """The findings of all groups: what goes on before what is over, worse before better, causes before what follows
    from them, proven before suspected; last what nobody asked about. Where enough is known, a cause that is over says
    more than a note."""
    findings = [finding for group in groups.values() for finding in group.findings]
    proven = [cause for cause in findings if cause.proven]
    explained = {(cause.group, effect, cause.ongoing) for cause in proven for effect in cause.explains}
    ended = {one.group for one in proven if not one.ongoing and BY_ID[one.id].kind == CAUSE}
    ended -= {one.group for one in findings if one.id == INSUFFICIENT}

    def rank(finding: Finding) -> tuple[bool, bool, bool, int, bool, bool, int]:
        kind = BY_ID[finding.id].kind
        is_effect = kind != CAUSE or (finding.group, finding.id, finding.ongoing) in explained
        how = (is_effect, not finding.proven, BY_ID[finding.id].rank)
        later = not finding.ongoing or (kind == NOTE and finding.group in ended)
        return (bool(asked) and finding.group != asked, _is_aside(aside, finding), later, -finding.severity, *how)

    return sorted(findings, key=rank)


class JudgedGroup:
    """One group: what was claimed of it, epoch by epoch, and what the judge said. Every epoch is asked in its own
    right; what goes on is what the last one shows. `aside`: nobody asked about it: no pattern is followed. `in_short`:
    what its row among many groups needs: of a sick one the group's figures and what is found, without what to do."""

    messages: tuple[Said, ...] = ()
    timeline: tuple[TimelineEntry, ...] = ()
    considered: tuple[Finding, ...] = ()
    missing: tuple[Missing, ...] = ()
    is_well = False
    """Whether it was seen to be healthy and nothing that was said is left over."""

    def __init__(
        self, asked: Sequence[AskedEpoch], name: str, *, aside: bool, in_short: bool = False, by_its_end: bool = False
    ) -> None:
        """`by_its_end`: its last epoch alone was asked: what is over, a notice as well, may take its row; and if
        nothing is wrong at its end, it is judged with its past next."""
        now = asked[-1]
        self.by_its_end = by_its_end
        self.asked = [replace(each, case=now.case) for each in asked]
        self.case, self.health = now.case, now.health
        self.findings = tuple(dated(self.asked))
        if in_short and _harms(now):
            self.findings = _for_a_row(self.findings)
        else:
            # With what is over, and what patterns point at.
            over = past_findings(asked[:-1], now.findings, now.case)
            findings = [*(each for each in self.findings if each.id not in {past.id for past in over}), *over]
            suspected = [] if aside else _pattern_findings(self.case, now.judged, findings)
            self.findings = (*findings, *suspected)
            if not in_short or (self.health.proven if self.is_sick else not by_its_end):
                self._tell(asked, findings, suspected)
            else:
                self.findings = _for_a_row(self.findings)
        self.allocation = drawn_allocation(self.case, self.findings)
        self.state = replace(group_state(self.case, self.allocation), at_best=_baseline(well=self.is_well))
        if name != self.case.group:
            # Of a group that several clusters have under one name, everything says which of them it is about.
            self.findings = tuple(replace(each, group=name) for each in self.findings)
            self.considered = tuple(replace(each, group=name) for each in self.considered)
            self.messages = tuple(replace(each, group=name) for each in self.messages)
            self.timeline = tuple(replace(each, group=name) for each in self.timeline)
        # Nobody asks for the states of earlier epochs again. They are large, and what they remember refers to them.
        for earlier in asked[:-1]:
            earlier.case.follows.clear()

    def _tell(self, asked: Sequence[AskedEpoch], findings: Sequence[Finding], suspected: Sequence[Finding]) -> None:
        """What lines say, what to do, the history, what was considered, and what would decide."""
        # A pattern explains no message: what lines say stays open until something speaks for a cause.
        self.messages = tuple(meaning_ledger(self.case, findings))
        self.is_well = self.health.proven and not any(said.is_grave for said in self.messages)
        suspected = [] if self.is_well else suspected
        judged = (*asked[-1].judged, *suspected)
        self.findings = with_remedies(self.case, (*findings, *suspected))
        self.timeline = timeline(asked, self.findings)
        # Each cause once for each of its claims; one that claims nothing is open: its command would decide it.
        causes = [claim for claim in judged if BY_ID[claim.id].kind == CAUSE]
        claimed = {cause.id for cause in causes}
        silent = [one for one in EXPLANATIONS if one.kind == CAUSE and one.id not in claimed]
        wanted = {one.id: (need("", met=False, command=one.command),) for one in silent}
        nothing = [Claim(cause, "", "", NO_WEIGHT, signs) for cause, signs in wanted.items()]
        self.considered = (*causes, *(judge(claim, self.case.group) for claim in nothing))
        self.missing = tuple(missing_for(self.case, judged, self.health, self.findings, self.messages))

    def drop_states(self, facts: GroupFacts) -> None:
        """Of many groups nobody asks for the states again, and all of them together fill the memory. What travels
        between processes is the verdict without them. `facts`: those that it was judged by."""
        for remembering in (self.case, facts):
            remembering.follows.clear()
        for name in _STATES:
            delattr(self, name)

    @property
    def is_sick(self) -> bool:
        """Whether it has a row among many groups."""
        return any(one.severity >= Severity.NOTICE for one in self.findings)

    @property
    def is_sick_now(self) -> bool:
        """Whether its row tells of what goes on."""
        return any(one.severity >= Severity.NOTICE and one.ongoing for one in self.findings)

    @property
    def nothing_wrong(self) -> bool:
        """Whether it is well and nothing but notes is told to go on, not even suspected."""
        now = [finding for finding in self.findings if finding.ongoing and BY_ID[finding.id].kind != NOTE]
        return self.is_well and not now


def judged_group(
    group: GroupFacts, name: str, *, aside: bool, in_short: bool = False, past: bool = True
) -> JudgedGroup:
    """One group by itself, whatever the others are; `name`: what it is called where clusters share its own. `in_short`:
    no more than its row among many groups needs. Its last epoch gives it where that shows harm that goes on: what is
    over, and what patterns point at, is a notice at most, and stands behind it. Without its `past` a group is judged so
    where that shows a notice: then it is no worse, whatever is over."""
    *earlier, last = epochs_of(group)
    asked = [_asked(last, state_at_end(group), EXPLANATIONS)]
    decided = _harms(asked[0]) and not (earlier and needs_earlier_epochs(asked[0]))
    if in_short and (decided or (earlier and not past and not restless_hosts(asked[0].findings))):
        judged = JudgedGroup(asked, name, aside=aside, in_short=True, by_its_end=not decided)
        # Where as many causes are suspected as may be, one that is over makes room for another.
        suspected = sum(one.ongoing and not one.proven for one in judged.findings)
        if not judged.by_its_end or (judged.is_sick and suspected < MOST):
            return judged
    asked[:0] = [_asked(epoch, state_in(group, epoch), _WEIGHTY) for epoch in earlier]
    return JudgedGroup(asked, name, aside=aside, in_short=in_short)


def undecided_rows(groups: Mapping[str, JudgedGroup], aside: Collection[str]) -> set[str]:
    """Of the groups that were judged by their ends those whose past decides what stands in the rows that have room. It
    takes nothing away from what goes on but a pattern; where rows tell of what is over, any of them may have one."""
    rows = dict.fromkeys(one.group for one in _ranked(groups, aside) if one.severity >= Severity.NOTICE)
    by_their_ends = {name for name, group in groups.items() if group.by_its_end}
    shown = list(rows)[:MOST_GROUP_ROWS]
    return by_their_ends.intersection(shown) if all(groups[name].is_sick_now for name in shown) else by_their_ends


def _harms(now: AskedEpoch) -> bool:
    """Whether more than a notice goes on."""
    return any(one.alarming for one in now.findings)


def _for_a_row(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """What a row among many groups names; why, and by which lines, only the worst group tells."""
    return tuple(replace(each, why="", signs=(), evidence=()) for each in findings)


def _asked(epoch: Epoch, case: Case, explanations: Iterable[Explanation]) -> AskedEpoch:
    """Every explanation in its order; each sees the findings of those before it."""
    judged: list[Finding] = []
    findings: list[Finding] = []
    for explanation in explanations:
        claimed = [judge(claim, case.group) for claim in explanation.claims(case, tuple(findings))]
        judged += claimed
        findings += [claim for claim in claimed if claim.status not in (Status.REFUTED, Status.OPEN)]
    findings = ended_offline(findings)
    findings = [_present_effects(finding, findings) for finding in findings]
    kept = without_slight_suspicions(findings)
    findings = [_present_effects(finding, kept) for finding in kept]
    return AskedEpoch(epoch, case, tuple(judged), tuple(findings))


def without_slight_suspicions(findings: Sequence[Finding]) -> list[Finding]:
    """Beside a proven cause that goes on no other cause has to be guessed: what is but suspected there, and no more
    than worth knowing, is mostly that cause's own trace; so is what it explains, or what says the same of the same
    queues. Harm is no guess at a cause: effects, and what names other queues that it hits, stay."""
    settled = [finding for finding in findings if settles(finding)]

    def is_trace(finding: Finding) -> bool:
        slight = finding.severity <= Severity.NOTICE and not finding.queues
        return slight or any(_says_the_same(finding, cause) for cause in settled)

    return [one for one in findings if not settled or one.proven or BY_ID[one.id].kind != CAUSE or not is_trace(one)]


def _says_the_same(suspected: Finding, cause: Finding) -> bool:
    """Whether what is suspected is of no more than the proven cause accounts for, and does not bring that about."""
    hit, of_cause = (set(one.queues) for one in (suspected, cause))
    if cause.id in suspected.explains:
        return False
    if suspected.id in cause.explains:
        return hit <= of_cause
    return bool(hit) and hit == of_cause


def ended_offline(findings: Sequence[Finding]) -> list[Finding]:
    """What connected clients do to each other does not go on where none is left: logs of which records were picked out
    may lack their leaving."""
    proven_now = (finding for finding in findings if finding.proven and finding.ongoing)
    offline = next((finding for finding in proven_now if finding.id == OFFLINE), None)
    if offline is None:
        return list(findings)
    ends = [finding.ongoing and BY_ID[finding.id].ends_with_clients for finding in findings]
    pairs = zip(findings, ends, strict=True)
    return [over_since(finding, offline.since) if ended else finding for finding, ended in pairs]


def _present_effects(finding: Finding, findings: Sequence[Finding]) -> Finding:
    """Name only those effects that are there; a cause is at least as severe as what it explains."""
    if not finding.explains:
        return finding
    effects = [effect for effect in findings if effect.id in finding.explains and effect.ongoing == finding.ongoing]
    severity = max([finding.severity, *(effect.severity for effect in effects)])
    names = tuple(dict.fromkeys(effect.id for effect in effects))
    return replace(finding, explains=names, severity=severity)


def _baseline(*, well: bool) -> Severity:
    """Of a group or a whole without any finding."""
    return Severity.OK if well else Severity.UNKNOWN


def _is_aside(aside: Collection[str], finding: Finding) -> bool:
    return finding.group in aside and not (finding.proven and finding.alarming)


def _counts(judged: Sequence[JudgedGroup]) -> Phrase:
    """Of many groups how many are how bad; those proven healthy apart from those that the evidence does not decide."""
    often = Counter(group.state.severity(group.findings) for group in judged)
    sick = joined(", ", [f"{often[one]:,} {one}" for one in sorted(often, reverse=True) if one > Severity.UNKNOWN])
    counted: list[Phrase] = [
        sick or say("none has a problem"),
        say("{number:,} proven healthy", number=often[Severity.OK]),
    ]
    if undecided := often[Severity.UNKNOWN]:
        counted.append(say("{number:,} not decided by the evidence", number=undecided))
    return say("{groups}: {counts}", groups=count(len(judged), "consumer group"), counts=joined("; ", counted))


def _headline(
    severity: Severity, findings: Sequence[Finding], groups: Mapping[str, JudgedGroup], aside: Collection[str]
) -> Phrase:
    if not groups:
        return say("The evidence mentions no consumer group.")
    named = joined(", ", list(groups))
    if severity <= Severity.OK:
        return say("{groups}: healthy, every queue is consumed.", groups=named)
    first = _named_first(findings)
    if first is not None:
        titles = _titles(first, findings, severity, groups[first.group])
        return say("{group}: {title}", group=first.group, title=joined("; ", titles))
    named_in_full = {name: group for name, group in groups.items() if name not in aside} or groups
    name, one = next(iter(named_in_full.items()))
    # Of a group alone what it shows, and what is said most and explained by nothing.
    alone = len(named_in_full) == 1
    if alone and one.nothing_wrong:
        return say("{group}: {title}", group=name, title=_why_well(one))
    nothing = say(
        "{groups}: nothing wrong was found, but some log lines are not explained",
        groups=joined(", ", named_in_full),
    )
    return say("{text}.", text=joined("; ", [nothing, _most_said(one) if alone else ""]))


def _titles(first: Finding, findings: Sequence[Finding], severity: Severity, own: JudgedGroup) -> list[Phrase | str]:
    """The roots: the first one, and the further causes of the group that are proven, go on, and follow from none of the
    others; what follows from the first one, or could not be judged (a notice alone, or what is over, must not read as a
    clean bill); when it began, where the timeline tells; and where nothing is wrong or nothing is known, why, or what
    is said most."""
    titles: list[Phrase | str] = [first.title]
    if settles(first):
        causes = [finding for finding in findings if finding.group == first.group and settles(finding)]
        effects = {effect for cause in causes for effect in cause.explains}
        titles += [cause.title for cause in causes if cause is not first and cause.id not in effects]
    of_group = [one for one in findings if one.group == first.group and one is not first]
    lost = [one for one in of_group if one.id == "orphan_queues" and one.id in first.explains and one.ongoing]
    if severity <= Severity.NOTICE or not first.ongoing:
        lost += [one for one in of_group if one.id == INSUFFICIENT]
    # After what is over, that nothing more is known is about the time since.
    unknown_since = say("the evidence does not show whether the group is healthy now")
    titles += [
        unknown_since if not first.ongoing and one.details.get("nothing_more") else one.title for one in lost[:1]
    ]
    if first.ongoing and (began := when(first)):
        titles.append(began)
    if first.id == INSUFFICIENT and (most_said := _most_said(own)):
        titles.append(most_said)
    if own.nothing_wrong:
        titles.insert(0 if first.ongoing else 1, _why_well(own))
    return titles


def _why_well(group: JudgedGroup) -> Phrase:
    """A note, or what is over, must not read as if something were wrong."""
    return say("nothing is wrong now ({why})", why=why_healthy(group.case))


def _most_said(group: JudgedGroup) -> Phrase | str:
    """What stands most often in the lines and is explained by nothing: the next best word where nothing is found."""
    said = [said for said in group.messages if said.state == OPEN and said.weight >= Severity.NOTICE]
    if not said:
        return ""
    most = max(said, key=lambda one: (one.weight, one.times))
    return say_counted(
        most.times,
        "unexplained log line: {meaning}",
        "{number:,} unexplained log lines: {meaning}",
        meaning=message(most.meaning),
    )


def _named_first(findings: Sequence[Finding]) -> Finding | None:
    """The first finding that is more than well; but what is grave and over comes before what is not known, and
    where it is proven before a slight suspicion. So does a cause of the group that is over and was proven."""
    first = next((finding for finding in findings if finding.severity > Severity.OK), None)
    is_known = first is not None and first.id != INSUFFICIENT
    if first is None or first.severity >= Severity.WARNING or (is_known and first.proven):
        return first
    grave = (finding for finding in findings if finding.severity >= Severity.WARNING)
    if found := next((finding for finding in grave if finding.proven or not is_known), None):
        return found
    over = (one for one in findings if one.group == first.group and not one.ongoing and one.proven)
    return first if is_known else next((one for one in over if BY_ID[one.id].kind == CAUSE), first)


# What patterns make of explanations that nothing else speaks for: claims at NOTICE, with what else would look the same.
#
# A pattern is no state: a claim that is made of one lacks what would prove it, so the judge can only suspect it. What
# was refuted by other evidence is not claimed again.


_Value = TypeVar("_Value")
# More than a reader weighs against each other.
MOST = 3


def _pattern_findings(case: Case, judged: Sequence[Finding], findings: Sequence[Finding]) -> list[Finding]:
    """What patterns point at, the best fit first, where no cause is proven: neither what is found, or over, nor what
    was refuted; with what is suspected besides, no more than `MOST`."""
    if any(map(settles, findings)):
        return []
    settled = {finding.id for finding in findings}
    settled |= {claim.id for claim in judged if claim.status is Status.REFUTED}
    causes = (finding for finding in findings if BY_ID[finding.id].kind == CAUSE)
    suspected = {finding.id: finding for finding in causes if finding.ongoing and not finding.proven}
    # What a suspected cause has for its effect needs no other one.
    explained = [set(cause.queues) for cause in suspected.values() if cause.explains]
    patterns = [pattern for find in PATTERNS for pattern in find(case)]
    patterns = [one for one in patterns if not one.queues or not any(own.issuperset(one.queues) for own in explained)]
    named = dict.fromkeys(finding_id for pattern in patterns for finding_id in pattern.suspects)
    left = [finding_id for finding_id in named if finding_id not in settled][: max(0, MOST - len(suspected))]
    return [judge(_claim(finding_id, patterns, left), case.group) for finding_id in left]


def _claim(finding_id: str, patterns: Sequence[Pattern], left: Sequence[str]) -> Claim:
    explanation = BY_ID[finding_id]
    pointing = [pattern for pattern in patterns if finding_id in pattern.suspects]
    seen = [
        say(
            "Observed: {what}. Possible reason: {how}. Also seen with: {innocent}.",
            what=pattern.what,
            how=pattern.suspects[finding_id],
            innocent=pattern.innocent,
        )
        for pattern in pointing
    ]
    others = [BY_ID[other] for other in left if other != finding_id]
    alike: list[tuple[str, str]] = [(other.name, other.shown_by.command) for other in others]
    alike += [(pattern.innocent, pattern.command) for pattern in pointing]
    return Claim(
        finding_id,
        explanation.suspected,
        joined(" ", [*seen, say("What would confirm it: {what}.", what=explanation.shown_by.predicts)]),
        Severity.NOTICE,
        signs=(
            *(follows(pattern.what, pattern.times) for pattern in pointing),
            explanation.shown_by,
            *(need(what, met=False, command=command) for what, command in alike),
        ),
        topics=_merged(pattern.topics for pattern in pointing),
        queues=_merged(pattern.queues for pattern in pointing),
        clients=_merged(pattern.clients for pattern in pointing),
        evidence=tuple(chain.from_iterable(pattern.places for pattern in pointing)),
        details={"first_shown": earliest(pattern.since for pattern in pointing)},
    )


def _merged(groups: Iterable[Iterable[_Value]]) -> tuple[_Value, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(groups)))
