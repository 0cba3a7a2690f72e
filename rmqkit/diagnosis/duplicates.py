"""Is anything consumed twice? Queues with several readers now, and windows consumed again after a queue changed hands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis.case import Case
from rmqkit.diagnosis.facts import Event
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.make import count, finding, ranges
from rmqkit.rocketmq import MessageQueue

ID = "duplicate_consumption"
_OFFSETS = re.compile(r"requestOffset=(?P<committed>-?\d+), storeOffset=(?P<stored>-?\d+)")


@dataclass(frozen=True)
class Window:
    """Offsets from `first` up to but without `last` that were consumed again when a queue changed hands."""

    queue: MessageQueue
    first: int
    last: int
    at: datetime | None
    event: Event


def duplicate_consumption(case: Case, causes: list[Finding]) -> list[Finding]:
    """The effect: several readers at once by recomputation, or re-consumed windows that the broker's log bounds."""
    blamed = [each for each in causes if ID in each.explains and each.ongoing]
    doubles = case.recomputed.doubles() if blamed else []
    if doubles:
        return [_several_readers(case, doubles, any(each.proven for each in blamed))]
    return _reconsumed(case)


def _several_readers(case: Case, doubles: list[MessageQueue], proven: bool) -> Finding:
    readers = sorted(
        {client for each in case.recomputed.allocations.values() for q in doubles for client in each.owners.get(q, ())}
    )
    return finding(
        case, ID, Severity.CRITICAL, PROVEN if proven else SUSPECTED,
        f"{count(len(doubles), 'queue')} consumed by several clients at once",
        f"{ranges(doubles)}: every message of these queues is delivered to each of their readers.",
        topics=tuple(sorted({queue.topic for queue in doubles})), queues=tuple(sorted(doubles)),
        brokers=tuple(sorted({queue.broker for queue in doubles})), clients=tuple(readers),
        evidence=[event.place for event in _commits_back(case)],
    )  # fmt: skip


def _commits_back(case: Case) -> list[Event]:
    return [e for e in case.facts.events_named("offset_moved_back", source="broker") if e.group == case.group]


def _reconsumed(case: Case) -> list[Finding]:
    windows = list(_windows(case))
    if not windows:
        return []
    queues = sorted({window.queue for window in windows})
    messages = sum(window.last - window.first for window in windows)
    told = "; ".join(
        f"{w.queue.topic} {w.queue.broker} {w.queue.queue}: offsets {w.first} to {w.last - 1}" for w in windows[:8]
    )
    return [
        finding(
            case, ID, Severity.NOTICE, PROVEN, f"Up to {count(messages, 'message')} consumed again after a rebalance",
            f"A client committed less than was stored before, as happens when a queue changes hands before the last commit: {told}.",
            ongoing=False, queues=tuple(queues), topics=tuple(sorted({queue.topic for queue in queues})),
            brokers=tuple(sorted({queue.broker for queue in queues})),
            evidence=[window.event.place for window in windows],
            since=min((w.at for w in windows if w.at), default=None), until=max((w.at for w in windows if w.at), default=None),
            details={"windows": [(w.queue.topic, w.queue.broker, w.queue.queue, w.first, w.last) for w in windows]},
        )
    ]  # fmt: skip


def _windows(case: Case) -> Iterable[Window]:
    by_queue: dict[MessageQueue, list[Event]] = defaultdict(list)
    for event in _commits_back(case):
        if event.message_queue:
            by_queue[event.message_queue].append(event)
    for queue, events in by_queue.items():
        for event in events:
            found = _OFFSETS.search(event.raw)
            if found and int(found["committed"]) < int(found["stored"]):
                yield Window(queue, int(found["committed"]), int(found["stored"]), event.at, event)
