"""What shape a log has and whose it is, told from a sample of its lines. No reading of files, no Spark.

Layouts alone do not tell a broker's log from a name server's or from another Java program's: what they print does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from itertools import takewhile

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.catalogue import Message, find_message
from rmqkit.formats.logs.json_objects import time_beside, unwrapped, wrapping_of
from rmqkit.formats.logs.layout_table import ANSI, JVM, PREFIXES, LogLayout, layout_of, replaced
from rmqkit.formats.moments import moment_in
from rmqkit.time_zones import zone_at

_KINDS = {"broker": Kind.BROKER_LOG, "client": Kind.CLIENT_LOG, "namesrv": Kind.NAMESRV_LOG}
_CLIENT_LOGGER = re.compile(
    r"^(?:Rocketmq(?:Client|Common|Remoting)$|o(?:rg)?\.a(?:pache)?\.r(?:ocketmq)?\.|io\.netty\.|i\.n\."
    r"|Org\.Apache\.Rocketmq\.|rocketmq::)"
)

_ROCKETMQ_TEXT = re.compile(
    r"\bRocketmq(?:Client|Common|Remoting|Broker)\b|\b(?:org\.apache|com\.alibaba)\.rocketmq\.|\bo\.a\.r\."
    r"|\bOrg\.Apache\.Rocketmq\."
)
# layouts of clients without a logger's name: what they print makes them a client's
_WITHOUT_LOGGER = frozenset({"client_log4j", "client_cpp"})
# layouts that any program in that language may have
_OF_ANYBODY = frozenset({"client_python", "client_node", "client_go_5", "client_cpp_5"})
_WITH_THREAD = frozenset({"server", "server_millis"})
_TELLING_LENGTH = 18
_BEFORE_DATE = re.compile(r"([^\[]{1,120}?)\[?[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:")
_NEXT_LINES = 3
# prefix and head of a record stand in so many signs; some prefixes take a line's length
# squared to fail on it
_HEAD = 500
# Zones differ by multiples of the first; hosts' clocks, and what a runtime or a shipper takes for a line, by less.
_ZONES, _CLOCKS, _ON_ITS_WAY = timedelta(minutes=15), timedelta(seconds=5), timedelta(minutes=2)
_SEVERAL = 2


@dataclass(frozen=True)
class LogShape:
    """How a log is to be read.

    `layout` is the most frequent layout, `layouts` all that occur, the general ones last. `prefix` is a regular
    expression for what stands before every line (None: nothing). `wrapped` names the format that has the lines in its
    objects or cells (None: they are plain). `zone` is the layout's rule; `jvm_zone` the writing JVM's, where the times
    in what the lines are wrapped in show it. `doubled_seconds` marks the 4.3.0 to 4.7.1 client, whose three digits
    after the comma are the seconds again and no milliseconds.
    """

    kind: Kind
    layout: str
    zone: str
    prefix: str | None = None
    layouts: tuple[str, ...] = ()
    wrapped: str | None = None
    doubled_seconds: bool = False
    jvm_zone: str | None = None


@dataclass(frozen=True)
class _Record:
    layout: LogLayout
    fields: dict[str, str | None]
    text: str
    message: Message | None

    @property
    def tells_rocketmq(self) -> bool:
        """Whether no other program prints the like."""
        message = self.message
        is_ours = message is not None and message.family != "any" and len(message.needle) >= _TELLING_LENGTH
        return is_ours or _ROCKETMQ_TEXT.search(self.text) is not None


def is_record_start(line: str) -> bool:
    """Whether a line begins a log record in any known layout (prefixes not considered)."""
    return layout_of(line) is not None


def recognise_log(lines: Sequence[str]) -> LogShape | None:
    """The shape of a log, from some of its lines (the first few hundred do); None when it is no RocketMQ log."""
    sample = [_plain(line).rstrip("\r\n") for line in lines if line.strip()]
    wrapped = wrapping_of(sample)
    prefix = None if wrapped else _prefix(sample)
    bare = _taken_off(sample, wrapped, prefix)
    records = list(_records(bare))
    kind = _kind(records)
    if kind is None:
        return None
    layouts = [layout for layout, _ in Counter(record.layout for record in records).most_common()]
    fields = [record.fields for record in records if record.layout.name == "client_4"]
    pairs = ((its["at"], its["fraction"]) for its in fields)
    alike = all(int(at[-2:]) == int(fraction) for at, fraction in pairs if at and fraction)
    return LogShape(
        kind=kind,
        layout=layouts[0].name,
        zone=layouts[0].zone,
        prefix=prefix,
        layouts=tuple(layout.name for layout in sorted(layouts, key=lambda layout: layout.general)),
        wrapped=wrapped,
        doubled_seconds=len(fields) > 1 and alike,
        jvm_zone=_zone_beside(sample, bare),
    )


def _zone_beside(sample: Sequence[str], bare: Sequence[str]) -> str | None:
    """The zone in which a JVM wrote, where a container runtime or a shipper put an instant beside each of its lines:
    the two are apart by the zone, and by the moment that a line takes on its way."""
    apart = set[timedelta]()
    lines = 0
    for whole, line in zip(sample, bare, strict=True):
        layout = layout_of(line) if line != whole else None
        own = layout if layout and layout.dated and not layout.general and layout.zone == JVM else None
        match = own.line.match(line) if own else None
        beside = moment_in(time_beside(whole) or whole.removesuffix(line))
        local = moment_in(match["at"]) if match else None
        if beside and beside.tzinfo and local and local.tzinfo is None:
            late = beside.astimezone(UTC) - local.replace(tzinfo=UTC)
            hours = round(late / _ZONES) * _ZONES
            if not -_CLOCKS <= late - hours <= _ON_ITS_WAY:
                return None
            apart.add(-hours)
            lines += 1
    if lines < _SEVERAL or len(apart) != 1:
        return None
    return zone_at(apart.pop())


def bare_lines(lines: Sequence[str], shape: LogShape) -> list[str]:
    """Lines of a log of this shape without what they are wrapped in or begin with, one for each."""
    return _taken_off([_plain(line) for line in lines], shape.wrapped, shape.prefix)


def _plain(line: str) -> str:
    return replaced(re.sub(ANSI, "", line))


def _taken_off(lines: list[str], wrapped: str | None, prefix: str | None) -> list[str]:
    if wrapped:
        return [unwrapped(line, wrapped) for line in lines]
    without = re.compile(prefix).sub if prefix else None
    return [without("", line, count=1) for line in lines] if without else lines


def _prefix(sample: Sequence[str]) -> str | None:
    """The prefix whose removal leaves the most records of a definite layout; None when no removal is better."""
    some = [line[:_HEAD] for line in sample[:200]]
    # what stands before the date of the first line that has one, if several lines begin with just that
    found = next(filter(None, map(_BEFORE_DATE.match, some)), None)
    is_shared = found is not None and sum(line.startswith(found[1]) for line in some) > 1
    candidates = (None, *PREFIXES, *([f"^{re.escape(found[1])}"] if found and is_shared else []))
    scores: list[tuple[int, int, int]] = []
    for prefix in candidates:  # records of definite layouts with a time, with a time at all, and altogether
        layouts = [layout for layout in map(layout_of, _taken_off(some, None, prefix)) if layout]
        dated = [layout for layout in layouts if layout.dated]
        scores.append((sum(not layout.general for layout in dated), len(dated), len(layouts)))
    return candidates[scores.index(max(scores))]


def _records(sample: Sequence[str]) -> Iterator[_Record]:
    for number, line in enumerate(sample):
        layout = layout_of(line)
        if layout is None:
            continue
        following = sample[number + 1 : number + 1 + _NEXT_LINES]
        below = list(takewhile(lambda text: not is_record_start(text), following))
        if layout.general:
            # a narrow terminal breaks even the head: joined with the lines below it may be of a definite layout
            joined = line + "".join(below)
            definite = layout_of(joined)
            if definite is not None and not definite.general and definite.begins(line):
                layout, line = definite, joined
        match = layout.line.match(line)
        text = "\n".join([line[:400], *below])
        message = find_message(text) or (find_message(line + "".join(below)) if below else None)
        yield _Record(layout, match.groupdict() if match else {}, text, message)


def _kind(records: Sequence[_Record]) -> Kind | None:
    """Whose records they are. Applications use the layouts of clients: loggers of RocketMQ and Netty alone make a log
    the client's own file, and so does a client's message in a default layout of its language."""
    if not records:
        return None
    families = (record.message.family for record in records if record.message)
    votes = Counter(filter(_KINDS.__contains__, families))
    voted = _KINDS[votes.most_common(1)[0][0]] if votes else None
    program = Counter(record.layout.program for record in records).most_common(1)[0][0]
    if program == "server":
        is_servers = voted or any(record.layout.name in _WITH_THREAD or record.message for record in records)
        return (voted or Kind.ROCKETMQ_LOG) if is_servers else None
    if program == "client":
        if voted in (Kind.BROKER_LOG, Kind.NAMESRV_LOG):
            return voted
        by_logger = sum(_CLIENT_LOGGER.match(record.fields.get("logger") or "") is not None for record in records)
        by_message = sum(
            record.message is not None and record.message.family == "client"
            for record in records
            if record.layout.name in _OF_ANYBODY
        )
        without_logger = voted is not None and all(record.layout.name in _WITHOUT_LOGGER for record in records)
        if without_logger or 2 * max(by_logger, by_message) >= len(records):
            return Kind.CLIENT_LOG
    return Kind.APP_LOG if any(record.tells_rocketmq for record in records) else None
