"""Metrics of rocketmq-exporter and of 5.x brokers themselves: Prometheus' text, and the answers of its HTTP API (query,
query_range) as JSON, where each sample has its own moment. Text in, rows out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from itertools import groupby
from math import ceil

from rmqkit.formats.block import Block, Parsed, Row
from rmqkit.formats.moments import localise
from rmqkit.formats.threads import DumpSpan

_SAMPLE = re.compile(
    r"^\s*(?P<name>rocketmq_\w+)(?:\{(?P<labels>.*)\})?\s+(?P<value>[-+]?(?:\d[\d.eE+-]*|NaN|Inf))(?:\s+(?P<at>\d{10,13}))?\s*$"
)
# What is said about samples, with or without its sign, and OpenTelemetry's two samples about itself.
_ABOUT = re.compile(
    r"^\s*(?:#\s+(?:HELP|TYPE|UNIT|EOF)\b|(?:HELP|TYPE|UNIT) (?:target|otel_scope|rocketmq_\w+) "
    r"|(?:target|otel_scope)_info\b)"
)
_LABEL = re.compile(r"(\w+)=\"((?:[^\"\\]|\\.)*)\"")
# labels of the exporter and of the brokers' own metrics -> the column
_COLUMNS = {
    "group": ("group", "consumer_group", "consumergroup"),
    "topic": ("topic",),
    "broker": ("broker", "brokerName", "brokername", "node_id"),
    "queue": ("queueId", "queueid", "queue_id"),
    "client_id": ("clientId", "client_id"),
}
# Labels of `rocketmq_group_diff` that are figures themselves (`RMQMetricsCollector`); the model is the number of
# `MessageModel`: 0 for BROADCASTING.
_FIGURES = ("countOfOnlineConsumers", "msgModel")
_API_ANSWER = re.compile(r"\"resultType\"\s*:\s*\"(?:matrix|vector)\"")
_MOST_SAMPLES = 200
"""Of a series: of a longer one, every so many, and the last."""


def spans(lines: Sequence[str]) -> list[DumpSpan]:
    """Runs of samples with what is said about them, and answers of the API."""
    found: list[DumpSpan] = []
    samples = [_SAMPLE.match(line) for line in lines]
    for is_of_run, places in groupby(
        range(len(lines)), lambda i: bool(samples[i] or _ABOUT.match(lines[i])) or not lines[i].strip()
    ):
        written = [i for i in places if lines[i].strip()]
        if is_of_run and any(samples[i] for i in written):
            found.append(DumpSpan(written[0], written[-1] + 1, 0))
    # an answer of the API: from a line that opens an object to the line in which it ends
    text = "\n".join(lines)
    behind = 0
    for mark in _API_ANSWER.finditer(text):
        begin = text.rfind("\n{", behind, mark.start()) + 1
        try:
            answer, end = json.JSONDecoder().raw_decode(text, begin)
            is_answer = mark.start() < end and isinstance(answer["data"]["result"], list)
        except (ValueError, KeyError, TypeError):
            continue
        if is_answer:
            behind = end
            found.append(DumpSpan(text.count("\n", 0, begin), text.count("\n", 0, end) + 1, 0))
    return sorted(found, key=lambda span: span.first)


def parse(block: Block, zone: tzinfo) -> Parsed:
    """One row of `broker_figures` per sample; what is said about them is noise."""
    parsed = Parsed(at=localise(block.at, zone))
    samples = {i: match for i, line in enumerate(block.lines) if (match := _SAMPLE.match(line))}
    for i, match in samples.items():
        written = match["at"]
        seconds = int(written) / (1000 if len(written) == 13 else 1) if written else None
        at = None if seconds is None else parsed.seen(datetime.fromtimestamp(seconds, UTC))
        for row in _rows(match["name"], dict(_LABEL.findall(match["labels"] or "")), match["value"], at):
            parsed.add("broker_figures", row | {"line": block.first_line + i})
    if samples:
        parsed.count(block.lines, samples)
    else:
        text = "\n".join(block.lines)
        answer = json.JSONDecoder().raw_decode(text, text.find("{"))[0]
        # `{"data": {"result": [{"metric": labels, "values": [[seconds, value], ...]}]}}`; `value` is that of a moment
        for series in answer["data"]["result"]:
            labels, values = series["metric"], series.get("values") or [series["value"]]
            step = ceil(len(values) / _MOST_SAMPLES)
            for moment, value in values[(len(values) - 1) % step :: step]:
                at = parsed.seen(datetime.fromtimestamp(moment, UTC))
                for row in _rows(labels.get("__name__", ""), labels, value, at):
                    parsed.add("broker_figures", row | {"line": block.first_line})
        parsed.count(block.lines, range(len(block.lines)))
    parsed.at = parsed.at or parsed.newest
    return parsed


def _rows(metric: str, labels: Mapping[str, str], value: str, at: datetime | None) -> Iterator[Row]:
    named = {
        column: next((labels[name] for name in names if labels.get(name)), None) for column, names in _COLUMNS.items()
    }
    queue = named.pop("queue")
    level = labels.get("level") or labels.get("timer_bound_s")
    row: Row = {
        "kind": "metrics", **named, "queue": int(queue) if queue and queue.isdigit() else None,
        **({"at": at} if at else {}),
    }  # fmt: skip
    yield row | {"name": f"{metric} {level}" if level else metric, "value": value}
    yield from (row | {"name": name, "value": labels[name]} for name in _FIGURES if labels.get(name))
