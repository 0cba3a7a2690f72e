"""What one layout of log lines is, and the pieces that layouts are made of. The layouts themselves stand in tables.

The expressions use what Python's `re` and Rust's `regex` have in common, and ASCII classes, which are faster.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

GMT8 = "GMT+8"
JVM = "JVM"
# `date` of layouts that print milliseconds since 1970, and of those that print no date.
EPOCH_MILLIS = "epoch"
NO_DATE = ""

DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
SECONDS = r"[0-9]{2}:[0-9]{2}:[0-9]{2}"
AT = rf"(?P<at>{DATE} {SECONDS})"
LEVEL = r"(?P<level>[A-Z]+)"
LOGGER = r"[A-Za-z_$][A-Za-z0-9_.$#?/-]*"
ANY_DATE = rf"[0-9]{{4}}[-/][0-9]{{2}}[-/][0-9]{{2}}[ T]{SECONDS}"
FRACTION = r"(?:[.,:](?P<fraction>[0-9]+))?"
ANY_AT = rf"(?P<at>{ANY_DATE}){FRACTION}"
OFFSET = r" ?(?P<offset>Z|[+-][0-9]{2}:?[0-9]{2}\b)?"
LEVELS = "TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE|trace|debug|info|warn|warning|error|fatal"
ANY_LEVEL = rf"(?P<level>{LEVELS})"


@dataclass(frozen=True)
class LogLayout:
    """One layout.

    `start` tells the first line of a record; `head` matches what stands before the message and captures `at` (and,
    where the layout has them, `fraction`, `offset`, `level`, `thread`, `logger`). `zone` is GMT+8 where RocketMQ's
    configuration fixes it, else the writing JVM's; an `offset` overrides it. `program` says whose layout it is: server,
    client, or app for a framework's default. `date` is how `at` is written; without a date `at` only marks a record,
    whose time is unknown. `general`: only the time is told for certain, so any other layout that fits knows better.
    """

    name: str
    start: str
    head: str
    program: str = "app"
    zone: str = JVM
    date: str = "%Y-%m-%d %H:%M:%S"
    general: bool = False

    @cached_property
    def line(self) -> re.Pattern[str]:
        """Head and message of a first line."""
        return re.compile(f"{self.head}(?P<message>.*)", re.DOTALL)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Named groups of `head`, in order."""
        return tuple(re.compile(self.head).groupindex)

    @property
    def dated(self) -> bool:
        """Whether its records have a time."""
        return self.date != NO_DATE
