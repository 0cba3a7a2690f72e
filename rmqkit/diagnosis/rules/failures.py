"""Does the listener fail? Retry topic, dead-letter queue, the clients' own counts, exceptions in their logs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.movement import Movement
from rmqkit.diagnosis.facts.group import DEAD_LETTER_PREFIX
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding

FAILURES = "consume_failures"
# One or two failures are what retries are for.
_MANY = 3
_RECENTLY = timedelta(minutes=3)


def consume_failures(case: Case) -> list[Finding]:
    """The cause: the retry topic or the dead-letter queue grows, clients count failures or log exceptions."""
    retry = _grown(case, case.facts.retry_topic)
    dead = _grown(case, DEAD_LETTER_PREFIX + case.group)
    failing = [(info, rate) for info in case.facts.running for rate in info.rates if rate.consume_failed_in_hour]
    failing_now = [pair for pair in failing if pair[1].consume_failed_tps]
    logged = case.facts.events_named("consume_failed", "sent_back", source="client")
    times = sum(event.times for event in logged)
    ongoing = bool(retry or dead or failing_now) or (times >= _MANY and any(case.recent(e, _RECENTLY) for e in logged))
    if not (retry or dead or failing or times >= _MANY):
        return _failed_before(case)
    why = [
        f"{sum(m.arrived for m in retry):,} messages went to the retry topic between the looks." if retry else "",
        f"{sum(m.arrived for m in dead):,} reached the dead-letter queue." if dead else "",
        f"Clients count {sum(rate.consume_failed_in_hour or 0 for _, rate in failing):,} failures in the last hour."
        if failing
        else "",
        f"Their logs hold {times:,} failures of the listener." if times else "",
    ]
    severity = Severity.CRITICAL if dead else Severity.WARNING if ongoing else Severity.NOTICE
    return [
        finding(
            case,
            FAILURES,
            severity,
            PROVEN if retry or dead or failing_now or times >= _MANY else SUSPECTED,
            "The listener fails and messages are delivered again",
            " ".join(filter(None, why)),
            ongoing=ongoing,
            topics=_topics(case, [rate.topic for _, rate in failing] + [e.topic for e in logged if e.topic]),
            queues=tuple(m.queue for m in (*retry, *dead)),
            clients=tuple(
                sorted({info.client_id for info, _ in failing} | {e.client_id for e in logged if e.client_id})
            ),
            evidence=[
                *(
                    Place(
                        info.file,
                        rate.line,
                        f"{info.client_id} {rate.topic}: {rate.consume_failed_in_hour} failed in an hour",
                    )
                    for info, rate in failing
                ),
                *_progress(case, [*retry, *dead]),
                *(event.place for event in logged[:4]),
            ],
        )
    ]


def _failed_before(case: Case) -> list[Finding]:
    """The retry topic holds messages of an earlier time and none came while anybody looked."""
    old = [m for m in case.movements.values() if m.queue.topic == case.facts.retry_topic and m.last.broker_offset > 0]
    messages = sum(movement.last.broker_offset for movement in old)
    if not messages:
        return []
    return [
        finding(
            case,
            FAILURES,
            Severity.NOTICE,
            SUSPECTED,
            f"It is over: {messages:,} messages went to the retry topic before the first look",
            "Since the retry topic was made, listeners failed, or their clients took too long and sent messages back.",
            ongoing=False,
            queues=tuple(movement.queue for movement in old),
            brokers=tuple(sorted({movement.queue.broker for movement in old})),
            evidence=_progress(case, old),
        )
    ]


def _grown(case: Case, topic: str) -> list[Movement]:
    return [movement for movement in case.movements.values() if movement.queue.topic == topic and movement.arrived > 0]


def _topics(case: Case, named: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(set(named) & set(case.facts.topics)))


def _progress(case: Case, moved: Sequence[Movement]) -> list[Place]:
    if not moved:
        return []
    last = case.facts.snapshots[-1].file
    return [
        Place(
            last,
            m.last.line,
            f"{m.queue.topic} {m.queue.broker}: broker offset {m.first.broker_offset} to {m.last.broker_offset}",
        )
        for m in moved
    ]
