"""The columns of mqadmin's tables and of the web console's:
names, how a cell looks, which table has which.

Layouts are found by the names in a header line, never by a version. Reading of rows is in `rows`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rmqkit.formats.moments import NO_TIME_PATTERN, TIME_PATTERN

_NAME = r"[^\s|]\S*"
_INT = r"-?\d{1,9}(?![\w.])"
_LONG = r"-?\d{1,19}(?![\w.])"
_DECIMAL = r"-?(?:\d[\d.,]*(?:E-?\d+)?|NaN|Infinity)"
_TIME = rf"(?:{TIME_PATTERN}|(?:{NO_TIME_PATTERN})(?!\S))"
# an owner is never a bare number, which tells it from the Diff column when its own cell is empty
_OWNER = r"(?!-?\d+(?!\S))[^\s|]\S*"

# column -> how its cell looks
CELLS: dict[str, str] = {
    **dict.fromkeys(("topic", "group", "broker", "cluster"), _NAME),
    **dict.fromkeys(("queue", "count", "read_queues", "write_queues", "perm"), _INT),
    **dict.fromkeys(("broker_offset", "consumer_offset", "min_offset", "max_offset"), _LONG),
    **dict.fromkeys(("diff", "inflight", "tps", "consume_failed_in_hour"), _LONG),
    "client_ip": _OWNER,
    **dict.fromkeys(("last_time", "last_updated"), _TIME),
    **dict.fromkeys(("pull_rt", "pull_tps", "consume_rt", "consume_ok_tps", "consume_failed_tps"), _DECIMAL),
    "version": r"(?:V\d+(?:_\d+|_[A-Z]+\d*)*|(?!V\d)[A-Za-z]\w*)(?!\S)",  # MQVersion's names, OFFLINE, null
    "type": r"(?:PUSH|PULL|POP|CONSUME_(?:PASSIVELY|ACTIVELY|POP))(?!\S)",
    "model": r"(?:CLUSTERING|BROADCASTING|UNKNOWN)(?!\S)",
    "client_id": r"[^\s|]\S*(?: [^\s|]\S*)*?",
    "client_addr": r"\S+:\d{1,5}(?!\S)",
    "language": r"(?:[A-Z][A-Z_]+|null)(?!\S)",
    "expression": r"\S.*?",
    "index": r"\d{1,6}",
    "info_file": r"\S.*?",
    "broker_addrs": r"\{[^{}]*\}",
    "process_queue_info": r"\w*ProcessQueueInfo \[.*\]",
    "other": r"\S+(?: \S+)*",
}

# cells that RocketMQ or a console may leave empty
MAY_BE_EMPTY = frozenset(
    {"client_ip", "last_time", "last_updated", "type", "model", "client_addr", "expression", "other"}
)

# header text (spaces are optional) -> column; mqadmin's own names and the console's in
# English and Chinese
_HEADINGS: dict[str, tuple[str, ...]] = {
    "topic": ("Topic", "主题", "主题名"),
    "group": ("Group", "SubscriptionGroup", "订阅组", "消费组"),
    "broker": ("Broker Name", "Broker", "代理", "代理者", "Broker名称"),
    "queue": ("QID", "Queue Id", "Queue", "队列", "队列ID"),
    "broker_offset": ("Broker Offset", "代理者位点", "Broker位点"),
    "consumer_offset": ("Consumer Offset", "消费者位点", "消费位点"),
    "client_ip": ("Client IP", "Client Info", "Consumer Client", "消费者终端"),
    "diff": ("Diff Total", "Diff", "差值", "Delay", "延迟", "堆积"),
    "inflight": ("Inflight",),
    "last_time": ("Last Time Stamp", "Last Time", "上次时间", "最后消费时间"),
    "count": ("Count", "Quantity", "数量"),
    "version": ("Version", "版本"),
    "type": ("Type", "类型"),
    "model": ("Model", "Mode", "模式"),
    "tps": ("TPS",),
    "client_id": ("Client Id", "客户端ID"),
    "client_addr": ("Client Addr", "客户端地址"),
    "language": ("Language", "语言"),
    "expression": ("Sub Expression", "订阅表达式"),
    "index": ("Index",),
    "info_file": ("Consumer Running Info File",),
    "min_offset": ("Min Offset", "最小位点"),
    "max_offset": ("Max Offset", "最大位点"),
    "last_updated": ("Last Updated", "Last Update Time Stamp", "上次更新时间"),
    "cluster": ("Cluster Name", "集群名"),
    "broker_addrs": ("Broker Addrs",),
    "read_queues": ("Read Queue",),
    "write_queues": ("Write Queue",),
    "perm": ("Perm",),
    "process_queue_info": ("Process Queue Info",),
    "pull_rt": ("Pull RT",),
    "pull_tps": ("Pull TPS",),
    "consume_rt": ("Consume RT",),
    "consume_ok_tps": ("ConsumeOK TPS",),
    "consume_failed_tps": ("ConsumeFailed TPS",),
    "consume_failed_in_hour": ("ConsumeFailedMsgsInHour",),
    "other": ("Operation", "操作"),
}


@dataclass(frozen=True)
class Table:
    """One of mqadmin's tables: the columns that make it this table,
    and those that it may have besides."""

    name: str
    needed: frozenset[str]
    allowed: frozenset[str]


def _columns(needed: str, more: str = "") -> tuple[frozenset[str], frozenset[str]]:
    must = frozenset(needed.split())
    return must, must | frozenset(more.split()) | {"other"}


_QUEUE_COLUMNS = "client_ip diff inflight last_time"

TABLES: tuple[Table, ...] = (
    Table("stats", *_columns("topic group broker queue broker_offset consumer_offset", _QUEUE_COLUMNS)),
    Table("progress", *_columns("broker queue broker_offset consumer_offset", "topic " + _QUEUE_COLUMNS)),
    Table("groups", *_columns("group count diff", "version type model tps")),
    Table("status", *_columns("client_id info_file", "index version")),
    Table("clients", *_columns("client_id client_addr", "index language version")),
    Table("subscriptions", *_columns("topic expression")),
    Table("topic_status", *_columns("broker queue min_offset max_offset", "topic last_updated")),
    Table("route", *_columns("broker broker_addrs", "cluster read_queues write_queues perm")),
    Table("process_queues", *_columns("topic broker queue process_queue_info")),
    Table("client_offsets", *_columns("topic broker queue consumer_offset")),
    Table(
        "client_topics",
        *_columns("topic pull_rt consume_rt", " ".join(c for c in CELLS if c.startswith(("pull_", "consume_")))),
    ),
)

_COLUMN_OF = {re.sub(r"\s", "", text).lower(): column for column, texts in _HEADINGS.items() for text in texts}
_ALTERNATIVES = "|".join(
    re.escape(text).replace(r"\ ", r"\s?")
    for text in sorted((text for texts in _HEADINGS.values() for text in texts), key=len, reverse=True)
)
_BETWEEN = r"\s|,;\"*`"
_HEADING = re.compile(rf"[{_BETWEEN}#:：]*(?P<text>{_ALTERNATIVES})(?![A-Za-z_])", re.IGNORECASE)
_NEW_HEADING = re.compile(rf"[{_BETWEEN}]*#(?P<text>[A-Za-z][\w()&/-]*)")
_REST = re.compile(rf"[{_BETWEEN}#]*$")
_DELIMITERS = (",", ";")


@dataclass(frozen=True)
class Layout:
    """A header line that was understood: its table, its columns in order and where each starts."""

    table: str
    columns: tuple[str, ...]
    starts: tuple[int, ...]
    width: int = 0
    delimiter: str = ""

    @property
    def pattern(self) -> re.Pattern[str]:
        """Matches a whole row whose cells are apart by white space of any length."""
        return row_pattern(self.columns)


@lru_cache(maxsize=256)
def row_pattern(columns: tuple[str, ...]) -> re.Pattern[str]:
    """The regular expression of a row with these columns; a cell that may be empty is optional."""
    parts = []
    for i, column in enumerate(columns):
        cell = f"(?P<{column}>{CELLS[column]})" if column != "other" else f"(?:{CELLS[column]})"
        gap = r"\s*" if i == 0 else r"\s+"
        parts.append(f"(?:{gap}{cell})?" if column in MAY_BE_EMPTY else gap + cell)
    return re.compile("".join(parts) + r"\s*$")


def headings(line: str) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """The columns that a line names and where they start; None if it holds anything else.

    A name with a `#` that no known version prints counts as `other`, so a table that gains a column
    in a later version is still read.
    """
    names: list[str] = []
    starts: list[int] = []
    position = 0
    while not _REST.match(line, position):
        match = _HEADING.match(line, position) or _NEW_HEADING.match(line, position)
        if match is None:
            return None
        names.append(_COLUMN_OF.get(re.sub(r"\s", "", match["text"]).lower(), "other"))
        starts.append(match.start("text") - (line[match.start("text") - 1 : match.start("text")] == "#"))
        position = match.end()
    return (tuple(names), tuple(starts)) if names else None


def layout_of(line: str) -> Layout | None:
    """The layout of a header line; None if the line is no header of a known table."""
    found = headings(line)
    if found is None:
        return None
    columns, starts = found
    known = [column for column in columns if column != "other"]
    if len(set(known)) != len(known) or len(known) < len(columns) - 1 - line.count("#") // 3:
        return None
    table = _table_with(frozenset(known))
    # A sheet is as wide as its widest table: behind the last column of the others stand empty cells.
    told = line.rstrip().rstrip("".join(_DELIMITERS))
    delimiter = next((sign for sign in _DELIMITERS if told.count(sign) == len(columns) - 1), "")
    return Layout(table.name, columns, starts, delimiter=delimiter) if table else None


def _table_with(columns: frozenset[str]) -> Table | None:
    return next((table for table in TABLES if table.needed <= columns <= table.allowed), None)
