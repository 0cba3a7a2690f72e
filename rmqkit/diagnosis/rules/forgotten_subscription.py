"""Do brokers forget what a client subscribes to? Then another member's heartbeats take it away. Nothing else here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.group import is_user_topic
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding, place_with_reason
from rmqkit.diagnosis.wording import count

_NOT_SUBSCRIBED = "subscription not exist"
# A start, or a broker's, is over with the next heartbeat (30 s); what is refused over three was taken away again.
_LASTING = timedelta(seconds=95)
# Refused pulls are tried again after 3 s (`pullTimeDelayMillsWhenException`); counts are kept per minute.
_PAUSE = timedelta(seconds=120)


def forgotten_subscription(case: Case) -> list[Finding]:
    """Suspects `inconsistent_subscription` when pulls of a subscribed topic are refused for minutes.

    A client repeats its whole subscription with every heartbeat, and only a heartbeat without a topic removes it
    (`ConsumerGroupInfo#updateSubscription`, all versions). Where all subscriptions are known, they decide.
    """
    refused = [] if case.subscriptions_known else _longest(_refusals(case))
    if not refused or _span(refused) <= _LASTING or case.works_since(refused):
        return []
    return [_finding(case, refused)]


def _longest(refused: Sequence[Event]) -> list[Event]:
    """The longest row of refusals in one log; those of two starts on two days are none."""
    rows: list[list[Event]] = []
    for event in sorted((e for e in refused if e.at), key=lambda e: (e.file, e.at)):
        last = rows[-1][-1] if rows else None
        if last and last.file == event.file and event.at and event.at - (last.last_at or event.at) <= _PAUSE:
            rows[-1].append(event)
        else:
            rows.append([event])
    return max(rows, key=_span, default=[])


def _refusals(case: Case) -> list[Event]:
    told = case.facts.events_named("pull_rejected", source="client")
    told += case.facts.events_named("subscription_not_exist", source="broker")
    return [e for e in told if e.code == 24 and _NOT_SUBSCRIBED in (e.detail or e.raw) and _of_user(e)]


def _of_user(event: Event) -> bool:
    """A broadcasting member's heartbeats take the retry topic away; that is another cause."""
    return event.topic is None or is_user_topic(event.topic)


def _span(events: Sequence[Event]) -> timedelta:
    moments = [moment for event in events for moment in (event.at, event.last_at) if moment]
    return max(moments) - min(moments) if moments else timedelta()


def _finding(case: Case, refused: Sequence[Event]) -> Finding:
    ongoing = any(case.recent(event) for event in refused)
    topics = sorted({event.topic for event in refused if event.topic})
    times = sum(event.times for event in refused)
    return finding(
        case,
        "inconsistent_subscription",
        Severity.CRITICAL if ongoing else Severity.NOTICE,
        SUSPECTED,
        f"Clients of the group seem to subscribe to different topics{': ' if topics else ''}{', '.join(topics)}",
        f"Pulls were refused {count(times, 'time')} over {_span(refused).total_seconds() / 60:.0f} minutes because the "
        "broker's table of the group lacked the subscription, which every heartbeat of the client renews: a heartbeat "
        "of another member takes it away. Who that is, is not in the evidence.",
        ongoing=ongoing,
        topics=tuple(topics),
        clients=tuple(sorted({event.client_id for event in refused if event.client_id})),
        evidence=[place_with_reason(event) for event in refused[:6]],
        since=min((event.at for event in refused if event.at), default=None),
        until=None if ongoing else max((event.last_at for event in refused if event.last_at), default=None),
        explains=("flapping_subscription", "orphan_queues"),
    )
