"""What one line of a paste is a sign of: a prompt, a header, a row, a failure, a log record, nothing known.

Looks at one line (and at the next ones where a line was broken), never at the blocks around it; `recognise`
puts the signs together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.layouts import is_record_start
from rmqkit.formats.mqadmin import (
    broker_consume_stats,
    command_failed,
    consumer_connection,
    consumer_progress,
    consumer_status,
    other_mqadmin,
    running_info,
    topic_route,
    topic_status,
)
from rmqkit.formats.mqadmin.columns import Layout
from rmqkit.formats.mqadmin.rows import is_cut_header, read_header
from rmqkit.formats.noise import is_gap, is_logger_noise
from rmqkit.formats.prompts import Command, date_line, is_separator, read_command


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
class Sign:
    """The role of a line, the kind it belongs to, its place in that kind's order, and the lines that it covers."""

    role: Role
    kind: Kind | None = None
    section: int = 0
    length: int = 1
    layout: Layout | None = None
    command: Command | None = None


# table of a header -> kind and section of it
_TABLE_KINDS: dict[str, tuple[Kind, int]] = {
    "stats": (Kind.BROKER_CONSUME_STATS, 0),
    "progress": (Kind.CONSUMER_PROGRESS, 0),
    "groups": (Kind.CONSUMER_PROGRESS_ALL, 0),
    "status": (Kind.CONSUMER_STATUS, 0),
    "clients": (Kind.CONSUMER_CONNECTION, 0),
    "subscriptions": (Kind.CONSUMER_CONNECTION, 2),
    "topic_status": (Kind.TOPIC_STATUS, 0),
    "route": (Kind.TOPIC_ROUTE, 0),
    "client_offsets": (Kind.RUNNING_INFO, 2),
    "process_queues": (Kind.RUNNING_INFO, 3),
    "client_topics": (Kind.RUNNING_INFO, 5),
}
_SECTIONS = {name: number for number, name in enumerate(running_info.SECTIONS)}

# rows whose shape alone tells their kind
_GUESSES = (
    (Kind.CONSUMER_PROGRESS, consumer_progress.guess_layout),
    (Kind.CONSUMER_STATUS, consumer_status.guess_layout),
    (Kind.CONSUMER_CONNECTION, consumer_connection.guess_client),
    (Kind.BROKER_CONSUME_STATS, broker_consume_stats.guess_layout),
    (Kind.TOPIC_STATUS, topic_status.guess_layout),
    (Kind.CONSUMER_PROGRESS_ALL, consumer_progress.guess_groups),
    (Kind.TOPIC_ROUTE, topic_route.guess_layout),
)
_UNKNOWN_TABLE = re.compile(r"^\s*#[A-Za-z][\w ()&]*\s{2,}#[A-Za-z]")
_BLANK = Sign(Role.BLANK)
_OTHER = Sign(Role.OTHER)
_NOISE = Sign(Role.NOISE)


def sign_at(lines: Sequence[str], i: int) -> Sign:
    """The sign that line i gives by itself."""
    line = lines[i]
    text = line.strip()
    if not text:
        return _BLANK
    for look in (_around, _log, _headers, _failures, _shapes, _others):
        sign = look(lines, i, text)
        if sign is not None:
            return sign
    return _OTHER


def _around(lines: Sequence[str], i: int, text: str) -> Sign | None:
    """What stands around outputs: dates, loggers' warnings, prompts, separators."""
    if is_logger_noise(text) or is_separator(text) or is_gap(text):
        return _NOISE
    command = read_command(text)
    if command is not None and not consumer_status.is_verdict(text):
        length = _command_length(lines, i)
        whole = " ".join(line.strip().rstrip("\\") for line in lines[i : i + length])
        return Sign(Role.COMMAND, command=read_command(whole) or command, length=length)
    moment = date_line(text)
    return Sign(Role.DATE, command=Command(at=moment)) if moment else None


def _command_length(lines: Sequence[str], i: int) -> int:
    end = i
    while lines[end].rstrip().endswith("\\") and end + 1 < len(lines) and end < i + 10:
        end += 1
    return end - i + 1


def _log(lines: Sequence[str], i: int, text: str) -> Sign | None:
    return Sign(Role.RECORD) if is_record_start(text) else None


def _headers(lines: Sequence[str], i: int, text: str) -> Sign | None:
    section = running_info.section_of(text)
    if section is not None:
        return Sign(Role.HEADER, Kind.RUNNING_INFO, _SECTIONS[section])
    if consumer_connection.BELOW.match(text):
        return Sign(Role.HEADER, Kind.CONSUMER_CONNECTION, 1)
    found = read_header(lines, i)
    if found is not None:
        kind, place = _TABLE_KINDS[found[0].table]
        return Sign(Role.HEADER, kind, place, found[1], found[0])
    if group := consumer_progress.title_group(text):
        return Sign(Role.COMMAND, command=Command(group=group))
    if topic := consumer_progress.topic_heading(text):
        return Sign(Role.HEADER, Kind.CONSUMER_PROGRESS, -1, command=Command(topic=topic))
    if text.startswith("#") and other_mqadmin.is_certain(text):
        return _others(lines, i, text)
    if text.startswith("#") and is_cut_header(text):
        return Sign(Role.CUT_HEADER)
    length = topic_route.json_length(lines, i) if text[0] in "{\"'" else 0
    if length:
        return Sign(Role.HEADER, Kind.TOPIC_ROUTE, 0, length)
    return Sign(Role.HEADER, Kind.UNKNOWN) if _UNKNOWN_TABLE.match(text) else None


def _others(lines: Sequence[str], i: int, text: str) -> Sign | None:
    if not other_mqadmin.is_certain(text):
        return None
    return Sign(Role.BODY, Kind.OTHER_MQADMIN, command=Command(other_mqadmin.command_in([text])))


def _failures(lines: Sequence[str], i: int, text: str) -> Sign | None:
    if command_failed.continues_failure(text):
        return Sign(Role.TRACE, Kind.COMMAND_FAILED)
    if command_failed.starts_failure(text):
        return Sign(Role.FAILURE, Kind.COMMAND_FAILED)
    return None


def _shapes(lines: Sequence[str], i: int, text: str) -> Sign | None:
    """Rows and footers that can stand without their header."""
    if consumer_progress.is_total(text):
        return Sign(Role.FOOTER, Kind.CONSUMER_PROGRESS)
    if consumer_status.is_verdict(text):
        glued = consumer_status.after_verdict(text)
        return Sign(Role.BODY, Kind.CONSUMER_STATUS, 1, command=read_command(glued) if glued else None)
    if topic_status.is_put_tps(text):
        return Sign(Role.FOOTER, Kind.TOPIC_STATUS)
    if topic_route.is_total(text):
        return Sign(Role.FOOTER, Kind.TOPIC_ROUTE)
    if consumer_connection.TRAILER.match(text):
        return Sign(Role.FOOTER, Kind.CONSUMER_CONNECTION, 3)
    if consumer_connection.SUBSCRIPTION.match(text):
        return Sign(Role.BODY, Kind.CONSUMER_CONNECTION, 2)
    for kind, guess in _GUESSES:
        layout = guess(text)
        if layout is not None:
            return Sign(Role.BODY, kind, 0, 1, layout)
    section = running_info.section_of_row(text)
    return Sign(Role.BODY, Kind.RUNNING_INFO, _SECTIONS[section]) if section else None
