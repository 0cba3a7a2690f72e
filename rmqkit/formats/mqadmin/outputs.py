"""Every kind of output, listed once, in the order in which a line is offered to them. What they are is elsewhere."""

from __future__ import annotations

import re
from functools import partial

from rmqkit.formats import broker_files, metrics, posted, settings, threads
from rmqkit.formats.block import Kind
from rmqkit.formats.mqadmin import (
    command_failed,
    consumer_connection,
    consumer_progress,
    consumer_status,
    other_mqadmin,
    running_info,
    topic_route,
    topic_status,
)
from rmqkit.formats.mqadmin.reading import read_block
from rmqkit.formats.output import Draft, Output


def _never(draft: Draft, line_or_sign: object) -> bool:
    return False


# No rows of what nothing recognised: unknown is never healthy. Its noise is counted.
_UNKNOWN = Output(
    kind=Kind.UNKNOWN,
    parse=partial(read_block, take=lambda reading, i: 0),
    follows=_never,
    takes=lambda draft, line: True,
)
# These are cut out of a text before its other blocks are looked for: here they have
# their readers only.
_CUT_OUT: tuple[Output, ...] = tuple(
    Output(kind=kind, parse=parse, follows=_never, takes=_never)
    for kind, parse in (
        (Kind.THREAD_DUMP, threads.parse),
        (Kind.BROKER_FILE, broker_files.parse),
        (Kind.METRICS, metrics.parse),
        (Kind.SETTINGS, settings.parse),
        (Kind.STATEMENTS, posted.parse_statements),
        (Kind.PROSE, posted.parse_prose),
    )
)
# A row without its header is the first one's that understands it: from those that say most to those
# that say least.
OUTPUTS: tuple[Output, ...] = (
    command_failed.OUTPUT,
    consumer_progress.OUTPUT,
    consumer_status.OUTPUT,
    consumer_connection.OUTPUT,
    consumer_progress.STATS,
    topic_status.OUTPUT,
    consumer_progress.GROUPS,
    topic_route.OUTPUT,
    running_info.OUTPUT,
    other_mqadmin.OUTPUT,
    *_CUT_OUT,
    _UNKNOWN,
)
BY_KIND: dict[Kind, Output] = {output.kind: output for output in OUTPUTS}
# table of a header -> the output whose it is, and the section that it opens
BY_TABLE: dict[str, tuple[Output, int]] = {
    table: (output, section) for output in OUTPUTS for table, section in output.tables.items()
}
# a text that mqadmin prints at the beginning of a line and that stands nowhere else
MARK = re.compile("|".join(mark for output in OUTPUTS for mark in output.marks))
# the same without failures, which stand in logs as well
OUTPUT_MARK = re.compile(
    "|".join(mark for output in OUTPUTS if output.kind is not Kind.COMMAND_FAILED for mark in output.marks)
)
