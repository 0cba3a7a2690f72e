"""From an address to its evidence: read here, by workers, or as it was saved.

What files hold is for tables/.
"""

from __future__ import annotations

import warnings
from functools import cached_property
from pathlib import Path

from pyspark.sql import SparkSession

from rmqkit.errors import Error, EvidenceChanged
from rmqkit.evidence.evidence import Evidence
from rmqkit.session import lazy_session
from rmqkit.tables.files import SourceFile, source_files
from rmqkit.tables.log_tables import Logs, SavedLogs, Ways
from rmqkit.tables.places import is_local
from rmqkit.tables.progress import counted, line_here
from rmqkit.tables.reading import read_files
from rmqkit.tables.remote import read_remote
from rmqkit.tables.saved import LOG_EVENTS, is_saved, read_saved, saved_snapshots
from rmqkit.tables.snapshots import Snapshots
from rmqkit.tables.text_workers import readings
from rmqkit.tables.watched import changes, told_changes
from rmqkit.time_zones import zone_named


def read(
    spark: SparkSession | None,
    path: str,
    *,
    zone: str = "UTC",
    zone_of_logs: str | None = None,
    workers_above: int | None = None,
    cache: str | None = None,
    keeps: bool = True,
    templates: bool = False,
) -> Evidence:
    """Read a folder, a file or an archive of evidence; nothing is diagnosed yet.

    `spark`: the session that builds tables and reads large files; None for the one that `rmqkit.session` gives,
    started when it is first needed. `path` may be local or on any file system that Spark can reach. `zone` is the time
    zone of mqadmin's dates and of 4.x client logs (`zone_of_logs`, where theirs is another); broker logs and 5.x client
    logs are always UTC+8. Raises EvidenceNotFound.

    Logs and other files are read in this process if they are small in total, otherwise by Spark's workers.
    `workers_above` sets a different limit in bytes: with 0, workers read everything. Both give the same rows.

    When a query needs them, the logs that workers read are converted to columns (Parquet), and every later query reads
    these. They are kept until this process ends, in the temporary folder (RMQKIT_SCRATCH sets a different one,
    RMQKIT_SCRATCH_MB limits its size; by default half of the free space). `cache` is a folder that keeps them for
    the next process that reads the same logs; on a cluster all workers must see it, or it is an address that Spark
    writes to, such as hdfs://. `keeps=False`: nothing is kept, which is faster for a single query; with
    `templates=True` the result of `Evidence.unknown_lines` is then prepared while the logs are read for something else,
    and needs no reading of its own. If columns cannot be kept, a warning (ColumnsNotKept) says why.

    A folder that `Evidence.save` wrote is opened as it was read, in the same time zone; a warning
    (EvidenceChanged) names the files that have changed since.
    """
    spark = spark if spark is not None else lazy_session()
    if is_saved(str(path)):
        return SavedEvidence(spark, str(path))
    here = zone_named(zone)
    if is_local(str(path)):
        files = source_files(str(path))
        parts, kept = readings(spark, files, here, workers_above)
    else:
        pairs, kept = read_remote(spark, str(path), here)
        files, parts = [file for file, _ in pairs], iter([reading for _, reading in pairs])
    reading = read_files(files, here, counted(files, parts, line_here()))
    snapshots = Snapshots(kept, reading.snapshots) if kept is not None and reading.snapshots else None
    ways = Ways(workers_above, cache, keeps, templates)
    return Evidence(spark, files, reading, zone_of_logs or zone, str(path), snapshots, ways)


class SavedEvidence(Evidence):
    """Evidence that was read before and saved: tables and summaries come from the folder, no file is read again."""

    is_read_from_files = False

    def __init__(self, spark: SparkSession, folder: str) -> None:
        saved = read_saved(folder)
        snapshots = saved_snapshots(spark, folder, saved)
        super().__init__(spark, saved.files, saved.reading, saved.zone, saved.address, snapshots)
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
            "{folder} is already saved evidence: copy the folder, or read {address} again.",
            folder=self.folder,
            address=self.address,
        )


class _PastedEvidence(Evidence):
    """A text that somebody pasted: there is no file to be read once more."""

    is_read_from_files = False


def read_pasted(text: str, *, zone: str = "UTC") -> Evidence:
    """What a person pasted, as evidence of one file, `paste`; Spark starts when a table is asked for."""
    content = text.encode("utf-8", errors="replace")
    files = [SourceFile(PASTE, content=content, size=len(content))]
    return _PastedEvidence(lazy_session(), files, read_files(files, zone_named(zone)), zone)


PASTE = "paste"
"""What a pasted text is called where a file's name is told."""
