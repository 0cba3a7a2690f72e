"""The bench: controls around a hypothesis and its picture. What follows from a hypothesis is computed elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

import ipywidgets
import plotly.graph_objects as go

from rmqkit.bench.comparing import Comparison, compare
from rmqkit.bench.hypothesis import STRATEGIES, Hypothesis
from rmqkit.bench.records import (
    Look,
    Moment,
    RecordRow,
    looks_of,
    moments_of,
    printed,
    records_of_client,
    records_of_look,
    records_of_moment,
    records_of_queue,
)
from rmqkit.bench.supposing import Choice, choices_of
from rmqkit.bench.telling import contradictions_html, records_html, strip_rows, verdict_html, verdict_text
from rmqkit.bench.text import hypothesis_text, read_hypothesis
from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.rows import queue_in
from rmqkit.diagnosis.finding import Status
from rmqkit.evidence import Evidence
from rmqkit.figures.appearance import ink_on, label, owner_colour, spoken
from rmqkit.figures.live import LiveFigure
from rmqkit.figures.strips import Strips, strips_figure
from rmqkit.language import in_language, message, phrase_in, say, say_counted
from rmqkit.language.clock import date_and_time, time_of_day
from rmqkit.rocketmq import MessageQueue

BY_HAND, ALL_LOOKS, ALL_TOPICS = message("changed by hand"), message("all snapshots together"), message("all topics")
NONE = message("none chosen")
MOST_CLIENTS = 24
_IN_CODE = "bench.suppose(bench.hypothesis.changed('C30', gone=True))"

FEW_TOPICS = 4
Event = Mapping[str, Any]
Change = Callable[[Hypothesis], Hypothesis]


class Bench:
    """A group as it was seen beside what a hypothesis predicts, and the lines that contradict it.

    `explanation`, `look` and `topic` are ipywidgets; `clients` has the controls of each process by
    its short name, `another` adds one, `brokers` a box to tick per broker; `queue` and
    `moment` choose whose records are shown; `figure` is the live picture, `verdict`,
    `contradictions` and `records` are HTML. Show the object itself in a notebook.
    """

    def __init__(self, evidence: Evidence, diagnosis: Diagnosis, group: str, lang: str = "en") -> None:
        self.evidence = evidence
        self.lang = lang
        self.case = Case.of(diagnosis.facts[group])
        self.looks = looks_of(self.case)
        self.choices = choices_of(self.case, diagnosis.considered)
        self.hypothesis = self._first_choice().hypothesis
        self.comparison: Comparison
        self._setting = False
        self.explanation = self._choice(say("explanation"), self._options([*(c.label for c in self.choices), BY_HAND]))
        self.topic = self._choice(say("topic"), self._options([ALL_TOPICS, *self.hypothesis.queues]))
        self.look = ipywidgets.SelectionSlider(
            options=self._options([ALL_LOOKS, *(look.label for look in self.looks)]),
            description=self._said(say("snapshot")),
            continuous_update=False,
            layout={"width": "44em"},
        )
        self.look.add_class("rmqkit-look")
        self.verdict, self.contradictions = ipywidgets.HTML(), ipywidgets.HTML()
        self.contradictions.add_class("rmqkit-contradictions")
        click = self._said(say("Choose a queue or a moment, or click a queue or a client's name, to read its records."))
        self.records = ipywidgets.HTML(f"<p>{click}</p>")
        self.records.add_class("rmqkit-records")
        self.clients: dict[str, ClientControls] = {}
        self.by_hand = ipywidgets.VBox(layout={"max_height": "340px", "overflow": "auto"})
        self.another = ipywidgets.Button(description=self._said(say("one more client")), layout={"width": "auto"})
        self._follow_clients()
        self.brokers = {
            broker: tick(self._said(say("{broker} is gone", broker=broker))) for broker in self.hypothesis.brokers
        }
        self.figure = LiveFigure(self._drawn())
        # What is clicked in the picture, for who has a keyboard alone, or has it read aloud.
        none = (self._said(NONE), "")
        self.queue = self._choice(
            say("queue"), [none, *((row.queue.name, row.queue) for row in self.comparison.queues)]
        )
        listed = moments_of(self.case, self.looks)
        moments = {f"{date_and_time(moment.at)} {self._said(moment.what)}": moment for moment in listed}
        self.moment = self._choice(say("moment"), [none, *moments.items()])
        self._listen()
        self.explanation.value = self._first_choice().label
        self._draw()
        choices = ipywidgets.HBox([self.explanation, self.topic], layout={"flex_flow": "row wrap"})
        # The button stays where it is when rows are made anew, or the keyboard would lose its place.
        others = ipywidgets.HBox([self.another, *self.brokers.values()], layout={"flex_flow": "row wrap"})
        read = ipywidgets.HBox([self.queue, self.moment], layout={"flex_flow": "row wrap"})
        records = ipywidgets.VBox([self.records], layout={"max_height": "300px", "overflow": "auto"})
        parts = [choices, self.look, self.verdict, self.figure, read, records, self.by_hand, others]
        self.widget = ipywidgets.VBox([*parts, self.contradictions])

    def _said(self, text: str) -> str:
        """A phrase in the bench's language; a name stays what it is."""
        return phrase_in(text, self.lang)

    def _options(self, choices: Sequence[str]) -> list[tuple[str, str]]:
        """What a person reads, and what it stands for."""
        return [(self._said(choice), choice) for choice in choices]

    def _choice(self, name: str, options: Sequence[tuple[str, object]]) -> ipywidgets.Dropdown:
        return choice(self._said(name), options, "32em", "6em")

    def choose(self, choice: Choice) -> None:
        """Suppose what an explanation supposes."""
        self.suppose(choice.hypothesis, choice.label)

    def suppose(self, hypothesis: Hypothesis, name: str = BY_HAND) -> None:
        """Show any hypothesis, such as a changed `bench.hypothesis`; the controls follow."""
        self.hypothesis = hypothesis
        with self._quietly():
            self.explanation.value = name
            self._follow_clients()
            for controls in self.clients.values():
                controls.show(hypothesis)
            for broker, gone in self.brokers.items():
                gone.value = broker in hypothesis.lost_brokers
        self._draw()

    def _follow_clients(self) -> None:
        """Controls for each process that is supposed, and the button for one more."""
        named = [process.name for process in self.hypothesis.processes[:MOST_CLIENTS]]
        if named == list(self.clients):
            return
        # Every row's list of ids names all others.
        self.clients = {
            name: ClientControls(name, self.hypothesis, self._change, self._show_client, self.lang) for name in named
        }
        rows = [controls.widget for controls in self.clients.values()]
        # Of a large group only the first clients have controls.
        more = len(self.hypothesis.processes) - len(self.clients)
        words = say(
            "{number} more clients have no controls here; change them in code: {code}", number=more, code=_IN_CODE
        )
        others = [ipywidgets.HTML(f"<p>{self._said(words)}</p>")] if more > 0 else []
        self.by_hand.children = [*rows, *others]

    def as_text(self) -> str:
        """What is supposed, as a text to keep, to change and to `rmqkit try`."""
        return hypothesis_text(self.hypothesis)

    def read(self, text: str) -> None:
        """Suppose what a text says of the clients, queues and brokers; the controls follow. Raises BadHypothesis."""
        self.suppose(read_hypothesis(text).of(self.choices[-1].hypothesis))

    def _first_choice(self) -> Choice:
        """The explanation that was accepted: a proven one, else all that the evidence tells."""
        return next((choice for choice in self.choices if choice.status == Status.PROVEN), self.choices[-1])

    def _chosen(self) -> Choice | None:
        return next((one for one in self.choices if one.label == self.explanation.value), None)

    def _listen(self) -> None:
        self.explanation.observe(self._explain, "value")
        self.look.observe(self._look, "value")
        self.topic.observe(lambda _: self._draw(), "value")
        self.another.on_click(lambda _: self._change(Hypothesis.with_another))
        for gone in self.brokers.values():
            gone.observe(self._lose_brokers, "value")
        for control, show in ((self.queue, self.show_queue), (self.moment, self.show_moment)):
            control.observe(_choice_handler(show), "value")
        self.figure.data[0].on_click(self._click_queue)

    def _explain(self, _: Event) -> None:
        choice = self._chosen()
        if choice is not None and not self._setting:
            self.choose(choice)

    def _lose_brokers(self, _: Event) -> None:
        gone = [broker for broker, control in self.brokers.items() if control.value]
        self._change(lambda hypothesis: hypothesis.without_brokers(gone))

    def _change(self, change: Callable[[Hypothesis], Hypothesis]) -> None:
        """A control was turned by a person; what controls themselves set is no change."""
        if not self._setting:
            self.suppose(change(self.hypothesis))

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        self._setting = True
        try:
            yield
        finally:
            self._setting = False

    def _chosen_looks(self) -> Sequence[Look]:
        named = [look for look in self.looks if look.label == self.look.value]
        return named or self.looks

    def _look(self, _: Event) -> None:
        self._draw()
        if self.look.value != ALL_LOOKS:
            look = self._chosen_looks()[0]
            self._show(look.label, records_of_look(self.evidence, self.case, look))

    def rows(self) -> list[dict[str, Any]]:
        """The picture's data: a row per queue of the chosen topic."""
        rows = strip_rows(self.comparison, self.hypothesis)
        return [row for row in rows if self.topic.value in (ALL_TOPICS, row["topic"])]

    def _drawn(self) -> go.Figure:
        self.comparison = compare(self.hypothesis, self.case, self._chosen_looks())
        ids = {process.name: process.seen_as for process in self.hypothesis.processes}
        title = say("{group}: seen, and predicted by this hypothesis", group=label(self.case.group, 30))
        return spoken(strips_figure(self.rows(), ids, title), self.lang)

    def _draw(self) -> None:
        self.figure.redraw(self._drawn())
        before = sum(look.before for look in self._chosen_looks())
        older = say_counted(
            before,
            "{number} snapshot is older than the group's current state and does not show it.",
            "{number} snapshots are older than the group's current state and do not show it.",
        )
        self.verdict.value = verdict_html(self.comparison, older if before else "", self.lang)
        self.contradictions.value = contradictions_html(self.comparison, partial(printed, self.evidence), self.lang)

    def _click_queue(self, _: Any, points: Any, __: Any) -> None:  # noqa: ANN401
        strips = Strips(self.rows(), [], ("seen", "predicted"))
        for queue, line in zip(points.xs, points.ys, strict=True):
            row = strips.row_at(queue, line)
            if row is not None:
                self.queue.value = ""
                self.queue.value = queue_in(row)

    def show_moment(self, moment: Moment) -> None:
        """The records around a moment."""
        records = records_of_moment(self.evidence, self.case, moment.at)
        self._show(say("{what} at {at}", what=moment.what, at=time_of_day(moment.at)), records, moment.at)

    def show_queue(self, queue: MessageQueue) -> None:
        """The records of a queue, as a click on it shows them."""
        records = records_of_queue(self.evidence, self.case, queue)
        self._show(queue.name, records)

    def _show_client(self, name: str) -> None:
        client_id = self.hypothesis.process(name).seen_as
        records = records_of_client(self.evidence, self.case, client_id)
        self._show(f"{name}, {client_id}", records)

    def _show(self, title: str, records: Sequence[RecordRow], moment: datetime | None = None) -> None:
        self.records.value = records_html(title, records, self.lang, moment)

    def __repr__(self) -> str:
        return f"{self._said(self.explanation.value)}: {in_language(verdict_text(self.comparison), self.lang)}"

    def _ipython_display_(self) -> None:
        """The widget, and what stays of it where widgets are dead: what it shows, in words and as a picture."""
        self.figure.shown_in(self.widget, self.__repr__)


def _choice_handler(show: Callable[[Any], None]) -> Callable[[Event], None]:
    return lambda event: show(event["new"]) if event["new"] else None


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
        self.strategy = choice(in_language(say("strategy"), lang), strategies, "16em")
        others = [one.name for one in hypothesis.processes if one.name != name]
        ids = {name: say("a unique id"), **{one: say("the id of {other}", other=one) for one in others}}
        choices = [(in_language(words, lang), one) for one, words in ids.items()]
        self.id_of = choice(in_language(say("id"), lang), choices, "13em")
        self.broadcasting = tick(in_language(say("reads all queues"), lang))
        self.gone = tick(in_language(say("is gone"), lang))
        self.show(hypothesis)
        self.topics.observe(lambda topics: change(lambda one: one.changed(name, topics=topics)))
        for part in ("strategy", "broadcasting", "gone"):
            getattr(self, part).observe(_changing(change, name, part), "value")
        self.id_of.observe(lambda event: change(lambda one: one.with_id_of(name, event["new"])), "value")
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


def _changing(change: Callable[[Change], None], name: str, part: str) -> Callable[[Event], None]:
    return lambda event: change(lambda hypothesis: hypothesis.changed(name, **{part: event["new"]}))


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


def choice(
    name: str, options: Sequence[tuple[str, object]], width: str, name_width: str = "initial"
) -> ipywidgets.Dropdown:
    """A list behind its name."""
    style = {"description_width": name_width}
    return ipywidgets.Dropdown(options=options, description=name, layout={"width": width}, style=style)


def tick(name: str) -> ipywidgets.Checkbox:
    """A box to tick, as wide as its words."""
    layout = {"width": "auto", "margin": "0 1em 0 .5em"}
    return ipywidgets.Checkbox(description=name, indent=False, layout=layout)
