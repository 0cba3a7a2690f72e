"""What shape a log has and whose it is, told from a sample of its lines. No reading of files, no Spark.

Layouts alone do not tell a broker's log from a name server's or from another Java program's: what they print does.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile

from rmqkit.formats.block import Kind
from rmqkit.formats.log_catalogue import Message, find_message
from rmqkit.formats.log_layout_table import ANSI, BY_NAME, LAYOUTS, NOISE, PREFIXES, Layout

# Keys under which shippers and JSON encoders keep a line, its time, level and logger.
TEXT_KEYS = ("log", "message", "msg", "@message", "MESSAGE", "content")
TIME_KEYS = ("ts", "time", "@timestamp", "timestamp", "asctime", "datetime")
LEVEL_KEYS = ("level", "severity", "levelname", "lvl")
LOGGER_KEYS = ("logger", "logger_name", "loggerName", "name")

_KINDS = {"broker": Kind.BROKER_LOG, "client": Kind.CLIENT_LOG, "namesrv": Kind.NAMESRV_LOG}
_CLIENT_LOGGER = re.compile(
    r"^(?:Rocketmq(?:Client|Common|Remoting)$|o(?:rg)?\.a(?:pache)?\.r(?:ocketmq)?\.|io\.netty\.|i\.n\.)"
)

_ROCKETMQ_TEXT = re.compile(
    r"\bRocketmq(?:Client|Common|Remoting|Broker)\b|\b(?:org\.apache|com\.alibaba)\.rocketmq\.|\bo\.a\.r\."
)
_TELLING_LENGTH = 18
_NEXT_LINES = 3


@dataclass(frozen=True)
class LogShape:
    """How a log is to be read.

    `layout` is the most frequent layout, `layouts` all that occur, that one first. `prefix` is a regular expression
    for what stands before every line (None: nothing). `wrapped` says that each line is a JSON object with the text
    in it. `zone` is the layout's rule; `doubled_seconds` marks the 4.3.0 to 4.7.1 client, whose three digits after
    the comma are the seconds again and no milliseconds.
    """

    kind: Kind
    layout: str
    zone: str
    prefix: str | None = None
    layouts: tuple[str, ...] = ()
    wrapped: bool = False
    doubled_seconds: bool = False


@dataclass(frozen=True)
class _Record:
    layout: Layout
    fields: dict[str, str | None]
    text: str
    message: Message | None


def layout_of(line: str, layouts: Iterable[Layout] = LAYOUTS) -> Layout | None:
    """The first layout that a line is the beginning of; None for any other line."""
    for layout in layouts:
        if re.match(layout.start, line) and layout.line.match(line):
            return layout
    return None


def is_record_start(line: str) -> bool:
    """Whether a line begins a log record in any known layout (prefixes not considered)."""
    return layout_of(line) is not None


def recognise_log(lines: Sequence[str]) -> LogShape | None:
    """The shape of a log, from some of its lines (the first few hundred do); None when it is no RocketMQ log."""
    sample = [re.sub(ANSI, "", line).rstrip("\r\n") for line in lines if line.strip()]
    wrapped = _is_json(sample)
    if wrapped:
        sample = [unwrapped(line) for line in sample]
    prefix = None if wrapped else _prefix(sample)
    if prefix is not None:
        sample = [re.sub(prefix, "", line, count=1) for line in sample]
    records = list(_records(sample))
    kind = _kind(records)
    if kind is None:
        return None
    names = [name for name, _ in Counter(record.layout.name for record in records).most_common()]
    return LogShape(
        kind=kind,
        layout=names[0],
        zone=BY_NAME[names[0]].zone,
        prefix=prefix,
        layouts=tuple(names),
        wrapped=wrapped,
        doubled_seconds=_doubled_seconds(records),
    )


def unwrapped(line: str) -> str:
    """The log line inside one JSON object: its text when that is laid out itself, else time, level, logger and text."""
    try:
        found = json.loads(line)
    except ValueError:
        return line
    text = str(_first(found, TEXT_KEYS) or "").rstrip("\r\n") if isinstance(found, dict) else line
    if not isinstance(found, dict) or is_record_start(text.split("\n", 1)[0]):
        return text
    at, level, logger = (_first(found, keys) for keys in (TIME_KEYS, LEVEL_KEYS, LOGGER_KEYS))
    return " ".join(str(part) for part in (_dated(at), str(level or "info").upper(), logger, "-", text) if part)


def _dated(at: object) -> object:
    """Seconds or milliseconds since 1970 as a date."""
    if not isinstance(at, int | float):
        return at
    seconds = at / 1000 if at > 1e11 else at
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _first(found: dict[str, object], keys: tuple[str, ...]) -> object | None:
    return next((found[key] for key in keys if found.get(key)), None)


def _is_json(sample: Sequence[str]) -> bool:
    opened = [line for line in sample if line.startswith('{"')]
    return bool(opened) and 2 * len(opened) > len(sample) and any(_has_text(line) for line in opened[:5])


def _has_text(line: str) -> bool:
    try:
        found = json.loads(line)
    except ValueError:
        return False
    return isinstance(found, dict) and _first(found, TEXT_KEYS) is not None


def _prefix(sample: Sequence[str]) -> str | None:
    """The prefix whose removal leaves the most records of a definite layout; None when no removal is better."""
    candidates = (None, *PREFIXES)
    some = sample[:200]
    scores = [_score([re.sub(p, "", line, count=1) if p else line for line in some]) for p in candidates]
    return candidates[scores.index(max(scores))]


def _score(sample: Sequence[str]) -> tuple[int, int]:
    found = [layout.name for layout in map(layout_of, sample) if layout]
    return len(found) - found.count("dated"), len(found)


def _records(sample: Sequence[str]) -> Iterator[_Record]:
    for number, line in enumerate(sample):
        layout = layout_of(line)
        if layout is None:
            continue
        below = _below(sample, number)
        layout, line = _unbroken(layout, line, below)
        match = layout.line.match(line)
        text = "\n".join([line[:400], *below])
        yield _Record(layout, match.groupdict() if match else {}, text, find_message(text))


def _below(sample: Sequence[str], number: int) -> list[str]:
    following = sample[number + 1 : number + 1 + _NEXT_LINES]
    return list(takewhile(lambda text: not is_record_start(text), following))


def _unbroken(layout: Layout, line: str, below: Sequence[str]) -> tuple[Layout, str]:
    """A narrow terminal breaks even the head: joined with the lines below it may be of a definite layout."""
    if layout.name != "dated":
        return layout, line
    joined = line + "".join(below)
    definite = layout_of(joined)
    if definite is None or definite.name == "dated" or not re.match(definite.start, line):
        return layout, line
    return definite, joined


def _kind(records: Sequence[_Record]) -> Kind | None:
    programs = Counter(record.layout.program for record in records)
    votes = Counter(record.message.family for record in records if record.message and record.message.family in _KINDS)
    voted = _KINDS[votes.most_common(1)[0][0]] if votes else None
    if not records:
        return None
    program = programs.most_common(1)[0][0]
    if program == "server":
        return _server_kind(records, voted)
    if program == "client":
        return _client_kind(records, voted)
    return Kind.APP_LOG if _tells_rocketmq(records) else None


def _server_kind(records: Sequence[_Record], voted: Kind | None) -> Kind | None:
    with_thread = any(record.layout.name == "server" for record in records)
    if voted is None and not with_thread and not any(record.message for record in records):
        return None
    return voted or Kind.ROCKETMQ_LOG


def _client_kind(records: Sequence[_Record], voted: Kind | None) -> Kind | None:
    """Applications use the same two layouts: loggers of RocketMQ and Netty alone make it the client's own file."""
    if voted in (Kind.BROKER_LOG, Kind.NAMESRV_LOG):
        return voted
    own = sum(bool(_CLIENT_LOGGER.match(record.fields.get("logger") or "")) for record in records)
    if (own and 2 * own >= len(records)) or (all(record.layout.name == "client_log4j" for record in records) and voted):
        return Kind.CLIENT_LOG
    return Kind.APP_LOG if _tells_rocketmq(records) else None


def _tells_rocketmq(records: Sequence[_Record]) -> bool:
    return any(
        _ROCKETMQ_TEXT.search(record.text)
        or (record.message and record.message.family != "any" and len(record.message.needle) >= _TELLING_LENGTH)
        for record in records
    )


def _doubled_seconds(records: Sequence[_Record]) -> bool:
    fractions = [(r.fields["at"], r.fields["fraction"]) for r in records if r.layout.name == "client_4"]
    return len(fractions) > 1 and all(int(at[-2:]) == int(fraction) for at, fraction in fractions if at and fraction)


def is_noise(line: str) -> bool:
    """Whether a line between records is a tool's: a separator of `grep`, a header of `tail`, a shell command."""
    return re.match(NOISE, line) is not None
