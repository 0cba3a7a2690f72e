"""Messages wait in every queue and no client is named for any. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Reading, Suspect, seen_in_look
from rmqkit.diagnosis.case.waiting import Waiting, newest_look
from rmqkit.diagnosis.commands import CONNECTION
from rmqkit.diagnosis.wording import count
from rmqkit.language import say

FIT = 30
READING = Reading(
    (Suspect("group_offline", say("without any client nothing is read, and nobody is named")),),
    say("clients that did not answer mqadmin, that pop, that pull by themselves, or that are behind a proxy"),
    CONNECTION,
)
# All lines show the same.
_LINES = 6


def patterns(case: Case) -> Iterator[Pattern]:
    """By a look that asked for the clients (-s true), where nothing else shows any."""
    look = newest_look(case)
    if look and look.nothing_read and _shows_nobody(case, look):
        waits = say(
            "messages wait in all of {queues}, and no client is named for any",
            queues=count(len(look.used), "queue"),
        )
        seen = seen_in_look(look.look, look.used, waits, READING)
        yield replace(seen, places=seen.places[:_LINES])


def _shows_nobody(case: Case, look: Waiting) -> bool:
    """The look asked for clients and got none, no other output or log is a client's,
    and no offset moved."""
    unnamed = look.look.owners_asked and not look.named
    somebody = case.facts.rosters or case.facts.running or case.facts.logs
    moved = any(movement.consumed > 0 for movement in case.movements.values())
    return unnamed and not somebody and not moved
