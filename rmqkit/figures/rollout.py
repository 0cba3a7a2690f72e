"""The rollout picture: each way to make a change, what it leaves unread, repeats and loses, step by step."""

from __future__ import annotations

from typing import Any, Protocol

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from rmqkit.figures.appearance import HEALTHY, hover, label, looks_of, styled
from rmqkit.language import say

Row = dict[str, Any]

PANELS, HARMS = looks_of("panels"), looks_of("harms")
"""By field of a step: how its panel is drawn, and what each step does."""


class Simulated(Protocol):
    """A plan whose ways were simulated, such as `rmqkit.plan.Plan`."""

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain data: `group`, `recommended`, and `ways` with their `steps`."""


def rollout_data(plan: Simulated) -> list[Row]:
    """One row per way and step.

    Fields: `way, recommended, number` (of the step, from 1), and for the step: `label`, `seconds`, `orphans` (queues),
    `longest_orphan_seconds`, `orphan_queue_seconds` (0 if no queue was an orphan), `stalled_queue_seconds`,
    `repeated_messages`, `lost_messages`, `lost_tags`, `queues_moved`.
    """
    data = plan.to_dict()
    rows = []
    for way in data["ways"]:
        for number, step in enumerate(way["steps"], 1):
            recommended = way["name"] == data["recommended"]
            unread = step["orphan_queue_seconds"] if step["orphans"] else 0.0
            own = {"way": way["name"], "recommended": recommended, "number": number}
            rows.append({**own, **step, "orphan_queue_seconds": unread})
    return rows


def rollout_figure(plan: Simulated) -> go.Figure:
    """One bar per way, one panel per kind of harm; each bar is divided into steps.

    The recommended way is bold.
    """
    rows = rollout_data(plan)
    titles = [panel["words"] for panel in PANELS.values()]
    figure = make_subplots(1, len(PANELS), shared_yaxes=True, subplot_titles=titles, horizontal_spacing=0.03)
    for column, (field, panel) in enumerate(PANELS.items(), 1):
        figure.add_trace(_bars(rows, field, panel["colour"]), 1, column)
        if not any(row[field] for row in rows):
            # Nothing of this kind happens: an axis that plotly makes up would read like a scale of it.
            figure.update_xaxes(range=[0, 1], tickvals=[0], row=1, col=column)
    figure.update_yaxes(autorange="reversed", type="category")
    figure.update_xaxes(rangemode="tozero")
    data = plan.to_dict()
    title = say("{group}: the effects of each way to make the change", group=label(data["group"], 40))
    height = 150 + 44 * len(data["ways"])
    return styled(
        figure, title, height, barmode="stack", showlegend=False, margin={"l": 10, "r": 10, "t": 110, "b": 40}
    )


def _bars(rows: list[Row], field: str, colour: str) -> go.Bar:
    return go.Bar(
        x=[row[field] for row in rows],
        y=[f'<b style="color:{HEALTHY}">{row["way"]}</b>' if row["recommended"] else row["way"] for row in rows],
        orientation="h",
        marker={"color": colour, "line": {"color": "#ffffff", "width": 1}},
        hovertext=[
            hover(
                [
                    (say("step {number}", number=row["number"]), row["label"]),
                    *((words, row[field]) for field, words in HARMS.items()),
                    (say("tags of lost messages"), list(row["lost_tags"])),
                ]
            )
            for row in rows
        ],
        hoverinfo="text",
    )
