"""Every layout of log lines, RocketMQ's own and applications', and the pieces that layouts are made of. Look-up; rows
stand in `formats/data/layouts.tsv`.

The expressions use what Python's `re` and Rust's `regex` have in common, and ASCII classes, which are faster.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rmqkit.formats.data import expression, rows_of

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
    def begins(self) -> Callable[[str], re.Match[str] | None]:
        """Whether a line is the first of a record."""
        return re.compile(self.start).match

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


_PIECES = {
    "ANY_AT": ANY_AT,
    "ANY_DATE": ANY_DATE,
    "ANY_LEVEL": ANY_LEVEL,
    "AT": AT,
    "BEHIND": rf"[^A-Za-z\n]*(?:{ANY_LEVEL}\b)?",
    "BOOST_DATE": r"[0-9]{4}-[A-Z][a-z]{2}-[0-9]{2}",
    "CLOCK": rf"{SECONDS}(?:[.,:][0-9]{{1,9}})?",
    "DATE": DATE,
    "FRACTION": FRACTION,
    "JAVA_UTIL": r"[A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4} [0-9]{1,2}:[0-9]{2}:[0-9]{2} [AP]M",
    "LEVEL": LEVEL,
    "LEVELS": LEVELS,
    "LOGGER": LOGGER,
    "MONTH": "(?:0[1-9]|1[0-2])",
    "OFFSET": OFFSET,
    # log4j2's `[%c{1.}] [%t]`: RocketMQ's three loggers, or a name with dots, before the thread
    "PACKAGED": r"Rocketmq[A-Za-z]+|[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_$]+)+",
    "SECONDS": SECONDS,
    # ThreadFactoryImpl's and the services' own names; a client's loggers (RocketmqClient, io.netty...) look otherwise
    "SERVERS_THREAD": r"(?:main|ShutdownHook|[A-Z][A-Za-z]+(?:Thread|Service|Selector|Executor)[A-Za-z0-9_]*)",
    "SHORT_LEVELS": "VRB|DBG|INF|WRN|ERR|FTL",
    "THREAD": r"\[(?P<thread>[^\]\n]*)\]",
    "WORDS": r"[^ \n]+(?: [^ \n-][^ \n]*)*",
    "YEAR": "(?:1[7-9]|[2-9][0-9])",
}
LAYOUTS: tuple[LogLayout, ...] = tuple(
    LogLayout(
        row["name"],
        expression(row["start"], _PIECES),
        expression(row["head"] or row["start"], _PIECES),
        row["program"],
        row["zone"],
        row["date"],
        bool(row["general"]),
    )
    for row in rows_of("layouts.tsv", "name", "start", "head", "program", "zone", "general", "date")
)
BY_NAME: dict[str, LogLayout] = {layout.name: layout for layout in LAYOUTS}


def layout_of(line: str, layouts: Iterable[LogLayout] = LAYOUTS) -> LogLayout | None:
    """The first layout that a line is the beginning of; None for any other line."""
    return _any_layout(line) if layouts is LAYOUTS else _first_layout(line, layouts)


@lru_cache(maxsize=2048)
def _any_layout(line: str) -> LogLayout | None:
    """Of all layouts. Whether lines have a prefix is tried on the same lines many times."""
    return _first_layout(line, LAYOUTS)


def _first_layout(line: str, layouts: Iterable[LogLayout]) -> LogLayout | None:
    for layout in layouts:
        if layout.begins(line) and layout.line.match(line):
            return layout
    return None
