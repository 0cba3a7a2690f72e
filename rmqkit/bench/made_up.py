"""Made-up groups on the bench: who would read which queue, without any evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from rmqkit.bench.hypothesis import Hypothesis, Process, predicted
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.finding import as_json
from rmqkit.figures.appearance import nothing_to_show
from rmqkit.figures.strips import cell_text, strips_figure
from rmqkit.language import Phrase, message, say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.subscription_mark import with_mark

STRATEGIES = ("AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH", "SUBSCRIPTION_AWARE")
TOPICS = ("topicA", "topicB")
LARGEST_GROUP = 8
Row = dict[str, Any]


def client_names(count: int) -> list[str]:
    """A, B, C ... for the clients of a made-up group, in the order in which their ids sort."""
    return list(ascii_uppercase[:count])


def made_up(
    clients: int = 3,
    brokers: int = 2,
    queues: int = 8,
    strategy: str = "AVG",
    listeners: Mapping[str, Sequence[str]] | None = None,
    same_id: tuple[str, str] | None = None,
    other_strategy: Mapping[str, str] | None = None,
) -> Hypothesis:
    """A made-up group.

    `listeners` maps a topic to the clients (A, B, ...) that subscribe to it, all to topicA where it is not given; a
    topic with no listener is not shown. `same_id` names two clients of which the second has the id of the first.
    `other_strategy` maps clients to another strategy than the group's.
    """
    names = client_names(clients)
    listening = {TOPICS[0]: names} if listeners is None else listeners
    ids = {name: f"10.20.0.{11 + at}@{at + 1}#1" for at, name in enumerate(names)}
    if same_id and set(same_id) <= set(ids):
        ids[same_id[1]] = ids[same_id[0]]
    processes = []
    for name, client_id in ids.items():
        topics = [topic for topic, own in listening.items() if name in own]
        # With the subscription-aware strategy an id carries what the client listens to.
        marked = with_mark(client_id, topics) if strategy == "SUBSCRIPTION_AWARE" else client_id
        rule = (other_strategy or {}).get(name, strategy)
        processes.append(Process(name, marked, marked, frozenset(topics), rule))
    places = [(f"broker-{letter}", number) for letter in ascii_lowercase[:brokers] for number in range(queues)]
    routes = {topic: tuple(MessageQueue(topic, *place) for place in places) for topic, own in listening.items() if own}
    return Hypothesis("group", routes, tuple(processes))


def allocation_rows(group: Hypothesis) -> list[Row]:
    """One row per queue: `topic, broker, queue, readers` (clients), `state` (owned, orphan, double)."""
    return [
        {
            **as_json(queue), "readers": list(prediction.readers),
            "state": "owned" if len(prediction.readers) == 1 else "double" if prediction.readers else "orphan",
        }
        for queue, prediction in predicted(group).items()
    ]  # fmt: skip


def allocation_table(group: Hypothesis) -> pd.DataFrame:
    """The readers as text: a row per topic and broker, a column per queue id."""
    lines = grouped((f"{row['topic']} {row['broker']}", cell_text(row["readers"])) for row in allocation_rows(group))
    return pd.DataFrame.from_dict(lines, orient="index")


def allocation_figure(group: Hypothesis) -> go.Figure:
    """The bench's picture of what is predicted: a strip per topic and broker, a cell per queue."""
    rows = allocation_rows(group)
    if not rows:
        return nothing_to_show(title_of(rows), say("No client subscribes to a topic."))
    names = {process.name: process.client_id for process in group.processes}
    return strips_figure(rows, names, title_of(rows), ("readers",), with_legend=False)


def title_of(rows: Sequence[Row]) -> Phrase:
    """What the picture says in one line."""
    orphans = sum(row["state"] == "orphan" for row in rows)
    double = sum(row["state"] == "double" for row in rows)
    return say(
        "{queues} queues: {orphans} read by nobody, {double} read by several clients",
        queues=len(rows),
        orphans=orphans,
        double=double,
    )


# The buttons of the figure that needs no kernel: name, and what is different from a healthy group by average.
CASES: dict[str, dict[str, Any]] = {
    message("average"): {},
    message("by circle"): {"strategy": "AVG_BY_CIRCLE"},
    message("consistent hash"): {"strategy": "CONSISTENT_HASH"},
    message("B subscribes to another topic"): {
        "listeners": {"topicA": [name for name in client_names(LARGEST_GROUP) if name != "B"], "topicB": ["B"]}
    },
    message("A and B share one id"): {"same_id": ("A", "B")},
    message("B uses the circle strategy"): {"other_strategy": {"B": "AVG_BY_CIRCLE"}},
}


def cases_of(case: str) -> list[Hypothesis]:
    """One case for groups of 2, 3 ... LARGEST_GROUP clients."""
    return [made_up(count, **CASES[case]) for count in range(2, LARGEST_GROUP + 1)]


def slider_figure() -> go.Figure:
    """The same picture with plotly's own slider (clients) and buttons (cases): it works in a report with no kernel.

    Every step carries its data, so that whatever draws a figure's data and layout draws this one.
    """
    figures = {case: [allocation_figure(group) for group in cases_of(case)] for case in CASES}
    sliders = {case: _slider(drawn) for case, drawn in figures.items()}
    buttons = []
    for case, (drawn, *_) in figures.items():
        # A button draws its case for two clients and puts its own slider below.
        data, layout = _change(drawn)
        arguments = [data, {**layout, "sliders": [sliders[case]]}]
        buttons.append({"label": case, "method": "update", "args": arguments})
    menu = {"buttons": buttons, "type": "buttons", "x": 1.02, "xanchor": "left", "y": 1, "yanchor": "top"}
    first = next(iter(CASES))
    return figures[first][0].update_layout(
        updatemenus=[menu], sliders=[sliders[first]], height=420, margin={"l": 10, "r": 210, "t": 70, "b": 110}
    )


def _slider(figures: Sequence[go.Figure]) -> dict[str, Any]:
    steps = [
        {"label": str(count), "method": "update", "args": list(_change(drawn))}
        for count, drawn in enumerate(figures, 2)
    ]
    return {"active": 0, "currentvalue": {"prefix": say("clients: ")}, "pad": {"t": 40}, "steps": steps}


def _change(drawn: go.Figure) -> tuple[dict[str, Any], dict[str, Any]]:
    picture = drawn.to_plotly_json()
    cells, layout = picture["data"][0], picture["layout"]
    data = {name: [cells[name]] for name in ("z", "text", "customdata")}
    rows = {"yaxis.range": layout["yaxis"]["range"], "yaxis.tickvals": layout["yaxis"]["tickvals"]}
    rows |= {"yaxis.ticktext": layout["yaxis"]["ticktext"], "annotations": layout["annotations"]}
    return data, {"title.text": layout["title"]["text"], **rows}
