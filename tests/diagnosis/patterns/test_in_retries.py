"""Patterns of retry topics: who is suspected by who reads them and by what lies in them, and when nobody is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot
from rmqkit.diagnosis.patterns.in_retries import (
    gone_before_it_read,
    nothing_but_retries,
    popped_and_revived,
    retries_nobody_reads,
)
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.explanations.groups import ONE, QUEUES, RETRY, SHARES, TWO, ends, lists, looks
from tests.diagnosis.explanations.said import GROUP, answer, facts, queue
from tests.diagnosis.patterns.seen import A, counted, look, rate, suspects

RETRIES = queue(0, RETRY)
POPPED = queue(0, f"{RETRY}_paid")
LEFT_OUT = ["mixed_allocation_strategies"]
FAILING = [*LEFT_OUT, "consume_failures"]


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(snapshots=looks(SHARES), rosters=lists(ONE, TWO)), LEFT_OUT, id="agrees: no look lists the topic"
        ),
        pytest.param(
            facts(snapshots=looks(SHARES, times=1), listings=counted(2), status=ends([RETRIES])),
            FAILING,
            id="agrees: one look, and messages lie there",
        ),
        pytest.param(
            facts(snapshots=looks({**SHARES, RETRIES: A}), rosters=lists(ONE, TWO)), [], id="contradicted: it is listed"
        ),
        pytest.param(
            facts(snapshots=looks(SHARES), rosters=lists(ONE, kind="CONSUME_ACTIVELY")),
            [],
            id="contradicted: who pulls by itself has no retries",
        ),
        pytest.param(
            facts(snapshots=looks(SHARES), listings=counted(2, model="BROADCASTING")),
            [],
            id="contradicted: nor has who broadcasts",
        ),
        pytest.param(
            facts(snapshots=looks(SHARES, times=1), rosters=lists(ONE, TWO)), [], id="too little: one look of a start"
        ),
        pytest.param(facts(snapshots=looks(SHARES)), [], id="too little: nothing tells how the clients consume"),
        pytest.param(
            facts(snapshots=looks(SHARES, standing=QUEUES)[:0], rosters=lists(ONE)), [], id="silent: nobody looked"
        ),
    ],
)
def test_retries_nobody_reads(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(retries_nobody_reads, case) == expected


def popping(*standing: MessageQueue, owner: str | None = A, times: int = 3) -> tuple[Snapshot, ...]:
    """Looks at a group that pops: nobody has its queues."""
    owners: Mapping[MessageQueue, str | None] = {**dict.fromkeys(QUEUES), RETRIES: owner, POPPED: None}
    return looks(owners, standing, times=times)


STUCK = ["consumer_stuck"]


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(facts(snapshots=popping(*QUEUES, POPPED)), STUCK, id="agrees: nothing moves, a client is there"),
        pytest.param(
            facts(snapshots=popping(*QUEUES, POPPED, owner=None), listings=counted(2)),
            STUCK,
            id="agrees: two clients are counted",
        ),
        pytest.param(
            facts(snapshots=popping(*QUEUES, POPPED, times=1), answers=(rate(0.0),)),
            STUCK,
            id="agrees: one look, and nothing is given",
        ),
        pytest.param(facts(snapshots=popping(POPPED)), [], id="contradicted: the topic is read"),
        pytest.param(facts(snapshots=popping(*QUEUES)), [], id="contradicted: what was revived is read"),
        pytest.param(
            facts(snapshots=popping(*QUEUES, POPPED, owner=None)), [], id="contradicted: no client is there at all"
        ),
        pytest.param(facts(snapshots=popping(*QUEUES, POPPED, times=1)), [], id="too little: one look"),
        pytest.param(
            facts(snapshots=looks({**SHARES, RETRIES: A}, [*QUEUES, RETRIES])), [], id="silent: the group does not pop"
        ),
    ],
)
def test_popped_and_revived(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(popped_and_revived, case) == expected


ONLY_RETRIES = (look({RETRIES: (0, A, 0)}), look({RETRIES: (0, A, 0)}, number=2, at=120))
NEVER_READ = ["not_permitted", "topic_missing"]


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(facts(snapshots=ONLY_RETRIES), NEVER_READ, id="agrees: clients, and no offset anywhere else"),
        pytest.param(
            facts(snapshots=(*ONLY_RETRIES, *looks(SHARES))), [], id="contradicted: it has offsets of its topic"
        ),
        pytest.param(
            facts(snapshots=ONLY_RETRIES, rosters=lists(ONE)), [], id="too little: a client list tells what it wants"
        ),
        pytest.param(facts(snapshots=ONLY_RETRIES[:1]), [], id="too little: one look of a start"),
        pytest.param(facts(), [], id="silent: nobody looked"),
    ],
)
def test_nothing_but_retries(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(nothing_but_retries, case) == expected


EMPTY = "CODE: 206  DESC: Not found the consumer group consume stats, because return offset table is empty"
GONE = answer(206, f"{EMPTY}, maybe the consumer not online")
NOT_CONSUMED = answer(206, f"{EMPTY}, maybe the consumer not consume any message")
OFFLINE = answer(206, f"CODE: 206  DESC: the consumer group[{GROUP}] not online")


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param([GONE], ["start_refused"], id="agrees: mqadmin of 5.x looked for clients and offsets"),
        pytest.param([NOT_CONSUMED, OFFLINE], ["start_refused"], id="agrees: by two answers"),
        pytest.param([NOT_CONSUMED], [], id="too little: before 5.0 clients may be there"),
        pytest.param([OFFLINE], [], id="too little: it may have consumed before"),
        pytest.param([], [], id="silent: nobody asked"),
    ],
)
def test_gone_before_it_read(answers: list[object], expected: list[str]) -> None:
    assert suspects(gone_before_it_read, facts(answers=tuple(answers))) == expected


def test_who_is_listed_is_not_gone() -> None:
    assert suspects(gone_before_it_read, facts(answers=(GONE,), rosters=lists(ONE))) == []
