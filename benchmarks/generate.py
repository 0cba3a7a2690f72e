"""Evidence of any size, made of lines as RocketMQ 5.x prints them.

Deterministic; no timing and no reading here.

`python -m benchmarks.generate broker.log 512` writes a broker's log of 512 MB.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

START = datetime(2026, 3, 5, 0, 0, tzinfo=UTC)
_GMT8 = timedelta(hours=8)
_BATCH = 20_000


@dataclass(frozen=True)
class Traffic:
    """What happens on the cluster whose logs are made.

    `event_share`: lines that are events of consumers, the rest is a broker's small
    talk. `storm_share`: events that belong to one group whose clients overwrite each
    other's subscription.
    """

    groups: int = 50
    topics: int = 20
    clients: int = 400
    event_share: float = 0.55
    storm_share: float = 0.1
    lines_per_second: int = 40
    seed: int = 7


@dataclass
class Cluster:
    """Names of the traffic and the random choices among them."""

    traffic: Traffic
    random: random.Random = field(init=False)
    groups: list[str] = field(init=False)
    topics: list[str] = field(init=False)
    clients: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.random = random.Random(self.traffic.seed)
        self.groups = [f"group_{number:03}" for number in range(self.traffic.groups)]
        self.topics = [f"topic_{number:03}" for number in range(self.traffic.topics)]
        numbers = range(self.traffic.clients)
        self.clients = [f"10.20.{n // 250}.{n % 250 + 1}@{4000 + n}#{57_000_000_000 + 7919 * n}" for n in numbers]

    def pick(self, names: list[str]) -> str:
        """Any of the names; quicker than `random.choice`."""
        return names[int(self.random.random() * len(names))]


def subscription(topic: str, version: int) -> str:
    """A subscription in Java's print (SubscriptionData#toString)."""
    return (
        f"SubscriptionData [classFilterMode=false, topic={topic}, subString=*, tagsSet=[], codeSet=[], "
        f"subVersion={version}, expressionType=TAG]"
    )


def channel(client: str, port: int, millis: int) -> str:
    """A client's connection in Java's print (ClientChannelInfo#toString)."""
    host = client.partition("@")[0]
    return (
        f"ClientChannelInfo [channel=[id: 0x{port * 40503 & 0xFFFFFFFF:08x}, L:/10.0.0.1:10911 - R:/{host}:{port}], "
        f"clientId={client}, language=JAVA, version=493, lastUpdateTimestamp={millis}]"
    )


def _removed(cluster: Cluster, group: str, millis: int) -> str:
    topic = cluster.pick(cluster.topics)
    data = subscription(topic, millis)
    return f"WARN HeartbeatThread_1 - subscription changed, group: {group} remove topic {topic} {data}"


def _added(cluster: Cluster, group: str, millis: int) -> str:
    data = subscription(cluster.pick(cluster.topics), millis)
    return f"INFO HeartbeatThread_2 - subscription changed, add new topic, group: {group} {data}"


def _changed(cluster: Cluster, group: str, millis: int) -> str:
    topic = cluster.pick(cluster.topics)
    old, new = subscription(topic, millis - 30_000), subscription(topic, millis)
    return f"INFO HeartbeatThread_1 - subscription changed, group: {group} OLD: {old} NEW: {new}"


def _refused(cluster: Cluster, group: str, millis: int) -> str:
    topic = cluster.pick(cluster.topics)
    thread = millis % 20 + 1
    return f"WARN PullMessageThread_{thread} - the consumer's subscription not exist, group: {group}, topic:{topic}"


def _came(group: str, data: str) -> str:
    return (
        f"INFO HeartbeatThread_2 - new consumer connected, group: {group} CONSUME_PASSIVELY CLUSTERING channel: {data}"
    )


def _went(group: str, data: str) -> str:
    return (
        f"WARN NettyEventExecutor - NETTY EVENT: remove not active channel[{data}] from ConsumerGroupInfo "
        f"groupChannelTable, consumer group: {group}"
    )


def _connected(cluster: Cluster, group: str, millis: int) -> str:
    return _came(group, channel(cluster.pick(cluster.clients), 30_000 + millis % 30_000, millis))


def _disconnected(cluster: Cluster, group: str, millis: int) -> str:
    return _went(group, channel(cluster.pick(cluster.clients), 30_000 + millis % 30_000, millis))


Line = Callable[[Cluster, str, int], str]

EVENTS: dict[str, tuple[Line, int]] = {
    "subscription_topic_removed": (_removed, 20),
    "subscription_topic_added": (_added, 20),
    "subscription_changed": (_changed, 20),
    "subscription_not_exist": (_refused, 25),
    "consumer_connected": (_connected, 8),
    "consumer_disconnected": (_disconnected, 7),
}
"""The kinds of events in a made broker's log, and how many of a hundred events are of each."""

_STORM = (_removed, _added)


def _small_talk(cluster: Cluster, millis: int) -> str:
    number = int(cluster.random.random() * 4)
    if number == 0:
        return f"INFO BrokerControllerScheduledThread1 - Dispatch task fall behind commit log {millis % 4096}bytes"
    if number == 1:
        return f"INFO BrokerControllerScheduledThread1 - Slave fall behind master: {millis % 100_000} bytes"
    if number == 2:
        return f"INFO AdminBrokerThread_{millis % 16 + 1} - executionTime of create topic:x is {millis % 90} ms"
    return (
        f"INFO SendMessageThread_{millis % 4 + 1} - [PCBUSY_CLEAN_QUEUE]broker busy, start flow control for a while, "
        f"period in queue: {millis % 900}ms, size of queue: {millis % 50}"
    )


def broker_messages(cluster: Cluster) -> Iterator[tuple[int, str]]:
    """Endless lines of a broker's log without their time:
    milliseconds since 1970, and level, thread and message."""
    traffic = cluster.traffic
    lines = [line for line, share in EVENTS.values() for _ in range(share)]
    millis = int(START.timestamp() * 1000)
    step = max(1, 1000 // traffic.lines_per_second)
    chance = cluster.random.random
    while True:
        millis += step
        if chance() >= traffic.event_share:
            yield millis, _small_talk(cluster, millis)
        elif chance() < traffic.storm_share:
            yield millis, _STORM[millis // step % 2](cluster, cluster.groups[0], millis)
        else:
            line = lines[int(chance() * len(lines))]
            yield millis, line(cluster, cluster.pick(cluster.groups), millis)


def _committed(cluster: Cluster, group: str, client: str, millis: int) -> str:
    topic, number = cluster.pick(cluster.topics), millis % 16
    return (
        f"[MQClientFactoryScheduledThread] [o.a.r.c.c.s.RemoteBrokerOffsetStore#?:?] - [persistAll] Group: {group} "
        f"ClientId: {client} updateConsumeOffsetToBroker "
        f"MessageQueue [topic={topic}, brokerName=broker-a, queueId={number}] {millis // 1000 % 1_000_000}"
    )


def _queue_changed(cluster: Cluster, group: str, millis: int) -> str:
    change = "add a new mq" if millis // 10 % 2 else "remove unnecessary mq"
    topic, number = cluster.pick(cluster.topics), millis % 16
    return (
        f"[RebalanceService] [o.a.r.c.i.c.RebalanceImpl#?:?] - doRebalance, {group}, {change}, "
        f"MessageQueue [topic={topic}, brokerName=broker-a, queueId={number}]"
    )


def client_messages(cluster: Cluster) -> Iterator[tuple[int, str]]:
    """Endless lines of one 5.x client's log: commits, heartbeats,
    and queues that come and go in a storm."""
    group, client = cluster.groups[0], cluster.clients[0]
    millis = int(START.timestamp() * 1000)
    step = max(1, 1000 // cluster.traffic.lines_per_second)
    while True:
        millis += step
        chance = cluster.random.random()
        if chance < cluster.traffic.storm_share:
            text = _queue_changed(cluster, group, millis)
        elif chance < cluster.traffic.event_share:
            text = _committed(cluster, group, client, millis)
        else:
            text = (
                "[MQClientFactoryScheduledThread] [o.a.r.c.i.f.MQClientInstance#?:?] - "
                "send heart beat to broker[broker-a 0 10.0.0.1:10911] success"
            )
        yield millis, f"INFO  [2830] {text}"


def _dated(messages: Iterator[tuple[int, str]], millis_shown: bool) -> Iterator[str]:
    """Lines with their time in UTC+8; a second's date is written once."""
    second, date = -1, ""
    for millis, text in messages:
        if millis // 1000 != second:
            second = millis // 1000
            date = (datetime.fromtimestamp(second, UTC) + _GMT8).strftime("%Y-%m-%d %H:%M:%S")
        yield f"{date}.{millis % 1000:03} {text}\n" if millis_shown else f"{date} {text}\n"


def _write(path: Path, lines: Iterator[str], size: int) -> int:
    """Whole lines up to about `size` bytes; returns how many bytes were written."""
    written = 0
    with path.open("w", encoding="ascii") as file:
        while written < size:
            batch = "".join(islice(lines, _BATCH))
            written += file.write(batch)
    return written


def write_broker_log(path: Path, size: int, traffic: Traffic = Traffic()) -> int:
    """A broker's log of about `size` bytes."""
    return _write(path, _dated(broker_messages(Cluster(traffic)), millis_shown=False), size)


def write_client_log(path: Path, size: int, traffic: Traffic = Traffic()) -> int:
    """A 5.x Java client's log of about `size` bytes."""
    return _write(path, _dated(client_messages(Cluster(traffic)), millis_shown=True), size)


_HEADER = ("#Topic", "#Broker Name", "#QID", "#Broker Offset", "#Consumer Offset", "#Client IP", "#Diff", "#Inflight")
_WIDTHS = (64, 32, 4, 20, 20, 20, 20, 20)


def look(number: int, queues: int, at: datetime, group: str = "group_000") -> str:
    """What `consumerProgress -g` of a 5.x mqadmin prints: a row per queue, and the totals."""
    retry = (f"%RETRY%{group}", "broker-0", 0, 0, 0, "10.20.0.11", 0, 0)
    rows = [_row(_HEADER) + "#LastTime", _row(retry) + "N/A"]
    behind = 0
    for queue in range(queues):
        offset = 1000 + 40 * number + queue
        diff = (number + queue) % 7
        behind += diff
        owner = f"10.20.0.{queue % 8 + 11}"
        row = ("topic_000", f"broker-{queue % 4}", queue // 4, offset, offset - diff, owner, diff, 0)
        rows.append(_row(row) + at.strftime("%Y-%m-%d %H:%M:%S"))
    return "\n".join(
        [*rows, "", "Consume TPS: 12.50", f"Consume Diff Total: {behind}", "Consume Inflight Total: 0", ""]
    )


def _row(values: tuple[object, ...]) -> str:
    return "".join(f"{value!s:<{width}}  " for value, width in zip(values, _WIDTHS, strict=True))


def write_looks(folder: Path, looks: int, queues: int, every: timedelta = timedelta(seconds=9)) -> None:
    """`looks` files of consumerProgress, one each nine seconds,
    as a loop in a shell leaves them."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(looks):
        text = look(number, queues, START + number * every)
        (folder / f"consumerProgress-group_000-{number + 1}.txt").write_text(text, encoding="ascii")


_LOOKS, _QUEUES, _TOLD_AT = 4, 4, 2
_OWNERS = ("order", "pay", "refund", "stock", "ship", "price", "coupon", "member", "risk", "search")
_TASKS = ("settle", "notify", "sync", "index", "audit", "export")
_SHARED_ID, _GONE, _SLOW = 7, 23, 41
"""The sick groups of a cluster: two processes share an id, every client is gone, a client is slower than what comes."""
_PROMPT = "[root@mq-ops bin]#"


@dataclass(frozen=True)
class Consumers:
    """A consumer group of a cluster by its number: its name and topic, and its client ids, one for each process."""

    number: int

    @property
    def topic(self) -> str:
        """One of its own."""
        again = self.number // 60 or ""
        return f"{_OWNERS[self.number % 10]}-{_TASKS[self.number // 10 % 6]}{again}"

    @property
    def group(self) -> str:
        """As teams name groups."""
        return f"GID_{self.topic.replace('-', '_')}"

    @property
    def clients(self) -> list[str]:
        """One, of every third group two; the first one of every tenth group consumes for the group before as well."""
        if self.number == _SHARED_ID:
            return ["10.20.0.200@1"] * 2
        hosts = range(2 if self.number % 3 == 0 else 1)
        return [f"10.20.{host}.{self._process % 250 + 1}@{4000 + self._process}" for host in hosts]

    @property
    def _process(self) -> int:
        return self.number - (self.number % 10 == 9)

    def owner(self, queue: int) -> str:
        """The client that reads a queue; empty: nobody does."""
        ids = sorted(self.clients)
        owner = ids[queue * len(ids) // _QUEUES]
        is_read = self.number != _GONE and (self.number != _SHARED_ID or queue < _QUEUES // 2)
        return owner if is_read else ""

    def progress(self, look_number: int) -> str:
        """What `consumerProgress -g` prints."""
        at, rows = START + timedelta(minutes=look_number), [_row(_HEADER) + "#LastTime"]
        for queue in range(_QUEUES):
            owner, end = self.owner(queue), 40_000 + 900 * look_number + self.number
            pace = 300 * look_number - 4_000 if self.number == _SLOW else 900 * look_number
            committed = 40_000 + self.number + pace - (queue + look_number) % 4 if owner else 31_000
            last = at - timedelta(seconds=1) if owner else START - timedelta(minutes=30)
            row = (self.topic, "broker-a", queue, end, committed, owner.partition("@")[0] or "N/A", end - committed, 0)
            rows.append(f"{_row(row)}{last:%Y-%m-%d %H:%M:%S}")
        return "\n".join([*rows, "", "Consume TPS: 60.00", ""])

    def connection(self) -> str:
        """What `consumerConnection -g` prints."""
        if self.number == _GONE:
            return (
                "org.apache.rocketmq.tools.command.SubCommandException: ConsumerConnectionSubCommand command failed\n"
                "Caused by: org.apache.rocketmq.client.exception.MQBrokerException: CODE: 206  DESC: the consumer group"
                f"[{self.group}] not online BROKER: 10.0.0.1:10911\n"
            )
        ports = enumerate(self.clients, start=30_000 + 10 * self._process)
        rows = [f"{client:<35}  {f'10.20.9.1:{port}':<22}  JAVA        V5_3_3\n" for port, client in ports]
        return (
            f"{'#ClientId':<35}  {'#ClientAddr':<22}  #Language  #Version\n{''.join(rows)}\nBelow is subscription:\n"
            f"{'#Topic':<20} #SubExpression\n{self.topic:<20} *\n%RETRY%{self.group:<13} *\n\n"
            "ConsumeType: CONSUME_PASSIVELY\nMessageModel: CLUSTERING\nConsumeFromWhere: CONSUME_FROM_LAST_OFFSET\n"
        )

    def running_info(self, client: str) -> str:
        """What `consumerStatus -g -i` prints, without what nobody needs."""
        held = [queue for queue in range(_QUEUES) if self.owner(queue) == client]
        strategy = "org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely@3dca15c8"
        detail = "ProcessQueueInfo [commitOffset=41800, cachedMsgMinOffset=0, cachedMsgMaxOffset=0, cachedMsgCount=0]"
        return "\n".join(
            [
                "#Consumer Properties#",
                f"{'consumerGroup':<40}: {self.group}",
                f"{'messageModel':<40}: CLUSTERING",
                f"{'allocateMessageQueueStrategy':<40}: {strategy}",
                "\n\n#Consumer Subscription#",
                f"001 Topic: {self.topic:<40} ClassFilter: false    SubExpression: *",
                "\n\n#Consumer MQ Detail#",
                "#Topic                            #Broker Name                      #QID  #ProcessQueueInfo",
                *(f"{self.topic:<32}  {'broker-a':<32}  {queue:<4}  {detail}" for queue in held),
                "",
            ]
        )

    def asked(self, look_number: int) -> str:
        """One group in a terminal: its progress and its clients, and of most groups once what each client says."""
        mqadmin = f"{_PROMPT} sh mqadmin {{}} -n 10.0.0.9:9876 -g {self.group}"
        told = f"{mqadmin.format('consumerProgress')} -s true\n{self.progress(look_number)}"
        told += f"{mqadmin.format('consumerConnection')}\n{self.connection()}"
        healthy = self.number not in (_SHARED_ID, _GONE, _SLOW) and self.number % 5
        for client in self.clients if healthy and look_number == _TOLD_AT else ():
            told += f"{mqadmin.format('consumerStatus')} -i {client}\n{self.running_info(client)}"
        return told

    def registered(self) -> Iterator[tuple[datetime, str]]:
        """When its clients came and went, by a broker's log: of some groups one was started again."""
        moments = [(START - timedelta(minutes=50 - self.number % 10), _came)]
        if self.number == _GONE:
            moments.append((START - timedelta(minutes=30), _went))
        elif self.number % 20 == 0:
            moments += [(START - timedelta(minutes=9), _went), (START - timedelta(minutes=8), _came)]
        for at, said in moments:
            for port, client in enumerate(self.clients, start=30_000 + 10 * self._process):
                yield at, said(self.group, channel(client, port, int(at.timestamp() * 1000)))


def write_cluster(folder: Path, groups: int = 60) -> None:
    """What an engineer has of a whole cluster: mqadmin's answers on every group, four times, and the broker's log.

    Three of the groups are sick.
    """
    folder.mkdir(parents=True, exist_ok=True)
    cluster = [Consumers(number) for number in range(groups)]
    for number in range(_LOOKS):
        at = START + timedelta(minutes=number)
        date = f"{_PROMPT} date\n{at:%a %b} {at.day:2} {at:%H:%M:%S} UTC {at.year}\n"
        told = date + "".join(group.asked(number) for group in cluster)
        (folder / f"mqadmin-{number + 1}.txt").write_text(told, encoding="ascii")
    records = sorted(record for group in cluster for record in group.registered())
    lines = [f"{at + _GMT8:%Y-%m-%d %H:%M:%S} {text}\n" for at, text in records]
    (folder / "broker.log").write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    megabytes = int(sys.argv[2])
    print(write_broker_log(Path(sys.argv[1]), megabytes << 20), "bytes")
