"""What `mqadmin topicStatus` prints: the offsets of each queue of one topic (TopicStatusSubCommand)."""

from __future__ import annotations

import re
from functools import partial

from rmqkit.formats.block import Kind
from rmqkit.formats.mqadmin.reading import OpenBlock, cells_at, read_block
from rmqkit.formats.mqadmin.rows import guess
from rmqkit.formats.output import Output

_COLUMNS = ("broker", "queue", "min_offset", "max_offset", "last_updated")
_PUT_TPS = re.compile(r"^Topic Put TPS:\s*\S+$")  # 5.3.3 and later


# without its header only a row with its time, in milliseconds, is sure to be one
guess_layout = guess("topic_status", (_COLUMNS,), lambda cells, _: re.search(r",\d{3}$", cells["last_updated"] or ""))


def _take(reading: OpenBlock, i: int) -> int:
    """Rows of `topic_queues`, one per queue; the topic is the command's or the file name's."""
    found = cells_at(reading, i, guess_layout)
    if found is None or "queue" not in found[0]:
        return reading.header(i, "topic_status") or (reading.noise() if _PUT_TPS.match(reading.lines[i].strip()) else 0)
    cells, taken = found
    about = {"kind": reading.block.kind.value, "topic": cells.get("topic", reading.block.topic)}
    return reading.row("topic_queues", i, about | reading.values(cells, *_COLUMNS), taken)


OUTPUT = Output(
    kind=Kind.TOPIC_STATUS,
    parse=partial(read_block, take=_take),
    tables={"topic_status": 0},
    is_footer=_PUT_TPS.match,
    guess=guess_layout,
)
