"""What a text with a budget is made of: pieces of different weight under headings. No RocketMQ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rmqkit.errors import Error
from rmqkit.language import Phrase, in_language, say, say_counted

CHARACTERS_PER_TOKEN = 4
MUST = 0
"""The weight of what may not be left out, whatever the budget."""


@dataclass(frozen=True)
class Piece:
    """Some lines of the text. `weight`: the higher, the sooner it is left out; MUST is never."""

    text: str
    weight: int


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it, in the order in which it is read."""

    heading: Phrase
    pieces: Sequence[Piece]


def tokens_of(text: str) -> int:
    """The size of a text, as budgets count it: its characters by four, rounded up."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def fitted(title: str, sections: Iterable[Section], budget: int, lang: str) -> str:
    """The sections within the budget: what weighs most, and how much each section leaves out.

    Raises Error where what may not be left out needs more.
    """
    filled = [section for section in sections if section.pieces]
    kept = {place for place, piece in _placed(filled) if piece.weight == MUST}
    text = _written(title, filled, kept, lang)
    if tokens_of(text) > budget:
        raise Error(
            say(
                "What is grave here needs {needed:,} tokens (characters by four), the budget is {budget:,}: "
                "--budget {needed}, or one group only with --group.",
                needed=tokens_of(text),
                budget=budget,
            )
        )
    room = budget * CHARACTERS_PER_TOKEN - len(text)
    kept.update(_that_fit(filled, _begun(kept), room, lang))
    return _written(title, filled, kept, lang)


_Place = tuple[int, int]
"""The number of a section, and of a piece in it."""


def _that_fit(
    sections: Sequence[Section],
    begun: set[int],
    room: int,
    lang: str,
) -> Iterator[_Place]:
    """Of the others what weighs most and fits; the first of a section brings its heading."""
    optional = [(place, piece) for place, piece in _placed(sections) if piece.weight != MUST]
    for place, piece in sorted(optional, key=lambda placed: placed[1].weight):
        at = place[0]
        size = len(piece.text) + 1 + (0 if at in begun else _around(sections[at], lang))
        if size <= room:
            yield place
            begun.add(at)
            room -= size


def _placed(sections: Sequence[Section]) -> Iterator[tuple[_Place, Piece]]:
    for at, section in enumerate(sections):
        for number, piece in enumerate(section.pieces):
            yield (at, number), piece


def _begun(kept: Iterable[_Place]) -> set[int]:
    return {at for at, _ in kept}


def _around(section: Section, lang: str) -> int:
    """How many characters come with the first piece of a section."""
    return len(_heading(section, lang)) + len(_left_out(len(section.pieces), lang))


def _heading(section: Section, lang: str) -> str:
    return f"\n## {in_language(section.heading, lang)}\n\n"


def _left_out(number: int, lang: str) -> str:
    words = say_counted(number, "({number:,} more left out: budget)", "({number:,} more left out: budget)")
    return in_language(words, lang) + "\n"


def _written(title: str, sections: Sequence[Section], kept: Collection[_Place], lang: str) -> str:
    parts = [title + "\n"]
    for at, section in enumerate(sections):
        chosen = [piece.text for number, piece in enumerate(section.pieces) if (at, number) in kept]
        missing = len(section.pieces) - len(chosen)
        if chosen:
            parts += [_heading(section, lang), *(text + "\n" for text in chosen)]
            parts += [_left_out(missing, lang)] if missing else []
    begun = _begun(kept)
    without = [section for at, section in enumerate(sections) if at not in begun]
    return "".join([*parts, _sections_left_out(without, lang)])


def _sections_left_out(sections: Sequence[Section], lang: str) -> str:
    names = "; ".join(in_language(section.heading, lang) for section in sections)
    words = say("Left out, for want of budget: {sections}", sections=names)
    return f"\n{in_language(words, lang)}\n" if sections else ""
