"""An mqadmin command that gave an error instead of output: exceptions, usage texts, unknown commands.

mqadmin exits 0 after an exception (MQAdminStartup#main0), so this text is all that tells of the failure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from rmqkit.formats.block import Kind
from rmqkit.formats.data import rows_of
from rmqkit.formats.logs.exceptions import thrown_in
from rmqkit.formats.mqadmin.reading import OpenBlock, read_block
from rmqkit.formats.output import LineSign, Output, Role
from rmqkit.formats.prompts import is_noise

HEAD = re.compile(
    r"^\s*(?:Exception in thread \"[^\"]*\" )?(?P<class>(?:[a-z_][\w$]*\.)+[\w$]*(?:Exception|Error|Throwable)[\w$]*)"
    r"(?:: ?(?P<message>.*))?\s*$"
)
CODE = re.compile(r"CODE: (?P<code>\d{1,6})\s+DES[CE]: ?(?P<text>.*?)\s*$")
CAUSE = re.compile(r"^\s*(?:Caused by|Suppressed|Wrapped by): (?P<rest>.*)$")
FRAME = re.compile(r"^\s*(?:at [\w$.<>/@-]+\(.*\)?|\.\.\. \d+ (?:more|common frames omitted).*|at [\w$.<>/-]+)\s*$")
_HELP = re.compile(r"^\s*(?:For more information, please visit the url|See https?://\S+ for further details)")
# what a parser of SQL92 lists below its exception (JavaCC's ParseException)
_EXPECTED = re.compile(r"^\s*(?:Was expecting(?: one of)?:|(?:<[A-Z_]+>|\"[^\"]{1,20}\") ?(?:\.\.\.)?)\s*$")
_USAGE = re.compile(r"^\s*usage: mqadmin (?P<command>\w+)?")
_LISTING = re.compile(r"^\s*The most commonly used mqadmin commands are:|^\s*See 'mqadmin help <command>'")
_UNKNOWN_COMMAND = re.compile(r"^\s*The sub command '?(?P<command>[^\s']+)'? not exist\.")
_BAD_OPTION = re.compile(
    r"^\s*(?:Missing (?:required option|argument for option)s?|Unrecognized option|Ambiguous option|"
    r"The option '[^']*' was specified)"
)
_OWN_ANSWERS = re.compile(
    r"^\s*(?:Not found the (?:consumer|producer|topic) |specified timestamp invalid|connect to \S+ failed|"
    r"No topic route info in name server)"
)
_TOOL_CLASS = re.compile(
    r"(?:tools\.command\.(?:\w+\.)*|SubCommandException: )(?P<name>\w+?)(?:SubCommand|SubCommad|Command)\b"
)
_RESERVED = frozenset({"MQAdminStartup", ""})

# Java class of a command, without its ending -> the command, where its name is another
_COMMAND_OF = {
    "AllocateMQ": "allocateMQ",
    "BrokerConsumeStats": "brokerConsumeStats",
    "CLusterSendMsgRT": "clusterRT",
    "QueryConsumeQueue": "queryCq",
    "SkipAccumulation": "skipAccumulatedMessage",
    "TopicCluster": "topicClusterList",
}

_NAMED = [(row["names"], re.compile(row["shape"])) for row in rows_of("named_in_failures.tsv", "names", "shape")]
_QUOTES = "\"'`"
_QUOTE = re.compile(rf"\\*[{_QUOTES}]")


def starts_failure(line: str) -> bool:
    """Whether a line begins a failure: an exception, an unknown command, a usage text, a bad option."""
    shapes = (_USAGE, _UNKNOWN_COMMAND, _BAD_OPTION, _OWN_ANSWERS, _LISTING)
    return bool(HEAD.match(line)) or bool(re.match(r"^\s*CODE: \d", line)) or any(s.match(line) for s in shapes)


def continues_failure(line: str) -> bool:
    """Whether a line belongs below an exception: a frame, a cause, a link, what a parser expected."""
    return any(shape.match(line) for shape in (FRAME, CAUSE, _HELP, _EXPECTED))


def is_rocketmq(lines: Iterable[str]) -> bool:
    """Whether an exception's text comes from RocketMQ and not from another program."""
    return any(
        "rocketmq" in line or CODE.search(line) or "mqadmin" in line or "MQClient" in line for line in lines
    ) or any(shape.match(line) for line in lines for shape in (_UNKNOWN_COMMAND, _BAD_OPTION, _OWN_ANSWERS))


def is_usage(line: str) -> bool:
    """Whether the lines below, up to a blank one, are a help text."""
    return bool(_USAGE.match(line) or _LISTING.match(line) or _BAD_OPTION.match(line))


def command_in(lines: Iterable[str]) -> str | None:
    """The sub-command that failed, from the name of its Java class or from the usage text; None if untold."""
    for line in lines:
        named = _USAGE.match(line) or _UNKNOWN_COMMAND.match(line)
        if named and named["command"]:
            return named["command"]
        match = _TOOL_CLASS.search(line)
        if match and match["name"] not in _RESERVED:
            name = match["name"]
            return _COMMAND_OF.get(name, name[:1].lower() + name[1:])
    return None


def names_in(text: str) -> tuple[str | None, str | None]:
    """The group and the topic that a failure's text names."""
    group, topic = (
        next((_unquoted(m[1]) for names, shape in _NAMED if names == what and (m := shape.search(text))), "")
        for what in ("group", "topic")
    )
    return group or None, None if topic.startswith("%RETRY%") else topic or None


def _unquoted(name: str) -> str:
    """A name without the quotes around it: where one ends it, what stands behind that is another's."""
    return _QUOTE.split(name.lstrip(_QUOTES), maxsplit=1)[0]


def _words(head: re.Match[str]) -> str:
    """What an exception says; Java's own, and one whose words nobody knows, by its class as well."""
    message = (head["message"] or "").strip()
    if "rocketmq" in head["class"] and (not message or thrown_in(message)):
        return message or head["class"]
    return f"{head['class'].rpartition('.')[2]}: {message}" if message else head["class"]


def _take(reading: OpenBlock, i: int) -> int:
    """The whole failure is one row; its line is where the reason stands, the others continue it."""
    if reading.parsed.rows:
        return 0 if is_noise(reading.lines[i]) else reading.continuation()
    block = reading.block
    # Where the reason stands, its code and text: the last CODE line, else the deepest cause, else the first line.
    place, code, text = i, None, block.lines[i].strip()
    for number in range(i, len(block.lines)):
        line = block.lines[number]
        if told := CODE.search(line):
            place, code, text = number, int(told["code"]), told["text"]
            break
        cause = CAUSE.match(line)
        head = HEAD.match(cause["rest"] if cause else line)
        if head and (cause or number == i):
            place, text = number, _words(head)
    values = {
        "line": reading.number(place), "kind": block.kind.value, "command": block.command,
        "group": block.group, "topic": block.topic, "code": code, "text": text,
    }  # fmt: skip
    reading.parsed.add("answers", values)
    reading.parsed.rows += 1
    return 1


def _part(text: str) -> LineSign | None:
    if continues_failure(text):
        return LineSign(Role.TRACE, Kind.COMMAND_FAILED)
    return LineSign(Role.FAILURE, Kind.COMMAND_FAILED) if starts_failure(text) else None


OUTPUT = Output(
    kind=Kind.COMMAND_FAILED,
    parse=partial(read_block, take=_take),
    marks=(r"org\.apache\.rocketmq\.tools\.command\.SubCommandException: ",),
    part=_part,
    # frames and causes; another failure only within a help text
    follows=lambda draft, sign: sign.role is Role.TRACE or (sign.role is Role.FAILURE and draft.usage),
    # the lines of a help text, and the second line of a message
    takes=lambda draft, line: draft.usage or draft.role is Role.FAILURE,
)
