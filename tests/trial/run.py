#!/usr/bin/env python3
"""Runs one shell command of a trial inside one case's folder, and logs seconds and characters printed.

`./run case-01 'grep -c registerConsumer broker-a/broker.log'`. Imports nothing but Python's own library: it is copied
into the trial's folder.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

# More than this no agent's shell hands to its model; what is cut off was not read and is not counted.
LONGEST = 30_000
LONGEST_SECONDS = 600
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


def main(arguments: list[str]) -> int:
    """Run, print, log; the command's exit code."""
    here = Path(__file__).resolve().parent
    if len(arguments) != 2 or not (here / arguments[0]).is_dir():
        print("usage: ./run CASE 'COMMAND'   (CASE is a folder beside this script)", file=sys.stderr)
        return 2
    case, command = arguments
    refusal = refused(command, here)
    started = time.time()
    text, code = (refusal, 126) if refusal else output_of(command, here / case, here)
    printed = text if len(text) <= LONGEST else f"{text[:LONGEST]}\n[cut: {len(text) - LONGEST:,} more characters]\n"
    sys.stdout.write(printed)
    log(here, {"case": case, "command": command, "started": started, "ended": time.time(), "characters": len(printed)})
    return code


def refused(command: str, here: Path) -> str:
    """Why a command is not run: it leaves its case, or asks rmqkit where there is none. Empty where it is run."""
    told = json.loads((here / "mode.json").read_text())
    out_of_reach = [word for word in told["out_of_reach"] if word in command]
    return f"not in this trial: {', '.join(out_of_reach)}\n" if out_of_reach else ""


def output_of(command: str, folder: Path, here: Path) -> tuple[str, int]:
    """What the command printed, both streams, and its exit code; in the case's folder and with a bare environment."""
    with_tools = f"{here / 'bin'}:" if (here / "bin").is_dir() else ""
    home = here / "home"
    home.mkdir(exist_ok=True)
    environment = {"PATH": with_tools + SYSTEM_PATH, "HOME": str(home), "LANG": "C.UTF-8", "TRIAL_CASE": str(folder)}
    for name in ("JAVA_HOME", "SPARK_LOCAL_IP"):
        if name in os.environ and with_tools:
            environment[name] = os.environ[name]
    if not with_tools and shutil.which("rmqkit", path=environment["PATH"]):
        return "rmqkit is on the system's path: this trial would prove nothing\n", 126
    try:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as slow:
        return f"{(slow.stdout or b'').decode(errors='replace')}\n[ended after {LONGEST_SECONDS} seconds]\n", 124
    return done.stdout.decode(errors="replace"), done.returncode


def log(here: Path, row: dict) -> None:
    """Append one command to the mode's log."""
    with (here / "log.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
