"""The files in which brokers and clients keep their state: consumerOffset.json, delayOffset.json,
subscriptionGroup.json, topics.json, consumerFilter.json, consumerOrderInfo.json, messageRequestMode.json, a
broadcasting client's offsets.json; and proxy's configuration, which is JSON as well. Text in, rows out.

What they are is told by their members, never by the file's name; `.bak` is the state before the
last one (`ConfigManager#persist`: the file is moved there before it is written anew).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from typing import Any

from rmqkit.formats.block import Block, Parsed, Row
from rmqkit.formats.json_text import Value, member, members, plain, read_json
from rmqkit.formats.moments import localise
from rmqkit.formats.mqadmin.other_mqadmin import CONSUME_MODE
from rmqkit.formats.settings.keys import masked
from rmqkit.formats.threads import DumpSpan

_MARKS = re.compile(
    r"\"(?:offsetTable|subscriptionGroupTable|topicConfigTable|filterDataByTopic|messageRequestModeMap|rocketMQClusterName"
    r"|proxyMode|popTime)\""
)
Told = tuple[str, Row]


# In each file the member that marks it is among the first, behind versions and rights that were taken.
_MARK_WITHIN = 100_000


def spans(lines: Sequence[str]) -> list[DumpSpan]:
    """Where such files stand in a text's lines."""
    text = "\n".join(lines)
    last = max((mark.start() for mark in _MARKS.finditer(text)), default=-1)
    found: list[DumpSpan] = []
    begin, behind = 0, 0
    for number, line in enumerate(lines):
        if behind <= begin <= last and line.lstrip().startswith("{"):
            is_marked = _MARKS.search(text, begin, begin + _MARK_WITHIN)
            read = read_json(text, begin) if is_marked else None
            if read is not None and _choose_reader(read[0]):
                behind = read[1]
                found.append(DumpSpan(number, number + text.count("\n", begin, behind) + 1, 0))
        begin += len(line) + 1
    return found


def parse(block: Block, zone: tzinfo) -> Parsed:
    """Rows of `broker_figures` (offsets) and `settings` (all else that is told); brackets are noise."""
    parsed = Parsed(at=localise(block.at, zone))
    read = read_json("\n".join(block.lines))
    with_rows: set[int] = set()
    if read is not None and (rows := _choose_reader(read[0])):
        for table, row in rows(read[0]):
            with_rows.add(row["line"])
            parsed.add(table, row | {"line": block.first_line + row["line"]})
    parsed.count(block.lines, with_rows)
    return parsed


def _choose_reader(value: Value) -> Callable[[Value], Iterator[Told]] | None:
    """How a file is read, by the members that only it has; what the admin API answers has a table of offsets too, whose
    entries are objects."""
    for name, reader in _READERS.items():
        if (table := member(value, name)) is not None:
            entries = [key for _, inner in members(table) for key, _ in members(inner)]
            return reader if name != "offsetTable" or all(str(key).isdigit() for key in entries) else None
    return None


def _offsets(value: Value) -> Iterator[Told]:
    """`topic@group` -> queue -> offset of consumerOffset.json; level -> offset of delayOffset.json;
    a queue -> offset of a client's offsets.json."""
    for key, inner in members(member(value, "offsetTable")):
        if isinstance(key, int) or (isinstance(key, str) and key.isdigit()):
            yield _figure(inner.line, "delayOffset.json", f"level {key}", inner.value)
        elif isinstance(key, list):
            yield _client_row(plain(Value(0, key)), inner)
        elif isinstance(key, str) and key.startswith("{"):
            read = read_json(key)
            yield _client_row(plain(read[0]) if read else {}, inner)
        elif isinstance(key, str):
            topic, _, group = key.partition("@")
            for queue, offset in members(inner):
                row = {"group": group or None, "topic": topic, "queue": int(queue)}
                yield _figure(offset.line, "consumerOffset.json", "consumer offset", offset.value, **row)


def _client_row(queue: dict[str, Any], offset: Value) -> Told:
    names = {"topic": queue.get("topic"), "broker": queue.get("brokerName"), "queue": queue.get("queueId")}
    return _figure(offset.line, "offsets.json", "consumer offset", offset.value, **names)


def _figure(line: int, kind: str, name: str, value: object, **named: object) -> Told:
    return "broker_figures", {"line": line, "kind": kind, "name": name, "value": str(value), **named}


def _configurations(value: Value) -> Iterator[Told]:
    """The settings of groups and topics, of consumers' filters, and how brokers give topics out to groups
    (`MessageRequestModeManager`, 5.0.0 and later)."""
    for name, config in members(member(value, "subscriptionGroupTable")):
        yield from _fields("subscription group", str(name), config, group=str(name))
    for name, config in members(member(value, "topicConfigTable")):
        yield from _fields("topic", str(name), config, topic=str(name))
        if attributes := member(config, "attributes"):
            yield from _fields("topic", str(name), attributes, topic=str(name))
    for topic, inner in members(member(value, "filterDataByTopic")):
        for group, config in members(member(inner, "groupFilterData")):
            kept = [(key, value) for key, value in members(config) if key in _OF_A_FILTER]
            yield from _fields("consumer filter", f"{group}@{topic}", Value(0, kept), str(group), str(topic))
    for topic, inner in members(member(value, "messageRequestModeMap")):
        for group, config in members(inner):
            kept = [(key, value) for key, value in members(config) if key in ("mode", "popShareQueueNum")]
            yield from _fields(CONSUME_MODE, None, Value(0, kept), str(group), str(topic))


_OF_A_FILTER = frozenset({"expression", "expressionType", "bornTime", "deadTime", "clientVersion"})


def _fields(
    program: str, part: str | None, config: Value, group: str | None = None, topic: str | None = None
) -> Iterator[Told]:
    for key, inner in members(config):
        if isinstance(inner.value, (list, tuple)):
            continue
        shown = str(inner.value).lower() if isinstance(inner.value, bool) else str(inner.value)
        row = {"program": program, "part": part, "key": str(key), "value": masked(str(key), shown)}
        yield "settings", {"line": inner.line, **row, "group": group, "topic": topic}


_READERS: dict[str, Callable[[Value], Iterator[Told]]] = {
    "offsetTable": _offsets,
    **dict.fromkeys(
        ("subscriptionGroupTable", "topicConfigTable", "filterDataByTopic", "messageRequestModeMap"), _configurations
    ),
    **dict.fromkeys(("rocketMQClusterName", "proxyMode"), lambda value: _fields("proxy", None, value)),
    # consumerOrderInfo.json (5.0.0 and later): what was popped of ordered queues; no finding asks for it
    "table": lambda _: iter(()),
}
