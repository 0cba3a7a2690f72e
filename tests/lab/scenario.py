"""The words an incident is told in: topics, clients, what happens when. Plain data; nothing here starts a process."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Topic:
    """One topic: `queues` on each of `brokers` (all brokers if None); `perm` as mqadmin has it (6 read and write).

    With no queues the lab does not create it: a command does, or nobody.
    """

    name: str
    queues: int = 8
    brokers: tuple[str, ...] | None = None
    perm: int = 6


@dataclass(frozen=True)
class Subscription:
    """What a client subscribes to; `lets` are the tags that it wants, None for every tag."""

    topic: str
    expression: str = "*"
    kind: str = "TAG"
    lets: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Client:
    """One consumer process. Times are seconds after the first clients started; None means: does not happen.

    `program`: "push"; "lite" and "assign" (DefaultLitePullConsumer); "pull" (DefaultMQPullConsumer); "go"; "grpc",
    "python" and "node", which connect to a proxy.
    `settings` go to the program as they are; its source says which it knows. `refused`: its start fails, as is meant.
    `frozen`: from when to when its process stands still. `name_server`: the number of the one it was told of, None for
    an address where nobody listens, or several of these.
    """

    subscriptions: tuple[Subscription, ...]
    ip: str | None = None
    instance: str | None = None
    group: str | None = None
    version: str | None = None
    program: str = "push"
    strategy: str = "AVG"
    model: str = "CLUSTERING"
    orderly: bool = False
    pop: bool = False
    listener: str = "ok"
    threads: int = 20
    start: float = 0
    stop: float | None = None
    kill: float | None = None
    restart_every: float | None = None
    refused: bool = False
    frozen: tuple[float, float] | None = None
    clock_ahead: int = 0
    name_server: int | tuple[int | None, ...] | None = 0
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def name_servers(self) -> tuple[int | None, ...]:
        """Every name server that it was told of."""
        return self.name_server if isinstance(self.name_server, tuple) else (self.name_server,)


def several(count: int, *subscriptions: Subscription, **settings: Any) -> tuple[Client, ...]:
    """Clients that start two seconds apart. A setting that is a list has a value for each of them."""
    each = {"start": [2 * place for place in range(count)], **settings}
    return tuple(
        Client(subscriptions, **{name: value[i] if isinstance(value, list) else value for name, value in each.items()})
        for i in range(count)
    )


@dataclass(frozen=True)
class Broker:
    """One broker: the numbers of the name servers it registers at, further settings, when it is killed or frozen.

    `changed` are settings that it gets at a restart.
    `of`: the broker whose name it bears, as a slave or a replica. `start`: it joins later. `back`: it is started again
    after it was killed. `stalls`: from when and for how long its process stands still.
    """

    name: str
    name_servers: tuple[int, ...] = (0,)
    settings: Mapping[str, str] = field(default_factory=dict)
    changed: Mapping[str, str] = field(default_factory=dict)
    of: str | None = None
    start: float | None = None
    back: float | None = None
    stalls: tuple[tuple[float, float], ...] = ()
    kill: float | None = None
    freeze: float | None = None
    restart: float | None = None


@dataclass(frozen=True)
class Producer:
    """`rate` messages a second after a burst, round robin over topics and queues, tags at random."""

    rate: float = 60
    tags: tuple[str, ...] = ("TagA",)
    burst: int = 0
    seconds: int = 3600
    topics: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Command:
    """An mqadmin command at a moment; `{namesrv}`, `{cluster}` and `{broker:NAME}` stand for addresses.

    `{ago:N}` is the moment N seconds before the command, in epoch milliseconds.
    Negative moments are before the first client starts.
    """

    at: float
    arguments: tuple[str, ...]


def update_topic(
    topic: str, at: float, read: int, write: int, perm: int = 6, brokers: tuple[str, ...] = ("broker-a", "broker-b")
) -> tuple[Command, ...]:
    """updateTopic on each of these brokers at one moment."""
    words = ("-t", topic, "-r", str(read), "-w", str(write), "-p", str(perm))
    return tuple(Command(at, ("updateTopic", "-b", f"{{broker:{broker}}}", *words)) for broker in brokers)


def consume_by_pop(topic: str, group: str, share: int) -> tuple[Command, ...]:
    """setConsumeMode before the first client starts."""
    words = ("-t", topic, "-g", group, "-m", "POP", "-q", str(share))
    return (Command(-1, ("setConsumeMode", "-c", "{cluster}", *words)),)


@dataclass(frozen=True)
class Incident:
    """One incident and its truth. `topics`: those that clients subscribe to with six queues, where no others are named.

    `tolerated` are findings that say something true of this incident without being its cause or its effect.
    `ids` are collided client ids. `story` tells in one sentence what was done. `orphans` are retry queues
    ("TOPIC BROKER QUEUE") that nobody reads, which no producer's ledger tells. `asked` are mqadmin commands that every
    look asks as well, with the date above them; of the clients with the numbers `dumped` each look takes a thread dump.
    `staging` are the clients of a second cluster with the same names, recorded afterwards: its evidence lies beside, in
    staging/, that of this one in prod/. `name_server_stalls`: from when and for how long the first one hangs.
    """

    name: str
    story: str
    group: str
    clients: tuple[Client, ...]
    topics: tuple[Topic, ...] = ()
    versions: tuple[str, ...] = ("5.3.3",)
    causes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    tolerated: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    orphans: tuple[str, ...] = ()
    brokers: tuple[Broker, ...] = (Broker("broker-a"), Broker("broker-b"))
    cluster: str = "DefaultCluster"
    producer: Producer = Producer()
    commands: tuple[Command, ...] = ()
    client_version: str | None = None
    name_servers: int = 1
    name_server_kill: float | None = None
    name_server_stalls: tuple[tuple[float, float], ...] = ()
    proxy: bool = False
    controller: bool = False
    warm_up: float = 45
    snapshots: int = 4
    every: float = 12
    status_of: tuple[str, ...] = ()
    asked: tuple[tuple[str, ...], ...] = ()
    dumped: tuple[int, ...] = ()
    staging: tuple[Client, ...] = ()

    def __post_init__(self) -> None:
        subscribed = dict.fromkeys(each.topic for client in self.clients for each in client.subscriptions)
        topics = self.topics or tuple(Topic(name, 6) for name in subscribed)
        object.__setattr__(self, "topics", topics)

    @property
    def healthy(self) -> bool:
        """Nothing is wrong at the time of the snapshots."""
        return not self.causes and not self.effects

    def client_version_on(self, version: str, client: Client) -> str:
        """The version that this client runs when the brokers run `version`."""
        return client.version or self.client_version or version
