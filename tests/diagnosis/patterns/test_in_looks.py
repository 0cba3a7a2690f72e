"""Patterns of consumerProgress: who is suspected by one look, or by several, and when nobody is."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot
from rmqkit.diagnosis.patterns import all_queues_wait, clients_that_lag, topics_left_out
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import QUEUES, SHARES, looks
from tests.diagnosis.findings.said import facts, queue
from tests.diagnosis.patterns.seen import A, B, look, rate, shown, suspects

STANDS = ["consumer_stuck", "consumer_slow"]
PARTS = ["consumer_stuck", "message_model_mismatch"]
ONE_QUEUE = ["consumer_stuck", "offset_held_back"]
MOVES = ["consumer_slow"]
HALF_STARTED = ["consumer_stuck", "start_refused"]


def falling(*behind: int) -> list[Snapshot]:
    """Looks at two clients, of which one is so far behind on both of its queues."""
    late = [{queue(0): (0, A, 0.0), queue(1): (diff, B, 60.0), queue(2): (diff, B, 60.0)} for diff in behind]
    return [look(rows, number=number, at=60.0 * number) for number, rows in enumerate(late, start=1)]


MOVED = [shown(A, A, B, B, waiting=[2, 3]), shown(A, A, B, B, waiting=[2, 3], number=2, at=120)]
BOTH_MOVED = [shown(A, A, B, B, waiting=[1, 3]), shown(A, A, B, B, waiting=[1, 3], number=2, at=120)]


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param([shown(A, A, B, B, waiting=[2, 3])], STANDS, id="agrees: all queues of one client wait"),
        pytest.param([shown(A, A, A, waiting=[2])], ONE_QUEUE, id="agrees: one queue"),
        pytest.param([shown(A, A, B, B, waiting=[1, 3])], PARTS, id="agrees: some of each stopped at one moment"),
        pytest.param(BOTH_MOVED, MOVES, id="contradicted: what moves is not stuck"),
        pytest.param(MOVED, ["consumer_slow"], id="contradicted: who reads the topic beside it wants the same"),
        pytest.param(
            [look({QUEUES[0]: (0, A, 0), QUEUES[1]: (140, B, 20)})],
            ["consumer_stuck", "inconsistent_subscription", "consumer_slow"],
            id="agrees: offsets behind by no more than a held pull may leap over what is filtered away",
        ),
        pytest.param(falling(500, 400, 300), [], id="contradicted: a backlog that shrinks at each look is worked off"),
        pytest.param(falling(500, 100, 400), ["consumer_slow"], id="agrees: one client's backlog that comes and goes"),
        pytest.param(falling(100, 200, 300), HALF_STARTED, id="agrees: all of one client stands"),
        pytest.param(
            [MOVED[0], shown(A, A, B, B, number=2, at=120)],
            [],
            id="contradicted: what lagged at the first look is read at a later one",
        ),
        pytest.param([shown(A, A, B, B, waiting=[0, 1, 2, 3])], [], id="too little: everything waits"),
        pytest.param([look({QUEUES[0]: (0, A, 0), QUEUES[1]: (2, B, 900)})], [], id="too little: two messages wait"),
        pytest.param([look({QUEUES[0]: (0, A, 0), QUEUES[1]: (400, B, 4)})], [], id="too little: less than a commit"),
        pytest.param([shown(A, A, B, B)], [], id="silent: all are read"),
    ],
)
def test_clients_that_lag(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(clients_that_lag, facts(snapshots=tuple(seen))) == expected


def leaping(value: str) -> GroupFacts:
    """Queues of which one is behind at both looks and moves; a topic's cleanup policy."""
    policy = Setting("topics.json", 1, "topic", "paid", "cleanup.policy", value, None, "paid")
    seen = (shown(A, B, waiting=[1]), shown(A, B, waiting=[1], number=2, at=120))
    return facts(snapshots=seen, settings=(policy,))


def test_a_reader_that_leaps_in_a_compacted_topic_does_not_lag() -> None:
    assert suspects(clients_that_lag, leaping("COMPACTION")) == []
    assert suspects(clients_that_lag, leaping("DELETE")) != []


NOT_PULLED = ["not_permitted", "unreadable_queues", "consumer_stuck"]
STANDING = look({QUEUES[0]: (200, A, 0), QUEUES[1]: (210, B, 0)}, inflight=3)
STILL = look({QUEUES[0]: (300, A, 30), QUEUES[1]: (310, B, 30)}, number=2, at=120, inflight=3)


# Two queues whose offsets go from 900 to 200 and on to 700, below where they were at first.
RESET_BACK = [
    look({queue(0): (diff, A, 60.0), queue(1): (diff, A, 60.0)}, number=number, at=60 * number)
    for number, diff in enumerate((100, 900, 500), start=1)
]


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param(
            [shown(A, B, waiting=[0, 1], inflight=0)], NOT_PULLED, id="agrees: nothing is on its way, at one look"
        ),
        pytest.param([STANDING, STILL], NOT_PULLED, id="agrees: pulled and not committed"),
        pytest.param(list(looks(SHARES, standing=QUEUES)), NOT_PULLED, id="agrees: no offset moves, before 5.0"),
        pytest.param(
            [shown(A, B, waiting=[0, 1], inflight=0), shown(A, B, waiting=[0, 1], number=2, at=120, inflight=0)],
            [],
            id="contradicted: offsets move from look to look",
        ),
        pytest.param(
            RESET_BACK,
            [],
            id="contradicted: offsets were put back and go ahead from there",
        ),
        pytest.param([shown(A, B, waiting=[0], inflight=0)], [], id="too little: one of two queues waits"),
        pytest.param([STANDING], [], id="too little: one look, and all of it was pulled"),
        pytest.param([shown(A, B)], [], id="silent: nothing waits"),
    ],
)
def test_all_queues_wait(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(all_queues_wait, facts(snapshots=tuple(seen))) == expected


NEVER_READ = look({QUEUES[0]: (1000, A, 0), QUEUES[1]: (1000, B, 0)})


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(snapshots=(NEVER_READ,), answers=(rate(0.0),)),
            ["not_permitted", "start_refused", "consumer_stuck"],
            id="nothing was ever read",
        ),
        pytest.param(
            facts(snapshots=(shown(A, B, waiting=[0, 1]),), answers=(rate(0.0),)),
            NOT_PULLED,
            id="something was, and nothing is given",
        ),
        pytest.param(
            facts(snapshots=(shown(A, B, waiting=[0, 1]),), answers=(rate(2.0),)),
            ["consumer_slow", "consumer_stuck", "not_permitted"],
            id="more waits than is given in 15 s",
        ),
        pytest.param(
            facts(snapshots=(shown(A, B, waiting=[0, 1]),), answers=(rate(50.0),)), [], id="less waits than is given"
        ),
        pytest.param(
            facts(snapshots=(shown(None, None, waiting=[0, 1]),), answers=(rate(2.0),)),
            ["group_offline", "consumer_stuck"],
            id="nobody is named any more",
        ),
        pytest.param(
            facts(snapshots=(shown(None, None, waiting=[0, 1], asked=False),), answers=(rate(2.0),)),
            [],
            id="nobody was asked",
        ),
    ],
)
def test_nothing_is_given(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(all_queues_wait, case) == expected


OTHER = MessageQueue("refunds", "broker-a", 0)
BOTH, ONE_TOPIC = look({queue(0): (0, A, 0), OTHER: (0, B, 0)}), look({queue(0): (0, A, 0)}, number=2, at=120)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param([BOTH, ONE_TOPIC], ["inconsistent_subscription"], id="agrees: it was listed"),
        pytest.param([BOTH, replace(ONE_TOPIC, whole=False)], [], id="too little: a look that was cut"),
        pytest.param([ONE_TOPIC, BOTH], [], id="silent: it came later"),
    ],
)
def test_topics_left_out(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(topics_left_out, facts(snapshots=tuple(seen))) == expected
