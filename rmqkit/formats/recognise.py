"""Cuts the text of one file into blocks: which command or log printed which lines, and what its prompt tells.

One file may hold anything: several commands with their prompts, repeated snapshots, failures, log records,
prose. The blocks cover every line once, in order. Rows are read by the kinds' own modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from rmqkit.formats import command_failed
from rmqkit.formats.block import LOG_KINDS, Block, Kind
from rmqkit.formats.clean import clean_characters, clean_lines, split_lines
from rmqkit.formats.columns import Layout
from rmqkit.formats.log_layouts import recognise_log, unwrapped
from rmqkit.formats.naming import client_of, group_in_rows, named_by_file, is_about_topic
from rmqkit.formats.prompts import Command
from rmqkit.formats.rows import read_row, read_wrapped_row
from rmqkit.formats.signs import Role, Sign, sign_at

_LOG_SAMPLE = 400
_RUNNING_INFO_FREE = frozenset({0, 6, 7})  # sections of keys and of stacks: any line can stand there
_STACKS = 7
_LOOSE = frozenset({"subscriptions", "clients"})  # rows of these look like many other lines
_NO_COMMAND = Command()


@dataclass
class _Draft:
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
    end: int = 0


@dataclass
class _Cutter:
    """The walk over one file's lines; `waiting` is where the lines before the next block begin."""

    lines: list[str]
    drafts: list[_Draft] = field(default_factory=list)
    open: _Draft | None = None
    waiting: int = 0
    command: Command = _NO_COMMAND
    at: datetime | None = None
    dated: set[tuple[Kind, str | None, str | None]] = field(default_factory=set)

    def start(self, i: int, sign: Sign, kind: Kind) -> None:
        """Begin a block at line i; what waits before it becomes its preamble."""
        self.open = _Draft(
            kind,
            self.waiting,
            i - self.waiting,
            self.command,
            self._when(kind),
            sign.section,
            sign.layout,
            role=sign.role,
        )
        self.drafts.append(self.open)

    def _when(self, kind: Kind) -> datetime | None:
        """A date stands for the outputs below it until one of them comes again."""
        key = (kind, self.command.group, self.command.topic)
        last = self.drafts[-1] if self.drafts else None
        resumed = kind in {d.kind for d in self.drafts[-2:-1]} and last is not None and last.kind is Kind.COMMAND_FAILED
        if self.at is None or (key in self.dated and not resumed):
            return None
        self.dated.add(key)
        return self.at

    def take(self, i: int, sign: Sign) -> None:
        """Give the lines of a sign to the open block."""
        draft = self.open
        assert draft is not None
        self.waiting = draft.end = i + sign.length
        draft.role = sign.role if sign.role is not Role.BLANK else draft.role

    def close(self) -> None:
        self.open = None


def recognise_blocks(text: str, name: str) -> list[Block]:
    """The blocks of one file, in order; together they hold every line of the text exactly once.

    `name` is the file's path: it is the last hint for a group, a topic or a client, and never for a kind.
    """
    raw = split_lines(text)
    if not raw:
        return []
    if looks_like_plain_log(raw[:_LOG_SAMPLE]):
        shape = recognise_log(raw[:_LOG_SAMPLE])
        kind = shape.kind if shape else Kind.UNKNOWN
        return [Block(kind, 1, tuple(clean_characters(line) for line in raw))]
    cutter = _Cutter(clean_lines(raw))
    i = 0
    while i < len(cutter.lines):
        i += _step(cutter, i)
    return [_finish(cutter, number, name) for number in range(len(_covering(cutter)))]


def looks_like_plain_log(head: Sequence[str]) -> bool:
    """Whether the first lines of a file are a log from top to bottom, which needs no cutting into blocks.

    `head` are up to a few hundred raw lines.
    """
    sample = [clean_characters(line) for line in head if line.strip()]
    shape = recognise_log(sample) if sample else None
    if shape is None:
        return False
    if shape.wrapped:
        sample = [unwrapped(line) for line in sample]
    elif shape.prefix:
        sample = clean_lines(sample)
    roles = [sign_at(sample, i).role for i in range(min(len(sample), 120))]
    if any(role in (Role.HEADER, Role.COMMAND, Role.FOOTER, Role.BODY) for role in roles):
        return False
    starts = sum(role is Role.RECORD for role in roles)
    return 2 * starts >= len(roles) or (starts > 0 and all(role in _OF_LOGS for role in roles))


_OF_LOGS = frozenset({Role.RECORD, Role.TRACE, Role.FAILURE})


def _step(cutter: _Cutter, i: int) -> int:
    """Decide on line i; how many lines were decided."""
    row = _row_of_open_table(cutter, i)
    sign = row or sign_at(cutter.lines, i)
    if sign.role in _AROUND:
        _around(cutter, i, sign)
    elif sign.role is Role.OTHER:
        sign = _other(cutter, i, sign)
    elif not _continues(cutter.open, sign):
        _begin(cutter, i, sign)
    else:
        _continue(cutter, i, sign)
    return sign.length


_AROUND = frozenset({Role.BLANK, Role.NOISE, Role.COMMAND, Role.DATE, Role.CUT_HEADER})


def _row_of_open_table(cutter: _Cutter, i: int) -> Sign | None:
    draft = cutter.open
    if draft is None or draft.layout is None or draft.closed or draft.layout.table in _LOOSE:
        return None
    line = cutter.lines[i]
    return Sign(Role.BODY, draft.kind, draft.section) if line and draft.layout.pattern.match(line) else None


def _around(cutter: _Cutter, i: int, sign: Sign) -> None:
    """Blanks and noise stay in the open block; prompts and dates end it and wait for the next."""
    stacks = cutter.open is not None and cutter.open.kind is Kind.RUNNING_INFO and cutter.open.section == _STACKS
    if sign.role in (Role.COMMAND, Role.DATE, Role.CUT_HEADER) and not (stacks and sign.role is Role.DATE):
        cutter.close()
        if sign.command is not None:
            _remember(cutter, sign)
        return
    if cutter.open is not None:
        if sign.role is Role.BLANK:
            cutter.open.role = Role.BLANK if cutter.open.role is not Role.TRACE else Role.TRACE
            cutter.open.usage = False
        cutter.waiting = cutter.open.end = i + 1


def _remember(cutter: _Cutter, sign: Sign) -> None:
    command = sign.command or _NO_COMMAND
    if command.at is not None:
        cutter.at, cutter.dated = command.at, set()
    if sign.role is Role.COMMAND and (command.name or command.group or cutter.command.name):
        cutter.command = command


def _continues(draft: _Draft | None, sign: Sign) -> bool:
    """Whether a sign belongs to the open block by the order in which its kind prints."""
    if draft is None:
        return False
    if sign.role is Role.RECORD or draft.kind in LOG_KINDS:
        return draft.kind in LOG_KINDS and sign.role in (Role.RECORD, Role.TRACE, Role.FAILURE)
    if sign.role is Role.TRACE:
        return draft.kind is Kind.COMMAND_FAILED
    if sign.role is Role.FAILURE:
        return draft.usage
    if draft.kind is Kind.BROKER_CONSUME_STATS and sign.role is Role.FOOTER:
        return True
    if draft.kind is not sign.kind or draft.kind is Kind.UNKNOWN:
        return False
    if sign.role is Role.HEADER:
        return _follows(draft, sign)
    return sign.section >= draft.section and not (draft.closed and sign.role is Role.BODY)


def _follows(draft: _Draft, sign: Sign) -> bool:
    if draft.kind is Kind.RUNNING_INFO:
        inner = sign.layout is not None and draft.section in (2, 3, 4, 5)
        return inner or sign.section > draft.section
    if draft.kind is Kind.CONSUMER_PROGRESS:
        return draft.section == -1 and sign.section == 0 and draft.layout is None
    return sign.section > draft.section


def _begin(cutter: _Cutter, i: int, sign: Sign) -> None:
    kind = Kind.APP_LOG if sign.role is Role.RECORD else sign.kind or Kind.UNKNOWN
    if sign.role is Role.FOOTER and cutter.drafts and cutter.drafts[-1].kind is Kind.BROKER_CONSUME_STATS:
        kind = Kind.BROKER_CONSUME_STATS
    cutter.start(i, sign, kind)
    _continue(cutter, i, sign)


def _continue(cutter: _Cutter, i: int, sign: Sign) -> None:
    draft = cutter.open
    assert draft is not None
    if not (draft.kind is Kind.RUNNING_INFO and sign.layout is not None and sign.role is Role.HEADER):
        draft.section = max(draft.section, sign.section)
    draft.layout = sign.layout if sign.role is Role.HEADER else draft.layout or sign.layout
    draft.closed = draft.closed or sign.role is Role.FOOTER
    draft.usage = draft.usage or (sign.role is Role.FAILURE and command_failed.is_usage(cutter.lines[i]))
    cutter.take(i, sign)


def _other(cutter: _Cutter, i: int, sign: Sign) -> Sign:
    """A line that is no sign by itself: part of a broken row, of the open block, or of an unknown one."""
    draft = cutter.open
    if draft is not None and draft.layout is not None and not draft.closed and draft.layout.table not in _LOOSE:
        wrapped = read_wrapped_row(draft.layout, cutter.lines, i)
        if wrapped:
            sign = Sign(Role.BODY, draft.kind, draft.section, wrapped[1])
    if draft is None or not (sign.role is Role.BODY or _accepts(draft, cutter.lines[i])):
        cutter.start(i, sign, Kind.UNKNOWN)
    cutter.take(i, sign)
    return sign


def _accepts(draft: _Draft, line: str) -> bool:
    """Whether the open block takes a line that nothing else tells about."""
    if draft.kind is Kind.UNKNOWN:
        return True
    if draft.kind in LOG_KINDS:
        return draft.role is not Role.BLANK or line[:1].isspace()
    if draft.kind is Kind.COMMAND_FAILED:
        return draft.usage or draft.role is Role.FAILURE
    if draft.kind is Kind.RUNNING_INFO:
        return draft.section in _RUNNING_INFO_FREE or _tabular(line)
    if draft.kind is Kind.CONSUMER_CONNECTION and draft.section in (1, 2):
        return not draft.closed and draft.role is not Role.BLANK and len(line.split()) >= 2
    if draft.layout is not None and read_row(draft.layout, line):
        return True
    return not draft.closed and _tabular(line)


def _tabular(line: str) -> bool:
    """Whether a line looks like a part of a table: columns apart, or mostly numbers."""
    words = line.split()
    numbers = sum(word.lstrip("-").isdigit() or word in ("N/A", "NA") for word in words)
    return "  " in line.strip() or "\t" in line or line.count("|") > 1 or 3 * numbers >= len(words)


def _covering(cutter: _Cutter) -> list[_Draft]:
    """The drafts such that they cover all lines: what waits at the end goes to the last one."""
    drafts = cutter.drafts
    if not drafts:
        drafts.append(_Draft(Kind.UNKNOWN, 0, 0, cutter.command, cutter.at))
    drafts[-1].end = len(cutter.lines)
    return drafts


def _finish(cutter: _Cutter, number: int, name: str) -> Block:
    draft = cutter.drafts[number]
    lines = tuple(cutter.lines[draft.first : draft.end])
    body = lines[draft.preamble :]
    command = draft.command
    block = Block(
        _final_kind(draft, body), draft.first + 1, lines, command.name, command.group, command.topic, draft.at,
        command.client_id, draft.preamble,
    )  # fmt: skip
    return _named(block, body, name)


def _final_kind(draft: _Draft, body: Sequence[str]) -> Kind:
    if draft.kind in LOG_KINDS:
        shape = recognise_log(body[:_LOG_SAMPLE])
        return shape.kind if shape else Kind.UNKNOWN
    if draft.kind is Kind.COMMAND_FAILED and not (command_failed.is_rocketmq(body) or draft.command.name):
        return Kind.UNKNOWN
    return draft.kind


def _named(block: Block, body: Sequence[str], name: str) -> Block:
    if block.kind is Kind.COMMAND_FAILED:
        group, topic = command_failed.names_in(" ".join(body))
        command = block.command or command_failed.command_in(body)
        return replace(block, command=command, group=group or block.group, topic=topic or block.topic)
    hint = named_by_file(block.kind, name)
    if is_about_topic(block.kind):
        return replace(block, topic=block.topic or hint)
    if block.kind is Kind.RUNNING_INFO:
        block = replace(block, client_id=block.client_id or client_of(body, name))
    return replace(block, group=block.group or group_in_rows(block.kind, body, hint) or hint)
