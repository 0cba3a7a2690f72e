"""Silence: the witnesses of an end are taken away; then no end may be claimed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pyspark.sql import SparkSession

from rmqkit.diagnosis import Finding, Severity
from tests.accuracy.again import Again, Recording, diagnosed
from tests.accuracy.cutting import cut

# Over as soon as it is done: nobody has to see an end of these.
MOMENTARY = frozenset({"offsets_moved", "duplicate_consumption", "harmless_startup_noise"})
# What tells that time went on, and nothing of the group's members and queues.
SAYS_NOTHING_OF_AN_END = ("topicRoute-", "topicStatus-")
JUST_BEFORE = 0.5


def silence(spark: SparkSession, recording: Recording) -> Again:
    """Diagnose the recording once for each end that it claims, without anything from there on."""
    whole = diagnosed(spark, recording.evidence, recording.group)
    ended = [finding for finding in whole.findings if has_an_end(finding)] if whole else []
    differences = [difference for finding in ended for difference in _without(spark, recording, finding)]
    return Again(recording.name, len(ended), tuple(differences))


def has_an_end(finding: Finding) -> bool:
    """Whether it tells of a state that is over, and since when."""
    weighs = finding.severity >= Severity.NOTICE and finding.id not in MOMENTARY
    return weighs and not finding.ongoing and finding.until is not None


def _without(spark: SparkSession, recording: Recording, finding: Finding) -> Iterator[str]:
    before = finding.until.timestamp() - JUST_BEFORE
    with tempfile.TemporaryDirectory(prefix="rmqkit-silence-") as folder:
        cut(recording.evidence, recording.told, before, Path(folder))
        _keep_what_says_nothing(recording.evidence, Path(folder))
        then = diagnosed(spark, Path(folder), recording.group)
    for other in then.findings if then else ():
        if other.id == finding.id and claims_the_end(other, finding.until):
            end = f"{finding.until:%H:%M:%S}"
            yield f"{other.id} is called over with nothing from its end ({end}) on [{other.title}]"


def claims_the_end(finding: Finding, end: datetime) -> bool:
    """Whether it is called over by now; an end of an earlier stretch may have its own witnesses."""
    if finding.ongoing or not finding.proven:
        return False
    return finding.until is None or abs((end - finding.until).total_seconds()) < 60


def _keep_what_says_nothing(evidence: Path, folder: Path) -> None:
    for file in evidence.glob("topic*.txt"):
        if file.name.startswith(SAYS_NOTHING_OF_AN_END):
            (folder / file.name).write_bytes(file.read_bytes())
