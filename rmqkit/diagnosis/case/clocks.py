"""How far are the clients' clocks from the brokers'?

By subscription versions and by the moments of their starts.

The version of a subscription is the client's clock when it was made
(`SubscriptionData#subVersion`): milliseconds in Java, nanoseconds in Go. No findings here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import LoggedChannel, addresses, broker_of, writers
from rmqkit.diagnosis.case.topic_queues import LoggedRoute, logged_routes
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import grouped, is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import CLOCKS_AGREE, CLOCKS_APART, SAME_MOMENT, ZONES

_REGISTRATIONS = ("consumer_info_changed", "subscription_topic_added", "subscription_changed")


@dataclass(frozen=True)
class ClockGap:
    """One witness of a client's clock: how far it is ahead of the broker's (negative:
    behind), and where it shows.

    `version`: the subscription version that told it, where one did.
    """

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
    def agree(self) -> bool:
        """Whether two witnesses at least show the same clock."""
        return self.agreed is not None

    @property
    def agreed(self) -> timedelta | None:
        """What two witnesses at least show; None where they do not agree."""
        pairs = pairwise(sorted(gap.ahead for gap in self.gaps))
        return next((earlier for earlier, later in pairs if later - earlier <= CLOCKS_AGREE), None)


def clock_skews(case: Case) -> list[ClockSkew]:
    """Every client whose clock is more than a minute apart, in the order of their names."""
    by_client = grouped((gap.client, gap) for gap in (*_by_versions(case), *_by_starts(case)))
    return [ClockSkew(client, tuple(gaps)) for client, gaps in sorted(by_client.items())]


@derived
def logs_ahead(facts: GroupFacts) -> dict[str, timedelta]:
    """By how much the clock of a client's log is ahead of the brokers' (negative: behind), where
    two witnesses show it; logs of other clients are not named."""
    ahead = {skew.client: skew.agreed for skew in clock_skews(Case.of(facts))}
    known = ((file, ahead.get(client)) for file, client in writers(facts).items())
    return {file: gap for file, gap in known if gap is not None}


def registrations(case: Case) -> Sequence[Event]:
    """What brokers logged of subscriptions that came with heartbeats."""
    return case.events_named(*_REGISTRATIONS, source="broker")


def _by_versions(case: Case) -> Iterable[ClockGap]:
    known = addresses(case)
    ahead = [gap for event in registrations(case) if (gap := _gap(event, known)) and gap.ahead > CLOCKS_APART]
    zones = {file for file in {gap.file for gap in ahead} if _another_zone(case, file, known)}
    yield from (gap for gap in ahead if gap.file not in zones)
    yield from _behind(case, known)


def _gap(event: Event, known: dict[str, str]) -> ClockGap | None:
    """How far the newest version in the record lies ahead of the record's time."""
    version = event.carried.newest_version
    if version is None or event.at is None:
        return None
    client = known.get(event.address or "", event.address or "")
    return ClockGap(client, version - event.at, event.place, event.at, event.file, version)


def _another_zone(case: Case, file: str, known: dict[str, str]) -> bool:
    """All clients ahead by the same span: the log's own times are in another zone,
    not the clients' clocks. A version that is sent again is older by then: the newest one tells.
    Of one client alone whole half hours tell no more than that.
    """
    gaps: dict[str, timedelta] = {}
    for event in registrations(case):
        gap = _gap(event, known) if event.file == file else None
        if gap and gap.client:
            gaps[gap.client] = max(gap.ahead, gaps.get(gap.client, gap.ahead))
    if len(gaps) == 1:
        return all(abs(without_zone(gap)) <= CLOCKS_AGREE for gap in gaps.values())
    spread = max(gaps.values()) - min(gaps.values()) if gaps else timedelta()
    return len(gaps) > 1 and min(gaps.values()) > CLOCKS_APART and spread < CLOCKS_APART


def _behind(case: Case, known: dict[str, str]) -> Iterable[ClockGap]:
    """Versions that were old when their client first came,
    though the log would have seen it come earlier."""
    first = _first_channels(case.channels)
    for event in case.events_named("consumer_info_changed", source="broker"):
        gap = _gap(event, known)
        if gap is None or gap.ahead >= -CLOCKS_APART or not _begins_before(case, gap.file, gap.version):
            continue
        channel = first.get((event.file, gap.client))
        if channel and _came_then(channel, event) and _met_at_its_start(case, channel):
            yield gap


def _first_channels(channels: Iterable[LoggedChannel]) -> dict[tuple[str, str], LoggedChannel]:
    named = [(channel.client_id, channel) for channel in channels if channel.client_id]
    by_client = grouped(((channel.file, client_id), channel) for client_id, channel in named)
    return {place: of_client[0] for place, of_client in by_client.items()}


def _met_at_its_start(case: Case, channel: LoggedChannel) -> bool:
    """Whether its client met this broker when it started, as far as anybody tells.

    A version dates from the client's start: a broker that joined later, or got the topic later,
    writes it down later. Then another broker saw the client come before, or the client's first
    routes do not hold this one.
    """
    others = [other for other in case.channels if other.client_id == channel.client_id and other.file != channel.file]
    late = channel.opened_at
    met_before = any(
        other.opened is None or (other.opened_at and late and late - other.opened_at > case.transitions.heartbeat)
        for other in others
    )
    return not met_before and _in_first_routes(case, channel)


def _in_first_routes(case: Case, channel: LoggedChannel) -> bool:
    """Whether a first route that its client logged holds the broker; so too where either is not known."""
    broker, held = broker_of(case, channel.file), _in_first_routes_of(case).get(channel.client_id or "")
    return broker is None or held is None or broker in held


@derived
def _in_first_routes_of(facts: GroupFacts) -> dict[str, set[str]]:
    """The brokers in the first route of each topic that a client logged."""
    brokers: dict[str, set[str]] = defaultdict(set)
    for topic in facts.topics:
        first: dict[str, LoggedRoute] = {}
        for route in logged_routes(facts, topic):
            first.setdefault(route.event.file, route)
        for file, route in first.items():
            brokers[writers(facts).get(file, "")].update(route.by_broker)
    return brokers


def _came_then(channel: LoggedChannel, event: Event) -> bool:
    opened = channel.opened_at
    return opened is not None and event.at is not None and abs(event.at - opened) <= SAME_MOMENT


def _begins_before(case: Case, file: str, moment: datetime | None) -> bool:
    """Whether the log would have seen a client come then: heartbeats come every 30 s, so it was not there before."""
    log = case.logs.get(file)
    return log is not None and is_after(moment, log.first)


def _by_starts(case: Case) -> Iterable[ClockGap]:
    """A client's start by its own log, against its first connection by a broker's
    log; zones taken out."""
    started = _start_moments(case)
    for (_, client), channel in _first_channels(case.channels).items():
        moment, opened = started.get(client), channel.opened
        if moment and opened and opened.at:
            ahead = without_zone(moment - opened.at)
            if ahead > CLOCKS_APART or (ahead < -CLOCKS_APART and _saw_its_start(case, channel, opened.at + ahead)):
                yield ClockGap(client, ahead, opened.place, opened.at, opened.file)


def _saw_its_start(case: Case, channel: LoggedChannel, started: datetime) -> bool:
    """Whether the broker's log would have seen the client come when it started; or the client's
    own log ends before the connection that the broker saw."""
    own = [case.end_of(file) for file, client in writers(case).items() if client == channel.client_id]
    ended_before = any(is_after(channel.opened_at, end) for end in own)
    return (_begins_before(case, channel.file, started) or ended_before) and _met_at_its_start(case, channel)


def _start_moments(case: Case) -> dict[str, datetime]:
    """The only start of each client id in the clients' logs;
    an id that started twice tells nothing."""
    moments: dict[str, set[datetime]] = defaultdict(set)
    for event in case.events_named("client_started", source="client"):
        if event.client_id and event.at:
            moments[event.client_id].add(event.at)
    return {client: next(iter(starts)) for client, starts in moments.items() if len(starts) == 1}


def without_zone(gap: timedelta) -> timedelta:
    """What is left of a gap between two clocks when whole time zones are taken out."""
    return gap - round(gap / ZONES) * ZONES
