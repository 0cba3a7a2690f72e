"""The allocation that the case is drawn by: the first of the possible ones that no
observation contradicts: as the sources name subscriptions and strategies, as owners alone tell them, as clients say.

The findings' lists, the pictures, `plan` and the report all take it from here: what is drawn is
what was proven.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.observations import Observation, held, takers
from rmqkit.diagnosis.case.recomputation import NOTHING, Recomputed, as_told, recompute
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.facts.group import derived
from rmqkit.rocketmq import Averagely, AveragelyByCircle, ConsistentHash, MessageQueue, Strategy, allocation
from rmqkit.rocketmq.client_id_meaning import ip_of


@derived
def accepted_allocation(case: Case) -> Recomputed:
    """The allocation that holds against everything in reach;
    an empty one where none does, or none can be known."""
    since = case.members_since
    return next((world for world in _worlds(case) if not world.contradictions_since(since)), NOTHING)


def _worlds(case: Case) -> Iterator[Recomputed]:
    """As the sources name subscriptions and strategies; as owners alone tell them;
    as the clients say themselves."""
    if case.given_out_by_rules:
        yield case.recomputed
    if case.given_out == GivenOut.BY_STRATEGIES:
        if subscribers := inferred_subscribers(case):
            yield case.recompute(subscribers)
        elif strategies := inferred_strategies(case):
            yield recomputed_with(case, strategies)
    if case.given_out.to_one_client_each:
        told = told_by_members(case)
        if told.allocations:
            yield told


def computed_or_told(case: Case) -> Recomputed:
    """What the strategies give, where all of them can be computed;
    else what the members say of themselves."""
    return case.recomputed if case.recomputed.allocations else told_by_members(case)


def told_by_members(case: Case) -> Recomputed:
    """What every member says that it holds; nothing where one was not asked."""
    return as_told(case, case.membership.client_ids, case.shared_topics, case.observations)


# Who subscribes to what, told by owners alone: the shares of which clients are never taken.


@derived
def inferred_subscribers(case: Case) -> dict[str, frozenset[str]]:
    """Subscribers by topic, where owners and orphans allow just one reading; else empty.

    That is so when every client's share of a topic is either all its own or all nobody's, the ids
    are distinct, all owners that were seen are then the predicted ones, and whoever lacks its share
    was seen with other queues by the same look, so that it lives, answers and shares out queues.
    """
    if not _to_be_inferred(case):
        return {}
    taking = {topic: takers(case.whole_shares(topic), case.live, case.observations) for topic in _shown_topics(case)}
    subscribers = {topic: clients for topic, clients in taking.items() if clients and clients != case.live}
    if not subscribers or None in taking.values() or _said_otherwise(case, subscribers):
        return {}
    return subscribers if case.recompute(subscribers).reproduces else {}


def _shown_topics(case: Case) -> list[str]:
    return [topic for topic in case.topics if queues_of(case, topic)]


def _said_otherwise(case: Case, subscribers: Mapping[str, frozenset[str]]) -> bool:
    """Whether a client says itself that it subscribes to a topic of which it does not take its share."""
    said = ((words.topics, who) for who, words in case.live_subscriptions.items() if words.exact)
    return any(topic in subscribers and who not in subscribers[topic] for topics, who in said for topic in topics)


def _to_be_inferred(case: Case) -> bool:
    """Whether owners can tell who subscribes: all members are alike, known apart, and do not say it."""
    return told_apart(case) and not case.subscriptions_known and not _mixed(case)


def undecided_subscribers(case: Case) -> dict[str, frozenset[str]]:
    """Clients by topic whose share nobody looked at, of the topics that others do not subscribe to."""
    undecided = {topic: _not_looked_at(case, topic) for topic in inferred_subscribers(case)}
    return {topic: clients for topic, clients in undecided.items() if clients}


def _not_looked_at(case: Case, topic: str) -> frozenset[str]:
    counted = case.whole_shares(topic)
    shares = {client: counted.share_of(client) for client in case.live}
    return frozenset(
        client
        for client, share in shares.items()
        if share and all(held(client, queue, case.observations) is None for queue in share)
    )


def told_apart(case: Case) -> bool:
    """Whether all members are known, each by an id and an ip of its own."""
    ips = {ip_of(client) for client in case.live}
    return case.membership.each_once and len(ips) == len(case.live)


def _mixed(case: Case) -> bool:
    """Clients of different strategies or models leave queues without owners
    for reasons of their own."""
    strategies = {strategy_label(name) for name in case.strategy_names.values()}
    models = {wants.message_model for wants in case.live_subscriptions.values() if wants.message_model}
    listed = {roster.message_model for roster in case.rosters if roster.message_model}
    return len(strategies) > 1 or len(models) > 1 or len(listed) > 1


# Which strategy each client uses, told by owners alone.


# The strategies that need no configuration and so can be recomputed.
_KNOWN: tuple[Strategy, ...] = (Averagely(), AveragelyByCircle(), ConsistentHash())
# Two looks; one alone may be made in the middle of a rebalance.
_LOOKS = 2


@derived
def inferred_strategies(case: Case) -> dict[str, Strategy]:
    """A strategy for each client, where owners allow just one reading: different ones; else empty.

    That is so when no common strategy gives the owners that were seen, each client's queues
    are what just one strategy gives it, and all of these together give every owner and every
    gap of every look.
    """
    if not told_apart(case) or len(case.live) < 2 or not _looks(case) or common_one_fits(case):
        return {}
    possible = {client_id: _possible(case, client_id) for client_id in case.live}
    if not all(len(strategies) == 1 for strategies in possible.values()):
        return {}
    chosen = {client_id: strategies[0] for client_id, strategies in possible.items()}
    return chosen if _as_seen(case, chosen) else {}


def common_one_fits(case: Case) -> bool:
    """Whether one of the known strategies, used by all members, gives every owner that was seen."""
    return any(_as_seen(case, dict.fromkeys(case.live, strategy)) for strategy in _KNOWN)


def _possible(case: Case, client_id: str) -> list[Strategy]:
    """The strategies that give a client what it was seen with;
    only its own where a source names it."""
    named = case.strategy_names.get(client_id)
    known = [strategy for strategy in _KNOWN if named is None or strategy_label(strategy.name) == strategy_label(named)]
    return [strategy for strategy in known if _fits(case, client_id, strategy)]


def recomputed_with(case: Case, strategies: Mapping[str, Strategy]) -> Recomputed:
    """The allocation by these strategies, everybody subscribing to everything."""
    ids = case.membership.client_ids
    return recompute(case, case.topics, ids, case.subscribers, strategies, _observed(case))


def _observed(case: Case) -> list[Observation]:
    """Who held which queue of a user topic.

    The retry topic tells no strategy: its route reaches the clients at different times, so that for
    a while two of them hold its only queue.
    """
    kept = (
        replace(look, owners={queue: who for queue, who in look.owners.items() if queue.is_users})
        for look in case.observations
    )
    return [look for look in kept if look.owners]


def leaves_no_doubt(case: Case) -> bool:
    """Whether under each common strategy some client holds what is not its own.

    Where clients merely lack queues, they may have failed to take them: a lock that another one
    keeps, for example.
    """
    return all(_takes_more(case, strategy) for strategy in _KNOWN)


def _takes_more(case: Case, strategy: Strategy) -> bool:
    shares = {ip_of(client_id): set(_share(case, client_id, strategy)) for client_id in case.live}
    shown = (
        (queue, owner) for seen in _observed(case) if seen.by_ip for queue, who in seen.owners.items() for owner in who
    )
    return any(owner in shares and queue not in shares[owner] for queue, owner in shown)


def _as_seen(case: Case, strategies: Mapping[str, Strategy]) -> bool:
    return recomputed_with(case, strategies).reproduces


def _looks(case: Case) -> bool:
    """Several looks with owners, all showing each client with queues:
    who does not answer leaves gaps as well."""
    looks = [look for look in _observed(case) if look.by_ip]
    names = {ip_of(client) for client in case.live}
    return len(looks) >= _LOOKS and all(names <= look.holders for look in looks)


def _fits(case: Case, client_id: str, strategy: Strategy) -> bool:
    """Whether the client has no other queues than the strategy gives it,
    and none of these has nobody."""
    share = set(_share(case, client_id, strategy))
    return all(
        (queue in share) if ip_of(client_id) in owners else (bool(owners) or queue not in share)
        for seen in _observed(case)
        if seen.by_ip
        for queue, owners in seen.owners.items()
    )


def _share(case: Case, client_id: str, strategy: Strategy) -> Iterable[MessageQueue]:
    ids = case.membership.client_ids
    for allocated in case.recomputed.allocations.values():
        yield from allocation(case.group, allocated.queues, ids, dict.fromkeys(case.live, strategy)).share_of(client_id)
