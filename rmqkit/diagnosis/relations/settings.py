"""Setting: how the group's clients, its topics and the group itself are set up, wherever that is written: what clients
print when they start (`MQClientInstance`'s constructor, 4.0.0 to 5.4, prints the whole ClientConfig), what brokers log
of topics and groups, and files of configuration. With what was seen of those settings that bring trouble about.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations
from typing import NamedTuple

from rmqkit.diagnosis.facts.brokers_words import Listener, differing_listeners
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import CHANNEL_EXPIRY, HEARTBEAT, transitions_of
from rmqkit.diagnosis.relations.members import (
    LoggedChannel,
    addresses,
    channels,
    host_of,
    logged_client_ids,
    membership,
)
from rmqkit.formats.logs.carried.configs import COMPACTED, GroupConfig, TopicConfig
from rmqkit.formats.logs.processes import alone_in_files
from rmqkit.formats.mqadmin.other_mqadmin import delays
from rmqkit.formats.naming import name_servers_in


def group_configs(facts: GroupFacts) -> list[tuple[Event, GroupConfig]]:
    """What brokers log of the group's own settings, log by log."""
    told = [(event, event.carried.group_config) for event in facts.records("setting.of_groups")]
    return [(event, config) for event, config in told if config and config.group == facts.group]


def of_topics(facts: GroupFacts) -> list[tuple[Event, TopicConfig]]:
    """What brokers log of topics that are made, changed or deleted, log by log."""
    told = [(event, event.carried.topic_config) for event in facts.records("serves.topics_changed")]
    return [(event, config) for event, config in told if config]


@derived
def compacted_topics(facts: GroupFacts) -> frozenset[str]:
    """Topics that keep the last message of each key alone (`cleanup.policy=COMPACTION`, 5.1.0 and later), by their
    settings or a broker's log: in their old part most numbers of messages are missing, so a reader leaps over them, and
    a difference of offsets is far more than what there is to read."""
    written = [setting for setting in facts.settings if setting.program == "topic"]
    compacted = {one.topic for one in written if f"{one.key.removeprefix('+')}={one.value}" == COMPACTED}
    compacted |= {config.topic for _, config in of_topics(facts) if config.compacted}
    return frozenset(filter(None, compacted))


@derived
def listeners_apart(facts: GroupFacts) -> tuple[Listener, ...]:
    """The group's consumers in code and configurations, where two of them want different topics or expressions."""
    return differing_listeners(facts.settings).get(facts.group, ())


def delays_written(facts: GroupFacts) -> dict[int, timedelta]:
    """How long each level delays, as the configuration says (`messageDelayLevel`), else by default."""
    written = [setting.value for setting in facts.settings if setting.key == "messageDelayLevel"]
    return delays(written[-1]) if written else delays()


class Printed(NamedTuple):
    """How often a client sends heartbeats, as it printed it, and the line."""

    client_id: str
    value: timedelta
    place: EvidenceLine


def _created(facts: GroupFacts) -> list[Event]:
    """The starts of the group's clients: a process may have producers and consumers of other groups beside them."""
    created = facts.records("member.process_created")
    if not created:
        return []
    known = {
        *membership(facts).client_ids,
        *logged_client_ids(facts),
        *(channel.client_id for channel in channels(facts)),
    }
    own = {event.file for event in facts.records("member.is_consumer")} - facts.shared_logs
    named = (*created, *facts.records("member.named"))
    alone = {who for file, who in alone_in_files((one.file, one.client_id) for one in named).items() if file in own}
    return [event for event in created if event.client_id and event.client_id in known | alone]


@derived
def rare_heartbeats(facts: GroupFacts) -> list[tuple[Printed, list[LoggedChannel]]]:
    """Clients that send heartbeats less often than a broker waits for one, and their connections that a broker's scan
    dropped for want of them (`ConsumerManager#scanNotActiveChannel`, all versions). The same scan asks for producers
    first, which every consumer has inside it: then the consumer's connection is closed by the time that it comes to it.
    """
    told = [(event, event.carried.client_config.get(HEARTBEAT.name, "")) for event in _created(facts)]
    numbers = [(event, int(value)) for event, value in told if value.isdecimal()]
    newest = {event.client_id or "": (event, timedelta(milliseconds=value)) for event, value in numbers if value}
    long = transitions_of(facts).of(CHANNEL_EXPIRY)
    rare = [Printed(client, value, event.place) for client, (event, value) in newest.items() if value > long]
    scans = facts.records("member.producer_left") if rare else ()
    scanned = {(event.file, event.address) for event in scans if event.carried.by_scan}
    closed = [channel for channel in channels(facts) if channel.closed] if rare else []
    dropped = [channel for channel in closed if channel.scanned_at or (channel.file, channel.address) in scanned]
    of_clients = grouped((one.client_id or addresses(facts).get(one.address or ""), one) for one in dropped)
    return [(printed, of_clients.get(printed.client_id, [])) for printed in rare]


class OtherServers(NamedTuple):
    """A client whose name servers are none of the others', and what shows that these do not know it."""

    client_id: str
    name_servers: frozenset[str]
    of_others: frozenset[str]
    place: EvidenceLine
    unknown: Sequence[EvidenceLine]


@derived
def foreign_name_servers(facts: GroupFacts) -> list[OtherServers]:
    """Clients of a minority of which no name server is one of the others', as each printed them. A name may stand for
    the same host as an address does, and so may a loopback address."""
    printed = {event.client_id or "": event for event in _created(facts) if event.carried.name_servers}
    of_clients = {who: frozenset(name_servers_in(event.carried.name_servers)) for who, event in printed.items()}
    parties = grouped((servers or None, client) for client, servers in of_clients.items())
    hosts = {host_of(address) for servers in parties for address in servers}
    comparable = (
        all(host.replace(".", "").isdigit() for host in hosts) and len({host.startswith("127.") for host in hosts}) == 1
    )
    if len(parties) < 2 or not comparable or any(one & other for one, other in combinations(parties, 2)):
        return []
    most = max(parties, key=lambda servers: (len(parties[servers]), sorted(servers)))
    minority = [(who, event) for who, event in printed.items() if of_clients[who] not in (most, frozenset())]
    return [OtherServers(who, of_clients[who], most, event.place, _unlisted(facts, event)) for who, event in minority]


def _unlisted(facts: GroupFacts, created: Event) -> list[EvidenceLine]:
    """The newest list of the group's clients, where it leaves out one that had long started and whose log goes on: name
    servers of one cluster lead to the same brokers, whichever a client has."""
    shut = {event.file for event in facts.records("member.stopped")}
    end, while_ = facts.end_of(created.file), transitions_of(facts).heartbeat
    lists = [listed for listed in facts.client_lists[-1:] if created.client_id not in listed.client_ids]
    there = [
        listed
        for listed in lists
        if created.at and end and listed.at and created.at + while_ <= listed.at <= end and created.file not in shut
    ]
    return [place for listed in there for place in listed.first_place]
