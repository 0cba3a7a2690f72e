"""Rows of what mqadmin prints about brokers: brokerStatus, clusterList, statsAll, haStatus, and the
configurations that getBrokerConfig, getNamesrvConfig and getConsumerConfig show (4.0.0 to 5.4).
Which line is whose is told in `other_mqadmin`."""

from __future__ import annotations

import re

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
    match command:
        case "brokerStatus" if found := _STATUS.match(text):
            return [_figure(command, found["name"], found["value"].strip(), found["broker"] or of)]
        case "clusterList" if found := _CLUSTER.match(text):
            names = ("id", "address", "version", "cluster")
            return [_figure(command, name, found[name], found["broker"]) for name in names]
        case "statsAll" if found := _STATS.match(text):
            columns = {"accumulation": "lag", "in tps": "in", "out tps": "out", "out 24 h": "out_day"}
            named = {"topic": found["topic"], "group": found["group"]}
            return [_figure(command, name, found[column], None, **named) for name, column in columns.items()]
        case "haStatus" if found := _SLAVE.match(text):
            slave = found["slave"]
            return [_figure(command, f"slave {slave} {name}", found[name], of) for name in ("ack", "diff", "state")]
        case "haStatus" if (found := _MASTER.match(text)) and found["name"] != "MasterAddr":
            return [_figure(command, found["name"], found["value"], of)]
        case "getBrokerConfig" | "getNamesrvConfig" | "getConsumerConfig" if found := _SETTING.match(text):
            program, key = _PROGRAMS.get(command, "broker"), found["key"]
            whose = group if program == "subscription group" else None
            return [_setting(program, of, key, masked(key, found["value"].strip()), whose, None)]
        case "updateTopic" if found := _TOPIC.match(text):
            # what a topic was given beside queues and rights; `+` adds, and is no part of the name
            pairs = (pair.strip().removeprefix("+").partition("=") for pair in found["attributes"].split(","))
            topic = found["topic"]
            return [_setting("topic", topic, key, value, None, topic) for key, _, value in pairs]
        case "setConsumeMode" if found := _MODE.match(text):
            keys = ("mode", "popShareQueueNum")
            return [_setting(CONSUME_MODE, None, key, found[key], found["group"], found["topic"]) for key in keys]
    return []


def _figure(kind: str, name: str, value: str | None, broker: str | None, **named: object) -> Told:
    return "broker_figures", {"kind": kind, "name": name, "value": value or "", "broker": broker, **named}


def _setting(program: str, part: str | None, key: str, value: str, group: str | None, topic: str | None) -> Told:
    row: Row = {"program": program, "part": part, "key": key, "value": value, "group": group, "topic": topic}
    return "settings", row
