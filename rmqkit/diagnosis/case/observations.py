"""Who was seen to hold what: progress snapshots, running info and rebalance lines, each as one observation."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis.case.movement import Movement, movements
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot
from rmqkit.diagnosis.facts.logs import Event, named_queues
from rmqkit.rocketmq import MessageQueue

RESULT = re.compile(r"allocateMessageQueueStrategyName=(?P<strategy>[^,]+).*?cidAllSize=(?P<clients>\d+)", re.DOTALL)


@dataclass(frozen=True)
class Observation:
    """Who held which queue, as one source saw it, at which moment where it tells.

    `by_ip`: it shows only the part of the id before the @. `tellers`: whom it can show at all, where that is not
    everybody.
    """

    source: str
    by_ip: bool
    owners: Mapping[MessageQueue, frozenset[str]]
    at: datetime | None = None
    tellers: frozenset[str] | None = None


def rebalance_results(facts: GroupFacts) -> dict[tuple[str, str], Event]:
    """The last result that each client logged per topic, by (client id, topic)."""
    return {
        (event.client_id, event.topic): event
        for event in facts.events_named("rebalance_result", source="client")
        if event.client_id and event.topic and event.group == facts.group
    }


def client_count_in(event: Event) -> int | None:
    """How many ids, duplicates counted, the client shared the topic out among."""
    found = RESULT.search(event.raw)
    return int(found["clients"]) if found else None


def queues_in(event: Event) -> frozenset[MessageQueue]:
    """The queues that a rebalance result gave to the client."""
    _, _, result = event.raw.partition("rebalanceResultSet=")
    return frozenset(named_queues(result))


def observations(facts: GroupFacts, client_ids: Collection[str]) -> list[Observation]:
    """Who held what, by every source that can tell: progress snapshots with owners, running info, rebalance lines."""
    moved = movements(facts.snapshots)
    found = [_from_snapshot(each, moved) for each in facts.snapshots if each.owners_shown]
    found += _from_running(facts, client_ids)
    found += _from_results(facts, client_ids)
    return [each for each in found if each.owners]


def _from_snapshot(snapshot: Snapshot, moved: Mapping[MessageQueue, Movement]) -> Observation:
    """N/A says nobody only where messages wait and the offset stands: one client that does not answer leaves N/A
    on all queues of the clients asked after it."""
    owners = {
        row.queue: frozenset({row.client_ip} if row.client_ip else ())
        for row in snapshot.rows
        if row.client_ip or moved[row.queue].stands
    }
    return Observation(snapshot.file, True, owners, snapshot.at)


def _from_running(facts: GroupFacts, client_ids: Collection[str]) -> list[Observation]:
    """Running info of all clients together; with one missing, its queues would look like nobody's."""
    latest = {info.client_id: info for info in facts.running}
    held = [(client_id, each) for client_id in set(client_ids) & set(latest) for each in latest[client_id].queues]
    if not client_ids or not set(client_ids) <= set(latest) or any(each.mode != "pull" for _, each in held):
        return []
    topics = {each.queue.topic for _, each in held}
    owners: dict[MessageQueue, set[str]] = {queue: set() for topic in topics for queue in queues_of(facts, topic)}
    for client_id, each in held:
        if not each.dropped:
            owners.setdefault(each.queue, set()).add(client_id)
    source = latest[next(iter(client_ids))].file
    return [Observation(source, False, {queue: frozenset(ids) for queue, ids in owners.items()})]


def _from_results(facts: GroupFacts, client_ids: Collection[str]) -> list[Observation]:
    """The last rebalance lines of the clients, where they were made with as many clients as there are now."""
    results = {
        key: event
        for key, event in rebalance_results(facts).items()
        if key[0] in client_ids and client_count_in(event) == len(client_ids)
    }
    owners: dict[MessageQueue, set[str]] = defaultdict(set)
    for (client_id, _), event in results.items():
        for queue in queues_in(event):
            owners[queue].add(client_id)
    if not owners:
        return []
    found = {queue: frozenset(ids) for queue, ids in owners.items()}
    tellers = frozenset(client_id for client_id, _ in results)
    return [Observation("rebalance lines of the clients' logs", False, found, tellers=tellers)]
