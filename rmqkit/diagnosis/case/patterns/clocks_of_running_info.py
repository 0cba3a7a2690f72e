"""A client's clock against mqadmin's, by the folder that consumerStatus writes to.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import without_zone
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import BROKER_LOG
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.transitions import CLOCKS_APART
from rmqkit.diagnosis.facts.witnesses import info_place
from rmqkit.formats.file_names import moment_of_folder
from rmqkit.language import Phrase, say

FIT = 8
SUSPECTS = (Suspect("clock_skew", say("a client's own times are those of its clock, the folder's name is mqadmin's")),)


def patterns(case: Case) -> Iterator[Pattern]:
    """By a client's newest pull, which is seconds old where it runs, and by its start,
    which is never to come."""
    for info in case.facts.running:
        apart = _apart(info)
        if apart is not None and abs(apart) > CLOCKS_APART:
            yield Pattern(
                _clock(info.client_id, apart),
                1,
                SUSPECTS,
                say("a clock of mqadmin's host that is wrong, and a client that did not pull for as long"),
                BROKER_LOG,
                clients=(info.client_id,),
                places=(info_place(info),),
            )


def _clock(client: str, apart: timedelta) -> Phrase:
    seconds = abs(apart.total_seconds())
    if apart > timedelta():
        return say(
            "the clock of {client} is {seconds:,.0f} s ahead of that of mqadmin's host",
            client=client,
            seconds=seconds,
        )
    return say(
        "the clock of {client} is {seconds:,.0f} s behind that of mqadmin's host",
        client=client,
        seconds=seconds,
    )


def _apart(info: RunningInfo) -> timedelta | None:
    """How far the client's clock is ahead.

    Pulls are printed in mqadmin's zone, a start as an epoch.
    """
    asked = moment_of_folder(info.file)
    if asked and info.started_at and info.started_at - asked > CLOCKS_APART:
        return info.started_at - asked
    return without_zone(info.asked_at - asked) if asked and info.asked_at else None
