"""Evidence with holes: what a part of the truth may not be taken for, and what it still tells."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from random import Random

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import LogFile

from .cluster import Cluster, Member, at
from .printed import facts_of
from .reductions import only_broker_logs
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
