"""duplicate_consumption: several readers of one queue, and windows that were read again."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Commit, Event
from tests.diagnosis.findings.groups import (
    GROUP,
    IP,
    ONE,
    QUEUES,
    RETRY,
    SHARES,
    THREE,
    TWO,
    broker_start,
    client,
    connected,
    goes_on,
    listed,
    lists,
    looks,
    registered,
    twins,
    well,
)
from tests.diagnosis.findings.said import after, facts, found, how_sure, look, queue, record

ID = "duplicate_consumption"
ILLEGAL = (
    "the pull request offset illegal, PullRequest [consumerGroup=orders, messageQueue=MessageQueue [topic=paid, "
    "brokerName=broker-a, queueId=1], nextOffset=173] PullResult [pullStatus=OFFSET_ILLEGAL, nextBeginOffset=98, "
    "minOffset=0, maxOffset=174, msgFoundList=0]"
)
RESET = "[reset-offset] reset offset started by 10.0.0.9:1. topic=paid, group=orders, timestamp=1795295987109"


def back(at: float, committed: int = 90, stored: int = 120, number: int = 1) -> Event:
    """A commit below what the broker has stored."""
    raw = f"[NOTIFYME]update consumer offset less than store. requestOffset={committed}, storeOffset={stored}"
    return record("offset_moved_back", raw, file="broker-a.log", topic="paid", queue=number, at=at)


def twins_wanting(*expressions: str) -> GroupFacts:
    """Processes with one id that want this."""
    came = [
        replace(event, address=f"{IP[ONE]}:{port}")
        for port, wanted in enumerate(expressions, start=5000)
        for event in (connected(ONE, -600), registered(ONE, wanted))
    ]
    return twins(events=[broker_start(at=-900), *came, goes_on()], running=())


def unheard_twins_beside(wanted: str) -> GroupFacts:
    """Processes with one id of which one reported that it wants TagA, and a member that wants this."""
    shares = {**dict.fromkeys(QUEUES[:2], IP[ONE]), QUEUES[2]: None, QUEUES[3]: IP[TWO]}
    running = (
        client(ONE, *QUEUES[:2], topics={"paid": "TagA"}),
        client(TWO, QUEUES[3], topics={"paid": wanted}),
    )
    return twins(rosters=lists(ONE, ONE, TWO), running=running, snapshots=looks(shares, standing=QUEUES[2:3]))


def of_one_reader(logs: int = 2) -> GroupFacts:
    """A commit below the stored offset after a client came, and what so many of the clients log of their queues."""
    given = [(ONE, 1, QUEUES[1], 10), (TWO, 2, QUEUES[2], 52)][:logs]
    logged = [
        record(name, source="client", file=f"client-{number}.log", topic=its.topic, broker=its.broker,
               queue=its.queue, client_id=who, at=at)
        for who, number, its, at in given for name in ("rebalance_result", "queue_added")
    ]  # fmt: skip
    return well([*logged, connected(TWO, 50), back(60), goes_on()])


WROTE = record("offset_reset_done", topic="paid", file="broker-a.log", at=55)


def again_and_again() -> list[Event]:
    return [*(back(at) for at in range(0, 300, 15)), goes_on(at=310)]


def handed_over(giver: int, taker: int, wanted: str = "*", *, says: str = "", says_at: float = 60) -> GroupFacts:
    """A queue goes from one client to another, which starts at the giver's commit of 100; both go on committing.
    `says`: what the giver logs of its end."""
    first, second = "client-1/rocketmq_client.log", "client-2/rocketmq_client.log"
    mine = {"source": "client", "topic": "paid", "broker": "broker-a", "queue": 1}
    added = [record("queue_added", at=at, file=file, **mine) for at, file in ((-300, first), (60, second))]
    commits = [(first, 52, 80), (first, 57, 100), (first, 62, giver), (second, 62, 100), (second, 67, taker)]
    return well(
        [*added, *([record(says, at=says_at, file=first, source="client")] if says else []), goes_on()],
        commits=tuple(Commit(file, QUEUES[1], after(at), offset) for file, at, offset in commits),
        rosters=lists(ONE, TWO, table={"paid": wanted, RETRY: "*"}),
        running=(),
    )


def reset(to: int, *, taken_up: bool) -> GroupFacts:
    """A client that had committed 100 is sent back, commits that itself, and goes on."""
    raw = ILLEGAL.replace("nextBeginOffset=98", f"nextBeginOffset={to}")
    sent = record("pull_offset_illegal", raw, source="client", topic="paid", broker="broker-a", queue=1, at=60)
    later = [(61, to), (66, 170)] if taken_up else []
    commits = [("client.log", at, offset) for at, offset in [(55, 100), *later]]
    return well(
        [sent, goes_on()],
        commits=tuple(Commit(file, QUEUES[1], after(at), offset) for file, at, offset in commits),
        snapshots=(),
    )


def reset_ahead() -> GroupFacts:
    """A reset to five minutes ago skips what waited longer; a slow client's commit from before comes after it."""
    started = RESET.replace("1795295987109", str(int(after(-300).timestamp() * 1000)))
    events = [record("offset_reset_started", started, topic="paid", at=55), back(58, committed=100, stored=9000)]
    waiting = look(1, 30, {QUEUES[1]: (10_000, 90, IP[ONE])})
    ahead = look(2, 90, {QUEUES[1]: (10_100, 9100, IP[ONE])})
    return well([*events, goes_on()], snapshots=(waiting, ahead))


def committed_side_by_side(until: float, taken: float | None = None) -> GroupFacts:
    """Where brokers may know different clients, two of them commit one queue; the second one up to that moment.
    `taken`: when the first one took it from the second."""
    said = {"source": "client", "topic": "paid", "broker": "broker-a", "queue": 1}
    events = [
        record("offset_committed", file=f"{who}.log", client_id=who, at=0, last=last, times=9, **said)
        for who, last in ((ONE, 600), (TWO, until))
    ]
    turns = ((TWO, 0), (ONE, taken)) if taken else ()
    events += [record("queue_added", file=f"{who}.log", client_id=who, at=at, **said) for who, at in turns]
    lists = ((1, (ONE, TWO)), (2, (ONE,)))
    asked = tuple(replace(listed(number, *ids), asked=f"10.0.8.{number}:10911") for number, ids in lists)
    return well([*events, goes_on()], rosters=asked, running=(), snapshots=(), routes={})


def held_by_both(
    *,
    taken: float = 0,
    until: float = 120,
    offsets: tuple[int, int] = (200, 320),
    gives_up: float | None = None,
    goes_on: float = -300,
    says: str = "queue_added",
) -> GroupFacts:
    """ONE has a queue since ever, by its log; TWO takes it as well, with no cause in sight. ONE commits a message a
    second, TWO from and to these offsets. `gives_up`: when ONE drops it; `goes_on`: when it commits again, after a
    pause; `says`: what TWO's log has of its coming."""
    its = {"source": "client", "topic": "paid", "broker": "broker-a", "queue": 1}
    mine = {"file": "one.log", "client_id": ONE, **its}
    others = {"file": "two.log", "client_id": TWO, **its}
    events = [
        record("queue_added", at=-300, **mine),
        record("offset_committed", at=-300, last=-1, times=60, detail="0", last_detail="199", **mine),
        record(says, at=taken, **others),
        record(
            "offset_committed", at=taken + 2, last=until, times=9, detail=str(offsets[0]), last_detail=str(offsets[1]),
            **others,
        ),
        record("offset_committed", at=max(1, goes_on), last=until, times=9, detail="201", last_detail="320", **mine),
        *([record("queue_dropped", at=gives_up, **mine)] if gives_up else []),
    ]  # fmt: skip
    return facts(events, rosters=lists(ONE, TWO))


test_how_sure = how_sure(
    ID,
    pytest.param(held_by_both(), "proven", id="agrees: two clients took a queue and neither gave it up"),
    pytest.param(held_by_both(gives_up=121), None, id="contradicted: one of the two gave it up at last"),
    pytest.param(held_by_both(until=25), None, id="too little: a change of hands takes as long"),
    pytest.param(held_by_both(goes_on=110), None, id="too little: the first one had paused, and came back just now"),
    pytest.param(
        held_by_both(offsets=(320, 400)), None, id="silent: nothing that one committed did the other one commit"
    ),
    pytest.param(held_by_both(says="pull_dropped"), None, id="too little: one log does not say that it took the queue"),
    pytest.param(committed_side_by_side(until=595), "proven", id="agrees: two clients commit one queue to the end"),
    pytest.param(
        committed_side_by_side(until=530),
        None,
        id="silent: a client commits every 5 s what it holds, and one of the two stopped a minute ago",
    ),
    pytest.param(
        committed_side_by_side(until=595, taken=592),
        None,
        id="silent: two clients had it in turn, and the second one gave it up at last",
    ),
    pytest.param(twins(), "proven", id="agrees: a proven cause gives queues to two processes"),
    pytest.param(twins_wanting("TagA", "TagA || TagB"), "proven", id="agrees: the processes have a tag in common"),
    pytest.param(
        twins(rosters=lists(ONE, ONE, table={"paid": "*", "bonus": "*"})),
        None,
        id="silent: the table has a topic that nobody reports: the second process may read that one alone",
    ),
    pytest.param(
        twins(rosters=(*lists(ONE, ONE)[:2], listed(3, ONE, ONE, table={"bonus": "*"})), running=()),
        None,
        id="silent: the table has another topic by turns, which one of the processes may want",
    ),
    pytest.param(twins_wanting("TagA", "TagB"), None, id="silent: each process drops what the other one consumes"),
    pytest.param(unheard_twins_beside("TagA"), "proven", id="agrees: every member that is heard wants the same"),
    pytest.param(
        unheard_twins_beside("TagB"), None, id="silent: another member wants another tag, and so may the second process"
    ),
    pytest.param(handed_over(giver=140, taker=160), "proven", id="agrees: two clients committed the same offsets"),
    pytest.param(reset(to=40, taken_up=True), "proven", id="agrees: put back, and the reader commits from there on"),
    pytest.param(
        well([connected("10.0.0.4@9#1", 50), back(60), goes_on()]),
        "suspected",
        id="too little: one commit below the stored offset after a client came",
    ),
    pytest.param(
        well([WROTE, connected("10.0.0.4@9#1", 290), back(300), goes_on()]),
        "suspected",
        id="too little: the same, minutes after a reset",
    ),
    pytest.param(
        well([WROTE, connected("10.0.0.4@9#1", 50), back(60), goes_on()]),
        None,
        id="contradicted: a client that still commits its old place right after a reset",
    ),
    pytest.param(of_one_reader(), None, id="contradicted: by everybody's logs one client alone ever had the queue"),
    pytest.param(of_one_reader(logs=1), "suspected", id="too little: one of two clients has no log"),
    pytest.param(
        handed_over(giver=100, taker=160, says="consumer_shutdown"),
        None,
        id="contradicted: the old owner shut down in order",
    ),
    pytest.param(
        handed_over(giver=100, taker=160, says="consumer_unregistered"),
        None,
        id="contradicted: the old owner took leave of the broker before, and is done seconds later",
    ),
    pytest.param(
        handed_over(giver=100, taker=160, says="consumer_unregistered", says_at=67),
        "suspected",
        id="too little: the old owner took leave seconds after the queue had another one",
    ),
    pytest.param(handed_over(giver=100, taker=160), "suspected", id="too little: the old owner died after its commit"),
    pytest.param(
        handed_over(giver=140, taker=160, wanted="red"),
        "suspected",
        id="too little: commits pass over what the tags leave out",
    ),
    pytest.param(reset(to=40, taken_up=False), "suspected", id="too little: put back, and nobody goes on there"),
    pytest.param(well([back(60), goes_on()]), None, id="silent: one commit came late, and nobody came or went"),
    pytest.param(facts(again_and_again()), None, id="silent: for minutes, by these lines alone"),
    pytest.param(facts([back(at) for at in (0, 1, 2)]), None, id="silent: three at once"),
    pytest.param(facts([back(40_000 * day) for day in range(12)]), None, id="silent: one every half day"),
    pytest.param(
        facts([event for at in range(0, 300, 10) for event in (connected(f"10.0.0.4@{at}#1", at), back(at))]),
        None,
        id="silent: each as a client comes, by these lines alone",
    ),
    pytest.param(reset_ahead(), None, id="contradicted: after a reset ahead a late commit puts the stored offset back"),
    pytest.param(
        twins(rosters=lists(ONE, ONE)[:1], running=(), snapshots=()), "suspected", id="too little: perhaps no twins"
    ),
    pytest.param(
        twins(snapshots=looks(SHARES), running=()), None, id="contradicted: the owners are not those of twins"
    ),
    pytest.param(well(), None, id="silent: every queue has one owner"),
    pytest.param(
        well([record("consumer_started", source="client", file="client.log", at=50), back(60), goes_on()]),
        None,
        id="silent: queues change hands while the first clients start",
    ),
    pytest.param(well([back(60, 120, 120)]), None, id="silent: a commit that repeats the stored offset"),
)


def test_what_two_clients_read_side_by_side_goes_on() -> None:
    [told] = found(held_by_both(), ID)
    assert (told.title, told.queues, told.clients, told.ongoing, str(told.severity), told.since) == (
        "1 queue consumed by several clients at once; at least 119 messages delivered twice",
        (QUEUES[1],),
        (ONE, TWO),
        True,
        "CRITICAL",
        after(0),
    )


def test_queues_with_several_readers_are_named() -> None:
    assert [finding.queues for finding in found(twins(), ID)] == [QUEUES[:2]]


def test_what_both_committed_bounds_it_from_below() -> None:
    told = found(handed_over(giver=140, taker=160), ID)[0]
    assert (told.title, told.queues, told.ongoing, str(told.severity)) == (
        "At least 40 messages consumed again when queues changed hands",
        (QUEUES[1],),
        False,
        "NOTICE",
    )


def test_a_dead_owner_gives_no_number() -> None:
    told = found(handed_over(giver=100, taker=160), ID)[0]
    assert told.title == "Messages may have been consumed again when queues changed hands"


def test_how_far_a_reader_was_seen_to_pass_again_bounds_a_reset_from_below() -> None:
    told = found(reset(to=40, taken_up=True), ID)[0]
    assert told.title == "At least 60 messages consumed again after offsets moved back"


def test_a_single_late_commit_is_called_that() -> None:
    told = found(well([back(60), goes_on()]), "harmless_startup_noise")
    assert [
        "1 commit was below the stored offset of a queue that kept its owner" in finding.why for finding in told
    ] == [True]


def test_commits_around_a_clients_coming_are_a_change_of_hands() -> None:
    """Twenty commits go back, each right after a client came: no lasting second reader is suspected."""
    comings = [connected(f"10.0.0.4@{at}#1", at, port=8000 + at) for at in range(0, 300, 15)]
    told = found(well([*comings, *again_and_again()]), ID)
    assert [finding.severity.name for finding in told] == ["NOTICE"]


def test_an_offset_that_a_reset_put_back_changed_no_hands() -> None:
    """Each look after the reset shows the queues at 90, which is lower than before."""
    reset = record("offset_reset_started", RESET, topic="paid", file="broker-a.log", at=55)
    shown = looks(SHARES)
    lower = look(3, 90, {queue: (280, 90, owner) for queue, owner in SHARES.items()})
    told = found(well([reset, back(60), goes_on()], snapshots=(*shown[:2], lower)), ID)
    assert [finding.title.partition(" consumed again ")[2] for finding in told] == ["after offsets moved back"]
    assert found(well([back(60), goes_on()], snapshots=(*shown[:2], lower)), ID) == []


def too_late(last: float = 60) -> Event:
    raw = "WARN ack failed\norg.apache.rocketmq.client.java.exception.BadRequestException: receipt handle is expired"
    return record("ack_too_late", raw, source="client", file="worker.log", group=None, at=1, last=last, times=40)


def test_acknowledgements_that_come_too_late_are_messages_that_come_again() -> None:
    [told] = found(well([too_late()]), ID)
    assert (str(told.severity), told.ongoing, told.proven) == ("WARNING", True, False)
    assert "40 acknowledgements came after their invisible time" in told.title


def retried(*read: int, topic: str = f"%RETRY%{GROUP}_paid") -> GroupFacts:
    """Acknowledgements that come too late, and looks at what brokers gave out again."""
    shown = [look(n, 30 * n, {queue(0): (90, 90, None), queue(0, topic): (at, at, None)}) for n, at in enumerate(read)]
    return well([too_late()], snapshots=tuple(shown), running=())


@pytest.mark.parametrize(
    ("case", "proven"),
    [
        pytest.param(retried(10, 50), True, id="agrees: the retry topic is read meanwhile"),
        pytest.param(retried(10, 50, topic=f"%RETRY%{GROUP}+paid"), True, id="agrees: so is that of later brokers"),
        pytest.param(retried(50, 50), False, id="too little: nothing of it is read"),
        pytest.param(retried(10, 50, topic="%RETRY%other_paid"), False, id="too little: another group's is read"),
    ],
)
def test_how_sure_of_what_is_acknowledged_too_late(case: GroupFacts, proven: bool) -> None:
    [told] = [finding for finding in found(case, ID) if "acknowledgements" in finding.title]
    assert told.proven == proven


FROZEN = "10.0.0.2"


def frozen_client(*later: int, dropped: bool = True, again: int | None = None) -> GroupFacts:
    """A broker drops a client, which commits 100 when others are at 500; what snapshots show of the queue then, every
    30 s; `again`: its own next commit."""
    scan = (
        "SCAN: remove expired channel from ConsumerManager consumerTable. channel=10.0.0.2:5001, consumerGroup=orders"
    )
    gone = record("consumer_disconnected", scan, file="broker-a.log", address=f"{FROZEN}:5001", at=10)
    of_it = {"address": f"{FROZEN}:5009"}
    commits = [replace(back(60, 100, 500), **of_it)]
    commits += [replace(back(66, again, 510), **of_it)] if again else []
    shown = tuple(look(n, 60 + 30 * n, {queue(1): (900, at, IP[ONE])}) for n, at in enumerate(later, start=1))
    events = [*([gone] if dropped else []), connected(TWO, 61 if dropped else 55, port=5009), *commits, goes_on()]
    return well(events, snapshots=shown, running=())


@pytest.mark.parametrize(
    ("case", "status", "title"),
    [
        pytest.param(
            frozen_client(),
            "suspected",
            f"{TWO} sent no heartbeat for two minutes, then committed offsets 400 messages below",
            id="too little: nothing shows where the queue was read next",
        ),
        pytest.param(
            frozen_client(520, 600),
            "suspected",
            f"{TWO} sent no heartbeat for two minutes, then committed offsets 400 messages below",
            id="contradicted: the next snapshot shows the offset of whoever had read on",
        ),
        pytest.param(
            frozen_client(dropped=False),
            "suspected",
            "Messages may have been consumed again when queues changed hands",
            id="silent: no broker dropped the client",
        ),
    ],
)
def test_a_client_that_was_dropped_as_silent_reads_again(case: GroupFacts, status: str, title: str) -> None:
    [told] = found(case, ID)
    assert (str(told.status), told.title[: len(title)]) == (status, title)


def last_retried(at: float, stored: float | None, *, waiting: int = 0) -> GroupFacts:
    """Acknowledgements came too late up to second 60; one look at the retry topic, and when its newest message came."""
    seen = look(1, at, {queue(0, f"%RETRY%{GROUP}_paid"): (50 + waiting, 50, None)})
    rows = tuple(replace(row, last_time=None if stored is None else after(stored)) for row in seen.rows)
    return well([too_late()], snapshots=(replace(seen, rows=rows),), running=())


@pytest.mark.parametrize(
    ("case", "ongoing"),
    [
        pytest.param(last_retried(300, 50), False, id="agrees: no more came to the retry topic, and all of it is read"),
        pytest.param(last_retried(300, 280), True, id="contradicted: messages still come to the retry topic"),
        pytest.param(last_retried(300, 50, waiting=3), True, id="contradicted: some of it still waits"),
        pytest.param(last_retried(300, None), True, id="silent: nothing tells when its newest message came"),
        pytest.param(last_retried(90, 50), True, id="too little: the look is of half a minute later"),
    ],
)
def test_a_quiet_retry_topic_ends_what_is_acknowledged_too_late(case: GroupFacts, ongoing: bool) -> None:
    [told] = [finding for finding in found(case, ID) if "acknowledgements" in finding.title]
    assert told.ongoing == ongoing


def sent_back(last: float = 60) -> Event:
    raw = "send expire msg back. topic=paid, msgId=0A1400010001A1B2C3D4E5F6, queueId=1, queueOffset=8278"
    mine = {"source": "client", "file": "client-1/rocketmq_client.log", "group": None, "topic": "paid"}
    return record("sent_back", raw, at=1, last=last, times=4, **mine)


@pytest.mark.parametrize(
    ("retried", "sure"),
    [
        pytest.param((4, 4), True, id="agrees: the retry topic is read to its end"),
        pytest.param((4, 1), False, id="too little: they wait in the retry topic"),
        pytest.param(None, False, id="too little: no look shows the retry topic"),
    ],
)
def test_what_a_slow_listener_makes_its_client_send_back_comes_again(
    retried: tuple[int, int] | None, sure: bool
) -> None:
    rows = look(9, 0, {queue(0, RETRY): (*retried, IP[ONE])}).rows if retried else ()
    shown = tuple(replace(one, rows=(*one.rows, *rows)) for one in looks(SHARES))
    case = well([sent_back()], snapshots=shown)
    [told] = found(case, ID)
    assert (told.proven, str(told.severity)) == (sure, "WARNING")
    assert told.title.startswith(
        "Messages are delivered again while a listener is still processing them (4 times, 1 message)"
    )
    assert found(case, "consume_failures") == []


def put_back(*committed: int) -> GroupFacts:
    """Looks at a queue whose offset somebody put far back, and that is read on from there."""
    of = queue(0)
    shown = [look(number, 30 * number, {of: (90_000, at, None)}) for number, at in enumerate(committed, start=1)]
    return well(snapshots=tuple(shown), running=())


@pytest.mark.parametrize(
    ("committed", "ongoing"),
    [
        pytest.param((80_000, 20_000, 30_000), True, id="it is on its way through what it has read before"),
        pytest.param((80_000, 20_000, 85_000), False, id="it is past where it had been"),
        pytest.param((80_000, 20_000, 20_000), False, id="nobody reads on"),
    ],
)
def test_what_was_put_back_comes_again_until_it_is_read_to_where_it_was(
    committed: tuple[int, ...], ongoing: bool
) -> None:
    [told] = [finding for finding in found(put_back(*committed), ID) if finding.details.get("windows")]
    assert (told.ongoing, told.proven) == (ongoing, False)


def test_what_a_change_of_hands_puts_back_is_no_reset() -> None:
    assert not found(put_back(80_000, 79_500, 80_500), ID)


def changed_back(*offsets: tuple[int, int], model: str = "BROADCASTING") -> GroupFacts:
    """A client of a model was there and left; the looks show a queue's end and its offset."""
    shown = [look(n, 30 * n, {queue(1): (*row, IP[ONE])}) for n, row in enumerate(offsets, start=1)]
    return well([registered(THREE, model=model), goes_on()], snapshots=tuple(shown))


@pytest.mark.parametrize(
    ("case", "title"),
    [
        pytest.param(
            changed_back((100, 90), (180, 90), (260, 255)), "Up to 165 messages may", id="it stood, and went on"
        ),
        pytest.param(changed_back((100, 90), (180, 90), (260, 90)), None, id="it stands still"),
        pytest.param(changed_back((100, 90), (180, 150), (260, 255)), None, id="it never stood"),
        pytest.param(changed_back((100, 90), (180, 90), (260, 255), model="CLUSTERING"), None, id="nobody broadcast"),
    ],
)
def test_what_broadcasting_clients_read_comes_again_to_clustering_ones(case: GroupFacts, title: str | None) -> None:
    told = [finding for finding in found(case, ID) if "broadcasting" in finding.title]
    assert [(str(one.status), one.ongoing, one.title.startswith(title or "?")) for one in told] == (
        [("suspected", False, True)] if title else []
    )


@pytest.mark.parametrize(
    ("stored", "title"),
    [
        pytest.param(140, "At least 40 messages", id="the taker wrote below the last commit of the giver"),
        pytest.param(150, "Messages may have been", id="what it had stored is nobody's commit"),
    ],
)
def test_a_commit_below_the_givers_last_one(stored: int, title: str) -> None:
    case = handed_over(giver=140, taker=100)
    told = found(replace(case, events=(*case.events, back(64, committed=100, stored=stored))), ID)[0]
    assert str(told.title).startswith(title)


def test_what_twins_read_between_snapshots_was_delivered_twice_at_least() -> None:
    shown = looks({**SHARES, **dict.fromkeys(QUEUES[2:])}, standing=QUEUES[2:], times=4)
    [twice] = found(twins(snapshots=shown), ID)
    assert twice.title == "2 queues consumed by several clients at once; at least 360 messages delivered twice"


def held_at(offset: int, *, giver: int = 0, taker: int = 0, inflight: int = 0, dropped: int = 0) -> GroupFacts:
    """A queue whose offset stands at 100 changes hands at the 60th second, its giver shuts down in order. `giver`,
    `taker`: how far each has pulled when it warns that one message holds all it has; `inflight`: what a snapshot shows
    pulled before; `dropped`: how far the giver had pulled when it noticed."""
    case = handed_over(giver=100, taker=100, says="consumer_unregistered")
    its = {"source": "client", "topic": "paid", "broker": "broker-a", "queue": 1}
    request = f"PullRequest [consumerGroup=orders, messageQueue={QUEUES[1]}, nextOffset="
    span = f"span too long, so do flow control, minOffset={offset}, maxOffset=9, maxSpan=2001, pullRequest={request}"
    warned = [
        record(
            "flow_control",
            f"{span}{end}]",
            at=at,
            detail=f"minOffset={offset}",
            file=f"client-{n}/rocketmq_client.log",
            **its,
        )
        for n, at, end in ((1, 30, giver), (2, 65, taker))
        if end
    ]
    noticed = record(
        "pull_dropped", f"the pull {request}{dropped}]] is dropped", at=60, file="client-1/rocketmq_client.log", **its
    )
    shown = look(1, 45, {QUEUES[1]: (9000, offset, IP[ONE])})
    shown = replace(shown, rows=tuple(replace(row, inflight=inflight) for row in shown.rows))
    commits = tuple(replace(one, offset=100) for one in case.commits)
    events = (*case.events, *warned, *([noticed] if dropped else []))
    return replace(case, events=events, commits=commits, snapshots=(shown,) if inflight else ())


@pytest.mark.parametrize(
    ("case", "told"),
    [
        pytest.param(
            held_at(100, giver=2866, taker=2500),
            ("suspected", "Messages may", "offsets 100 to 2865 and later"),
            id="too little: both had pulled far beyond it, and how much of that lies in them is not told",
        ),
        pytest.param(
            held_at(100, giver=2866, dropped=4741),
            ("suspected", "Messages may", "roughly offsets 100 to 4740 at most"),
            id="too little: how far the taker is nobody tells, how far the giver was it says itself",
        ),
        pytest.param(
            held_at(100, inflight=3310),
            ("suspected", "Messages may", "offsets 100 to 3409 and later"),
            id="too little: a snapshot shows more pulled than lies in a client",
        ),
        pytest.param(held_at(100, inflight=900), None, id="silent: all of it may lie in the client, which shut down"),
        pytest.param(
            held_at(90, giver=2866, taker=2500), None, id="contradicted: the offset went on past that message"
        ),
    ],
)
def test_an_unfinished_message_makes_all_after_it_come_again(
    case: GroupFacts, told: tuple[str, str, str] | None
) -> None:
    findings = [one for one in found(case, ID) if "changed hands" in one.title]
    assert len(findings) == bool(told)
    for one, (status, title, window) in zip(findings, [told] if told else [], strict=True):
        assert (str(one.status), one.title[: len(title)]) == (status, title)
        assert window in one.why


AGAIN_AT = 60
STOPPED = record(
    "service_stopping", "Shutdown service thread:PullRequestHoldService", file="broker-a.log", at=AGAIN_AT - 5
)


@pytest.mark.parametrize(
    ("more", "title"),
    [
        pytest.param((connected(ONE, at=-600),), "after broker-a restarted", id="agrees: it had clients before"),
        pytest.param((connected(ONE, at=-600), STOPPED), "when queues changed hands", id="contradicted: in good order"),
        pytest.param((), "when queues changed hands", id="silent: the log knows no client of before"),
    ],
)
def test_a_broker_that_was_killed_gives_its_queues_with_older_offsets(more: tuple[Event, ...], title: str) -> None:
    case = held_at(100, giver=2866, taker=2500)
    case = replace(case, events=(*more, *case.events, broker_start("broker-a.log", at=AGAIN_AT)))
    assert [one.title for one in found(case, ID)] == [f"Messages may have been consumed again {title}"]
