"""Recorded incidents, diagnosed once each: whole and with evidence taken away. Nothing is asserted here."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis import Diagnosis, diagnose
from rmqkit.diagnosis.facts.handovers import end_of_start
from rmqkit.errors import NothingUsable
from rmqkit.evidence import Evidence
from tests.accuracy.scoring import Score, Truth, score
from tests.accuracy.taking_away import reduced
from tests.accuracy.windows import Window, WindowScore, score_windows
from tests.lab import ledgers
from tests.lab.ledgers import Queue, Receipt
from tests.lab.recorded import archives, unpacked

# Incidents whose only sick client never reached the cluster: without its own log, what is left is a healthy group.
ONLY_WITNESS = {"client_without_name_server": "client-3/"}


@dataclass(frozen=True)
class Scored:
    """One incident: its whole score, what mqadmin said, and the scores of its reduced folders.

    `windows` is None where several clients read a queue at once: then everything is received again.
    """

    name: str
    truth: Truth
    whole: Score
    mqadmin: str
    unparsed: dict[str, int]
    windows: WindowScore | None
    reduced: tuple[tuple[str, Score], ...]


def scored(spark: SparkSession, one_in: int = 1) -> Iterator[Scored]:
    """Every recording in data_samples/recorded, by name; of the reduced folders one in so many."""
    for number, archive in enumerate(archives()):
        with unpacked(archive) as folder:
            told = json.loads((folder / "truth.json").read_text())
            truth = Truth.of(told)
            evidence = rmqkit.read(spark, str(folder / "evidence"))
            diagnosis = rmqkit.diagnose(evidence)
            windows = None if told["queues_read_by_several"] else _windows(diagnosis, told, folder)
            witness = ONLY_WITNESS.get(archive.name.rsplit("-", 1)[0], "")
            parts = tuple((name, score(truth, part)) for name, part in _reduced(evidence, witness, number, one_in))
        name = archive.name.removesuffix(".tar.xz")
        whole = score(truth, diagnosis)
        yield Scored(name, truth, whole, mqadmins_verdict(evidence), _unparsed(evidence), windows, parts)


def _reduced(evidence: Evidence, witness: str, number: int, one_in: int) -> Iterator[tuple[str, Diagnosis]]:
    folders = enumerate(reduced([file.name for file in evidence.source_files]), start=number)
    for turn, (name, files) in folders:
        if turn % one_in or not any(file.startswith(witness) for file in files):
            continue
        try:
            yield name, diagnose(evidence.only(files))
        except NothingUsable:
            continue


def _windows(diagnosis: Diagnosis, told: Mapping[str, Any], folder: Path) -> WindowScore:
    found = diagnosis.finding("duplicate_consumption")
    windows = found.details.get("windows", ()) if found else ()
    started = end_of_start(diagnosis.facts[told["group"]])
    return score_windows(
        [Window(Queue(topic, broker, queue), first, last) for topic, broker, queue, first, last in windows],
        _received(told, folder),
        ledgers.sent(gzip.decompress((folder / "sent.tsv.gz").read_bytes()).decode()),
        since=started.timestamp() if started else 0,
    )


def _received(told: Mapping[str, Any], folder: Path) -> list[Receipt]:
    """What the group's listeners were given."""
    names = [each["client"] for each in told["clients"] if each["group"] == told["group"]]
    files = {name: folder / "received" / f"{name}.tsv.gz" for name in names}
    texts = {name: gzip.decompress(file.read_bytes()).decode() for name, file in files.items() if file.exists()}
    return [receipt for name, text in texts.items() for receipt in ledgers.receipts(text, name)]


def mqadmins_verdict(evidence: Evidence) -> str:
    """What mqadmin itself concluded: consumerStatus's sentences, or that it failed."""
    status = [row for row in evidence.rows("answers") if row["kind"] == "consumer_status"]
    if not status:
        return "failed"
    told = {row.get("subscription_verdict") for row in status}
    if "different" in told:
        return "different subscription"
    return "same subscription, rebalance OK" if "same" in told else "nothing"


def _unparsed(evidence: Evidence) -> dict[str, int]:
    logs = {row["kind"] for row in evidence.ledger_rows() if row["kind"].endswith("_log")}
    return {
        "mqadmin": sum(row["unparsed"] for row in evidence.ledger_rows() if row["kind"] not in logs),
        "log": sum(row["unparsed"] for row in evidence.ledger_rows() if row["kind"] in logs),
        "log lines": sum(row["lines"] for row in evidence.ledger_rows() if row["kind"] in logs),
    }
