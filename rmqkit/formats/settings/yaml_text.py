"""As much of YAML as configuration is written in: maps, lists, scalars, texts in block form.

Anchors, merges and flow collections over several lines are not read: such a value stays a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rmqkit.formats.settings import properties
from rmqkit.formats.settings.keys import (
    WrittenKey,
    is_environment,
    is_of_rocketmq,
    masked,
    unquoted,
)

_KEY = re.compile(r"^(?P<key>\"[^\"]+\"|'[^']+'|[\w./${}\[\]*-]+(?: [\w-]+)?):(?:\s+(?P<value>\S.*?))?\s*$")
_CLASS = re.compile(r"(?:[a-z]\w*\.){2,}[A-Z]\w*:")
_ITEM = re.compile(r"^-(?:\s+(?P<rest>\S.*?))?\s*$")
_ENDED = re.compile(r"\s+#.*$")
_BLOCK = re.compile(r"^[|>][+-]?\d?$")
# a section or dotted key of RocketMQ's own, and what containers and access lists are told by; the
# class of an exception has a colon behind it as well
_MARKS = re.compile(
    r"(?i)^\s*(?:-\s+)?(?:[\"']?rocket-?mq[\w.-]*[\"']?:(?:\s|$)|globalWhiteRemoteAddresses:|accounts:\s*$"
    r"|(?:name:\s*)?[\"']?(?:NAMESRV_ADDR|JAVA_OPT_EXT|brokerIP1)\b[\"']?\s*(?:[:=]|$)|image:\s*\S*rocketmq"
    r"|broker\.conf:|spring\.cloud\.stream\.rocketmq[\w.-]*:|[\"']?invisible[-_]?(?:duration|time)\b[\w-]*[\"']?:)"
)
# What `SimpleConsumer#receive` is given (5.x): a map of a configuration that has it sets up a client.
_INVISIBLE = re.compile(r"(?i)invisible[-_]?(?:duration|time)\b")
_ACL = frozenset({"accounts", "globalWhiteRemoteAddresses"})
_IN_CONTAINERS = frozenset({"environment", "env"})


@dataclass
class _Open:
    """A map or list that is open: how far it is set in, its name, the items so far."""

    indent: int
    name: str
    items: int = 0


@dataclass
class _Walk:
    """The way from the document's root to the line that is read."""

    lines: Sequence[str]
    way: list[_Open] = field(default_factory=list)

    def path(self) -> tuple[str, ...]:
        return tuple(level.name for level in self.way)

    def leave(self, indent: int, is_item: bool) -> None:
        """Back to what line's own indent stands in; a list may stand as far left as its name."""
        while self.way and self._is_left(self.way[-1], indent, is_item):
            self.way.pop()

    @staticmethod
    def _is_left(level: _Open, indent: int, is_item: bool) -> bool:
        names_the_list = is_item and level.indent == indent and not level.name.startswith("[")
        return level.indent >= indent and not names_the_list


@dataclass(frozen=True)
class Entry:
    """One scalar with its place: line, the names from the root to it, its text."""

    line: int
    path: tuple[str, ...]
    value: str


def entries(lines: Sequence[str]) -> Iterator[Entry]:
    """Every scalar of a document; a text in block form is one entry, at its first own line."""
    walk = _Walk(lines)
    i = 0
    while i < len(lines):
        text = _content(lines[i])
        if not text:
            i += 1
            continue
        indent = len(lines[i]) - len(lines[i].lstrip())
        walk.leave(indent, text.startswith("-"))
        entry, taken = _entry(walk, i, indent, text)
        if entry is not None:
            yield entry
        i += taken


def _content(line: str) -> str:
    text = line.strip()
    return "" if text.startswith(("#", "---")) else text


def _entry(walk: _Walk, i: int, indent: int, text: str) -> tuple[Entry | None, int]:
    """What line i tells: a scalar, the name of what is set in below it, or a text in block form."""
    if item := _ITEM.match(text):
        walk.way.append(_Open(indent, f"[{_number(walk)}]"))
        rest = item["rest"]
        if rest is None:
            return None, 1
        inner = indent + len(text) - len(text[1:].lstrip())
        return _entry(walk, i, inner, rest)
    match = _KEY.match(text)
    if match is None:
        return Entry(i, walk.path(), unquoted(_ENDED.sub("", text))), 1
    name, value = unquoted(match["key"]), _ENDED.sub("", match["value"] or "").strip()
    if value.startswith("#"):
        value = ""
    walk.way.append(_Open(indent, name))
    if _BLOCK.match(value):
        return _block(walk, i, indent)
    return (Entry(i, walk.path(), unquoted(value)) if value else None), 1


def _number(walk: _Walk) -> int:
    """Which item of the open list a line begins; the list belongs to the last name above it."""
    owner = walk.way[-1] if walk.way else None
    if owner is None:
        return 0
    owner.items += 1
    return owner.items - 1


def _block(walk: _Walk, i: int, indent: int) -> tuple[Entry, int]:
    """A text in block form: the lines below that are set in further."""
    end = i + 1
    while end < len(walk.lines):
        line = walk.lines[end]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        end += 1
    return Entry(i + 1, walk.path(), "\n".join(walk.lines[i + 1 : end])), end - i


def runs(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """From where to where lines are YAML, with something of RocketMQ among them."""
    i = 0
    while i < len(lines):
        if not _opens(lines[i]):
            i += 1
            continue
        end = _end(lines, i)
        if any(_MARKS.match(line) for line in lines[i:end]):
            yield i, end
        i = end


def _opens(line: str) -> bool:
    text = _content(line)
    return bool(text) and not _CLASS.match(text) and (_KEY.match(text) is not None or _ITEM.match(text) is not None)


def _end(lines: Sequence[str], begin: int) -> int:
    """Behind the last line that a document holds: names, items, and what is set in below them."""
    end = i = begin
    base = len(lines[begin]) - len(lines[begin].lstrip())
    while i < len(lines):
        line = lines[i]
        set_in = len(line) - len(line.lstrip()) > base
        if not (not line.strip() or _opens(line) or _content(line) == "" or set_in):
            break
        end = i + 1 if line.strip() else end
        i += 1
    return end


def settings(lines: Sequence[str], first: int = 0) -> list[WrittenKey]:
    """What such a document sets for RocketMQ; other programs' keys are left out."""
    document = list(entries(lines))
    acl = any(_ACL & set(entry.path) for entry in document)
    clients = {entry.path[:-1] for entry in document if entry.path and _INVISIBLE.match(entry.path[-1])}
    written: list[WrittenKey] = []
    for number, entry in enumerate(document):
        if entry.path[:-1] in clients:
            key = ".".join(entry.path)
            written.append(WrittenKey(entry.line, "client", key, masked(key, entry.value)))
        else:
            written += _as_settings(entry, document[number + 1 :], acl)
    return [replace(setting, line=setting.line + first) for setting in written]


def _as_settings(entry: Entry, after: Sequence[Entry], acl: bool) -> list[WrittenKey]:
    key = ".".join(entry.path).replace(".[", "[")
    if "\n" in entry.value:
        return properties.settings(entry.value.split("\n"), entry.line)
    if acl and _ACL & set(entry.path):
        return [WrittenKey(entry.line, "acl", key, masked(key, entry.value))]
    if _IN_CONTAINERS & set(entry.path):
        return _environment(entry, after)
    if entry.path and entry.path[-1] == "image" and is_of_rocketmq(entry.value):
        return [WrittenKey(entry.line, "container", "image", entry.value, _container(entry))]
    if any(map(is_of_rocketmq, entry.path)) or key == "spring.application.name":
        return [WrittenKey(entry.line, "spring", key, masked(key, entry.value))]
    return []


def _environment(entry: Entry, after: Sequence[Entry]) -> list[WrittenKey]:
    """`- NAME=value`, `NAME: value`, and Kubernetes' `- name: NAME` above `value: ...`."""
    name, value = entry.path[-1], entry.value
    if name.startswith("[") and "=" in value:
        name, _, value = value.partition("=")
    elif name == "name" and after and after[0].path[:-1] == entry.path[:-1] and after[0].path[-1] == "value":
        name, value = value, after[0].value
    if not is_environment(name):
        return []
    return [WrittenKey(entry.line, "container", name, masked(name, unquoted(value)), _container(entry))]


def _container(entry: Entry) -> str | None:
    """The service that compose names; the workload's containers have no name on the way."""
    path = entry.path
    return path[path.index("services") + 1] if "services" in path[:-1] else None
