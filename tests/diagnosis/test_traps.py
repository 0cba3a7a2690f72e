"""What looks alarming and is not, or looks like one thing and is another: one case for each trap.

Whole groups that look alarming are drawn by decoys.py.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from rmqkit.diagnosis import Diagnosis, Severity, verdict
from rmqkit.diagnosis.facts.group import Answer, GroupFacts, QueueProgress
from rmqkit.rocketmq import Averagely, AveragelyByCircle, ConsistentHash, MessageQueue

from .cluster import Cluster, Member, at
from .printed import facts_of
from .reductions import (
    masked_addresses,
    no_broker_logs,
    no_logs,
    no_rosters,
    no_running_info,
    one_snapshot,
    only_progress,
    snapshots_without_clients,
)

DICE = Random(0)
ORDERS = {"orders": {"broker-a": 4, "broker-b": 4}}
TWO = {**ORDERS, "payments": {"broker-a": 4, "broker-b": 4}}
A, B = "10.1.0.7@31#1", "10.1.0.8@32#2"
ALL = {"orders": "*"}


def plain(**settings: object) -> Cluster:
    """Two clients, one topic."""
    return Cluster(ORDERS, (Member(A, ALL), Member(B, ALL, start=7.0)), **settings)  # type: ignore[arg-type]


def members(*who: Member, topics: dict[str, dict[str, int]] | None = None, **settings: object) -> Cluster:
    """Other clients."""
    return Cluster(topics or ORDERS, who, **settings)  # type: ignore[arg-type]


def judge(facts: GroupFacts) -> Diagnosis:
    """The verdict on one group."""
    return verdict({facts.group: facts})


def alarming(diagnosis: Diagnosis) -> set[str]:
    """What goes on and is at least a warning."""
    return {each.id for each in diagnosis.findings if each.ongoing and each.severity >= Severity.WARNING}


def starting_noise(facts: GroupFacts) -> GroupFacts:
    """Refused pulls in the first seconds of a client, CODE 25 and 24."""
    first = next(each for each in facts.events if each.event == "consumer_started")
    refused = [
        replace(first, event="pull_rejected", topic="orders", broker="broker-a", queue=0, code=code, times=3, line=90)
        for code in (25, 24)
    ]
    return replace(facts, events=(*facts.events, *refused))


def no_clients_at_all(facts: GroupFacts) -> GroupFacts:
    """consumerProgress of 4.3.0 to 4.8.0 without -s: the column is there and says N/A."""
    return snapshots_without_clients(facts, DICE)


def no_client_in_one_look(facts: GroupFacts) -> GroupFacts:
    """One failed client call: the queues of the clients asked after it are N/A in one output."""
    torn = facts.snapshots[1]
    rows = tuple(replace(row, client_ip=None if row.client_ip == "10.1.0.8" else row.client_ip) for row in torn.rows)
    return replace(facts, snapshots=(facts.snapshots[0], replace(torn, rows=rows), *facts.snapshots[2:]))


def one_retry_message(facts: GroupFacts) -> GroupFacts:
    """A finished retry: the retry topic has offsets and nothing waits."""
    retry = [row for row in facts.snapshots[-1].rows if row.queue.topic == facts.retry_topic]
    assert retry
    snapshots = tuple(
        replace(each, rows=tuple(_retried(row) if row.queue.topic == facts.retry_topic else row for row in each.rows))
        for each in facts.snapshots
    )
    return replace(facts, snapshots=snapshots)


def _retried(row):
    return replace(row, broker_offset=4, consumer_offset=4, diff=0)


def growing_topics(facts: GroupFacts) -> GroupFacts:
    """A topic is listed only once its first offset is committed."""
    first = facts.snapshots[0]
    rows = tuple(row for row in first.rows if row.queue.topic != "payments")
    return replace(facts, snapshots=(replace(first, rows=rows), *facts.snapshots[1:]))


HEALTHY = [
    pytest.param(plain(), no_clients_at_all, id="N/A everywhere means that nobody asked the clients"),
    pytest.param(plain(), no_client_in_one_look, id="N/A in one look is a client that did not answer"),
    pytest.param(plain(), starting_noise, id="CODE 24 and 25 at a start are noise"),
    pytest.param(plain(), one_retry_message, id="a retry topic with nothing waiting is no failure"),
    pytest.param(
        members(Member(A, dict.fromkeys(TWO, "*")), Member(B, dict.fromkeys(TWO, "*"), start=7.0), topics=TWO),
        growing_topics, id="a topic that appears with its first commit is no flapping",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("cluster", "change"), HEALTHY)
def test_healthy(cluster: Cluster, change: Callable[[GroupFacts], GroupFacts]) -> None:
    """No warning, and the group does not read sick."""
    diagnosis = judge(change(facts_of(cluster)))
    assert alarming(diagnosis) == set()
    assert diagnosis.severity <= Severity.NOTICE


def test_a_group_that_is_offline_lists_all_its_topics() -> None:
    """Topics abandoned long ago come back into consumerProgress; that is neither flapping nor different topics."""
    online = members(Member(A, ALL, stop=150.0), topics=TWO, version="4.9.7", looks=(100.0, 140.0, 200.0, 280.0))
    assert alarming(judge(facts_of(online))) == {"group_offline"}


def test_tags_against_sql_are_different_expressions() -> None:
    """The same text means another thing in another type of expression."""
    one = Member(A, {"orders": "x"})
    other = Member(B, {"orders": "TAGS = 'x'"}, start=7.0, expression_type="SQL92")
    diagnosis = judge(facts_of(members(one, other)))
    assert diagnosis.findings[0].id == "inconsistent_subscription"
    assert diagnosis.findings[0].proven


def test_mixed_strategies_show_nothing_but_owners() -> None:
    """Without the strategies' names the cause is not claimed as something else."""
    one, other = Member(A, ALL), Member(B, ALL, start=7.0, strategy=AveragelyByCircle())
    facts = no_running_info(no_logs(facts_of(members(one, other)), DICE), DICE)
    proven = {each.id for each in judge(facts).findings if each.proven and each.severity >= Severity.WARNING}
    assert proven <= {"orphan_queues"}


def test_the_retry_topic_tells_no_strategy() -> None:
    """Its route reaches the clients at different times, so that a queue may be shown with the wrong one."""
    cluster = members(Member(A, ALL), Member(_whose_queues_hashing_gives_as_well(), ALL, start=7.0))
    facts = no_running_info(no_logs(facts_of(cluster), DICE), DICE)
    looks = tuple(replace(each, rows=tuple(map(_retry_held_by_b, each.rows))) for each in facts.snapshots)
    assert looks != facts.snapshots
    assert alarming(judge(replace(facts, snapshots=looks))) == set()


def _whose_queues_hashing_gives_as_well() -> str:
    """An id whose share by average, and the retry queues on top, are within its share by consistent hash."""
    queues = sorted(MessageQueue("orders", broker, number) for broker in ORDERS["orders"] for number in range(4))
    retry = [MessageQueue("%RETRY%GID_orders", broker, 0) for broker in ORDERS["orders"]]
    ids = (f"10.1.0.8@{number}#2" for number in range(10_000))
    return next(
        each
        for each in ids
        if set(Averagely().allocate("group", each, queues, [A, each]))
        < set(ConsistentHash().allocate("group", each, queues, [A, each]))
        and ConsistentHash().allocate("group", each, retry, [A, each]) == retry
    )


def _retry_held_by_b(row: QueueProgress) -> QueueProgress:
    return replace(row, client_ip="10.1.0.8") if row.queue.topic.startswith("%RETRY%") else row


def test_one_pasted_table_with_unowned_queues_is_suspected_at_most() -> None:
    """N/A on some queues has five reasons; the missing commands are named."""
    cluster = members(Member(A, ALL), Member(B, {"payments": "*"}, start=9.0), topics=TWO)
    facts = one_snapshot(only_progress(facts_of(cluster), DICE), DICE)
    diagnosis = judge(facts)
    assert not any(each.proven and each.severity >= Severity.WARNING for each in diagnosis.findings)
    assert diagnosis.severity > Severity.OK
    assert any("consumerConnection" in each.command for each in diagnosis.missing)


def test_masked_addresses_leave_a_collision_named() -> None:
    """Two lines with one id and no addresses."""
    cluster = members(Member(A, ALL), Member(A, ALL, start=7.0), Member(B, ALL, start=9.0))
    facts = no_logs(masked_addresses(facts_of(cluster), DICE), DICE)
    assert "client_id_collision" in alarming(judge(facts))


def test_two_logs_of_one_id_are_a_collision_and_a_copy_is_none() -> None:
    """Two processes write different records; a copied log has the same."""
    twins = no_broker_logs(no_rosters(facts_of(members(Member(A, ALL), Member(A, ALL, start=7.0))), DICE), DICE)
    assert "client_id_collision" in alarming(judge(twins))
    alone = no_broker_logs(no_rosters(facts_of(plain()), DICE), DICE)
    first = "client-1/rocketmq_client.log"
    copies = tuple(replace(each, file="copy.log") for each in alone.events if each.file == first)
    copied = replace(alone, events=(*alone.events, *copies), logs={**alone.logs, "copy.log": alone.logs[first]})
    assert "client_id_collision" not in alarming(judge(copied))


def test_no_offsets_is_not_offline() -> None:
    """CODE 206 of consumerProgress before 5.0 means that nothing was ever committed."""
    text = "CODE: 206  DESC: Not found the consumer group consume stats, because return offset table is empty"
    answer = Answer("progress.txt", 1, "consumer_progress", None, None, at(10), 206, text, None)
    assert judge(GroupFacts(group="g", answers=(answer,))).severity == Severity.UNKNOWN


def test_two_causes_share_out_the_effects() -> None:
    """Two applications in one group, one of them twice under one id: both proven, each with its own queues."""
    cluster = members(
        Member(A, ALL), Member(A, ALL, start=7.0), Member(B, {"payments": "*"}, start=9.0), topics=TWO
    )  # fmt: skip
    diagnosis = judge(facts_of(cluster))
    found = {each.id: each for each in diagnosis.findings}
    assert found["inconsistent_subscription"].proven and found["client_id_collision"].proven
    assert all(
        found[cause].title in diagnosis.headline for cause in ("inconsistent_subscription", "client_id_collision")
    )
    assert "orphan_queues" in found["inconsistent_subscription"].explains
    assert "duplicate_consumption" in found["client_id_collision"].explains
    orphans = set(found["orphan_queues"].queues)
    assert MessageQueue("payments", "broker-a", 0) in orphans
    assert not orphans <= set(found["inconsistent_subscription"].queues)
    assert not orphans <= set(found["client_id_collision"].queues)


def test_one_stuck_queue_among_twins_is_found_beside_the_collision() -> None:
    """A stuck client that has nothing to do with the twins."""
    third = Member("10.9.0.1@1#1", ALL, start=11.0, stuck_from=60.0)
    cluster = members(Member(A, ALL), Member(A, ALL, start=7.0), third)
    found = {each.id: each for each in judge(facts_of(cluster)).findings}
    assert found["client_id_collision"].proven and found["consumer_stuck"].proven
    assert not set(found["consumer_stuck"].queues) & set(found["orphan_queues"].queues)
    assert found["consumer_stuck"].clients == (third.client_id,)


def test_a_notice_does_not_hide_that_the_rest_is_unknown() -> None:
    """A note on client ids, and no progress at all: the headline says both."""
    cluster = members(Member("172.17.0.2@1", ALL), Member("172.17.0.3@1", ALL, start=7.0))
    diagnosis = judge(no_logs(replace(facts_of(cluster), snapshots=()), DICE))
    assert diagnosis.findings[0].id == "risky_client_id"
    assert "Not enough evidence" in diagnosis.headline


@pytest.mark.parametrize(
    "wishes",
    [
        pytest.param((ALL, {"payments": "*"}), id="the one that speaks last wants what all others want"),
        pytest.param(({"payments": "*"}, ALL), id="the one that speaks last wants something else"),
    ],
)
def test_processes_that_share_an_id_are_told_apart_where_they_want_different_topics(
    wishes: tuple[dict[str, str], dict[str, str]],
) -> None:
    """Each process of the id takes its share of what it subscribes to itself: no queue has two readers."""
    group = members(*(Member(A, wish) for wish in wishes), Member(B, ALL, start=7.0), topics=TWO)
    diagnosis = judge(facts_of(group))
    different = next(told for told in diagnosis.findings if told.id == "inconsistent_subscription")
    assert different.proven and different.clients == (A, B)
    assert all(wish in different.title for wish in ("orders *", "payments *"))
    assert "3 clients" in different.title
    assert "duplicate_consumption" not in {told.id for told in diagnosis.findings}
    unread = next(told for told in diagnosis.findings if told.id == "orphan_queues")
    # Of 8 queues in 3 parts the second part is the twin's, the third the other client's.
    assert {(queue.topic, queue.broker, queue.queue) for queue in unread.queues} == {
        *(("orders", broker, number) for broker, number in SECOND),
        *(("payments", broker, number) for broker, number in (*SECOND, *THIRD)),
    }


SECOND = (("broker-a", 3), ("broker-b", 0), ("broker-b", 1))
THIRD = (("broker-b", 2), ("broker-b", 3))
