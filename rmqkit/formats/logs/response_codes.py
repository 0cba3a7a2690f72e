"""What the codes mean that brokers, name servers, proxies and clients answer with, and where to look next when a code
or a message stands alone (a routine one needs no look). Look-up, no texts are read here; the rows stand in
`formats/data/codes.tsv`, `looks.tsv` and `looks_after.tsv`.

One code can mean several things: by the request that was answered, or by words of the answer. The first row whose words
are in the answer and whose request fits counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from rmqkit.formats.data import MEANING, rows_of, sentence
from rmqkit.formats.logs.catalogue.meaning import Meaning, meaning_in, stated
from rmqkit.language import Phrase, message


@dataclass(frozen=True)
class CodeMeaning:
    """A code's name in RocketMQ and what it means, for one request or for any (None), and where to look next."""

    code: int
    name: str
    request: str | None
    words: str | None
    looks: tuple[str, ...]
    meaning: Meaning


CODES: tuple[CodeMeaning, ...] = tuple(
    CodeMeaning(
        int(row["code"]),
        row["name"],
        row["request"] or None,
        row["words"] or None,
        tuple(row["looks"].split()),
        replace(meaning_in(row), place=place),
    )
    for place, row in enumerate(rows_of("codes.tsv", "code", "name", "request", "words", "looks", *MEANING))
)


def meaning_of_code(code: int, answer: str = "", request: str | None = None) -> CodeMeaning | None:
    """What a code means in an answer (`DESC`, `remark`, the record that holds it) to a request
    (pull, pop, send, offset, route), with what the answer names in its sentence.

    A row for one request counts for that request, and where the request is not told if its words
    are in the answer or no other row has the code. None for a code that RocketMQ does not have.
    """
    rows = [row for row in CODES if row.code == code]
    facts = stated(answer)
    chosen = next((row for row in rows if not row.meaning.holes), None)
    for row in rows:
        said = row.words is None or row.words in answer
        asked = row.request in (None, request) or (row.words is not None and request is None)
        if row.meaning.holes <= facts.keys() and said and asked:
            chosen = row
            break
    return replace(chosen, meaning=chosen.meaning.filled(facts)) if chosen else None


@dataclass(frozen=True)
class NextLook:
    """A command, or a file to fetch, and what it tells."""

    command: str
    tells: str

    @property
    def words(self) -> dict[str, Phrase]:
        """What it holds, as phrases to be put into a sentence."""
        return {"command": message(self.command), "tells": message(self.tells)}


def looks_named(names: Iterable[str]) -> tuple[NextLook, ...]:
    """Where to look, by the names of `LOOKS`."""
    return tuple(LOOKS[name] for name in names)


LOOKS: dict[str, NextLook] = {
    row["name"]: NextLook(sentence(row, "command"), sentence(row, "tells"))
    for row in rows_of("looks.tsv", "name", "command", "command_zh", "tells", "tells_zh")
}
_AFTER_EVENTS = tuple(
    (pattern, looks_named(row["looks"].split()))
    for row in rows_of("looks_after.tsv", "looks", "events")
    for pattern in row["events"].split()
)
# as for a refused pull
_AFTER_ANY_CODE = ("members", "client_log", "broker_log")


def looks_after(event: str) -> tuple[NextLook, ...]:
    """Where to look when this event is all that is known, best first."""
    return next(looks for pattern, looks in _AFTER_EVENTS if fnmatchcase(event, pattern))


def looks_after_code(code: int) -> tuple[NextLook, ...]:
    """Where to look when an answer with this code is all that is known, best first."""
    names = next((row.looks for row in CODES if row.code == code), ())
    return looks_named(names or _AFTER_ANY_CODE)
