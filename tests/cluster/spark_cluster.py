"""A real Spark cluster on 127.0.0.1: a master, two workers, a Connect server. No evidence here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyspark

from tests.cluster.hdfs import until
from tests.lab import ports, processes

SPARK_HOME = Path(pyspark.__file__).parent
# Java programs that live for less than a minute: compiling their code well would take longer than they run.
SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"
SESSION = {
    "spark.cores.max": "2",
    "spark.executor.memory": "1g",
    "spark.driver.extraJavaOptions": SHORT_LIVED,
    "spark.executor.extraJavaOptions": SHORT_LIVED,
}
"""What a driver asks for, so that two of them can stand side by side."""

CONNECT = "org.apache.spark.sql.connect.service.SparkConnectServer"


def python_without(folder: Path, *packages: str) -> Path:
    """A Python that has every package of this one but some, and never this rmqkit."""
    venv.create(folder, with_pip=False)
    installed = Path(sysconfig.get_paths()["purelib"])
    left_out = tuple(name.lower() for name in ("rmqkit", *packages))
    (site,) = folder.glob("lib/python*/site-packages")
    for entry in installed.iterdir():
        name = entry.name.lower().lstrip("_")
        if not name.startswith(left_out) and "rmqkit" not in name and entry.suffix != ".pth":
            (site / entry.name).symlink_to(entry)
    return folder / "bin" / "python"


class SparkCluster:
    """A standalone master and its workers with their files below `home`; `stop` ends every process."""

    def __init__(self, home: Path, python: Path) -> None:
        self._home = home
        self._first = ports.reserve()
        self._environment = {
            "SPARK_HOME": str(SPARK_HOME),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(home / "scratch"),
            "SPARK_DAEMON_MEMORY": "512m",
            "SPARK_DAEMON_JAVA_OPTS": SHORT_LIVED,
            "PYSPARK_PYTHON": str(python),
            # No worker finds the rmqkit that the tests run with.
            "PYTHONPATH": "",
        }
        self.master = f"spark://127.0.0.1:{self._first}"
        self._running: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        home.mkdir(parents=True)

    def start(self) -> None:
        """Start the master and two workers, and wait until both have registered."""
        port, page = str(self._first), str(self._first + 1)
        own = ("--host", "127.0.0.1", "--port", port, "--webui-port", page)
        self._spark_class("master", "org.apache.spark.deploy.master.Master", *own)
        until(lambda: ports.listens(self._first), "the master's port")
        for number in range(2):
            self.add_worker(f"worker-{number}")
        self.wait_for_workers(2)

    def wait_for_workers(self, count: int) -> None:
        """Wait until so many workers have registered."""
        until(lambda: self._workers_alive() == count, f"{count} workers that the master knows")

    def add_worker(self, name: str) -> None:
        """Start one worker; a driver that takes two cores (SESSION) gets one of each of two workers."""
        size = ("--host", "127.0.0.1", "--cores", "2", "--memory", "4g", "--work-dir", str(self._home / name))
        self.workers.append(
            self._spark_class(name, "org.apache.spark.deploy.worker.Worker", *size, "--webui-port", "0", self.master)
        )

    @contextmanager
    def connect_server(self) -> Iterator[str]:
        """A Connect server whose jobs run on this cluster; its address. It holds its cores for as long as it runs."""
        settings = {
            "spark.connect.grpc.binding.address": "127.0.0.1",
            "spark.connect.grpc.binding.port": str(self._first + 2),
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.memory": "1g",
            "spark.ui.enabled": "false",
            **SESSION,
        }
        words = [word for name, value in settings.items() for word in ("--conf", f"{name}={value}")]
        command = [str(SPARK_HOME / "bin" / "spark-submit"), "--master", self.master, "--class", CONNECT, *words]
        server = self._start("connect", command)
        try:
            until(lambda: ports.listens(self._first + 2), "the Connect server's port")
            yield f"sc://127.0.0.1:{self._first + 2}"
        finally:
            processes.stop(server)

    def run(self, program: str, *arguments: str, python: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run a Python program with this rmqkit as a driver of this cluster."""
        named = {"PYSPARK_PYTHON": str(python or self._environment["PYSPARK_PYTHON"])}
        root = Path(__file__).parents[2]
        environment = os.environ | self._environment | named | {"PYTHONPATH": str(root)}
        return subprocess.run(
            [sys.executable, "-c", program, *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    def printed(self) -> str:
        """The last lines that each process printed, for a failure's message."""
        outputs = sorted(self._home.glob("*.out")) + sorted(self._home.glob("worker-*/*/*/stderr"))
        return "\n".join(f"== {path}\n{path.read_text(errors='replace')[-1500:]}" for path in outputs)

    def stop(self) -> None:
        """End every process by its id, those that were started last first."""
        for process in reversed(self._running):
            processes.stop(process)
        ports.release(self._first)

    def _spark_class(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        return self._start(name, [str(SPARK_HOME / "bin" / "spark-class"), *words])

    def _start(self, name: str, command: list[str]) -> subprocess.Popen[bytes]:
        process = processes.start(command, self._home, name, self._environment)
        self._running.append(process)
        return process

    def _workers_alive(self) -> int:
        assert self._running[0].poll() is None, self.printed()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._first + 1}/json/", timeout=5) as answer:
                return int(json.load(answer)["aliveworkers"])
        except OSError:
            return 0
