"""Takes off a text what tools, chats and documents put around it,
so that the formats see what RocketMQ printed.

One composition of steps, outermost layer first; a step gets all lines and gives as many: line
i stays line i.
"""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import groupby

from rmqkit.formats.block import CONTINUED
from rmqkit.formats.characters import clean_characters
from rmqkit.formats.logs.json_objects import text_in_object
from rmqkit.formats.mqadmin.outputs import OUTPUT_MARK
from rmqkit.formats.prefixes import Matches, is_ours, without_prefixes, without_runs

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


def _in_plain_characters(lines: list[str]) -> list[str]:
    return [clean_characters(line) for line in lines]


def _without_markup(lines: Sequence[str]) -> list[str]:
    """The same lines without HTML, pointers and escapes."""
    plain = [_plain(line) for line in lines]
    if any(_ESCAPED_HEADING.match(line) for line in plain):
        return [_SLASHED.sub("#", _ESCAPE.sub(r"\1", line)) for line in plain]
    return plain


def _plain(line: str) -> str:
    if "&" in line and _ENTITY.search(line):
        line = html.unescape(line).replace("\u00a0", " ")
    if "<" in line:
        line = _CLOSED.sub("", _OPENED.sub("", line))
    return _POINTER.sub("", line)


def _unescaped(text: str) -> str:
    """What a string of a program means."""
    return _IN_STRING.sub(lambda match: _MEANT.get(match[1], match[1]), text)


def _without_cells(lines: list[str]) -> list[str]:
    """Lines out of what log shippers and web consoles keep each of them in, a JSON object or a cell
    of CSV; runs of objects or of rows that hold mqadmin's own text are left with that text."""
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
    """Of each row with quotes the cell in the column in which some row has a line of mqadmin's."""
    rows = list(map(_cells, lines))
    told = {(len(row), i) for row in rows for i, cell in enumerate(row) if _WHOLE_LINE.search(cell)}
    columns = dict(sorted(told, reverse=True))
    return [row[columns[len(row)]] if len(row) in columns else None for row in rows]


def _cells(line: str) -> list[str]:
    """A row's cells, two at least; none where its quotes are not CSV's, or a cell is too long."""
    if not line.rstrip().endswith('"') or "," not in line:
        return []
    try:
        cells = next(csv.reader([line], strict=True), [])
    except csv.Error:
        return []
    return cells if len(cells) > 1 else []


def _without_strings(lines: list[str]) -> list[str]:
    """Lines that are strings of a program's list say what the strings mean."""
    for string in _STRINGS:
        inside = without_runs(lines, string, _is_text_of_ours)
        pairs = zip(inside, lines, strict=True)
        lines = [_unescaped(new) if new is not old else old for new, old in pairs]
    return lines


def _without_frames(lines: list[str]) -> list[str]:
    """Lines that are set as code, or go on by a shell's mark."""
    for framed in _FRAMED:
        lines = without_runs(lines, framed, _is_text_of_ours)
    return lines


def _is_text_of_ours(run: Matches) -> bool:
    return len(run) >= 2 and is_ours(run)


STEPS: tuple[Step, ...] = (
    _in_plain_characters,
    _without_markup,
    _without_cells,
    _without_strings,
    _without_frames,
    without_prefixes,
)


def clean_lines(lines: Sequence[str]) -> list[str]:
    """The same lines without colours, odd blanks, foreign digits, markup and tools' prefixes."""
    return reduce(lambda cleaned, step: step(cleaned), STEPS, list(lines))


# -- tables of web pages --------------------------------------------------------------------------

_ROW_BEGINS = re.compile(r"<tr\b[^<>]*>", re.IGNORECASE)
_ROW_ENDS = re.compile(r"</tr\s*>", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b[^<>]*>(.*?)</t[dh]\s*>", re.IGNORECASE | re.DOTALL)
_ROW_TAG = re.compile(r"<[^<>]+>")
_AROUND_ROWS = re.compile(
    r"^\s*(?:</?(?:table|thead|tbody|tfoot|colgroup|col|div|caption)\b[^<>]*>\s*)+$", re.IGNORECASE
)
# a row's source; more is no row
_LONGEST_ROW = 200


def without_html_tables(lines: Sequence[str]) -> list[str]:
    """The same lines with each row of a web page's table, as its source has it, as one line of
    cells apart by tabs: it stands on the line on which the row begins, and the others of it are
    `CONTINUED`."""
    if not any(_ROW_BEGINS.search(line) for line in lines):
        return list(lines)
    rows = ["" if _AROUND_ROWS.match(line) else line for line in lines]
    i = 0
    while i < len(rows):
        end = _row_end(rows, i) if len(_ROW_BEGINS.findall(rows[i])) == 1 else i
        if end > i:
            cells = [_cell_text(cell) for cell in _CELL.findall("\n".join(rows[i:end]))]
            rows[i:end] = ["\t".join(cells), *[CONTINUED] * (end - i - 1)]
        i = max(end, i + 1)
    return rows


def _row_end(lines: Sequence[str], begin: int) -> int:
    """Behind the line on which the row ends; `begin` where it does not."""
    most = lines[begin : begin + _LONGEST_ROW]
    ends = (number for number, line in enumerate(most, start=begin + 1) if _ROW_ENDS.search(line))
    return next(ends, begin)


def _cell_text(cell: str) -> str:
    return " ".join(html.unescape(_ROW_TAG.sub(" ", cell)).split())
