"""Incidents made while a test runs: the same table, fresh clusters, their folders for as long as a test needs them."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from . import plausible, run
from .errors import LabError
from .incidents import INCIDENTS


@contextlib.contextmanager
def recorded_incident(name: str, version: str, snapshots: int | None = None) -> Iterator[Path]:
    """Make an incident of the table on a real cluster of `version` and give its folder: evidence/ and truth.json.

    Takes 80 to 120 seconds. Raises LabError if the cluster did not show what was ordered; nothing that was started is
    left when the block is entered, and the folder is gone when it is left.
    """
    with recorded_incidents([(name, version)], snapshots=snapshots) as folders:
        yield folders[name, version]


@contextlib.contextmanager
def recorded_incidents(
    pairs: Sequence[tuple[str, str]], jobs: int = 3, snapshots: int | None = None
) -> Iterator[dict[tuple[str, str], Path]]:
    """Several incidents at once, `jobs` clusters side by side: (name, version) -> folder."""
    home = Path(tempfile.mkdtemp(prefix="rmqkit-live-"))
    try:
        with ThreadPoolExecutor(jobs) as pool:
            folders = list(pool.map(lambda pair: _make(*pair, snapshots, home), pairs))
        yield dict(zip(pairs, folders, strict=True))
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _make(name: str, version: str, snapshots: int | None, home: Path) -> Path:
    incident = INCIDENTS[name]
    if snapshots is not None:
        incident = replace(incident, snapshots=snapshots)
    folder = run.make(incident, version, home / f"{name}-{version}")
    if found := plausible.doubts(folder):
        raise LabError(f"{name} on {version} did not come out as ordered: {found}")
    return folder
