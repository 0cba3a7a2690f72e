"""`Evidence`: one incident's folder as Spark tables and a ledger. Reading is in tables/, judging in diagnosis/."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Any
from zoneinfo import ZoneInfo

from pyspark.sql import DataFrame, SparkSession

from rmqkit.errors import NothingUsable
from rmqkit.formats import Kind
from rmqkit.tables.files import SourceFile, source_files
from rmqkit.tables.log_summary import LogSummary, commits_between, summarise
from rmqkit.tables.logs import log_counts, log_events, parsed_logs
from rmqkit.tables.reading import Reading, read_files
from rmqkit.tables.schemas import SCHEMAS

Row = dict[str, Any]


class Evidence:
    """The evidence of one incident: lazy Spark DataFrames, one per table of `rmqkit.tables.schemas`.

    What mqadmin printed is small and was parsed while reading; logs are read by Spark when a table that
    needs them is used.
    """

    def __init__(self, spark: SparkSession, files: Sequence[SourceFile], reading: Reading, zone: str) -> None:
        self.spark = spark
        self.source_files = tuple(files)
        self.reading = reading
        self.zone = zone
        self._commits: dict[tuple[tuple[datetime, datetime], ...], list[Row]] = {}

    @property
    def progress(self) -> DataFrame:
        """consumerProgress with -g and brokerConsumeStats: one row per queue and snapshot."""
        return self._table("progress")

    @property
    def groups(self) -> DataFrame:
        """consumerProgress without -g: one row per group."""
        return self._table("groups")

    @property
    def connections(self) -> DataFrame:
        """consumerConnection and consumerStatus: one row per connected client."""
        return self._table("connections")

    @property
    def subscriptions(self) -> DataFrame:
        """Who subscribes to what; `client_id` is null for a group's merged table."""
        return self._table("subscriptions")

    @property
    def client_queues(self) -> DataFrame:
        """Running info: one row per queue that a client holds."""
        return self._table("client_queues")

    @property
    def client_properties(self) -> DataFrame:
        """Running info: one row per property of a client."""
        return self._table("client_properties")

    @property
    def client_topics(self) -> DataFrame:
        """Running info: rates and response times per client and topic."""
        return self._table("client_topics")

    @property
    def topic_queues(self) -> DataFrame:
        """topicRoute (one row per broker) and topicStatus (one row per queue)."""
        return self._table("topic_queues")

    @property
    def answers(self) -> DataFrame:
        """What each command said as a whole: failures, totals, mqadmin's own verdicts."""
        return self._table("answers")

    @cached_property
    def log_events(self) -> DataFrame:
        """One row per log record; `event` is null for a well-formed record outside the catalogue."""
        return log_events(self._parsed_logs)

    @cached_property
    def ledger(self) -> DataFrame:
        """One row per file and block: what each line became; it always adds up."""
        text = self.spark.createDataFrame(_tuples(self.reading.ledger, "ledger"), SCHEMAS["ledger"])
        return text.unionByName(log_counts(self._parsed_logs)).orderBy("file", "block")

    @cached_property
    def _parsed_logs(self) -> DataFrame:
        return parsed_logs(self.spark, self.reading.logs, self.zone)

    @cached_property
    def log_summary(self) -> LogSummary:
        """Every catalogued event, counted, and the ledger of the logs: one Spark job, small enough to collect."""
        return summarise(self._parsed_logs) if self.reading.logs else LogSummary()

    def only(self, files: Collection[str]) -> Evidence:
        """The same evidence as if the folder held only these files; what was read already is not read again."""
        return _PartOfEvidence(self, frozenset(files))

    def commits_between(self, spans: Sequence[tuple[datetime, datetime]]) -> list[Row]:
        """Offsets that clients logged as committed within any of the time spans (one Spark job; none without spans)."""
        key = tuple(spans)
        if key and key not in self._commits:
            self._commits[key] = commits_between(self._parsed_logs, spans)
        return self._commits.get(key, [])

    def rows(self, table: str) -> list[Row]:
        """The rows of a table that mqadmin printed, as plain values and without a Spark job."""
        return self.reading.tables.get(table, [])

    def ledger_rows(self) -> list[Row]:
        """The ledger as plain values, one row per block, as `to_dict()["files"]` shows it."""
        return sorted(self.reading.ledger + self.log_summary.counts, key=lambda row: (row["file"], row["block"]))

    def lines_total(self) -> Counter[str]:
        """Totals over the ledger: files, lines, unparsed, and so on."""
        totals: Counter[str] = Counter(files=len({row["file"] for row in self.ledger_rows()}))
        for row in self.ledger_rows():
            totals.update({name: row[name] for name in ("lines", "rows", "noise", "blank", "continuation", "unparsed")})
        return totals

    def require_usable(self) -> None:
        """Raise NothingUsable when no file holds anything that RocketMQ prints."""
        if self.reading.logs or any(row["kind"] != Kind.UNKNOWN for row in self.reading.ledger):
            return
        if not self.source_files:
            raise NothingUsable("The folder is empty. Put mqadmin output, broker logs or client logs into it.")
        told = "; ".join(f"{row['file']}: {row['problem'] or row['first_unparsed']}" for row in self.reading.ledger[:5])
        raise NothingUsable(f"None of {len(self.source_files)} files holds anything that RocketMQ prints ({told}).")

    def _table(self, name: str) -> DataFrame:
        return self.spark.createDataFrame(_tuples(self.rows(name), name), SCHEMAS[name])

    def __repr__(self) -> str:
        kinds = Counter(row["kind"] for row in self.reading.ledger) + Counter(log.kind for log in self.reading.logs)
        told = ", ".join(f"{kind}: {count}" for kind, count in sorted(kinds.items()))
        return f"Evidence of {len(self.source_files)} files ({told})"


class _PartOfEvidence(Evidence):
    """Some files of an evidence: rows and log summaries come from the whole, which has read them."""

    def __init__(self, whole: Evidence, files: frozenset[str]) -> None:
        kept = [file for file in whole.source_files if file.name in files]
        super().__init__(whole.spark, kept, whole.reading.only(files), whole.zone)
        self.whole = whole
        self.files = files

    @cached_property
    def log_summary(self) -> LogSummary:
        return self.whole.log_summary.only(self.files)

    def commits_between(self, spans: Sequence[tuple[datetime, datetime]]) -> list[Row]:
        """From what the whole has read already: its queues changed hands at these times as well."""
        read = (
            chain.from_iterable(self.whole._commits.values())
            if self.whole._commits
            else self.whole.commits_between(spans)
        )
        return [row for row in read if row["file"] in self.files and _within(row["at"], spans)]


def _within(moment: datetime, spans: Sequence[tuple[datetime, datetime]]) -> bool:
    return any(first <= moment <= last for first, last in spans)


def read(spark: SparkSession, path: str, *, zone: str = "UTC") -> Evidence:
    """Read a folder, a file or an archive of evidence; nothing is judged yet.

    `path` may be local or on any file system that Spark reaches. `zone` is the time zone of mqadmin's dates and
    of 4.x client logs; broker logs and 5.x client logs are always UTC+8. Raises EvidenceNotFound.
    """
    files = source_files(spark, str(path))
    return Evidence(spark, files, read_files(files, ZoneInfo(zone)), zone)


def _tuples(rows: list[Row], table: str) -> list[tuple[Any, ...]]:
    names = SCHEMAS[table].fieldNames()
    return [tuple(row.get(name) for name in names) for row in rows]


__all__ = ["Evidence", "read"]
