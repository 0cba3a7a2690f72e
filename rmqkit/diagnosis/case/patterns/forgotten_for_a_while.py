"""Pulls refused since the broker's table lacks the subscription, long after the client came.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.forgotten import refusals
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import BROKER_LOG
from rmqkit.diagnosis.facts.logs import clients_in, times_of, topics_in
from rmqkit.diagnosis.facts.witnesses import place_with_reason
from rmqkit.diagnosis.wording import count
from rmqkit.language import say

FIT = 41
SUSPECTS = (
    Suspect(
        "inconsistent_subscription",
        say("a heartbeat of a member that lacks the topic takes it out of the group's table"),
    ),
)
_STARTS = ("consumer_started", "consumer_starting", "client_started", "broker_started", "consumer_connected")


def patterns(case: Case) -> Iterator[Pattern]:
    """By refusals well after the last start that the same log holds
    (`SUBSCRIPTION_NOT_EXIST`, all versions)."""
    started = _last_starts(case)
    late = case.transitions.second_heartbeat
    refused = [event for event in refusals(case) if event.file in started]
    later = [event for event in refused if event.last_at and event.last_at - started[event.file] > late]
    if not later:
        return
    yield Pattern(
        say(
            "pulls were refused {times} because the group's table lacked the subscription, "
            "when its clients had long been there",
            times=count(times_of(later), "time"),
        ),
        times_of(later),
        SUSPECTS,
        say("a broker that was started anew: its table is empty until the next heartbeats"),
        BROKER_LOG,
        topics=topics_in(later),
        clients=clients_in(later),
        places=tuple(place_with_reason(event) for event in later[:4]),
    )


def _last_starts(case: Case) -> dict[str, datetime]:
    """When the last client or broker started, by each log that tells of a start."""
    started: dict[str, datetime] = {}
    for event in case.facts.events_named(*_STARTS):
        if event.last_at:
            started[event.file] = max(event.last_at, started.get(event.file, event.last_at))
    return started
