"""How far reading has come, as one line that changes: which files, how many bytes. What is read is for others.

The line is shown in a terminal (stderr), in a notebook that a person has open, and to whoever asks with `shown_by`.
Where output is kept or compared (papermill, nbval, a pipe) nothing is shown. `RMQKIT_PROGRESS` in the environment: 1
shows it on any stderr, 0 nowhere.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from pyspark.sql import SparkSession

from rmqkit.tables.files import SourceFile
from rmqkit.tables.workers import are_here

Part = TypeVar("Part")
Show = Callable[[str], None]
"""Puts a text in the place of the one before; an empty one leaves nothing."""

WANTED = "RMQKIT_PROGRESS"
# A Jupyter server names the session in the environment of the kernels that people work in.
_PERSONS_KERNEL = "JPY_SESSION_NAME"
_EVERY = 0.25

_told_in: ContextVar[str | None] = ContextVar("rmqkit_progress", default=None)
_shown_by: ContextVar[Show | None] = ContextVar("rmqkit_progress_line", default=None)


@contextmanager
def shown_by(show: Show) -> Iterator[None]:
    """While this is open the line is shown by `show`, and nowhere else."""
    token = _shown_by.set(show)
    try:
        yield
    finally:
        _shown_by.reset(token)


def line_here() -> Show | None:
    """The line of whoever asked for it, of this terminal or notebook; None where nobody looks."""
    asked = _shown_by.get()
    if asked is not None:
        return asked
    wanted = os.environ.get(WANTED)
    if wanted == "0":
        return None
    if "ipykernel" in sys.modules and wanted != "1":
        return _notebook_line() if _PERSONS_KERNEL in os.environ else None
    return _terminal_line if wanted == "1" or sys.stderr.isatty() else None


def _terminal_line(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()


def _notebook_line() -> Show:
    from IPython.display import display

    handle: Any = None

    def show(text: str) -> None:
        nonlocal handle
        line = {"text/plain": text}
        if handle is None:
            handle = display(line, raw=True, display_id=True)  # type: ignore[no-untyped-call]
        else:
            handle.update(line, raw=True)

    return show


def counted(files: Sequence[SourceFile], parts: Iterable[Part], show: Show | None) -> Iterator[Part]:
    """The parts, one a file, while the line says how many files and bytes of them are done."""
    if show is None:
        yield from parts
        return
    whole, done, shown = sum(file.size for file in files), 0, 0.0
    for number, part in enumerate(parts, start=1):
        yield part
        done += files[number - 1].size
        if time.monotonic() - shown > _EVERY:
            shown = time.monotonic()
            show(f"Read {number} of {len(files)} files, {_bytes(done)} of {_bytes(whole)}")
    show("")


@contextmanager
def watched(spark: SparkSession, files: int, size: int) -> Iterator[None]:
    """The line says how much of some logs Spark's workers have read, while this is open.

    Workers on this machine note every range that they have read; of others nothing but the time is shown.
    """
    show = line_here()
    if show is None:
        yield
        return
    # A session that does not run yet starts now.
    show(f"Asking Spark for {files} logs, {_bytes(size)}")
    here, begin = are_here(spark), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rmqkit-progress-") as folder:

        def text() -> str:
            read = f"{_bytes(noted(Path(folder)))} of {_bytes(size)}" if here else _bytes(size)
            return f"Reading {files} logs: {read}, {time.monotonic() - begin:.0f} s"

        done = threading.Event()
        watcher = threading.Thread(target=_repeat, args=(show, text, done), daemon=True)
        token = _told_in.set(folder if here else None)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()
            _told_in.reset(token)
            show("")


def _repeat(show: Show, text: Callable[[], str], done: threading.Event) -> None:
    while not done.wait(_EVERY):
        show(text())


def notes() -> str | None:
    """Where a worker notes what it has read; None where nobody asks."""
    return _told_in.get()


def note(folder: str | None, size: int) -> None:
    """A worker has read so many bytes more."""
    if folder is not None and os.path.isdir(folder):  # noqa: PTH112
        with (Path(folder) / str(os.getpid())).open("a", encoding="ascii") as file:
            file.write(f"{size}\n")


def noted(folder: Path) -> int:
    """How many bytes all workers have read."""
    return sum(int(line) for path in folder.iterdir() for line in path.read_text().split())


def _bytes(size: int) -> str:
    return f"{size / (1 << 20):,.0f} MB" if size >= 1 << 20 else f"{size / 1024:,.0f} KB"
