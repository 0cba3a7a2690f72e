"""A verdict as one document: what is wrong, since when, what it does, what to do, and the proof. No layout here.

The screen, the card for a chat and the report's first card are this document at three lengths. Client ids have their
short names in it (C1, C2 ...), and the legend says whose they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any

from rmqkit.diagnosis.anomalies import FAILED, says_little
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.drawn import DOUBLE, ORPHAN, QueueAllocation
from rmqkit.diagnosis.explanation import CAUSE, EFFECT, NOTE
from rmqkit.diagnosis.facts.group import UNNAMED
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, latest
from rmqkit.diagnosis.facts.transitions import SAME_MOMENT
from rmqkit.diagnosis.finding import NORMAL, Finding, Said, Status, Verdict
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.healthy import why_healthy
from rmqkit.diagnosis.impact import standing
from rmqkit.diagnosis.render.names import ClientNames, names_in
from rmqkit.diagnosis.render.parts import (
    asked_about,
    cut,
    do_not,
    evidence_span,
    first_bad,
    is_command,
    is_note,
    is_paste,
    moment,
    next_commands,
    of_groups,
    place,
    problems,
    sentences,
    still_open,
    still_possible,
    subscriptions_by_wish,
    told,
    totals,
    visible,
    words,
)
from rmqkit.diagnosis.render.state_tables import CompactRow, StateTables
from rmqkit.diagnosis.retold import spoken
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.diagnosis.wording import over_title, ranges, short
from rmqkit.formats.logs.catalogue import MEANINGS, Gravity
from rmqkit.formats.prompts import shell_word, sub_command
from rmqkit.language import clock, in_language, phrase_in
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

WIDEST_HEADLINE = 140
_REMARK = re.compile(r" \([^()]*(?:\([^()]*\))?[^()]*\)$|（[^（）]*）$")
# A title with its particulars behind a colon is cut there when it would fill the headline.
_LONG_TITLE, _LONGEST_TITLE, _SHORTEST_TITLE = 60, 110, 12
MOST_OF_A_LINE = 160
# A backlog of so many that is gone is told beside what is healthy now.
_MANY_BEHIND = 1_000
# One failed task is none; a producer's or a broker's trouble makes many such lines.
_OFTEN = 50
_OWN_KIND, _NOT_ENOUGH = "not_shared_out_by_clients", "insufficient_evidence"
MOST_PLACES, MOST_RULED_OUT, MOST_SUBSCRIPTIONS, MOST_NAMED, MOST_DEEDS_OF_LINES = 4, 3, 4, 6, 3
_WORDS = "[a-z]{2,} [a-z]{2,}|[\u4e00-\u9fff]"
_BEGINS = re.compile(r".+[-_]")
_DEBUG = re.compile(r"^.{0,60}\b(?:DEBUG|TRACE)\b")


@dataclass(frozen=True)
class GroupRow:
    """A group by its worst finding, and its figures; empty: the evidence does not show it, or nothing was found.
    `finding`: its id, marked where it is not proven or over."""

    severity: Severity
    group: str
    what: str
    finding: str
    since: str
    lag: str
    orphans: str
    clients: str

    @property
    def line(self) -> str:
        """The group in a line."""
        return f"{self.severity}  {self.group}: {self.what}"


@dataclass(frozen=True)
class Document:
    """What a person reads of a verdict. Rows of which nothing is known are empty.

    `headline`: the group, what is wrong and what follows. `status`: proven or suspected. `groups`: the other groups
    that are sick, worst first. `counts`: of many groups how many are how bad; then `groups` has all that are sick, and
    the rest is about the worst one. `now`: how the group is where its evidence ends, unless the headline says it.
    `queues`: who reads what, like queues in one row; `table_note`: how to read that table, where queues are not shared
    out by RocketMQ's strategies. `names`: the short names that stand in the document, with their ids. `read`: what was
    read. `plain`: what happened, who was hit and whether anything is lost, for who is no engineer. `described`: the
    usual causes of what people describe, where nothing that was printed shows more.
    """

    severity: Severity
    headline: str
    counts: str = ""
    status: str = ""
    since: str = ""
    now: Sequence[str] = ()
    impact: Sequence[str] = ()
    described: Sequence[str] = ()
    why: Sequence[str] = ()
    fix: Sequence[str] = ()
    never: Sequence[str] = ()
    verify: Sequence[str] = ()
    queues: Sequence[CompactRow] = ()
    table_note: str = ""
    names: Sequence[tuple[str, str]] = ()
    proof: Sequence[str] = ()
    also: Sequence[str] = ()
    groups: Sequence[GroupRow] = ()
    lines: Sequence[str] = ()
    possible: Sequence[str] = ()
    next: Sequence[str] = ()
    read: Sequence[str] = ()
    plain: Sequence[str] = ()
    lang: str = "en"

    @property
    def labels(self) -> Mapping[str, str]:
        """What stands before each row, by its name."""
        return words(self.lang, "labels")

    @property
    def to_change(self) -> Mapping[str, int]:
        """The short names of the clients that the fix names, each with its place: who has to be changed first is."""
        named = re.findall(_SHORT_NAME, " ".join(self.fix), re.ASCII)
        return {name: place for place, name in enumerate(dict.fromkeys(named))}

    @property
    def names_to_change_first(self) -> list[tuple[str, str]]:
        """The short names with their ids, those that the fix names first."""
        places = self.to_change
        return sorted(self.names, key=lambda one: places.get(one[0], len(places)))

    def say(self, name: str, **values: object) -> str:
        """A text that a layout needs."""
        return told("text", name, self.lang, **values)


_SHORT_NAME = r"\bC\d+[a-z]*\b"


def short_names_in(text: str) -> set[str]:
    """C1, C2a ... wherever they stand in a text, between Chinese characters as well."""
    return set(re.findall(_SHORT_NAME, text, re.ASCII))


def document_of(diagnosis: Verdict, lang: str = "en") -> Document:
    """The document of a verdict. `lang`: en or zh."""
    with clock.naming_zone(known=diagnosis.zone_known):
        if not diagnosis.has_many_groups:
            verdict, aside = asked_about(spoken(diagnosis, lang))
            # If no group has an ongoing problem, the undecided ones are worth a row.
            least = Severity.NOTICE if any(one.alarming for one in verdict.findings) else Severity.UNKNOWN
            return _Writer(verdict, group_rows(diagnosis, [*verdict.findings, *aside], lang, least), lang).document
        rows, following = group_rows(diagnosis, diagnosis.findings, lang), dict[str, Any]()
        if rows:
            worst = rows[0].group
            considered = tuple(one for one in diagnosis.considered if one.group == worst)
            about = replace(of_groups(diagnosis, {worst}), considered=considered)
            following = {"next": (f"rmqkit diagnose FOLDER -g {shell_word(worst)}",)}
        else:
            # What lines say and what is missing, where no group is sick.
            about = replace(diagnosis, headline="", findings=(), facts={}, allocation={})
        counts = f"{visible(in_language(diagnosis.headline, lang))}{_lacking(diagnosis, lang)}"
        return replace(_Writer(spoken(about, lang), rows, lang, counts=counts).document, **following)


def _lacking(diagnosis: Verdict, lang: str) -> str:
    """What lacks of the groups that the evidence does not decide, by its commands: what the groups' names begin with,
    where all that begin so are among them."""
    by_group = diagnosis.by_group().items()
    decided = {name for name, found in by_group if diagnosis.state_of(name).severity(found) != Severity.UNKNOWN}
    rows = [row for row in diagnosis.missing if "healthy" in row.decides]
    commands = grouped((visible(row.need).partition(": ")[0], sub_command(row.command)) for row in rows)
    begins = {name: found[0] if (found := _BEGINS.match(name)) else "" for name in diagnosis.groups}
    whole = set(begins.values()) - {begins[name] for name in decided} - {""}
    shown = ((name, f"{begins[name]}*" if begins[name] in whole else name) for name in begins.keys() - decided)
    lacks = grouped((", ".join(commands[name]), named) for name, named in sorted(shown) if name in commands).items()
    named = [(what, in_language(short(distinct(names), MOST_NAMED), lang)) for what, names in lacks]
    return "".join(told("text", "lacks", lang, commands=what, groups=names) for what, names in named[:MOST_PLACES])


def group_rows(
    diagnosis: Verdict, findings: Iterable[Finding], lang: str, least: Severity = Severity.NOTICE
) -> list[GroupRow]:
    """The groups that are sick by these findings, the worst first."""
    by_group = grouped((one.group, one) for one in findings if one.severity >= least)
    return [group_row(diagnosis, group, own, lang) for group, own in by_group.items()]


def group_row(diagnosis: Verdict, group: str, findings: Sequence[Finding], lang: str) -> GroupRow:
    """A group by its worst finding, if it has any. `lang`: en or zh."""
    state, what, finding, since = diagnosis.state_of(group), "", "", None
    if worst := max(findings, key=attrgetter("severity"), default=None):
        title, since = visible(in_language(worst.title, lang)), worst.since
        what, finding = _short_title(title, lang) if worst.ongoing else title, worst.id
        if not (worst.proven and worst.ongoing):
            # What is not proven, or over, must not read as if it were so.
            mark = "maybe" if worst.ongoing else "was"
            finding = told("text", mark, lang, what=finding)
            what = told("text", mark, lang, what=what) if worst.ongoing else what
    growth = f" {state.growth:+,.0f}/s" if state.growth and abs(state.growth) >= 1 else ""
    return GroupRow(
        state.severity(findings),
        visible(group),
        what,
        finding,
        since=f"{clock.local(since):%m-%d %H:%M}" if since else "",
        lag="" if state.lag is None else f"{state.lag:,}{growth}",
        orphans=f"{state.orphans}/{state.queues}" if state.orphans else "",
        clients="0" if finding == "group_offline" else "" if state.clients is None else f"{state.clients:,}",
    )


def _short_title(title: str, lang: str, most: int = _LONG_TITLE) -> str:
    """A title without the particulars behind its colon, or in parentheses at its end, where it would be too long; that
    it has ended is no title yet."""
    at = title.find(": " if lang == "en" else "：", _SHORTEST_TITLE if lang == "en" else _SHORTEST_TITLE // 2)
    if at > 0 and title.endswith((")", "）")) and not _closed(title[:at]):
        at = title.rfind(" (" if lang == "en" else "（", 0, at)
    # A list of ids is no title.
    whole = at < 0 or len(title) <= most or not _closed(title[:at]) or not re.search(_WORDS, title[:at])
    return title if whole else title[:at]


def full_document(diagnosis: Verdict, group: str, lang: str) -> Document:
    """The document of one group with titles and places whole. `diagnosis`: as it reads in `lang`."""
    facts = {name: one for name, one in diagnosis.facts.items() if name == group or not group}
    return _Writer(replace(of_groups(diagnosis, {group}), facts=facts), (), lang, in_full=True).document


@dataclass(frozen=True)
class _Writer:
    """Writes the document of one verdict. `in_full`: with nothing shortened, every client of the group in the legend,
    and what else was found left to the reader."""

    verdict: Verdict
    groups: Sequence[GroupRow]
    lang: str
    counts: str = ""
    in_full: bool = False

    def say(self, part: str, name: str, **values: object) -> str:
        return told(part, name, self.lang, **values)

    def _say_share(
        self, part: str, name: str, number: int, everything: int, *, least: bool = False, **values: object
    ) -> str:
        """How many of all, or how many at least; all of several have a sentence of their own."""
        kind = "_least" if least else "_all" if number == everything > 1 else ""
        return self.say(part, f"{name}{kind}", number=number, all=everything, **values)

    @property
    def _semicolon(self) -> str:
        return "; " if self.lang == "en" else "；"

    @cached_property
    def first(self) -> Finding | None:
        """The finding that the document is about: the first that weighs something."""
        return first_bad(self.verdict.findings)

    @cached_property
    def group(self) -> str:
        return self.first.group if self.first else next(iter(self.verdict.facts), "")

    @cached_property
    def names(self) -> ClientNames:
        return names_in(self.verdict, self.group)

    @cached_property
    def case(self) -> Case | None:
        """The group where the evidence ends."""
        facts = self.verdict.facts.get(self.group)
        return state_at_end(facts) if facts else None

    @cached_property
    def rows(self) -> list[QueueAllocation]:
        """The group's queues of the application's topics."""
        return [row for row in self.verdict.allocation.get(self.group, ()) if is_user_topic(row.queue.topic)]

    @property
    def _more_orphans(self) -> bool:
        """Whether queues of which nothing shows the number have no consumer either."""
        return any(one.id == "orphan_queues" and one.details.get("more") for one in self.verdict.of_group(self.group))

    @property
    def document(self) -> Document:
        first = self.first
        own = self._finding_rows(first) if first else {"proof": self._checked()}
        read, of_group = totals(self.verdict, self.lang), self.verdict.of_group(self.group)
        case, drawn = self.case, self.verdict.allocation.get(self.group, ())
        queues = StateTables(case, self.lang, drawn) if case and case.snapshots else None
        own_kind = next((one for one in of_group if one.id == _OWN_KIND), None)
        # What to run next, where anything is undecided.
        undecided = not self._well and (not self._known or self.verdict.severity < Severity.WARNING)
        wanted = [visible(row.command) for row in self.verdict.missing if not is_command(row.command)]
        rows = {
            "headline": self._headline(),
            "now": self._now(),
            "queues": queues.compact_rows() if queues else (),
            "table_note": _whole_clauses(sentences(own_kind.why)[0], MOST_OF_A_LINE) if queues and own_kind else "",
            "lines": self._lines(),
            "possible": self._possible(),
            "next": [*next_commands(self.verdict), *dict.fromkeys(wanted)][:3] if undecided else (),
            **own,
        }
        shown = {name: value if name in ("verify", "next") else self._short(value) for name, value in rows.items()}
        unread = [self.say("text", "problem", file=problem) for problem in problems(self.verdict)]
        all_read = "understood" if read["unparsed"] == "0" else "read"
        return Document(
            # That of the group that it is about, which need not be the worst; never well where the whole is not.
            severity=max([min(self.verdict.severity, Severity.UNKNOWN), *(one.severity for one in of_group)]),
            counts=self.counts,
            groups=[one for one in self.groups if self.counts or not first or one.group != first.group],
            lang=self.lang,
            names=self._legend(shown),
            read=[*unread, self.say("text", all_read, **read)],
            **shown,
        )

    @property
    def _known(self) -> bool:
        """Whether a cause is proven: then what else lines may mean is not asked."""
        return any(one.proven and one.severity > Severity.NOTICE for one in self.verdict.findings)

    @property
    def _well(self) -> bool:
        """Whether the group is proven healthy where the evidence ends."""
        return self.verdict.state_of(self.group).at_best == Severity.OK

    def _short(self, value: Any) -> Any:  # noqa: ANN401
        """Texts with short names; a command needs the ids themselves, up to the three blanks that end it."""
        if isinstance(value, str):
            before, command, behind = value.partition("mqadmin ")
            command_ends = behind.find("   ") if "mqadmin " not in behind and "   " in behind else len(behind)
            command += behind[:command_ends]
            return visible(self.names.in_text(before) + command + self.names.in_text(behind[command_ends:]))
        return value if isinstance(value, CompactRow) else [self._short(part) for part in value]

    def _legend(self, shown: Mapping[str, Any]) -> list[tuple[str, str]]:
        """The names that stand anywhere in the document, with their ids; of a shared id its processes as well."""
        parts = [part for value in shown.values() for part in ([value] if isinstance(value, str) else value)]
        named = short_names_in(" ".join(" ".join(one.cells) if isinstance(one, CompactRow) else one for one in parts))
        legend = []
        for client, name in self.names.by_id.items():
            own = self.names.processes_of(client)
            if self.in_full or named.intersection((name, *own)):
                also = self.say("text", "processes", names=", ".join(own)) if len(own) > 1 else ""
                legend.append((name, visible(client) + also))
        return legend

    def _checked(self) -> list[str]:
        """Of a group in which nothing is wrong: what was seen of it."""
        facts = self.verdict.facts.get(self.group)
        if facts is None or not self.rows:
            return []
        seen = sum(row.seen is not None for row in self.rows)
        known = [look.at for look in facts.snapshots if look.has_known_moment]
        start, end = moment(earliest(known)), moment(latest(known))
        name = "checked_all" if seen == len(self.rows) else "checked"
        told = self.say("text", name, seen=seen, queues=len(self.rows), looks=len(facts.snapshots))
        span = self.say("text", "span", start=start, end=end) if start and end else ""
        behind = [(sum(row.diff for row in look.waiting), look.at) for look in facts.snapshots]
        most, at = max(behind, key=itemgetter(0), default=(0, None))
        last = behind[-1][0] if behind else 0
        if at and most > max(_MANY_BEHIND, 10 * last):
            span += self._semicolon + self.say("text", "peak", most=most, at=moment(at), last=last)
        return [f"{told}{span}"]

    @cached_property
    def _of_lines(self) -> Sequence[Said]:
        """The grave lines of a paste without a group in which nothing is found, the gravest first: it is about them."""
        if self.in_full or not self.first or (self.first.id, self.group) != (_NOT_ENOUGH, UNNAMED):
            return ()
        grave = [row for row in still_open(self.verdict) if row.state != NORMAL and row.weight >= Severity.NOTICE]
        return grave if is_paste(self.verdict) else ()

    def _headline(self) -> str:
        first = self.first
        if self._of_lines:
            return _whole_clauses(_short_title(_first_clause(self._of_lines[0].meaning), self.lang), WIDEST_HEADLINE)
        if first and is_note(first) and self._well and not self.in_full:
            well = self.say("text", "nothing_wrong", group=phrase_in(first.group, self.lang))
            longer = f"{well}{self._semicolon}{_within(self._title(first))}"
            return longer if len(longer) <= WIDEST_HEADLINE else well
        whole = visible(self.verdict.headline)
        # The verdict's own may be about another group, which is healthy.
        if first is None or (is_note(first) and (first.group in whole.partition(":")[0] or not first.group)):
            return whole if self.in_full else _whole_clauses(whole, WIDEST_HEADLINE)
        # Who subscribes to what stands below; any other particulars stand nowhere else.
        most = _LONG_TITLE if subscriptions_by_wish(first) else _LONGEST_TITLE
        title = self.names.in_text(first.title) if self.in_full else self._title(first, most)
        text = f"{phrase_in(first.group, self.lang)}{': ' if self.lang == 'en' else '：'}{title}"
        if self.in_full:
            return text
        effects = []
        if first.id not in ("orphan_queues", "duplicate_consumption") and first.ongoing:
            certain = ((ORPHAN, "no_queue_consumer"), (DOUBLE, "read_twice"))
            for state, name in certain[:1] if first.details.get("undecided") else certain:
                number = sum(row.state == state for row in self.rows)
                if number:
                    least = state == ORPHAN and self._more_orphans
                    effects.append(self._say_share("text", name, number, len(self.rows), least=least))
        # Further causes of the group that are proven, go on and follow from nothing else.
        of_group = self.verdict.of_group(first.group)
        explained = {effect for one in of_group for effect in one.explains}
        others = [one for one in of_group if one.alarming and one.proven and one is not first]
        others = [one for one in others if one.id not in explained and BY_ID[one.id].kind not in (NOTE, EFFECT)]
        for effect in (*effects, *map(self._title, others)):
            longer = f"{text}{self._semicolon}{_within(effect)}"
            if len(longer) <= WIDEST_HEADLINE:
                text = longer
        return _whole_clauses(text, WIDEST_HEADLINE)

    def _title(self, finding: Finding, most: int = _LONG_TITLE) -> str:
        """The title with short names."""
        title = self.names.in_text(finding.title)
        return title if self.in_full else _short_title(title, self.lang, most)

    def _finding_rows(self, first: Finding) -> dict[str, Any]:
        if is_note(first):
            if not self.verdict.considered:
                # Nothing was judged: a table of symptoms.
                return {"fix": self._deeds_of_lines(), "lines": [*self._lines(), *sentences(first.why)]}
            # What people describe, where nothing that was printed shows more.
            symptoms = [in_language(one, self.lang) for one in first.details.get("symptoms", ())]
            described = {"described": symptoms, "now": ()} if symptoms else {}
            if self._of_lines:
                return {"fix": self._deeds_of_lines(), "now": (), "next": (), **described}
            # How to read its queues stands below their table, and what is lacking under what is known.
            shown = (_NOT_ENOUGH, *([_OWN_KIND] if self.case and self.case.snapshots else []))
            why = [] if first.id in shown else sentences(first.why)
            start, end = evidence_span([self.case] if self.case and first.id == _NOT_ENOUGH else [])
            # What was found before is over since.
            past = self._past(first)
            ends = [one.until for one in self.verdict.of_group(first.group)]
            start = latest([start, *ends])
            # What ended at a time that only its effects tell ended with them.
            began = earliest(one.since for one in past if start in ends and one.until in (None, start))
            before = "undecided_since" if began == start else "undecided_after"
            name = before if began else "undecided" if start != end else "undecided_at"
            since = self.say("since", name, since=moment(began), moment=moment(start), until=moment(end)) if end else ""
            harmed = [one for of in past for one in self._past_effects(of) if not BY_ID[one.id].leaves_nothing]
            # The first deed for what leaves nothing says that it has ended.
            lasting = (one.remedy[1:] if BY_ID[one.id].leaves_nothing else one.remedy for one in past)
            deeds = chain(*lasting, *(one.remedy for one in harmed))
            rows = {"since": since, "why": why, "also": self._also(first), "fix": [*deeds, *self._deeds_of_lines()]}
            return rows | described | {"impact": list(chain.from_iterable(map(self._past_harm, past)))}
        impact = self._impact(first)
        # Who subscribes to what, alike clients together.
        wishes = []
        for wants, clients in list(subscriptions_by_wish(first).items())[:MOST_SUBSCRIPTIONS]:
            more = f" +{len(clients) - MOST_NAMED}" if len(clients) > MOST_NAMED else ""
            named = ", ".join(map(self.names.of, clients[:MOST_NAMED])) + more
            wishes.append(self.say("text", "subscribe", clients=named, wants=wants))
        # What comparing the recomputed allocation with the owners gave stands under the proof.
        said = first.details.get("recomputed")
        proof = [visible(in_language(said, self.lang))] if said else []
        reasons = [one for one in sentences(first.why) if not one.startswith(tuple(proof)) and one not in first.remedy]
        own = [one for one in self.verdict.considered if one.group == first.group]
        open_or_found = {one.id for one in own if one.status is not Status.REFUTED}
        refuted = dict.fromkeys(one.id for one in own if one.status is Status.REFUTED and one.id not in open_or_found)
        if refuted:
            proof.append(self.say("text", "ruled_out", causes=self._named(list(refuted)[:MOST_RULED_OUT])))
        return {
            "status": words(self.lang)[first.status],
            "since": self._since(first),
            "impact": impact,
            "plain": self._plain(first, impact),
            # The first reason is that of the headline.
            "why": [*reasons[:1], *([self._semicolon.join(wishes)] if wishes else []), *reasons[1:]],
            "fix": [*first.remedy[:1], *self._other_deeds(first), *first.remedy[1:]],
            "never": do_not(first, self.lang),
            # Without the remark behind a command.
            "verify": [_REMARK.sub("", visible(line)) for line in first.check],
            "proof": proof,
            "also": self._also(first),
        }

    def _plain(self, first: Finding, impact: Sequence[str]) -> list[str]:
        """What happened, who was hit, and whether anything is lost, in a sentence each."""
        own = [one for one in self.verdict.of_group(first.group) if one.severity > Severity.OK]
        losing = [one.id for one in own if BY_ID[one.id].loses and not one.details.get("in_both")]
        lost = "lost" if losing else "kept" if first.ongoing else "none_lost"
        twice = any(one.id == "duplicate_consumption" and one.proven for one in own)
        what = sentences(in_language(BY_ID[first.id].what, self.lang))[0]
        harm = self._semicolon.join([phrase_in(first.group, self.lang), *impact[:2]])
        return [
            self.say("plain", "happened" if first.proven else "suspected", what=what),
            self.say("plain", "hit", harm=harm.removesuffix(self._semicolon + self.say("impact", "none_lost"))),
            self.say("plain", lost, causes=self._named(dict.fromkeys(losing)))
            + (self.say("plain", "twice") if twice else ""),
        ]

    def _since(self, first: Finding) -> str:
        since, until = moment(first.since), moment(first.until)
        if not first.ongoing:
            known = ("over" if since != until else "over_at") if since else "ended"
            name = known if until else "over_unknown"
            return self.say("since", name, moment=since, until=until)
        change = _whole_clauses(visible(in_language(first.details.get("began_with") or "", self.lang)), MOST_OF_A_LINE)
        if since and (last := moment(first.details.get("last_until"))):
            return self.say("since", "comes_again", moment=since, until=last)
        if since:
            return self.say("since", "changed" if change else "ongoing", moment=since, change=change)
        facts = self.verdict.facts.get(first.group)
        shown = moment(first.details.get("first_shown")) or (moment(evidence_span([facts])[1]) if facts else None)
        if not_before := moment(first.details.get("not_before") or self._orphans_read()) if shown else None:
            return self.say("since", "between", earliest=not_before, moment=shown)
        return self.say("since", "first_shown" if shown else "unknown", moment=shown)

    def _orphans_read(self) -> datetime | None:
        """When the newest message was stored that was read of queues without a consumer: they had one then
        (`AdminBrokerProcessor#getConsumeStats`, all versions)."""
        looks = self.case.newest_looks if self.case else {}
        read = [looks[row.queue][1].last_time for row in self.rows if row.state == ORPHAN and row.queue in looks]
        return latest(read) if self.first and "orphan_queues" in self.first.explains else None

    def _now(self) -> list[str]:
        """How the group is where its evidence ends. In short only where the headline leaves it open: what is over, only
        suspected, or not known at all."""
        first = self.first
        if first is None or (self.in_full and is_note(first)):
            return []
        if first.ongoing and first.proven and not is_note(first) and not self.in_full:
            return []
        facts = self.verdict.facts.get(first.group)
        end = moment(evidence_span([facts])[1]) if facts else None
        loses = first.ongoing and BY_ID[first.id].loses
        if self.case and self._well and not loses and not (first.ongoing and self.in_full):
            return [self.say("now", "healthy", moment=end, healthy=in_language(why_healthy(self.case), self.lang))]
        unknown = next((one for one in self.verdict.of_group(first.group) if one.id == _NOT_ENOUGH), None)
        if unknown and self.verdict.considered and not self.in_full:
            return sentences(unknown.why)
        suspected = first.ongoing and not self.in_full
        name = "ongoing" if first.ongoing else "over"
        return [self.say("now", name, moment=end)] if end and not suspected and not is_note(first) else []

    def _impact(self, first: Finding) -> list[str]:
        """Every harm of the group that goes on, the worst first: queues without a consumer with what waits in them,
        queues read twice, messages filtered out, and whatever else follows."""
        rows = self.rows if first.ongoing else []
        orphans, doubles = ([row for row in rows if row.state == state] for state in (ORPHAN, DOUBLE))
        lines = []
        if orphans:
            places = self._places(row.queue for row in orphans)
            name = "orphans_if" if first.details.get("undecided") else "orphans"
            name = "orphans" if self._more_orphans else name
            share = self._say_share("impact", name, len(orphans), len(rows), least=self._more_orphans, places=places)
            lines.append(share)
        own = self.verdict.of_group(first.group)
        effects = [one for one in own if one.id in first.explains and one.alarming]
        drawn = {
            "flapping_subscription",
            *(one.id for one in effects if one.proven and BY_ID[one.id].loses and one.details.get("harm")),
            *(["orphan_queues"] if orphans else ()),
            *(["duplicate_consumption"] if doubles else ()),
        }
        follow = [one for one in effects if BY_ID[one.id].kind == EFFECT and one.id not in drawn]
        # What is not proven of a proven cause must not read as if it were so.
        sure = [one.proven or not first.proven for one in follow]
        titles = zip(map(self._title, follow), sure, strict=True)
        lines += [title if known else self.say("impact", "unproven", what=title) for title, known in titles]
        lines += [] if first.ongoing else self._past_harm(first)
        if doubles:
            places = self._places(row.queue for row in doubles)
            name = "doubles_if" if first.details.get("undecided") else "doubles"
            lines.append(self._say_share("impact", name, len(doubles), len(rows), places=places))
        if not lines and first.queues and any(is_user_topic(queue.topic) for queue in first.queues):
            lines.append(self.say("impact", "queues", number=len(first.queues), places=self._places(first.queues)))
        if first.ongoing:
            lines += self._waiting(first, orphans, orphans or [row for row in rows if row.queue in first.queues])
        harm = [in_language(one, self.lang) for one in first.details.get("harm", ())]
        if not lines:
            stands = in_language(standing(first, self.verdict.facts.get(first.group)), self.lang)
            topics = self.say("impact", "topics", number=len(first.topics), topics=", ".join(first.topics))
            # Unless the title names them, or nothing happens to them.
            told = first.severity <= Severity.NOTICE or all(topic in first.title for topic in first.topics)
            lines = [stands] if stands else [] if told or harm else [topics]
        of_effects = [in_language(text, self.lang) for one in effects for text in one.details.get("harm", ())]
        lines = [*harm, *lines, *of_effects]
        # Unless anything of the group says that messages are, or may be, lost or skipped.
        if orphans and not any(BY_ID[one.id].loses and one.severity > Severity.OK for one in own):
            lines[-1] += f"{self._semicolon}{self.say('impact', 'none_lost')}"
        return lines

    def _waiting(self, first: Finding, orphans: Sequence[QueueAllocation], hit: Sequence[QueueAllocation]) -> list[str]:
        """How many messages wait, in queues without a consumer and in all, and in those that no snapshot lists."""
        in_orphans = sum(row.diff or 0 for row in orphans)
        rows = [row for row in self.verdict.allocation.get(first.group, ()) if row.diff]
        # What arrived since the last commit waits in any group: no more is said of queues that keep up.
        moved = self.case.movements if self.case else {}
        late = [row for row in rows if row.queue not in moved or not moved[row.queue].keeps_up]
        everywhere = sum(row.diff or 0 for row in rows)
        behind = sum(row.diff or 0 for row in late)
        unlisted = [row.queue for row in hit if row.diff is None]
        rates = (one.details.get("rate") for one in self.verdict.of_group(first.group) if one.ongoing)
        rate = next(filter(None, rates), None)
        growth = self.say("impact", "growth", rate=f"{rate:+.0f}") if rate else ""
        ends = [self.case.end(row.queue) for row in orphans if row.diff] if self.case else []
        if at := latest((end.at or end.last_updated) for end in ends if end):
            growth = self.say("impact", "at", moment=clock.time_of_day(at)) + growth
        stored = sum(self.case.unread(end) for queue in unlisted if (end := self.case.end(queue))) if self.case else 0
        sent = self.say("impact", "sent", messages=f"{stored:,}") if stored else ""
        parts = []
        if in_orphans:
            parts.append(
                self.say("impact", "unread_least" if unlisted else "unread", messages=f"{in_orphans:,}", growth=growth)
            )
        if unlisted and (orphans or stored):
            parts.append(self.say("impact", "unlisted", number=len(unlisted), sent=sent))
        in_title = re.findall(r"[\d,]*\d", first.title)
        if behind > 1.1 * in_orphans and in_title.count(f"{behind:,}") + in_title.count(f"{everywhere:,}") == 0:
            topics = ", ".join(sorted({row.queue.topic for row in rows}))
            parts.append(
                self.say("impact", "waiting_in" if unlisted else "waiting", messages=f"{everywhere:,}", topics=topics)
            )
        return [self._semicolon.join(parts)] if parts else []

    def _also(self, first: Finding) -> list[str]:
        """What else was found of the group; what follows from the first together."""
        own = self.verdict.of_group(first.group)
        # What is lost stands in the impact, and no fix brings it back.
        follows = [one.id for one in own if one is not first and one.id in first.explains and not BY_ID[one.id].loses]
        past = [*self._past(first), *([] if first.ongoing else [first])]
        gone = [effect for one in past for effect in self._past_effects(one)]
        rest = [one for one in self._beside(first) if one.severity > Severity.OK and one not in gone]
        name = "goes_away" if first.ongoing else "went_with_it"
        lines = [self.say("text", name, causes=self._named(dict.fromkeys(follows)))] if follows else []
        headline = self._headline() if is_note(first) else ""
        for one in rest:
            if one.id not in (_NOT_ENOUGH, _OWN_KIND) and self._past_title(one) not in self.names.in_text(headline):
                state = words(self.lang)[one.status] if one.ongoing else self._over_from(one)
                # What keeps it from coming back stands under the fix, unless that is for something else.
                keeps_away = not one.ongoing and BY_ID[one.id].kind == CAUSE and not is_note(first)
                deeds = one.remedy[1:] if keeps_away else ()
                told = self.say("text", "also", state=state, title=self._past_title(one))
                lines.append(self._semicolon.join([told, *map(_within, deeds)]))
        return lines

    def _beside(self, first: Finding) -> list[Finding]:
        """The group's other findings that do not follow from the first."""
        own = self.verdict.of_group(first.group)
        return [one for one in own if one is not first and one.id not in first.explains]

    def _other_deeds(self, first: Finding) -> list[str]:
        """What ends the group's other causes, where they have their harm of their own: the first deed leaves them."""
        if self.in_full or not (first.ongoing and first.proven):
            return []
        others = [one for one in self._beside(first) if one.id != first.id and BY_ID[one.id].kind == CAUSE]
        causes = [one for one in others if one.alarming and one.proven]
        deeds = {self._named([one.id]): " ".join(one.remedy[:2]) for one in causes}
        return [words(self.lang)["named"].format(name, deed) for name, deed in deeds.items() if deed]

    def _past(self, first: Finding) -> list[Finding]:
        """Causes of the group that are proven and over."""
        beside = [one for one in self._beside(first) if BY_ID[one.id].kind == CAUSE]
        return [one for one in beside if one.proven and not one.ongoing]

    def _past_effects(self, cause: Finding) -> list[Finding]:
        """What ended with it."""
        effects = [one for one in self.verdict.of_group(cause.group) if BY_ID[one.id].kind == EFFECT and one.proven]
        ended = [(one, one.until) for one in effects if not one.ongoing]
        return [one for one, at in ended if at and cause.until and abs(at - cause.until) <= SAME_MOMENT]

    def _past_harm(self, cause: Finding) -> list[str]:
        """Which queues its effects hit, while it lasted."""
        effects = [(self._past_title(one), one.queues) for one in self._past_effects(cause) if one.queues]
        harm = [words(self.lang)["named"].format(title, self._places(queues)) for title, queues in effects]
        return [self.say("impact", "past", what=_within(one)) for one in harm]

    def _past_title(self, finding: Finding) -> str:
        """The title without its word that it is over."""
        title = self.names.in_text(finding.title).removeprefix(self.say("text", "it_is_over"))
        return _short_title(title.removeprefix(in_language(over_title(""), self.lang)), self.lang)

    def _over_from(self, finding: Finding) -> str:
        """From when to when something was that is over."""
        since, until = (clock.date_and_time(at) if at else "" for at in (finding.since, finding.until))
        name = "over_from" if since and until and since != until else "over_until" if until and not since else "over"
        same_day = f"{since.split()[0]} " if name == "over_from" else ""
        said = self.say("text", name, since=since, until=until.removeprefix(same_day), zone=clock.zone_shown())
        return " ".join(said.split())

    def _named(self, findings: Iterable[str]) -> str:
        """Findings in a list: their ids where nothing is shortened, else their names."""
        names = (one if self.in_full else in_language(BY_ID[one].name, self.lang) for one in findings)
        return words(self.lang)["comma"].join(names)

    def _places(self, queues: Iterable[MessageQueue]) -> str:
        """The queues; where these are too many places for a line, how many of each topic."""
        listed = list(queues)
        told = ranges(listed)
        if self.in_full or told.count(", ") < MOST_PLACES:
            return told
        by_topic = Counter(queue.topic for queue in listed).most_common()
        counted = [f"{topic} ({number:,})" for topic, number in by_topic[:MOST_PLACES]]
        return ", ".join(counted) + (", ..." if len(by_topic) > MOST_PLACES else "")

    def _lines(self) -> list[str]:
        """What was printed, matters to the group where the evidence ends, and is explained by nothing: the first
        sentence of what each means. Where nothing is found, all that lines say; `--full` has the rest."""
        told: dict[str, str] = {}
        found = self._well or not is_paste(self.verdict) or any(not is_note(one) for one in self.verdict.findings)
        still = still_open(self.verdict)
        of_clients = set[str]()
        if any(row.event == FAILED for row in still):
            logs = chain.from_iterable(facts.logs.values() for facts in self.verdict.facts.values())
            of_clients.update(log.printed_in for log in logs if log.source == "client")
        for row in still:
            # What a program tells its developers is no alarm, nor an exception beside the records of a client's log.
            for_developers = any(_DEBUG.search(line.text) for line in row.evidence)
            beside = row.event == FAILED and any(line.file in of_clients for line in row.evidence)
            # Of a group that is well, what keeps messages from its topics is all that there is to tell.
            elsewhere = row.event in MEANINGS and MEANINGS[row.event].gravity is Gravity.ELSEWHERE
            tells = row.is_grave or (self._well and elsewhere and row.times >= _OFTEN)
            if for_developers or (found and (beside or not tells)):
                continue
            meaning = _first_clause(visible(row.meaning))
            times = self.say("text", "times", number=f"{row.times:,}") if row.times > 1 else ""
            where = place(row.evidence[0]) if row.evidence else ""
            line = f"{where}{times}  {meaning}" if where else meaning + times
            told.setdefault(meaning.partition(":")[0], line)
        return list(told.values())

    def _deeds_of_lines(self) -> list[str]:
        """Of a paste in which nothing is found what its gravest lines tell to change; `--full` has it beside each."""
        if self._well or self.in_full or not is_paste(self.verdict):
            return []
        rows = [row for row in still_open(self.verdict) if row.state != NORMAL and row.weight >= Severity.NOTICE]
        told = [row.remedy for row in rows if row.remedy and (row is rows[0] or not says_little(row))]
        return [_whole_clauses(visible(deed), MOST_OF_A_LINE) for deed in dict.fromkeys(told)][:MOST_DEEDS_OF_LINES]

    def _possible(self) -> list[str]:
        """The causes that are left, in a sentence each, with their ids."""
        if self._known or not still_open(self.verdict):
            return []
        found = {one.id for one in self.verdict.findings}
        causes = [BY_ID[one] for one in still_possible(self.verdict) if one not in found]
        shown = [(in_language(one.suspected or one.what, self.lang), one.id) for one in causes]
        return [self.say("text", "of_id", what=_first_clause(what).rstrip(".。"), id=name) for what, name in shown]


def _within(title: str) -> str:
    """A title behind another: an English one begins small, but for names."""
    return title[:1].lower() + title[1:] if re.match("[A-Z][a-z]* [a-z]", title) else title


def _first_clause(text: str) -> str:
    """The first sentence of a meaning, without an exception's id before it and what stands behind its semicolon."""
    return re.split(r"; |；", re.sub(r"^[a-z]+(_[a-z]+)+[:：] ?", "", sentences(text)[0]))[0] if text else text


def _whole_clauses(text: str, most: int) -> str:
    """A sentence without its last clauses where it is longer than a line may be."""
    if len(text) <= most:
        return text
    ends = [text[: found.start()] for found in re.finditer("; |；", text[: most + 1])]
    whole = list(filter(_closed, ends))
    return whole[-1] if whole else cut(text, most)


def _closed(text: str) -> bool:
    """Whether every parenthesis of a text ends in it."""
    return len(re.findall("[(（]", text)) == len(re.findall("[)）]", text))
