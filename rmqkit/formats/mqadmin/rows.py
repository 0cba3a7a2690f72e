"""Reading headers and rows of text tables: aligned, squeezed, in Markdown or tabs, or
hard-wrapped. Knows how cells look (from `columns`), not what they mean."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rmqkit.formats.block import CONTINUED
from rmqkit.formats.mqadmin.columns import CELLS, MAY_BE_EMPTY, Layout, headings, layout_of
from rmqkit.formats.prompts import is_gap

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


def match_row(layout: Layout, lines: Sequence[str], i: int) -> tuple[Cells | None, int] | None:
    """The same for a line whose cells alone show that a row starts there; None for any other line.

    Cells are None where their borders have to be looked at as well.
    """
    match = layout.pattern.match(lines[i])
    if match is None:
        return None
    if None in match.groups():
        return row_at(layout, lines, i) or (None, 1)
    bordered = layout.delimiter or "|" in lines[i] or "\t" in lines[i]
    return (None if bordered else _cells(match)), 1


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


def adds_up(cells: Cells) -> bool:
    """Whether a row's Diff is what it is computed of: the difference of its offsets (all versions)."""
    return int(cells["broker_offset"]) - int(cells["consumer_offset"]) == int(cells["diff"])
