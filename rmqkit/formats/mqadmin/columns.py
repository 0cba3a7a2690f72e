"""The columns of mqadmin's tables and of the web console's: names, how a cell looks, which table has which. The rows
stand in `formats/data/columns.tsv` and `tables.tsv`.

Layouts are found by the names in a header line, never by a version. Reading of rows is in `rows`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rmqkit.formats.data import expression, rows_of

_ROWS = rows_of("columns.tsv", "column", "empty", "headings", "cell")
CELLS: dict[str, str] = {row["column"]: expression("columns.tsv", row["cell"]) for row in _ROWS}
"""How a column's cells look."""
MAY_BE_EMPTY = frozenset(row["column"] for row in _ROWS if row["empty"])
"""Columns whose cells RocketMQ or a console may leave empty."""
HEADINGS: dict[str, str] = {text: row["column"] for row in _ROWS for text in row["headings"].split(" / ")}
"""The headings over a column; blanks in them are optional."""


@dataclass(frozen=True)
class Table:
    """One of mqadmin's tables: the columns that make it this table, and those that it may have besides."""

    name: str
    needed: frozenset[str]
    allowed: frozenset[str]


TABLES: tuple[Table, ...] = tuple(
    Table(
        row["table"],
        frozenset(row["needed"].split()),
        frozenset((row["needed"] + " " + row["more"]).split()) | {"other"},
    )
    for row in rows_of("tables.tsv", "table", "needed", "more")
)
_COLUMN_OF = {re.sub(r"\s", "", text).lower(): column for text, column in HEADINGS.items()}
_ALTERNATIVES = "|".join(re.escape(text).replace(r"\ ", r"\s?") for text in sorted(HEADINGS, key=len, reverse=True))
_BETWEEN = r"\s|,;\"*`"
_HEADING = re.compile(rf"[{_BETWEEN}#:：]*(?P<text>{_ALTERNATIVES})(?![A-Za-z_])", re.IGNORECASE)
_NEW_HEADING = re.compile(rf"[{_BETWEEN}]*#(?P<text>[A-Za-z][\w()&/-]*)")
_REST = re.compile(rf"[{_BETWEEN}#]*$")
_DELIMITERS = (",", ";")


@dataclass(frozen=True)
class Layout:
    """A header line that was understood: its table and its columns in order."""

    table: str
    columns: tuple[str, ...]
    width: int = 0
    delimiter: str = ""

    @property
    def pattern(self) -> re.Pattern[str]:
        """Matches a whole row whose cells are apart by white space of any length."""
        return row_pattern(self.columns)


@lru_cache(maxsize=256)
def row_pattern(columns: tuple[str, ...]) -> re.Pattern[str]:
    """The regular expression of a row with these columns; a cell that may be empty is optional."""
    parts = []
    for i, column in enumerate(columns):
        cell = f"(?P<{column}>{CELLS[column]})" if column != "other" else f"(?:{CELLS[column]})"
        gap = r"\s*" if i == 0 else r"\s+"
        parts.append(f"(?:{gap}{cell})?" if column in MAY_BE_EMPTY else gap + cell)
    return re.compile("".join(parts) + r"\s*$")


def headings(line: str) -> tuple[str, ...] | None:
    """The columns that a line names; None if it holds anything else.

    A name with a `#` that no known version prints counts as `other`, so a table that gains a column
    in a later version is still read.
    """
    names: list[str] = []
    position = 0
    while not _REST.match(line, position):
        match = _HEADING.match(line, position) or _NEW_HEADING.match(line, position)
        if match is None:
            return None
        names.append(_COLUMN_OF.get(re.sub(r"\s", "", match["text"]).lower(), "other"))
        position = match.end()
    return tuple(names) or None


def layout_of(line: str) -> Layout | None:
    """The layout of a header line; None if the line is no header of a known table."""
    columns = headings(line)
    if columns is None:
        return None
    known = [column for column in columns if column != "other"]
    if len(set(known)) != len(known) or len(known) < len(columns) - 1 - line.count("#") // 3:
        return None
    table = next((table for table in TABLES if table.needed <= frozenset(known) <= table.allowed), None)
    # A sheet is as wide as its widest table: behind the last column of the others stand empty cells.
    told = line.rstrip().rstrip("".join(_DELIMITERS))
    delimiter = next((sign for sign in _DELIMITERS if told.count(sign) == len(columns) - 1), "")
    return Layout(table.name, columns, delimiter=delimiter) if table else None
