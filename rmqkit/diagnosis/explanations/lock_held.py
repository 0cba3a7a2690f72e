"""Is a queue of an ordered group locked by a client that is gone?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.claims import Claim, core, follows, need, refuted_claim
from rmqkit.diagnosis.commands import BROKER_LOG, CONNECTION
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.facts.logs import (
    Event,
    EvidenceLine,
    brokers_of,
    first_moment,
    last_moment,
    topics_of,
)
from rmqkit.diagnosis.facts.witnesses import roster_place
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue

ID = "lock_held"
_REFUSED = "queue_locked_by_other"
_TAKEN = ("queue_locked", "queue_lock_expired")


def claims(case: Case, _: Sequence[Finding]) -> Iterable[Claim]:
    """By the broker's log of locks: who asked, and who held the queue all the while."""
    refused: dict[str, list[Event]] = defaultdict(list)
    for event in case.facts.events_named(_REFUSED):
        holder = event.carried.lock_holder
        if event.group == case.group and holder and holder != event.client_id:
            refused[holder].append(event)
    for holder, events in refused.items():
        gone = _gone(case, holder, events)
        alive = _alive(case, holder, events)
        if alive and not gone:
            yield refuted_claim(ID, say("a queue is locked by a client that is gone"), alive)
        elif gone or case.membership.complete:
            yield _claim(case, holder, events, gone)


def _gone(case: Case, holder: str, refused: Sequence[Event]) -> list[Event]:
    """Where a broker's log saw the holder go, before or while others were refused."""
    last = last_moment(refused)
    channels = [channel for channel in case.channels if channel.client_id == holder]
    closed = [channel.closed for channel in channels if channel.closed]
    if any(channel.live for channel in channels):
        return []
    return [event for event in closed if last is None or event.at is None or event.at <= last]


def _alive(case: Case, holder: str, refused: Sequence[Event]) -> list[EvidenceLine]:
    """Where the holder is listed, or connected, after it was last said to hold a lock."""
    last = last_moment(refused)
    listed = [
        roster_place(roster, connection)
        for roster in case.facts.rosters
        for connection in roster.connections
        if connection.client_id == holder and (last is None or roster.at is None or roster.at >= last)
    ]
    open_ones = [channel for channel in case.channels if channel.client_id == holder and channel.live]
    return [*listed, *(channel.opened.place for channel in open_ones if channel.opened)]


def _claim(case: Case, holder: str, refused: Sequence[Event], gone: Sequence[Event]) -> Claim:
    queues = sorted({event.message_queue for event in refused if event.message_queue})
    over = _taken_since(case, queues, last_moment(refused))
    ongoing = any(case.recent(event) for event in refused) and not over
    return Claim(
        ID,
        say("{queues} locked by {holder}, which is gone", queues=count(len(queues), "queue"), holder=short([holder])),
        say(
            "{queues}: a client of an ordered group reads a queue only while it holds the broker's lock. A lock that nobody "
            "gives back or renews ends after 60 seconds.",
            queues=ranges(queues),
        ),
        Severity.WARNING if ongoing else Severity.NOTICE,
        signs=(
            core(say("the broker refuses the lock because another client holds it"), len(refused)),
            need(
                say("the client that holds it is gone"),
                len(gone) or (case.membership.complete and holder not in case.live),
                command=f"{BROKER_LOG}; {CONNECTION}",
            ),
            follows(say("the queues do not move meanwhile"), len(queues), against=_moved(case, refused)),
        ),
        ongoing=ongoing,
        topics=topics_of(queues),
        queues=tuple(queues),
        brokers=brokers_of(queues),
        clients=(holder,),
        evidence=(*(event.place for event in gone[:2]), *(event.place for event in refused[:4]), *over[:2]),
        explains=("orphan_queues",),
        since=first_moment(refused),
        until=None if ongoing else last_moment(refused),
        details={"holder": holder},
    )


def _taken_since(case: Case, queues: Sequence[MessageQueue], last: datetime | None) -> list[EvidenceLine]:
    """Where each of the queues was locked by somebody after the last refusal."""
    taken = [
        event
        for event in case.facts.events_named(*_TAKEN)
        if event.message_queue in queues and last is not None and event.last_at is not None and event.last_at >= last
    ]
    whole = {event.message_queue for event in taken} >= set(queues)
    return [event.place for event in taken] if whole else []


def _moved(case: Case, refused: Sequence[Event]) -> list[EvidenceLine]:
    """Looks within the refusals that show such a queue's committed offset move."""
    spans = [(event.message_queue, event.at, event.last_at) for event in refused]
    return [
        place
        for queue, first, last in spans
        if queue and first and last
        for place in case.moved_between(queue, first, last)
    ]


EXPLANATION = Explanation(
    id=ID,
    rank=84,
    claims=claims,
    command=BROKER_LOG,
    messages=frozenset({"queue_locked_by_other", "queue_lock_expired"}),
    text=Text(
        CAUSE,
        "A queue of an ordered group is locked by a client that is gone (killed, or cut off), so that its new owner may not "
        "read it. The broker ends a lock that nobody renews after 60 seconds.",
        "lock.log (filter.log from 5.1.1) of the broker: `message queue locked by other client`, with the holder's id; "
        "mqadmin consumerConnection -g GROUP does not list it.",
        (
            "Wait 60 seconds: the lock ends by itself, and the new owner takes it at its next attempt (20 s).",
            "If it lasts, something still renews the lock: look for a process with that client id.",
            "Stop consumers with shutdown() instead of a kill: they give their locks back.",
        ),
        ("Do not restart the broker to free the lock: it ends sooner by itself.",),
    ),
)
