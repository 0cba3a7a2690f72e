"""group_offline: nobody is connected, and nothing moves the offsets."""

from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis.claims import Claim, Severity, core, need
from rmqkit.diagnosis.facts.group import Answer, GroupFacts, Listing, Snapshot
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.judge import judge
from rmqkit.diagnosis.verdict import ended_offline
from rmqkit.language import say
from tests.diagnosis.findings.groups import (
    GROUP,
    IP,
    ONE,
    QUEUES,
    TWO,
    broker_start,
    connected,
    goes_on,
    left,
    listed,
    looks,
    nightly,
    well,
)
from tests.diagnosis.findings.said import after, answer, facts, found, how_sure, look, record, status_of

ID = "group_offline"
NOT_ONLINE = answer(206, "CODE: 206  DESC: the consumer group[orders] not online", "consumer_connection")
NO_OFFSETS = answer(206, "CODE: 206  DESC: Not found the consumer group consume stats, offset table is empty")
NOBODY = dict.fromkeys(QUEUES)
STANDING, MOVING = looks(NOBODY, standing=QUEUES), looks(NOBODY)
OFFLINE = Listing("consumerProgress.txt", 4, 0, "OFFLINE", None, None)


def said(at: float) -> Answer:
    return replace(NOT_ONLINE, at=after(at))


def group(*events: Any, **changed: Any) -> GroupFacts:
    return well(events, **{"rosters": (), "running": (), "snapshots": STANDING, "answers": (NOT_ONLINE,), **changed})


def all_left(*more: Any, whole: bool = True, **changed: Any) -> GroupFacts:
    """A broker's log: both clients came and went."""
    start = [broker_start()] if whole else []
    gone = [left(ONE, 20), left(TWO, 25)]
    return group(*start, connected(ONE, 0), connected(TWO, 5), *gone, *more, **{"answers": (), **changed})


BACK = (connected(ONE, 28), replace(left(ONE, 30), raw="NETTY EVENT: remove not active channel"))

UNDATED = replace(listed(1, ONE, TWO), at=None)


def numbered(number: int) -> Answer:
    return replace(NOT_ONLINE, file=f"consumerConnection-{number}.txt")


COMMITS = {"source": "client", "file": "client-1/rocketmq_client.log", "client_id": ONE}


def beats(at: float) -> list[Event]:
    """ONE shares queues out, and its process sends heartbeats up to then."""
    mine = {**COMMITS, "group": None, "client_id": None}
    return [record("rebalance_result", at=1, **COMMITS), record("heartbeat_sent", at=at, **mine)]


def undated(*shown: tuple[int, str | None]) -> tuple[Snapshot, ...]:
    """Snapshots of a queue that is read to 90, with its end and its owner, dated by the message that was read last."""
    dated = (look(number, 15, {QUEUES[0]: (end, 90, ip)}) for number, (end, ip) in enumerate(shown, start=1))
    return tuple(replace(one, rows=tuple(replace(row, last_time=after(15)) for row in one.rows)) for one in dated)


def waiting(owner: str) -> tuple[Snapshot, ...]:
    return undated((300, owner), (340, None))


test_how_sure = how_sure(
    ID,
    pytest.param(all_left(goes_on(), *beats(24)), "proven", id="agrees: no client's log goes on"),
    pytest.param(all_left(goes_on(), snapshots=waiting(IP[ONE])), "proven", id="agrees: who had queues has left since"),
    pytest.param(
        all_left(goes_on(), snapshots=waiting("10.9.9.9")),
        "suspected",
        id="contradicted: an owner whom no broker's log saw come or go",
    ),
    pytest.param(
        all_left(goes_on(), snapshots=undated((90, None), (90, IP[ONE]))),
        "suspected",
        id="contradicted: the newest snapshot has an owner; as nothing comes, `#LastTime` does not date it",
    ),
    pytest.param(all_left(goes_on(), *beats(3000)), "refuted", id="contradicted: a client's log goes on"),
    pytest.param(
        all_left(goes_on(), *beats(3000), record("consumer_shutdown", at=22, **COMMITS)),
        "proven",
        id="agrees: a process goes on whose consumer was shut down",
    ),
    pytest.param(
        all_left(goes_on(), record("offset_committed", at=900, **COMMITS)),
        "refuted",
        id="contradicted: a client commits since, by its own log",
    ),
    pytest.param(group(), "proven", id="agrees: CODE 206, and offsets stand while messages come"),
    pytest.param(all_left(goes_on()), "proven", id="agrees: a broker's log saw the last client go"),
    pytest.param(
        all_left(record("consumer_group_removed", file="broker-a.log", at=26), goes_on(), whole=False),
        "proven",
        id="agrees: a broker said that it dropped the group",
    ),
    pytest.param(
        group(answers=(said(10),), snapshots=MOVING), "refuted", id="contradicted: offsets move after the answer"
    ),
    pytest.param(
        group(snapshots=MOVING),
        "suspected",
        id="contradicted: offsets move, and nothing tells when CODE 206 was said",
    ),
    pytest.param(
        group(broker_start(), connected(ONE, 0), goes_on()), "suspected", id="contradicted: a client is connected"
    ),
    pytest.param(
        group(broker_start(), connected(ONE, 0), replace(broker_start(), at=after(20)), goes_on(), answers=()),
        "open",
        id="silent: the broker was started anew, and whoever was connected before has not come back",
    ),
    pytest.param(
        group(connected(ONE, 0), left(ONE, 20), record("offset_committed", at=21, **COMMITS), goes_on()),
        "proven",
        id="agrees: CODE 206 at no known moment, and a client that left committed once more at its end",
    ),
    pytest.param(group(snapshots=()), "suspected", id="too little: CODE 206 alone"),
    pytest.param(group(snapshots=STANDING[:1]), "suspected", id="too little: CODE 206 and one look"),
    pytest.param(group(snapshots=looks(NOBODY, rate=0)), "suspected", id="too little: nothing is left to consume"),
    pytest.param(group(answers=(), listings=(OFFLINE,)), "suspected", id="too little: the list of all groups"),
    pytest.param(
        group(answers=(said(200),), rosters=(listed(1, ONE, TWO),)),
        "suspected",
        id="too little: since the last list",
    ),
    pytest.param(all_left(*BACK, goes_on(at=50)), "open", id="silent: a broken connection may be made anew"),
    pytest.param(all_left(*BACK, goes_on()), "proven", id="agrees: whose connection broke did not return"),
    pytest.param(
        group(answers=(numbered(2),), rosters=(UNDATED,)),
        "suspected",
        id="too little: its number is higher than the list's",
    ),
    pytest.param(
        group(answers=(numbered(0),), rosters=(UNDATED,)), "open", id="silent: its number is lower than the list's"
    ),
    pytest.param(
        group(answers=(NOT_ONLINE,), rosters=(UNDATED,)), "open", id="silent: nothing tells which of them came first"
    ),
    pytest.param(
        group(answers=(numbered(2),), rosters=(UNDATED,), snapshots=looks(dict.fromkeys(QUEUES, IP[ONE]))),
        "open",
        id="silent: its number is higher, and the newest snapshot still names owners",
    ),
    pytest.param(all_left(goes_on(), whole=False), "open", id="silent: a log that may lack older members"),
    pytest.param(
        group(answers=(NO_OFFSETS,)),
        "open",
        id="silent: nobody is named, and CODE 206 only means no offsets",
    ),
    pytest.param(
        group(answers=(said(10),), rosters=(listed(1, ONE, TWO),)),
        "open",
        id="silent: a list is newer than the answer",
    ),
    pytest.param(well(), "open", id="silent: nobody says so"),
)


def test_the_looks_that_speak_against_it_are_named() -> None:
    against = {line.file for finding in found(group(snapshots=MOVING), ID) for line in finding.contradicts}
    assert against == {"consumerProgress-2.txt", "consumerProgress-3.txt"}


def test_what_waits_is_counted() -> None:
    """Four queues end at 280 and stand at 10."""
    assert found(group(), ID)[0].title == "No client of the group is connected; 1,080 messages wait"


def read_to(end: int, at: float, committed: int | None = None, number: int = 1, last: float | None = None) -> Snapshot:
    """A snapshot in which every queue ends there, and is read to there; `last`: when the message that was read last was
    stored."""
    rows = dict.fromkeys(QUEUES, (end, end if committed is None else committed, None))
    shown = look(number, at, rows)
    read = [replace(row, last_time=None if last is None else after(last)) for row in shown.rows]
    return replace(shown, rows=tuple(read))


def stopped(*snapshots: Snapshot, **changed: Any) -> GroupFacts:
    """Both clients left in order at 20 and 25 s."""
    return all_left(goes_on(), snapshots=snapshots, **changed)


@pytest.mark.parametrize(
    ("case", "severity"),
    [
        pytest.param(
            stopped(read_to(90, 60), read_to(90, 120)), "NOTICE", id="agrees: nothing waits and nothing comes"
        ),
        pytest.param(
            group(snapshots=(read_to(90, 60), read_to(90, 120)), answers=(said(125),)),
            "NOTICE",
            id="agrees: and a broker knows no client, which may be behind a proxy",
        ),
        pytest.param(
            stopped(read_to(90, 60), read_to(90, 115), read_to(90, 120)),
            "NOTICE",
            id="agrees: snapshots close together",
        ),
        pytest.param(
            stopped(read_to(90, 10, last=10), read_to(90, 10, number=2, last=10)),
            "NOTICE",
            id="agrees: no client answers in any snapshot, and what came last came before the last one left",
        ),
        pytest.param(
            stopped(read_to(90, 10, last=10)), "WARNING", id="too little: one snapshot without a date of its own"
        ),
        pytest.param(stopped(read_to(90, 60), read_to(99, 120, 90)), "CRITICAL", id="contradicted: messages come"),
        pytest.param(stopped(read_to(90, 60, 80)), "CRITICAL", id="contradicted: messages wait"),
        pytest.param(
            stopped(read_to(90, 60, 95), read_to(90, 120, 95)),
            "CRITICAL",
            id="contradicted: offsets lie beyond the end of the queues, and anything may wait behind them",
        ),
        pytest.param(stopped(), "WARNING", id="silent: no snapshot"),
        pytest.param(stopped(read_to(90, 10), read_to(95, 20, 90)), "WARNING", id="silent: snapshots of clients' time"),
        pytest.param(stopped(read_to(90, 120)), "WARNING", id="too little: one snapshot tells not whether any comes"),
        pytest.param(
            stopped(read_to(90, 60), read_to(90, 120, last=120)), "WARNING", id="too little: without a date of its own"
        ),
        pytest.param(
            stopped(read_to(90, 60), replace(read_to(90, 120), whole=False)), "WARNING", id="too little: read in part"
        ),
        pytest.param(
            stopped(
                read_to(90, 60), read_to(90, 120), rosters=(listed(1, ONE, table={"paid": "*", "due": "*"}, at=1),)
            ),
            "WARNING",
            id="too little: a topic that no snapshot lists",
        ),
    ],
)
def test_how_grave_it_is_by_what_waits_and_what_comes(case: GroupFacts, severity: str) -> None:
    assert [str(finding.severity) for finding in found(case, ID)] == [severity]


def test_a_group_that_was_drained_and_stopped_is_plainly_reported() -> None:
    told = found(stopped(read_to(90, 60), read_to(90, 120)), ID)[0]
    assert (told.queues, str(told.details["harm"][0])) == (
        (),
        "no messages are waiting, according to the last snapshot",
    )
    assert (told.title, told.proven) == (
        "No client of the group is connected; no messages were waiting when it stopped",
        True,
    )


def test_a_group_that_consumes_again_is_not_offline() -> None:
    assert (
        status_of(facts(**nightly(True, True, False, False, True, True, old=((900, 10), (905, 10)))), ID) == "refuted"
    )


@pytest.mark.parametrize(
    ("offline", "goes_on"),
    [
        pytest.param("proven", [], id="nobody is connected"),
        pytest.param("suspected", ["orphan_queues"], id="that nobody is connected is but suspected"),
    ],
)
def test_what_clients_did_to_each_other_is_over_with_the_last_of_them(offline: str, goes_on: list[str]) -> None:
    """Logs of which lines were picked out may lack the leaving of a client."""
    met = need(say("it was seen"), offline == "proven")
    gone = judge(Claim(ID, "", "", Severity.CRITICAL, (core(say("said"), 1), met), since=after(25)), GROUP)
    orphans = judge(Claim("orphan_queues", "Unread", "", Severity.CRITICAL, (core(say("seen"), 1),)), GROUP)
    told = ended_offline([gone, orphans])
    assert [finding.id for finding in told[1:] if finding.ongoing] == goes_on
    assert told[1].until == (None if goes_on else after(25))


A, B = "10.0.0.8:10911", "10.0.0.9:10911"
BY_B = replace(NOT_ONLINE, text=f"CODE: 206  DESC: the consumer group[orders] not online BROKER: {B}", at=after(200))


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        pytest.param(A, "open", id="silent: another broker lists its clients"),
        pytest.param(B, "suspected", id="agrees: the broker that listed them knows none any more"),
        pytest.param(None, "suspected", id="too little: nothing tells whose list it was"),
    ],
)
def test_what_one_broker_knows_is_no_word_about_another_brokers_clients(asked: str | None, status: str) -> None:
    lists = (replace(listed(1, ONE, TWO), asked=asked),)
    assert status_of(group(rosters=lists, answers=(BY_B,)), ID) == status


def test_clients_whose_own_logs_go_on_are_there() -> None:
    going_on = record("offset_committed", source="client", file="client.log", at=100, last=400)
    assert status_of(group(going_on, answers=(said(200),)), ID) == "refuted"
