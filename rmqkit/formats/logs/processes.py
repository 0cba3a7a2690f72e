"""Which process wrote a line, of a log that holds the lines of several: by what journald, kubectl, docker compose and
log shippers put before it or around it; and which program wrote a log, by the records in which it names itself, else by
the log's path. Texts in, names and times out.

A name stands for one process, or for several one after the other (a container that was restarted); two names are two
processes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from rmqkit.formats.logs.json_objects import json_object
from rmqkit.formats.moments import epoch_instant, moment_in

_SHAPES = tuple(
    map(
        re.compile,
        (
            # journalctl -o short, short-iso, short-iso-precise, short-full; syslog
            r"(?:[A-Z][a-z]{2} +\d{1,2} [\d:.]{8,15}|(?:[A-Z][a-z]{2} )?\d{4}-\d\d-\d\d[T ][\d:.,]{8,18}"
            r"(?:Z|[+-]\d\d:?\d\d| [A-Z]{2,5})?) (?P<name>[\w.-]+ [\w.@/:-]+\[\d+\]): ",
            # kubectl logs --prefix
            r"\[(?:pod/)?(?P<name>[\w.-]+/[\w.-]+)\] ",
            # docker compose logs
            r"(?P<name>[\w.-]+[_-]\d+)\s+\| ",
        ),
    )
)
# members of a shipper's object that together name a process: journald's; Kubernetes' as fluentd, filebeat and promtail
# write them. A dot leads into an object.
_MEMBERS = (
    ("_HOSTNAME", "SYSLOG_IDENTIFIER", "_PID"),
    ("kubernetes.pod_name", "kubernetes.container_name"),
    ("kubernetes.pod.name", "kubernetes.container.name"),
    ("pod", "container"),
    # shippers that leave out the container
    ("kubernetes.pod_name",),
    ("kubernetes.pod.name",),
)
_TIMES = ("__REALTIME_TIMESTAMP", "@timestamp", "time", "timestamp", "ts")
_LOOKED_AT = 40


class Process(NamedTuple):
    """One of several that wrote a log: its name, and its first and last line's time, each as its lines have it."""

    name: str
    first: datetime | None
    last: datetime | None

    def beside(self, other: Process) -> float:
        """For how many seconds both were seen to run; none where that is not told, or not in one zone."""
        begins, ends = [self.first, other.first], [self.last, other.last]
        moments = [moment for moment in (*begins, *ends) if moment is not None]
        if len(moments) < 4 or len({moment.tzinfo is None for moment in moments}) > 1:
            return 0
        last, first = min(moments[2:]), max(moments[:2])
        return (last - first).total_seconds()


def process_of(line: str) -> str | None:
    """The name of the process that wrote a line; None where the line does not show it."""
    if line.startswith("{"):
        members = json_object(line)
        for paths in _MEMBERS:
            values = [_member(members, path) for path in paths]
            if all(isinstance(value, str | int) for value in values):
                return " ".join(map(str, values))
        return None
    return next((match["name"] for shape in _SHAPES if (match := shape.match(line))), None)


def processes_of(lines: Sequence[str]) -> Mapping[int, Process]:
    """By number, from 1, the process of each line of a log; nothing where not several wrote it."""
    if not any(map(process_of, lines[:_LOOKED_AT])):
        return {}
    names = {number: name for number, line in enumerate(lines, start=1) if (name := process_of(line))}
    first = {name: number for number, name in reversed(names.items())}
    last = {name: number for number, name in names.items()}
    if len(last) < 2:
        return {}
    known = {name: Process(name, _moment(lines[first[name] - 1]), _moment(lines[last[name] - 1])) for name in last}
    return {number: known[name] for number, name in names.items()}


def _member(members: object, path: str) -> object:
    for name in path.split("."):
        members = members.get(name) if isinstance(members, dict) else None
    return members


def _moment(line: str) -> datetime | None:
    if line.startswith("{"):
        members = json_object(line)
        for text in (str(members[name]) for name in _TIMES if members.get(name)):
            if moment := moment_in(text) or epoch_instant(text):
                return moment
        return None
    return moment_in(line)


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
