"""`Evidence`: one incident's folder, its tables, its ledger and what its logs say.

Nothing is read or judged here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from rmqkit.errors import NothingUsable
from rmqkit.evidence.tables import EvidenceTables, Row, tuples_of
from rmqkit.evidence.unknown import UnknownLine, unknown_lines
from rmqkit.formats import Kind
from rmqkit.formats.logs.processes import Process
from rmqkit.language import joined, say, say_counted
from rmqkit.session import is_started
from rmqkit.tables.decided import Decided, decided, naming_of, with_decided
from rmqkit.tables.files import SourceFile, printed_lines, processes_in
from rmqkit.tables.log_summary import LogSummary
from rmqkit.tables.log_tables import Logs, ReadLogs, Ways
from rmqkit.tables.places import is_local
from rmqkit.tables.reading import Reading
from rmqkit.tables.remote import printed_remotely
from rmqkit.tables.saved import LOG_EVENTS, SNAPSHOTS, Saved, folder_for, write_saved
from rmqkit.tables.schemas import SCHEMAS
from rmqkit.tables.snapshots import ChosenSnapshots, Snapshots
from rmqkit.tables.watched import watched_files


class Evidence(EvidenceTables):
    """The evidence of one incident: lazy Spark DataFrames, one per table of `rmqkit.tables.schemas`.

    What mqadmin printed is small and was parsed while reading; logs are read by Spark when a table that needs them is
    used.
    """

    is_read_from_files = True
    """Whether all of it was read from files that can be read once more (in another zone)."""

    def __init__(
        self,
        spark: SparkSession,
        files: Sequence[SourceFile],
        reading: Reading,
        zone: str,
        address: str = "",
        snapshots: Snapshots | ChosenSnapshots | None = None,
        ways: Ways | None = None,
    ) -> None:
        self.address = address
        self.spark = spark
        self.source_files = tuple(files)
        self.reading = reading
        self.zone = zone
        self.snapshots = snapshots
        self._ways = ways

    @cached_property
    def logs(self) -> Logs:
        """What is asked of the logs."""
        return ReadLogs(self.spark, self.reading.logs, self.zone, self._ways)

    @property
    def running_session(self) -> SparkSession | None:
        """The session, unless all was read without it so far: it takes longer to start than most questions."""
        return self.spark if is_started(self.spark) else None

    @property
    def log_events(self) -> DataFrame:
        """One row per log record; `event` is null for a well-formed record outside the catalogue.

        `client_id`, `broker` and `queue` are filled in where the evidence decides them; `derived` names those. Large
        logs are read when this is asked for first, and kept as columns: then every question reads these.
        """
        return with_decided(self.logs.events, self._decided)

    @cached_property
    def _decided(self) -> Decided:
        return decided(naming_of(self.logs.records), self.rows, self.log_kinds)

    @property
    def log_kinds(self) -> dict[str, str]:
        """What kind of log each file is."""
        return {log.file: str(log.kind) for log in self.reading.logs}

    def event_counts(self, *by: str, only: Iterable[str] | None = None) -> DataFrame:
        """Log records counted by columns of `log_events`, as `event_counts("event", "group")`, with `times`.

        `only`: records of these events.
        """
        return self.logs.counts(by, only)

    @cached_property
    def ledger(self) -> DataFrame:
        """One row per file and block: what each line became; it always adds up."""
        return self.spark.createDataFrame(tuples_of(self.ledger_rows(), "ledger"), SCHEMAS["ledger"])

    @property
    def log_summary(self) -> LogSummary:
        """Every catalogued event, counted, and the ledger of the logs: small for any log."""
        return self.logs.summary

    def unknown_lines(self, onset: datetime | None = None) -> list[UnknownLine]:
        """What nobody here knows: lines outside the catalogue as templates, what a person would look at first in front.

        `onset`: when it began; what was written around it goes before what was not.
        """
        return unknown_lines(self.logs.unknown, self.ledger_rows(), onset)

    def save(self, folder: str) -> Path:
        """Keep everything that was read in a new folder, which `rmqkit.read` opens without reading the files again.

        Spark's workers have to see the folder. Raises Error where it is not empty.
        """
        target = folder_for(folder, self.address)
        if self.reading.logs:
            self.logs.write(target / LOG_EVENTS)
        if self.snapshots:
            self.snapshots.table.write.parquet(str(target / SNAPSHOTS))
        watched = watched_files(self.address) if is_local(self.address) else []
        chosen = self.snapshots.rows if self.snapshots else []
        read = self.zone, self.address, self.source_files, self.reading, self.log_summary
        write_saved(target, Saved(*read, watched, chosen, self.logs.unknown))
        return target

    def only(self, files: Collection[str]) -> Evidence:
        """The same evidence as if the folder held only these files; what was read already is not read again."""
        return _PartOfEvidence(self, frozenset(files))

    def commits_between(self, spans: Sequence[tuple[datetime, datetime]]) -> list[Row]:
        """Offsets that clients logged as committed within any of the time spans.

        Those that the summary has no room for are looked up in the logs (one Spark job).
        """
        return self.logs.commits_between(tuple(spans))

    def rows(self, table: str) -> list[Row]:
        """The rows of a table that mqadmin printed, as plain values and without a Spark job.

        Of snapshots that workers read, and that are more than a diagnosis needs, the rows of those that tell most.
        """
        rows = self.reading.tables.get(table, [])
        return [*rows, *self.snapshots.rows] if table == "progress" and self.snapshots else rows

    def printed_lines(self, cited: Collection[tuple[str, int]]) -> dict[tuple[str, int], str]:
        """Cited lines of what mqadmin printed, as they stand in their files, by file and line.

        What a log's record says stands in its event already.
        """
        logs = {log.file for log in self.reading.logs}
        wanted: dict[str, set[int]] = {}
        for name, number in cited:
            if name not in logs:
                wanted.setdefault(name, set()).add(number)
        texts = [file for file in self.source_files if file.name in wanted]
        here = {
            (file.name, number): text
            for file in texts
            if file.is_readable
            for number, text in printed_lines(file, wanted[file.name]).items()
        }
        return here | printed_remotely(self.spark, texts, wanted)

    def processes(self, logs: Collection[str]) -> dict[str, Mapping[int, Process]]:
        """Of logs that several processes wrote into one file, the process of each line, by file and number."""
        told = {file.name: processes_in(file) for file in self.source_files if file.name in logs}
        return {name: by_line for name, by_line in told.items() if by_line}

    def whole_text(self, most: int) -> list[tuple[str, int, str]]:
        """Every line of evidence that has so many lines or fewer, with its file and number; nothing of more."""
        lines: Counter[str] = Counter()
        for row in self.ledger_rows():
            lines[row["file"]] += row["lines"]
        if lines.total() > most:
            return []
        return [
            (file.name, number, text)
            for file in self.source_files
            if file.is_readable and file.name in lines
            for number, text in sorted(printed_lines(file, set(range(1, lines[file.name] + 1))).items())
        ]

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
        """Raise NothingUsable when no file holds anything that RocketMQ prints, nor a sentence of anybody's."""
        if self.reading.logs or any(row["kind"] != Kind.UNKNOWN for row in self.reading.ledger):
            return
        if not self.source_files:
            raise NothingUsable("The folder is empty. Put mqadmin output, broker logs or client logs into it.")
        told = (
            say("{file}: {problem}", file=row["file"], problem=row["problem"] or row["first_unparsed"])
            for row in self.reading.ledger[:5]
        )
        raise NothingUsable(
            say_counted(
                len(self.source_files),
                "The file contains no RocketMQ output ({told}).",
                "None of the {number} files contains RocketMQ output ({told}).",
                told=joined("; ", told),
            )
        )

    def __repr__(self) -> str:
        kinds = Counter(row["kind"] for row in self.reading.ledger) + Counter(log.kind for log in self.reading.logs)
        told = ", ".join(f"{kind}: {count}" for kind, count in sorted(kinds.items()))
        return f"Evidence of {len(self.source_files)} files ({told})"


class _PartOfEvidence(Evidence):
    """Some files of an evidence: rows and logs come from the whole, which has read them."""

    is_read_from_files = False

    def __init__(self, whole: Evidence, files: frozenset[str]) -> None:
        kept = [file for file in whole.source_files if file.name in files]
        snapshots = whole.snapshots.only(files) if whole.snapshots else None
        super().__init__(whole.spark, kept, whole.reading.only(files), whole.zone, whole.address, snapshots)
        self.logs = whole.logs.only(files)
