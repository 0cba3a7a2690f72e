"""Records incidents: `python -m tests.lab.record [NAME | NAME-VERSION ...] [--jobs 2] [--missing]`."""

import argparse
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import plausible, processes, run
from .incidents import INCIDENTS, recordings
from .jars import CACHE
from .recorded import RECORDED

DOUBTFUL = CACHE / "doubtful"
LONGEST = 900


def main(arguments: list[str]) -> int:
    """Record what is asked for; the number of recordings that failed or are not plausible."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="incident, or incident-version; all recordings if none is named")
    parser.add_argument("--jobs", type=int, default=2, help="clusters side by side")
    parser.add_argument("--missing", action="store_true", help="only what is not recorded yet")
    parser.add_argument("--to", type=Path, default=RECORDED, help="the folder that takes the recordings")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    chosen = _chosen(options.names)
    if options.missing:
        chosen = [pair for pair in chosen if not archive(*pair, options.to).exists()]
    options.to.mkdir(parents=True, exist_ok=True)
    if options.here:
        return sum(not _record(name, version, options.to) for name, version in chosen)
    with ThreadPoolExecutor(options.jobs) as pool:
        return sum(pool.map(lambda pair: _in_a_process(*pair, options.to), chosen))


def archive(name: str, version: str, folder: Path = RECORDED) -> Path:
    """The file that a recording is kept in."""
    return folder / f"{name}-{version}.tar.xz"


def _chosen(names: list[str]) -> list[tuple[str, str]]:
    if not names:
        return recordings()
    chosen = []
    for name in names:
        incident, _, version = name.rpartition("-")
        if incident in INCIDENTS:
            chosen.append((incident, version))
        else:
            chosen += [(name, version) for version in INCIDENTS[name].versions]
    return chosen


def _in_a_process(name: str, version: str, folder: Path) -> int:
    """Each recording in a process of its own, so that no failure takes another recording with it."""
    command = [sys.executable, "-m", "tests.lab.record", "--here", "--to", str(folder), f"{name}-{version}"]
    child = processes.start(command, Path.cwd(), None, {})
    try:
        return int(child.wait(LONGEST) != 0)
    except subprocess.TimeoutExpired:
        print(f"{name}-{version}: no end in {LONGEST} s", flush=True)
        return 1
    finally:
        processes.stop(child)


def _record(name: str, version: str, to: Path) -> bool:
    began = time.monotonic()
    home = Path(tempfile.mkdtemp(prefix="rmqkit-recording-"))
    folder = home / f"{name}-{version}"
    try:
        run.make(INCIDENTS[name], version, folder)
        doubts = plausible.doubts(folder)
        target = archive(name, version, DOUBTFUL if doubts else to)
        pack(folder, target)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    size, seconds = target.stat().st_size // 1024, time.monotonic() - began
    print(f"{name}-{version}: {size} KB in {seconds:.0f} s {doubts or 'plausible'}", flush=True)
    return not doubts


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
