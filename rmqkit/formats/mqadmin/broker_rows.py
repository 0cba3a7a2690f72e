"""Rows of what mqadmin prints about brokers: brokerStatus, clusterList, statsAll, haStatus, and the
configurations that getBrokerConfig, getNamesrvConfig and getConsumerConfig show (4.0.0 to 5.4).
Which line is whose is told in `other_mqadmin`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rmqkit.formats.block import Row
from rmqkit.formats.settings.keys import masked

Told = tuple[str, Row]
CONSUME_MODE = "consume mode"
"""Whose the settings are that say how brokers give out a topic: `mode` (PULL or POP) and `popShareQueueNum`."""

_NUMBER = r"-?\d[\d.,]*"
_STATUS = re.compile(r"^(?:(?P<broker>\S+:\d+)\s+)?(?P<name>[\w./-]+)\s*: ?(?P<value>.*)$", re.ASCII)
_CLUSTER = re.compile(
    r"^(?P<cluster>\S+)\s+(?P<broker>\S+)\s+(?P<id>\d+)\s+(?P<address>\S+:\d+)\s+(?P<version>[VD]\S+)?\s*(?P<rest>.*)$"
)
_STATS = re.compile(
    rf"^(?P<topic>\S+)\s+(?:(?P<group>\S+)\s+)?(?P<lag>{_NUMBER})\s+(?P<in>{_NUMBER})\s+(?:(?P<out>{_NUMBER})\s+)?"
    rf"(?P<in_day>{_NUMBER})\s+(?P<out_day>{_NUMBER}|NO_CONSUMER)$"
)
_MASTER = re.compile(
    r"^#(?P<name>MasterAddr|MasterCommitLogMaxOffset|SlaveNum|InSyncSlaveNum|CommitLogMaxOffset|LastReadTime"
    r"|MasterFlushOffset)\s+(?P<value>\S.*)$"
)
_SLAVE = re.compile(
    rf"^(?P<slave>\S+:\d+)\s+(?P<ack>\d+)\s+(?P<diff>-?\d+)\s+(?P<speed>{_NUMBER})\s+"
    r"(?P<state>\S+(?: \S+)?)\s+(?P<at>\d+)$"
)
_SETTING = re.compile(r"^(?P<key>[\w.]+)\s*=\s*(?P<value>.*)$")
_OF = re.compile(r"^=+(?P<of>[^=\s]+)=+$")
# `TopicConfig#toString`, with attributes from 5.0.0 on
_TOPIC = re.compile(r"^TopicConfig \[topicName=(?P<topic>[^,\]]+), .*\battributes=\{(?P<attributes>[^}]+)\}")
# `SetConsumeModeSubCommand`, 5.0.0 and later
_MODE = re.compile(
    r"^topic\[(?P<topic>[^\]]*)\] group\[(?P<group>[^\]]*)\] consume mode\[(?P<mode>\w+)\] "
    r"popShareQueueNum\[(?P<popShareQueueNum>-?\d+)\]"
)
# what getConsumerConfig prints of each broker's group
_PROGRAMS = {"getConsumerConfig": "subscription group", "getNamesrvConfig": "namesrv"}


def section_of(text: str) -> str | None:
    """Whose the lines below a heading are: a broker's or name server's address, a broker's name."""
    heading, master = _OF.match(text), _MASTER.match(text)
    if heading:
        return heading["of"]
    return master["value"] if master and master["name"] == "MasterAddr" else None


def broker_rows(command: str | None, text: str, of: str | None, group: str | None) -> list[Told]:
    """What a line tells, by the command that printed it; `of` is whose lines these are."""
    reader = _READERS.get(command or "")
    return list(reader(command or "", text, of, group)) if reader else []


def _figure(kind: str, name: str, value: str | None, broker: str | None, **named: object) -> Told:
    return "broker_figures", {"kind": kind, "name": name, "value": value or "", "broker": broker, **named}


def _status(command: str, text: str, of: str | None, _: str | None) -> Iterator[Told]:
    match = _STATUS.match(text)
    if match:
        yield _figure(command, match["name"], match["value"].strip(), match["broker"] or of)


def _cluster(command: str, text: str, _: str | None, __: str | None) -> Iterator[Told]:
    match = _CLUSTER.match(text)
    if match:
        broker = match["broker"]
        for name in ("id", "address", "version", "cluster"):
            yield _figure(command, name, match[name], broker)


def _stats(command: str, text: str, _: str | None, __: str | None) -> Iterator[Told]:
    match = _STATS.match(text)
    if match is None:
        return
    named = {"topic": match["topic"], "group": match["group"]}
    for name, column in (("accumulation", "lag"), ("in tps", "in"), ("out tps", "out")):
        yield _figure(command, name, match[column], None, **named)
    yield _figure(command, "out 24 h", match["out_day"], None, **named)


def _replication(command: str, text: str, of: str | None, _: str | None) -> Iterator[Told]:
    master, slave = _MASTER.match(text), _SLAVE.match(text)
    if master and master["name"] != "MasterAddr":
        yield _figure(command, master["name"], master["value"], of)
    if slave:
        who = slave["slave"]
        for name in ("ack", "diff", "state"):
            yield _figure(command, f"slave {who} {name}", slave[name], of)


def _configuration(command: str, text: str, of: str | None, group: str | None) -> Iterator[Told]:
    match = _SETTING.match(text)
    if match:
        program = _PROGRAMS.get(command, "broker")
        key, value = match["key"], match["value"].strip()
        row: Row = {"program": program, "part": of, "key": key, "value": masked(key, value)}
        yield "settings", row | {"group": group if program == "subscription group" else None, "topic": None}


def _attributes(_: str, text: str, __: str | None, ___: str | None) -> Iterator[Told]:
    """What a topic was given beside queues and rights; `+` adds, and is no part of the name."""
    match = _TOPIC.match(text)
    for pair in match["attributes"].split(",") if match else ():
        key, _, value = pair.strip().removeprefix("+").partition("=")
        topic = match["topic"] if match else None
        yield "settings", {"program": "topic", "part": topic, "key": key, "value": value, "group": None, "topic": topic}


def _mode(_: str, text: str, __: str | None, ___: str | None) -> Iterator[Told]:
    """How brokers were told to give a topic out to a group."""
    match = _MODE.match(text)
    if match is None:
        return
    for key in ("mode", "popShareQueueNum"):
        names = {"group": match["group"], "topic": match["topic"]}
        yield "settings", {"program": CONSUME_MODE, "part": None, "key": key, "value": match[key], **names}


_READERS: dict[str, Callable[[str, str, str | None, str | None], Iterable[Told]]] = {
    "brokerStatus": _status,
    "clusterList": _cluster,
    "statsAll": _stats,
    "haStatus": _replication,
    "getBrokerConfig": _configuration,
    "getNamesrvConfig": _configuration,
    "getConsumerConfig": _configuration,
    "updateTopic": _attributes,
    "setConsumeMode": _mode,
}
