"""The one queue that a record is about: which, who holds its lock, and what lies of it in a client
unconsumed. Text in, values out."""

from __future__ import annotations

import re

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


_STOPPED_BY_SPAN = re.compile(r"\bmaxSpan\"?[=:] ?-?[0-9]{1,19}\b")


def is_held_by_one(text: str) -> bool:
    """Whether a client stopped to pull a queue since one unfinished message holds the others: `span
    too long`, beyond 2,000 by default, as opposed to too many messages or bytes.

    `DefaultMQPushConsumerImpl#pullMessage` and `DefaultLitePullConsumerImpl` (4.0.0 to 5.4),
    rocketmq-client-go v2.
    """
    return "do flow control" in text and _STOPPED_BY_SPAN.search(text) is not None
