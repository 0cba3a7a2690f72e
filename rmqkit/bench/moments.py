"""The bench: when anything happened to the group, to choose whose records are shown. No judgement here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rmqkit.bench.looks import Look
from rmqkit.diagnosis.facts.group import GroupFacts

EVENTS = frozenset(
    {
        "consumer_connected",
        "consumer_disconnected",
        "consumer_shutdown",
        "subscription_topic_added",
        "subscription_topic_removed",
        "subscription_changed",
        "consumer_ids_changed",
        "rebalance_result",
        "queue_added",
        "queue_dropped",
        "pull_rejected",
        "subscription_not_exist",
    }
)
"""The log messages about members, subscriptions, rebalances and refusals. The first of many alike stands for all."""


@dataclass(frozen=True)
class Moment:
    """A log message of the group, or a snapshot."""

    at: datetime
    what: str


def moments_of(facts: GroupFacts, looks: Sequence[Look]) -> tuple[Moment, ...]:
    """Every snapshot that has a time, and what the logs report of the group, in order."""
    moments = [Moment(look.at, look.name) for look in looks if look.at]
    moments += [Moment(event.at, event.event) for event in facts.events if event.at and event.event in EVENTS]
    return tuple(sorted(moments, key=lambda moment: (moment.at, moment.what)))
