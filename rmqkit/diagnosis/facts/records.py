"""Which messages of the log catalogue tell what: rows of `records.tsv`. Rules ask by what is told and never by the
names of messages; `by` is who has to have written them, `own` that they have to name the group."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from rmqkit.language import read_rows


class Told(NamedTuple):
    """The messages that tell something: their names, of which source, and whether they name the group."""

    events: tuple[str, ...]
    by: str | None
    own: bool


@cache
def _table() -> dict[str, Told]:
    rows = read_rows(Path(__file__).with_name("records.tsv"), ("told", "by", "own", "events"))
    return {row["told"]: Told(tuple(row["events"].split()), row["by"] or None, bool(row["own"])) for row in rows}


def told(name: str) -> Told:
    """The messages that tell it.

    Raises KeyError for what no row is called.
    """
    return _table()[name]
