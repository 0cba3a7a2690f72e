"""A card per finding: what it is, what proves it line by line, what to do; with links both ways. No judgement here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from rmqkit.diagnosis import Diagnosis, EvidenceLine, Finding
from rmqkit.diagnosis.render.card import details_html
from rmqkit.diagnosis.render.palette import COLOURS
from rmqkit.diagnosis.render.parts import (
    MOST_EVIDENCE,
    cut,
    explained,
    moment,
    place,
    sentences,
    several_groups,
    state,
    visible,
    words,
)
from rmqkit.figures.client_names import ClientNames, client_names
from rmqkit.language import in_language, say
from rmqkit.report.blocks import table_html
from rmqkit.report.citations import FINDING, LINE, Citations, key_of
from rmqkit.report.words import labels

_OF_THROWN = (say("exception"), say("thrown at"), say("times"), say("first"), say("last"), say("clients"))
WIDEST_LINE, WIDEST_CELL = 400, 160


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


def link(anchor: str | None, text: str, hint: str = "") -> str:
    """A link within the page, with a hint that shows when it is pointed at; the text alone without an anchor."""
    if anchor is None:
        return f'<span class="where">{escape(text)}</span>'
    title = f' title="{escape(hint)}"' if hint else ""
    return f'<a href="#{escape(anchor)}"{title}>{escape(text)}</a>'


def subscription_rows(finding: Finding, names: ClientNames) -> list[tuple[str, str]]:
    """Who wants what, where the finding knows it: the short names of alike clients in one row."""
    told: Mapping[str, Mapping[str, str]] = finding.details.get("subscriptions", {})
    alike: dict[str, list[str]] = defaultdict(list)
    for client, wanted in sorted(told.items()):
        text = ", ".join(f"{topic} {expression}" for topic, expression in sorted(wanted.items()))
        alike[text or "-"].append(names.of(client))
    return [(", ".join(clients), text) for text, clients in alike.items()]


def cards_html(diagnosis: Diagnosis, lang: str, linking: Linking) -> str:
    """All findings in their order."""
    numbered = enumerate(diagnosis.findings, start=1)
    return "".join(_card(number, finding, diagnosis, lang, linking) for number, finding in numbered)


def _card(number: int, finding: Finding, diagnosis: Diagnosis, lang: str, linking: Linking) -> str:
    names = client_names(diagnosis, finding.group) if finding.group in diagnosis.facts else ClientNames()
    colour = COLOURS[finding.severity]
    level = f'<span class="level" style="background:{colour}">{finding.severity}</span>'
    told = words(lang)["named"].format(finding.id, state(finding, lang, several_groups(diagnosis)))
    why = "".join(f"<p>{_text(names.in_text(sentence))}</p>" for sentence in sentences(in_language(finding.why, lang)))
    why += _thrown(finding, names, lang)
    effects = _effects(finding, diagnosis, lang)
    details = details_html(finding, lang, effects, lambda lines: _lines(lines, lang, linking))
    return (
        f'<section class="finding" id="{FINDING.format(number)}" style="border-left-color:{colour}">'
        f"<h3>{level}{_text(names.in_text(in_language(finding.title, lang)))}</h3>"
        f'<p class="state">{_text(told)}</p>{_subscriptions(finding, names)}{why}{details}</section>'
    )


def _subscriptions(finding: Finding, names: ClientNames) -> str:
    rows = subscription_rows(finding, names)
    cells = "".join(f"<tr><td><b>{_text(who)}</b></td><td>{_text(wanted)}</td></tr>" for who, wanted in rows)
    return f"<table>{cells}</table>" if rows else ""


def _thrown(finding: Finding, names: ClientNames, lang: str) -> str:
    """Every exception that the finding tells of, the most frequent first."""
    told: Sequence[Mapping[str, Any]] = finding.details.get("exceptions", ())
    rows = [
        (
            row["exception"], row["frame"], row["times"], moment(row["first"]), moment(row["last"]),
            ", ".join(names.of(client) for client in row["clients"]),
        )
        for row in told
    ]  # fmt: skip
    heads = [in_language(head, lang) for head in _OF_THROWN]
    return table_html(heads, rows) if rows else ""


def _effects(finding: Finding, diagnosis: Diagnosis, lang: str) -> str:
    """Each effect with its queues, leading to its own card."""
    own = (explained(finding.with_(explains=(effect,)), diagnosis, lang) for effect in finding.explains)
    anchors = (finding_anchor(diagnosis, finding.group, effect) for effect in finding.explains)
    return "<br>".join(link(anchor, visible(text)) for anchor, text in zip(anchors, own, strict=True))


def finding_anchor(diagnosis: Diagnosis, group: str, finding_id: str) -> str | None:
    """Where the card of a group's finding stands."""
    numbered = enumerate(diagnosis.findings, start=1)
    numbers = [number for number, each in numbered if (each.group, each.id) == (group, finding_id)]
    return FINDING.format(numbers[0]) if numbers else None


def _lines(lines: Sequence[EvidenceLine], lang: str, linking: Linking) -> str:
    rows = [f"<code>{linking.line(line)}  {escape(squeezed(line.text))}</code>" for line in lines[:MOST_EVIDENCE]]
    left = len(lines) - MOST_EVIDENCE
    if left > 0:
        anchor = linking.citations.anchor(lines[MOST_EVIDENCE]) if linking.citations else None
        rows.append(link(anchor, labels(lang)["all_lines"].format(len(lines))))
    return "<br>".join(rows)


def squeezed(text: str, width: int = WIDEST_LINE) -> str:
    """A printed line for reading: columns of blanks are two blanks, and a very long line is cut."""
    flat = visible(text)
    while "   " in flat:
        flat = flat.replace("   ", "  ")
    return cut(flat.strip(), width)


def _text(value: str) -> str:
    return escape(visible(value))
