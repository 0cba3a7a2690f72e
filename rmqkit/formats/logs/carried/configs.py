"""What logs print of topics and groups: settings that a broker logs when they are made or changed, what clients and
brokers are set up with, and the routes that clients log. Text in, values out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rmqkit.formats.java_text import closing, items

_TOPIC = re.compile(
    r"TopicConfig \[topicName=(?P<topic>[^,\]]+), readQueueNums=(?P<read>[0-9]{1,9}), "
    r"writeQueueNums=(?P<write>[0-9]{1,9}), perm=(?P<perm>[RWX-]{1,3})"
)
_GROUP = re.compile(
    r"SubscriptionGroupConfig ?[\[{]groupName=(?P<group>[^,\]}]+), consumeEnable=(?P<enabled>\w+).*?"
    r"consumeBroadcastEnable=(?P<broadcast>\w+)(?:[^\]}]*?retryMaxTimes=(?P<retries>[0-9]{1,9}))?",
    re.DOTALL,
)

_CLIENT = re.compile(r"ClientConfig ?[\[{]")
# addresses that nothing outside the own host, or outside a container's own network, reaches
_INNER = re.compile(r"(?:127\.|localhost|0\.0\.0\.0|172\.1[78]\.|\[?::1)")
COMPACTED = "cleanup.policy=COMPACTION"
"""The attribute of a topic that keeps the last message of each key alone (5.1.0 and later)."""


@dataclass(frozen=True)
class TopicConfig:
    """How many queues of a topic may be read and written, whether it may be read at all, and whether it keeps the last
    message of each key alone. `before`: as it was, where the record says what it was changed from."""

    topic: str
    read_queues: int
    write_queues: int
    readable: bool
    compacted: bool = False
    before: TopicConfig | None = None


@dataclass(frozen=True)
class GroupConfig:
    """Whether a group may consume, whether it may do so as a broadcasting one, and how often brokers retry."""

    group: str
    may_consume: bool
    may_broadcast: bool
    retries: int | None = None

    def lets_in(self, *, broadcasting: bool) -> bool:
        """Whether the broker serves its clients."""
        return self.may_consume and (self.may_broadcast or not broadcasting)


def topic_config(text: str) -> TopicConfig | None:
    """The last topic's settings in the record: after `old:[...] new:[...]` the new ones.

    `TopicConfig#toString` (all versions).
    """
    config: TopicConfig | None = None
    printed = [*_TOPIC.finditer(text)]
    for one, ends in zip(printed, [*(later.start() for later in printed[1:]), len(text)], strict=True):
        compacted = COMPACTED in text[one.end() : ends]
        config = TopicConfig(
            one["topic"], int(one["read"]), int(one["write"]), "R" in one["perm"], compacted, before=config
        )
    return config


def group_config(text: str) -> GroupConfig | None:
    """The last group's settings in the record: after `old: ... new: ...` the new ones.

    `SubscriptionGroupConfig#toString` (all versions; in brackets before 5.0, in braces since).
    """
    if not (printed := [*_GROUP.finditer(text)]):
        return None
    last = printed[-1]
    retries = int(last["retries"]) if last["retries"] else None
    return GroupConfig(last["group"], last["enabled"] == "true", last["broadcast"] == "true", retries)


def client_config(text: str) -> dict[str, str]:
    """The configuration that a client prints when it starts, by the names of its fields; what is not set is left out.

    `ClientConfig#toString` (in brackets, in braces with quoted texts since 5.2.0), all versions.
    """
    if (begins := _CLIENT.search(text)) is None:
        return {}
    body = text[begins.end() : closing(text, begins.end() - 1)]
    pairs = (item.replace("Inteval=", "Interval=").partition("=") for item in items(body))  # spelled so in 4.0.0
    return {name: plain for name, _, value in pairs if (plain := value.strip("'")) and plain != "null"}


def is_inner_address(address: str) -> bool:
    """Whether only the own host, or a container's own Docker network, reaches an address."""
    return _INNER.match(address) is not None


@dataclass(frozen=True)
class QueueCount:
    """`QueueData [...]`: one broker's queues of the topic; `perm` is 4 to read and 2 to write, summed."""

    broker: str
    read_queues: int
    write_queues: int
    perm: int


@dataclass(frozen=True)
class Route:
    """`TopicRouteData [...]`: `addresses` are (broker, broker id, address); `whole`: it was not cut."""

    queues: tuple[QueueCount, ...]
    addresses: tuple[tuple[str, int, str], ...]
    whole: bool


_ROUTE = "TopicRouteData ["
_QUEUE = re.compile(
    r"QueueData \[brokerName=(?P<broker>[^,\]]+), readQueueNums=(?P<read>[0-9]{1,9}),"
    r" writeQueueNums=(?P<write>[0-9]{1,9}), perm=(?P<perm>[0-9]{1,9})"
)
_BROKER = re.compile(
    r"BrokerData \[(?:cluster=[^,\]]*, )?brokerName=(?P<name>[^,\]]+), brokerAddrs=\{(?P<places>[^}]*)\}"
)
_PLACE = re.compile(r"([0-9]{1,9})=([^\s,}]+)")


def route_told(text: str) -> Route | None:
    """The newest route in the record: `topicRouteTable.put ...` has one, `route info changed` two.

    `MQClientInstance#updateTopicRouteInfoFromNameServer`, 4.0.0 to 5.4. The classes' names are left
    out in the middle of 4.0.0's print of two lists only; its queues read the same.
    """
    begin = text.rfind(_ROUTE)
    if begin < 0:
        return None
    opened = begin + len(_ROUTE) - 1
    closed = closing(text, opened)
    body = text[opened:closed]
    queues = tuple(
        QueueCount(queue["broker"], int(queue["read"]), int(queue["write"]), int(queue["perm"]))
        for queue in _QUEUE.finditer(body)
    )
    addresses = tuple(
        (broker["name"], int(broker_id), address)
        for broker in _BROKER.finditer(body)
        for broker_id, address in _PLACE.findall(broker["places"])
    )
    return Route(queues, addresses, closed is not None)
