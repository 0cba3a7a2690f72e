"""What brokers tell of themselves, and what somebody wrote: into a configuration, into code, or in their own words.

No judgement here. What was written down proves nothing about what runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.formats.file_names import series_of
from rmqkit.formats.settings.keys import gives_a_group

EARLIER = ".bak"
"""The end of the name that a file has after something replaced it."""


@dataclass(frozen=True)
class Setting:
    """One key of a configuration; `part` is what it is of, `group` and `topic` where the part names them."""

    file: str
    line: int
    program: str
    part: str | None
    key: str
    value: str
    group: str | None = None
    topic: str | None = None

    @property
    def place(self) -> EvidenceLine:
        """Where it is written."""
        return EvidenceLine(self.file, self.line, f"{self.key}={self.value}")

    @property
    def configures(self) -> str | None:
        """The consumer group that it gives to a client; None for a producer's, and for what a placeholder fills in."""
        return self.value if gives_a_group(self.program, self.key, self.value) else None


@dataclass(frozen=True)
class ToldSymptom:
    """What a person told in words of their own: its row in `formats.symptoms`, and the sentences."""

    file: str
    line: int
    name: str
    text: str

    @property
    def place(self) -> EvidenceLine:
        """Where the sentences begin."""
        return EvidenceLine(self.file, self.line, self.text)


@dataclass(frozen=True)
class Figure:
    """One figure that a broker, a file of its own or its metrics tell."""

    file: str
    line: int
    at: datetime | None
    kind: str
    name: str
    value: str
    broker: str | None = None
    group: str | None = None
    topic: str | None = None
    queue: int | None = None

    @property
    def place(self) -> EvidenceLine:
        """Where it stands."""
        words = (self.broker, self.group, self.topic, self.name)
        named = " ".join(word for word in words if word)
        return EvidenceLine(self.file, self.line, f"{named}: {self.value}")

    @property
    def number(self) -> float | None:
        """Its value where that is a number."""
        try:
            return float(self.value.replace(",", ""))
        except ValueError:
            return None

    @property
    def teller(self) -> str:
        """Which broker tells it: by its name or address, else by the series of files that it stands in."""
        return self.broker or series_of(self.file.removesuffix(EARLIER))


@dataclass(frozen=True)
class Listener:
    """A consumer that code sets up: its group, what it subscribes to, and where that is written."""

    name: str
    group: str
    topics: Mapping[str, str]
    model: str | None
    places: tuple[EvidenceLine, ...]


LISTENER = "listener"
_SUBSCRIBES = ("consumerGroup", "topic", "selectorExpression")


def declared_listeners(settings: Iterable[Setting]) -> list[Listener]:
    """The consumers in pasted code, each whose group and topics are written out.

    What is a placeholder (`${...}`) may be anything, and tells nothing.
    """
    parts = grouped(
        ((setting.file, setting.part), setting)
        for setting in settings
        if setting.part and setting.part.startswith(LISTENER)
    )
    listeners = (_listener(part, told) for (_, part), told in parts.items())
    return [listener for listener in listeners if listener is not None]


def differing_listeners(settings: Iterable[Setting]) -> dict[str, tuple[Listener, ...]]:
    """By group, listeners in code that want different topics or expressions: one of each kind."""
    by_group = grouped((listener.group, listener) for listener in declared_listeners(settings))
    kinds = {group: _first_of_each_kind(listeners) for group, listeners in by_group.items()}
    return {group: listeners for group, listeners in kinds.items() if len(listeners) > 1}


def _first_of_each_kind(listeners: Iterable[Listener]) -> tuple[Listener, ...]:
    kinds = grouped((frozenset(listener.topics.items()), listener) for listener in listeners)
    return tuple(alike[0] for alike in kinds.values())


def _listener(part: str, settings: list[Setting]) -> Listener | None:
    group = next((setting.group for setting in settings if setting.group), None)
    topics = _wanted(settings)
    if not group or not topics or any(map(_is_open, (group, *topics, *topics.values()))):
        return None
    models = [setting.value for setting in settings if setting.key == "messageModel"]
    model = models[0].rpartition(".")[2].upper() if models else None
    return Listener(part.removeprefix(LISTENER).strip(), group, topics, model, _lines_of(settings))


def _lines_of(settings: Sequence[Setting]) -> tuple[EvidenceLine, ...]:
    """The lines that say what a listener subscribes to, each once."""
    by_line = {setting.line: setting.place for setting in reversed(settings) if setting.key in _SUBSCRIBES}
    return tuple(place for _, place in sorted(by_line.items()))


def _wanted(settings: Iterable[Setting]) -> dict[str, str]:
    """The topics that a listener subscribes to, each with its expression."""
    topics = dict.fromkeys(setting.topic for setting in settings if setting.key == "topic")
    expressions = {setting.topic: setting.value for setting in settings if setting.key == "selectorExpression"}
    return {topic: expressions.get(topic) or "*" for topic in topics if topic}


def _is_open(text: str) -> bool:
    """Whether a placeholder stands in it."""
    return "${" in text or "#{" in text
