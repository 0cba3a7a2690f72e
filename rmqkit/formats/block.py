"""What recognition and the formats hand to each other: `Block` in, `Parsed` out. No parsing here.

A block is a run of lines of one file that one command (or one log) printed. A format turns a block into rows for the
tables and says of every line what became of it, so that the ledger always adds up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

Row = dict[str, Any]

# stands for a physical line whose text the line above has taken in
CONTINUED = "\0"


class Kind(StrEnum):
    """What a block is. The values are the file kinds that users see in the ledger."""

    CONSUMER_PROGRESS = "consumer_progress"
    CONSUMER_PROGRESS_ALL = "consumer_progress_all"
    CONSUMER_CONNECTION = "consumer_connection"
    CONSUMER_STATUS = "consumer_status"
    RUNNING_INFO = "running_info"
    TOPIC_ROUTE = "topic_route"
    TOPIC_STATUS = "topic_status"
    BROKER_CONSUME_STATS = "broker_consume_stats"
    BROKER_LOG = "broker_log"
    CLIENT_LOG = "client_log"
    NAMESRV_LOG = "namesrv_log"
    ROCKETMQ_LOG = "rocketmq_log"
    APP_LOG = "app_log"
    COMMAND_FAILED = "command_failed"
    OTHER_MQADMIN = "other_mqadmin"
    THREAD_DUMP = "thread_dump"
    SETTINGS = "settings"
    BROKER_FILE = "broker_file"
    METRICS = "metrics"
    STATEMENTS = "statements"
    PROSE = "prose"
    UNKNOWN = "unknown"


LOG_KINDS = frozenset({Kind.BROKER_LOG, Kind.CLIENT_LOG, Kind.NAMESRV_LOG, Kind.ROCKETMQ_LOG, Kind.APP_LOG})


@dataclass(frozen=True)
class Block:
    """A run of lines with one origin.

    `lines` are cleaned of what tools put before a line (quote marks, grep's file:line:, container prefixes, colours);
    line i of the block is line `first_line + i` of the file. The first `preamble` lines stand before the output itself:
    the prompt, a date, the loggers' warnings. `at` has a zone only where the text names one; `Parsed.at` is the same
    moment as an instant. `named_by_file` is the group or topic that nothing but the file's name tells; it stands in
    `group` or `topic` as well, for whoever has nothing better. `name_server` and `broker` are what the command asked
    (-n, -b), as they were typed.
    """

    kind: Kind
    first_line: int
    lines: tuple[str, ...]
    command: str | None = None
    group: str | None = None
    topic: str | None = None
    at: datetime | None = None
    client_id: str | None = None
    preamble: int = 0
    named_by_file: str | None = None
    name_server: str | None = None
    broker: str | None = None


@dataclass
class Parsed:
    """Rows per table (names as in `tables.schemas`, each row with its `line`) and the fate of every line.

    rows + noise + blank + continuation + len(unparsed) equals the number of lines of the block; `unparsed` holds line
    numbers of the file. A line that gives several rows counts once; totals, trailers and verdicts are noise, although
    they are gathered in one row of `answers`.

    `at` is when the command was run, by a date in the text; `newest` the newest time that the rows show, for outputs
    without such a date. Both are instants in UTC.
    """

    tables: dict[str, list[Row]] = field(default_factory=dict)
    rows: int = 0
    noise: int = 0
    blank: int = 0
    continuation: int = 0
    unparsed: list[int] = field(default_factory=list)
    at: datetime | None = None
    newest: datetime | None = None

    def add(self, table: str, row: Row) -> None:
        """Put one row into a table (the caller counts the line)."""
        self.tables.setdefault(table, []).append(row)

    def count(self, lines: Sequence[str], with_rows: Collection[int]) -> None:
        """Count lines, some of which (from 0) gave rows: what else is written is noise."""
        for i, line in enumerate(lines):
            if i in with_rows:
                self.rows += 1
            elif line == CONTINUED:
                self.continuation += 1
            elif line.strip():
                self.noise += 1
            else:
                self.blank += 1

    def seen(self, moment: datetime | None) -> datetime | None:
        """Remember the newest time that the text shows; hands the moment back."""
        if moment is not None and (self.newest is None or moment > self.newest):
            self.newest = moment
        return moment
