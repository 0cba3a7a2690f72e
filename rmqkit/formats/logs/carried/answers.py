"""What a broker or name server answered, or that it did not: the exceptions in log records. Text in, values out."""

from __future__ import annotations

import re
from functools import cache

from rmqkit.formats.data import rows_of
from rmqkit.formats.logs.carried.reading import piece, read_by, says

_UNREACHABLE = re.compile(
    r"connect to <?[^>\n]*>? failed|wait response on the channel|RemotingConnectException|RemotingTimeout"
    r"|send request to <[^>\n]*> failed"
)


def answer_line(text: str) -> str:
    """The record's line that says what was answered, or why a start was refused, without the exception's
    class; else its first line."""
    lines = text.split("\n")
    refusal = next((line for line in lines if refused_start(line)), lines[0])
    telling = next((line for line in lines if "DESC" in line), refusal)
    return telling.split("Exception: ")[-1].strip()


def was_unreachable(text: str) -> bool:
    """Whether the record says that no answer came: connection refused, timed out, lost."""
    return _UNREACHABLE.search(text) is not None


@cache
def _refusals() -> list[dict[str, str]]:
    return rows_of("refused_starts.tsv", "words", "why")


def refused_start(text: str) -> str | None:
    """Why a consumer's start was refused (`filter_type`, `group_twice`, `group_name`, `topic_name`,
    `settings`, ...); None where the text says nothing of it."""
    return next((row["why"] or None for row in _refusals() if row["words"] in text), None)


# What rocketmq-spring puts around any failure of a start (`DefaultRocketMQListenerContainer#start`, 2.0.0 to 2.3).
_WRAPPER = "Failed to start RocketMQ push consumer"


def says_why(text: str) -> bool:
    """Whether an exception stands below a record's line that tells why; one that only wraps another tells nothing."""
    below = text.partition("\n")[2]
    return bool(below.strip()) and (_WRAPPER not in below or "Caused by: " in below)


AT_START_ONLY = frozenset({"filter_type", "group_twice", "instance_failed", "started_twice", "settings"})
"""Why nothing but a consumer's start is refused: `DefaultMQPushConsumerImpl#start` and `#checkConfig`,
`MQClientInstance#registerConsumer` and `#start`, all versions. Pulls and sends are answered with the others too."""


NOT_REACHED = r"(?:connect|send request) to <?(?:[^\s/<>]*/)?([^\s/<>]+:[0-9]+)>? failed"
"""`ip:port` that `connect to <...> failed` names (`RemotingConnectException`, 4.0.0 to 5.4)."""
SILENT = r"wait response on the channel </?([^\s/<>]+:[0-9]+)> timeout"
"""Who took the connection and did not answer in time (`RemotingTimeoutException`)."""


class AnswerWords:
    """What texts say of a server's answer, be they a log's records or what mqadmin printed."""

    no_route = says("No topic route info", "RouteInfoFromNameServer is not exist")
    """Whether a name server's own answer is told: it has no route of a topic
    (`DefaultRequestProcessor#getRouteInfoByTopic`; clients write it down in
    `MQClientAPIImpl#getTopicRouteInfoFromNameServer`).

    What clients make of a route that they lack tells nothing of why: `No route info of this topic`
    comes as well where no name server could be reached.
    """

    refused_start = read_by(refused_start)
    """Why a consumer's start was refused."""

    answered_by = piece(r"\bBROKER: ([^\s,\"]+)")
    """The address of the broker that answered, where a `MQBrokerException` names it."""
