"""Do a client's consume threads all wait in one place?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import keep_up_throughout, moves
from rmqkit.diagnosis.case.stuck_queues import committed_in_place
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.clients_words import ConsumingThread
from rmqkit.diagnosis.facts.known import distinct, grouped
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.facts.transitions import BLOCKED, SAME_MOMENT
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding
from rmqkit.diagnosis.relations.members import dumped_threads
from rmqkit.diagnosis.wording import short
from rmqkit.rocketmq.client_id_meaning import ip_of

# One busy thread is a listener at work; that several wait at one line of code is no chance.
_SEVERAL = 2
_MANY = 4
_WAITING = frozenset({"WAITING", "TIMED_WAITING", "BLOCKED"})
# What waits for another machine is shown as RUNNABLE: the JVM does not see it wait in a native method. Those of JDK 8
# to 21 that read, write, connect, ask a name server, and wait until one of these can go on.
_ON_THE_NET = (
    "socketRead", "SocketInputStream", "NioSocketImpl", "SocketDispatcher", "EPoll", "epollWait", "ch.Net.poll",
    "ch.Net.connect", "ch.Net.pollConnect", "socketConnect", "socketWrite", "SocketOutputStream", "poll0",
    "lookupAllHostAddr", "lookupByName", "KQueue", "FileDispatcherImpl.read",
)  # fmt: skip
Dumps = Sequence[Sequence[ConsumingThread]]


class _Place(NamedTuple):
    """Where a client's threads wait in its newest dump, and those of an earlier one that shows the same; `whole`: there
    are several, and all that are inside the listener."""

    frame: str
    newest: Sequence[ConsumingThread]
    before: Sequence[ConsumingThread]
    whole: bool


@finding("listener_blocked")
def listener_blocked(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By dumps: where each thread is that is inside the listener, in a client's newest dump and before. The dumps of
    unknown clients are taken for one client's."""
    dumps = grouped(((thread.client_id, thread.file, thread.at), thread) for thread in dumped_threads(case))
    taken: dict[str | None, list[list[ConsumingThread]]] = {}
    for (client, _file, _at), threads in dumps.items():
        taken.setdefault(client, []).append(threads)
    found = [(client, place) for client, of_client in taken.items() if (place := _place(of_client))]
    for (frame, whole), places in grouped(((place.frame, place.whole), (who, place)) for who, place in found).items():
        if not all(_reads(case, client, place) for client, place in places):
            yield _blocked(case, dict(places), frame, whole=whole)


def _reads(case: Case, client: str | None, place: _Place) -> bool:
    """Whether the client keeps up with each queue that it has in this group: a process may serve several groups, each
    with threads of its own (`ConsumeMessageConcurrentlyService`, all versions), and this dump is about another one's.
    Or whether its queues went on after a dump that shows all of its threads there: what takes a moment for each message
    is slow, and not blocked."""
    own = [one for one in case.user_movements if client and one.owner == ip_of(client) and one.fed]
    dumped = place.newest[0].at
    later = [look for look in case.snapshots if dumped and look.at and look.at > dumped - SAME_MOMENT]
    went_on = place.whole and bool(moves(later, frozenset(one.queue for one in own)))
    return bool(own) and (went_on or keep_up_throughout(own))


def _place(dumps: Dumps) -> _Place | None:
    """The one place of all threads; else of a thread that is where it was a minute or more before: the message that it
    has in hand is not done. One thread at work is no sign, but for one that is blocked or waits for another machine."""
    newest = dumps[-1]
    if frame := _common_frame(newest):
        before = next((dump for dump in dumps[:-1] if _common_frame(dump) == frame), [])
        return _Place(frame, newest, before, whole=True)
    waiting = [thread for thread in newest if _waits(thread)]
    earlier = [thread for dump in dumps[:-1] for thread in dump]
    for thread in waiting:
        there = [one for one in earlier if (one.thread, one.frame) == (thread.thread, thread.frame) and _waits(one)]
        before = [one for one in there if one.at and thread.at and abs(thread.at - one.at) >= BLOCKED.default]
        if before and thread.frame:
            return _Place(thread.frame, [thread], before, whole=False)
    only = waiting[0] if len(newest) == len(waiting) == 1 else None
    if only and only.frame and only.state in ("BLOCKED", "RUNNABLE"):
        return _Place(only.frame, [only], [], whole=False)
    return None


def _common_frame(threads: Sequence[ConsumingThread]) -> str | None:
    """The line of the application at which all of them wait, else the one of a library (a pool that is used up)."""
    if len(threads) < _SEVERAL:
        return None
    frames = {thread.frame for thread in threads}
    if len(frames) == 1 and all(map(_waits, threads)):
        return frames.pop()
    # Who reads from another machine at several lines is at work; who is told to wait at one is not. Who holds what
    # all others wait for is elsewhere.
    waiting = [thread.waits_in for thread in threads if thread.state in _WAITING]
    but_one = len(threads) - 1 if len(threads) > _MANY else len(threads)
    return waiting[0] if len(set(waiting)) == 1 and len(waiting) >= but_one else None


def _waits(thread: ConsumingThread) -> bool:
    on_the_net = thread.state == "RUNNABLE" and any(word in (thread.newest or "") for word in _ON_THE_NET)
    return thread.frame is not None and (thread.state in _WAITING or on_the_net)


def _blocked(case: Case, places: Mapping[str | None, _Place], frame: str, *, whole: bool) -> Seen:
    """All clients whose threads wait at this line. Other clients' queues may move meanwhile."""
    newest = [thread for place in places.values() for thread in place.newest]
    before = [thread for place in places.values() for thread in place.before]
    moved, ips = case.moved_after(None), {ip_of(client) for client in places if client}
    committed = committed_in_place(case, [client for client in places if client])
    stuck = [
        queue
        for queue, movement in case.movements.items()
        if movement.stands or (queue.is_users and movement.stuck_with_owner) or queue in committed
        # One thread holds back no other client's queue.
        if whole or not ips or movement.owner in ips
    ]
    own_stuck = bool(committed)
    for ip in ips:
        # Snapshots may show queues of this client that are stuck, and none that moves on.
        own = [movement for movement in case.user_movements if movement.owner == ip]
        moving = any(movement.waits and movement.moves_on for movement in own)
        own_stuck |= not moving and any(movement.stuck_with_owner for movement in own)
    lasts = bool(before) or (whole and bool(stuck) and not moved) or own_stuck
    return Seen(
        case="one" if not whole else "several" if None in places else "clients",
        signs={
            "one_place" if whole else "one_thread": newest,
            "lasts": lasts,
            "stuck": Witnesses(stuck, () if stuck else moved[:3]),
        },
        values={
            "threads": len(newest),
            "frame": frame,
            "state": newest[0].state or "?",
            "clients": short(distinct(client for client in places if client)),
        },
        severity=Severity.NOTICE if not lasts else Severity.CRITICAL if stuck and whole else Severity.WARNING,
        queues=stuck,
        clients=distinct(places),
        evidence=places_of((*before[:4], *newest[:4])),
        details={"frame": frame, "threads": len(newest)},
    )
