"""Evidence that was read before and saved: what is told of it without opening its files.

Written by `Evidence.save`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from rmqkit.errors import Error, EvidenceChanged
from rmqkit.evidence.evidence import Evidence
from rmqkit.evidence.tables import Row, tuples_of
from rmqkit.language import say
from rmqkit.tables.log_summary import LogSummary, commits_of
from rmqkit.tables.saved import LOG_EVENTS, read_saved, saved_looks
from rmqkit.tables.schemas import SCHEMAS
from rmqkit.tables.watched import changes, told_changes


class SavedEvidence(Evidence):
    """Evidence that was read before and saved: tables and summaries come from the folder,
    no file is read again."""

    keeps_records = True
    is_read_from_files = False

    def __init__(self, spark: SparkSession, folder: str) -> None:
        saved = read_saved(folder)
        looks = saved_looks(spark, folder, saved)
        super().__init__(spark, saved.files, saved.reading, saved.zone, saved.address, looks)
        self.folder = folder
        self._saved = saved
        self.changes = tuple(changes(saved.address, saved.watched))
        if self.changes:
            told = told_changes(self.changes, saved.address, folder)
            warnings.warn(told, EvidenceChanged, stacklevel=3)

    @cached_property
    def log_events(self) -> DataFrame:
        """One row per log record, as it was saved."""
        schema = SCHEMAS["log_events"]
        if not self.reading.logs:
            return self.spark.createDataFrame([], schema)
        return self.spark.read.schema(schema).parquet(str(Path(self.folder).resolve() / LOG_EVENTS))

    @cached_property
    def ledger(self) -> DataFrame:
        """One row per file and block: what each line became; it always adds up."""
        return self.spark.createDataFrame(tuples_of(self.ledger_rows(), "ledger"), SCHEMAS["ledger"])

    @cached_property
    def log_summary(self) -> LogSummary:
        """Every catalogued event, counted, and the ledger of the logs."""
        return self._saved.summary

    def event_counts(self, *by: str, only: Iterable[str] | None = None) -> DataFrame:
        """Log records counted by columns of `log_events`, with `times`; `only`:
        records of these events."""
        events = self.log_events
        wanted = events if only is None else events.where(F.col("event").isin(list(only)))
        return wanted.groupBy(*by).agg(F.count("*").alias("times"))

    def save(self, folder: str) -> Path:
        """Saved evidence is not saved again: what has changed since would be lost from sight."""
        raise Error(
            say(
                "{folder} is saved already: copy the folder, or read {address} again.",
                folder=self.folder,
                address=self.address,
            )
        )

    def _commits_left(self, spans: tuple[tuple[datetime, datetime], ...]) -> list[Row]:
        left = sorted(self.log_summary.commits_left)
        if spans and left and spans not in self._commits:
            events = self.log_events.where(F.col("file").isin(left))
            self._commits[spans] = commits_of(events, spans)
        return self._commits.get(spans, [])
