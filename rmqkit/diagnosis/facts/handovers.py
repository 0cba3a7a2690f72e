"""Queues that changed hands, from the clients' own logs: who had them, who took them, what was committed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from operator import itemgetter

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import grouped, runs
from rmqkit.diagnosis.facts.logs import Commit, Event, last_moments, times_of, told
from rmqkit.diagnosis.facts.transitions import ANOTHER_DAY, DEFAULTS, SAME_MOMENT, SAME_STEP
from rmqkit.rocketmq import MessageQueue


@dataclass(frozen=True)
class Handover:
    """A queue that one client's log adds while another client's log had it before. Files stand for clients. `since` and
    `until` bound what the giver says of the time when it had the queue."""

    queue: MessageQueue
    giver: str
    taker: str
    at: datetime
    added: Event
    since: datetime
    until: datetime


@dataclass(frozen=True)
class ToldOfQueues:
    """What clients' logs say of their queues, in the order of time: events by name, log and queue, commits by both.
    `most`: the most messages of a queue that a client consumed between two of its commits."""

    events: Mapping[tuple[str, str, MessageQueue], Sequence[tuple[datetime, Event]]]
    commits: Mapping[tuple[str, MessageQueue], Sequence[Commit]]
    most: Mapping[MessageQueue, int]

    @classmethod
    def of(cls, facts: GroupFacts) -> ToldOfQueues:
        """Sorted once: a large group has thousands of handovers, and each asks for a few lines."""
        said = facts.records("holds.turns")
        dated = sorted(((event.at, event) for event in said if event.at), key=itemgetter(0))
        events = grouped(
            ((event.event, event.file, event.message_queue), (at, event)) for at, event in dated if event.message_queue
        )
        commits = grouped(((commit.file, commit.queue), commit) for commit in sorted(facts.commits, key=_when))
        most: dict[MessageQueue, int] = defaultdict(int)
        for (file, queue), own in commits.items():
            # Commits are known around changes of hands only: two that lie further apart are no neighbours, nor are
            # those before and after the client got the queue again, which others consumed meanwhile.
            added = [at - SAME_STEP for at, _ in events.get(("queue_added", file, queue), ())]
            neighbours = [pair for pair in pairwise(own) if pair[1].at - pair[0].at <= DEFAULTS.commit]
            held = [(one, later) for one, later in neighbours if not any(one.at <= at < later.at for at in added)]
            most[queue] = max([most[queue], *(later.offset - one.offset for one, later in held)])
        return cls(events, commits, most)

    def commits_of(self, handover: Handover) -> Sequence[Commit]:
        """What the giver committed of the queue while it had it."""
        commits = self.commits.get((handover.giver, handover.queue), ())
        first, end = (bisect_left(commits, moment, key=_when) for moment in (handover.since, handover.until))
        return commits[first:end]

    def taker_commits(self, handover: Handover) -> Sequence[Commit]:
        """What the taker committed of the queue until it lost it again."""
        commits = self.commits.get((handover.taker, handover.queue), ())
        dropped = self.events.get(("queue_dropped", handover.taker, handover.queue), ())
        lost = min((at for at, _ in dropped if at > handover.at), default=handover.at + DEFAULTS.around_handover)
        first = bisect_left(commits, handover.at, key=_when)
        return commits[first : bisect_right(commits, min(lost, handover.at + DEFAULTS.around_handover), key=_when)]

    def giver_records(self, name: str, handover: Handover) -> list[Event]:
        """What the giver says of the queue while it has it; that it stops pulling, up to a moment later."""
        said = self.events.get((name, handover.giver, handover.queue), ())
        until = handover.until + SAME_MOMENT if name == "pull_dropped" else handover.until
        first, end = (bisect_left(said, moment, key=itemgetter(0)) for moment in (handover.since, until))
        return [event for _, event in said[first:end]]

    def taker_records(self, name: str, handover: Handover) -> list[Event]:
        """What the taker says of the queue in the step in which it takes it."""
        said = self.events.get((name, handover.taker, handover.queue), ())
        first = bisect_left(said, handover.at - SAME_STEP, key=itemgetter(0))
        end = bisect_right(said, handover.at + SAME_STEP, key=itemgetter(0))
        return [event for _, event in said[first:end]]

    def taker_stops(self, handover: Handover) -> list[Event]:
        """What the taker says of its pulling when it has lost the queue again."""
        said = self.events.get(("pull_dropped", handover.taker, handover.queue), ())
        return [event for at, event in said if at > handover.at][:1]


def _when(commit: Commit) -> datetime:
    return commit.at


def handovers(events: Sequence[Event]) -> list[Handover]:
    """Every time a queue went from one client to another, in the order of time. A log of another day tells nothing of
    who held a queue before: somebody else may have had it since. What the giver says is about the time before the
    handover until it gets the queue again."""
    added = [event for event in events if event.event == "queue_added" and event.source == "client" and event.at]
    by_queue = grouped((event.message_queue, event) for event in added)
    ends = last_moments(events) if by_queue else {}
    found = []
    for queue, of_queue in by_queue.items():
        ordered = sorted(((event.at, event) for event in of_queue if event.at), key=itemgetter(0))
        by_client = grouped((event.file, at) for at, event in ordered)
        for (since, giver), (at, taker) in pairwise(ordered):
            if giver.file != taker.file and at - ends.get(giver.file, since) <= ANOTHER_DAY:
                again = by_client[giver.file][bisect_right(by_client[giver.file], at) :][:1]
                until = min([*again, at + DEFAULTS.around_handover])
                found.append(Handover(queue, giver.file, taker.file, at, taker, since, until))
    return found


def handover_spans(events: Sequence[Event]) -> list[tuple[datetime, datetime]]:
    """The times around changes of hands and around offsets that were put elsewhere,
    overlapping ones merged: when clients' commits tell who read what."""
    moved = told("offset.put").events
    around = DEFAULTS.around_handover
    put = [event.at for event in events if event.at and event.event in moved]
    # A client takes up the reset of one broker after that of another (`MQClientInstance#resetOffset`, all versions).
    moments = [*put, *(at + 2 * around for at in put), *(handover.at for handover in handovers(events))]
    return [(row[0] - around, row[-1] + around) for row in runs(moments, 2 * around, lambda moment: moment)]


def start_completed(facts: GroupFacts) -> datetime | None:
    """When the clients that started together, first of all, had shared out the queues; null without a start. Where logs
    begin on another day and all of them start anew after it, that is the group's start. It ends with the first that
    leaves: what starts then takes its place, as in a rolling restart."""
    said = facts.records("member.started")
    starts = [(event.at, event.file) for event in said if event.at]
    days = runs(starts, ANOTHER_DAY, itemgetter(0))
    if not days:
        return None
    first, last = (runs(day, DEFAULTS.rebalance, itemgetter(0))[0] for day in (days[0], days[-1]))
    everybody = {file for _, file in starts}
    start = last if {file for _, file in last} == everybody else first
    left = (one.at for one in facts.records("member.leaves") if one.at and one.at > start[0][0])
    return min([start[-1][0] + DEFAULTS.rebalance, *left])


@dataclass(frozen=True)
class Window:
    """Offsets from `first` up to but without `last` that may have been consumed twice. `by_both`: how many of them two
    clients both committed, so that both had consumed them. `most`: how many it can be, by how far the first reader had
    pulled; None where nobody tells. `open`: it went further than `last`, to where nobody tells."""

    queue: MessageQueue
    first: int
    last: int
    at: datetime | None
    event: Event
    by_both: int = 0
    most: int | None = None
    open: bool = False


def reconsumed(handover: Handover, told: ToldOfQueues) -> Window | None:
    """What the taker may have consumed again, perhaps nothing; None where nothing is known. The taker starts at what
    the giver had committed (`RebalancePushImpl#computePullFromWhere`). The giver went on until it dropped the queue: to
    its last commit after that, but never beyond what it had pulled, nor by more than the queue's clients ever consumed
    between two commits. One that dropped the queue later than that read on for so long."""
    drops = [event.at for event in told.giver_records("queue_dropped", handover) if event.at]
    # A giver that gets the queue again at once may commit the taker's offset before it says so.
    mine = [commit for commit in told.commits_of(handover) if not drops or commit.at <= max(drops)]
    # The taker's first offset, by its own log (before 5.0, `RebalancePushImpl#dispatchPullRequest` writes it); else
    # what the giver had committed when the taker asked. The commit that comes with dropping the queue counts only where
    # the taker came later: it may have asked a moment earlier.
    started = min(_next_offsets(told.taker_records("pull_request_added", handover)), default=None)
    earlier = [commit for commit in mine if commit.at <= handover.at]
    apart = [
        commit.offset
        for commit in earlier
        if handover.at - commit.at > SAME_STEP or all(abs(commit.at - drop) > SAME_STEP for drop in drops)
    ]
    if started is None and not apart:
        return None
    first = apart[-1] if started is None else started
    after = max((commit.offset for commit in mine if commit.at > handover.at), default=first)
    late = any(drop - handover.at > DEFAULTS.commit for drop in drops)
    paced = (after if late else first) + told.most.get(handover.queue, 0)
    pulled = max(_next_offsets(told.giver_records("pull_dropped", handover)), default=None)
    if pulled is not None:
        # Each record is of messages that it had pulled and never gave to its listener, the last ones of the queue
        # (`ConsumeMessageConcurrentlyService.ConsumeRequest#run`, all versions); not what it had of an earlier turn.
        thrown = told.giver_records("consume_dropped", handover)
        pulled -= times_of(event for event in thrown if event.at and event.at - handover.since > SAME_MOMENT)
    common = _common_commits(mine, told.taker_commits(handover), started)
    last = max(after, first + common, paced if pulled is None else min(paced, pulled))
    return Window(
        handover.queue,
        first,
        max(first, last),
        max([handover.at, *drops]),
        handover.added,
        by_both=common,
        most=None if pulled is None else max(pulled, after) - first,
    )


def _common_commits(mine: Sequence[Commit], takers: Sequence[Commit], started: int | None) -> int:
    """How many offsets lie in what both committed, one step after the other. A client's first commit of a queue is
    where it began (`RemoteBrokerOffsetStore#readOffset` keeps it), and its last one how far it had consumed: commits
    wait for the slowest message."""
    if not mine or not takers:
        return 0
    given = [commit.offset for commit in mine]
    taken = [commit.offset for commit in takers] + ([] if started is None else [started])
    return max(0, min(max(given), max(taken)) - max(min(given), min(taken)))


def _next_offsets(events: Iterable[Event]) -> list[int]:
    offsets = (event.carried.next_offset for event in events)
    return [offset for offset in offsets if offset is not None]
