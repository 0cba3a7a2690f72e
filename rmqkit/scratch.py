"""A folder on disk for what lives as long as this process: bounded, and cleared by the next one after a kill.

What is kept in it is for others. Each process has a folder of its own, and holds a lock on a file
in it. The lock goes with the process however it ends, so a folder without one is left over.
"""

from __future__ import annotations

import atexit
import getpass
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

FOLDER = "RMQKIT_SCRATCH"
"""The environment variable that names a folder in whose place the scratch is made; by default the
system's for temporary files."""
MOST = "RMQKIT_SCRATCH_MB"
"""The environment variable that says how much may be kept; 0: nothing. By default half of what is free."""

_OWNER = "owner"


def room_in(folder: Path) -> int:
    """How many bytes may still be kept in a folder."""
    free = shutil.disk_usage(folder).free // 2
    most = os.environ.get(MOST, "")
    used = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) if most.isdigit() else 0
    return min(free, (int(most) << 20) - used) if most.isdigit() else free


@cache
def scratch_folder() -> Path | None:
    """This process's own folder, which goes when the process ends; None where none can be written."""
    try:
        root = _root()
        with _held(root / ".making"):
            _clear(root)
            folder = Path(tempfile.mkdtemp(prefix="process-", dir=root))
            owner = _lock(folder / _OWNER)
    except OSError:
        return None
    atexit.register(_remove, folder, owner, os.getpid())
    return folder


def clear_left() -> None:
    """Remove what processes that were killed have left."""
    with suppress(OSError):
        root = _root()
        with _held(root / ".making"):
            _clear(root)


def _root() -> Path:
    """The folder of all of this user's processes; nobody else's is taken."""
    named = os.environ.get(FOLDER) or tempfile.gettempdir()
    # A user of a container need not have a name.
    user = os.getuid() if hasattr(os, "getuid") else None
    root = Path(named) / f"rmqkit-scratch-{getpass.getuser() if user is None else user}"
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    if user is not None and root.stat().st_uid != user:
        raise PermissionError(f"{root} belongs to somebody else")
    return root


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """One process at a time makes and clears folders."""
    with path.open("w") as file:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _lock(path: Path) -> IO[str] | None:
    """A file that this process holds from now on; None where another one holds it."""
    file = path.open("a")
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


def _clear(root: Path) -> None:
    # Where there are no locks nothing tells whether a folder is in use: it stays.
    for folder in root.glob("process-*") if fcntl else ():
        owner = _lock(folder / _OWNER)
        if owner is not None:
            owner.close()
            shutil.rmtree(folder, ignore_errors=True)


def _remove(folder: Path, owner: IO[str] | None, process: int) -> None:
    # A process that was forked from this one ends earlier.
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)
        if owner is not None:
            owner.close()
