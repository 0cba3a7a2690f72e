"""What `mqadmin topicRoute` prints: fastjson's JSON with bare numeric keys, or the list of -l (4.9.0 and later).

TopicRouteSubCommand. JSON that was squeezed or cut is read object by object; an object that is not whole stays
unparsed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from rmqkit.formats.block import Kind, Row
from rmqkit.formats.mqadmin.reading import OpenBlock, cells_at, read_block
from rmqkit.formats.mqadmin.rows import guess, int_of
from rmqkit.formats.output import LineSign, Output, Role

JSON_START = re.compile(r"^\s*\{|^\s*\"(?:brokerDatas|queueDatas)\"\s*:")
_JSON_KEYS = re.compile(r"['\"]?(?:brokerDatas|queueDatas)['\"]?\s*:")
_JSON_LINE = re.compile(r"^\s*(?:[\[\]{},\s]+|[{\[,]*\s*(?:['\"][^'\"]*['\"]|\w+)\s*:.*|\}.*)$")
_MOST_JSON_LINES = 20_000

_OBJECT = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_PAIR = re.compile(r"['\"]?(?P<key>\w+)['\"]?\s*[:=]\s*(?:['\"](?P<text>[^'\"]*)['\"]|(?P<bare>[^,{}\[\]\s]+))")
_ADDRESSES = re.compile(r"['\"]?brokerAddrs['\"]?\s*:\s*\{(?P<inside>[^{}]*)\}")
# lines that hold together what the objects say
_FRAME = re.compile(
    r"^[\s{}\[\],]*(?:['\"]?(?:brokerDatas|queueDatas|filterServerTable|orderTopicConf|topicQueueMapping\w*)['\"]?\s*:.*)?$"
)
_COLUMNS = ("cluster", "broker", "broker_addrs", "read_queues", "write_queues", "perm")
_TOTAL = re.compile(r"^\s*Total:\s+\d+\s+-?\d+\s+-?\d+\s*$")


def json_length(lines: Sequence[str], i: int) -> int:
    """How many lines the route's JSON takes from line i on; 0 if none starts there."""
    if not JSON_START.match(lines[i]) or not any(_JSON_KEYS.search(line) for line in lines[i : i + 12]):
        return 0
    depth = 0
    end = i
    for end in range(i, min(len(lines), i + _MOST_JSON_LINES)):
        if lines[end].strip() and not _JSON_LINE.match(lines[end]):
            return end - i
        bare = re.sub(r"\"[^\"]*\"", "", lines[end])
        depth += bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")
        if depth <= 0 and bare.strip():
            return end - i + 1
    return end - i + 1


# a row of -l without its header: the braces around the addresses make it certain
guess_layout = guess("route", (_COLUMNS,), lambda cells, _: True)


@dataclass(frozen=True)
class RouteBroker:
    """What a route says of a broker beside its queues: `addresses` by broker id, of which 0 is the master's
    (`MixAll.MASTER_ID`)."""

    cluster: str | None = None
    addresses: Mapping[str, str | None] = field(default_factory=dict)

    def row(self, topic: str | None, broker: str, queues: Mapping[str, str]) -> Row:
        """The row of the broker's `QueueData`. Raises ValueError for numbers that are none of RocketMQ's."""
        first = min(self.addresses, key=lambda broker_id: (len(broker_id), broker_id), default="")
        return {
            "kind": Kind.TOPIC_ROUTE.value, "topic": topic, "broker": broker, "queue": None,
            "read_queues": int_of(queues["readQueueNums"]), "write_queues": int_of(queues["writeQueueNums"]),
            "perm": int_of(queues["perm"]) if "perm" in queues else None, "cluster": self.cluster,
            "address": self.addresses.get(first), "master": "0" in self.addresses if self.addresses else None,
        }  # fmt: skip


def _pairs(text: str) -> dict[str, str]:
    return {m["key"]: m["text"] if m["text"] is not None else m["bare"] for m in _PAIR.finditer(text)}


def _take_json(reading: OpenBlock, i: int, length: int) -> int:
    text = "\n".join(reading.lines[i : i + length])
    opening = text.find("{") if text.lstrip().startswith("{") else -1
    # the outermost braces are skipped, since they close last or never
    text = text[:opening] + " " + text[opening + 1 :] if opening >= 0 else text
    objects = [(match, _pairs(match[0]), _ADDRESSES.search(match[0])) for match in _OBJECT.finditer(text)]
    brokers: dict[str, RouteBroker] = {}
    for match, _, addresses in objects:
        if addresses:
            own = _pairs(match[0].replace(addresses[0], ""))
            brokers[own.get("brokerName", "")] = RouteBroker(own.get("cluster"), _pairs(addresses["inside"]))
    covered: set[int] = set()
    naming: set[int] = set()
    for match, pairs, _ in objects:
        of_servers = "filterServerTable" in text[: match.start()][-40:]
        if "brokerAddrs" not in match[0] and pairs.keys() >= _QUEUE_DATA:
            broker = pairs["brokerName"]
            try:
                row = brokers.get(broker, RouteBroker()).row(reading.block.topic, broker, pairs)
            except ValueError:  # its lines stay unparsed, those of the other brokers do not
                continue
            # Cited is the line that names the broker: where JSON is printed a value a line, the first one is a brace.
            named = i + text.count("\n", 0, text.index("brokerName", match.start()))
            reading.parsed.add("topic_queues", {"line": reading.number(named), **row})
            naming.add(named)
        elif "readQueueNums" in pairs or not ("brokerName" in pairs or of_servers or pairs.keys() >= _QUEUE_MAPPING):
            continue  # one with queues has lost its braces; else it would say where brokers are, or map queues
        covered.update(range(i + text.count("\n", 0, match.start()), i + text.count("\n", 0, match.end()) + 1))
    for j in range(i, i + length):
        if not reading.lines[j].strip():
            reading.parsed.blank += 1
        elif j in naming:
            reading.parsed.rows += 1
        elif j in covered or _FRAME.match(reading.lines[j]):
            reading.continuation()
        else:
            reading.parsed.unparsed.append(reading.number(j))
    return length


_QUEUE_DATA = frozenset({"readQueueNums", "writeQueueNums", "brokerName"})
# `TopicQueueMappingInfo` of 5.x, by the broker that holds the queues of a static topic.
_QUEUE_MAPPING = frozenset({"bname", "scope", "topic", "totalQueues"})


def _take(reading: OpenBlock, i: int) -> int:
    """Rows of `topic_queues`, one per broker; the topic is the command's or the file name's."""
    if length := json_length(reading.lines, i):
        return _take_json(reading, i, length)
    found = cells_at(reading, i, guess_layout)
    if found is None:
        return reading.header(i, "route") or (reading.noise() if _TOTAL.match(reading.lines[i]) else 0)
    cells, taken = found
    if not {"broker", "read_queues", "write_queues", "perm"} <= cells.keys():
        return 0
    addresses = dict(re.findall(r"(\d+)=([^,}\s]+)", cells.get("broker_addrs", "")))
    numbers = {"readQueueNums": cells["read_queues"], "writeQueueNums": cells["write_queues"], "perm": cells["perm"]}
    row = RouteBroker(cells.get("cluster"), addresses).row(reading.block.topic, cells["broker"], numbers)
    return reading.row("topic_queues", i, row, taken)


def _heading(lines: Sequence[str], i: int, text: str) -> LineSign | None:
    length = json_length(lines, i) if text[0] in "{\"'" else 0
    return LineSign(Role.HEADER, Kind.TOPIC_ROUTE, length=length) if length else None


OUTPUT = Output(
    kind=Kind.TOPIC_ROUTE,
    parse=partial(read_block, take=_take),
    marks=(r"#?Cluster\s?Name\s+#?Broker\s?Name\b",),
    tables={"route": 0},
    heading=_heading,
    is_footer=_TOTAL.match,
    guess=guess_layout,
)
