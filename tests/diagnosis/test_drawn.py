"""What is drawn: every queue that the clients share out, and every queue that a finding lists."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rmqkit import figures
from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.case.observations import Observation, takers
from rmqkit.diagnosis.case.recomputation import last_seen
from rmqkit.diagnosis.facts.group import GroupFacts, QueueStatus, RouteBroker
from rmqkit.diagnosis.render.state_tables import StateTables
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.rocketmq import Allocation, MessageQueue
from tests.diagnosis.findings.groups import IP, ONE, QUEUES, SHARES, TWO, client, looks, well
from tests.diagnosis.findings.said import GROUP
from tests.diagnosis.findings.test_broker_lost import dropped, lost
from tests.figures.diagnoses import START

BY_IP = Observation("consumerProgress-1.txt", True, {QUEUES[3]: frozenset({IP[TWO]})})
DENIED = Observation("client-1.log", False, {QUEUES[3]: frozenset()}, tellers=frozenset({ONE}))
DENIED_TOO = Observation("client-2.log", False, {QUEUES[3]: frozenset()}, tellers=frozenset({TWO}))
HELD = Observation("client-1.log", False, {QUEUES[3]: frozenset({ONE})}, tellers=frozenset({ONE}))
SHUT = tuple(MessageQueue("paid", "broker-b", number) for number in range(2))

CLOSED = tuple(MessageQueue("paid", "broker-b", number) for number in (2, 3))


@pytest.mark.parametrize(
    ("looks_of", "seen"),
    [
        pytest.param([BY_IP, DENIED], (IP[TWO],), id="one client's log says that it is not its own"),
        pytest.param([BY_IP, HELD], (ONE,), id="a client says that it is its own"),
        pytest.param([DENIED], None, id="one of two was asked, and does not hold it"),
        pytest.param([DENIED, DENIED_TOO], (), id="all were asked, and none holds it"),
        pytest.param([], None, id="nobody looked"),
    ],
)
def test_who_was_seen_with_a_queue(looks_of: list[Observation], seen: tuple[str, ...] | None) -> None:
    assert last_seen(QUEUES[3], looks_of, {ONE, TWO}) == seen


HALVES = Allocation(QUEUES, (ONE, TWO), (QUEUES[:2], QUEUES[2:]))


def seen_by_all(*owners: str | None) -> Observation:
    """Every queue with its owner; both clients hold a queue of another topic, so that both answered."""
    others = {MessageQueue("sent", "broker-a", at): frozenset({who}) for at, who in enumerate((ONE, TWO))}
    shown = {queue: frozenset(filter(None, [who])) for queue, who in zip(QUEUES, owners, strict=True)}
    return Observation("consumerProgress-1.txt", False, shown | others)


@pytest.mark.parametrize(
    ("looks_of", "taking"),
    [
        pytest.param([seen_by_all(ONE, ONE, TWO, TWO)], {ONE, TWO}, id="each has its share"),
        pytest.param([seen_by_all(ONE, ONE, None, None)], {ONE}, id="nobody has the share of one"),
        pytest.param([seen_by_all(ONE, None, TWO, TWO)], None, id="one has half of its share"),
        pytest.param([seen_by_all(None, None, ONE, ONE)], None, id="a share that another one has: not by these shares"),
    ],
)
def test_who_takes_its_share(looks_of: list[Observation], taking: set[str] | None) -> None:
    assert takers(HALVES, [ONE, TWO], looks_of) == taking


def test_of_a_queue_that_a_broker_leaves_out_nobody_knows_the_reader() -> None:
    """Two brokers; the snapshots list the topic on one of them, and nobody says what it subscribes to."""
    brokers = (RouteBroker(name, 4, 6, "topicRoute-paid.txt", 3, None, 4) for name in ("broker-a", "broker-b"))
    shares = {**dict.fromkeys(QUEUES, IP[ONE])}
    rows = verdict({GROUP: well(running=(), snapshots=looks(shares), routes={"paid": tuple(brokers)})}).allocation[
        GROUP
    ]
    assert {row.queue.broker: row.consumers for row in rows if row.queue.topic == "paid"} == {
        "broker-a": (ONE,), "broker-b": (),
    }  # fmt: skip


def two_brokers(perm: int) -> GroupFacts:
    """Two queues on a second broker; without its read permission (4) nobody holds them and messages wait there."""
    brokers = {"broker-a": (4, 6), "broker-b": (2, perm)}
    route = tuple(
        RouteBroker(broker, queues, allowed, "topicRoute-paid.txt", 3, None, queues)
        for broker, (queues, allowed) in brokers.items()
    )
    readable = bool(perm & 4)
    owners: Mapping[MessageQueue, str | None] = {
        **SHARES,
        QUEUES[2]: IP[ONE] if readable else IP[TWO],
        **dict.fromkeys(SHUT, IP[TWO] if readable else None),
    }
    held = {name: [queue for queue, ip in owners.items() if ip == IP[name]] for name in (ONE, TWO)}
    return well(
        snapshots=looks(owners, standing=() if readable else SHUT),
        routes={"paid": route},
        running=tuple(client(name, *queues) for name, queues in held.items()),
    )


@pytest.mark.parametrize(
    ("perm", "orphans"),
    [
        pytest.param(6, (), id="both brokers may be read: six queues are owned"),
        pytest.param(2, SHUT, id="queues that a finding lists are drawn although no client shares them out"),
    ],
)
def test_every_queue_of_a_finding_is_drawn(perm: int, orphans: tuple[MessageQueue, ...]) -> None:
    diagnosis = verdict({GROUP: two_brokers(perm)})
    listed = diagnosis.finding("orphan_queues")
    drawn = {row.queue: row.state for row in diagnosis.allocation[GROUP] if row.queue.topic == "paid"}
    assert (listed.queues if listed else ()) == orphans
    assert {queue for queue, state in drawn.items() if state == "orphan"} == set(orphans)
    assert set(drawn) == {*QUEUES, *SHUT}


def test_the_queues_of_a_lost_broker_are_drawn_as_lost() -> None:
    """Two clients drop it, and no later look lists its queues."""
    diagnosis = verdict({GROUP: lost(dropped(1), dropped(2), routed=False)})
    drawn = {
        (row.queue.broker, row.state, row.seen) for row in diagnosis.allocation[GROUP] if row.queue.topic == "paid"
    }
    assert ("broker-b", "lost", None) in drawn
    assert {state for broker, state, _ in drawn if broker == "broker-b"} == {"lost"}
    assert {row["says"] for row in figures.owners_data(diagnosis) if row["broker"] == "broker-b"} == {"lost"}
    picture = figures.owners_figure(diagnosis)
    assert "<b>paid</b> broker-b is lost" in [note.text for note in picture.layout.annotations]
    assert "lost with their broker: 1" in picture.layout.title.subtitle.text
    (table, *_) = StateTables(state_at_end(diagnosis.facts[GROUP]), drawn=diagnosis.allocation[GROUP]).topic_tables()
    assert [(row[1], row[2], row[-1]) for row in table.rows if row[0] == "broker-b"] == [
        ("0", "nobody", "lost with its broker")
    ]


def test_queues_that_only_producers_may_use_are_drawn_as_such() -> None:
    """Two read queues and four write queues on the second broker: consumerProgress lists two of them, and the picture
    of who reads what would look whole."""
    route = (RouteBroker("broker-a", 4, 6, "topicRoute-paid.txt", 3, None, 4),)
    closed = RouteBroker("broker-b", 2, 6, "topicRoute-paid.txt", 9, None, 4)
    there = (*QUEUES, *CLOSED)
    filled = tuple(QueueStatus(queue, 90, START, "topicStatus-paid.txt", line) for line, queue in enumerate(there, 4))
    facts = two_brokers(6)
    diagnosis = verdict({GROUP: replace(facts, routes={"paid": (*route, closed)}, status={"paid": filled})})
    drawn = {row.queue: (row.state, row.consumers) for row in diagnosis.allocation[GROUP] if row.queue.topic == "paid"}
    assert {queue for queue, (state, _) in drawn.items() if state == "unreadable"} == set(CLOSED)
    assert {drawn[queue] for queue in CLOSED} == {("unreadable", ())}
    closed_rows = [row for row in figures.owners_data(diagnosis) if row["queue"] > 1 and row["broker"] == "broker-b"]
    assert {row["says"] for row in closed_rows} == {"unreadable"}
    picture = figures.owners_figure(diagnosis)
    assert "<b>paid</b> broker-b: not readable: 2-3" in [note.text for note in picture.layout.annotations]
    assert "2 cannot be read" in picture.layout.title.subtitle.text
    (table, *_) = StateTables(state_at_end(diagnosis.facts[GROUP])).topic_tables()
    assert [row[2] for row in table.rows if row[:2] == ("broker-b", "2-3")] == ["not readable"]
