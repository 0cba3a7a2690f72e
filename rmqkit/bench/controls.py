"""The bench's controls: what a person can change of one process. Each is one change of the hypothesis, no logic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets

from rmqkit.bench.hypothesis import STRATEGIES, Hypothesis
from rmqkit.figures.appearance import ink_on, label, owner_colour
from rmqkit.language import in_language, phrase_in, say

FEW_TOPICS = 4
Event = Mapping[str, Any]
Change = Callable[[Hypothesis], Hypothesis]


class ClientControls:
    """What can be changed of one process. Each control is one change of the hypothesis."""

    def __init__(
        self,
        name: str,
        hypothesis: Hypothesis,
        change: Callable[[Change], None],
        clicked: Callable[[str], None],
        lang: str = "en",
    ) -> None:
        self.name = name
        self.records = ipywidgets.Button(
            description=name,
            tooltip=in_language(say("Records of {client}", client=hypothesis.process(name).seen_as), lang),
            layout={"width": "4em"},
        )
        place = [process.name for process in hypothesis.processes].index(name)
        self.records.style.button_color = owner_colour(place)
        self.records.style.text_color = ink_on(owner_colour(place))
        self.records.on_click(lambda _: clicked(name))
        self.topics = TopicChoice(hypothesis.topics)
        strategies = [(phrase_in(one, lang), one) for one in STRATEGIES]
        self.strategy = _choice(in_language(say("strategy"), lang), strategies, "16em")
        others = [one.name for one in hypothesis.processes if one.name != name]
        ids = {name: say("an id of its own"), **{one: say("the id of {other}", other=one) for one in others}}
        choices = [(in_language(words, lang), one) for one, words in ids.items()]
        self.id_of = _choice(in_language(say("id"), lang), choices, "13em")
        self.broadcasting = tick(in_language(say("reads all queues"), lang))
        self.gone = tick(in_language(say("is gone"), lang))
        self.show(hypothesis)
        self.topics.observe(lambda topics: change(lambda one: one.subscribing(name, topics)))
        for control, way in (
            (self.strategy, Hypothesis.allocating),
            (self.id_of, Hypothesis.with_id_of),
            (self.broadcasting, Hypothesis.broadcasting),
            (self.gone, Hypothesis.without),
        ):
            control.observe(_changing(change, way, name), "value")
        controls = [self.records, *self.topics.controls, self.strategy, self.id_of]
        self.widget = ipywidgets.HBox([*controls, self.broadcasting, self.gone], layout={"flex_flow": "row wrap"})
        self.widget.add_class("rmqkit-client")

    def show(self, hypothesis: Hypothesis) -> None:
        """Set every control to what is supposed of the process."""
        process = hypothesis.process(self.name)
        self.topics.value = process.topics
        self.strategy.value = process.strategy
        self.id_of.value = hypothesis.id_holder(self.name)
        self.broadcasting.value = process.broadcasting
        self.gone.value = process.gone


def _changing(
    change: Callable[[Change], None], way: Callable[[Hypothesis, str, Any], Hypothesis], name: str
) -> Callable[[Event], None]:
    return lambda event: change(lambda hypothesis: way(hypothesis, name, event["new"]))


class TopicChoice:
    """Which topics a client subscribes to: a box to tick for each of a few, else a list."""

    def __init__(self, topics: Sequence[str]) -> None:
        self.ticks = {topic: tick(label(topic, 20)) for topic in topics[:FEW_TOPICS]}
        self.list = ipywidgets.SelectMultiple(options=topics, rows=4, layout={"width": "16em"})
        self.few = len(topics) <= FEW_TOPICS

    @property
    def controls(self) -> list[ipywidgets.Widget]:
        """What is shown."""
        return list(self.ticks.values()) if self.few else [self.list]

    @property
    def value(self) -> frozenset[str]:
        """The chosen topics."""
        if not self.few:
            return frozenset(self.list.value)
        return frozenset(topic for topic, box in self.ticks.items() if box.value)

    @value.setter
    def value(self, topics: frozenset[str]) -> None:
        self.list.value = [topic for topic in self.list.options if topic in topics]
        for topic, box in self.ticks.items():
            box.value = topic in topics

    def observe(self, changed: Callable[[frozenset[str]], None]) -> None:
        """Tell of every change by a person."""
        for control in self.controls:
            control.observe(lambda _: changed(self.value), "value")


def _choice(name: str, options: Sequence[tuple[str, str]], width: str) -> ipywidgets.Dropdown:
    """A list behind its name."""
    style = {"description_width": "initial"}
    return ipywidgets.Dropdown(options=options, description=name, layout={"width": width}, style=style)


def tick(name: str) -> ipywidgets.Checkbox:
    """A box to tick, as wide as its words."""
    layout = {"width": "auto", "margin": "0 1em 0 .5em"}
    return ipywidgets.Checkbox(description=name, indent=False, layout=layout)
