"""Messages wait in every queue and no client is named for any. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.case.waiting import SOME, newest_look
from rmqkit.diagnosis.commands import CONNECTION
from rmqkit.diagnosis.facts.logs import topics_of
from rmqkit.diagnosis.facts.witnesses import progress_place
from rmqkit.diagnosis.wording import count
from rmqkit.language import say

FIT = 30
SUSPECTS = (Suspect("group_offline", say("without any client nothing is read, and nobody is named")),)


def patterns(case: Case) -> Iterator[Pattern]:
    """By a look that asked for the clients (-s true), where nothing else shows any."""
    look = newest_look(case)
    rows = [row for row in (*look.waiting, *look.read) if row.broker_offset > 0] if look else []
    somebody = case.facts.rosters or case.facts.running or case.facts.logs
    if not look or not rows or look.named or not look.look.owners_asked or somebody:
        return
    moved = any(movement.consumed > 0 for movement in case.movements.values())
    if moved or any(row.diff < SOME for row in rows):
        return
    yield Pattern(
        say("messages wait in all of {queues}, and no client is named for any", queues=count(len(rows), "queue")),
        len(rows),
        SUSPECTS,
        say(
            "clients that did not answer mqadmin, that pop, that pull by themselves, or that are behind a proxy",
        ),
        CONNECTION,
        topics=topics_of(row.queue for row in rows),
        queues=tuple(sorted(row.queue for row in rows)),
        places=tuple(progress_place(look.look.file, row) for row in rows[:6]),
    )
