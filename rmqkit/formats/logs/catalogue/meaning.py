"""What a message means to somebody on call, and how grave it is by itself; what a record says of itself, by which a
meaning is chosen. Data's types, and the choice among the rows of a table; no wordings.

A meaning belongs to an event: all wordings of one thing, in all versions and languages, mean the
same. What a record says besides (its facts: topic, retries, the answer) chooses among the event's
rows and fills the holes of their sentences. The catalogue's own fields stand first; what they lack is looked for in the
shapes of `formats/data/facts.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from rmqkit.formats.data import expression, rows_of, sentence
from rmqkit.language import with_values

Facts = Mapping[str, str]
"""What a record says of itself, by name (`topic`, `retries`, `code`...); see `stated`."""
NO_FACTS: Facts = MappingProxyType({})


class Gravity(StrEnum):
    """What one record of a message says by itself, before anything else is known."""

    ROUTINE = "routine"
    """Ordinary work: nothing is wrong."""
    TRANSIENT = "transient"
    """Normal for some seconds around a start, a reconnect, a rebalance; lasting longer, it means something."""
    FAULT = "fault"
    """Something is or was wrong with consumption."""
    ELSEWHERE = "elsewhere"
    """Something is or was wrong, but not with consuming: sending, disk, replication, index, statistics."""


@dataclass(frozen=True)
class Meaning:
    """One sentence that says what a message says, when it is normal (empty: never), and its gravity.

    `span`: for how long a TRANSIENT message is normal; None for every other gravity. `remedy`: the setting or call to
    change; empty where what the sentence says has none of its own. `place`: of its row among those of its event, the
    most particular ones first.
    """

    gravity: Gravity
    says: str
    normal: str
    span: timedelta | None = None
    remedy: str = ""
    place: int = field(default=0, compare=False)

    @cached_property
    def holes(self) -> frozenset[str]:
        """The facts that its sentences name."""
        return frozenset(_HOLE.findall(self.says + self.normal + self.remedy))

    def filled(self, facts: Facts) -> Meaning:
        """With a record's facts in its sentences."""
        values = {hole: facts[hole] for hole in self.holes}
        says, normal, remedy = (
            with_values(text, values) if values else text for text in (self.says, self.normal, self.remedy)
        )
        return replace(self, says=says, normal=normal, remedy=remedy)


_HOLE = re.compile(r"\{([a-z_]+)\}")
_CONDITION = re.compile(r"(?P<no>not )?(?P<fact>[a-z_]+)(?: (?P<sign>>=|<=|=|~) (?P<value>.+))?")


@dataclass(frozen=True)
class Condition:
    """`fact` (it is known), `fact = value`, `fact >= 3`, `fact <= 3`, `fact ~ words` (holds them,
    in any case), or `not` and one of these."""

    fact: str
    sign: str
    value: str
    negated: bool

    def holds(self, facts: Facts) -> bool:
        """Whether it is so by the facts."""
        if (stated := facts.get(self.fact)) is None:
            return self.negated
        match self.sign:
            case "=":
                is_so = stated == self.value
            case "~":
                is_so = self.value.lower() in stated.lower()
            case ">=":
                is_so = int(stated) >= int(self.value)
            case "<=":
                is_so = int(stated) <= int(self.value)
            case _:
                is_so = True
        return is_so is not self.negated


@dataclass(frozen=True)
class Row:
    """One meaning of an event, and what must hold for it; its cells are read when somebody asks."""

    event: str
    cells: Mapping[str, str]

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """What the facts of a record have to say."""
        return conditions_of(self.cells["if"])

    @cached_property
    def meaning(self) -> Meaning:
        """What it says, its holes open."""
        return meaning_in(self.cells)

    @property
    def always(self) -> bool:
        """Whether it needs no fact."""
        return not self.conditions and not self.meaning.holes

    def fits(self, facts: Facts) -> bool:
        """Whether its conditions hold and every fact that its sentences name is known."""
        return self.meaning.holes <= facts.keys() and all(condition.holds(facts) for condition in self.conditions)


def chosen(rows: Sequence[Row], facts: Facts) -> Meaning:
    """What the first row says that fits the facts. The last row of every event needs none."""
    place, row = next((place, row) for place, row in enumerate(rows) if row.fits(facts))
    return replace(row.meaning.filled(facts), place=place)


def conditions_of(text: str) -> tuple[Condition, ...]:
    """Conditions with `and` between them; none of an empty text."""
    conditions = [_CONDITION.fullmatch(part) for part in text.split(" and ")] if text else []
    assert None not in conditions, text
    return tuple(
        Condition(parts["fact"], parts["sign"] or "", parts["value"] or "", bool(parts["no"]))
        for parts in conditions
        if parts
    )


def meaning_in(row: Mapping[str, str]) -> Meaning:
    """The meaning that a row of a data file has in its columns `MEANING`."""
    gravity, _, seconds = row["gravity"].partition(" ")
    says, normal, remedy = (sentence(row, column) for column in ("says", "normal", "remedy"))
    return Meaning(Gravity(gravity), says, normal, timedelta(seconds=int(seconds)) if seconds else None, remedy)


_SHAPES = tuple(
    (row["fact"], re.compile(expression("facts.tsv", row["shape"]))) for row in rows_of("facts.tsv", "fact", "shape")
)
_HEARTBEAT_GAP = "heartbeat_gap"
_LAST_HEARTBEAT = re.compile(
    r"\b(?P<hour>[0-2][0-9]):(?P<minute>[0-5][0-9]):(?P<second>[0-5][0-9])\b[^\n]*\blastUpdateTimestamp=(?P<at>[0-9]{10})[0-9]{3}\b"
)
# By multiples of this time zones differ.
_QUARTER = 15 * 60
_ALL = frozenset({_HEARTBEAT_GAP, *(name for name, _ in _SHAPES)})
_COUNTED = frozenset({"retries", "attempts"})


def stated(
    text: str,
    fields: Mapping[str, str | None] = NO_FACTS,
    only: Container[str] = _ALL,
) -> Facts:
    """The facts of a record: the catalogue's fields, then what else its text tells (of the names in `only`)."""
    facts = {name: value for name, value in fields.items() if value and name != "detail"}
    for name, shape in _SHAPES:
        if name in only and name not in facts and (match := shape.search(text)):
            facts[name] = match[1].strip()
    if _HEARTBEAT_GAP in only and (match := _LAST_HEARTBEAT.search(text)):
        facts[_HEARTBEAT_GAP] = str(_heartbeat_gap(match))
    return facts


def _heartbeat_gap(match: re.Match[str]) -> int:
    """How many seconds before a record's time a client's last heartbeat was, which its channel prints as milliseconds
    since 1970; less than a quarter of an hour, since the zone of the record's time is unknown."""
    printed = int(match["hour"]) * 3600 + int(match["minute"]) * 60 + int(match["second"])
    return (printed - int(match["at"])) % _QUARTER


def agreed(records: Sequence[Facts]) -> Facts:
    """What several records say alike; of numbers of attempts the highest that one of them says."""
    names = {name for facts in records for name in facts}
    values = {name: [facts.get(name) for facts in records] for name in names}
    counted = {name: filter(None, values[name]) for name in names & _COUNTED}
    highest = {name: str(max(map(int, numbers))) for name, numbers in counted.items()}
    alike = (name for name in names - _COUNTED if len(set(values[name])) == 1)
    return {**highest, **{name: records[0][name] for name in alike}}


TOLD = (
    "group", "topic", "broker", "queue", "offset", "client_id", "address", "host", "code", "answer", "http", "retries",
    "attempts", "timeout", "placeholder", "missing",
)  # fmt: skip
"""The facts that are repeated to the reader, in this order."""


def named(facts: Facts) -> tuple[tuple[str, str], ...]:
    """The facts to be repeated, each with its name."""
    return tuple((name, facts[name]) for name in TOLD if name in facts)
