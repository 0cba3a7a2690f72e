"""What RocketMQ prints: texts in, blocks and rows out. Pure Python; no Spark, no files, no judgement.

`recognise_blocks` cuts a file's text into blocks, `parse` turns one block into rows; logs are read elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo

from rmqkit.formats import unknown
from rmqkit.formats.block import LOG_KINDS, Block, Kind, Parsed
from rmqkit.formats.clean import clean_lines, split_lines
from rmqkit.formats.mqadmin import (
    broker_consume_stats,
    command_failed,
    consumer_connection,
    consumer_progress,
    consumer_status,
    other_mqadmin,
    running_info,
    topic_route,
    topic_status,
)
from rmqkit.formats.recognise import looks_like_plain_log, recognise_blocks

_PARSERS: dict[Kind, Callable[[Block, tzinfo], Parsed]] = {
    Kind.CONSUMER_PROGRESS: consumer_progress.parse_progress,
    Kind.CONSUMER_PROGRESS_ALL: consumer_progress.parse_groups,
    Kind.CONSUMER_CONNECTION: consumer_connection.parse,
    Kind.CONSUMER_STATUS: consumer_status.parse,
    Kind.RUNNING_INFO: running_info.parse,
    Kind.TOPIC_ROUTE: topic_route.parse,
    Kind.TOPIC_STATUS: topic_status.parse,
    Kind.BROKER_CONSUME_STATS: broker_consume_stats.parse,
    Kind.COMMAND_FAILED: command_failed.parse,
    Kind.OTHER_MQADMIN: other_mqadmin.parse,
    Kind.UNKNOWN: unknown.parse,
}


def parse(block: Block, zone: tzinfo) -> Parsed:
    """The rows of one block and the fate of each of its lines.

    `zone` is that of the JVM (or shell) that printed the dates. Raises ValueError for a log: its records are
    read by the log engine, line by line, and not here.
    """
    if block.kind in LOG_KINDS:
        raise ValueError(f"a {block.kind.value} has no rows here: logs are read by the log engine")
    return _PARSERS[block.kind](block, zone)


__all__ = [
    "LOG_KINDS",
    "Block",
    "Kind",
    "Parsed",
    "clean_lines",
    "looks_like_plain_log",
    "parse",
    "recognise_blocks",
    "split_lines",
]
