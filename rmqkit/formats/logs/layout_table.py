"""Every layout of log lines, RocketMQ's own and applications'. Look-up; rows stand in `formats/data/layouts.tsv`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from rmqkit.formats.data import expression, rows_of
from rmqkit.formats.logs.layout import (
    ANY_AT,
    ANY_DATE,
    ANY_LEVEL,
    AT,
    DATE,
    FRACTION,
    LEVEL,
    LEVELS,
    LOGGER,
    OFFSET,
    SECONDS,
    LogLayout,
)  # fmt: skip

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
    return _any_layout_of(line) if layouts is LAYOUTS else _first_of(line, layouts)


@lru_cache(maxsize=2048)
def _any_layout_of(line: str) -> LogLayout | None:
    """Of all layouts. Whether lines have a prefix is tried on the same lines many times."""
    return _first_of(line, LAYOUTS)


def _first_of(line: str, layouts: Iterable[LogLayout]) -> LogLayout | None:
    for layout in layouts:
        if re.match(layout.start, line) and layout.line.match(line):
            return layout
    return None
