"""Lag over the snapshots: how far behind each queue is, and which queues fall behind together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import GroupFacts, is_user_topic
from rmqkit.diagnosis.wording import ranges
from rmqkit.figures.allocation import allocation_data
from rmqkit.figures.appearance import DOUBLE, HEALTHY, NEUTRAL, ORPHAN, STUCK, hover, label, nothing_to_show, styled
from rmqkit.figures.scope import chosen_group, facts_of, queues_found, topic_order
from rmqkit.rocketmq import MessageQueue

# Colour, dash and symbol each tell the state, so that none of them has to be seen alone.
LOOKS: dict[str, tuple[str, str, str, str]] = {
    "owned": ("read by its client", HEALTHY, "solid", "circle"),
    "orphan": ("read by nobody", ORPHAN, "dash", "x"),
    "double": ("read several times", DOUBLE, "dot", "diamond"),
    "stuck": ("owned, does not move", STUCK, "dashdot", "square"),
    "unknown": ("owner unknown", NEUTRAL, "solid", "circle-open"),
}
MOST_PANELS = 8
WHY_NOTHING = "No consumerProgress output with offsets is in the evidence."
Row = dict[str, Any]


def lag_data(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> list[Row]:
    """One row per queue and snapshot of a group (default: the worst), optionally of one topic.

    Fields: `group, topic, broker, queue, file, look` (1 for the oldest snapshot), `at` (None where the snapshot has
    no time), `broker_offset, consumer_offset, diff` (messages), `client` (the shown Client IP), `state` (owned,
    orphan, double, stuck, unknown). Raises UnknownGroup.
    """
    facts = facts_of(diagnosis, group)
    if facts is None:
        return []
    states = _states(diagnosis, facts)
    rows = [
        _row(facts.group, look, snapshot.file, snapshot.at, each, states.get(each.queue, "unknown"))
        for look, snapshot in enumerate(facts.snapshots, start=1)
        for each in snapshot.rows
        if topic in (None, each.queue.topic)
    ]
    return sorted(rows, key=lambda row: (topic_order(row["topic"]), row["broker"], row["queue"], row["look"]))


def _row(group: str, look: int, file: str, at: Any, each: Any, state: str) -> Row:  # noqa: ANN401
    return {
        "group": group,
        "topic": each.queue.topic,
        "broker": each.queue.broker,
        "queue": each.queue.queue,
        "file": file,
        "look": look,
        "at": at,
        "broker_offset": each.broker_offset,
        "consumer_offset": each.consumer_offset,
        "diff": each.diff,
        "client": each.client_ip,
        "state": state,
    }


def _states(diagnosis: Diagnosis, facts: GroupFacts) -> dict[MessageQueue, str]:
    rows = allocation_data(diagnosis, facts.group)
    states = {MessageQueue(row["topic"], row["broker"], row["queue"]): str(row["state"]) for row in rows}
    states.update(dict.fromkeys(queues_found(diagnosis, facts.group, "orphan_queues"), "orphan"))
    states.update(dict.fromkeys(queues_found(diagnosis, facts.group, "consumer_stuck"), "stuck"))
    return states


def lag_figure(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> go.Figure:
    """Messages behind, a line per queue, a panel per topic, coloured by what is known of the queue's owner.

    Queues that no snapshot lists are named under the title: they may be the worst ones. Raises UnknownGroup.
    """
    rows = lag_data(diagnosis, group, topic)
    title = f"Messages behind in {label(chosen_group(diagnosis, group) or 'the group', 40)}, per queue"
    unlisted = _unlisted(diagnosis, group, topic, rows)
    if not rows:
        return nothing_to_show(title, WHY_NOTHING)
    topics, more = _panels(rows)
    height = 130 + 210 * len(topics)
    figure = make_subplots(
        rows=len(topics), cols=1, shared_xaxes=True, vertical_spacing=60 / height if len(topics) > 1 else 0,
        subplot_titles=[label(each, 60) for each in topics],
    )  # fmt: skip
    for at, each in enumerate(topics, start=1):
        for trace in _traces([row for row in rows if row["topic"] == each]):
            figure.add_trace(trace, row=at, col=1)
    _axes(figure, [row for row in rows if row["topic"] in topics])
    return _legend_once(styled(figure, title, height, ". ".join(filter(None, (unlisted, more)))))


def _panels(rows: Sequence[Row]) -> tuple[list[str], str]:
    """The topics that get a panel, in order, and what to say of the others (those least behind)."""
    most: dict[str, int] = {}
    for row in rows:
        most[row["topic"]] = max(most.get(row["topic"], 0), row["diff"])
    topics = [topic for topic in most if is_user_topic(topic) or most[topic]] or list(most)
    kept = sorted(topics, key=lambda topic: -most[topic])[:MOST_PANELS]
    left = len(topics) - len(kept)
    note = f"{left} more topics are less behind" if left else ""
    return [topic for topic in topics if topic in kept], note


def _axes(figure: go.Figure, rows: Sequence[Row]) -> None:
    small = max(row["diff"] for row in rows) < 5
    figure.update_yaxes(rangemode="tozero", tickformat=",d", automargin=True, **({"range": [-0.3, 5]} if small else {}))
    figure.update_xaxes(**_time_axis(rows))


def _traces(rows: Sequence[Row]) -> list[go.Scatter]:
    """One trace per state; the lines of its queues are kept apart by gaps."""
    traces = []
    for state, (name, colour, dash, symbol) in LOOKS.items():
        lines = _lines([row for row in rows if row["state"] == state])
        if lines["x"]:
            traces.append(
                go.Scatter(
                    **lines,
                    mode="lines+markers",
                    name=name,
                    legendgroup=state,
                    connectgaps=False,
                    line={"color": colour, "dash": dash, "width": 1.5},
                    marker={"symbol": symbol, "size": 6},
                    hovertemplate="%{text}<extra></extra>",
                )
            )
    return traces


def _lines(rows: Sequence[Row]) -> dict[str, list[Any]]:
    x: list[Any] = []
    y: list[int | None] = []
    text: list[str] = []
    timed = all(row["at"] for row in rows)
    for at, row in enumerate(rows):
        if at and _key(row) != _key(rows[at - 1]):
            x, y, text = [*x, None], [*y, None], [*text, ""]
        x, y, text = [*x, row["at"].isoformat() if timed else row["look"]], [*y, row["diff"]], [*text, _hover(row)]
    return {"x": x, "y": y, "text": text}


def _key(row: Row) -> tuple[str, str, int]:
    return row["topic"], row["broker"], row["queue"]


def _hover(row: Row) -> str:
    return hover(
        [
            ("queue", f"{row['topic']} {row['broker']} {row['queue']}"),
            ("messages behind", row["diff"]),
            ("broker offset", row["broker_offset"]),
            ("consumer offset", row["consumer_offset"]),
            ("client", row["client"] or "N/A"),
            ("snapshot", row["file"]),
        ]
    )


def _time_axis(rows: Sequence[Row]) -> dict[str, Any]:
    if all(row["at"] for row in rows):
        return {"type": "date", "automargin": True}
    return {"dtick": 1, "tickprefix": "look ", "automargin": True}


def _unlisted(diagnosis: Diagnosis, group: str | None, topic: str | None, rows: Sequence[Row]) -> str:
    """Orphan queues that no snapshot lists: mqadmin shows only topics that stand in the table at that moment."""
    listed = {_key(row) for row in rows}
    hidden = [
        MessageQueue(row["topic"], row["broker"], row["queue"])
        for row in allocation_data(diagnosis, group, topic)
        if row["state"] == "orphan" and _key(row) not in listed
    ]
    return f"Read by nobody, and in no snapshot: {label(ranges(hidden), 110)}" if hidden else ""


def _legend_once(figure: go.Figure) -> go.Figure:
    shown: set[str] = set()
    for trace in figure.data:
        trace.showlegend = trace.legendgroup not in shown
        shown.add(trace.legendgroup)
    return figure
