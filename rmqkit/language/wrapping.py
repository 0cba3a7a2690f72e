"""Lines of a given width on a terminal, where a Chinese character takes two columns. No words here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from textwrap import fill

# A word of letters, one wide character, or blanks.
_WIDE = r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60"
_PIECE = re.compile(rf"\s+|[{_WIDE}]|[^\s{_WIDE}]+")
# What in Chinese print never begins a line, and what never ends one.
_CLOSING = frozenset("，。；：！？、）」』”’》】")
_OPENING = frozenset("（「『“‘《【")


def columns(text: str) -> int:
    """The width of a text on a terminal."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def padded(text: str, width: int) -> str:
    """A text filled up with blanks to a width; one that is wider stays as it is."""
    return text + " " * (width - columns(text))


def padded_left(text: str, width: int) -> str:
    """A text behind as many blanks as it needs to end at a width."""
    return " " * (width - columns(text)) + text


def aligned(rows: Sequence[Sequence[str]], to_the_right: Collection[int] = ()) -> list[str]:
    """Rows of cells as lines with columns of equal width; `to_the_right`: the columns of numbers."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    pads = [padded_left if at in to_the_right else padded for at in range(len(widths))]
    cells = ([pad(cell, width) for pad, cell, width in zip(pads, row, widths, strict=True)] for row in rows)
    return ["  ".join(row).rstrip() for row in cells]


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> str:
    """A paragraph in lines of at most this width where words allow it, names with hyphens whole; `first` and `rest`
    stand before the lines."""
    if columns(text) == len(text):
        return fill(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        before = rest if lines else first
        if line and columns(before + (line + piece).rstrip()) > width:
            lines.append(before + line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return "\n".join([*lines, (rest if lines else first) + line.rstrip()])


def _pieces(text: str) -> Iterator[str]:
    """The pieces between which a line may end."""
    held = ""
    # Three blanks part a command from the words about it.
    for piece in _PIECE.findall(re.sub(r"\s*\n\s*", " ", text.strip())):
        if held and piece not in _CLOSING and held[-1] not in _OPENING:
            yield held
            held = ""
        held += piece
    if held:
        yield held


_LONG_WORD = 12


def shortened(line: str, width: int, end: str = "...") -> str:
    """A line shortened to a width, without half a word, its end marked."""
    if columns(line) <= width:
        return line
    while columns(line) > width - len(end):
        line = line[:-1]
    whole, _, part = line.rpartition(" ")
    return (whole if whole.strip() and len(part) < _LONG_WORD else line).rstrip() + end
