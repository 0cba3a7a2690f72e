"""The allocation grid: queues by clients, who reads which queue,
which are read by nobody or twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import plotly.graph_objects as go

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.drawn import QueueAllocation
from rmqkit.diagnosis.relations.members import membership
from rmqkit.figures.appearance import (
    DOUBLE,
    EMPTY_SHARE,
    NEUTRAL,
    ORPHAN,
    OWNERS,
    hover,
    label,
    nothing_to_show,
    owner_colour,
    row_height,
    styled,
)
from rmqkit.figures.client_names import ClientNames, client_names
from rmqkit.figures.scope import chosen_group, group_label, topic_order
from rmqkit.language import joined, say
from rmqkit.rocketmq.client_id_meaning import ip_of

NOBODY = "(nobody)"
WHY_NOTHING = say("The evidence does not tell which queues the group's clients share out.")
Row = dict[str, Any]


def allocation_data(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> list[Row]:
    """One row per queue of a group (default: the worst), its topics in order,
    optionally of one topic.

    Fields: `group, topic, broker, queue`; `counted_on` (whose share it is in everybody's count),
    `consumers` (who reads it by recomputation; an id that several processes share stands there as
    often), `seen` (ids, or the parts before the @; None where nobody looked), `state` (owned,
    orphan, double, lost, unreadable, unknown), `broker_offset`, `consumer_offset`, `diff`
    (messages; None where no snapshot lists the queue). Raises UnknownGroup.
    """
    chosen = chosen_group(diagnosis, group)
    if chosen is None:
        return []
    rows = [each for each in diagnosis.allocation.get(chosen, ()) if topic in (None, each.queue.topic)]
    rows.sort(key=lambda each: (topic_order(each.queue.topic), each.queue.broker, each.queue.queue))
    return [_row(chosen, each) for each in rows]


def _row(group: str, drawn: QueueAllocation) -> Row:
    return {
        "group": group,
        "topic": drawn.queue.topic,
        "broker": drawn.queue.broker,
        "queue": drawn.queue.queue,
        "counted_on": drawn.counted_on,
        "consumers": list(drawn.consumers),
        "seen": None if drawn.seen is None else list(drawn.seen),
        "state": drawn.state,
        "broker_offset": drawn.broker_offset,
        "consumer_offset": drawn.consumer_offset,
        "diff": drawn.diff,
    }


def allocation_figure(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> go.Figure:
    """The grid: a row per queue, a column per client by its short name,
    coloured where the client reads the queue.

    A cross marks a share that its client does not read, a diamond a queue that several processes
    read, a dot who was seen with it. Hover tells offsets, lag and whole names. Raises UnknownGroup.
    """
    rows = allocation_data(diagnosis, group, topic)
    chosen = chosen_group(diagnosis, group)
    title = say("Who reads which queue of {group}", group=group_label(diagnosis, group))
    if not rows:
        return nothing_to_show(title, WHY_NOTHING)
    grid = _Grid.of(rows, _members(diagnosis, chosen))
    figure = go.Figure([_cells(grid), *_marks(grid)])
    height = 190 + grid.height * row_height(grid.height)
    names = client_names(diagnosis, chosen)
    return styled(figure, title, height, xaxis=_client_axis(grid, names), yaxis=_queue_axis(grid))


def _members(diagnosis: Diagnosis, group: str | None) -> list[str]:
    facts = diagnosis.facts.get(group or "")
    return list(membership(facts).client_ids) if facts else []


@dataclass(frozen=True)
class _Grid:
    """Where everything stands: a column per client, a line per queue,
    and one line as heading above each topic."""

    rows: Sequence[Row]
    clients: Sequence[str]
    processes: Mapping[str, int]
    lines: Sequence[int]
    headings: Mapping[int, str]
    height: int

    @classmethod
    def of(cls, rows: Sequence[Row], members: Sequence[str]) -> _Grid:
        """The grid of some rows; members without any queue have a column too."""
        named = {*members, *(who for row in rows for who in (*row["consumers"], row["counted_on"]) if who)}
        clients = sorted(named) + [NOBODY] * any(row["counted_on"] is None and not row["consumers"] for row in rows)
        times = Counter(members)
        lines, headings, line = [], {}, 0
        for at, row in enumerate(rows):
            if at == 0 or row["topic"] != rows[at - 1]["topic"]:
                headings[line] = row["topic"]
                line += 1
            lines.append(line)
            line += 1
        return cls(rows, clients, {who: times[who] for who in clients}, lines, headings, line)

    @cached_property
    def columns(self) -> Mapping[str, int]:
        """The column of each client, and that of nobody."""
        return {client: column for column, client in enumerate(self.clients)}

    def column(self, client: str | None) -> int:
        """The column of a client; that of nobody for None."""
        return self.columns[client or NOBODY]

    @cached_property
    def _named(self) -> Mapping[str, Sequence[str]]:
        """The clients that an id, or the part of it before the @, can stand for."""
        named: dict[str, list[str]] = defaultdict(list)
        for client in self.clients:
            for name in dict.fromkeys((client, ip_of(client))):
                named[name].append(client)
        return named

    def cells(self) -> Iterator[tuple[int, int, Row, str]]:
        """Line, column, row and role (`reads` or `counted`) of every cell that is not empty."""
        for line, row in zip(self.lines, self.rows, strict=True):
            for client in dict.fromkeys(row["consumers"]):
                yield line, self.column(client), row, "reads"
            if not row["consumers"]:
                yield line, self.column(row["counted_on"]), row, "counted"

    def seen(self) -> Iterator[tuple[int, int]]:
        """Line and column of everybody who was seen with a queue,
        whether by id or by the part before the @."""
        for line, row in zip(self.lines, self.rows, strict=True):
            for who in row["seen"] or ():
                matching = self._named.get(who, ())
                expected = [client for client in matching if client in row["consumers"]]
                yield from ((line, self.column(client)) for client in (expected or matching)[:1])


def _cells(grid: _Grid) -> go.Heatmap:
    z: list[list[int | None]] = [[None] * len(grid.clients) for _ in range(grid.height)]
    text: list[list[str | None]] = [[None] * len(grid.clients) for _ in range(grid.height)]
    for line, column, row, role in grid.cells():
        z[line][column] = len(OWNERS) if role == "counted" else column % len(OWNERS)
        text[line][column] = _hover(row)
    gap = 1 if row_height(grid.height) > 7 else 0
    return go.Heatmap(
        z=z, text=text, hovertemplate="%{text}<extra></extra>", hoverongaps=False, showscale=False,
        colorscale=_colours(), zmin=-0.5, zmax=len(OWNERS) + 0.5, xgap=2, ygap=gap,
    )  # fmt: skip


def _colours() -> list[list[Any]]:
    colours = [*(owner_colour(at) for at in range(len(OWNERS))), EMPTY_SHARE]
    edges = [at / len(colours) for at in range(len(colours) + 1)]
    return [[edge, colour] for at, colour in enumerate(colours) for edge in (edges[at], edges[at + 1])]


def _hover(row: Row) -> str:
    seen = say("not looked") if row["seen"] is None else row["seen"] or say("nobody")
    return hover(
        [
            (say("queue"), f"{row['topic']} {row['broker']} {row['queue']}"),
            (say("read by"), row["consumers"] or say("nobody")),
            (say("counted on"), row["counted_on"]),
            (say("seen with"), seen),
            (say("broker offset"), row["broker_offset"]),
            (say("consumer offset"), row["consumer_offset"]),
            (say("messages behind"), row["diff"] if row["diff"] is not None else say("in no snapshot")),
        ]
    )


def _marks(grid: _Grid) -> list[go.Scatter]:
    size = max(3, min(11, row_height(grid.height) - 5))
    orphans = [(line, column) for line, column, row, _ in grid.cells() if row["state"] == "orphan"]
    doubles = [(line, column) for line, column, row, _ in grid.cells() if row["state"] == "double"]
    lost = [(line, column) for line, column, row, _ in grid.cells() if row["state"] == "lost"]
    unreadable = [(line, column) for line, column, row, _ in grid.cells() if row["state"] == "unreadable"]
    seen = list(grid.seen())
    return [
        _marker(say("read by nobody"), orphans, {"symbol": "x", "size": size, "color": ORPHAN}),
        _marker(say("read several times"), doubles, {"symbol": "diamond", "size": size + 2, "color": DOUBLE}),
        _marker(say("lost with its broker"), lost, {"symbol": "x", "size": size, "color": NEUTRAL}),
        _marker(say("nobody may read it"), unreadable, {"symbol": "square-x", "size": size, "color": NEUTRAL}),
        _marker(say("seen with it"), seen, {"symbol": "circle", "size": max(2, size // 2), "color": "#ffffff",
                                       "line": {"width": 1, "color": "#1d2327"}}),
    ]  # fmt: skip


def _marker(name: str, places: Sequence[tuple[int, int]], marker: Mapping[str, Any]) -> go.Scatter:
    x, y = [column for _, column in places], [line for line, _ in places]
    counted = say("{name} ({number})", name=name, number=len(places))
    return go.Scatter(x=x, y=y, mode="markers", name=counted, marker=marker, hoverinfo="skip",
                      showlegend=bool(places))  # fmt: skip


def _client_axis(grid: _Grid, short: ClientNames) -> dict[str, Any]:
    names = [_client_label(short.of(client), grid.processes[client]) for client in grid.clients]
    return {
        "tickvals": list(range(len(names))), "ticktext": names, "side": "top", "showgrid": False, "zeroline": False,
        "range": [-0.5, len(names) - 0.5], "tickangle": 0 if len(names) <= 4 else -60, "automargin": True,
        "tickfont": {"size": 11 if len(names) <= 30 else 8}, "fixedrange": True,
    }  # fmt: skip


def _client_label(client: str, processes: int) -> str:
    more = say("{number} processes", number=processes) if processes > 1 else ""
    return joined("<br>", (label(client), more))


def _queue_axis(grid: _Grid) -> dict[str, Any]:
    names = _queue_labels(grid)
    order = sorted(names)
    return {
        "tickvals": order, "ticktext": [names[line] for line in order], "range": [grid.height - 0.5, -0.5],
        "showgrid": False, "zeroline": False, "automargin": True, "tickfont": {"size": 11}, "fixedrange": True,
    }  # fmt: skip


def _queue_labels(grid: _Grid) -> dict[int, str]:
    """By line: every topic's heading, and as many queues as there is room for."""
    apart = -(-13 // row_height(grid.height))
    names = {line: f"<b>{label(topic, 34)}</b>" for line, topic in grid.headings.items()}
    last = -apart
    for line, row in zip(grid.lines, grid.rows, strict=True):
        last = line - 1 if line - 1 in grid.headings else last
        if line - last >= apart:
            names[line] = f"{label(row['broker'])} {row['queue']}"
            last = line
    return names
