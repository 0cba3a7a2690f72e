"""What-if pictures of allocation: a made-up group's queues and who would read them.

No evidence is read here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from rmqkit.figures.appearance import DOUBLE, ORPHAN, OWNERS, cells_of, styled
from rmqkit.language import Phrase, message, say
from rmqkit.rocketmq import (
    Averagely,
    AveragelyByCircle,
    ConsistentHash,
    MessageQueue,
    Strategy,
    SubscriptionAware,
    allocation,
)
from rmqkit.rocketmq.subscription_mark import with_mark

STRATEGIES: dict[str, Strategy] = {
    "AVG": Averagely(),
    "AVG_BY_CIRCLE": AveragelyByCircle(),
    "CONSISTENT_HASH": ConsistentHash(),
    "SUBSCRIPTION_AWARE": SubscriptionAware(),
}
TOPICS = ("topicA", "topicB")
NOBODY = "–"
_SMALLEST = "A"

Row = dict[str, Any]


def client_names(count: int) -> list[str]:
    """A, B, C ... for the clients of a made-up group, in the order in which their ids sort."""
    return [chr(ord(_SMALLEST) + number) for number in range(count)]


@dataclass(frozen=True)
class WhatIf:
    """A made-up group.

    `listeners` maps a topic to the clients (A, B, ...) that subscribe to it: all, where it is not
    given. `same_id` names two clients of which the second has the id of the first. `other_strategy`
    maps clients to another strategy than the group's; a topic with no listener is not shown.
    """

    clients: int = 3
    brokers: int = 2
    queues: int = 8
    strategy: str = "AVG"
    listeners: Mapping[str, Sequence[str]] = field(default_factory=lambda: {"topicA": client_names(26)})
    same_id: tuple[str, str] | None = None
    other_strategy: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The clients."""
        return client_names(self.clients)

    def client_ids(self) -> dict[str, str]:
        """Every client's id; with the subscription-aware strategy it carries what
        the client listens to."""
        ids = {name: f"10.20.0.{11 + at}@{at + 1}#1" for at, name in enumerate(self.names)}
        if self.same_id and set(self.same_id) <= set(ids):
            ids[self.same_id[1]] = ids[self.same_id[0]]
        if self.strategy != "SUBSCRIPTION_AWARE":
            return ids
        return {name: with_mark(one, self.topics_of(name)) for name, one in ids.items()}

    def topics_of(self, name: str) -> list[str]:
        """What a client listens to."""
        return [topic for topic, names in self.listeners.items() if name in names]


def allocation_explorer_data(what_if: WhatIf) -> list[Row]:
    """One row per queue: `topic, broker, queue, readers` (clients),
    `state` (owned, orphan, double)."""
    rows = []
    brokers = [f"broker-{chr(ord('a') + number)}" for number in range(what_if.brokers)]
    ids = what_if.client_ids()
    for topic, listening in what_if.listeners.items():
        queues = [MessageQueue(topic, broker, queue) for broker in brokers for queue in range(what_if.queues)]
        shares = {}
        for name in (name for name in what_if.names if name in listening):
            strategy = STRATEGIES[what_if.other_strategy.get(name, what_if.strategy)]
            shares[name] = set(allocation("group", queues, ids.values(), strategy).share_of(ids[name]))
        for queue in queues if listening else ():
            readers = [name for name, share in shares.items() if queue in share]
            state = "owned" if len(readers) == 1 else "double" if readers else "orphan"
            place = {"topic": topic, "broker": queue.broker, "queue": queue.queue}
            rows.append({**place, "readers": readers, "state": state})
    return rows


def allocation_explorer_figure(what_if: WhatIf) -> go.Figure:
    """The grid: a row per broker and topic, a column per queue id,
    the reader's letter and colour in each cell."""
    rows = allocation_explorer_data(what_if)
    hovered = say("%{{y}} queue %{{x}}: %{{text}}<extra></extra>")
    figure = go.Figure(cells_of(_COLOURS, **_cells(rows), textfont={"size": 13}, hovertemplate=hovered))
    figure.update_yaxes(autorange="reversed", type="category")
    figure.update_xaxes(title=say("queue"), dtick=1)
    margin = {"l": 10, "r": 10, "t": 70, "b": 50}
    return styled(figure, title_of(rows), 140 + 34 * len(_lines(rows)), autosize=True, margin=margin)


def allocation_explorer_table(what_if: WhatIf) -> pd.DataFrame:
    """The grid as text: a row per topic and broker, a column per queue id,
    the readers in each cell."""
    cells = _cells(allocation_explorer_data(what_if))
    return pd.DataFrame(cells["text"], index=cells["y"], columns=cells["x"])


def title_of(rows: Sequence[Row]) -> Phrase:
    """What the picture says in one line."""
    orphans = sum(row["state"] == "orphan" for row in rows)
    double = sum(row["state"] == "double" for row in rows)
    return say(
        "{queues} queues: {orphans} read by nobody, {double} read by several",
        queues=len(rows),
        orphans=orphans,
        double=double,
    )


# Colour numbers: nobody, several, then the owners' colours in turn.
_COLOURS = (ORPHAN, DOUBLE, *OWNERS)


def _cells(rows: Sequence[Row]) -> dict[str, Any]:
    lines = _lines(rows)
    wide = max((row["queue"] for row in rows), default=-1) + 1
    at = {(f"{row['topic']} {row['broker']}", row["queue"]): row for row in rows}
    grid = [[at[(line, queue)] for queue in range(wide)] for line in lines]

    def colour(row: Row) -> int:
        if row["state"] != "owned":
            return 0 if row["state"] == "orphan" else 1
        return 2 + (ord(row["readers"][0]) - ord(_SMALLEST)) % len(OWNERS)

    return {
        "x": list(range(wide)),
        "y": lines,
        "z": [[colour(row) for row in line] for line in grid],
        "text": [[" ".join(row["readers"]) or NOBODY for row in line] for line in grid],
    }


def _lines(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(f"{row['topic']} {row['broker']}" for row in rows))


# The buttons of the figure that needs no kernel: name, and what is different from a healthy
# group by average.
CASES: dict[str, WhatIf] = {
    message("average"): WhatIf(),
    message("by circle"): WhatIf(strategy="AVG_BY_CIRCLE"),
    message("consistent hash"): WhatIf(strategy="CONSISTENT_HASH"),
    message("B listens to another topic"): WhatIf(
        listeners={"topicA": [name for name in client_names(26) if name != "B"], "topicB": ["B"]}
    ),
    message("A and B share one id"): WhatIf(same_id=("A", "B")),
    message("B allocates by circle"): WhatIf(other_strategy={"B": "AVG_BY_CIRCLE"}),
}
LARGEST_GROUP = 8


def allocation_slider_data(case: str) -> list[list[Row]]:
    """The rows of one case for groups of 2, 3 ... LARGEST_GROUP clients."""
    return [allocation_explorer_data(replace(CASES[case], clients=count)) for count in range(2, LARGEST_GROUP + 1)]


def allocation_slider_figure() -> go.Figure:
    """The same picture with plotly's own slider (clients) and buttons (cases):
    it works in a report with no kernel.

    Every step carries its data, so that whatever draws a figure's data and layout draws this one.
    """
    first = next(iter(CASES))
    figure = allocation_explorer_figure(replace(CASES[first], clients=2))
    buttons = []
    for case in CASES:
        # A button draws its case for two clients and puts its own slider below.
        data, layout = _change(allocation_slider_data(case)[0])
        arguments = [data, {**layout, "sliders": [_slider(case)]}]
        buttons.append({"label": case, "method": "update", "args": arguments})
    menu = {"buttons": buttons, "type": "buttons", "x": 1.02, "xanchor": "left", "y": 1, "yanchor": "top"}
    return figure.update_layout(
        updatemenus=[menu], sliders=[_slider(first)], height=420, margin={"l": 10, "r": 210, "t": 70, "b": 110}
    )


def _slider(case: str) -> dict[str, Any]:
    steps = [
        {"label": str(count), "method": "update", "args": list(_change(rows))}
        for count, rows in enumerate(allocation_slider_data(case), 2)
    ]
    return {"active": 0, "currentvalue": {"prefix": say("clients: ")}, "pad": {"t": 40}, "steps": steps}


def _change(rows: Sequence[Row]) -> tuple[dict[str, Any], dict[str, Any]]:
    data = {name: [value] for name, value in _cells(rows).items()}
    return data, {"title.text": title_of(rows)}
