"""By which model does each client consume, and how does the group give out its queues: by RocketMQ's strategies, or by
something that these do not decide?

With pop the broker hands messages out, `assign` and `DefaultMQPullConsumer` leave the choice to the application, a
strategy of the user's own follows rules that no evidence tells, broadcasting clients all read everything, and clients
behind a proxy are unknown to the broker. Then nothing follows from sorted queues and ids. No findings here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rmqkit.diagnosis.case.lag import moves
from rmqkit.diagnosis.facts.group import Answer, GroupFacts, Snapshot, came_later, derived
from rmqkit.diagnosis.facts.known import is_after, latest
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import transitions_of
from rmqkit.diagnosis.relations.holds import newest_shares, shares
from rmqkit.diagnosis.relations.members import LoggedChannel, channels, membership
from rmqkit.diagnosis.relations.wants import ClientSubscription, process_histories
from rmqkit.rocketmq import strategy_named
from rmqkit.rocketmq.client_id_meaning import ip_of, keeps_default, replaces_default, speaks_grpc
from rmqkit.rocketmq.internal_topics import is_user_topic

PULLS = "CONSUME_ACTIVELY"
# `ClientConfig#buildMQClientId`, 4.9.4 and later: lite pull and pull consumers enable the
# stream request type.
_STREAM = "@STREAM"
POP = "CONSUME_POP"


@dataclass(frozen=True)
class ClientModel:
    model: str
    place: EvidenceLine


class GivenOut(StrEnum):
    """Who decides which client reads which queue."""

    BY_STRATEGIES = "by strategies"
    BY_OWN_STRATEGY = "by a strategy that cannot be recomputed"
    BY_POP = "by the broker, in pop mode"
    BY_APPLICATION = "by the application itself"
    TO_EACH = "everything to each client"

    @property
    def divides_queues(self) -> bool:
        """Whether clients share the queues out among themselves, by whatever strategy."""
        return self in (GivenOut.BY_STRATEGIES, GivenOut.BY_OWN_STRATEGY)


def pull_consumers(facts: GroupFacts, consume_types: Mapping[str, str | None]) -> set[str]:
    """Clients that pull by themselves: lite pull and pull consumers, as they report or by their id. A list names one
    consume type for the group, that of the last heartbeat: it speaks for one client alone."""
    found = {client for client in facts.listed_ids | facts.newest_running.keys() if client.endswith(_STREAM)}
    found |= {client for client, kind in consume_types.items() if kind == PULLS}
    found |= {info.client_id for info in facts.running if info.consume_type == PULLS}
    alone = (roster for roster in facts.rosters if len(roster.client_ids) == 1)
    return found | {roster.client_ids[0] for roster in alone if roster.consume_type == PULLS}


@derived
def twin_consume_types(facts: GroupFacts) -> dict[str, dict[str, str]]:
    """Of each id that several members share: how each of its processes gets its messages, by its address or its own
    log, where one pulls for itself (CONSUME_ACTIVELY) and another does not. These are two applications: a process
    starts one consumer of a group under an id (`MQClientInstance#registerConsumer`, all versions)."""
    gone = {channel.address for channel in channels(facts) if not channel.live}
    told = [(process.rpartition(" ")[2], words[-1]) for process, words in process_histories(facts).items()]
    there = [(process, words) for process, words in told if process not in gone]
    by_id = {
        client_id: {process: one.consume_type for process, one in there if one.who == client_id and one.consume_type}
        for client_id in membership(facts).duplicates
    }
    return {who: kinds for who, kinds in by_id.items() if PULLS in kinds.values() and len(set(kinds.values())) > 1}


def given_out(
    facts: GroupFacts,
    live: Iterable[str],
    models: Mapping[str, ClientModel],
    strategy_names: Mapping[str, str],
    by_themselves: Collection[str],
) -> GivenOut:
    """How the clients that are there give out their queues, as far as anything tells;
    else by strategies. Where no member is known, everybody's strategy counts."""
    clients = frozenset(live)
    kinds = {models[client].model if client in models else None for client in clients}
    if kinds == {"BROADCASTING"}:
        return GivenOut.TO_EACH
    if kinds == {POP} or (clients and all(map(speaks_grpc, clients))):
        return GivenOut.BY_POP
    if clients and clients.issubset(by_themselves):
        # Lite pull with `subscribe` shares out queues as push does: it logs results and, from 5.1.1, reports them. With
        # `assign` a client reports queues of topics that it does not subscribe to. A pull consumer may log results as
        # well, and its application still pulls what it likes: no look names it. Heartbeats of `assign` have no topics.
        infos = [info for info in facts.running if info.client_id in clients]
        held = [(info, queue) for info in infos for queue in info.queues if queue.mode == "pull"]
        logged = any(share.client in clients for share in shares(facts))
        tables = {topic for roster in facts.rosters for topic in roster.subscriptions if is_user_topic(topic)}
        rows = [] if infos else [row for look in facts.snapshots for row in look.rows if row.client_ip]
        named = any(row.queue.topic in tables for row in rows)
        shared_out = logged or named or any(queue.queue.topic in info.subscriptions for info, queue in held)
        if any(info.is_pull_consumer for info in infos) or not shared_out:
            return GivenOut.BY_APPLICATION
    names = [name for client, name in strategy_names.items() if client in clients or not clients]
    own = any(strategy_named(name) is None for name in names)
    return GivenOut.BY_OWN_STRATEGY if own else GivenOut.BY_STRATEGIES


def behind_a_proxy(facts: GroupFacts) -> list[Answer]:
    """Answers that brokers know no client of the group, where nothing else shows one, no broker's log either: they may
    be behind a proxy. They say so, or do not know (CODE 17) the retry topic that a broker makes with the first
    heartbeat. An unknown retry topic alone may as well be a wrong name; offsets that are listed tell that the group is
    here, and so do clients that speak to a proxy."""
    if any(channel.opened for channel in channels(facts)):
        return []
    unknown = [answer for answer in facts.answers if answer.says_offline or answer in facts.without_retry_topic]
    is_here = facts.snapshots or any(answer.says_offline for answer in unknown) or grpc_records(facts)
    return unknown if is_here and not (facts.rosters or facts.running) else []


@derived
def snapshots_while_offline(facts: GroupFacts) -> tuple[Snapshot, ...]:
    """The snapshots that were the last ones before brokers said that they know no client of the group, and those beside
    them to which nothing was read while messages waited."""
    looks = facts.snapshots
    offline: set[int] = set()
    for answer in facts.answers:
        if answer.says_offline:
            offline.update([place for place, look in enumerate(looks) if came_later(answer, look)][-1:])
    for steps in (range(1, len(looks)), range(len(looks) - 2, -1, -1)):
        for place in steps:
            one, other = looks[place - steps.step], looks[place]
            waits = bool(one.waiting and other.waiting) and not other.owners_shown
            if place - steps.step in offline and waits and not moves((one, other)):
                offline.add(place)
    return tuple(looks[place] for place in sorted(offline))


@derived
def grpc_records(facts: GroupFacts) -> tuple[Event, ...]:
    """What only those clients write that speak gRPC (rocketmq-clients, 5.x), and so to a proxy."""
    return tuple(event for event in facts.records("member.speaks_grpc") if event.client_id)


def client_models(
    facts: GroupFacts,
    live: frozenset[str],
    seen: Iterable[LoggedChannel],
    subscriptions: Mapping[str, ClientSubscription],
) -> dict[str, ClientModel]:
    """The model of each live client that any source names, be it its id. A registration looks the same for popping and
    pulling push consumers; only queues that are held, or that a client's log says were given to it, tell them apart. Of
    what a client was given of user topics, what a broker lets it pop comes before all else; the retry topic is pulled
    even so (`QueryAssignmentProcessor`, 5.0.0 and later)."""
    rows = [(roster, one) for roster in facts.rosters for one in roster.connections if one.client_id in live]
    java = [(roster, one) for roster, one in rows if one.language in (None, "JAVA")]
    models = {
        one.client_id: ClientModel("BROADCASTING", roster.place(one))
        for roster, one in java
        if keeps_default(one.client_id)
    }
    if models:
        # Whoever replaced it, beside them.
        by_pid = [(roster, one) for roster, one in java if one.language and replaces_default(one.client_id)]
        models |= {one.client_id: ClientModel("CLUSTERING", roster.place(one)) for roster, one in by_pid}
    for channel in seen:
        kind = channel.opened.carried.consumer_kind if channel.live and channel.opened else None
        if channel.opened and kind and kind.message_model and channel.client_id and channel.client_id in live:
            model = POP if kind.consume_type == POP else kind.message_model
            models[channel.client_id] = ClientModel(model, channel.opened.place)
    for who, words in subscriptions.items():
        if words.message_model and words.places:
            model = POP if words.consume_type == POP else words.message_model
            models[who] = ClientModel(model, words.places[0])
    held = [(info, queue) for info in facts.running if info.client_id in live for queue in info.queues]
    given = [share for share in newest_shares(facts).values() if share.client in live and is_user_topic(share.topic)]
    popping = {share.client: ClientModel(POP, share.place) for share in given if share.popped}
    popping |= {info.client_id: ClientModel(POP, info.held_place(queue)) for info, queue in held if queue.mode == "pop"}
    if popping:
        pulling = {share.client for share in given} - {share.client for share in given if share.popped}
        pulling |= {info.client_id for info, queue in held if queue.mode == "pull"}
        # mqadmin asks clients for what they pull, and learns nothing there of what they pop (`DefaultMQAdminExtImpl`,
        # 5.0.0 and later): so who is alone on its host pulls what the newest snapshot shows it with.
        owners = {row.client_ip for look in facts.snapshots[-1:] for row in look.rows if row.queue.is_users}
        on_host = Counter(map(ip_of, live))
        shown = {who for who in live if ip_of(who) in owners and on_host[ip_of(who)] == 1}
        pulling |= shown - popping.keys()
        models = {client: model for client, model in models.items() if client in pulling}
    return models | popping | _popping_beside(facts, live)


def _popping_beside(facts: GroupFacts, live: frozenset[str]) -> dict[str, ClientModel]:
    """Beside members that brokers know, clients that speak gRPC up to the end: a proxy pops for them
    (`ReceiveMessageActivity`, 5.0.0 and later) and no broker lists them."""
    if all(map(speaks_grpc, live)):
        return {}
    end = latest(log.last for log in facts.logs.values())
    since = end and end - transitions_of(facts).repeated
    said = [event for event in grpc_records(facts) if is_after(event.last_at, since)]
    return {event.client_id or "": ClientModel(POP, event.place) for event in said}
