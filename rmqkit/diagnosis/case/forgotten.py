"""Do brokers forget what a client subscribes to? Then another member's heartbeats take it away.

A broker that overwrites its table changes nobody's subscription, so no epoch begins with it. Nothing
else here.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import grouped, runs
from rmqkit.diagnosis.facts.logs import Event, span_of
from rmqkit.diagnosis.facts.transitions import REFUSALS_GO_ON
from rmqkit.rocketmq.internal_topics import is_user_topic


def forgotten_refusals(case: Case) -> list[Event]:
    """Pulls of a subscribed topic that were refused for minutes, in one log;
    none where they are over or explained.

    A client repeats its whole subscription with every heartbeat, and only a heartbeat without a
    topic removes it (`ConsumerGroupInfo#updateSubscription`, all versions). Where all subscriptions
    are known, they decide.
    """
    refused = [] if case.subscriptions_known else _longest(refusals(case))
    lasting = bool(refused) and span_of(refused) > case.transitions.repeated
    return refused if lasting and not case.works_since(refused) else []


def _longest(refused: Sequence[Event]) -> list[Event]:
    """The longest row of refusals in one log; those of two starts on two days are none."""
    logs = sorted(grouped((event.file, event) for event in refused if event.last_at).items())
    rows = (row for _, events in logs for row in runs(events, REFUSALS_GO_ON, attrgetter("at"), attrgetter("last_at")))
    return max(rows, key=span_of, default=[])


def refusals(case: Case) -> list[Event]:
    """Refused pulls of a topic that the broker's table of the group lacks
    (`SUBSCRIPTION_NOT_EXIST`)."""
    answers = case.facts.events_named("pull_rejected", source="client")
    answers += case.facts.events_named("subscription_not_exist", source="broker")
    refused = [event for event in answers if event.code == 24 and event.carried.knows_no_subscription]
    return [event for event in refused if _of_user(event)]


def _of_user(event: Event) -> bool:
    """A broadcasting member's heartbeats take the retry topic away; that is another cause."""
    return event.topic is None or is_user_topic(event.topic)
