"""`AllocationExplorer`: controls around the what-if picture of allocation.

The group and its picture are the bench's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import ipywidgets
import plotly.graph_objects as go

from rmqkit.bench.hypothesis import Hypothesis
from rmqkit.bench.made_up import STRATEGIES, TOPICS, allocation_figure, allocation_rows, client_names, made_up
from rmqkit.figures.appearance import spoken
from rmqkit.figures.live import LiveFigure
from rmqkit.language import in_language, message, say

NO_PAIR: str = message("none")
MOST_CLIENTS, MOST_BROKERS, MOST_QUEUES = 12, 8, 16


class GroupSize(Protocol):
    """What `AllocationExplorer.of` takes of a group, such as `rmqkit.plan.Situation`: topic -> broker -> queues."""

    @property
    def topics(self) -> Mapping[str, Mapping[str, int]]:
        """The topics' queues."""

    @property
    def pods(self) -> int:
        """How many clients."""

    @property
    def strategy(self) -> str:
        """The strategy's name."""


class AllocationExplorer:
    """Who would read which queue: turn the controls, and one figure follows.

    `clients`, `brokers`, `queues` (per broker and topic), `strategy`, `listeners` (a topic to the control with the
    clients that subscribe to it) and `same_id` (a pair of clients that share one id) are ipywidgets; `figure` is the
    live plotly figure; show the object itself in a notebook. It needs the `notebook` extra.
    """

    def __init__(
        self, clients: int = 3, brokers: int = 2, queues: int = 8, strategy: str = "AVG", lang: str = "en"
    ) -> None:
        self.lang = lang
        self.clients = _slider(self._said(say("clients")), clients, 1, MOST_CLIENTS)
        self.brokers = _slider(self._said(say("brokers")), brokers, 1, MOST_BROKERS)
        self.queues = _slider(self._said(say("queues")), queues, 1, MOST_QUEUES)
        strategies = [(name, name) for name in STRATEGIES]
        self.strategy = _list(self._said(say("strategy")), strategies, strategy)
        names, layout = client_names(clients), _whole("14em")
        self.listeners = {
            topic: ipywidgets.SelectMultiple(options=names, value=names, description=topic, rows=6, layout=layout)
            for topic in TOPICS
        }
        self.listeners[TOPICS[1]].value = ()
        self.same_id = _list(self._said(say("shared id")), self._pairs(clients), NO_PAIR)
        self.figure = LiveFigure(self._drawn())
        for control in (self.brokers, self.queues, self.strategy, self.same_id, *self.listeners.values()):
            control.observe(self._draw, "value")
        self.clients.observe(self._resize, "value")
        sizes = ipywidgets.VBox([self.clients, self.brokers, self.queues])
        parts = [sizes, ipywidgets.VBox([self.strategy, self.same_id]), *self.listeners.values()]
        controls = ipywidgets.HBox(parts, layout={"flex_flow": "row wrap"})
        self.widget = ipywidgets.VBox([controls, self.figure])

    @classmethod
    def of(cls, situation: GroupSize, lang: str = "en") -> AllocationExplorer:
        """Start from a group's size (`rmqkit.plan.situation_from_evidence`), as far as the controls reach."""
        first = max(situation.topics.values(), key=lambda brokers: sum(brokers.values()))
        sizes = min(situation.pods, MOST_CLIENTS), min(len(first), MOST_BROKERS), min(max(first.values()), MOST_QUEUES)
        return cls(*sizes, situation.strategy, lang)

    def _said(self, text: str) -> str:
        return in_language(text, self.lang)

    def _pairs(self, clients: int) -> list[tuple[str, str]]:
        """What a person reads, and what it stands for."""
        return [(self._said(NO_PAIR), NO_PAIR), *((pair, pair) for pair in _pairs(clients))]

    def _drawn(self) -> go.Figure:
        return spoken(allocation_figure(self.group()), self.lang)

    def group(self) -> Hypothesis:
        """The group that the controls describe."""
        pair = self.same_id.value
        return made_up(
            self.clients.value,
            self.brokers.value,
            self.queues.value,
            self.strategy.value,
            {topic: tuple(control.value) for topic, control in self.listeners.items()},
            None if pair == NO_PAIR else tuple(pair.split(" = ")),
        )

    def rows(self) -> list[dict[str, Any]]:
        """The picture's data, as `allocation_rows` gives it."""
        return allocation_rows(self.group())

    def _resize(self, change: dict[str, Any]) -> None:
        """New clients listen to what most listen to; clients that are gone leave every list."""
        names, before = client_names(self.clients.value), set(client_names(change["old"]))
        pair = self.same_id.value
        with self.figure.batch_update():
            for control in self.listeners.values():
                kept = [name for name in names if name in control.value]
                joins = 2 * len(control.value) > len(before)
                control.options = names
                control.value = [name for name in names if name in kept or (joins and name not in before)]
            self.same_id.options = self._pairs(len(names))
            self.same_id.value = pair if pair in _pairs(len(names)) else NO_PAIR
        self._draw({})

    def _draw(self, _: dict[str, Any]) -> None:
        self.figure.redraw(self._drawn())

    def __repr__(self) -> str:
        return str(self.figure.layout.title.text)

    def _ipython_display_(self) -> None:
        self.figure.shown_in(self.widget, self.__repr__)


def _slider(name: str, value: int, least: int, most: int) -> ipywidgets.IntSlider:
    return ipywidgets.IntSlider(value=value, min=least, max=most, description=name, layout=_whole("19em"))


def _list(name: str, options: list[tuple[str, str]], value: str) -> ipywidgets.Dropdown:
    return ipywidgets.Dropdown(options=options, value=value, description=name, layout=_whole("20em"))


def _whole(width: str) -> dict[str, str]:
    """A control that keeps its width: a narrow window wraps the row instead of cutting values off."""
    return {"width": width, "flex": "0 0 auto"}


def _pairs(clients: int) -> list[str]:
    names = client_names(clients)
    return [f"{first} = {second}" for at, first in enumerate(names) for second in names[at + 1 :]]
