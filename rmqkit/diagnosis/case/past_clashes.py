"""Did clients that are gone want something else than others of their time?

A gray release that ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import Channel
from rmqkit.diagnosis.case.subscription_difference import difference
from rmqkit.diagnosis.case.subscriptions import ClientSubscription


@dataclass(frozen=True)
class PastClash:
    """Two clients that wanted different things while both were connected, and when that ended."""

    one: ClientSubscription
    other: ClientSubscription
    until: datetime


def past_clash(case: Case) -> PastClash | None:
    """The first pair of clients with different wishes that shared a broker;
    at least one of them is gone."""
    return next(_clashes(case), None)


def _clashes(case: Case) -> Iterator[PastClash]:
    spans = _spans(case.channels)
    for one, other in combinations(case.subscriptions.values(), 2):
        if one.who in spans and other.who in spans and difference({one.who: one, other.who: other}):
            together = _together(spans[one.who], spans[other.who])
            if together:
                yield PastClash(one, other, together)


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
