"""A verdict as HTML, for notebooks and reports: its card, what changed when, and a card for each finding.

Blocks without a script or an outside file; everything is escaped. `document.py` says what stands on the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Finding, Verdict
from rmqkit.diagnosis.render.citations import FINDING, LINE, Citations, key_of
from rmqkit.diagnosis.render.document import Document, document_of
from rmqkit.diagnosis.render.names import ClientNames, names_of
from rmqkit.diagnosis.render.parts import (
    MOST_EVIDENCE,
    cut,
    do_not,
    explained,
    moment,
    options_whole,
    place,
    problems,
    sentences,
    several_groups,
    span,
    state,
    subscriptions_by_wish,
    timeline_title,
    timelines,
    totals,
    visible,
    what_was_so,
    words,
)
from rmqkit.diagnosis.render.style import COLOURS, STYLE
from rmqkit.diagnosis.retold import spoken
from rmqkit.language import in_language, message, say

WIDEST_LINE = 400
_EXCEPTION_HEADS = (say("exception"), say("thrown at"), say("times"), say("first"), say("last"), say("clients"))
_ALL_LINES = message("all {} lines")
_ON_THE_CARD = {"since": 1, "impact": 3, "fix": 2, "never": 1, "verify": 1, "groups": 8, "lines": 6, "next": 3}
"""The rows, and how many lines of each: a card is read in ten seconds; the finding's own card below has all of them."""
_NAMES_ON_THE_CARD = 4


@dataclass(frozen=True)
class Linking:
    """Where links of a page lead: nowhere on a page without the list of lines."""

    citations: Citations | None = None

    def line(self, line: EvidenceLine) -> str:
        """The line's place, leading to the list of lines."""
        anchor = self.citations.anchor(line) if self.citations else None
        return link(anchor, place(line))

    def number(self, line: EvidenceLine) -> str:
        """The line's number where it leads to the list of lines, else its place."""
        number = self.citations.numbers.get(key_of(line)) if self.citations else None
        return link(LINE.format(number), f"[{number}]", place(line)) if number else link(None, place(line))

    def finding(self, diagnosis: Verdict, group: str, finding_id: str) -> str | None:
        """Where the card of a group's finding stands."""
        numbered = enumerate(diagnosis.findings, start=1) if self.citations else ()
        return next((FINDING.format(at) for at, one in numbered if (one.group, one.id) == (group, finding_id)), None)


def link(anchor: str | None, text: str, hint: str = "") -> str:
    """A link within the page, with a hint that shows when it is pointed at; the text alone without an anchor."""
    if anchor is None:
        return f'<span class="where">{escape(text)}</span>'
    title = f' title="{escape(hint)}"' if hint else ""
    return f'<a href="#{escape(anchor)}"{title}>{escape(text)}</a>'


def framed(content: str) -> str:
    """HTML in the common look."""
    return f'<div class="rmqkit"><style>{STYLE}</style>{content}</div>'


def diagnosis_html(diagnosis: Verdict, lang: str = "en") -> str:
    """The verdict as one `<div>`; safe to put into any page. `lang`: en or zh."""
    return framed(card_html(document_of(diagnosis, lang)) + findings_html(diagnosis, lang))


def card_html(card: Document) -> str:
    """What is wrong, since when, what it does, what to do now."""
    colour = COLOURS[card.severity]
    level = f'<span class="level" style="background:{colour}">{card.severity}</span>'
    rows = []
    for name, most in _ON_THE_CARD.items():
        parts = [row.line for row in card.groups] if name == "groups" else getattr(card, name)
        lines = [parts] if isinstance(parts, str) else list(parts)[:most]
        if any(lines):
            shown = "<br>".join(advice_html(line) for line in lines if line)
            rows.append(f"<dt>{escape(card.labels[name])}</dt><dd>{shown}</dd>")
    names = "<br>".join(f"{escape(name)} = {escape(client)}" for name, client in card.names[:_NAMES_ON_THE_CARD])
    rows += [f"<dt>{escape(card.labels['names'])}</dt><dd>{names}</dd>"] if names else []
    status = f'<span class="status">{escape(card.status)}</span>' if card.status else ""
    headline = "<br>".join(_text(text) for text in (card.counts, card.headline) if text)
    head = f'<p class="headline">{level}{status}<br>{headline}</p>'
    return f'<div class="card" style="border-left-color:{colour}">{head}<dl>{"".join(rows)}</dl></div>'


def findings_html(diagnosis: Verdict, lang: str, linking: Linking | None = None) -> str:
    """What changed when, every finding in its order, and what was read."""
    diagnosis, labels = spoken(diagnosis, lang), words(lang)
    parts, told = [], timelines(diagnosis)
    for group, entries in told:
        rows = []
        for entry in entries:
            change = _text(entry.change) or labels["begins"]
            found = f'<div class="state">{_text(what_was_so(entry, lang))}</div>'
            lines = _lines(entry.evidence, lang, Linking())
            folded = f"<details><summary>{labels['evidence']}</summary>{lines}</details>" if lines else ""
            rows.append(f"<li><b>{_text(span(entry, lang))}</b> {change}{found}{folded}</li>")
        title = f"<h3>{_text(timeline_title(group if len(told) > 1 else '', lang))}</h3>"
        parts.append(f'<section class="finding timeline">{title}<ol>{"".join(rows)}</ol></section>')
    for number, finding in enumerate(diagnosis.findings, start=1):
        parts.append(_finding(number, finding, diagnosis, lang, linking or Linking()))
    unread = "".join(f"<li>{_text(problem)}</li>" for problem in problems(diagnosis))
    failed = f"{labels['problem']}<ul>{unread}</ul>" if unread else ""
    read = escape(labels["read"].format(**totals(diagnosis)))
    return f'{"".join(parts)}<div class="read">{read} {failed}</div>'


def _finding(number: int, finding: Finding, diagnosis: Verdict, lang: str, linking: Linking) -> str:
    """What it is, what proves it line by line and speaks against it, what it explains, and what to do."""
    facts, labels = diagnosis.facts.get(finding.group), words(lang)
    names = names_of(facts) if facts else ClientNames()
    colour = COLOURS[finding.severity]
    level = f'<span class="level" style="background:{colour}">{finding.severity}</span>'
    status = labels["named"].format(finding.id, state(finding, lang, several_groups(diagnosis)))
    wishes = "".join(
        f"<tr><td><b>{_text(', '.join(map(names.of, clients)))}</b></td><td>{_text(wanted)}</td></tr>"
        for wanted, clients in subscriptions_by_wish(finding).items()
    )
    why = "".join(f"<p>{_text(names.in_text(sentence))}</p>" for sentence in sentences(in_language(finding.why, lang)))
    effects = []
    for effect in finding.explains:
        effect_text = visible(explained(finding.with_(explains=(effect,)), diagnosis, lang))
        effects.append(link(linking.finding(diagnosis, finding.group, effect), effect_text))
    rows = (
        (labels["explains"], "<br>".join(effects)),
        (labels["evidence"], _lines(finding.evidence, lang, linking)),
        (labels["against"], _lines(finding.contradicts, lang, linking)),
        (labels["fix"], _list(in_language(line, lang) for line in finding.remedy)),
        (labels["do_not"], _list(do_not(finding, lang))),
        (labels["check"], _list(in_language(line, lang) for line in finding.check)),
    )
    details = "".join(f"<dt>{label}</dt><dd>{content}</dd>" for label, content in rows if content)
    place_of_links = f' id="{FINDING.format(number)}"' if linking.citations else ""
    return (
        f'<section class="finding"{place_of_links} style="border-left-color:{colour}">'
        f"<h3>{level}{_text(names.in_text(in_language(finding.title, lang)))}</h3>"
        f'<p class="state">{_text(status)}</p>{f"<table>{wishes}</table>" if wishes else ""}{why}'
        f"{_exceptions(finding, names, lang)}{f'<dl>{details}</dl>' if details else ''}</section>"
    )


def _exceptions(finding: Finding, names: ClientNames, lang: str) -> str:
    """Every exception that the finding is about, the most frequent first."""
    thrown: Sequence[Mapping[str, Any]] = finding.details.get("exceptions", ())
    if not thrown:
        return ""
    heads = [escape(in_language(name, lang)) for name in _EXCEPTION_HEADS]
    body = ""
    for row in thrown:
        when = (moment(row["first"]) or "-", moment(row["last"]) or "-")
        who = ", ".join(map(names.of, row["clients"]))
        cells = (row["exception"], row["frame"] or "-", f"{row['times']:,}", *when, who)
        named = [f'<td data-label="{head}">{_text(cell)}</td>' for head, cell in zip(heads, cells, strict=True)]
        body += f"<tr>{''.join(named)}</tr>"
    titles = "".join(f"<th>{head}</th>" for head in heads)
    return f'<table class="rows"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>'


def _lines(lines: Sequence[EvidenceLine], lang: str, linking: Linking) -> str:
    rows = [f"<code>{linking.line(line)}  {escape(squeezed(line.text))}</code>" for line in lines[:MOST_EVIDENCE]]
    if len(lines) > MOST_EVIDENCE:
        anchor = linking.citations.anchor(lines[MOST_EVIDENCE]) if linking.citations else None
        rows.append(link(anchor, in_language(_ALL_LINES, lang).format(len(lines))))
    return "<br>".join(rows)


def squeezed(text: str, width: int = WIDEST_LINE) -> str:
    """A printed line for reading: columns of blanks are two blanks, and a very long line is cut."""
    flat = visible(text)
    while "   " in flat:
        flat = flat.replace("   ", "  ")
    return cut(flat.strip(), width)


def _list(values: Iterable[str]) -> str:
    items = "".join(f"<li>{advice_html(each)}</li>" for each in values)
    return f"<ul>{items}</ul>" if items else ""


def advice_html(line: str) -> str:
    """A line of advice; a command in front of its words is told apart from them, to be copied."""
    command, apart, words_behind = visible(line).partition("   ")
    if not apart or not command.startswith("mqadmin "):
        return options_whole(_text(line), '<span class="word">', "</span>")
    return f"<code>{escape(command)}</code> {escape(words_behind)}"


def _text(value: str) -> str:
    return escape(visible(value))
