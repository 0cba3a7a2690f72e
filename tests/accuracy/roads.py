"""Both roads of the log reader: what Spark's workers read gets the verdict of what is read here."""

from __future__ import annotations

from pyspark.sql import SparkSession

from tests.accuracy.again import Again, Recording, changed_lines, conclusion, diagnosed


def roads(spark: SparkSession, recording: Recording) -> Again:
    """Diagnose the recording once with the limit at zero, above which workers read."""
    here, workers = (
        conclusion(diagnosed(spark, recording.evidence, recording.group, limit), recording.group) for limit in (None, 0)
    )
    return Again(recording.name, 1, tuple(changed_lines(here, workers)))
