"""A verdict as HTML, for notebooks and reports: its card, what changed when, and a card for each finding.

`document.py` says what stands on the card, `blocks.html.j2` how it is laid out.
"""

from __future__ import annotations

from markupsafe import Markup

from rmqkit.diagnosis.finding import Finding, Verdict
from rmqkit.diagnosis.render.blocks import block, framed
from rmqkit.diagnosis.render.citations import FINDING, Citations
from rmqkit.diagnosis.render.document import Document, document_of
from rmqkit.diagnosis.render.names import ClientNames, names_of
from rmqkit.diagnosis.render.parts import words
from rmqkit.diagnosis.retold import spoken
from rmqkit.language import say

_EXCEPTION_HEADS = (say("exception"), say("thrown at"), say("times"), say("first"), say("last"), say("clients"))
_ON_THE_CARD = {"since": 1, "impact": 3, "fix": 2, "never": 1, "verify": 1, "groups": 8, "lines": 6, "next": 3}
"""The rows, and how many lines of each: a card is read in ten seconds; the finding's own card below has all of them."""
_NAMES_ON_THE_CARD = 4


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


def findings_html(diagnosis: Verdict, lang: str, linking: Citations | None = None) -> Markup:
    """What changed when, every finding in its order, and what was read."""

    def names(finding: Finding) -> ClientNames:
        facts = diagnosis.facts.get(finding.group)
        return names_of(facts) if facts else ClientNames()

    nowhere = Citations()
    shown = (linking or nowhere, nowhere, names, _EXCEPTION_HEADS, FINDING)
    return block("findings", spoken(diagnosis, lang), lang, words(lang), *shown)
