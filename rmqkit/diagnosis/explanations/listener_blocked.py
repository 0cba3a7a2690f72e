"""Do a client's consume threads all wait in one place?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Rival, Severity, core, follows, need
from rmqkit.diagnosis.commands import PROGRESS, THREADS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.clients_words import ConsumingThread
from rmqkit.diagnosis.facts.known import distinct, grouped
from rmqkit.diagnosis.facts.logs import places_of, topics_of
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of

ID = "listener_blocked"
# One busy thread is a listener at work; that several stand in one line of code is no chance.
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


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By dumps: where each thread stands that is inside the listener, at a client's newest one and before."""
    taken = _taken(case)
    places = ((_one_place(of_client[-1]), client) for client, of_client in taken.items())
    for place, there in grouped((place, client) for place, client in places if place).items():
        yield _claim(case, {client: taken[client] for client in there}, place)


def _taken(case: Case) -> dict[str | None, list[list[ConsumingThread]]]:
    """The dumps of each client, those of unknown ones as one's, in the order in which they were read."""
    dumps = grouped(((thread.client_id, thread.file), thread) for thread in case.threads)
    clients = dict.fromkeys(client for client, _file in dumps)
    return {client: [of_file for (who, _file), of_file in dumps.items() if who == client] for client in clients}


def _one_place(threads: Sequence[ConsumingThread]) -> str | None:
    """The line of the application at which all of them wait, else the one of a library (a pool that is used up)."""
    if len(threads) < _SEVERAL:
        return None
    frames = {thread.frame for thread in threads}
    if len(frames) == 1 and all(map(_waits, threads)):
        return frames.pop()
    # Who reads from another machine at several lines is at work; who is told to wait at one is not. Who holds what
    # all others wait for stands elsewhere.
    waiting = [thread.waits_in for thread in threads if thread.state in _WAITING]
    but_one = len(threads) - 1 if len(threads) > _MANY else len(threads)
    return waiting[0] if len(set(waiting)) == 1 and len(waiting) >= but_one else None


def _waits(thread: ConsumingThread) -> bool:
    on_the_net = thread.state == "RUNNABLE" and any(word in (thread.newest or "") for word in _ON_THE_NET)
    return thread.frame is not None and (thread.state in _WAITING or on_the_net)


def _claim(case: Case, dumps: Mapping[str | None, Sequence[Sequence[ConsumingThread]]], place: str) -> Claim:
    """All clients whose threads wait at this line, with the dumps of each."""
    newest = [thread for of_client in dumps.values() for thread in of_client[-1]]
    before = [thread for of_client in dumps.values() for thread in _stood_before(of_client, place)]
    moved, standing = case.moved_after(None), _standing(case)
    all_stand = bool(standing) and not moved
    lasts = bool(before) or all_stand or _queues_of_one_stand(case, dumps)
    return Claim(
        ID,
        say("{threads} consume threads wait in one place: {frame}", threads=len(newest), frame=place),
        say(
            "Every thread of the dump that is inside the listener stands there ({state}). While "
            "none comes back, this client consumes nothing.",
            state=newest[0].state or "?",
        ),
        _severity(lasts=lasts, waiting=bool(standing)),
        signs=(
            core(say("all threads that are inside the listener wait at one line"), len(newest)),
            need(say("they still do at a second look, or offsets stand"), lasts, command=f"{THREADS}; {PROGRESS}"),
            # Other clients' queues may move all the while.
            follows(say("the group's offsets stand"), len(standing), against=() if standing else moved[:3]),
        ),
        rivals=(
            Rival(say("the listener waits there for a moment with every message"), refuted=lasts, command=THREADS),
        ),
        topics=topics_of(standing),
        queues=standing,
        clients=distinct(dumps),
        evidence=places_of((*before[:4], *newest[:4])),
        explains=("consumer_stuck",),
        details={"frame": place, "threads": len(newest)},
    )


def _standing(case: Case) -> tuple[MessageQueue, ...]:
    """The queues that stand, at every look or with their owner at the last ones."""
    stand = (
        queue
        for queue, movement in case.movements.items()
        if movement.stands or (queue.is_users and movement.stands_with_its_owner)
    )
    return tuple(sorted(stand))


def _queues_of_one_stand(case: Case, clients: Iterable[str | None]) -> bool:
    return any(_its_queues_stand(case, client) for client in clients)


def _its_queues_stand(case: Case, client: str | None) -> bool:
    """Whether looks show a client with queues that stand with it, and with none that moves on."""
    own = [movement for movement in case.user_movements if client and movement.owner == ip_of(client)]
    return any(movement.stands_with_its_owner for movement in own) and not any(
        movement.waits and movement.moves_on for movement in own
    )


def _stood_before(dumps: Sequence[Sequence[ConsumingThread]], place: str) -> Sequence[ConsumingThread]:
    """The first earlier dump in which the threads wait where they do in the newest; empty where none shows it."""
    return next((dump for dump in dumps[:-1] if _one_place(dump) == place), ())


def _severity(*, lasts: bool, waiting: bool) -> Severity:
    if not lasts:
        return Severity.NOTICE
    return Severity.CRITICAL if waiting else Severity.WARNING


EXPLANATION = Explanation(
    id=ID,
    rank=175,
    claims=claims,
    command=THREADS,
    kind=CAUSE,
    what="All consume threads of a client wait in one place of the listener: a lock, a call to another system without a time "
    "limit, a pool that is used up. Nothing is consumed until one comes back.",
    confirm="Two thread dumps of the client, a minute apart (mqadmin consumerStatus -g GROUP -i CLIENT "
    "-s, or jstack): the threads named ConsumeMessageThread stand at the same line.",
    remedy=(
        "Give the call at that line a time limit, or the pool that it waits for more room; until then restart the client.",
        "A message that is read again after the restart was not lost: make the listener bear that.",
    ),
    do_not=("Do not add consumers only: they come to stand at the same place.",),
)
