"""What a record says of itself: facts by name, to choose a meaning and to
fill its holes. Text in, values out; no catalogue, no judgement.

The catalogue's own fields stand first; what they lack is looked for in the shapes of `formats/data/facts.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

from rmqkit.formats.data import expression, rows_of
from rmqkit.formats.logs.catalogue.meaning import NO_FACTS, Facts

_PIECES = {
    "IS": r"\"?\s?[=:]\s?\"?\[?",
    "NAME": r"[%A-Za-z0-9_|-]+",
    "CODE": r"\bCODE\"?[=:] ?|[Rr]esponse ?[Cc]ode\"?[=:] ?|\bcode\"?[=:] ?|\berror code:? ?|\bstatus=\w+\(",
}
_SHAPES = tuple(
    (row["fact"], re.compile(expression(row["shape"], _PIECES))) for row in rows_of("facts.tsv", "fact", "shape")
)
_ALL = frozenset(name for name, _ in _SHAPES)
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
    return facts


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
