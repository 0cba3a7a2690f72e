"""Incidents made while a test runs: the same table, a fresh cluster, its folder for as long as the test needs it."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from . import plausible, run
from .errors import LabError
from .incidents import INCIDENTS


@contextlib.contextmanager
def recorded_incident(name: str, version: str, snapshots: int | None = None) -> Iterator[Path]:
    """Make an incident of the table on a real cluster of `version` and give its folder: evidence/ and truth.json.

    Takes about 80 to 110 seconds. Raises LabError if the cluster did not show what was ordered; nothing that was
    started is left when the block is entered.
    """
    incident = INCIDENTS[name]
    if snapshots is not None:
        incident = replace(incident, snapshots=snapshots)
    home = Path(tempfile.mkdtemp(prefix="rmqkit-live-"))
    try:
        folder = run.make(incident, version, home / f"{name}-{version}")
        if found := plausible.doubts(folder):
            raise LabError(f"{name} on {version} did not come out as ordered: {found}")
        yield folder
    finally:
        shutil.rmtree(home, ignore_errors=True)
