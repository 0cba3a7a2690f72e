"""The rollout picture: each way to make a change, what it leaves unread, repeats and loses, step by step."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from rmqkit.figures.appearance import DOUBLE, HEALTHY, NEUTRAL, ORPHAN, STUCK, hover, label, styled
from rmqkit.plan import Plan

Row = dict[str, Any]

# Panel title, the row's field, unit in hover, colour.
PANELS: tuple[tuple[str, str, str], ...] = (
    ("unread<br>(queue-seconds)", "orphan_queue_seconds", ORPHAN),
    ("refused by the broker<br>(queue-seconds)", "stalled_queue_seconds", STUCK),
    ("read again<br>(messages)", "repeated_messages", DOUBLE),
    ("lost by tags<br>(messages)", "lost_messages", NEUTRAL),
)


def rollout_data(plan: Plan) -> list[Row]:
    """One row per way and step.

    Fields: `way, recommended, number` (of the step, from 1), `step` (its label), `seconds`, `orphans` (queues),
    `longest_orphan_seconds`, `orphan_queue_seconds` (0 where no queue was an orphan), `stalled_queue_seconds`,
    `repeated_messages`, `lost_messages`, `lost_tags`, `queues_moved`.
    """
    best = plan.recommended.name
    return [
        {
            "way": way.name,
            "recommended": way.name == best,
            "number": number,
            "step": step.label,
            "seconds": step.seconds,
            "orphans": step.orphans,
            "longest_orphan_seconds": step.longest_orphan_seconds,
            "orphan_queue_seconds": step.orphan_queue_seconds if step.orphans else 0.0,
            "stalled_queue_seconds": step.stalled_queue_seconds,
            "repeated_messages": step.repeated_messages,
            "lost_messages": step.lost_messages,
            "lost_tags": list(step.lost_tags),
            "queues_moved": step.queues_moved,
        }
        for way in plan.ways
        for number, step in enumerate(way.steps, 1)
    ]


def rollout_figure(plan: Plan) -> go.Figure:
    """A line per way, a panel per kind of harm; each bar is made of the steps. The recommended way is bold."""
    rows = rollout_data(plan)
    titles = [title for title, _, _ in PANELS]
    figure = make_subplots(1, len(PANELS), shared_yaxes=True, subplot_titles=titles, horizontal_spacing=0.03)
    for column, (_, field, colour) in enumerate(PANELS, 1):
        figure.add_trace(_bars(rows, field, colour), 1, column)
    figure.update_yaxes(autorange="reversed", type="category")
    figure.update_xaxes(rangemode="tozero")
    title = f"{label(plan.situation.group, 40)}: what each way to make the change does"
    height = 150 + 44 * len(plan.ways)
    return styled(
        figure, title, height, barmode="stack", showlegend=False, margin={"l": 10, "r": 10, "t": 110, "b": 40}
    )


def _bars(rows: list[Row], field: str, colour: str) -> go.Bar:
    return go.Bar(
        x=[row[field] for row in rows],
        y=[_name(row) for row in rows],
        orientation="h",
        marker={"color": colour, "line": {"color": "#ffffff", "width": 1}},
        hovertext=[_hover(row) for row in rows],
        hoverinfo="text",
    )


def _name(row: Row) -> str:
    name = row["way"].replace("_", " ")
    return f'<b style="color:{HEALTHY}">{name}</b>' if row["recommended"] else name


def _hover(row: Row) -> str:
    return hover(
        [
            (f"step {row['number']}", row["step"]),
            ("queues unread", row["orphans"]),
            ("longest, s", row["longest_orphan_seconds"]),
            ("refused, queue-seconds", row["stalled_queue_seconds"]),
            ("read again", row["repeated_messages"]),
            ("lost", row["lost_messages"]),
            ("tags lost", row["lost_tags"]),
        ]
    )
