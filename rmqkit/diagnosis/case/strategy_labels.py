"""What a strategy is called, for people: one name for its getName() and its class.

No findings.
"""

from __future__ import annotations

from collections.abc import Iterable

from rmqkit.language import Phrase, joined, say

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


def strategy_label(name: str) -> str:
    """A strategy's name for people: the same for its getName() and its class."""
    short = name.split("@", 1)[0].rsplit(".", 1)[-1]
    return _LABELS.get(_CLASSES.get(short, short), short)


def strategies_text(labels: Iterable[str]) -> Phrase:
    """`average and average by circle strategy`."""
    return say("{names} strategy", names=joined(" and ", labels))
