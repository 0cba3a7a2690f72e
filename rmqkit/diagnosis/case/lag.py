"""Does something lag: does it stand, move, or get nearer to its end? Does what was said again and again go on?

Whatever is to reach an end is seen at several snapshots: a group's offset in a queue, a level of delayed
messages, the bytes that a slave lacks. The rules are numbered (L1 ...), each says one thing of the
looks, and no other module decides it. They are pure: figures in, yes or no out. Whether it matters
that something lags, and whose fault it is, is asked elsewhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import dropwhile, groupby, pairwise, takewhile
from types import MappingProxyType
from typing import NamedTuple

from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress, Snapshot, derived
from rmqkit.diagnosis.facts.known import grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, first_moment, last_moment, span_of, times_of
from rmqkit.diagnosis.facts.transitions import DEFAULTS, LEFT_ALONE
from rmqkit.diagnosis.relations.members import queue_named
from rmqkit.diagnosis.relations.serves import deletions
from rmqkit.formats.naming import series_of
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_defaults import MOST_UNREAD

# Where looks carry no times, three in a row are more than one commit.
_LOOKS_WITHOUT_TIMES = 3
# Lag of a healthy group is what arrives between commits (5 s); three intervals leave room for the look itself.
_HEALTHY_LAG = DEFAULTS.several_commits.total_seconds()
# A queue's offset waits for its oldest message, so with slow listeners a few queues
# stand for a while.
_MOST = 0.6


class Reached(NamedTuple):
    """One look at something: the place that it has reached, and how far that is from its end."""

    place: int
    behind: int


class Standstill(NamedTuple):
    """A queue that did not move for a while. `begun`: not before then; `ended`: the snapshot that shows it further;
    `often`: in more than two snapshots."""

    begun: datetime
    ended: datetime
    often: bool


class Approach(ABC):
    """Something that is to reach an end, over the looks at it, the oldest first."""

    @property
    @abstractmethod
    def reached(self) -> Sequence[Reached]:
        """Every look, at least one."""

    @property
    def waits(self) -> bool:
        """L1: at the newest snapshot it has not reached its end."""
        return self.reached[-1].behind > 0

    @cached_property
    def stands(self) -> bool:
        """L2: looked at more than once, it never left its place, and has not reached its end."""
        return len(self.reached) > 1 and len({look.place for look in self.reached}) == 1 and self.waits

    @cached_property
    def run(self) -> int:
        """L3: how many of the newest snapshots in a row show it at one place, short of its end."""
        place = self.reached[-1].place
        return sum(1 for _ in takewhile(lambda look: look.place == place and look.behind > 0, reversed(self.reached)))

    @property
    def gets_nearer(self) -> bool:
        """L4: it was further from its end before."""
        return len(self.reached) > 1 and self.reached[-1].behind < max(look.behind for look in self.reached)

    @property
    def gets_no_nearer(self) -> bool:
        """L5: no snapshot shows it at its end, and it is no nearer than at the first of several."""
        away = min(look.behind for look in self.reached) > 0
        return len(self.reached) > 1 and away and self.reached[-1].behind >= self.reached[0].behind

    @property
    def falls_behind(self) -> bool:
        """L6: it is further from its end than at the first snapshot."""
        return self.reached[-1].behind > self.reached[0].behind


@dataclass(frozen=True)
class Movement(Approach):
    """One queue over all snapshots that list it (`looks`), first to last, and its row in each. `seconds` is null where
    the snapshots carry no times. `owners`: the client ips that were shown with it."""

    queue: MessageQueue
    looks: tuple[Snapshot, ...]
    rows: tuple[QueueProgress, ...]
    seconds: float | None
    owners: tuple[str | None, ...]

    @cached_property
    def reached(self) -> Sequence[Reached]:
        """The committed offset, and the difference that the snapshot prints."""
        return [Reached(row.consumer_offset, row.diff) for row in self.rows]

    @property
    def known_seconds(self) -> float | None:
        """The same for rates: only between two known moments. In a slow group `#LastTime` crawls."""
        return self.seconds if self.looks[0].has_known_moment and self.looks[-1].has_known_moment else None

    @property
    def first(self) -> QueueProgress:
        return self.rows[0]

    @property
    def last(self) -> QueueProgress:
        return self.rows[-1]

    @property
    def place(self) -> EvidenceLine:
        return self.looks[-1].place(self.last)

    @property
    def awaited(self) -> Mapping[str, object]:
        """The message that its offset waits for, as mqadmin is asked for it."""
        of, offset = self.queue, self.last.consumer_offset
        return {"TOPIC": of.topic, "BROKER": of.broker, "queue": of.queue, "offset": offset}

    @property
    def inflight(self) -> int:
        """How many messages the newest snapshot shows pulled beyond the committed offset; none where it does not
        tell."""
        return self.last.inflight or 0

    @property
    def arrived(self) -> int:
        """Messages that came between the first and the last snapshot."""
        return self.last.broker_offset - self.first.broker_offset

    @property
    def consumed(self) -> int:
        """Messages committed between the first and the last snapshot."""
        return self.last.consumer_offset - self.first.consumer_offset

    @property
    def owner(self) -> str | None:
        """Who the newest snapshot that names clients has it with."""
        return self.owners[-1] if self.owners else None

    @property
    def never_owned(self) -> bool:
        return not any(self.owners)

    @cached_property
    def looked(self) -> int:
        """How many looks there were at it, those that were left out included."""
        return sum(look.times for look in self.looks)

    @cached_property
    def standing(self) -> tuple[QueueProgress, ...]:
        """Its rows in the run of L3."""
        return self.rows[len(self.rows) - self.run :]

    @cached_property
    def stuck_snapshots(self) -> int:
        """L3 in looks, those that were left out included (0: it is at its end, or moved)."""
        return sum(look.times for look in self.looks[len(self.rows) - self.run :])

    @property
    def stuck_since(self) -> datetime | None:
        """When L3's run began, at the latest; None of a single snapshot, and where its moment is not its own."""
        first = self.looks[len(self.rows) - self.run] if self.stuck_snapshots > 1 else None
        return first.at if first and first.has_known_moment else None

    @property
    def stuck_for(self) -> timedelta | None:
        """How long L3's run lasts at least; None where moments are not known."""
        return self.looks[-1].at - self.stuck_since if self.stuck_since and self.looks[-1].at else None

    @cached_property
    def standstill(self) -> Standstill | None:
        """L28: where it was stuck at one place for several commits with messages behind it, and moved on. None where it
        never was, or is stuck to the end."""
        seen = list(zip(self.looks, self.rows, strict=True))
        places = [list(run) for _, run in groupby(seen, key=lambda each: each[1].consumer_offset)]
        for before, run, after in zip([[], *places], places, places[1:], strict=False):
            (first, oldest), (last, newest), (next_look, _) = run[0], run[-1], after[0]
            known = first.has_known_moment and last.has_known_moment and next_look.has_known_moment
            if not (known and first.at and last.at and next_look.at):
                continue
            if newest.diff > 0 and last.at - first.at >= DEFAULTS.many_commits:
                begun = latest([before[-1][0].at if before else None, oldest.last_time])
                often = len(run) >= _LOOKS_WITHOUT_TIMES
                return Standstill(min(begun or first.at, first.at), next_look.at, often)
        return None

    @cached_property
    def paused(self) -> bool:
        """L29: though it was consumed, two snapshots in a row, more than two commits apart, show it at one place while
        messages came."""
        seen = [(look.at, look.has_known_moment, row) for look, row in zip(self.looks, self.rows, strict=True)]
        return self.consumed > 0 and any(
            before.consumer_offset == after.consumer_offset and before.broker_offset < after.broker_offset
            for (one, known, before), (other, known_too, after) in pairwise(seen)
            if one and other and known and known_too and other - one > DEFAULTS.two_commits
        )

    @property
    def grown(self) -> list[Snapshot]:
        """The snapshots that show more messages than the first."""
        return [
            look
            for look, row in zip(self.looks, self.rows, strict=True)
            if row.broker_offset > self.first.broker_offset
        ]

    @property
    def fed(self) -> bool:
        """L7: several snapshots show that messages come, to a topic of the user's."""
        return self.queue.is_users and len(self.rows) > 1 and self.arrived > 0

    @property
    def keeps_up(self) -> bool:
        """L8: it is consumed, or nothing waits."""
        return self.consumed > 0 or not self.waits

    @property
    def moves_on(self) -> bool:
        """L9: it was consumed, and did not stop at the last looks."""
        return self.consumed > 0 and self.stuck_snapshots < 2

    @property
    def moved_last(self) -> bool:
        """L10: the newest snapshot has it at its end, or further than the snapshot before."""
        return not self.waits or (len(self.rows) > 1 and self.stuck_snapshots < 2)

    @property
    def left_standing(self) -> bool:
        """L11: messages wait through the last looks; one that was never committed may just be shown from its start."""
        known = self.last.consumer_offset > 0 or self.arrived > 0
        return self.queue.is_users and known and self.stuck_snapshots > 1

    @property
    def stuck_with_owner(self) -> bool:
        """L12: somebody has it and leaves it at one place for several commits, with messages behind it."""
        return self.owner is not None and self.stuck_while_growing

    @property
    def stuck_while_growing(self) -> bool:
        """What L12 asks of the offset, whoever has the queue."""
        if self.stuck_snapshots < 2:
            return False
        if self.seconds is None:
            long = self.stuck_snapshots >= _LOOKS_WITHOUT_TIMES
        else:
            stuck_for = self.seconds * (self.stuck_snapshots - 1) / max(1, self.looked - 1)
            long = stuck_for >= DEFAULTS.many_commits.total_seconds()
        oldest, newest = self.standing[0], self.standing[-1]
        return long and (newest.broker_offset > oldest.broker_offset or len(self.standing) > 2)

    @property
    def stands_while_fed(self) -> bool:
        """L13: somebody has it, messages come, and it stands (L2) for several commits."""
        long = self.seconds is None or self.seconds >= DEFAULTS.several_commits.total_seconds()
        return self.owner is not None and self.stands and self.fed and long

    @property
    def pulled_uncommitted(self) -> bool:
        """L23: its offset is stuck for several commits, and more was pulled beyond it than a client holds unread before
        it stops pulling (`DefaultMQPushConsumerImpl#pullMessage`): later messages were consumed or left out."""
        return self.stuck_while_growing and self.inflight > MOST_UNREAD

    @property
    def left_long_ago(self) -> bool:
        """L25: by one snapshot already: what was read last of it was stored long before what was read last of other
        queues, and more waits."""
        newest, read = self.looks[-1].newest_read, self.last.last_time
        return bool(newest and read and newest - read > LEFT_ALONE) and self.waits and self.queue.is_users


# Of several queues.


def waiting_in(queues: Iterable[Movement]) -> int:
    return sum(queue.last.diff for queue in queues)


def work(queues: Collection[Movement]) -> bool:
    """L14: some are consumed, and each keeps up (L8)."""
    return any(queue.consumed > 0 for queue in queues) and all(queue.keeps_up for queue in queues)


def none_moves(queues: Collection[Movement]) -> bool:
    """L15: messages wait, and none of those that were looked at several times left its place."""
    several = [queue for queue in queues if len(queue.rows) > 1]
    return any(queue.waits for queue in several) and not any(queue.consumed for queue in several)


def group_falls_behind(fed: Collection[Movement]) -> bool:
    """L16: most are consumed, and together they fall behind all the same (L18). L17: and each that is stuck belongs to
    an owner that consumes others."""
    consumed = [queue for queue in fed if queue.consumed > 0]
    busy = {owner for queue in consumed for owner in queue.owners if owner}
    idle = {queue.owner for queue in fed if queue.consumed <= 0} - busy
    return bool(consumed) and len(consumed) >= _MOST * len(fed) and not idle and _fall_behind(fed)


def most_lagging(fed: Collection[Movement]) -> list[Movement]:
    """L26: of a group that falls behind (L16) the queues that do so by more than what waits for a commit, where these
    are not most of all: the others are read as messages come."""
    late = []
    for queue in fed:
        grown = queue.last.diff - queue.first.diff
        if grown > (queue.arrived / queue.seconds * _HEALTHY_LAG if queue.seconds else 0):
            late.append(queue)
    return late if 0 < len(late) < _MOST * len(fed) else list(fed)


def slow_owners_queues(fed: Collection[Movement]) -> list[Movement]:
    """L20: the queues of single owners that had all of their own at every snapshot, each consumed and together
    further behind at each snapshot (L19): slow clients among quick ones."""
    slow: list[Movement] = []
    for owned in grouped((queue.owner, queue) for queue in fed if len(set(queue.owners)) == 1).values():
        consumed = all(len(queue.rows) > 1 and queue.consumed > 0 for queue in owned)
        if consumed and lag_grows_steadily(owned) and _fall_behind(owned):
            slow += owned
    return slow


def keep_pace(fed: Collection[Movement]) -> bool:
    """L21: none is further behind than at first by more than what waits for a commit."""
    return not any(queue.falls_behind and _grew_beyond_commit([queue]) for queue in fed)


def keep_up_throughout(queues: Collection[Movement]) -> bool:
    """L22: each had one owner at every snapshot, is no further behind than at first, and at the newest snapshot by no
    more than what waits for a commit."""
    owned = all(len(set(queue.owners)) == 1 for queue in queues)
    near = not any(queue.waits and lags_beyond_commit([queue]) for queue in queues)
    return owned and near and keep_pace(queues)


def _fall_behind(fed: Collection[Movement]) -> bool:
    """L18: most of what is consumed lags by more than at first (L6; a single one is a matter of its own), and
    all together by more than what waits for a commit."""
    consumed = [queue for queue in fed if queue.consumed > 0]
    most = sum(queue.falls_behind for queue in consumed) >= _MOST * len(consumed)
    return bool(fed) and most and _grew_beyond_commit(fed)


def _grew_beyond_commit(fed: Collection[Movement]) -> bool:
    arrived = sum(queue.arrived for queue in fed)
    grown = sum(queue.last.diff - queue.first.diff for queue in fed)
    return grown > arrived * 0.1 and lags_beyond_commit(fed)


def lags_beyond_commit(fed: Collection[Movement]) -> bool:
    return waiting_in(fed) > _waits_for_commit(fed)


def _waits_for_commit(fed: Collection[Movement]) -> float:
    """How many messages of these queues may wait although all is well."""
    arrived, seconds = sum(queue.arrived for queue in fed), max(queue.seconds or 0 for queue in fed)
    return arrived / seconds * _HEALTHY_LAG if seconds else arrived


def lag_grows_steadily(queues: Collection[Movement]) -> bool:
    """L19: the total difference is larger at each snapshot than at the one before."""
    looks = min(len(queue.rows) for queue in queues)
    totals = [sum(queue.rows[index - looks].diff for queue in queues) for index in range(looks)]
    return all(later > earlier for earlier, later in pairwise(totals))


# What was said again and again.


# A start, a broker's restart or one lost packet makes a few; a problem makes more, over more than a heartbeat.
_MANY = 3


def lasts(events: Sequence[Event]) -> bool:
    """Whether it was said again and again, for longer than a start takes."""
    return times_of(events) >= _MANY and span_of(events) >= DEFAULTS.second_heartbeat


@dataclass(frozen=True)
class Course:
    """The records of something; `lately`: they go on where their logs end; `over`: somebody saw its end."""

    events: Sequence[Event]
    lately: bool
    over: bool

    @property
    def silent(self) -> bool:
        """Whether it is not said any more, and nobody saw its end."""
        return not self.lately and not self.over

    @property
    def since(self) -> datetime | None:
        return first_moment(self.events)

    @property
    def last(self) -> datetime | None:
        return last_moment(self.events)


# How offsets go from snapshot to snapshot: each queue's rows side by side.


@derived
def movements_in(facts: GroupFacts) -> dict[MessageQueue, Movement]:
    """The movements over all of a group's snapshots."""
    return movements(facts.snapshots, _made_anew(facts))


def movements_since_handover(facts: GroupFacts) -> dict[MessageQueue, Movement]:
    """L30: the movements over the newest snapshots in which every queue has the owner that it has at the end; none
    where these are fewer than three, or all that there are."""
    looks = distinct_snapshots(facts.snapshots)
    newest = {row.queue: row.client_ip for look in looks if look.owners_shown for row in look.rows}

    def held_alike(look: Snapshot) -> bool:
        return look.owners_shown and all(row.client_ip == newest[row.queue] for row in look.rows)

    since = list(takewhile(held_alike, reversed(looks)))[::-1]
    few = len(since) < _LOOKS_WITHOUT_TIMES or len(since) == len(looks)
    return {} if few else movements(since, _made_anew(facts))


@derived
def _made_anew(facts: GroupFacts) -> Mapping[MessageQueue, datetime]:
    """When queues were made anew, at the latest: somebody deleted their topic on their broker; or snapshots show that
    they end before what was read of them, and so was a reader of the group told of queues of that topic there."""
    deleted = grouped((place, event.at) for place, events in deletions(facts).items() for event in events)
    corrected = [
        (one, one.carried.offset_change, queue_named(facts, one)) for one in facts.records("offset.corrections")
    ]
    shorter = [
        (queue.topic, queue.broker, latest([one.at, one.last_at]))
        for one, change, queue in corrected
        if queue and change and change.beyond_the_end
    ]
    told: list[tuple[MessageQueue, datetime | None]] = []
    for queue, looks in facts.looks_by_queue.items() if deleted or shorter else ():
        place = queue.topic, queue.broker
        told += [(queue, at) for at in deleted.get(place, ())]
        if any(_ends_before(one, other) for (_, one), (_, other) in pairwise(looks)):
            told += [(queue, at) for *of, at in shorter if (*of,) == place]
    return {queue: moment for queue, moments in grouped(told).items() if (moment := latest(moments))}


def _ends_before(earlier: QueueProgress, later: QueueProgress) -> bool:
    """Whether a queue ends before what was consumed of it at an earlier look."""
    return later.broker_offset < min(earlier.broker_offset, earlier.consumer_offset)


def movements(
    snapshots: Sequence[Snapshot], made_anew: Mapping[MessageQueue, datetime] = MappingProxyType({})
) -> dict[MessageQueue, Movement]:
    """The movement of every queue that any snapshot lists; a copy of an output is no second look. That of a queue that
    was made anew begins with the first later snapshot in which the group's offset is not beyond its end any more."""
    seen = grouped((row.queue, (look, row)) for look in distinct_snapshots(snapshots) for row in look.rows)
    spans: dict[tuple[int, ...], float | None] = {}
    moved = {}
    for queue, shown in seen.items():
        if queue in made_anew:
            after = (place for place, (look, _) in enumerate(shown) if is_after(look.at, made_anew[queue]))
            anew = shown[next(after, 0) :]
            shown = list(dropwhile(lambda seen: seen[1].diff < 0, anew)) or anew
        looks, rows = zip(*shown, strict=True)
        # Once for all queues that the same looks show.
        same = tuple(map(id, looks))
        if same not in spans:
            spans[same] = _seconds(looks)
        owners = tuple(row.client_ip for look, row in shown if look.owners_shown)
        moved[queue] = Movement(queue, looks, rows, spans[same], owners)
    return moved


def distinct_snapshots(snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """The snapshots without those that hold what another holds, at the same moment, under an unrelated name. An idle
    group prints the same again and again: outputs numbered like one series, or in one file, are looks."""
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
def snapshots_contradict(facts: GroupFacts) -> bool:
    """Whether a queue ends before what was consumed of it earlier, and nothing tells that it was made anew: another
    cluster, or a wrong order."""
    return any(_ends_before(*pair) for movement in movements_in(facts).values() for pair in pairwise(movement.rows))


def moves(
    looks: Sequence[Snapshot],
    queues: Collection[MessageQueue] | None = None,
) -> tuple[EvidenceLine, ...]:
    """The lines of snapshots in which a queue's committed offset is not that of the snapshot before."""
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
    """The span between the snapshots; none where their times were only read off messages that are old themselves. A
    snapshot without a date takes its newest LastTime, which is the present only while some queue keeps up."""
    times = [snapshot.at for snapshot in snapshots if snapshot.at]
    if len(times) < 2 or not all(keeps_up(snapshot, snapshots) for snapshot in (snapshots[0], snapshots[-1])):
        return None
    # Where an earlier one shows the same message as the one read last, and fewer behind it, the last was made later.
    last = snapshots[-1]
    told_by = [row for row in last.rows if row.last_time == last.at]
    shown = [(look.by_queue.get(row.queue), row) for look in snapshots[:-1] if look.at == last.at for row in told_by]
    if any(one and one.last_time == row.last_time and one.diff < row.diff for one, row in shown):
        return None
    return (max(times) - min(times)) / timedelta(seconds=1)


def keeps_up(snapshot: Snapshot, snapshots: Sequence[Snapshot]) -> bool:
    """Whether a snapshot's moment is its own: printed, or read off messages of that moment; where none came from the
    first snapshot to the last one, the newest message may have been read long before."""
    newest = latest(row.last_time for row in snapshot.rows)
    if newest is None or snapshot.at != newest:
        return True
    arrived = {row.queue: row.broker_offset for row in snapshots[-1].rows}
    for row in snapshots[0].rows:
        arrived[row.queue] = arrived.get(row.queue, row.broker_offset) - row.broker_offset
    if len(snapshots) > 1 and not any(arrived.values()):
        return False
    told_by = (row for row in snapshot.rows if row.last_time == newest)
    return any(row.diff <= max(arrived.get(row.queue, 0), 1) for row in told_by)


@derived
def worked_off(facts: GroupFacts) -> tuple[int, int] | None:
    """L31: how many messages waited in all user queues at first and at last, where each of three or more snapshots of
    the same queues shows fewer, and at first there were more than what waits for a commit: a backlog that is worked
    off. Else None."""
    looks = [[row for row in look.rows if row.queue.is_users] for look in facts.snapshots]
    waiting = [sum(max(0, row.diff) for row in rows) for rows in looks]
    same = len({frozenset(row.queue for row in rows) for rows in looks}) == 1
    falls = len(looks) > 2 and all(later < earlier for earlier, later in pairwise(waiting))
    if not (same and falls):
        return None
    fed = [queue for queue in movements_in(facts).values() if queue.queue.is_users]
    return (waiting[0], waiting[-1]) if waiting[0] > _waits_for_commit(fed) else None
