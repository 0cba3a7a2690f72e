"""Running one command of mqadmin into a file of its own, for a bounded time. Which ones is in `commands`."""

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

from rmqkit.collect.elsewhere import RUN, files_taken_out, in_shell
from rmqkit.collect.manifest import Taken, utc
from rmqkit.collect.tool import Mqadmin

_NOT_IN_A_NAME = re.compile(r"[^\w%.@+-]")
# mqadmin prints its dates in the zone of its JVM, which takes it from here
_ZONE = {"TZ": "UTC"}


@dataclass
class Runner:
    """Runs commands in the folder of the evidence: consumerStatus writes its files below the working directory."""

    mqadmin: Mqadmin
    name_server: str
    folder: Path
    seconds: float
    taken: list[Taken] = field(default_factory=list)

    def run(self, command: str, options: Sequence[str], stem: str) -> Taken:
        """Run one command of mqadmin.

        A command that takes too long is ended; what it printed is kept, and it has no exit code.
        """
        words = [command, "-n", self.name_server, *options]
        shown = shlex.join(["mqadmin", *words])
        if not self.mqadmin.inside:
            # By sh where a download or an archive lost the script's right to be executed.
            path = str(self.mqadmin.path)
            return self.run_any([*([] if os.access(path, os.X_OK) else ["sh"]), path, *words], shown, stem)
        program = in_shell(self.mqadmin.inside, RUN, f"{self.seconds:.0f}", str(self.mqadmin.path), *words)
        return self.run_any(program, shown, stem, into=".")

    def run_any(self, program: Sequence[str], shown: str, stem: str, ending: str = "txt", into: str = "") -> Taken:
        """Run any program; where it prints files behind its output, these go `into` a folder below this one.

        What mqadmin prints begins with the prompt that a person would have pasted.
        """
        # The first of STEM-1.txt, STEM-2.txt, ... that is not there yet.
        plain = _NOT_IN_A_NAME.sub("_", stem)
        number = 1
        while (self.folder / f"{plain}-{number}.{ending}").exists():
            number += 1
        file = self.folder / f"{plain}-{number}.{ending}"
        at = datetime.now(UTC)
        with file.open("wb") as output:
            if shown.startswith("mqadmin "):
                output.write(f"{at:%Y-%m-%d %H:%M:%S} UTC $ {shown}\n".encode())
                output.flush()
            exit_code = self._ended(program, output.fileno())
        files = files_taken_out(file, self.folder / into) if into else []
        if files and not file.stat().st_size:
            file.unlink()
            file = self.folder / into / files[0]
        done = Taken(str(file.relative_to(self.folder)), utc(at), utc(datetime.now(UTC)), exit_code, shown)
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
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
