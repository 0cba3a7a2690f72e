"""A table of a web page as its source has it: each row becomes one line of cells apart by tabs.

No lines dropped: a row stands on the line on which it begins, and the others of it are `CONTINUED`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from rmqkit.formats.block import CONTINUED

_BEGINS = re.compile(r"<tr\b[^<>]*>", re.IGNORECASE)
_ENDS = re.compile(r"</tr\s*>", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b[^<>]*>(.*?)</t[dh]\s*>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>]+>")
_AROUND = re.compile(r"^\s*(?:</?(?:table|thead|tbody|tfoot|colgroup|col|div|caption)\b[^<>]*>\s*)+$", re.IGNORECASE)
# a row's source; more is no row
_LONGEST = 200


def without_html_tables(lines: Sequence[str]) -> list[str]:
    """The same lines with the rows of tables as lines of cells; all other lines as they are."""
    if not any(_BEGINS.search(line) for line in lines):
        return list(lines)
    rows = ["" if _AROUND.match(line) else line for line in lines]
    i = 0
    while i < len(rows):
        end = _end(rows, i) if len(_BEGINS.findall(rows[i])) == 1 else i
        if end > i:
            cells = [_text(cell) for cell in _CELL.findall("\n".join(rows[i:end]))]
            rows[i:end] = ["\t".join(cells), *[CONTINUED] * (end - i - 1)]
        i = max(end, i + 1)
    return rows


def _end(lines: Sequence[str], begin: int) -> int:
    """Behind the line on which the row ends; `begin` where it does not."""
    return next((i + 1 for i in range(begin, min(len(lines), begin + _LONGEST)) if _ENDS.search(lines[i])), begin)


def _text(cell: str) -> str:
    return " ".join(html.unescape(_TAG.sub(" ", cell)).split())
