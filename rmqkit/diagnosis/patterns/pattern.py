"""What a pattern is: something seen that is no state by itself, and what would bring it about.

A pattern tells what to look at next: it never proves anything, and what a healthy group shows as well is said with it.
Its words are in `patterns.toml`. No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rmqkit.diagnosis import commands
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, clients_in, places_of, times_of, topics_in, topics_of
from rmqkit.language import read_toml
from rmqkit.rocketmq import MessageQueue

# Records cited of a pattern.
_CITED = 4


class Where(NamedTuple):
    """Where something is seen: how often, what that is about, and from when on where that is known."""

    times: int = 1
    topics: tuple[str, ...] = ()
    queues: tuple[MessageQueue, ...] = ()
    clients: tuple[str, ...] = ()
    places: tuple[EvidenceLine, ...] = ()
    since: datetime | None = None


@dataclass(frozen=True)
class Pattern:
    """What is seen, and what would bring it about.

    `suspects`: by the ids of their findings, how each would, the best fit first. `innocent`: what
    shows the same with nothing wrong; `command` tells the two apart.
    """

    what: str
    suspects: Mapping[str, str]
    innocent: str
    command: str
    where: Where


@cache
def _table() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("patterns.toml"))


def pattern(name: str, where: Where, *, case: str = "", suspects: Iterable[str] = (), **values: object) -> Pattern:
    """The pattern of that name, by one of its cases where it has several; `suspects`: those of its findings that are
    pointed at, all of them unless named."""
    row = _table()[name]
    words = row["cases"][case] if case else row
    return Pattern(
        words["what"].say(**values),
        {finding_id: row["suspects"][finding_id].say() for finding_id in suspects or row["suspects"]},
        row["innocent"].say(),
        getattr(commands, row["command"]),
        where,
    )


def on_queues(queues: Iterable[MessageQueue], places: Sequence[EvidenceLine], clients: tuple[str, ...] = ()) -> Where:
    """On some queues, once at each of the places."""
    listed = tuple(sorted(set(queues)))
    return Where(len(places), topics_of(listed), listed, clients, tuple(places))


def in_look(look: Snapshot, rows: Sequence[QueueProgress]) -> Where:
    """In some lines of one snapshot."""
    return on_queues((row.queue for row in rows), list(map(look.place, rows)))


def in_client(info: RunningInfo, held: Sequence[HeldQueue]) -> Where:
    """On some queues in the running info of the client that holds them."""
    return on_queues((queue.queue for queue in held), list(map(info.held_place, held)), (info.client_id,))


def in_records(events: Sequence[Event]) -> Where:
    """In some records: what they name, with the first two and the last two as the places."""
    ends = events if len(events) <= _CITED else (*events[:2], *events[-2:])
    return Where(times_of(events), topics_in(events), (), clients_in(events), places_of(ends))
