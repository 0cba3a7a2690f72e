"""By which model does each client consume, and how does the group give out its queues: by
RocketMQ's strategies, or by something that these do not decide?

With pop the broker hands messages out, `assign` and `DefaultMQPullConsumer` leave the choice to the
application, a strategy of the user's own follows rules that no evidence tells, broadcasting clients
all read everything, and clients behind a proxy are unknown to the broker. Then nothing follows from
sorted queues and ids. No findings here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rmqkit.diagnosis.case.lag import moves
from rmqkit.diagnosis.case.members import LoggedChannel
from rmqkit.diagnosis.case.observations import rebalance_results
from rmqkit.diagnosis.case.subscriptions import ClientSubscription
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import Answer, GroupFacts, Roster, Snapshot, derived
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, brokers_of
from rmqkit.rocketmq import strategy_named
from rmqkit.rocketmq.client_id_meaning import ip_of, speaks_grpc
from rmqkit.rocketmq.internal_topics import is_user_topic

PULLS = "CONSUME_ACTIVELY"
_NO_TOPIC = 17
# `ClientConfig#buildMQClientId`, 4.9.4 and later: lite pull and pull consumers enable the
# stream request type.
_STREAM = "@STREAM"
# `DefaultMQPullConsumer` names itself in its running info (all versions); lite pull
# has another name.
_PULL_CONSUMER = "defaultMQPullConsumerImpl"


# Messages that name the group and the client's id, of clients that speak gRPC.
_OF_GRPC_CLIENTS = ("consume_service_created", "queue_stats_printed")
POP = "CONSUME_POP"


@dataclass(frozen=True)
class ClientModel:
    """A client's model and the line that says so."""

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
    def to_one_client_each(self) -> bool:
        """Whether clients share the queues out among themselves, by whatever strategy."""
        return self in (GivenOut.BY_STRATEGIES, GivenOut.BY_OWN_STRATEGY)


def given_out(
    facts: GroupFacts,
    live: Iterable[str],
    models: Mapping[str, ClientModel],
    strategy_names: Mapping[str, str],
    pulling: Iterable[str],
) -> GivenOut:
    """How the clients that are there give out their queues, as far as anything tells;
    else by strategies."""
    clients = frozenset(live)
    kinds = _kinds(clients, models)
    if kinds == {"BROADCASTING"}:
        return GivenOut.TO_EACH
    if kinds == {POP} or (clients and all(map(speaks_grpc, clients))):
        return GivenOut.BY_POP
    if clients and clients <= frozenset(pulling) and not _shares_out(facts, clients):
        return GivenOut.BY_APPLICATION
    own = any(strategy_named(name) is None for name in _names(clients, strategy_names))
    return GivenOut.BY_OWN_STRATEGY if own else GivenOut.BY_STRATEGIES


def _kinds(clients: frozenset[str], models: Mapping[str, ClientModel]) -> set[str | None]:
    return {models[client].model if client in models else None for client in clients}


def _names(clients: frozenset[str], strategy_names: Mapping[str, str]) -> list[str]:
    """The strategies that members name; everybody's, where no member is known."""
    return [name for client, name in strategy_names.items() if client in clients or not clients]


def pulling_clients(facts: GroupFacts, consume_types: Mapping[str, str | None]) -> frozenset[str]:
    """Clients that pull by themselves: lite pull and pull consumers,
    by their own word or by their id."""
    ids = facts.listed_ids | {info.client_id for info in facts.running}
    pulling = {client for client in ids if client.endswith(_STREAM)}
    pulling |= {client for client, kind in consume_types.items() if kind == PULLS}
    pulling |= {info.client_id for info in facts.running if info.properties.get("PROP_CONSUME_TYPE") == PULLS}
    pulling |= {roster.client_ids[0] for roster in facts.rosters if _lists_one_that_pulls(roster)}
    return frozenset(pulling)


def _lists_one_that_pulls(roster: Roster) -> bool:
    """A list names one consume type for the group, that of the last heartbeat:
    it speaks for one client alone."""
    return roster.consume_type == PULLS and len(roster.client_ids) == 1


def _shares_out(facts: GroupFacts, clients: frozenset[str]) -> bool:
    """Lite pull with `subscribe` shares out queues as push does:
    it logs results and, from 5.1.1, reports them.

    A pull consumer may log results as well, and its application still pulls what it likes.
    """
    infos = [info for info in facts.running if info.client_id in clients]
    if any(_PULL_CONSUMER in info.properties for info in infos):
        return False
    results = facts.events_named("rebalance_result", source="client")
    logged = any(event.client_id in clients for event in results)
    return logged or any(_holds_its_share(info) for info in infos)


def _holds_its_share(info: RunningInfo) -> bool:
    """With `assign` a client reports queues of topics that it does not subscribe
    to (5.1.1 and later)."""
    return any(held.mode == "pull" and held.queue.topic in info.subscriptions for held in info.queues)


def behind_a_proxy(facts: GroupFacts) -> list[Answer]:
    """Answers that brokers know no client of the group, where nothing else shows one, no broker's log either:
    they may be behind a proxy."""
    if facts.events_named("consumer_connected", source="broker"):
        return []
    unknown = [answer for answer in facts.answers if _knows_no_client(facts, answer)]
    clients_shown = facts.rosters or facts.running or knew_clients(facts)
    return unknown if _is_here(facts, unknown) and not clients_shown else []


def _is_here(facts: GroupFacts, unknown: Iterable[Answer]) -> bool:
    """An unknown retry topic alone may as well be a wrong name; offsets that are listed tell that the group is here,
    and so do clients that speak to a proxy."""
    says_offline = any(answer.says_offline for answer in unknown)
    return bool(facts.snapshots or says_offline or words_to_a_proxy(facts))


@derived
def looks_while_offline(facts: GroupFacts) -> tuple[Snapshot, ...]:
    """The looks that were the last ones before brokers said that they know no client of the group, and those beside
    them to which nothing was read while messages waited."""
    looks = facts.snapshots
    asked = [answer for answer in facts.answers if answer.says_offline]
    offline = {place for answer in asked if (place := _look_before(looks, answer)) is not None}
    return tuple(looks[place] for place in sorted(_with_those_beside(offline, looks)))


def _with_those_beside(offline: Collection[int], looks: Sequence[Snapshot]) -> set[int]:
    """The places of these looks, and of those after and before them as far as nothing was read."""
    found = set(offline)
    for steps in (range(1, len(looks)), range(len(looks) - 2, -1, -1)):
        for place in steps:
            beside = place - steps.step
            if beside in found and _nothing_was_read(looks[beside], looks[place]):
                found.add(place)
    return found


def _nothing_was_read(one: Snapshot, other: Snapshot) -> bool:
    return bool(one.waiting and other.waiting) and not other.owners_shown and not moves((one, other))


def _look_before(looks: Sequence[Snapshot], answer: Answer) -> int | None:
    """In one file by where they stand, else by their moments."""
    places = [place for place, look in enumerate(looks) if look.file == answer.file]
    above = [place for place in places if looks[place].block < answer.block]
    earlier = [place for place, look in enumerate(looks) if look.at and answer.at and look.at <= answer.at]
    return max(above if places else earlier, default=None)


class LeftOut(NamedTuple):
    """A topic that some looks list, the looks, and whether others before and after leave it out."""

    looks: tuple[Snapshot, ...]
    before: bool
    after: bool


@derived
def left_out_by_brokers(facts: GroupFacts) -> dict[str, LeftOut]:
    """Topics of which the group has offsets and that whole looks before or after others leave out.

    While a broker knows subscriptions of the group it leaves out topics without one
    (`AdminBrokerProcessor#getConsumeStats`, all versions).
    """
    committed = [row.queue.topic for look in facts.snapshots for row in look.rows if row.consumer_offset > 0]
    by_topic = {topic: _left_out(facts, topic) for topic in sorted(set(filter(is_user_topic, committed)))}
    return {topic: told for topic, told in by_topic.items() if told.before or told.after}


def _left_out(facts: GroupFacts, topic: str) -> LeftOut:
    """In looks in which the topic's brokers answered as well."""
    listing = [place for place, look in enumerate(facts.snapshots) if topic in look.topics]
    looks = tuple(facts.snapshots[place] for place in listing)
    brokers = {row.queue.broker for look in looks for row in look.rows_of(topic)}
    without = [
        place
        for place, look in enumerate(facts.snapshots)
        if look.whole and place not in listing and brokers.issubset(brokers_of(look.queues))
    ]
    return LeftOut(looks, min(without, default=listing[0]) < listing[0], max(without, default=0) > listing[-1])


def knew_clients(facts: GroupFacts) -> bool:
    """Whether looks before and after others leave a topic out: brokers did know clients then."""
    return any(told.before and told.after for told in left_out_by_brokers(facts).values())


@derived
def words_to_a_proxy(facts: GroupFacts) -> tuple[Event, ...]:
    """What only those clients write that speak gRPC (rocketmq-clients, 5.x), and so to a proxy."""
    said = facts.own_events(*_OF_GRPC_CLIENTS, source="client")
    return tuple(event for event in said if event.client_id)


def _knows_no_client(facts: GroupFacts, answer: Answer) -> bool:
    """It says so, or does not know (CODE 17) the retry topic that a broker makes with the first heartbeat."""
    return answer.says_offline or (answer.code == _NO_TOPIC and answer.said.names(facts.retry_topic))


def client_models(
    facts: GroupFacts,
    live: frozenset[str],
    channels: Iterable[LoggedChannel],
    subscriptions: Mapping[str, ClientSubscription],
) -> dict[str, ClientModel]:
    """The model of each live client that any source names.

    A registration looks the same for popping and pulling push consumers; only queues that are held, or that a
    client's log says were given to it, tell them apart.
    """
    models = _of_channels(live, channels) | _of_subscriptions(subscriptions)
    running = [info for info in facts.running if info.client_id in live]
    given = _given_by_logs(facts, live)
    popping = {who: ClientModel(POP, event.place) for who, event in given.items() if _pops(event)} | _popping(running)
    if popping:
        pulling = _pulling(given, running) | (_shown_with_queues(facts, live) - popping.keys())
        models = {client: model for client, model in models.items() if client in pulling}
    return models | popping


def _given_by_logs(facts: GroupFacts, live: Collection[str]) -> dict[str, Event]:
    """The last record of each live client of what it was given of a user topic, those of which a broker lets it pop
    before others; the retry topic is pulled even so (`QueryAssignmentProcessor`, 5.0.0 and later)."""
    of_live = [
        event for (who, topic), event in rebalance_results(facts).items() if who in live and is_user_topic(topic)
    ]
    return {event.client_id: event for event in sorted(of_live, key=_pops) if event.client_id}


def _pulling(given: Mapping[str, Event], running: Iterable[RunningInfo]) -> set[str]:
    """The clients that were given queues to pull, or say that they hold some."""
    given_to_pull = {who for who, event in given.items() if not _pops(event)}
    return given_to_pull | {info.client_id for info in running if any(held.mode == "pull" for held in info.queues)}


def _shown_with_queues(facts: GroupFacts, live: Collection[str]) -> set[str]:
    """The clients that are alone on their host and that the newest look shows with a queue of a user topic: mqadmin
    asks clients for what they pull, and learns nothing there of what they pop (`DefaultMQAdminExtImpl`, 5.0.0 and
    later)."""
    owners = {row.client_ip for look in facts.snapshots[-1:] for row in look.rows if row.queue.is_users}
    on_host = Counter(map(ip_of, live))
    return {who for who in live if ip_of(who) in owners and on_host[ip_of(who)] == 1}


def _pops(event: Event) -> bool:
    return event.carried.assigned == "POP"


def _of_channels(live: frozenset[str], channels: Iterable[LoggedChannel]) -> dict[str, ClientModel]:
    models: dict[str, ClientModel] = {}
    for channel in channels:
        if channel.live and channel.opened and channel.client_id in live and channel.client_id:
            kind = channel.opened.carried.consumer_kind
            if kind and kind.message_model:
                model = POP if kind.consume_type == POP else kind.message_model
                models[channel.client_id] = ClientModel(model, channel.opened.place)
    return models


def _of_subscriptions(subscriptions: Mapping[str, ClientSubscription]) -> dict[str, ClientModel]:
    return {
        who: ClientModel(POP if words.consume_type == POP else words.message_model, words.places[0])
        for who, words in subscriptions.items()
        if words.message_model and words.places
    }


def _popping(running: Iterable[RunningInfo]) -> dict[str, ClientModel]:
    """A push consumer with broker-side rebalance may pop (5.x);
    its registration says nothing of it."""
    return {
        info.client_id: ClientModel(POP, info.held_place(held))
        for info in running
        for held in info.queues
        if held.mode == "pop"
    }
