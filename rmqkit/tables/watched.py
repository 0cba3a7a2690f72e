"""Are the files that evidence was read from still the same? By size, time and SHA-256. Nothing of
their contents is read here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rmqkit.language import joined, say


@dataclass(frozen=True)
class Watched:
    """A file that evidence was read from, as it was then: its name below the address, size, time and SHA-256."""

    name: str
    size: int
    modified: int
    sha256: str


def watched_files(address: str) -> list[Watched]:
    """The files below a local address as they are now, each read once for its SHA-256."""
    root = Path(address)
    files = ((name, path) for name, path in _files_below(root) if path.is_file())
    return [Watched(name, *_look(path), hashed(path)) for name, path in files]


def _files_below(root: Path) -> Iterator[tuple[str, Path]]:
    if root.is_file():
        yield root.name, root
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        if path.is_file():
            yield path.relative_to(root).as_posix(), path


def _look(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


def hashed(path: Path) -> str:
    """A file's SHA-256."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def changes(address: str, watched: Iterable[Watched]) -> list[str]:
    """What is no longer as it was saved, file by file; nothing where the evidence lies on another machine.

    A file with its old size and time counts as unchanged; only one with another time is read.
    """
    root = Path(address)
    if "://" in address or not root.exists():
        return []
    now = dict(_files_below(root))
    before = {file.name: file for file in watched}
    told: list[str] = [
        say("{file} has changed", file=name) for name, file in before.items() if _differs(file, now.get(name))
    ]
    gone = [say("{file} is gone", file=name) for name in before if name not in now]
    return [*told, *gone, *(say("{file} is new", file=name) for name in now if name not in before)]


def _differs(file: Watched, path: Path | None) -> bool:
    if path is None:
        return False
    size, modified = _look(path)
    return size != file.size or (modified != file.modified and hashed(path) != file.sha256)


def told_changes(told: Iterable[str], address: str, folder: str) -> str:
    """One line on what has changed, and what to do."""
    told = list(told)
    named = joined(", ", told[:3])
    if len(told) > 3:
        named = say("{named} and {number} more", named=named, number=len(told) - 3)
    return say(
        "{folder} is saved evidence, and its source has changed since ({changes}). "
        "Read {address} again for its current content.",
        folder=folder,
        changes=named,
        address=address,
    )
