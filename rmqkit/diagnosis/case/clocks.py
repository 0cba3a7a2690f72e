"""How far are the clients' clocks from the brokers'?

By subscription versions and by the moments of their starts.

The version of a subscription is the client's clock when it was made
(`SubscriptionData#subVersion`): milliseconds in Java, nanoseconds in Go. No findings here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import grouped, is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import CLOCKS_AGREE, CLOCKS_APART, SAME_MOMENT, ZONES, transitions_of
from rmqkit.diagnosis.relations.members import LoggedChannel, addresses, broker_of, channels, writers
from rmqkit.diagnosis.relations.serves import LoggedRoute, logged_routes


@dataclass(frozen=True)
class ClockGap:
    """One witness of a client's clock: how far it is ahead of the broker's (negative: behind), and where it shows.
    `version`: the subscription version that told it, where one did."""

    client: str
    ahead: timedelta
    place: EvidenceLine
    at: datetime
    file: str
    version: datetime | None = None


@dataclass(frozen=True)
class ClockSkew:
    """A client whose clock is apart from the brokers', with all its witnesses."""

    client: str
    gaps: tuple[ClockGap, ...]

    @property
    def agreed(self) -> timedelta | None:
        """What two witnesses at least show; None where they do not agree."""
        pairs = pairwise(sorted(gap.ahead for gap in self.gaps))
        return next((earlier for earlier, later in pairs if later - earlier <= CLOCKS_AGREE), None)


@derived
def clock_skews(facts: GroupFacts) -> list[ClockSkew]:
    """Every client whose clock is more than a minute apart, in the order of their names. A record that names no client
    is of the only one whose clock is as far apart."""
    gaps = [*_version_gaps(facts), *_start_gaps(facts)]
    named = [gap for gap in gaps if gap.client]
    by_client: dict[str, list[ClockGap]] = defaultdict(list)
    for gap in gaps:
        alike = {other.client for other in named if abs(other.ahead - gap.ahead) <= CLOCKS_AGREE}
        by_client[gap.client or (min(alike) if len(alike) == 1 else "")].append(gap)
    return [ClockSkew(client, tuple(gaps)) for client, gaps in sorted(by_client.items())]


@derived
def logs_ahead(facts: GroupFacts) -> dict[str, timedelta]:
    """By how much the clock of a client's log is ahead of the brokers' (negative: behind), where
    two witnesses show it; logs of other clients are not named."""
    ahead = {skew.client: skew.agreed for skew in clock_skews(facts)}
    known = ((file, ahead.get(client)) for file, client in writers(facts).items())
    return {file: gap for file, gap in known if gap is not None}


@derived
def by_brokers_clock(facts: GroupFacts) -> GroupFacts:
    """The facts with the moments of every client's log by the brokers' clock, where it is known how far it is apart."""
    ahead = logs_ahead(facts)
    if not ahead:
        return facts

    def moved(event: Event) -> Event:
        apart = ahead.get(event.file, timedelta())
        at, last = event.at and event.at - apart, event.last_at and event.last_at - apart
        return replace(event, at=at, last_at=last) if apart else event

    commits = (replace(one, at=one.at - ahead.get(one.file, timedelta())) for one in facts.commits)
    return replace(facts, events=tuple(map(moved, facts.events)), commits=tuple(commits))


def _version_gaps(facts: GroupFacts) -> Iterable[ClockGap]:
    """Of a log whose own times are in another zone no version that lies ahead tells anything."""
    versions = facts.records("wants.versions")
    apart = {event.file for event in versions if _version_apart(event)}
    if not apart:
        return
    known = addresses(facts)
    gaps = [gap for event in versions if event.file in apart and (gap := _gap(event, known))]
    ahead = [gap for gap in gaps if gap.ahead > CLOCKS_APART]
    zones = {file for file in {gap.file for gap in ahead} if _zone_differs(gap for gap in gaps if gap.file == file)}
    yield from (gap for gap in ahead if gap.file not in zones)
    # Versions that were old when their client first came, though the log would have seen it come earlier.
    first = _first_channels(channels(facts))
    for event in filter(_version_apart, facts.records("wants.registered")):
        gap = _gap(event, known)
        if gap is None or gap.ahead >= -CLOCKS_APART or not _log_covers(facts, gap.file, gap.version):
            continue
        channel = first.get((event.file, gap.client))
        came_then = channel and channel.opened_at and abs(gap.at - channel.opened_at) <= SAME_MOMENT
        if channel and came_then and _met_when_started(facts, channel):
            yield gap


def _version_apart(event: Event) -> bool:
    """Whether the newest version in the record is of another minute than the record."""
    return event.version_ahead is not None and abs(event.version_ahead) > CLOCKS_APART


def _gap(event: Event, known: dict[str, str]) -> ClockGap | None:
    """How far the newest version in the record lies ahead of the record's time."""
    if event.version_ahead is None or event.at is None:
        return None
    client = known.get(event.address or "", event.address or "")
    return ClockGap(client, event.version_ahead, event.place, event.at, event.file, event.at + event.version_ahead)


def _zone_differs(gaps: Iterable[ClockGap]) -> bool:
    """All clients of a log ahead by the same span: the log's own times are in another zone, not the clients' clocks. A
    version that is sent again is older by then: the newest one tells. Of one client alone whole half hours tell no more
    than that."""
    newest: dict[str, timedelta] = {}
    for gap in gaps:
        if gap.client:
            newest[gap.client] = max(gap.ahead, newest.get(gap.client, gap.ahead))
    if len(newest) < 2:
        return any(abs(zone_remainder(ahead)) <= CLOCKS_AGREE for ahead in newest.values())
    least, most = min(newest.values()), max(newest.values())
    return least > CLOCKS_APART and most - least < CLOCKS_APART


def _first_channels(seen: Iterable[LoggedChannel]) -> dict[tuple[str, str], LoggedChannel]:
    first: dict[tuple[str, str], LoggedChannel] = {}
    for channel in seen:
        if channel.client_id:
            first.setdefault((channel.file, channel.client_id), channel)
    return first


def _met_when_started(facts: GroupFacts, channel: LoggedChannel) -> bool:
    """Whether its client met this broker when it started, as far as anybody tells. A version dates from the client's
    start: a broker that joined later, or got the topic later, writes it down later. Then another broker saw the client
    come before, or the client's first routes do not hold this one."""
    others = [other for other in channels(facts) if other.client_id == channel.client_id and other.file != channel.file]
    late = channel.opened_at
    met_before = any(
        other.opened is None or (other.opened_at and late and late - other.opened_at > transitions_of(facts).heartbeat)
        for other in others
    )
    broker, held = broker_of(facts, channel.file), _first_route_brokers(facts).get(channel.client_id or "")
    return not met_before and (broker is None or held is None or broker in held)


@derived
def _first_route_brokers(facts: GroupFacts) -> dict[str, set[str]]:
    """The brokers in the first route of each topic that a client logged."""
    brokers: dict[str, set[str]] = defaultdict(set)
    for topic in facts.topics:
        first: dict[str, LoggedRoute] = {}
        for route in logged_routes(facts, topic):
            first.setdefault(route.event.file, route)
        for file, route in first.items():
            brokers[writers(facts).get(file, "")].update(route.by_broker)
    return brokers


def _log_covers(facts: GroupFacts, file: str, moment: datetime | None) -> bool:
    """Whether the log would have seen a client come then: heartbeats come every 30 s, so it was not there before."""
    log = facts.logs.get(file)
    return log is not None and is_after(moment, log.first)


def _start_gaps(facts: GroupFacts) -> Iterable[ClockGap]:
    """A client's only start by its own log, against its first connection by a broker's log; zones taken out. Where its
    id connected again at about that moment, the log is of a later process of that id."""
    named = facts.records("member.process_started")
    starts = grouped((event.client_id or None, event.at) for event in named if event.at)
    for (file, client), channel in _first_channels(channels(facts)).items():
        moments, opened = set(starts.get(client, ())), channel.opened
        if len(moments) == 1 and opened and opened.at:
            started = moments.pop()
            ahead = zone_remainder(started - opened.at)
            own = [one.opened_at for one in channels(facts) if (one.file, one.client_id) == (file, client)]
            if any(at and abs(zone_remainder(started - at)) <= CLOCKS_AGREE for at in own):
                continue
            if ahead < -CLOCKS_APART:
                # The broker's log would have seen the client come when it started; or the client's own log ends before
                # the connection that the broker saw.
                ends = [facts.end_of(log) for log, writer in writers(facts).items() if writer == client]
                ended_before = any(is_after(opened.at, end) for end in ends)
                seen = _log_covers(facts, channel.file, opened.at + ahead) or ended_before
                if not seen or not _met_when_started(facts, channel):
                    continue
            if abs(ahead) > CLOCKS_APART:
                yield ClockGap(client, ahead, opened.place, opened.at, opened.file)


def zone_remainder(gap: timedelta) -> timedelta:
    """What is left of a gap between two clocks when whole time zones are taken out."""
    return gap - round(gap / ZONES) * ZONES
