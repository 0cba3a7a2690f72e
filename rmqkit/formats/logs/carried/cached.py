"""What lies in a client unconsumed, as its flow control prints it. Text in, values out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rmqkit.formats.java_text import MessageQueueText
from rmqkit.formats.logs.carried.queues import queue_named


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
