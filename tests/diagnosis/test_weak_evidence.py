"""Evidence with holes: what a part of the truth may not be taken for, and what it still tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random

import pytest

from rmqkit.diagnosis import Severity
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import LogFile
from rmqkit.rocketmq import AveragelyByCircle

from .cluster import Cluster, Member, at
from .printed import facts_of
from .reductions import no_client_logs, no_running_info, only_broker_logs
from .test_traps import ALL, A, B, alarming, judge, members

DICE = Random(0)


def from_on(facts: GroupFacts, moment: datetime) -> GroupFacts:
    """The logs without what was rotated away before a moment."""
    logs = {
        name: LogFile(name, log.source, max(log.first or moment, moment), log.last) for name, log in facts.logs.items()
    }
    events = tuple(each for each in facts.events if each.at and each.at >= moment)
    return replace(facts, logs=logs, events=events)


def visited(stop: float | None = None) -> Cluster:
    """Two clients that were there before the logs begin, and a third that comes and goes."""
    return members(Member(A, ALL, stop=stop), Member(B, ALL, 7.0, stop=stop), Member("10.1.0.9@3#3", ALL, 100.0, 130.0))


def test_one_client_that_leaves_is_not_the_last_one() -> None:
    """A log that begins later is silent about the older members; the broker says when it drops the group."""
    facts = from_on(only_broker_logs(facts_of(visited()), DICE), at(90))
    assert "group_offline" not in alarming(judge(facts))


def test_the_broker_says_that_the_last_one_left() -> None:
    """With the line that the group was dropped, nobody is left, whoever was there before."""
    facts = from_on(only_broker_logs(facts_of(visited(stop=150.0)), DICE), at(90))
    found = judge(facts).finding("group_offline")
    assert found is not None and found.proven


LATER = (500.0, 540.0, 580.0)
SCALED_OUT = members(
    Member(A, ALL), Member(B, ALL, 7.0), Member("10.1.0.9@3#3", ALL, 225.0), looks=(212.0, 285.0, 330.0), end=350.0
)


def ends_with_failures(facts: GroupFacts, **failure: object) -> GroupFacts:
    """Client logs of warnings alone: the last line of each is a failure in the third minute."""
    first = next(each for each in facts.events if each.event == "consumer_started")
    failed = replace(first, at=at(130), last_at=at(178), times=6, line=90, topic=None, **failure)  # type: ignore[arg-type]
    files = [file for file, log in facts.logs.items() if log.source == "client"]
    events = [each for each in facts.events if each.file not in files]
    logs = {file: replace(log, last=at(178)) if file in files else log for file, log in facts.logs.items()}
    return replace(facts, events=(*events, *(replace(failed, file=file) for file in files)), logs=logs)


def broker_down(facts: GroupFacts) -> GroupFacts:
    """Heartbeats to one broker failed."""
    address = "10.0.0.9:10911"
    return ends_with_failures(facts, event="heartbeat_failed", address=address, broker="broker-a")


def name_server_down(facts: GroupFacts) -> GroupFacts:
    """Routes could not be asked for."""
    return ends_with_failures(facts, event="connection_failed", address="10.0.0.3:9876")


def own_strategy(facts: GroupFacts) -> GroupFacts:
    """Every client allocates by a class that nobody else has."""
    named = {"allocateMessageQueueStrategy": "com.example.ByZone@1f2e"}
    running = tuple(replace(each, properties={**each.properties, **named}) for each in facts.running)
    return no_client_logs(replace(facts, running=running), DICE)


def not_yet_made(facts: GroupFacts) -> GroupFacts:
    """The group was made a moment after its clients had started."""
    return ends_with_failures(facts, event="pull_rejected", code=26)


@pytest.mark.parametrize(
    ("cluster", "change"),
    [
        pytest.param(
            members(Member(A, ALL), Member(B, ALL, 7.0), looks=LATER, end=600.0), broker_down,
            id="a broker that failed minutes before the group consumed there is back",
        ),
        pytest.param(
            members(Member(A, ALL), Member(B, ALL, 7.0), looks=LATER, end=600.0), name_server_down,
            id="a name server that failed minutes before the group consumed is back",
        ),
        pytest.param(
            members(Member(A, ALL), Member(B, ALL, 7.0), looks=LATER, end=600.0), not_yet_made,
            id="a group that consumes is no longer refused",
        ),
        pytest.param(SCALED_OUT, lambda facts: facts, id="owners seen before a client came are those of another group"),
        pytest.param(
            SCALED_OUT, lambda facts: no_running_info(no_client_logs(facts, DICE), DICE),
            id="with brokers' logs alone, only looks since the last one came are compared",
        ),
        pytest.param(
            members(*(Member(each, ALL, strategy=AveragelyByCircle()) for each in (A, B))), own_strategy,
            id="clients that hold every queue once need no recomputation",
        ),
    ],
)  # fmt: skip
def test_over_or_never(cluster: Cluster, change: Callable[[GroupFacts], GroupFacts]) -> None:
    """Nothing goes on, and what is missing would change nothing."""
    diagnosis = judge(change(facts_of(cluster)))
    assert alarming(diagnosis) == set()
    assert diagnosis.severity in (Severity.OK, Severity.NOTICE)
    assert diagnosis.missing == ()


def test_a_broker_that_fails_while_its_queues_wait_is_still_down() -> None:
    """The same failures, and the looks show queues of that broker standing."""
    cluster = members(Member(A, ALL, stuck_from=150.0), Member(B, ALL, 7.0), looks=LATER, end=600.0)
    assert "connection_problem" in alarming(judge(broker_down(facts_of(cluster))))


def test_a_note_on_ids_does_not_hide_idle_clients() -> None:
    """Two notes stand side by side."""
    cluster = members(*(Member(f"172.17.0.{i}@1", ALL, 5.0 + i) for i in range(2, 13)))
    found = {each.id for each in judge(facts_of(cluster)).findings}
    assert {"risky_client_id", "idle_consumers"} <= found
