"""How offsets go from snapshot to snapshot: does a queue grow, is it consumed, does it stand still?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot, is_user_topic
from rmqkit.rocketmq import MessageQueue


@dataclass(frozen=True)
class Movement:
    """One queue over all snapshots that list it, first to last.

    `seconds` is null where the snapshots carry no times. `owners`: the client ips that were shown with it.
    """

    queue: MessageQueue
    rows: tuple[QueueProgress, ...]
    seconds: float | None
    owners: tuple[str | None, ...]

    @property
    def first(self) -> QueueProgress:
        """The oldest look at it."""
        return self.rows[0]

    @property
    def last(self) -> QueueProgress:
        """The newest look at it."""
        return self.rows[-1]

    @property
    def arrived(self) -> int:
        """Messages that came between the first and the last look."""
        return self.last.broker_offset - self.first.broker_offset

    @property
    def consumed(self) -> int:
        """Messages committed between the first and the last look."""
        return self.last.consumer_offset - self.first.consumer_offset

    @property
    def stands(self) -> bool:
        """Looked at more than once, the committed offset never moved, and messages wait."""
        return len(self.rows) > 1 and len({row.consumer_offset for row in self.rows}) == 1 and self.last.diff > 0

    @property
    def stands_at_the_end(self) -> int:
        """How many of the newest looks in a row show the same committed offset with messages waiting (0: none)."""
        count = 0
        for row in reversed(self.rows):
            if row.consumer_offset != self.last.consumer_offset or row.diff <= 0:
                break
            count += 1
        return count

    @property
    def never_owned(self) -> bool:
        """Whether no look shows an owner."""
        return not any(self.owners)


def movements(snapshots: Sequence[Snapshot]) -> dict[MessageQueue, Movement]:
    """The movement of every queue that any snapshot lists; a copy of an output is no second look."""
    rows: dict[MessageQueue, list[tuple[Snapshot, QueueProgress]]] = defaultdict(list)
    for snapshot in without_copies(snapshots):
        for row in snapshot.rows:
            rows[row.queue].append((snapshot, row))
    return {
        queue: Movement(
            queue,
            tuple(row for _, row in found),
            _seconds([snapshot for snapshot, _ in found]),
            tuple(row.client_ip for snapshot, row in found if snapshot.owners_shown),
        )
        for queue, found in rows.items()
    }


def without_copies(snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """The snapshots without those that hold what another holds, at the same moment, under an unrelated name.

    An idle group prints the same again and again: outputs numbered like one series, or in one file, are looks.
    """
    kept: list[Snapshot] = []
    series: dict[object, set[str]] = defaultdict(set)
    for snapshot in snapshots:
        content = (snapshot.at, tuple(replace(row, line=0) for row in snapshot.rows))
        name = re.sub(r"\d+", "#", snapshot.file)
        if series[content] <= {name}:
            series[content].add(name)
            kept.append(snapshot)
    return kept


def contradict(snapshots: Sequence[Snapshot]) -> bool:
    """A queue ends before what was consumed of it earlier: another cluster, a topic made anew, or a wrong order."""
    return any(
        later.broker_offset < min(earlier.broker_offset, earlier.consumer_offset)
        for movement in movements(snapshots).values()
        for earlier, later in pairwise(movement.rows)
    )


def works_after(snapshots: Sequence[Snapshot], moment: datetime, brokers: Collection[str] = ()) -> bool:
    """Whether looks after a moment show queues consumed, and none (of these brokers, if named) standing with a lag."""
    later = movements([each for each in snapshots if each.at and each.at > moment])
    found = [
        each for queue, each in later.items() if is_user_topic(queue.topic) and (not brokers or queue.broker in brokers)
    ]
    return any(each.consumed > 0 for each in found) and all(each.consumed > 0 or each.last.diff <= 0 for each in found)


def _seconds(snapshots: Sequence[Snapshot]) -> float | None:
    """The span between the looks; none where their times were only read off messages that are old themselves.

    A snapshot without a date takes its newest LastTime, which is the present only while some queue keeps up.
    """
    times = [snapshot.at for snapshot in snapshots if snapshot.at]
    if len(times) < 2 or not all(_keeps_up(snapshot, snapshots) for snapshot in (snapshots[0], snapshots[-1])):
        return None
    return (max(times) - min(times)) / timedelta(seconds=1)


def _keeps_up(snapshot: Snapshot, snapshots: Sequence[Snapshot]) -> bool:
    shown = max((row.last_time for row in snapshot.rows if row.last_time), default=None)
    if shown is None or snapshot.at != shown:
        return True
    arrived = {row.queue: row.broker_offset for row in snapshots[-1].rows}
    for row in snapshots[0].rows:
        arrived[row.queue] = arrived.get(row.queue, row.broker_offset) - row.broker_offset
    return any(row.diff <= max(arrived.get(row.queue, 0), 1) for row in snapshot.rows if row.last_time)
