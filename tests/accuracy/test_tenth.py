"""A tenth of the recordings against their truths, without Spark: for `make quick` alone."""

from pathlib import Path

import pytest

import rmqkit
from tests.accuracy.again import opened
from tests.accuracy.known_failures import KNOWN_FAILURES
from tests.accuracy.scoring import score
from tests.lab.recorded import RECORDED, archives


def name_of(archive: Path) -> str:
    return archive.name.removesuffix(".tar.xz")


@pytest.mark.parametrize("archive", archives(RECORDED)[::10], ids=name_of)
def test_a_recording_is_diagnosed_rightly(archive: Path) -> None:
    if name_of(archive) in KNOWN_FAILURES:
        pytest.skip("known to fail")
    with opened(archive) as recording:
        whole = rmqkit.diagnose(rmqkit.read(None, str(recording.evidence)))
        told = score(recording.truth, whole)
    assert told.first_right
    assert not told.wrong_proofs and not told.false_ok and not told.false_alarms
