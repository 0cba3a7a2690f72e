"""broker_lost: a broker that clients drop, or that looks stop listing, with the queues it had."""

from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.said import GROUP, after, facts, found, how_sure, look, queue, record, status_of

LEFT = {queue(0): (9, 9, "10.0.0.1"), queue(1): (9, 9, "10.0.0.1")}
WHOLE = {**LEFT, queue(0, broker="broker-b"): (30, 9, "10.0.0.1")}

ROUTE = (
    "TopicRouteData [orderTopicConf=null, queueDatas=[QueueData [brokerName=broker-a, readQueueNums=2, "
    "writeQueueNums=2, perm={perm}, topicSysFlag=0]], brokerDatas=[BrokerData [cluster=c, brokerName=broker-a, "
    "brokerAddrs={{{places}}}]], filterServerTable={{}}]"
)
SLAVE, BOTH = "10.0.0.9:10911", "0=10.0.1.1:10911, 1=10.0.0.9:10911"


def dropped(client: int = 1, at: float = 40) -> Event:
    raw = "the broker addr[broker-b 10.0.0.8:10911] is offline, remove it"
    return record("broker_offline", raw, file=f"client-{client}.log", source="client", broker="broker-b", at=at)


def on(*brokers: str) -> dict[MessageQueue, tuple[int, int, str]]:
    return {**LEFT, **{queue(number, broker=name): (30, 9, "10.0.0.1") for number, name in enumerate(brokers)}}


def lost(*events: Event, looks: tuple[dict[Any, Any], ...] = (WHOLE, LEFT), routed: bool = True) -> GroupFacts:
    route = (RouteBroker("broker-a", 2, 6, "topicRoute.txt", 3, None, 2),)
    return facts(
        events,
        snapshots=tuple(look(number, 30 * number, rows) for number, rows in enumerate(looks)),
        routes={"paid": route} if routed else {},
    )


def without_master(master: bool | None) -> GroupFacts:
    route = RouteBroker("broker-a", 2, 6, "topicRoute.txt", 3, "10.0.0.9:10911", 2, master)
    return facts(snapshots=(look(0, 0, LEFT), look(1, 30, LEFT)), routes={"paid": (route,)})


def logged(*clients: int, last: str = "1=10.0.1.1:10911", first: str = "0=10.0.1.1:10911", perm: int = 6) -> GroupFacts:
    """Routes that clients log: first with broker-a's master, then with its slave alone."""
    routes = [
        record(
            "route_stored", ROUTE.format(places=places, perm=right), at=at, file=f"client-{client}.log",
            source="client", topic="paid",
        )
        for client in clients
        for at, places, right in ((0, first, 6), (40, last, perm))
    ]  # fmt: skip
    return facts(routes, snapshots=(look(0, 0, LEFT), look(1, 60, LEFT)))


test_how_sure = how_sure(
    "broker_lost",
    pytest.param(lost(dropped(1), dropped(2), routed=False), "proven", id="agrees: two clients drop it"),
    pytest.param(lost(dropped()), "proven", id="agrees: one client drops it and the route is without it"),
    pytest.param(lost(dropped(), looks=(WHOLE, WHOLE), routed=False), "suspected", id="too little: one client's word"),
    pytest.param(
        lost(dropped(), routed=False), "proven", id="agrees: one client drops it and snapshots stop listing it"
    ),
    pytest.param(lost(routed=False), "suspected", id="too little: looks stop listing it"),
    pytest.param(
        lost(dropped(1), dropped(2), looks=(WHOLE, {**LEFT, queue(0, broker="broker-b2"): (31, 9, "10.0.0.1")})),
        "suspected",
        id="contradicted: its queue goes on under another broker's name",
    ),
    pytest.param(
        lost(dropped(1), dropped(2), looks=(on("broker-b", "broker-b"), on("broker-c", "broker-d"))),
        "proven",
        id="agrees: two other brokers have a queue each",
    ),
    pytest.param(without_master(False), "suspected", id="too little: the route has a slave and no master"),
    pytest.param(logged(1, 2), "proven", id="agrees: two clients' routes have its slave alone"),
    pytest.param(logged(1), "suspected", id="too little: one client's routes"),
    pytest.param(
        logged(1, 2, first=BOTH, last=f"0={SLAVE}", perm=4),
        "proven",
        id="agrees: two clients' routes give its slave out as the master, and nobody may write to it",
    ),
    pytest.param(
        logged(1, 2, first=BOTH, last=f"0={SLAVE}"),
        "open",
        id="contradicted: its slave became the master, for writers too",
    ),
    pytest.param(logged(1, 2, last=f"0={SLAVE}", perm=4), "open", id="silent: nothing shows that this was a slave"),
    pytest.param(without_master(True), "open", id="silent: the route has the master"),
    pytest.param(without_master(None), "open", id="silent: the route prints no addresses"),
    pytest.param(lost(looks=(LEFT, LEFT)), "open", id="silent: nothing mentions another broker"),
    pytest.param(lost(looks=(LEFT, WHOLE), routed=False), "open", id="silent: a broker that came"),
)


def test_a_look_with_lines_that_nobody_understood_makes_nothing_missing() -> None:
    case = lost(routed=False)
    *before, last = case.snapshots
    read_in_part = replace(case, snapshots=(*before, replace(last, whole=False)))
    assert [status_of(one, "broker_lost") for one in (case, read_in_part)] == ["suspected", "open"]


def test_one_that_came_back_is_told_as_over_from_when_until_when() -> None:
    told = found(lost(dropped(1), dropped(2), looks=(WHOLE, LEFT, WHOLE), routed=False), "broker_lost")
    assert [(finding.ongoing, str(finding.severity)) for finding in told] == [(False, "NOTICE")]
    assert [(finding.since, finding.until) for finding in told] == [(after(40), after(60))]


def test_a_broker_is_back_with_the_first_commit_to_it() -> None:
    commit = record("offset_committed", at=52, source="client", file="client-1.log", topic="paid", broker="broker-b")
    (told,) = found(lost(dropped(1), commit, looks=(WHOLE, LEFT, WHOLE), routed=False), "broker_lost")
    assert (told.since, told.until) == (after(40), after(52))


@pytest.mark.parametrize(
    ("case", "harm", "says"),
    [
        pytest.param(lost(dropped(1), dropped(2)), "", "other brokers", id="another broker has the topic"),
        pytest.param(logged(1, 2), "every send to paid fails", "", id="the route has no other broker"),
        pytest.param(without_master(False), "every send to paid fails", "", id="by mqadmin's route as well"),
        pytest.param(lost(dropped(1), looks=(WHOLE, WHOLE), routed=False), "", "other brokers", id="by snapshots"),
    ],
)
def test_where_no_other_broker_has_the_topic_sends_fail(case: GroupFacts, harm: str, says: str) -> None:
    (told,) = found(case, "broker_lost")
    assert (harm in str(told.details["harm"]), says in told.why) == (True, True)
    assert bool(told.details["harm"]) == bool(harm)


def left_at(*rows: tuple[int, int], committed: int | None = None, drops: bool = True) -> GroupFacts:
    """broker-b's queue in snapshots (its end, what was read of it), what its client commits later, and it is gone."""
    looks = [{**LEFT, queue(0, broker="broker-b"): (end, read, "10.0.0.1")} for end, read in rows]
    at, gone = 30 * len(looks) - 20, 30 * len(looks) + 10
    words = {"source": "client", "file": "client-1.log", "topic": "paid", "broker": "broker-b", "queue": 0}
    commits = [record("offset_committed", detail=str(committed), at=at, **words)] if committed is not None else []
    return lost(*commits, *([dropped(1, gone), dropped(2, gone)] if drops else []), looks=(*looks, LEFT))


@pytest.mark.parametrize(
    ("case", "severity", "waiting"),
    [
        pytest.param(left_at((30, 9)), "CRITICAL", 21, id="agrees: nobody read further"),
        pytest.param(left_at((30, 9), committed=25), "CRITICAL", 5, id="agrees: nobody committed all of it"),
        pytest.param(left_at((30, 9), (60, 9)), "CRITICAL", 51, id="agrees: its offset is stuck"),
        pytest.param(left_at((130, 9), (160, 39)), "CRITICAL", 121, id="agrees: more than a commit waits for"),
        pytest.param(left_at((30, 9), committed=34), "WARNING", 0, id="contradicted: a later commit is beyond it"),
        pytest.param(left_at((30, 30)), "WARNING", 0, id="contradicted: all of it was read"),
        pytest.param(left_at((30, 28), (60, 57)), "WARNING", 0, id="silent: the next commit holds as much"),
        pytest.param(left_at((30, 28), (60, 57), drops=False), "WARNING", 0, id="silent: nor does a client drop it"),
        pytest.param(left_at(committed=34), "CRITICAL", None, id="too little: no snapshot lists its queue"),
    ],
)
def test_what_is_known_to_wait_there_is_told(case: GroupFacts, severity: str, waiting: int | None) -> None:
    told = found(case, "broker_lost")[0]
    assert (told.brokers, str(told.severity)) == (("broker-b",), severity)
    says = {None: "", 0: "; no messages are known to be waiting there"}.get(
        waiting, f"; {waiting} messages were waiting there"
    )
    assert says in told.title
    assert (told.details["none_known"], "wait until it comes back" in told.why) == (waiting == 0, waiting != 0)


def test_of_snapshots_alone_it_left_between_the_last_that_lists_it_and_the_next_one() -> None:
    diagnosis = verdict({GROUP: left_at((30, 28), (60, 57), (90, 87), drops=False)})
    told = next(one for one in diagnosis.of_group(GROUP) if one.id == "broker_lost")
    assert (told.since, told.details["not_before"], told.details["first_shown"]) == (None, after(60), after(90))


REFUSED = "doRebalance, orders, add a new mq failed, {queue}, because lock failed"


def refused(number: int) -> Event:
    raw = REFUSED.format(queue=f"MessageQueue [topic=paid, brokerName=broker-a, queueId={number}]")
    return record(
        "queue_lock_failed",
        raw,
        at=40,
        file="client-1.log",
        source="client",
        topic="paid",
        broker="broker-a",
        queue=number,
    )


@pytest.mark.parametrize(
    ("master", "told"),
    [
        pytest.param(False, (queue(0), queue(1)), id="a slave alone gives no locks"),
        pytest.param(True, (), id="a master that gives the lock to somebody else is no lost broker"),
    ],
)
def test_an_ordered_group_can_lock_nothing_of_a_broker_without_a_master(
    master: bool, told: tuple[MessageQueue, ...]
) -> None:
    waiting = {queue(number): (30, 9, None) for number in range(2)}
    case = replace(without_master(master), snapshots=(look(0, 0, waiting), look(1, 30, waiting)))
    events = facts([refused(0), refused(1)])
    found_here = found(replace(case, events=events.events, logs=events.logs), "broker_lost")
    assert [(finding.queues, finding.proven) for finding in found_here] == ([(told, True)] if told else [])


def test_a_lock_that_was_refused_before_the_master_went_tells_nothing_of_the_slave() -> None:
    """Another client had it then."""
    case = logged(1, 2)
    told = replace(case, events=facts([*case.events, replace(refused(0), at=after(20), last_at=after(20))]).events)
    (lost_master,) = found(told, "broker_lost")
    assert (lost_master.queues, lost_master.since) == ((), after(40))


WAITING = {queue(number): (30, 9, "10.0.0.1") for number in range(2)}
PULLED = record(
    "pull_rejected", f"CODE: 2  DESC: [REJECTREQUEST]system busy, start flow control for a while BROKER: {SLAVE}",
    at=50, file="client-1.log", source="client", topic="paid", broker="broker-a", queue=0, code=2,
)  # fmt: skip
BY_SLAVE = record(
    "slave_hands_out", "main - slaveReadEnable=true", at=1, file="slave/broker.log", broker="broker-a", group=None
)
ITS_LOG = record(
    "broker_started", "boot success", at=1, file="slave/broker.log", broker="broker-a", address=SLAVE, group=None
)


def behind_a_slave(*events: Event, every: float = 30, consumed: int = 0) -> GroupFacts:
    """Three looks at a broker without a master: messages wait under a live owner."""
    looks = [{one: (stored, read + consumed * n, ip) for one, (stored, read, ip) in WAITING.items()} for n in range(3)]
    case = logged(1, 2)
    told = facts([*case.events, *events])
    return replace(told, snapshots=tuple(look(n, every * n, rows) for n, rows in enumerate(looks)))


@pytest.mark.parametrize(
    ("case", "queues", "says"),
    [
        pytest.param(behind_a_slave(), tuple(WAITING), "false by default", id="agrees: its queues stand"),
        pytest.param(
            behind_a_slave(PULLED), tuple(WAITING), "refuses every pull", id="agrees: it refuses pulls as well"
        ),
        pytest.param(
            behind_a_slave(PULLED, consumed=5), (), "refuses every pull", id="agrees: what was pulled is still read"
        ),
        pytest.param(
            behind_a_slave(BY_SLAVE, ITS_LOG), (), "read from the slave", id="contradicted: it hands out what it has"
        ),
        pytest.param(behind_a_slave(consumed=5), (), "false by default", id="silent: they are read"),
        pytest.param(behind_a_slave(every=5), (), "false by default", id="too little: they stand for ten seconds"),
    ],
)
def test_a_slave_hands_messages_out_only_where_it_is_told_to(
    case: GroupFacts, queues: tuple[MessageQueue, ...], says: str
) -> None:
    (told,) = found(case, "broker_lost")
    assert (told.queues, str(told.severity)) == (queues, "CRITICAL" if queues else "WARNING")
    assert says in told.why


def in_memory(number: int) -> RunningInfo:
    """A client that has so many messages of each of the queues in its memory, and reads them."""
    held = tuple(HeldQueue(one, "pull", number, False, after(60), after(60), 1, 9, 8 + number, 9) for one in WAITING)
    return RunningInfo("info.txt", 0, "10.0.0.1@7", after(60), {}, {}, {}, {}, held, ())


@pytest.mark.parametrize(
    ("number", "queues", "slave"),
    [
        pytest.param(21, (), "", id="all: they wait for the listener, and the slave can give nothing"),
        pytest.param(10, tuple(WAITING), SLAVE, id="a part: the others wait there"),
    ],
)
def test_what_clients_had_pulled_before_does_not_wait_there(
    number: int, queues: tuple[MessageQueue, ...], slave: str
) -> None:
    route = without_master(False).routes
    case = replace(behind_a_slave(PULLED), running=(in_memory(number),), routes=route)
    (told,) = found(case, "broker_lost")
    assert (told.queues, told.details["slave"]) == (queues, slave)
    assert f"{2 * number} messages had already been pulled: they wait in the clients" in told.why
    assert found(case, "consumer_stuck") == []


@pytest.mark.parametrize(
    ("broker", "number", "says"),
    [
        pytest.param("broker-a", "1", "read from the slave", id="its slave's"),
        pytest.param("broker-b", "1", "false by default", id="another broker's"),
        pytest.param("broker-a", "0", "false by default", id="its master's"),
    ],
)
def test_whether_a_slave_hands_out_says_its_own_configuration(broker: str, number: str, says: str) -> None:
    written = {"brokerName": broker, "brokerId": number, "slaveReadEnable": "true"}
    lines = (Setting("broker.conf", n, "broker", None, *one) for n, one in enumerate(written.items()))
    (told,) = found(replace(behind_a_slave(), settings=tuple(lines)), "broker_lost")
    assert says in told.why


def test_what_no_slave_hands_out_is_no_stuck_consumer() -> None:
    assert [bool(found(case, "consumer_stuck")) for case in (behind_a_slave(), behind_a_slave(BY_SLAVE, ITS_LOG))] == [
        False,
        True,
    ]


def test_an_offset_that_a_slave_shows_lower_than_its_master_was_moved_by_nobody() -> None:
    case = behind_a_slave(consumed=-3)
    with_master = replace(case, events=(), logs={})
    assert [bool(found(one, "offsets_moved")) for one in (case, with_master)] == [False, True]


@pytest.mark.parametrize(
    ("failed", "since"),
    [
        pytest.param(15, 15, id="a request to it fails before the next poll of the routes"),
        pytest.param(-300, 40, id="one that failed minutes before was another matter"),
    ],
)
def test_it_is_lost_since_requests_to_it_fail(failed: float, since: float) -> None:
    refused = record("connection_failed", file="client-1.log", source="client", address="10.0.0.8:10911", at=failed)
    named = replace(dropped(1), address="10.0.0.8:10911")
    [one] = found(lost(refused, named, dropped(2)), "broker_lost")
    assert one.since == after(since)


def taken_out(perm: int = 4, *, grows: int = 0, waits: int = 0) -> GroupFacts:
    """Both clients' routes hold broker-b with this perm before they drop it; its queue in two later snapshots."""
    held = ROUTE.format(places="", perm=6).replace("perm=6", f"perm={perm}").replace("broker-a", "broker-b")
    routes = [
        record("route_changed", held, at=10, file=f"client-{client}.log", source="client", topic="paid")
        for client in (1, 2)
    ]
    ends = [{**LEFT, queue(0, broker="broker-b"): (end, end - waits, "10.0.0.1")} for end in (30, 30 + grows)]
    return lost(*routes, *(dropped(client, 90) for client in (1, 2)), looks=(LEFT, *ends, LEFT, LEFT))


@pytest.mark.parametrize(
    ("case", "drained"),
    [
        pytest.param(taken_out(), True, id="nobody might write to it, and all of it was read"),
        pytest.param(taken_out(6), False, id="producers might write up to its end"),
        pytest.param(taken_out(waits=3), False, id="messages wait there"),
        pytest.param(taken_out(grows=5), False, id="messages still came when it was seen last"),
    ],
)
def test_a_broker_that_was_drained_first_leaves_nothing(case: GroupFacts, drained: bool) -> None:
    seen = found(case, "broker_lost")[0]
    assert (seen.details["drained"], seen.severity is Severity.NOTICE, "drained" in seen.title) == (drained,) * 3
