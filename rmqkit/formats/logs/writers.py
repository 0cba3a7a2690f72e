"""Which program wrote a log, by the records in which it names itself, else by the log's path."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

CLIENT_NAMED = ("rebalance_result", "offset_committed", "heartbeat_content")
"""Events with a client's own id in its log (`RebalanceImpl`, `RemoteBrokerOffsetStore`)."""
BROKER_STARTS = ("broker_started", "broker_boot")
"""Events with the name that a broker starts under (`BrokerStartup#start`, all versions)."""


def alone_in_files(named: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """The name that each file holds, of files and names; a file with several is nobody's."""
    names: dict[str, set[str]] = defaultdict(set)
    for file, name in named:
        if name:
            names[file].add(name)
    return {file: next(iter(own)) for file, own in names.items() if len(own) == 1}


def host_of_log(file: str) -> str | None:
    """The one address after which a folder or the file is called."""
    hosts = set(_HOST.findall(file))
    return hosts.pop() if len(hosts) == 1 else None


def broker_of_log(file: str, started: Iterable[str | None], known: Iterable[str]) -> str | None:
    """The one broker that started in the log; where none did, the one known broker after which a
    folder or the file is called, be it as its master or a slave of it."""
    names = {name for name in started if name}
    if not names:
        called = {name for name in known if re.search(rf"(?:^|[/_.]){re.escape(name)}(?:{_PROCESS})?(?:[/_.]|$)", file)}
        # of `broker-a` and `broker-a-1` the longer one, where both are brokers
        names = {name for name in called if not any(other.startswith(f"{name}-") for other in called)}
    return names.pop() if len(names) == 1 else None


_HOST = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d]|\.\d)")
# What is put behind a broker's name to tell its processes apart, in folders and pods.
_PROCESS = r"-(?:master|slave|m|s|\d)"
