"""What counts as a change of a group, when it happened, and what does not count: rows in, changes out."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.relations.serves import logged_routes
from rmqkit.diagnosis.timeline.changes import SUBSCRIBED, changes_of
from rmqkit.formats.logs.processes import Process
from tests.diagnosis.findings.groups import ONE, QUEUES, SHARES, TWO, client, listed, looks
from tests.diagnosis.findings.said import LOG, START, after, beat, facts, look, queue, record

A, B = "broker-a/broker.log", "broker-b/broker.log"


def came(client: str, at: float, file: str = A, address: str = "10.0.0.1:5000") -> Event:
    return record("consumer_connected", at=at, file=file, client_id=client, address=address)


def went(client: str, at: float, file: str = A, address: str = "10.0.0.1:5000") -> Event:
    return record("consumer_disconnected", at=at, file=file, client_id=client, address=address)


def routed(at: float, last: str = "", **queues: int) -> Event:
    """A client's route of the topic: how many queues each broker has; `last`: the route of the minute's last record."""
    return record(
        "route_stored", route(**queues), at=at, file=LOG, source="client", topic="paid", last=at + 30 if last else at,
        last_detail=last or None, times=2 if last else 1,
    )  # fmt: skip


def route(**queues: int) -> str:
    data = ", ".join(
        f"QueueData [brokerName={name}, readQueueNums={count}, writeQueueNums={count}, perm=6, topicSysFlag=0]"
        for name, count in queues.items()
    )
    brokers = ", ".join(
        f"BrokerData [cluster=c, brokerName={name}, brokerAddrs={{0=10.0.1.1:10911}}]" for name in queues
    )
    return f"TopicRouteData [orderTopicConf=null, queueDatas=[{data}], brokerDatas=[{brokers}], filterServerTable={{}}]"


def told(*topics: str) -> Event:
    """What makes the topic one of the group's."""
    return record("subscription_topic_added", at=0, topic="paid")


def shown(case: GroupFacts) -> list[tuple[str, str, float]]:
    return [(change.kind, change.subject, (change.at - START).total_seconds()) for change in changes_of(case)]


FLAPPING = (("added", 1), ("removed", 31), ("added", 61))
ONE_, TWO_ = ONE.split("#", maxsplit=1)[0], TWO.split("#", maxsplit=1)[0]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param((), [], id="nothing logged: nothing changed"),
        pytest.param((came(ONE, 5),), [("client_joined", ONE_, 5)], id="a client joins"),
        pytest.param(
            (came(ONE, 5), went(ONE, 60)),
            [("client_joined", ONE_, 5), ("client_left", ONE_, 60)],
            id="a client joins and goes",
        ),
        pytest.param((went(ONE, 60),), [("client_left", ONE_, 60)], id="one that was there before the log begins goes"),
        pytest.param(
            (came(ONE, 5), came(ONE, 6, B, "10.0.0.1:5001")), [("client_joined", ONE_, 5)],
            id="two brokers see one client come",
        ),
        pytest.param(
            (came(ONE, 5), came(ONE, 6, B, "10.0.0.1:5001"), went(ONE, 60)), [("client_joined", ONE_, 5)],
            id="a channel to one of two brokers closes: the client is there",
        ),
        pytest.param(
            (came(ONE, 5), went(ONE, 60), came(ONE, 80, address="10.0.0.1:5002")), [("client_joined", ONE_, 5)],
            id="it reconnects within two heartbeats: it was there all the time",
        ),
        pytest.param(
            (came(ONE, 5), record("broker_started", at=50, broker="broker-a"), came(ONE, 62, address="10.0.0.1:5002")),
            [("client_joined", ONE_, 5)],
            id="its broker's start ends its channel, and it comes again: no change of clients",
        ),
    ],
)  # fmt: skip
def test_who_came_and_went(events: tuple[Event, ...], expected: list[tuple[str, str, float]]) -> None:
    assert [change for change in shown(facts(events)) if change[0].startswith("client")] == expected


def test_a_client_whose_brokers_are_silent_tells_of_itself() -> None:
    own = {"file": LOG, "source": "client"}
    events = (
        record("consumer_started", at=3, **own),
        record("heartbeat_content", at=4, client_id=ONE, **own),
        record("consumer_shutdown", at=70, **own),
    )
    assert shown(facts(events)) == [("client_joined", ONE_, 3), ("client_left", ONE_, 70)]


@pytest.mark.parametrize(
    ("started", "expected"),
    [
        pytest.param(
            (3, 75), [("client_left", ONE_, 75), ("client_joined", TWO_, 75)],
            id="it started anew when the first had said its last",
        ),
        pytest.param((3,), [], id="nothing starts between them: two clients of one process"),
        pytest.param((3, 20), [], id="it started while the first still spoke"),
    ],
)  # fmt: skip
def test_a_log_goes_on_under_another_id(started: tuple[float, ...], expected: list[tuple[str, str, float]]) -> None:
    own = {"file": LOG, "source": "client"}
    spoke = [(ONE, 4), (ONE, 60), (TWO, 80), (TWO, 120)]
    said = [record("heartbeat_content", at=at, client_id=who, **own) for who, at in spoke]
    starts = [record("consumer_started", at=at, **own) for at in started]
    assert sorted(shown(facts((*starts, *said)))) == sorted(expected)


def test_two_dated_lists_bound_a_change_and_stand_behind_it() -> None:
    case = facts(rosters=(listed(1, ONE), listed(2, ONE, TWO)))
    (change,) = changes_of(case)
    assert (change.kind, change.subject) == ("client_joined", TWO_)
    assert (change.begins, change.at) == (listed(1).at, listed(2).at)
    assert change.places[0].file == "consumerConnection-2.txt"


def test_a_connection_that_lists_show_before_and_after_was_there_all_the_time() -> None:
    assert changes_of(facts(rosters=(listed(1, ONE, TWO), listed(2, ONE), listed(3, ONE, TWO)))) == ()


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param((beat("paid", at=1), beat("paid", at=31)), [], id="the same heartbeat again"),
        pytest.param(
            (beat("paid", at=1), beat("paid", "sent", at=31)), [(SUBSCRIBED, ONE_, 31)],
            id="a heartbeat with one topic more",
        ),
        pytest.param(
            (beat("paid", at=1), beat("sent", at=2, client=TWO, file="client-2/c.log"), beat("paid", at=31)), [],
            id="another client wants something else: nobody changed",
        ),
        pytest.param(
            (beat("paid", at=1), beat("sent", at=2, file="client-2/c.log"), beat("paid", at=31)), [],
            id="two processes of one id want different topics: nobody changed",
        ),
        pytest.param(
            tuple(record(f"subscription_topic_{what}", at=at, topic="paid") for what, at in FLAPPING), [],
            id="the broker's table is overwritten again and again: nobody changed",
        ),
    ],
)  # fmt: skip
def test_whose_subscription_changed(events: tuple[Event, ...], expected: list[tuple[str, str, float]]) -> None:
    assert [change for change in shown(facts(events)) if change[0] == SUBSCRIBED] == expected


NAMES = {"broker-a": 4}


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param((told(), routed(1, **NAMES), routed(31, **NAMES)), [], id="the same route again"),
        pytest.param(
            (told(), routed(1, **NAMES), routed(31, **{"broker-a": 12})), [("queues_changed", "paid", 31)],
            id="a broker has more queues of the topic",
        ),
        pytest.param(
            (told(), routed(1, route(**{"broker-a": 12}), **NAMES)), [("queues_changed", "paid", 31)],
            id="both routes within one minute: the second is as old as the minute's last record",
        ),
        pytest.param(
            (told(), routed(1, **NAMES), routed(31, **NAMES, **{"broker-b": 4})), [("broker_joined", "broker-b", 31)],
            id="a second broker joins",
        ),
        pytest.param(
            (told(), routed(1, **NAMES, **{"broker-b": 4}), routed(31, **NAMES),
             record("broker_offline", at=32, file=LOG, source="client", broker="broker-b")),
            [("broker_left", "broker-b", 31)],
            id="a broker leaves the routes, and what the client says of it a second later is the same change",
        ),
    ],
)  # fmt: skip
def test_queues_and_brokers_by_the_clients_routes(
    events: tuple[Event, ...], expected: list[tuple[str, str, float]]
) -> None:
    assert shown(facts(events)) == expected


CLOSED = "SubscriptionGroupConfig{groupName=orders, consumeEnable=false, consumeBroadcastEnable=true}"


def config(at: float, read: int, perm: str = "RW-", name: str = "topic_updated") -> Event:
    text = f"TopicConfig [topicName=paid, readQueueNums={read}, writeQueueNums={read}, perm={perm}, order=false]"
    return record(name, text, at=at, topic="paid")


@pytest.mark.parametrize(
    ("events", "kind", "words"),
    [
        pytest.param((config(0, 4, name="topic_created"), config(9, 12)), "queues_changed", "from 4 to 12", id="grown"),
        pytest.param(
            (config(0, 4, name="topic_created"), config(9, 4, "-W-")), "rights_changed", "unreadable", id="closed"
        ),
        pytest.param(
            (record("group_config_updated", CLOSED, at=9),), "rights_changed", "refuses orders", id="consuming disabled"
        ),
        pytest.param(
            (record("topic_deleted_by", at=9, topic="paid"), config(9, 4, name="topic_deleted")),
            "queues_changed",
            "deleted",
            id="deleted",
        ),
    ],
)
def test_settings_that_a_broker_logs(events: tuple[Event, ...], kind: str, words: str) -> None:
    (change,) = changes_of(facts((told(), *events)))
    assert change.kind == kind
    assert words in change.text


def test_a_topic_that_is_made_again_after_its_deletion_was_recreated() -> None:
    asked, gone = record("topic_deleted_by", at=9, topic="paid"), config(9, 4, name="topic_deleted")
    changes = changes_of(facts((told(), asked, gone, config(90, 4, name="topic_created"))))
    assert [change.text.split(" on ")[0] for change in changes] == ["paid was deleted", "paid was recreated"]


def test_a_slave_that_takes_settings_over_deletes_no_topic() -> None:
    assert changes_of(facts((told(), config(9, 4, name="topic_deleted")))) == ()


def test_a_look_with_more_queues_than_the_one_before_says_that_queues_were_added_between_them() -> None:
    few = look(1, 30, {queue(number): (10, 10, "10.0.0.1") for number in range(4)})
    more = look(2, 60, {queue(number): (10, 10, "10.0.0.1") for number in range(12)})
    (change,) = changes_of(facts(snapshots=(few, more)))
    assert "paid went from 4 to 12 queues on broker-a" in change.text
    assert (change.begins, change.at) == (few.at, more.at)


def test_a_reset_that_many_records_tell_is_one_change() -> None:
    done = (record("offset_reset_done", at=at, topic="paid", file=file) for at, file in ((9, A), (9, B), (11, A)))
    assert shown(facts(tuple(done))) == [("offsets_put", "paid", 9)]


def asked_in(folder: str, started: float, ahead: float = 0, zone: float = 0) -> RunningInfo:
    """What TWO said of itself at 90 s, by a clock that is `ahead`, read `zone` seconds too late."""
    info = client(TWO, *QUEUES[2:], asked=90 + ahead + zone, started=started + ahead)
    return replace(info, file=f"{folder}/{TWO}")


ASKED = str(int(after(90).timestamp() * 1000))
LOOKED_AT = {"snapshots": looks(SHARES)}
EAST = 8 * 3600


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(running=(asked_in(ASKED, 45),), **LOOKED_AT), [45], id="it started after the first look: it came then"
        ),
        pytest.param(
            facts(running=(asked_in(ASKED, 20),), **LOOKED_AT), [], id="it was there when anybody looked first"
        ),
        pytest.param(
            facts(running=(asked_in("running", 45),), **LOOKED_AT), [], id="nothing tells what its clock showed then"
        ),
        pytest.param(
            facts(running=(asked_in(ASKED, 45, ahead=400),), **LOOKED_AT), [], id="its clock is not that of mqadmin"
        ),
        pytest.param(
            facts(running=(asked_in(ASKED, 45, zone=EAST),), snapshots=tuple(
                replace(look, at=look.at + timedelta(seconds=EAST)) for look in looks(SHARES) if look.at
            )),
            [45 + EAST],
            id="dates without a zone are read in another one: looks are, and so is its start",
        ),
        pytest.param(
            facts(running=(asked_in(ASKED, 45, zone=EAST),), **LOOKED_AT), [], id="looks of another zone than its dates"
        ),
        pytest.param(
            facts((came(TWO, 47),), running=(asked_in(ASKED, 45),), **LOOKED_AT), [47], id="a broker's log saw it come"
        ),
        pytest.param(
            facts(running=(asked_in(ASKED, 45),), rosters=(listed(1, ONE), listed(2, ONE, TWO)), **LOOKED_AT),
            [45],
            id="two lists bound the same: its own word is closer",
        ),
    ],
)  # fmt: skip
def test_who_started_meanwhile_by_its_own_word_came_then(case: GroupFacts, expected: list[float]) -> None:
    assert [at for kind, who, at in shown(case) if (kind, who) == ("client_joined", TWO_)] == expected


def test_consumers_of_one_process_that_take_turns_in_its_log_change_nothing() -> None:
    """One process, two ids, two topics: neither changed its subscription."""
    beats = [beat("paid", at=0, client="10.0.0.1@a"), beat("refunds", at=6, client="10.0.0.1@b")]
    again = beat("paid", at=180, client="10.0.0.1@a")
    told = changes_of(facts([*beats, again]))
    assert [change.subject for change in told if change.kind == SUBSCRIBED] == []


@pytest.mark.parametrize(
    ("process", "moments"),
    [
        pytest.param(None, [after(1), after(31)], id="of one client, the first is older than the last"),
        pytest.param(
            Process("pod-1 app", after(0), after(60)), [None, None],
            id="too little: of several clients in one file, which is older is not known",
        ),
    ],
)  # fmt: skip
def test_when_routes_were_logged_that_are_one_record(process: Process | None, moments: list[datetime | None]) -> None:
    event = routed(1, route(**{"broker-a": 4}), **{"broker-a": 4, "broker-b": 4})
    case = facts([told(), event.of_process(process) if process else event])
    assert [one.at for one in logged_routes(case, "paid")] == moments
