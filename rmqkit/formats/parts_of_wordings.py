"""Parts of the catalogue's wordings: their beginnings, their ends, and whole pieces between two values.

What a terminal cut off, what a client or a console shows of a broker's words, what a person quotes.
Look-up; nothing is read here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from rmqkit.formats.logs.catalogue import MESSAGES

# from the first sign of a word only: a run of digits of any length is looked at once
_WORD = re.compile(r"(?<![A-Za-z0-9_$%'])[0-9_$%']*[A-Za-z][A-Za-z0-9_$%']*")
_FEWEST_WORDS, _FEWEST_SIGNS, _MOST_EVENTS = 3, 16, 4
# so many words of people's language in a row stand in a sentence by chance
_PLAIN_WORDS = 4
_KEY = re.compile(r"\W*\w+ ?[=:]\W*")
_IDENTIFIER = re.compile(r"[a-z][A-Z]|[A-Z]{2}|_|'s\b")
# What logs put before and behind every message is no part of one.
_FAMILIES_OF_NOBODY = frozenset({"any", "stats"})


@dataclass(frozen=True)
class Part:
    """A part of wordings in a text: where it stands, and their events, the likeliest first."""

    begin: int
    end: int
    events: tuple[str, ...]


@dataclass(frozen=True)
class _Piece:
    """The words of a literal piece of a wording, and whether the wording begins or ends with it."""

    words: tuple[str, ...]
    event: str
    begins: bool
    ends: bool


@cache
def _places() -> dict[tuple[str, ...], tuple[tuple[_Piece, int], ...]]:
    """Three words in a row -> the pieces that have them, and where."""
    places: dict[tuple[str, ...], list[tuple[_Piece, int]]] = defaultdict(list)
    for message in (message for message in MESSAGES if message.family not in _FAMILIES_OF_NOBODY):
        literals = [tuple(map(str.lower, _WORD.findall(literal))) for literal in message.literals.split("\0")]
        telling = [words for words in literals if words]
        for number, words in enumerate(telling, start=1):
            piece = _Piece(words, message.event, number == 1, number == len(telling))
            for at in range(len(words) - _FEWEST_WORDS + 1):
                places[words[at : at + _FEWEST_WORDS]].append((piece, at))
    return {words: tuple(found) for words, found in places.items()}


def parts_in(text: str) -> Iterator[Part]:
    """The parts of wordings in a text, in order, none over another; not those that fit too many."""
    words = list(_WORD.finditer(text))
    lower = tuple(word[0].lower().strip("'") for word in words)
    at = 0
    while at + _FEWEST_WORDS <= len(words):
        length, pieces = _longest(lower, at)
        if not length:
            at += 1
            continue
        first, last = words[at].start(), words[at + length - 1].end()
        # those first of which the part is most; none where too many have it
        events = tuple(dict.fromkeys(piece.event for piece in sorted(pieces, key=lambda piece: len(piece.words))))
        if len(events) <= _MOST_EVENTS and tells(text[first:last]):
            yield Part(first, last, events)
            at += length
        else:
            at += length - _FEWEST_WORDS + 1


def _longest(words: tuple[str, ...], at: int) -> tuple[int, list[_Piece]]:
    """How many words from a place on stand at an end of a wording, and the pieces with most of them."""
    best, pieces = 0, list[_Piece]()
    for piece, place in _places().get(words[at : at + _FEWEST_WORDS], ()):
        pairs = zip(words[at : at + len(piece.words) - place], piece.words[place:], strict=False)
        length = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        is_end = (piece.begins and place == 0) or (piece.ends and place + length == len(piece.words))
        if not is_end and not (place == 0 and length == len(piece.words)):
            continue
        if length > best:
            best, pieces = length, [piece]
        elif length == best:
            pieces.append(piece)
    return best, pieces


def tells(text: str) -> bool:
    """Whether a piece of a wording is more than a few words of anybody's language, and than the key of a value."""
    if len(text) < _FEWEST_SIGNS or _KEY.fullmatch(text):
        return False
    return len(_WORD.findall(text)) >= _PLAIN_WORDS or _IDENTIFIER.search(text) is not None
