"""Does the listener fail, does the broker refuse, does the network break? Causes that logs and retry topics tell."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from rmqkit.diagnosis.case import Case
from rmqkit.diagnosis.facts import DEAD_LETTER_PREFIX
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.log_facts import Event, Place
from rmqkit.diagnosis.make import count, finding
from rmqkit.diagnosis.movement import Movement

FAILURES, REFUSED, CONNECTION = "consume_failures", "not_permitted", "connection_problem"
# Pull answers that say the group may not consume (`ResponseCode`): no permission, no topic, no group.
_REFUSALS = {16: "no permission", 17: "the topic does not exist", 26: "the group does not exist"}
# A start, a broker's restart or one lost packet makes a few; a problem makes more, over more than a heartbeat.
_MANY = 3
_LASTING = timedelta(seconds=40)
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
        return []
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


def not_permitted(case: Case) -> list[Finding]:
    """The cause: brokers refuse pulls with CODE 16, 17 or 26, again and again."""
    refused = [e for e in case.facts.events_named("pull_rejected", source="client") if e.code in _REFUSALS]
    if not _lasts(refused):
        return []
    ongoing = any(case.recent(event) for event in refused)
    codes = sorted({event.code for event in refused if event.code})
    told = "; ".join(f"CODE {code}: {_REFUSALS[code]}" for code in codes)
    return [
        finding(
            case,
            REFUSED,
            Severity.CRITICAL if ongoing else Severity.NOTICE,
            PROVEN,
            f"Brokers refuse the group ({told})",
            f"Clients were refused {sum(event.times for event in refused):,} times: {_description(refused[-1])}",
            ongoing=ongoing,
            topics=_topics(case, [event.topic for event in refused if event.topic]),
            queues=tuple(sorted({e.message_queue for e in refused if e.message_queue})),
            clients=tuple(sorted({event.client_id for event in refused if event.client_id})),
            brokers=tuple(sorted({event.broker for event in refused if event.broker})),
            evidence=[_with_reason(event) for event in refused[:6]],
            since=min((e.at for e in refused if e.at), default=None),
        )
    ]


def _lasts(events: Sequence[Event]) -> bool:
    times = [moment for event in events for moment in (event.at, event.last_at) if moment]
    return sum(event.times for event in events) >= _MANY and bool(times) and max(times) - min(times) >= _LASTING


def _description(event: Event) -> str:
    lines = [line for line in event.raw.split("\n") if "DESC" in line] or [event.raw.split("\n")[0]]
    return lines[0].split("Exception: ")[-1].strip()


def _with_reason(event: Event) -> Place:
    return Place(event.file, None, f"{event.raw.split(chr(10))[0]} ... {_description(event)}")


def connection_problem(case: Case) -> list[Finding]:
    """The cause: connections fail again and again, over more than a heartbeat."""
    failed = case.facts.events_named("connection_failed", "heartbeat_failed", source="client")
    failed += [e for e in case.facts.events_named("route_missing", source="client") if e.topic in case.facts.topics]
    if not _lasts(failed):
        return []
    ongoing = any(case.recent(event, _RECENTLY) for event in failed)
    peers = sorted({event.address for event in failed if event.address})
    return [
        finding(
            case,
            CONNECTION,
            Severity.WARNING if ongoing else Severity.NOTICE,
            PROVEN if ongoing else SUSPECTED,
            f"Clients fail to reach {', '.join(peers[:3]) or 'a broker or name server'}",
            f"{count(sum(event.times for event in failed), 'failure')} in the clients' logs.",
            ongoing=ongoing,
            clients=tuple(sorted({event.client_id for event in failed if event.client_id})),
            evidence=[event.place for event in failed[:6]],
            since=min((e.at for e in failed if e.at), default=None),
        )
    ]
