"""Do a client's consume threads all wait in one place?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.clients_words import ConsumingThread
from rmqkit.diagnosis.facts.known import distinct, grouped
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding
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


@finding("listener_blocked")
def listener_blocked(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By dumps: where each thread is that is inside the listener, in a client's newest dump and before. The dumps of
    unknown clients are taken for one client's."""
    dumps = grouped(((thread.client_id, thread.file), thread) for thread in case.threads)
    taken: dict[str | None, list[list[ConsumingThread]]] = {}
    for (client, _file), threads in dumps.items():
        taken.setdefault(client, []).append(threads)
    places = grouped((_one_place(of_client[-1]), client) for client, of_client in taken.items())
    for place, clients in places.items():
        yield _blocked(case, {client: taken[client] for client in clients}, place)


def _one_place(threads: Sequence[ConsumingThread]) -> str | None:
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


def _blocked(case: Case, dumps: Mapping[str | None, Dumps], place: str) -> Seen:
    """All clients whose threads wait at this line, with the dumps of each. Other clients' queues may move meanwhile."""
    newest = [thread for of_client in dumps.values() for thread in of_client[-1]]
    earlier = (next((dump for dump in of_client[:-1] if _one_place(dump) == place), []) for of_client in dumps.values())
    before = [thread for dump in earlier for thread in dump]
    moved = case.moved_after(None)
    stuck = [
        queue
        for queue, movement in case.movements.items()
        if movement.stands or (queue.is_users and movement.stands_with_its_owner)
    ]
    own_stuck = any(client and _its_queues_are_stuck(case, client) for client in dumps)
    lasts = bool(before) or (bool(stuck) and not moved) or own_stuck
    return Seen(
        signs={
            "one_place": newest,
            "lasts": lasts,
            "stuck": Witnesses(stuck, () if stuck else moved[:3]),
        },
        values={"threads": len(newest), "frame": place, "state": newest[0].state or "?"},
        severity=Severity.NOTICE if not lasts else Severity.CRITICAL if stuck else Severity.WARNING,
        queues=stuck,
        clients=distinct(dumps),
        evidence=places_of((*before[:4], *newest[:4])),
        details={"frame": place, "threads": len(newest)},
    )


def _its_queues_are_stuck(case: Case, client: str) -> bool:
    """Whether snapshots show queues of this client that are stuck, and none that moves on."""
    own = [movement for movement in case.user_movements if movement.owner == ip_of(client)]
    moving = any(movement.waits and movement.moves_on for movement in own)
    return any(movement.stands_with_its_owner for movement in own) and not moving
