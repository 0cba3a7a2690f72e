"""Every layout of log lines, RocketMQ's own and applications' (`formats/data/layouts.tsv`); and what stands before,
between and inside lines that is not RocketMQ's: tools' prefixes (`prefixes.tsv`), noise, escapes. Look-up.

The expressions of layouts use what Python's `re` and Rust's `regex` have in common, and ASCII classes, which are
faster. Only Python's `re` sees the prefixes, so they may look ahead.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rmqkit.formats.data import expression, rows_of

GMT8 = "GMT+8"
JVM = "JVM"
# `date` of layouts that print milliseconds since 1970, and of those that print no date.
EPOCH_MILLIS = "epoch"
NO_DATE = ""

ANY_DATE = expression("layouts.tsv", "{ANY_DATE}")


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


LAYOUTS: tuple[LogLayout, ...] = tuple(
    LogLayout(
        row["name"],
        expression("layouts.tsv", row["start"]),
        expression("layouts.tsv", row["head"] or row["start"]),
        row["program"],
        row["zone"],
        row["date"],
        bool(row["general"]),
    )
    for row in rows_of("layouts.tsv", "name", "start", "head", "program", "zone", "general", "date")
)
BY_NAME: dict[str, LogLayout] = {layout.name: layout for layout in LAYOUTS}


@lru_cache(maxsize=2048)
def layout_of(line: str) -> LogLayout | None:
    """The first layout that a line is the beginning of; None for any other line.

    Whether lines have a prefix is tried on the same lines many times.
    """
    return next((layout for layout in LAYOUTS if layout.begins(line) and layout.line.match(line)), None)


_ROWS = rows_of("prefixes.tsv", "tool", "use", "shape")
_SHAPES = [(row["use"], expression("prefixes.tsv", row["shape"])) for row in _ROWS]
PREFIXES: tuple[str, ...] = tuple(shape for use, shape in _SHAPES if use == "logs")
"""What stands before records: of logs the one that leaves most of them is taken off."""
SURE: tuple[str, ...] = tuple(shape for use, shape in _SHAPES if use == "sure")
"""What goes wherever it stands in a paste: nothing of RocketMQ's begins so."""

ANSI = r"\x1b\[[0-9;]*m"

# What editors and chats put for a blank or a quote, and what web pages put for a
# character of their own.
REPLACED: dict[str, str] = {
    "\u00a0": " ", "\u202f": " ", "\u3000": " ", "\u200b": "", "\ufeff": "", "\u2018": "'",
    "\u2019": "'", "\u2013": "-", "\u201c": '"', "\u201d": '"', "&lt;": "<", "&gt;": ">", "&quot;": '"',
    "&#34;": '"', "&#39;": "'", "&#x27;": "'", "&apos;": "'", "&nbsp;": " ", "&amp;": "&",
}  # fmt: skip

# Lines between records that people and tools leave behind.
_SHOWS_LINES = "(?:[ez]?grep|cat|tail|less|head|zcat|sed|awk|kubectl|docker)"
NOISE = r"^(?:==> .* <==|--|\.{3,}|…+|`{1,3}[a-z]*|\(END\)"
NOISE += rf"|(?:\[[^\]\n]*\]|[^ ]*)[$#] ?(?:sudo )?{_SHOWS_LINES} .*"
NOISE += r"|\[[^\]\s]+@[^\]\n]+\] ?[$#].*|[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+:[^\s$#]*[$#].*"
NOISE += r'|"?(?:@?[Tt]imestamp|[Tt]ime|tsNs|_time|[Dd]ate)"?,[A-Za-z_.@", ]+)\s*$'

STACK_TRACE = (
    r"^(?:\s+at |\s*\.\.\. [0-9]+ (?:more|common)|Caused by: |\s*Suppressed: |See http"
    r"|(?:[a-z][a-z0-9_]*\.)+[A-Za-z0-9_$]*(?:Exception|Error|Throwable)\b)"
)


def replaced(text: str) -> str:
    """The text with the characters that RocketMQ printed."""
    if text.isascii() and "&" not in text:
        return text
    for written, meant in REPLACED.items():
        text = text.replace(written, meant)
    return text
