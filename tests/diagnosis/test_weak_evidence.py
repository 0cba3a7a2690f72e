"""Evidence with holes: what a part of the truth may not be taken for, and what it still tells."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from rmqkit.diagnosis import Severity
from rmqkit.diagnosis.facts.group import Answer, GroupFacts
from rmqkit.rocketmq import AveragelyByCircle

from .cluster import Cluster, Member, at
from .printed import facts_of
from .reductions import no_client_logs, no_running_info, only_progress
from .test_traps import ALL, TWO, A, B, alarming, judge, members

DICE = Random(0)


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


PAYMENTS = {"payments": "*"}
TWO_APPLICATIONS = members(Member(A, ALL), Member(B, PAYMENTS, start=9.0), topics=TWO, looks=(212.0, 238.0))


def only_named(facts: GroupFacts, *names: str) -> GroupFacts:
    """Logs of which nothing else was kept."""
    return GroupFacts(
        group=facts.group, logs=facts.logs, events=tuple(each for each in facts.events if each.event in names)
    )


def found(facts: GroupFacts, finding: str) -> tuple[bool, bool, Severity] | None:
    """A finding's status, whether it goes on, and its severity."""
    each = judge(facts).finding(finding)
    return (each.proven, each.ongoing, each.severity) if each else None


def test_a_topic_that_is_taken_away_again_and_again_must_have_come_back() -> None:
    """A broker's log of warnings alone has no line for what is added."""
    facts = only_named(facts_of(TWO_APPLICATIONS), "subscription_topic_removed")
    assert found(facts, "flapping_subscription") == (True, True, Severity.WARNING)
    assert found(facts, "inconsistent_subscription") == (False, True, Severity.CRITICAL)
    assert any("consumerStatus" in each.command for each in judge(facts).missing)


@pytest.mark.parametrize(
    ("reason", "cause"),
    [
        pytest.param("CODE: 1  DESC: no consumer for this group", "not_permitted", id="the broker knows no member"),
        pytest.param("wait response on the channel <10.0.0.9:10911> timeout", "connection_problem", id="no answer"),
    ],
)
def test_no_list_of_members(reason: str, cause: str) -> None:
    """A client that gets no list of members was refused or not answered; the exception tells."""
    facts = facts_of(members(Member(A, ALL)))
    first = next(each for each in facts.events if each.event == "consumer_started")
    failed = replace(first, event="rebalance_failed", at=at(60), last_at=at(300), times=13, topic="orders")
    listed = replace(failed, event="consumer_list_failed", address="10.0.0.9:10911", raw=f"Exception: {reason}")
    facts = GroupFacts(group=facts.group, logs=facts.logs, events=(failed, listed))
    assert alarming(judge(facts)) == {cause}


@pytest.mark.parametrize(
    ("names", "stuck"),
    [
        pytest.param(("p.txt", "copy of p.txt", "b/p.txt"), False, id="copies of one look are one look"),
        pytest.param(("1/p.txt", "2/p.txt", "3/p.txt"), True, id="a series of equal looks shows what stands"),
    ],
)
def test_the_same_output_again(names: tuple[str, ...], stuck: bool) -> None:
    """Nothing arrives, messages wait, and nothing moves: three captures tell it, one capture three times does not."""
    facts = facts_of(members(Member(A, ALL, stuck_from=60.0), looks=(212.0,)))
    look = replace(facts.snapshots[0], at=None)
    looks = tuple(replace(look, file=name) for name in names)
    assert ("consumer_stuck" in alarming(judge(replace(facts, snapshots=looks, running=())))) == stuck
    assert judge(GroupFacts(group=facts.group, snapshots=looks[:3])).severity > Severity.OK


def test_a_name_server_that_does_not_know_the_group_proves_nothing() -> None:
    """Another name server, another name, or a group that never started: the list of its groups tells which."""
    text = "CODE: 17  DESC: No topic route info in name server for the topic: %RETRY%g"
    answer = Answer("progress.txt", 1, "consumer_progress", None, None, at(10), 17, text, None)
    diagnosis = judge(GroupFacts(group="g", answers=(answer,)))
    assert diagnosis.severity == Severity.UNKNOWN
    assert diagnosis.missing[0].command.startswith("mqadmin consumerProgress -n NAMESRV   ")


def test_looks_at_two_clusters_are_no_evidence_of_health() -> None:
    """The end of a queue never goes back behind what was consumed of it."""
    facts = facts_of(members(Member(A, ALL), Member(B, ALL, start=7.0)))
    last = facts.snapshots[-1]
    rows = tuple(replace(row, broker_offset=12, consumer_offset=12, diff=0) for row in last.rows)
    diagnosis = judge(replace(facts, snapshots=(*facts.snapshots[:-1], replace(last, rows=rows))))
    assert any("clusterList" in each.command for each in diagnosis.missing)


def test_no_known_member_is_not_nobody() -> None:
    """consumerProgress alone tells which queues have no owner, not that none has."""
    facts = only_progress(facts_of(replace(TWO_APPLICATIONS, looks=(127.0, 140.0, 187.0, 200.0, 247.0, 290.0))), DICE)
    orphans = judge(facts).finding("orphan_queues")
    owned = {row.queue for snapshot in facts.snapshots for row in snapshot.rows if row.client_ip}
    assert orphans is None or not owned & set(orphans.queues)
