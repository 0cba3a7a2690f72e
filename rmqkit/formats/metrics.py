"""Metrics of rocketmq-exporter and of 5.x brokers themselves: Prometheus' text. Text in, rows out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from itertools import groupby

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
    found: list[DumpSpan] = []
    samples = [_SAMPLE.match(line) for line in lines]
    for is_of_run, places in groupby(
        range(len(lines)), lambda i: bool(samples[i] or _ABOUT.match(lines[i])) or not lines[i].strip()
    ):
        written = [i for i in places if lines[i].strip()]
        if is_of_run and any(samples[i] for i in written):
            found.append(DumpSpan(written[0], written[-1] + 1, 0))
    return found


def parse(block: Block, zone: tzinfo) -> Parsed:
    """One row of `broker_figures` per sample; what is said about them is noise."""
    parsed = Parsed(at=localise(block.at, zone))
    samples = {i: match for i, line in enumerate(block.lines) if (match := _SAMPLE.match(line))}
    for i, match in samples.items():
        row = _row(match["name"], match["labels"], match["value"])
        parsed.add("broker_figures", row | {"line": block.first_line + i})
        if at := match["at"]:
            parsed.seen(datetime.fromtimestamp(int(at) / (1000 if len(at) == 13 else 1), UTC))
    parsed.count(block.lines, samples)
    parsed.at = parsed.at or parsed.newest
    return parsed


def _row(metric: str, written: str | None, value: str) -> dict[str, object]:
    labels = dict(_LABEL.findall(written or ""))
    named = {
        column: next((labels[name] for name in names if labels.get(name)), None) for column, names in _COLUMNS.items()
    }
    queue = named.pop("queue")
    level = labels.get("level") or labels.get("timer_bound_s")
    return {
        "kind": "metrics", "name": f"{metric} {level}" if level else metric, "value": value, **named,
        "queue": int(queue) if queue and queue.isdigit() else None,
    }  # fmt: skip
