"""What `mqadmin brokerConsumeStats` prints: one broker's queues of all groups
(BrokerConsumeStatsSubCommad).

Rows hide queues that were never consumed, so the total is more than their sum.
"""

from __future__ import annotations

import re
from functools import partial

from rmqkit.formats.block import Kind
from rmqkit.formats.mqadmin.columns import Layout, row_pattern
from rmqkit.formats.mqadmin.consumer_progress import queue_row, read_totals
from rmqkit.formats.mqadmin.reading import OpenBlock, cells_at, read_block
from rmqkit.formats.mqadmin.rows import adds_up
from rmqkit.formats.output import Draft, LineSign, Output, Role, follows_in_order

TABLES = frozenset({"stats"})
_NAMES = re.compile(r"^\s*[%|\w-]+(?:\s{2,}|\t)\S+\s+\S+\s")  # TopicValidator's characters
_COLUMNS = ("topic", "group", "broker", "queue", "broker_offset", "consumer_offset", "diff", "last_time")


def guess_layout(line: str) -> Layout | None:
    """The layout of a row without its header: three names in columns of their own,
    four numbers that add up, a time.

    One blank alone before the second name may as well part a stray word from a row of
    consumerProgress.
    """
    match = row_pattern(_COLUMNS).match(line)
    if match is None or match["last_time"] is None or not _NAMES.match(line):
        return None
    return Layout("stats", _COLUMNS, ()) if adds_up(match.groupdict()) else None


def _take(reading: OpenBlock, i: int) -> int:
    """Rows of `progress` with the group of each, and one of `answers` with the broker's total."""
    if found := cells_at(reading, i, guess_layout):
        if found[0].get("queue") is None:
            return 0
        return reading.row("progress", i, queue_row(reading, found[0]), found[1])
    return reading.header(i, TABLES) or read_totals(reading, i)


def _part(text: str) -> LineSign | None:
    layout = guess_layout(text)
    return LineSign(Role.BODY, Kind.BROKER_CONSUME_STATS, layout=layout) if layout else None


def _follows(draft: Draft, sign: LineSign) -> bool:
    """Its totals are spelled like those of consumerProgress."""
    return sign.role is Role.FOOTER or follows_in_order(draft, sign)


OUTPUT = Output(
    kind=Kind.BROKER_CONSUME_STATS,
    parse=partial(read_block, take=_take),
    marks=(r"#?Topic\s+#?Group\b",),
    tables={"stats": 0},
    part=_part,
    follows=_follows,
)
