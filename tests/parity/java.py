"""Maven's jars of one RocketMQ version, the harness compiled against them, its answers to the cases, and the client ids
that the real ClientConfig makes on this machine, against rmqkit's."""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from rmqkit.rocketmq import Client, Interface, client_id

SOURCES = sorted(Path(__file__).parent.glob("*.java"))
CACHE = Path(os.environ.get("RMQKIT_PARITY_CACHE") or Path(tempfile.gettempdir()) / "rmqkit-parity")

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>rmqkit</groupId><artifactId>parity</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.rocketmq</groupId><artifactId>rocketmq-client</artifactId>
<version>{version}</version></dependency></dependencies></project>"""


def harness(version: str) -> str:
    """The class path that runs the harness with the client of `version`; jars and classes are kept in CACHE."""
    folder = CACHE / version
    if not all((folder / "classes" / f"{source.stem}.class").exists() for source in SOURCES):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pom.xml").write_text(POM.format(version=version))
        copy = ["mvn", "-q", "-B", "-f", str(folder / "pom.xml"), "dependency:copy-dependencies"]
        _run([*copy, f"-DoutputDirectory={folder / 'jars'}"])
        _run(["javac", "-nowarn", "-cp", f"{folder / 'jars'}/*", "-d", str(folder / "classes"), *map(str, SOURCES)])
    return f"{folder / 'classes'}{os.pathsep}{folder / 'jars'}/*"


def answers(version: str, lines: Iterable[str], charset: str = "utf-8") -> list[str]:
    """The real classes' answer line to each case line; `charset` is the JVM's own."""
    return printed_by("StrategyParity", version, "\n".join(lines) + "\n", charset)


def printed_by(main_class: str, version: str, text: str = "", charset: str = "utf-8") -> list[str]:
    """The lines that a harness prints for `text`, with the client of `version` on its class path."""
    home = f"-Duser.home={CACHE / version}"
    quiet = ["-Xmx512m", "-XX:+UseSerialGC", f"-Dfile.encoding={charset}", home]
    return _run(["java", *quiet, "-cp", harness(version), main_class], text).splitlines()


def _run(command: list[str], text: str = "") -> str:
    done = subprocess.run(command, input=text, capture_output=True, encoding="ascii", errors="replace", check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed ({done.returncode}):\n{(done.stderr or done.stdout)[-3000:]}")
    return done.stdout


def compare_ids(version: str) -> tuple[int, list[tuple[str, str]]]:
    """How many settings were tried, and (real, rmqkit's) for each that differs; the nano time is the real one's."""
    rows = [line.split("\t") for line in printed_by("ClientIdParity", version)]
    interfaces = [_interface(row) for row in rows if row[0] == "interface"]
    pid = next(int(row[1]) for row in rows if row[0] == "pid")
    ids = [row[1:] for row in rows if row[0] == "id"]
    pairs = [(row[-1], _id(row, version, interfaces, pid)) for row in ids]
    return len(pairs), [pair for pair in pairs if pair[0] != pair[1]]


def _interface(row: list[str]) -> Interface:
    addresses = [address for address in row[2].split(",") if address]
    return Interface(row[1], addresses, *(flag == "true" for flag in row[3:7]))


def _id(row: list[str], version: str, interfaces: list[Interface], pid: int) -> str:
    name, unit, stream, clustering, real = row
    nano_time = re.search(r"#(-?\d+)", real)
    client = Client(
        version=version,
        pid=pid,
        interfaces=interfaces,
        instance_name=name,
        unit_name=None if unit == "~" else unit,
        message_model="CLUSTERING" if clustering == "true" else "BROADCASTING",
        stream=stream == "true",
        nano_time=int(nano_time[1]) if nano_time else 0,
    )
    return client_id(client)
