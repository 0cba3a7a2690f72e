"""What the names of strategies mean: one label for a getName() and its class, and whether two names are two strategies.

Logs print getName(), running info the class: of an own strategy both differ. No findings.
"""

from __future__ import annotations

from collections.abc import Iterable

from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import strategy_named
from rmqkit.rocketmq.strategy_names import is_strategy_class

_LABELS = {
    "AVG": say("average"),
    "AVG_BY_CIRCLE": say("average by circle"),
    "CONSISTENT_HASH": say("consistent hash"),
    "MACHINE_ROOM": say("machine room"),
    "CONFIG": say("configuration"),
}
_CLASSES = {
    "AllocateMessageQueueAveragely": "AVG",
    "AllocateMessageQueueAveragelyByCircle": "AVG_BY_CIRCLE",
    "AllocateMessageQueueConsistentHash": "CONSISTENT_HASH",
    "AllocateMessageQueueByMachineRoom": "MACHINE_ROOM",
    "AllocateMessageQueueByConfig": "CONFIG",
}
_STOCK, _OF_CLASS, _OF_NAME = "stock", "class", "name"


def strategy_label(name: str) -> str:
    """A strategy's name for people: the same for its getName() and its class."""
    short = class_name(name)
    return _LABELS.get(_CLASSES.get(short, short), short)


def class_name(name: str) -> str:
    """A strategy's class without its package and the object's number; a getName() as it is."""
    return name.split("@", 1)[0].rsplit(".", 1)[-1]


def comes_with_rocketmq(name: str) -> bool:
    """Whether it is one of RocketMQ's, by its class or its getName(); `AllocateMachineRoomNearby` wraps another."""
    return _CLASSES.get(name, name) in _LABELS or name.startswith(("AllocateMachineRoomNearby", "MACHINE_ROOM_NEARBY"))


def strategies_text(labels: Iterable[str]) -> Phrase:
    """`average and average by circle strategy`."""
    return say("{names} strategy", names=joined(" and ", labels))


def surely_different(names: Iterable[str]) -> bool:
    """Whether some two of the names cannot mean one strategy. RocketMQ's own are known by both words. Of a user's own,
    a class and a getName() may be one and the same."""
    words = {_word(name) for name in names}
    kinds = {kind for kind, _ in words}
    of_one_kind = any(len([word for word in words if word[0] == kind]) > 1 for kind in kinds)
    return of_one_kind or (_STOCK in kinds and len(kinds) > 1)


def _word(name: str) -> tuple[str, str]:
    strategy = strategy_named(name)
    if strategy is not None:
        return _STOCK, strategy.name
    short = name.split("@", 1)[0].strip()
    return (_OF_CLASS if is_strategy_class(name) else _OF_NAME), short
