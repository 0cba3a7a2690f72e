"""Is a queue of an ordered group locked by a client that is gone, or that did not renew its lock?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course
from rmqkit.diagnosis.facts.known import grouped, is_after, latest, undated_first
from rmqkit.diagnosis.facts.logs import Event, last_moment, places_of, queues_in
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, refuted


class _Lock(NamedTuple):
    """The locks of one client, because of which others were refused. `became` of it: it is gone, or was silent for a
    minute, or is back after that; who took them since; whether others are refused to the end."""

    holder: str
    refused: Sequence[Event]
    left: Sequence[Event]
    became: str
    taken: Sequence[Event]
    lately: bool


@finding("lock_held")
def lock_held(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By the broker's log of locks: who asked, and who held the queue all the while. Clients that were killed together
    make one claim."""
    by_holder = grouped((event.carried.lock_holder or None, event) for event in case.records("holds.locks_refused"))
    others = {who: [event for event in events if event.client_id != who] for who, events in by_holder.items()}
    locks = []
    for holder, refused_to in ((who, events) for who, events in others.items() if events):
        # What became of one client's lock. Whoever is refused asks again every 20 s
        # (`ConsumeMessageOrderlyService#lockMQPeriodically`), so a pause means that the lock was given; a lock that
        # nobody renews for a minute goes to who asks next (`RebalanceLockManager.LockEntry#isExpired`).
        queues, last = queues_in(refused_to), last_moment(refused_to)
        channels = [channel for channel in case.channels if channel.client_id == holder]
        closed = [channel.closed for channel in channels if channel.closed and not is_after(channel.closed_at, last)]
        left = [] if any(channel.live for channel in channels) else closed
        gone = bool(left) or (case.membership.complete and holder not in case.live)
        expired = [one for one in case.records("holds.locks_lapsed") if one.carried.lock_holder == holder]
        lapsed = any(event.message_queue in queues for event in expired)
        locked = case.records("holds.locks_taken") if last else ()
        taken = [e for e in locked if e.message_queue in queues and e.last_at and not is_after(last, e.last_at)]
        given = taken if set(queues_in(taken)) >= set(queues) else ()
        # The log of locks has nothing else in it: where it ends, the brokers' other logs tell.
        end = latest(log.last for log in case.logs.values() if log.source != "client")
        lately = last is not None and end is not None and end - last <= case.transitions.lock_asked_again and not given
        # Where the holder is listed, or connected, after it was last reported to hold a lock.
        rosters = [roster for roster in case.rosters if not is_after(last, roster.at)]
        opened = [channel.opened for channel in channels if channel.live and channel.opened]
        alive = [*(line for roster in rosters for line in roster.places_of(holder)), *places_of(opened)]
        became = "gone" if gone else "back" if alive and lapsed and given else "silent" if lapsed else ""
        lock = _Lock(holder, refused_to, left, became, given, lately)
        if alive and not left and became != "back":
            yield refuted("lock_held", "refused", alive)
        elif became or case.membership.complete:
            locks.append(lock)
    for alike in grouped(((lock.lately, lock.became), lock) for lock in locks).values():
        yield _seen(case, alike)


def _seen(case: Case, locks: Sequence[_Lock]) -> Seen:
    refused_to = sorted(chain.from_iterable(lock.refused for lock in locks), key=lambda event: undated_first(event.at))
    queues, holders, lately = sorted(set(queues_in(refused_to))), [lock.holder for lock in locks], locks[0].lately
    cited = ((*places_of(lock.left[:2]), *places_of(lock.refused[:4]), *places_of(lock.taken[:2])) for lock in locks)
    return Seen(
        case=locks[0].became or "silent",
        signs={
            "refused": refused_to,
            "gone": all(lock.became for lock in locks),
            "stuck": Witnesses(queues, case.moved_while(refused_to)),
        },
        course=Course([*refused_to, *chain.from_iterable(lock.taken for lock in locks)], lately, over=not lately),
        queues=queues,
        clients=holders,
        evidence=chain.from_iterable(cited),
    )
