"""What the logs of a made-up group would say, as events. What mqadmin would print is in printed.py."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from rmqkit.diagnosis.facts.group import Event, LogFile
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.consumer_table import SimulatedLine as TableEvent
from rmqkit.rocketmq.subscription import Subscription, retry_topic

from .cluster import START, Run, address, at

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
