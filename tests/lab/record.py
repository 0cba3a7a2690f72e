"""Records incidents: `python -m tests.lab.record [NAME | NAME-VERSION ...] [--jobs 2] [--missing]`.

A name that is in no table is one of the recordings kept aside: it is made anew from the recipe in its own truth.json.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from . import plausible, processes, recipe, run
from .errors import LabError
from .incidents import INCIDENTS, recordings
from .jars import CACHE
from .recorded import ASIDE, RECORDED, archives
from .scenario import Incident

DOUBTFUL = CACHE / "doubtful"
LONGEST = 900


def main(arguments: list[str]) -> int:
    """Record what is asked for; the number of recordings that failed or are not plausible."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="incident, or incident-version; the whole table if none is named")
    parser.add_argument("--jobs", type=int, default=2, help="clusters side by side")
    parser.add_argument("--missing", action="store_true", help="only what is not recorded yet")
    parser.add_argument("--to", type=Path, help="the folder that takes the recordings")
    parser.add_argument("--recipes", type=Path, help="a JSON file of incidents, for the folder kept aside")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    aside = _aside(options.names, options.recipes)
    incidents = INCIDENTS | aside
    orders = [
        Order(incidents[name], version, options.to or (ASIDE if name in aside else RECORDED), name in aside)
        for name, version in _chosen(options.names or list(aside), incidents)
    ]
    if options.missing:
        orders = [order for order in orders if not order.archive.exists()]
    if options.here:
        return sum(not _record(order) for order in orders)
    further = ["--recipes", str(options.recipes)] if options.recipes else []
    with ThreadPoolExecutor(options.jobs) as pool:
        return sum(pool.map(lambda order: _in_a_process(order, further), orders))


@dataclass(frozen=True)
class Order:
    """One recording to be made, and the folder that takes it; `aside`: it is in no table and keeps its recipe."""

    incident: Incident
    version: str
    folder: Path
    aside: bool

    @property
    def name(self) -> str:
        """What the recording is called."""
        return f"{self.incident.name}-{self.version}"

    @property
    def archive(self) -> Path:
        """The file that it is kept in."""
        return self.folder / f"{self.name}.tar.xz"


def _aside(names: list[str], recipes: Path | None) -> dict[str, Incident]:
    """The incidents of the recipes' file, else of the archives kept aside that are named."""
    if recipes is not None:
        return recipe.from_file(recipes)
    return recipe.of_recordings(file for file in archives(ASIDE) if _named(file, names))


def _named(file: Path, names: list[str]) -> bool:
    full = file.name.removesuffix(".tar.xz")
    return full in names or full.rpartition("-")[0] in names


def _chosen(names: list[str], incidents: Mapping[str, Incident]) -> list[tuple[str, str]]:
    if not names:
        return recordings()
    chosen = []
    for name in names:
        incident, _, version = name.rpartition("-")
        if incident in incidents:
            chosen.append((incident, version))
        elif name in incidents:
            chosen += [(name, version) for version in incidents[name].versions]
        else:
            raise LabError(f"no incident is called {name}, neither in the lab's tables nor in {ASIDE}")
    return chosen


def _in_a_process(order: Order, further: list[str]) -> int:
    """Each recording in a process of its own, so that no failure takes another recording with it."""
    program = [sys.executable, "-m", "tests.lab.record", "--here"]
    command = [*program, "--to", str(order.folder), *further, order.name]
    child = processes.start(command, Path.cwd(), None, {})
    try:
        return int(child.wait(LONGEST) != 0)
    except subprocess.TimeoutExpired:
        print(f"{order.name}: no end in {LONGEST} s", flush=True)
        return 1
    finally:
        processes.stop(child)


def _record(order: Order) -> bool:
    began = time.monotonic()
    home = Path(tempfile.mkdtemp(prefix="rmqkit-recording-"))
    folder = home / order.name
    try:
        run.make(order.incident, order.version, folder)
        if order.aside:
            _keep_recipe(order.incident, folder / "truth.json")
        doubts = plausible.doubts(folder)
        target = DOUBTFUL / order.archive.name if doubts else order.archive
        pack(folder, target)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    size, seconds = target.stat().st_size // 1024, time.monotonic() - began
    print(f"{order.name}: {size} KB in {seconds:.0f} s {doubts or 'plausible'}", flush=True)
    return not doubts


def _keep_recipe(incident: Incident, file: Path) -> None:
    """An incident that is in no table can be made anew only from what its recording says."""
    truth = json.loads(file.read_text()) | {"recipe": recipe.written(incident)}
    file.write_text(json.dumps(truth, indent=1, ensure_ascii=False) + "\n")


def pack(folder: Path, target: Path) -> None:
    """Compress a folder; nothing of this machine's users goes into the archive."""

    def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        return member

    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(".unfinished")
    with tarfile.open(unfinished, "w:xz", preset=6) as file:
        file.add(folder, folder.name, filter=anonymous)
    unfinished.rename(target)


if __name__ == "__main__":
    processes.clean_up_on_signals()
    sys.exit(min(main(sys.argv[1:]), 100))
