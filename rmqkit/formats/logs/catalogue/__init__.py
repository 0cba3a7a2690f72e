"""The catalogue: every message of RocketMQ's logs that has a name here, and how to find it. Look-up; the rows stand in
`formats/data/wordings.tsv` and `meanings.tsv`.

Different wordings of one thing, from 4.0.0 to 5.4, share one event name, and one meaning.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import accumulate, chain, groupby

from rmqkit.formats.data import MEANING, rows_of
from rmqkit.formats.logs.catalogue.meaning import NO_FACTS, Facts, Gravity, Meaning, Row, chosen
from rmqkit.formats.logs.catalogue.message import FIELDS, Message

__all__ = [
    "FIELDS", "MEANINGS", "MEANING_ROWS", "MESSAGES", "Gravity", "Meaning", "Message", "NeedleSet", "Row",
    "by_needle", "facts_that_matter", "find_message", "is_source_code", "match_of", "meaning_of_event",
    "most_literal_first", "needles", "needles_around", "needles_in",
]  # fmt: skip


class NeedleSet:
    """Strings, none of them empty, that are looked for together: one pass over a text, however many they are."""

    def __init__(self, strings: Iterable[str]) -> None:
        listed = list(strings)
        self._length = min(map(len, listed))
        self._begin_with: dict[str, list[str]] = {}
        for needle in listed:
            self._begin_with.setdefault(needle[: self._length], []).append(needle)

    def standing_in(self, text: str) -> list[str]:
        """Those that stand in the text, in no order."""
        begun = self._begin_with.keys() & {text[at : at + self._length] for at in range(len(text) - self._length + 1)}
        return [needle for beginning in begun for needle in self._begin_with[beginning] if needle in text]


MESSAGES: tuple[Message, ...] = tuple(
    Message(row["event"], row["family"], row["template"], int(row["code"]) if row["code"] else None)
    for row in rows_of("wordings.tsv", "family", "event", "code", "template")
)
"""Every wording; of two that fit as well the first counts."""

MEANING_ROWS: tuple[Row, ...] = tuple(
    Row(row["event"], row) for row in rows_of("meanings.tsv", "event", "if", *MEANING)
)
_ROWS_OF_EVENTS = {event: tuple(rows) for event, rows in groupby(MEANING_ROWS, lambda row: row.event)}


MEANINGS: Mapping[str, Meaning] = {event: rows[-1].meaning for event, rows in _ROWS_OF_EVENTS.items()}
"""What each event says when nothing but its name is known: its last row."""


def meaning_of_event(event: str, facts: Facts = NO_FACTS) -> Meaning:
    """What an event says with the facts of its record (`stated`): the first of its rows that fits, its holes filled.

    KeyError for a name that the catalogue does not have.
    """
    return chosen(_ROWS_OF_EVENTS[event], facts)


@cache
def facts_that_matter(event: str) -> frozenset[str]:
    """The names of the facts that choose or fill what the event says; none where that is the same."""
    rows = _ROWS_OF_EVENTS[event]
    asked = {condition.fact for row in rows for condition in row.conditions}
    return frozenset(asked.union(*(row.meaning.holes for row in rows)))


@cache
def most_literal_first() -> tuple[Message, ...]:
    """All messages; the first that matches a text in full explains most of it."""
    return tuple(sorted(MESSAGES, key=lambda message: -len(message.literals)))


@cache
def _messages_per_needle() -> dict[str, list[tuple[int, Message]]]:
    """Needle -> the messages that are looked for by it, with their places among the most literal first."""
    messages: dict[str, list[tuple[int, Message]]] = {}
    for place, message in enumerate(most_literal_first()):
        messages.setdefault(message.needle, []).append((place, message))
    return messages


@cache
def by_needle() -> dict[str, tuple[Message, ...]]:
    """Needle -> the messages whose literals hold it, the most literal first."""
    ordered = most_literal_first()
    # Each needle is looked for in all literals at once, which takes a tenth of the time.
    literals = "\0".join(message.literals for message in ordered)
    ends = list(accumulate(len(message.literals) + 1 for message in ordered))
    of_needle: dict[str, tuple[Message, ...]] = {}
    for needle in {message.needle for message in MESSAGES}:
        numbers: set[int] = set()
        at = literals.find(needle)
        while at >= 0:
            numbers.add(bisect_right(ends, at))
            at = literals.find(needle, at + 1)
        of_needle[needle] = tuple(ordered[number] for number in sorted(numbers))
    return of_needle


@cache
def needles() -> tuple[str, ...]:
    """All needles, longest first: of two that start at one place the longer one decides."""
    return tuple(sorted(by_needle(), key=lambda needle: (-len(needle), needle)))


@cache
def _needle_set() -> NeedleSet:
    return NeedleSet(by_needle())


@lru_cache(maxsize=1024)
def needles_in(text: str) -> tuple[str, ...]:
    """The needles that stand in a text, longest first."""
    return tuple(sorted(_needle_set().standing_in(text), key=lambda needle: (-len(needle), needle)))


@cache
def needles_around(needle: str) -> tuple[str, ...]:
    """The longer needles that hold it: a text with one of these is of the longer wording, or of none."""
    return tuple(other for other in needles() if needle != other and needle in other)


def find_message(text: str) -> Message | None:
    """The message that a record holds: the most literal one that matches in full, of the needle that stands first in
    it, else of them all; where the record was cut off, the most literal one that begins as it ends.

    None outside the catalogue, where a piece of a wording stands in other words, and for a line of source code. The
    reader of logs (`tables/log_fields`) goes by the same rule.
    """
    present = needles_in(text)
    if not present:
        return None
    first = min(present, key=lambda needle: (text.find(needle), -len(needle)))
    found = match_of(text, first, text)
    return None if found is None or is_source_code(text) else found[0]


def match_of(text: str, first: str, head: str) -> tuple[Message, re.Match[str], bool] | None:
    """The message of `find_message` where needles are looked for in the text's beginning alone and `first` stands
    first there; what of the text it matches; and whether all of the message is there."""
    for message in by_needle()[first]:
        if message.needle in text and (match := message.regex.search(text)):
            return message, match, True
    present = needles_in(head)
    held = [message for _, message in sorted(chain.from_iterable(_messages_per_needle()[needle] for needle in present))]
    for message in held:
        if match := message.regex.search(text):
            return message, match, True
    for message in held:
        if not any(longer in text for longer in needles_around(message.needle)):
            for partial in message.compiled_partials:
                if match := partial.search(text):
                    return message, match, False
    return None


def is_source_code(text: str) -> bool:
    """Whether a text is a line of a program that prints a message or that names exceptions which may come, and no
    record. In a program the message stands in quotation marks, and something follows what is to be filled. A record
    ends with `{}` where its value is an exception, which stands below; people quote `{}` for values they leave out."""
    if _NAMES_EXCEPTIONS.match(text):
        return True
    if not _QUOTED.search(text):
        return False
    messages = chain.from_iterable(by_needle()[needle] for needle in needles_in(text))
    sources = {source for message in messages for source in message.in_sources if source in text}
    return any(text.partition(source)[2].partition("\n")[0].strip() for source in sources)


_QUOTED = re.compile("[\"'`]")
_NAMES_EXCEPTIONS = re.compile(
    r"\s*(?:import [\w.* ]+;|from [\w.]+ import |\}?\s*catch ?\(|except\b[^\n\"]*:\s*$"
    r"|[^:=\"\n]*\bthrows [A-Z][\w., ]*[{;]\s*$)",
    re.ASCII,
)
