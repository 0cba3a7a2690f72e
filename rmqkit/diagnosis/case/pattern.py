"""What a pattern is: something seen that is no state by itself, and what would bring it about.

No verdicts.

A pattern tells what to look at next: it never proves anything, and what a healthy group shows as
well is said with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.logs import EvidenceLine, topics_of
from rmqkit.diagnosis.facts.witnesses import held_place, progress_place
from rmqkit.rocketmq import MessageQueue


@dataclass(frozen=True)
class Suspect:
    """An explanation that predicts a pattern: a finding's id,
    and how it brings the pattern about."""

    id: str
    how: str


@dataclass(frozen=True)
class Pattern:
    """What is seen, and who is suspected of it, the best fit first.

    `times`: how often it is seen. `innocent`: what shows the same with nothing wrong; `command`
    tells the two apart.
    """

    what: str
    times: int
    suspects: tuple[Suspect, ...]
    innocent: str
    command: str
    topics: tuple[str, ...] = ()
    queues: tuple[MessageQueue, ...] = ()
    clients: tuple[str, ...] = ()
    places: tuple[EvidenceLine, ...] = ()


PatternFinder = Callable[[Case], Iterable[Pattern]]
"""Looks for one kind of pattern in a case: pure, and without a word on what is so."""


@dataclass(frozen=True)
class Reading:
    """How a pattern is to be read: who would bring it about, what shows the same in health,
    what tells them apart."""

    suspects: tuple[Suspect, ...]
    innocent: str
    command: str


def seen_on(
    queues: Iterable[MessageQueue],
    what: str,
    reading: Reading,
    places: Sequence[EvidenceLine],
    clients: tuple[str, ...] = (),
) -> Pattern:
    """What is seen on some queues, once at each of the places."""
    listed = tuple(sorted(set(queues)))
    return Pattern(
        what,
        len(places),
        reading.suspects,
        reading.innocent,
        reading.command,
        topics=topics_of(listed),
        queues=listed,
        clients=clients,
        places=tuple(places),
    )


def seen_in_look(look: Snapshot, rows: Sequence[QueueProgress], what: str, reading: Reading) -> Pattern:
    """What some lines of one look show."""
    places = [progress_place(look.file, row) for row in rows]
    return seen_on((row.queue for row in rows), what, reading, places)


def seen_in_client(info: RunningInfo, held: Sequence[HeldQueue], what: str, reading: Reading) -> Pattern:
    """What some queues show in the running info of the client that holds them."""
    places = [held_place(info, queue) for queue in held]
    return seen_on((queue.queue for queue in held), what, reading, places, (info.client_id,))
