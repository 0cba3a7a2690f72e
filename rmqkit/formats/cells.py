"""Takes lines out of what log shippers and web consoles keep each of them in: a JSON object, a cell of CSV.

Never drops or joins lines. Logs have their own road (`logs/wrapping`); here it is what a command printed.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from itertools import groupby

from rmqkit.formats.logs.json_objects import text_in_object
from rmqkit.formats.mqadmin.outputs import OUTPUT_MARK

Texts = list[str | None]

# A header of two columns at least, or the command: a single heading is itself a cell of a table in CSV.
_WHOLE_LINE = re.compile(r"#[A-Z][\w ]*\s+#[A-Z]|mqadmin \w")


def without_cells(lines: list[str]) -> list[str]:
    """The same lines; runs of objects or of rows that hold mqadmin's own text are left with that text."""
    if any('{"' in line or '{ "' in line for line in lines):
        lines = _taken_out(lines, [text_in_object(line) for line in lines], _is_ours)
    if any('","' in line or ',"' in line for line in lines):
        lines = _taken_out(lines, _in_columns(lines), _holds_whole_line)
    return lines


def _taken_out(lines: list[str], texts: Texts, holds: Callable[[list[str]], bool]) -> list[str]:
    """The lines, with the text for each of a run of several texts that holds what is looked for."""
    result = list(lines)
    for has_text, places in groupby(range(len(lines)), key=lambda i: texts[i] is not None):
        run = list(places)
        found = [text for i in run if (text := texts[i]) is not None]
        if has_text and len(run) > 1 and holds(found):
            for i, text in zip(run, found, strict=True):
                result[i] = text
    return result


def _is_ours(texts: Sequence[str]) -> bool:
    return any(OUTPUT_MARK.match(text.strip()) or _WHOLE_LINE.search(text) for text in texts)


def _holds_whole_line(texts: Sequence[str]) -> bool:
    return any(map(_WHOLE_LINE.search, texts))


def _in_columns(lines: Sequence[str]) -> Texts:
    """Of each row with quotes, the cell of that column in which one of the rows has a whole line of mqadmin's."""
    rows = [_cells(line) if line.rstrip().endswith('"') and "," in line else [] for line in lines]
    told = {(len(row), i) for row in rows for i, cell in enumerate(row) if len(row) > 1 and _WHOLE_LINE.search(cell)}
    columns = dict(sorted(told, reverse=True))
    return [row[columns[len(row)]] if len(row) in columns else None for row in rows]


def _cells(line: str) -> list[str]:
    """A row's cells; none where its quotes are not those of CSV, or a cell is longer than the reader takes."""
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error:
        return []
