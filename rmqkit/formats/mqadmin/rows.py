"""The tables of mqadmin and of the web console: the columns (names, how a cell looks, which table has which; they stand
in `formats/data/columns.tsv` and `tables.tsv`), and reading headers and rows of text: aligned, squeezed, in Markdown or
tabs, or hard-wrapped. Not what cells mean. Layouts are found by the names in a header line, never by a version.

Numbers are within the types that Java printed them from. What lies outside was not printed by RocketMQ (a damaged
paste, two columns that touch): it raises ValueError, so that its line stays unparsed instead of reaching a table whose
column cannot hold it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rmqkit.formats.block import CONTINUED
from rmqkit.formats.data import expression, rows_of
from rmqkit.formats.prompts import is_gap

_INT_BITS, _LONG_BITS = 31, 63


def int_of(text: str) -> int:
    """A Java `int`: queue ids, counts, permissions."""
    return _within(text, _INT_BITS)


def long_of(text: str) -> int:
    """A Java `long`: offsets and their differences."""
    return _within(text, _LONG_BITS)


def double_of(text: str) -> float:
    """A printed double; some locales write 0,00."""
    return float(text.replace(",", ".") if "." not in text else text.replace(",", ""))


def _within(text: str, bits: int) -> int:
    if len(text) > 40:  # Python's own limit on digits is an error of another kind
        raise ValueError(f"{text[:40]}... is no number of {bits + 1} bits")
    number = int(text)
    if not -(1 << bits) <= number < 1 << bits:
        raise ValueError(f"{number} is no number of {bits + 1} bits")
    return number


_ROWS = rows_of("columns.tsv", "column", "empty", "headings", "cell")
CELLS: dict[str, str] = {row["column"]: expression("columns.tsv", row["cell"]) for row in _ROWS}
"""How a column's cells look."""
MAY_BE_EMPTY = frozenset(row["column"] for row in _ROWS if row["empty"])
"""Columns whose cells RocketMQ or a console may leave empty."""
_NUMBERS: dict[str, Callable[[str], float]] = {"{INT}": int_of, "{LONG}": long_of, "{DECIMAL}": double_of}
NUMBERS = {row["column"]: _NUMBERS[row["cell"]] for row in _ROWS if row["cell"] in _NUMBERS}
"""How a column's cells are read that are numbers."""
TIMES = frozenset(row["column"] for row in _ROWS if row["cell"] == "{TIME}")
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


def guess(
    table: str, shapes: Sequence[tuple[str, ...]], certain: Callable[[Mapping[str, str | None], str], object]
) -> Callable[[str], Layout | None]:
    """What tells the layout of a row that stands without its header: the first of some columns that it has, where its
    cells, or the whole line, make that certain."""
    layouts = [Layout(table, columns) for columns in shapes]

    def layout(line: str) -> Layout | None:
        for one in layouts:
            match = one.pattern.match(line)
            if match and certain(match.groupdict(), line):
                return one
        return None

    return layout


def column_named(text: str) -> str | None:
    """The column under a heading, with or without its blanks; None for what heads no known column."""
    return _COLUMN_OF.get(re.sub(r"\s", "", text).lower())


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
        names.append(column_named(match["text"]) or "other")
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


Cells = dict[str, str]

MOST_WRAPS = 6
_BARS = re.compile(r"(?:\s|(?<!\|)\|(?!\|))+")
_PIPE = re.compile(r"(?<!\|)\|(?!\|)")
_EMPTY = frozenset({"", "-", "—"})
# No heading has a number of its own: a line with one is a row, and ends every header above it.
_NUMBER = re.compile(r"\s\d")
_HEADER_START = re.compile(r"[\s|]*#[A-Z一-龥]")


def read_header(lines: Sequence[str], i: int) -> tuple[Layout, int] | None:
    """The header that starts at line i and how many physical lines it takes (more than one when hard-wrapped)."""
    best = layout_of(lines[i])
    line = lines[i]
    can_be_broken = line.count("#") > 1 or (_HEADER_START.match(line) is not None and "  " in line.strip())
    if best is None and not can_be_broken:
        return None
    taken = 1
    for n in range(2, min(MOST_WRAPS, len(lines) - i) + 1):
        if _NUMBER.search(lines[i + n - 1]):
            break
        longer = next(filter(None, map(layout_of, _joined(lines, i, n, 0))), None)
        if longer and (best is None or longer.table == best.table):
            best, taken = longer, n
    if best is None:
        return None
    width = max(map(len, lines[i : i + taken])) if taken > 1 else 0
    return replace(best, width=width), taken


def is_cut_header(line: str) -> bool:
    """Whether a line is the beginning of a header whose rest is lost."""
    if not _HEADER_START.match(line):
        return False
    found = headings(line) or headings(line.rpartition("#")[0])
    return found is not None and any(column != "other" for column in found)


def read_row(layout: Layout, line: str) -> Cells | None:
    """The cells of one physical line as text, without the empty ones; None if the line is no row of this layout."""
    if layout.delimiter:
        fitted = _fitted(layout, [cell.strip() for cell in next(csv.reader([line], delimiter=layout.delimiter))])
        return _typed(layout, fitted) if len(fitted) == len(layout.columns) else None
    if "|" in line or "\t" in line:
        cells = _delimited(layout, line)
        if cells:
            return cells
    match = layout.pattern.match(_BARS.sub(" ", line) if line.lstrip().startswith("|") else line)
    return _cells(match) if match else None


def row_at(layout: Layout, lines: Sequence[str], i: int) -> tuple[Cells, int] | None:
    """The row that starts at line i and how many physical lines it takes; None if none starts there.

    A row that lacks a cell may have it on the next line, so the reading with more cells is the right one.
    """
    single = read_row(layout, lines[i])
    if single is not None and len(single) == len(layout.columns):
        return single, 1
    wrapped = read_wrapped_row(layout, lines, i)
    if wrapped is not None and (single is None or len(wrapped[0]) > len(single)):
        return wrapped
    return None if single is None else (single, 1)


def row_length(layout: Layout, lines: Sequence[str], i: int) -> int:
    """How many physical lines a row takes whose cells alone show that it starts at line i; 0 for any other line."""
    match = layout.pattern.match(lines[i])
    if match is None:
        return 0
    row = row_at(layout, lines, i) if None in match.groups() else None
    return row[1] if row else 1


def _cells(match: re.Match[str]) -> Cells:
    return {name: text for name, text in match.groupdict().items() if text is not None}


def read_wrapped_row(layout: Layout, lines: Sequence[str], i: int) -> tuple[Cells, int] | None:
    """A row that a terminal or a chat broke into several lines, from line i; None if it is none."""
    best: tuple[Cells, int] | None = None
    if is_gap(lines[i]):
        return None
    for n in range(2, min(MOST_WRAPS, len(lines) - i) + 1):
        # a line can be the rest of the row above it if it is no row by itself
        line = lines[i + n - 1]
        whole = layout.pattern.match(line)
        if not line.strip() or line == CONTINUED or is_gap(line) or (whole and None not in whole.groups()):
            break
        for text in _joined(lines, i, n, layout.width):
            match = layout.pattern.match(text)
            if match and (best is None or len(_cells(match)) > len(best[0])):
                best = _cells(match), n
    return best


def _joined(lines: Sequence[str], i: int, n: int, width: int) -> Iterator[str]:
    """Ways to undo a hard wrap: as it was (padded where the blanks at the end were lost), or at a blank."""
    parts = lines[i : i + n]
    padding = max(width, *(len(part) for part in parts[:-1]))
    yield "".join(part.ljust(padding) for part in parts[:-1]) + parts[-1]
    yield " ".join(part.strip() for part in parts)


def _typed(layout: Layout, cells: Sequence[str]) -> Cells | None:
    """Cells by column if each looks as its column should; empty cells are left out."""
    found: Cells = {}
    for column, cell in zip(layout.columns, cells, strict=True):
        if cell in _EMPTY:
            continue
        if not re.fullmatch(CELLS[column], cell):
            return None
        found[column] = cell
    whole = sum(column in found for column in layout.columns if column not in MAY_BE_EMPTY)
    lacking = sum(column not in MAY_BE_EMPTY for column in layout.columns) - whole
    return found if whole >= min(2, whole + lacking) and lacking <= 1 else None


def _delimited(layout: Layout, line: str) -> Cells | None:
    """Cells between tabs, or between bars: rows may begin and end with one."""
    text = line.strip(" ")
    has_bar = text.startswith("|")
    cells = text.split("\t") if "\t" in text and not has_bar else _PIPE.split(text)
    if has_bar and not cells[0].strip():
        cells = cells[1:]
    plain = [cell.strip(" `*") if cell.strip() != "*" else "*" for cell in cells]
    fitted = _fitted(layout, plain)
    return _typed(layout, fitted) if len(fitted) == len(layout.columns) else None


def _fitted(layout: Layout, cells: list[str]) -> list[str]:
    """The cells without empty ones behind the last column, and with the last if it may be empty and was lost."""
    columns = len(layout.columns)
    while len(cells) > columns and not cells[-1]:
        cells = cells[:-1]
    lacks_last = len(cells) == columns - 1 and layout.columns[-1] in MAY_BE_EMPTY
    return [*cells, ""] if lacks_last else cells


def adds_up(cells: Mapping[str, str | None]) -> bool:
    """Whether a row's Diff is what it is computed of: the difference of its offsets (all versions)."""
    broker, consumer, diff = (int(cells[name] or 0) for name in ("broker_offset", "consumer_offset", "diff"))
    return broker - consumer == diff
