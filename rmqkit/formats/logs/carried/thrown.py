"""The exception that a failed listener threw, as its client prints it on one line. Nothing is judged here.

`RemotingHelper#exceptionSimpleDesc`, later `UtilAll#exceptionSimpleDesc` (all versions): the exception's own text, and
the first line of its stack behind a comma.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_THROWN = re.compile(
    r"(?P<name>(?:[a-z_][\w$]*\.)+[A-Z][\w$]*)(?::\s*(?P<message>.*?))?"
    r"(?:,\s*(?P<frame>[\w$.<>/]+\([^()]*\)))?,?\s*$",
    re.DOTALL,
)
_NUMBERS = re.compile(r"\b[0-9a-fA-F]{8,}\b|\d+")
_LONGEST = 160


@dataclass(frozen=True)
class Thrown:
    """An exception as failures are told apart by it: its class, its message without the numbers that
    differ from one to the next, and where it was thrown."""

    name: str
    message: str
    frame: str | None

    def __str__(self) -> str:
        return f"{self.name}: {self.message}" if self.message else self.name


def thrown(text: str | None) -> Thrown | None:
    """The exception in what a client prints of a failure; None where it threw none."""
    found = _THROWN.match(text.strip()) if text else None
    if found is None:
        return None
    message = " ".join((found["message"] or "").split())
    return Thrown(found["name"], _NUMBERS.sub("#", message)[:_LONGEST], found["frame"])
