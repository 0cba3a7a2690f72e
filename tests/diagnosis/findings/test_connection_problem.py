"""connection_problem: brokers and name servers that clients, or mqadmin, cannot reach."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import Answer, GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import ONE, QUEUES, SHARES, TWO, listed, lists, looks, well
from tests.diagnosis.findings.said import GROUP, after, answer, facts, found, how_sure, look, queue, record, status_of

ID = "connection_problem"
PEER = "10.0.0.8:10911"
UNREACHED = answer(0, f"RemotingConnectException: connect to {PEER} failed", "consumer_progress")


CLOSED_AT_ONCE = answer(0, f"RemotingSendRequestException: send request to <{PEER}> failed", "topic_status")


def failed(client: int = 1, *, seconds: float = 60, times: int = 6, name: str = "connection_failed") -> Event:
    """A client cannot reach the broker, from second 10 on."""
    raw = f"createChannel: connect remote host[{PEER}] failed"
    return record(
        name, raw, address=PEER, source="client", file=f"client-{client}.log", times=times,
        at=10 + client / 100, last=10 + seconds,
    )  # fmt: skip


def goes_on(client: int = 1, at: float = 900) -> Event:
    return record("client_started", source="client", file=f"client-{client}.log", at=at)


def reached(*events: Event) -> GroupFacts:
    """Looks ten minutes later show that the group consumes."""
    later = tuple(
        look(number, 600 + 30 * number, {queue(0): (90 + 9 * number, 90 + 9 * number, "10.0.0.1")}) for number in (1, 2)
    )
    return well(events, snapshots=later)


def test_whom_mqadmin_alone_could_not_reach_is_named() -> None:
    assert found(facts(answers=(UNREACHED, CLOSED_AT_ONCE)), ID)[0].title == f"{PEER} cannot be reached"


def connected(at: float) -> Event:
    raw = f"createChannel: connect remote host[{PEER}] success"
    return record("connection_opened", raw, address=PEER, source="client", file="client-1.log", at=at)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            facts([failed(1), failed(2), connected(200), goes_on(1), goes_on(2)]), id="contradicted: a client connects"
        ),
        pytest.param(reached(failed(1), failed(2)), id="contradicted: later looks show that the group consumes"),
    ],
)
def test_what_was_reached_again_is_told_as_over(case: GroupFacts) -> None:
    assert [(finding.ongoing, str(finding.severity)) for finding in found(case, ID)] == [(False, "NOTICE")]


@pytest.mark.parametrize(
    ("servers", "ongoing"),
    [
        pytest.param(
            f"{PEER};10.0.0.6:9876", True, id="agrees: it is one of the name servers that clients are told of"
        ),
        pytest.param("10.0.0.6:9876", False, id="contradicted: clients are told of others, so that it is a broker"),
    ],
)
def test_a_group_that_consumes_shows_no_name_server_to_be_back(servers: str, ongoing: bool) -> None:
    told = found(reached(failed(1), failed(2), given(1, servers), given(2, servers)), ID)
    assert [finding.ongoing for finding in told] == [ongoing]


def dropped(broker: str = "broker-a") -> Event:
    """The client drops the address, and keeps the broker: its slave serves."""
    raw = f"the broker addr[{broker} {PEER}] is offline, remove it"
    return record("broker_offline", raw, address=PEER, broker=broker, source="client", file="client-1.log", at=100)


def committed(at: float = 800) -> Event:
    return record(
        "offset_committed", topic="paid", broker="broker-a", queue=0, source="client", file="client-1.log", at=at
    )


@pytest.mark.parametrize(
    ("events", "ongoing", "words"),
    [
        pytest.param(
            [goes_on(1)], True, "no further failure since 10:01:10", id="that failures stop proves no recovery"
        ),
        pytest.param([connected(200), goes_on(1)], False, "it could be reached again later", id="a connect does"),
        pytest.param(
            [dropped(), committed(), goes_on(1)],
            True,
            "",
            id="commits to a slave of its name are none to a dropped master",
        ),
        pytest.param(
            [dropped(), connected(700), goes_on(1)], False, "it could be reached again later", id="it came back"
        ),
    ],
)
def test_an_end_needs_a_witness(events: list[Event], *, ongoing: bool, words: str) -> None:
    told = found(facts([failed(1), failed(2), *events, goes_on(2)]), ID)[0]
    assert told.ongoing == ongoing
    assert words in told.why
    assert ("it could be reached again later" in told.why) == (not ongoing)


def hangs(client: int, at: float = 60) -> Event:
    """The connection stands, and nothing comes back over it."""
    raw = f"invokeSync: wait response timeout exception, the channel[addr={PEER}, id=1]"
    return record(
        "connection_failed", raw, address=PEER, source="client", file=f"client-{client}.log", times=6,
        at=10 + client / 100, last=at + client / 100,
    )  # fmt: skip


def answered(at: float) -> Event:
    return record("heartbeat_sent", address=PEER, source="client", file="client-1.log", at=at)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        pytest.param(
            [connected(62), goes_on(1, 80), goes_on(2, 80)],
            ("NOTICE", True),
            id="a hanging server's system takes connections: the first one after it tells nothing",
        ),
        pytest.param(
            [connected(30), connected(62), goes_on(1, 80), goes_on(2, 80)],
            ("WARNING", True),
            id="it took one before, and answered nothing: it hangs still",
        ),
        pytest.param(
            [answered(62), goes_on(1, 80), goes_on(2, 80)], ("NOTICE", False), id="a heartbeat was answered: it is over"
        ),
        pytest.param(
            [connected(62), goes_on(1), goes_on(2)],
            ("NOTICE", False),
            id="a connection, and no heartbeat failed for long: it is over",
        ),
    ],
)
def test_a_connection_to_a_server_that_hangs_is_no_answer(events: list[Event], said: tuple[str, bool]) -> None:
    told = found(facts([hangs(1), hangs(2), *events]), ID)[0]
    assert (str(told.severity), told.ongoing) == said


def test_what_is_merely_not_said_again_is_no_alarm_and_accounts_for_nothing() -> None:
    told = found(facts([failed(1), failed(2), goes_on(1), goes_on(2)]), ID)[0]
    assert (str(told.severity), told.ongoing, told.explains) == ("NOTICE", True, ())


def opened(client_id: str, port: int, at: float) -> Event:
    """A broker sees a client's connection come."""
    return record("consumer_connected", client_id=client_id, address=f"10.0.0.1:{port}", at=at)


def scanned(client_id: str, port: int, at: float) -> Event:
    """A broker's scan drops a connection that was silent for two minutes."""
    address = f"10.0.0.1:{port}"
    raw = f"SCAN: remove expired channel from ConsumerManager consumerTable. channel={address}, consumerGroup=orders"
    return record("consumer_disconnected", raw, client_id=client_id, address=address, at=at)


CLIENT, OTHER = "10.0.0.1@7#1", "10.0.0.2@7#1"


@pytest.mark.parametrize(
    ("events", "named"),
    [
        pytest.param(
            [opened(CLIENT, 5000, 0), opened(CLIENT, 5001, 300), scanned(CLIENT, 5000, 400)],
            [CLIENT],
            id="agrees: its next connection came before the scan dropped the old one",
        ),
        pytest.param(
            [opened(CLIENT, 5000, 0), scanned(CLIENT, 5000, 400), opened(CLIENT, 5001, 430)],
            [],
            id="silent: it came back after the scan",
        ),
        pytest.param(
            [opened(CLIENT, 5000, 0), opened(CLIENT, 5001, 300), scanned(CLIENT, 5000, 500)],
            [],
            id="contradicted: the old one was heard of after the new one came, as of a second process",
        ),
        pytest.param(
            [opened(CLIENT, 5000, 0), opened(OTHER, 5001, 300), scanned(CLIENT, 5000, 400)],
            [],
            id="silent: another client's connection came",
        ),
    ],
)
def test_a_connection_that_ended_without_a_word(events: list[Event], named: list[str]) -> None:
    told = found(facts([*events, record("register_broker", at=900)]), "connection_problem")

    assert [client for finding in told for client in finding.clients] == named
    assert all(finding.proven and not finding.ongoing for finding in told)


def counted_twice(owner: str | None, at: float = 350) -> GroupFacts:
    """TWO's lost connection is counted until 400 s: of its two queues the second is then `owner`'s, in a look of that
    time or another."""
    own = [connected_to_broker(ONE, 0, 4000), connected_to_broker(TWO, 0, 5000), connected_to_broker(TWO, 300, 5001)]
    read = {each: (190, 190, SHARES[each]) for each in QUEUES[:3]}
    meanwhile = look(1, at, read | {QUEUES[3]: (190, 30, owner)})
    later = [
        look(number, 700 + 30 * number, {each: (990 + number, 990 + number, SHARES[each]) for each in QUEUES})
        for number in (2, 3)
    ]
    return well(
        [*own, scanned(TWO, 5000, 400), record("register_broker", at=900)], snapshots=(meanwhile, *later), running=()
    )


def connected_to_broker(client_id: str, at: float, port: int) -> Event:
    return record("consumer_connected", client_id=client_id, address=f"10.0.0.1:{port}", at=at)


@pytest.mark.parametrize(
    ("case", "queues", "harm"),
    [
        pytest.param(
            counted_twice(None), QUEUES[3:], "160 messages waited in queues without a consumer at 10:05:50",
            id="agrees: a snapshot of that time shows the owners that the longer list gives",
        ),
        pytest.param(counted_twice("10.0.0.2"), (), "", id="contradicted: its client is shown with that share, too"),
        pytest.param(counted_twice(None, at=450), (), "", id="too little: no snapshot is of that time"),
    ],
)  # fmt: skip
def test_what_nobody_read_while_a_lost_connection_was_counted(
    case: GroupFacts, queues: tuple[MessageQueue, ...], harm: str
) -> None:
    (told,) = [one for one in found(case, ID) if one.clients == (TWO,)]
    assert (told.queues, " ".join(map(str, told.details["harm"]))) == (queues, harm)


def sends(*more: Event) -> list[Event]:
    """Sends of two clients time out at the broker."""
    said = [record("send_failed", source="client", file=f"client-{number}.log", at=10) for number in (1, 2)]
    return [failed(1), failed(2), *said, *more]


def test_what_only_senders_meet_is_no_trouble_of_the_group() -> None:
    consumes = record("queue_added", source="client", file="client-1.log", at=5)
    seen = {"snapshots": looks(SHARES)}
    assert [
        status_of(facts(sends(), **seen), ID),
        status_of(facts(sends(consumes), **seen), ID),
        status_of(facts(sends()), ID),
    ] == ["open", "proven", "proven"], "a client that consumes met it too, or nobody looked at the group"


def test_a_log_in_which_nobody_names_itself_is_of_the_only_client_of_the_host_in_its_path() -> None:
    by_one = replace(failed(), file="logs/10.0.0.1.log")
    assert found(well([by_one]), ID)[0].clients == (ONE,)
    assert found(well([replace(by_one, file="logs/10.0.0.10.log")]), ID)[0].clients == ()
    assert found(well([by_one], rosters=(listed(1, ONE, "10.0.0.1@9#9"),), running=()), ID)[0].clients == ()


NAME_SERVER = "10.0.0.7:9876"


def no_route(client: int, at: float = 1, seconds: float = 3, **said: object) -> Event:
    """A client does not get a topic's route: its name server is silent for some seconds."""
    raw = f"updateTopicRouteInfoFromNameServer Exception\nRemotingTimeoutException: wait on the channel <{NAME_SERVER}>"
    return record(
        "route_failed", raw, address=NAME_SERVER, source="client", file=f"client-{client}.log", group=None, times=3,
        at=at + client / 100, last=at + seconds, **said,
    )  # fmt: skip


def share(client: int, at: float) -> Event:
    return record("rebalance_result", topic="paid", source="client", file=f"client-{client}.log", at=at)


def given(client: int, servers: str) -> Event:
    raw = f"Created a new client Instance, ClientConfig [namesrvAddr={servers}, clientIP=10.0.0.1]"
    return record("client_created", raw, source="client", file=f"client-{client}.log", group=None, at=0)


def command(number: int, at: float) -> Answer:
    said = f"RemotingTimeoutException: wait response on the channel <{NAME_SERVER}> timeout, 5000(ms)"
    return replace(answer(0, said, "topic_route"), at=after(at), file=f"topicRoute-{number}.txt")


LAST = (look(1, 320, {queue(0): (99, 99, "10.0.0.1")}),)
STARTS = [no_route(number) for number in range(1, 5)]
FIRST_SHARES = [share(number, 9) for number in range(1, 5)]
LATER = [goes_on(number) for number in range(1, 5)]
TWO_COMMANDS = (command(1, 200), command(2, 260))
LISTS = (listed(3, ONE, TWO), listed(4, ONE, TWO))


def undated(number: int) -> Answer:
    return replace(command(number, 0), at=None, file=f"consumerConnection-{number}.txt")


@pytest.mark.parametrize(
    ("case", "said"),
    [
        pytest.param(
            facts([no_route(1, seconds=300), no_route(2, seconds=300)]),
            ("proven", "WARNING"),
            id="agrees: it fails for minutes and to the end",
        ),
        pytest.param(
            facts([*STARTS, *FIRST_SHARES, *LATER], answers=TWO_COMMANDS, snapshots=LAST),
            ("open", None),
            id="contradicted: every client was answered after seconds, and mqadmin after each that timed out",
        ),
        pytest.param(
            facts([*STARTS, *FIRST_SHARES, *LATER], answers=TWO_COMMANDS),
            ("suspected", "WARNING"),
            id="too little: nothing shows that mqadmin was answered since",
        ),
        pytest.param(
            facts([*STARTS, *LATER], answers=(undated(1), undated(2)), snapshots=LAST, rosters=LISTS),
            ("open", None),
            id="contradicted: files of higher numbers are answers, and no route changed",
        ),
        pytest.param(
            facts([*STARTS, *LATER], answers=(undated(5), undated(6)), snapshots=LAST, rosters=LISTS),
            ("suspected", "WARNING"),
            id="too little: files of lower numbers came before",
        ),
        pytest.param(
            facts([*STARTS, *LATER], snapshots=LAST),
            ("proven", "NOTICE"),
            id="too little: mqadmin may have asked another name server",
        ),
        pytest.param(
            facts([*STARTS, *(share(number, 0.5) for number in range(1, 5)), *LATER]),
            ("proven", "NOTICE"),
            id="too little: what clients had before tells of no answer",
        ),
        pytest.param(
            facts(
                [
                    *STARTS,
                    *FIRST_SHARES,
                    *LATER,
                    *(given(number, f"{NAME_SERVER};10.0.0.6:9876") for number in range(1, 5)),
                ]
            ),
            ("proven", "NOTICE"),
            id="too little: another name server may have answered",
        ),
        pytest.param(facts([*LATER]), ("open", None), id="silent: nothing fails"),
    ],
)
def test_a_name_server_that_is_slow_for_a_moment_is_not_gone(case: GroupFacts, said: tuple[str, str | None]) -> None:
    told = found(case, ID)
    assert (status_of(case, ID), str(told[0].severity) if told else None) == said


def prints(client_id: str, number: int, **settings: object) -> Event:
    """A client prints its settings when it starts."""
    told = ", ".join(f"{name}={value}" for name, value in settings.items())
    raw = f"Created a new client Instance, InstanceIndex:0, ClientID:{client_id}, ClientConfig [{told}]"
    said = {"source": "client", "file": f"client-{number}.log", "client_id": client_id, "group": None}
    return record("client_created", raw, at=-600, **said)


def named(client_id: str, number: int, at: float, **said: object) -> Event:
    """It names itself in its log, and shares out queues."""
    said |= {"source": "client", "client_id": client_id, "file": f"client-{number}.log"}
    return record("rebalance_result", topic="paid", at=at, **said)


RARE, USUAL = prints(CLIENT, 1, heartbeatBrokerInterval=300000), prints(CLIENT, 1, heartbeatBrokerInterval=30000)
DROPPED = [opened(CLIENT, 5000, 0), scanned(CLIENT, 5000, 130), opened(CLIENT, 5001, 300)]


@pytest.mark.parametrize(
    ("events", "status"),
    [
        pytest.param(
            [RARE, *DROPPED], "proven", id="agrees: a broker dropped it, for it sends a heartbeat every 300 s"
        ),
        pytest.param([RARE, named(CLIENT, 1, 1)], "suspected", id="too little: no broker's log"),
        pytest.param(
            [RARE, named(CLIENT, 1, 1), opened(OTHER, 5000, 0), scanned(OTHER, 5000, 130)],
            "suspected",
            id="too little: another was dropped",
        ),
        pytest.param([RARE], "open", id="silent: nothing shows that it is in the group"),
        pytest.param([USUAL, *DROPPED], "open", id="contradicted: it sends them every 30 s"),
        pytest.param(DROPPED, "open", id="silent: nothing tells how often it sends them"),
    ],
)
def test_a_heartbeat_that_is_rarer_than_brokers_wait_for_it(events: list[Event], status: str) -> None:
    case = facts([*events, record("register_broker", at=900)])
    assert status_of(case, ID) == status
    assert [("every 300 s" in told.title, "default (30000 ms)" in told.remedy[-1]) for told in found(case, ID)] == (
        [] if status == "open" else [(True, True)]
    )


HERE, THERE = "10.0.0.7:9876;10.0.0.6:9876", "10.9.0.7:9876"
OF_GROUP = [named(client_id, number, 1) for number, client_id in ((1, CLIENT), (2, OTHER), (3, TWO))]
OTHERS = [*OF_GROUP, prints(OTHER, 2, namesrvAddr=HERE), prints(TWO, 3, namesrvAddr=HERE)]
APART = [*OTHERS, prints(CLIENT, 1, namesrvAddr=THERE)]
LISTED = {"rosters": (listed(1, OTHER, TWO),), "snapshots": (), "running": ()}


test_how_sure = how_sure(
    ID,
    pytest.param(facts([failed(1), failed(2)]), "proven", id="agrees: two clients cannot reach it"),
    pytest.param(
        facts([failed(), replace(failed(), file="copy/client-1.log")]),
        "suspected",
        id="too little: one client whose log lies there twice",
    ),
    pytest.param(facts([failed()], answers=(UNREACHED,)), "proven", id="agrees: one client and mqadmin"),
    pytest.param(facts([failed()]), "suspected", id="too little: one client, perhaps its own network"),
    pytest.param(
        facts([failed(seconds=0, times=1, name="consumer_start_failed")]), "suspected", id="too little: one start"
    ),
    pytest.param(facts(answers=(UNREACHED, UNREACHED)), "suspected", id="too little: mqadmin alone"),
    pytest.param(
        facts(answers=(CLOSED_AT_ONCE, CLOSED_AT_ONCE)),
        "suspected",
        id="too little: mqadmin alone, whose connections are closed at once",
    ),
    pytest.param(well([failed(seconds=2)]), "open", id="silent: failures of one moment of a group that is looked at"),
    pytest.param(well([failed(times=2)]), "open", id="silent: two failures"),
    pytest.param(facts(answers=(UNREACHED,)), "open", id="silent: one command did not get through"),
    pytest.param(well(snapshots=looks(SHARES)), "open", id="silent: nobody complains"),
    pytest.param(
        facts([replace(failed(number, name="heartbeat_failed"), code=16) for number in (1, 2)]),
        "open",
        id="contradicted: it answered, with a refusal",
    ),
    pytest.param(
        well([*APART, *LATER], **LISTED), "proven", id="agrees: the others' brokers do not list it, and it goes on"
    ),
    pytest.param(facts([*APART, *LATER]), "suspected", id="too little: no list of clients"),
    pytest.param(well([*APART, goes_on(1, 10)], **LISTED), "open", id="too little: it may have ended by then"),
    pytest.param(
        well([*APART, *LATER], **{**LISTED, "rosters": (listed(1, CLIENT, OTHER, TWO),)}),
        "open",
        id="contradicted: it is listed among them: name servers of one cluster",
    ),
    pytest.param(
        well([*OTHERS, prints(CLIENT, 1, namesrvAddr=f"{THERE};10.0.0.7:9876"), *LATER], **LISTED),
        "open",
        id="contradicted: one name server is the same",
    ),
    pytest.param(
        well([*OTHERS, prints(CLIENT, 1, namesrvAddr="mq-names:9876"), *LATER], **LISTED),
        "open",
        id="too little: a name may stand for the same host",
    ),
    pytest.param(
        well([*OTHERS, prints("10.0.0.9@5#5", 1, namesrvAddr=THERE), *LATER], **LISTED),
        "open",
        id="silent: a client of the same process that is not known to be in the group",
    ),
    pytest.param(well([*OTHERS, *LATER], **LISTED), "open", id="silent: it does not print its own"),
)


def test_a_name_server_that_fails_and_that_one_client_alone_has_is_its_wrong_address() -> None:
    others = [prints(client, number, namesrvAddr="10.0.0.6:9876") for number, client in ((2, OTHER), (3, TWO))]
    apart = [prints(CLIENT, 1, namesrvAddr=NAME_SERVER), *others, *OF_GROUP]
    [told] = found(facts([*apart, no_route(1, seconds=300)]), ID)
    assert (told.title, told.proven) == (f"{NAME_SERVER} cannot be reached", True)
    assert f"it is used as a name server only by {CLIENT}; the others use 10.0.0.6:9876" in told.why


def test_a_storm_that_a_printed_interval_brings_about_is_blamed_on_nothing_else() -> None:
    comes = [opened(CLIENT, 5000 + n, 300 * n) for n in range(4)]
    goes = [scanned(CLIENT, 5000 + n, 300 * n + 130) for n in range(3)]
    case = facts([RARE, *sorted((*comes, *goes), key=lambda event: event.at), record("register_broker", at=990)])
    [cause, storm] = [told for told in verdict({GROUP: case}).findings if told.id in (ID, "rebalance_storm")]
    goes = ("Goes away once its cause is fixed: connection failures.",)
    assert (cause.id, cause.explains, storm.remedy) == (ID, ("rebalance_storm",), goes)


@pytest.mark.parametrize(
    ("asked", "at", "severity"),
    [
        pytest.param(NAME_SERVER, 20, "OK", id="agrees: the name server of the group was slow, and answered since"),
        pytest.param(NAME_SERVER, 100, "UNKNOWN", id="too little: nothing was answered since"),
        pytest.param("10.0.9.9:9876", 20, "UNKNOWN", id="contradicted: nobody knows who was asked in vain"),
    ],
)
def test_a_slow_name_server_makes_no_healthy_group_doubtful(asked: str, at: float, severity: str) -> None:
    members = tuple(replace(each, name_servers=frozenset({asked})) for each in lists(ONE, TWO))
    assert str(verdict({GROUP: well(rosters=members, answers=(command(1, at),))}).severity) == severity


@pytest.mark.parametrize(
    ("addresses", "title", "brokers"),
    [
        pytest.param(
            f"0=10.0.0.7:10911, 1={PEER}", f"the slave of broker-a ({PEER}) cannot be reached", (), id="routes' slave"
        ),
        pytest.param(
            f"0={PEER}, 1=10.0.0.7:10911", f"broker-a ({PEER}) cannot be reached", ("broker-a",), id="routes' master"
        ),
    ],
)
def test_a_slave_that_cannot_be_reached_is_not_its_broker(addresses: str, title: str, brokers: tuple[str, ...]) -> None:
    raw = (
        "topicRouteTable.put. Topic = paid, TopicRouteData[TopicRouteData [orderTopicConf=null, queueDatas=[QueueData "
        "[brokerName=broker-a, readQueueNums=1, writeQueueNums=1, perm=6, topicSysFlag=0]], brokerDatas=[BrokerData "
        f"[cluster=c, brokerName=broker-a, brokerAddrs={{{addresses}}}]], filterServerTable={{}}]]"
    )
    route = record("route_stored", raw, at=0, file="client-1.log", source="client", topic="paid")
    named = [replace(failed(client), broker=None if "1=10.0.0.8" in addresses else "broker-a") for client in (1, 2)]
    (told,) = found(facts([route, *named]), ID)
    assert (str(told.title), told.brokers) == (title, brokers)


@pytest.mark.parametrize("gone", [pytest.param(False, id="it answers"), pytest.param(True, id="nobody reaches it")])
def test_nobody_is_sent_to_name_servers_that_are_gone(*, gone: bool) -> None:
    others = [prints(who, number, namesrvAddr=NAME_SERVER) for number, who in ((2, OTHER), (3, TWO))]
    failures = [no_route(number, at) for number in (2, 3) for at in (60, 90, 120, 300)] if gone else []
    told = found(facts([*OF_GROUP, *others, prints(CLIENT, 1, namesrvAddr=THERE), *failures, *LATER]), ID)
    assert bool([one for one in told if "name_servers_of_others" in one.details]) is not gone
