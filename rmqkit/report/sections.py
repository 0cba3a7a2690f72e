"""The sections of a report: blocks of text and HTML made of rows that other rooms give. No judgement here."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from markupsafe import Markup

from rmqkit.bench.telling import tried_display
from rmqkit.bench.text import read_hypothesis
from rmqkit.bench.trying import try_hypothesis
from rmqkit.briefing import onset_of
from rmqkit.diagnosis import Diagnosis, EvidenceLine, Severity
from rmqkit.diagnosis.facts.rows import queue_in
from rmqkit.diagnosis.finding import NORMAL, OPEN, Finding, Said, Status
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.render.blocks import (
    MOST_ROWS,
    Display,
    block,
    folded,
    folded_if_long,
    framed,
    paragraphs,
    squeezed,
    table,
    together,
)
from rmqkit.diagnosis.render.document import document_of, group_row
from rmqkit.diagnosis.render.html import CAUSE, LINE, SAID, Citations, card_html, citations, findings_html
from rmqkit.diagnosis.render.names import names_of
from rmqkit.diagnosis.render.parts import clocks, evidence_span, heads, moment, of_groups, place, visible, words
from rmqkit.diagnosis.render.state_tables import StateTables
from rmqkit.diagnosis.render.text import diagnosis_text, screen
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.evidence import Evidence
from rmqkit.figures.owners import AFTER, cell_words, fixed_causes, owners_data
from rmqkit.figures.scope import chosen_group, clients_data
from rmqkit.figures.strips import says
from rmqkit.language import in_language, joined, say
from rmqkit.report.pictures import happened as happened
from rmqkit.report.pictures import lag as lag
from rmqkit.report.words import WORDS, headings, labels, sentence

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

MOST_UNKNOWN, WIDEST_CELL = 5, 160
_ORDER = (Status.PROVEN, Status.SUSPECTED, Status.REFUTED, Status.OPEN)


def heading(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """Of whom it tells and how they are, and on another line from when to when. Raises UnknownGroup."""
    about = visible(_whom(diagnosis, group, lang))
    span = evidence_span(facts for name, facts in diagnosis.facts.items() if not group or name == group)
    when = between(*span) or ""
    lines = list(filter(None, (when, clocks(diagnosis, lang))))
    return Display("\n".join(filter(None, (about, when))), framed(block("heading", about, lines)))


def _whom(diagnosis: Diagnosis, group: str, lang: str) -> str:
    """The group, or the worst one and how many others there are, and the verdict."""
    if diagnosis.has_many_groups and not group:
        return in_language(diagnosis.headline, lang)
    chosen, severity = chosen_group(diagnosis, group or None), diagnosis.severity
    others = 0 if group else len(diagnosis.facts) - 1
    if chosen is None:
        return in_language(say("no consumer group: {severity}", severity=severity), lang)
    if others:
        more = sentence("more_groups", number=others, severity=severity)
        return in_language(joined(" ", (chosen, more)), lang)
    return f"{chosen}: {severity}"


def verdict(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """The card: what is wrong, since when, what it does, what to do now."""
    return Display(screen(diagnosis, lang), framed(card_html(document_of(diagnosis, lang))))


def findings(diagnosis: Diagnosis, lang: str = "en", links: bool = False) -> Display:
    """What changed when, then every finding with its proof, its evidence by file and line, and its remedy.

    `links`: the page has `lines` too, and citations lead there.
    """
    linking = citations(diagnosis) if links else Citations()
    return Display(diagnosis_text(diagnosis, lang), framed(findings_html(diagnosis, lang, linking)))


def groups(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """Every group that the evidence names, the worst first: its worst finding and its figures where the evidence ends.

    A page shows the sick ones, or as many as a screen has; the others when they are clicked.
    """
    say, rows, sick = labels(lang), [], 0
    for group, found in diagnosis.by_group().items():
        row = group_row(diagnosis, group, found, lang)
        what = row.what or say["nothing_found" if row.severity is Severity.OK else "not_decided"]
        figures = (figure or None for figure in (row.since, row.lag, row.orphans, row.clients))
        rows.append((str(row.severity), row.group, what, *figures))
        sick += row.severity >= Severity.NOTICE
    named = heads("group_columns", lang)
    shown = len(rows) if len(rows) <= MOST_ROWS else max(1, min(sick, MOST_ROWS))
    first, others = table(named, rows[:shown], say["no_group"]), rows[shown:]
    if not others:
        return first
    rest = folded(say["more_groups"].format(f"{len(others):,}"), table(named, others, ""))
    return Display(table(named, rows, "").text, first.html + rest.html)


def whole_cluster(diagnosis: Diagnosis, chosen: str = "", lang: str = "en") -> Display | None:
    """Where all groups are shown, if there are too many for a notebook about one of them and nobody chose one."""
    if chosen or not diagnosis.has_many_groups:
        return None
    return paragraphs([in_language(sentence("whole_cluster", number=len(diagnosis.groups)), lang)])


def worst(diagnosis: Diagnosis, most: int = 3) -> Diagnosis:
    """The verdict with what it says of its worst groups alone."""
    names = list(diagnosis.by_group())[:most]
    considered = tuple(one for one in diagnosis.considered if one.group in names)
    return replace(of_groups(diagnosis, names), considered=considered)


def commands(diagnosis: Diagnosis, folder: str, lang: str = "en") -> Display:
    """What opens the incident notebook of each sick group, of as many as a screen has."""
    by_group = diagnosis.by_group().items()
    sick = [name for name, found in by_group if diagnosis.state_of(name).severity(found) >= Severity.NOTICE]
    asked = (diagnosis.facts[name].group for name in sick[:MOST_ROWS])
    lines = [
        shlex.join(("papermill", "incident.ipynb", f"{group}.ipynb", "-p", "folder", folder, "-p", "group", group))
        for group in asked
    ]
    return paragraphs(lines or [labels(lang)["none_sick"]])


def rows(frame: DataFrame, lang: str = "en") -> Display:
    """What a query gives, as a table."""
    found = [tuple(map(_value, row)) for row in frame.collect()]
    return table(frame.columns, found, labels(lang)["no_rows"])


def _value(value: object) -> object:
    if isinstance(value, datetime):
        return moment(value)
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def clients(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """The legend of the short names: whole ids, how many processes carry them, what they subscribe to."""
    say = labels(lang)
    rows = []
    for row in clients_data(diagnosis, group or None):
        addresses = ", ".join(map(str, row["addresses"])) or None
        rows.append(list({**row, "processes": row["processes"] or say["gone"], "addresses": addresses}.values()))
    columns = ("name", "client_id", "processes", "addresses", "version", "wants")
    return folded_if_long(table([say[column] for column in columns], rows, say["no_client"]), len(rows), lang)


def owners(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """How predicted and seen readers agree, and a table for each topic: who reads, what is there, does it move."""
    say = labels(lang)
    tables = topics(diagnosis, group, lang)
    if not tables:
        return table((), (), say["no_queue"])
    rows = owners_data(diagnosis, group or None)
    told = [in_language(says(rows), lang)] if rows else []
    causes = fixed_causes(diagnosis.of_group(chosen_group(diagnosis, group or None) or ""))
    if causes and any(row[AFTER] for row in rows):
        fixes = words(lang)["comma"].join(WORDS.of("fixes", lang)[cause] for cause in causes)
        told.append(say["fix_is"].format(fixes))
    return together(paragraphs(told), *tables)


def topics(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> list[Display]:
    """A table for each topic of a group (default: the worst), retry topics and queues that were
    never committed to among them. A long one is folded. Raises UnknownGroup."""
    chosen = chosen_group(diagnosis, group or None)
    if chosen is None:
        return []
    facts = diagnosis.facts[chosen]
    names = names_of(facts)
    fixed = [row for row in owners_data(diagnosis, chosen) if row[AFTER] is not None]
    after = {queue_in(row): cell_words(row[AFTER], names) for row in fixed}
    state = StateTables(state_at_end(facts), lang, diagnosis.allocation.get(chosen, ()))
    blocks = []
    for told in state.topic_tables(after):
        block = folded_if_long(table(told.heads, told.rows, ""), len(told.rows), lang)
        title = visible(told.topic)
        # Ten columns fit a page where their cells may break.
        html = f'{framed(Markup("<h3>{}</h3>").format(title))}<div class="topic">{block.html}</div>'
        blocks.append(Display(f"{title}\n{block.text}", html))
    return blocks


def ledger(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """What each file is and what became of its lines: rows, noise, blank, continued and unparsed add up to lines."""
    say = labels(lang)
    names = ("lines", "rows", "noise", "blank", "continuation", "unparsed")
    rows = []
    for row in diagnosis.files:
        remark = row.get("problem") or row["first_unparsed"] or ""
        rows.append((row["file"], str(row["kind"]), *(row[name] for name in names), remark))
    heads = [say["file"], say["kind"], *(say[name] for name in names), say["remark"]]
    return folded_if_long(table(heads, rows, say["no_file"]), len(rows), lang)


def limits(diagnosis: Diagnosis, lang: str = "en", commands: bool = True) -> Display:
    """What this evidence cannot tell, and the commands that would, where no other section tells these."""
    say = labels(lang)
    kinds = {str(row["kind"]) for row in diagnosis.files}
    missing = diagnosis.missing if commands else ()
    told = [words(lang)["named"].format(in_language(one.need, lang), in_language(one.command, lang)) for one in missing]
    told += [text for kind, text in WORDS.of("limits", lang).items() if kind not in kinds]
    ended = moment(evidence_span(diagnosis.facts.values())[1])
    told += [say["ends"].format(ended)] if ended else []
    unparsed = sum(row["unparsed"] for row in diagnosis.files)
    told += [say["unparsed_lines"].format(f"{unparsed:,}")] if unparsed else []
    return paragraphs([*told, say["listener"]])


def considered(diagnosis: Diagnosis, lang: str = "en", links: bool = False) -> Display:
    """Each explanation that something speaks for or against: accepted, refuted and by which line, open and what would
    decide it; then those that the evidence does not reach at all."""
    say = labels(lang)
    if not diagnosis.considered:
        return paragraphs([say["nothing_considered"]])
    numbered = list(enumerate(diagnosis.considered, start=1))
    judged = [(at, one) for at, one in numbered if one.status != Status.OPEN or one.agrees or one.contradicts]
    judged.sort(key=lambda row: (_ORDER.index(row[1].status), -row[1].agrees, row[0]))
    silent = dict.fromkeys(one.id for at, one in numbered if (at, one) not in judged)
    blocks = []
    if judged:
        linking = citations(diagnosis) if links else Citations()
        rows = [_considered_row(diagnosis, entry, lang, linking) for _, entry in judged]
        # What would decide has a column only where anything waits for it.
        waits = any(row[-1] for row in rows)
        names = ["explanation", "judgement", "for_it", "against_it", *(["would_decide"] if waits else [])]
        anchors = [CAUSE.format(at) for at, _ in judged] if links else []
        blocks.append(table([say[name] for name in names], [row[: len(names)] for row in rows], "", anchors))
    if silent:
        # Their ids are for who opens the page: each new explanation would change the text.
        listed = folded(say["nothing_for"], paragraphs(list(silent)))
        blocks.append(Display(say["nothing_for"], listed.html))
    return together(*blocks)


def _considered_row(diagnosis: Diagnosis, entry: Finding, lang: str, linking: Citations) -> list[object]:
    say = labels(lang)
    anchor = linking.findings.get((entry.group, entry.id)) if entry.status.decided or entry.agrees else None
    name = _with_group(diagnosis, entry.id, entry.group, lang)
    # The commands that would decide an explanation that is still possible.
    deciding = entry.decided_by if entry.status.possible else ()
    return [
        Display(name, block("link", anchor, name)) if anchor else name,
        say[str(entry.status)],
        entry.agrees or None,
        _line_cells(entry.contradicts, linking),
        words(lang)["semicolon"].join(in_language(command, lang) for command in deciding),
    ]


def _with_group(diagnosis: Diagnosis, name: str, group: str, lang: str) -> str:
    """What a row is about, with its group where there are several."""
    if len(diagnosis.facts) < 2:
        return name
    return words(lang)["of"].format(name, labels(lang)["several"].format(group))


def _line_cells(lines: Sequence[EvidenceLine], linking: Citations) -> Display:
    """The first line that says otherwise, and how many more there are."""
    if not lines:
        return Display("", Markup(""))
    more = f" (+{len(lines) - 1})" if len(lines) > 1 else ""
    printed = squeezed(lines[0].text, WIDEST_CELL)
    html = Markup("<code>{}  {}</code>{}").format(linking.line(lines[0]), printed, more)
    return Display(f"{place(lines[0])}  {printed}{more}", html)


def meaning(diagnosis: Diagnosis, lang: str = "en", links: bool = False) -> Display:
    """The ledger of meaning: what each kind of line says, and whether it is explained, open or normal."""
    say = labels(lang)
    linking = citations(diagnosis) if links else Citations()
    if not diagnosis.messages:
        return paragraphs([say["nothing_said"]])
    numbered = list(enumerate(diagnosis.messages, start=1))
    ordinary = [row for row in numbered if row[1].state == NORMAL]
    blocks = []
    for rows in ([row for row in numbered if row not in ordinary], ordinary):
        if rows:
            heads = [say[name] for name in ("stands", "message", "times", "meaning", "explained_by", "line")]
            cells = [_said_row(diagnosis, said, lang, linking) for _, said in rows]
            anchors = [SAID.format(at) for at, _ in rows] if links else []
            shown = table(heads, cells, "", anchors)
            blocks.append(folded(say["ordinary"].format(len(rows)), shown) if rows is ordinary else shown)
    return together(*blocks)


def between(since: datetime | None, until: datetime | None) -> str | None:
    """From when to when, to the second, as short as it can be said; None where neither is known."""
    start, end = moment(since), moment(until)
    if start is None or end is None or start == end:
        return start or end
    same_day = start[:10] == end[:10]
    return f"{start.rpartition(' ')[0]} - {end[11:] if same_day else end}"


def _said_row(diagnosis: Diagnosis, said: Said, lang: str, linking: Citations) -> list[object]:
    say = labels(lang)
    explaining = [(linking.findings.get((said.group, cause)), cause) for cause in said.explained_by]
    by = Display(", ".join(said.explained_by), Markup(", ").join(block("link", *one) for one in explaining))
    at = between(said.since, said.until) or ""
    normal = say["normal_when"].format(in_language(said.normal, lang)) if said.normal else ""
    meaning = words(lang)["sentence"].format(in_language(said.meaning, lang))
    remedy = say["change_this"].format(in_language(said.remedy, lang)) if said.remedy else ""
    told = in_language(joined(" ", tuple(filter(None, (meaning, normal, remedy)))), lang)
    cited = said.evidence[:1] if said.state == NORMAL else said.evidence
    links = [linking.number(line) for line in cited]
    where = ", ".join(place(line) for line in cited)
    return [
        say["said_open" if said.state == OPEN else said.state],
        _with_group(diagnosis, said.event, said.group, lang),
        said.times,
        Display(f"{told} {at}".strip(), Markup('{}<br><span class="back">{}</span>').format(visible(told), at)),
        by,
        Display(where, Markup(" ").join(links)),
    ]


def decides(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """The one command that would decide, what it tells and between which explanations; then the others."""
    say = labels(lang)
    if not diagnosis.missing:
        return paragraphs([say["settled"]])
    first, others = diagnosis.missing[0], diagnosis.missing[1:]
    causes = [cause for cause in first.decides if cause in BY_ID]
    told = [say["it_tells"].format(in_language(first.need, lang))]
    told += [say["it_decides"].format(", ".join(causes))] if causes else []
    command = in_language(first.command, lang)
    named = [(in_language(missing.command, lang), in_language(missing.need, lang)) for missing in others]
    text = [say["above_lines"].format(say["run_this"]), command, *told]
    if named:
        text += ["", say["above_lines"].format(say["then"]), *(words(lang)["named"].format(*one) for one in named)]
    return Display("\n".join(map(visible, text)), framed(block("decides", command, told, named, say)))


def lines(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """Every line that is cited, numbered, with links back to what cites it; folded."""
    say, cited = labels(lang), citations(diagnosis)
    if not cited.lines:
        return paragraphs([say["no_line"]])
    text = "\n".join(f"{row.number}  {place(row.line)}  {squeezed(row.line.text)}" for row in cited.lines)
    shown = Display(text, framed(block("lines", cited.lines, cited.names, say["cited_by"], LINE)))
    return Display(text, folded(words(lang)["all_lines"].format(f"{len(cited.lines):,}"), shown).html)


def unknown(evidence: Evidence, diagnosis: Diagnosis, lang: str = "en") -> Display:
    """Records outside the catalogue and lines of no format, alike ones together: what a person would look at first.

    Grave ones stand in front, then those around the onset, then the rare ones.
    """
    rows = [
        (line.times, moment(line.first), moment(line.last), line.place, line.template or None, line.example)
        for line in evidence.unknown_lines(onset_of(diagnosis))
    ]
    named, say = headings("unknown", lang), labels(lang)
    shown = table(named, rows[:MOST_UNKNOWN], say["no_unknown"])
    if len(rows) <= MOST_UNKNOWN:
        return shown
    return together(shown, folded(say["more_unknown"], table(named, rows[MOST_UNKNOWN:], "")))


def supposed(evidence: Evidence, hypothesis: str, diagnosis: Diagnosis, lang: str = "en") -> Display | None:
    """What somebody supposes, in the language of `rmqkit try`, and the judge's word on it; None for no hypothesis.

    Raises BadHypothesis, and what `diagnose` raises.
    """
    if not hypothesis.strip():
        return None
    group = read_hypothesis(hypothesis).group
    tried = try_hypothesis(evidence, hypothesis, diagnosis if group in (None, *diagnosis.facts) else None)
    return tried_display(tried, lang)
