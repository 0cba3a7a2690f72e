"""What mqadmin would have printed about a made-up group, as facts. What its logs would say is in printed_logs.py."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo, TopicRates
from rmqkit.diagnosis.facts.group import Answer, Connection, GroupFacts, QueueProgress, Roster, RouteBroker, Snapshot
from rmqkit.rocketmq import MessageQueue, Strategy, sorted_queues
from rmqkit.rocketmq.client_defaults import MOST_IN_A_CLIENT
from rmqkit.rocketmq.client_id_meaning import ip_of

from .cluster import Cluster, Look, Member, Run, World, address, at
from .printed_logs import log_files, logged

_CLASSES = {
    "AVG": "org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely@1f2e3d4c",
    "AVG_BY_CIRCLE": "org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragelyByCircle@6b7a8c9d",
    "CONSISTENT_HASH": "org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueConsistentHash@2a3b4c5d",
}


def class_of_strategy(strategy: Strategy) -> str:
    """As running info prints it; a strategy that RocketMQ does not have is one of the user's own."""
    return _CLASSES.get(strategy.name, f"com.shop.{strategy.name}@5e6f7a8b")


def facts_of(cluster: Cluster) -> GroupFacts:
    """All the evidence that an engineer could have: nothing is missing."""
    run = World(cluster).run()
    online = [look for look in run.looks if look.live]
    offline = [look for look in run.looks if not look.live]
    shown = run.looks if cluster.version.startswith("4") else online
    return GroupFacts(
        group=cluster.group,
        snapshots=tuple(_snapshot(run, number, look) for number, look in enumerate(shown, 1)),
        rosters=tuple(
            roster
            for number, look in enumerate(online, 1)
            for roster in (_connections(run, number, look), _status(run, number, look))
            if roster.connections
        ),
        running=running_infos(run, online[-1]) if online and online[-1] is run.looks[-1] else (),
        routes={topic: _route(topic, on) for topic, on in cluster.topics.items()},
        answers=tuple(_offline(look, number) for number, look in enumerate(offline, 1)),
        events=tuple(logged(run)),
        logs=log_files(run),
    )


def _snapshot(run: Run, number: int, look: Look) -> Snapshot:
    owners = owners_in(run.cluster, look)
    file = f"consumerProgress-{number}.txt"
    shown = listed_queues(look)
    rows = (_row(run.cluster, look, queue, owners.get(queue), line) for line, queue in enumerate(shown, 2))
    return Snapshot(file, 1, at(look.at), tuple(rows))


def listed_queues(look: Look) -> list[MessageQueue]:
    """The queues that consumerProgress shows."""
    stored = {(queue.topic, queue.broker) for queue, (_, committed) in look.offsets.items() if committed is not None}
    return [queue for queue in sorted_queues(look.offsets) if _listed(look, queue, stored)]


def _listed(look: Look, queue: MessageQueue, stored: set[tuple[str, str]]) -> bool:
    """`getConsumeStats`: topics with an offset on the broker that are in its table, or all if the table is empty."""
    table = look.tables[queue.broker]
    return (queue.topic, queue.broker) in stored and (not table or queue.topic in table)


def _row(cluster: Cluster, look: Look, queue: MessageQueue, owner: str | None, line: int) -> QueueProgress:
    stored, committed = look.offsets[queue]
    diff = stored - (committed or 0)
    # Refused pulls bring nothing to the client, one that hangs holds so many; the column is there from 5.1.0 on.
    hangs = any(each.hangs(queue, look.at) for each in cluster.members if ip_of(each.client_id) == owner)
    pulled = min(diff, MOST_IN_A_CLIENT if hangs else diff) if owner and not cluster.refused else 0
    inflight = pulled if cluster.version.startswith("5") else None
    return QueueProgress(queue, stored, committed or 0, owner, diff, inflight, read_last(look, queue), line)


def read_last(look: Look, queue: MessageQueue) -> datetime:
    """When the message that was read last was stored, as if one came a second."""
    stored, committed = look.offsets[queue]
    return at(look.at - 1 - (stored - (committed or 0)))


def owners_in(cluster: Cluster, look: Look) -> dict[MessageQueue, str]:
    """One client per queue, the last one asked; a client that does not answer ends the asking."""
    owners: dict[MessageQueue, str] = {}
    for index in asked_members(cluster, look):
        member = cluster.members[index]
        if member.silent:
            break
        for queue in look.held[index]:
            owners[queue] = member.client_id.split("@", 1)[0]
    return owners


def asked_members(cluster: Cluster, look: Look) -> list[int]:
    """The members that a client list leads to: of twins, each time the first."""
    first = {cluster.members[index].client_id: index for index in reversed(look.channels[look.asked])}
    return [first[cluster.members[index].client_id] for index in look.channels[look.asked]]


def _connections(run: Run, number: int, look: Look) -> Roster:
    members = run.cluster.members
    listed = look.channels[look.asked]
    table = look.tables[look.asked]
    return Roster(
        file=f"consumerConnection-{number}.txt",
        block=1,
        at=None,
        kind="consumer_connection",
        connections=tuple(
            Connection(members[index].client_id, address(index), "V5_3_3", line) for line, index in enumerate(listed, 2)
        ),
        subscriptions={topic: each.expression for topic, each in table.items()},
        subscription_lines={topic: line for line, topic in enumerate(table, len(listed) + 4)},
        message_model=look.model,
        consume_type=look.consume_type,
    )


def _status(run: Run, number: int, look: Look) -> Roster:
    told = [run.cluster.members[index] for index in asked_members(run.cluster, look)]
    connections = tuple(
        Connection(each.client_id, None, "V5_3_3", line) for line, each in enumerate(told, 2) if not each.silent
    )
    return Roster(f"consumerStatus-{number}.txt", 1, None, "consumer_status", connections, {}, {}, None, None)


def running_infos(run: Run, look: Look) -> tuple[RunningInfo, ...]:
    cluster = run.cluster
    first = {cluster.members[index].client_id: index for index in reversed(look.live)}
    return tuple(
        _info(run, look, index, cluster.members[index])
        for index in sorted(first.values())
        if not cluster.members[index].silent
    )


def _info(run: Run, look: Look, index: int, member: Member) -> RunningInfo:
    properties = {
        "messageModel": member.model,
        "PROP_CONSUME_TYPE": member.consume_type,
        "allocateMessageQueueStrategy": class_of_strategy(member.strategy),
        "PROP_CONSUMER_START_TIMESTAMP": str(int(at(member.start).timestamp() * 1000)),
    }
    topics = dict(member.topics)
    if member.model == "CLUSTERING":
        topics[f"%RETRY%{run.cluster.group}"] = "*"
    held = sorted_queues(look.held[index])
    if member.consume_type == "CONSUME_POP":
        held = [queue for topic in member.topics for queue in run.cluster.queues(topic)]
    return RunningInfo(
        file=f"running/{member.client_id}",
        block=1,
        client_id=member.client_id,
        at=at(look.at),
        properties=properties,
        property_lines={key: line for line, key in enumerate(properties, 3)},
        subscriptions=topics,
        subscription_lines={topic: line for line, topic in enumerate(topics, 10)},
        queues=tuple(_held(run, look, member, queue, line) for line, queue in enumerate(held, 20)),
        rates=tuple(_rates(run, topic, line) for line, topic in enumerate(topics, 200)),
    )


def _held(run: Run, look: Look, member: Member, queue: MessageQueue, line: int) -> HeldQueue:
    stuck = member.hangs(queue, look.at)
    consumed = member.stuck_from if stuck and member.stuck_from is not None else look.at - 1
    if run.cluster.refused:
        consumed = 40.0
    cached = min(1000, int((look.at - consumed) * run.cluster.rate)) if stuck else _left_behind(run, look, queue)
    mode = "pop" if member.consume_type == "CONSUME_POP" else "pull"
    return HeldQueue(queue, mode, cached, False, at(look.at - 2), at(consumed), line)


def _left_behind(run: Run, look: Look, queue: MessageQueue) -> int:
    """What waits in a client that is slower than its messages come: as much as it may hold of a queue."""
    if run.cluster.speed is None or run.cluster.speed >= run.cluster.rate:
        return 0
    stored, committed = look.offsets.get(queue, (0, 0))
    return min(1000, stored - (committed or 0))


def _rates(run: Run, topic: str, line: int) -> TopicRates:
    failing = run.cluster.failing if not topic.startswith("%RETRY%") else 0.0
    return TopicRates(topic, run.cluster.rate, failing, int(failing * 300), line)


def _route(topic: str, on: Iterable[tuple[str, int]] | dict[str, int]) -> tuple[RouteBroker, ...]:
    return tuple(
        RouteBroker(broker, count, 6, f"topicRoute-{topic}.txt", line)
        for line, (broker, count) in enumerate(dict(on).items(), 10)
    )


def _offline(look: Look, number: int) -> Answer:
    text = "CODE: 206  DESC: Not found the consumer group connection"
    return Answer(
        f"consumerConnection-{number}.txt", 1, "consumer_connection", None, None, at(look.at), 206, text, None
    )
