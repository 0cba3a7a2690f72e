"""Incidents of clocks, brokers, networks and restarts, drawn at random, each with its truth. No rule is tested here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from .cluster import Member
from .incidents import Incident, cluster, members, topics


def _everything(on: dict[str, dict[str, int]]) -> dict[str, str]:
    return dict.fromkeys(on, "*")


def clock_ahead(dice: Random) -> Incident:
    """A client whose clock is far ahead asks for other tags than the rest and wins every heartbeat."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), dict.fromkeys(on, "TagB"))
    who[0] = replace(who[0], topics=dict.fromkeys(on, "TagA"), clock_ahead=dice.choice((600.0, 3600.0)))
    made = cluster(dice, on, who, tags=("TagA", "TagB"))
    return Incident("clock ahead", made, ("clock_skew", "inconsistent_subscription"), ("tag_mismatch_silent_loss",))


def brokers_disagree(dice: Random) -> Incident:
    """One client reaches some brokers only."""
    on = {"orders": dict.fromkeys(("broker-a", "broker-b", "broker-10")[: dice.randint(2, 3)], dice.choice((4, 8)))}
    who = members(dice, dice.randint(2, 4), _everything(on))
    who[0] = replace(who[0], brokers=frozenset({"broker-a"}))
    return Incident(
        "brokers disagree", cluster(dice, on, who), ("broker_disagreement",), (),
        ("orphan_queues", "duplicate_consumption", "consumer_slow"),
    )  # fmt: skip


def restarting(dice: Random) -> Incident:
    """A client crashes and is started again all the time."""
    on = topics(dice)
    steady = members(dice, dice.randint(1, 3), _everything(on))
    step = dice.choice((14.0, 25.0))
    lives = [
        Member(f"10.7.7.7@{60 + i}#{i}9", _everything(on), 20.0 + i * step, 20.0 + i * step + step - 4, killed=True)
        for i in range(int(260 // step))
    ]
    return Incident(
        "restarting", cluster(dice, on, [*steady, *lives]), ("rebalance_storm",), (),
        ("orphan_queues", "duplicate_consumption"),
    )  # fmt: skip


def unreachable(dice: Random) -> Incident:
    """Clients fail to connect to a broker or name server all the time."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), _everything(on))
    made = cluster(dice, on, who, unreachable=True)
    return Incident("unreachable", made, ("connection_problem",), told_only_by="client")


AROUND: tuple[Callable[[Random], Incident], ...] = (clock_ahead, brokers_disagree, restarting, unreachable)
