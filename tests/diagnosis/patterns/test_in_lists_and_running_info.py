"""Patterns of client lists and of what clients say of themselves: who is suspected, and when nobody is."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo, TopicRates
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.patterns import (
    asked_in_vain,
    ids_made_alike,
    listeners_too_slow,
)
from tests.diagnosis.findings.groups import (
    ONE,
    QUEUES,
    TWO,
    client,
    connected,
    listed,
)
from tests.diagnosis.findings.said import after, facts
from tests.diagnosis.patterns.seen import suspects


def full(cached: int = 500, started: float = -60, tps: float = 4.95, threads: str = "1") -> RunningInfo:
    """ONE's listener takes 0.2 s for each message, and messages lie in all its queues."""
    printed = str(int(after(started).timestamp() * 1000))
    properties = {"PROP_CONSUMER_START_TIMESTAMP": printed, "PROP_THREADPOOL_CORE_SIZE": threads}
    info = client(ONE, *QUEUES[:3], asked=89, consumed=78, rates=(TopicRates("paid", tps, 0.0, 0, 40, 200.0),))
    held = tuple(replace(one, cached_count=cached, locked=False) for one in info.queues)
    return replace(info, queues=held, properties={**info.properties, **properties})


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(full(), ["consumer_slow"], id="agrees: its only thread is busy all the time"),
        pytest.param(full(tps=2.0), [], id="contradicted: it has nothing to do for half of the time"),
        pytest.param(full(threads="8"), [], id="contradicted: of eight threads one is busy"),
        pytest.param(full(cached=0), [], id="contradicted: nothing lies in it"),
        pytest.param(full(started=60), [], id="too little: it works off what waited when it was started"),
    ],
)
def test_listeners_that_are_busy_all_the_time(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(listeners_too_slow, facts(running=(info,))) == expected


DOCKER = "172.17.0.2@consumer"


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            facts(running=(client(DOCKER, *QUEUES),)), ["client_id_collision"], id="agrees: any host may have the id"
        ),
        pytest.param(
            facts(running=(client("172.17.0.2@7#123", *QUEUES),)), [], id="contradicted: a nano time is in it"
        ),
        pytest.param(facts(running=(client("10.0.0.1@1", *QUEUES),)), [], id="contradicted: an address of its own"),
        pytest.param(
            facts(running=(client(DOCKER, *QUEUES),), rosters=(listed(1, DOCKER, TWO),)),
            [],
            id="contradicted: a list tells who the members are",
        ),
        pytest.param(
            facts([connected(DOCKER, 0)], running=(client(DOCKER, *QUEUES),)),
            [],
            id="contradicted: a broker's log tells who connected",
        ),
        pytest.param(
            facts(running=(client("127.0.0.1@DEFAULT", *QUEUES, model="BROADCASTING"),)),
            [],
            id="silent: broadcasting clients share it by design",
        ),
    ],
)
def test_an_id_that_any_host_may_have(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(ids_made_alike, case) == expected


def holding(
    *, cached: int = 0, pulled: tuple[float, ...] = (0, 1, 2), called: float = 60, wants: str = "*"
) -> RunningInfo:
    """ONE holds three queues: pulled so many seconds ago, its listener called last so long ago."""
    held = [
        HeldQueue(each, "pull", cached, False, after(90 - ago), after(90 - called), line)
        for line, (each, ago) in enumerate(zip(QUEUES, pulled, strict=False), start=20)
    ]
    return replace(client(ONE, topics={"paid": wants}), queues=tuple(held))


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        pytest.param(
            holding(),
            ["inconsistent_subscription", "not_permitted", "consumer_stuck"],
            id="agrees: asks on every queue, gets nothing",
        ),
        pytest.param(
            holding(wants="amount > 50"),
            ["start_refused", "not_permitted", "consumer_stuck"],
            id="agrees: it asks by SQL92 and was never given anything",
        ),
        pytest.param(holding(called=2), [], id="contradicted: its listener was called"),
        pytest.param(holding(cached=5), [], id="contradicted: messages lie in it"),
        pytest.param(holding(pulled=(0, 9, 14)), [], id="contradicted: its pulls wait at the broker"),
        pytest.param(holding(pulled=(0, 1)), [], id="too little: two queues"),
        pytest.param(client(ONE), [], id="silent: it holds none"),
    ],
)
def test_asked_in_vain(info: RunningInfo, expected: list[str]) -> None:
    assert suspects(asked_in_vain, facts(running=(info,))) == expected
