"""The verdict on redacted evidence is the one on the evidence, up to names: samples, pastes and
recordings.
"""

import os
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from tests.redact.verdicts import both, folders

ALL = "RMQKIT_REDACT_ALL"
ONE_IN = 1 if os.environ.get(ALL) else 12
"""One sample in twelve in every run of the tests; all of them by `make redaction`."""

# Pastes that no longer hold words or lines as they were printed: what is torn cannot be told to be
# one name.
TORN = {
    "chat-wraps-a-broker-log.txt": "a chat tore words in two, RocketMQ's own among them",
    "a-terminal-of-80-columns.txt": "a terminal broke lines at its width; pseudonyms may be longer",
}
# The positions on a consistent hash's ring follow from the names (MD5): pseudonyms have others, and
# redact says so.
BY_HASH = ("by_hash", "average_and_hash", "hash_everywhere")


@pytest.mark.parametrize("source", folders()[::ONE_IN], ids=lambda path: path.name)
def test_a_verdict_is_the_same_up_to_names(source: Path, spark: SparkSession, tmp_path: Path):
    if source.name in TORN:
        pytest.skip(TORN[source.name])
    ours, theirs = both(spark, source, tmp_path)
    if any(mark in source.name for mark in BY_HASH):
        assert theirs["severity"] == ours["severity"]
        assert ids(theirs) >= ids(ours)
    else:
        assert theirs == ours


def ids(verdict: dict[str, Any]) -> set[str]:
    return {finding["id"] for finding in verdict["findings"]}
