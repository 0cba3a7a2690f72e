"""The catalogue: every message of RocketMQ's logs that has a name here, and how to find it. Data
and look-up, no files.

Different wordings of one thing, from 4.0.0 to 5.4, share one event name, and one meaning: it stands
in the table where the event comes first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

from rmqkit.formats.logs.catalogue import (
    broker,
    client_cpp,
    client_go,
    client_grpc,
    client_java,
    namesrv,
    pop,
    proxy,
    remoting,
    store,
)
from rmqkit.formats.logs.catalogue.meaning import NO_FACTS, Facts, Gravity, Meaning, Row, chosen, rows_of
from rmqkit.formats.logs.catalogue.message import FIELDS, Message, messages

__all__ = [
    "FIELDS", "MEANINGS", "MEANING_ROWS", "MESSAGES", "Gravity", "Meaning", "Message", "Row",
    "by_needle", "facts_that_matter", "find_message", "meaning_of_event", "needles",
    "needles_in",
]  # fmt: skip

# family | its wordings; of two that fit as well the first counts
_WORDINGS = (
    ("broker", broker.TABLE),
    ("lock", broker.LOCKS),
    ("client", client_java.TABLE),
    ("client", client_go.TABLE),
    ("client", client_cpp.TABLE),
    ("client", client_grpc.TABLE),
    ("remoting", remoting.TABLE),
    ("namesrv", namesrv.TABLE),
    ("stats", remoting.STATISTICS),
    ("any", remoting.SERVICE_THREADS),
    ("pop", pop.TABLE),
    ("store", store.TABLE),
    ("proxy", proxy.TABLE),
)
_MODULES = (broker, client_java, client_go, client_cpp, client_grpc, remoting, namesrv, pop, store, proxy)

MESSAGES: tuple[Message, ...] = tuple(message for family, table in _WORDINGS for message in messages(family, table))

MEANING_ROWS: tuple[Row, ...] = tuple(row for module in _MODULES for row in rows_of(module.MEANINGS))
MEANINGS: dict[str, Meaning] = {row.event: row.meaning for row in MEANING_ROWS if row.always}
"""What each event says when nothing but its name is known."""


@cache
def _rows_by_event() -> dict[str, tuple[Row, ...]]:
    rows: dict[str, list[Row]] = {}
    for row in MEANING_ROWS:
        rows.setdefault(row.event, []).append(row)
    return {event: tuple(its) for event, its in rows.items()}


def meaning_of_event(event: str, facts: Facts = NO_FACTS) -> Meaning:
    """What an event says with the facts of its record (`stated`): the first of its rows that fits, its holes filled.

    KeyError for a name that the catalogue does not have.
    """
    return chosen(_rows_by_event()[event], facts)


@cache
def facts_that_matter(event: str) -> frozenset[str]:
    """The names of the facts that choose or fill what the event says; none where that is the same."""
    rows = _rows_by_event()[event]
    asked = {condition.fact for row in rows for condition in row.conditions}
    return frozenset(asked.union(*(row.meaning.holes for row in rows)))


@cache
def by_needle() -> dict[str, tuple[Message, ...]]:
    """Needle -> the messages whose literals hold it, the most literal first;
    the first that matches was printed."""
    ordered = sorted(MESSAGES, key=lambda message: -len(message.literals))
    # Each needle is looked for in all literals at once, which takes a tenth of the time.
    literals = "\0".join(message.literals for message in ordered)
    ends = list(accumulate(len(message.literals) + 1 for message in ordered))
    of_needle: dict[str, tuple[Message, ...]] = {}
    for needle in {message.needle for message in MESSAGES}:
        numbers = {bisect_right(ends, at) for at in _places(literals, needle)}
        of_needle[needle] = tuple(ordered[number] for number in sorted(numbers))
    return of_needle


def _places(text: str, needle: str) -> Iterator[int]:
    """Where the needle stands in the text."""
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


@cache
def needles() -> tuple[str, ...]:
    """All needles, longest first: of two that start at one place the longer one decides."""
    return tuple(sorted(by_needle(), key=lambda needle: (-len(needle), needle)))


@cache
def _by_beginning() -> tuple[int, dict[str, tuple[str, ...]]]:
    """The length of the shortest needle, and those that begin with the same so many signs."""
    length = min(map(len, needles()))
    beginnings: dict[str, list[str]] = {}
    for needle in needles():
        beginnings.setdefault(needle[:length], []).append(needle)
    return length, {beginning: tuple(its) for beginning, its in beginnings.items()}


def needles_in(text: str) -> tuple[str, ...]:
    """The needles that stand in a text, longest first: one look, however many there are."""
    length, beginnings = _by_beginning()
    begun = beginnings.keys() & {text[at : at + length] for at in range(len(text) - length + 1)}
    present = [needle for beginning in begun for needle in beginnings[beginning] if needle in text]
    return tuple(sorted(present, key=lambda needle: (-len(needle), needle)))


def find_message(text: str) -> Message | None:
    """The message that a record holds, by the needle that stands first in it;
    None outside the catalogue."""
    places = [(text.find(needle), -len(needle), needle) for needle in needles_in(text)]
    if not places:
        return None
    candidates = by_needle()[min(places)[2]]
    return next((message for message in candidates if message.regex.search(text)), candidates[0])
