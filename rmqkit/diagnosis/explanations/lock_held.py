"""Is a queue of an ordered group locked by a client that is gone?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course
from rmqkit.diagnosis.claims import Claim, Severity, about, core, follows, need, refuted_claim
from rmqkit.diagnosis.commands import BROKER_LOG, CONNECTION
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.known import grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, last_moment, places_of, queues_in
from rmqkit.diagnosis.wording import count, ranges, short
from rmqkit.language import Phrase, say
from rmqkit.rocketmq import MessageQueue

ID = "lock_held"
_REFUSED = "queue_locked_by_other"
_EXPIRED = "queue_lock_expired"
_TAKEN = ("queue_locked", _EXPIRED)


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By the broker's log of locks: who asked, and who held the queue all the while."""
    for holder, events in _refused_by_holder(case).items():
        gone = _gone(case, holder, events)
        alive = _alive(case, holder, events)
        lapsed = _lapsed(case, holder, events)
        if alive and not gone:
            yield refuted_claim(ID, say("a queue is locked by a client that is gone"), alive)
        elif gone or lapsed or case.membership.complete:
            yield _claim(case, holder, events, gone, lapsed)


def _refused_by_holder(case: Case) -> dict[str, list[Event]]:
    """What was refused to the group's clients because another one held the lock, by who held it."""
    by_holder = ((event.carried.lock_holder or None, event) for event in case.own_events(_REFUSED))
    return grouped((holder, event) for holder, event in by_holder if holder != event.client_id)


def _gone(case: Case, holder: str, refused: Sequence[Event]) -> list[Event]:
    """Where a broker's log saw the holder go, before or while others were refused."""
    last = last_moment(refused)
    channels = [channel for channel in case.channels if channel.client_id == holder]
    if any(channel.live for channel in channels):
        return []
    return [channel.closed for channel in channels if channel.closed and not is_after(channel.closed_at, last)]


def _alive(case: Case, holder: str, refused: Sequence[Event]) -> list[EvidenceLine]:
    """Where the holder is listed, or connected, after it was last said to hold a lock."""
    last = last_moment(refused)
    later = [roster for roster in case.rosters if not is_after(last, roster.at)]
    opened = [channel.opened for channel in case.channels if channel.client_id == holder and channel.live]
    listed = [line for roster in later for line in roster.places_of(holder)]
    return [*listed, *places_of(event for event in opened if event)]


def _lapsed(case: Case, holder: str, refused: Sequence[Event]) -> list[Event]:
    """Where another client took the lock after the holder had not renewed it for a minute.

    `RebalanceLockManager.LockEntry#isExpired`; `ConsumeMessageOrderlyService#lockMQPeriodically` renews every 20 s.
    """
    queues = queues_in(refused)
    expired = [event for event in case.own_events(_EXPIRED) if event.carried.lock_holder == holder]
    return [event for event in expired if event.message_queue in queues]


def _claim(case: Case, holder: str, refused: Sequence[Event], gone: Sequence[Event], lapsed: Sequence[Event]) -> Claim:
    queues = queues_in(refused)
    taken = _taken_since(case, queues, last_moment(refused))
    lately = _refused_lately(case, refused) and not taken
    course = Course(refused, lately, over=not lately)
    is_gone = bool(gone) or (case.membership.complete and holder not in case.live)
    return Claim(
        ID,
        _title(count(len(queues), "queue"), short([holder]), is_gone=is_gone),
        say(
            "{queues}: a client of an ordered group reads a queue only while it holds the broker's "
            "lock. A lock that nobody gives back or renews ends after 60 seconds.",
            queues=ranges(queues),
        ),
        Severity.WARNING if lately else Severity.NOTICE,
        signs=(
            core(say("the broker refuses the lock because another client holds it"), len(refused)),
            need(
                say("the client that holds it is gone, or silent for a minute"),
                len(gone) or len(lapsed) or is_gone,
                command=f"{BROKER_LOG}; {CONNECTION}",
            ),
            follows(say("the queues do not move meanwhile"), len(queues), against=case.moved_while(refused)),
        ),
        ongoing=lately,
        **about(queues),
        clients=(holder,),
        evidence=(*places_of(gone[:2]), *places_of(refused[:4]), *taken[:2]),
        explains=("orphan_queues",),
        since=course.since,
        until=course.until,
        details={"holder": holder},
    )


def _title(queues: Phrase, holder: Phrase, *, is_gone: bool) -> Phrase:
    """An expired lock alone tells that its holder was silent: killed, cut off, or hanging."""
    if is_gone:
        return say("{queues} locked by {holder}, which is gone", queues=queues, holder=holder)
    return say("{queues} locked by {holder}, which no longer renewed its lock", queues=queues, holder=holder)


def _refused_lately(case: Case, refused: Sequence[Event]) -> bool:
    """Who is refused asks again every 20 s, so a pause means that the lock was given.

    The log of locks has nothing else in it: where it ends, the other logs of the brokers tell.
    """
    last = last_moment(refused)
    end = latest(log.last for log in case.logs.values() if log.source != "client")
    return last is not None and end is not None and end - last <= case.transitions.lock_asked_again


def _taken_since(case: Case, queues: Sequence[MessageQueue], last: datetime | None) -> list[EvidenceLine]:
    """Where each of the queues was locked by somebody after the last refusal."""
    locked = [event for event in case.events_named(*_TAKEN) if event.message_queue in queues]
    taken = [event for event in locked if event.last_at and not is_after(last, event.last_at)] if last else []
    whole = set(queues_in(taken)) >= set(queues)
    return [event.place for event in taken] if whole else []


EXPLANATION = Explanation(
    id=ID,
    rank=84,
    claims=claims,
    command=BROKER_LOG,
    messages=frozenset({"queue_locked_by_other", "queue_lock_expired"}),
    kind=CAUSE,
    what="A queue of an ordered group is locked by a client that is gone (killed, or cut off), so that its new owner may not "
    "read it. The broker ends a lock that nobody renews after 60 seconds.",
    confirm="lock.log (filter.log from 5.1.1) of the broker: `message queue locked by other client`, "
    "with the holder's id; mqadmin consumerConnection -g GROUP does not list it.",
    remedy=(
        "Wait 60 seconds: the lock ends by itself, and the new owner takes it at its next attempt (20 s).",
        "If it lasts, something still renews the lock: look for a process with that client id.",
        "Stop consumers with shutdown() instead of a kill: they give their locks back.",
    ),
    do_not=("Do not restart the broker to free the lock: it ends sooner by itself.",),
)
