"""Whether clients take the shares that they get when all members subscribe, by what looks show of the queues.

Who does not take its share does not subscribe to the topic, or is not served it. No findings here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rmqkit.diagnosis.case.observations import Observation
from rmqkit.rocketmq import Allocation, MessageQueue


def takers(shares: Allocation, clients: Collection[str], looks: Sequence[Observation]) -> frozenset[str] | None:
    """All of the clients but those whose share nobody has; None when a share is held in part.

    Where one lacks its share for certain, so may those that did not answer the looks.
    """
    lacking, silent = set(), set()
    for client_id in clients:
        share = shares.share_of(client_id)
        known = {holds for queue in share if (holds := held(client_id, queue, looks)) is not None}
        if len(known) > 1:
            return None
        if known == {False}:
            lacking.add(client_id)
        elif not known and all(_is_nobodys(queue, looks) for queue in share):
            silent.add(client_id)
    return frozenset(clients) - lacking - silent if lacking else frozenset(clients)


def held(client_id: str, queue: MessageQueue, looks: Sequence[Observation]) -> bool | None:
    """Whether the client was seen with the queue whenever anybody looked;
    None when nobody did or looks differ."""
    told = {_agrees(client_id, look, queue) for look in looks if _tells(client_id, look, queue)}
    return told.pop() if len(told) == 1 else None


def _is_nobodys(queue: MessageQueue, looks: Sequence[Observation]) -> bool:
    told = [look for look in looks if queue in look.owners]
    return bool(told) and not any(look.owners[queue] for look in told)


def _tells(client_id: str, seen: Observation, queue: MessageQueue) -> bool:
    """A look tells that a client lacks a queue only if the client answered it:
    it has others there."""
    return queue in seen.owners and seen.name_of(client_id) in seen.holders


def _agrees(client_id: str, seen: Observation, queue: MessageQueue) -> bool:
    return seen.name_of(client_id) in seen.owners[queue]
