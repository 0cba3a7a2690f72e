"""Names that only RocketMQ has: exceptions, classes, configuration keys, commands, codes. Look-up; most names stand in
`formats/data/names.tsv`.
"""

from __future__ import annotations

import re
from itertools import groupby
from operator import itemgetter

from rmqkit.formats.data import rows_of
from rmqkit.formats.logs.response_codes import CODES

_ROWS = rows_of("names.tsv", "kind", "name")
_NAMES = {kind: [row["name"] for row in rows] for kind, rows in groupby(_ROWS, itemgetter("kind"))}
EXCEPTIONS = frozenset(_NAMES["exception"])
"""Exceptions whose name alone tells that they are RocketMQ's."""
SETTINGS = frozenset(_NAMES["setting"])
"""Keys of brokers, name servers, proxies, clients, groups and access control."""
COMMANDS = frozenset(map(str.lower, _NAMES["command"]))
"""Sub-commands of mqadmin, in small letters."""
CODE_BY_NAME: dict[str, int] = {row.name: row.code for row in reversed(CODES)}

KNOWN_CODES = frozenset(row.code for row in CODES)
"""The codes that RocketMQ answers with."""

_OF_ROCKETMQ = re.compile(
    r"(?:org\.apache|com\.alibaba)\.rocketmq\.|o\.a\.r\.(?:client|remoting|broker|spring|store|namesrv|proxy)\b"
    r"|(?:Default)?(?:Lite)?MQ(?:Push|Pull|LitePull|Admin|Client|Producer|Broker)\w*$|(?:Default|Transaction)MQProducer\w*$"
    r"|(?:RocketMQ|RocketMq|RocketmQ|Rocketmq)[A-Z]\w+$|Netty(?:Remoting)(?:Client|Server|Abstract)\w*$"
    r"|(?:Rebalance(?:Push|Pull|Lite\w*)?Impl|RebalanceService|PullMessageService|ConsumeMessage\w*Service|PullAPIWrapper"
    r"|AllocateMessageQueue\w+|MessageListener(?:Concurrently|Orderly)|ConsumeConcurrently\w+|ConsumeOrderly\w+"
    r"|PullMessageProcessor|ConsumerManage\w*|SubscriptionGroup(?:Config|Manager)|TopicPublishInfo|TopicRouteData"
    r"|NamesrvStartup|BrokerStartup|ProxyStartup|MQAdminStartup|MessageQueueSelector)$"
)


# Names that nobody else has.
_SURE = re.compile(
    r"rocket_?-?mq|mq(?:admin|broker|namesrv|proxy|controller)|name ?srv|commit ?log|(?-i:MQ[A-Z][a-z])|MQ\\Exception"
    r"|dledger|Netty(?:Decoder|Server|Client)|topicConfig|subscriptionGroup|consumerOffset|consume ?queue"
    r"|run(?:broker|server)|MQ already started|We need java|MessageQueue ?\[|sendMessageInTransaction"
    r"|(?-i:ProcessQueue|PullMessageService|RebalanceService|RebalanceByTopic)|%(?:RETRY|DLQ)%|名称服务器|消费者?组",
    re.IGNORECASE,
)
# Names that a few other programs have as well, and those programs.
_LIKELY = re.compile(
    r"broker|consumer ?group|producer ?group|name ?server|store/config|topics\.json"
    r"|(?<!\d)(?:9876|109(?:09|11|12))(?!\d)",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"kafka|rabbit|pulsar|active-?mq|\bnats\b|redis stream|mosquitto|emqx|celery|amqp|zookeeper", re.IGNORECASE
)


_OF_ITS_WORLD = re.compile(
    r"(consumer|消费者)|(consum|消费)|(broker|master)|(topic|主题)|(queue|队列)|(produc|生产)|(offset|位点|进度)"
    r"|(message|消息)|(group|消费者?组)|(listener|监听)|(dashboard|控制台)|(\bacl)|(name ?server)"
    r"|(死信|dlq)|(广播|broadcast)|(延时|延迟|delay)|(事务|transaction)|(rebalance)",
    re.IGNORECASE,
)
_FEWEST_OF_ITS_WORLD = 2


def rocketmqs_name(text: str) -> str | None:
    """The first name in a text that only RocketMQ has."""
    name = _SURE.search(text)
    return name[0] if name else None


def names_other_product(text: str) -> bool:
    """Whether a text names one of RocketMQ's likes."""
    return _OTHERS.search(text) is not None


def is_about_rocketmq(text: str) -> bool:
    """Whether a text names RocketMQ, or enough of its world and none of its likes."""
    if rocketmqs_name(text):
        return True
    if names_other_product(text):
        return False
    kinds = {match.lastindex for match in _OF_ITS_WORLD.finditer(text)}
    return len(kinds) >= _FEWEST_OF_ITS_WORLD or _LIKELY.search(text) is not None


def names_rocketmq(name: str) -> bool:
    """Whether the name of a class, with its package or without, is one of RocketMQ's."""
    return _OF_ROCKETMQ.match(name) is not None or name.rpartition(".")[2] in EXCEPTIONS
