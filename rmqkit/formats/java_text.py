"""What Java's `toString` of RocketMQ's classes prints, read back into values.

Text in, dataclasses out; no logs here.

Values may hold any character: brackets are counted, and a field ends only where the next known
field begins. Whatever cannot be read (cut by a terminal, a truncated line) gives None or an empty
list, never an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rmqkit.formats.java_brackets import CLOSING, OPENING, closing, fields_of, items


@dataclass(frozen=True)
class MessageQueueText:
    """`MessageQueue [topic=T, brokerName=B, queueId=N]`."""

    topic: str
    broker: str
    queue: int


@dataclass(frozen=True)
class SubscriptionText:
    """`SubscriptionData [...]` of any version; `expression_type` is None in 4.0.0 and where
    Java printed null."""

    topic: str
    expression: str
    tags: tuple[str, ...]
    version: int
    expression_type: str | None = None
    class_filter: bool = False


@dataclass(frozen=True)
class ChannelText:
    """A client's channel as the broker printed it;
    `active` is None where the print does not tell (gRPC, proxy)."""

    client_id: str
    address: str | None
    language: str | None
    version: int | None
    last_update: int | None
    active: bool | None


@dataclass(frozen=True)
class ConsumerText:
    """`ConsumerData [...]`: one group of one client, as its heartbeat says it."""

    group: str
    consume_type: str | None
    message_model: str | None
    consume_from_where: str | None
    unit_mode: bool
    subscriptions: tuple[SubscriptionText, ...]


@dataclass(frozen=True)
class HeartbeatText:
    """`HeartbeatData [clientID=C, producerDataSet=[...], consumerDataSet=[...]]`."""

    client_id: str
    producers: tuple[str, ...]
    consumers: tuple[ConsumerText, ...]


@dataclass(frozen=True)
class PullRequestText:
    """`PullRequest [consumerGroup=G, messageQueue=<mq>, nextOffset=N]`;
    PopRequest has no offset."""

    group: str
    queue: MessageQueueText
    next_offset: int | None


def _number(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"-?[0-9]+", text) else None


def _unbracketed(text: str | None) -> str:
    return text[1:-1] if text and text[0] in OPENING and text[-1] in CLOSING else ""


def _known(text: str | None) -> str | None:
    return None if text in (None, "null", "") else text


_QUEUE = re.compile(r"MessageQueue \[topic=(.*?), brokerName=(.*?), queueId=(-?[0-9]+)\]")


def message_queues(text: str) -> list[MessageQueueText]:
    """Every MessageQueue in the text, in its order: one alone, a set, or inside other prints."""
    return [MessageQueueText(topic, broker, int(queue)) for topic, broker, queue in _QUEUE.findall(text)]


# The print ends with numbers and names only, so its end is certain whatever an SQL
# expression holds.
_SUBSCRIPTION = re.compile(
    r"SubscriptionData \[(?:classFilterMode=(?P<filter>[a-z]+), )?topic=(?P<topic>.*?), subString=(?P<expression>.*?),"
    r" tagsSet=(?P<tags>\[.*?\]|null), codeSet=(?:\[[^\]]*\]|null), subVersion=(?P<version>-?[0-9]+)"
    r"(?:, expressionType=(?P<kind>[A-Za-z0-9_]+))?\]",
    re.DOTALL,
)


def subscription(text: str) -> SubscriptionText | None:
    """The first SubscriptionData in the text."""
    return next(iter(subscriptions(text)), None)


def subscriptions(text: str) -> list[SubscriptionText]:
    """Every SubscriptionData in the text, in its order: `OLD: ... NEW: ...` gives two."""
    return [_subscription(found) for found in _SUBSCRIPTION.finditer(text)]


def _subscription(found: re.Match[str]) -> SubscriptionText:
    return SubscriptionText(
        topic=found["topic"],
        expression=found["expression"],
        tags=tuple(sorted(items(_unbracketed(found["tags"])))),
        version=int(found["version"]),
        expression_type=_known(found["kind"]),
        class_filter=found["filter"] == "true",
    )


def _bodies(text: str, opening: str) -> list[str]:
    """What each print of one class holds: to its closing bracket,
    else (unbalanced values) to the next print."""
    begins = [match.end() for match in re.finditer(re.escape(opening), text)]
    ends = [*(begin - len(opening) for begin in begins[1:]), len(text)]
    return [_body(text, begin, end) for begin, end in zip(begins, ends, strict=False)]


def _body(text: str, begin: int, end: int) -> str:
    closed = closing(text, begin - 1)
    return text[begin : end if closed is None or closed > end else closed]


_CHANNEL_FIELDS = ("channel", "clientId", "language", "version", "lastUpdateTimestamp")
# Netty 4.1 prints `L:/local - R:/peer`, 4.0 of an accepted channel `/peer => /local`
# (`:>` when closed).
_PEER = re.compile(
    r"(?:R:|remoteAddress=|id: 0x[0-9a-f]+, (?=[^\s/:]*/))(?:[^\s/\[]*/)?(\[[^\]]*\]:[0-9]+|[^\s,/\[\]{}]+)"
)


def peer_of(channel: str) -> str | None:
    """`ip:port` of the other side of a printed netty, gRPC or proxy channel;
    None where it names none."""
    found = _PEER.search(channel)
    return found.group(1) if found else None


def channel(text: str) -> ChannelText | None:
    """The first ClientChannelInfo in the text."""
    opened = text.find("ClientChannelInfo [")
    if opened < 0:
        return None
    closed = closing(text, opened + len("ClientChannelInfo "))
    fields = fields_of(text[opened + len("ClientChannelInfo [") : closed], _CHANNEL_FIELDS)
    if "clientId" not in fields:
        return None
    inner = fields.get("channel", "")
    return ChannelText(
        client_id=fields["clientId"],
        address=peer_of(inner),
        language=_known(fields.get("language")),
        version=_number(fields.get("version")),
        last_update=_number(fields.get("lastUpdateTimestamp")),
        active=_active(inner),
    )


def _active(inner: str) -> bool | None:
    """Netty prints ` - R:` for a connected channel and ` !

    R:` for one that is closed (4.0: `=>` and `:>`).
    """
    if re.search(r" (?:- R:|=> /)", inner):
        return True
    return False if re.search(r" (?:! R:|:> /)", inner) else None


_CONSUMER_FIELDS = ("groupName", "consumeType", "messageModel", "consumeFromWhere", "unitMode", "subscriptionDataSet")


def consumer(text: str) -> ConsumerText | None:
    """The first ConsumerData in the text."""
    return next(iter(consumers(text)), None)


def consumers(text: str) -> list[ConsumerText]:
    """Every ConsumerData in the text, in its order."""
    return [found for body in _bodies(text, "ConsumerData [") if (found := _consumer(body)) is not None]


def _consumer(body: str) -> ConsumerText | None:
    fields = fields_of(body, _CONSUMER_FIELDS)
    if "groupName" not in fields:
        return None
    return ConsumerText(
        group=fields["groupName"],
        consume_type=_known(fields.get("consumeType")),
        message_model=_known(fields.get("messageModel")),
        consume_from_where=_known(fields.get("consumeFromWhere")),
        unit_mode=fields.get("unitMode") == "true",
        subscriptions=tuple(subscriptions(fields.get("subscriptionDataSet", ""))),
    )


def heartbeat(text: str) -> HeartbeatText | None:
    """The first HeartbeatData in the text."""
    found = re.search(r"HeartbeatData \[clientID=(.*?), producerDataSet=", text)
    if not found:
        return None
    producers = re.findall(r"ProducerData \[groupName=(.*?)\]", text[found.end() :])
    return HeartbeatText(found.group(1), tuple(producers), tuple(consumers(text[found.end() :])))


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


def looks_like_sql92(expression: str) -> bool:
    """Whether a subscription's expression is one of SQL92, where no type is printed beside it."""
    return _OF_SQL92.search(expression) is not None
