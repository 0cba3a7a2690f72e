"""Does the broker refuse the group? Pulls answered with a refusal, or heartbeats left out without a word."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.connections import UNREACHED
from rmqkit.diagnosis.rules.make import answer_place, finding, place_with_reason, reason_of

REFUSED = "not_permitted"
# Pull answers that say the group may not consume (`ResponseCode`): no permission, no topic, no group.
_NO_TOPIC = 17
_REFUSALS = {16: "no permission", 17: "the topic does not exist", 26: "the group does not exist"}
# A start, a broker's restart or one lost packet makes a few; a problem makes more, over more than a heartbeat.
_MANY = 3
_LASTING = timedelta(seconds=40)


def not_permitted(case: Case) -> list[Finding]:
    """The cause: brokers refuse pulls with CODE 16, 17 or 26, again and again."""
    refused = [e for e in case.facts.events_named("pull_rejected", source="client") if e.code in _REFUSALS]
    lasts = _lasts(refused)
    if not lasts:
        # A topic may be made a moment after its consumer starts; consuming is not switched off by accident.
        refused = [event for event in refused if event.code != _NO_TOPIC and case.recent(event)]
    over = case.works_since(refused)
    if not refused or (over and not lasts):
        return _not_registered(case)
    ongoing = any(case.recent(event) for event in refused) and not over
    codes = sorted({event.code for event in refused if event.code})
    told = "; ".join(f"CODE {code}: {_REFUSALS[code]}" for code in codes)
    return [
        finding(
            case,
            REFUSED,
            Severity.CRITICAL if ongoing else Severity.NOTICE,
            PROVEN if lasts else SUSPECTED,
            f"Brokers refuse the group ({told})",
            f"Clients were refused {sum(event.times for event in refused):,} times: {reason_of(refused[-1])}",
            ongoing=ongoing,
            topics=_topics(case, [event.topic for event in refused if event.topic]),
            queues=tuple(sorted({e.message_queue for e in refused if e.message_queue})),
            clients=tuple(sorted({event.client_id for event in refused if event.client_id})),
            brokers=tuple(sorted({event.broker for event in refused if event.broker})),
            evidence=[place_with_reason(event) for event in refused[:6]],
            since=min((e.at for e in refused if e.at), default=None),
        )
    ]


def _not_registered(case: Case) -> list[Finding]:
    """From 5.1.1 a broker leaves out the heartbeats of a group that it does not know, without a word.

    The client then never gets a list of members (`ClientManageProcessor#heartBeat`, autoCreateSubscriptionGroup off),
    and no retry topic is made for the group.
    """
    failed = [e for e in case.facts.events_named("rebalance_failed", source="client") if e.group == case.group]
    if not _lasts(failed) or not any(case.recent(event) for event in failed) or case.channels or case.facts.rosters:
        return []
    if any(UNREACHED.search(e.raw) for e in case.facts.events_named("consumer_list_failed", source="client")):
        return []
    unknown = [each for each in case.facts.answers if each.code == 17 and case.facts.retry_topic in (each.text or "")]
    places = [event.place for event in failed[:4]] + [answer_place(each) for each in unknown[:4]]
    return [
        finding(
            case,
            REFUSED,
            Severity.CRITICAL,
            PROVEN if unknown else SUSPECTED,
            "Brokers do not register the group's clients: the group does not exist there",
            "The clients run and never get a list of members; the group has no retry topic, which a broker makes with "
            "the first heartbeat that it accepts.",
            clients=tuple(sorted({event.client_id for event in failed if event.client_id})),
            topics=_topics(case, [event.topic for event in failed if event.topic]),
            evidence=places,
            since=min((event.at for event in failed if event.at), default=None),
        )
    ]


def _topics(case: Case, named: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(set(named) & set(case.facts.topics)))


def _lasts(events: Sequence[Event]) -> bool:
    times = [moment for event in events for moment in (event.at, event.last_at) if moment]
    return sum(event.times for event in events) >= _MANY and bool(times) and max(times) - min(times) >= _LASTING
