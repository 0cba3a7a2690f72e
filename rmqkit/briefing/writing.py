"""The brief of some evidence: what a verdict, its facts and its ledgers say, in weighed pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from rmqkit.briefing.pieces import CHARACTERS_PER_TOKEN, MUST, Piece, Section, fitted
from rmqkit.diagnosis import Diagnosis, EvidenceLine, Finding, diagnose
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.drawn import ORPHAN, UNREADABLE
from rmqkit.diagnosis.finding import OPEN, Said, Status
from rmqkit.diagnosis.render.parts import (
    asked_about,
    clocks,
    cut,
    evidence_span,
    in_a_line,
    moment,
    of_groups,
    place,
    problems,
    span,
    state,
    timeline_title,
    visible,
    what_was_so,
    worst_of_each,
)
from rmqkit.diagnosis.render.state_tables import StateTables
from rmqkit.diagnosis.timeline.epochs import states_of
from rmqkit.diagnosis.wording import ranges
from rmqkit.evidence import Evidence
from rmqkit.evidence.unknown import UnknownLine
from rmqkit.language import in_language, joined, message, say, say_counted

BUDGET = 8_000
"""Tokens, of four characters each."""
WIDEST_LINE = 240
MOST_QUOTED, WIDEST_QUOTED = 60, 1_200
FIRST_UNKNOWN, FIRST_COMMANDS, FIRST_LINES = 12, 4, 3
# Weights: what is left out last has the lowest.
QUOTED, WHY, TITLE, NOW, TIMELINE, REMEDY = 5, 10, 15, 20, 30, 35
LINES, COMMAND, NOTE, UNKNOWN, MEANING = 40, 45, 48, 50, 55
REFUTED, EARLIER, SETTING, MORE_LINES, FILE = 60, 70, 80, 90, 95


def brief(
    evidence: Evidence,
    *,
    budget: int = BUDGET,
    group: str | None = None,
    lang: str = "en",
    diagnosis: Diagnosis | None = None,
    supposed: str = "",
) -> str:
    """One Markdown text on the evidence within a budget of tokens (characters by four), what weighs most in it.

    Every finding and every open message of WARNING and above, and every queue that nobody reads,
    is in it; of many groups the gravest are told whole and each other one in a line. Raises Error
    where even that needs more than the budget, and what `diagnose` raises. `diagnosis`: one that
    was made already. `supposed`: a hypothesis that was tried, as it is told; it stands beside the
    verdict, as somebody's.
    """
    verdict, not_asked = asked_about((diagnosis or diagnose(evidence, group)).spoken(lang))
    title = f"# {verdict.severity}  {visible(verdict.headline)}"
    by_somebody = [Piece(supposed, MUST)] if supposed else []
    sections = [Section(say("A hypothesis, tested against the evidence"), by_somebody)]
    whole, no_room = _told_whole(verdict, budget * CHARACTERS_PER_TOKEN // 2, lang)
    others = (in_a_line(worst, lang) for worst in worst_of_each(not_asked))
    no_room += [Piece(f"- {line}", TIMELINE) for line in others]
    rest = [Section(say("Other groups"), no_room)]
    return fitted(title, [*sections, *_sections(evidence, whole, lang), *rest], budget, lang)


def _told_whole(verdict: Diagnosis, room: int, lang: str) -> tuple[Diagnosis, list[Piece]]:
    """The verdict on as many groups as have room with all that is grave of them, the gravest first,
    and a line on each other group: its worst finding, and the ids of what else is grave of it."""
    whole: list[str] = []
    lines: list[Piece] = []
    for worst in worst_of_each(verdict.findings):
        of_group = of_groups(verdict, {worst.group})
        grave = [*_found(of_group, lang), *_open(of_group)]
        room -= sum(len(piece.text) for piece in grave if piece.weight == MUST)
        if room >= 0 or not whole:
            whole.append(worst.group)
        else:
            others = [finding.id for finding in of_group.findings if _grave(finding)][1:]
            others += [row.event for row in of_group.messages if row.group and _grave_message(row)]
            also = f"; {', '.join(dict.fromkeys(others))}" if others else ""
            line = f"- **{worst.id}** {in_a_line(worst, lang)}{also}"
            lines.append(Piece(line, MUST if _grave(worst) else TIMELINE))
    return (of_groups(verdict, {*whole, ""}), lines) if lines else (verdict, lines)


def _sections(evidence: Evidence, verdict: Diagnosis, lang: str) -> Iterator[Section]:
    yield Section(say("Evidence"), list(_given(evidence, verdict, lang)))
    yield Section(say("Findings"), list(_found(verdict, lang)))
    # Every line of evidence that a person reads at once: what it says, no summary says better.
    whole = [
        Piece(f"    {visible(file)}:{number}  {cut(visible(text), WIDEST_QUOTED)}", QUOTED)
        for file, number, text in evidence.whole_text(MOST_QUOTED)
        if text.strip()
    ]
    yield Section(say("The evidence in full"), whole)
    yield Section(say("Queues without a consumer"), list(_unread(verdict)))
    yield Section(say("Messages that nothing explains"), list(_open(verdict)))
    yield Section(message(timeline_title("", lang)), list(_timeline(verdict, lang)))
    yield Section(say("The group now, and before"), list(_states(verdict, lang)))
    unknown = [f"- {unknown_line(line, lang)}" for line in evidence.unknown_lines(onset_of(verdict))]
    yield Section(say("Unrecognised lines"), _weighed(unknown, FIRST_UNKNOWN, UNKNOWN))
    deciding = []
    for row in verdict.missing:
        decides = f" (=> {', '.join(row.decides)})" if row.decides else ""
        deciding.append(f"- {visible(row.need)}: `{visible(row.command)}`{decides}")
    yield Section(say("What would decide"), _weighed(deciding, FIRST_COMMANDS, COMMAND))
    yield Section(say("Considered as well"), list(_considered(verdict.considered)))
    settings = []
    for setting in dict.fromkeys(setting for facts in verdict.facts.values() for setting in facts.settings):
        of = " ".join(filter(None, (setting.program, setting.part)))
        pair = f"{visible(setting.key)}={cut(visible(setting.value), 120)}"
        settings.append(Piece(f"- {of} {pair} ({setting.file}:{setting.line})", SETTING))
    yield Section(say("Settings"), settings)
    files = []
    for file in verdict.files:
        unparsed = f", ?{file['unparsed']:,}" if file["unparsed"] else ""
        files.append(Piece(f"- {visible(str(file['file']))}: {file['kind']}, {file['lines']:,}{unparsed}", FILE))
    yield Section(say("Files"), files)


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
    total = evidence.lines_total()
    read = say(
        "{files:,} files, {lines:,} lines, {unparsed:,} of them not understood.",
        files=total["files"],
        lines=total["lines"],
        unparsed=total["unparsed"],
    )
    groups = say("Groups: {groups}.", groups=", ".join(sorted(verdict.facts)) or say("none"))
    yield Piece(in_language(joined(" ", [read, groups]), lang), MUST)
    first, last = evidence_span(verdict.facts.values())
    if first and last:
        bounds = say("The evidence is from {first} to {last}.", first=moment(first), last=moment(last))
        sentences = (in_language(bounds, lang), clocks(verdict, lang))
        yield Piece(" ".join(filter(None, sentences)), MUST)
    for problem in problems(verdict):
        yield Piece(f"- {problem}", WHY)
    kinds = Counter(str(row["kind"]) for row in verdict.files)
    listed = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
    yield Piece(in_language(say("Outputs and logs: {kinds}.", kinds=listed), lang), COMMAND)


def _found(verdict: Diagnosis, lang: str) -> Iterator[Piece]:
    """What was found, why it is so, who, and which lines; the first finding weighs as much as a grave one."""
    several = len(verdict.facts) > 1
    for number, finding in enumerate(verdict.findings):
        queues = f" [{ranges(finding.queues)}]" if finding.queues else ""
        explains = f" (=> {', '.join(finding.explains)})" if finding.explains else ""
        title = f"{visible(finding.title)}{explains}{queues}"
        line = f"- **{finding.id}** {state(finding, lang, several)}: {title}"
        yield Piece(line, MUST if _grave(finding) else TITLE)
        first, later = (WHY, LINES) if _grave(finding) or number == 0 else (NOTE, MORE_LINES)
        if finding.why:
            yield Piece(f"  {visible(finding.why)}", first)
        if finding.clients:
            yield Piece(f"  clients: {', '.join(map(visible, finding.clients[:24]))}", first)
        yield from _lines(finding.evidence, first, later)
        yield from _lines(finding.contradicts, first, later, in_language(say("against: "), lang))
        if finding.remedy:
            fix = say("Fix: {remedy}", remedy="; ".join(map(visible, finding.remedy)))
            yield Piece(f"  {in_language(fix, lang)}", REMEDY)


def _lines(
    lines: Sequence[EvidenceLine],
    first: int,
    later: int,
    mark: str = "",
) -> Iterator[Piece]:
    """`first`: the weight of the first line; `later`: of the few that follow."""
    for number, line in enumerate(lines):
        weight = later if number < FIRST_LINES else MORE_LINES
        yield Piece(f"  > {mark}{_line(line)}", weight if number else first)


def _line(line: EvidenceLine) -> str:
    return f"{place(line)}  {cut(visible(line.text), WIDEST_LINE)}"


def _unread(verdict: Diagnosis) -> Iterator[Piece]:
    for group, rows in verdict.allocation.items():
        unread = {row.queue for row in rows if row.state in (ORPHAN, UNREADABLE)}
        for finding in verdict.of_group(group):
            if finding.id == "orphan_queues" and finding.ongoing:
                unread |= set(finding.queues)
        if unread:
            yield Piece(f"- {group}: {ranges(unread)}", MUST)


def _open(verdict: Diagnosis) -> Iterator[Piece]:
    for row in sorted(verdict.messages, key=lambda row: (row.state != OPEN, -row.weight)):
        if row.state == OPEN:
            times = f" ×{row.times:,}" if row.times > 1 else ""
            since = f" {moment(row.since)}" if row.since else ""
            line = f"- {row.event}{times}{since} ({row.group}): {visible(row.meaning)}"
            yield Piece(line, MUST if _grave_message(row) else MEANING)
            yield from _lines(row.evidence[:FIRST_LINES], MEANING, MORE_LINES)


def _grave_message(row: Said) -> bool:
    return row.state == OPEN and row.weight >= Severity.WARNING


def _timeline(verdict: Diagnosis, lang: str) -> Iterator[Piece]:
    several = len(verdict.facts) > 1
    for number, entry in enumerate(verdict.timeline):
        if not (entry.since or entry.until or entry.change):
            continue
        newer = len(verdict.timeline) - number
        group = f"{visible(entry.group)} " if several else ""
        told = f"- {group}{span(entry, lang)}: {visible(entry.change)} → {what_was_so(entry, lang)}"
        yield Piece(told, TIMELINE if newer <= 8 else MORE_LINES)


def _states(verdict: Diagnosis, lang: str) -> Iterator[Piece]:
    grave = {finding.group for finding in verdict.findings if _grave(finding)}
    for name in sorted(verdict.facts, key=lambda name: name not in grave):
        newest_first = reversed(list(states_of(verdict.facts[name]).items()))
        for age, (epoch, case) in enumerate(newest_first):
            weight = (EARLIER + min(age, 5) if age else NOW) + (name not in grave)
            tables = StateTables(case, lang, () if age else verdict.allocation.get(name, ()))
            since, until = moment(epoch.since) or "...", moment(epoch.until) or "..."
            # The heading stands above the first table; nothing does where there are none.
            heading = f"### {visible(name)} {since} - {until}\n\n"
            for table in filter(None, (tables.clients(), *tables.queues())):
                yield Piece(f"{heading}{table}\n", weight)
                heading = ""


def unknown_line(line: UnknownLine, lang: str = "en") -> str:
    """Lines that nobody knows in one: how often, from when to when, where, and the first, cut."""
    first, last = moment(line.first) or "", moment(line.last) or ""
    when = "" if not first else f" {first}" if first == last else f" {first} - {last}"
    others = say_counted(len(line.files) - 1, " and {number} file more", " and {number} files more")
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
