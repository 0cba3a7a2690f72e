"""What a person waits for a paste, from the shell's prompt to the last line: seconds, and processor seconds, of the
program `rmqkit` itself.

On a machine with other work the processor seconds count; on a quiet one the two are about the same.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

FOUR_LINES = """we see this, every minute:
> MQBrokerException: CODE: 24  DESC: the consumer's group info not exist
> BROKER: 10.0.0.1:10911
what can we do?
"""
RECORDING = "gray_release"
RECORDINGS = Path(__file__).parents[1] / "data_samples" / "recorded"


@dataclass(frozen=True)
class Wait:
    """One command: what is wanted of it, and what it took (medians), in seconds."""

    name: str
    most: float
    seconds: float
    cpu: float


def measured(runs: int) -> list[Wait]:
    """The three commands that people wait for, each in a process of its own."""
    with _recorded() as folder:
        commands = (
            ("diagnose: a paste of four lines", 2.0, ["diagnose", "-"]),
            ("diagnose: a recorded incident", 3.5, ["diagnose", str(folder)]),
            ("explain: an exception", 1.0, ["explain", "the consumer's subscription not exist"]),
        )
        return [_wait(name, most, words, runs) for name, most, words in commands]


@contextmanager
def _recorded() -> Iterator[Path]:
    archive = next(path for path in sorted(RECORDINGS.glob("*.tar.xz")) if path.name.startswith(RECORDING))
    with tempfile.TemporaryDirectory(prefix="rmqkit-bench-") as target, tarfile.open(archive) as file:
        file.extractall(target, filter="data")
        yield next(Path(target).iterdir()) / "evidence"


def _wait(name: str, most: float, words: Sequence[str], runs: int) -> Wait:
    took = [_once(words) for _ in range(runs)]
    return Wait(name, most, median(seconds for seconds, _ in took), median(cpu for _, cpu in took))


def _once(words: Sequence[str]) -> tuple[float, float]:
    command = [sys.executable, "-m", "rmqkit.cli", *words]
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, input=FOUR_LINES, capture_output=True, text=True, check=False)
    seconds, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode == 2:
        sys.exit(f"{' '.join(command)} failed: {done.stderr}")
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def table(waits: Sequence[Wait]) -> list[str]:
    """A Markdown table of what was wanted and what it took."""
    rows = [f"| {wait.name} | {wait.most:.1f} | {wait.seconds:.2f} | {wait.cpu:.2f} |" for wait in waits]
    return ["| waiting for | at most s | s | CPU s |", "| --- | --- | --- | --- |", *rows]


if __name__ == "__main__":
    print("\n".join(table(measured(3))))
