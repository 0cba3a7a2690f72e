"""Who is in the group: client lists, and the channels that brokers saw come and go. No judgement here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from rmqkit.diagnosis.case.twin_logs import LIKELY, twin_logs
from rmqkit.diagnosis.facts.group import Connection, GroupFacts, Roster
from rmqkit.diagnosis.facts.logs import Event, Place

_NAMES_ITSELF = ("rebalance_result", "offset_committed", "heartbeat_content")
BROKER_STARTS = frozenset({"broker_started", "broker_boot"})


@dataclass(frozen=True)
class Channel:
    """One TCP channel of the group on one broker, from the broker's log (`ConsumerGroupInfo`, all versions).

    `opened` is null when the log starts later; `closed` is null while it is open.
    """

    file: str
    client_id: str | None
    address: str | None
    opened: Event | None
    closed: Event | None = None

    @property
    def opened_at(self) -> datetime | None:
        """When the broker saw it come."""
        return self.opened.at if self.opened else None

    @property
    def closed_at(self) -> datetime | None:
        """When the broker saw it go."""
        return self.closed.at if self.closed else None

    @property
    def live(self) -> bool:
        """Whether it was open where the log ends."""
        return self.closed is None


@dataclass(frozen=True)
class Membership:
    """The clients of the group at the end of the evidence.

    `client_ids` as a broker's list has them, duplicates kept. `complete`: the list comes from a broker (its
    answer or its log), so that nobody is missing from it; else it is only who left traces.
    """

    client_ids: tuple[str, ...]
    source: str
    complete: bool
    places: tuple[Place, ...] = ()

    @property
    def duplicates(self) -> dict[str, int]:
        """Ids that stand in the list more than once, with how often."""
        return {client_id: times for client_id, times in Counter(self.client_ids).items() if times > 1}


def channels(facts: GroupFacts) -> list[Channel]:
    """Every channel of the group that the brokers' logs tell of, in the order of the logs."""
    found: list[Channel] = []
    for event in facts.events_named("consumer_connected", "consumer_disconnected", source="broker"):
        if event.event == "consumer_connected":
            found.append(Channel(event.file, event.client_id, event.address, event))
        else:
            _close(found, event)
    return found


def _close(found: list[Channel], event: Event) -> None:
    for index in range(len(found) - 1, -1, -1):
        channel = found[index]
        if channel.live and channel.file == event.file and _same(channel, event):
            found[index] = replace(channel, closed=event)
            return
    found.append(Channel(event.file, event.client_id, event.address, None, event))


def _same(channel: Channel, event: Event) -> bool:
    if event.address and channel.address:
        return channel.address == event.address
    return channel.client_id is not None and channel.client_id == event.client_id


def addresses(facts: GroupFacts) -> dict[str, str]:
    """Which client id stands behind an address, from client lists and the brokers' logs."""
    known = {channel.address: channel.client_id for channel in channels(facts) if channel.address and channel.client_id}
    for roster in facts.rosters:
        known.update({each.address: each.client_id for each in roster.connections if each.address})
    return known


def membership(facts: GroupFacts) -> Membership:
    """Who is in the group where the evidence ends, from the best source there is."""
    return _from_roster(facts) or _from_broker_logs(facts) or _from_traces(facts)


def last_roster(facts: GroupFacts) -> Roster | None:
    """The newest client list; consumerConnection before consumerStatus, which leaves out who does not answer."""
    for kind in ("consumer_connection", "consumer_status"):
        listed = [roster for roster in facts.rosters if roster.kind == kind]
        if listed:
            return listed[-1]
    return None


def changed_lists(rosters: Sequence[Roster]) -> list[datetime]:
    """The moments of the client lists that name others than the list before them."""
    listed = [each for each in rosters if each.kind == "consumer_connection" and each.at]
    pairs = pairwise(listed)
    return [later.at for one, later in pairs if later.at and sorted(one.client_ids) != sorted(later.client_ids)]


def _from_roster(facts: GroupFacts) -> Membership | None:
    roster = last_roster(facts)
    if roster is None:
        return None
    places = tuple(roster_place(roster, connection) for connection in roster.connections)
    return Membership(roster.client_ids, roster.file, True, places)


def roster_place(roster: Roster, connection: Connection) -> Place:
    """A client's line in a client list."""
    text = "  ".join(filter(None, (connection.client_id, connection.address, connection.version)))
    return Place(roster.file, connection.line, text)


def _from_broker_logs(facts: GroupFacts) -> Membership | None:
    """The broker that holds most clients at its end; a client connects to every broker of its topics."""
    live = [channel for channel in channels(facts) if channel.live and channel.client_id]
    if not live:
        return None
    by_file: dict[str, list[Channel]] = {}
    for channel in live:
        by_file.setdefault(channel.file, []).append(channel)
    best = max(by_file.values(), key=len)
    ids = tuple(channel.client_id for channel in best if channel.client_id)
    places = tuple(channel.opened.place for channel in best if channel.opened)
    return Membership(ids, best[0].file, saw_the_first(facts, best[0].file), places)


def saw_the_first(facts: GroupFacts, file: str) -> bool:
    """Whether the log saw the broker start or the group begin; older members of a log that begins later are silent.

    Every clustering client subscribes to the retry topic, so it is added to a group's table only when that is new.
    """
    started = any(event.file == file and event.event in BROKER_STARTS for event in facts.events)
    added = facts.events_named("subscription_topic_added", source="broker")
    return started or any(event.file == file and event.topic == facts.retry_topic for event in added)


def writers(facts: GroupFacts) -> dict[str, str]:
    """Which client wrote a client log, for the logs in which only one names itself."""
    named = facts.events_named(*_NAMES_ITSELF, source="client")
    ids: dict[str, set[str]] = {}
    for event in named:
        if event.client_id:
            ids.setdefault(event.file, set()).add(event.client_id)
    return {file: next(iter(found)) for file, found in ids.items() if len(found) == 1}


def _from_traces(facts: GroupFacts) -> Membership:
    """Running infos and client logs: those who are there, perhaps not all; twice only where two logs tell so."""
    ids = dict.fromkeys(info.client_id for info in facts.running)
    ids.update(dict.fromkeys(client_ids_in_logs(facts)))
    twins = {client_id: len(files) - 1 for client_id, files in twin_logs(facts, LIKELY).items() if client_id in ids}
    return Membership((*ids, *Counter(twins).elements()), "running info and client logs", False)


def client_ids_in_logs(facts: GroupFacts) -> list[str]:
    """Ids that client logs of this group name and whose client did not shut down at the end."""
    gone = {
        event.file for event in facts.events_named("consumer_shutdown", source="client") if event.group == facts.group
    }
    named = (
        event.client_id
        for event in facts.events_named(*_NAMES_ITSELF, source="client")
        if event.group == facts.group and event.client_id and event.file not in gone
    )
    return list(dict.fromkeys(named))


def ip_of(client_id: str) -> str:
    """What consumerProgress prints as Client IP: the part of the id before the first @."""
    return client_id.split("@", 1)[0]


def short(client_ids: Sequence[str], most: int = 4) -> str:
    """A few ids for a sentence."""
    named = ", ".join(client_ids[:most])
    return f"{named} and {len(client_ids) - most} more" if len(client_ids) > most else named
