"""The allocation that the case is drawn by: the first of the possible ones that no observation contradicts: as the
sources name subscriptions and strategies, as owners alone show subscriptions, as clients report.

The findings' lists, the pictures, `plan` and the report all take it from here: what is drawn is
what was proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.observations import held, takers
from rmqkit.diagnosis.case.recomputation import NOTHING, Recomputed, as_told
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.facts.group import derived
from rmqkit.rocketmq.client_id_meaning import ip_of


@derived
def accepted_allocation(case: Case) -> Recomputed:
    """The allocation that holds against everything in reach;
    an empty one where none does, or none can be known."""
    since = case.members_since
    return next((world for world in _worlds(case) if not world.contradictions_since(since)), NOTHING)


def _worlds(case: Case) -> Iterator[Recomputed]:
    """As the sources name subscriptions and strategies; as owners alone show subscriptions; as the clients report."""
    if case.given_out_by_rules:
        yield case.recomputed
    if case.given_out == GivenOut.BY_STRATEGIES and (subscribers := inferred_subscribers(case)):
        yield case.recompute(subscribers)
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
