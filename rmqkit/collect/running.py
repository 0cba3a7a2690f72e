"""Running one command of mqadmin into a file of its own, for a bounded time. Which ones is in
`commands`.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from rmqkit.collect.manifest import Taken, utc
from rmqkit.collect.tool import Mqadmin

_NOT_IN_A_NAME = re.compile(r"[^\w%.@+-]")
# mqadmin prints its dates in the zone of its JVM, which takes it from here
_ZONE = {"TZ": "UTC"}


@dataclass
class Runner:
    """Runs commands in the folder of the evidence: consumerStatus writes its files below the
    working directory.
    """

    mqadmin: Mqadmin
    name_server: str
    folder: Path
    seconds: float
    taken: list[Taken] = field(default_factory=list)

    def run(self, command: str, options: Sequence[str], stem: str) -> Taken:
        """Run one command; its file begins with the prompt that a person would have pasted.

        A command that takes too long is ended; what it printed is kept, and it has no exit code.
        """
        words = [command, "-n", self.name_server, *options]
        file = _free_name(self.folder, stem)
        shown = shlex.join(["mqadmin", *words])
        at = datetime.now(UTC)
        with file.open("wb") as output:
            output.write(f"{at:%Y-%m-%d %H:%M:%S} UTC $ {shown}\n".encode())
            output.flush()
            exit_code = self._ended([*_program(self.mqadmin.path), *words], output.fileno())
        done = Taken(file.name, utc(at), utc(datetime.now(UTC)), exit_code, shown)
        self.taken.append(done)
        return done

    def _ended(self, words: Sequence[str], output: int) -> int | None:
        """The exit code of a process that had its time; None where it was ended."""
        process = subprocess.Popen(
            words,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | _ZONE,
            start_new_session=True,
        )
        try:
            return process.wait(self.seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it started, if it still runs: mqadmin is a script around a JVM."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _program(path: Path) -> list[str]:
    """The script itself; by sh where a download or an archive lost its right to be executed."""
    return [str(path)] if os.access(path, os.X_OK) else ["sh", str(path)]


def _free_name(folder: Path, stem: str) -> Path:
    """The first of STEM-1.txt, STEM-2.txt, ... that is not there yet."""
    plain = _NOT_IN_A_NAME.sub("_", stem)
    number = 1
    while (folder / f"{plain}-{number}.txt").exists():
        number += 1
    return folder / f"{plain}-{number}.txt"
