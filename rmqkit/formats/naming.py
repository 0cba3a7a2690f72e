"""Which group, topic and client a block is about: from its command, its rows, and last from the file's name; and what
files' names tell of their order and kinship."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from rmqkit.formats.block import Kind
from rmqkit.formats.mqadmin.running_info import client_id_in, property_in

# The number of a look at the end of a file's name; a group's name may end like that as well.
_LOOK = re.compile(r"[-_.]\d+$")
# `ConsumerStatusSubCommand` writes to <milliseconds since 1970>/<client id>, all versions.
_FOLDER = re.compile(r"(?:^|/)([0-9]{13})/[^/]+$")
_NUMBER = re.compile(r"(\d+)")


def natural_order(name: str) -> list[tuple[int, int, str]]:
    """A key that sorts names as people count: look-2 before look-10."""
    parts = filter(None, _NUMBER.split(name))
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


Output = TypeVar("Output")


def oldest_first(
    outputs: Iterable[Output], place: Callable[[Output], tuple[str, int]], at: Callable[[Output], datetime | None]
) -> list[Output]:
    """Outputs in the natural order of their files' names, and of their blocks within a file; those with a moment change
    places among themselves, by it."""
    ordered = sorted(outputs, key=lambda output: (natural_order(place(output)[0]), place(output)[1]))
    dated = [(moment, output) for output in ordered if (moment := at(output)) is not None]
    by_time = iter([output for _, output in sorted(dated, key=lambda pair: pair[0])])
    return [output if at(output) is None else next(by_time) for output in ordered]


def series_of(name: str) -> str:
    """What the looks of one series have in common: their name with its numbers left open."""
    return _NUMBER.sub("#", name)


# logback moves what it has rolled into `otherdays` and numbers it; others put a date or a number beside `.log`.
_ROLLED = re.compile(
    r"(?P<log>(?:[^/]*/)*[^/]+?)"
    r"(?:[-._]\d{4}-?\d\d-?\d\d)?(?:[-._]\d{1,3})?\.log(?:[-._]\d{4}-?\d\d-?\d\d)?(?:\.\d{1,3})?(?:\.gz)?"
)


def current_log(name: str) -> str | None:
    """The file in which a log goes on of which this may be a part that was rolled: `broker.log` for
    `otherdays/broker.1.log.gz` and `broker.2026-11-30.1.log`. None for a name that is no log's."""
    found = _ROLLED.fullmatch(name.replace("otherdays/", ""))
    return f"{found['log']}.log" if found else None


def moment_of_folder(name: str) -> datetime | None:
    """When mqadmin wrote a client's running info, by the folder that consumerStatus makes for it."""
    folder = _FOLDER.search(name)
    return datetime.fromtimestamp(int(folder[1]) / 1000, UTC) if folder else None


def without_number(name: str) -> str:
    """The name without the number of a look behind it."""
    return _LOOK.sub("", name)


# kind -> how a capture's files are named after the command; the number of a snapshot may follow
_FILE_NAMES: dict[Kind, str] = {
    Kind.CONSUMER_PROGRESS: "consumerProgress",
    Kind.CONSUMER_CONNECTION: "consumerConnection",
    Kind.CONSUMER_STATUS: "consumerStatus",
    Kind.TOPIC_ROUTE: "topicRoute",
    Kind.TOPIC_STATUS: "topicStatus",
}
_SNAPSHOTS = frozenset({Kind.CONSUMER_PROGRESS, Kind.CONSUMER_CONNECTION})
TOPIC_KINDS = frozenset({Kind.TOPIC_ROUTE, Kind.TOPIC_STATUS})
"""What is about one topic, not about a group."""
_RETRY = re.compile(r"(?:^|[\s|`\"',;])%RETRY%(?P<group>[^\s|`\"',;]+)")
_SUFFIX = re.compile(r"\.(?:txt|log|out|json|md|text)$", re.IGNORECASE)
_ADDRESSED = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}@")  # how a client id begins, unless it was set otherwise
_CUT_AT = (32, 64)  # widths at which mqadmin cuts a topic without a mark


def named_by_file(kind: Kind, name: str) -> str | None:
    """The group or topic that a file's name holds:
    `topicRoute-orders.txt`, `1015_topicRoute-orders.txt`, `consumerProgress-groupA-3.txt`.

    A number alone counts looks and names nothing: `consumerProgress-1.txt`.
    """
    command = _FILE_NAMES.get(kind)
    if command is None:
        return None
    match = re.search(rf"(?:^|[-_.]){command}[-_.](?P<rest>.+)$", _SUFFIX.sub("", _base(name)), re.IGNORECASE)
    if match is None:
        return None
    rest = without_number(match["rest"]) if kind in _SNAPSHOTS else match["rest"]
    return None if not rest or rest.isdecimal() else rest


def asked_by(command: str | None) -> Kind | None:
    """The output that a command prints, of those that files are named after."""
    return next((kind for kind, name in _FILE_NAMES.items() if name == command), None)


def _base(name: str) -> str:
    return re.split(r"[/\\]", name)[-1]


def group_in_rows(kind: Kind, lines: Sequence[str], hint: str | None) -> str | None:
    """The group that a retry topic or a property among the lines names; None if none or several do.

    A pop group's retry topics (`%RETRY%group_topic`, `%RETRY%group+topic`) name the same group. A
    name cut at a column's width gives way to a hint that begins with it.
    """
    if kind is Kind.RUNNING_INFO and (group := property_in(lines, "consumerGroup")):
        return group
    groups = _retried(lines) if kind in _WITH_RETRY else set()
    if len(groups) != 1:
        return None
    (group,) = groups
    cut = kind is Kind.CONSUMER_PROGRESS and len(group) + len("%RETRY%") in _CUT_AT
    return hint if cut and hint and hint.startswith(group) else group


_WITH_RETRY = frozenset({Kind.CONSUMER_PROGRESS, Kind.CONSUMER_CONNECTION, Kind.RUNNING_INFO})


def _retried(lines: Sequence[str]) -> set[str]:
    """The groups whose retry topics stand in the lines; those of pop carry the topic behind the group's name."""
    matches = (_RETRY.search(line) for line in lines if "%RETRY%" in line)
    names = {match["group"] for match in matches if match}
    return {name for name in names if not any(name.startswith((other + "_", other + "+")) for other in names)}


# `consumerGroup: G` says whose name follows; `group [G]` and `consumer G` may mean something else
_OF_A_GROUP = re.compile(
    r"(?:(?P<sure>consumer[ _-]?group(?:[ _-]?(?:name|id))?)|group(?:[ _-]?(?:name|id))?|consumer|消费者?组|消费者)"
    r"[\"']?\s{0,2}(?P<set>[:=\uff1a])?[\s\[<({\"'\u2018\u201c]{0,3}(?P<name>[\w%|-]+)",
    re.IGNORECASE,
)


def groups_said_in(text: str) -> tuple[tuple[str, bool], ...]:
    """The words of a text that stand where a group's name does, in their order, each with whether
    nothing else can stand there."""
    named = _OF_A_GROUP.finditer(text)
    return tuple((match["name"], bool(match["sure"] and match["set"])) for match in named)


def client_of(lines: Sequence[str], name: str) -> str | None:
    """Whose running info this is: mqadmin names the file after the client id, before which people put words of their
    own; 5.x clients also report its parts."""
    base = _SUFFIX.sub("", _base(name))
    begins = _ADDRESSED.search(base)
    base = base[begins.start() :] if begins else base
    reported = client_id_in(lines)
    if "@" in base and (reported is None or base.split("@")[0] == reported.split("@")[0]):
        return base
    return reported


def name_servers_in(text: str) -> set[str]:
    """The addresses in a list of name servers as -n and `PROP_NAMESERVER_ADDR` have it: `10.0.0.1:9876;10.0.0.2:9876`.

    Placeholders such as NAMESRV name nobody.
    """
    return {address for address in re.split(r"[;,\s]+", text) if ":" in address}
