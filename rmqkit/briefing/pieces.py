"""What a text with a budget is made of: pieces of different weight under headings. No RocketMQ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from rmqkit.errors import Error
from rmqkit.language import Phrase, in_language, say
from rmqkit.language.wrapping import shortened

CHARACTERS_PER_TOKEN = 4
MUST = 0
"""The weight of what may not be left out, whatever the budget."""


class Piece(NamedTuple):
    """Some lines of the text. `weight`: the higher, the sooner it is left out; MUST is never."""

    text: str
    weight: int


class Section(NamedTuple):
    """A heading and what stands below it, in the order in which it is read."""

    heading: Phrase | str
    pieces: Sequence[Piece]


def tokens_of(text: str) -> int:
    """The size of a text, as budgets count it: its characters by four, rounded up."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def fitted(title: str, sections: Iterable[Section], budget: int, lang: str) -> str:
    """The sections within the budget: what weighs most, and how many pieces of each section are left out.

    Raises Error where what may not be left out needs more.
    """
    filled = [section for section in sections if section.pieces]
    placed = [((at, number), piece) for at, section in enumerate(filled) for number, piece in enumerate(section.pieces)]
    kept = {place for place, piece in placed if piece.weight == MUST}
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
    for place, piece in sorted(placed, key=lambda placed: placed[1].weight):
        at = place[0]
        size = len(piece.text) + 1 + (0 if at in begun else len(_heading(filled[at], lang)))
        if piece.weight != MUST and size <= room:
            kept.add(place)
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
