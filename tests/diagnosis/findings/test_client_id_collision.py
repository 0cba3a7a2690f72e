"""client_id_collision: one id at two addresses, and the allocation that follows."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, Roster
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import Act
from rmqkit.formats.logs.processes import Process
from tests.diagnosis.findings.groups import (
    IP,
    ONE,
    QUEUES,
    SHARES,
    TWO,
    broker_start,
    client,
    connected,
    goes_on,
    left,
    listed,
    lists,
    looks,
    registered,
    twins,
    well,
)
from tests.diagnosis.findings.said import after, facts, found, how_sure, rebalanced, record, status_of

ID = "client_id_collision"
# Both processes take the share of the first place; the second place's share is nobody's.
OWNERS = {**dict.fromkeys(QUEUES[:2], IP[ONE]), **dict.fromkeys(QUEUES[2:], None)}
TWICE = lists(ONE, ONE)
MASKED = "10.*.*.*@DEFAULT"
SHARED = "10.0.0.1@DEFAULT"


def between(*client_ids: str) -> GroupFacts:
    """The second of three lists shows these."""
    return twins(rosters=(TWICE[0], listed(2, *client_ids), TWICE[2]))


def in_languages(*languages: str) -> Roster:
    """One list, whose connections are of these languages."""
    rows = zip(TWICE[0].connections, languages, strict=True)
    return replace(TWICE[0], connections=tuple(replace(one, language=language) for one, language in rows))


def second_came(at: float, *committing: int) -> GroupFacts:
    """Three lists show both processes; a broker saw the second come, and commits from these ports of theirs."""
    commits = [
        record("offset_moved_back", file="broker-a.log", topic="paid", queue=1, at=100, address=f"{IP[ONE]}:{port}")
        for port in committing
    ]
    came = [connected(ONE, -600), connected(ONE, at, port=5001)]
    return twins(events=[broker_start(), *came, *commits, goes_on(at=100)])


def registers(port: int, at: float) -> Event:
    """A broker hears from one of the two processes."""
    return registered(ONE, at=at, port=port)


def without_lists(*heard: Event) -> GroupFacts:
    """A broker's log alone shows both: the second came at 5 s, the log ends at 100 s."""
    came = [broker_start(), connected(ONE, 0), connected(ONE, 5, port=5001), *heard, goes_on(at=100)]
    return well(came, rosters=(), running=(), snapshots=())


test_how_sure = how_sure(
    ID,
    pytest.param(
        without_lists(registers(5000, 61), registers(5001, 91)),
        "proven",
        id="agrees: both register when the second has been there for a heartbeat",
    ),
    pytest.param(
        without_lists(registers(5000, 6), registers(5001, 91)),
        "suspected",
        id="too little: the first registers as the second comes, which what was on its way does as well",
    ),
    pytest.param(
        without_lists(registers(5001, 61), registers(5001, 91)),
        "suspected",
        id="too little: the second alone registers, and the first may be a dead connection",
    ),
    pytest.param(
        second_came(10), "suspected", id="too little: the first may be dead, and brokers list it for two minutes"
    ),
    pytest.param(second_came(-300), "proven", id="agrees: both are listed for longer than a dead one would be"),
    pytest.param(second_came(10, 5000, 5001), "proven", id="agrees: both commit since"),
    pytest.param(second_came(10, 5001), "suspected", id="too little: one of them commits"),
    pytest.param(twins(), "proven", id="agrees: three lists show the same two addresses"),
    pytest.param(twins(snapshots=()), "proven", id="agrees: nothing but the lists"),
    pytest.param(
        twins(rosters=TWICE[:1]),
        "suspected",
        id="too little: one list and owners of one moment, which a client that reconnected has as well",
    ),
    pytest.param(
        twins(rosters=(in_languages("JAVA", "GO"),)),
        "suspected",
        id="too little: one list in two languages, of which one may have replaced the other a minute ago",
    ),
    pytest.param(
        well([broker_start(), connected(ONE, 0), connected(ONE, 5, port=6000), goes_on()], rosters=(), running=()),
        "suspected",
        id="contradicted: two channels of one id in a broker's log, and queues that are shared out",
    ),
    pytest.param(
        twins(snapshots=looks(OWNERS, standing=QUEUES[3:])), "suspected", id="contradicted: an unread queue moves"
    ),
    pytest.param(
        twins(snapshots=looks({**OWNERS, QUEUES[2]: IP[ONE]}, standing=QUEUES[2:])),
        "suspected",
        id="contradicted: an unread queue has an owner",
    ),
    pytest.param(between(ONE), "suspected", id="contradicted: a list in between shows the id once"),
    pytest.param(well(), "refuted", id="contradicted: every id stands once in the list"),
    pytest.param(
        twins(rosters=TWICE[:1], snapshots=(), running=()),
        "suspected",
        id="too little: one list, perhaps a reconnect",
    ),
    pytest.param(
        well(
            [broker_start(), connected(ONE, 0), connected(ONE, 60, port=6000), left(ONE, 100), goes_on()],
            rosters=(),
            running=(),
            snapshots=looks(dict.fromkeys(QUEUES, IP[ONE])),
        ),
        "refuted",
        id="contradicted: the old channel of a reconnect was closed within two minutes",
    ),
    pytest.param(well(rosters=(), running=()), "open", id="silent: no list of members"),
    pytest.param(
        twins(rosters=lists("10.0.0.1@DEFAULT", "10.0.0.1@DEFAULT", model="BROADCASTING"), running=(), snapshots=()),
        "open",
        id="silent: broadcasting clients share an id by design",
    ),
    pytest.param(
        well(rosters=lists(SHARED, SHARED, SHARED, TWO), running=(client(TWO, *QUEUES[3:]),), snapshots=()),
        "open",
        id="silent: they do so beside a client that shares queues out as well",
    ),
    pytest.param(
        twins(rosters=lists("10.x.x.x@DEFAULT", "10.x.x.x@DEFAULT"), running=(), snapshots=()),
        "open",
        id="silent: masked ids are equal whatever they were",
    ),
    pytest.param(
        well([connected(MASKED, 0), connected(MASKED, 5, port=6000), goes_on()], rosters=(), running=()),
        "open",
        id="silent: two channels of a masked id in a broker's log",
    ),
)


def test_processes_with_lists_of_their_own_share_an_id_without_harm() -> None:
    """Who was asked speaks for itself: the other one reads what its own list says."""
    case = twins(running=(client(ONE, *QUEUES[:2], strategy="CONFIG"),), snapshots=looks(OWNERS))
    [told] = found(case, ID)
    assert (told.severity.name, told.queues, told.explains) == ("NOTICE", (), ())
    assert found(case, "duplicate_consumption") == []


def test_the_list_that_shows_it_once_is_named() -> None:
    against = [told.file for finding in found(between(ONE), ID) for told in finding.contradicts]
    assert against == ["consumerConnection-2.txt"]


def test_queues_read_twice_and_by_nobody_are_named() -> None:
    told = found(twins(), ID)[0]
    assert (told.queues, told.details["read_by_several"]) == (QUEUES, QUEUES[:2])


def test_what_ended_is_told_as_over() -> None:
    over = found(well(rosters=(*TWICE[:2], listed(3, ONE, TWO)), snapshots=looks(SHARES)), ID)
    assert [(finding.ongoing, str(finding.severity)) for finding in over] == [(False, "NOTICE")]
    came = [
        connected(ONE, 0),
        connected(ONE, 5, port=5001),
        connected(TWO, 6),
        left(ONE, 80, port=5001),
        goes_on(at=300),
    ]
    [told] = found(well([broker_start(), *came], rosters=lists(ONE, TWO)[-1:], running=()), ID)
    assert (told.ongoing, told.since, told.until) == (False, after(5), after(80))


def by_another_broker(number: int, *client_ids: str) -> Roster:
    """A list of another broker, at which each client has another port."""
    roster = listed(number, *client_ids)
    others = tuple(replace(one, address=f"{one.address}9") for one in roster.connections)
    return replace(roster, connections=others)


@pytest.mark.parametrize(
    ("case", "undecided"),
    [
        pytest.param(twins(rosters=TWICE[:1]), True, id="one list: a dead predecessor is listed as well"),
        pytest.param(twins(), False, id="three lists: both live"),
    ],
)
def test_what_one_list_leaves_open_is_said(case: GroupFacts, *, undecided: bool) -> None:
    [told] = found(case, ID)
    assert (told.details["undecided"], "Two explanations remain" in told.why) == (undecided, undecided)
    assert any("if it is listed twice, both processes are alive" in line for line in told.remedy) == undecided


@pytest.mark.parametrize(
    ("case", "named"),
    [
        pytest.param(without_lists(registers(5000, 61), registers(5001, 91)), False, id="no queue is known"),
        pytest.param(twins(), True, id="the queues are known"),
    ],
)
def test_a_live_collision_always_has_its_harm(case: GroupFacts, *, named: bool) -> None:
    [told] = found(case, ID)
    assert (bool(told.queues), bool(told.details["harm"])) == (named, not named)


@pytest.mark.parametrize(
    ("second", "own_group"),
    [
        pytest.param("CONSUME_ACTIVELY", True, id="one pulls for itself: two applications"),
        pytest.param("CONSUME_PASSIVELY", False, id="both are pushed to: one application"),
    ],
)
def test_of_two_applications_with_one_id_one_gets_a_group_of_its_own(second: str, *, own_group: bool) -> None:
    both = [registered(ONE, at=at, port=port, how=how) for at, port, how in (
        (1, 5000, "CONSUME_PASSIVELY"), (61, 5000, "CONSUME_PASSIVELY"), (6, 5001, second), (91, 5001, second)
    )]  # fmt: skip
    [told] = found(without_lists(*both), ID)
    acts = [(deed.act, deed.clients) for deed in told.deeds]
    assert (acts == [(Act.OWN_GROUP, (f"{ONE} ({IP[ONE]}:5001)",))]) == own_group
    assert ("a separate consumer group" in told.remedy[0]) == own_group
    assert any("keep one and stop the others" in line for line in told.remedy) != own_group


@pytest.mark.parametrize(
    ("rosters", "ongoing"),
    [
        pytest.param((*TWICE, by_another_broker(4, ONE)), True, id="another broker knows one of them: it goes on"),
        pytest.param(
            (*TWICE[:2], by_another_broker(3, ONE, ONE), by_another_broker(4, ONE)),
            False,
            id="the broker that knew both knows one, whatever another broker's log holds: it is over",
        ),
    ],
)
def test_a_list_is_of_one_broker(rosters: tuple[Roster, ...], ongoing: bool) -> None:
    both_open = [broker_start(), connected(ONE, 0), connected(ONE, 5, port=5001), goes_on()]
    told = found(well(both_open, rosters=rosters, running=(), snapshots=()), ID)
    assert [finding.ongoing for finding in told] == [ongoing]


@pytest.mark.parametrize(
    ("case", "since"),
    [
        pytest.param(
            well([broker_start(), connected(ONE, 0), connected(ONE, 5, port=6000), goes_on()], rosters=(), running=()),
            "second connection",
            id="it began when the broker took the second connection",
        ),
        pytest.param(twins(), None, id="lists that show it from the first one on do not tell when it began"),
    ],
)
def test_when_it_began_is_told_by_records_alone(case: GroupFacts, since: str | None) -> None:
    finding = found(case, ID)[0]
    opened = [event.at for event in case.events if event.event == "consumer_connected"]
    assert finding.since == (max(opened) if since else None)
    assert finding.details["first_shown"] == (max(opened) if since else TWICE[0].at)


def shared_out(pid: int, first: float, last: float, at: float) -> Event:
    """One of two processes whose lines one journal has shares the queues out."""
    who = Process(f"host picker[{pid}]", after(first), after(last))
    return rebalanced("10.0.0.1@picker", file="journal.txt", at=at).of_process(who)


@pytest.mark.parametrize(
    ("spans", "status"),
    [
        pytest.param(((0, 900), (60, 900)), "proven", id="agrees: both went on writing"),
        pytest.param(((0, 60), (61, 900)), "open", id="silent: one was started after the other's end"),
    ],
)
def test_two_processes_of_one_journal_with_one_id(spans: tuple[tuple[int, int], ...], status: str) -> None:
    events = [shared_out(pid, *span, at=span[0] + 1) for pid, span in enumerate(spans)]
    assert (status_of(facts(events), ID) or "open") == status


def counts(members: int, file: str, at: float) -> Event:
    """A client's rebalance, by its own log."""
    return rebalanced(ONE, QUEUES[0], members=members, file=file, at=at)


def of_client(event: str, file: str, at: float) -> Event:
    """What else a client's own log says of its consumer."""
    given = {"topic": "paid", "broker": "broker-a", "queue": 3} if event == "queue_dropped" else {}
    return record(event, at=at, source="client", file=file, **given)


SHARED_OUT = (counts(2, "one.log", 300), of_client("queue_dropped", "one.log", 300), counts(2, "two.log", 300))


def beside(*counted: Event) -> GroupFacts:
    """Two processes' logs of one id over the same quarter of an hour, with what they count."""
    ends = [record("offset_committed", at=900, source="client", file=f, client_id=ONE) for f in ("one.log", "two.log")]
    return facts([*counted, *ends])


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(beside(counts(2, "one.log", 1), counts(2, "two.log", 5)), "proven", id="agrees: both count two"),
        pytest.param(
            beside(of_client("consumer_starting", "two.log", 299), *SHARED_OUT),
            "proven",
            id="agrees: one starts while the other gives a queue up, and both share out in one second",
        ),
        pytest.param(beside(*SHARED_OUT), "open", id="silent: the one log may be a part of the other"),
        pytest.param(
            beside(counts(2, "one.log", 1), counts(2, "two.log", 5), counts(1, "one.log", 300)),
            "suspected",
            id="contradicted: since then one of them counts itself alone",
        ),
    ],
)
def test_whoever_counts_fewer_members_tells_that_one_has_gone(case: GroupFacts, status: str) -> None:
    assert (status_of(case, ID) or "open") == status


def test_it_began_when_the_second_process_started_whichever_client_it_is() -> None:
    """A Go client says that it starts, and not that it has started."""
    java, go = of_client("consumer_started", "one.log", 1), of_client("consumer_starting", "two.log", 60)
    [finding] = found(beside(java, counts(1, "one.log", 2), go, counts(2, "two.log", 61)), ID)
    assert finding.since == after(60)


def test_who_says_that_it_shut_down_shares_its_id_no_more() -> None:
    both = (counts(2, "one.log", 1), counts(2, "two.log", 5))
    stopped = of_client("consumer_shutdown", "two.log", 890)
    assert [one.ongoing for one in found(beside(*both, stopped), ID)] == [False]
    again = of_client("consumer_started", "two.log", 895)
    assert [one.ongoing for one in found(beside(*both, stopped, again), ID)] == [True]


def test_as_many_processes_share_an_id_as_the_newest_whole_list_has() -> None:
    """One of three was stopped between the lists."""
    named = found(well(rosters=(listed(1, ONE, ONE, ONE, TWO), listed(2, ONE, ONE, TWO))), ID)[0]
    assert named.title.startswith("2 client processes")
