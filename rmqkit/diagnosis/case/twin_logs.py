"""Client logs that several processes wrote under one id at one time.

Whether it is a collision is judged elsewhere. To the timeline one id is one client that comes and goes:
only the logs themselves tell two processes apart, so no epoch can.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from rmqkit.diagnosis.facts.derived import derived
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.facts.transitions import transitions_of

_WITH_ID = ("rebalance_result", "heartbeat_content")
_MARKS = (*_WITH_ID, "queue_added", "queue_dropped", "consumer_started", "consumer_shutdown", "consumer_ids_changed")


@derived
def twin_logs(facts: GroupFacts, least: timedelta | None = None) -> dict[str, tuple[str, ...]]:
    """Ids under which several clients wrote logs side by side for at least that
    long, with those logs.

    By default longer than a heartbeat: no clock and no restart makes one process look like two.

    A rotated log continues where the other ends, and a copy, be it in another layout, has the same
    records at the same moments: neither is a second process.
    """
    files: dict[str, dict[str, None]] = {}
    for event in facts.own_events(*_WITH_ID, source="client"):
        if event.client_id:
            files.setdefault(event.client_id, {})[event.file] = None
    long = transitions_of(facts).heartbeat if least is None else least
    twins = {client_id: _side_by_side(facts, logs, long) for client_id, logs in files.items()}
    return {client_id: logs for client_id, logs in twins.items() if len(logs) > 1}


def _side_by_side(facts: GroupFacts, files: Iterable[str], least: timedelta) -> tuple[str, ...]:
    kept: list[str] = []
    for file in files:
        if all(_apart(facts, file, other, least) for other in kept):
            kept.append(file)
    return tuple(kept)


def _apart(facts: GroupFacts, one: str, other: str, least: timedelta) -> bool:
    """Whether both were written over a common time, and each tells there what
    the other does not."""
    first, second = facts.logs.get(one), facts.logs.get(other)
    if not (first and second and first.first and first.last and second.first and second.last):
        return False
    start, end = max(first.first, second.first), min(first.last, second.last)
    if end - start <= least:
        return False
    ones, others = _marks(facts, one, start, end), _marks(facts, other, start, end)
    return not (ones <= others or others <= ones)


def _marks(facts: GroupFacts, file: str, start: datetime, end: datetime) -> set[tuple[object, ...]]:
    """What the log tells between two moments, to the second:
    layouts differ in what they print below it."""
    return {
        _mark(event, event.at)
        for event in facts.events_named(*_MARKS, source="client", file=file)
        if event.at and start <= event.at <= end
    }


def _mark(event: Event, moment: datetime) -> tuple[object, ...]:
    return event.event, event.topic, event.broker, event.queue, moment.replace(microsecond=0)
