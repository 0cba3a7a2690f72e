"""listener_blocked: all consume threads of a dump wait in one place."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.clients_words import ConsumingThread
from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot
from tests.diagnosis.findings.said import after, facts, found, look, queue, rebalanced, record, status_of

CALL = "com.acme.Payments.send(Payments.java:52)"


def dump(number: int, *frames: str, state: str = "TIMED_WAITING", newest: str | None = None) -> list[ConsumingThread]:
    """The threads of one dump that are inside the listener, and where each stands."""
    return [
        ConsumingThread(f"jstack-{number}.txt", 10 * line, f"ConsumeMessageThread_{line}", state, frame, None, newest)
        for line, frame in enumerate(frames, start=1)
    ]


def dump_of(client: str, *frames: str) -> list[ConsumingThread]:
    """A dump of which it is known whose it is."""
    return [replace(thread, client_id=client, file=f"{client}.txt") for thread in dump(1, *frames)]


def of_two(own: int) -> tuple[Snapshot, ...]:
    """Two clients' queues: those of the second move, the first's by so much at each look."""
    return tuple(
        look(n, 60 * n, {queue(0): (900 + 9 * n, 5 + own * n, "10.0.0.1"), queue(1): (900 + 9 * n, 5 + n, "10.0.0.2")})
        for n in range(4)
    )


def native(newest: str) -> GroupFacts:
    """Two dumps in which all threads run one native method."""
    return case(*(dump(number, CALL, CALL, state="RUNNABLE", newest=newest) for number in (1, 2)))


def looks(*committed: int) -> tuple[Snapshot, ...]:
    """consumerProgress every minute; messages come all the time."""
    return tuple(look(n, 60 * n, {queue(0): (100 + 10 * n, offset, "10.0.0.1")}) for n, offset in enumerate(committed))


def case(*threads: list[ConsumingThread], snapshots: tuple[Snapshot, ...] = ()) -> GroupFacts:
    """The group with these dumps and looks."""
    return facts(threads=tuple(thread for taken in threads for thread in taken), snapshots=snapshots)


def one_thread(
    *moments: float | None,
    beside: str = "",
    state: str = "BLOCKED",
    newest: str | None = None,
    snapshots: tuple[Snapshot, ...] = (),
) -> GroupFacts:
    """A dump at each moment: one thread at one line, and perhaps another one that is elsewhere each time."""
    dumps = []
    for number, at in enumerate(moments, start=1):
        threads = dump(number, CALL, *([f"{beside}{number}"] if beside else []), state=state, newest=newest)
        dumps.append([replace(thread, at=None if at is None else after(at)) for thread in threads])
    return case(*dumps, snapshots=snapshots)


@pytest.mark.parametrize(
    ("group", "status"),
    [
        pytest.param(case(dump(1, CALL, CALL), dump(2, CALL, CALL)), "proven", id="agrees: two dumps show one place"),
        pytest.param(
            case(dump(1, CALL, CALL), snapshots=looks(5, 5, 5)), "proven", id="agrees: one dump, and offsets stand"
        ),
        pytest.param(case(dump(1, CALL, CALL)), "suspected", id="too little: one dump alone"),
        pytest.param(
            case(dump(1, CALL, CALL), dump(2, CALL, CALL), snapshots=looks(5, 9)),
            "suspected",
            id="contradicted: offsets move",
        ),
        pytest.param(case(dump(1, CALL, "com.acme.Other.run(Other.java:1)")), "open", id="silent: they stand apart"),
        pytest.param(
            case(dump_of("10.0.0.1@7", CALL, CALL), snapshots=of_two(own=0)),
            "proven",
            id="agrees: its own queues stand, another client's move",
        ),
        pytest.param(
            case(dump_of("10.0.0.1@7", CALL, CALL), snapshots=of_two(own=2)),
            "suspected",
            id="contradicted: its own queues move",
        ),
        pytest.param(case(dump(1, CALL)), "open", id="silent: one thread that sleeps for a moment"),
        pytest.param(case(dump(1, CALL, state="BLOCKED")), "suspected", id="too little: one blocked thread, one dump"),
        pytest.param(one_thread(0, 180), "proven", id="agrees: one thread is where it was three minutes before"),
        pytest.param(
            one_thread(0, 180, beside="com.acme.Other.run(Other.java:1)"),
            "proven",
            id="agrees: so is one of two, while the other is elsewhere",
        ),
        pytest.param(one_thread(0, 5), "suspected", id="too little: five seconds between the dumps"),
        pytest.param(one_thread(None, None), "suspected", id="too little: nothing dates the dumps"),
        pytest.param(
            one_thread(0, 180, snapshots=looks(5, 9)), "suspected", id="contradicted: the offsets move, none is stuck"
        ),
        pytest.param(
            one_thread(0, 180, state="RUNNABLE", newest="java.util.HashMap.get(HashMap.java:1)"),
            "open",
            id="silent: it computes",
        ),
        pytest.param(case(dump(1, CALL, CALL, state="RUNNABLE")), "open", id="silent: they compute"),
        pytest.param(
            native("java.base@17.0.10/sun.nio.ch.Net.poll(Native Method)"), "proven", id="agrees: they wait on a socket"
        ),
        pytest.param(
            native("java.net.PlainSocketImpl.socketConnect(Native Method)"), "proven", id="agrees: they connect"
        ),
        pytest.param(
            native("java.util.zip.Inflater.inflateBytesBytes(Native Method)"), "open", id="silent: they inflate"
        ),
    ],
)
def test_how_sure(group: GroupFacts, status: str) -> None:
    assert status_of(group, "listener_blocked") == status


def beside_its_log(*committed: int, behind: int = 600) -> GroupFacts:
    """A dump that lies in the folder of a client's log, the commits of one of its queues, and one look at that one."""
    mine = {"source": "client", "file": "pod-1/rocketmq_client.log", "topic": "paid", "broker": "broker-a", "queue": 0}
    made = [record("offset_committed", detail=str(at), at=5 * turn, **mine) for turn, at in enumerate(committed)]
    told = [rebalanced("10.0.0.1@7", queue(0), file="pod-1/rocketmq_client.log"), *made]
    threads = tuple(replace(thread, file="pod-1/jstack.txt") for thread in dump(1, CALL, CALL))
    shown = look(1, 40, {queue(0): (7 + behind, 7, "10.0.0.1"), queue(1): (607, 606, "10.0.0.2")})
    return facts(told, threads=threads, snapshots=(shown,))


@pytest.mark.parametrize(
    ("group", "status", "clients"),
    [
        pytest.param(
            beside_its_log(*[7] * 11), "proven", ("10.0.0.1@7",), id="agrees: it commits one offset, messages behind"
        ),
        pytest.param(
            beside_its_log(*[7] * 11, behind=0), "suspected", ("10.0.0.1@7",), id="too little: nothing behind it"
        ),
        pytest.param(
            beside_its_log(*[7] * 9), "suspected", ("10.0.0.1@7",), id="too little: they may have come a moment ago"
        ),
        pytest.param(
            beside_its_log(*range(11)), "suspected", ("10.0.0.1@7",), id="contradicted: other offsets are committed"
        ),
    ],
)
def test_a_dump_in_the_folder_of_a_log_is_of_its_client(
    group: GroupFacts, status: str, clients: tuple[str, ...]
) -> None:
    assert (status_of(group, "listener_blocked"), found(group, "listener_blocked")[0].clients) == (status, clients)


def test_a_client_that_keeps_up_with_this_group_is_blocked_in_another_one() -> None:
    shown = tuple(look(n, 60 * n, {queue(0): (900 + 9 * n, 900 + 9 * n, "10.0.0.1")}) for n in range(3))
    assert not found(case(dump_of("10.0.0.1@7", CALL, CALL), snapshots=shown), "listener_blocked")


def test_the_place_is_named() -> None:
    named = found(case(dump(1, CALL, CALL), dump(2, CALL, CALL)), "listener_blocked")[0]
    assert CALL in named.title
    assert named.details["threads"] == 2


def test_clients_that_wait_at_one_line_are_one_finding() -> None:
    both = case(dump_of("10.0.0.1@7", CALL, CALL), dump_of("10.0.0.2@7", CALL, CALL))
    (named,) = found(both, "listener_blocked")
    assert named.clients == ("10.0.0.1@7", "10.0.0.2@7")
    assert named.details["threads"] == 4
