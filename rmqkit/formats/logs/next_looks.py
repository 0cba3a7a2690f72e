"""Where to look next when a message stands alone: the command or file that tells more. Look-up; the rows stand in
`formats/data/looks.tsv` and `looks_after.tsv`.

A routine message needs no look.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from rmqkit.formats.data import rows_of, sentence
from rmqkit.formats.logs.response_codes import CODES
from rmqkit.language import Phrase, message


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
