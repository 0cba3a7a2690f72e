"""Consumers that are no Java, built or installed into the cache folder: the Go consumer (`go/main.go`), and the scripts
behind a proxy (`scripts/`) with their libraries. Starts no consumer and knows no incident."""

import fcntl
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from .errors import LabError
from .jars import CACHE

GO_SOURCE = Path(__file__).parent / "go"
# rocketmq-client-go, as go.mod has it.
GO_VERSION = "go-2.1.2"


@cache
def go_program() -> Path:
    """The built consumer; LabError where there is no Go to build it with."""
    go = shutil.which("go")
    if go is None:
        raise LabError("incidents with Go clients need `go` (1.21 or newer) on the PATH to be recorded")
    CACHE.mkdir(parents=True, exist_ok=True)
    target = CACHE / f"lab-consumer-{GO_VERSION}"
    with (CACHE / "go.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _build(go, target)
    return target


def _build(go: str, target: Path) -> None:
    # Go itself sees whether anything has changed since it built the target.
    command = [go, "build", "-buildvcs=false", "-o", str(target), "."]
    environment = os.environ | {"CGO_ENABLED": "0"}
    done = subprocess.run(
        command, cwd=GO_SOURCE, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode:
        raise LabError(f"go build failed: {done.stderr[-2000:]}")


SCRIPTS = Path(__file__).parent / "scripts"
# The library of each kind of script, as its registry names it, and its version.
LIBRARIES = {"python": ("rocketmq-python-client", "5.1.2"), "node": ("rocketmq-client-nodejs", "1.0.8")}
# Where a library writes its log, below the home of its user.
LOGS = {
    "python": "logs/rocketmq_python/rocketmq_client.log",
    "node": "logs/rocketmq/rocketmq_client_nodejs.log",
}


def version(program: str) -> str:
    """What a truth says of the client."""
    return f"{program}-{LIBRARIES[program][1]}"


def command(program: str, settings: Path) -> list[str]:
    """How a script is started with these settings."""
    home = _library(program)
    if program == "python":
        return [str(home / "bin" / "python"), str(SCRIPTS / "consumer.py"), str(settings)]
    return ["node", str(home / "consumer.js"), str(settings)]


@cache
def _library(program: str) -> Path:
    """The folder with the library, installed if need be."""
    home = CACHE / version(program)
    home.parent.mkdir(parents=True, exist_ok=True)
    name, number = LIBRARIES[program]
    with (CACHE / f"{program}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if program == "python" and not (home / "bin" / "pip").exists():
            _run([sys.executable, "-m", "venv", str(home)])
        if program == "python":
            _run([str(home / "bin" / "pip"), "install", "--quiet", f"{name}=={number}"])
        else:
            home.mkdir(exist_ok=True)
            _run(["npm", "install", "--silent", "--prefix", str(home), f"{name}@{number}"])
            # Node looks for libraries beside the script.
            (home / "consumer.js").write_text((SCRIPTS / "consumer.js").read_text())
    return home


def _run(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise LabError(f"{words[0]} failed: {(done.stdout + done.stderr)[-2000:]}")
