"""Running one command of mqadmin into a file of its own, for a bounded time, and `manifest.json`: when each was run,
how it ended, and which file holds what it printed. Which ones is in `commands`.

The reader takes a snapshot's time from the manifest. Each of its lines holds a whole command line, so that the ledger
counts it as what it is: words around the evidence, understood, and no evidence by itself.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from rmqkit.collect.elsewhere import RUN, files_taken_out, in_shell
from rmqkit.collect.tool import Mqadmin

_NOT_IN_A_NAME = re.compile(r"[^\w%.@+-]")
# mqadmin prints its dates in the zone of its JVM, which takes it from here
_ZONE = {"TZ": "UTC"}


MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Taken:
    """One command that was run: `at` and `until` in UTC by ISO 8601; no exit code where it was ended for its length."""

    file: str
    at: str
    until: str
    exit_code: int | None
    command: str


def utc(moment: datetime) -> str:
    """A moment in UTC, to the millisecond, by ISO 8601."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write_manifest(folder: Path, about: dict[str, str], taken: list[Taken]) -> None:
    """Write the manifest, a command a line; an interrupted collection keeps the manifest of what it has."""
    unfinished = folder / f".{MANIFEST}.unfinished"
    head = json.dumps(about, ensure_ascii=False).removesuffix("}")
    commands = ",\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in taken)
    unfinished.write_text(f'{head}, "commands": [{commands}]}}\n', encoding="utf-8")
    unfinished.replace(folder / MANIFEST)


def earlier_taken(folder: Path) -> list[Taken]:
    """What an earlier collection into the same folder took; nothing where its manifest is another program's."""
    file = folder / MANIFEST
    if not file.exists():
        return []
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["commands"]
        return [Taken(**row) for row in rows]
    except (ValueError, KeyError, TypeError):
        return []


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
