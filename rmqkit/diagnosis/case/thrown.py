"""What listeners threw, each exception once: who, where, how often, from when to when. What it means is not asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, first_moment, last_moment, times_of, topics_in
from rmqkit.diagnosis.relations.members import writers
from rmqkit.diagnosis.wording import clock, short
from rmqkit.language import Phrase, say

Row = dict[str, Any]
# More are a list, not a sentence.
_MOST = 3


def failures_once(events: Iterable[Event]) -> list[Event]:
    """The failures of listeners, each once: of one log what was thrown stands among what returned nothing, unless that
    is not in the log. A listener that throws makes two lines: its exception, and that it returned nothing
    (`ConsumeMessageConcurrentlyService$ConsumeRequest#run`, all versions)."""
    once: list[Event] = []
    for failed in grouped((event.file, event) for event in events if event.tells("failed.listener")).values():
        threw = [event for event in failed if event.carried.thrown]
        returned = [event for event in failed if not event.carried.thrown]
        once += threw if times_of(threw) >= times_of(returned) else returned
    return once


def thrown_rows(facts: GroupFacts, events: Iterable[Event]) -> list[Row]:
    """A row per exception (`exception`, `frame`, `times`, `first`, `last`, `clients`, `topics`), the most frequent
    first. A client is its log where that names nobody, or several."""
    rows = []
    for exception, own in grouped((event.carried.thrown, event) for event in events).items():
        clients = {event.client_id or writers(facts).get(event.file, event.file) for event in own}
        rows.append(
            {
                "exception": str(exception),
                "frame": exception.frame,
                "times": times_of(own),
                "first": first_moment(own),
                "last": last_moment(own),
                "clients": sorted(clients),
                "topics": list(topics_in(own)),
            }
        )
    return sorted(rows, key=lambda row: -int(row["times"]))


def thrown_sentences(rows: Sequence[Row]) -> list[Phrase]:
    return [
        say(
            "{exception} at {frame}: {times} times, {first} to {last}, by {clients}.",
            exception=row["exception"],
            frame=row["frame"] or say("an unknown place"),
            times=f"{row['times']:,}",
            first=clock(row["first"]),
            last=clock(row["last"], zoned=True),
            clients=short(row["clients"], 3) or say("unknown clients"),
        )
        for row in rows[:_MOST]
    ]
