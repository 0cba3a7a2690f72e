"""What was read twice: queues that several clients read side by side, and offsets that came again when a queue
changed hands. By clients' logs and brokers' commits.

A change of hands lies between two epochs, so neither of them holds it. No findings here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import combinations
from operator import itemgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import by_brokers_clock
from rmqkit.diagnosis.facts.group import derived
from rmqkit.diagnosis.facts.handovers import Handover, ToldOfQueues, Window, handovers, reconsumed, start_completed
from rmqkit.diagnosis.facts.known import grouped, is_after, latest, not_before, runs
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.facts.transitions import DEFAULTS, SAME_MOMENT
from rmqkit.diagnosis.relations.members import LoggedChannel, addresses, host_of, queue_named, twin_channels, writers
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_defaults import MOST_UNREAD

# Side by side.


@dataclass(frozen=True)
class Claim:
    """A queue that one client, by its own log, takes and goes on committing to the log's end: it never says that it
    gave the queue up. `taken`: when it took it, where its log tells; `commits`: without a pause since `first`;
    `begins_at`: the offset at which it began; `had_before`: since when it had it all in all, though it gave it up for
    a moment meanwhile."""

    queue: MessageQueue
    client: str
    taken: datetime | None
    first: datetime
    had_before: datetime
    commits: tuple[Event, ...]
    begins_at: int | None

    @property
    def last(self) -> datetime:
        """Until when it is known to have it."""
        return max(event.last_at for event in self.commits if event.last_at)

    def offsets_since(self, moment: datetime) -> tuple[int, int] | None:
        """From which offset to which it went since then, at least."""
        later = [event for event in self.commits if event.at and event.at >= moment]
        across = [event for event in self.commits if event.at and event.at < moment and is_after(event.last_at, moment)]
        known = [offset for event in later for offset in event.carried.committed]
        known += [offset for event in across for offset in event.carried.committed[-1:]]
        if self.begins_at is not None and self.taken and self.taken + SAME_MOMENT >= moment:
            known.append(self.begins_at)
        return (min(known), max(known)) if known else None


@dataclass(frozen=True)
class SideBySide:
    """A queue that two processes hold at once, up to the ends of their logs. `messages`: how many offsets both went
    over since the second one took it."""

    one: Claim
    other: Claim
    since: datetime

    @property
    def queue(self) -> MessageQueue:
        return self.one.queue

    @property
    def claims(self) -> tuple[Claim, Claim]:
        return self.one, self.other

    @property
    def span(self) -> timedelta:
        return min(self.one.last, self.other.last) - self.since

    @property
    def messages(self) -> int:
        mine, others = self.one.offsets_since(self.since), self.other.offsets_since(self.since)
        return max(0, min(mine[1], others[1]) - max(mine[0], others[0])) if mine and others else 0

    @property
    def both_took_it(self) -> bool:
        return bool(self.one.taken and self.other.taken)


@derived
def open_claims(case: Case) -> list[Claim]:
    """What each client's log says that it holds at its end: it commits every 5 s what it has, and says when it drops a
    queue (`RebalanceImpl#updateProcessQueueTableInRebalance`, all versions)."""
    turns = grouped(((event.file, event.message_queue), event) for event in case.records("holds.turns") if event.at)
    logged = grouped(
        ((event.file, event.client_id, event.message_queue), event)
        for event in case.records("offset.committed")
        if event.at and event.last_at
    )
    claims = []
    for (log, client, queue), events in logged.items():
        run = runs(events, case.transitions.many_commits, *_SPAN)[-1]
        own = turns.get((log, queue), ())
        taken = latest(one.last_at for one in own if one.tells("holds.taken"))
        dropped = latest(one.last_at for one in own if one.tells("holds.given_up"))
        given_up = dropped and (taken is None or dropped > taken)
        if client and queue and case.recent(run[-1], case.transitions.many_commits) and not given_up:
            since = [event for event in run if not taken or is_after(event.last_at, taken)] or run
            begun = min(event.at for event in since if event.at)
            first = taken if taken and begun - taken <= case.transitions.many_commits else begun
            before = min(event.at for event in run if event.at)
            # By its own log it began there (before 5.0).
            asked = [one for one in own if one.tells("holds.pull_begins") and taken and one.at and one.at >= taken]
            began = asked[0].carried.next_offset if asked else None
            claims.append(Claim(queue, client, taken, first, before, tuple(since), began))
    return claims


_SPAN = (lambda event: event.at, lambda event: event.last_at)


@derived
def read_side_by_side(case: Case) -> list[SideBySide]:
    """Queues that two processes, of one id or of two, hold at once over more than one of their commits. Who had it in
    turn before the last change of hands did not; who gave it up for a moment, of which no other one took it, did."""
    taken = {handover.queue: handover.at for handover in handovers(case.events)}
    found = []
    for queue, claims in grouped((claim.queue, claim) for claim in open_claims(case)).items():
        for one, other in combinations(claims, 2):
            together = SideBySide(one, other, max(one.first, other.first, taken.get(queue, one.first)))
            had = max(one.had_before, other.had_before, taken.get(queue, one.had_before))
            long_enough = min(one.last, other.last) - had >= case.transitions.two_commits
            if long_enough and (one.client != other.client or _of_two_processes(case, one, other)):
                found.append(together)
    return sorted(found, key=lambda one: one.queue)


def _of_two_processes(case: Case, one: Claim, other: Claim) -> bool:
    """Whether the logs of one id are those of two processes that brokers list, and not two copies of one log."""
    commits = [[(event.at, event.carried.committed) for event in claim.commits] for claim in (one, other)]
    return one.queue.is_users and one.client in case.membership.duplicates and commits[0] != commits[1]


def persistent_double_reads(case: Case) -> list[SideBySide]:
    """Those of which nothing but two readers is an explanation: both logs say when they took the queue, neither that it
    gave it up, and both went over the same offsets for longer than a change of hands takes."""
    return [
        one
        for one in read_side_by_side(case)
        if one.queue.is_users and one.both_took_it and one.messages and one.span > case.transitions.handover
    ]


def delivered_twice(case: Case, queues: Collection[MessageQueue]) -> int:
    """How far the offsets of queues that are read side by side went since the members stay, at least: each reader began
    at what was committed before, gets every message, and commits every 5 s what it has done. By snapshots, or by what
    two of them log to have committed."""
    since, passed = case.members_since, 0
    logged = {one.queue: one.messages for one in read_side_by_side(case)}
    for queue in queues:
        if queue.is_users and wants_everything(case, queue.topic):
            looks = case.looks_by_queue.get(queue, ())
            offsets = [row.consumer_offset for look, row in looks if since is None or is_after(look.at, since)]
            shown = min(offsets[-2:]) - offsets[0] if offsets else 0
            passed += max(0, shown, logged.get(queue, 0))
    return passed


# Again, after a change of hands.


@derived
def windows_read_again(case: Case) -> list[Window]:
    """Those of every handover, but for those with which a group starts (while the first clients start together, queues
    change hands within seconds); who broadcasts, or did so, takes no queue from anybody and hands none on. Who shuts
    down commits all offsets, then tells the brokers, from whom the others hear of it, and is done seconds later
    (`DefaultMQPushConsumerImpl#shutdown`, all versions): unless both committed the same, at most what its threads had
    in hand comes again, and that is no window."""
    facts = by_brokers_clock(case)
    end, stopped = start_completed(facts), grouped((one.file, one.at) for one in facts.records("member.leaves"))
    apart = {file for file, who in writers(case).items() if who in case.ever_broadcasting}
    later = [one for one in handovers(facts.events) if (not end or one.at > end) and not apart & {one.giver, one.taker}]
    # A queue that both still have changed no hands.
    both_have = {one.queue for one in read_side_by_side(case) if one.both_took_it}
    later = [one for one in later if one.queue not in both_have]
    told, windows = ToldOfQueues.of(facts), []
    # Nor has one that a process of the same id takes while the other keeps it: both read it until one of them ends.
    who = writers(case)
    twins = [one for one in later if one.giver in who and who[one.giver] == who.get(one.taker)]
    kept = [one for one in twins if any(commit.at > one.at + DEFAULTS.commit for commit in told.commits_of(one))]
    later = [one for one in later if one not in kept]
    below = grouped((queue_named(case, event), event) for event in case.records("offset.below_stored"))
    for handover in later:
        window = reconsumed(handover, told)
        # The broker's word: the taker commits below what the giver had committed last, so it began there or before.
        givers = {commit.offset for commit in told.commits_of(handover)}
        until = handover.at + DEFAULTS.handover
        soon = [event for event in below.get(handover.queue, ()) if event.at and handover.at <= event.at <= until]
        both = [commit for event in soon if (commit := event.carried.commit_below_stored) and commit.stored in givers]
        if window and both:
            again = max(window.by_both, *(commit.stored - max(0, commit.requested) for commit in both))
            last = max(window.last, *(commit.stored for commit in both))
            window = replace(window, by_both=again, last=last)
        ends = [at for at in stopped.get(handover.giver, ()) if at and at >= handover.since]
        in_order = any(at <= handover.at + SAME_MOMENT for at in ends)
        if window and (pulled := _pulled_over_one(case, told, handover, window.first)):
            windows.append(_unfinished_window(window, pulled))
        elif window:
            windows.append(replace(window, last=window.first) if in_order and not window.by_both else window)
    unknown = len(windows) < len(later) or any(window.most is None for window in windows)
    if unknown or not _everybody_wrote(case) or _comes_again_otherwise(case, end):
        # How many there can be is known where every change of hands is, by a log of every client that any source names,
        # how far each giver had pulled, and where nothing else brings messages again.
        windows = [replace(window, most=None) for window in windows]
    windows = [
        window if wants_everything(case, window.queue.topic) else replace(window, by_both=0) for window in windows
    ]
    # Commits below the stored offset after a client came or went (`ConsumerOffsetManager#commitOffset`), where no
    # client's log tells more.
    known = {handover.queue for handover in handovers(case.events)}
    late = set(map(id, late_commits(case)))
    for event in case.records("offset.below_stored"):
        commit, queue = event.carried.commit_below_stored, queue_named(case, event)
        if commit and queue and queue not in known and _goes_below(event) and id(event) not in late:
            windows.append(Window(queue, commit.requested, commit.stored, event.at, event))
    # What a snapshot of that time or later shows as a queue's end was not read beyond.
    for place, window in enumerate(windows):
        shown_ends = [
            row.broker_offset
            for look, row in case.looks_by_queue.get(window.queue, ())
            if not_before(look.at, window.at)
        ]
        windows[place] = replace(window, last=min([window.last, *shown_ends]))
    return [window for window in windows if window.last > window.first and not (end and window.at and window.at <= end)]


def _pulled_over_one(case: Case, told: ToldOfQueues, handover: Handover, first: int) -> tuple[int, int] | None:
    """How far the giver had pulled a queue whose offset waits for its message `first` alone, and how far the taker has,
    0 where nobody tells: they warn that all they have spans too much from it on, or a snapshot shows that more was
    pulled than lies in a client. None where nothing shows that it waits."""
    spans = [
        event
        for event in case.records("offset.paused")
        if event.message_queue == handover.queue and event.carried.span_exceeded and first in event.carried.committed
    ]
    looks = case.looks_by_queue.get(handover.queue, ())
    held = [row for look, row in looks if look.at and handover.since <= look.at < handover.at]
    shown = [row.consumer_offset + (row.inflight or 0) for row in held if row.consumer_offset == first]
    given = [one for one in spans if one.file == handover.giver and not is_after(one.at, handover.at)]
    taken = [one for one in spans if one.file == handover.taker and not is_after(handover.at, one.last_at)]
    taken += told.taker_stops(handover)
    pulled = max([*shown, *(one.carried.next_offset or 0 for one in given)], default=0)
    if pulled - first <= MOST_UNREAD:
        return None
    return pulled, max((one.carried.next_offset or 0 for one in taken), default=0)


def _unfinished_window(window: Window, pulled: tuple[int, int]) -> Window:
    """The taker is given everything again from the unfinished message on, up to what the giver had been given
    (`ProcessQueue#removeMessage`, all versions). How much of what both had pulled they consumed is not known: how many
    messages may lie unread in a client is a setting of its own (pullThresholdForQueue)."""
    last = pulled[0] if window.most is None else window.first + window.most
    return replace(window, last=last, open=window.most is None)


def late_commits(case: Case) -> list[Event]:
    """Commits below the stored offset while nobody came or went, or of a queue that one client alone ever had: on a
    busy broker a client's own commits overtake each other (they are sent one way, and several threads take them up)."""
    back = [
        event
        for event in case.records("offset.below_stored")
        if _goes_below(event) and not was_dropped_before(case, event)
    ]
    readers = grouped((event.message_queue, event.file) for event in case.records("member.consumes") if back)
    alone = case.membership.each_once and _everybody_wrote(case)
    moves = sorted(event.last_at for event in case.records("member.came_or_went") if event.last_at)
    late = []
    for event in back:
        if event.at:
            queue, earlier = queue_named(case, event) if alone else None, bisect_right(moves, event.at)
            of_one = queue is not None and len(set(readers.get(queue, ()))) == 1
            # A client came or went at most a change of hands before.
            moved_before = earlier > 0 and event.at - moves[earlier - 1] <= case.transitions.handover
            if of_one or not moved_before:
                late.append(event)
    return late


def _everybody_wrote(case: Case) -> bool:
    """Whether there is a log of every client that any source names."""
    named = case.listed_ids | {channel.client_id for channel in case.channels if channel.client_id}
    return bool(named) and named <= set(writers(case).values())


def _comes_again_otherwise(case: Case, start: datetime | None) -> bool:
    """Whether messages come again for other reasons than a change of hands: they failed, two processes had one id,
    offsets were put back, or a broker serves with older ones, which it writes to disk, and gives to its slaves, now and
    then (`flushConsumerOffsetInterval`, 5 s; `SlaveSynchronize`, 10 s; all versions)."""
    otherwise = ("failed.any", "failed.not_sent_back", "offset.resets", "refused.acknowledgements", "serves.left")
    if any(map(case.records, (*otherwise, "serves.role_changed"))) or twin_channels(case):
        return True
    return start is not None and any(is_after(event.at, start) for event in case.records("serves.broker_started"))


def wants_everything(case: Case, topic: str) -> bool:
    """Whether every offset of the topic is a message for the group: commits pass over what an expression leaves out."""
    wanted = {roster.subscriptions.get(topic) for roster in case.rosters}
    wishes = (client.topics.get(topic) for client in case.subscriptions.values())
    wanted |= {expression.text for expression in wishes if expression}
    return topic == case.retry_topic or wanted - {None} == {"*"}


@derived
def _channels_by_owner(case: Case) -> dict[tuple[str | None, ...], list[LoggedChannel]]:
    """Each broker's channels by their client, those without one by their host, and all by their host."""
    hosts = [(one, host_of(one.address or "")) for one in case.channels]
    named = [((one.file, one.client_id, None if one.client_id else host), one) for one, host in hosts]
    return grouped([*named, *(((one.file, host), one) for one, host in hosts)])


def was_dropped_before(case: Case, event: Event) -> bool:
    """Whether the broker had dropped the client that committed this, since it had heard nothing of it for two minutes
    (`ConsumerManager#scanNotActiveChannel`): others read its queues until it went on where it had stopped. What it
    had consumed it commits at once, mostly before its next heartbeat."""
    host, client = host_of(event.address or ""), addresses(case).get(event.address or "")
    channels = _channels_by_owner(case)
    own = [*channels.get((event.file, client, None), ()), *channels.get((event.file, None, host), ())] if client else []
    own = own or channels.get((event.file, host), [])
    gone = [(at, one.scanned_at) for one in own if (at := one.closed_at) and event.at and at <= event.at]
    alone = len({one.client_id for one in own if one.client_id}) < 2
    return bool(host and alone and gone and max(gone, key=itemgetter(0))[1])


def _goes_below(event: Event) -> bool:
    """Whether it does; -1 stands for a place that the client does not know (Go: `store.readOffset`)."""
    commit = event.carried.commit_below_stored
    return commit is not None and 0 <= commit.requested < commit.stored
