"""mqadmin of one version: one JVM that runs command after command, each printing into a file of its own."""

import queue
import shlex
import subprocess
import threading
import time
from pathlib import Path

from . import jars, jvm, log_settings, processes
from .errors import LabError

# A distribution has such a file since 4.4.0, which does not run without it; brokers without access control ignore it.
KEYS = "accessKey: incidents\nsecretKey: incidents-lab\n"


class Mqadmin:
    """Commands run in `folder`: running-info files of consumerStatus land there, as they do for an engineer."""

    def __init__(self, version: str, folder: Path, home: Path) -> None:
        (home / "conf").mkdir(parents=True, exist_ok=True)
        (home / "conf" / "tools.yml").write_text(KEYS)
        options = log_settings.options(version, "tools", home)
        command = jvm.command(jvm.SMALL, home, options, jars.class_path(version, "server"), "LabAdmin")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = processes.start(command, folder, "mqadmin", {"ROCKETMQ_HOME": str(home)}, **pipes)
        self._answers: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def run(self, file: Path, arguments: tuple[str, ...], seconds: float = 90) -> dict[str, str | float]:
        """Run one command into `file`: the file's name, when it was started (epoch seconds) and the command's text."""
        at = time.time()
        self._process.stdin.write(("\t".join([str(file), *arguments]) + "\n").encode())
        self._process.stdin.flush()
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            answer = "nothing"
        if answer != "done":
            raise LabError(f"mqadmin {shlex.join(arguments)} answered {answer} in {seconds:.0f} s")
        return {"file": file.name, "at": at, "command": shlex.join(["mqadmin", *arguments])}

    def stop(self) -> None:
        """End the JVM."""
        self._process.stdin.close()
        processes.stop(self._process)

    def _listen(self) -> None:
        for line in self._process.stdout:
            self._answers.put(line.decode().strip())
        self._answers.put("its end")
