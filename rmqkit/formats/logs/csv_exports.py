"""Rows of CSV that a log's web interface exported:
the log line that stands in one of their cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rmqkit.formats.logs.layout_table import layout_of

# a cell in quotes, which a line end may leave open
_QUOTED = re.compile(r'(?:^|,)"((?:[^"]|"")*)(?:"(?=,|\s*$)|$)')
_LONGEST_DATE = "2026-11-21T10:24:29.123456789+08:00"
_HEADINGS = ("message", "line", "log", "_source", "content", "msg", "body")


def is_csv(sample: Sequence[str]) -> bool:
    """Whether several rows hold a whole log line in quotes, or a heading says which column does."""
    rows = [line for line in sample if '"' in line and "," in line]
    found = sum(in_cell(line) != line for line in rows)
    headed = bool(sample) and not {cell.strip('" ').lower() for cell in sample[0].split(",")}.isdisjoint(_HEADINGS)
    return found > 1 or (headed and found > 0)


def in_cell(line: str) -> str:
    """The log line in a row's cell; a line that is no such row as it is,
    without the quote that ends a long cell."""
    layout = layout_of(line)
    if layout is not None and not layout.general:
        return line
    cells = (cell[1].replace('""', '"') for cell in _QUOTED.finditer(line))
    laid_out = ((cell, layout_of(cell)) for cell in cells)
    inner = [cell for cell, its in laid_out if its is not None and its.dated and len(cell) > len(_LONGEST_DATE)]
    return max(inner, key=len) if inner else line.removesuffix('"')
