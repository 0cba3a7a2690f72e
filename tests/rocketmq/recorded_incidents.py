"""Incidents that real brokers logged, and the scenario that each of them was: client ids, start and end times, topics.

A line is [milliseconds, thread, event, channel, client id, subscription, old subscription]; brokers log whole seconds.
"""

import gzip
import json
from pathlib import Path

from rmqkit.rocketmq.scenario import Member, Network, Scenario
from rmqkit.rocketmq.subscription import Subscription

FOLDER = Path(__file__).with_name("recorded")
# A cold JVM needs up to two seconds from its client instance to its first heartbeat.
NETWORK = Network(first_heartbeat=(50.0, 1_900.0))


def recorded(name):
    with gzip.open(FOLDER / f"{name}.json.gz") as file:
        return json.load(file)


def names():
    return sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))


def subscription(fields):
    topic, expression, expression_type, version = fields
    return Subscription(topic, expression, expression_type, version)


def scenario(record, **changes):
    somewhere = next(brokers for brokers in record["topics"].values() if brokers)
    members = tuple(_member(member, record["version"], **changes) for member in record["members"])
    topics = {one.topic: somewhere for member in members for one in member.subscriptions}
    return Scenario(record["group"], topics, members, record["version"], NETWORK)


def _member(member, version, **changes):
    subscriptions = tuple(Subscription(*fields) for fields in member["subscriptions"])
    ends = {} if member.get("stop") is None else {"stop": member["stop"] + 400.0, "stops_by": "kill"}
    return Member(member["client_id"], subscriptions, float(member["start"]), version=version, **ends, **changes)


def recorded_changes(record, broker):
    """The broker's lines but those in which only a version moved: event, client id where named, topic, expression."""
    ids = {line[3]: line[4] for line in record["brokers"][broker] if line[2] == "consumer_connected"}
    return [
        _key(event, ids.get(channel) or client_id, sub, old)
        for _, _, event, channel, client_id, sub, old in record["brokers"][broker]
        if event != "subscription_changed" or sub[1:3] != old[1:3]
    ]


def _key(event, client_id, sub, old):
    if event.startswith("subscription_"):
        topic, expression = (sub or old)[:2]
        return event, None, topic, expression
    return event, client_id, None, None


def simulated_changes(outcome, broker):
    """The same of a simulated broker."""
    lines = [event for event in outcome.events if event.place == broker and _is_change(event)]
    return [_simulated_key(event) for event in lines]


def _is_change(event):
    """Not so where only the version of a subscription moved."""
    told = event.event == "subscription_changed" and event.old and event.subscription
    return not told or event.old.at_version(0) != event.subscription.at_version(0)


def _simulated_key(event):
    if event.event.startswith("subscription_"):
        one = event.subscription or event.old
        return event.event, None, event.topic, one.expression
    return event.event, event.client_id, None, None
