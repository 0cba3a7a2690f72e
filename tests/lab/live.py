"""Incidents made while a test runs, on fresh clusters: recorded, or going on while the test looks at them with the
mqadmin of a version."""

import contextlib
import shlex
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from . import jars, jvm, log_settings, plausible, run
from .errors import LabError
from .incidents import INCIDENTS
from .mqadmin import KEYS, Mqadmin
from .run import Run

MAIN = "org.apache.rocketmq.tools.command.MQAdminStartup"


def mqadmin_program(version: str, home: Path) -> Path:
    """Write the distribution below `home`: bin/mqadmin, the tools' jar by its name, the keys that
    4.4.0 asks for.
    """
    for folder in ("bin", "lib", "conf"):
        (home / folder).mkdir(parents=True)
    (home / "lib" / f"rocketmq-tools-{version}.jar").touch()
    (home / "conf" / "tools.yml").write_text(KEYS)
    # Without -Duser.timezone: the zone is the environment's, as it is for the real script.
    options = log_settings.options(version, "tools", home)
    words = jvm.command(jvm.SMALL, home, options, jars.class_path(version, "server"), MAIN)
    words = [word for word in words if not word.startswith("-Duser.timezone")]
    program = home / "bin" / "mqadmin"
    program.write_text(f'#!/bin/sh\nexport ROCKETMQ_HOME={shlex.quote(str(home))}\nexec {shlex.join(words)} "$@"\n')
    program.chmod(0o755)
    return program


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
