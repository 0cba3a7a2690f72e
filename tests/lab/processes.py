"""Processes that cannot outlive the lab: each in a group of its own, stopped by its id, whatever happens."""

import atexit
import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path
from types import FrameType
from typing import IO

_RUNNING: dict[int, subprocess.Popen[bytes]] = {}
_SETPRIV = shutil.which("setpriv")


def start(
    command: list[str], folder: Path, name: str | None, env: dict[str, str], **pipes: int | IO[bytes]
) -> subprocess.Popen:
    """Start `command` in `folder`; what it prints goes to NAME.out there, or where ours goes if there is no name."""
    # With setpriv the kernel ends the child even when this process is killed and can clean up nothing.
    guard = [_SETPRIV, "--pdeathsig", "KILL"] if _SETPRIV else []
    with contextlib.ExitStack() as stack:
        if name is not None:
            output = stack.enter_context((folder / f"{name}.out").open("ab"))
            pipes = {"stdout": output, "stderr": output} | pipes
        pipes = {"stdin": subprocess.DEVNULL} | pipes
        process = subprocess.Popen(guard + command, cwd=folder, env=os.environ | env, start_new_session=True, **pipes)
    _RUNNING[process.pid] = process
    return process


def stop(process: subprocess.Popen, how: signal.Signals = signal.SIGTERM, grace: float = 8.0) -> None:
    """End one process group: politely or as told, and by force after `grace` seconds."""
    for number in (how, signal.SIGKILL):
        if process.poll() is not None:
            break
        _signal(process, number)
        try:
            process.wait(grace)
        except subprocess.TimeoutExpired:
            continue
    _RUNNING.pop(process.pid, None)


def freeze(process: subprocess.Popen) -> None:
    """Stop a process without ending it, as a hanging host would: its connections stay open and answer nothing."""
    _signal(process, signal.SIGSTOP)


def thaw(process: subprocess.Popen) -> None:
    """Let a process go on that was made to stand still."""
    _signal(process, signal.SIGCONT)


def stop_all() -> None:
    """End every process that is still there, by force."""
    for process in list(_RUNNING.values()):
        stop(process, signal.SIGKILL)


def _signal(process: subprocess.Popen, number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        process.poll()


def _leave(number: int, _frame: FrameType | None) -> None:
    stop_all()
    raise SystemExit(128 + number)


def clean_up_on_signals() -> None:
    """Turn SIGTERM and SIGHUP into a clean end; for the main thread of a program that starts clusters."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)


atexit.register(stop_all)
