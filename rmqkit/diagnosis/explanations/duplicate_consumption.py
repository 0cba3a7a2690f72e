"""Is anything consumed twice? Queues with several readers now, and windows read again after a change of hands."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Claim, Sign, core, follows, need
from rmqkit.diagnosis.commands import CLIENT_LOG, STATUS
from rmqkit.diagnosis.explanation import EFFECT, Explanation, Text
from rmqkit.diagnosis.facts.derived import derived
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.handovers import Told, end_of_start, handovers, over_at, reconsumed
from rmqkit.diagnosis.facts.logs import (
    Event,
    Place,
    brokers_of,
    first_moment,
    places_of,
    times_of,
    topics_in,
    topics_of,
)
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined, say
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


@dataclass(frozen=True)
class Window:
    """Offsets from `first` up to but without `last` that may have been consumed again when a queue changed hands."""

    queue: MessageQueue
    first: int
    last: int
    at: datetime | None
    event: Event


def claims(case: Case, findings: Sequence[Finding]) -> list[Claim]:
    """By several readers at once, by commits that go back again and again, by windows that were read again."""
    causes = [finding for finding in findings if ID in finding.explains and finding.ongoing]
    readers = _read_by_several(case, causes) if causes else []
    return readers or _committed_back_again_and_again(case) or _read_again(case, findings)


def _read_again(case: Case, findings: Sequence[Finding]) -> list[Claim]:
    return [*_put_back(findings), *_reconsumed(case, findings)]


def _put_back(findings: Sequence[Finding]) -> list[Claim]:
    """Windows that somebody put back: what lies between is delivered again, without any change of hands."""
    return [
        Claim(
            ID,
            say(
                "{messages} consumed again after offsets moved back",
                messages=count(sum(last - first for *_, first, last in windows), "message"),
            ),
            say(
                "Each queue went on at the lower offset, so everything from there on was delivered again.",
            ),
            Severity.NOTICE,
            signs=(core(say("offsets were moved back"), len(windows)), need(say("that is proven"), finding.proven)),
            ongoing=False,
            queues=tuple(sorted({MessageQueue(*window[:3]) for window in windows})),
            topics=finding.topics,
            evidence=tuple(Place(line.file, line.line, line.text) for line in finding.evidence),
            since=finding.since,
            until=finding.until,
            details={"windows": windows},
        )
        for finding in findings
        if ID in finding.explains and (windows := list(finding.details.get("windows", ())))
    ]


def _read_by_several(case: Case, causes: Sequence[Finding]) -> list[Claim]:
    predicted = accepted_allocation(case).doubles() if case.everybody_known else []
    predicted += [queue for cause in causes for queue in cause.details.get("read_by_several", ())]
    if predicted:
        proven = any(cause.status.decided for cause in causes)
        return [
            _several_readers(case, sorted(set(predicted)), need(say("their cause is proven"), proven, command=STATUS))
        ]
    committed = _committed_by_several(case)
    held = committed or _held_by_several(case)
    sign = need(say("several clients commit them side by side"), committed, command=CLIENT_LOG)
    return [_several_readers(case, held, sign)] if held else []


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
    holders: dict[MessageQueue, set[str]] = defaultdict(set)
    for look in case.observations:
        for queue, owners in look.owners.items():
            if not look.by_ip:
                holders[queue] |= owners
    return sorted(queue for queue, clients in holders.items() if len(clients) > 1)


def _several_readers(case: Case, doubles: list[MessageQueue], sure: Sign) -> Claim:
    allocations = accepted_allocation(case).allocations.values()
    readers = {client for allocated in allocations for queue in doubles for client in allocated.owners.get(queue, ())}
    return Claim(
        ID,
        say("{queues} consumed by several clients at once", queues=count(len(doubles), "queue")),
        say("{doubles}: every message of these queues is delivered to each of their readers.", doubles=ranges(doubles)),
        Severity.CRITICAL,
        signs=(core(say("queues have several readers"), len(doubles)), sure),
        topics=topics_of(doubles),
        queues=tuple(sorted(doubles)),
        brokers=brokers_of(doubles),
        clients=tuple(sorted(readers)),
        evidence=tuple(event.place for event in _commits_back(case)),
    )


def _committed_back_again_and_again(case: Case) -> list[Claim]:
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
        Claim(
            ID,
            say("{queues} seem to be consumed by several clients at once", queues=count(len(named), "queue")),
            say(
                "{commits} below the stored offset on {named}, the last ones from {hosts}: "
                "somebody else commits the same queues. Which clients do is not in the evidence.",
                commits=count(len(again), "commit"),
                named=", ".join(named[:8]),
                hosts=", ".join(hosts[-4:]),
            ),
            Severity.WARNING,
            signs=(
                follows(say("commits fall below the stored offset again and again"), len(again)),
                need(say("several clients hold them"), met=False, command=STATUS),
            ),
            topics=topics_in(again),
            evidence=tuple(event.place for event in (*again[:3], *again[-3:])),
            since=first_moment(again),
        )
    ]


def _goes_on(case: Case, commits: list[Event]) -> bool:
    """Many within minutes, up to the log's end, and not around the coming and going of clients."""
    calm = [e for e in commits if e.at and not _members_moved_before(case.facts, e.at)]
    lately = [e for e in calm if e.at and calm[-1].at and calm[-1].at - e.at <= _WHILE]
    if times_of(lately) < _AGAIN or not lately[0].at or not lately[-1].at:
        return False
    return lately[-1].at - lately[0].at >= _LATELY and case.recent(lately[-1], _LATELY)


def _members_moved_before(facts: GroupFacts, moment: datetime) -> bool:
    """Whether a client came or went at most a change of hands before that."""
    moments = _moments_of_members(facts)
    earlier = bisect_right(moments, moment)
    return earlier > 0 and moment - moments[earlier - 1] <= _HANDOVER


@derived
def _moments_of_members(facts: GroupFacts) -> list[datetime]:
    return sorted(event.last_at for event in facts.events_named(*_MEMBERS, source="broker") if event.last_at)


def _commits_back(case: Case) -> list[Event]:
    return [e for e in case.facts.events_named("offset_moved_back", source="broker") if e.group == case.group]


def _reconsumed(case: Case, findings: Sequence[Finding]) -> list[Claim]:
    """Windows that a handover bounds; where offsets were reset, what was read again is that reset's."""
    reset = [finding for finding in findings if finding.id == "offsets_moved"]
    candidates = (*_after_handovers(case), *_committed_back(case))
    windows = [window for window in candidates if not _starting(case, window) and not _by_reset(window, reset)]
    return [_changed_hands(windows)] if windows else []


def _changed_hands(windows: Sequence[Window]) -> Claim:
    queues = sorted({window.queue for window in windows})
    messages = sum(window.last - window.first for window in windows)
    moments = [window.at for window in windows if window.at]
    return Claim(
        ID,
        say("Up to {messages} consumed again when queues changed hands", messages=count(messages, "message")),
        say(
            "A queue's new owner starts at the last committed offset (commits come every 5 s); "
            "the old one had gone on: {windows}",
            windows=_windows_text(windows),
        ),
        Severity.NOTICE,
        signs=(core(say("a queue's new owner starts below what the old one had read"), len(windows)),),
        ongoing=False,
        queues=tuple(queues),
        topics=topics_of(queues),
        brokers=brokers_of(queues),
        evidence=places_of(window.event for window in windows),
        since=min(moments, default=None),
        until=max(moments, default=None),
        details={"windows": [(w.queue.topic, w.queue.broker, w.queue.queue, w.first, w.last) for w in windows]},
    )


def _windows_text(windows: Sequence[Window]) -> Phrase:
    shown = joined("; ", map(_window_text, windows[:8]))
    return say("{windows} ...", windows=shown) if len(windows) > 8 else say("{text}.", text=shown)


def _window_text(window: Window) -> Phrase:
    return say(
        "{queue}: offsets {first} to {last}",
        queue=ranges([window.queue]),
        first=window.first,
        last=window.last - 1,
    )


def _by_reset(window: Window, resets: Sequence[Finding]) -> bool:
    return any(_moved(reset, window.queue) and _around(window, reset) for reset in resets)


def _moved(reset: Finding, queue: MessageQueue) -> bool:
    return queue in reset.queues or queue.topic in reset.details.get("reset_topics", ())


def _around(window: Window, reset: Finding) -> bool:
    """A client that still commits its old place, and the reset queue's next owner, follow within a rebalance."""
    if window.at is None or reset.since is None:
        return True
    return reset.since - _HANDOVER <= window.at <= (reset.until or reset.since) + _HANDOVER


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
        commit = event.carried.commit_below_stored
        broker = case.broker_of(event.file)
        if not commit or event.topic is None or event.queue is None or broker is None:
            continue
        queue = MessageQueue(event.topic, broker, event.queue)
        if commit.requested < commit.stored and queue not in known:
            yield Window(queue, commit.requested, commit.stored, event.at, event)


EXPLANATION = Explanation(
    id=ID,
    rank=150,
    claims=claims,
    command=CLIENT_LOG,
    messages=frozenset({"offset_moved_back", "queue_added", "queue_dropped", "pull_dropped", "consume_dropped"}),
    text=Text(
        EFFECT,
        "Messages are consumed several times: queues held by several clients at once, or a window of offsets consumed "
        "again after a rebalance.",
        "Compare the queues in the running info of the clients, or the listeners' own logs.",
        ("Make the listener idempotent: RocketMQ promises delivery at least once.",),
        (),
    ),
)
