"""Healthy groups that look alarming, drawn at random: one function per decoy. No rule is tested here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from rmqkit.rocketmq import AveragelyByCircle, ConsistentHash

from .cluster import Member
from .incidents import Incident, cluster, members, topics


def _everything(on: dict[str, dict[str, int]]) -> dict[str, str]:
    return dict.fromkeys(on, "*")


def plain(dice: Random) -> Incident:
    """Nothing happens."""
    on = topics(dice)
    return Incident("plain", cluster(dice, on, members(dice, dice.randint(1, 6), _everything(on))))


def idle(dice: Random) -> Incident:
    """No message comes."""
    on = topics(dice)
    who = members(dice, dice.randint(1, 4), _everything(on))
    return Incident("idle", cluster(dice, on, who, rate=0.0, committed_before=False))


def crowded(dice: Random) -> Incident:
    """More clients than queues."""
    on = {"orders": {"broker-a": dice.randint(1, 3)}}
    return Incident("crowded", cluster(dice, on, members(dice, dice.randint(4, 8), _everything(on))))


def other_strategy(dice: Random) -> Incident:
    """All clients allocate by the same strategy that is not the default."""
    on, strategy = topics(dice), dice.choice((AveragelyByCircle(), ConsistentHash()))
    who = members(dice, dice.randint(2, 5), _everything(on), strategy=strategy)
    return Incident("other strategy", cluster(dice, on, who))


def same_tags(dice: Random) -> Incident:
    """The same tags, written in another order."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), _everything(on))
    ways = ("TagA || TagB", "TagB||TagA", "TagB  ||  TagA")
    who = [replace(each, topics=dict.fromkeys(on, ways[i % 3])) for i, each in enumerate(who)]
    return Incident("same tags", cluster(dice, on, who, tags=("TagA", "TagB", "TagC")))


def rolling_restart(dice: Random) -> Incident:
    """Each client was replaced once by another process of its host."""
    on = topics(dice)
    old = members(dice, dice.randint(2, 4), _everything(on))
    gone = [replace(each, stop=60.0 + 20 * i) for i, each in enumerate(old)]
    new = [
        Member(f"{each.client_id.split('@')[0]}@9{i}#77{i}", each.topics, 65.0 + 20 * i) for i, each in enumerate(old)
    ]
    return Incident("rolling restart", cluster(dice, on, [*gone, *new]))


def gray_finished(dice: Random) -> Incident:
    """A release that added a topic; the clients without it are gone."""
    on = topics(dice, least=2)
    first = sorted(on)[0]
    old = [replace(each, stop=70.0 + 9 * i) for i, each in enumerate(members(dice, 2, {first: "*"}))]
    new = [Member(f"10.1.1.{i}@5#{i}", _everything(on), 60.0 + 9 * i) for i in range(2)]
    return Incident("gray finished", cluster(dice, on, [*old, *new]))


def scaled_out(dice: Random) -> Incident:
    """More clients joined a while ago."""
    on = topics(dice)
    who = members(dice, dice.randint(3, 6), _everything(on))
    return Incident("scaled out", cluster(dice, on, [*who[:2], *(replace(each, start=100.0) for each in who[2:])]))


def broadcasting(dice: Random) -> Incident:
    """Broadcasting clients of one host share one id by design, and commit nothing to the broker."""
    on = topics(dice)
    who = [Member("10.3.3.3@DEFAULT", _everything(on), 5.0 + i, model="BROADCASTING") for i in range(3)]
    return Incident("broadcasting", cluster(dice, on, who, committed_before=False))


def popping(dice: Random) -> Incident:
    """Clients that pop own no queues."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), _everything(on), consume_type="CONSUME_POP")
    return Incident("popping", cluster(dice, on, who, version="5.3.3"))


def one_silent(dice: Random) -> Incident:
    """A client does not answer mqadmin, so all queues of those asked after it show no client at any look."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), _everything(on))
    place = dice.randrange(len(who))
    who[place] = replace(who[place], silent=True)
    return Incident("one silent", cluster(dice, on, who))


HEALTHY: tuple[Callable[[Random], Incident], ...] = (
    plain, idle, crowded, other_strategy, same_tags, rolling_restart, gray_finished, scaled_out, broadcasting, popping,
    one_silent,
)  # fmt: skip
