"""RocketMQ's messages without any layout: what is left when somebody pastes only the messages. No files, no Spark.

The last look at lines that nothing else explains; layouts are in their tables.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.catalogue import MESSAGES, find_message
from rmqkit.formats.logs.layout_table import ANY_LEVEL, BY_NAME, JVM, NO_DATE, LogLayout
from rmqkit.formats.logs.layouts import LogShape
from rmqkit.formats.logs.prefixes import replaced

NAME = "message"
_TELLING_LENGTH = 18
_BEFORE = r"[^\n]{0,160}?"
_OF_ANYBODY = ("any", "stats")
_NAMING = ("group", "topic", "client_id", "address", "queue")
# one line alone is a quotation
_FEWEST = 2


@cache
def bare_layout() -> LogLayout:
    """A line is a record if a telling piece of a catalogued message stands near its beginning; its time is unknown."""
    tellers = {message.needle for message in MESSAGES if message.family not in _OF_ANYBODY}
    telling = sorted(needle for needle in tellers if len(needle) >= _TELLING_LENGTH)
    pieces = "|".join(re.escape(needle).replace("\\ ", " ") for needle in telling)
    start = f"^{_BEFORE}(?:{pieces})"
    head = rf"^(?P<at>)(?:[^\n]{{0,80}}?\b{ANY_LEVEL}\b)?"
    return LogLayout(NAME, start, head, date=NO_DATE, general=True)


def layout_named(name: str) -> LogLayout:
    """Any layout by its name, this one too. KeyError for a name that no layout has."""
    return bare_layout() if name == NAME else BY_NAME[name]


def recognise_bare(lines: Sequence[str]) -> LogShape | None:
    """The shape of lines each of which is a bare message, whole and with nobody's words before it;
    None for any others, and unless one of them names something."""
    named: list[bool] = []
    for line in (replaced(line) for line in lines if line.strip()):
        message = find_message(line)
        if message is None or len(message.needle) < _TELLING_LENGTH or message.family in _OF_ANYBODY:
            return None
        match = message.regex.search(line)
        if match is None or " " in line[: match.start()].strip():
            return None
        named.append(any(match.groupdict().get(name) for name in _NAMING))
    if len(named) < _FEWEST or not any(named):
        return None
    return LogShape(kind=Kind.APP_LOG, layout=NAME, zone=JVM, layouts=(NAME,))
