"""Client lists that show a host with another id each time. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import ip_of
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import BROKER_LOG
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.witnesses import roster_place
from rmqkit.language import joined, say

FIT = 44
SUSPECTS = (
    Suspect("rebalance_storm", say("a client that starts again and again comes back under another id each time")),
)
# A rollout replaces each client once; the same host coming back a third time is no rollout.
_IDS = 3


def patterns(case: Case) -> Iterator[Pattern]:
    """By consumerConnection: since 4.9.0 an id ends in the process's id
    and its start (`ClientConfig`)."""
    lists = [roster for roster in case.facts.rosters if roster.kind == "consumer_connection"]
    hosts = sorted({ip_of(client) for roster in lists for client in roster.client_ids})
    changing = [host for host in hosts if _ids_in_turn(lists, host) >= _IDS]
    if changing:
        yield Pattern(
            say(
                "{hosts}: another client id in one list and the next, {times} times or more",
                hosts=joined(", ", changing),
                times=_IDS,
            ),
            len(changing),
            SUSPECTS,
            say("releases shortly after each other"),
            BROKER_LOG,
            places=tuple(
                roster_place(roster, listed)
                for roster in lists
                for listed in roster.connections
                if ip_of(listed.client_id) in changing
            ),
        )


def _ids_in_turn(lists: Sequence[Roster], host: str) -> int:
    """How many different sets of ids of the host followed each other,
    lists without any left out."""
    ids = [frozenset(client for client in roster.client_ids if ip_of(client) == host) for roster in lists]
    return sum(1 for shown, _ in groupby(filter(None, ids)))
