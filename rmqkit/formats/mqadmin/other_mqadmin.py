"""Outputs of mqadmin's other commands, which list none of a group's queues: recognised, named and put aside.

Knowing them keeps the ledger honest: such lines are not unknown. Those about brokers become rows of their own
(`broker_rows` below), of the others none are made. Five things that they say are about a group all the same, and become
answers: that its offsets were reset or copied from another group's, that it may not consume, that it was deleted, and
what became of a message for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from itertools import islice

from rmqkit.formats.block import Kind, Row
from rmqkit.formats.data import expression, rows_of
from rmqkit.formats.mqadmin.reading import OpenBlock, read_block
from rmqkit.formats.output import Draft, LineSign, Output, Role
from rmqkit.formats.prompts import Command
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


_ROWS = rows_of("printed.tsv", "command", "prints", "shape")
_SHAPES = {
    prints: {
        row["command"]: re.compile(expression("printed.tsv", row["shape"]), re.ASCII)
        for row in _ROWS
        if row["prints"] == prints
    }
    for prints in ("certain", "likely")
}
_ALIKE = {row["command"]: row["shape"] for row in _ROWS if row["prints"] == "alike"}
_ANY = re.compile("|".join(f"(?:{shape.pattern})" for shape in _SHAPES["certain"].values()), re.ASCII)
_NAMES = {row["command"].lower(): row["command"] for row in _ROWS}


def is_certain(text: str) -> bool:
    """Whether only one of these commands prints such a line."""
    return _ANY.match(text) is not None


def _printer(command: str | None) -> str | None:
    """The command in whose name the tables know what this one prints; None if it is none of these."""
    name = _NAMES.get((command or "").lower(), "")
    return _ALIKE.get(name, name) or None


def prints_alike(command: str | None, other: str | None) -> bool:
    """Whether two commands are one, or print the same."""
    return _printer(command) is not None and _printer(command) == _printer(other)


def can_print(command: str | None, text: str) -> bool:
    """Whether one of these commands, told by its prompt, prints such a line."""
    name = _printer(command) or ""
    shapes = (shapes.get(name) for shapes in _SHAPES.values())
    return any(shape is not None and shape.match(text) for shape in shapes)


def command_in(lines: Iterable[str]) -> str | None:
    """The command that prints the first certain line; None if there is none."""
    for line in lines:
        for name, shape in _SHAPES["certain"].items():
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
    block = reading.block
    place: Row = {"line": reading.number(i), "kind": block.kind.value}
    for track in _TRACK.finditer(text):
        answer = {"command": "queryMsgById", "group": track["group"], "text": track[0]}
        reading.parsed.add("answers", place | answer)
    said = ((name, match.groupdict()) for name, words in _SAID.items() if (match := words.match(text)))
    for name, names in islice(said, 1):
        group = names["group"] or reading.section or block.group
        answer = {"command": name or block.command, "group": group, "topic": names.get("topic"), "text": text}
        reading.parsed.add("answers", place | answer)
    # Whose the lines are: by a heading, else by the broker that the prompt asks.
    asked = (match[1] for line in block.lines[: block.preamble] if (match := _ADDRESS.search(line)))
    reading.of = section_of(text) or reading.of or next(asked, None)
    command = _NAMES.get((block.command or "").lower()) or command_in([text])
    told = broker_rows(command, text, reading.of, reading.section or block.group)
    for table, row in told:
        reading.parsed.add(table, {"line": reading.number(i), **row})
    reading.parsed.rows += bool(told)
    return bool(told) or reading.noise()


_ADDRESS = re.compile(r"\s-b\s+(\S+)")
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


def part(text: str) -> LineSign | None:
    """What a line of a table of other commands is a sign of."""
    if not is_certain(text):
        return None
    return LineSign(Role.BODY, Kind.OTHER_MQADMIN, command=Command(command_in([text])))


def _follows(draft: Draft, sign: LineSign) -> bool:
    named = sign.command.name if sign.command else None
    return sign.kind is draft.kind and prints_alike(draft.command.name, named)


OUTPUT = Output(
    kind=Kind.OTHER_MQADMIN,
    parse=partial(read_block, take=_take),
    part=part,
    follows=_follows,
    takes=lambda draft, line: can_print(draft.command.name, line.strip()),
)


_LEVEL = re.compile(r"scheduleMessageOffset_(\d+)")
_OFFSETS = re.compile(r"(\d+) ?, ?(\d+)")
_OF_SLAVE = re.compile(r"slave (\S+) (ack|diff|state)")
_DELAY = re.compile(r"(\d+)([smhd])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
# `MessageStoreConfig.messageDelayLevel`, all versions
DEFAULT_LEVELS = "1s 5s 10s 30s 1m 2m 3m 4m 5m 6m 7m 8m 9m 10m 20m 30m 1h 2h"


def delay_level(name: str) -> int | None:
    """The level whose figure brokerStatus prints (`ScheduleMessageService#buildRunningStats`)."""
    match = _LEVEL.fullmatch(name)
    return int(match[1]) if match else None


def delivered_and_end(value: str) -> tuple[int, int] | None:
    """Where a level's delivery is, and where its queue ends."""
    match = _OFFSETS.fullmatch(value.strip())
    return (int(match[1]), int(match[2])) if match else None


def delays(levels: str = DEFAULT_LEVELS) -> dict[int, timedelta]:
    """How long each level delays, from 1; one that nobody can read is left out."""
    matches = {number: _DELAY.fullmatch(word) for number, word in enumerate(levels.split(), start=1)}
    seconds = {number: int(match[1]) * _SECONDS[match[2]] for number, match in matches.items() if match}
    return {number: timedelta(seconds=delay) for number, delay in seconds.items()}


def slave_in(name: str, figure: str) -> str | None:
    """The slave that a figure of haStatus (`diff`, `ack`, `state`) is about; None for others."""
    match = _OF_SLAVE.fullmatch(name)
    return match[1] if match and match[2] == figure else None
