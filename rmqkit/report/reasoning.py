"""What was considered and refuted, what the lines say, what would decide: rows for tables. No HTML here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.finding import NORMAL, OPEN, Finding, Missing, Said, Status
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.render.parts import moment

ORDER = (Status.PROVEN, Status.SUSPECTED, Status.REFUTED, Status.OPEN)


@dataclass(frozen=True)
class Numbered:
    """A judgement with its place in the diagnosis, which is its anchor's number."""

    number: int
    entry: Finding


def judged(diagnosis: Diagnosis) -> list[Numbered]:
    """The explanations that something speaks for or against: accepted ones first, then refuted, then open."""
    numbered = [Numbered(number, entry) for number, entry in enumerate(diagnosis.considered, start=1)]
    telling = [row for row in numbered if not _is_silent(row.entry)]
    return sorted(telling, key=lambda row: (ORDER.index(row.entry.status), -row.entry.agrees, row.number))


def silent(diagnosis: Diagnosis) -> list[str]:
    """The explanations that the evidence does not reach at all."""
    return list(dict.fromkeys(entry.id for entry in diagnosis.considered if _is_silent(entry)))


def _is_silent(entry: Finding) -> bool:
    return entry.status == Status.OPEN and not entry.agrees and not entry.contradicts


@dataclass(frozen=True)
class NumberedSaid:
    """A row of the ledger of meaning with its place in the diagnosis."""

    number: int
    said: Said


def telling(diagnosis: Diagnosis) -> list[NumberedSaid]:
    """What is open or explained, open things first, as the diagnosis has it."""
    return [row for row in _said(diagnosis) if row.said.state != NORMAL]


def ordinary(diagnosis: Diagnosis) -> list[NumberedSaid]:
    """What is normal."""
    return [row for row in _said(diagnosis) if row.said.state == NORMAL]


def _said(diagnosis: Diagnosis) -> list[NumberedSaid]:
    return [NumberedSaid(number, said) for number, said in enumerate(diagnosis.messages, start=1)]


def state_word(said: Said) -> str:
    """The label of a row's state in the table of words."""
    return "said_open" if said.state == OPEN else said.state


def when(said: Said) -> str | None:
    """From when to when, to the second, as short as it can be said."""
    return between(said.since, said.until)


def between(since: datetime | None, until: datetime | None) -> str | None:
    """The same of any two moments; None where neither is known."""
    start, end = moment(since), moment(until)
    if start is None or end is None or start == end:
        return start or end
    same_day = start[:10] == end[:10]
    return f"{start.rpartition(' ')[0]} - {end[11:] if same_day else end}"


def decided_causes(missing: Missing) -> list[str]:
    """The causes that a command decides between."""
    return [cause for cause in missing.decides if cause in BY_ID]
