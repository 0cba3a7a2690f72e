"""The brief of some evidence: what a verdict, its facts and its ledgers say, in pieces of different weight under
headings, and as many of these as a budget has room for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from rmqkit.diagnosis import Diagnosis, EvidenceLine, Finding, diagnose
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.decide import settles
from rmqkit.diagnosis.drawn import DOUBLE, ORPHAN
from rmqkit.diagnosis.finding import OPEN, Said, Status
from rmqkit.diagnosis.render.document import Document, full_document, group_row, group_rows
from rmqkit.diagnosis.render.names import names_in
from rmqkit.diagnosis.render.parts import (
    asked_about,
    clocks,
    cut,
    entry_summary,
    evidence_span,
    first_bad,
    heads,
    is_command,
    moment,
    of_groups,
    place,
    problems,
    span,
    span_text,
    state,
    timeline_title,
    visible,
    words,
)
from rmqkit.diagnosis.render.state_tables import StateTables
from rmqkit.diagnosis.timeline.epochs import states_of
from rmqkit.diagnosis.wording import ranges
from rmqkit.errors import Error
from rmqkit.evidence import Evidence
from rmqkit.evidence.unknown import UnknownLine
from rmqkit.language import Phrase, in_language, joined, message, say, say_counted
from rmqkit.language.wrapping import shortened
from rmqkit.rocketmq.internal_topics import is_user_topic

BUDGET, CHARACTERS_PER_TOKEN = 8_000, 4
WIDEST_LINE = 240
MOST_QUOTED, WIDEST_QUOTED = 60, 1_200
FIRST_UNKNOWN, FIRST_COMMANDS, FIRST_LINES, MOST_NAMES = 12, 4, 3, 8
MUST = 0
"""The weight of what may not be left out, whatever the budget."""
# Other weights, what goes out last first: deeds, who is who, what is still to be known; states and reasons; proofs.
FIX, NAMES, COMMAND, NEVER, QUEUES, UNREAD, CHECK = 1, 2, 3, 4, 5, 6, 7
TITLE, SPAN, WHY, QUOTED, MEANING, PROOF, LINES, NOW, TIMELINE = 10, 11, 15, 20, 25, 30, 35, 40, 45
UNKNOWN, REFUTED, EARLIER, SETTING, MORE_LINES = 50, 60, 70, 80, 90
HARM = {"since": MUST, "impact": MUST, "now": MUST}
ROWS = HARM | {"fix": FIX, "never": NEVER, "verify": CHECK, "why": WHY, "described": WHY, "proof": PROOF}
_NUMBER = re.compile(r"\d[\d,]*")


class Piece(NamedTuple):
    """Some lines of the text. `weight`: the higher, the sooner it is left out; MUST is never."""

    text: str
    weight: int


class Section(NamedTuple):
    """A heading and what stands below it, in the order in which it is read."""

    heading: Phrase | str
    pieces: Sequence[Piece]


def brief(
    evidence: Evidence,
    *,
    budget: int = BUDGET,
    group: str | None = None,
    lang: str = "en",
    diagnosis: Diagnosis | None = None,
    supposed: str = "",
) -> str:
    """The evidence as one Markdown text within a budget of tokens (characters divided by four), the most important
    parts first.

    It contains every finding and every open message of WARNING and above, and every queue that nobody reads; of many
    groups the worst are described in full and each of the others in one line. Raises Error if even that exceeds the
    budget, and whatever `diagnose` raises. `diagnosis`: an existing one, to avoid a second. `supposed`: a hypothesis
    that was tested, as text; it is shown beside the verdict, marked as a hypothesis.
    """
    verdict, not_asked = asked_about((diagnosis or diagnose(evidence, group)).spoken(lang))
    told: dict[str, list[Section]] = {}
    lines: list[Piece] = []
    room = budget * CHARACTERS_PER_TOKEN // 2
    names = dict.fromkeys(finding.group for finding in verdict.findings) or [""]
    for name in names:
        about, severity = of_groups(verdict, {name}), verdict.severity
        if len(names) > 1:
            # The verdict's own headline is of one of them alone.
            severity = max(finding.severity for finding in about.findings)
            about = replace(about, severity=severity, headline=f"{name}: {about.findings[0].title}")
        grave = [one for one in about.messages if one.group and one.state == OPEN and one.weight >= Severity.WARNING]
        if room >= 0 and (severity > Severity.OK or not told):
            own = _group_sections(about, name, lang)
            room -= sum(len(piece.text) for piece in (*own[0].pieces, *_open(grave)) if piece.weight == MUST)
        if not told or (room >= 0 and severity > Severity.OK):
            told[name] = own
        else:
            worst, *others = about.findings
            also = dict.fromkeys([*(one.id for one in others if _grave(one)), *(one.event for one in grave)])
            row = group_row(about, name, about.findings, lang).line
            line = f"- **{worst.id}** {'; '.join(filter(None, (row, ', '.join(also))))}"
            lines.append(Piece(line, MUST if _grave(worst) else TIMELINE))
    whole = of_groups(verdict, {*told, ""}) if lines else verdict
    title = f"{verdict.severity}  {visible(verdict.headline)}"
    if len(told) + len(lines) == 1:
        # The only group's heading says the same with the short names of its clients.
        ((alone, queues),) = told.values()
        title, told = str(alone.heading), {"": [alone._replace(heading=say("Findings")), queues]}
    lines += [Piece(f"- {row.line}", TIMELINE) for row in group_rows(verdict, not_asked, lang)]
    tried = Section(say("A hypothesis, tested against the evidence"), [Piece(supposed, MUST)] if supposed else [])
    rest = (*_sections(evidence, whole, lang), Section(say("Other groups"), lines))
    return fitted(f"# {title}", [tried, *chain(*told.values()), *rest], budget, lang)


def _group_sections(verdict: Diagnosis, group: str, lang: str) -> list[Section]:
    """A group's document: what is wrong, what it does, what to do, who is who and what was found; then its queues, like
    ones in one row, those of which something is wrong first."""
    document = full_document(verdict, group, lang)
    told, colon = f"{document.headline} {' '.join(document.impact)}", words(lang)["named"].format("", "")
    pieces = []
    for name, weight in ROWS.items():
        parts = getattr(document, name)
        for part in [parts] if isinstance(parts, str) else parts:
            # The headline says who subscribes to what, and the harm which queues nobody reads.
            if part and (name != "why" or part.rpartition(colon)[2].rstrip(".。") not in told):
                pieces.append(Piece(f"- {document.labels[name]}{colon}{part}", weight))
    if to_change := document.names_to_change_first:
        named = ", ".join(f"{name} {client}" for name, client in to_change[:MOST_NAMES])
        more = f" +{len(to_change) - MOST_NAMES}" if len(to_change) > MOST_NAMES else ""
        pieces.append(Piece(f"- {document.labels['names']}{colon}{named}{more}", NAMES))
    pieces += _found(verdict, document, group, lang)
    status = f"   [{document.status}]" if document.status else ""
    rows = sorted(document.queues, key=lambda row: row.normal)
    queues = [Piece(f"- {' | '.join(row.cells)}", SPAN if row.normal else QUEUES) for row in rows]
    return [
        Section(f"{document.severity}  {document.headline}{status}", pieces),
        Section(" | ".join(heads("columns", lang)), queues),
    ]


def _found(verdict: Diagnosis, document: Document, group: str, lang: str) -> Iterator[Piece]:
    """Each finding of a group: its state, what the document does not say of it yet, its deeds and its lines."""
    names, first = names_in(verdict, group), first_bad(verdict.findings)
    states = (ORPHAN, DOUBLE) if first and first.ongoing else ()
    rows = verdict.allocation.get(group, ())
    drawn = {row.queue for row in rows if row.state in states and is_user_topic(row.queue.topic)}
    impact, colon = " ".join(document.impact), words(lang)["named"].format("", "")
    for finding in verdict.findings:
        # What follows from a cause is said with the harm, unless it has other queues or figures.
        told = {*finding.queues} <= drawn if finding.ongoing else not finding.queues
        told = told or ranges(finding.queues) in impact
        causes = [one for one in verdict.findings if finding.id in one.explains and one.ongoing == finding.ongoing]
        title = names.in_text(visible(finding.title))
        figures_told = causes and told and all(number in impact for number in _NUMBER.findall(title))
        parts = [
            state(finding, lang, False),
            f" (=> {', '.join(finding.explains)})" if finding.explains else "",
            "" if figures_told or title in f"{document.headline} {impact}" else f"{colon}{title}",
            "" if told else f" [{ranges(finding.queues)}]",
        ]
        grave = _grave(finding)
        yield Piece(f"- **{finding.id}** {''.join(parts)}", MUST if grave else TITLE)
        if finding is not first:
            for remedy in finding.remedy:
                # That it goes away with its cause is known.
                if not any(cause.id in remedy for cause in causes):
                    fix = visible(remedy if is_command(remedy) else names.in_text(remedy))
                    yield Piece(f"  {document.labels['fix']}{colon}{fix}", FIX if grave and not causes else WHY)
            if finding.why:
                yield Piece(f"  {names.in_text(visible(finding.why))}", WHY)
        if finding.clients:
            yield Piece(f"  clients: {', '.join(names.of(visible(one)) for one in finding.clients[:24])}", WHY)
        weight = LINES if grave or finding is first else MORE_LINES
        yield from _lines(finding.evidence, weight)
        yield from _lines(finding.contradicts, weight, in_language(say("against: "), lang))


def _sections(evidence: Evidence, verdict: Diagnosis, lang: str) -> Iterator[Section]:
    # Every line of evidence that a person reads at once: what it says, no summary says better.
    whole = [
        Piece(f"    {visible(file)}:{number}  {cut(visible(text), WIDEST_QUOTED)}", QUOTED)
        for file, number, text in evidence.whole_text(MOST_QUOTED)
        if text.strip()
    ]
    yield Section(say("The evidence in full"), whole)
    yield Section(say("Unexplained log messages"), list(_open(verdict.messages)))
    yield Section(message(timeline_title("", lang)), list(_timeline(verdict, lang)))
    yield Section(say("The group now, and before"), list(_states(verdict, lang)))
    unknown = [f"- {unknown_line(line, lang)}" for line in evidence.unknown_lines(onset_of(verdict))]
    yield Section(say("Unrecognised lines"), _weighed(unknown, FIRST_UNKNOWN, UNKNOWN))
    deciding = []
    for row in verdict.missing:
        decides = f" (=> {', '.join(row.decides)})" if row.decides else ""
        deciding.append(f"- {visible(row.need)}: `{visible(row.command)}`{decides}")
    weight = TIMELINE if any(map(settles, verdict.findings)) else COMMAND
    yield Section(say("Further evidence needed"), _weighed(deciding, FIRST_COMMANDS, weight))
    yield Section(say("Also considered"), list(_considered(verdict.considered)))
    settings = []
    for one in dict.fromkeys(setting for facts in verdict.facts.values() for setting in facts.settings):
        pair = f"{visible(one.key)}={cut(visible(one.value), 120)} ({one.file}:{one.line})"
        settings.append(Piece(f"- {' '.join(filter(None, (one.program, one.part, pair)))}", SETTING))
    yield Section(say("Settings"), settings)
    yield Section(say("Evidence"), list(_given(evidence, verdict, lang)))


def _weighed(lines: Sequence[str], first: int, weight: int) -> list[Piece]:
    """The first lines with this weight; the others are left out sooner."""
    return [Piece(line, weight if number < first else MORE_LINES) for number, line in enumerate(lines)]


def onset_of(verdict: Diagnosis) -> datetime | None:
    """When what is wrong began: of the gravest finding that tells, else the last change."""
    grave = [finding.since for finding in verdict.findings if _grave(finding)]
    changes = [entry.since for entry in verdict.timeline if entry.since]
    return next(filter(None, [*grave, *changes[-1:]]), None)


def _grave(finding: Finding) -> bool:
    return finding.severity >= Severity.WARNING


def _given(evidence: Evidence, verdict: Diagnosis, lang: str) -> Iterator[Piece]:
    """What could not be read; from when to when the evidence is, and by which clocks; what was read."""
    for problem in problems(verdict):
        yield Piece(f"- {problem}", UNREAD)
    first, last = evidence_span(verdict.facts.values())
    if first and last:
        bounds = say("The evidence is from {first} to {last}.", first=moment(first), last=moment(last))
        yield Piece(in_language(bounds, lang), SPAN)
    total = evidence.lines_total()
    read = say("{files:,} files, {lines:,} lines, {unparsed:,} of them unparsed.", **total)
    yield Piece(in_language(read, lang), UNREAD if total["unparsed"] else PROOF)
    if clock := clocks(verdict, lang):
        yield Piece(clock, LINES)
    kinds = sorted(Counter(str(row["kind"]) for row in verdict.files).items())
    groups = say("Groups: {groups}.", groups=", ".join(sorted(verdict.facts)) or say("none"))
    outputs = say("Outputs and logs: {kinds}.", kinds=", ".join(f"{kind} {number}" for kind, number in kinds))
    yield Piece(in_language(joined(" ", [groups, outputs]), lang), TIMELINE)


def _lines(lines: Sequence[EvidenceLine], first: int, mark: str = "") -> Iterator[Piece]:
    """`first`: the weight of the first line."""
    for number, line in enumerate(lines):
        yield Piece(f"  > {mark}{_line(line)}", MORE_LINES if number >= FIRST_LINES else first + bool(number))


def _line(line: EvidenceLine) -> str:
    return f"{place(line)}  {cut(visible(line.text), WIDEST_LINE)}"


def _open(messages: Iterable[Said]) -> Iterator[Piece]:
    for row in sorted(messages, key=lambda row: -row.weight):
        if row.state == OPEN:
            times = f" ×{row.times:,}" if row.times > 1 else ""
            since = f" {moment(row.since)}" if row.since else ""
            line = f"- {row.event}{times}{since} ({row.group}): {visible(row.meaning)}"
            yield Piece(line, MUST if row.weight >= Severity.WARNING else MEANING)
            yield from _lines(row.evidence[:FIRST_LINES], LINES)


def _timeline(verdict: Diagnosis, lang: str) -> Iterator[Piece]:
    for number, entry in enumerate(verdict.timeline, start=1):
        if entry.since or entry.until or entry.change:
            group = f"{visible(entry.group)} " if len(verdict.facts) > 1 else ""
            told = f"- {group}{span(entry, lang)}: {visible(entry.change)} → {entry_summary(entry, lang)}"
            yield Piece(told, MORE_LINES if len(verdict.timeline) - number >= 8 else TIMELINE)


def _states(verdict: Diagnosis, lang: str) -> Iterator[Piece]:
    for name, facts in verdict.facts.items():
        for age, (epoch, case) in enumerate(reversed(list(states_of(facts).items()))):
            tables = StateTables(case, lang, () if age else verdict.allocation.get(name, ()))
            if told := [*filter(None, (tables.clients(), *tables.queues()))]:
                text = "\n\n".join([f"### {visible(name)} {span_text(epoch.since, epoch.until)}", *told])
                yield Piece(f"{text}\n", EARLIER + min(age, 5) if age else NOW)


def unknown_line(line: UnknownLine, lang: str = "en") -> str:
    """Lines that nobody knows in one: how often, from when to when, where, and the first, cut."""
    first, last = moment(line.first) or "", moment(line.last) or ""
    when = "" if not first else f" {first}" if first == last else f" {first} - {last}"
    others = say_counted(len(line.files) - 1, " and {number} more file", " and {number} more files")
    more = in_language(others, lang) if len(line.files) > 1 else ""
    example = cut(visible(line.example), WIDEST_LINE)
    return f"×{line.times:,}{when} {visible(line.place)}{more}: {example}"


def _considered(considered: Iterable[Finding]) -> Iterator[Piece]:
    still = [entry.id for entry in considered if entry.status is Status.SUSPECTED]
    if still:
        yield Piece(f"- {Status.SUSPECTED}: {', '.join(dict.fromkeys(still))}", REFUTED)
    for entry in considered:
        if entry.status is Status.REFUTED:
            against = "; ".join(_line(line) for line in entry.contradicts[:1])
            yield Piece(f"- {Status.REFUTED}: {entry.id} ({entry.group}): {against}", REFUTED)


def tokens_of(text: str) -> int:
    """The size of a text, as budgets count it: its characters by four, rounded up."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def fitted(title: str, sections: Iterable[Section], budget: int, lang: str) -> str:
    """The sections within the budget: what weighs most, and how many pieces of each section are left out.

    Raises Error where what may not be left out needs more.
    """
    filled = [section for section in sections if section.pieces]
    placed = [((at, number), piece) for at, section in enumerate(filled) for number, piece in enumerate(section.pieces)]
    kept = {numbers for numbers, piece in placed if piece.weight == MUST}
    text = _written(title, filled, kept, lang)
    if tokens_of(text) > budget:
        raise Error(
            "The most important parts need {needed:,} tokens (characters divided by four), but the budget is "
            "{budget:,}: use --budget {needed}, or --group for one group only.",
            needed=tokens_of(text),
            budget=budget,
        )
    room = budget * CHARACTERS_PER_TOKEN - len(text)
    begun = {at for at, _ in kept}
    # Of the others what weighs most and fits; the first of a section brings its heading.
    for (at, number), piece in sorted(placed, key=lambda placed: placed[1].weight):
        size = len(piece.text) + 1 + (0 if at in begun else len(_heading(filled[at], lang)))
        if piece.weight != MUST and size <= room:
            kept.add((at, number))
            begun.add(at)
            room -= size
    return _written(title, filled, kept, lang)


def _heading(section: Section, lang: str) -> str:
    return f"\n## {in_language(section.heading, lang)}\n\n"


def _written(title: str, sections: Sequence[Section], kept: Collection[tuple[int, int]], lang: str) -> str:
    """`kept`: the number of a section and that of a piece in it."""
    parts, left_out = [title + "\n"], []
    for at, section in enumerate(sections):
        chosen = [piece.text for number, piece in enumerate(section.pieces) if (at, number) in kept]
        if chosen:
            parts += [_heading(section, lang), *(text + "\n" for text in chosen)]
        if missing := len(section.pieces) - len(chosen):
            left_out.append(f"{shortened(in_language(section.heading, lang), 40)} ({missing:,})")
    if left_out:
        words = say("Left out to stay within the budget: {sections}", sections="; ".join(left_out))
        parts.append(f"\n{in_language(words, lang)}\n")
    return "".join(parts)
