"""Causes that one scarce source tells: what is left in each case names the cause, and nobody else is blamed."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from rmqkit.diagnosis import Diagnosis, Finding, Severity, verdict
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.rocketmq import MessageQueue

from .cluster import Cluster, Member, at
from .printed import facts_of
from .reductions import no_logs, no_running_info, only_client_logs, only_running_info

ONE = {"orders": {"broker-a": 4, "broker-b": 4}}
TWO = {**ONE, "payments": {"broker-a": 4, "broker-b": 4}}
A, B = "10.1.0.7@31#1", "10.1.0.8@32#2"


def told(facts: GroupFacts, cause: str) -> list[Finding]:
    """The findings of one kind."""
    return [each for each in judge(facts).findings if each.id == cause]


def judge(facts: GroupFacts) -> Diagnosis:
    """The verdict on one group."""
    return verdict({facts.group: facts})


def client_logs(facts: GroupFacts) -> GroupFacts:
    """Nothing but the clients' own logs."""
    return only_client_logs(facts, Random(0))


def lists_owners_and_client_logs(facts: GroupFacts) -> GroupFacts:
    """Client lists, progress and client logs."""
    left = client_logs(facts)
    return replace(left, snapshots=facts.snapshots, rosters=facts.rosters)


SUBSETS = (Member(A, {"orders": "*", "payments": "*"}), Member(B, {"orders": "*"}, start=9.0))
FILTERS = (Member(A, {"orders": "NEW || PAID"}), Member(B, {"orders": "NEW"}, start=9.0))


@pytest.mark.parametrize(
    ("members", "left", "topic"),
    [
        pytest.param(SUBSETS, client_logs, "payments", id="heartbeats in client logs tell a topic that one lacks"),
        pytest.param(FILTERS, client_logs, "orders", id="heartbeats in client logs tell different tags"),
        pytest.param(
            SUBSETS, lists_owners_and_client_logs, "payments", id="heartbeats in client logs beside lists and owners"
        ),
    ],
)
def test_heartbeats_tell_subscriptions(
    members: tuple[Member, ...], left: Callable[[GroupFacts], GroupFacts], topic: str
) -> None:
    """`HeartbeatData` in a client's own log holds its whole subscription."""
    found = told(left(facts_of(Cluster(TWO, members))), "inconsistent_subscription")
    assert [(each.status, each.topics, set(each.clients)) for each in found] == [("proven", (topic,), {A, B})]


def test_equal_heartbeats_blame_nobody() -> None:
    """Two clients that say the same in their heartbeats disagree on nothing."""
    facts = facts_of(Cluster(ONE, (Member(A, {"orders": "*"}), Member(B, {"orders": "*"}, start=9.0))))
    assert told(client_logs(facts), "inconsistent_subscription") == []


def test_a_heartbeat_that_was_cut_proves_nothing() -> None:
    """A record cut in the middle of its subscriptions does not tell which topics are missing."""
    facts = client_logs(facts_of(Cluster(TWO, SUBSETS)))
    cut = tuple(
        replace(event, raw=event.raw[:-250]) if event.event == "heartbeat_content" else event for event in facts.events
    )
    assert not any(each.proven for each in told(replace(facts, events=cut), "inconsistent_subscription"))


def queues(found: list[Finding]) -> set[tuple[str, int]]:
    """Broker and number of the queues that the findings name."""
    return {(queue.broker, queue.queue) for each in found for queue in each.queues}


def test_client_logs_alone_tell_which_queues_nobody_reads() -> None:
    """Their rebalance lines name and count the queues, and a client that was alone was given them all."""
    facts = client_logs(facts_of(Cluster(TWO, SUBSETS)))
    orphans = told(facts, "orphan_queues")
    assert queues(orphans) == {("broker-b", number) for number in range(4)}
    assert {queue.topic for each in orphans for queue in each.queues} == {"payments"}


TWINS = (Member(A, {"orders": "*"}), Member(A, {"orders": "*"}, start=9.0))


def test_two_logs_of_one_id_tell_what_is_read_twice_and_never() -> None:
    """Each log holds the same share, counted among two clients."""
    facts = client_logs(facts_of(Cluster(ONE, TWINS)))
    assert [each.status for each in told(facts, "client_id_collision")] == ["proven"]
    assert queues(told(facts, "duplicate_consumption")) == {("broker-a", number) for number in range(4)}
    assert queues(told(facts, "orphan_queues")) == {("broker-b", number) for number in range(4)}


def without_others(facts: GroupFacts) -> GroupFacts:
    """The logs of the first two clients only."""
    kept = {"client-1/rocketmq_client.log", "client-2/rocketmq_client.log"}
    events = tuple(event for event in facts.events if event.file in kept)
    return GroupFacts(facts.group, events=events, logs={file: facts.logs[file] for file in kept})


def test_shares_of_a_client_list_with_gaps_are_not_recomputed() -> None:
    """Two of four clients are known: what they read is in their logs, what the others leave is not."""
    others = (Member("10.1.0.1@9#1", {"orders": "*"}), Member("10.1.0.9@9#1", {"orders": "*"}))
    facts = without_others(facts_of(Cluster(ONE, (*TWINS, *others))))
    assert queues(told(facts, "duplicate_consumption")) == {("broker-a", 2), ("broker-a", 3)}
    assert told(facts, "orphan_queues") == []


def copied(facts: GroupFacts) -> GroupFacts:
    """The first client's log twice, the second time in another layout."""
    file, copy = "client-1/rocketmq_client.log", "application.log"
    again = tuple(
        replace(event, file=copy, at=event.at and event.at.replace(microsecond=0), raw=f"app | {event.raw}")
        for event in facts.events
        if event.file == file
    )
    return replace(facts, events=(*facts.events, *again), logs={**facts.logs, copy: facts.logs[file]})


def test_one_log_in_two_layouts_is_one_process() -> None:
    """An application's log repeats the client's log; that is no second process."""
    facts = copied(client_logs(facts_of(Cluster(ONE, (Member(A, {"orders": "*"}),)))))
    assert told(facts, "client_id_collision") == []


def lists_and_owners(facts: GroupFacts) -> GroupFacts:
    """Client lists and progress."""
    return no_running_info(no_logs(facts, Random(0)), Random(0))


def lacking(facts: GroupFacts, lacks: set[MessageQueue]) -> GroupFacts:
    """Queues that their client could not take: no owner, and the offset of the first look."""
    first = {row.queue: row for row in facts.snapshots[0].rows}
    return replace(
        facts,
        snapshots=tuple(
            replace(
                each,
                rows=tuple(
                    replace(
                        row,
                        client_ip=None,
                        consumer_offset=first[row.queue].consumer_offset,
                        diff=row.broker_offset - first[row.queue].consumer_offset,
                    )
                    if row.queue in lacks
                    else row
                    for row in each.rows
                ),
            )
            for each in facts.snapshots
        ),
    )


def test_queues_that_a_client_could_not_take_prove_no_strategy() -> None:
    """A lock that another client keeps leaves the same gaps as a share by circle."""
    facts = lists_and_owners(facts_of(Cluster(ONE, (Member(A, {"orders": "*"}), Member(B, {"orders": "*"})))))
    lacks = {MessageQueue("orders", "broker-b", 0), MessageQueue("orders", "broker-b", 2)}
    assert not any(each.proven for each in told(lacking(facts, lacks), "mixed_allocation_strategies"))


def test_a_failing_client_does_not_hide_slow_queues_of_another() -> None:
    """A collision explains the queues of its id and those behind it, not what another client does with its own."""
    slow = Cluster(ONE, (*TWINS, Member(B, {"orders": "*"}, start=7.0)), rate=4.0, speed=2.0)
    found = told(facts_of(slow), "consumer_slow")
    owned = {("broker-b", 2), ("broker-b", 3)}
    assert [queues([each]) for each in found] == [owned]


def before_and_after(gap: float) -> GroupFacts:
    """Two running infos and nothing else, the second asked so long after the first."""
    facts = only_running_info(facts_of(Cluster(TWO, SUBSETS)), Random(0))
    first, second = facts.running
    held = tuple(replace(q, last_pull=q.last_pull and q.last_pull + (at(gap) - at(0))) for q in second.queues)
    return replace(facts, running=(first, replace(second, queues=held)))


@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        pytest.param(2.0, (Severity.CRITICAL, "proven"), id="asked within seconds: both were running"),
        pytest.param(3600.0, (Severity.WARNING, "suspected"), id="asked an hour apart: perhaps one followed the other"),
    ],
)
def test_running_infos_of_different_times(gap: float, expected: tuple[Severity, str]) -> None:
    """A client before and after a release wants different topics and is no inconsistent group."""
    found = told(before_and_after(gap), "inconsistent_subscription")
    assert [(each.severity, each.status) for each in found] == [expected]


def test_a_log_that_ends_early_is_perhaps_of_a_client_that_is_gone() -> None:
    """A killed client says no goodbye; its successor wants another topic and nobody is inconsistent."""
    old, new = (
        Member(A, {"orders": "*"}, stop=100.0, killed=True),
        Member(B, {"orders": "*", "payments": "*"}, start=110.0),
    )
    found = told(client_logs(facts_of(Cluster(TWO, (old, new)))), "inconsistent_subscription")
    assert not any(each.proven for each in found)


def kept(rounds: int) -> GroupFacts:
    """An ordered queue that its old owner's listener still has, through so many rebalances."""
    cluster = Cluster(ONE, (Member(A, {"orders": "*"}), Member(B, {"orders": "*"}, start=60.0)))
    facts = client_logs(facts_of(cluster))
    file, last = "client-1/rocketmq_client.log", facts.logs["client-1/rocketmq_client.log"].last
    assert last is not None
    event = next(each for each in facts.events if each.event == "queue_dropped" and each.topic == "orders")
    hung = replace(
        event, event="queue_still_consuming", file=file, times=rounds, last_at=last,
        raw="WARN [WRONG]mq is consuming, so can not unlock it",
    )  # fmt: skip
    return replace(facts, events=(*facts.events, hung))


@pytest.mark.parametrize(
    ("rounds", "owners"),
    [
        pytest.param(6, [], id="six rebalances in a row, by one log alone"),
        pytest.param(1, [], id="one rebalance: a batch was under way"),
    ],
)
def test_a_queue_that_cannot_be_let_go(rounds: int, owners: list[tuple[str, ...]]) -> None:
    """`[WRONG]mq is consuming` at each rebalance: the listener does not return and keeps the lock."""
    assert [each.clients for each in told(kept(rounds), "consumer_stuck")] == owners
