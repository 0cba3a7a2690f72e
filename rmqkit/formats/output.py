"""What a kind of output is: one object that says how its lines are told, how it goes on, who reads it. No kinds here.

Each module of `mqadmin` ends with its `Output`, and `mqadmin.outputs` lists them all. Reading a text asks these objects
alone: `cutting` what one line is a sign of and whether it goes on with the open block, `parse` for the rows,
`cleaning` (by the marks) where in a line RocketMQ's own text begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from enum import StrEnum

from rmqkit.formats.block import Block, Kind, Parsed
from rmqkit.formats.mqadmin.rows import Layout, read_row
from rmqkit.formats.prompts import Command


class Role(StrEnum):
    """What a line does for the block that it stands in."""

    BLANK = "blank"
    COMMAND = "command"
    DATE = "date"
    NOISE = "noise"
    HEADER = "header"
    CUT_HEADER = "cut_header"
    BODY = "body"
    FOOTER = "footer"
    FAILURE = "failure"
    TRACE = "trace"
    RECORD = "record"
    OTHER = "other"


@dataclass(frozen=True)
class LineSign:
    """The role of a line, the kind it belongs to, its place in that kind's order, and the lines that it covers."""

    role: Role
    kind: Kind | None = None
    section: int = 0
    length: int = 1
    layout: Layout | None = None
    command: Command | None = None


@dataclass
class Draft:
    """A block under way: what is known of it so far."""

    kind: Kind
    first: int
    preamble: int
    command: Command
    at: datetime | None
    section: int = 0
    layout: Layout | None = None
    closed: bool = False
    role: Role = Role.HEADER
    usage: bool = False
    spaced: bool = False  # a blank line stands between all its lines
    end: int = 0
    topics: set[str] = field(default_factory=set)
    resumes: int | None = None


def takes_a_table_s_lines(draft: Draft, line: str) -> bool:
    """Rows of the open layout, and until the totals whatever looks like a part of a table."""
    if draft.layout is not None and read_row(draft.layout, line):
        return True
    return not draft.closed and is_tabular(line)


def is_tabular(line: str) -> bool:
    """Whether a line looks like a part of a table: columns apart, or mostly numbers."""
    words = line.split()
    numbers = sum(word.lstrip("-").isdigit() or word in ("N/A", "NA") for word in words)
    return "  " in line.strip() or "\t" in line or line.count("|") > 1 or 3 * numbers >= len(words)


def follows_in_order(draft: Draft, sign: LineSign) -> bool:
    """A header of a later section goes on with the block, a row or total of its own or a later one, till the totals."""
    if sign.kind is not draft.kind:
        return False
    if sign.role is Role.HEADER:
        return sign.section > draft.section
    return sign.section >= draft.section and not (draft.closed and sign.role is Role.BODY)


@dataclass(frozen=True)
class Output:
    """One kind of output.

    `marks` are texts that begin one of its lines and stand nowhere else; a line that shows one
    shows as well what tools put before it. `tables` are the headers (by the name of their table)
    and the sections that they open. `heading` and `part` say what a line is a sign of: one that
    opens a block or section, and one that can stand without any header; `is_footer` and `guess` say
    the same of totals and of rows, whose layout the latter gives. `follows` decides whether a sign
    goes on with a block of this kind, `takes` whether a line does that says nothing by itself.
    """

    kind: Kind
    parse: Callable[[Block, tzinfo], Parsed]
    marks: tuple[str, ...] = ()
    tables: Mapping[str, int] = field(default_factory=dict)
    heading: Callable[[Sequence[str], int, str], LineSign | None] | None = None
    part: Callable[[str], LineSign | None] | None = None
    is_footer: Callable[[str], object] | None = None
    guess: Callable[[str], Layout | None] | None = None
    follows: Callable[[Draft, LineSign], bool] = follows_in_order
    takes: Callable[[Draft, str], bool] = takes_a_table_s_lines
