"""How offsets go from snapshot to snapshot: each queue's rows side by side.

What they say of it, whether it stands or moves, is asked of `case.lag`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from rmqkit.diagnosis.case.lag import Movement, work
from rmqkit.diagnosis.facts.derived import derived
from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.formats.file_names import series_of
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic


@derived
def movements_in(facts: GroupFacts) -> dict[MessageQueue, Movement]:
    """The movements over all of a group's snapshots."""
    return movements(facts.snapshots)


def movements(snapshots: Sequence[Snapshot]) -> dict[MessageQueue, Movement]:
    """The movement of every queue that any snapshot lists;
    a copy of an output is no second look."""
    seen = grouped((row.queue, (look, row)) for look in without_copies(snapshots) for row in look.rows)
    spans = _Spans()
    return {queue: _movement(queue, looks, spans) for queue, looks in seen.items()}


class _Spans:
    """The span between looks, computed once for the queues that the same looks show."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[int, ...], float | None] = {}

    def seconds(self, looks: Sequence[Snapshot]) -> float | None:
        """As `_seconds` has it."""
        key = tuple(map(id, looks))
        if key not in self._seconds:
            self._seconds[key] = _seconds(looks)
        return self._seconds[key]


def _movement(queue: MessageQueue, seen: Sequence[tuple[Snapshot, QueueProgress]], spans: _Spans) -> Movement:
    looks, rows = zip(*seen, strict=True)
    owners = tuple(row.client_ip for look, row in seen if look.owners_shown)
    return Movement(queue, looks, rows, spans.seconds(looks), owners)


def without_copies(snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """The snapshots without those that hold what another holds, at the same moment,
    under an unrelated name.

    An idle group prints the same again and again: outputs numbered like one series, or in one
    file, are looks.
    """
    kept: list[Snapshot] = []
    series: dict[object, set[str]] = defaultdict(set)
    times = Counter(snapshot.at for snapshot in snapshots)
    for snapshot in snapshots:
        if times[snapshot.at] == 1:
            kept.append(snapshot)
            continue
        names = series[snapshot.at, snapshot.content]
        name = series_of(snapshot.file)
        if names <= {name}:
            names.add(name)
            kept.append(snapshot)
    return kept


@derived
def contradict(facts: GroupFacts) -> bool:
    """A queue ends before what was consumed of it earlier:
    another cluster, a topic made anew, or a wrong order."""
    return any(
        later.broker_offset < min(earlier.broker_offset, earlier.consumer_offset)
        for movement in movements_in(facts).values()
        for earlier, later in pairwise(movement.rows)
    )


def works_after(snapshots: Sequence[Snapshot], moment: datetime, brokers: Collection[str] = ()) -> bool:
    """Whether looks after a moment show queues consumed, and none (of these brokers, if named) standing with a lag."""
    later = movements([look for look in snapshots if is_after(look.at, moment)])
    return work([movement for queue, movement in later.items() if _is_asked(queue, brokers)])


def has_read_since(look: Snapshot, moment: datetime, brokers: Collection[str]) -> bool:
    """Whether of each queue with a lag the message that was read last came after the moment (`#LastTime` is when it
    was stored: `DefaultMQAdminExtImpl#examineConsumeStats`, all versions), and of one at least."""
    rows = [row for row in look.rows if _is_asked(row.queue, brokers)]
    newer = [row for row in rows if row.last_time and row.last_time > moment]
    return bool(newer) and all(row in newer for row in rows if row.diff)


def _is_asked(queue: MessageQueue, brokers: Collection[str]) -> bool:
    return is_user_topic(queue.topic) and (not brokers or queue.broker in brokers)


def moves(
    looks: Sequence[Snapshot],
    queues: Collection[MessageQueue] | None = None,
) -> tuple[EvidenceLine, ...]:
    """The lines of looks in which a queue's committed offset is not that of the look before."""
    lines: list[EvidenceLine] = []
    last: dict[MessageQueue, int] = {}
    for look in looks:
        for row in look.rows:
            if queues is not None and row.queue not in queues:
                continue
            if last.get(row.queue, row.consumer_offset) != row.consumer_offset:
                lines.append(look.place(row))
            last[row.queue] = row.consumer_offset
    return tuple(lines)


def _seconds(snapshots: Sequence[Snapshot]) -> float | None:
    """The span between the looks; none where their times were only read off messages that
    are old themselves.

    A snapshot without a date takes its newest LastTime, which is the present only while some
    queue keeps up.
    """
    times = [snapshot.at for snapshot in snapshots if snapshot.at]
    if len(times) < 2 or not all(keeps_up(snapshot, snapshots) for snapshot in (snapshots[0], snapshots[-1])):
        return None
    return (max(times) - min(times)) / timedelta(seconds=1)


def keeps_up(snapshot: Snapshot, snapshots: Sequence[Snapshot]) -> bool:
    """Whether a snapshot's moment is its own: printed, or read off messages of that moment."""
    newest = latest(row.last_time for row in snapshot.rows)
    if newest is None or snapshot.at != newest:
        return True
    arrived = {row.queue: row.broker_offset for row in snapshots[-1].rows}
    for row in snapshots[0].rows:
        arrived[row.queue] = arrived.get(row.queue, row.broker_offset) - row.broker_offset
    told_by = (row for row in snapshot.rows if row.last_time == newest)
    return any(row.diff <= max(arrived.get(row.queue, 0), 1) for row in told_by)
