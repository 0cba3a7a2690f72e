"""What `mqadmin topicStatus` prints: the offsets of each queue of one topic (TopicStatusSubCommand)."""

from __future__ import annotations

import re
from functools import partial

from rmqkit.formats.block import Kind, Row
from rmqkit.formats.mqadmin.reading import OpenBlock, cells_at, read_block
from rmqkit.formats.mqadmin.rows import Layout, int_of, long_of, row_pattern
from rmqkit.formats.output import Output

TABLES = frozenset({"topic_status"})
_COLUMNS = ("broker", "queue", "min_offset", "max_offset", "last_updated")
_PUT_TPS = re.compile(r"^Topic Put TPS:\s*\S+$")  # 5.3.3 and later


def guess_layout(line: str) -> Layout | None:
    """The layout of a row without its header; only a row with its time, in milliseconds, is sure to be one."""
    match = row_pattern(_COLUMNS).match(line)
    if match is None or not re.search(r",\d{3}$", match["last_updated"] or ""):
        return None
    return Layout("topic_status", _COLUMNS)


def _take(reading: OpenBlock, i: int) -> int:
    """Rows of `topic_queues`, one per queue; the topic is the command's or the file name's."""
    found = cells_at(reading, i, guess_layout)
    if found is None or "queue" not in found[0]:
        return reading.header(i, TABLES) or (reading.noise() if _PUT_TPS.match(reading.lines[i].strip()) else 0)
    cells, taken = found
    values: Row = {
        "kind": reading.block.kind.value, "topic": cells.get("topic", reading.block.topic),
        "broker": cells.get("broker"), "queue": int_of(cells["queue"]),
        "min_offset": long_of(cells["min_offset"]) if "min_offset" in cells else None,
        "max_offset": long_of(cells["max_offset"]) if "max_offset" in cells else None,
        "last_updated": reading.time(cells.get("last_updated")),
    }  # fmt: skip
    return reading.row("topic_queues", i, values, taken)


OUTPUT = Output(
    kind=Kind.TOPIC_STATUS,
    parse=partial(read_block, take=_take),
    tables={"topic_status": 0},
    is_footer=_PUT_TPS.match,
    guess=guess_layout,
)
