"""Puts lines together again that a terminal broke at its width or a chat at a blank. No rows here, no dropped lines.

Line i stays line i: the first physical line takes the whole text and the others become `CONTINUED`. Rows whose layout
only their header tells are put together later, in `rows`; what is whole by itself is never touched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rmqkit.formats.block import CONTINUED, Kind
from rmqkit.formats.cutting import sign_at
from rmqkit.formats.logs.layouts import is_record_start
from rmqkit.formats.mqadmin.command_failed import FRAME, continues_failure
from rmqkit.formats.mqadmin.consumer_connection import BELOW, SUBSCRIPTION
from rmqkit.formats.output import Role
from rmqkit.formats.prompts import is_noise, read_command

_NARROWEST = 60
_USUAL = frozenset({72, 78, 79, 80, 90, 100, 110, 120, 128, 130, 132, 140, 150, 160, 180, 200, 220, 240, 250, 256})
_MOST_PARTS = 8
_MOST_WORD_PARTS = 3
_WHOLE = frozenset({Role.HEADER, Role.BODY, Role.FOOTER})
# kinds whose rows tell by themselves what they are; the others' are put together below their header
_KINDS = frozenset({Kind.CONSUMER_CONNECTION, Kind.CONSUMER_STATUS, Kind.RUNNING_INFO, Kind.CONSUMER_PROGRESS_ALL})
# lines that may hold any text after their beginning
_PROPERTY = re.compile(r"\s*(?:[\w.$]+ +|[\w.$]{40,}): ?\S|Below is subscription:\d")
_TEXT = re.compile(r"\s*(?:Caused by: )?(?:[a-z_][\w$]*\.)+[\w$]*(?:Exception|Error)\b")
_FRAME_START = re.compile(r"\s*at (?:[\w$]+\.){2,}[\w$<>]+")


def _columns(line: str) -> int:
    return len(line.expandtabs())


class _Width(NamedTuple):
    """How long the longest line is: in signs, and in columns of a terminal, where a tab takes several."""

    signs: int
    columns: int

    def is_full(self, line: str) -> bool:
        """Whether a line takes the whole width."""
        return len(line) == self.signs or _columns(line) == self.columns

    def is_reached(self, line: str) -> bool:
        """Whether a line takes the width, but for a blank at its end that may be lost."""
        return self.is_full(line) or len(line) == self.signs - 1 or _columns(line) == self.columns - 1


def unwrapped(lines: Sequence[str]) -> list[str]:
    """The same number of lines, with broken ones whole again in their first place."""
    width = _Width(max(map(len, lines), default=0), max(map(_columns, lines), default=0))
    if width.signs < _NARROWEST:
        return list(lines)
    result = list(lines)
    # Of each line, whether it belongs to a log record: its own reader puts those together.
    inside = False
    told: list[bool] = []
    for line in lines:
        inside = bool(line.strip()) and (inside or is_record_start(line.strip()))
        told.append(inside)
    logged = told
    i = 0
    while i < len(lines):
        parts = 0
        if not logged[i]:
            parts = _broken_at_width(lines, i, width) or _broken_at_blank(lines, i, width)
        if parts:
            whole = lines[i : i + parts]
            result[i] = _together(whole, width)
            result[i + 1 : i + parts] = [CONTINUED] * (parts - 1)
        i += max(parts, 1)
    return result


def _together(parts: Sequence[str], width: _Width) -> str:
    """The text of some lines: as it was where they fill the width, else with the blank that the break took."""
    if not all(width.is_reached(part) for part in parts[:-1]):
        return " ".join(part.strip() for part in parts)
    return "".join(part if width.is_full(part) else part + " " for part in parts[:-1]) + parts[-1]


def _broken_at_width(lines: Sequence[str], i: int, width: _Width) -> int:
    """How many lines a text takes that fill the width but for the last; 0 if it is not broken."""
    parts = 1
    while width.is_reached(lines[i + parts - 1]) and i + parts < len(lines) and parts < _MOST_PARTS:
        if not _continues(lines[i + parts]):
            break
        parts += 1
    if parts == 1:
        return 0
    whole = _together(lines[i : i + parts], width)
    # lines end at the width because it is one, not because the longest of them happens to
    is_wrap = width.signs in _USUAL or width.columns in _USUAL or sum(map(width.is_full, lines)) > 1
    # a property, an exception or a command may go on with anything
    command = read_command(lines[i].strip())
    goes_on = _starts_text(lines[i]) or (command is not None and command.name is not None)
    sure = _is_row(whole) or FRAME.match(whole) or (goes_on and is_wrap)
    return parts if sure else 0


def _broken_at_blank(lines: Sequence[str], i: int, width: _Width) -> int:
    """How many lines a row takes that was broken between its cells; 0 if it is not broken."""
    if not lines[i].strip() or _is_whole(lines[i]):
        return 0
    for parts in range(2, min(_MOST_WORD_PARTS, len(lines) - i) + 1):
        if 2 * len(lines[i + parts - 2]) < width.signs or not _continues(lines[i + parts - 1]):
            return 0
        if _is_row(" ".join(part.strip() for part in lines[i : i + parts])):
            return parts
    return 0


def _continues(line: str) -> bool:
    """Whether a line can be the rest of the one above it: it says nothing by itself."""
    text = line.strip()
    if not text or _is_whole(line) or is_noise(text):
        return False
    return not (continues_failure(line) or _starts_text(line))


@lru_cache(maxsize=1024)
def _is_whole(text: str) -> bool:
    sign = sign_at([text], 0)
    return sign.role in _WHOLE and sign.kind is not Kind.UNKNOWN


def _is_row(text: str) -> bool:
    below = BELOW.match(text)
    if below is not None:
        return SUBSCRIPTION.match(below["rest"]) is not None
    sign = sign_at([text], 0)
    return sign.role is Role.BODY and sign.kind in _KINDS


def _starts_text(line: str) -> bool:
    return bool(_PROPERTY.match(line) or _TEXT.match(line) or _FRAME_START.match(line))
