"""The Go consumer (`go/main.go`), built once into the cache folder. Starts no consumer and knows no incident."""

import fcntl
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from .errors import LabError
from .jars import CACHE

SOURCE = Path(__file__).parent / "go"
# rocketmq-client-go, as go.mod has it.
VERSION = "go-2.1.2"


@cache
def program() -> Path:
    """The built consumer; LabError where there is no Go to build it with."""
    go = shutil.which("go")
    if go is None:
        raise LabError("incidents with Go clients need `go` (1.21 or newer) on the PATH to be recorded")
    CACHE.mkdir(parents=True, exist_ok=True)
    target = CACHE / f"lab-consumer-{VERSION}"
    with (CACHE / "go.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _build(go, target)
    return target


def _build(go: str, target: Path) -> None:
    # Go itself sees whether anything has changed since it built the target.
    command = [go, "build", "-buildvcs=false", "-o", str(target), "."]
    environment = os.environ | {"CGO_ENABLED": "0"}
    done = subprocess.run(
        command, cwd=SOURCE, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode:
        raise LabError(f"go build failed: {done.stderr[-2000:]}")
