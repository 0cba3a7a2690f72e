"""Who subscribes to what, told by owners alone: the shares of which clients are never taken.

No findings here.
"""

from __future__ import annotations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import ip_of
from rmqkit.diagnosis.case.observations import Observation
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.facts.derived import derived
from rmqkit.rocketmq import MessageQueue, allocation


@derived
def inferred_subscribers(case: Case) -> dict[str, frozenset[str]]:
    """Subscribers by topic, where owners and orphans allow just one reading; else empty.

    That is so when every client's share of a topic is either all its own or all nobody's, the ids
    are distinct, all owners that were seen are then the predicted ones, and whoever lacks its share
    was seen with other queues by the same look, so that it lives, answers and shares out queues.
    """
    if not _to_be_inferred(case):
        return {}
    takers = {topic: _takers(case, topic) for topic in case.facts.topics if queues_of(case.facts, topic)}
    subscribers = {topic: clients for topic, clients in takers.items() if clients and clients != case.live}
    if not subscribers or None in takers.values():
        return {}
    return subscribers if case.recompute(subscribers).reproduces else {}


def _to_be_inferred(case: Case) -> bool:
    """Whether owners can tell who subscribes: all members are alike, known apart, and do not say it."""
    return told_apart(case) and not case.subscriptions_known and not _mixed(case)


def undecided_subscribers(case: Case) -> dict[str, frozenset[str]]:
    """Clients by topic whose share nobody looked at, of the topics that others do not subscribe to."""
    undecided = {topic: _not_looked_at(case, topic) for topic in inferred_subscribers(case)}
    return {topic: clients for topic, clients in undecided.items() if clients}


def _not_looked_at(case: Case, topic: str) -> frozenset[str]:
    counted = allocation(case.group, queues_of(case.facts, topic), case.membership.client_ids, case.strategies)
    shares = {client: counted.share_of(client) for client in case.live}
    return frozenset(
        client
        for client, share in shares.items()
        if share and all(_held(case, client, queue) is None for queue in share)
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
    listed = {roster.message_model for roster in case.facts.rosters if roster.message_model}
    return len(strategies) > 1 or len(models) > 1 or len(listed) > 1


def _takers(case: Case, topic: str) -> frozenset[str] | None:
    """All clients but those whose share nobody has; None when a share is held in part.

    Where one lacks its share for certain, so may those that did not answer the looks (`undecided_subscribers`).
    """
    queues = queues_of(case.facts, topic)
    counted = allocation(case.group, queues, case.membership.client_ids, case.strategies)
    lacking, silent = set(), set()
    for client_id in case.live:
        share = counted.share_of(client_id)
        known = {holds for queue in share if (holds := _held(case, client_id, queue)) is not None}
        if len(known) > 1:
            return None
        if known == {False}:
            lacking.add(client_id)
        elif not known and all(_is_nobodys(case, queue) for queue in share):
            silent.add(client_id)
    return case.live - lacking - silent if lacking else case.live


def _held(case: Case, client_id: str, queue: MessageQueue) -> bool | None:
    """Whether the client was seen with the queue whenever anybody looked;
    None when nobody did or looks differ."""
    looks = {_agrees(client_id, look, queue) for look in case.observations if _tells(client_id, look, queue)}
    return looks.pop() if len(looks) == 1 else None


def _is_nobodys(case: Case, queue: MessageQueue) -> bool:
    looks = [look for look in case.observations if queue in look.owners]
    return bool(looks) and not any(look.owners[queue] for look in looks)


def _tells(client_id: str, seen: Observation, queue: MessageQueue) -> bool:
    """A look tells that a client lacks a queue only if the client answered it:
    it has others there."""
    return queue in seen.owners and seen.name_of(client_id) in seen.holders


def _agrees(client_id: str, seen: Observation, queue: MessageQueue) -> bool:
    return seen.name_of(client_id) in seen.owners[queue]
