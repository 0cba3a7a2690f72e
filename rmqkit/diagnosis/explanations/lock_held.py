"""Is a queue of an ordered group locked by a client that is gone, or held by messages that somebody popped of it?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course, Movement
from rmqkit.diagnosis.case.members import broker_of
from rmqkit.diagnosis.claims import Claim, Severity, about, core, follows, need, refuted_claim
from rmqkit.diagnosis.commands import BROKER_LOG, CONNECTION, PROGRESS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest, undated_first
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, last_moment, places_of, queues_in
from rmqkit.diagnosis.facts.transitions import LEFT_ALONE
from rmqkit.diagnosis.wording import clock, count, ranges, short
from rmqkit.formats.broker_files import FIRST_TAKEN, ORDER_INFO, TAKEN_AT, VISIBLE_AT
from rmqkit.formats.moments import epoch_instant
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.rocketmq import MessageQueue

ID = "lock_held"
_REFUSED = "queue_locked_by_other"
_EXPIRED = "queue_lock_expired"
_TAKEN = ("queue_locked", _EXPIRED)
_LEFT_A_PROXY = "remove_grpc_channel_when_unregister_channel"


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By the broker's log of locks: who asked, and who held the queue all the while; and by what brokers keep of
    messages that were popped of ordered queues."""
    yield from _held_by_messages(case)
    held: list[_Held] = []
    for holder, events in _refused_by_holder(case).items():
        lock = _Held.of(case, holder, events)
        alive = _alive(case, holder, events)
        if alive and not lock.gone:
            yield refuted_claim(ID, say("a queue is locked by a client that is gone"), alive)
        elif lock.silent or case.membership.complete:
            held.append(lock)
    for locks in grouped(((lock.lately, lock.is_gone, lock.silent), lock) for lock in held).values():
        yield _claim(case, locks)


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


class _Held(NamedTuple):
    """The locks of one client, for which others were refused: whether it is known to be gone, or at least was silent
    for a minute; who took them since; whether others are refused to the end."""

    holder: str
    refused: Sequence[Event]
    gone: Sequence[Event]
    is_gone: bool
    silent: bool
    taken: Sequence[EvidenceLine]
    lately: bool

    @classmethod
    def of(cls, case: Case, holder: str, refused: Sequence[Event]) -> _Held:
        """By what was refused because this client held it."""
        gone, lapsed = _gone(case, holder, refused), _lapsed(case, holder, refused)
        taken = _taken_since(case, queues_in(refused), last_moment(refused))
        is_gone = bool(gone) or (case.membership.complete and holder not in case.live)
        lately = _refused_lately(case, refused) and not taken
        return cls(holder, refused, gone, is_gone, is_gone or bool(lapsed), taken, lately)


def _claim(case: Case, locks: Sequence[_Held]) -> Claim:
    """The locks of clients that are alike: those that were killed together are told together."""
    refused = sorted(chain.from_iterable(lock.refused for lock in locks), key=lambda event: undated_first(event.at))
    queues, holders = tuple(sorted(set(queues_in(refused)))), [lock.holder for lock in locks]
    lately = locks[0].lately
    course = Course(refused, lately, over=not lately)
    return Claim(
        ID,
        _title(count(len(queues), "queue"), holders, is_gone=locks[0].is_gone),
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
                all(lock.silent for lock in locks),
                command=f"{BROKER_LOG}; {CONNECTION}",
            ),
            follows(say("the queues do not move meanwhile"), len(queues), against=case.moved_while(refused)),
        ),
        ongoing=lately,
        **about(queues),
        clients=tuple(holders),
        evidence=tuple(chain.from_iterable(map(_places_of, locks))),
        explains=("orphan_queues",),
        since=course.since,
        until=course.until,
    )


def _places_of(lock: _Held) -> tuple[EvidenceLine, ...]:
    return (*places_of(lock.gone[:2]), *places_of(lock.refused[:4]), *lock.taken[:2])


def _title(queues: Phrase, holders: Sequence[str], *, is_gone: bool) -> Phrase:
    """An expired lock alone tells that its holder was silent: killed, cut off, or hanging."""
    number, named = len(holders), short(holders)
    if is_gone:
        return say_counted(
            number,
            "{queues} locked by {holder}, which is gone",
            "{queues} locked by {holder}, which are gone",
            queues=queues,
            holder=named,
        )
    return say_counted(
        number,
        "{queues} locked by {holder}, which no longer renewed its lock",
        "{queues} locked by {holder}, which no longer renewed their locks",
        queues=queues,
        holder=named,
    )


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


class _Taken(NamedTuple):
    """Messages that were popped of an ordered queue and not acknowledged, as its broker keeps it: the first of them,
    when they were taken, until when they are invisible, and when the broker wrote that at the earliest."""

    queue: MessageQueue
    first: int
    at: datetime
    until: datetime
    written: datetime
    place: EvidenceLine

    def holds(self, movement: Movement | None) -> bool:
        """Whether no look shows that the queue went on: the broker gives nothing of it out meanwhile
        (`ConsumerOrderInfoManager.OrderInfo#needBlock`, 5.0.0 and later)."""
        rows = self._meanwhile(movement) if movement else []
        return self.until > self.written and all(offset <= self.first for offset in rows)

    def stands(self, movement: Movement | None) -> bool:
        """Whether looks show it stand there while messages come."""
        rows = self._meanwhile(movement) if movement else []
        return movement is not None and movement.stands_with_more_behind and rows.count(self.first) > 1

    def _meanwhile(self, movement: Movement) -> list[int]:
        """Its offset at the looks between the pop and the end of its invisible time."""
        looks = zip(movement.looks, movement.rows, strict=True)
        return [
            row.consumer_offset for look, row in looks if is_after(look.at, self.at) and is_after(self.until, look.at)
        ]


def _taken_of(case: Case) -> Iterator[_Taken]:
    """By the newest file of each broker."""
    kept = [figure for figure in case.figures if figure.kind == ORDER_INFO]
    for file, figures in grouped((figure.file, figure) for figure in kept).items():
        broker, written = broker_of(case, file), _written_at(figures)
        if broker and written:
            own = [figure for figure in figures if figure.group == case.group]
            yield from _taken_at_broker(broker, own, written)


def _written_at(figures: Iterable[Figure]) -> datetime | None:
    """The earliest moment at which the file may have been written: when the last messages in it were taken, of any
    group."""
    return latest(epoch_instant(figure.value) for figure in figures if figure.name == TAKEN_AT)


def _taken_at_broker(broker: str, figures: Iterable[Figure], written: datetime) -> Iterator[_Taken]:
    """What one broker's file tells of the group's queues there."""
    by_queue = grouped(((figure.topic, figure.queue), figure) for figure in figures)
    for (topic, number), of_queue in by_queue.items():
        taken = {figure.name: figure for figure in of_queue}
        if topic and number is not None:
            yield from _not_acknowledged(MessageQueue(topic, broker, number), taken, written)


def _not_acknowledged(queue: MessageQueue, told: Mapping[str, Figure], written: datetime) -> Iterator[_Taken]:
    if not {TAKEN_AT, FIRST_TAKEN, VISIBLE_AT} <= told.keys():
        return
    at, until = epoch_instant(told[TAKEN_AT].value), epoch_instant(told[VISIBLE_AT].value)
    if at and until:
        yield _Taken(queue, int(told[FIRST_TAKEN].value), at, until, written, told[FIRST_TAKEN].place)


def _held_by_messages(case: Case) -> Iterator[Claim]:
    """What listeners have in hand is acknowledged within moments: it counts where looks show that the queue stands, or
    where it stays invisible for long."""
    if taken := _standing_or_long(case):
        yield _claim_of_messages(case, taken)


def _standing_or_long(case: Case) -> list[_Taken]:
    holding = [taken for taken in _taken_of(case) if taken.holds(case.movements.get(taken.queue))]
    return [
        taken
        for taken in holding
        if taken.stands(case.movements.get(taken.queue)) or taken.until - taken.written > LEFT_ALONE
    ]


def _claim_of_messages(case: Case, taken: Sequence[_Taken]) -> Claim:
    queues = sorted(one.queue for one in taken)
    until = max(one.until for one in taken)
    standing = [one for one in taken if one.stands(case.movements.get(one.queue))]
    gone = _gone_since(case, taken)
    return Claim(
        ID,
        say(
            "{queues} held by messages that were taken and not acknowledged, until {moment}",
            queues=count(len(queues), "queue"),
            moment=clock(until, zoned=True),
        ),
        joined(
            " ",
            [
                say(
                    "{queues}: as long as one of the messages that were taken of an ordered queue is neither acknowledged "
                    "nor visible again the broker gives nothing more of it out, whoever asks.",
                    queues=ranges(queues),
                ),
                *(_when(one) for one in taken[:_MOST_TOLD]),
                *([_may_have_taken(gone)] if gone else []),
            ],
        ),
        Severity.WARNING if standing else Severity.NOTICE,
        signs=(
            core(say("a broker keeps messages of the queue as taken and not acknowledged"), len(taken)),
            need(
                say("looks show that the queue stands at the first of them"),
                len(standing) == len(taken),
                command=PROGRESS,
            ),
        ),
        **about(queues),
        clients=gone,
        evidence=(*(one.place for one in taken[:4]), *case.first_and_last_places(queues)),
        since=earliest(one.at for one in taken),
        details={"visible_at": until},
    )


_MOST_TOLD = 4


def _when(taken: _Taken) -> Phrase:
    return say(
        "{queue}: taken at {at} from offset {first} on, for {span}.",
        queue=ranges([taken.queue]),
        at=clock(taken.at, zoned=True),
        first=taken.first,
        span=str(taken.until - taken.at).partition(".")[0],
    )


def _gone_since(case: Case, taken: Sequence[_Taken]) -> tuple[str, ...]:
    """The one client of the group that a proxy saw leave since."""
    left = [event for event in case.own_events(_LEFT_A_PROXY) if is_after(event.last_at, max(one.at for one in taken))]
    clients = distinct(event.client_id for event in left)
    return clients if len(clients) == 1 else ()


def _may_have_taken(clients: Sequence[str]) -> Phrase:
    return say("{client} left the group since: it may have taken them.", client=short(clients))


EXPLANATION = Explanation(
    id=ID,
    rank=84,
    claims=claims,
    command=BROKER_LOG,
    messages=frozenset({"queue_locked_by_other", "queue_lock_expired", "offset_stands"}),
    suspected=say("Queues may be locked by a client that is gone"),
    shown_by=need(say("a client's lock refused because another one holds it"), met=False, command=BROKER_LOG),
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
