"""What a message means to somebody on call, and how grave it is by itself. Data's types; no
wordings, no reading.

A meaning belongs to an event: all wordings of one thing, in all versions and languages, mean the
same.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum


class Gravity(StrEnum):
    """What one record of a message says by itself, before anything else is known."""

    ROUTINE = "routine"
    """Ordinary work: nothing is wrong."""
    PASSING = "passing"
    """Normal for some seconds around a start, a reconnect, a rebalance;
    lasting longer, it means something."""
    FAULT = "fault"
    """Something is or was wrong for those who consume."""
    ELSEWHERE = "elsewhere"
    """Something is or was wrong, but not with consuming:
    sending, disk, replication, index, statistics."""


@dataclass(frozen=True)
class Meaning:
    """One sentence that says what a message says, when it is normal (empty: never), and its
    gravity.

    `span`: for how long a PASSING message is normal; None for every other gravity.
    """

    gravity: Gravity
    says: str
    normal: str
    span: timedelta | None = None


def meanings(table: str) -> dict[str, Meaning]:
    """Read a table of lines `event | gravity [seconds] | what it says | when it is normal`."""
    rows = [line.split(" |") for line in table.strip("\n").split("\n")]
    return {event.strip(): _meaning(*(cell.strip() for cell in cells)) for event, *cells in rows}


def _meaning(gravity: str, says: str, normal: str) -> Meaning:
    name, _, seconds = gravity.partition(" ")
    return Meaning(Gravity(name), says, normal, timedelta(seconds=int(seconds)) if seconds else None)
