"""Do client lists show a connection that vanishes and is back? Lists of different brokers.

No findings here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.facts.witnesses import roster_place


@dataclass(frozen=True)
class Vanished:
    """A client that a list leaves out, with the lists before and after it that show it
    at the same address.

    A client that reconnects comes from another port, so the connection was there all the time: the
    list between is another broker's, which does not know the client.
    """

    client_id: str
    places: tuple[EvidenceLine, ...]


def vanished(case: Case) -> list[Vanished]:
    """Every client that a consumerConnection leaves out and others before and after it list."""
    lists = case.facts.client_lists
    everybody = {client_id for each in lists for client_id in each.client_ids}
    found = [
        Vanished(client_id, places)
        for index, between in enumerate(lists)
        for client_id in sorted(everybody - set(between.client_ids))
        if (places := _before_and_after(client_id, lists[:index], lists[index + 1 :]))
    ]
    return found


def _before_and_after(client_id: str, before: Sequence[Roster], after: Sequence[Roster]) -> tuple[EvidenceLine, ...]:
    earlier, later = _seen(client_id, before), _seen(client_id, after)
    both = earlier.keys() & later.keys()
    return tuple(place for address in sorted(both)[:1] for place in (earlier[address], later[address]))


def _seen(client_id: str, lists: Sequence[Roster]) -> dict[str, EvidenceLine]:
    return {
        each.address: roster_place(roster, each)
        for roster in lists
        for each in roster.connections
        if each.client_id == client_id and each.address
    }
