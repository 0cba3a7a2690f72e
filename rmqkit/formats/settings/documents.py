"""Configuration files: `key=value` lines (broker.conf, application.properties, a shell's exports) and YAML (Spring,
docker compose, Kubernetes, access lists). Lines in, the keys that are RocketMQ's out.

A map with a group and a topic sets up a consumer, and its keys carry both; so does a binding of Spring Cloud Stream,
which has two maps (its own, and one of RocketMQ's binder).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import yaml

from rmqkit.formats.settings.keys import OWN_KEY, WrittenKey, is_environment, means, names_in, names_rocketmq, server_of

_KEY = r"^\s*(?:export\s+|ENV\s+|set\s+|-D)?"
PROPERTY = re.compile(rf"{_KEY}(?P<key>[A-Za-z][\w.\-\[\]]*)\s*=(?!=)(?P<value>.*)")
OWN_PROPERTY = re.compile(rf"{_KEY}(?:{OWN_KEY})\s*=(?!=)")
# the class of an exception has a colon behind it as well
_YAML = r"^\s*(?!(?:[a-z]\w*\.){2,}[A-Z]\w*:)(?:(?:\"[^\"]+\"|'[^']+'|[\w./${}\[\]*-]+(?: [\w-]+)?):(?:\s|$)|-(?:\s|$))"
YAML, WITHIN_YAML = re.compile(_YAML), re.compile(rf"{_YAML}|\s+\S")
# a section or key of RocketMQ's own, and what containers, access lists and clients of 5.x are known by
OWN_YAML = re.compile(
    r"(?i)^\s*(?:-\s+)?(?:[\"']?rocket-?mq[\w.-]*[\"']?:(?:\s|$)|globalWhiteRemoteAddresses:|accounts:\s*$"
    r"|(?:name:\s*)?[\"']?(?:NAMESRV_ADDR|JAVA_OPT_EXT|brokerIP1|ROCKETMQ_\w+)\b[\"']?\s*(?:[:=]|$)|image:\s*\S*rocketmq"
    r"|broker\.conf:|spring\.cloud\.stream\.rocketmq[\w.-]*:|[\"']?invisible[-_]?(?:duration|time)\b[\w-]*[\"']?:)"
)
COMMENT = re.compile(r"\s*(?:[#;!]|//|---|$)")
# the topic of a Spring Cloud Stream binding: RocketMQ's, where the text is about RocketMQ
BINDING = re.compile(r"(?:^|[{,.])\s*destination\s*[:=]\s*\S")

_BINDING_NAME = re.compile(r"\bstream\.(?:rocketmq\.)?bindings\.(?P<name>[^.]+)\.")
# what `SimpleConsumer#receive` is given (5.x): a map that has it sets up a client
_INVISIBLE = re.compile(r"(?i)invisible[-_]?(?:duration|time)\b")
_ACL = frozenset({"accounts", "globalWhiteRemoteAddresses"})
_MASKED_BY_STARS = re.compile(r"(?m)(?<=[:-] )(\*+)(?=\s*(?:[,}\]]|$))")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MOST_NODES, _MOST_BROKEN = 20_000, 50

Path = tuple[str, ...]
Owner = tuple[str, str | None]
"""The program that is configured, and of it the consumer or container."""


class Entry(NamedTuple):
    """One key with its value: its line, the names from the document's root to it, and whose it is where they do not
    tell."""

    line: int
    path: Path
    value: str
    owner: Owner | None = None

    @property
    def key(self) -> str:
        """The path as one dotted key."""
        return ".".join(self.path).replace(".[", "[")

    def written(
        self, program: str, part: str | None = None, group: str | None = None, topic: str | None = None
    ) -> WrittenKey:
        """The entry as a row."""
        return WrittenKey.of(self.line, program, self.key, self.value, part, group, topic)


def keys_of_properties(lines: Sequence[str], first: int) -> list[WrittenKey]:
    """What `key=value` lines set; the first is line `first` of its file. A server's file is taken whole."""
    found = [(first + i, match) for i, line in enumerate(lines) if (match := PROPERTY.match(line))]
    entries = [Entry(line, tuple(match["key"].split(".")), _unquoted(match["value"])) for line, match in found]
    server = server_of({entry.key for entry in entries})
    return [entry.written(server) for entry in entries] if server else _client_keys(entries)


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def keys_of_yaml(lines: Sequence[str], first: int) -> list[WrittenKey]:
    """What a YAML document sets for RocketMQ; the first line is line `first` of its file."""
    entries = list(_entries(lines, first))
    values = {entry.path: entry.value for entry in entries}
    has_acl = any(_ACL & set(entry.path) for entry in entries)
    keys: list[WrittenKey] = []
    of_clients: list[Entry] = []
    for entry in entries:
        if has_acl and _ACL & set(entry.path):
            keys.append(entry.written("acl"))
        elif variable := _variable(entry, values):
            of_clients.append(variable)
        elif "\n" in entry.value:  # a file that is a value itself, in a ConfigMap
            inside = entry.value.split("\n")
            keys += keys_of_properties(inside, entry.line + 1) or keys_of_yaml(inside, entry.line + 1)
        elif entry.path[-1] == "image" and names_rocketmq(entry.value):
            keys.append(Entry(entry.line, ("image",), entry.value).written("container", _container(entry.path, values)))
        elif entry.path[0] != "services":
            of_clients.append(entry)
    return sorted([*keys, *_client_keys(of_clients)], key=lambda key: key.line)


def _entries(lines: Sequence[str], first: int) -> Iterator[Entry]:
    """Every scalar of a document with its place. A line that YAML refuses (a placeholder, an ellipsis) is left out, and
    of what holds more than any configuration the end, and of an alias within what it stands for everything."""
    text = _MASKED_BY_STARS.sub(r'"\1"', "\n".join(lines)).split("\n")
    nodes: list[tuple[Path, yaml.Node, frozenset[int]]] = []
    for _ in range(_MOST_BROKEN):
        try:
            documents = list(yaml.compose_all("\n".join(text), Loader=_LOADER))
        except yaml.MarkedYAMLError as error:
            text[min(error.problem_mark.line if error.problem_mark else 0, len(text) - 1)] = ""
        except (yaml.YAMLError, RecursionError):
            return
        else:
            nodes = [((), document, frozenset()) for document in reversed(documents)]
            break
    for _ in range(_MOST_NODES):
        if not nodes:
            return
        path, node, above = nodes.pop()
        if id(node) in above:
            continue
        within = above | {id(node)}
        if isinstance(node, yaml.MappingNode):
            named = [(key.value, value) for key, value in node.value if isinstance(key, yaml.ScalarNode)]
            nodes += [(path if name == "<<" else (*path, name), value, within) for name, value in reversed(named)]
        elif isinstance(node, yaml.SequenceNode):
            nodes += [((*path, f"[{number}]"), value, within) for number, value in reversed([*enumerate(node.value)])]
        elif node.value and path:
            yield Entry(first + node.start_mark.line, path, node.value)


def _variable(entry: Entry, values: Mapping[Path, str]) -> Entry | None:
    """A variable of a container: `- NAME=value`, `NAME: value`, and Kubernetes' `name` with its `value`."""
    *way, last = entry.path
    if not {"environment", "env"} & set([name for name in way if not name.startswith("[")][-1:]):
        return None
    name, value = last, entry.value
    if last == "name" and way[-1].startswith("["):
        name, value = entry.value, values.get((*way, "value"), "")
    elif match := PROPERTY.match(entry.value) if last.startswith("[") else None:
        name, value = match["key"], _unquoted(match["value"])
    return Entry(entry.line, (name,), value, ("container", _container(entry.path, values)))


def _container(path: Path, values: Mapping[Path, str]) -> str | None:
    """The container that a path leads into, as compose and Kubernetes name it."""
    for end, name in enumerate(path[:-1]):
        if name == "services":
            return path[end + 1]
        if name in ("containers", "initContainers"):
            return values.get((*path[: end + 2], "name"))
    return None


def _client_keys(entries: Sequence[Entry]) -> list[WrittenKey]:
    """Of a client's configuration what is RocketMQ's: sections by its name, bindings, what sets up a 5.x client."""
    clients = {entry.path[:-1] for entry in entries if _INVISIBLE.match(entry.path[-1])}
    owned: dict[Owner, list[Entry]] = defaultdict(list)
    for entry in entries:
        way = ".".join(entry.path[:-1])
        if binding := _BINDING_NAME.search(".".join(names_in(entry.key))):
            owned["spring", f"binding {binding['name']}"].append(entry)
        elif entry.owner:
            owned[entry.owner].append(entry)
        elif not way and is_environment(entry.key):
            owned["environment", None].append(entry)
        elif entry.path[:-1] in clients:
            owned["client", way].append(entry)
        elif any(map(names_rocketmq, entry.path)):
            owned["spring", way].append(entry)
        elif entry.key in ("spring.application.name", "spring.profiles.active"):
            owned["spring", None].append(entry)
    keys = [key for owner, own in owned.items() for key in _part_keys(*owner, own)]
    return sorted(keys, key=lambda key: key.line)


# a binding through which Spring Cloud Stream sends takes no group; one of another broker's binder is none of ours
_SENDS = re.compile(r"(?i)producer|output|-out-\d+$")
_OTHER_BINDERS = frozenset({"kafka", "rabbit"})


def _part_keys(program: str, part: str | None, entries: Sequence[Entry]) -> list[WrittenKey]:
    """What one map, binding or container sets. With a group and a topic it is a consumer; with several topics as many,
    for Spring Cloud Stream binds each destination by itself (`BindingService#bindConsumer`)."""
    if program == "container":
        has_own = any(is_environment(entry.key) for entry in entries)
        entries = [one for one in entries if is_environment(one.key) or (has_own and means(one.key) in _NAMES)]
    if _OTHER_BINDERS & {entry.value for entry in entries if entry.path[-1] == "binder"}:
        return []
    told = {means(entry.key): entry.value for entry in entries}
    group = told.get("consumerGroup")
    topics = [topic for name in told.get("topic", "").split(",") if (topic := name.strip())]
    if not (group and topics) or _SENDS.search(part or ""):
        is_named = program == "container" or (part or "").startswith("binding ")
        return [entry.written(program, part if is_named else None) for entry in entries]
    consumer = part or program
    parts = {topic: f"{consumer} ({topic})" if len(topics) > 1 else consumer for topic in topics}
    return [entry.written(program, parts[topic], group, topic) for topic in topics for entry in entries]


_NAMES = frozenset({"consumerGroup", "topic"})
