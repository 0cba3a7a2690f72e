"""What exceptions, statuses and the sentences in them mean: RocketMQ's in every client's language, and the common ones
of others that appear around them. Look-up, no reading; the rows stand in `formats/data/exceptions.tsv`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from rmqkit.formats.data import MEANING, rows_of
from rmqkit.formats.logs.catalogue import NeedleSet
from rmqkit.formats.logs.catalogue.meaning import NO_FACTS, Facts, Meaning, meaning_in, stated


@dataclass(frozen=True)
class ExceptionMeaning:
    """An exception, a status, or a sentence of one, and what it means.

    `words`: lists of words, of one of which all must stand in the text, and none of `unless`. `looks`: names of where
    to look next (`response_codes.LOOKS`).
    """

    name: str
    words: tuple[tuple[str, ...], ...]
    unless: tuple[str, ...]
    looks: tuple[str, ...]
    meaning: Meaning

    def place(self, text: str, facts: Facts) -> int | None:
        """Where its words begin in a text; None where one of them, or a fact of its sentence, lacks."""
        if not self.meaning.holes <= facts.keys() or any(word in text for word in self.unless):
            return None
        places = ([_place(text, word) for word in all_of] for all_of in self.words)
        return next((min(found) for found in places if found and -1 not in found), None)


def _place(text: str, word: str) -> int:
    """Where a word stands that is not the end of another."""
    at = text.find(word)
    while at > 0 and word[0].isalpha() and text[at - 1].isalpha() and text[at - 1].isascii():
        at = text.find(word, at + 1)
    return at


_ROWS = rows_of("exceptions.tsv", "name", "marks", "words", "looks", *MEANING)


def _meaning(row: Mapping[str, str]) -> ExceptionMeaning:
    # A fact in the words says that it must be known, which the row's sentence asks for already.
    lists = [all_of.split(" && ") for all_of in row["words"].split(" / ")]
    words = tuple(tuple(word for word in all_of if not word.startswith(("{", "!"))) for all_of in lists)
    unless = tuple(word[1:] for all_of in lists for word in all_of if word.startswith("!"))
    return ExceptionMeaning(row["name"], words, unless, tuple(row["looks"].split()), meaning_in(row))


EXCEPTIONS = tuple(map(_meaning, _ROWS))
"""Every row of the table."""
GENERAL = frozenset(row["name"] for row in _ROWS if "general" in row["marks"])
"""Names that say only that something failed: anything else that is known says more."""
SHARED = frozenset(row["name"] for row in _ROWS if "shared" in row["marks"])
"""Names of what other programs print as well."""


@cache
def _word_rows() -> tuple[NeedleSet, Mapping[str, list[int]]]:
    """The longest word of each list, and for each the rows that are looked for only where it stands."""
    rows: dict[str, list[int]] = {}
    for number, row in enumerate(EXCEPTIONS):
        for all_of in row.words:
            rows.setdefault(max(all_of, key=len), []).append(number)
    return NeedleSet(rows), rows


def thrown_in(text: str, facts: Facts = NO_FACTS) -> tuple[ExceptionMeaning, ...]:
    """Every exception, status and known sentence in a text, each name once, as they stand in it: the last one is the
    innermost of a Java trace. Sentences have their holes filled from the facts, or else from the text."""
    known = facts or stated(text)
    found: dict[str, tuple[int, ExceptionMeaning]] = {}
    words, rows_of_words = _word_rows()
    for number in sorted({number for word in words.standing_in(text) for number in rows_of_words[word]}):
        row = EXCEPTIONS[number]
        place = None if row.name in found else row.place(text, known)
        if place is not None:
            found[row.name] = place, replace(row, meaning=row.meaning.filled(known))
    return tuple(row for _, row in sorted(found.values(), key=lambda pair: pair[0]))
