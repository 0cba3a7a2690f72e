"""not_permitted: brokers that refuse the group's requests, or leave its heartbeats out without a word."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker, Snapshot
from rmqkit.diagnosis.facts.logs import Commit, Event, times_of
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import GROUP, QUEUES, RETRY, SHARES, ends, looks, well
from tests.diagnosis.findings.said import after, answer, facts, found, how_sure, look, queue, record

ID = "not_permitted"
GROUP_OFF = "subscription group no permission, orders"
NO_TOPIC = "topic[paid] not exist, apply first please!"
POP_OFF = "the broker[10.0.0.8] pop message is forbidden because timerWheelEnable is false"
UNKNOWN_RETRY = answer(17, f"CODE: 17  DESC: No topic route info in name server for the topic: {RETRY}")


def refused(code: int = 16, reason: str = GROUP_OFF, *, seconds: float = 60, times: int = 40) -> Event:
    """One client's requests for queue 0, refused from second 30 on."""
    raw = f"execute the pull request exception\nMQBrokerException: CODE: {code}  DESC: {reason}"
    return record(
        "pull_rejected", raw, code=code, detail=reason, topic="paid", broker="broker-a", queue=0, source="client",
        file="client.log", at=30, last=30 + seconds, times=times,
    )  # fmt: skip


def pop_refused(seconds: float = 60) -> Event:
    """The same line, which names neither group nor queue where a client pops."""
    return replace(refused(1, POP_OFF, seconds=seconds), topic=None, broker=None, queue=None)


def later(at: float = 400) -> Event:
    """The client's log goes on without refusals."""
    return record("client_started", source="client", file="client.log", at=at)


def group(*events: Event, standing: bool = True) -> GroupFacts:
    return well(events, snapshots=looks(SHARES, standing=QUEUES if standing else ()))


def never_listed(*answers: object) -> GroupFacts:
    """A client runs for minutes and no broker ever gives it a list of members."""
    raw = f"doRebalance, {GROUP} paid, get consumer id list failed"
    failing = record(
        "rebalance_failed", raw, topic="paid", source="client", file="client.log", at=0, last=200, times=10
    )
    return well([failing], snapshots=(), rosters=(), running=(), answers=answers)


SWITCHED_OFF = answer(0, "consumeEnable                           =  false", "other_mqadmin")
NO_RIGHTS = "org.apache.rocketmq.acl.common.AclException: No default permission for group:orders, a.B.c(B.java:1)"


def heartbeats_refused() -> Event:
    """Access control of 5.3 lets the client's heartbeats through no more."""
    reason = "User:orders has no permission to access Group:orders from 10.0.0.1, no matched policies."
    return replace(refused(16, reason), event="heartbeat_failed", topic=None, queue=None, address="10.0.0.8:10911")


def read_last(seconds: float, broker: str = "broker-a") -> Snapshot:
    """A look at 600 s: of each queue with a lag the message that was read last was stored at this second."""
    shown = look(1, 600, {MessageQueue("paid", broker, 0): (90, 88, "10.0.0.1")})
    return replace(shown, rows=tuple(replace(row, last_time=after(seconds)) for row in shown.rows))


@pytest.mark.parametrize(
    ("newest", "ongoing"),
    [
        pytest.param(read_last(590), False, id="what came long after the refusals was read"),
        pytest.param(read_last(40), True, id="what was read last came before them"),
        pytest.param(read_last(590, "broker-b"), True, id="another broker tells nothing of the one that refused"),
    ],
)
def test_one_look_alone_shows_by_what_was_read_last_that_it_is_over(newest: Snapshot, *, ongoing: bool) -> None:
    case = well([heartbeats_refused(), later()], snapshots=(newest,))
    assert [each.ongoing for each in found(case, ID)] == [ongoing]


@pytest.mark.parametrize(
    ("case", "told"),
    [
        pytest.param(
            replace(group(), answers=(SWITCHED_OFF,)), [("proven", "CRITICAL")], id="agrees: settings, and it stands"
        ),
        pytest.param(
            replace(group(standing=False), answers=(SWITCHED_OFF,)),
            [("suspected", "NOTICE")],
            id="contradicted: it is switched off and moves",
        ),
        pytest.param(group(refused(1, NO_RIGHTS)), [("proven", "CRITICAL")], id="agrees: access control refuses it"),
        pytest.param(
            group(heartbeats_refused()), [("proven", "CRITICAL")], id="agrees: access control refuses its heartbeats"
        ),
    ],
)
def test_settings_and_access_control(case: GroupFacts, told: list[tuple[str, str]]) -> None:
    assert [(str(each.status), str(each.severity)) for each in found(case, ID)] == told


def test_the_look_that_shows_the_refused_queue_move_is_named() -> None:
    told = found(group(refused(), standing=False), ID)[0]
    assert {line.text.partition(":")[0] for line in told.contradicts} == {"paid broker-a 0"}


def commits(*offsets: int) -> tuple[Event, ...]:
    """What the refused client commits of the refused queue, from minute five on."""
    mine = {"topic": "paid", "broker": "broker-a", "queue": 0, "source": "client", "file": "client.log"}
    return tuple(
        record("offset_committed", at=300 + 5 * n, detail=str(offset), **mine) for n, offset in enumerate(offsets)
    )


@pytest.mark.parametrize(
    ("address", "ongoing"),
    [
        pytest.param("10.0.0.8:10911", False, id="the refusing broker's queue is read further"),
        pytest.param("10.0.0.9:10911", True, id="another broker's queue is"),
    ],
)
def test_a_refusal_that_names_no_queue_is_of_the_broker_that_answered(address: str, *, ongoing: bool) -> None:
    said = replace(refused(reason=f"the broker[10.0.0.8] pulling message is forbidden BROKER: {address}"), queue=None)
    routes = {"paid": (RouteBroker("broker-a", 4, 6, "route.txt", 3, "10.0.0.8:10911", 4),)}
    case = replace(group(replace(said, topic=None, broker=None), *commits(10, 40), later()), routes=routes)
    assert found(case, ID)[0].ongoing is ongoing


@pytest.mark.parametrize(
    ("commits", "ongoing"),
    [
        pytest.param(commits(10, 40), False, id="the client commits further on the queue"),
        pytest.param(commits(10, 10), True, id="it commits what it had"),
        pytest.param((), True, id="refusals that stop being said show no end"),
    ],
)
def test_an_end_needs_a_witness(commits: tuple[Event, ...], *, ongoing: bool) -> None:
    told = found(group(refused(), *commits, later()), ID)[0]
    assert (told.ongoing, str(told.severity)) == (ongoing, "NOTICE")
    assert ("No refusal has been reported since 10:01:30" in told.why) == ongoing
    assert any("there is nothing to fix now" in line for line in told.remedy) is not ongoing


NO_POP = "Exception raised during message reception\nUnsupportedException:  request type 200050 not supported"


def too_old(*, seconds: float = 300, read: bool = False, raw: str = NO_POP) -> GroupFacts:
    """A gRPC client that receives from two brokers, of which one does not know the request."""
    other = queue(0, broker="broker-b")
    failing = record(
        "receive_failed", raw, topic="paid", broker="broker-a", queue=-1, source="client", file="client.log",
        client_id="pod-1@1@0@abc", group=None, at=30, last=30 + seconds, times=40,
    )  # fmt: skip
    seen = tuple(
        look(number, 100 * number, {queue(0): (900 * number, 10 + 90 * number * read, None), other: (70, 70, None)})
        for number in (1, 2)
    )
    return facts([failing], snapshots=seen)


test_how_sure = how_sure(
    ID,
    pytest.param(group(refused()), "proven", id="agrees: CODE 16 for a minute"),
    pytest.param(group(refused(17, NO_TOPIC)), "proven", id="agrees: CODE 17 for a minute"),
    pytest.param(group(pop_refused()), "proven", id="agrees: pop is forbidden on this broker"),
    pytest.param(never_listed(UNKNOWN_RETRY), "proven", id="agrees: heartbeats are left out, no retry topic is made"),
    pytest.param(group(refused(), standing=False), "suspected", id="contradicted: the refused queue is read"),
    pytest.param(group(refused(seconds=5, times=2)), "suspected", id="too little: two refusals at the end of a log"),
    pytest.param(never_listed(), "suspected", id="too little: no list of members, and nothing tells why"),
    pytest.param(group(), "suspected", id="too little: every queue stands, and no client's log is here"),
    pytest.param(group(standing=False), "open", id="silent: nothing was refused"),
    pytest.param(
        group(refused(17, NO_TOPIC, seconds=5, times=2), later(), standing=False),
        "open",
        id="silent: the topic came late",
    ),
    pytest.param(
        group(refused(1, "system error, tmp"), standing=False), "open", id="silent: CODE 1 that forbids nothing"
    ),
    pytest.param(
        group(refused(24, "the consumer's subscription not exist"), standing=False),
        "open",
        id="silent: CODE 24 is no refusal",
    ),
    pytest.param(too_old(raw="request type 351 not supported"), "open", id="silent: another request"),
)


@pytest.mark.parametrize(
    ("brokers", "named"),
    [
        pytest.param(("broker-a", "broker-b"), ["broker-b"], id="the other one's queues move"),
        pytest.param(("broker-b", "broker-b"), [], id="nobody's queues move: it may be any"),
    ],
)
def test_a_broker_that_refuses_with_its_address_alone_is_the_one_that_stands(
    brokers: tuple[str, str], named: list[str]
) -> None:
    moving, standing = MessageQueue("paid", brokers[0], 0), MessageQueue("paid", "broker-b", 1)
    moves = brokers[0] != "broker-b"
    shown = [
        look(n, 60 * n, {moving: (90 + n, 90 + n * moves, "10.0.0.1"), standing: (90 + n, 80, "10.0.0.2")})
        for n in range(1, 4)
    ]
    event = replace(refused(seconds=170), topic=None, broker=None, queue=None, address="10.4.0.12:10911")
    [told] = found(well([event], snapshots=tuple(shown), routes={}, running=()), ID)
    assert sorted({queue.broker for queue in told.queues}) == named


NEVER_READ = tuple(MessageQueue("paid", "broker-b", number) for number in range(2))


@pytest.mark.parametrize(
    ("listed_ends", "named"),
    [
        pytest.param((*QUEUES, *NEVER_READ), NEVER_READ, id="the one broker of which no look lists a queue"),
        pytest.param(
            (*QUEUES, *NEVER_READ, MessageQueue("paid", "broker-c", 0)), (), id="two such brokers, and one that refused"
        ),
        pytest.param(QUEUES, (), id="looks list every broker's queues"),
    ],
)
def test_what_was_never_read_of_a_broker_that_refuses_is_read_by_nobody(
    listed_ends: tuple[MessageQueue, ...], named: tuple[MessageQueue, ...]
) -> None:
    """Several topicStatus list the same queues, each of which is one."""
    event = replace(refused(26, seconds=170), topic=None, broker=None, queue=None, address="10.4.0.12:10911")
    twice = {topic: rows * 2 for topic, rows in ends(listed_ends).items()}
    [told] = found(well([event], routes={}, running=(), status=twice), ID)
    assert told.queues == named
    assert told.brokers == (("broker-b",) if named else ())
    assert "10.4.0.12:10911" in told.why


@pytest.mark.parametrize(
    ("offset", "named"),
    [
        pytest.param(0, NEVER_READ, id="it committed the place where it was to begin"),
        pytest.param(7, (), id="it committed messages of them"),
    ],
)
def test_a_first_offset_that_is_committed_is_no_reading(offset: int, named: tuple[MessageQueue, ...]) -> None:
    event = replace(refused(26, seconds=170), broker="broker-b", queue=None)
    commits = tuple(Commit("client.log", each, after(90), offset) for each in NEVER_READ)
    told = found(well([event], routes={}, running=(), status=ends((*QUEUES, *NEVER_READ)), commits=commits), ID)[0]
    assert told.queues == named


@pytest.mark.parametrize(
    ("event", "listed", "status"),
    [
        pytest.param(refused(26, seconds=1, times=8), QUEUES, [], id="contradicted: its queues are listed since"),
        pytest.param(
            replace(refused(26, seconds=1, times=8), broker="broker-b"),
            (*QUEUES, *NEVER_READ),
            ["proven"],
            id="agrees: no later snapshot lists a queue of that broker",
        ),
        pytest.param(
            replace(refused(16, seconds=1, times=8), broker="broker-b"),
            (*QUEUES, *NEVER_READ),
            [],
            id="silent: another refusal may have ended",
        ),
    ],
)
def test_a_group_that_a_broker_does_not_have_and_is_not_made_there(
    event: Event, listed: tuple[MessageQueue, ...], status: list[str]
) -> None:
    """Refused for a second, until another client came to whom these queues went."""
    told = found(well([event, later()], routes={}, running=(), status=ends(listed)), ID)
    assert [one.status.value for one in told if one.ongoing] == status


def test_a_deleted_topic_stands_with_its_own_queues_and_with_what_producers_sent_to_it() -> None:
    asked = record("topic_deleted_by", at=29, topic="paid")
    said = "delete topic config OK, topic: TopicConfig [topicName=paid, readQueueNums=4, writeQueueNums=4, perm=RW-]"
    gone = record("topic_deleted", said, at=29, topic="paid")
    sends = record("send_topic_not_exist", group=None, topic="paid", at=30, last=90, times=7)
    earlier = record("send_topic_not_exist", group=None, topic="paid", at=0, times=5)
    pulls = replace(refused(17, NO_TOPIC), queue=None)
    told = found(group(pulls, asked, gone, sends, earlier), ID)[0]
    assert told.queues == tuple(one for one in QUEUES if one.broker == "broker-a")
    assert [str(one) for one in told.details["harm"]] == [
        "unread messages of paid are lost, because the topic was deleted",
        "7 sends to paid were refused, including retries (broker.log 7)",
    ]
    assert gone.place in told.evidence


def test_what_a_client_and_its_broker_both_log_happened_once() -> None:
    assert times_of([refused(times=40), record("subscription_not_exist", times=38)]) == 40
