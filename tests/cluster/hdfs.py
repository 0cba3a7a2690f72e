"""A real HDFS on 127.0.0.1: a name node and a data node, its jars from Maven Central. No evidence and no Spark here.

HDFS and not an S3 endpoint: Spark's own jars hold its client, so nothing is added to the session, and the server is
one jar of 56 MB where S3's client alone takes ten times that. It is the store that stands beside most Spark clusters.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable
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
