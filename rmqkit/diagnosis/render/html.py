"""A verdict as HTML, for notebooks and reports: its card, what changed when, a card for each finding, and the lines
that it cites, numbered, with links both ways.

`document.py` says what stands on the card, `blocks.html.j2` how it is laid out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from markupsafe import Markup

from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import NORMAL, Verdict
from rmqkit.diagnosis.render.blocks import block, framed
from rmqkit.diagnosis.render.document import Document, document_of
from rmqkit.diagnosis.render.names import names_in
from rmqkit.diagnosis.render.parts import MOST_EVIDENCE, heads, place, words
from rmqkit.diagnosis.retold import spoken

_ON_THE_CARD = {
    "since": 1, "impact": 3, "described": 2, "fix": 2, "never": 1, "verify": 1, "groups": 8, "lines": 6, "next": 3
}  # fmt: skip
"""The rows, and how many lines of each: a card is read in ten seconds; the finding's own card below has all of them."""
_NAMES_ON_THE_CARD = 4
FINDING, CAUSE, SAID, LINE = "finding-{}", "cause-{}", "said-{}", "line-{}"
"""The anchors on a page: numbers count from 1 in the order of the diagnosis."""

Key = tuple[str, int | str]


@dataclass(frozen=True)
class Citation:
    """A cited line, its number, and the anchors of what cites it."""

    number: int
    line: EvidenceLine
    cited_by: tuple[str, ...]


@dataclass(frozen=True)
class Citations:
    """All of them, in the order in which they are first cited. `findings`: the anchor of each by its group and id.
    `names`: by anchor the id of what cites. Without any nothing leads anywhere, as on a page that has no list of lines.
    """

    lines: tuple[Citation, ...] = ()
    numbers: Mapping[Key, int] = field(default_factory=dict)
    findings: Mapping[tuple[str, str], str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def anchor(self, line: EvidenceLine) -> str | None:
        """Where on the page the line stands; None where it is not among those that are cited."""
        number = self.numbers.get(key_of(line))
        return LINE.format(number) if number else None

    def line(self, line: EvidenceLine) -> Markup:
        """The line's place, leading to the list of lines."""
        return block("link", self.anchor(line), place(line))

    def number(self, line: EvidenceLine) -> Markup:
        """The line's number where it leads to the list of lines, else its place."""
        anchor = self.anchor(line)
        return block("link", anchor, f"[{self.numbers[key_of(line)]}]", place(line)) if anchor else self.line(line)

    def all_of(self, lines: Sequence[EvidenceLine]) -> str | None:
        """Where the first line stands that a finding's card has no room for."""
        return self.anchor(lines[MOST_EVIDENCE])


def key_of(line: EvidenceLine) -> Key:
    """What makes two citations the same line; a record of a log without a number is its text."""
    return line.file, line.line if line.line is not None else line.text


def citations(diagnosis: Verdict) -> Citations:
    """The lines that findings, refuted explanations and the ledger of meaning rest on."""
    citing: list[tuple[str, str, Sequence[EvidenceLine]]] = []
    for number, finding in enumerate(diagnosis.findings, start=1):
        citing.append((FINDING.format(number), finding.id, (*finding.evidence, *finding.contradicts)))
    for number, entry in enumerate(diagnosis.considered, start=1):
        citing.append((CAUSE.format(number), entry.id, entry.contradicts))
    for number, said in enumerate(diagnosis.messages, start=1):
        # Ordinary messages name their lines themselves: nothing rests on them.
        citing.append((SAID.format(number), said.event, said.evidence if said.state != NORMAL else ()))
    by = grouped((key_of(line), (anchor, line)) for anchor, _, lines in citing for line in lines)
    cited = [
        Citation(number, own[0][1], tuple(dict.fromkeys(anchor for anchor, _ in own)))
        for number, own in enumerate(by.values(), start=1)
    ]
    found = {(one.group, one.id): FINDING.format(at) for at, one in reversed([*enumerate(diagnosis.findings, 1)])}
    names = {anchor: name for anchor, name, _ in citing}
    return Citations(tuple(cited), {key: at for at, key in enumerate(by, start=1)}, found, names)


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
    # Whoever has to be changed is among them.
    shown = [one for at, one in enumerate(card.names) if at < _NAMES_ON_THE_CARD or one[0] in card.to_change]
    left = len(card.names) - len(shown)
    more = [card.say("more", number=left)] if left else []
    return block("card", card, rows, [*(f"{name} = {client}" for name, client in shown), *more])


def findings_html(diagnosis: Verdict, lang: str, linking: Citations | None = None) -> Markup:
    """What changed when, every finding in its order, and what was read."""
    nowhere = Citations()
    shown = (linking or nowhere, nowhere, partial(names_in, diagnosis), heads("exception_heads", lang), FINDING)
    return block("findings", spoken(diagnosis, lang), lang, words(lang), *shown)
