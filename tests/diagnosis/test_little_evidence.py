"""Causes that one scarce source tells: what is left in each case names the cause, and nobody else is blamed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from rmqkit.diagnosis import Diagnosis, Finding, verdict
from rmqkit.diagnosis.facts.group import GroupFacts

from .cluster import Cluster, Member
from .printed import facts_of
from .reductions import only_client_logs

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
