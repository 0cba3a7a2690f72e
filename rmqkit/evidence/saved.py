"""Evidence that was read before and saved: what is told of it without opening its files.

Written by `Evidence.save`.
"""

from __future__ import annotations

import warnings
from functools import cached_property
from pathlib import Path

from pyspark.sql import SparkSession

from rmqkit.errors import Error, EvidenceChanged
from rmqkit.evidence.evidence import Evidence
from rmqkit.language import say
from rmqkit.tables.log_tables import Logs, SavedLogs
from rmqkit.tables.saved import LOG_EVENTS, read_saved, saved_looks
from rmqkit.tables.watched import changes, told_changes


class SavedEvidence(Evidence):
    """Evidence that was read before and saved: tables and summaries come from the folder, no file is read again."""

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
    def logs(self) -> Logs:
        """What is asked of the logs, as they were saved."""
        folder = Path(self.folder).resolve() / LOG_EVENTS if self.reading.logs else None
        return SavedLogs(self.spark, folder, self._saved.summary, self._saved.unknown)

    def save(self, folder: str) -> Path:
        """Saved evidence is not saved again: what has changed since would be lost from sight."""
        raise Error(
            say(
                "{folder} is saved already: copy the folder, or read {address} again.",
                folder=self.folder,
                address=self.address,
            )
        )
