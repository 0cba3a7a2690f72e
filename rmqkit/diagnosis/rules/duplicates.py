"""Is anything consumed twice? Queues with several readers now, and windows read again after a change of hands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.handovers import Told, end_of_start, handovers, over_at, reconsumed
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.rocketmq import MessageQueue

ID = "duplicate_consumption"
# Commits come every 5 s; two clients that both committed a queue over more than one of them read it both.
_TWO_COMMITS = timedelta(seconds=8)
_LATELY = timedelta(minutes=2)
# Handovers put a queue's offset back now and then; two readers do with nearly every commit.
_AGAIN = 8
_WHILE = timedelta(minutes=10)
# A rebalance follows within 20 s of a client's coming or going, the first commits 5 s later.
_HANDOVER = timedelta(seconds=30)
_MEMBERS = ("consumer_connected", "consumer_disconnected")
_OFFSETS = re.compile(r"requestOffset=(?P<committed>-?\d+), storeOffset=(?P<stored>-?\d+)")


@dataclass(frozen=True)
class Window:
    """Offsets from `first` up to but without `last` that may have been consumed again when a queue changed hands."""

    queue: MessageQueue
    first: int
    last: int
    at: datetime | None
    event: Event


def duplicate_consumption(case: Case, causes: list[Finding]) -> list[Finding]:
    """The effect: several readers at once by recomputation, or re-consumed windows that the broker's log bounds."""
    blamed = [each for each in causes if ID in each.explains and each.ongoing]
    doubles = case.recomputed.doubles() if blamed and case.everybody_known else []
    doubles += [queue for each in blamed for queue in each.details.get("read_by_several", ())]
    if doubles:
        return [_several_readers(case, sorted(set(doubles)), any(each.proven for each in blamed))]
    committed = _committed_by_several(case) if blamed else []
    held = committed or (_held_by_several(case) if blamed else [])
    if held:
        return [_several_readers(case, held, bool(committed))]
    return _committed_back_again_and_again(case) or _reconsumed(case)


def _committed_by_several(case: Case) -> list[MessageQueue]:
    """Queues whose offsets two clients kept committing side by side, by their own logs."""
    by_queue: dict[MessageQueue, list[Event]] = defaultdict(list)
    for event in case.facts.events_named("offset_committed", source="client"):
        if event.message_queue and event.group == case.group and case.recent(event, _LATELY):
            by_queue[event.message_queue].append(event)
    return sorted(queue for queue, commits in by_queue.items() if _side_by_side(commits))


def _side_by_side(commits: list[Event]) -> bool:
    return any(
        min(one.last_at, other.last_at) - max(one.at, other.at) >= _TWO_COMMITS
        for one, other in combinations(commits, 2)
        if one.client_id != other.client_id and one.at and other.at and one.last_at and other.last_at
    )


def _held_by_several(case: Case) -> list[MessageQueue]:
    """Queues that several clients named as theirs when they were asked, one after the other."""
    exact = [each for each in case.observations if not each.by_ip]
    return sorted({queue for each in exact for queue, owners in each.owners.items() if len(owners) > 1})


def _several_readers(case: Case, doubles: list[MessageQueue], proven: bool) -> Finding:
    readers = sorted(
        {client for each in case.recomputed.allocations.values() for q in doubles for client in each.owners.get(q, ())}
    )
    return finding(
        case,
        ID,
        Severity.CRITICAL,
        PROVEN if proven else SUSPECTED,
        f"{count(len(doubles), 'queue')} consumed by several clients at once",
        f"{ranges(doubles)}: every message of these queues is delivered to each of their readers.",
        topics=tuple(sorted({queue.topic for queue in doubles})),
        queues=tuple(sorted(doubles)),
        brokers=tuple(sorted({queue.broker for queue in doubles})),
        clients=tuple(readers),
        evidence=[event.place for event in _commits_back(case)],
    )


def _committed_back_again_and_again(case: Case) -> list[Finding]:
    """Commits below the stored offset that go on: a change of hands makes one, a reset another; two readers many.

    After a lower commit the stored offset is that one (`ConsumerOffsetManager#commitOffset`); to find it higher again
    each time, somebody else must commit the same queue.
    """
    by_queue: dict[tuple[str, str | None, int | None], list[Event]] = defaultdict(list)
    for event in _commits_back(case):
        by_queue[event.file, event.topic, event.queue].append(event)
    again = [event for found in by_queue.values() if _goes_on(case, found) for event in found]
    if not again:
        return []
    named = sorted({f"{event.topic} {event.queue}" for event in again})
    hosts = sorted({event.address for event in again if event.address})
    return [
        finding(
            case,
            ID,
            Severity.WARNING,
            SUSPECTED,
            f"{count(len(named), 'queue')} seem to be consumed by several clients at once",
            f"{count(len(again), 'commit')} below the stored offset on {', '.join(named[:8])}, the last ones from "
            f"{', '.join(hosts[-4:])}: somebody else commits the same queues. Which clients do is not in the evidence.",
            topics=tuple(sorted({event.topic for event in again if event.topic})),
            evidence=[event.place for event in (*again[:3], *again[-3:])],
            since=min((event.at for event in again if event.at), default=None),
        )
    ]


def _goes_on(case: Case, commits: list[Event]) -> bool:
    """Many within minutes, up to the log's end, and not around the coming and going of clients."""
    moved = [e.last_at for e in case.facts.events_named(*_MEMBERS, source="broker") if e.last_at]
    calm = [e for e in commits if e.at and not any(timedelta() <= e.at - moment <= _HANDOVER for moment in moved)]
    lately = [e for e in calm if e.at and calm[-1].at and calm[-1].at - e.at <= _WHILE]
    if sum(event.times for event in lately) < _AGAIN or not lately[0].at or not lately[-1].at:
        return False
    return lately[-1].at - lately[0].at >= _LATELY and case.recent(lately[-1], _LATELY)


def _commits_back(case: Case) -> list[Event]:
    return [e for e in case.facts.events_named("offset_moved_back", source="broker") if e.group == case.group]


def _reconsumed(case: Case) -> list[Finding]:
    windows = [window for window in (*_after_handovers(case), *_committed_back(case)) if not _starting(case, window)]
    if not windows:
        return []
    queues = sorted({window.queue for window in windows})
    messages = sum(window.last - window.first for window in windows)
    told = "; ".join(f"{ranges([w.queue])}: offsets {w.first} to {w.last - 1}" for w in windows[:8])
    moments = [window.at for window in windows if window.at]
    return [
        finding(
            case,
            ID,
            Severity.NOTICE,
            PROVEN,
            f"Up to {count(messages, 'message')} consumed again when queues changed hands",
            "A queue's new owner starts at the last committed offset (commits come every 5 s); the old one had gone "
            f"on: {told}{' ...' if len(windows) > 8 else ''}.",
            ongoing=False,
            queues=tuple(queues),
            topics=tuple(sorted({queue.topic for queue in queues})),
            brokers=tuple(sorted({queue.broker for queue in queues})),
            evidence=[window.event.place for window in windows],
            since=min(moments, default=None),
            until=max(moments, default=None),
            details={"windows": [(w.queue.topic, w.queue.broker, w.queue.queue, w.first, w.last) for w in windows]},
        )
    ]


def _starting(case: Case, window: Window) -> bool:
    """While the first clients start together, queues change hands within seconds; that is how every group starts."""
    end = end_of_start(case.facts)
    return end is not None and window.at is not None and window.at <= end


def _after_handovers(case: Case) -> Iterable[Window]:
    told = Told.of(case.facts)
    for handover in handovers(case.facts.events):
        found = reconsumed(handover, told)
        if found:
            yield Window(handover.queue, *found, over_at(handover, told), handover.added)


def _committed_back(case: Case) -> Iterable[Window]:
    """A commit below the stored offset (`ConsumerOffsetManager#commitOffset`), where no client log tells more."""
    known = {handover.queue for handover in handovers(case.facts.events)}
    for event in _commits_back(case):
        found = _OFFSETS.search(event.raw)
        broker = case.broker_of(event.file)
        if not found or event.topic is None or event.queue is None or broker is None:
            continue
        queue = MessageQueue(event.topic, broker, event.queue)
        committed, stored = int(found["committed"]), int(found["stored"])
        if committed < stored and queue not in known:
            yield Window(queue, committed, stored, event.at, event)
