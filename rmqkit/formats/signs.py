"""What one line of a paste is a sign of: a prompt, a header, a row, a failure, a log record, nothing known.

Looks at one line (and at the next ones where a line was broken), never at the blocks around it; `cutting` puts the
signs together. Outputs tell their own lines: this is the order in which they are asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.layouts import is_record_start
from rmqkit.formats.mqadmin import consumer_status, other_mqadmin
from rmqkit.formats.mqadmin.consumer_progress import title_group
from rmqkit.formats.mqadmin.outputs import BY_TABLE, OUTPUTS
from rmqkit.formats.mqadmin.rows import is_cut_header, read_header
from rmqkit.formats.noise import is_gap, is_logger_noise
from rmqkit.formats.output import LineSign, Output, Role
from rmqkit.formats.prompts import Command, date_line, is_separator, read_command

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
    if sign := _around(lines, i, text):
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


def _around(lines: Sequence[str], i: int, text: str) -> LineSign | None:
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
