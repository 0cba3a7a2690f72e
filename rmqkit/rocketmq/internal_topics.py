"""How RocketMQ behaves: the topics that it makes for itself, which no application subscribes to.

Nothing about anybody's evidence here.
"""

from __future__ import annotations

import re
from functools import lru_cache

RETRY_PREFIX, DEAD_LETTER_PREFIX = "%RETRY%", "%DLQ%"
# `TopicValidator` (all versions), the proxy's heartbeats (`HeartbeatSyncer`, 5.x), requests with
# replies (`MixAll#getReplyTopic`, 4.6.0 and later) in a cluster that nobody named. BenchmarkTest is
# on the validator's list too, and is left out: applications may consume it.
_NAMES = frozenset({
    "TBW102", "SCHEDULE_TOPIC_XXXX", "TRANS_CHECK_MAX_TIME_TOPIC", "SELF_TEST_TOPIC", "OFFSET_MOVED_EVENT",
    "CHECKPOINT_TOPIC", "DefaultHeartBeatSyncerTopic", "DefaultCluster_REPLY_TOPIC",
})  # fmt: skip
# Transactions and traces; timer wheel, pop's check points (`PopAckConstants#REVIVE_TOPIC`), traces by
# name (`TraceConstants`), broker members (`TopicValidator#SYSTEM_TOPIC_PREFIX`, 5.x); light queues,
# lite topics among them, which have no queues to share out (`MixAll#LMQ_PREFIX`).
_PREFIXES = ("RMQ_SYS_", "rmq_sys_", "%LMQ%")
# Of a group; a namespace may stand before it (`NamespaceUtil`).
_OF_A_GROUP = re.compile(f"{RETRY_PREFIX}|{DEAD_LETTER_PREFIX}")


def is_system_topic(topic: str) -> bool:
    """Whether RocketMQ stores there what is its own: delays, transactions, check points, traces, light queues."""
    return topic in _NAMES or topic.startswith(_PREFIXES)


@lru_cache(1 << 16)
def is_user_topic(topic: str) -> bool:
    """Whether an application subscribed to it: neither a group's retry or dead-letter topic nor RocketMQ's own."""
    return _OF_A_GROUP.search(topic) is None and not is_system_topic(topic)


def is_wanted(topic: str) -> bool:
    """Whether a client that subscribes to it was told to, dead letters included: by itself it adds the retry topic of
    its group alone (`DefaultMQPushConsumerImpl#copySubscription`, all versions)."""
    return DEAD_LETTER_PREFIX in topic or is_user_topic(topic)
