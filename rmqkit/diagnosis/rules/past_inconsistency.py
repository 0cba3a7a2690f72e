"""Did clients that are gone want something else than others of their time? A gray release that ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import combinations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import Channel
from rmqkit.diagnosis.case.subscriptions import ClientSubscription
from rmqkit.diagnosis.finding import PROVEN, Finding, Severity
from rmqkit.diagnosis.rules.make import finding
from rmqkit.diagnosis.rules.subscription_difference import difference, explained_by, title_of

ID = "inconsistent_subscription"


def past_inconsistency(case: Case) -> list[Finding]:
    """Clients that are gone wanted something else than others that were connected at the same time."""
    pair = next(_clashes(case), None)
    if pair is None:
        return []
    told = {each.who: each for each in pair[:2]}
    found, until = difference(told), pair[2]
    return [
        finding(
            case,
            ID,
            Severity.NOTICE,
            PROVEN,
            f"It is over: {title_of(told, found)}",
            "Clients with different subscriptions were connected at the same time; the last of them is gone, and "
            "the clients that are left agree.",
            ongoing=False,
            topics=found.topics,
            clients=tuple(sorted(told)),
            until=until,
            evidence=[place for each in told.values() for place in each.places],
            explains=explained_by(found),
        )
    ]


def _clashes(case: Case) -> Iterator[tuple[ClientSubscription, ClientSubscription, datetime | None]]:
    spans = _spans(case.channels)
    for one, other in combinations(case.subscriptions.values(), 2):
        if one.who in spans and other.who in spans and difference({one.who: one, other.who: other}):
            together = _together(spans[one.who], spans[other.who])
            if together:
                yield one, other, together


def _spans(channels: Iterable[Channel]) -> dict[str, list[Channel]]:
    spans: dict[str, list[Channel]] = {}
    for channel in channels:
        for name in filter(None, (channel.client_id, channel.address)):
            spans.setdefault(name, []).append(channel)
    return spans


def _together(ones: Iterable[Channel], others: Iterable[Channel]) -> datetime | None:
    """When two clients that shared a broker at one time stopped doing so."""
    ends = [
        min(end for end in (one.closed_at, other.closed_at) if end)
        for one in ones
        for other in others
        if one.file == other.file and (one.closed_at or other.closed_at) and _overlap(one, other)
    ]
    return max(ends, default=None)


def _overlap(one: Channel, other: Channel) -> bool:
    def before(end: datetime | None, start: datetime | None) -> bool:
        return end is not None and start is not None and end <= start

    return not before(one.closed_at, other.opened_at) and not before(other.closed_at, one.opened_at)
