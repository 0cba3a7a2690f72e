"""The data dictionary: one `StructType` per table, a comment on every column; the columns stand in `schemas.tsv`.
No reading and no logic here.

Times are instants (`timestamp`, shown in UTC). A column is null where the source does not tell it;
nothing is ever filled with a guess.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from pyspark.sql.types import (
    BinaryType,
    BooleanType,
    DataType,
    DoubleType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

from rmqkit.language import read_rows

_TYPES: dict[str, DataType] = {
    "string": StringType(),
    "int": IntegerType(),
    "long": LongType(),
    "double": DoubleType(),
    "bool": BooleanType(),
    "time": TimestampType(),
    "bytes": BinaryType(),
}
_COLUMNS: dict[str, StructType] = {
    table: StructType(
        [StructField(row["column"], _TYPES[row["type"]], True, {"comment": row["comment"]}) for row in rows]
    )
    for table, rows in groupby(
        read_rows(Path(__file__).with_name("schemas.tsv"), ("table", "column", "type", "comment")),
        lambda row: row["table"],
    )
}
_PLACE = _COLUMNS["place"]
_ASKED = _COLUMNS["asked"]
_LEDGER = _COLUMNS["ledger"]
_COUNTED = _LEDGER.fields[1:]
_PRINTED = (
    "progress", "groups", "connections", "subscriptions", "client_queues", "client_properties", "client_topics",
    "topic_queues", "answers", "threads", "settings", "broker_figures", "statements",
)  # fmt: skip
"""The tables of what mqadmin, people and files print."""

RECORDS = _COLUMNS["records"]
"""Records of logs as columns on disk; not a table of the evidence.

`line_order` is the record's line number plus the byte at which its range starts: the true line
number in a file that was not split.
"""
LOG_EVENTS = StructType(
    [RECORDS["file"], _COLUMNS["log_events"]["line"], *RECORDS.fields[1:-1], _COLUMNS["log_events"]["derived"]]
)
KEPT = StructType([*RECORDS, *_COLUMNS["kept"]])
"""Records where Spark writes them, with what each range tells."""
PARSED = StructType([*RECORDS, *_COLUMNS["parsed"], *_COUNTED])
"""What reading logs gives, before it becomes LOG_EVENTS and LEDGER; no table of the evidence."""
SUMMARY = StructType(
    [
        *_COLUMNS["summary"],
        *(field for field in RECORDS if field.name not in ("at", "level", "thread", "logger")),
        *(PARSED[name] for name in ("start", "first_unparsed_line")),
        *_COUNTED,
    ]
)
"""What reading logs gives when workers count the events themselves; not a table of the evidence."""

SCHEMAS: dict[str, StructType] = {
    **{table: StructType([*_PLACE, *_COLUMNS[table], *_ASKED]) for table in _PRINTED},
    "log_events": LOG_EVENTS,
    "ledger": _LEDGER,
}
PROGRESS = SCHEMAS["progress"]

VIEWS: dict[str, StructType] = {
    view: _COLUMNS[view] for view in ("registrations", "owners_over_time", "lag_over_time", "exceptions")
}
"""What is asked most, made of the tables."""

VERDICTS = _COLUMNS["verdicts"]
"""What `Diagnosis.verdicts` gives: one row per group and finding."""

COMMIT = ("file", "group", "client_id", "topic", "broker", "queue", "detail", "at")
"""What the summary of a log keeps of each committed offset."""
