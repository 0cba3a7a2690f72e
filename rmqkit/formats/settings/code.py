"""Code that sets up consumers: Spring's annotations and beans, Java's setters and builders, Go's options, Python. Lines
in, what it sets out, consumer by consumer.

No compiling: all of these are calls with arguments. A name that stands for a text is looked up among the constants of
the same lines, and a value that is computed stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rmqkit.formats.java_text import CLOSING, OPENING
from rmqkit.formats.settings.keys import CONSUMER_MADE_BY, WrittenKey, is_group_name, means

# a line that sets up a client of RocketMQ, and any line of code; no record and no frame of a trace, which look alike
_NO_CODE = r"^(?!\s*(?:at\s+[\w.$]+\(|\d{4}[-/]\d{2}[-/]\d{2}|\[?\d{2}:\d{2}:\d{2}|Caused by:))"
_SETS_UP = (
    r"(?:.*(?:@RocketMQ\w*Listener\s*\(|@ExtRocketMQ\w+\(|\bnew\s+Default(?:MQPush|LitePull|MQPull)Consumer\s*\("
    r"|\bnew(?:Push|Simple)ConsumerBuilder\s*\(|rocketmq\.New(?:Push|Pull)Consumer\s*\("
    r"|consumer\.With(?:GroupName|Ns)\w*\()"
    r"|\s*(?:\w+\s*=\s*)?(?:Push|Simple|Pull)Consumer\s*\([\"']"
    r"|\s*[\w.]*\.?(?:set(?:ConsumerGroup|NamesrvAddr|InstanceName|MessageModel|VipChannelEnabled)|setUnitName)\s*\("
    r"|\s*\w*[cC]onsumer\w*\.[sS]ubscribe\s*\(\s*[\"']|.*\bclass=\"[\w.]*Default(?:MQPush|LitePull|MQPull)Consumer\")"
)
OWN_CODE = re.compile(_NO_CODE + _SETS_UP)
CODE = re.compile(
    rf"{_NO_CODE}(?:{_SETS_UP}|\s*(?:[@}})\].*/]|(?:import|package|public|private|protected|class|func|def|return|if|else"
    r"|for|try|catch|static|final|var|val|from|with|async|await)\b|//|#|\")|.*[;{}(,)\]:]\s*$|\s*\w+\s*:?=\s*\S"
    r"|\s*[\w.]+\(.*\)\s*$|\s*</?(?:bean|property|map|entry|constructor-arg)\b)"
)
# Beans in XML: without what is no consumer, and the rest as calls
_NO_CONSUMER = re.compile(
    r"<bean\b(?![^<>]*Default(?:MQPush|LitePull|MQPull)Consumer\")[^<>]*(?<!/)>.*?</bean>", re.DOTALL
)
_BEANS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_NO_CONSUMER, lambda m: "\n" * m[0].count("\n")),
    (re.compile(r"\bclass=\"[\w.]*?(\w+)\""), lambda m: f"new {m[1]}();"),
    (
        re.compile(r"<property[ \t]+name=\"(\w)(\w*)\"[ \t]+value=(\"[^\"]*\")"),
        lambda m: f".set{m[1].upper()}{m[2]}({m[3]})",
    ),
    (re.compile(r"<entry[ \t]+key=(\"[^\"]*\")[ \t]+value=(\"[^\"]*\")"), lambda m: f".subscribe({m[1]}, {m[2]})"),
)

# `variable = object.name(`, `@Name(`, `.name(`
_CALL = re.compile(
    r"(?<!\w)(?:(?P<variable>\w+)(?:\s*,\s*\w+)?\s*:?=\s*(?:(?:await|new)\s+)*)?"
    r"(?:@(?P<annotation>RocketMQ(?:Message|Transaction)Listener|ExtRocketMQ\w+)|(?:(?P<object>\w+)\s*\.\s*)?"
    rf"(?:(?P<maker>{'|'.join(CONSUMER_MADE_BY)})|(?P<subscribe>[sS]ubscribe|setSubscriptionExpressions)"
    r"|(?P<setter>(?:[sS]et(?=[A-Z])|set_|With(?=[A-Z]))(?P<key>\w+)|assign)))\s*\("
)
# types in Java and Go, and what makes one in Python
_NO_TYPE = re.compile(r"(?:Push|Simple|Pull)Consumer\s*\((?![\"'])")
_CONSTANT = re.compile(
    r"(?:String|const|final|var|val)\s+(?P<name>\w+)\s*(?::?=)\s*(?P<text>\"[^\"\n]*\")|"
    r"^\s*(?P<bare>[A-Z][A-Z0-9_]+)\s*=\s*(?P<quoted>[\"'][^\"'\n]*[\"'])",
    re.MULTILINE,
)
_CLASS = re.compile(r"\bclass\s+(\w+)|\bfun\s+(\w+)\s*\(|\b(\w+)\s*\([^;{]*\)\s*\{")
_TEXT = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")
_COMMENTS = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
_SELECTED = re.compile(r"(?:bySql\s*\(|byTag\s*\(|Expression\s*:|FilterExpression\s*\()\s*(\"[^\"]*\"|\w+)")
_SIGN = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[\[{(\]}),]")
_LONGEST = 4_000


@dataclass
class _Consumer:
    """A consumer that code sets up: how the code calls it, and what is set: place, key, value and topic."""

    part: str
    variable: str | None = None
    group: str | None = None
    is_annotated: bool = False
    sets: list[tuple[int, str, str, str | None]] = field(default_factory=list)


def keys_of_code(lines: Sequence[str], first: int) -> list[WrittenKey]:
    """What the code sets, consumer by consumer; the first line is line `first` of its file. A group or topic that is
    computed stands in the value as it is written, and in no column of its own."""
    # what is commented out sets nothing, and every line stays a line
    text = _COMMENTS.sub(lambda m: m[0] if m[0].startswith('"') else "\n" * m[0].count("\n"), "\n".join(lines))
    for bean, as_call in _BEANS if "<bean" in text else ():
        text = bean.sub(as_call, text)
    constants = {(m["name"] or m["bare"]): (m["text"] or m["quoted"])[1:-1] for m in _CONSTANT.finditer(text)}
    is_python = re.search(r"^\s*(?:def |from \w+ import|import \w+$)|set_name", text, re.MULTILINE) is not None
    is_go = "consumer.With" in text or ":=" in text
    language = "go" if is_go else ("python" if is_python else "java")
    before_the_first = _Consumer("")
    consumers = [before_the_first]
    for call in _CALL.finditer(text):
        inside = _arguments(text, call.end())
        if inside is None:
            continue
        arguments, end = inside
        written = [argument for _, argument in arguments]
        if call["annotation"]:
            of = _CLASS.search(text, end)
            named = next(filter(None, of.groups())) if of else call["annotation"]
            consumers.append(_annotated(named, arguments, constants))
        elif call["maker"] and not _NO_TYPE.match(text, call.start("maker")):
            line = first + text.count("\n", 0, call.start())
            consumers.append(_Consumer(f"listener {call['variable'] or call['maker']} ({line})", call["variable"]))
            if written and (_resolved(written[0], constants) or re.fullmatch(r"[A-Z][\w.]*", written[0])):
                _set(consumers[-1], call, "consumerGroup", written[:1], constants)
        elif (consumer := _owner(consumers, call)) is None or not written:
            continue
        elif call["subscribe"]:
            consumer.sets += _subscribed(call, text[call.end() : end], written, constants, language)
        elif call["setter"] and "{" not in written[0]:
            name = call["key"] or call["setter"]
            _set(consumer, call, means(name) or name[0].lower() + name[1:], written, constants)
    for made in consumers[1:2]:
        made.sets += before_the_first.sets
    keys = [
        (place, WrittenKey.of(first + text.count("\n", 0, place), language, key, value, of.part, of.group, topic))
        for of in consumers[1:]
        for place, key, value, topic in of.sets
    ]
    return [key for _, key in sorted(keys, key=lambda key: key[0])]


def _set(
    consumer: _Consumer, call: re.Match[str], key: str, written: Sequence[str], constants: Mapping[str, str]
) -> None:
    values = [_resolved(argument, constants) for argument in written]
    if key == "consumerGroup" and values[0] and is_group_name(values[0]):
        consumer.group = values[0]
    shown = ", ".join(raw if value is None else value for value, raw in zip(values, written, strict=True))
    consumer.sets.append((call.start(), key, shown, None))


def _annotated(name: str, arguments: Sequence[tuple[int, str]], constants: Mapping[str, str]) -> _Consumer:
    """The consumer of an annotation: its topic stands in every row of it."""
    parts = [(place, *text.partition("=")) for place, text in arguments]
    values = {key.strip(): (place, value.strip()) for place, key, equals, value in parts if equals}
    known = {key: _resolved(value, constants) for key, (_, value) in values.items()}
    topic = known.get("topic") if known.get("selectorExpression", "*") is not None else None
    texts = {key: written if (text := known[key]) is None else text for key, (_, written) in values.items()}
    sets = [(place, key, texts[key], topic) for key, (place, _) in values.items()]
    group = known.get("consumerGroup")
    return _Consumer(f"listener {name}", None, group if group and is_group_name(group) else None, True, sets)


# what sets up a configuration, which the consumer made below is given
_OF_CONFIGURATION = frozenset({"setEndpoints", "setCredentialProvider"})


def _owner(consumers: Sequence[_Consumer], call: re.Match[str]) -> _Consumer | None:
    """The consumer that a call is about: the last of its variable's name, else, in a chain of calls, the last one."""
    of_name = [consumer for consumer in consumers if consumer.variable and consumer.variable == call["object"]]
    if of_name:
        return of_name[-1]
    if len(consumers) == 1:
        return consumers[0] if call["setter"] in _OF_CONFIGURATION else None
    if call["object"]:
        return consumers[-1] if "consumer" in call["object"].lower() else None
    return None if consumers[-1].is_annotated or (call["setter"] or "").startswith("With") else consumers[-1]


def _subscribed(
    call: re.Match[str], inside: str, written: Sequence[str], constants: Mapping[str, str], language: str
) -> Iterator[tuple[int, str, str, str | None]]:
    """A topic with the expression that the code gives for it, else `*`."""
    selected = [found[1] if (found := _SELECTED.search(argument)) else argument for argument in written]
    topic, *expressions = (_resolved(argument, constants) for argument in selected)
    if call["subscribe"] == "setSubscriptionExpressions":
        topic, *expressions = [*(double or single for double, single in _TEXT.findall(inside)), None][:2]
    expression = next(filter(None, expressions), None)
    # Python and Go hand over a listener there
    is_computed = expression is None and language == "java" and len(written) == 2
    known = None if is_computed else topic
    yield call.start(), "topic", topic or written[0], known
    yield call.start(), "selectorExpression", expression or (written[1] if is_computed else "*"), known
    if "bySql" in inside or "SQL92" in inside:
        yield call.start(), "selectorType", "SQL92", known


def _arguments(text: str, begin: int) -> tuple[list[tuple[int, str]], int] | None:
    """What stands between a bracket and the one that closes it, comma by comma, each with its place, and where it is
    closed; None where it stays open."""
    found: list[tuple[int, str]] = []
    start, depth = begin, 0
    for sign in _SIGN.finditer(text, begin, begin + _LONGEST):
        if sign[0] in OPENING:
            depth += 1
        elif sign[0] in CLOSING and depth:
            depth -= 1
        elif not depth and (sign[0] in CLOSING or sign[0] == ","):
            part = text[start : sign.start()]
            if part.strip():
                found.append((start + len(part) - len(part.lstrip()), part.strip()))
            if sign[0] in CLOSING:
                return found, sign.start()
            start = sign.end()
    return None


def _resolved(written: str, constants: Mapping[str, str]) -> str | None:
    """The text that an argument is, or that a constant stands for; None for what is computed."""
    texts = [double or single for double, single in _TEXT.findall(written)]
    if texts and not _TEXT.sub("", written).strip(" +\n\t"):
        return "".join(texts)
    return constants.get(written.rpartition(".")[2])
