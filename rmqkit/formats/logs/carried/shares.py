"""What a client says it was given: the lines of Java, Go and C++ clients after a rebalance. Text in, values out."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from rmqkit.formats.java_text import MessageQueueText, message_queues


@dataclass(frozen=True)
class Share:
    """A client's share of one topic, and what it was computed from.

    `queues_in_topic` and `clients_in_group` are the numbers that the client shared out with
    (mqAllSize, cidAllSize: equal ids counted twice); `size` is how many queues it got by its own
    count, None where the wording has none. `assigned`: a broker computed it, from a list that it does
    not tell, for the client to PULL these queues or to POP them (then queue -1 is all of a broker's).
    """

    queues: frozenset[MessageQueueText]
    strategy: str | None = None
    queues_in_topic: int | None = None
    clients_in_group: int | None = None
    size: int | None = None
    assigned: str | None = None

    @property
    def whole(self) -> bool:
        """Whether all its queues are known: a long record may have been cut, and Go's JSON names them otherwise."""
        return self.size is None or self.size == len(self.queues)


_MARKS = (
    "rebalanced result changed",
    "MessageQueue do balance done",
    "Allocation result for [",
    "messageQueueChanged",
)
_STRATEGY = re.compile(r"allocateMessageQueueStrategyName=([^,]+)")
_NAMES = {
    "queues_in_topic": re.compile(r"\bmqAllSize\"?[=:] ?([0-9]{1,9})\b|Total Queue :#([0-9]{1,9})\b"),
    "clients_in_group": re.compile(r"\bcidAllSize\"?[=:] ?([0-9]{1,9})\b|Total Consumer :#([0-9]{1,9})\b"),
    "size": re.compile(r"\brebalanceResultSize\"?[=:] ?([0-9]{1,9})\b"),
}
_SETS = re.compile(r"rebalanceResultSet\"?[=:]|assignmentSet=|Allocated Queues are:|messageQueueChanged ")
_MODES = re.compile(r"\bMode=(PULL|POP)\b")
_QUEUE_OBJECT = re.compile(r"\{[^{}]*\}")


def share_of_rebalance(text: str) -> Share | None:
    """The share in a rebalance line; None in any other record.

    `RebalanceImpl#rebalanceByTopic`: `[client ]rebalanced result changed. ...` (4.0.0 to 5.4), `broker rebalanced
    result changed. ...` (5.x), `messageQueueChanged G T [...]` (all); Go's `MessageQueue do balance done`, as text or
    JSON; C++'s `Allocation result for [...]`, whose queues stand on the lines below.
    """
    if not any(mark in text for mark in _MARKS):
        return None
    begin = _SETS.search(text)
    given = text[begin.end() :] if begin else ""
    # logrus' JSON format prints each queue as an object of its own
    in_json = (_object(candidate) for candidate in _QUEUE_OBJECT.findall(given))
    queues = message_queues(given) or [queue for queue in in_json if queue is not None]
    strategy = _STRATEGY.search(text)
    counted = {name: shape.search(text) for name, shape in _NAMES.items()}
    # PULL or POP (`MessageQueueAssignment`, 5.0.0 and later), which is one for a topic
    modes = set(_MODES.findall(text)) if "assignmentSet=" in text else set()
    return Share(
        queues=frozenset(queues),
        strategy=strategy[1] if strategy else None,
        assigned=modes.pop() if len(modes) == 1 else None,
        **{name: int(next(filter(None, match.groups()))) for name, match in counted.items() if match},
    )


def _object(text: str) -> MessageQueueText | None:
    try:
        fields = json.loads(text)
        topic, broker, queue = fields["topic"], fields["brokerName"], fields["queueId"]
        return MessageQueueText(str(topic), str(broker), int(queue))
    except (ValueError, KeyError, TypeError):  # braces that hold something else
        return None
