"""How RocketMQ behaves: the consumer groups that it makes for itself.

Nothing about anybody's evidence here.
"""

from __future__ import annotations

import re

OF_PROXIES = "CID_DefaultHeartBeatSyncerTopic"
"""By which proxies in cluster mode tell each other of their clients (`HeartbeatSyncer`, 5.x)."""
# `MixAll`, `PlainAccessValidator`, the proxy's system groups: whole names, and what others
# begin or end with.
_NAMES = frozenset({
    "CLIENT_INNER_PRODUCER", "TOOLS_CONSUMER", "FILTERSRV_CONSUMER", "SELF_TEST_C_GROUP", "__MONITOR_CONSUMER",
    "SCHEDULE_CONSUMER", "CID_ONS-HTTP-PROXY", OF_PROXIES, "null",
})  # fmt: skip
_SHAPES = re.compile(r"CID_ONSAPI_.*|CID_(?:RMQ_SYS|SYS_RMQ)_.*|rmq_sys_.*|.*_PROXY_SM")


def is_internal_group(name: str) -> bool:
    """Whether RocketMQ itself consumes by this group; nobody investigates those."""
    return name in _NAMES or _SHAPES.fullmatch(name) is not None
