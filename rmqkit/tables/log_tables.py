"""What is asked of an evidence's logs: their events, counts of them, their summary, their commits.

All of it are questions to one thing, the records. A few megabytes are read in this process. Larger
logs become columns once (`columns`), written by the workers that parse them, and every question
after the first reads columns. Where nothing can be kept (workers that share no folder with this
process, a disk that is full), each question reads the logs again, and a warning says so.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from rmqkit.errors import ColumnsNotKept, Error
from rmqkit.language import say
from rmqkit.scratch import FOLDER, room_in, scratch_folder
from rmqkit.tables.columns import KeptLog, clear_drafts, code_digest, digest_of, kept_logs, link_all
from rmqkit.tables.log_summary import (
    Bounds,
    LogSummary,
    bounds_of,
    commits_of,
    number_lines,
    summary_here,
    summary_of,
    told_by,
    unknown_here,
    unknown_of,
    with_lines,
)
from rmqkit.tables.logs import LogSource, is_small, plain, ranges_of, read_by_workers, size_of, stored_sizes
from rmqkit.tables.packed import PACKED
from rmqkit.tables.places import is_local
from rmqkit.tables.progress import watched
from rmqkit.tables.schemas import KEPT, LOG_EVENTS, PARSED, RECORDS
from rmqkit.tables.workers import are_here, written

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

Row = dict[str, Any]
Spans = tuple[tuple[datetime, datetime], ...]


@dataclass(frozen=True)
class Ways:
    """How logs are read.

    `workers_above`: bytes above which workers read them (None: as many as are quicker read here). `cache`: a folder
    that keeps their columns for good, which all workers see. `keeps`: whether columns are kept at all; who asks one
    question only does without. `templates`: whether what nobody here knows will be asked for as well: without columns
    the logs would be read once more for it.
    """

    workers_above: int | None = None
    cache: str | None = None
    keeps: bool = True
    templates: bool = False


class Logs(ABC):
    """The questions."""

    @property
    @abstractmethod
    def records(self) -> DataFrame:
        """One row per record: the columns of RECORDS."""

    @abstractmethod
    def frame(self) -> pl.LazyFrame:
        """The records without Spark, where they lie on this machine. Raises Error."""

    @property
    @abstractmethod
    def summary(self) -> LogSummary:
        """Every catalogued event, counted, and the ledger of the logs: small for any log."""

    @property
    @abstractmethod
    def unknown(self) -> list[Row]:
        """Records outside the catalogue, as `log_summary.unknown_of` tells them."""

    @property
    def events(self) -> DataFrame:
        """The table `log_events` as the records say it: `event` is null outside the catalogue."""
        numbered = with_lines(self.records, self._starts)
        return numbered.withColumn("derived", F.lit(None).cast("string")).select(*LOG_EVENTS.fieldNames())

    @property
    def _starts(self) -> Mapping[str, list[tuple[int, int]]]:
        """Where the ranges begin of files that were read in ranges."""
        return self.summary.starts

    def in_lines(self, rows: list[Row]) -> list[Row]:
        """Rows of `frame()` whose `line_order` is the record's line in its file."""
        number_lines(rows, self._starts)
        return rows

    def counts(self, by: Sequence[str], only: Iterable[str] | None = None) -> DataFrame:
        """Records alike in some columns of `log_events`, counted (`times`); `only`: of these events."""
        wanted = self.records if only is None else self.records.where(F.col("event").isin(list(only)))
        return wanted.groupBy(*by).agg(F.count("*").alias("times"))

    def commits_between(self, spans: Spans) -> list[Row]:
        """Offsets that clients logged as committed within any of the time spans.

        Those that the summary has no room for are looked up in the records (one Spark job).
        """
        summary = self.summary
        kept = [row for row in summary.commits if row["file"] not in summary.commits_left]
        rows = [row for row in (*kept, *self._commits_left(spans)) if row["at"] is not None]
        return [row for row in rows if any(first <= row["at"] <= last for first, last in spans)]

    @cached_property
    def _looked_up(self) -> dict[Spans, list[Row]]:
        return {}

    def _commits_left(self, spans: Spans) -> list[Row]:
        left = sorted(self.summary.commits_left)
        if spans and left and spans not in self._looked_up:
            self._looked_up[spans] = commits_of(self.records.where(F.col("file").isin(left)), spans)
        return self._looked_up.get(spans, [])

    def only(self, files: Collection[str]) -> Logs:
        """The same of these files."""
        return _PartOfLogs(self, frozenset(files))

    def write(self, target: Path) -> None:
        """Put the events into a new folder, as Parquet."""
        self.records.write.parquet(str(target))


class _PartOfLogs(Logs):
    """Some files' logs: the whole has read them."""

    def __init__(self, whole: Logs, files: frozenset[str]) -> None:
        self._whole = whole
        self._files = files

    @property
    def records(self) -> DataFrame:
        return self._whole.records.where(F.col("file").isin(sorted(self._files)))

    def frame(self) -> pl.LazyFrame:
        import polars as pl

        return self._whole.frame().filter(pl.col("file").is_in(sorted(self._files)))

    @cached_property
    def summary(self) -> LogSummary:
        return self._whole.summary.only(self._files)

    @property
    def unknown(self) -> list[Row]:
        return [row for row in self._whole.unknown if row["file"] in self._files]

    def _commits_left(self, spans: Spans) -> list[Row]:
        """From what the whole has read already: its queues changed hands at these times as well."""
        known = self._whole._looked_up
        rows = chain.from_iterable(known.values()) if known else self._whole._commits_left(spans)
        return [row for row in rows if row["file"] in self._files]


class SavedLogs(Logs):
    """Logs of which everything was kept: their records in a folder (None: there are no logs), their
    summary, and what nobody knew of them."""

    def __init__(
        self, spark: SparkSession, folder: Path | None, summary: LogSummary, unknown: Sequence[Row] = ()
    ) -> None:
        self._spark = spark
        self._folder = folder
        self._summary = summary
        self._unknown = unknown

    @cached_property
    def records(self) -> DataFrame:
        if self._folder is None:
            return self._spark.createDataFrame([], RECORDS)
        return self._spark.read.schema(RECORDS).parquet(str(self._folder))

    def frame(self) -> pl.LazyFrame:
        return _scanned([self._folder] if self._folder else [])

    @property
    def summary(self) -> LogSummary:
        return self._summary

    @property
    def unknown(self) -> list[Row]:
        return list(self._unknown)


class ReadLogs(Logs):
    """Logs that are read when something is asked; `zone`: of layouts with their JVM's local time."""

    def __init__(
        self, spark: SparkSession, sources: Sequence[LogSource], zone: str = "UTC", ways: Ways | None = None
    ) -> None:
        self._spark = spark
        self._sources = sources
        self._zone = zone
        self._ways = ways or Ways()
        self._reason: str | None = None

    @cached_property
    def _bounds(self) -> Bounds:
        return bounds_of(self._sources)

    @cached_property
    def _is_small(self) -> bool:
        return is_small(self._sources, self._ways.workers_above)

    @cached_property
    def records(self) -> DataFrame:
        if not self._sources:
            return self._spark.createDataFrame([], RECORDS)
        if self._is_small:
            return self._spark.createDataFrame(self._parsed_here(), RECORDS)
        if self._ways.keeps and self._read.records is not None:
            return self._read.records
        return self._read_again()

    def frame(self) -> pl.LazyFrame:
        import polars as pl

        if not self._sources:
            return _scanned([])
        if self._is_small:
            return pl.DataFrame(self._parsed_here()).lazy()
        if not self._ways.keeps or not self._read.logs:
            words = say(
                "The logs are too large for this machine to keep as columns: save the evidence once (`rmqkit scan "
                "FOLDER --save OUT`), and use OUT."
            )
            raise Error(words)
        return _scanned([log.folder for log in self._read.logs.values()])

    @property
    def _starts(self) -> Mapping[str, list[tuple[int, int]]]:
        is_whole = self._is_small and not any(source.start for source in self._sources)
        return {} if is_whole else self.summary.starts

    def _parsed_here(self) -> pa.Table:
        """All records, read without workers, whose start takes longer than reading a few megabytes."""
        import pyarrow as pa

        from rmqkit.tables.log_parse import SCHEMA, parsed_batches

        sources = map(plain, self._sources)
        parts = (parsed_batches(source, self._zone) for source in sources)
        table = pa.Table.from_batches(chain.from_iterable(parts), schema=SCHEMA)
        return table.filter(pa.compute.invert(table["counts"])).select(RECORDS.fieldNames())

    def _read_again(self) -> DataFrame:
        """Records that are parsed whenever they are asked for."""
        if self._reason is not None:
            words = say(
                "The parsed logs cannot be kept as columns: {reason}. Every query reads the logs again.",
                reason=self._reason,
            )
            warnings.warn(words, ColumnsNotKept, stacklevel=2)
        parsed = read_by_workers(self._spark, self._sources, PARSED, "parsed_batches", self._zone)
        return parsed.where(~F.col("counts")).select(*RECORDS.fieldNames())

    @cached_property
    def summary(self) -> LogSummary:
        if not self._sources:
            return LogSummary()
        if self._is_small:
            return summary_here(self._sources, self._zone)
        return summary_of(self._tables_of(self._read.told), self._bounds)

    @cached_property
    def unknown(self) -> list[Row]:
        if not self._sources:
            return []
        if self._is_small:
            return unknown_here(self._sources, self._zone)
        read = self._read
        if read.logs:
            kept = [log.folder / name for log in read.logs.values() for name in sorted(log.files)]
            return unknown_of(self._tables_of(read.told), kept)
        if read.templates:
            return unknown_of(self._tables_of(read.told))
        return unknown_of(self._tables_of([self._told(self._sources, "packed_summary", None, True)]))

    def _tables_of(self, told: Sequence[Mapping[str, pa.Table]]) -> list[pa.Table]:
        """What workers told, in the order of the logs."""
        by_name = {name: table for part in told for name, table in part.items()}
        names = dict.fromkeys(source.file for source in self._sources)
        return [by_name[name] for name in names if name in by_name]

    @cached_property
    def _read(self) -> _Read:
        """What was read once. All logs are; their columns are kept where that can be."""
        with watched(self._spark, len(self._sources), stored_sizes(self._sources)):
            root = self._root() if self._ways.keeps else None
            if root is not None:
                return self._kept(root)
            templates = self._ways.templates
            summaries = self._told(self._sources, "packed_summary", None, templates)
            return _Read([summaries], None, templates=templates)

    def _kept(self, root: str) -> _Read:
        """Workers write what this machine has into a folder of this machine, Spark all else."""
        here = [source for source in self._sources if source.place is None]
        elsewhere = [source for source in self._sources if source.place is not None]
        if not here or not is_local(root):
            return self._kept_by_spark(root, self._sources)
        read = self._kept_here(Path(root), here)
        if not elsewhere:
            return read
        by_spark = self._kept_by_spark(root, elsewhere)
        told = [*read.told, *by_spark.told]
        # The records are kept where those of both parts are.
        if read.records is None or by_spark.records is None:
            return _Read(told, None)
        return _Read(told, read.records.unionAll(by_spark.records))

    def _root(self) -> str | None:
        """Where columns are kept; None where they cannot be."""
        cache = self._ways.cache
        if cache and not is_local(cache):
            return cache
        if not cache and not are_here(self._spark):
            self._not_kept(
                say("Spark's workers share no folder with this process; set a cache folder that all of them can access")
            )
            return None
        folder = Path(cache.removeprefix("file://")).resolve() if cache else scratch_folder()
        needed = sum(map(size_of, self._sources))
        room = _free_bytes(folder) if folder else 0
        if folder and needed <= room:
            return str(folder)
        self._not_kept(
            say(
                "{needed:,} MB may be needed in {folder}, {room:,} MB are free (set {variable} to use another disk)",
                needed=needed >> 20,
                folder=folder or tempfile.gettempdir(),
                room=max(room, 0) >> 20,
                variable=FOLDER,
            )
        )
        return None

    def _not_kept(self, reason: str) -> None:
        """Who asks for a summary alone misses nothing; who asks for records is told."""
        self._reason = reason

    @property
    def _made_of(self) -> tuple[object, ...]:
        """What decides, beside a log itself, what is told of it."""
        return self._zone, self._bounds.rows, self._bounds.meets

    def _told(self, sources: Sequence[LogSource], read: str, *arguments: object) -> dict[str, pa.Table]:
        asked = (self._zone, self._bounds.rows, *arguments)
        return told_by(read_by_workers(self._spark, sources, PACKED, read, *asked), self._bounds)

    def _kept_here(self, root: Path, sources: Sequence[LogSource]) -> _Read:
        """Each worker writes the ranges that it reads; what others wrote of a log is taken."""
        ranges = ranges_of(sources)
        logs = kept_logs(root, ranges, *self._made_of, by_content=self._ways.cache is not None)
        clear_drafts(root)
        summaries = {name: log.told() for name, log in logs.items() if log.is_whole}
        missing = {name: log for name, log in logs.items() if name not in summaries}
        if missing:
            # What workers tell of logs while they write them.
            folders = {name: str(log.folder) for name, log in missing.items()}
            of_logs = [part for part in ranges if part.file in missing]
            written_here = self._told(of_logs, "packed_summary", folders)
            for name, log in missing.items():
                log.finish(written_here[name])
            summaries |= written_here
        if not all(log.is_whole for log in logs.values()):
            self._not_kept(say("{folder} is full, or is not the same folder for all workers", folder=root))
            return _Read([summaries], None)
        paths = [str(log.folder) for log in logs.values()]
        return _Read([summaries], self._spark.read.schema(RECORDS).parquet(*paths), logs)

    def _kept_by_spark(self, root: str, sources: Sequence[LogSource]) -> _Read:
        """Where only Spark reads and writes: each writer has a folder, and then names it as done."""
        base = f"{root.rstrip('/')}/{digest_of([code_digest(), *self._made_of, *sources])}"
        name = uuid4().hex
        done = self._spark_wrote(base)
        if done is None:
            done = f"{base}/run-{name}"
            asked = ("kept_batches", self._zone, self._bounds.rows)
            records = read_by_workers(self._spark, sources, KEPT, *asked)
            try:
                written(records, done)
                mark = self._spark.createDataFrame([(done,)], _DONE)
                written(mark.coalesce(1), f"{base}/done-{name}")
            except PySparkException as error:
                self._not_kept(say("{folder}: {error}", folder=root, error=str(error).splitlines()[0]))
                return _Read([self._told(sources, "packed_summary")], None)
        kept = self._spark.read.schema(KEPT).parquet(done)
        is_record = F.col("summary").isNull()
        summaries = kept.where(~is_record).selectExpr("file", "line_order AS start", "summary AS rows")
        told = told_by(summaries, self._bounds)
        return _Read([told], kept.where(is_record).select(*RECORDS.fieldNames()))

    def _spark_wrote(self, base: str) -> str | None:
        """What somebody has finished; a run that nobody has named as done is never read."""
        try:
            runs = self._spark.read.schema(_DONE).parquet(f"{base}/done-*").collect()
        except PySparkException:  # nobody has finished any
            return None
        return min((row["run"] for row in runs), default=None)

    def write(self, target: Path) -> None:
        """Put the records into a new folder, as Parquet; kept columns take no second place."""
        import pyarrow.parquet as pq

        if self._is_small:
            target.mkdir()
            pq.write_table(self._parsed_here(), target / "records.parquet", compression="zstd")
        elif self._ways.keeps and self._read.logs:
            link_all(self._read.logs, target)
        else:
            written(self.records, str(target))


def _scanned(folders: Sequence[Path]) -> pl.LazyFrame:
    """The Parquet files of some folders; no rows where there are none."""
    import polars as pl
    from pyspark.sql.pandas.types import to_arrow_schema

    if not folders:
        none = pl.DataFrame(to_arrow_schema(RECORDS, timezone="UTC").empty_table())
        return none.lazy()
    return pl.concat([pl.scan_parquet(folder / "*.parquet") for folder in folders])


_DONE = "run string"


@dataclass(frozen=True)
class _Read:
    """What workers told, per file; the records, where their columns are kept; which files hold all
    of them; and whether templates of what nobody knows were told."""

    told: Sequence[Mapping[str, pa.Table]]
    records: DataFrame | None
    logs: Mapping[str, KeptLog] | None = None
    templates: bool = False


def _free_bytes(folder: Path) -> int:
    """How much may be kept there; nothing where no folder can be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return room_in(folder) if os.access(folder, os.W_OK) else 0
    except OSError:
        return 0
