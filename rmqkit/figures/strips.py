"""Strips of queues, one lane above the other, and crosses where they contradict.

From plain rows: no evidence here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import plotly.graph_objects as go

from rmqkit.diagnosis.case.process_names import name_of_id
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.wording import runs_of_numbers
from rmqkit.figures.appearance import (
    DOUBLE,
    EMPTY_SHARE,
    FONT,
    ORPHAN,
    OWNERS,
    cells_of,
    label,
    looks_of,
    nothing_to_show,
    owner_colour,
    sentence,
    styled,
)
from rmqkit.language import Phrase, say
from rmqkit.rocketmq.client_id_meaning import ip_of

WHY_NOTHING = say("The evidence does not show which queues the group's clients allocate.")
AGREES, CONTRADICTS, SILENT = "agrees", "contradicts", "silent"
LOST, UNREADABLE = "lost", "unreadable"
GONE = (LOST, UNREADABLE)
"""What stands in place of a comparison where there is nothing to compare: no client can read the queue."""
NOBODY, UNKNOWN = "–", "?"
NOT_KNOWN = "#E4E7EA"
MOST_IN_LEGEND = 12
# Pixels: a name of 12 pixels fits.
LEAST_LANE = 14
BESIDE = 0.3
LANES = ("seen", "predicted")
LANE_NAMES, SAYS = looks_of("strips"), looks_of("says")
"""What the lane of a field is called, and what a comparison says."""
Row = dict[str, Any]


def strips_figure(
    rows: Sequence[Row], clients: Mapping[str, str], title: str, lanes: Sequence[str] = LANES, with_legend: bool = True
) -> go.Figure:
    """The same from plain rows: `clients` maps short names to ids, `lanes` names the fields that are drawn, in order.

    `says` marks the rows that contradict, where anything was compared; `hover` is shown to who points at a row.
    """
    if not rows:
        return nothing_to_show(title, WHY_NOTHING)
    strips = Strips(rows, list(clients), lanes)
    figure = go.Figure([_cells(strips), _crosses(strips), *(_legend(clients) if with_legend else ())])
    fixed = {"showgrid": False, "zeroline": False, "fixedrange": True}
    queues = {"side": "top", "tickprefix": say("queue "), "showtickprefix": "first", **fixed}
    queues |= {"dtick": 1 if strips.width <= 32 else 8, "range": [-0.5, strips.width - 0.5]}
    names = {
        number * strips.step + at: LANE_NAMES.get(name, name)
        for number in range(len(strips.places))
        for at, name in enumerate(strips.lanes, start=1)
    }
    named = {"tickvals": list(names), "ticktext": list(names.values()), "automargin": True, **fixed}
    layout: dict[str, Any] = {"xaxis": queues, "yaxis": {**named, "range": [strips.height - 0.5, -0.5]}}
    layout |= {"autosize": True, "annotations": _headings(strips)}
    legend = {"orientation": "h", "x": 0, "y": -0.02, "yanchor": "top", "xanchor": "left"}
    height = 130 + strips.height * lane_height(strips.height) + 22 * min(len(clients), MOST_IN_LEGEND) * with_legend
    note = says(rows) if "says" in rows[0] else ""
    return styled(figure, title, height, note, legend=legend, **layout)


def seen_names(seen: Sequence[str] | None, expected: Sequence[str], names: Mapping[str, str]) -> list[str] | None:
    """The short names of whom a source names, by id or by the part before the @; of several alike the expected one."""
    if seen is None:
        return None
    named = []
    for name in seen:
        matching = [client_id for client_id in names if name in (client_id, ip_of(client_id))]
        chosen = [client_id for client_id in matching if client_id in expected] or matching
        named.append(names[chosen[0]] if chosen else label(name, 12))
    return named


def says(rows: Sequence[Row]) -> Phrase:
    """What the picture says, in one line."""
    counts = {word: sum(row["says"] == word for row in rows) for word in SAYS}
    told = sentence("compared", agreeing=counts[AGREES], queues=len(rows), contradicting=counts[CONTRADICTS])
    for word in (LOST, UNREADABLE, SILENT):
        told = sentence(word, compared=told, number=counts[word]) if counts[word] else told
    return told


def lane_height(lanes: int) -> int:
    """Pixels for one of many strips."""
    return max(LEAST_LANE, min(24, 1600 // max(lanes, 1)))


@dataclass(frozen=True)
class Strips:
    """Where everything stands: for each topic and broker a line with their names, and below it a line per lane."""

    rows: Sequence[Row]
    names: Sequence[str]
    lanes: Sequence[str]

    @cached_property
    def places(self) -> dict[tuple[str, str], list[Row]]:
        """By topic and broker its rows, in their order."""
        return grouped(((row["topic"], row["broker"]), row) for row in self.rows)

    @property
    def step(self) -> int:
        """Lines from one broker to the next."""
        return len(self.lanes) + 1

    @property
    def height(self) -> int:
        """Lines in all."""
        return len(self.places) * self.step

    @property
    def width(self) -> int:
        """Queues of the broker that has most."""
        return 1 + max(int(row["queue"]) for row in self.rows)

    def line(self, row: Row, lane: int = 0) -> int:
        """The line of a row's lane."""
        return list(self.places).index((row["topic"], row["broker"])) * self.step + 1 + lane

    def row_at(self, queue: float, line: float) -> Row | None:
        """The row of a cell that somebody points at."""
        own = list(self.places.values())[min(int(line) // self.step, len(self.places) - 1)]
        return next((row for row in own if row["queue"] == int(queue)), None)

    def colour(self, readers: Sequence[str] | None) -> int:
        """The number of a cell's colour: the clients' in turn, then nobody, several, not known."""
        if readers is None:
            return len(OWNERS) + 2
        if len(readers) != 1:
            return len(OWNERS) + bool(readers)
        alike = [place for place, name in enumerate(self.names) if readers[0] in (name, name_of_id(name))]
        return alike[0] % len(OWNERS) if alike else len(OWNERS) + 2


_COLOURS = (*OWNERS, EMPTY_SHARE, DOUBLE, NOT_KNOWN)


def _cells(strips: Strips) -> go.Heatmap:
    colours = [[None] * strips.width for _ in range(strips.height)]
    texts = [[""] * strips.width for _ in range(strips.height)]
    hovers = [[""] * strips.width for _ in range(strips.height)]
    for row in strips.rows:
        for number, lane in enumerate(strips.lanes):
            line, column = strips.line(row, number), row["queue"]
            colours[line][column] = strips.colour(row[lane])  # type: ignore[call-overload]
            texts[line][column] = cell_text(row[lane])
            hovers[line][column] = row.get("hover", "")
    shown = {"textfont": {"size": 12, "family": FONT}, "hovertemplate": "%{customdata}<extra></extra>"}
    return cells_of(_COLOURS, z=colours, text=texts, customdata=hovers, hoverongaps=False, **shown)


def cell_text(readers: Sequence[str] | None) -> str:
    """A cell's names; a dash for nobody, a question mark where nothing is known."""
    return UNKNOWN if readers is None else " ".join(readers) or NOBODY


def _crosses(strips: Strips) -> go.Scatter:
    """On the border of seen and predicted and beside their names, so that both stay readable."""
    wrong = [row for row in strips.rows if row.get("says") == CONTRADICTS]
    size, edge = max(7, lane_height(strips.height) // 2), {"width": 2, "color": "#ffffff"}
    return go.Scatter(
        x=[row["queue"] + BESIDE for row in wrong],
        y=[strips.line(row) + 0.5 for row in wrong],
        mode="markers",
        name=say("contradicts ({number})", number=len(wrong)),
        marker={"symbol": "x", "size": size, "color": ORPHAN, "line": edge},
        hoverinfo="skip",
        showlegend=bool(wrong),
    )


def _legend(clients: Mapping[str, str]) -> list[go.Scatter]:
    """The short names and their whole ids; of a large group the first ones."""
    named = [f"{name}  {label(client_id, 64)}" for name, client_id in clients.items()]
    more = len(named) - MOST_IN_LEGEND
    names = named[:MOST_IN_LEGEND] + [say("and {number} more", number=more)] * (more > 0)
    markers = [{"symbol": "square", "size": 12, "color": owner_colour(number)} for number in range(len(names))]
    shown = zip(names, markers, strict=True)
    return [go.Scatter(x=[None], y=[None], mode="markers", name=name, marker=marker) for name, marker in shown]


def _headings(strips: Strips) -> list[dict[str, Any]]:
    """The topic and broker of each group of strips, above them: beside them a long name would take their room."""
    headings = []
    for number, ((topic, broker), own) in enumerate(strips.places.items()):
        named = {"topic": label(topic, 60), "broker": label(broker, 30)}
        unreadable = [row["queue"] for row in own if row.get("says") == UNREADABLE]
        text = "<b>{topic}</b> {broker}".format(**named)
        if any(row.get("says") == LOST for row in own):
            text = say("<b>{topic}</b> {broker} is lost", **named)
        elif unreadable:
            numbers = runs_of_numbers(unreadable)
            text = say("<b>{topic}</b> {broker}: not readable: {numbers}", **named, numbers=numbers)
        headings.append({
            "x": 0, "xref": "paper", "xanchor": "left", "y": number * strips.step, "yanchor": "middle",
            "text": text, "showarrow": False,
        })  # fmt: skip
    return headings
