"""What brokers tell of themselves, and what somebody wrote: into a configuration, into code, or in their own words.

No judgement here. What was written down proves nothing about what runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.formats.naming import series_of
from rmqkit.formats.settings.keys import OF_CLIENTS, gives_a_group, means

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
        return EvidenceLine(self.file, self.line, f"{self.key}={self.value}")

    @property
    def means(self) -> str:
        """What it sets, by the name that RocketMQ has for it, however the library that reads it writes the key."""
        return (means(self.key) if self.program in OF_CLIENTS else None) or self.key

    @property
    def configures(self) -> str | None:
        """The consumer group that it gives to a client; None for a producer's, and for what a placeholder fills in."""
        return self.value if gives_a_group(self.program, self.key, self.value) else None


def printed_settings(created: Iterable[Event]) -> tuple[Setting, ...]:
    """The configuration that each client printed when it started, by `client_created` records: `part` is its id."""
    return tuple(
        Setting(event.printed_in, event.line or 0, "client", event.client_id, key, value)
        for event in created
        for key, value in event.carried.client_config.items()
    )


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
        words = (self.broker, self.group, self.topic, self.name)
        named = " ".join(word for word in words if word)
        return EvidenceLine(self.file, self.line, f"{named}: {self.value}")

    @property
    def number(self) -> float | None:
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
    """A consumer that code or a configuration sets up: its group, what it subscribes to, and where that is written."""

    name: str
    group: str
    topics: Mapping[str, str]
    model: str | None
    places: tuple[EvidenceLine, ...]


_SUBSCRIBES = ("consumerGroup", "topic", "selectorExpression")


def differing_listeners(settings: Iterable[Setting]) -> dict[str, tuple[Listener, ...]]:
    """By group, consumers as written that want different topics or expressions: one of each kind."""
    # The consumers that code or configurations set up, each whose group and topics are written out. What is a
    # placeholder (`${...}`) or computed may be anything, and tells nothing.
    of_clients = (one for one in settings if one.program in OF_CLIENTS and one.part and one.group)
    parts = grouped(((one.file, one.part), one) for one in of_clients)
    listeners = filter(None, (_listener(part or "", own) for (_, part), own in parts.items()))
    by_group = grouped((listener.group, listener) for listener in listeners)
    kinds = {group: grouped((frozenset(one.topics.items()), one) for one in own) for group, own in by_group.items()}
    return {group: tuple(alike[0] for alike in own.values()) for group, own in kinds.items() if len(own) > 1}


def _listener(part: str, settings: Sequence[Setting]) -> Listener | None:
    written = [one for one in settings if one.means in _SUBSCRIBES]
    topics = {one.topic: "*" for one in written if one.means == "topic" and one.topic}
    topics |= {one.topic: one.value for one in written if one.means == "selectorExpression" and one.topic}
    group = settings[0].group or ""
    is_open = any(one.topic is None for one in written if one.means != "consumerGroup")
    if not topics or is_open or any("${" in text or "#{" in text for text in (group, *topics, *topics.values())):
        return None
    models = [one.value for one in settings if one.means == "messageModel"]
    model = models[0].rpartition(".")[2].upper() if models else None
    by_line = {one.line: one.place for one in reversed(written)}
    places = tuple(place for _, place in sorted(by_line.items()))
    return Listener(part.removeprefix("listener "), group, topics, model, places)
