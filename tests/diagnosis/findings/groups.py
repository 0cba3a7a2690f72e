"""A small whole group by hand: two clients, one topic of four queues, three looks. A case changes one thing of it.

Nothing is asserted here. By the average strategy ONE has queues 0 and 1 of a topic, TWO has 2 and 3.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo, TopicRates
from rmqkit.diagnosis.facts.group import Answer, Connection, GroupFacts, QueueStatus, Roster, RouteBroker, Snapshot
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.said import GROUP, after, answer, facts, look, queue, record

ONE, TWO, THREE = "10.0.0.1@7#1", "10.0.0.2@8#2", "10.0.0.3@6#3"
IP = {client_id: client_id.partition("@")[0] for client_id in (ONE, TWO, THREE)}
RETRY = f"%RETRY%{GROUP}"
QUEUES = tuple(queue(number) for number in range(4))
SHARES: Mapping[MessageQueue, str | None] = dict(zip(QUEUES, (IP[ONE], IP[ONE], IP[TWO], IP[TWO]), strict=True))


def client(
    client_id: str,
    *queues: MessageQueue,
    topics: Mapping[str, str] | None = None,
    strategy: str = "AVG",
    model: str = "CLUSTERING",
    kind: str = "CONSUME_PASSIVELY",
    mode: str = "pull",
    asked: float = 90,
    started: float = -600,
    **told: Any,
) -> RunningInfo:
    """consumerStatus of one client that holds these queues; a minute and a half after the first look."""
    wanted = {"paid": "*"} if topics is None else topics
    properties = {
        "allocateMessageQueueStrategy": strategy,
        "PROP_CONSUME_TYPE": kind,
        "messageModel": model,
        "PROP_CONSUMER_START_TIMESTAMP": str(int(after(started).timestamp() * 1000)),
    }
    cached, consumed = told.get("cached", 0), told.get("consumed", asked - 1)
    held = [
        HeldQueue(each, mode, cached, False, after(asked), after(consumed), line)
        for line, each in enumerate(queues, start=20)
    ]
    return RunningInfo(
        file=f"running/{client_id}",
        block=0,
        client_id=client_id,
        at=after(asked),
        properties=properties,
        property_lines={name: line for line, name in enumerate(properties, start=3)},
        subscriptions=dict(wanted),
        subscription_lines={topic: line for line, topic in enumerate(wanted, start=10)},
        queues=tuple(held),
        rates=told.get("rates", ()),
    )


def rates(failed_tps: float = 0.0, failed_in_hour: int = 0, ok_tps: float = 3.0) -> tuple[TopicRates, ...]:
    """What a client counts of the topic."""
    return (TopicRates("paid", ok_tps, failed_tps, failed_in_hour, 40),)


def listed(
    number: int,
    *client_ids: str,
    table: Mapping[str, str] | None = None,
    model: str = "CLUSTERING",
    kind: str = "CONSUME_PASSIVELY",
    at: float | None = None,
) -> Roster:
    """consumerConnection: each connection at an address of its own, the same in every list."""
    wanted = {"paid": "*", RETRY: "*"} if table is None else table
    connections = [
        Connection(client_id, f"{client_id.partition('@')[0]}:{5000 + index}", "V5_3_3", index + 2)
        for index, client_id in enumerate(client_ids)
    ]
    return Roster(
        file=f"consumerConnection-{number}.txt",
        block=0,
        at=after(30 * number if at is None else at),
        kind="consumer_connection",
        connections=tuple(connections),
        subscriptions=dict(wanted),
        subscription_lines={topic: line for line, topic in enumerate(wanted, start=9)},
        message_model=model,
        consume_type=kind,
    )


def lists(*client_ids: str, **same: Any) -> tuple[Roster, ...]:
    """Three lists that show the same."""
    return tuple(listed(number, *client_ids, **same) for number in (1, 2, 3))


def looks(
    owners: Mapping[MessageQueue, str | None], standing: Iterable[MessageQueue] = (), times: int = 3, rate: int = 90
) -> tuple[Snapshot, ...]:
    """consumerProgress every 30 s: messages come to each queue; those that stand stay at 10, the others are read."""
    still = set(standing)
    shown = []
    for number in range(times):
        end = 100 + rate * number
        rows = {each: (end, 10 if each in still else end, owner) for each, owner in owners.items()}
        shown.append(look(number + 1, 30 * (number + 1), rows))
    return tuple(shown)


def nightly(
    *members: bool, old: tuple[tuple[int, int], ...] = ()
) -> dict[str, tuple[Snapshot, ...] | tuple[Answer, ...]]:
    """A job's output: a look every minute, below it what consumerConnection said, with `members` of the group or
    CODE 206. While there are none nothing is read. `old`: the end and the offset, at looks without members, of a
    topic that nobody subscribes to."""
    shown, answers, read, left = [], [], 100, list(old)
    for number, some in enumerate(members):
        end = 100 + 90 * number
        read = end if some else read
        rows: dict[MessageQueue, tuple[int, int, str | None]] = dict.fromkeys(QUEUES, (end, read, None))
        if not some and left:
            rows |= {queue(0, "old"): (*left.pop(0), None)}
        shown.append(replace(look(number, 60 * number, rows), file="job.log", block=2 * number))
        said = replace(answer(206, f"CODE: 206  DESC: the consumer group[{GROUP}] not online"), file="job.log")
        answers += [] if some else [replace(said, block=2 * number + 1)]
    return {"snapshots": tuple(shown), "answers": tuple(answers)}


def route(topic: str = "paid", queues: int = 4, broker: str = "broker-a") -> dict[str, tuple[RouteBroker, ...]]:
    """topicRoute of one topic on one broker."""
    return {topic: (RouteBroker(broker, queues, 6, f"topicRoute-{topic}.txt", 3, None, queues),)}


def ends(queues: Iterable[MessageQueue] = QUEUES, messages: int = 300) -> dict[str, tuple[QueueStatus, ...]]:
    """topicStatus: how far each queue goes."""
    by_topic: dict[str, tuple[QueueStatus, ...]] = {}
    for line, each in enumerate(queues, start=2):
        status = QueueStatus(each, messages, after(90), f"topicStatus-{each.topic}.txt", line)
        by_topic[each.topic] = (*by_topic.get(each.topic, ()), status)
    return by_topic


def well(events: Iterable[Event] = (), **changed: Any) -> GroupFacts:
    """The group when nothing is wrong: everything that is changed of it is said."""
    whole = {
        "snapshots": looks(SHARES),
        "rosters": lists(ONE, TWO),
        "running": (client(ONE, *QUEUES[:2]), client(TWO, *QUEUES[2:])),
        "routes": route(),
    }
    return facts(tuple(events), **{**whole, **changed})


def twins(**changed: Any) -> GroupFacts:
    """Two processes share ONE's id and take the same two queues; the second place's share is nobody's."""
    owners = {**SHARES, **dict.fromkeys(QUEUES[2:])}
    shown = looks(owners, standing=QUEUES[2:])
    return well(**{"rosters": lists(ONE, ONE), "running": (client(ONE, *QUEUES[:2]),), "snapshots": shown, **changed})


def connected(
    client_id: str, at: float, file: str = "broker-a.log", port: int = 5000, model: str = "CLUSTERING", **said: Any
) -> Event:
    """A broker sees a client come."""
    address = f"{client_id.partition('@')[0]}:{port}"
    raw = f"new consumer connected, group: {GROUP} CONSUME_PASSIVELY {model} channel: {address}"
    return record("consumer_connected", raw, file=file, client_id=client_id, address=address, at=at, **said)


def registered(
    client_id: str,
    expression: str = "*",
    kind: str = "TAG",
    file: str = "broker-a.log",
    model: str = "CLUSTERING",
    at: float = 2,
    port: int = 5000,
    how: str = "CONSUME_PASSIVELY",
    topic: str = "paid",
) -> Event:
    """A broker logs the whole subscription of a client."""
    data = (
        f"ConsumerData [groupName={GROUP}, consumeType={how}, messageModel={model}, "
        "consumeFromWhere=CONSUME_FROM_LAST_OFFSET, unitMode=false, subscriptionDataSet=[SubscriptionData "
        f"[classFilterMode=false, topic={topic}, subString={expression}, tagsSet=[], codeSet=[], subVersion=1, "
        f"expressionType={kind}]]]"
    )
    said = {"file": file, "address": f"{client_id.partition('@')[0]}:{port}", "detail": data}
    return record("consumer_info_changed", f"registerConsumer info changed {data}", at=at, **said)


def left(client_id: str, at: float, file: str = "broker-a.log", port: int = 5000) -> Event:
    """A broker sees a client go."""
    address = f"{client_id.partition('@')[0]}:{port}"
    return record("consumer_disconnected", file=file, client_id=client_id, address=address, at=at)


def broker_start(file: str = "broker-a.log", at: float = -3600) -> Event:
    """The log holds its broker's start, so nobody came before it."""
    return record("broker_started", file=file, group=None, at=at)


def goes_on(file: str = "broker-a.log", at: float = 600) -> Event:
    """What a broker prints every half minute: the log goes on."""
    return record("broker_registered", file=file, group=None, at=at)
