"""The sections that reason: what was considered, what lines say, what would decide, which lines are cited."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rmqkit.diagnosis import Diagnosis, EvidenceLine
from rmqkit.diagnosis.finding import NORMAL, Finding, Missing
from rmqkit.diagnosis.finding import Said as SaidRow
from rmqkit.diagnosis.render.citations import CAUSE, FINDING, LINE, SAID, Citations, citations
from rmqkit.diagnosis.render.html import Linking, framed, link, squeezed
from rmqkit.diagnosis.render.parts import place, visible, words
from rmqkit.language import in_language, joined
from rmqkit.report import reasoning
from rmqkit.report.blocks import (
    Cell,
    Display,
    broken,
    folded,
    paragraphs,
    table,
    table_html,
    table_text,
    together,
)
from rmqkit.report.words import Words, labels

WIDEST_CELL = 160


def considered(diagnosis: Diagnosis, lang: str = "en", links: bool = False) -> Display:
    """What was held against the evidence: accepted, refuted and by which line, open and what would decide it."""
    say = labels(lang)
    if not diagnosis.considered:
        return paragraphs([say["nothing_considered"]])
    judged = reasoning.judged(diagnosis)
    silent = reasoning.silent(diagnosis)
    tables = [_judged_table(diagnosis, judged, lang, links)] if judged else []
    left = [paragraphs([say["nothing_for"].format(", ".join(silent))])] if silent else []
    return together(*tables, *left)


def _judged_table(
    diagnosis: Diagnosis,
    judged: Sequence[reasoning.Numbered],
    lang: str,
    links: bool,
) -> Display:
    """A row per judgement; what would decide has a column only where anything waits for it."""
    say = labels(lang)
    linking = Linking(citations(diagnosis) if links else None)
    rows = [_considered_row(diagnosis, row, lang, linking) for row in judged]
    waits = any(row[-1] for row in rows)
    names = ["explanation", "judgement", "for_it", "against_it", *(["would_decide"] if waits else [])]
    anchors = [CAUSE.format(row.number) for row in judged]
    return table([say[name] for name in names], [row[: len(names)] for row in rows], "", anchors)


def _considered_row(diagnosis: Diagnosis, row: reasoning.Numbered, lang: str, linking: Linking) -> list[object]:
    entry, say = row.entry, labels(lang)
    anchor = linking.finding(diagnosis, entry.group, entry.id) if entry.status.decided or entry.agrees else None
    name = _of_group(diagnosis, entry.id, entry.group, lang)
    return [
        Cell(name, link(anchor, name) if anchor else escape(visible(name))),
        say[str(entry.status)],
        entry.agrees or None,
        _line_cells(entry.contradicts, linking),
        _deciding(entry, lang),
    ]


def _deciding(entry: Finding, lang: str) -> str:
    """The commands that would decide an explanation that is still possible."""
    commands = entry.decided_by if entry.status.possible else ()
    return words(lang)["semicolon"].join(in_language(command, lang) for command in commands)


def _of_group(diagnosis: Diagnosis, name: str, group: str, lang: str) -> str:
    """What a row is about, with its group where there are several."""
    if len(diagnosis.facts) < 2:
        return name
    return words(lang)["of"].format(name, labels(lang)["several"].format(group))


def _line_cells(lines: Sequence[EvidenceLine], linking: Linking) -> Cell:
    """The first line that says otherwise, and how many more there are."""
    if not lines:
        return Cell("", "")
    more = f" (+{len(lines) - 1})" if len(lines) > 1 else ""
    printed = squeezed(lines[0].text, WIDEST_CELL)
    html = f"<code>{linking.line(lines[0])}  {escape(printed)}</code>{more}"
    return Cell(f"{place(lines[0])}  {printed}{more}", html)


def meaning(diagnosis: Diagnosis, lang: str = "en", links: bool = False) -> Display:
    """The ledger of meaning: what each kind of line says, and whether it is explained, open or normal."""
    say = labels(lang)
    linking = Linking(citations(diagnosis) if links else None)
    if not diagnosis.messages:
        return paragraphs([say["nothing_said"]])
    blocks = []
    if telling := reasoning.telling(diagnosis):
        blocks.append(_said_table(diagnosis, telling, lang, linking))
    if ordinary := reasoning.ordinary(diagnosis):
        inner = _said_table(diagnosis, ordinary, lang, linking)
        title = say["ordinary"].format(len(ordinary))
        blocks.append(folded(title, inner))
    return together(*blocks)


def _said_table(
    diagnosis: Diagnosis,
    rows: Sequence[reasoning.NumberedSaid],
    lang: str,
    linking: Linking,
) -> Display:
    names = ["stands", "message", "times", "meaning", "explained_by", "line"]
    cells = [_said_row(diagnosis, row, lang, linking) for row in rows]
    anchors = [SAID.format(row.number) for row in rows]
    columns = [labels(lang)[name] for name in names]
    return Display(table_text(columns, cells), framed(table_html(columns, cells, anchors)))


def _said_row(diagnosis: Diagnosis, row: reasoning.NumberedSaid, lang: str, linking: Linking) -> list[object]:
    said, say = row.said, labels(lang)
    explaining = [(linking.finding(diagnosis, said.group, cause), cause) for cause in said.explained_by]
    by = Cell(", ".join(said.explained_by), ", ".join(link(anchor, cause) for anchor, cause in explaining))
    at = reasoning.when(said) or ""
    told = _meaning(said, lang)
    cited = said.evidence[:1] if said.state == NORMAL else said.evidence
    links = [linking.number(line) for line in cited]
    where = ", ".join(place(line) for line in cited)
    return [
        say[reasoning.state_word(said)],
        _of_group(diagnosis, said.event, said.group, lang),
        said.times,
        Cell(f"{told} {at}".strip(), f'{escape(visible(told))}<br><span class="back">{escape(at)}</span>'),
        by,
        Cell(where, " ".join(links)),
    ]


def _meaning(said: SaidRow, lang: str) -> str:
    normal = labels(lang)["normal_when"].format(in_language(said.normal, lang)) if said.normal else ""
    meaning = labels(lang)["sentence"].format(in_language(said.meaning, lang))
    remedy = labels(lang)["change_this"].format(in_language(said.remedy, lang)) if said.remedy else ""
    return in_language(joined(" ", tuple(filter(None, (meaning, normal, remedy)))), lang)


def decides(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """The one command that would decide, what it tells and between which explanations; then the others."""
    say = labels(lang)
    if not diagnosis.missing:
        return paragraphs([say["settled"]])
    first, others = diagnosis.missing[0], diagnosis.missing[1:]
    told = _told_by(first, lang)
    command = in_language(first.command, lang)
    text = [say["above_lines"].format(say["run_this"]), command, *told]
    html = f"<p><b>{escape(say['run_this'])}</b></p>{_command(command)}<p>{broken(told)}</p>"
    if others:
        looks = [words(lang)["named"].format(*_look(missing, lang)) for missing in others]
        text += ["", say["above_lines"].format(say["then"]), *looks]
        items = "".join(_next_look(missing, lang) for missing in others)
        html += f"<p><b>{escape(say['then'])}</b></p><ul>{items}</ul>"
    return Display("\n".join(map(visible, text)), framed(html))


def _look(missing: Missing, lang: str) -> tuple[str, str]:
    return in_language(missing.command, lang), in_language(missing.need, lang)


def _told_by(missing: Missing, lang: str) -> list[str]:
    say = labels(lang)
    causes = reasoning.decided_causes(missing)
    decided = [say["it_decides"].format(", ".join(causes))] if causes else []
    return [say["it_tells"].format(in_language(missing.need, lang)), *decided]


def _next_look(missing: Missing, lang: str) -> str:
    command, need = _look(missing, lang)
    return f"<li>{_command(command)}{escape(visible(need))}</li>"


def _command(command: str) -> str:
    return f'<code class="command">{escape(visible(command))}</code>'


def lines(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """Every line that is cited, numbered, with links back to what cites it; folded."""
    say, cited = labels(lang), citations(diagnosis)
    if not cited.lines:
        return paragraphs([say["no_line"]])
    text = "\n".join(f"{row.number}  {place(row.line)}  {squeezed(row.line.text)}" for row in cited.lines)
    block = Display(text, framed(f'<ol class="lines">{_line_items(diagnosis, cited, say)}</ol>'))
    return Display(text, folded(say["all_lines"].format(f"{len(cited.lines):,}"), block).html)


def _line_items(diagnosis: Diagnosis, cited: Citations, say: Words) -> str:
    names = _names_of_anchors(diagnosis)
    items = []
    for row in cited.lines:
        back = ", ".join(link(anchor, names[anchor]) for anchor in row.cited_by)
        items.append(
            f'<li id="{LINE.format(row.number)}"><code><b>{row.number}</b>  '
            f'<span class="where">{escape(place(row.line))}</span>  {escape(squeezed(row.line.text))}</code>'
            f'<br><span class="back">{escape(say["cited_by"])} {back}</span></li>'
        )
    return "".join(items)


def _names_of_anchors(diagnosis: Diagnosis) -> dict[str, str]:
    """What a link back says: the id of the finding, the explanation or the message."""
    names = {FINDING.format(number): row.id for number, row in enumerate(diagnosis.findings, start=1)}
    names |= {CAUSE.format(number): row.id for number, row in enumerate(diagnosis.considered, start=1)}
    return names | {SAID.format(number): row.event for number, row in enumerate(diagnosis.messages, start=1)}
