"""One client's running info: `mqadmin consumerStatus -i`, and the files that consumerStatus writes.

ConsumerRunningInfo#formatString, sections in its order. Header and rows of some tables are
misaligned from 4.9.3 on, so rows are read by the look of their cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from rmqkit.formats.block import Kind, Row
from rmqkit.formats.data import rows_of
from rmqkit.formats.moments import compact_instant, epoch_instant
from rmqkit.formats.mqadmin.reading import OpenBlock, read_block
from rmqkit.formats.mqadmin.rows import (
    Cells,
    Layout,
    long_of,
    read_header,
    read_row,
    read_wrapped_row,
    row_pattern,
)
from rmqkit.formats.output import Draft, LineSign, Output, Role, follows_in_order, is_tabular
from rmqkit.formats.prompts import is_noise
from rmqkit.formats.threads import row_of, stack_at

# section -> its marker, in the order of printing
SECTIONS: dict[str, str] = {
    "properties": "Consumer Properties",
    "subscription": "Consumer Subscription",
    "offset": "Consumer Offset",
    "queues": "Consumer MQ Detail",
    "pop": "Consumer Pop Detail",
    "rt": "Consumer RT&TPS",
    "user": "User Consume Info",
    "jstack": "Consumer jstack",
}
_MARKER = re.compile(rf"^\s*#(?P<name>{'|'.join(map(re.escape, SECTIONS.values()))})#\s*$")
_SECTION_OF = {name: section for section, name in SECTIONS.items()}

PROPERTY = re.compile(r"^\s*(?P<key>[^\s:][^:]*?)\s*: ?(?P<value>.*)$")
SUBSCRIPTION = re.compile(
    r"^\s*\d{3,}\s+Topic: (?P<topic>\S+)\s+ClassFilter: (?P<filter>\w+)\s+SubExpression: ?(?P<expression>.*?)\s*$"
)
TABLES = frozenset({"client_offsets", "process_queues", "client_topics"})
_QUEUE = ("topic", "broker", "queue")
_RT = ("topic", "pull_rt", "pull_tps", "consume_rt", "consume_ok_tps", "consume_failed_tps", "consume_failed_in_hour")
_LAYOUTS = {
    "offset": Layout("client_offsets", (*_QUEUE, "consumer_offset")),
    "queues": Layout("process_queues", (*_QUEUE, "process_queue_info")),
    "pop": Layout("process_queues", (*_QUEUE, "process_queue_info")),
    "rt": Layout("client_topics", _RT),
}
_SECTION_OF_TABLE = {"client_offsets": "offset", "process_queues": "queues", "client_topics": "rt"}
# by mode: the columns of a queue's detail, each with its member of `(Pop)ProcessQueueInfo` and its kind
_DETAILS: dict[str, dict[str, tuple[str, str]]] = {"pull": {}, "pop": {}}
for _row in rows_of("members.tsv", "mode", "column", "member", "kind"):
    _DETAILS[_row["mode"]][_row["column"]] = _row["member"], _row["kind"]
_FIELD = re.compile(r"(\w+)\s*[=:]\s*([^,\]]*)")
_PROPERTY_WIDTH = 78  # a property line that is not one follows a line that a terminal broke at 80 or more


def section_of(line: str) -> str | None:
    """The section whose marker the line is; None for other lines."""
    match = _MARKER.match(line)
    return _SECTION_OF[match["name"]] if match else None


def section_of_row(line: str) -> str | None:
    """The section that a line without a marker above it can only belong to; None if it is not certain."""
    if SUBSCRIPTION.match(line):
        return "subscription"
    for section in ("queues", "rt"):
        if row_pattern(_LAYOUTS[section].columns).match(line):
            return "pop" if "PopProcessQueueInfo" in line else section
    return "properties" if re.match(r"^(?:PROP_[A-Z_]+|consumerGroup|allocateMessageQueueStrategy)\s*:", line) else None


def property_in(lines: Sequence[str], key: str) -> str | None:
    """The value of a consumer property among the lines; None if it is not there or empty."""
    for line in lines:
        match = PROPERTY.match(line) if line.lstrip().startswith(key) else None
        if match and match["key"] == key:
            return match["value"].strip() or None
    return None


def client_id_in(lines: Sequence[str]) -> str | None:
    """The client id by ClientConfig#buildMQClientId, from the properties that 5.x clients report; else None."""
    address, instance, unit = (property_in(lines, name) for name in ("clientIP", "instanceName", "unitName"))
    if not address or not instance:
        return None
    parts = [address, instance, *([unit] if unit and unit != "null" else [])]
    return "@".join(parts + (["STREAM"] if property_in(lines, "enableStreamRequestType") == "true" else []))


def _who(reading: OpenBlock) -> Row:
    return {"group": reading.block.group, "client_id": reading.block.client_id}


def _take_property(reading: OpenBlock, i: int) -> int:
    line = reading.lines[i]
    if is_noise(line):
        return 0
    match = PROPERTY.match(line)
    if match is None:
        broken = i > 0 and len(reading.lines[i - 1]) >= _PROPERTY_WIDTH and reading.parsed.rows
        return reading.continuation() if broken else 0
    prefix = "" if reading.section != "user" else "User Consume Info: "
    values = {**_who(reading), "key": prefix + match["key"], "value": match["value"].rstrip()}
    return reading.row("client_properties", i, values)


def _queue_row(reading: OpenBlock, i: int, cells: Cells, values: Row, taken: int) -> int:
    """One row per queue: the offset's section and the detail's section both fill it; the detail gives the line."""
    place = {**_who(reading), **reading.values(cells, *_QUEUE), "mode": values["mode"]}
    for row in reading.parsed.tables.get("client_queues", []):
        if all(row[key] == value for key, value in place.items()):
            row.update(values, line=reading.number(i))
            reading.parsed.rows += 1
            reading.parsed.continuation += taken - 1
            return taken
    return reading.row("client_queues", i, {**place, **dict.fromkeys(_DETAILS["pull"]), **values}, taken)


def _take_row(reading: OpenBlock, i: int) -> int:
    """A row of one of the tables: a queue's offset or its detail, or a topic's rates."""
    layout = _LAYOUTS[reading.section]
    cells, taken = read_row(layout, reading.lines[i]), 1
    if cells is None:
        wrapped = None if is_noise(reading.lines[i]) else read_wrapped_row(layout, reading.lines, i)
        if wrapped is None:
            return 0
        cells, taken = wrapped
    if reading.section == "rt":
        return reading.row("client_topics", i, _who(reading) | reading.values(cells, *_RT), taken)
    if reading.section == "offset":
        offset = {"mode": "pull", **reading.values(cells, "consumer_offset")}
        return _queue_row(reading, i, cells, offset, taken)
    info = dict(_FIELD.findall(cells["process_queue_info"].partition("[")[2]))
    is_pop = "waitAckCount" in info
    values: Row = {"mode": "pop" if is_pop else "pull"}
    for column, (name, kind) in _DETAILS[values["mode"]].items():
        text = info.get(name)
        if kind == "flag":
            values[column] = text == "true" if text else None
        elif kind == "long":
            values[column] = long_of(text) if text else None
        else:
            time = epoch_instant(text or "") if is_pop else compact_instant(text or "", reading.zone)
            values[column] = reading.parsed.seen(time)
    return _queue_row(reading, i, cells, values, taken)


def _take(reading: OpenBlock, i: int) -> int:
    """Rows of `client_properties`, `subscriptions`, `client_queues` (one per queue) and `client_topics`."""
    line = reading.lines[i]
    marker = section_of(line)
    if marker:
        reading.section = marker
        return reading.noise()
    found = read_header(reading.lines, i) if line.lstrip().startswith("#") else None
    if found and found[0].table in TABLES:
        reading.section = reading.section if reading.section in _LAYOUTS else _SECTION_OF_TABLE[found[0].table]
        return reading.noise(found[1])
    reading.section = reading.section or section_of_row(line) or ""
    match reading.section:
        case "":
            return 0
        case "properties" | "user":
            return _take_property(reading, i)
        case "subscription":
            subscribed = SUBSCRIPTION.match(line)
            if subscribed is None:
                return 0
            values = {**_who(reading), "topic": subscribed["topic"], "expression": subscribed["expression"]}
            return reading.row("subscriptions", i, values)
        case "jstack":
            stack = stack_at(reading.lines, i)
            if stack is None:
                return reading.continuation()
            row = row_of(stack[0], reading.number(i), reading.block.group, reading.block.client_id)
            return reading.row("threads", i, row, stack[1])
    return _take_row(reading, i)


def _heading(lines: Sequence[str], i: int, text: str) -> LineSign | None:
    section = section_of(text)
    return LineSign(Role.HEADER, Kind.RUNNING_INFO, _NUMBERS[section]) if section else None


def _part(text: str) -> LineSign | None:
    section = section_of_row(text)
    return LineSign(Role.BODY, Kind.RUNNING_INFO, _NUMBERS[section]) if section else None


def _follows(draft: Draft, sign: LineSign) -> bool:
    """A marker of a later section, or the header of a table within one of the sections that have tables."""
    inner = sign.kind is draft.kind and sign.role is Role.HEADER and sign.layout is not None
    return (inner and draft.section in _WITH_TABLES) or follows_in_order(draft, sign)


_NUMBERS = {name: number for number, name in enumerate(SECTIONS)}
STACKS = _NUMBERS["jstack"]
_WITH_TABLES = frozenset({_NUMBERS["offset"], _NUMBERS["queues"], _NUMBERS["pop"], _NUMBERS["rt"]})
_FREE = frozenset({_NUMBERS["properties"], _NUMBERS["user"], STACKS})  # keys and stacks: any line can stand there
OUTPUT = Output(
    kind=Kind.RUNNING_INFO,
    parse=partial(read_block, take=_take),
    marks=(rf"#(?:{'|'.join(map(re.escape, SECTIONS.values()))})#", r"#?Topic\s+#?Pull\sRT\b"),
    tables={"client_offsets": 2, "process_queues": 3, "client_topics": 5},
    heading=_heading,
    part=_part,
    follows=_follows,
    takes=lambda draft, line: draft.section in _FREE or is_tabular(line),
)
