"""One recording, to be diagnosed again in other ways, and what came out otherwise."""

import contextlib
import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis import Diagnosis, Finding, diagnose
from rmqkit.errors import NothingUsable, UnknownGroup
from rmqkit.evidence import Evidence
from tests.accuracy.against_ledgers import Ledger
from tests.accuracy.scoring import Truth
from tests.lab import ledgers
from tests.lab.ledgers import Queue, Receipt
from tests.lab.recorded import unpacked

# Without any of the group's words there is nothing to be wrong about.
NOTHING = (NothingUsable, UnknownGroup)


@dataclass(frozen=True)
class Again:
    """How often a recording was diagnosed in another way, and what was not to be, in words."""

    name: str
    diagnoses: int
    differences: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recording:
    """An unpacked recording and its truth."""

    name: str
    folder: Path
    told: Mapping[str, Any]

    @property
    def evidence(self) -> Path:
        """The folder that a diagnosis may read."""
        return self.folder / "evidence"

    @property
    def group(self) -> str:
        """The group that the incident is about."""
        return str(self.told["group"])

    @cached_property
    def read(self) -> Evidence:
        """Its evidence, read once and here."""
        return rmqkit.read(None, str(self.evidence))

    @cached_property
    def whole(self) -> Diagnosis | None:
        """The verdict on its group by everything; None where nothing names the group."""
        return _on_group(self.read, self.group)

    @cached_property
    def truth(self) -> Truth:
        """What its truth.json says holds and held."""
        return Truth.of(self.told)

    @property
    def unread(self) -> list[Queue]:
        """The queues that nobody reads, by the ledgers and, of retry topics, by what was made."""
        retries = [orphan.split() for orphan in self.told.get("orphans", ())]
        by_ledgers = [Queue(**queue) for queue in self.told["queues_read_by_nobody"]]
        return by_ledgers + [Queue(topic, broker, int(queue)) for topic, broker, queue in retries]

    @cached_property
    def ledger(self) -> Ledger:
        """What its group's listeners received, what was stored."""
        file = self.folder / "sent.tsv.gz"
        stored = ledgers.sent(_text(file)) if file.exists() else []
        receipts = received(self.told, self.folder)
        stored = ledgers.as_clients_name_them(stored, receipts)
        return Ledger(receipts, stored, self.told["ended"])


@contextlib.contextmanager
def opened(archive: Path) -> Iterator[Recording]:
    """A recording for the length of a block."""
    with unpacked(archive) as folder:
        yield Recording(
            archive.name.removesuffix(".tar.xz"),
            folder,
            json.loads((folder / "truth.json").read_text()),
        )


def received(told: Mapping[str, Any], folder: Path) -> list[Receipt]:
    """What the group's listeners were given."""
    names = [client["client"] for client in told["clients"] if client["group"] == told["group"]]
    files = {name: folder / "received" / f"{name}.tsv.gz" for name in names}
    texts = {name: _text(file) for name, file in files.items() if file.exists()}
    return [receipt for name, text in texts.items() for receipt in ledgers.receipts(text, name)]


def _text(file: Path) -> str:
    return gzip.decompress(file.read_bytes()).decode()


def diagnosed(
    folder: Path, group: str, spark: SparkSession | None = None, workers_above: int | None = None
) -> Diagnosis | None:
    """The verdict on one group; None where the folder tells nothing of it. Without Spark it is read here."""
    try:
        return _on_group(rmqkit.read(spark, str(folder), workers_above=workers_above), group)
    except NothingUsable:
        return None


def _on_group(evidence: Evidence, group: str) -> Diagnosis | None:
    try:
        return diagnose(evidence, group)
    except NOTHING:
        return None


def roads(recording: Recording, spark: SparkSession) -> Again:
    """Diagnose the recording here and with the limit at zero, above which Spark's workers read."""
    here, workers = (
        conclusion(diagnosed(recording.evidence, recording.group, spark, limit), recording.group) for limit in (None, 0)
    )
    return Again(recording.name, 1, tuple(changed_lines(here, workers)))


def conclusion(diagnosis: Diagnosis | None, group: str) -> list[str]:
    """What a verdict says of the group, a line for each finding: its state, clients and queues."""
    if diagnosis is None:
        return ["nothing"]
    findings = [finding for finding in diagnosis.findings if finding.group == group]
    return [str(diagnosis.severity), *sorted(map(_line, findings))]


def _line(finding: Finding) -> str:
    state = "goes on" if finding.ongoing else "over"
    queues = " ".join(f"{queue.topic}/{queue.broker}/{queue.queue}" for queue in sorted(finding.queues))
    clients = " ".join(sorted(finding.clients))
    return f"{finding.id} {finding.severity} {finding.status} {state}; clients: {clients}; queues: {queues}"


def changed_lines(before: Sequence[str], after: Sequence[str]) -> Iterable[str]:
    """The lines that only one of two conclusions has."""
    yield from (f"no more: {line}" for line in before if line not in after)
    yield from (f"new: {line}" for line in after if line not in before)
