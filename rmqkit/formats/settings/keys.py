"""Which keys are RocketMQ's, whose they are, and which of their values nobody may see. No reading
of texts here."""

from __future__ import annotations

import re
from dataclasses import dataclass

MASK = "***"
_SECRET = re.compile(r"(?i)access[-_.]?key|secret|passw|token|credential|signature")
# the same inside a text: Java's options, JSON, YAML, what code hands to a client, an address with its owner
_WITHIN = re.compile(
    r"(?i)((?:access[-_.]?key|secret|passw(?:or)?d)[\w.-]{0,64}[\"']?\s*[=:]\s*[\"']?)"
    r"(?![\s\"'*])[^\s,;&\"'\]})]+"
)
_HANDED = re.compile(r"(?i)(credentials\w{0,64}\s*[({])([^()\n]*)")
_TEXT = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_OWNER = re.compile(r"(://)[^\s/@]+@")
# Keys of BrokerConfig, MessageStoreConfig, NamesrvConfig and NettyServerConfig (4.0.0 to 5.4) that
# stand in no other program's configuration: one of them tells whose file it is.
_OF_SERVERS = """
brokerClusterName brokerName brokerId brokerIP1 brokerIP2 namesrvAddr haListenPort
haMasterAddress brokerRole flushDiskType fileReservedTime storePathRootDir storePathCommitLog
storePathConsumeQueue storePathIndex storeCheckpoint abortFile autoCreateTopicEnable
autoCreateSubscriptionGroup autoDeleteUnusedStats enablePropertyFilter traceTopicEnable
msgTraceTopicName aclEnable messageDelayLevel defaultTopicQueueNums mapedFileSizeCommitLog
mappedFileSizeCommitLog mapedFileSizeConsumeQueue mappedFileSizeConsumeQueue timerWheelEnable
slaveReadEnable diskMaxUsedSpaceRatio brokerPermission rejectTransactionMessage
waitTimeMillsInSendQueue waitTimeMillsInPullQueue osPageCacheBusyTimeOutMills
transientStorePoolEnable sendMessageThreadPoolNums pullMessageThreadPoolNums
sendThreadPoolQueueCapacity maxTransferCountOnMessageInMemory warmMapedFileEnable
consumerFallbehindThreshold notifyConsumerIdsChangedEnable enableCalcFilterBitMap
expectConsumerNumUseFilter filterSupportRetry kvConfigPath configStorePath orderMessageEnable
orderMessageEnableInPerm configStorePathName clusterTest enableControllerMode controllerAddr
enableDLegerCommitLog dLegerGroup dLegerPeers dLegerSelfId rocketmqHome litePullMessageEnable
transactionCheckInterval transactionTimeOut transactionCheckMax popPollingSize
popCkStayBufferTime reviveInterval reviveQueueNum enablePopLog brokerFastFailureEnable
networkFlowController serverSelectorThreads rocketMQClusterName proxyMode proxyClusterName
grpcServerPort remotingListenPort authenticationEnabled authorizationEnabled
"""
SERVERS_OWN = frozenset(_OF_SERVERS.split())
_NAMESRVS_OWN = frozenset({"kvConfigPath", "orderMessageEnable", "configStorePathName", "clusterTest"})
_PROXYS_OWN = frozenset(
    {"rocketMQClusterName", "proxyMode", "proxyClusterName", "grpcServerPort", "remotingListenPort"}
)
# what containers and shells are given for RocketMQ's own scripts (distribution/bin) and images
_ENVIRONMENT = re.compile(
    r"NAMESRV_ADDR|JAVA_OPT(?:_EXT|S|IONS)?|JAVA_TOOL_OPTIONS|ROCKETMQ_\w+|BROKER_(?:NAME|ID|MEM|ROLE|CLUSTER_NAME"
    r"|CONFIG)|brokerIP[12]|ENABLE_CONTROLLER_MODE|\w*(?:ROCKETMQ|rocketmq|RocketMQ)\w*"
)
# a key of a Spring program, or of a client's system properties, in any spelling of the name
_OF_ROCKETMQ = re.compile(r"(?i)rocket[-_]?mq")
_TOLD_BY_SPRING = frozenset({"spring.application.name", "spring.profiles.active"})


@dataclass(frozen=True)
class WrittenKey:
    """One key with its value as a text writes it; `line` is an index among the text's lines.

    `part` is what the setting is of: a broker's address, a listener's class, a container.
    """

    line: int
    program: str
    key: str
    value: str
    part: str | None = None
    group: str | None = None
    topic: str | None = None


def is_of_rocketmq(key: str) -> bool:
    """Whether a key is RocketMQ's own in a program's configuration that holds anything."""
    return bool(_OF_ROCKETMQ.search(key)) or key in _TOLD_BY_SPRING


def is_environment(name: str) -> bool:
    """Whether a variable is one that RocketMQ's scripts, images or clients read."""
    return _ENVIRONMENT.fullmatch(name) is not None


def program_of(keys: set[str]) -> str:
    """Whose file it is, by the keys that stand in it."""
    if keys & _PROXYS_OWN:
        return "proxy"
    if keys & _NAMESRVS_OWN and not keys & {"brokerName", "brokerClusterName", "brokerId"}:
        return "namesrv"
    return "broker" if keys & SERVERS_OWN else "spring"


# whose configuration gives a client its group: Spring's (rocketmq-spring, spring-cloud-stream), an application's own
_OF_CLIENTS = frozenset({"spring", "client"})
_GROUP_KEY = re.compile(r"(?i)(?:consumer[-_]?)?group(?:[-_]?(?:id|name))?")
_GROUP_NAME = re.compile(r"[%|\w-]{2,120}", re.ASCII)


def gives_a_group(program: str, key: str, value: str) -> bool:
    """Whether a key gives a consumer its group; a placeholder gives none."""
    is_group = program in _OF_CLIENTS and _GROUP_KEY.fullmatch(key.rpartition(".")[2])
    return bool(is_group and "producer" not in key.lower() and _GROUP_NAME.fullmatch(value))


def masked(key: str, value: str) -> str:
    """The value, or what stands for it where nobody may see it."""
    return MASK if value and _SECRET.search(key) else without_secrets(value)


def without_secrets(text: str) -> str:
    """A text without the keys and passwords in it."""
    text = _WITHIN.sub(rf"\1{MASK}", text)
    text = _HANDED.sub(lambda found: found[1] + _TEXT.sub(f'"{MASK}"', found[2]), text)
    return _OWNER.sub(rf"\1{MASK}@", text)


def unquoted(value: str) -> str:
    """A value without the quotes around it."""
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
