"""What mqadmin and logs would have printed about a made-up group, as facts. As a folder's files: printed_outputs.py."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo, TopicRates
from rmqkit.diagnosis.facts.group import (
    Answer,
    Connection,
    Event,
    GroupFacts,
    LogFile,
    QueueProgress,
    Roster,
    RouteBroker,
    Snapshot,
)
from rmqkit.rocketmq import MessageQueue, Strategy, sorted_queues
from rmqkit.rocketmq.client_defaults import MOST_IN_A_CLIENT
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.consumer_table import SimulatedLine as TableEvent
from rmqkit.rocketmq.subscription import Subscription, retry_topic

from .cluster import START, Cluster, Look, Member, Run, World, address, at

_DESC = {
    16: "subscription group no permission, {group}",
    17: "topic[{topic}] not exist, apply first please!",
    24: "the consumer's subscription not exist",
    26: "subscription group [{group}] does not exist, ",
}


def log_files(run: Run) -> dict[str, LogFile]:
    """Every log with its span: brokers' over the whole time, each client's over its life."""
    end = run.cluster.end
    logs = {_broker_log(name): LogFile(_broker_log(name), "broker", at(0), at(end)) for name in run.cluster.brokers}
    for index, member in enumerate(run.cluster.members):
        last = at(min(member.stop or end, end))
        logs[_client_log(index)] = LogFile(_client_log(index), "client", at(member.start), last)
    return logs


def logged(run: Run) -> Iterator[Event]:
    """All records of all logs, in the order of their files and lines."""
    for name in run.cluster.brokers:
        yield _event(_broker_log(name), "broker", "broker_started", at(0), None, 1, broker=name)
        found = [(when, event, index) for when, event, index in run.table_events if event.place == name]
        for line, (when, event, index) in enumerate(found, 500):
            yield _broker_event(run, when, event, index, line)
    for index, _ in enumerate(run.cluster.members):
        yield from _client_events(run, index)


def _broker_log(name: str) -> str:
    return f"{name}/broker.log"


def _client_log(index: int) -> str:
    return f"client-{index + 1}/rocketmq_client.log"


def _event(
    file: str, source: str, name: str, when: datetime, group: str | None, line: int | None, **more: object
) -> Event:
    plain: dict[str, object] = {
        "topic": None, "client_id": None, "address": None, "broker": None, "queue": None, "code": None,
        "detail": None, "times": 1, "last_at": when,
    }  # fmt: skip
    values = {**plain, **more}
    values.setdefault("raw", f"{when} INFO {name} {values['detail'] or ''}")
    values["last_detail"] = values["detail"]
    return Event(file=file, source=source, event=name, at=when, group=group, line=line, **values)  # type: ignore[arg-type]


def _subscription(each: Subscription) -> str:
    tags = sorted(each.tags or ())
    version = _millis(each.version)
    return (
        f"SubscriptionData [classFilterMode=false, topic={each.topic}, subString={each.expression}, "
        f"tagsSet=[{', '.join(tags)}], codeSet=[], subVersion={version}, expressionType={each.expression_type}]"
    )


def _millis(version: int) -> int:
    return int(START.timestamp() * 1000) + version


def _broker_event(run: Run, when: float, event: TableEvent, index: int, line: int) -> Event:
    group, member = run.cluster.group, run.cluster.members[index]
    file, where = _broker_log(event.place), address(index)
    named = event.event in ("consumer_connected", "consumer_disconnected")
    addressed = named or event.event == "consumer_info_changed"
    return _event(
        file, "broker", event.event, at(when), group, line, topic=event.topic, detail=_detail(run, when, event, index),
        client_id=member.client_id if named else None, address=where if addressed else None,
    )  # fmt: skip


def _detail(run: Run, when: float, event: TableEvent, index: int) -> str | None:
    match event.event:
        case "consumer_connected":
            member = run.cluster.members[index]
            return f"{member.consume_type} {member.model} channel: {_channel(run, index, when)}"
        case "consumer_disconnected":
            return _channel(run, index, when)
        case "consumer_info_changed":
            return _consumer_data(run, index, when)
    texts = [_subscription(each) for each in (event.old, event.subscription) if each]
    return f"OLD: {texts[0]} NEW: {texts[1]}" if event.event == "subscription_changed" else "".join(texts) or None


def _channel(run: Run, index: int, when: float) -> str:
    return (
        f"ClientChannelInfo [channel=[id: 0x{index:08x}, L:/10.0.0.1:10911 - R:/{address(index)}], "
        f"clientId={run.cluster.members[index].client_id}, language=JAVA, version=479, "
        f"lastUpdateTimestamp={_millis(int(when * 1000))}]"
    )


def _consumer_data(run: Run, index: int, when: float) -> str:
    member = run.cluster.members[index]
    version = int((when + member.clock_ahead) * 1000)
    wanted = [Subscription(topic, text, member.expression_type, version) for topic, text in member.topics.items()]
    if member.model == "CLUSTERING":
        wanted.append(Subscription(retry_topic(run.cluster.group), version=version))
    return (
        f"ConsumerData [groupName={run.cluster.group}, consumeType={member.consume_type}, messageModel={member.model}, "
        f"consumeFromWhere=CONSUME_FROM_LAST_OFFSET, unitMode=false, "
        f"subscriptionDataSet=[{', '.join(map(_subscription, wanted))}]]"
    )


def _client_events(run: Run, index: int) -> Iterator[Event]:
    group, member, file = run.cluster.group, run.cluster.members[index], _client_log(index)
    yield _heartbeat(run, index, file)
    yield _event(file, "client", "consumer_started", at(member.start), group, 20)
    line, had = 30, {}
    for when, _, topic, count, share in (each for each in run.rebalances if each[1] == index):
        old = had.get(topic, ())
        had[topic] = share
        for name, queues in (("queue_dropped", set(old) - set(share)), ("queue_added", set(share) - set(old))):
            for queue in sorted(queues):
                line += 1
                yield _event(file, "client", name, at(when), group, line, **_of(queue))
        line += 1
        if member.model == "CLUSTERING":  # broadcasting clients do not print it
            yield _result(run, file, when, index, topic, count, share, line)
    for when in (when for when, who in run.notices if who == index):
        line += 1
        yield _event(file, "client", "consumer_ids_changed", at(when), group, line)
    if member.stop is not None and not member.killed:
        yield _event(file, "client", "consumer_shutdown", at(member.stop), group, line + 1)
    yield from _troubles(run, index, file)


def _heartbeat(run: Run, index: int, file: str) -> Event:
    """The first heartbeat, printed whole; the next one is the twentieth, ten minutes later."""
    member = run.cluster.members[index]
    raw = (
        f"INFO HeartbeatData [clientID={member.client_id}, producerDataSet=[], "
        f"consumerDataSet=[{_consumer_data(run, index, member.start)}]]"
    )
    return _event(
        file, "client", "heartbeat_content", at(member.start), run.cluster.group, 15, client_id=member.client_id,
        raw=raw,
    )  # fmt: skip


def _of(queue: MessageQueue) -> dict[str, object]:
    return {"topic": queue.topic, "broker": queue.broker, "queue": queue.queue}


def _result(
    run: Run, file: str, when: float, index: int, topic: str, count: int, share: tuple[MessageQueue, ...], line: int
) -> Event:
    member, total = run.cluster.members[index], len(run.cluster.queues(topic))
    detail = (
        f"allocateMessageQueueStrategyName={member.strategy.name}, group={run.cluster.group}, topic={topic}, "
        f"clientId={member.client_id}, mqAllSize={total}, cidAllSize={count}, rebalanceResultSize={len(share)}, "
        f"rebalanceResultSet=[{', '.join(map(str, share))}]"
    )
    moment = at(when + 0.001 * index)
    raw = f"{moment:%Y-%m-%d %H:%M:%S,%f} INFO RebalanceService - client rebalanced result changed. {detail}"
    return _event(
        file, "client", "rebalance_result", at(when), run.cluster.group, line, topic=topic,
        client_id=member.client_id, detail=detail, raw=raw,
    )  # fmt: skip


def _troubles(run: Run, index: int, file: str) -> Iterator[Event]:
    """Refused pulls, failed connections and failures of the listener, each kind counted per minute."""
    cluster = run.cluster
    code = cluster.refused or 24
    for (who, queue, minute), times in run.refusals.items():
        if who == index:
            reason = _DESC[code].format(group=cluster.group, topic=queue.topic)
            raw = f"WARN execute the pull request exception\nMQBrokerException: CODE: {code}  DESC: {reason}"
            first, last = at(minute * 60 + 1), at(min(minute * 60 + 57, cluster.end))
            yield _event(
                file, "client", "pull_rejected", first, cluster.group, None, code=code, detail=reason, raw=raw,
                times=times, last_at=last, **_of(queue),
            )  # fmt: skip
    for minute in range(1, int(cluster.end // 60)):
        first, last = at(minute * 60), at(minute * 60 + 58)
        if cluster.unreachable:
            # No two clients fail in the same millisecond, time after time.
            failed = first + timedelta(milliseconds=7 * index)
            yield _event(
                file, "client", "connection_failed", failed, cluster.group, None, address="10.0.0.9:10911", times=6,
                last_at=last, raw="createChannel: connect remote host[10.0.0.9:10911] failed",
            )  # fmt: skip
        if cluster.failing:
            yield _event(file, "client", "consume_failed", first, cluster.group, None, times=20, last_at=last)


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
