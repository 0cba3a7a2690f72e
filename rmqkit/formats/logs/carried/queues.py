"""The one queue that a record is about: which, who holds its lock, and what lies of it in a client
unconsumed. Text in, values out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rmqkit.formats.java_text import MessageQueueText, message_queues

# rocketmq-client-go v2, PullRequest.String()
_IN_GO = re.compile(
    r"Topic: (?P<topic>[^\s,]+), MessageQueue: brokerName=(?P<broker>[^\s,]+), queueId=(?P<queue>[0-9]{1,9})"
)


def queue_named(text: str) -> MessageQueueText | None:
    """The first queue that the text names in full."""
    named = next(iter(message_queues(text)), None)
    in_go = _IN_GO.search(text)
    if named is None and in_go is not None:
        return MessageQueueText(in_go["topic"], in_go["broker"], int(in_go["queue"]))
    return named


# RebalanceLockManager: who holds a lock that another client asked for, or held it until it expired.
# Something follows it in every version: an id at a line's end was cut there.
_HOLDER = re.compile(r"(?:(?:Other|Old)ClientId: |(?:locked|old) client id=)(?P<client>[^\s,]+)(?=[, ])")


def lock_holder(text: str) -> str | None:
    """The client that holds a queue's lock, or held it, where a record of the broker's locks names it."""
    holder = _HOLDER.search(text)
    return holder["client"] if holder else None


@dataclass(frozen=True)
class Cached:
    """The messages of one queue that a client holds: from which offset to which, how many.

    `span` is newest minus oldest offset, where that was the reason (2,000 by default: one message
    holds the others); else `count` or `mebibytes` was over its threshold. `oldest` is the message
    that holds the committed offset.
    """

    oldest: int | None
    newest: int | None
    span: int | None
    count: int | None
    mebibytes: int | None
    queue: MessageQueueText | None

    @property
    def by_span(self) -> bool:
        """Whether one unfinished message held the others: `span too long`."""
        return self.span is not None


_MARK = "do flow control"
_NUMBERS = {
    "oldest": re.compile(r"\bminOffset\"?[=:] ?(-?[0-9]{1,19})\b"),
    "newest": re.compile(r"\bmaxOffset\"?[=:] ?(-?[0-9]{1,19})\b"),
    "span": re.compile(r"\bmaxSpan\"?[=:] ?(-?[0-9]{1,19})\b"),
    "count": re.compile(r"\bcount\"?[=:] ?([0-9]{1,19})\b"),
    "mebibytes": re.compile(r"\bsize(?:\(MiB\))?\"?[=:] ?([0-9]{1,19})\b"),
}


def cached_messages(text: str) -> Cached | None:
    """What a client held when it stopped to pull; None in any other record.

    `DefaultMQPushConsumerImpl#pullMessage` and `DefaultLitePullConsumerImpl` (4.0.0 to 5.4),
    rocketmq-client-go v2.
    """
    if _MARK not in text:
        return None
    matches = {name: number.search(text) for name, number in _NUMBERS.items()}
    values = {name: int(match[1]) if match else None for name, match in matches.items()}
    return Cached(**values, queue=queue_named(text))
