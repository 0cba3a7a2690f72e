"""Takes off a text what tools, chats and documents put around it, so that the formats see what RocketMQ printed.

Line i stays line i. What stands before lines goes layer by layer: the tools' prefixes are in their table, any other
lead (bullets, clocks, a host's name) is shown by a line that mqadmin prints from its first column on, and its
neighbours that begin with the same lose it too.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from rmqkit.formats.characters import clean_characters
from rmqkit.formats.logs.layout_table import SURE, layout_of
from rmqkit.formats.mqadmin.outputs import MARK

_ENTITY = re.compile(r"&(?:amp|lt|gt|nbsp|quot|apos|#\d{1,5}|#x[0-9a-fA-F]{1,4});")
_OPENED = re.compile(r"^\s*(?:<(?:pre|code)\b[^<>]*>\s*)+(?=\S)")
_CLOSED = re.compile(r"(?<!\s)\s*(?:</(?:code|pre)>|<br ?/?>)+\s*$")
# a person's pointer behind a row
_POINTER = re.compile(r"(?<!\s)\s+(?:<[-=]{2,}|[\u2190\u21d0\u27f5\u2b05\u25c4\u25c0\U0001f448]).*$")
# Markdown's escape of a heading's mark, and another that some sites write
_ESCAPED_HEADING = re.compile(r"^\W{0,12}(?:\\|/)#(?=[A-Z])")
_ESCAPE = re.compile(r"\\([#_*%|<>~`.\[\](){}+!-])")
_SLASHED = re.compile(r"/#(?=[A-Z])")


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


def clean_lines(lines: Sequence[str]) -> list[str]:
    """The same lines without colours, odd blanks, foreign digits, markup and tools' prefixes."""
    return _without_prefixes(_without_markup(list(map(clean_characters, lines))))


_MOST_PASSES = 3  # a paste of a paste of a paste
_SURE = tuple(map(re.compile, SURE))
_CAN_CARRY = re.compile(r"^\s|^[#>\[/;]|^.{0,60}-|[:|\t]")


def _without_prefixes(lines: list[str]) -> list[str]:
    """The same lines without what stands before them, one layer after the other."""
    if not any(map(_CAN_CARRY.search, lines)):
        return lines
    for _ in range(_MOST_PASSES):
        # The same lines without what precedes mqadmin's text in whole runs of lines.
        leads = {lead for i in range(len(lines)) if (lead := _lead_at(lines, i))}
        result = list(lines)
        for lead in sorted(leads, key=len, reverse=True):
            _strip(result, lines, lead)
        sure = (next((match for shape in _SURE if (match := shape.match(line))), None) for line in result)
        inner = [line[match.end() :] if match else line for line, match in zip(result, sure, strict=True)]
        if inner == lines:
            break
        lines = inner
    return lines


_JSON_KEY = re.compile(r"\"(?:brokerDatas|queueDatas)\"\s*:")
_PARTS = re.compile(r"\s+|\S+")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_LONGEST = 120
# records of these layouts only look like a date before some text
_ANY_DATED = frozenset({"dated"})


def _lead_at(lines: Sequence[str], i: int) -> str | None:
    """What precedes mqadmin's text in line i; None where the line shows nothing of it."""
    line = lines[i]
    match = MARK.search(line[: _LONGEST + 40])
    if match is not None:
        return line[: match.start()] if match.start() <= _LONGEST else None
    if i and _JSON_KEY.search(line) and lines[i - 1].rstrip().endswith("{"):
        return lines[i - 1].rstrip()[:-1]
    return None


def _strip(result: list[str], lines: Sequence[str], lead: str) -> None:
    # A lead's regular expression: its numbers may be others, unless they are part of a name or an address.
    body = lead.rstrip()
    parts = [_part(part, first=i == 0) for i, part in enumerate(_PARTS.findall(body))]
    core = "".join(parts)
    shape = re.compile(rf"{core}(?:{re.escape(lead[len(body) :])}|\s*$)")
    # Runs of lines that begin with the lead and that no longer lead was taken off before.
    runs: list[list[int]] = [[]]
    for i, line in enumerate(lines):
        # a blank line, or one with the lead that is no log record that merely begins with a date
        is_carrying = result[i] is line and (not line.strip() or shape.match(line) is not None)
        layout = layout_of(line) if is_carrying and line.strip() else None
        if is_carrying and (layout is None or layout.name in _ANY_DATED or MARK.search(line)):
            runs[-1].append(i)
        elif runs[-1]:
            runs.append([])
    for run in runs:
        texts = sum(bool(lines[place].strip()) for place in run)
        if texts < 2 or not any(_lead_at(lines, place) == lead for place in run):
            continue
        for place in run:
            match = shape.match(lines[place])
            result[place] = lines[place][match.end() :] if match else lines[place]


def _part(part: str, *, first: bool) -> str:
    if part.isspace():
        return r"\s*" if first else r"\s+"
    counts = re.search(r"[A-SU-Ya-z]", part) is None and not _ADDRESS.search(part)
    return re.sub(r"(?:\\?\d)+", r"\\d+", re.escape(part)) if counts else re.escape(part)
