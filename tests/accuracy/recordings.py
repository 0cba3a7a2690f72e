"""Recorded incidents, diagnosed once each: whole and with evidence taken away. Nothing is asserted here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis import Diagnosis, diagnose
from rmqkit.errors import NothingUsable
from rmqkit.evidence import Evidence
from tests.accuracy.scoring import Score, Truth, score
from tests.accuracy.taking_away import reduced
from tests.lab.recorded import archives, unpacked

# Incidents whose only sick client never reached the cluster: without its own log, what is left is a healthy group.
ONLY_WITNESS = {"client_without_name_server": "client-3/"}


@dataclass(frozen=True)
class Scored:
    """One incident: its whole score, what mqadmin said, and the scores of its reduced folders."""

    name: str
    truth: Truth
    whole: Score
    mqadmin: str
    unparsed: dict[str, int]
    reduced: tuple[tuple[str, Score], ...]


def scored(spark: SparkSession, one_in: int = 1) -> Iterator[Scored]:
    """Every recording in data_samples/recorded, by name; of the reduced folders one in so many."""
    for number, archive in enumerate(archives()):
        with unpacked(archive) as folder:
            truth = Truth.of(json.loads((folder / "truth.json").read_text()))
            evidence = rmqkit.read(spark, str(folder / "evidence"))
            whole = score(truth, rmqkit.diagnose(evidence))
            witness = ONLY_WITNESS.get(archive.name.rsplit("-", 1)[0], "")
            parts = tuple((name, score(truth, part)) for name, part in _reduced(evidence, witness, number, one_in))
        name = archive.name.removesuffix(".tar.xz")
        yield Scored(name, truth, whole, mqadmins_verdict(evidence), _unparsed(evidence), parts)


def _reduced(evidence: Evidence, witness: str, number: int, one_in: int) -> Iterator[tuple[str, Diagnosis]]:
    folders = enumerate(reduced([file.name for file in evidence.source_files]), start=number)
    for turn, (name, files) in folders:
        if turn % one_in or not any(file.startswith(witness) for file in files):
            continue
        try:
            yield name, diagnose(evidence.only(files))
        except NothingUsable:
            continue


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
