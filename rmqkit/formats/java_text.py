"""What Java's `toString` of RocketMQ's classes prints, read back into values: brackets and `name=value` fields of any
class, and RocketMQ's own. Text in, dataclasses out; no logs here.

Values may hold any character: brackets are counted, and a field ends only where the next known field begins. Whatever
cannot be read (cut by a terminal, a truncated line) gives None or an empty list, never an error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

OPENING, CLOSING = "[{(", "]})"


def closing(text: str, opened: int) -> int | None:
    """Index of the bracket that closes the one at `opened`; None when the text ends before."""
    depth = 0
    for position in range(opened, len(text)):
        depth += (text[position] in OPENING) - (text[position] in CLOSING)
        if depth == 0:
            return position
    return None


def items(text: str) -> list[str]:
    """The elements of a printed collection or map (`a, b`), without those brackets around them."""
    found: list[str] = []
    depth = begin = 0
    for position, sign in enumerate(text):
        depth += (sign in OPENING) - (sign in CLOSING)
        if depth == 0 and text.startswith(", ", position):
            found.append(text[begin:position])
            begin = position + 2
    return [*found, text[begin:]] if text else []


def fields_of(body: str, names: Sequence[str]) -> dict[str, str]:
    """Values of the named fields, in their printed order; each ends where the next one of `names` begins.

    Names that are not printed are missing from the result.
    """
    places: list[tuple[str, int, int]] = []
    for name in names:
        field = rf"(?:(?<=^)|(?<=, )|(?<=,)){re.escape(name)}="
        found = [match.span() for match in re.finditer(field, body)]
        # outside all inner brackets, else (unbalanced values) anywhere
        outside = (place for place in found if _depth(body[: place[0]]) == 0)
        if found:
            places.append((name, *next(outside, found[0])))
    ends = [*(begin for _, begin, _ in places[1:]), len(body)]
    values = ((name, body[value:end]) for (name, _, value), end in zip(places, ends, strict=False))
    return {name: value.removesuffix(", ") for name, value in values}


def _depth(text: str) -> int:
    return sum((sign in OPENING) - (sign in CLOSING) for sign in text)


@dataclass(frozen=True)
class MessageQueueText:
    """`MessageQueue [topic=T, brokerName=B, queueId=N]`."""

    topic: str
    broker: str
    queue: int


@dataclass(frozen=True)
class SubscriptionText:
    """`SubscriptionData [...]` of any version; `expression_type` is None in 4.0.0 and where Java printed null."""

    topic: str
    expression: str
    tags: tuple[str, ...]
    version: int
    expression_type: str | None = None


@dataclass(frozen=True)
class ConsumerText:
    """`ConsumerData [...]`: one group of one client, as its heartbeat says it."""

    group: str
    consume_type: str | None
    message_model: str | None
    subscriptions: tuple[SubscriptionText, ...]


@dataclass(frozen=True)
class HeartbeatText:
    """`HeartbeatData [clientID=C, producerDataSet=[...], consumerDataSet=[...]]`."""

    client_id: str
    consumers: tuple[ConsumerText, ...]


@dataclass(frozen=True)
class PullRequestText:
    """`PullRequest [consumerGroup=G, messageQueue=<mq>, nextOffset=N]`; PopRequest has no offset."""

    group: str
    queue: MessageQueueText
    next_offset: int | None


def _known(text: str | None) -> str | None:
    return None if text in (None, "null", "") else text


_QUEUE = re.compile(r"MessageQueue \[topic=(.*?), brokerName=(.*?), queueId=(-?[0-9]+)\]")


def message_queues(text: str) -> list[MessageQueueText]:
    """Every MessageQueue in the text, in its order: one alone, a set, or inside other prints."""
    return [MessageQueueText(topic, broker, int(queue)) for topic, broker, queue in _QUEUE.findall(text)]


# The print ends with numbers and names only, so its end is certain whatever an SQL
# expression holds.
_SUBSCRIPTION = re.compile(
    r"SubscriptionData \[(?:classFilterMode=[a-z]+, )?topic=(?P<topic>.*?), subString=(?P<expression>.*?),"
    r" tagsSet=(?P<tags>\[.*?\]|null), codeSet=(?:\[[^\]]*\]|null), subVersion=(?P<version>-?[0-9]+)"
    r"(?:, expressionType=(?P<kind>[A-Za-z0-9_]+))?\]",
    re.DOTALL,
)


def subscriptions(text: str) -> list[SubscriptionText]:
    """Every SubscriptionData in the text, in its order: `OLD: ... NEW: ...` gives two."""
    return [
        SubscriptionText(
            topic=found["topic"],
            expression=found["expression"],
            tags=tuple(sorted(items(found["tags"][1:-1] if found["tags"] != "null" else ""))),
            version=int(found["version"]),
            expression_type=_known(found["kind"]),
        )
        for found in _SUBSCRIPTION.finditer(text)
    ]


_CONSUMER_FIELDS = ("groupName", "consumeType", "messageModel", "consumeFromWhere", "unitMode", "subscriptionDataSet")


def consumer(text: str) -> ConsumerText | None:
    """The first ConsumerData in the text."""
    return next(iter(consumers(text)), None)


def consumers(text: str) -> list[ConsumerText]:
    """Every ConsumerData in the text, in its order."""
    prints = list(re.finditer(r"ConsumerData \[", text))
    ends = [*(following.start() for following in prints[1:]), len(text)]
    found: list[ConsumerText] = []
    for begin, end in zip([printed.end() for printed in prints], ends, strict=False):
        closed = closing(text, begin - 1)
        # to its closing bracket, else (unbalanced values) to the next print
        fields = fields_of(text[begin : end if closed is None else min(closed, end)], _CONSUMER_FIELDS)
        if "groupName" in fields:
            subscribed = tuple(subscriptions(fields.get("subscriptionDataSet", "")))
            kind, model = (_known(fields.get(name)) for name in ("consumeType", "messageModel"))
            found.append(ConsumerText(fields["groupName"], kind, model, subscribed))
    return found


def heartbeat(text: str) -> HeartbeatText | None:
    """The first HeartbeatData in the text."""
    found = re.search(r"HeartbeatData \[clientID=(.*?), producerDataSet=", text)
    if not found:
        return None
    return HeartbeatText(found.group(1), tuple(consumers(text[found.end() :])))


_REQUEST = re.compile(r"P(?:ull|op)Request \[(?:topic=.*?, )?consumerGroup=(.*?), messageQueue=")


def pull_request(text: str) -> PullRequestText | None:
    """The first PullRequest or PopRequest in the text."""
    found = _REQUEST.search(text)
    queues = message_queues(text[found.end() :]) if found else []
    if not found or not queues:
        return None
    offset = re.search(r"\], nextOffset=(-?[0-9]+)", text[found.end() :])
    return PullRequestText(found.group(1), queues[0], int(offset.group(1)) if offset else None)


# Comparisons and words of SQL92 (the broker's `SelectorParser`), none of which a list of tags has.
_OF_SQL92 = re.compile(r"[<>=]|\s(?:is|in|between|and|or|not|contains|startswith|endswith)[\s(]", re.IGNORECASE)


_TAGS_ALONE = re.compile(
    r"\(?\s*(?:TAGS\s+is\s+not\s+null\s+and\s+)?"
    r"\(?\s*TAGS\s*(?:=|in\b)\s*\(?((?:\s*'[^']*'\s*,?)+)\)?\s*\)?\s*\)?",
    re.IGNORECASE,
)


def sql92_tags(expression: str) -> frozenset[str] | None:
    """The tags that an expression of SQL92 lets through, where it asks for tags and nothing else: `TAGS = 'a'`,
    `TAGS in ('a', 'b')`, also behind `TAGS is not null and`, as RocketMQ's documentation has it. The tag is the
    property of that name (`MessageConst#PROPERTY_TAGS`, all versions)."""
    found = _TAGS_ALONE.fullmatch(expression.strip())
    return frozenset(re.findall(r"'([^']*)'", found[1])) if found else None


def looks_like_sql92(expression: str) -> bool:
    """Whether a subscription's expression is one of SQL92, where no type is printed beside it."""
    return _OF_SQL92.search(expression) is not None
