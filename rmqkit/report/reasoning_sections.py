"""The sections that reason: what was considered, what lines say, what would decide, which lines are cited."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from markupsafe import Markup

from rmqkit.diagnosis import Diagnosis, EvidenceLine
from rmqkit.diagnosis.finding import NORMAL, OPEN, Finding, Status
from rmqkit.diagnosis.finding import Said as SaidRow
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.render.blocks import Cell, Display, block, folded, framed, paragraphs, squeezed, table, together
from rmqkit.diagnosis.render.citations import CAUSE, FINDING, LINE, SAID, citations
from rmqkit.diagnosis.render.html import Linking
from rmqkit.diagnosis.render.parts import moment, place, visible, words
from rmqkit.language import in_language, joined
from rmqkit.report.words import labels

WIDEST_CELL = 160
_ORDER = (Status.PROVEN, Status.SUSPECTED, Status.REFUTED, Status.OPEN)


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
        linking = Linking(citations(diagnosis) if links else None)
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


def _considered_row(diagnosis: Diagnosis, entry: Finding, lang: str, linking: Linking) -> list[object]:
    say = labels(lang)
    anchor = linking.finding(diagnosis, entry.group, entry.id) if entry.status.decided or entry.agrees else None
    name = _with_group(diagnosis, entry.id, entry.group, lang)
    return [
        Cell(name, block("link", anchor, name)) if anchor else name,
        say[str(entry.status)],
        entry.agrees or None,
        _line_cells(entry.contradicts, linking),
        # The commands that would decide an explanation that is still possible.
        words(lang)["semicolon"].join(
            in_language(command, lang) for command in (entry.decided_by if entry.status.possible else ())
        ),
    ]


def _with_group(diagnosis: Diagnosis, name: str, group: str, lang: str) -> str:
    """What a row is about, with its group where there are several."""
    if len(diagnosis.facts) < 2:
        return name
    return words(lang)["of"].format(name, labels(lang)["several"].format(group))


def _line_cells(lines: Sequence[EvidenceLine], linking: Linking) -> Cell:
    """The first line that says otherwise, and how many more there are."""
    if not lines:
        return Cell("", Markup(""))
    more = f" (+{len(lines) - 1})" if len(lines) > 1 else ""
    printed = squeezed(lines[0].text, WIDEST_CELL)
    html = Markup("<code>{}  {}</code>{}").format(linking.line(lines[0]), printed, more)
    return Cell(f"{place(lines[0])}  {printed}{more}", html)


def meaning(diagnosis: Diagnosis, lang: str = "en", links: bool = False) -> Display:
    """The ledger of meaning: what each kind of line says, and whether it is explained, open or normal."""
    say = labels(lang)
    linking = Linking(citations(diagnosis) if links else None)
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


def _said_row(diagnosis: Diagnosis, said: SaidRow, lang: str, linking: Linking) -> list[object]:
    say = labels(lang)
    explaining = [(linking.finding(diagnosis, said.group, cause), cause) for cause in said.explained_by]
    by = Cell(", ".join(said.explained_by), Markup(", ").join(block("link", *one) for one in explaining))
    at = between(said.since, said.until) or ""
    normal = labels(lang)["normal_when"].format(in_language(said.normal, lang)) if said.normal else ""
    meaning = labels(lang)["sentence"].format(in_language(said.meaning, lang))
    remedy = labels(lang)["change_this"].format(in_language(said.remedy, lang)) if said.remedy else ""
    told = in_language(joined(" ", tuple(filter(None, (meaning, normal, remedy)))), lang)
    cited = said.evidence[:1] if said.state == NORMAL else said.evidence
    links = [linking.number(line) for line in cited]
    where = ", ".join(place(line) for line in cited)
    return [
        say["said_open" if said.state == OPEN else said.state],
        _with_group(diagnosis, said.event, said.group, lang),
        said.times,
        Cell(f"{told} {at}".strip(), Markup('{}<br><span class="back">{}</span>').format(visible(told), at)),
        by,
        Cell(where, Markup(" ").join(links)),
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
    # What a link back says: the id of the finding, the explanation or the message.
    names = {FINDING.format(number): row.id for number, row in enumerate(diagnosis.findings, start=1)}
    names |= {CAUSE.format(number): row.id for number, row in enumerate(diagnosis.considered, start=1)}
    names |= {SAID.format(number): row.event for number, row in enumerate(diagnosis.messages, start=1)}
    shown = Display(text, framed(block("lines", cited.lines, names, say["cited_by"], LINE)))
    return Display(text, folded(words(lang)["all_lines"].format(f"{len(cited.lines):,}"), shown).html)
