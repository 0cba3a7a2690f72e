"""How every picture looks: colours, short names, sizes, and how many points it is drawn with.

What a picture shows is in the module of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, TypeVar

import plotly.graph_objects as go

from rmqkit.language import Phrase, Text, Words, filled, in_language, joined, message, say
from rmqkit.language.catalogue import SOURCE
from rmqkit.language.clock import local, zone_shown
from rmqkit.language.wrapping import wrapped

# Okabe and Ito's palette, apart for colour-blind readers; its vermilion and black are kept for
# what is wrong.
OWNERS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#8C7300")
ORPHAN, DOUBLE, STUCK, HEALTHY, NEUTRAL = "#C44500", "#000000", "#7B3F98", "#0072B2", "#8A9096"
EMPTY_SHARE = "#FBE3D6"
COLOURS = {"orphan": ORPHAN, "double": DOUBLE, "stuck": STUCK, "healthy": HEALTHY, "neutral": NEUTRAL}
"""As `looks.toml` names them."""
FONT = 'system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif'
WIDEST_LABEL, WIDEST_IN_ONE_LINE = 26, 18
# A screen is some 2,000 pixels wide; a browser is quick with so many points, with their hover
# texts, in one picture.
MOST_POINTS = 8_000
# A line keeps at least its ends, its highest and its lowest point.
LEAST_POINTS = 4
T = TypeVar("T")
_LOOKS = Words(Path(__file__).with_name("looks.toml"))
sentence = partial(_LOOKS.say, "sentences")
DATES: dict[str, Any] = {
    "type": "date",
    "automargin": True,
    "tickformat": "%H:%M:%S\n%Y-%m-%d",
    "hoverformat": "%Y-%m-%d %H:%M:%S",
}
"""An axis of times, in figures alone: plotly would write the names of months, in English."""


def looks_of(part: str) -> dict[str, Any]:
    """A part of `looks.toml` by name: a phrase each, or how something is drawn."""
    looks: dict[str, Any] = {}
    for name, value in _LOOKS.parts[part].items():
        if isinstance(value, Text):
            looks[name] = value.unfilled
        else:
            looks[name] = {**value, "words": value["words"].unfilled, "colour": COLOURS[value["colour"]]}
    return looks


def left_out(drawn: int, points: int, name: str) -> str:
    """What to say where not everything is drawn."""
    return "" if drawn == points else sentence(name, drawn=drawn, points=points)


def in_zone() -> Phrase:
    """By which clock an axis is."""
    return say("times in {zone}", zone=zone_shown())


def label(name: str, width: int = WIDEST_LABEL) -> str:
    """A name that fits, as plotly takes it, which reads a subset of HTML: where it is long its beginning and its end,
    because ids of one host differ at the end."""
    tail = (width - 1) // 3
    return escape(name if len(name) <= width else f"{name[: width - 1 - tail]}…{name[-tail:]}")


def in_two_lines(name: str) -> str:
    """An id such as `inconsistent_subscription` whole, broken at its last underscore where it is long."""
    start, mark, end = name.rpartition("_")
    return f"{start}{mark}<br>{end}" if len(name) > WIDEST_IN_ONE_LINE else name


def marked(markup: str, text: str) -> str:
    """A text within markup such as `<b>{}</b>`; a phrase stays one."""
    return filled(markup.format, text) if isinstance(text, Phrase) else markup.format(text)


def hover(rows: Sequence[tuple[str, object]]) -> Phrase:
    """Names and values, one a line, whole and escaped; what is unknown is left out."""
    known = ((name, value) for name, value in rows if value not in (None, "", []))
    return joined("<br>", (say("{name}: {value}", name=name, value=_escaped(value)) for name, value in known))


def _escaped(value: object) -> str:
    if isinstance(value, Phrase):
        return filled(escape, value)
    if isinstance(value, int):
        return f"{value:,}"
    return escape(", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value))


def owner_colour(position: int) -> str:
    """The colour of the client at a place of the sorted list: neighbours always differ."""
    return OWNERS[position % len(OWNERS)]


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on one of these colours (WCAG 2, relative luminance)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    # Black and white are equally well read on 0.179.
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


def styled(
    figure: go.Figure, title: str, height: int, note: str = "", **layout: Any  # noqa: ANN401
) -> go.Figure:  # fmt: skip
    """The common frame of all pictures; a note stands below the title."""
    place = {"x": 0.01, "xanchor": "left", "y": 1, "yref": "container", "yanchor": "top", "pad": {"t": 14}}
    figure.update_layout(
        title={"text": title, "subtitle": {"text": note or None}, **place},
        height=height,
        template="plotly_white",
        font={"family": FONT, "size": 12, "color": "#1d2327"},
        margin={"l": 10, "r": 10, "t": 90 if note else 70, "b": 40},
        hoverlabel={"align": "left", "bgcolor": "#ffffff"},
        legend={"orientation": "v", "x": 1.02, "xanchor": "left", "y": 1, "yanchor": "top"},
    )
    return figure.update_layout(**layout)


def cells_of(colours: Sequence[str], **cells: Any) -> go.Heatmap:  # noqa: ANN401
    """Cells with a text each, in colours by number."""
    scale = [(edge / len(colours), colour) for at, colour in enumerate(colours) for edge in (at, at + 1)]
    drawn = {"zmin": -0.5, "zmax": len(colours) - 0.5, "colorscale": scale, "showscale": False, "xgap": 2, "ygap": 2}
    return go.Heatmap(texttemplate="%{text}", **drawn, **cells)


def spans_of_time(name: str, spans: Iterable[tuple[datetime, datetime, int]], **looks: Any) -> go.Scatter:  # noqa: ANN401
    """Spans from one moment to another, each on its line, as one trace."""
    x: list[str | None] = []
    y: list[int | None] = []
    for start, end, line in spans:
        x += [local(start).isoformat(), local(end).isoformat(), None]
        y += [line, line, None]
    return go.Scatter(x=x, y=y, mode="lines", name=name, hoverinfo="skip", **looks)


def marks_in_time(name: str, marks: Iterable[tuple[datetime, float, str]], marker: dict[str, Any]) -> go.Scatter:
    """Marks, each with its moment, its line and what pointing at it shows, as one trace."""
    x, y, text = zip(*marks, strict=True) if (marks := list(marks)) else ((), (), ())
    shown = {"mode": "markers", "name": name, "marker": marker, "hovertemplate": "%{text}<extra></extra>"}
    return go.Scatter(x=[local(at).isoformat() for at in x], y=y, text=text, **shown)


def nothing_to_show(title: str, why: str) -> go.Figure:
    """A picture without data says why, in place of empty axes."""
    figure = go.Figure()
    figure.add_annotation(
        text=filled(_lines, message(why)), showarrow=False, x=0.5, y=0.5, xref="paper", yref="paper", font={"size": 14}
    )
    return styled(figure, title, 160, xaxis={"visible": False}, yaxis={"visible": False})


def _lines(text: str) -> str:
    return "<br>".join(map(escape, wrapped(text, 44).splitlines()))


def spoken(figure: go.Figure, lang: str) -> go.Figure:
    """The figure with its labels in the given language; names from the evidence are not translated.

    Raises KeyError for a language that rmqkit does not support.
    """
    if lang == SOURCE:
        return figure
    return go.Figure(_spoken(figure.to_plotly_json(), lang))


def _spoken(part: Any, lang: str) -> Any:  # noqa: ANN401
    match part:
        case Phrase():
            return in_language(part, lang)
        case dict():
            return {name: _spoken(value, lang) for name, value in part.items()}
        case list() | tuple():
            return [_spoken(value, lang) for value in part]
        case _:
            return part


def share_of(lines: int, most: int = MOST_POINTS) -> int:
    """How many points each of so many lines may have."""
    return max(LEAST_POINTS, most // max(1, lines))


def with_peaks(points: Sequence[T], most: int, height: Callable[[T], float]) -> list[T]:
    """The ends of a line and the lowest and highest point of each stretch between: at most `most`, in their order."""
    if len(points) <= most:
        return list(points)
    kept, between = {0, len(points) - 1}, range(1, len(points) - 1)
    length = -(-len(between) // max(1, (most - 2) // 2))
    for start in between[::length]:
        stretch = range(start, min(start + length, between.stop))
        kept |= {min(stretch, key=lambda at: height(points[at])), max(stretch, key=lambda at: height(points[at]))}
    return [points[at] for at in sorted(kept)]
