"""Which queues do clients share out? Of the route where any source tells it, else what the shares themselves say.

A client sees queues 0..readQueueNums-1 of each readable broker (`MQClientInstance#topicRouteData2TopicSubscribeInfo`).
consumerProgress leaves out brokers on which the group never committed an offset for the topic.
"""

from __future__ import annotations

import re
from collections import Counter
from math import ceil

from rmqkit.diagnosis.case.members import membership
from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker
from rmqkit.diagnosis.facts.logs import Event, named_queues
from rmqkit.rocketmq import MessageQueue, sorted_queues

READABLE = 4
_QUEUE_DATA = re.compile(
    r"QueueData \[brokerName=(?P<broker>[^,\]]+), readQueueNums=(?P<read>\d+), .*?perm=(?P<perm>\d+)"
)
_ALL_SIZE = re.compile(r"mqAllSize=(\d+)")
# A record of this length may have been cut, and half a route is worse than none.
_WHOLE = 7_000


def queues_of(facts: GroupFacts, topic: str) -> list[MessageQueue]:
    """The queues of a topic in the clients' order; empty where nothing is known of it."""
    route = facts.routes.get(topic) or _route_in_logs(facts, topic)
    if route:
        return sorted_queues(
            MessageQueue(topic, each.broker, queue)
            for each in route
            if each.perm & READABLE
            for queue in range(each.read_queues)
        )
    seen = _seen(facts, topic)
    if facts.status.get(topic):
        return sorted_queues(seen)
    if not seen:
        return sorted_queues(_shared_out(facts, topic))
    more = _on_all_brokers(facts, topic, seen)
    return sorted_queues(more if _shares_need(facts, topic, seen, more) else seen)


def _route_in_logs(facts: GroupFacts, topic: str) -> list[RouteBroker]:
    """The newest route that a client logged for the topic."""
    for event in reversed(facts.events_named("route_stored", "route_changed", source="client")):
        if event.topic == topic and (route := _route(event)):
            return route
    return []


def _route(event: Event) -> list[RouteBroker]:
    text = event.last_detail or event.raw
    if len(text) > _WHOLE:
        return []
    new = text.rpartition("new[")[2]
    return [
        RouteBroker(found["broker"], int(found["read"]), int(found["perm"]), event.file, event.line or 0)
        for found in _QUEUE_DATA.finditer(new)
    ]


def _seen(facts: GroupFacts, topic: str) -> set[MessageQueue]:
    seen = {each.queue for each in facts.status.get(topic, ())}
    seen |= {row.queue for snapshot in facts.snapshots for row in snapshot.rows if row.queue.topic == topic}
    return seen | {held.queue for info in facts.running for held in info.queues if held.queue.topic == topic}


def _shared_out(facts: GroupFacts, topic: str) -> set[MessageQueue]:
    """The queues that clients' rebalance lines name, where these are as many as the lines count; else none.

    A client that was alone once was given them all; else the brokers that it was given queues of have equal numbers.
    """
    results = facts.events_named("rebalance_result", source="client")
    named = {
        each
        for event in results
        if event.topic == topic and event.group == facts.group
        for each in named_queues(event.raw)
        if each.topic == topic
    }
    counted = _counted(facts, topic)
    return next((found for found in (named, _on_all_brokers(facts, topic, named)) if len(found) == counted), set())


def _on_all_brokers(facts: GroupFacts, topic: str, seen: set[MessageQueue]) -> set[MessageQueue]:
    """The topic with as many queues on every broker that the group has to do with."""
    brokers = {row.queue.broker for snapshot in facts.snapshots for row in snapshot.rows}
    brokers |= {each.broker for route in facts.routes.values() for each in route} | {queue.broker for queue in seen}
    if not facts.snapshots:
        results = facts.events_named("rebalance_result", source="client")
        brokers |= {each.broker for event in results for each in named_queues(event.raw)}
    most = max((queue.queue for queue in seen), default=-1) + 1
    return seen | {MessageQueue(topic, broker, queue) for broker in brokers for queue in range(most)}


def _shares_need(facts: GroupFacts, topic: str, seen: set[MessageQueue], more: set[MessageQueue]) -> bool:
    """Whether clients counted, or hold, more queues than were seen, and the larger set accounts for it."""
    counted = _counted(facts, topic)
    if counted is not None:
        return len(seen) < counted == len(more)
    members = len(membership(facts).client_ids)
    largest = max(_held(facts, topic), default=0)
    return bool(members) and ceil(len(seen) / members) < largest <= ceil(len(more) / members)


def _counted(facts: GroupFacts, topic: str) -> int | None:
    """How many queues the clients' rebalance lines say the topic has."""
    found = [
        int(match[1])
        for event in facts.events_named("rebalance_result", source="client")
        if event.topic == topic and (match := _ALL_SIZE.search(event.raw))
    ]
    return found[-1] if found else None


def _held(facts: GroupFacts, topic: str) -> list[int]:
    """How many queues of the topic single clients hold at the end."""
    latest = {info.client_id: info for info in facts.running}
    held = [sum(1 for each in info.queues if each.queue.topic == topic) for info in latest.values()]
    shown = [each for each in facts.snapshots if each.owners_shown and topic in each.topics][-1:]
    ips = Counter(row.client_ip for each in shown for row in each.rows if row.queue.topic == topic and row.client_ip)
    return held or list(ips.values())
