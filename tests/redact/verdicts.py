"""The verdict on evidence and on the same evidence redacted, in one shape. Nothing is asserted
here.
"""

import json
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

import rmqkit
from rmqkit.redact import Key, redact
from rmqkit.redact.text import restored
from tests.lab.recorded import archives, unpack

SAMPLES = Path(__file__).parents[2] / "data_samples"
NO_EVIDENCE = {"expected", "pastes", "recorded", "recorded_aside"}


def folders() -> list[Path]:
    """Every sample, every paste, every recording: what `evidence_of` takes."""
    samples = [path for path in sorted(SAMPLES.iterdir()) if path.is_dir() and path.name not in NO_EVIDENCE]
    return [*samples, *sorted((SAMPLES / "pastes").glob("*.txt")), *archives()]


def evidence_of(source: Path, home: Path) -> Path:
    """Where the evidence of a sample lies; a recording is unpacked below `home`."""
    return unpack(source, home) / "evidence" if source.name.endswith(".tar.xz") else source


def both(spark: SparkSession, source: Path, home: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The verdict on the evidence, and the one on it redacted, its names turned back."""
    key, evidence = Key(), evidence_of(source, home / "unpacked")
    redact(evidence, home / "redacted", key)
    ours = verdict(spark, evidence)
    theirs = verdict(spark, home / "redacted")
    return json.loads(ours), json.loads(restored(theirs, key))


def verdict(spark: SparkSession, folder: Path) -> str:
    """What must not change: ids, severities, statuses, what is over, and the names, as JSON."""
    told = rmqkit.diagnose(rmqkit.read(spark, str(folder))).to_dict()
    findings = [
        {
            "id": finding["id"],
            "severity": finding["severity"],
            "status": finding["status"],
            "ongoing": finding["ongoing"],
            "group": finding["group"],
            "topics": finding["topics"],
            "clients": finding["clients"],
            "queues": [[queue["topic"], queue["broker"], queue["queue"]] for queue in finding["queues"]],
        }
        for finding in told["findings"]
    ]
    unparsed = sum(row["unparsed"] for row in told["files"])
    return json.dumps({"severity": told["severity"], "findings": findings, "unparsed": unparsed})
