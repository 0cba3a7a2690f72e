"""Do clocks and brokers agree? Subscription versions ahead of time, and brokers that know different clients."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import BROKER_STARTS, addresses, short
from rmqkit.diagnosis.case.subscriptions import Expression
from rmqkit.diagnosis.facts.logs import Event, Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.alternating_counts import alternations
from rmqkit.diagnosis.rules.lists_that_differ import vanished
from rmqkit.diagnosis.rules.make import finding
from rmqkit.diagnosis.wording import count

SKEW, DISAGREEMENT = "clock_skew", "broker_disagreement"
_VERSION = re.compile(r"subVersion=(\d{10,})")
# Heartbeats carry versions up to a rebalance ahead; a minute is beyond anything that a synchronised clock makes.
_AHEAD = timedelta(seconds=60)
# Brokers' clocks may be minutes apart; a log that begins later than a client came elsewhere may have missed it.
_CLOCKS_APART = timedelta(minutes=5)


def clock_skew(case: Case) -> list[Finding]:
    """The cause: a subscription's version (the client's clock) lies ahead of the broker's clock when it arrives."""
    ahead = [(event, gap) for event in _registrations(case) if (gap := _gap(event)) and gap > _AHEAD]
    if not ahead or _another_zone(case):
        return _foreign_subscription(case)
    known = addresses(case.facts)
    clients = sorted({known.get(e.address, e.address) for e, _ in ahead if e.address})
    largest = max(gap for _, gap in ahead)
    ongoing = any(_still_ahead(case, event) for event, _ in ahead)
    return [
        finding(
            case,
            SKEW,
            # Harmless while all clients want the same; with an effect it becomes as severe as that.
            Severity.NOTICE,
            PROVEN if len(ahead) > 1 else SUSPECTED,
            f"The clock of {short(clients) or 'a client'} is {_span(largest)} ahead of the broker's",
            "The version of a subscription is the client's clock and the broker keeps the newest, so what this client "
            "registered cannot be replaced by the others until their clocks catch up.",
            ongoing=ongoing,
            clients=tuple(clients),
            evidence=[event.place for event, _ in ahead],
            topics=tuple(sorted({e.topic for e, _ in ahead if e.topic in case.facts.topics and e.topic})),
            explains=("tag_mismatch_silent_loss",),
        )
    ]


def _another_zone(case: Case) -> bool:
    """All clients ahead by the same span: the log's own times are in another zone, not the clients' clocks."""
    gaps = {e.address: gap for e in _registrations(case) if e.address and (gap := _gap(e)) is not None}
    return len(gaps) > 1 and min(gaps.values()) > _AHEAD and max(gaps.values()) - min(gaps.values()) < _AHEAD


def _foreign_subscription(case: Case) -> list[Finding]:
    """The group's table keeps, list after list, an expression that none of its clients asks for."""
    kept = {topic: text for topic in case.facts.topics if (text := _kept_against_all(case, topic))}
    if not kept:
        return []
    rosters = [roster for roster in case.facts.rosters if any(topic in roster.subscriptions for topic in kept)]
    told = ", ".join(f"{topic} {text}" for topic, text in kept.items())
    return [
        finding(
            case,
            SKEW,
            Severity.WARNING,
            SUSPECTED,
            f"The group's table holds what no client asks for: {told}",
            "A subscription is replaced only by a newer version, and the version is the client's clock: a client whose "
            "clock was ahead may have left this one behind.",
            topics=tuple(kept),
            evidence=[
                Place(roster.file, roster.subscription_lines[topic], f"{topic} {roster.subscriptions[topic]}")
                for roster in rosters
                for topic in kept
                if topic in roster.subscriptions
            ],
            explains=("tag_mismatch_silent_loss",),
        )
    ]


def _kept_against_all(case: Case, topic: str) -> str | None:
    wanted = case.wanted(topic)
    listed = {roster.subscriptions[topic] for roster in case.facts.rosters if topic in roster.subscriptions}
    if not case.subscriptions_known or len(case.facts.rosters) < 2 or len(listed) != 1 or not wanted:
        return None
    text = next(iter(listed))
    return None if any(Expression(text).same_as(each) for each in wanted.values()) else text


def _registrations(case: Case) -> list[Event]:
    names = ("consumer_info_changed", "subscription_topic_added", "subscription_changed")
    return case.facts.events_named(*names, source="broker")


def _gap(event: Event) -> timedelta | None:
    """How far the newest version in the record lies ahead of the record's time."""
    versions = [int(found) for found in _VERSION.findall(event.raw)]
    if not versions or event.at is None:
        return None
    return datetime.fromtimestamp(max(versions) / 1000, UTC) - event.at


def _still_ahead(case: Case, event: Event) -> bool:
    """The broker keeps the version until the clocks catch up with it, even when its client is gone."""
    versions = [int(found) for found in _VERSION.findall(event.raw)]
    end = case.end_of(event.file)
    return end is not None and datetime.fromtimestamp(max(versions) / 1000, UTC) > end


def _span(gap: timedelta) -> str:
    return f"{gap.total_seconds():,.0f} s" if gap < timedelta(hours=1) else f"{gap.total_seconds() / 3600:,.1f} h"


def broker_disagreement(case: Case) -> list[Finding]:
    """The cause: where the brokers' logs end, they hold different clients of the group."""
    members = _members_by_broker(case)
    if len(members) < 2 or len({frozenset(each) for each in members.values()}) == 1:
        return [] if len(members) > 1 else _by_the_lists(case) or _by_the_clients(case)
    everybody = frozenset().union(*members.values())
    told = "; ".join(
        f"{file}: without {short(sorted(everybody - each))}" for file, each in members.items() if everybody - each
    )
    missing = sorted({client for each in members.values() for client in everybody - each})
    return [
        finding(
            case,
            DISAGREEMENT,
            Severity.WARNING,
            PROVEN if _whole_story(case, members) else SUSPECTED,
            "Brokers know different clients of the group",
            f"{told}. Each client asks one broker at random for the list.",
            clients=tuple(missing),
            brokers=tuple(sorted(members)),
            evidence=[c.opened.place for c in case.channels if c.opened and c.client_id in missing],
            explains=("orphan_queues", "duplicate_consumption"),
        )
    ]


def _by_the_lists(case: Case) -> list[Finding]:
    """Client lists of one broker and another: a connection that one shows before and after is not in the other."""
    found = vanished(case)
    if not found:
        return []
    clients = sorted({each.client_id for each in found})
    return [
        finding(
            case,
            DISAGREEMENT,
            Severity.WARNING,
            PROVEN if len(found) > 1 else SUSPECTED,
            f"Brokers know different clients of the group: some do not know {short(clients)}",
            f"{count(len(found), 'client list')} without {short(clients)} came between lists that show the same "
            "connection, address and port, before and after. Each client asks one broker at random for the list.",
            clients=tuple(clients),
            evidence=[place for each in found for place in each.places],
            explains=("orphan_queues", "duplicate_consumption"),
        )
    ]


def _by_the_clients(case: Case) -> list[Finding]:
    """Suspected where a client counts now more, now fewer clients, and no broker notified it of a change."""
    found = [each for each in alternations(case) if not each.told and case.recent(each.results[-1])]
    if not found:
        return []
    most = max(found, key=lambda each: each.turns)
    return [
        finding(
            case,
            DISAGREEMENT,
            Severity.WARNING,
            SUSPECTED,
            "Brokers seem to know different clients of the group",
            f"In {most.results[0].file} the number of clients went up and down {most.turns} times, brokers notified "
            f"of {most.notified} changes. Each client asks one broker at random for the list.",
            evidence=[event.place for event in most.results[-6:]],
            explains=("orphan_queues", "duplicate_consumption"),
        )
    ]


def _members_by_broker(case: Case) -> dict[str, set[str]]:
    """Live clients per broker log, for the logs that cover every connect and end at about the same time."""
    members: dict[str, set[str]] = defaultdict(set)
    for channel in case.channels:
        if channel.opened is None:
            return {}
        if channel.live and channel.client_id:
            members[channel.file].add(channel.client_id)
    ends = [end for file in members if (end := case.end_of(file))]
    if not ends or max(ends) - min(ends) > timedelta(minutes=2):
        return {}
    return {file: each for file, each in members.items() if _settled(case, file) and _covers(case, file)}


def _covers(case: Case, file: str) -> bool:
    """The log holds the broker's own start, or begins well before any client that is live now came to any broker."""
    if any(event.file == file and event.event in BROKER_STARTS for event in case.facts.events):
        return True
    log = case.facts.logs.get(file)
    opened = [channel.opened_at for channel in case.channels if channel.live and channel.opened_at]
    return log is not None and log.first is not None and bool(opened) and min(opened) - log.first > _CLOCKS_APART


def _settled(case: Case, file: str) -> bool:
    """No client came or went in the log's last half minute: heartbeats reach all brokers within 30 s."""
    end = case.end_of(file)
    moments = [m for c in case.channels if c.file == file for m in (c.opened_at, c.closed_at) if m]
    return end is not None and all(end - moment > timedelta(seconds=35) for moment in moments)


def _whole_story(case: Case, members: Iterable[str]) -> bool:
    """Whether each of these logs saw the group's first client come."""
    return all(any(c.file == file and c.opened for c in case.channels) for file in members)
