"""One message of RocketMQ's logs: its event name, needle and field patterns, all derived from a template. No reading.

A template is RocketMQ's own literal with named holes: `new consumer connected, group: {group} ...`. The longest literal
piece is the needle (a cheap test that finds the message in a record); holes become the named groups of one regular
expression in the dialect that both Python's `re` and Rust's `regex` know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

FIELDS = ("group", "topic", "client_id", "address", "broker", "queue", "code", "detail")

_NAME = r"[^\s,\[\]{}]"
_ADDRESS = r"(?:[^\s,/\[\]{}]*/)?(?P<address>\[[^\]\s]*\]:[0-9]+|[^\s,\[\]{}/]*)"
# No name holds a comma; `.*?` would try every pair of queues of a line that lost its ends.
_QUEUE = r"MessageQueue \[topic=(?P<topic>[^,\n]*), brokerName=(?P<broker>[^,\n]*), queueId=(?P<queue>-?[0-9]+)\]"
# Of a channel's parts each is near the one before: without a bound a line of many channels that are cut off would be
# gone through for every combination of them.
_CLIENT = (
    r"[^\n]{0,200}?clientId=(?P<client_id>[^\n,]*), "
    r"(?:language=[^\n,]*, version=[^\n,]*, lastUpdateTimestamp=[0-9]+\]|remoteAddress=)"
)
# Netty 4.1 prints `L:/local - R:/peer`, 4.0 of a server `/peer => /local` (`:>` when closed).
_PEER = (
    r"(?:[^\n]{0,200}?(?:R:|remoteAddress=|id: 0x[0-9a-f]+, [^\s/:]*/)(?:[^\s/\[\]]*/)?"
    r"(?P<address>\[[^\]\s]*\]:[0-9]+|[^\s,\[\]{}/]+))?"
)
_SUBSCRIPTION = r"SubscriptionData \[(?:[a-zA-Z]+=[a-z]+, )?topic=(?P<topic>[^,\n]*), subString=[^\n]*"

HOLES: dict[str, str] = {
    "group": rf"(?P<group>{_NAME}+)",
    "topic": rf"(?P<topic>{_NAME}+)",
    # As an application wrote it, blanks included: nothing checks what a consumer subscribes to.
    "any_topic": r"(?P<topic>[^\n\[\]{}',]+)",
    # An id may begin with an IPv6 address, which stands in brackets.
    "client_id": r"(?P<client_id>(?:\[[0-9A-Fa-f:.%]+\])?[^\s,\[\]{}]+)",
    "address": _ADDRESS,
    "broker": rf"(?P<broker>{_NAME}+)",
    "queue": r"(?P<queue>-?[0-9]+)",
    "code": r"(?P<code>-?[0-9]+)",
    "offset": r"-?[0-9]+",
    "number": r"-?[0-9.]+",
    "any": r"[^\n]*?",
    "rest": r"[^\n]*",
    "said": r'(?:" | {2,}| )',
    "mq": _QUEUE,
    "pull": (
        rf"P(?:ull|op)Request \[(?:topic=[^\n]*?, )?consumerGroup=(?P<group>[^,\n]*), messageQueue={_QUEUE}[^\n]*?\]"
    ),
    "channel": rf"ClientChannelInfo \[channel={_PEER}{_CLIENT}",
    "sub": _SUBSCRIPTION,
    "topic_at_group": r"(?P<topic>[^\s@]*)@(?P<group>[^\s,]*)",
    "consumer": r"ConsumerData \[groupName=(?P<group>[^,\n]*), [^\n]*",
}

# Holes of hundreds of characters: a message is looked for in a record's beginning, so its needle
# stands before them.
_LONG_HOLES = frozenset({"channel", "sub", "consumer", "pull"})
_TELLING = 18

_HOLE = re.compile(r"\{([a-z_]*)\}|(<<|>>)")


def _pattern(template: str, literal: str = "{}") -> str:
    """The template as a regular expression; `<<...>>` marks what becomes `detail`, `literal` what
    stands around each literal piece."""
    pieces: list[str] = []
    position = 0
    for hole in _HOLE.finditer(template):
        pieces.append(literal.format(_escaped(template[position : hole.start()])))
        name, mark = hole.groups()
        pieces.append(_MARKS[mark] if mark else HOLES[name or "any"])
        position = hole.end()
    pieces.append(literal.format(_escaped(template[position:])))
    return "".join(pieces)


_MARKS = {"<<": "(?P<detail>", ">>": ")"}


def _escaped(text: str) -> str:
    return re.escape(text).replace("\\ ", " ")


def _plain(template: str) -> str:
    return template.replace("<<", "").replace(">>", "")


def _cut_hole(name: str, behind: str) -> str:
    """What a hole holds, or the beginning of it, without a field; a hole of anything ends before a bracket or comma."""
    if name in _CLASSES:
        return rf"(?:{_CLASSES[name]}[^\n]*)?"
    if name in ("", "any") and behind:
        return rf"[^\n{re.escape(behind[0])}]*" if behind[0] in "])},;" else r"[^\n]*"
    return "(?:" + re.sub(r"\(\?P<[a-z_]+>", "(?:", HOLES[name or "any"]) + ")?"


_CLASSES = {
    "mq": r"MessageQueue \[",
    "pull": r"P(?:ull|op)Request \[",
    "channel": r"ClientChannelInfo \[",
    "sub": r"SubscriptionData \[",
    "consumer": r"ConsumerData \[",
}
"""How the holes begin that Java's objects print, of hundreds of characters."""
_CUT_OFF = r"[ \t]*(?:\.{2,}|…)?[ \t]*(?:\n|$)"


@dataclass(frozen=True)
class Message:
    """One wording of one event.

    `family` says which log prints it: broker, client, namesrv, or a component (store, remoting,
    lock, pop, proxy, stats) whose log cannot tell whose process it was; `any` for what every
    process prints. `code` is the response code that the message stands for without printing it.
    """

    event: str
    family: str
    template: str
    code: int | None = None

    @cached_property
    def pattern(self) -> str:
        """Regular expression that searches a record for the whole message and captures its fields."""
        return _pattern(self.template)

    @cached_property
    def needle(self) -> str:
        """The longest literal of the template; one that stands in front of what can be of any length, if it tells."""
        long = next((hole for hole in _HOLE.finditer(self.template) if hole.group(1) in _LONG_HOLES), None)
        before = _HOLE.sub("\0", self.template[: long.start()]).split("\0") if long else []
        early = [text for text in before if len(text) >= _TELLING]
        return max(early or self.literals.split("\0"), key=len)

    @cached_property
    def literals(self) -> str:
        """The template's literal pieces, separated by NUL."""
        return _HOLE.sub("\0", self.template)

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The pattern, compiled for Python."""
        return re.compile(self.pattern)

    @cached_property
    def in_pieces(self) -> re.Pattern[str]:
        """The pattern with a nameless group around each of its literal pieces."""
        return re.compile(_pattern(self.template, "({})"))

    @cached_property
    def partials(self) -> tuple[str, ...]:
        """Patterns of the message's beginnings, for records that were cut off; longest first."""
        # The template cut within each hole and within the piece behind it, longest first, as long as the needle is in
        # it; none where that stands in other texts as well. They read what a terminal cut off at the right: the line
        # has to end there. A value is a field only where one character more follows it, which keeps a cut value from
        # being taken for a whole.
        needle = self.needle
        plain = _plain(self.template) if len(needle) >= _TELLING else ""
        holes = list(_HOLE.finditer(plain))
        found = []
        for hole, following in zip(holes, [*(hole.start() for hole in holes[1:]), len(plain)], strict=False):
            if needle in plain[: hole.start()]:
                found.append(_pattern(plain[: hole.start()]) + _cut_hole(hole[1], plain[hole.end() :]) + _CUT_OFF)
            end = hole.end() + 1
            if hole.end() < following and needle in plain[:end]:
                # Any beginning of a literal, the whole of it and none of it too.
                literal = plain[end:following]
                pattern = ""
                for character in reversed(literal):
                    pattern = f"(?:{re.escape(character)}{pattern})?"
                found.append(_pattern(plain[:end]) + pattern + _CUT_OFF)
        return tuple(reversed(found))

    @cached_property
    def compiled_partials(self) -> tuple[re.Pattern[str], ...]:
        """The partials, compiled for Python."""
        return tuple(map(re.compile, self.partials))

    @cached_property
    def in_sources(self) -> tuple[str, ...]:
        """How the message begins where a program says that it prints it: in front of the first value stands what slf4j
        or `String.format` fills, or the end of a string."""
        pieces = re.split(r"\{[a-z_]*\}", _plain(self.template))[:-1]
        before = next(filter(None, pieces), None)
        return tuple(before + unfilled for unfilled in ("{}", "%s", "%d", '" + ')) if before else ()

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Columns that this message fills, in the order in which its pattern captures them."""
        return tuple(re.findall(r"\(\?P<([a-z_]+)>", self.pattern))
