"""Metrics of rocketmq-exporter and of 5.x brokers themselves: Prometheus' text, and what a panel of Grafana gives as
CSV. Text in, rows out.

A panel's first column is the time, and each of the others a series, headed by its labels; the metric's name stands in
the file's (`TITLE-data-DATE.csv`) where the head has none. What its unit makes of a value (`7.59 K`) is left as it is.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

from rmqkit.formats.block import Block, Parsed
from rmqkit.formats.moments import epoch_instant, find_moment, localise
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


def spans(lines: Sequence[str], metric: str | None = None) -> list[DumpSpan]:
    """Runs of samples with what is said about them, and panels; `metric` is the one that the file is named after."""
    runs = list(_panels(lines, metric))
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
    if series := _series_of(block.lines[0], block.series):
        return _parse_panel(block, zone, series)
    parsed = Parsed(at=localise(block.at, zone))
    samples = {i: match for i, line in enumerate(block.lines) if (match := _SAMPLE.match(line))}
    for i, match in samples.items():
        row = _row(match["name"], match["labels"], match["value"])
        parsed.add("broker_figures", row | {"line": block.first_line + i})
        parsed.seen(_moment(match["at"]))
    parsed.count(block.lines, samples)
    parsed.at = parsed.at or parsed.newest
    return parsed


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    return datetime.fromtimestamp(int(text) / (1000 if len(text) == 13 else 1), UTC)


def _row(metric: str, written: str | None, value: str) -> dict[str, object]:
    labels = dict(_LABEL.findall(written or ""))
    named = {column: _first(labels, names) for column, names in _COLUMNS.items()}
    queue = named.pop("queue")
    level = labels.get("level") or labels.get("timer_bound_s")
    return {
        "kind": "metrics", "name": f"{metric} {level}" if level else metric, "value": value, **named,
        "queue": int(queue) if queue and queue.isdigit() else None,
    }  # fmt: skip


def _first(labels: dict[str, str], names: Sequence[str]) -> str | None:
    return next((labels[name] for name in names if labels.get(name)), None)


# -- a panel's CSV ---------------------------------------------------------------------------------

_HEAD = re.compile(r"^\ufeff?\"?Time\"?,.*\{")
_SERIES = re.compile(r"(?P<name>rocketmq_\w+)?\s*\{(?P<labels>.*)\}")
# A series of an expression is headed by that: what it makes of the metric is another figure.
_QUERY = re.compile(
    r"(?P<around>[a-z_]+[^{}\n]{0,200}?)(?P<name>\brocketmq_\w+)\{(?P<labels>[^{}]*)\}(?P<behind>[^{}\n]{0,200})"
)
_NAME = re.compile(r"\b__name__=\"(?P<name>rocketmq_\w+)\"")
_FILE = re.compile(r"(?:^|[/\\])(?P<name>rocketmq_\w+?)(?=[-_. ]data[-_. ]|\.csv$|$)[^/\\]*$")
_FIGURE = re.compile(r"[-+]?\d[\d.,]*(?:e[-+]?\d+)?(?: .*)?$", re.IGNORECASE)


class _Series(NamedTuple):
    """One column of a panel: its metric, and its labels as written."""

    metric: str
    labels: str


def metric_in(name: str) -> str | None:
    """The metric that a file's name begins with, as a panel that is named after it has."""
    match = _FILE.search(name)
    return match["name"] if match else None


def _panels(lines: Sequence[str], metric: str | None) -> Iterator[DumpSpan]:
    for i, line in enumerate(lines):
        if not _HEAD.match(line) or not _series_of(line, metric):
            continue
        end = i + 1
        while end < len(lines) and (not lines[end].strip() or _time_of(_cells(lines[end]))):
            end += 1
        if any(line.strip() for line in lines[i + 1 : end]):
            yield DumpSpan(i, end, 0)


def _series_of(head: str, metric: str | None) -> list[_Series | None]:
    """The series of a panel's columns; none where the line is no panel's head, or no metric of RocketMQ's is told."""
    if not _HEAD.match(head):
        return []
    series = [_series_in(cell.strip(), metric) for cell in _cells(head)[1:]]
    return series if any(series) else []


def _series_in(cell: str, metric: str | None) -> _Series | None:
    if match := _SERIES.fullmatch(cell):
        return _series(match, metric)
    made = _QUERY.fullmatch(cell)
    return _Series(f"{made['around']}{made['name']}{made['behind']}", made["labels"]) if made else None


def _series(match: re.Match[str], metric: str | None) -> _Series | None:
    own = _NAME.search(match["labels"])
    name = match["name"] or (own["name"] if own else metric)
    return _Series(name, match["labels"]) if name else None


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader([line.lstrip("\ufeff")], strict=True), [])
    except csv.Error:
        return []


def _time_of(cells: Sequence[str]) -> datetime | None:
    """The moment of a row: a date, or milliseconds since 1970."""
    if len(cells) < 2:
        return None
    found = find_moment(cells[0])
    return found[0] if found else epoch_instant(cells[0])


def _parse_panel(block: Block, zone: tzinfo, series: Sequence[_Series | None]) -> Parsed:
    """A row for each value of each series, at the moment of its line."""
    parsed = Parsed(noise=1)
    for i, line in enumerate(block.lines[1:], start=1):
        cells = _cells(line)
        at = localise(_time_of(cells), zone)
        told = [(its, cell.strip()) for its, cell in zip(series, cells[1:], strict=False) if its is not None]
        rows = [_row(its.metric, its.labels, cell) for its, cell in told if _FIGURE.match(cell)]
        for row in rows:
            parsed.add("broker_figures", row | {"line": block.first_line + i, "at": at})
        parsed.rows += bool(rows)
        parsed.blank += not line.strip()
        parsed.noise += bool(line.strip()) and not rows
        parsed.seen(at)
    parsed.at = parsed.newest
    return parsed
