"""Routes that clients log: which brokers have how many queues of a topic. Text in, values out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rmqkit.formats.java_brackets import closing


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
