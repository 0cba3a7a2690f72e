"""A diagnosed group as a made-up one on a clock, and what a remedy's deed does to it. Nothing is asserted here."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rmqkit.diagnosis import Diagnosis, Finding
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import clock_skews
from rmqkit.diagnosis.case.giving_out import POP
from rmqkit.diagnosis.finding import Act, Deed
from rmqkit.diagnosis.relations.serves import newest_route, queues_of
from rmqkit.diagnosis.relations.wants import ClientSubscription, Expression
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.rocketmq import Averagely, MessageQueue, Strategy, strategy_named
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.internal_topics import is_user_topic
from tests.diagnosis.cluster import Cluster, Member, World

FALLS_SICK, DEED_AT, BACK_AFTER, ONE_BY_ONE = 60.0, 300.0, 10.0, 25.0
LOOKS, END = (700.0, 735.0, 770.0, 805.0), 810.0
_CLUSTERING, _BROADCASTING = "CLUSTERING", "BROADCASTING"


@dataclass(frozen=True)
class AsHeld:
    """A strategy of the user's own, as what its clients say that they hold shows it."""

    holds: frozenset[MessageQueue]
    name: str = "OwnStrategy"

    def allocate(self, _: str, __: str, queues: Sequence[MessageQueue], ___: Sequence[str]) -> list[MessageQueue]:
        """The queues that it was seen with."""
        return [queue for queue in queues if queue in self.holds]


def sick(diagnosis: Diagnosis, group: str) -> Cluster:
    """The group with everything that the diagnosis found of it and the simulation knows."""
    case = state_at_end(diagnosis.facts[group])
    findings = [finding for finding in diagnosis.of_group(group) if finding.ongoing]
    made = _told(case, findings)
    for finding in findings:
        made = SICK.get(finding.id, lambda cluster, _, __: cluster)(made, finding, case)
    lost = {broker for finding in findings if finding.id == "broker_lost" for broker in finding.brokers}
    return _falling(made, lost) if lost else made


def _told(case: Case, findings: Iterable[Finding]) -> Cluster:
    """Who is there, what each wants and how they share out, as the evidence tells it."""
    lost = [queue for finding in findings if finding.id == "broker_lost" for queue in finding.queues]
    topics = {topic: {**_brokers(case, topic), **_counted(topic, lost)} for topic in case.topics}
    topics = {topic: brokers for topic, brokers in topics.items() if brokers}
    members = [_member(case, client, number, topics) for number, client in enumerate(_clients(case, findings))]
    tags = {tag for member in members for wish in member.topics.values() for tag in Expression(wish).tags or ()}
    return Cluster(
        topics,
        tuple(members),
        case.group,
        version="4.9.7" if _is_old(case) else "5.3.3",
        looks=LOOKS,
        end=END,
        tags=(*sorted(tags - {"*"}), "nobody-wants-it") if tags - {"*"} else (),
    )


def _brokers(case: Case, topic: str) -> dict[str, int]:
    """The topic's queues that may be read, by broker."""
    closed = {broker.broker: 0 for broker in newest_route(case, topic) if not broker.readable_queues}
    return {**_counted(topic, queues_of(case, topic)), **closed}


def _counted(topic: str, queues: Iterable[MessageQueue]) -> dict[str, int]:
    return dict(Counter(queue.broker for queue in queues if queue.topic == topic))


def _clients(case: Case, findings: Iterable[Finding]) -> Sequence[str]:
    """The members; those that left or that findings name, where nobody is there."""
    if case.membership.client_ids:
        return case.membership.client_ids
    named = [client for finding in findings for client in finding.clients]
    left = [channel.client_id for channel in case.channels if channel.client_id]
    return list(dict.fromkeys([*case.subscriptions, *left, *named])) or ["10.0.0.1@1"]


def _is_old(case: Case) -> bool:
    versions = [connection.version or "" for roster in case.rosters for connection in roster.connections]
    return any(version.startswith("V4") for version in versions)


def _member(case: Case, client: str, number: int, topics: Mapping[str, Any]) -> Member:
    words = case.subscriptions.get(client)
    told = case.models.get(client)
    model = told.model if told else _CLUSTERING
    return Member(
        client,
        _wishes(words, topics),
        5.0 + number,
        strategy=_strategy(case, client),
        model=_CLUSTERING if model == POP else model,
        consume_type=POP if model == POP else "CONSUME_PASSIVELY",
        expression_type=_expression_type(words),
    )


def _wishes(words: ClientSubscription | None, topics: Mapping[str, Any]) -> dict[str, str]:
    if words is None or not (words.topics or words.exact):
        return dict.fromkeys(topics, "*")
    return {topic: wanted.text or "*" for topic, wanted in words.topics.items() if is_user_topic(topic)}


def _expression_type(words: ClientSubscription | None) -> str:
    types = {wanted.type for wanted in words.topics.values()} if words else set()
    return "SQL92" if "SQL92" in types else "TAG"


def _strategy(case: Case, client: str) -> Strategy:
    """The one that it names; of one that cannot be recomputed, what it was seen to give."""
    named = case.strategy_names.get(client)
    known = strategy_named(named) if named else Averagely()
    if known is not None:
        return known
    info = case.newest_running.get(client)
    return AsHeld(frozenset(held.queue for held in info.queues) if info else frozenset())


Change = Callable[[Cluster, Finding, Case], Cluster]


def _each(cluster: Cluster, clients: Iterable[str], **changes: Any) -> Cluster:
    """The cluster with some members changed."""
    chosen = set(clients)
    members = (replace(one, **changes) if one.client_id in chosen else one for one in cluster.members)
    return replace(cluster, members=tuple(members))


def _stuck(cluster: Cluster, finding: Finding, _: Case) -> Cluster:
    silent = bool(finding.details.get("silent"))
    queues = frozenset(finding.queues)
    return _each(cluster, finding.clients, stuck_from=FALLS_SICK, stuck_queues=queues, silent=silent)


def _offline(cluster: Cluster, _: Finding, __: Case) -> Cluster:
    return replace(cluster, members=tuple(replace(member, stop=90.0, killed=True) for member in cluster.members))


def _closed(cluster: Cluster, _: Finding, case: Case) -> Cluster:
    writable = {
        (topic, broker.broker): max(broker.read_queues, broker.write_queues or 0)
        for topic in cluster.topics
        for broker in case.routes.get(topic, ())
    }
    return replace(cluster, writable=writable)


def _refused(cluster: Cluster, _: Finding, case: Case) -> Cluster:
    closed = any(broker.unreadable_queues for topic in cluster.topics for broker in case.routes.get(topic, ()))
    return cluster if closed else replace(cluster, refused=16)


def _disagreeing(cluster: Cluster, finding: Finding, _: Case) -> Cluster:
    """Each broker without those whom it lacks; mqadmin, which asks any of them, happens to ask more than one."""
    for broker, clients in finding.details.get("lacking", {}).items():
        cluster = _each(cluster, clients, brokers=frozenset(cluster.brokers) - {broker})
    chances = (replace(cluster, seed=seed) for seed in range(100))
    return next(chance for chance in chances if len({look.asked for look in World(chance).run().looks}) > 1)


def _coming_and_going(cluster: Cluster, finding: Finding, _: Case) -> Cluster:
    """One process of each host comes for 15 s, every 30 s; it would go on after the end."""
    last = {ip_of(client): client for client in finding.clients}
    others = [member for member in cluster.members if ip_of(member.client_id) not in last]
    like = cluster.members[0]
    comings = [
        replace(like, client_id=client, start=float(at + number), stop=float(at + number + 15), killed=True)
        for number, client in enumerate(last.values())
        for at in range(20, int(END), 30)
    ]
    return replace(cluster, members=(*others, *comings))


def _falling(cluster: Cluster, brokers: Collection[str]) -> Cluster:
    """The brokers are lost on the way, and mqadmin was asked before as well."""
    left = {
        topic: {broker: queues for broker, queues in of.items() if broker not in brokers}
        for topic, of in cluster.topics.items()
    }
    whole = replace(cluster, looks=(FALLS_SICK - 25, FALLS_SICK - 5, *cluster.looks))
    return replace(whole, stages=((FALLS_SICK, replace(whole, topics=left)),))


def _clocks_apart(cluster: Cluster, _: Finding, case: Case) -> Cluster:
    """A client with a wrong clock; what brokers keep and nobody wants it registered before the others came."""
    for skew in clock_skews(case):
        if skew.client:
            ahead = max((gap.ahead for gap in skew.gaps), key=abs).total_seconds()
            cluster = _each(cluster, [skew.client], clock_ahead=ahead)
            kept = {topic: text for topic in cluster.topics if (text := case.stale_expression(topic))}
            first = replace(
                cluster.members[0], client_id=skew.client, clock_ahead=ahead, topics=kept, start=1.0, stop=40.0
            )
            cluster = replace(cluster, members=(*cluster.members, *([first] if kept else [])))
    return cluster


def _slow(cluster: Cluster, _: Finding, __: Case) -> Cluster:
    return replace(cluster, speed=cluster.rate / 4)


SICK: Mapping[str, Change] = {
    "broker_disagreement": _disagreeing,
    "clock_skew": _clocks_apart,
    "consumer_slow": _slow,
    "consumer_stuck": _stuck,
    "group_offline": _offline,
    "not_permitted": _refused,
    "rebalance_storm": _coming_and_going,
    "unreadable_queues": _closed,
}
"""By finding: what is wrong with the group beside its ids, subscriptions, strategies and models."""


def done(cluster: Cluster, deed: Deed) -> list[Cluster]:
    """The cluster to which the deed is done at DEED_AT, and the groups that come of it."""
    # Of processes that share an id a deed names each with its address; the simulation tells them apart by no address.
    deed = replace(deed, clients=tuple(dict.fromkeys(client.split(" (")[0] for client in deed.clients)))
    after, others = DONE[deed.act](cluster.at_last, deed)
    after = _again(after, deed.restarted) if deed.restarted else after
    return [replace(cluster, stages=(*cluster.stages, (DEED_AT, after))), *others]


Doing = Callable[[Cluster, Deed], tuple[Cluster, list[Cluster]]]


def _again(cluster: Cluster, clients: Iterable[str], **changes: Any) -> Cluster:
    """These clients stop one after the other, and start again otherwise; what made them sick is over."""
    chosen = set(clients) or {member.client_id for member in cluster.members}
    there = [member for member in cluster.members if not member.stop or member.stop > DEED_AT]
    moments = {index: DEED_AT + ONE_BY_ONE * index for index, member in enumerate(there) if member.client_id in chosen}
    stopping = {id(there[index]): at for index, at in moments.items()}
    members = [replace(member, stop=stopping.get(id(member), member.stop)) for member in cluster.members]
    back = [_well(there[index], at + BACK_AFTER, **changes) for index, at in moments.items()]
    return replace(cluster, members=(*members, *back))


def _well(member: Member, start: float, **changes: Any) -> Member:
    return replace(member, **{"stop": None, "stuck_from": None, "silent": False, "start": start, **changes})


def _subscribe(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    kinds = {"SQL92" if text.endswith(" (SQL92)") else "TAG" for text in deed.subscriptions.values()}
    wishes = {topic: text.removesuffix(" (SQL92)") for topic, text in deed.subscriptions.items()}
    return _again(cluster, deed.clients, topics=wishes, expression_type=max(kinds, default="TAG")), []


def _own_group(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    """Who comes and goes is there to stay in the new group."""
    chosen = [member for member in cluster.members if member.client_id in deed.clients]
    restless = {member.client_id: member for member in chosen if member.stop}
    leaving = [*(member for member in chosen if not member.stop), *restless.values()]
    stopped, _ = _stop(cluster, deed)
    by_wish: dict[tuple[object, ...], list[Member]] = {}
    for member in leaving:
        kind = (member.model, member.consume_type, member.expression_type, *sorted(member.topics.items()))
        by_wish.setdefault(kind, []).append(replace(member, start=DEED_AT + BACK_AFTER, stop=None))
    own = [
        replace(
            cluster, group=f"{cluster.group}-own-{number}", members=tuple(members), topics=_topics_of(cluster, members)
        )
        for number, members in enumerate(by_wish.values(), 1)
    ]
    return stopped, own


def _topics_of(cluster: Cluster, members: Iterable[Member]) -> dict[str, Mapping[str, int]]:
    wanted = {topic for member in members for topic in member.topics}
    return {topic: brokers for topic, brokers in cluster.topics.items() if topic in wanted}


def _one_process(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    first = {member.client_id: index for index, member in reversed(list(enumerate(cluster.members)))}
    members = [
        replace(member, stop=DEED_AT)
        if member.client_id in deed.clients and first[member.client_id] != index
        else member
        for index, member in enumerate(cluster.members)
    ]
    return replace(cluster, members=tuple(members)), []


def _own_id(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    after = _again(cluster, deed.clients)
    kept = len(cluster.members)
    members = [
        replace(member, client_id=f"{member.client_id}-{index}") if index >= kept else member
        for index, member in enumerate(after.members)
    ]
    return replace(after, members=tuple(members)), []


def _share_by(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    strategy = strategy_named(deed.setting)
    assert strategy, deed
    return _again(cluster, deed.clients, strategy=strategy), []


def _have_model(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    """A clustering client puts its pid in the place of DEFAULT (`ClientConfig#changeInstanceNameToPID`)."""
    after = _again(cluster, deed.clients, model=deed.setting, consume_type="CONSUME_PASSIVELY")
    if deed.setting != _CLUSTERING:
        return after, []
    ids = [one.client_id.replace("@DEFAULT", f"@{4000 + index}") for index, one in enumerate(after.members)]
    return replace(
        after, members=tuple(replace(one, client_id=each) for one, each in zip(after.members, ids, strict=True))
    ), []


def _restart(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    return _again(cluster, deed.clients), []


def _stop(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    """Who would have come later does not come."""
    kept = [member for member in cluster.members if member.client_id not in deed.clients or member.start < DEED_AT]
    gone = (replace(member, stop=min(member.stop or DEED_AT, DEED_AT)) for member in kept)
    chosen = set(deed.clients)
    members = (left if left.client_id in chosen else stays for left, stays in zip(gone, kept, strict=True))
    return replace(cluster, members=tuple(members)), []


def _resume(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    return _each(cluster, deed.clients, stuck_until=DEED_AT), []


def _start(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    """Of those that are gone."""
    last = {member.client_id: member for member in cluster.members if member.stop and member.stop < DEED_AT}
    chosen = [member for client, member in last.items() if client in deed.clients or not deed.clients]
    return _all_at_once(cluster, chosen), []


def _start_anew(cluster: Cluster, _: Deed) -> tuple[Cluster, list[Cluster]]:
    there = [member for member in cluster.members if not member.stop or member.stop > DEED_AT]
    stopped = tuple(replace(member, stop=min(member.stop or DEED_AT, DEED_AT)) for member in cluster.members)
    return _all_at_once(replace(cluster, members=stopped), there, clock_ahead=0.0), []


def _all_at_once(cluster: Cluster, clients: Iterable[Member], **changes: Any) -> Cluster:
    starting = [_well(member, DEED_AT + BACK_AFTER + number, **changes) for number, member in enumerate(clients)]
    return replace(cluster, members=(*cluster.members, *starting))


def _connect(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    return _each(cluster, deed.clients, brokers=None), []


def _open_queues(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    topics = {
        topic: {broker: deed.queues.get((topic, broker), queues) for broker, queues in of.items()}
        for topic, of in cluster.topics.items()
    }
    return replace(cluster, topics=topics), []


def _permit(cluster: Cluster, _: Deed) -> tuple[Cluster, list[Cluster]]:
    return replace(cluster, refused=None), []


def _start_brokers(cluster: Cluster, deed: Deed) -> tuple[Cluster, list[Cluster]]:
    """With as many queues as the others have."""
    topics = {topic: {**dict.fromkeys(deed.brokers, max(of.values())), **of} for topic, of in cluster.topics.items()}
    return replace(cluster, topics=topics), []


DONE: Mapping[Act, Doing] = {
    Act.SUBSCRIBE: _subscribe,
    Act.OWN_GROUP: _own_group,
    Act.ONE_PROCESS: _one_process,
    Act.OWN_ID: _own_id,
    Act.STRATEGY: _share_by,
    Act.MODEL: _have_model,
    Act.RESTART: _restart,
    Act.STOP: _stop,
    Act.RESUME: _resume,
    Act.START: _start,
    Act.START_ANEW: _start_anew,
    Act.CONNECT: _connect,
    Act.OPEN_QUEUES: _open_queues,
    Act.PERMIT: _permit,
    Act.START_BROKERS: _start_brokers,
}
