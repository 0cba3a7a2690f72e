"""Takes off a text what tools, chats and documents put around it, so that the formats see what RocketMQ printed.

One composition of steps, outermost layer first; a step gets all lines and gives as many: line i stays line i.
"""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import groupby

from rmqkit.formats.characters import clean_characters
from rmqkit.formats.logs.json_objects import text_in_object
from rmqkit.formats.mqadmin.outputs import OUTPUT_MARK
from rmqkit.formats.prefixes import is_ours, without_prefixes, without_runs

Step = Callable[[list[str]], list[str]]
Texts = list[str | None]

# A header of two columns at least, or the command: a single heading is itself a cell of a table in CSV.
_WHOLE_LINE = re.compile(r"#[A-Z][\w ]*\s+#[A-Z]|mqadmin \w")

_ENTITY = re.compile(r"&(?:amp|lt|gt|nbsp|quot|apos|#\d{1,5}|#x[0-9a-fA-F]{1,4});")
_OPENED = re.compile(r"^\s*(?:<(?:pre|code)\b[^<>]*>\s*)+(?=\S)")
_CLOSED = re.compile(r"(?<!\s)\s*(?:</(?:code|pre)>|<br ?/?>)+\s*$")
# a person's pointer behind a row
_POINTER = re.compile(r"(?<!\s)\s+(?:<[-=]{2,}|[\u2190\u21d0\u27f5\u2b05\u25c4\u25c0\U0001f448]).*$")
# Markdown's escape of a heading's mark, and another that some sites write
_ESCAPED_HEADING = re.compile(r"^\W{0,12}(?:\\|/)#(?=[A-Z])")
_ESCAPE = re.compile(r"\\([#_*%|<>~`.\[\](){}+!-])")
_SLASHED = re.compile(r"/#(?=[A-Z])")
# lines that are strings of JSON or Python
_STRINGS = (
    re.compile(r"\s*\"(?P<rest>(?:[^\"\\]|\\.)*)\",?\s*$"),
    re.compile(r"\s*'(?P<rest>(?:[^'\\]|\\.)*)',?\s*$"),
)
# lines that are set as code, or go on by a shell's mark
_FRAMED = (re.compile(r"\s*`(?P<rest>[^`]*)`\s*$"), re.compile(r"(?!.*mqadmin)(?P<rest>(?:.*\S)?)\s*\\$"))
_IN_STRING = re.compile(r"\\([\"'\\tn])")
_MEANT = {"t": "\t", "n": " "}


def _without_markup(lines: Sequence[str]) -> list[str]:
    """The same lines without HTML, pointers and escapes."""
    plain = []
    for line in lines:
        if "&" in line and _ENTITY.search(line):
            line = html.unescape(line).replace("\u00a0", " ")
        if "<" in line:
            line = _CLOSED.sub("", _OPENED.sub("", line))
        plain.append(_POINTER.sub("", line))
    if any(_ESCAPED_HEADING.match(line) for line in plain):
        return [_SLASHED.sub("#", _ESCAPE.sub(r"\1", line)) for line in plain]
    return plain


def _without_cells(lines: list[str]) -> list[str]:
    """Lines out of what log shippers and web consoles keep each of them in, a JSON object or a cell
    of CSV; runs of objects or of rows that hold mqadmin's own text are left with that text."""
    if any('{"' in line or '{ "' in line for line in lines):
        lines = _taken_out(
            lines,
            list(map(text_in_object, lines)),
            lambda texts: any(OUTPUT_MARK.match(text.strip()) or _WHOLE_LINE.search(text) for text in texts),
        )
    if any('","' in line or ',"' in line for line in lines):
        # Of each row with quotes the cell in the column in which some row has a line of mqadmin's.
        rows = list(map(_cells, lines))
        told = {(len(row), i) for row in rows for i, cell in enumerate(row) if _WHOLE_LINE.search(cell)}
        columns = dict(sorted(told, reverse=True))
        lines = _taken_out(
            lines,
            [row[columns[len(row)]] if len(row) in columns else None for row in rows],
            lambda texts: any(map(_WHOLE_LINE.search, texts)),
        )
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


def _cells(line: str) -> list[str]:
    """A row's cells, two at least; none where its quotes are not CSV's, or a cell is too long."""
    if not line.rstrip().endswith('"') or "," not in line:
        return []
    try:
        cells = next(csv.reader([line], strict=True), [])
    except csv.Error:
        return []
    return cells if len(cells) > 1 else []


def _without_quotes(lines: list[str]) -> list[str]:
    """Lines that are strings of a program's list say what the strings mean; others are set as code, or go on by a
    shell's mark."""
    for shape in (*_STRINGS, *_FRAMED):
        inside = without_runs(lines, shape, lambda run: len(run) >= 2 and is_ours(run))
        if shape in _STRINGS:
            pairs = zip(inside, lines, strict=True)
            inside = [
                _IN_STRING.sub(lambda sign: _MEANT.get(sign[1], sign[1]), new) if new is not old else old
                for new, old in pairs
            ]
        lines = inside
    return lines


STEPS: tuple[Step, ...] = (
    lambda lines: list(map(clean_characters, lines)),
    _without_markup,
    _without_cells,
    _without_quotes,
    without_prefixes,
)


def clean_lines(lines: Sequence[str]) -> list[str]:
    """The same lines without colours, odd blanks, foreign digits, markup and tools' prefixes."""
    return reduce(lambda cleaned, step: step(cleaned), STEPS, list(lines))
