"""Patterns of consumerProgress: who is suspected by one look, or by several, and when nobody is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import Answer, GroupFacts, Snapshot
from rmqkit.diagnosis.patterns.in_looks import (
    clients_that_lag,
    everybody_lags,
    nobody_named,
    nothing_is_pulled,
    queues_read_by_strangers,
    queues_without_client,
    shares_of_nobodys_rule,
)
from tests.diagnosis.explanations.groups import IP, ONE, QUEUES, SHARES, THREE, TWO, client, lists, looks, well
from tests.diagnosis.explanations.said import facts, queue
from tests.diagnosis.patterns.seen import Row, look, suspects

A, B, C = IP[ONE], IP[TWO], IP[THREE]
SIX = tuple(queue(number) for number in range(6))
READ, LATE = (0, 0.0), (300, 60.0)


def shown(*owners: str | None, waiting: Sequence[int] = (), **more: object) -> Snapshot:
    """One look at so many queues: those waiting are a minute late, the others read to their end."""
    rows: dict[object, Row] = {}
    for number, owner in enumerate(owners):
        diff, age = LATE if number in waiting else READ
        rows[queue(number)] = (diff, owner, age)
    return look(rows, **more)  # type: ignore[arg-type]


WHOLE = ["inconsistent_subscription", "client_id_collision"]
UNEVEN = ["mixed_allocation_strategies", "broker_disagreement", "inconsistent_subscription"]


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param([shown(A, A, None, None, waiting=[2, 3])], WHOLE, id="agrees: a whole share by average waits"),
        pytest.param([shown(A, None, A, None, waiting=[1, 3])], WHOLE, id="agrees: a whole share by circle waits"),
        pytest.param(
            [shown(A, B, A, None, None, B, waiting=[3, 4])], UNEVEN, id="agrees: no number of members gives these"
        ),
        pytest.param(
            [shown(A, A, A, B, B, None, waiting=[5])],
            [*WHOLE, "mixed_allocation_strategies"],
            id="agrees: one share of six, if each host runs several clients",
        ),
        pytest.param(
            [shown(B, B, None, None, A, A, waiting=[2, 3])], UNEVEN, id="agrees: the owners are not in their ids' order"
        ),
        pytest.param(
            [shown(A, A, None, None, waiting=[2, 3]), shown(A, A, B, B, number=2, at=120)],
            [],
            id="contradicted: at a later look they have a client",
        ),
        pytest.param([shown(A, A, None, None)], [], id="too little: they are read to their end"),
        pytest.param([shown(None, None, waiting=[0])], [], id="too little: no queue at all names a client"),
        pytest.param([shown(A, A, B, B)], [], id="silent: every queue has its client"),
        pytest.param([], [], id="silent: nobody looked"),
    ],
)
def test_queues_without_client(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(queues_without_client, facts(snapshots=tuple(seen))) == expected


STRANGERS = ["broker_disagreement", "message_model_mismatch"]


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param([shown(A, A, None, None)], STRANGERS, id="agrees: two queues are read, by nobody who is named"),
        pytest.param([shown(A, A, None, None, waiting=[2, 3])], [], id="contradicted: they are not read"),
        pytest.param([shown(A, A, A, None)], [], id="too little: a single queue"),
        pytest.param([shown(None, None)], [], id="silent: nobody is named"),
    ],
)
def test_queues_read_by_strangers(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(queues_read_by_strangers, facts(snapshots=tuple(seen))) == expected


CLIENT = ["consumer_stuck", "inconsistent_subscription", "consumer_slow"]
MOVED = [shown(A, A, B, B, waiting=[2, 3]), shown(A, A, B, B, waiting=[2, 3], number=2, at=120)]


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param([shown(A, A, B, B, waiting=[2, 3])], CLIENT, id="agrees: all queues of one client wait"),
        pytest.param([shown(A, A, A, waiting=[2])], ["consumer_stuck", "offset_held_back"], id="agrees: one queue"),
        pytest.param(
            [shown(A, A, A, A, waiting=[2, 3])],
            ["consumer_stuck", "message_model_mismatch", "offset_held_back"],
            id="agrees: two queues of the only client stopped together",
        ),
        pytest.param(
            [look({QUEUES[0]: (0, A, 0), QUEUES[1]: (50, A, 10), QUEUES[2]: (90, A, 40)})],
            ["consumer_stuck", "inconsistent_subscription", "offset_held_back"],
            id="agrees: queues stopped at different moments, as with filters",
        ),
        pytest.param(MOVED, ["inconsistent_subscription", "consumer_slow"], id="contradicted: what moves is not stuck"),
        pytest.param([shown(A, A, B, B, waiting=[0, 1, 2, 3])], [], id="too little: everything waits"),
        pytest.param([look({QUEUES[0]: (0, A, 0), QUEUES[1]: (2, B, 900)})], [], id="too little: two messages wait"),
        pytest.param([look({QUEUES[0]: (0, A, 0), QUEUES[1]: (400, B, 4)})], [], id="too little: less than a commit"),
        pytest.param([shown(A, A, B, B)], [], id="silent: all are read"),
    ],
)
def test_clients_that_lag(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(clients_that_lag, facts(snapshots=tuple(seen))) == expected


def leaping(value: str) -> GroupFacts:
    """Queues of which one is behind at the first look, all read at the second; a topic's cleanup policy."""
    policy = Setting("topics.json", 1, "topic", "paid", "cleanup.policy", value, None, "paid")
    seen = (shown(A, B, waiting=[1]), shown(A, B, number=2, at=120))
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
        pytest.param([STANDING, STILL], ["consumer_stuck", "not_permitted"], id="agrees: pulled and not committed"),
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
def test_nothing_is_pulled(seen: list[Snapshot], expected: list[str]) -> None:
    assert suspects(nothing_is_pulled, facts(snapshots=tuple(seen))) == expected


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(snapshots=(shown(None, None, waiting=[0, 1]),)),
            ["group_offline"],
            id="agrees: all wait, none is named",
        ),
        pytest.param(
            facts(snapshots=(shown(None, None, waiting=[0, 1]), shown(None, None, waiting=[0, 1], number=2, at=120))),
            [],
            id="contradicted: somebody moves the offsets",
        ),
        pytest.param(
            facts(snapshots=(shown(None, None, waiting=[0, 1]),), rosters=lists(ONE)),
            [],
            id="contradicted: a client is listed",
        ),
        pytest.param(
            facts(snapshots=(shown(None, None, waiting=[0, 1], asked=False),)), [], id="too little: without -s true"
        ),
        pytest.param(facts(snapshots=(shown(None, None, waiting=[0]),)), [], id="too little: one queue is read"),
        pytest.param(facts(snapshots=(shown(A, A),)), [], id="silent: a client is named"),
    ],
)
def test_nobody_named(case: object, expected: list[str]) -> None:
    assert suspects(nobody_named, case) == expected  # type: ignore[arg-type]


RULE = ["mixed_allocation_strategies", "message_model_mismatch", "broker_disagreement"]
ALL_AT_TWO = dict.fromkeys(QUEUES, B)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            well(running=(), snapshots=looks(ALL_AT_TWO)), RULE, id="agrees: one of two listed has everything"
        ),
        pytest.param(well(running=(), snapshots=looks(SHARES)), [], id="contradicted: the average gives these shares"),
        pytest.param(
            well(running=(), snapshots=looks(dict(zip(QUEUES, (A, B, A, B), strict=True)))),
            [],
            id="contradicted: the average by circle gives these shares",
        ),
        pytest.param(
            well(running=(), snapshots=looks(ALL_AT_TWO), rosters=(*lists(ONE, TWO), *lists(TWO))),
            [],
            id="too little: the lists name different clients",
        ),
        pytest.param(well(running=(), snapshots=looks(ALL_AT_TWO, times=1)), [], id="too little: one look"),
        pytest.param(
            well(running=(client(ONE, *QUEUES),), snapshots=looks(SHARES)), [], id="silent: no look shows other owners"
        ),
    ],
)
def test_shares_of_nobodys_rule(case: object, expected: list[str]) -> None:
    assert suspects(shares_of_nobodys_rule, case) == expected  # type: ignore[arg-type]


def rate(tps: float | None, number: int = 1) -> Answer:
    """What consumerProgress prints below its table."""
    file = f"consumerProgress-{number}.txt"
    return Answer(file, 9, "consumer_progress", None, None, None, None, None, None, consume_tps=tps)


BEHIND = shown(A, A, B, B, waiting=range(4))


@pytest.mark.parametrize(
    ("seen", "rates", "expected"),
    [
        pytest.param(
            [BEHIND], [rate(10.0)], ["consumer_slow", "consumer_stuck"], id="agrees: two minutes' messages wait"
        ),
        pytest.param([BEHIND], [rate(80.0)], [], id="contradicted: what waits is pulled within fifteen seconds"),
        pytest.param(
            [shown(A, A, B, B, waiting=[0, 1, 2])], [rate(10.0)], [], id="contradicted: one queue is at its end"
        ),
        pytest.param(
            [BEHIND, shown(A, A, B, B, waiting=range(4), number=2, at=120)],
            [rate(10.0), rate(10.0, number=2)],
            [],
            id="contradicted: a second look tells whether it moves",
        ),
        pytest.param([shown(A, A, B, None, waiting=range(4))], [rate(10.0)], [], id="too little: one has no client"),
        pytest.param([BEHIND], [], [], id="too little: no word of how much is pulled"),
        pytest.param([], [], [], id="silent: nobody looked"),
    ],
)
def test_everybody_lags(seen: list[Snapshot], rates: list[Answer], expected: list[str]) -> None:
    assert suspects(everybody_lags, facts(snapshots=tuple(seen), answers=tuple(rates))) == expected
