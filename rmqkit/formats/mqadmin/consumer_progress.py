"""What `mqadmin consumerProgress` prints, with -g and without, in all versions, and the web console's tables; what
`mqadmin brokerConsumeStats` prints of a broker.

ConsumerProgressSubCommand 4.0.0 to 5.4. The layout comes from the header, without one from the row's shape.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from rmqkit.formats.block import Kind, Row
from rmqkit.formats.mqadmin.reading import OpenBlock, cells_at, read_block
from rmqkit.formats.mqadmin.rows import Cells, adds_up, double_of, guess, long_of
from rmqkit.formats.output import Draft, LineSign, Output, Role, follows_in_order
from rmqkit.formats.prompts import Command

# ConsumerProgressSubCommand's totals; spelled differently from 5.1.0 on
_TOTAL = re.compile(
    r"^[ |]*(?:Consume TPS:\s*(?P<tps>[-\d.,]+(?:E-?\d+)?|NaN)|(?:Consume )?Diff Total:\s*(?P<diff>-?\d+)"
    r"|Consume Inflight Total:\s*-?\d+)[ |]*$"
)
# the web console's heading over the table of one topic, and its title with the group
_TOPIC_HEADING = re.compile(r"^(?:主题|Topic)\s*[:：]?\s*(?P<topic>\S+)\s+(?:延迟|Delay)\s*[:：]?\s*-?\d+.*$")
_TITLE = re.compile(r"^\[(?P<group>[^\]\s]+)\]\s*(?:消费详情|终端|CONSUME[ _]DETAIL|CLIENT)\s*$", re.IGNORECASE)

_COMMON = ("topic", "broker", "queue", "broker_offset", "consumer_offset")
# without a header: from the layout with most columns to that with least
_SHAPES = tuple(
    (*_COMMON, *more, "last_time")
    for more in (("client_ip", "diff", "inflight"), ("client_ip", "diff"), ("diff", "inflight"), ("diff",))
)
_GROUP_COLUMNS = ("group", "count", "version", "type", "model", "tps", "diff")
# the console shows ConsumeType's names; mqadmin calls a pop group PUSH
TYPES = {"CONSUME_PASSIVELY": "PUSH", "CONSUME_ACTIVELY": "PULL", "CONSUME_POP": "PUSH", "POP": "PUSH"}
_NO_OWNER = frozenset({"N/A", "NA", "null"})

# a row without its header needs its owner where it may have one, and its LastTime, or a Diff that is the difference of
# its offsets; one of the listing of all groups a version
guess_layout = guess(
    "progress",
    _SHAPES,
    lambda cells, _: cells.get("client_ip", "") is not None and (cells["last_time"] is not None or adds_up(cells)),
)
guess_groups = guess(
    "groups", (_GROUP_COLUMNS,), lambda cells, _: re.match(r"OFFLINE$|V\d_|HIGHER_", cells["version"] or "")
)


def topic_heading(line: str) -> str | None:
    """The topic of the web console's heading over a table; None for other lines."""
    match = _TOPIC_HEADING.match(line.strip())
    return match["topic"] if match else None


def title_group(line: str) -> str | None:
    """The group in the title of one of the web console's dialogs; None for other lines."""
    match = _TITLE.match(line.strip())
    return match["group"] if match else None


def owner(text: str | None) -> str | None:
    """The part of a client id before the first @, as mqadmin shows it; None where nobody is named."""
    return None if text is None or text in _NO_OWNER else text.split("@")[0]


def queue_row(reading: OpenBlock, cells: Cells) -> Row:
    """One row of the table `progress` from the cells of one queue."""
    columns = reading.layout.columns if reading.layout else ()
    # of a merged cell (the row above), or of the console's heading
    above = reading.last.get("topic") if "topic" in columns else reading.section or reading.block.topic
    return {
        "group": cells.get("group", reading.block.group),
        "topic": cells.get("topic") or above,
        "broker": cells.get("broker") or reading.last.get("broker"),
        "client_ip": owner(cells.get("client_ip")),
        "client_ip_shown": "client_ip" in cells or "client_ip" in columns,
        **reading.values(cells, "queue", "broker_offset", "consumer_offset", "diff", "inflight", "last_time"),
    }


def read_totals(reading: OpenBlock, i: int) -> int:
    """Take one of the totals' lines."""
    total = _TOTAL.match(reading.lines[i])
    if total and total["tps"]:
        return reading.conclude(i, consume_tps=double_of(total["tps"]))
    if total and total["diff"]:
        return reading.conclude(i, diff_total=long_of(total["diff"]))
    return reading.noise() if total else 0


def _take_queue(reading: OpenBlock, i: int) -> int:
    """Rows of `progress`, one per queue, and one of `answers` with the totals."""
    if found := cells_at(reading, i, guess_layout):
        cells, taken = found
        columns = reading.layout.columns if reading.layout else ()
        has_inflight = "inflight" in cells or "inflight" not in columns
        if "last_time" in columns and not ("last_time" in cells and has_inflight):
            # The line ends before its LastTime, or lacks a number: what proves that its numbers are whole?
            cells.pop("inflight", None)
            if not ({"broker_offset", "consumer_offset", "diff"} <= cells.keys() and adds_up(cells)):
                return 0
        return reading.row("progress", i, queue_row(reading, cells), taken) if "queue" in cells else 0
    if taken := reading.header(i, "progress") or read_totals(reading, i):
        return taken
    if topic := topic_heading(reading.lines[i]):
        reading.section = topic
        return reading.noise()
    return reading.noise() if title_group(reading.lines[i]) else 0


def _take_group(reading: OpenBlock, i: int) -> int:
    """Rows of `groups`, one per consumer group of the listing without -g."""
    found = cells_at(reading, i, guess_groups)
    if found is None or not {"group", "count", "diff"} <= found[0].keys():
        return reading.header(i, "groups")
    cells, taken = found
    values = reading.values(cells, "group", "count", "version", "type", "model", "tps")
    values |= {"type": TYPES.get(values["type"], values["type"]), "diff_total": long_of(cells["diff"])}
    return reading.row("groups", i, values, taken)


def _heading(lines: Sequence[str], i: int, text: str) -> LineSign | None:
    """The console's heading over one topic's table."""
    topic = topic_heading(text)
    return LineSign(Role.HEADER, Kind.CONSUMER_PROGRESS, _TOPIC, command=Command(topic=topic)) if topic else None


def _follows(draft: Draft, sign: LineSign) -> bool:
    """In the console's dialog a table follows its topic, and one more topic the others; a known one is a new look."""
    if sign.kind is not draft.kind or sign.role is not Role.HEADER:
        return follows_in_order(draft, sign)
    if sign.section != _TOPIC:
        return draft.section == _TOPIC
    return bool(draft.topics) and sign.command is not None and sign.command.topic not in draft.topics


_TOPIC = -1  # the section of a console's heading: before the table, and again before the next one
OUTPUT = Output(
    kind=Kind.CONSUMER_PROGRESS,
    parse=partial(read_block, take=_take_queue),
    marks=(
        r"#?Topic\s+#?Broker\s?Name\b",
        r"#?Broker\s?Name\s+#?QID\b",
        r"(?:Consume )?Diff Total: -?\d",
        r"Consume (?:TPS|Inflight Total): -?\d",
    ),
    tables={"progress": 0},
    heading=_heading,
    is_footer=_TOTAL.match,
    guess=guess_layout,
    follows=_follows,
)
GROUPS = Output(
    kind=Kind.CONSUMER_PROGRESS_ALL,
    parse=partial(read_block, take=_take_group),
    marks=(r"#?Group\s+#?Count\b",),
    tables={"groups": 0},
    guess=guess_groups,
)


# -- brokerConsumeStats ----------------------------------------------------------------------------

_NAMES = re.compile(r"^\s*[%|\w-]+(?:\s{2,}|\t)\S+\s+\S+\s")  # TopicValidator's characters
_STATS_COLUMNS = ("topic", "group", "broker", "queue", "broker_offset", "consumer_offset", "diff", "last_time")


# a row without its header: three names in columns of their own, four numbers that add up, a time; one blank alone
# before the second name may as well part a stray word from a row of consumerProgress
guess_stats = guess(
    "stats",
    (_STATS_COLUMNS,),
    lambda cells, line: cells["last_time"] is not None and _NAMES.match(line) and adds_up(cells),
)


def _take_stats(reading: OpenBlock, i: int) -> int:
    """Rows of `progress` with the group of each, and one of `answers` with the broker's total: rows hide queues that
    were never consumed, so the total is more than their sum."""
    if found := cells_at(reading, i, guess_stats):
        if found[0].get("queue") is None:
            return 0
        return reading.row("progress", i, queue_row(reading, found[0]), found[1])
    return reading.header(i, "stats") or read_totals(reading, i)


# One broker's queues of all groups (BrokerConsumeStatsSubCommad); totals are spelled like those of consumerProgress.
STATS = Output(
    kind=Kind.BROKER_CONSUME_STATS,
    parse=partial(read_block, take=_take_stats),
    marks=(r"#?Topic\s+#?Group\b",),
    tables={"stats": 0},
    guess=guess_stats,
    follows=lambda draft, sign: sign.role is Role.FOOTER or follows_in_order(draft, sign),
)
