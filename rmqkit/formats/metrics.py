"""Metrics in Prometheus' text format: rocketmq-exporter's, and those of 5.x brokers themselves.
Text in, rows out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

from rmqkit.formats.block import Block, Parsed
from rmqkit.formats.moments import localise
from rmqkit.formats.threads import DumpSpan

_SAMPLE = re.compile(
    r"^\s*(?P<name>rocketmq_\w+)(?:\{(?P<labels>.*)\})?\s+(?P<value>[-+]?(?:\d[\d.eE+-]*|NaN|Inf))(?:\s+(?P<at>\d{10,13}))?\s*$"
)
_ABOUT = re.compile(r"^\s*#\s+(?:HELP|TYPE|UNIT|EOF)\b")
_LABEL = re.compile(r"(\w+)=\"((?:[^\"\\]|\\.)*)\"")
# labels of the exporter and of the brokers' own metrics -> the column
_COLUMNS = {
    "group": ("group", "consumer_group", "consumergroup"),
    "topic": ("topic",),
    "broker": ("broker", "brokerName", "brokername", "node_id"),
    "queue": ("queueId", "queueid", "queue_id"),
    "client_id": ("clientId", "client_id"),
}


def spans(lines: Sequence[str]) -> list[DumpSpan]:
    """Runs of samples with what is said about them."""
    runs: list[DumpSpan] = []
    first, end = -1, 0
    for i, line in enumerate(lines):
        is_in_run = first >= 0
        if _SAMPLE.match(line):
            first = first if is_in_run else _with_comments(lines, i, end)
            end = i + 1
        elif is_in_run and _ABOUT.match(line):
            end = i + 1
        elif is_in_run and line.strip():
            runs.append(DumpSpan(first, end, 0))
            first = -1
    return [*runs, DumpSpan(first, end, 0)] if first >= 0 else runs


def _with_comments(lines: Sequence[str], begin: int, free: int) -> int:
    first = begin
    while first > free and _ABOUT.match(lines[first - 1]):
        first -= 1
    return first


def parse(block: Block, zone: tzinfo) -> Parsed:
    """One row of `broker_figures` per sample; what is said about them is noise."""
    parsed = Parsed(at=localise(block.at, zone))
    samples = {i: match for i, line in enumerate(block.lines) if (match := _SAMPLE.match(line))}
    for i, match in samples.items():
        parsed.add("broker_figures", _row(match) | {"line": block.first_line + i})
        parsed.seen(_moment(match["at"]))
    parsed.count(block.lines, samples)
    parsed.at = parsed.at or parsed.newest
    return parsed


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    return datetime.fromtimestamp(int(text) / (1000 if len(text) == 13 else 1), UTC)


def _row(match: re.Match[str]) -> dict[str, object]:
    labels = dict(_LABEL.findall(match["labels"] or ""))
    named = {column: _first(labels, names) for column, names in _COLUMNS.items()}
    queue = named.pop("queue")
    level = labels.get("level") or labels.get("timer_bound_s")
    name = f"{match['name']} {level}" if level else match["name"]
    return {
        "kind": "metrics", "name": name, "value": match["value"], **named,
        "queue": int(queue) if queue and queue.isdigit() else None,
    }  # fmt: skip


def _first(labels: dict[str, str], names: Sequence[str]) -> str | None:
    return next((labels[name] for name in names if labels.get(name)), None)
