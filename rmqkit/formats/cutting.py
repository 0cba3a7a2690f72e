"""The walk over one file's lines that opens, continues and closes blocks, by what each line is a sign of.

A sign (a prompt, a header, a row, a failure, a log record, nothing known) is of one line, and of the next ones where a
line was broken, never of the blocks around it: outputs tell their own lines, in the order in which they are asked here.
Every line goes to exactly one block; what stands before an output (prompt, date, warnings) is its preamble.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from rmqkit.formats.block import CONTINUED, LOG_KINDS, Kind
from rmqkit.formats.logs.layouts import is_record_start
from rmqkit.formats.mqadmin import command_failed, consumer_status, other_mqadmin
from rmqkit.formats.mqadmin.command_failed import FRAME, continues_failure
from rmqkit.formats.mqadmin.consumer_connection import BELOW, SUBSCRIPTION
from rmqkit.formats.mqadmin.consumer_progress import title_group
from rmqkit.formats.mqadmin.outputs import BY_KIND, BY_TABLE, MARK, OUTPUTS
from rmqkit.formats.mqadmin.rows import is_cut_header, read_header, read_wrapped_row, row_length
from rmqkit.formats.mqadmin.running_info import STACKS
from rmqkit.formats.output import Draft, LineSign, Output, Role
from rmqkit.formats.prompts import Command, date_line, is_gap, is_logger_noise, is_noise, is_separator, read_command
from rmqkit.formats.prose import is_prose

_HEADINGS = tuple(output.heading for output in OUTPUTS if output.heading)
_WITH_PARTS = tuple(output for output in OUTPUTS if output.part or output.guess)
_UNKNOWN_TABLE = re.compile(r"^\s*#[A-Za-z][\w ()&]*\s{2,}#[A-Za-z]")
_BLANK = LineSign(Role.BLANK)
_OTHER = LineSign(Role.OTHER)
_NOISE = LineSign(Role.NOISE)
_RECORD = LineSign(Role.RECORD)


def sign_at(lines: Sequence[str], i: int) -> LineSign:
    """The sign that line i gives by itself."""
    text = lines[i].strip()
    if not text:
        return _BLANK
    if sign := _around_sign(lines, i, text):
        return sign
    if is_record_start(text):
        return _RECORD
    for heading in _HEADINGS:
        if sign := heading(lines, i, text):
            return sign
    if header := read_header(lines, i):
        layout, length = header
        output, section = BY_TABLE[layout.table]
        return LineSign(Role.HEADER, output.kind, section, length, layout)
    if group := title_group(text):
        return LineSign(Role.COMMAND, command=Command(group=group))
    if text.startswith("#"):  # of another command, the beginning of one whose rest is lost, or of an unknown table
        if sign := other_mqadmin.part(text):
            return sign
        if is_cut_header(text):
            return LineSign(Role.CUT_HEADER)
        if _UNKNOWN_TABLE.match(text):
            return LineSign(Role.HEADER, Kind.UNKNOWN)
    return next(filter(None, (_part(output, text) for output in _WITH_PARTS)), _OTHER)


def _part(output: Output, text: str) -> LineSign | None:
    """A row or footer of an output that can stand without its header."""
    if output.part and (sign := output.part(text)):
        return sign
    if output.is_footer and output.is_footer(text):
        return LineSign(Role.FOOTER, output.kind)
    layout = output.guess(text) if output.guess else None
    return LineSign(Role.BODY, output.kind, layout=layout) if layout else None


def _around_sign(lines: Sequence[str], i: int, text: str) -> LineSign | None:
    """What stands around outputs: dates, loggers' warnings, prompts, separators."""
    if is_logger_noise(text) or is_separator(text) or is_gap(text):
        return _NOISE
    command = read_command(text)
    if command is not None and not consumer_status.is_verdict(text):
        end = i
        while lines[end].rstrip().endswith("\\") and end + 1 < len(lines) and end < i + 10:
            end += 1
        length = end - i + 1
        whole = " ".join(line.strip().rstrip("\\") for line in lines[i : i + length])
        return LineSign(Role.COMMAND, command=read_command(whole) or command, length=length)
    moment = date_line(text)
    return LineSign(Role.DATE, command=Command(at=moment)) if moment else None


_LOOSE = frozenset({"subscriptions", "clients"})  # rows of these look like many other lines
_INTERRUPTIONS = LOG_KINDS | {Kind.COMMAND_FAILED, Kind.UNKNOWN}
_NO_COMMAND = Command()


@dataclass
class Cutter:
    """The walk over one file's lines; `waiting` is where the lines before the next block begin."""

    lines: list[str]
    drafts: list[Draft] = field(default_factory=list)
    open: Draft | None = None
    waiting: int = 0
    command: Command = _NO_COMMAND
    at: datetime | None = None
    dated: set[tuple[Kind, str | None, str | None]] = field(default_factory=set)

    def start(self, i: int, sign: LineSign, kind: Kind) -> None:
        """Begin a block at line i; what waits before it becomes its preamble."""
        # a date stands for the outputs below it until one of them comes again
        output = (kind, self.command.group, self.command.topic)
        at = None if output in self.dated else self.at
        if at is not None:
            self.dated.add(output)
        self.open = Draft(kind, self.waiting, i - self.waiting, self.command, at, sign.section, role=sign.role)
        if len(self.drafts) > 1:  # does it go on without a header, after a failure, a log record or a remark?
            before, last = self.drafts[-2:]
            is_broken = last.kind in _INTERRUPTIONS and before.kind is kind and not before.closed
            goes_on = sign.role in (Role.BODY, Role.FOOTER) and self.waiting == last.end
            self.open.resumes = len(self.drafts) - 2 if is_broken and goes_on else None
        self.drafts.append(self.open)

    def take(self, i: int, sign: LineSign) -> None:
        """Give the lines of a sign to the open block."""
        draft = self.open
        assert draft is not None
        self.waiting = draft.end = i + sign.length
        draft.role = sign.role if sign.role is not Role.BLANK else draft.role


def cut(lines: list[str]) -> list[Draft]:
    """The drafts of the blocks of cleaned lines, in order; they cover all lines."""
    cutter = Cutter(lines)
    i = 0
    while i < len(lines):
        if lines[i] == CONTINUED:
            if cutter.open is not None:
                cutter.waiting = cutter.open.end = i + 1
            i += 1
            continue
        sign = _open_table_row(cutter, i) or sign_at(lines, i)
        if sign.role in _AROUND:
            _around(cutter, i, sign)
        elif sign.role is Role.OTHER:
            sign = _other(cutter, i, sign)
        elif not _continues(cutter.open, sign):
            _begin(cutter, i, sign)
        else:
            _continue(cutter, i, sign)
        i += sign.length
    if not cutter.drafts:
        cutter.drafts.append(Draft(Kind.UNKNOWN, 0, 0, cutter.command, cutter.at))
    cutter.drafts[-1].end = len(lines)
    return cutter.drafts


def is_untouched(text: str) -> bool:
    """Whether a text holds no sign of what tools, chats and documents put into one."""
    return text.isascii() and _TOUCHED.search(text) is None


# colours, entities, tags, code, quotes, bars and escapes; a carriage return that ends no line
_TOUCHED = re.compile(r"[\x00-\x08\x0b-\x1f&<>`|\\]")


def cut_as_printed(lines: list[str]) -> list[Draft] | None:
    """The drafts of lines as mqadmin printed them; None as soon as one line is not by itself what its place asks for.

    Every output begins with its header in the first column, and no line is broken, prefixed, unknown, a prompt or a
    log's. Then cleaning would change nothing.
    """
    cutter = Cutter(lines)
    i = 0
    while i < len(lines):
        sign = _open_table_row(cutter, i) or sign_at(lines, i)
        if sign.role is Role.BLANK:
            _around(cutter, i, sign)
        elif _continues(cutter.open, sign) and sign.role in _PRINTED_WITHIN:
            _continue(cutter, i, sign)
        elif sign.role is Role.HEADER and MARK.match(lines[i]) and sign.kind is not Kind.UNKNOWN:
            _begin(cutter, i, sign)
        else:
            return None
        i += sign.length
    if not cutter.drafts or cutter.open is None:
        return None
    cutter.drafts[-1].end = len(lines)
    return cutter.drafts


_PRINTED_WITHIN = frozenset({Role.HEADER, Role.BODY, Role.FOOTER})


_AROUND = frozenset({Role.BLANK, Role.NOISE, Role.COMMAND, Role.DATE, Role.CUT_HEADER})


def _open_table_row(cutter: Cutter, i: int) -> LineSign | None:
    draft = cutter.open
    if draft is None or draft.layout is None or draft.closed or draft.layout.table in _LOOSE:
        return None
    if draft.kind is Kind.CONSUMER_STATUS and draft.section:  # below its verdict a row begins the next listing
        return None
    length = row_length(draft.layout, cutter.lines, i)
    return LineSign(Role.BODY, draft.kind, draft.section, length) if length else None


def _around(cutter: Cutter, i: int, sign: LineSign) -> None:
    """Blanks and noise stay in the open block; prompts and dates end it and wait for the next."""
    draft, command = cutter.open, sign.command
    in_stacks = draft is not None and draft.kind is Kind.RUNNING_INFO and draft.section == STACKS
    if sign.role in _ENDING and not (sign.role is Role.DATE and in_stacks):
        cutter.open = None
        if command is not None and command.at is not None:
            cutter.at, cutter.dated = command.at, set()
        if command and sign.role is Role.COMMAND and (command.name or command.group or cutter.command.name):
            cutter.command = command
    elif draft is not None:
        if sign.role is Role.BLANK:
            draft.role = Role.BLANK if draft.role is not Role.TRACE else Role.TRACE
            draft.usage = False
        cutter.waiting = draft.end = i + 1


_ENDING = frozenset({Role.COMMAND, Role.DATE, Role.CUT_HEADER})


def _continues(draft: Draft | None, sign: LineSign) -> bool:
    """Whether a sign belongs to the open block by the order in which its kind prints."""
    if draft is None:
        return False
    if sign.role is Role.RECORD or draft.kind in LOG_KINDS:
        return draft.kind in LOG_KINDS and sign.role in _OF_RECORDS
    return BY_KIND[draft.kind].follows(draft, sign)


_OF_RECORDS = frozenset({Role.RECORD, Role.TRACE, Role.FAILURE})


def _begin(cutter: Cutter, i: int, sign: LineSign) -> None:
    kind = Kind.APP_LOG if sign.role is Role.RECORD else sign.kind or Kind.UNKNOWN
    before = cutter.drafts[-1].kind if cutter.drafts else None
    if sign.role is Role.FOOTER and before is Kind.BROKER_CONSUME_STATS:
        kind = before
    cutter.start(i, sign, kind)
    printer = sign.command if kind is Kind.OTHER_MQADMIN else None
    if printer and not other_mqadmin.prints_alike(cutter.command.name, printer.name):
        cutter.drafts[-1].command = printer
    _continue(cutter, i, sign)


def _continue(cutter: Cutter, i: int, sign: LineSign) -> None:
    draft = cutter.open
    assert draft is not None
    # What a sign tells of the place in the output: its section, the table that is open, its end.
    opens_table = sign.layout is not None and sign.role is Role.HEADER
    if not (opens_table and draft.kind is Kind.RUNNING_INFO):
        draft.section = max(draft.section, sign.section)
    if sign.section == -1 and sign.command is not None and sign.command.topic:
        draft.topics.add(sign.command.topic)
        draft.section, draft.layout, draft.closed = -1, None, False
    draft.layout = sign.layout if sign.role is Role.HEADER else draft.layout or sign.layout
    draft.closed = draft.closed or sign.role is Role.FOOTER
    draft.spaced = i > 2 and not cutter.lines[i - 1].strip() and bool(cutter.lines[i - 2].strip())
    if sign.role is Role.FAILURE:
        draft.usage = draft.usage or command_failed.is_usage(cutter.lines[i])
    cutter.take(i, sign)
    if draft.kind is Kind.CONSUMER_STATUS and sign.command is not None:
        cutter.command = sign.command
        cutter.open = None


def _other(cutter: Cutter, i: int, sign: LineSign) -> LineSign:
    """A line that is no sign by itself: part of a broken row, of the open block, or of an unknown one."""
    draft, line = cutter.open, cutter.lines[i]
    if draft is None:
        printed = other_mqadmin.can_print(cutter.command.name, line.strip())
        cutter.start(i, sign, Kind.OTHER_MQADMIN if printed else Kind.UNKNOWN)
        cutter.take(i, sign)
        return sign
    has_rows = draft.layout is not None and not draft.closed and draft.layout.table not in _LOOSE
    wrapped = read_wrapped_row(draft.layout, cutter.lines, i) if draft.layout is not None and has_rows else None
    if wrapped:  # a row of the open table that a terminal broke into several lines
        sign = LineSign(Role.BODY, draft.kind, draft.section, wrapped[1])
    elif draft.kind in LOG_KINDS:
        if not line[:1].isspace() and (draft.role is Role.BLANK or is_prose(line)):
            cutter.start(i, sign, Kind.UNKNOWN)
    elif not BY_KIND[draft.kind].takes(draft, line):
        cutter.start(i, sign, Kind.UNKNOWN)
    cutter.take(i, sign)
    return sign


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
        if not _goes_on_below(lines[i + parts]):
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
        if 2 * len(lines[i + parts - 2]) < width.signs or not _goes_on_below(lines[i + parts - 1]):
            return 0
        if _is_row(" ".join(part.strip() for part in lines[i : i + parts])):
            return parts
    return 0


def _goes_on_below(line: str) -> bool:
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
