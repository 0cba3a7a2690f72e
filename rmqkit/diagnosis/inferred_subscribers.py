"""Who subscribes to what, told by owners alone: the shares of which clients are never taken. No findings here."""

from __future__ import annotations

from collections.abc import Sequence

from rmqkit.diagnosis.case import Case
from rmqkit.diagnosis.members import ip_of
from rmqkit.diagnosis.observations import Observation, queues_of
from rmqkit.rocketmq import MessageQueue, allocation


def inferred_subscribers(case: Case) -> dict[str, frozenset[str]]:
    """Subscribers by topic, where owners and orphans allow just one reading; else empty.

    That is so when every client's share of a topic is either all its own or all nobody's, nobody's queues stand
    still, the ids are distinct, and each client without its share holds queues elsewhere, so that it is alive and
    rebalancing.
    """
    members = case.membership
    if not members.complete or members.duplicates or len({ip_of(each) for each in case.live}) < len(case.live):
        return {}
    found = {topic: _takers(case, topic) for topic in case.facts.topics if queues_of(case.facts, topic)}
    if any(takers is None for takers in found.values()):
        return {}
    subscribers = {topic: takers for topic, takers in found.items() if takers}
    holders = _holders(case.observations)
    idle = {client for takers in subscribers.values() for client in case.live - takers}
    if not idle or not idle <= holders | {client for client in case.live if ip_of(client) in holders}:
        return {}
    return subscribers


def _takers(case: Case, topic: str) -> frozenset[str] | None:
    """The clients that hold their share; None when a share is held in part, empty when nothing is known."""
    queues = queues_of(case.facts, topic)
    counted = allocation(case.group, queues, case.membership.client_ids, case.strategies)
    takers = set()
    for client_id in case.live:
        held = [_held(case, client_id, queue) for queue in counted.share_of(client_id)]
        known = {each for each in held if each is not None}
        if len(known) > 1:
            return None
        if known == {True}:
            takers.add(client_id)
    return frozenset(takers)


def _held(case: Case, client_id: str, queue: MessageQueue) -> bool | None:
    """Whether the client was seen with the queue whenever anybody looked; None when nobody did or looks differ."""
    looks = {_agrees(client_id, each, queue) for each in case.observations if queue in each.owners}
    return looks.pop() if len(looks) == 1 else None


def _agrees(client_id: str, seen: Observation, queue: MessageQueue) -> bool:
    return (ip_of(client_id) if seen.by_ip else client_id) in seen.owners[queue]


def _holders(seen: Sequence[Observation]) -> frozenset[str]:
    return frozenset(owner for each in seen for owners in each.owners.values() for owner in owners)
