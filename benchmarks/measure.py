"""Runs the contenders in turn on the same file and keeps seconds,
processor time and peak memory of each answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 1800.0
# Adding up the memory of a JVM takes milliseconds itself.
_LOOK_EVERY = 0.3


@dataclass(frozen=True)
class Answer:
    """One answer: wall seconds, processor seconds and peak bytes of the whole process
    tree, and the counts."""

    seconds: float
    cpu: float
    peak: int
    counts: dict[str, int]


@dataclass(frozen=True)
class Figures:
    """Several answers of one contender to one question; `said`: why there are none."""

    contender: str
    question: str
    answers: Sequence[Answer] = ()
    said: str = ""

    @property
    def seconds(self) -> float:
        """Median of the wall seconds."""
        return median(answer.seconds for answer in self.answers)

    @property
    def cpu(self) -> float:
        """Median of the processor seconds."""
        return median(answer.cpu for answer in self.answers)

    @property
    def peak(self) -> int:
        """The largest memory of any answer."""
        return max(answer.peak for answer in self.answers)


class Contender:
    """A contender's process, ready to answer."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        command = [sys.executable, "-m", "benchmarks.contenders", name, str(path)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        said = self._read()
        self.questions: list[str] = said["questions"] if said else []
        self.why_not = "" if said else (self._process.communicate()[1].strip().splitlines() or ["ended"])[-1]

    def _read(self) -> dict[str, list[str]] | None:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return json.loads(line) if line else None

    def ask(self, question: str) -> Answer:
        """One answer, measured from outside for memory and processor time."""
        assert self._process.stdin is not None and self._process.stdout is not None
        before = tree_cpu(self._process.pid)
        with _watched(self._process.pid) as peak:
            print(question, file=self._process.stdin, flush=True)
            told = json.loads(self._process.stdout.readline() or "null")
        if told is None:
            sys.exit(f"{self.name} ended at the question {question!r}: {self._process.communicate()[1][-2000:]}")
        return Answer(told["seconds"], tree_cpu(self._process.pid) - before, peak[0], told["counts"])

    def close(self) -> None:
        """End the process."""
        if self._process.stdin is not None and self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait(_PATIENCE)


@contextmanager
def _watched(pid: int) -> Iterator[list[int]]:
    """The largest memory that the process and its children have while this is open."""
    peak, done = [tree_memory(pid)], threading.Event()

    def watch() -> None:
        while not done.wait(_LOOK_EVERY):
            peak[0] = max(peak[0], tree_memory(pid))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def _tree(pid: int) -> list[int]:
    """The process and all that descend from it."""
    pids, found = [pid], []
    while pids:
        one = pids.pop()
        found.append(one)
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            pids += [int(child) for child in _read(children).split()]
    return found


def _read(path: Path) -> str:
    """A file of /proc; nothing for a process that has ended meanwhile."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def tree_memory(pid: int) -> int:
    """Bytes of the process tree; what several processes share counts in parts (PSS)."""
    lines = (line for one in _tree(pid) for line in _read(Path(f"/proc/{one}/smaps_rollup")).splitlines())
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def tree_cpu(pid: int) -> float:
    """Processor seconds of the process tree, ended children included."""
    total = 0
    for one in _tree(pid):
        stat = _read(Path(f"/proc/{one}/stat"))
        if stat:
            total += sum(map(int, stat.rpartition(")")[2].split()[11:15]))
    return total / _TICKS


def in_turn(path: Path, names: Sequence[str], runs: int, questions: Collection[str] = ()) -> list[Figures]:
    """Every contender's figures: one answer that is not counted,
    then `runs` rounds in which each answers once.

    `questions`: these only.
    """
    contenders = [Contender(name, path) for name in names]
    asked = [(one, question) for one in contenders for question in _asked(one, questions)]
    answers: dict[tuple[str, str], list[Answer]] = {}
    for number in range(runs + 1):
        for one, question in asked:
            answer = one.ask(question)
            if number:
                answers.setdefault((one.name, question), []).append(answer)
    for one in contenders:
        one.close()
    skipped = [Figures(one.name, "events", said=one.why_not) for one in contenders if not one.questions]
    return [*(Figures(*key, found) for key, found in answers.items()), *skipped]


def _asked(contender: Contender, questions: Collection[str]) -> list[str]:
    """What the contender can answer, and of that only these questions, where any are named."""
    return [question for question in contender.questions if not questions or question in questions]
