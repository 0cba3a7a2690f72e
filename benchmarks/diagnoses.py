"""Whole diagnoses, each in a process of its own as a person would start one: seconds, memory of the driver, Spark jobs.

`python -m benchmarks.diagnoses MODE [FOLDER]` is such a process. It prints one line of JSON; its own start, Spark's and
that of the workers are in the seconds that `run` measures around it.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.generate import Traffic, write_broker_log, write_looks
from benchmarks.measure import tree_cpu

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EMPTY, TYPED, LOG = "empty job", "typed events", "log"
"""Cases: nothing but a session and a job; the events of a log counted, and no diagnosis; the folder of a log."""

LOOKS, MANY_LOOKS, WARM = "2,000 looks", "10,000 looks", "warm"
"""Cases: files of consumerProgress; a second diagnosis."""

GROUPS, MANY_GROUPS, TYPED_GROUPS = "2,000 groups", "7,690 groups", "typed events of 2,000 groups"
"""Cases: a broker's log of 128 MB, in which each group's clients come, go and overwrite its subscriptions; its events
counted, and no diagnosis."""

CLUSTER, TYPED_CLUSTER = "10,000 groups", "typed events of 10,000 groups"
"""The same of 4 GB. Making them takes several minutes: they are measured where they are named."""

EIGHTHS = {LOG: "an eighth of the log", LOOKS: "250 looks", GROUPS: "250 groups", MANY_GROUPS: "961 groups"}
"""An eighth of some cases, by which they are seen to grow."""

CASES = (EMPTY, TYPED, LOG, LOOKS, MANY_LOOKS, WARM, TYPED_GROUPS, GROUPS, MANY_GROUPS, *EIGHTHS.values())
OF_LOGS = (EMPTY, TYPED, LOG, EIGHTHS[LOG])
"""Those that are measured again for every size of the log."""

_MODES = {EMPTY: "empty", TYPED: "events", TYPED_GROUPS: "events", TYPED_CLUSTER: "events", WARM: "warm"}
_LOOKS = {LOOKS: (2_000, 64), MANY_LOOKS: (10_000, 200), EIGHTHS[LOOKS]: (250, 64)}
_GROUPS = {
    GROUPS: (128, 2_000),
    TYPED_GROUPS: (128, 2_000),
    MANY_GROUPS: (128, 7_690),
    CLUSTER: (4096, 10_000),
    TYPED_CLUSTER: (4096, 10_000),
    EIGHTHS[GROUPS]: (16, 250),
    EIGHTHS[MANY_GROUPS]: (16, 961),
}
_RECORDING = "gray_release"


@dataclass(frozen=True)
class Run:
    """One diagnosis: wall seconds, processor seconds of its process tree, peak bytes of the driver, Spark jobs."""

    seconds: float
    cpu: float
    driver: int
    jobs: int


def median_of(runs: Sequence[Run]) -> Run:
    """The median of the seconds, beside the largest memory and number of jobs."""
    return Run(
        median(run.seconds for run in runs),
        median(run.cpu for run in runs),
        max(run.driver for run in runs),
        max(run.jobs for run in runs),
    )


def measured(folder: Path, log: Path, cases: Sequence[str], runs: int) -> dict[str, Run]:
    """The cases in turn, `runs` times; `folder`: where their evidence is made."""
    evidence = {case: evidence_of(case, folder, log) for case in cases}
    found: dict[str, list[Run]] = {case: [] for case in cases}
    for _ in range(runs):
        for case in cases:
            found[case].append(run(_MODES.get(case, "once"), evidence[case]))
    return {case: median_of(answers) for case, answers in found.items()}


def evidence_of(case: str, folder: Path, log: Path) -> Path | None:
    """The folder that a case diagnoses, made where it is not there yet; None for none."""
    if case == EMPTY:
        return None
    if case == WARM:
        from tests.lab.recorded import archives, unpack

        archive = next(path for path in archives() if path.name.startswith(_RECORDING))
        target = folder / archive.name.removesuffix(".tar.xz")
        return (target if target.is_dir() else unpack(archive, folder)) / "evidence"
    if case in (TYPED, LOG):
        return _folder_of(log)
    if case == EIGHTHS[LOG]:
        target = log.with_suffix(".eighth")
        if not target.is_dir():
            target.mkdir()
            write_broker_log(target / "broker.log", log.stat().st_size // 8)
        return target
    if case in _GROUPS:
        megabytes, groups = _GROUPS[case]
        target = folder / f"groups-{megabytes}-{groups}"
        if not target.is_dir():
            target.mkdir()
            write_broker_log(target / "broker.log", megabytes << 20, Traffic(groups=groups))
        return target
    looks, queues = _LOOKS[case]
    target = folder / f"looks-{looks}-{queues}"
    if not target.is_dir():
        write_looks(target, looks, queues)
    return target


def _folder_of(log: Path) -> Path:
    target = log.with_suffix(".folder")
    target.mkdir(exist_ok=True)
    if not (target / "broker.log").exists():
        os.link(log, target / "broker.log")
    return target


def run(mode: str, evidence: Path | None) -> Run:
    """One process from its start to its answer."""
    command = [sys.executable, "-m", "benchmarks.diagnoses", mode, *([str(evidence)] if evidence else [])]
    # An installed package has its bytecode; one that lies in its repository may keep it too.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        seconds = time.perf_counter() - begin
    if not line:
        sys.exit(f"{' '.join(command)} ended with {process.returncode} and no answer")
    told = json.loads(line)
    return Run(told.get("seconds", seconds), told["cpu"], told["driver"], told["jobs"])


def _seconds(run: Run) -> float:
    return run.seconds


def _megabytes(run: Run) -> float:
    return run.driver / (1 << 20)


def _jobs_of(run: Run) -> float:
    return run.jobs


@dataclass(frozen=True)
class Limit:
    """A figure that is wanted of a case and how large it may be: `most`, and above that the seconds of something else.

    `above`: the case, or WARM_EVENTS, whose seconds may be added. `than`: the case by whose CPU seconds those of this
    one are divided, both without what an empty job takes.
    """

    name: str
    case: str
    most: float
    unit: str = "s"
    figure: Callable[[Run], float] = _seconds
    above: str = ""
    than: str = ""

    @property
    def words(self) -> str:
        """How large it may be, in words."""
        return f"{self.above} + {self.most:g} {self.unit}" if self.above else f"{self.most:g} {self.unit}"


WARM_EVENTS = "typed events in a session"
_DRIVER = "the same: the driver's Python"
_GROWTH = "the same: CPU, to that of an eighth of it"
LEAST_CPU = 0.5
"""CPU seconds beyond an empty job below which a ratio tells of chance alone."""
LIMITS = (
    Limit("diagnosis of the log's folder", LOG, 10, above=WARM_EVENTS),
    Limit("the same beside a process that counts", LOG, 10, above=TYPED),
    Limit(_DRIVER, LOG, 600, "MB", _megabytes),
    Limit(_GROWTH, LOG, 8.5, "times", than=EIGHTHS[LOG]),
    Limit("diagnosis of 2,000 looks at 64 queues", LOOKS, 12, above=EMPTY),
    Limit(_DRIVER, LOOKS, 600, "MB", _megabytes),
    Limit(_GROWTH, LOOKS, 8.5, "times", than=EIGHTHS[LOOKS]),
    Limit("diagnosis of 10,000 looks at 200 queues", MANY_LOOKS, 120),
    Limit(_DRIVER, MANY_LOOKS, 600, "MB", _megabytes),
    Limit("warm diagnosis of a recorded incident", WARM, 3),
    Limit("the same: Spark jobs", WARM, 12, "jobs", _jobs_of),
    Limit("diagnosis of 2,000 groups in 128 MB", GROUPS, 30, above=TYPED_GROUPS),
    Limit(_DRIVER, GROUPS, 1024, "MB", _megabytes),
    Limit(_GROWTH, GROUPS, 8.5, "times", than=EIGHTHS[GROUPS]),
    Limit("diagnosis of 7,690 groups in 128 MB", MANY_GROUPS, 90),
    Limit(_DRIVER, MANY_GROUPS, 1024, "MB", _megabytes),
    Limit(_GROWTH, MANY_GROUPS, 8.5, "times", than=EIGHTHS[MANY_GROUPS]),
    Limit("diagnosis of 10,000 groups in 4 GB", CLUSTER, 60, above=TYPED_CLUSTER),
    Limit(_DRIVER, CLUSTER, 1024, "MB", _megabytes),
)
"""What is wanted of whole diagnoses."""


def cells(runs: Mapping[str, Run], events: float | None) -> list[str]:
    """For each of LIMITS what was measured, and what it may be at most. `events`: seconds of WARM_EVENTS."""
    seconds = {case: run.seconds for case, run in runs.items()} | ({} if events is None else {WARM_EVENTS: events})
    return [_growth(limit, runs) if limit.than else _cell(limit, runs.get(limit.case), seconds) for limit in LIMITS]


def _growth(limit: Limit, runs: Mapping[str, Run]) -> str:
    empty, whole, part = (runs.get(case) for case in (EMPTY, limit.case, limit.than))
    if empty is None or whole is None or part is None:
        return "not measured"
    if part.cpu - empty.cpu < LEAST_CPU:
        return "an eighth takes what an empty job takes"
    return f"{(whole.cpu - empty.cpu) / (part.cpu - empty.cpu):.1f} times"


def _cell(limit: Limit, run: Run | None, seconds: Mapping[str, float]) -> str:
    if run is None:
        return "not measured"
    beside = f", of {seconds[limit.above] + limit.most:.2f}" if limit.above in seconds else ""
    cpu = f", CPU {run.cpu:.2f}" if limit.unit == "s" else ""
    return f"{limit.figure(run):,.2f} {limit.unit}{beside}{cpu}"


def _empty(_folder: str) -> dict[str, float]:
    import rmqkit

    rmqkit.session().range(1).collect()
    return {}


def _events(folder: str) -> dict[str, float]:
    import rmqkit
    from benchmarks.contenders import NEEDLES

    rmqkit.read(rmqkit.session(), folder).event_counts("event", "group", only=NEEDLES).collect()
    return {}


def _once(folder: str) -> dict[str, float]:
    """What `rmqkit diagnose` does, but for printing its screen."""
    import rmqkit
    from rmqkit.diagnosis.by_workers import garbage_collection_paused
    from rmqkit.session import lazy_session

    with garbage_collection_paused():
        rmqkit.diagnose(rmqkit.read(lazy_session(), folder, keeps=False), in_short=True).to_screen()
    return {}


def _warm(folder: str) -> dict[str, float]:
    import rmqkit

    _once(folder)
    before, begin = _jobs(rmqkit.session()), time.perf_counter()
    _once(folder)
    return {"seconds": time.perf_counter() - begin, "jobs": _jobs(rmqkit.session()) - before}


def _jobs(spark: SparkSession) -> int:
    return len(spark.sparkContext.statusTracker().getJobIdsForGroup(None))


_ANSWERS: dict[str, Callable[[str], dict[str, float]]] = {
    "empty": _empty,
    "events": _events,
    "once": _once,
    "warm": _warm,
}


def main() -> None:
    """Answer once, and tell processor seconds, the driver's peak memory and the number of Spark jobs."""
    import rmqkit

    mode, folder = sys.argv[1], "".join(sys.argv[2:])
    told: dict[str, float] = _ANSWERS[mode](folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    figures = {"cpu": tree_cpu(os.getpid()), "driver": peak, "jobs": _jobs(rmqkit.session()), **told}
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
