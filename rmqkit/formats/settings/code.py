"""Code that sets up clients: Spring's annotations, Java's setters and builders, Go's options, Python.

No compiling: a name that stands for a text is looked up among the constants of the same lines, and
a value that is computed stays as it is written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from rmqkit.formats.java_brackets import CLOSING, OPENING, closing, closings
from rmqkit.formats.settings.keys import WrittenKey, masked

# what begins the setting up of a consumer, and what it is then called
_ANNOTATION = re.compile(r"@(?P<name>RocketMQMessageListener|RocketMQTransactionListener|ExtRocketMQ\w+)\s*\(")
_MADE = re.compile(
    r"(?:(?P<variable>\w+)(?:\s*,\s*\w+)?\s*(?::?=)\s*(?:await\s+)?)?(?:new\s+)?(?P<maker>Default(?:MQPush|LitePull|MQPull)Consumer"
    r"|(?:\w+\.)?newPushConsumerBuilder|(?:\w+\.)?newSimpleConsumerBuilder|rocketmq\.NewPushConsumer"
    r"|rocketmq\.NewPullConsumer|(?:golang|rmq_client|rmq)\.NewSimpleConsumer|(?:Push|Simple|Pull)Consumer)\s*\("
)
_CALL = re.compile(r"(?:(?P<variable>\w+)\s*)?\.\s*(?P<name>[sS]et\w+|set_\w+|[sS]ubscribe|assign)\s*\(")
_OPTION = re.compile(r"consumer\.(?P<name>With\w+)\s*\(")
_CONSTANT = re.compile(
    r"(?:String|const|final|var|val)\s+(?P<name>\w+)\s*(?::?=)\s*(?P<text>\"[^\"\n]*\")|"
    r"^\s*(?P<bare>[A-Z][A-Z0-9_]+)\s*=\s*(?P<quoted>[\"'][^\"'\n]*[\"'])",
    re.MULTILINE,
)
_CLASS = re.compile(r"\bclass\s+(\w+)|\bfun\s+(\w+)\s*\(|\b(\w+)\s*\([^;{]*\)\s*\{")
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")
_MARKS = re.compile(
    r"@RocketMQ\w*Listener\s*\(|@ExtRocketMQ\w+\(|\bnew\s+Default(?:MQPush|LitePull|MQPull)Consumer\s*\("
    r"|\bnew(?:Push|Simple)ConsumerBuilder\s*\(|rocketmq\.New(?:Push|Pull)Consumer\s*\(|consumer\.With(?:GroupName|Ns)\w*\("
    r"|^\s*(?:\w+\s*=\s*)?(?:Push|Simple|Pull)Consumer\s*\([\"']"
    r"|^\s*[\w.]*\.?(?:set(?:ConsumerGroup|NamesrvAddr|InstanceName|MessageModel|VipChannelEnabled)|setUnitName)\s*\("
    r"|^\s*\w*[cC]onsumer\w*\.[sS]ubscribe\s*\(\s*\""
)
_LINE = re.compile(
    r"^\s*(?:[@})\].*/]|import\b|package\b|public\b|private\b|protected\b|class\b|@|func\b|def\b|return\b|if\b|else\b"
    r"|for\b|try\b|catch\b|static\b|final\b|var\b|val\b|from\b|with\b|async\b|await\b|//|#|\")|[;{}(,)\]:]\s*$|^\s*\w+\s*:?=\s*\S|^\s*[\w.]+\(.*\)\s*$"
)
# a record or a frame of a trace, which look like code from behind
_NO_CODE = re.compile(r"^\s*(?:at\s+[\w.$]+\(|\d{4}[-/]\d{2}[-/]\d{2}|\[?\d{2}:\d{2}:\d{2}|Caused by:)")
# the keys of each way to say the same -> the one of this table
_SAME = {
    "setconsumergroup": "consumerGroup", "withgroupname": "consumerGroup", "set_group": "consumerGroup",
    "setnamesrvaddr": "namesrvAddr", "withnameserver": "namesrvAddr", "withnsresolver": "namesrvAddr",
    "set_name_server_address": "namesrvAddr", "set_namesrv_addr": "namesrvAddr", "setendpoints": "endpoints",
    "setmessagemodel": "messageModel", "withconsumermodel": "messageModel", "set_message_model": "messageModel",
    "setinstancename": "instanceName", "withinstance": "instanceName", "set_instance_name": "instanceName",
    "setclientip": "clientIP", "setunitname": "unitName", "setenabletrace": "enableTrace",
    "setallocatemessagequeuestrategy": "allocateMessageQueueStrategy", "withstrategy": "allocateMessageQueueStrategy",
    "withconsumerorder": "consumeMode", "setconsumefromwhere": "consumeFromWhere",
    "withconsumefromwhere": "consumeFromWhere", "setvipchannelenabled": "vipChannelEnabled",
}  # fmt: skip
LISTENER = "listener"


@dataclass(frozen=True)
class _Place:
    """A listener under way: how its code calls it, and where it begins."""

    variable: str | None
    part: str
    begin: int


def runs(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """From where to where lines are code that sets up a client."""
    i = 0
    while i < len(lines):
        if not _is_mark(lines[i]):
            i += 1
            continue
        first, end = _first(lines, i), _end(lines, i)
        yield first, end
        i = end


def _is_mark(line: str) -> bool:
    return _MARKS.search(line) is not None and not _NO_CODE.match(line)


def _is_code(line: str) -> bool:
    return not _NO_CODE.match(line) and (_is_mark(line) or _LINE.search(line) is not None)


def _first(lines: Sequence[str], mark: int) -> int:
    first = mark
    for i in range(mark - 1, -1, -1):
        if not lines[i].strip():
            continue
        if not _is_code(lines[i]):
            break
        first = i
    return first


def _end(lines: Sequence[str], mark: int) -> int:
    """Behind the last line that is code, and at least where the mark's own brackets close."""
    text = "\n".join(lines[mark : mark + _LONGEST])[:_LONGEST]
    opened = text.find("(")
    closed = closing(text, opened) if opened >= 0 else None
    at_least = mark + 1 + (text.count("\n", 0, closed) if closed is not None else 0)
    end = at_least
    for i in range(at_least, len(lines)):
        if lines[i].strip() and not _is_code(lines[i]):
            break
        end = i + 1 if lines[i].strip() else end
    return end


_LONGEST = 4_000


def settings(lines: Sequence[str], first: int = 0) -> list[WrittenKey]:
    """What the code sets, listener by listener: group, topics with expressions, and the rest."""
    text = _without_comments("\n".join(lines))
    constants = {
        (match["name"] or match["bare"]): _resolved(match["text"] or match["quoted"], {})
        for match in _CONSTANT.finditer(text)
    }
    # until here, a setting's line is its place in the text
    in_order = sorted([*_annotated(text, constants), *_called(text, constants)], key=attrgetter("line"))
    return [
        replace(setting, line=first + text.count("\n", 0, setting.line), value=masked(setting.key, setting.value))
        for setting in in_order
    ]


_COMMENTS = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)


def _without_comments(text: str) -> str:
    """What is commented out sets nothing; every line stays a line."""

    def blank(match: re.Match[str]) -> str:
        return match[0] if match[0].startswith('"') else "\n" * match[0].count("\n")

    return _COMMENTS.sub(blank, text)


def _texts(code: str) -> list[str]:
    """What stands in quotes in a piece of code."""
    return [double or single for double, single in _STRING.findall(code)]


def _annotated(text: str, constants: dict[str, str]) -> Iterator[WrittenKey]:
    """Each annotation's values; the group and topic stand in every row of it."""
    closed_at = closings(text)
    for match in _ANNOTATION.finditer(text):
        closed = closed_at.get(match.end() - 1)
        if closed is None:
            continue
        values = dict(_arguments(text, match.end(), closed, constants))
        named = _CLASS.search(text, closed)
        part = next((name for name in named.groups() if name), None) if named else None
        group, topic = _value(values, "consumerGroup"), _value(values, "topic")
        listener = f"{LISTENER} {part or match['name']}"
        for key, (place, value) in values.items():
            yield WrittenKey(place, "java", key, value, listener, group, topic)


def _value(values: dict[str, tuple[int, str]], key: str) -> str | None:
    return values[key][1] if key in values else None


def _arguments(text: str, begin: int, end: int, constants: dict[str, str]) -> Iterator[tuple[str, tuple[int, str]]]:
    """`name = value` pairs between brackets, each with where it stands."""
    for place, argument in _split(text, begin, end):
        name, equals, value = argument.partition("=")
        if equals and name.strip().isidentifier():
            yield name.strip(), (place, _resolved(value, constants))


def _split(text: str, begin: int, end: int) -> Iterator[tuple[int, str]]:
    """What commas part, outside of inner brackets and quotes."""
    depth, start, quote = 0, begin, ""
    for position in range(begin, end):
        sign = text[position]
        if quote:
            quote = "" if sign == quote and text[position - 1] != "\\" else quote
        elif sign in "\"'":
            quote = sign
        elif sign == "," and depth == 0:
            yield _stripped(text, start, position)
            start = position + 1
        else:
            depth += (sign in OPENING) - (sign in CLOSING)
    if text[start:end].strip():
        yield _stripped(text, start, end)


def _stripped(text: str, start: int, end: int) -> tuple[int, str]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), part.strip()


def _resolved(value: str, constants: dict[str, str]) -> str:
    """A text, the text that a constant stands for, or what is written."""
    value = value.strip()
    texts = _texts(value)
    is_text = _STRING.fullmatch(value) is not None
    is_sum = "+" in value and not _STRING.sub("", value).strip(" +")
    if texts and (is_text or is_sum):
        return "".join(texts)
    return constants.get(value.rpartition(".")[2], value)


def _called(text: str, constants: dict[str, str]) -> Iterator[WrittenKey]:
    """What is called on each consumer that the code makes, up to where the next one is made."""
    consumers = [_place(text, match) for match in _MADE.finditer(text) if not _is_declared(text, match)]
    rows: list[tuple[_Place, WrittenKey]] = []
    closed_at = closings(text)
    calls = [*_MADE.finditer(text), *_CALL.finditer(text), *_OPTION.finditer(text)]
    for match in sorted(calls, key=lambda call: call.start()):
        place = _owner(consumers, match)
        closed = closed_at.get(match.end() - 1)
        if place is not None and closed is not None:
            read = _of_maker if match.re is _MADE else _of_call
            rows += [(place, setting) for setting in read(text, match, closed, constants, place)]
    yield from _with_group(rows)


def _is_declared(text: str, match: re.Match[str]) -> bool:
    """`PushConsumer(` makes one in Python; in Java and Go the bare name is a type or a method."""
    bare = match["maker"] in ("PushConsumer", "SimpleConsumer", "PullConsumer")
    return bare and text[match.end() : match.end() + 1] not in ("'", '"')


def _place(text: str, match: re.Match[str]) -> _Place:
    variable = match["variable"]
    line = text.count("\n", 0, match.start()) + 1
    return _Place(variable, f"{LISTENER} {variable or match['maker'].rpartition('.')[2]} ({line})", match.start())


def _owner(consumers: Sequence[_Place], match: re.Match[str]) -> _Place | None:
    """The consumer that a call is about: the last of its variable's name, else the last one made."""
    before = consumers[: bisect_right(consumers, match.start(), key=attrgetter("begin"))]
    variable = match.groupdict().get("variable")
    of_variable = {place.variable: place for place in before if place.variable}
    if variable in of_variable:
        return of_variable[variable]
    if before:
        is_chained = variable is None or "consumer" in variable.lower()
        return before[-1] if is_chained or match.re is not _CALL else None
    is_given_below = match.groupdict().get("name") in _OF_CONFIGURATION
    return next(iter(consumers), None) if is_given_below else None


# what sets up a configuration, which the consumer made below is given
_OF_CONFIGURATION = frozenset({"setEndpoints", "setCredentialProvider", "enableSsl"})


def _of_maker(
    text: str, match: re.Match[str], closed: int, constants: dict[str, str], place: _Place
) -> Iterator[WrittenKey]:
    """The group, where the first argument is a text or a constant."""
    if _NAME_FIRST.match(text, match.end()):
        _, written = next(_split(text, match.end(), closed))
        group = _resolved(written, constants)
        yield WrittenKey(_begin(match), _language(text), "consumerGroup", group, place.part)


_NAME_FIRST = re.compile(r"\s*(?:[\"'][^\"']+[\"']|[A-Z][\w.]*)\s*[,)]")


def _begin(match: re.Match[str]) -> int:
    return match.start() + len(match[0]) - len(match[0].lstrip())


def _of_call(
    text: str, match: re.Match[str], closed: int, constants: dict[str, str], place: _Place
) -> Iterator[WrittenKey]:
    inside = text[match.end() : closed]
    written = [argument for _, argument in _split(inside, 0, len(inside))]
    arguments = [_resolved(argument, constants) for argument in written]
    at, name = _begin(match), match["name"]
    if name.lower() == "subscribe":
        expressions = [_expression(argument, constants) for argument in written[1:]]
        named = [*arguments[:1], *filter(None, expressions)]
        yield from _subscribed(text, at, named, place, any(map(_BY_SQL.search, written[1:])))
    elif name.lower() == "setsubscriptionexpressions":
        yield from _subscribed(text, at, _texts(inside)[:2], place, "SQL92" in inside)
    elif written and "{" not in written[0]:
        key = _SAME.get(name.lower(), _plain(name))
        yield WrittenKey(at, _language(text), key, ", ".join(arguments), place.part)


_BY_SQL = re.compile("bySql|SQL92")


def _subscribed(text: str, at: int, named: Sequence[str], place: _Place, by_sql: bool) -> Iterator[WrittenKey]:
    """A topic, and behind it the expression where the code gives one."""
    if not named:
        return
    topic, expression, language = named[0], (*named[1:2], "*")[0], _language(text)
    yield WrittenKey(at, language, "topic", topic, place.part, None, topic)
    yield WrittenKey(at, language, "selectorExpression", expression, place.part, None, topic)
    if by_sql:
        yield WrittenKey(at, language, "selectorType", "SQL92", place.part, None, topic)


_SELECTED = re.compile(r"(?:bySql\s*\(|byTag\s*\(|Expression\s*:|FilterExpression\s*\()\s*(\"[^\"]*\"|\w+)")


def _expression(argument: str, constants: dict[str, str]) -> str | None:
    """A tag expression as text, in a selector of Java or Go; None for a listener or a function."""
    inner = _SELECTED.search(argument)
    if inner:
        return _resolved(inner[1], constants)
    is_text = _STRING.fullmatch(argument) is not None or argument in constants
    return _resolved(argument, constants) if is_text else None


def _plain(name: str) -> str:
    """`setConsumeThreadMax` -> consumeThreadMax, `WithRetry` -> retry."""
    rest = re.sub(r"^(?:[sS]et_?|With)", "", name)
    return rest[:1].lower() + rest[1:] if rest else name


def _language(text: str) -> str:
    if "consumer.With" in text or ":=" in text:
        return "go"
    return "python" if re.search(r"^\s*(?:def |from \w+ import|import \w+$)|set_name", text, re.MULTILINE) else "java"


def _with_group(rows: Sequence[tuple[_Place, WrittenKey]]) -> Iterator[WrittenKey]:
    """Every row of a listener with its group."""
    groups = {place: setting.value for place, setting in rows if setting.key == "consumerGroup"}
    for place, setting in rows:
        yield replace(setting, group=groups.get(place))
