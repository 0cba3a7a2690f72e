"""RocketMQ's messages without any layout: what is left when somebody pastes only the messages.

No files, no Spark.

The last look at a text that nothing else explains; layouts are in their tables.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.catalogue import MESSAGES, find_message
from rmqkit.formats.logs.layout import ANY_LEVEL, JVM, NO_DATE, Layout
from rmqkit.formats.logs.layout_table import BY_NAME
from rmqkit.formats.logs.layouts import LogShape
from rmqkit.formats.logs.prefixes import replaced

NAME = "message"
_TELLING_LENGTH = 18
_BEFORE = r"[^\n]{0,160}?"
_NAMING = ("group", "topic", "client_id", "address", "queue")


@cache
def bare_layout() -> Layout:
    """A line is a record if a telling piece of a catalogued message stands near its beginning;
    its time is unknown."""
    tellers = {message.needle for message in MESSAGES if message.family not in ("any", "stats")}
    pieces = "|".join(re.escape(each).replace("\\ ", " ") for each in sorted(tellers) if len(each) >= _TELLING_LENGTH)
    start = f"^{_BEFORE}(?:{pieces})"
    return Layout(NAME, "app", JVM, start, rf"^(?P<at>)(?:[^\n]{{0,80}}?\b{ANY_LEVEL}\b)?", NO_DATE, general=True)


def layout_named(name: str) -> Layout:
    """Any layout by its name, this one too."""
    return bare_layout() if name == NAME else BY_NAME[name]


def recognise_bare(lines: Sequence[str]) -> LogShape | None:
    """The shape of a text whose lines are bare messages;
    None unless one of them is whole and names something."""
    if not any(_is_whole(replaced(line)) for line in lines if line.strip()):
        return None
    return LogShape(kind=Kind.APP_LOG, layout=NAME, zone=JVM, layouts=(NAME,))


def _is_whole(line: str) -> bool:
    message = find_message(line)
    if message is None or len(message.needle) < _TELLING_LENGTH or message.family in ("any", "stats"):
        return False
    found = message.regex.search(line)
    return found is not None and any(found.groupdict().get(name) for name in _NAMING)
