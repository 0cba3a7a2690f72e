"""How offsets go from snapshot to snapshot: does a queue grow, is it consumed,
does it stand still?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise, takewhile

from rmqkit.diagnosis.facts.derived import derived
from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress, Snapshot
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.facts.witnesses import progress_place
from rmqkit.formats.file_names import series_of
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic


@dataclass(frozen=True)
class Movement:
    """One queue over all snapshots that list it (`looks`), first to last, and its row in each.

    `seconds` is null where the snapshots carry no times. `owners`: the client ips that were
    shown with it.
    """

    queue: MessageQueue
    looks: tuple[Snapshot, ...]
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

    @cached_property
    def stands(self) -> bool:
        """Looked at more than once, the committed offset never moved, and messages wait."""
        return len(self.rows) > 1 and len({row.consumer_offset for row in self.rows}) == 1 and self.last.diff > 0

    @cached_property
    def looked(self) -> int:
        """How many looks there were at it, those that were left out included."""
        return sum(look.times for look in self.looks)

    @cached_property
    def standing(self) -> tuple[QueueProgress, ...]:
        """Its rows in the newest looks in a row that show the same committed offset
        with messages waiting."""
        offset = self.last.consumer_offset
        newest = takewhile(lambda row: row.consumer_offset == offset and row.diff > 0, reversed(self.rows))
        return tuple(newest)[::-1]

    @cached_property
    def stands_at_the_end(self) -> int:
        """How many of the newest looks in a row show the same committed offset with messages
        waiting (0: none)."""
        return sum(look.times for look in self.looks[len(self.rows) - len(self.standing) :])

    @property
    def never_owned(self) -> bool:
        """Whether no look shows an owner."""
        return not any(self.owners)


@derived
def movements_in(facts: GroupFacts) -> dict[MessageQueue, Movement]:
    """The movements over all of a group's snapshots."""
    return movements(facts.snapshots)


def movements(snapshots: Sequence[Snapshot]) -> dict[MessageQueue, Movement]:
    """The movement of every queue that any snapshot lists;
    a copy of an output is no second look."""
    looks: dict[MessageQueue, list[Snapshot]] = defaultdict(list)
    rows: dict[MessageQueue, list[QueueProgress]] = defaultdict(list)
    for snapshot in without_copies(snapshots):
        for row in snapshot.rows:
            looks[row.queue].append(snapshot)
            rows[row.queue].append(row)
    spans = _Spans()
    return {queue: _movement(queue, looks[queue], rows[queue], spans) for queue in rows}


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


def _movement(queue: MessageQueue, looks: Sequence[Snapshot], rows: Sequence[QueueProgress], spans: _Spans) -> Movement:
    shown = zip(looks, rows, strict=True)
    owners = tuple(row.client_ip for look, row in shown if look.owners_shown)
    return Movement(queue, tuple(looks), tuple(rows), spans.seconds(looks), owners)


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
    """Whether looks after a moment show queues consumed, and none (of these brokers,
    if named) standing with a lag."""
    later = movements([each for each in snapshots if each.at and each.at > moment])
    found = [
        each for queue, each in later.items() if is_user_topic(queue.topic) and (not brokers or queue.broker in brokers)
    ]
    return any(each.consumed > 0 for each in found) and all(each.consumed > 0 or each.last.diff <= 0 for each in found)


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
                lines.append(progress_place(look.file, row))
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
    shown = max((row.last_time for row in snapshot.rows if row.last_time), default=None)
    if shown is None or snapshot.at != shown:
        return True
    arrived = {row.queue: row.broker_offset for row in snapshots[-1].rows}
    for row in snapshots[0].rows:
        arrived[row.queue] = arrived.get(row.queue, row.broker_offset) - row.broker_offset
    return any(row.diff <= max(arrived.get(row.queue, 0), 1) for row in snapshot.rows if row.last_time)
