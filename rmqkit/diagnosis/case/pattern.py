"""What a pattern is: something seen that is no state by itself, and what would bring it about. No verdicts.

A pattern tells what to look at next: it never proves anything, and what a healthy group shows as well is said with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.rocketmq import MessageQueue


@dataclass(frozen=True)
class Suspect:
    """An explanation that predicts a pattern: a finding's id, and how it brings the pattern about."""

    id: str
    how: str


@dataclass(frozen=True)
class Pattern:
    """What is seen, and who is suspected of it, the best fit first.

    `times`: how often it is seen. `innocent`: what shows the same with nothing wrong; `command` tells the two apart.
    """

    what: str
    times: int
    suspects: tuple[Suspect, ...]
    innocent: str
    command: str
    topics: tuple[str, ...] = ()
    queues: tuple[MessageQueue, ...] = ()
    clients: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()


PatternFinder = Callable[[Case], Iterable[Pattern]]
"""Looks for one kind of pattern in a case: pure, and without a word on what is so."""
