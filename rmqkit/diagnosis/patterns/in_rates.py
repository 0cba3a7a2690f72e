"""Patterns of rates: what brokers give the group in a second against what it reads; and of a lag over time, by metrics
that Prometheus kept. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import HEALTHY_LAG_SECONDS
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.facts.group import Snapshot
from rmqkit.diagnosis.facts.known import all_known
from rmqkit.diagnosis.patterns.in_looks import most_named, newest_look
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, pattern
from rmqkit.diagnosis.relations.lags import lags_over_time
from rmqkit.diagnosis.relations.members import counted_members
from rmqkit.rocketmq import MessageQueue

# What every client takes is given twice or more often; a part of the queues may be taken twice.
_MORE = 1.4
# What is read of an even stream between two looks is no further from the average, and the rate does not fall either:
# it counts a whole minute, so that after a burst it is high for as long.
_EVEN = 0.3
# Of fewer messages neither is even.
_ENOUGH = 100


def pulled_more_than_read(case: Case) -> Iterator[Pattern]:
    """Brokers give the group far more than its offsets go on, from look to look, while it keeps up: some queues are
    read by several clients. What the readers account for that the allocation gives each queue points at nothing else.

    `Consume TPS` is what pulls of the last minute brought, over all topics with offsets, retries too
    (`PullMessageProcessor`: `incGroupGetNums`; `AdminBrokerProcessor#getConsumeStats`, all versions).
    """
    steps = all_known(_step(*pair) for pair in pairwise(case.snapshots))
    rates = all_known(map(case.pulled_a_second, case.snapshots))
    seconds, read = sum(step.seconds for step in steps), sum(step.read for step in steps)
    if newest_look(case) is None or not rates or seconds < HEALTHY_LAG_SECONDS or read < _ENOUGH:
        return
    # How many messages are read in a second, where it is as many from look to look.
    pace = read / seconds
    if max(abs(step.read / step.seconds - pace) for step in steps) > _EVEN * pace:
        return
    # What slow clients pulled lies in them: then the offsets lag.
    waiting = sum(row.diff for row in case.snapshots[-1].rows if steps[-1].went.get(row.queue))
    stays = rates[-1] >= (1 - _EVEN) * max(rates)
    given = pace * _average_readers(case, steps)
    if waiting <= pace * HEALTHY_LAG_SECONDS and stays and rates[-1] >= _MORE * given:
        places = tuple(answer.place for answer in case.answers if answer.consume_tps is not None)
        # Queues that are stuck with their owners are those of a broadcasting member; where one snapshot names as many
        # clients as the broker counts, all of them have queues.
        counted = counted_members(case)
        suspects: tuple[str, ...] = ("mixed_allocation_strategies", "message_model_mismatch")
        if any(movement.owner and movement.left_standing for movement in case.user_movements):
            suspects = suspects[::-1]
        elif counted is None or counted > len(most_named(case)):
            suspects = ()
        yield pattern("pulled_more_than_read", Where(places=places), suspects=suspects, rate=rates[-1], pace=pace)


@dataclass(frozen=True)
class _Step:
    """How far the offset of each queue went between two looks at the same."""

    seconds: float
    went: Mapping[MessageQueue, int]

    @property
    def read(self) -> int:
        return sum(self.went.values())


def _average_readers(case: Case, steps: Sequence[_Step]) -> float:
    """How many clients read a message, on an average, by the allocation that ids, subscriptions and strategies give;
    1 where that is not what was seen: why members hold the same queues is not known then."""
    if accepted_allocation(case) is not case.recomputed:
        return 1
    allocations, doubles = case.recomputed.allocations.values(), set(case.recomputed.doubles())
    readers = {queue: len(who) for one in allocations for queue, who in one.owners.items() if queue in doubles}
    received = sum(by * readers.get(queue, 1) for step in steps for queue, by in step.went.items())
    return received / sum(step.read for step in steps)


def _step(one: Snapshot, other: Snapshot) -> _Step | None:
    """None where the looks do not follow each other, are not whole, list other queues of users' topics, or an offset
    goes back."""
    in_one_alone = one.by_queue.keys() ^ other.by_queue.keys()
    alike = one.whole and other.whole and not any(queue.is_users for queue in in_one_alone)
    if not (one.at and other.at and other.at > one.at and alike):
        return None
    both = one.by_queue.keys() & other.by_queue.keys()
    went = {queue: other.by_queue[queue].consumer_offset - one.by_queue[queue].consumer_offset for queue in both}
    if min(went.values(), default=0) < 0:
        return None
    return _Step((other.at - one.at).total_seconds(), went)


def lags_by_metrics(case: Case) -> Iterator[Pattern]:
    """A lag that grew up to the end, or stayed the same; who reads what, and why it lags, no metric tells. What
    snapshots show of the queues is newer and tells more."""
    series = [] if case.snapshots else lags_over_time(case)
    for name in ("grows", "constant"):
        since = {one: one.grows_since if name == "grows" else one.constant_since for one in series}
        shown = [(one, begun) for one, begun in since.items() if begun]
        if not shown:
            continue
        start = min(begun.at for _, begun in shown)
        online = max((one.online for one, _ in shown if one.online is not None), default=None)
        yield pattern(
            "lags_by_metrics",
            Where(
                times=sum(len(one.samples) for one, _ in shown),
                topics=tuple(dict.fromkeys(one.topic for one, _ in shown)),
                places=tuple(place for one, begun in shown[:2] for place in (begun.place, one.samples[-1].place)),
                since=start,
            ),
            case=name,
            suspects=("group_offline",) if online == 0 else ("consumer_slow", "consumer_stuck")[name == "constant" :],
            moment=f"{start:%Y-%m-%d %H:%M:%S} UTC",
            first=sum(begun.lag for _, begun in shown),
            last=sum(one.samples[-1].lag for one, _ in shown),
            online="?" if online is None else online,
        )
