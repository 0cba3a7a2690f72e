"""A real HDFS (a name node and a data node) and a real Spark cluster (a master, two workers, a Connect server), both on
127.0.0.1, their jars from Maven Central. No evidence here.

HDFS and not an S3 endpoint: Spark's own jars hold its client, so nothing is added to the session, and the server is
one jar of 56 MB where S3's client alone takes ten times that. It is the store that stands beside most Spark clusters.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import urllib.request
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pyspark

from tests.lab import ports, processes
from tests.lab.jars import CACHE

PATIENCE = 180.0
_POM = (
    "<project><modelVersion>4.0.0</modelVersion><groupId>lab</groupId><artifactId>lab</artifactId>"
    "<version>1</version><dependencies><dependency><groupId>org.apache.hadoop</groupId>"
    "<artifactId>hadoop-client-minicluster</artifactId><version>{version}</version></dependency></dependencies>"
    "</project>"
)
_SMALL = ["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"]
_SERVER = "org.apache.hadoop.hdfs.server"


class NoJars(Exception):
    """Maven, or Maven Central, could not be reached."""


def hadoop_version() -> str:
    """The version of Hadoop's client that this Spark holds."""
    (jar,) = (Path(pyspark.__file__).parent / "jars").glob("hadoop-client-api-*.jar")
    return jar.stem.removeprefix("hadoop-client-api-")


@cache
def class_path() -> str:
    """The jars of HDFS, fetched if need be. Raises NoJars."""
    folder = CACHE / f"hadoop-{hadoop_version()}"
    if not folder.is_dir():
        _fetch(folder)
    return f"{folder}/*"


def _fetch(folder: Path) -> None:
    unfinished = folder.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    pom = folder.with_suffix(".xml")
    pom.write_text(_POM.format(version=hadoop_version()))
    goal = ["dependency:copy-dependencies", f"-DoutputDirectory={unfinished}"]
    try:
        done = subprocess.run(
            ["mvn", "-q", "-B", "-f", str(pom), *goal], capture_output=True, text=True, timeout=300, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoJars(f"no jars of Hadoop {hadoop_version()}: {error}") from error
    if done.returncode:
        raise NoJars(f"no jars of Hadoop {hadoop_version()}: {(done.stdout + done.stderr)[-300:]}")
    unfinished.rename(folder)


def until(happened: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Wait for something that other processes do, and no longer than patience."""
    end = time.monotonic() + patience
    while not happened():
        assert time.monotonic() < end, f"{what}: not within {patience:.0f} seconds"
        time.sleep(0.1)


class Hdfs:
    """A name node and a data node with their files below `home`; `stop` ends both."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._first = ports.reserve()
        self.address = f"hdfs://127.0.0.1:{self._first}"
        self._running: list[subprocess.Popen[bytes]] = []
        self._configure()

    def start(self) -> None:
        """Format the store, start both nodes, and wait until files can be written."""
        formatted = self._java("format", f"{_SERVER}.namenode.NameNode", "-format", "-nonInteractive")
        assert formatted.wait(PATIENCE) == 0, (self._home / "format.out").read_text()
        self._running.append(self._java("namenode", f"{_SERVER}.namenode.NameNode"))
        self._running.append(self._java("datanode", f"{_SERVER}.datanode.DataNode"))
        until(self._takes_files, "a data node that the name node knows")

    def put(self, source: Path, target: str) -> str:
        """Copy a file or folder of this machine into the store; its address there."""
        shell = self._java("put", "org.apache.hadoop.fs.FsShell", "-put", str(source.resolve()), target)
        assert shell.wait(PATIENCE) == 0, (self._home / "put.out").read_text()
        return f"{self.address}{target}"

    def stop(self) -> None:
        """End both nodes by their process ids."""
        for process in reversed(self._running):
            processes.stop(process)
        ports.release(self._first)

    def _java(self, name: str, *program: str) -> subprocess.Popen[bytes]:
        command = ["java", *_SMALL, "-cp", f"{self._home}/conf:{class_path()}", *program]
        environment = {"HADOOP_LOG_DIR": str(self._home)}
        return processes.start(command, self._home, name, environment)

    def _configure(self) -> None:
        rpc, http, data, data_http, data_ipc = (f"127.0.0.1:{self._first + number}" for number in range(5))
        settings = {
            "fs.defaultFS": f"hdfs://{rpc}",
            "dfs.namenode.rpc-address": rpc,
            "dfs.namenode.http-address": http,
            "dfs.datanode.address": data,
            "dfs.datanode.http.address": data_http,
            "dfs.datanode.ipc.address": data_ipc,
            "dfs.namenode.name.dir": f"file://{self._home}/name",
            "dfs.datanode.data.dir": f"file://{self._home}/data",
            "dfs.replication": "1",
            "dfs.permissions.enabled": "false",
            "dfs.blocksize": str(4 << 20),
        }
        self._status = f"http://{http}/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState"
        entries = "".join(
            f"<property><name>{name}</name><value>{value}</value></property>" for name, value in settings.items()
        )
        conf = self._home / "conf"
        conf.mkdir(parents=True)
        for site in ("core-site.xml", "hdfs-site.xml"):
            (conf / site).write_text(f"<configuration>{entries}</configuration>")

    def _takes_files(self) -> bool:
        assert all(process.poll() is None for process in self._running), "a node of HDFS ended"
        try:
            with urllib.request.urlopen(self._status, timeout=5) as answer:
                beans = json.load(answer)["beans"]
        except OSError:
            return False
        return bool(beans) and beans[0].get("NumLiveDataNodes") == 1


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
        except (OSError, json.JSONDecodeError):
            # A master that is about to come up answers with an empty page.
            return 0
