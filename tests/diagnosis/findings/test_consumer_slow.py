"""consumer_slow: every queue moves and falls further behind."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import IP, ONE, QUEUES, RETRY, SHARES, TWO, client, lists, looks, rates, well
from tests.diagnosis.findings.said import facts, found, how_sure, look, queue, record

ID = "consumer_slow"


def lagging(speed: int, times: int = 3, owner: str | None = None) -> tuple[Snapshot, ...]:
    """Every 30 s each queue gets 90 messages, and so many of them are consumed (only the owner's slow, if one is)."""
    shown = []
    for number in range(times):
        rows = {}
        for one, ip in SHARES.items():
            read = speed if owner in (None, ip) else 90
            rows[one] = (1000 + 90 * number, 1000 + read * number, ip)
        shown.append(look(number + 1, 30 * (number + 1), rows))
    return tuple(shown)


def handed_over(times: int) -> tuple[Snapshot, ...]:
    """At first TWO has all queues and reads them to their ends; then ONE has its own, and is slow."""
    all_of_two = look(0, 0, dict.fromkeys(SHARES, (1000, 1000, IP[TWO])))
    return (all_of_two, *lagging(40, times, owner=IP[ONE]))


def holding(messages: int) -> tuple[RunningInfo, ...]:
    """Both clients' words: so many messages wait in them for each of their queues."""
    return client(ONE, *QUEUES[:2], cached=messages), client(TWO, *QUEUES[2:], cached=messages)


def pausing(milliseconds: int = 24_000) -> tuple[RunningInfo, ...]:
    """Nothing waits in the clients, which let so much time pass after each pull."""
    pause = {"pullInterval": str(milliseconds)}
    return tuple(replace(one, properties={**one.properties, **pause}) for one in holding(0))


def group(speed: int = 40, **changed: Any) -> GroupFacts:
    return well(**{"snapshots": lagging(speed), "running": holding(90), **changed})


def by_broker(slow: str = "broker-b", jitter: int = 0) -> tuple[Snapshot, ...]:
    """Two brokers' queues: those of one are ONE's and fall behind, those of the other are TWO's and do not, but for so
    many messages at the last look."""
    shown = []
    for number in range(3):
        rows = {}
        for broker in ("broker-a", "broker-b"):
            read, ip = (40, IP[ONE]) if broker == slow else (90, IP[TWO])
            late = jitter if broker != slow and number == 2 else 0
            rows[queue(0, broker=broker)] = (1000 + 90 * number, 900 + read * number - late, ip)
        shown.append(look(number + 1, 30 * (number + 1), rows))
    return tuple(shown)


IN_ONE = client(ONE, queue(0, broker="broker-b"), cached=120)


test_how_sure = how_sure(
    ID,
    pytest.param(group(), "proven", id="agrees: 40 of 90 are consumed, and the difference grows at each look"),
    pytest.param(group(snapshots=lagging(40, owner=IP[ONE])), "proven", id="agrees: one slow client among quick ones"),
    pytest.param(group(snapshots=handed_over(3)), "proven", id="agrees: slow since its queues were handed over to it"),
    pytest.param(group(snapshots=handed_over(2)), "suspected", id="too little: two looks since they were handed over"),
    pytest.param(
        group(snapshots=handed_over(3), rosters=lists(ONE, TWO, model="BROADCASTING"), running=()),
        "open",
        id="silent: brokers' offsets of a broadcasting group are of no use, handed over or not",
    ),
    pytest.param(group(running=()), "proven", id="agrees: nobody was asked what waits in it"),
    pytest.param(
        group(snapshots=by_broker(), running=(IN_ONE,)),
        "proven",
        id="agrees: one broker's, and they lie in the client",
    ),
    pytest.param(
        group(snapshots=by_broker(), running=()), "suspected", id="too little: that broker may hand them out late"
    ),
    pytest.param(
        group(snapshots=by_broker(jitter=1), running=()),
        "suspected",
        id="too little: that broker may be late, and the others' queues are a message further than at first",
    ),
    pytest.param(group(running=holding(0)), "suspected", id="contradicted: nothing lies in the clients"),
    pytest.param(group(running=pausing()), "proven", id="agrees: nothing lies in clients that pause between pulls"),
    pytest.param(group(running=pausing(10)), "suspected", id="contradicted: so short a pause limits nothing"),
    pytest.param(group(snapshots=lagging(40, times=2)), "suspected", id="too little: two looks"),
    pytest.param(
        group(snapshots=lagging(40, times=2, owner=IP[ONE])), "suspected", id="too little: two looks at a slow one"
    ),
    pytest.param(group(90), "open", id="contradicted: everything that comes is consumed"),
    pytest.param(group(120), "open", id="contradicted: it catches up"),
    pytest.param(group(snapshots=lagging(40, times=1)), "open", id="silent: one look"),
    pytest.param(group(0), "open", id="silent: nothing moves, so it is not slow"),
    pytest.param(well(snapshots=looks(SHARES, standing=QUEUES[:1])), "open", id="silent: one queue stands"),
    pytest.param(
        well(snapshots=looks(SHARES, standing=QUEUES[::2], times=2)),
        "open",
        id="silent: one of each two stands",
    ),
)


def changing_hands() -> tuple[Snapshot, ...]:
    """ONE falls behind on its two queues; the other two go from ONE's ip to TWO's with a lag that stays."""
    shown = []
    for number in range(3):
        slow = dict.fromkeys(QUEUES[:2], (1000 + 90 * number, 800 + 40 * number, IP[ONE]))
        moved = dict.fromkeys(QUEUES[2:], (1000 + 90 * number, 800 + 90 * number, IP[TWO if number else ONE]))
        shown.append(look(number + 1, 30 * (number + 1), slow | moved))
    return tuple(shown)


def test_that_the_others_keep_up_is_said_where_each_queue_of_theirs_shows_it() -> None:
    told = found(group(snapshots=changing_hands()), ID)[0]
    assert told.title == f"{ONE} consumes 44% of what arrives in its queues; 600 messages behind"


def test_how_much_of_what_comes_is_consumed() -> None:
    """80 of 180 in each of four queues, and so 400 behind."""
    assert found(group(), ID)[0].title == "The group consumes 44% of what arrives; 400 messages behind"


def test_only_the_queues_of_the_slow_client_are_named() -> None:
    told = found(group(snapshots=lagging(40, owner=IP[ONE])), ID)[0]
    assert (told.queues, told.clients) == (QUEUES[:2], (ONE,))
    assert told.title == (
        f"{ONE} consumes 44% of what arrives in its queues, while the others keep up; 200 messages behind"
    )
    assert told.remedy[0].startswith(f"Compare {ONE} with those that keep up ({IP[TWO]})")


@pytest.mark.parametrize(
    ("threads", "taken", "status"),
    [
        pytest.param(3, 1000, "proven", id="agrees: as much is consumed as threads and their listener calls allow"),
        pytest.param(9, 1000, "suspected", id="contradicted: the threads would allow three times as much"),
        pytest.param(3, 400, "suspected", id="contradicted: so quick a listener would keep up"),
    ],
)
def test_two_looks_at_a_slow_client_and_its_threads(threads: int, taken: float, status: str) -> None:
    of_two = group(snapshots=lagging(40, times=2, owner=IP[ONE]), running=asked(threads, taken))
    assert found(of_two, ID)[0].status.value == status


@pytest.mark.parametrize(
    ("owner", "deed"),
    [
        pytest.param(
            ONE,
            f"Fix the failing listener first: the threads of {ONE} also consume the retry queue",
            id="agrees: it is its",
        ),
        pytest.param(TWO, f"Compare {ONE} with those that keep up", id="contradicted: it is another client's"),
    ],
)
def test_a_client_is_slower_that_consumes_what_all_of_them_send_back(owner: str, deed: str) -> None:
    retries = MessageQueue(RETRY, "broker-a", 0)
    shown = [
        replace(one, rows=(*one.rows, *look(n, 30 * n, {retries: (400 * n, 390 * n, IP[owner])}).rows))
        for n, one in enumerate(lagging(40, owner=IP[ONE]), start=1)
    ]
    assert found(group(snapshots=tuple(shown)), ID)[0].remedy[0].startswith(deed)


def corrected(old: int, new: int) -> GroupFacts:
    """Of 90 messages that come between looks 40 are consumed; between the last two the offset is set forward."""
    offsets = [(1000, 400), (1090, 440), (1180, 880)]
    shown = [look(number, 30 * number, {queue(0): (*at, IP[ONE])}) for number, at in enumerate(offsets)]
    raw = (
        "the pull request offset illegal, PullRequest [consumerGroup=orders, messageQueue=MessageQueue [topic=paid, "
        f"brokerName=broker-a, queueId=0], nextOffset={old}] PullResult [pullStatus=OFFSET_ILLEGAL, "
        f"nextBeginOffset={new}, minOffset={new}, maxOffset=1100, msgFoundList=0]"
    )
    where = {"source": "client", "topic": "paid", "broker": "broker-a", "queue": 0}
    return facts([record("pull_offset_illegal", raw, at=40, **where)], snapshots=tuple(shown))


def test_a_correction_that_looks_do_not_lie_around_changes_nothing() -> None:
    assert not found(corrected(300, 390), ID)


def asked(
    threads: int, taken: float, *, ordered: bool = False, of: Sequence[str] = (ONE, TWO)
) -> tuple[RunningInfo, ...]:
    """Both clients' words: how many threads each has, and how long a call of the listener takes."""
    infos = []
    for who, queues in ((ONE, QUEUES[:2]), (TWO, QUEUES[2:])):
        info = client(who, *queues, cached=90, rates=(replace(rates()[0], consume_rt=taken),))
        told = {"PROP_THREADPOOL_CORE_SIZE": str(threads), "PROP_CONSUMEORDERLY": str(ordered).lower()}
        infos.append(replace(info, properties={**info.properties, **told}))
    return tuple(info for info in infos if info.client_id in of)


def dated_by_last_time() -> tuple[Snapshot, ...]:
    shown = lagging(40)
    return tuple(replace(one, rows=tuple(replace(row, last_time=one.at) for row in one.rows)) for one in shown)


@pytest.mark.parametrize(
    ("case", "words", "unsaid"),
    [
        pytest.param(
            group(running=asked(3, 1000)),
            "the lag grows by 6.7 a second. According to the running info a listener call takes 1,000 ms, and 2 "
            "clients have 6 consume threads in total, which allows at most 6.0 messages a second. To keep up, the "
            "group needs about 12 consume threads in total (now 6; consumeThreadMin/Max, if the services that the "
            "listener calls can handle that), or 500 ms per listener call (now 1,000). Or run about 4 clients like "
            "these (now 2; 4 queues).",
            "add queues first",
            id="agrees: threads and the time of a call allow what is consumed",
        ),
        pytest.param(
            group(speed=10, running=asked(1, 1000)),
            "about 12 clients like these (now 2), but add queues first",
            "; 4 queues",
            id="agrees: more than queues",
        ),
        pytest.param(
            group(running=asked(9, 750, ordered=True)),
            "2 clients have 4 consume threads",
            "18",
            id="agrees: one thread a queue",
        ),
        pytest.param(
            group(snapshots=lagging(40, owner=IP[ONE]), running=asked(3, 1000)),
            "about 6 consume threads in total (now 3;",
            "clients like these",
            id="agrees: one slow client among quick ones",
        ),
        pytest.param(
            group(running=asked(20, 1000)),
            "the threads are not the limit",
            "To keep up",
            id="contradicted: the threads allow more than comes",
        ),
        pytest.param(
            group(running=asked(1, 1000)),
            "5.3 are consumed",
            "According to the running info",
            id="contradicted: more is consumed than that",
        ),
        pytest.param(
            group(running=asked(3, 1000, of=(ONE,))),
            "5.3 are consumed",
            "According to the running info",
            id="too little: one was not asked",
        ),
        pytest.param(
            group(), "5.3 are consumed", "According to the running info", id="silent: no client prints its threads"
        ),
        pytest.param(
            group(running=pausing()), "at most 5.3", "Make the listener", id="agrees: pulls are what limits it"
        ),
        pytest.param(
            group(snapshots=dated_by_last_time()),
            "messages arrived in",
            "a second",
            id="silent: the moments of the snapshots are those of the messages read last",
        ),
        pytest.param(
            group(snapshots=dated_by_last_time(), running=asked(3, 1000)),
            "about 14 consume threads in total (now 6;",
            "grows by",
            id="agrees: no moments, but listeners that are busy all the time consume 80 of 180",
        ),
    ],
)
def test_what_the_threads_allow_against_what_comes(case: GroupFacts, words: str, unsaid: str) -> None:
    [told] = found(case, ID)
    text = " ".join([told.why, *told.remedy])
    assert words in text
    assert unsaid not in text
