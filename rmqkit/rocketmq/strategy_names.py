"""How RocketMQ behaves: from the name of a strategy, as logs and running info print it, to the strategy."""

from __future__ import annotations

import re
from collections.abc import Callable

from rmqkit.rocketmq.average import Averagely, AveragelyByCircle
from rmqkit.rocketmq.consistent_hash import ConsistentHash
from rmqkit.rocketmq.strategy import Strategy

# Only what works without configuration: rooms, resolvers and written lists are not in any evidence.
_BY_NAME: dict[str, Callable[[], Strategy]] = {
    "AVG": Averagely,
    "AVG_BY_CIRCLE": AveragelyByCircle,
    "CONSISTENT_HASH": ConsistentHash,
    "AllocateMessageQueueAveragely": Averagely,
    "AllocateMessageQueueAveragelyByCircle": AveragelyByCircle,
    "AllocateMessageQueueConsistentHash": ConsistentHash,
}
# `package.Class@1f2e3d`, what Object#toString prints.
_CLASS = re.compile(r"(?:[\w$]+\.)*([\w$]+)(?:@[0-9a-fA-F]+)?")

# Such a text, as opposed to a getName(): a package or an object's hash stands in it.
_OF_CLASS = re.compile(r"^(?:[\w$]+\.)+[\w$]+(?:@[0-9a-fA-F]+)?$|@[0-9a-fA-F]+$")


def is_strategy_class(name: str) -> bool:
    """Whether the name is a class's or an object's text, as running info prints it."""
    return _OF_CLASS.search(name.strip()) is not None


def strategy_named(name: str | None) -> Strategy | None:
    """The strategy named `name`: a `getName()`, a class name or an object's text; None if it cannot be built.

    It returns None for unknown strategies and for those that need configuration (CONFIG, MACHINE_ROOM,
    MACHINE_ROOM_NEARBY-...): their allocation cannot be recomputed from the name alone.
    """
    found = _CLASS.fullmatch((name or "").strip())
    make = _BY_NAME.get(found[1]) if found else None
    return make() if make else None
