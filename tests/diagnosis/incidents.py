"""Incidents drawn at random, each with its truth, one function per cause; and healthy groups that look sick. Shapes
only; no rule is tested here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from rmqkit.rocketmq import Averagely, AveragelyByCircle, ConsistentHash, MessageQueue, Strategy

from .cluster import Cluster, Member

Topics = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Incident:
    """A cluster and its truth: causes that must be named, effects and further findings that may be.

    `told_only_by`: logs of this source alone can show that anything is wrong.
    """

    name: str
    cluster: Cluster
    causes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    tolerated: tuple[str, ...] = ()
    told_only_by: str | None = None

    @property
    def healthy(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.causes

    @property
    def allowed(self) -> frozenset[str]:
        """Every id that may be found at WARNING or above."""
        return frozenset((*self.causes, *self.effects, *self.tolerated))


_TOPICS = ("orders", "ns%pay-created", "TopicA", "t_1", "MQ_INST_77%audit", "a-very-long-topic-name_of_the_warehouse")
_BROKERS = (("broker-a",), ("broker-a", "broker-b"), ("broker-1", "broker-2", "broker-10"), ("b0", "B1", "b-10", "b-2"))
_STRATEGIES: tuple[Strategy, ...] = (Averagely(), AveragelyByCircle(), ConsistentHash())
_IDS: tuple[Callable[[int, Random], str], ...] = (
    lambda i, dice: f"10.0.{dice.randrange(3)}.{9 + i}@{dice.randrange(2, 30000)}#{dice.randrange(10**14)}",
    lambda i, dice: f"192.168.7.{20 + i}@consumer-{i}",
    lambda i, dice: f"10.4.4.{5 + i // 2}@{7000 + i}",
    lambda i, dice: f"pod-{i}.svc@{100 + i}#{dice.randrange(10**12)}@unit",
)


def topics(dice: Random, least: int = 1, queues: int = 24) -> dict[str, dict[str, int]]:
    """One to four topics on all or some of one to four brokers."""
    brokers = dice.choice(_BROKERS)
    names = dice.sample(_TOPICS, dice.randint(least, max(least, 3)))
    size = dice.choice((2, 3, 4, 7, 8, queues))
    return {name: {broker: max(1, size - dice.randrange(2)) for broker in brokers} for name in names}


def members(dice: Random, count: int, wanted: Mapping[str, str], **settings: object) -> list[Member]:
    """Clients with distinct ids that start one after the other."""
    make = dice.choice(_IDS)
    starts = [5.0 + i * dice.choice((0.5, 2.0, 7.0)) for i in range(count)]
    return [Member(make(i, dice), dict(wanted), start, **settings) for i, start in enumerate(starts)]  # type: ignore[arg-type]


def cluster(dice: Random, on: Topics, who: list[Member], **settings: object) -> Cluster:
    """The cluster, with odds and ends at random."""
    plain = {
        "group": dice.choice(("GID_orders", "ns%GID-pay", "please_rename_unique_group_name_4")),
        "rate": dice.choice((1.0, 2.5, 10.0)),
        "version": dice.choice(("4.9.7", "5.3.3")),
        "seed": dice.randrange(1000),
    }
    return Cluster(on, tuple(who), **(plain | settings))  # type: ignore[arg-type]


def _all(on: Topics) -> dict[str, str]:
    return dict.fromkeys(on, "*")


def _fewest(on: Topics) -> int:
    """Queues of the smallest topic, so that each of as many clients has a share; but two at least."""
    return max(2, min(sum(each.values()) for each in on.values()))


def different_topics(dice: Random) -> Incident:
    """Some clients lack a topic that others have, with a share in it."""
    on = topics(dice, least=2)
    who = members(dice, min(dice.randint(2, 6), _fewest(on)), _all(on))
    who = [replace(each, topics=_some(dice, on)) for each in who]
    who[-1] = replace(who[-1], topics=_all(on))
    who[0] = replace(who[0], topics={dice.choice(sorted(on)): "*"})
    strategy = dice.choice((Averagely(), Averagely(), AveragelyByCircle()))
    who = [replace(each, strategy=strategy) for each in who]
    return Incident(
        "different topics", cluster(dice, on, who), ("inconsistent_subscription",),
        ("orphan_queues", "flapping_subscription"),
    )  # fmt: skip


def _some(dice: Random, on: Topics) -> dict[str, str]:
    return dict.fromkeys(dice.sample(sorted(on), dice.randint(1, len(on))), "*")


def different_tags(dice: Random) -> Incident:
    """One topic, and not all clients want the same tags of it."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), _all(on))
    name = dice.choice(sorted(on))
    wishes = dice.sample(("TagA", "TagB", "TagA || TagC", "*"), 2)
    who = [replace(each, topics={**each.topics, name: wishes[i % 2]}) for i, each in enumerate(who)]
    made = cluster(dice, on, who, tags=dice.choice((("TagA", "TagB", "TagC"), ())))
    return Incident("different tags", made, ("inconsistent_subscription",), ("tag_mismatch_silent_loss",))


def collision(dice: Random) -> Incident:
    """Two or more processes with one id."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 5), _all(on))
    twin = dice.choice(("172.17.0.2@1", "10.9.9.9@batch", who[0].client_id))
    times = dice.randint(2, len(who))
    who = [replace(each, client_id=twin) if i < times else each for i, each in enumerate(who)]
    dice.shuffle(who)
    strategy = dice.choice((Averagely(), AveragelyByCircle()))
    made = cluster(dice, on, [replace(each, strategy=strategy) for each in who])
    return Incident("collision", made, ("client_id_collision",), ("orphan_queues", "duplicate_consumption"))


def mixed_strategies(dice: Random) -> Incident:
    """Two strategies in one group."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 5), _all(on))
    two = dice.sample(_STRATEGIES, 2)
    made = cluster(dice, on, [replace(each, strategy=two[i % 2]) for i, each in enumerate(who)])
    return Incident(
        "mixed strategies", made, ("mixed_allocation_strategies",), ("orphan_queues", "duplicate_consumption")
    )


def mixed_models(dice: Random) -> Incident:
    """A broadcasting client, or one that pops, among the others."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 5), _all(on))
    odd: dict[str, str] = dice.choice(({"model": "BROADCASTING"}, {"consume_type": "CONSUME_POP"}))
    place = dice.randrange(len(who))
    who[place] = replace(who[place], **odd)  # type: ignore[arg-type]
    made = cluster(dice, on, who)
    return Incident("mixed models", made, ("message_model_mismatch",), (), ("orphan_queues", "duplicate_consumption"))


def stuck(dice: Random) -> Incident:
    """A client hangs on all of its queues or on one."""
    on = topics(dice)
    who = members(dice, dice.randint(1, min(4, _fewest(on))), _all(on))
    who[0] = replace(who[0], stuck_from=dice.choice((30.0, 120.0)))
    if len(who) > 1 and dice.random() < 0.5:
        first = sorted(MessageQueue(t, b, q) for t, each in on.items() for b, n in each.items() for q in range(n))
        queue = dice.choice(first)
        who = [replace(each, stuck_from=60.0, stuck_queues=frozenset({queue})) for each in who]
    return Incident("stuck", cluster(dice, on, who), ("consumer_stuck",))


def slow(dice: Random) -> Incident:
    """Everything is consumed, at two thirds of the speed at which it comes."""
    on = topics(dice)
    made = cluster(dice, on, members(dice, dice.randint(1, 4), _all(on)), rate=6.0, speed=dice.choice((2.0, 4.0)))
    return Incident("slow", made, ("consumer_slow",))


def offline(dice: Random) -> Incident:
    """All clients left."""
    on = topics(dice)
    who = members(dice, dice.randint(1, 4), _all(on))
    who = [replace(each, stop=90.0 + i, killed=dice.random() < 0.5) for i, each in enumerate(who)]
    return Incident("offline", cluster(dice, on, who), ("group_offline",))


def failing(dice: Random) -> Incident:
    """Messages fail and go to the retry topic."""
    on = topics(dice)
    made = cluster(dice, on, members(dice, dice.randint(1, 4), _all(on)), failing=0.5)
    return Incident("failing", made, ("consume_failures",))


def refused(dice: Random) -> Incident:
    """The broker refuses the group's pulls."""
    on = topics(dice)
    made = cluster(dice, on, members(dice, dice.randint(1, 4), _all(on)), refused=dice.choice((16, 26)))
    return Incident("refused", made, ("not_permitted",))


def two_topics_and_collision(dice: Random) -> Incident:
    """Two applications in one group, and one of them runs twice under one id."""
    on = topics(dice, least=2)
    who = members(dice, 4, _all(on))
    first, second = sorted(on)[:2]
    who = [replace(each, topics={first if i < 2 else second: "*"}) for i, each in enumerate(who)]
    who[1] = replace(who[1], client_id=who[0].client_id)
    return Incident(
        "two topics and a collision", cluster(dice, on, who), ("inconsistent_subscription", "client_id_collision"),
        ("orphan_queues", "flapping_subscription", "duplicate_consumption"),
    )  # fmt: skip


def stuck_and_collision(dice: Random) -> Incident:
    """One id twice, and another client hangs."""
    on = topics(dice, queues=16)
    on = {topic: dict.fromkeys(each, 8) for topic, each in on.items()}
    who = members(dice, 4, _all(on))
    who = [replace(each, start=5.0 + i) for i, each in enumerate(who)]
    who[1] = replace(who[1], client_id=who[0].client_id)
    who[3] = replace(who[3], stuck_from=40.0)
    return Incident(
        "stuck and a collision", cluster(dice, on, who), ("client_id_collision", "consumer_stuck"),
        ("orphan_queues", "duplicate_consumption"),
    )  # fmt: skip


SICK: tuple[Callable[[Random], Incident], ...] = (
    different_topics, different_tags, collision, mixed_strategies, mixed_models, stuck, slow, offline, failing,
    refused, two_topics_and_collision, stuck_and_collision,
)  # fmt: skip


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
    who = members(dice, dice.randint(2, 4), _all(on))
    who[0] = replace(who[0], brokers=frozenset({"broker-a"}))
    return Incident(
        "brokers disagree", cluster(dice, on, who), ("broker_disagreement",), (),
        ("orphan_queues", "duplicate_consumption", "consumer_slow"),
    )  # fmt: skip


def restarting(dice: Random) -> Incident:
    """A client crashes and is started again all the time."""
    on = topics(dice)
    steady = members(dice, dice.randint(1, 3), _all(on))
    step = dice.choice((14.0, 25.0))
    lives = [
        Member(f"10.7.7.7@{60 + i}#{i}9", _all(on), 20.0 + i * step, 20.0 + i * step + step - 4, killed=True)
        for i in range(int(260 // step))
    ]
    return Incident(
        "restarting", cluster(dice, on, [*steady, *lives]), ("rebalance_storm",), (),
        ("orphan_queues", "duplicate_consumption"),
    )  # fmt: skip


def unreachable(dice: Random) -> Incident:
    """Clients fail to connect to a broker or name server all the time."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), _all(on))
    made = cluster(dice, on, who, unreachable=True)
    return Incident("unreachable", made, ("connection_problem",), told_only_by="client")


AROUND: tuple[Callable[[Random], Incident], ...] = (clock_ahead, brokers_disagree, restarting, unreachable)


def plain(dice: Random) -> Incident:
    """Nothing happens."""
    on = topics(dice)
    return Incident("plain", cluster(dice, on, members(dice, dice.randint(1, 6), _all(on))))


def idle(dice: Random) -> Incident:
    """No message comes."""
    on = topics(dice)
    who = members(dice, dice.randint(1, 4), _all(on))
    return Incident("idle", cluster(dice, on, who, rate=0.0, committed_before=False))


def crowded(dice: Random) -> Incident:
    """More clients than queues."""
    on = {"orders": {"broker-a": dice.randint(1, 3)}}
    return Incident("crowded", cluster(dice, on, members(dice, dice.randint(4, 8), _all(on))))


def other_strategy(dice: Random) -> Incident:
    """All clients allocate by the same strategy that is not the default."""
    on, strategy = topics(dice), dice.choice((AveragelyByCircle(), ConsistentHash()))
    who = members(dice, dice.randint(2, 5), _all(on), strategy=strategy)
    return Incident("other strategy", cluster(dice, on, who))


def same_tags(dice: Random) -> Incident:
    """The same tags, written in another order."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), _all(on))
    ways = ("TagA || TagB", "TagB||TagA", "TagB  ||  TagA")
    who = [replace(each, topics=dict.fromkeys(on, ways[i % 3])) for i, each in enumerate(who)]
    return Incident("same tags", cluster(dice, on, who, tags=("TagA", "TagB", "TagC")))


def rolling_restart(dice: Random) -> Incident:
    """Each client was replaced once by another process of its host."""
    on = topics(dice)
    old = members(dice, dice.randint(2, 4), _all(on))
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
    new = [Member(f"10.1.1.{i}@5#{i}", _all(on), 60.0 + 9 * i) for i in range(2)]
    return Incident("gray finished", cluster(dice, on, [*old, *new]))


def scaled_out(dice: Random) -> Incident:
    """More clients joined a while ago."""
    on = topics(dice)
    who = members(dice, dice.randint(3, 6), _all(on))
    return Incident("scaled out", cluster(dice, on, [*who[:2], *(replace(each, start=100.0) for each in who[2:])]))


def broadcasting(dice: Random) -> Incident:
    """Broadcasting clients of one host share one id by design, and commit nothing to the broker."""
    on = topics(dice)
    who = [Member("10.3.3.3@DEFAULT", _all(on), 5.0 + i, model="BROADCASTING") for i in range(3)]
    return Incident("broadcasting", cluster(dice, on, who, committed_before=False))


def popping(dice: Random) -> Incident:
    """Clients that pop own no queues."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), _all(on), consume_type="CONSUME_POP")
    return Incident("popping", cluster(dice, on, who, version="5.3.3"))


def one_silent(dice: Random) -> Incident:
    """A client does not answer mqadmin, so all queues of those asked after it show no client at any look."""
    on = topics(dice)
    who = members(dice, dice.randint(2, 4), _all(on))
    place = dice.randrange(len(who))
    who[place] = replace(who[place], silent=True)
    return Incident("one silent", cluster(dice, on, who))


HEALTHY: tuple[Callable[[Random], Incident], ...] = (
    plain, idle, crowded, other_strategy, same_tags, rolling_restart, gray_finished, scaled_out, broadcasting, popping,
    one_silent,
)  # fmt: skip
