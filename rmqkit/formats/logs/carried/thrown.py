"""What a listener threw, as failures are told apart: text in, values out.

A client prints `RemotingHelper#exceptionSimpleDesc` (all versions): the exception's own text, and
the first line of its stack behind a comma; its logger, the stack below it. The expressions are read
by Python's `re` and by Java's alike: tables of records take the same ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rmqkit.formats.threads import PLATFORM

_CLASS = r"((?:[a-z_][\w$]*\.)+[A-Z][\w$]*)"
THROWN = rf"(?s)^\s*{_CLASS}(?::\s*(.*?))?(?:,\s*([\w$.<>/]+\([^()]*\)))?,?\s*$"
"""An exception as a message holds it: its class, its message, the newest frame of its stack."""
THROWN_BELOW = rf"(?m)^{_CLASS[:-1]}(?:Exception|Error|Throwable))(?::[ \t]*(.*))?$"
"""An exception as a logger prints it below a record: its class, its message."""
OWN_FRAME = rf"(?m)^\s*at (?:[\w.@+-]*/)*((?!{PLATFORM})[^\s/]+\([^()\n]*\))"
"""The newest frame in the application's own code."""
NUMBERS = r"\b[0-9a-fA-F]{8,}\b|(?<!CODE: )(?<!CODE: \d)(?<!CODE: \d\d)\d+"
"""What differs in a message from one failure to the next; `#` stands for it. A broker's code tells failures apart."""
LONGEST = 160
"""Characters of a message that tell failures apart."""


@dataclass(frozen=True)
class Thrown:
    """An exception as failures are told apart by it: its class, its message without the numbers that differ from one to
    the next, and the first frame of the application's own code, else the one that is printed."""

    name: str
    message: str
    frame: str | None

    def __str__(self) -> str:
        return f"{self.name}: {self.message}" if self.message else self.name


def thrown(text: str | None, record: str = "") -> Thrown | None:
    """The exception in what a client prints of a failure, all of which is `record`; else None."""
    found = re.match(THROWN, text) if text else None
    if found is None:
        return None
    message = " ".join((found[2] or "").split())
    told = Thrown(found[1], re.sub(NUMBERS, "#", message)[:LONGEST], found[3])
    own = re.search(OWN_FRAME, record)
    return replace(told, frame=own[1]) if own else told
