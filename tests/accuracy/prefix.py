"""Prefix: an incident at earlier moments. What was proven then must not be false by the whole."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from pyspark.sql import SparkSession

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.texts import CAUSE, EFFECT, TEXTS
from tests.accuracy.again import Again, Recording, diagnosed
from tests.accuracy.cutting import cut, moments
from tests.accuracy.effects import untrue
from tests.accuracy.scoring import Truth

MOMENTS = 20
# Two moments that tell of one change.
SAME_CHANGE = 2.0


def prefix(spark: SparkSession, recording: Recording, count: int = MOMENTS) -> Again:
    """Diagnose the recording at so many moments."""
    whole = diagnosed(spark, recording.evidence, recording.group)
    times = moments(recording.told, count)[:-1]
    differences = [difference for moment in times for difference in _at(spark, recording, whole, moment)]
    return Again(recording.name, len(times), tuple(differences))


def _at(spark: SparkSession, recording: Recording, whole: Diagnosis | None, moment: float) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="rmqkit-prefix-") as folder:
        cut(recording.evidence, recording.told, moment, Path(folder))
        then = diagnosed(spark, Path(folder), recording.group)
    if then is None:
        return
    when = f"{recording.told['ended'] - moment:.0f} s before the end"
    findings = whole.findings if whole else ()
    ledger = recording.ledger.before(moment)
    for finding in then.findings:
        problems = [
            *false_later(finding, recording.truth, findings),
            *(untrue(finding, ledger) if finding.proven else ()),
        ]
        yield from (f"{when}: {problem} [{finding.title}]" for problem in problems)


def false_later(then: Finding, truth: Truth, whole: Sequence[Finding]) -> Iterator[str]:
    """What the whole contradicts of a finding that was proven at an earlier moment."""
    if not then.proven or then.severity < Severity.NOTICE or TEXTS[then.id].kind not in (CAUSE, EFFECT):
        return
    later = [finding for finding in whole if finding.id == then.id]
    happened = truth.causes | truth.effects | truth.tolerated | truth.past
    if then.id not in happened and not later:
        yield f"{then.id} is proven, and the whole knows nothing of it"
    if not then.ongoing and any(_went_on(then, now) for now in later):
        yield f"{then.id} is called over, and it went on"


def _went_on(then: Finding, now: Finding) -> bool:
    """Whether the whole has what was called over as one stretch that reaches beyond that end."""
    if not now.proven or not now.ongoing or then.until is None or now.since is None:
        return False
    about_the_same = not then.queues or not now.queues or bool(set(then.queues) & set(now.queues))
    return about_the_same and (then.until - now.since).total_seconds() > SAME_CHANGE
