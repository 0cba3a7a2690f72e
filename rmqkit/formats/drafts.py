"""A block under way: what is known of it so far, and which lines it takes that tell nothing by themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from rmqkit.formats.block import LOG_KINDS, Kind
from rmqkit.formats.mqadmin import other_mqadmin
from rmqkit.formats.mqadmin.columns import Layout
from rmqkit.formats.mqadmin.rows import read_row
from rmqkit.formats.prompts import Command
from rmqkit.formats.signs import Role

STACKS = 7
_RUNNING_INFO_FREE = frozenset({0, 6, STACKS})  # sections of keys and of stacks: any line can stand there
_WORDS = re.compile(r"[^\s,;|]+")


@dataclass
class Draft:
    """A block under way."""

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


def accepts(draft: Draft, line: str) -> bool:
    """Whether the open block takes a line that nothing else tells about."""
    if draft.kind is Kind.UNKNOWN:
        return True
    if draft.kind is Kind.OTHER_MQADMIN:
        return other_mqadmin.can_print(draft.command.name, line.strip())
    if draft.kind in LOG_KINDS:
        return draft.role is not Role.BLANK or line[:1].isspace()
    if draft.kind is Kind.COMMAND_FAILED:
        return draft.usage or draft.role is Role.FAILURE
    if draft.kind is Kind.RUNNING_INFO:
        return draft.section in _RUNNING_INFO_FREE or _tabular(line)
    if draft.kind is Kind.CONSUMER_CONNECTION and draft.section in (1, 2):
        apart = draft.role is Role.BLANK and not draft.spaced
        return not draft.closed and not apart and len(_WORDS.findall(line)) >= 2
    if draft.layout is not None and read_row(draft.layout, line):
        return True
    return not draft.closed and _tabular(line)


def _tabular(line: str) -> bool:
    """Whether a line looks like a part of a table: columns apart, or mostly numbers."""
    words = line.split()
    numbers = sum(word.lstrip("-").isdigit() or word in ("N/A", "NA") for word in words)
    return "  " in line.strip() or "\t" in line or line.count("|") > 1 or 3 * numbers >= len(words)
