"""mixed_allocation_strategies: different strategies by the clients' word or by owners, and an unsound one."""

from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import (
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
    ends,
    lists,
    looks,
    route,
    well,
)
from tests.diagnosis.findings.said import after, facts, found, how_sure, queue, rebalanced, record, status_of

ID = "mixed_allocation_strategies"
LISTS = "org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueByConfig@7a"
WANTED = {"paid": "*", RETRY: "*"}
OWN = "com.shop.NearestFirst@1b2c3d"
# ONE by average takes 0 and 1, TWO by circle takes 1 and 3: 1 is read twice, 2 by nobody.
OWNERS = dict(zip(QUEUES, (IP[ONE], IP[TWO], None, IP[TWO]), strict=True))
WORDS = (client(ONE, *QUEUES[:2]), client(TWO, QUEUES[1], QUEUES[3], strategy="AVG_BY_CIRCLE"))


def group(**changed: Any) -> GroupFacts:
    whole = {"running": WORDS, "snapshots": looks(OWNERS, standing=[QUEUES[2]])}
    return well(**{**whole, **changed})


def own_beside_average(**changed: Any) -> GroupFacts:
    """TWO goes by a strategy of the user's own: only the members' words say who takes what."""
    words = (WORDS[0], client(TWO, QUEUES[1], QUEUES[3], strategy=OWN))
    return group(**{"running": words, **changed})


def by_list_beside_average(*held: MessageQueue, **changed: Any) -> GroupFacts:
    """TWO is given a configured list; by average 2 and 3 would be its own."""
    return group(**{"running": (WORDS[0], client(TWO, *held, strategy=LISTS)), **changed})


def own(*shares: tuple[Any, ...], **changed: Any) -> GroupFacts:
    """A strategy of the user's own gives ONE and TWO these queues."""
    words = [client(who, *share, strategy=OWN) for who, share in zip((ONE, TWO), shares, strict=True)]
    last = dict.fromkeys(QUEUES)
    for who, share in zip((ONE, TWO), shares, strict=True):
        last |= dict.fromkeys(share, IP[who])
    standing = [unread for unread, owner in last.items() if owner is None]
    return well(**{"running": tuple(words), "snapshots": looks(last, standing), **changed})


def after_a_release() -> tuple[RunningInfo, ...]:
    old = client(ONE, *QUEUES[:2], asked=90)
    return old, client(TWO, *QUEUES[2:], strategy="AVG_BY_CIRCLE", asked=900, started=500)


def test_what_speaks_against_it_is_named() -> None:
    told = found(group(snapshots=looks(OWNERS)), ID)[0]
    assert {line.text.partition(":")[0] for line in told.contradicts} == {"paid broker-a 2"}


def test_queues_taken_twice_and_by_nobody_are_named() -> None:
    told = found(group(), ID)[0]
    assert (told.queues, told.details["read_by_several"]) == (QUEUES[1:3], (QUEUES[1],))


def test_a_fixed_list_is_told_by_a_rebalance_line_of_another_topic() -> None:
    """Whichever topic is shared out, the whole list is given."""
    told = rebalanced(TWO, QUEUES[1], QUEUES[3], strategy="CONFIG", topic="void", file="two.log")
    silent = client(TWO, strategy=LISTS)
    case = group(events=(told,), running=(WORDS[0], replace(silent, queues=())))
    assert [(finding.proven, finding.queues) for finding in found(case, ID)] == [(True, QUEUES[1:3])]


def test_no_one_rule_gives_what_processes_of_one_id_take_that_share_out_differently() -> None:
    given = [
        rebalanced(ONE, *QUEUES[:2], file="1.log"),
        rebalanced(ONE, *QUEUES[::2], file="2.log", strategy="AVG_BY_CIRCLE"),
    ]
    case = Case.of(facts(given, rosters=lists(ONE, ONE), routes=route()))
    assert (case.strategy_names, case.recomputed.allocations) == ({ONE: "AVG + AVG_BY_CIRCLE"}, {})


def with_retries(*taken: MessageQueue, messages: int = 40) -> GroupFacts:
    """Both clients are given lists of the topic's queues; the retry topic has a queue, of so many messages."""
    retries = queue(0, RETRY)
    running = (
        client(ONE, *QUEUES[:2], *taken, topics=WANTED, strategy=LISTS),
        client(TWO, *QUEUES[2:], topics=WANTED, strategy=LISTS),
    )
    return well(
        running=running,
        routes={**route(), **route(RETRY, 1)},
        status=ends((*QUEUES, retries), messages),
    )


@pytest.mark.parametrize(
    ("case", "cause", "unread"),
    [
        pytest.param(with_retries(), [("proven", "CRITICAL")], [RETRY], id="the lists leave the retry queue to nobody"),
        pytest.param(with_retries(messages=0), [("proven", "WARNING")], [], id="and nothing has failed yet"),
        pytest.param(with_retries(queue(0, RETRY)), [], [], id="a list names the retry queue"),
    ],
)
def test_lists_of_queues_have_to_name_the_retry_queues(
    case: GroupFacts, cause: list[tuple[str, str]], unread: list[str]
) -> None:
    assert [(str(told.status), str(told.severity)) for told in found(case, ID)] == cause
    assert [topic for told in found(case, "orphan_queues") for topic in told.topics] == unread


ORDERED = replace(WORDS[0], properties={**WORDS[0].properties, "PROP_CONSUMEORDERLY": "true"})


@pytest.mark.parametrize(
    ("case", "read_twice"),
    [
        pytest.param(group(), "proven", id="two hold a queue, and both read it"),
        pytest.param(group(running=(ORDERED, WORDS[1])), None, id="an ordered client reads what it has locked"),
        pytest.param(
            group(running=(replace(ORDERED, queues=ORDERED.queues[:1]), WORDS[1])),
            None,
            id="an ordered client lacks what it is given too, for the other one has locked it",
        ),
        pytest.param(
            well([record("queue_locked_by_other", at=80)], running=WORDS, snapshots=looks(OWNERS, [QUEUES[2]])),
            None,
            id="a broker refuses a lock: one of the two reads",
        ),
    ],
)
def test_a_queue_that_needs_a_lock_has_one_reader(case: GroupFacts, read_twice: str | None) -> None:
    assert status_of(case, ID) == "proven"
    assert [str(finding.status) for finding in found(case, "duplicate_consumption")] == [read_twice] * bool(read_twice)


def asked_alone(*held: MessageQueue, strategy: str = LISTS) -> GroupFacts:
    """ONE alone was asked, and nothing tells of other members or of the retry topic's queues."""
    return facts(running=(client(ONE, *held, topics=WANTED, strategy=strategy),))


test_how_sure = how_sure(
    ID,
    pytest.param(group(), "proven", id="agrees: the clients name two strategies"),
    pytest.param(group(snapshots=()), "proven", id="agrees: their words alone, and what each holds"),
    pytest.param(own(QUEUES, QUEUES), "proven", id="agrees: an own strategy gives every queue to both"),
    pytest.param(own(QUEUES[:1], QUEUES[2:]), "proven", id="agrees: an own strategy leaves a queue to nobody"),
    pytest.param(
        group(snapshots=looks({**OWNERS, QUEUES[2]: IP[ONE]})),
        "suspected",
        id="contradicted: the orphan has an owner",
    ),
    pytest.param(group(snapshots=looks(OWNERS)), "suspected", id="contradicted: the orphan's offset moves"),
    pytest.param(own_beside_average(), "proven", id="agrees: one of two has a strategy of its own"),
    pytest.param(
        own_beside_average(snapshots=looks({**OWNERS, QUEUES[2]: IP[ONE]})),
        "suspected",
        id="contradicted: a look shows who has what neither says to hold",
    ),
    pytest.param(
        own_beside_average(snapshots=looks(OWNERS)),
        "suspected",
        id="contradicted: what neither of an own strategy and the average takes moves",
    ),
    pytest.param(
        by_list_beside_average(QUEUES[1], QUEUES[3]), "proven", id="agrees: one of two is given a configured list"
    ),
    pytest.param(
        by_list_beside_average(QUEUES[1], QUEUES[3], snapshots=looks({**OWNERS, QUEUES[2]: IP[TWO]})),
        "suspected",
        id="contradicted: a look shows it with a queue that its list does not name",
    ),
    pytest.param(
        own_beside_average(rosters=lists(ONE, TWO, THREE)),
        "suspected",
        id="too little: a third one was not asked what an own strategy gave it",
    ),
    pytest.param(well(), "refuted", id="contradicted: all members name one strategy"),
    pytest.param(
        well(rosters=(), snapshots=()),
        "open",
        id="silent: two clients alike, and nobody tells whether a third one has another rule",
    ),
    pytest.param(
        well(running=after_a_release(), rosters=(), snapshots=()),
        "suspected",
        id="too little: one may have followed",
    ),
    pytest.param(own(QUEUES, QUEUES, snapshots=()), "suspected", id="too little: one moment, perhaps amid a rebalance"),
    pytest.param(own(QUEUES, QUEUES, rosters=()), "suspected", id="too little: nobody lists the members"),
    pytest.param(
        own(QUEUES[:1], QUEUES[2:], routes={}, snapshots=()), "open", id="silent: nothing tells of another queue"
    ),
    pytest.param(own(QUEUES[:2], QUEUES[2:]), "open", id="silent: an own strategy that gives each queue once"),
    pytest.param(
        well(running=(), snapshots=looks({**SHARES, queue(0, RETRY): IP[ONE]})),
        "open",
        id="silent: nobody names a strategy",
    ),
    pytest.param(asked_alone(*QUEUES), "suspected", id="agrees: a fixed list without a retry queue"),
    pytest.param(asked_alone(*QUEUES, queue(0, RETRY)), "open", id="contradicted: the list has one"),
    pytest.param(asked_alone(*QUEUES, strategy="AVG"), "open", id="contradicted: by average others have it"),
    pytest.param(asked_alone(), "open", id="silent: it holds nothing"),
)


def listed(*given: MessageQueue, failed: int = 240, strategy: str = "CONFIG") -> GroupFacts:
    """One client's log: its fixed list, and what it counts as failed."""
    mine = {"topic": "paid", "client_id": ONE, "source": "client", "file": "client.log"}
    counted = record("failures_counted", detail=f"SUM: {failed} TPS: 4.00 AVGPT: 1.00", at=60, **mine)
    return facts([rebalanced(ONE, *given, members=1, strategy=strategy), counted])


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(listed(*QUEUES[:2]), ["suspected"], id="agrees: messages fail, and no list has the retry topic"),
        pytest.param(listed(*QUEUES[:2], queue(0, RETRY)), [], id="contradicted: a list has it"),
        pytest.param(listed(*QUEUES[:2], failed=0), [], id="too little: nothing fails"),
        pytest.param(listed(*QUEUES[:2], strategy="AVG"), [], id="silent: no fixed list"),
    ],
)
def test_fixed_lists_without_the_retry_topic(case: GroupFacts, status: list[str]) -> None:
    assert [str(finding.status) for finding in found(case, ID)] == status


def test_strategies_differ_since_the_process_of_an_id_that_shares_out_by_another_one() -> None:
    """ONE's id stays what it is when its process is replaced."""
    told = [
        broker_start(),
        connected(ONE, 0),
        connected(TWO, 0),
        rebalanced(ONE, *QUEUES[:2], at=1),
        rebalanced(TWO, *QUEUES[2:], at=1, file="two.log"),
        rebalanced(ONE, QUEUES[0], QUEUES[2], strategy="AVG_BY_CIRCLE", at=300),
    ]
    assert found(facts(told, rosters=lists(ONE, TWO)), ID)[0].since == after(300)


def test_processes_of_one_id_with_two_strategies_did_not_change_theirs() -> None:
    told = [
        broker_start(),
        connected(ONE, 0),
        connected(TWO, 0),
        rebalanced(TWO, *QUEUES[2:], at=1, file="two.log"),
        rebalanced(ONE, *QUEUES[:2], at=1),
        rebalanced(ONE, QUEUES[0], QUEUES[2], strategy="AVG_BY_CIRCLE", at=300, file="twin.log"),
    ]
    differ = found(facts(told, rosters=lists(ONE, ONE, TWO)), ID)
    assert differ and all(finding.since != after(300) for finding in differ)


@pytest.mark.parametrize(
    ("counts", "since"),
    [
        pytest.param(((1, 0), (2, 20)), 20, id="it counts one more: the members are others since"),
        pytest.param(((2, 0), (2, 20)), None, id="it counts as many: nothing changed"),
        pytest.param(((2, 0), (1, 20), (2, 40)), None, id="its count comes back: brokers may know different clients"),
    ],
)
def test_members_are_others_since_a_client_counted_otherwise(
    counts: tuple[tuple[int, float], ...], since: float | None
) -> None:
    case = Case.of(facts([rebalanced(ONE, members=count, at=at) for count, at in counts]))
    assert case.members_since == (None if since is None else after(since))


@pytest.mark.parametrize(
    ("members", "queues"),
    [
        pytest.param(2, [QUEUES[1], QUEUES[2]], id="one is taken twice and one by nobody"),
        pytest.param(3, [], id="clients count one member more than are known: every share is another one"),
    ],
)
def test_queues_are_named_where_all_members_are_known(members: int, queues: list[MessageQueue]) -> None:
    given = [
        rebalanced(ONE, *QUEUES[:2], members=members, file="one.log"),
        rebalanced(TWO, QUEUES[1], QUEUES[3], members=members, file="two.log", strategy="AVG_BY_CIRCLE"),
    ]
    [told] = found(facts(given, routes=route()), ID)
    assert (told.proven, list(told.queues)) == (True, queues)


IN_ROOMS = tuple(queue(number, broker=broker) for broker in ("bj@broker-a", "sh@broker-a") for number in range(3))
BJ, SH = IN_ROOMS[:3], IN_ROOMS[3:]
SAME_STRATEGY = "Clients use the same allocation strategy (machine room) with different settings"


def by_rooms(
    *shares: tuple[MessageQueue, ...], strategy: str = "MACHINE_ROOM", until: float = 60, **changed: Any
) -> GroupFacts:
    """Each client's log names its strategy and the queues that it was given, of two rooms, and goes on so long."""
    members = (ONE, TWO, THREE)[: len(shares)]
    given = [
        rebalanced(who, *share, of=6, members=len(members), strategy=strategy, file=f"{who}.log")
        for who, share in zip(members, shares, strict=True)
    ]
    owners: dict[MessageQueue, str | None] = dict.fromkeys(IN_ROOMS)
    for who, share in zip(members, shares, strict=True):
        owners |= dict.fromkeys(share, IP[who])
    shown = {"snapshots": looks(owners, standing=[one for one, owner in owners.items() if owner is None])}
    brokers = tuple(route(queues=3, broker=broker)["paid"][0] for broker in ("bj@broker-a", "sh@broker-a"))
    said = [*given, record("pull_request_added", source="client", file=f"{ONE}.log", at=until)]
    return facts(said, **{"rosters": lists(*members), "routes": {"paid": brokers}, **shown, **changed})


@pytest.mark.parametrize(
    ("case", "told"),
    [
        pytest.param(
            by_rooms(SH[:1], (BJ[2], SH[0]), SH[1:]),
            ("proven", True),
            id="agrees: one takes a room of two",
        ),
        pytest.param(
            by_rooms(BJ[:2], SH[:1], strategy="MACHINE_ROOM_NEARBY-AVG"),
            ("suspected", False),
            id="too little: nobody has a queue, by resolvers that no evidence has",
        ),
        pytest.param(
            by_rooms(SH[:2], SH[2:]),
            None,
            id="too little: all take the same room, which may be meant",
        ),
        pytest.param(
            by_rooms(SH[:1], (BJ[2], SH[0]), SH[1:], snapshots=()),
            ("suspected", True),
            id="too little: logs of one moment, perhaps amid a rebalance",
        ),
        pytest.param(
            by_rooms(SH[:1], (BJ[2], SH[0]), SH[1:], until=10),
            ("suspected", False),
            id="too little: the logs end before each of them need have divided anew",
        ),
        pytest.param(by_rooms(BJ, SH), None, id="silent: each queue has one client"),
        pytest.param(by_rooms(BJ[:2], SH[:1], strategy="AVG"), None, id="silent: the average has no settings"),
    ],
)
def test_one_strategy_with_different_settings(case: GroupFacts, told: tuple[str, bool] | None) -> None:
    said = found(case, ID)
    assert [(str(one.status), one.title == SAME_STRATEGY) for one in said] == [told] * bool(told)


def test_the_rooms_that_give_each_clients_queues_are_named() -> None:
    [told] = found(by_rooms(SH[:1], (BJ[2], SH[0]), SH[1:]), ID)
    rooms = "These rooms (setConsumeridcs) give exactly the observed queues"
    assert f"{rooms}: {ONE}: sh; {TWO}, {THREE}: bj, sh." in told.why
    assert (told.details["apart"], told.details["read_by_several"]) == ((ONE,), (SH[0],))
