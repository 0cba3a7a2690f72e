"""RocketMQ's jars by version, from Maven Central into a cache folder, and the lab's Java compiled against them."""

import contextlib
import fcntl
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .errors import LabError

CACHE = Path.home() / ".cache" / "rmqkit-lab"
SOURCES = Path(__file__).parent / "java"

# Clients have a class path of their own: beside the broker's jar a 5.x client takes the broker's logging file.
ARTIFACTS = {
    "server": ("rocketmq-namesrv", "rocketmq-broker", "rocketmq-tools"),
    "client": ("rocketmq-client",),
    "proxy": ("rocketmq-proxy",),
    "grpc": ("rocketmq-client-java",),
}
# A build extension sets this; 4.2.0's published pom needs it and does not bring the extension.
PLATFORM = "os.detected.classifier=linux-x86_64"
# What the lab's own programs are compiled against, one class each; a proxy needs none of them.
SOURCES_OF = {
    "server": ("LabAdmin",),
    "client": ("LabClient",),
    "pull": ("LabPull",),
    "grpc": ("LabGrpc",),
    "proxy": (),
}
# Programs that run with the jars of another kind.
JARS_OF = {"pull": "client"}
# Classes that moved between versions: (first home, later home, jar of the later home).
MOVED = (
    (
        "org.apache.rocketmq.common.protocol.heartbeat.MessageModel",
        "org.apache.rocketmq.remoting.protocol.heartbeat.MessageModel",
        "rocketmq-remoting-*.jar",
    ),
)


@cache
def class_path(version: str, kind: str) -> str:
    """The class path of `kind` (a key of SOURCES_OF) in `version`, the lab's own class first; fetched if need be."""
    home = CACHE / version
    home.mkdir(parents=True, exist_ok=True)
    with _only_one_at_a_time(home):
        jars = _jars(home, version, JARS_OF.get(kind, kind))
        classes = _compiled(home, jars, kind)
    return f"{classes}:{jars}/*"


@contextlib.contextmanager
def _only_one_at_a_time(home: Path) -> Iterator[None]:
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _jars(home: Path, version: str, kind: str) -> Path:
    folder = home / kind
    if not folder.is_dir():
        unfinished = home / f"{kind}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        pom = home / f"{kind}.xml"
        pom.write_text(_pom(version, kind))
        _run(
            [
                "mvn",
                "-q",
                "-B",
                "-f",
                pom,
                f"-D{PLATFORM}",
                "dependency:copy-dependencies",
                f"-DoutputDirectory={unfinished}",
            ]
        )
        unfinished.rename(folder)
    return folder


def _pom(version: str, kind: str) -> str:
    needed = "".join(
        f"<dependency><groupId>org.apache.rocketmq</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version></dependency>"
        for artifact in ARTIFACTS[kind]
    )
    return (
        "<project><modelVersion>4.0.0</modelVersion><groupId>lab</groupId><artifactId>lab</artifactId>"
        f"<version>1</version><dependencies>{needed}</dependencies></project>"
    )


def _compiled(home: Path, jars: Path, kind: str) -> Path:
    classes = home / f"{kind}.classes"
    classes.mkdir(exist_ok=True)
    for name in SOURCES_OF[kind]:
        _compile(SOURCES / f"{name}.java", jars, classes)
    return classes


def _compile(source: Path, jars: Path, classes: Path) -> None:
    """Compile one source into `classes` unless that was done before; a copy of the source there says so."""
    text = _for_this_version(source.read_text(), jars)
    copy = classes / source.name
    if copy.is_file() and copy.read_text() == text:
        return
    copy.write_text(text)
    try:
        _run(["javac", "-nowarn", "-encoding", "UTF-8", "-cp", f"{jars}/*", "-d", classes, copy])
    except LabError:
        copy.unlink()
        raise


def _for_this_version(source: str, jars: Path) -> str:
    for first_home, later_home, jar in MOVED:
        if has_entry(jars, jar, later_home.replace(".", "/") + ".class"):
            source = source.replace(f"import {first_home};", f"import {later_home};")
    return source


def has_entry(jars: Path, jar: str, entry: str) -> bool:
    """Whether the jar that matches the pattern `jar` contains `entry`."""
    return any(entry in zipfile.ZipFile(path).namelist() for path in jars.glob(jar))


def entry_of(version: str, jar: str, entry: str, kind: str = "server") -> bytes | None:
    """The bytes of `entry` in the jar that matches the pattern, None where this version has no such entry."""
    for path in (CACHE / version / kind).glob(jar):
        archive = zipfile.ZipFile(path)
        if entry in archive.namelist():
            return archive.read(entry)
    return None


def _run(command: list[object]) -> None:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise LabError(f"{command[0]} failed: {(done.stdout + done.stderr)[-2000:]}")
