"""An incident that goes on while a test looks at it: its cluster and clients run for the length of
a block.
"""

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from .distribution import mqadmin_program
from .incidents import INCIDENTS
from .mqadmin import Mqadmin
from .run import Run

SETTLING = 25


@dataclass(frozen=True)
class Running:
    """Where the incident can be asked, and the mqadmin that asks."""

    name_server: str
    group: str
    mqadmin: Path


@contextlib.contextmanager
def running_incident(name: str, version: str) -> Iterator[Running]:
    """The incident on a cluster of `version`, its clients connected and settled; everything ends
    with the block.
    """
    incident = replace(INCIDENTS[name], snapshots=0)
    home = Path(tempfile.mkdtemp(prefix="rmqkit-lab-"))
    try:
        run = Run(incident, version, home, home / "unused")
        admin = Mqadmin(version, run.capture.evidence, home / "tools")
        try:
            run.begin(admin)
            time.sleep(SETTLING)
            yield Running(run.name_server(), incident.group, mqadmin_program(version, home / "distribution"))
        finally:
            run.stop(admin)
    finally:
        shutil.rmtree(home, ignore_errors=True)
