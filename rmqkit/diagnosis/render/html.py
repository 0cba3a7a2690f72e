"""A verdict as HTML, for notebooks and reports: its card, what changed when, and a card for each finding.

`document.py` says what stands on the card, `blocks.html.j2` how it is laid out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Finding, Verdict
from rmqkit.diagnosis.render.blocks import block, framed
from rmqkit.diagnosis.render.citations import FINDING, LINE, Citations, key_of
from rmqkit.diagnosis.render.document import Document, document_of
from rmqkit.diagnosis.render.names import ClientNames, names_of
from rmqkit.diagnosis.render.parts import MOST_EVIDENCE, place, words
from rmqkit.diagnosis.retold import spoken
from rmqkit.language import say

_EXCEPTION_HEADS = (say("exception"), say("thrown at"), say("times"), say("first"), say("last"), say("clients"))
_ON_THE_CARD = {"since": 1, "impact": 3, "fix": 2, "never": 1, "verify": 1, "groups": 8, "lines": 6, "next": 3}
"""The rows, and how many lines of each: a card is read in ten seconds; the finding's own card below has all of them."""
_NAMES_ON_THE_CARD = 4


@dataclass(frozen=True)
class Linking:
    """Where links of a page lead: nowhere on a page without the list of lines."""

    citations: Citations | None = None

    def line(self, line: EvidenceLine) -> Markup:
        """The line's place, leading to the list of lines."""
        return block("link", self.citations.anchor(line) if self.citations else None, place(line))

    def number(self, line: EvidenceLine) -> Markup:
        """The line's number where it leads to the list of lines, else its place."""
        number = self.citations.numbers.get(key_of(line)) if self.citations else None
        return block("link", LINE.format(number), f"[{number}]", place(line)) if number else self.line(line)

    def all_of(self, lines: Sequence[EvidenceLine]) -> str | None:
        """Where the first line stands that a finding's card has no room for."""
        return self.citations.anchor(lines[MOST_EVIDENCE]) if self.citations else None

    def finding(self, diagnosis: Verdict, group: str, finding_id: str) -> str | None:
        """Where the card of a group's finding stands."""
        numbered = enumerate(diagnosis.findings, start=1) if self.citations else ()
        return next((FINDING.format(at) for at, one in numbered if (one.group, one.id) == (group, finding_id)), None)


def diagnosis_html(diagnosis: Verdict, lang: str = "en") -> str:
    """The verdict as one `<div>`; safe to put into any page. `lang`: en or zh."""
    return framed(card_html(document_of(diagnosis, lang)) + findings_html(diagnosis, lang))


def card_html(card: Document) -> Markup:
    """What is wrong, since when, what it does, what to do now."""
    rows = []
    for name, most in _ON_THE_CARD.items():
        told = [row.line for row in card.groups] if name == "groups" else getattr(card, name)
        if lines := list(filter(None, [told] if isinstance(told, str) else told[:most])):
            rows.append((card.labels[name], lines))
    return block("card", card, rows, card.names[:_NAMES_ON_THE_CARD])


def findings_html(diagnosis: Verdict, lang: str, linking: Linking | None = None) -> Markup:
    """What changed when, every finding in its order, and what was read."""

    def names(finding: Finding) -> ClientNames:
        facts = diagnosis.facts.get(finding.group)
        return names_of(facts) if facts else ClientNames()

    linking, nowhere = linking or Linking(), Linking()
    return block(
        "findings", spoken(diagnosis, lang), lang, words(lang), linking, nowhere, names, _EXCEPTION_HEADS, FINDING
    )
