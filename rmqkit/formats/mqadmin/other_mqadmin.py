"""Outputs of mqadmin's other commands, which list none of a group's queues: recognised, named and put aside.

Knowing them keeps the ledger honest: such lines are not unknown. Those about brokers become rows of their own
(`broker_rows` below), of the others none are made. Five things that they say are about a group all the same, and become
answers: that its offsets were reset or copied from another group's, that it may not consume, that it was deleted, and
what became of a message for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
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

_OF = re.compile(r"^=+([^=\s]+)=+$|^#MasterAddr\s+(\S.*)$")
# `TopicConfig#toString`, with attributes from 5.0.0 on
_TOPIC = re.compile(r"^TopicConfig \[topicName=(?P<topic>[^,\]]+), .*\battributes=\{(?P<attributes>[^}]+)\}")
_CELLS = ("program", "part", "name", "value", "group", "topic")
_TOLD = [
    (row["command"], re.compile(expression("told.tsv", row["shape"]), re.ASCII), row)
    for row in rows_of("told.tsv", "command", *_CELLS, "shape")
]


def section_of(text: str) -> str | None:
    """Whose the lines below a heading are: a broker's or name server's address, a broker's name."""
    heading = _OF.match(text)
    return heading[heading.lastindex or 1] if heading else None


def broker_rows(command: str | None, text: str, of: str | None, group: str | None) -> Iterator[Told]:
    """What a line tells, by the command that printed it; `of` is whose lines these are."""
    for name, shape, row in _TOLD:
        if name == command and (found := shape.match(text)):
            named = {"of": of or "", "group": group or "", **found.groupdict("")}
            cells = {cell: row[cell].format(**named).strip() for cell in _CELLS}
            of_whom = {"group": cells["group"] or None, "topic": cells["topic"] or None}
            if program := cells["program"]:
                yield "settings", _setting(program, cells["part"] or None, cells["name"], cells["value"]) | of_whom
            else:
                figure = {"kind": command, "name": cells["name"], "value": cells["value"]}
                yield "broker_figures", figure | {"broker": named.get("broker") or of} | of_whom
    if command == "updateTopic" and (found := _TOPIC.match(text)):
        # what a topic was given beside queues and rights; `+` adds, and is no part of the name
        pairs = (pair.strip().removeprefix("+").partition("=") for pair in found["attributes"].split(","))
        for key, _, value in pairs:
            yield "settings", _setting("topic", found["topic"], key, value) | {"group": None, "topic": found["topic"]}


def _setting(program: str, part: str | None, key: str, value: str) -> Row:
    return {"program": program, "part": part, "key": key, "value": masked(key, value)}


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
    tracks = list(_TRACK.finditer(text))
    message = _message_above(reading.lines, i) if tracks else {}
    for track in tracks:
        words = "; ".join([track[0], *(f"{name}: {value}" for name, value in message.items())])
        answer = {"command": "queryMsgById", "group": track["group"], "topic": message.get("Topic"), "text": words}
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
    told = list(broker_rows(command, text, reading.of, reading.section or block.group))
    for table, row in told:
        reading.parsed.add(table, {"line": reading.number(i), **row})
    reading.parsed.rows += bool(told)
    return bool(told) or reading.noise()


def _message_above(lines: Sequence[str], i: int) -> dict[str, str]:
    """The fields of the message whose tracks begin in line i: those from the nearest topic above on."""
    fields: dict[str, str] = {}
    for line in reversed(lines[:i]):
        if match := _MESSAGE.match(line):
            fields[match["name"]] = match["value"]
            if match["name"] == "Topic":
                break
    return dict(reversed(fields.items()))


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
# What `QueryMsgByIdSubCommand#doQuery` prints of the message, a field a line (4.0.0 to 5.4).
_MESSAGE = re.compile(r"\s*(?P<name>Topic|Tags|Born Timestamp|Born Host): +(?P<value>(?!null\s*$)\S.*?)\s*$")
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
