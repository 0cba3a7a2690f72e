"""What the admin API answers, as JSON: `ConsumeStats` and `ConsumerConnection` (the same members from 4.0.0 to 5.4.0),
as the web console hands it on and as monitors and scripts store it.

An object is a row by its members, wherever it stands; the objects around it tell its topic, its group and the moment of
the answer. Members bear the names of mqadmin's headings, for these are Java's. Text in, blocks and rows out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any

from rmqkit.formats.block import Block, Kind, Parsed, Row
from rmqkit.formats.json_text import Value, members, read_json
from rmqkit.formats.moments import epoch_instant, find_moment, instant, localise, moment_in
from rmqkit.formats.mqadmin.consumer_connection import TRAILERS
from rmqkit.formats.mqadmin.consumer_progress import owner
from rmqkit.formats.mqadmin.rows import column_named, long_of

_MARKS = re.compile(r"\"(?:consumerOffset|clientAddr)\"\s*:", re.IGNORECASE)
_QUEUE = {"broker", "queue", "broker_offset", "consumer_offset"}
_CLIENT = {"client_id", "client_addr"}
_GROUPS = {"group", "consumerGroup", "groupName"}
# In the address of a request, as a shell or a browser's tools print it above the answer.
_ASKED = re.compile(rf"[?&](?:{'|'.join(sorted(_GROUPS))})=(?P<group>[\w%|-]+)")
_LINES_ABOVE = 3


def blocks(lines: Sequence[str]) -> list[Block]:
    """The answers that stand among a text's lines, one block each; what lies between them belongs to none.

    Answers of different moments that share a line are left out, for a line belongs to one block.
    """
    text = "\n".join(lines)
    last = max((mark.start() for mark in _MARKS.finditer(text)), default=-1)
    found: list[Block] = []
    begin, behind = 0, 0
    for number, line in enumerate(lines):
        if behind <= begin <= last and line.lstrip().startswith(("{", "[")) and (read := read_json(text, begin)):
            document, behind = read
            answers = _answers(document)
            starts = [number, *(number + answer.line for answer in answers[1:])]
            ends = [*starts[1:], number + text.count("\n", begin, behind) + 1]
            if answers and all(start < end for start, end in zip(starts, ends, strict=True)):
                above = "\n".join([one for one in lines[:number] if one.strip()][-_LINES_ABOVE:])
                for answer, start, end in zip(answers, starts, ends, strict=True):
                    preamble = number + answer.line - start
                    found.append(_block(answer, document, above, start, tuple(lines[start:end]), preamble))
        begin += len(line) + 1
    return found


def _answers(value: Value) -> list[Value]:
    """The inmost objects with rows that bear a moment; where none does, the whole is one answer."""
    return _dated(value) or [value] * _holds_rows(value)


def _dated(value: Value) -> list[Value]:
    inner = [answer for one in _inside(value) for answer in _dated(one)]
    return inner or [value] * (_moment(value) is not None and _holds_rows(value))


def _inside(value: Value) -> list[Value]:
    if isinstance(value.value, list):
        return [inner for _, inner in value.value]
    return list(value.value) if isinstance(value.value, tuple) else []


def _holds_rows(value: Value) -> bool:
    return any(table != "subscriptions" for table, _, _ in _rows(value, None))


def _block(answer: Value, document: Value, above: str, start: int, lines: tuple[str, ...], preamble: int) -> Block:
    """The block of an answer; its group and moment are its own, the document's, or those of the request above it."""
    asked = _ASKED.search(above)
    group = _group(answer) or _group(document) or (asked["group"] if asked else None)
    is_progress = any(table == "progress" for table, _, _ in _rows(answer, None))
    return Block(
        Kind.CONSUMER_PROGRESS if is_progress else Kind.CONSUMER_CONNECTION, start + 1, lines, group=group,
        at=_moment(answer) or _moment(document) or moment_in(above), preamble=preamble,
    )  # fmt: skip


def _group(value: Value) -> str | None:
    return next((inner.value for key, inner in members(value) if key in _GROUPS and isinstance(inner.value, str)), None)


def _moment(value: Value) -> datetime | None:
    """The moment among an object's members that is no column of a row, as text or as a number since 1970."""
    for key, inner in members(value):
        told = inner.value
        if column_named(str(key)) is not None:
            continue
        if isinstance(told, str) and (found := find_moment(told)) and found[1:] == (0, len(told)):
            return found[0]
        if type(told) is int and len(str(told)) in (10, 13):
            return datetime.fromtimestamp(told / (1000 if len(str(told)) == 13 else 1), UTC)
    return None


def is_answer(block: Block) -> bool:
    """Whether the lines of a block are JSON and no table."""
    own = block.lines[block.preamble :]
    return block.kind in (Kind.CONSUMER_PROGRESS, Kind.CONSUMER_CONNECTION) and bool(own and _OPENS.match(own[0]))


def parse(block: Block, zone: tzinfo) -> Parsed:
    """Rows of `progress`, or of `connections`, `subscriptions` and `answers`; brackets are noise.

    The line of a row with a number that no Java type holds stays unparsed.
    """
    parsed = Parsed(at=localise(block.at, zone))
    text = "\n".join(block.lines[block.preamble :])
    opens = _OPENS.match(text)
    read = read_json(text, opens.end() - 1) if opens else None
    with_rows: set[int] = set()
    damaged: set[int] = set()
    for table, line, cells in _rows(read[0], None) if read else ():
        place = line + block.preamble
        try:
            row = _columns(table, cells)
        except ValueError:
            damaged.add(place)
            continue
        if table == "progress":
            row["last_time"] = parsed.seen(_instant(row["last_time"], zone))
        with_rows.add(place)
        parsed.add(table, {"line": block.first_line + place, "group": block.group, **row})
    parsed.unparsed = [block.first_line + place for place in sorted(damaged - with_rows)]
    parsed.count(block.lines, with_rows)
    parsed.noise -= len(parsed.unparsed)
    return parsed


_OPENS = re.compile(r"\s*(?:\"[^\"]*\"\s*:\s*)?[{\[]")
_Cells = Mapping[str, Any]


def _columns(table: str, cells: _Cells) -> Row:
    """The columns of a row of the tables that mqadmin's own outputs fill as well."""
    if table == "progress":
        numbers = {name: long_of(str(cells[name])) for name in ("queue", "broker_offset", "consumer_offset")}
        return {
            "topic": cells.get("topic"), "broker": cells["broker"], **numbers, "inflight": None,
            "diff": numbers["broker_offset"] - numbers["consumer_offset"],
            "client_ip": owner(cells.get("client_ip") or None), "client_ip_shown": "client_ip" in cells,
            "last_time": cells.get("last_time"),
        }  # fmt: skip
    if table == "connections":
        version = cells.get("versionDesc", cells.get("version"))
        return {
            "kind": Kind.CONSUMER_CONNECTION.value, "broker_address": None, "client_id": cells["client_id"],
            "address": cells["client_addr"], "language": cells.get("language"),
            "version": version if isinstance(version, str) else None,
        }  # fmt: skip
    if table == "subscriptions":
        return {"client_id": None, "topic": cells["topic"], "expression": cells["subString"]}
    return {"kind": Kind.CONSUMER_CONNECTION.value, "command": None, "topic": None, **cells}


def _rows(value: Value, topic: str | None) -> Iterator[tuple[str, int, _Cells]]:
    """Table, line and members of all rows within a value; `topic` is what the objects around it name.

    A queue may be the key of its figures (`MessageQueue` in `ConsumeStats.offsetTable`, as fastjson writes maps).
    """
    if isinstance(value.value, tuple):
        for inner in value.value:
            yield from _rows(inner, topic)
        return
    cells = _cells(value)
    topic = cells.get("topic") or topic
    if cells.keys() >= _QUEUE:
        yield "progress", value.line, {**cells, "topic": topic}
    elif cells.keys() >= _CLIENT:
        yield "connections", value.line, cells
    elif cells.keys() >= {"topic", "subString"}:
        yield "subscriptions", value.line, cells
    else:
        if told := {column: cells[name] for name, column in _TRAILERS.items() if cells.get(name)}:
            yield "answers", value.line, told
        for key, inner in members(value):
            if isinstance(key, list):
                inner = Value(inner.line, [*key, *members(inner)])
            yield from _rows(inner, topic)


_TRAILERS = {name[0].lower() + name[1:]: column for name, column in TRAILERS.items()}


def _cells(value: Value) -> dict[str, Any]:
    """The plain members of an object, by the columns of mqadmin's tables where their names are headings there."""
    return {
        column_named(str(key)) or str(key): inner.value
        for key, inner in members(value)
        if not isinstance(inner.value, list | tuple)
    }


def _instant(told: object, zone: tzinfo) -> datetime | None:
    """A time as Java counts it, in milliseconds since 1970, or as mqadmin prints it."""
    return epoch_instant(str(told)) if isinstance(told, int) else instant(str(told), zone)
