"""Outputs of mqadmin's other commands, which list none of a group's queues:
recognised, named and put aside.

Knowing them keeps the ledger honest: such lines are not unknown. Those about brokers become rows of
their own (`broker_rows`), of the others none are made. Five things that they say are about a group
all the same, and become answers: that its offsets were reset or copied from another group's, that it
may not consume, that it was deleted, and what became of a message for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial

from rmqkit.formats.block import Kind
from rmqkit.formats.mqadmin.broker_rows import broker_rows, section_of
from rmqkit.formats.mqadmin.reading import OpenBlock, read_block
from rmqkit.formats.output import Draft, LineSign, Output, Role
from rmqkit.formats.prompts import Command

_NUMBER = r"-?\d[\d.,]*"
# command -> what only this command prints (4.0.0 to 5.4, MQAdminStartup's commands)
_CERTAIN: dict[str, str] = {
    "clusterList": r"#Cluster Name\s+#Broker Name\s+#(?:BID|InTotalYest)\b"
    rf"|\S+\s+\S+\s+\d+\s+\S+:\d+\s+\w*\s+{_NUMBER}\([^)]*ms\)\s",
    "brokerStatus": r"(?:\S+:\d+\s+)?(?:brokerVersion(?:Desc)?|bootTimestamp|EndTransaction\w+|commitLog[A-Z]\w*|putTps"
    r"|get(?:Found|Miss|Total|Transferr?ed)Tps|msg(?:Put|Get)Total\w+|putMessage\w+|\w+ThreadPoolQueue\w+)\S*\s*: ",
    "statsAll": rf"#Topic\s+#Consumer Group\s+(?:#Accumulation\s+)?#InTPS\b"
    rf"|\S+\s+(?:\S+\s+)?(?:{_NUMBER}\s+){{2,3}}NO_CONSUMER$",
    "topicList": r"#Cluster Name\s+#Topic\s+#Consumer Group\b",
    "producerConnection": r"\d{4}\s+\S+\s+\S+:\d{1,5}\s+(?:[A-Z_]+|null)\s+V\d\w*$",
    "producer": r"producer group \(.*\) instance",
    "updateTopic": r"create topic to \S+ success\.|TopicConfig \[topicName=|set (?:cluster|broker) orderConf\.",
    "updateSubGroup": r"create subscription group to \S+ success\.|SubscriptionGroupConfig\s?[{\[]groupName=",
    "deleteSubGroup": r"delete subscription group \[.*\] from broker \[",
    "deleteTopic": r"delete topic \[.*\] from (?:cluster \[|NameServer )",
    "updateTopicPerm": r"update topic perm from \S+ to \S+ in \S+ success\.",
    "updateBrokerConfig": r"update broker config success",
    "resetOffsetByTime": r"(?:rollback|(?:start )?reset) consumer offset by specified|reset consumer offset to -?\d"
    r"|Rollback Offset is: |#brokerName\s+#queueId\s+#(?:offset|brokerOffset)\b",
    "setConsumeMode": r"set consume mode to \S+ success\.|topic\[[^\]]*\] group\[[^\]]*\] consume mode\[",
    "cloneGroupOffset": r"clone group offset success\.",
    "getConsumerStatus": r"get consumer status from client\. group=|#clientId\s+#brokerName\s+#queueId\s+#offset\b",
    "getConsumerConfig": r"={20,}\S*:\S+={20,}$|(?:consumeEnable|consumeBroadcastEnable|retryQueueNums)\s*=  ",
    "getBrokerConfig": r"={10,12}[^=\s]+:\d+={10,12}$",
    "queryCq": r"(?:Subscription|Filter|Queue) data: *$|max: -?\d+, min: -?\d+$|idx: \d+$",
    "queryMsgById": r"(?:OffsetID|CommitLog Offset|Reconsume Times|Born Timestamp|Store Timestamp|Message Body Path):\s"
    r"|(?:Topic|Tags|Keys|Queue ID|Queue Offset): {8,}\S|MessageTrack \[consumerGroup=",
    "queryMsgByKey": r"#Message ID\s+#QID\s+#Offset\b",
    "queryMsgTraceById": r"#Type\s+#(?:Producer|Consumer)Group\s+#ClientHost\b",
    "sendMessage": r"#Broker Name\s+#QID\s+#Send Result\b",
    "allocateMQ": r"\{\"result\":\{",
    "haStatus": r"#MasterAddr\s+\S+:\d+$|#SlaveAddr\s+#SlaveAckOffset\b",
    "wipeWritePerm": r"(?:wipe|add) write perm of broker",
}
# command -> what else it prints, which only its prompt or a certain line above makes its own
_LIKELY: dict[str, str] = {
    "clusterList": rf"\S+\s+\S+\s+\d+\s+\S+:\d+(?:\s|$)|\S+\s+\S+(?:\s+{_NUMBER}){{4}}$",
    "brokerStatus": r"(?:\S+:\d+\s+)?[\w./-]+\s*: ",
    "statsAll": rf"\S+\s+(?:\S+\s+)?(?:{_NUMBER}\s+){{4}}{_NUMBER}$",
    "topicList": r"[%|\w-]+(?:\s+\S+){0,2}$",
    "topicClusterList": r"\S+$",
    "deleteSubGroup": r"delete topic \[.*\] from (?:cluster \[|NameServer )",
    "resetOffsetByTime": r"\S+\s+\d+(?:\s+-?\d+){1,4}$",
    "skipAccumulatedMessage": r"\S+\s+\d+(?:\s+-?\d+){1,4}$",
    "getConsumerStatus": r"\S+\s+\S+\s+\d+\s+-?\d+$",
    "getConsumerConfig": r"\w+\s*=(?:  |$)",
    "getBrokerConfig": r"[\w.]+\s*=",
    "queryCq": r"[{}\[\]\"\t].*|\S+ ?[:=].*|.*[{}]$",
    "queryMsgById": r"[A-Z][A-Za-z ]+:\s|WARN: No Consumer",
    "queryMsgByKey": r"\S+\s+\d+\s+\d+$",
    "queryMsgTraceById": r"(?:Pub|Sub)\s+\S+\s+\S+\s",
    "sendMessage": r"\S+\s+\S+\s+\S+",
    "haStatus": r"#\w+|\S+:\d+\s+\d+\s",
}
# commands that print what another one prints
_ALIKE: dict[str, str] = {
    **dict.fromkeys(("queryMsgByUniqueKey", "queryMsgByOffset", "printMsg", "consumeMessage"), "queryMsgById"),
    "skipAccumulatedMessage": "resetOffsetByTime",
    "resetOffsetByTimeOld": "resetOffsetByTime",
    "getNamesrvConfig": "getBrokerConfig",
    "getControllerConfig": "getBrokerConfig",
    "checkMsgSendRT": "sendMessage",
    "addWritePerm": "wipeWritePerm",
}
_CERTAIN_SHAPES = {name: re.compile(shape, re.ASCII) for name, shape in _CERTAIN.items()}
_LIKELY_SHAPES = {name: re.compile(shape, re.ASCII) for name, shape in _LIKELY.items()}
_ANY = re.compile("|".join(f"(?:{shape})" for shape in _CERTAIN.values()), re.ASCII)
_NAMES = {name.lower(): name for name in (*_CERTAIN, *_LIKELY, *_ALIKE)}


def is_certain(text: str) -> bool:
    """Whether only one of these commands prints such a line."""
    return _ANY.match(text) is not None


def _printer(command: str | None) -> str | None:
    """The command in whose name the tables know what this one prints;
    None if it is none of these."""
    name = _NAMES.get((command or "").lower(), "")
    return _ALIKE.get(name, name) or None


def prints_alike(command: str | None, other: str | None) -> bool:
    """Whether two commands are one, or print the same."""
    return _printer(command) is not None and _printer(command) == _printer(other)


def can_print(command: str | None, text: str) -> bool:
    """Whether one of these commands, told by its prompt, prints such a line."""
    name = _printer(command) or ""
    shapes = (table.get(name) for table in (_CERTAIN_SHAPES, _LIKELY_SHAPES))
    return any(shape is not None and shape.match(text) for shape in shapes)


def command_in(lines: Iterable[str]) -> str | None:
    """The command that prints the first certain line; None if there is none."""
    for line in lines:
        for name, shape in _CERTAIN_SHAPES.items():
            if shape.match(line.strip()):
                return name
    return None


def _take(reading: OpenBlock, i: int) -> int:
    """Rows of `broker_figures` and `settings`, and `answers` for what is said about a group."""
    text = reading.lines[i].strip()
    if not (is_certain(text) or can_print(reading.block.command, text)):
        return 0
    if named := _GROUP_NAME.match(text):
        reading.section = named["group"]
    _tell(reading, i, text)
    return _rows(reading, i, text) or reading.noise()


def _rows(reading: OpenBlock, i: int, text: str) -> int:
    """The rows that a line about brokers gives; 0 where it is a heading or another command's."""
    block = reading.block
    reading.of = section_of(text) or reading.of or _asked(block.lines[: block.preamble])
    command = _NAMES.get((block.command or "").lower()) or command_in([text])
    told = broker_rows(command, text, reading.of, reading.section or block.group)
    for table, row in told:
        reading.parsed.add(table, {"line": reading.number(i), **row})
    reading.parsed.rows += bool(told)
    return bool(told)


_ADDRESS = re.compile(r"\s-b\s+(\S+)")


def _asked(prompt: Sequence[str]) -> str | None:
    """The broker that a prompt asks (-b)."""
    asked = (match[1] for line in prompt if (match := _ADDRESS.search(line)))
    return next(asked, None)


# `ResetOffsetByTimeCommand` prints it once the brokers have done it (4.0.0 to 5.4).
_RESET = re.compile(
    r"(?:rollback|(?:start )?reset) consumer offset by specified,? (?:consumerG|g)roup\[(?P<group>[^\]]*)\], "
    r"topic\[(?P<topic>[^\]]*)\]"
)
# `DeleteSubscriptionGroupCommand`, once a broker has done it (4.0.0 to 5.4).
_DELETED = re.compile(r"delete subscription group \[(?P<group>[^\]]*)\] from broker \[[^\]]*\].* success")
# `CloneGroupOffsetCommand`, once all are written (4.0.0 to 5.4).
_COPIED = re.compile(
    r"clone group offset success\. srcGroup\[[^\]]*\], destGroup=\[(?P<group>[^\]]*)\], topic\[(?P<topic>[^\]]*)\]"
)
_GROUP_NAME = re.compile(r"groupName\s*=  (?P<group>\S+)$")
# getConsumerConfig prints a field a line, updateSubGroup the whole object.
_DISABLED = re.compile(r"(?:.*\bgroupName='?(?P<group>[^,'\s]+)'?,.*)?\bconsumeEnable\s*=\s*false\b")


# `MessageTrack`, one for each group that subscribes, all in one line (4.0.0 to 5.4).
_TRACK = re.compile(r"MessageTrack \[consumerGroup=(?P<group>[^,\]]+), trackType=(?P<type>[A-Z_]+)")
# command -> what it says of a group in one line
_SAID = {
    "resetOffsetByTime": _RESET,
    "cloneGroupOffset": _COPIED,
    "deleteSubGroup": _DELETED,
    None: _DISABLED,
}


def _tell(reading: OpenBlock, i: int, text: str) -> None:
    """Put what a line says about a group into `answers`."""
    for track in _TRACK.finditer(text):
        answer = {"line": reading.number(i), "kind": reading.block.kind.value, "command": "queryMsgById"}
        reading.parsed.add("answers", {**answer, "group": track["group"], "text": track[0]})
    for command, words in _SAID.items():
        if told := words.match(text):
            _add(reading, i, command or reading.block.command, told)
            return


def _add(reading: OpenBlock, i: int, command: str | None, told: re.Match[str]) -> None:
    named = told.groupdict()
    reading.parsed.add(
        "answers",
        {
            "line": reading.number(i), "kind": reading.block.kind.value, "command": command,
            "group": named["group"] or reading.section or reading.block.group, "topic": named.get("topic"),
            "text": reading.lines[i].strip(),
        },
    )  # fmt: skip


def part(text: str) -> LineSign | None:
    """What a line of a table of other commands is a sign of."""
    if not is_certain(text):
        return None
    return LineSign(Role.BODY, Kind.OTHER_MQADMIN, command=Command(command_in([text])))


def _follows(draft: Draft, sign: LineSign) -> bool:
    named = sign.command.name if sign.command else None
    return sign.kind is draft.kind and prints_alike(draft.command.name, named)


def _takes(draft: Draft, line: str) -> bool:
    return can_print(draft.command.name, line.strip())


OUTPUT = Output(
    kind=Kind.OTHER_MQADMIN, parse=partial(read_block, take=_take), part=part, follows=_follows, takes=_takes
)
