"""One call of a tool of `rmqkit mcp`, for agents that have but a shell.

`mcp` lists the tools, `mcp lines '{"folder": ".", "contains": "registerConsumer"}'` asks one, `mcp stop` ends it all.
As with every client of the protocol, one server answers all calls: the first call starts it (`keeper`), behind a
socket. Its root is the folder of all cases; `.` means the case that is asked about.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

SECONDS_TO_START = 60.0


def main(arguments: Sequence[str]) -> int:
    """Print the answer's text."""
    case = Path(os.environ.get("TRIAL_CASE", ".")).resolve()
    door = Path(os.environ["HOME"]) / "mcp.sock"
    tool, given = arguments[0] if arguments else "", json.loads(arguments[1]) if len(arguments) > 1 else {}
    if "folder" in given:
        given["folder"] = str(case / given["folder"])
    print(asked(door, case.parent, {"tool": tool, "given": given}))
    return 0


def asked(door: Path, root: Path, question: object) -> str:
    """What the server says; starts it where none answers."""
    try:
        return _through(door, question)
    except (FileNotFoundError, ConnectionRefusedError):
        door.unlink(missing_ok=True)
    subprocess.Popen(
        [sys.executable, "-m", "tests.trial.keeper", str(door), str(root)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    until = time.monotonic() + SECONDS_TO_START
    while not door.exists() and time.monotonic() < until:
        time.sleep(0.05)
    return _through(door, question)


def _through(door: Path, question: object) -> str:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(door))
        line.sendall(json.dumps(question).encode() + b"\n")
        with line.makefile("rb") as told:
            return told.read().decode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
