"""What `mqadmin consumerConnection` prints: clients, the group's merged subscription, type and model.

ConsumerConnectionSubCommand. Up to 4.9.2 there are no headers and the first subscription is glued to `Below is
subscription:`; the web console's dialog shows the same parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from rmqkit.formats.block import Kind
from rmqkit.formats.mqadmin.consumer_progress import title_group
from rmqkit.formats.mqadmin.reading import OpenBlock, cells_at, read_block
from rmqkit.formats.mqadmin.rows import Cells, Layout, read_row, row_pattern
from rmqkit.formats.output import Draft, LineSign, Output, Role, takes_a_table_s_lines
from rmqkit.formats.prompts import is_noise

BELOW = re.compile(r"^\s*Below is subscription:\s*(?P<rest>.*)$")
# up to 4.9.2: index, topic and expression; ClassFilter would make it running info's
SUBSCRIPTION = re.compile(r"^\s*(?P<index>\d{3,})\s+Topic: (?P<topic>\S+)\s+SubExpression: ?(?P<expression>.*?)\s*$")
TRAILER = re.compile(r"^\s*(?P<key>ConsumeType|MessageModel|ConsumeFromWhere):\s*(?P<value>\w+)\s*$")

TRAILERS = {
    "ConsumeType": "consume_type", "MessageModel": "message_model", "ConsumeFromWhere": "consume_from_where",
}  # fmt: skip
"""What stands below the subscriptions, and its column."""
_INDEXED = Layout("clients", ("index", "client_id", "client_addr", "language", "version"))
_PLAIN = Layout("clients", ("client_id", "client_addr", "language", "version"))
_SUBSCRIPTIONS = Layout("subscriptions", ("topic", "expression"))
_INDEX = re.compile(r"^\s*\d{3}\s+\S+\s+\S+:\d")  # four digits are producerConnection's
_TOPIC = re.compile(r"[^\s:：,，.。()（）<>\[\]{}\"'#$&@!?;=`]+$")  # what no topic's name can hold is left out
_ADDRESS = re.compile(r"\s\S+:\d{1,5}\s+(?:[A-Z]|null\s)")


def guess_client(line: str) -> Layout | None:
    """The layout of a client's row without a header: up to 4.9.2 an index of three digits, later none."""
    if not _ADDRESS.search(line):
        return None
    for layout, certain in ((_INDEXED, _INDEX.match(line)), (_PLAIN, not re.match(r"\s*\d{3,4}\s", line))):
        match = row_pattern(layout.columns).match(line) if certain else None
        if match and match["client_addr"] and re.match(r"V\d|HIGHER_|null", match["version"]):
            return layout
    return None


def _subscribe(reading: OpenBlock, i: int, cells: Cells) -> int:
    values = {
        "group": reading.block.group, "client_id": None,
        "topic": cells["topic"], "expression": cells.get("expression", "").strip(),
    }  # fmt: skip
    return reading.row("subscriptions", i, values)


def _conclude(reading: OpenBlock, i: int, trailer: re.Match[str]) -> int:
    reading.section = "trailer"
    value = None if trailer["value"] == "null" else trailer["value"]
    return reading.conclude(i, **{TRAILERS[trailer["key"]]: value})


def _take(reading: OpenBlock, i: int) -> int:
    """Rows of `connections` and `subscriptions`, and one of `answers` with type, model and starting point."""
    line, block = reading.lines[i], reading.block
    if trailer := TRAILER.match(line):
        return _conclude(reading, i, trailer)
    if below := BELOW.match(line):
        reading.section, reading.layout = "subscriptions", _SUBSCRIPTIONS
        glued = SUBSCRIPTION.match(below["rest"])
        if glued:
            return _subscribe(reading, i, glued.groupdict())
        trailer = TRAILER.match(below["rest"])
        return _conclude(reading, i, trailer) if trailer else (0 if below["rest"] else reading.noise())
    if taken := reading.header(i, "clients"):
        return taken
    if taken := reading.header(i, "subscriptions"):
        reading.section = "subscriptions"
        return taken
    found = cells_at(reading, i, guess_client) if reading.section == "" else None
    if found and (client_id := found[0].get("client_id")):
        cells, taken = found
        values = {
            "kind": block.kind.value, "group": block.group, "broker_address": block.broker,
            "client_id": client_id, "address": cells.get("client_addr"),
        }  # fmt: skip
        return reading.row("connections", i, values | reading.values(cells, "language", "version"), taken)
    if subscribed := SUBSCRIPTION.match(line):
        return _subscribe(reading, i, subscribed.groupdict())
    if reading.section == "subscriptions" and not is_noise(line) and reading.layout is not None:
        row = read_row(reading.layout, line)
        if row and _TOPIC.match(row.get("topic", "")):
            return _subscribe(reading, i, row)
    return reading.noise() if title_group(line) else 0


def _heading(lines: Sequence[str], i: int, text: str) -> LineSign | None:
    return LineSign(Role.HEADER, Kind.CONSUMER_CONNECTION, _BELOW) if BELOW.match(text) else None


def _part(text: str) -> LineSign | None:
    if TRAILER.match(text):
        return LineSign(Role.FOOTER, Kind.CONSUMER_CONNECTION, _TRAILER)
    if SUBSCRIPTION.match(text):
        return LineSign(Role.BODY, Kind.CONSUMER_CONNECTION, _TOPICS)
    return None


def _takes(draft: Draft, line: str) -> bool:
    """Among the subscriptions, expressions may be anything of two words; elsewhere what looks like a table."""
    if draft.section not in (_BELOW, _TOPICS):
        return takes_a_table_s_lines(draft, line)
    apart = draft.role is Role.BLANK and not draft.spaced
    return not draft.closed and not apart and len(_WORDS.findall(line)) >= 2


_WORDS = re.compile(r"[^\s,;|]+")
_BELOW, _TOPICS, _TRAILER = 1, 2, 3  # the sections after the clients
OUTPUT = Output(
    kind=Kind.CONSUMER_CONNECTION,
    parse=partial(read_block, take=_take),
    marks=(
        r"#?Client\s?Id\s+#?Client\s?Addr\b",
        r"#?Topic\s+#?Sub\s?Expression\b",
        r"Below is subscription:",
        r"(?:ConsumeType|MessageModel|ConsumeFromWhere): (?:[A-Z]|null)",
    ),
    tables={"clients": 0, "subscriptions": _TOPICS},
    heading=_heading,
    part=_part,
    guess=guess_client,
    takes=_takes,
)
