"""Which other format log lines are wrapped in, and each line without it: JSON objects, which have a
module of their own, or rows of CSV that a log's web interface exported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rmqkit.formats.logs.json_objects import in_object, is_json
from rmqkit.formats.logs.layout_table import layout_of

# a cell in quotes, which a line end may leave open
_QUOTED = re.compile(r'(?:^|,)"((?:[^"]|"")*)(?:"(?=,|\s*$)|$)')
_LONGEST_DATE = "2026-11-21T10:24:29.123456789+08:00"
_HEADINGS = ("message", "line", "log", "_source", "content", "msg", "body")


def _is_csv(sample: Sequence[str]) -> bool:
    """Whether several rows hold a whole log line in quotes, or a heading says which column does."""
    rows = [line for line in sample if '"' in line and "," in line]
    found = sum(_cell_text(line) != line for line in rows)
    headings = {cell.strip('" ').lower() for cell in ",".join(sample[:1]).split(",")}
    return found > 1 or (found > 0 and not headings.isdisjoint(_HEADINGS))


def _cell_text(line: str) -> str:
    """The log line in a row's cell; a line that is no such row as it is, without the quote that ends a long cell."""
    layout = layout_of(line)
    if layout is not None and not layout.general:
        return line
    cells = (cell[1].replace('""', '"') for cell in _QUOTED.finditer(line))
    long = ((cell, layout_of(cell)) for cell in cells if len(cell) > len(_LONGEST_DATE))
    inner = [cell for cell, its in long if its is not None and its.dated]
    return max(inner, key=len) if inner else line.removesuffix('"')


# name: whether a sample of lines is wrapped so, and the log line in one line
_WRAPPINGS: dict[str, tuple[Callable[[Sequence[str]], bool], Callable[[str], str]]] = {
    "json": (is_json, in_object),
    "csv": (_is_csv, _cell_text),
}


def wrapping_of(sample: Sequence[str]) -> str | None:
    """The name of what a sample's lines are wrapped in; None for plain lines."""
    return next((name for name, (holds, _) in _WRAPPINGS.items() if holds(sample)), None)


def unwrapped(line: str, wrapping: str) -> str:
    """The log line, or lines, that stand in one wrapped line."""
    return _WRAPPINGS[wrapping][1](line)
