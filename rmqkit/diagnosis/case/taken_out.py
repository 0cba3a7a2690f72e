"""Brokers that name servers took out of their routes, and whether they registered there again. No findings here.

`RouteInfoManager#unregisterBroker`, `#onChannelDestroy`; a broker registers every 30 s (all versions).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event, said_after
from rmqkit.diagnosis.facts.transitions import SAME_MOMENT


@dataclass(frozen=True)
class TakenOut:
    """A broker that left the routes of one name server, and the registrations there that may be its own.

    `address_told`: they are by its address, which is known; else of whoever registered afterwards.
    """

    broker: str
    at: datetime
    event: Event
    registered: tuple[Event, ...]
    address_told: bool


def taken_out(facts: GroupFacts, file: str) -> Iterator[TakenOut]:
    """What one name server's log says of brokers that left."""
    events = facts.events_named("broker_unregistered", source="namesrv", file=file)
    came = facts.events_named("broker_new", source="namesrv", file=file)
    for event in events:
        if event.broker and event.last_at:
            addresses = _addresses_of(events, event.last_at)
            later = said_after(came, event.last_at)
            own = tuple(again for again in later if again.address in addresses or not addresses)
            yield TakenOut(event.broker, event.last_at, event, own, bool(addresses))


def _addresses_of(events: Sequence[Event], gone: datetime) -> set[str]:
    """What was taken out with a broker's name: an address of another broker that went then may be among them.
    Where none is told, whoever registers may be the broker."""
    told = [(event.address, event.last_at) for event in events if event.address and event.last_at]
    return {address for address, at in told if abs(at - gone) <= SAME_MOMENT}
