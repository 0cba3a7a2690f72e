"""Archives of evidence, unpacked member by member and within bounds. What the members hold is for recognition.

Nothing in an archive ends the reading of the rest: a member that cannot be unpacked becomes a `Member` with a problem.
Members are stored under numbers, so their names lead nowhere and need not be names of this machine.
"""

from __future__ import annotations

import bz2
import lzma
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from rmqkit.language import say

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".bz2", ".xz")
# One file alone, compressed: an archive of one member. The gzip of one file is read without
# unpacking it.
_ALONE: dict[str, Callable[[Path], IO[bytes]]] = {".bz2": bz2.BZ2File, ".xz": lzma.LZMAFile}
# What one archive may hold, those inside it counted in. More is a damaged or a hostile one, or
# needs no unpacking here.
MOST_BYTES = 4 * 1024**3
MOST_MEMBERS = 20_000
DEEPEST = 3
_CHUNK = 1024 * 1024
BY_HAND = say("unpack it yourself and pass the folder")

# Everything that the readers of the standard library raise for bytes that are no sound archive: a
# password (RuntimeError), an unknown compression (NotImplementedError), links to nothing
# (KeyError), and damage.
DAMAGE = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, OSError, RuntimeError, KeyError, ValueError, OverflowError),
)


@dataclass(frozen=True)
class ArchivedFile:
    """One file of an archive: its name in it, where it was unpacked to (None: nowhere), and what went wrong."""

    name: str
    path: Path | None = None
    problem: str | None = None


@dataclass
class _Store:
    """The folder that members are unpacked into, and how much it may still take."""

    folder: Path
    bytes_left: int
    members_left: int
    stored: int = 0

    @property
    def is_full(self) -> bool:
        return self.bytes_left <= 0 or self.members_left <= 0

    def take(self, packed: IO[bytes]) -> tuple[Path, str | None]:
        """Store one member, as much of it as can be read; where it is, and what cut it short."""
        self.members_left -= 1
        self.stored += 1
        path = self.folder / f"{self.stored:06}"
        with path.open("wb") as stream:
            try:
                return path, self._copy(packed, stream)
            except DAMAGE as error:
                return path, say("cannot be unpacked: {error}; everything before that was read", error=str(error))

    def _copy(self, packed: IO[bytes], stream: IO[bytes]) -> str | None:
        while chunk := packed.read(min(_CHUNK, self.bytes_left + 1)):
            stream.write(chunk[: self.bytes_left])
            self.bytes_left -= len(chunk)
            if self.bytes_left < 0:
                return _too_large()
        return None


def is_archive(name: str) -> bool:
    """Whether a file's name is that of an archive that is unpacked here."""
    return name.lower().endswith(ENDINGS)


def unpack(archive: Path, folder: Path) -> Iterator[ArchivedFile]:
    """Every file of an archive, and of the archives in it, in their order; names of the inner ones begin with theirs.

    A problem of the archive as a whole has an empty name.
    """
    yield from _unpack(archive, archive.name, _Store(folder, MOST_BYTES, MOST_MEMBERS), depth=1)


def unpack_content(name: str, content: bytes) -> Iterator[ArchivedFile]:
    """The same of an archive that is no file here, whose `name` tells of what kind it is; what was
    unpacked is gone when the last member was given."""
    with tempfile.TemporaryDirectory(prefix="rmqkit-archive-") as folder:
        archive = Path(folder, f"archive{_ending(name)}")
        archive.write_bytes(content)
        store = _Store(Path(folder), MOST_BYTES, MOST_MEMBERS)
        yield from _unpack(archive, PurePosixPath(name).name, store, depth=1)


def _ending(name: str) -> str:
    return max((ending for ending in ENDINGS if name.lower().endswith(ending)), key=len)


def _unpack(archive: Path, name: str, store: _Store, depth: int) -> Iterator[ArchivedFile]:
    try:
        with ExitStack() as stack:
            for member, opened in _opened(archive, name, stack):
                if store.is_full:
                    too_many = say(
                        "the archive has more than {most:,} files; the rest was not read: {advice}",
                        most=MOST_MEMBERS,
                        advice=BY_HAND,
                    )
                    yield ArchivedFile("", problem=_too_large() if store.bytes_left <= 0 else too_many)
                    return
                yield from _taken(member, opened, store, depth)
    except DAMAGE as error:
        problem = say("the archive is damaged: {error}; everything before that was read", error=str(error))
        yield ArchivedFile("", problem=problem)


def _too_large() -> str:
    return say(
        "the archive unpacks to more than {most:,} bytes; the rest was not read: {advice}",
        most=MOST_BYTES,
        advice=BY_HAND,
    )


def _taken(name: str, opened: IO[bytes] | str, store: _Store, depth: int) -> Iterator[ArchivedFile]:
    if isinstance(opened, str):
        store.members_left -= 1
        yield ArchivedFile(name, problem=opened)
        return
    with opened:
        path, problem = store.take(opened)
    if not is_archive(name):
        yield ArchivedFile(name, path if path.stat().st_size or not problem else None, problem)
    elif depth == DEEPEST:
        yield ArchivedFile(
            name,
            problem=say(
                "an archive nested {depth} levels deep, which is not opened: {advice}", depth=DEEPEST, advice=BY_HAND
            ),
        )
    else:
        for inner in _unpack(path, name, store, depth + 1):
            yield ArchivedFile(f"{name}/{inner.name}".rstrip("/"), inner.path, inner.problem)
        if problem:
            yield ArchivedFile(name, problem=problem)


def _opened(archive: Path, name: str, stack: ExitStack) -> Iterator[tuple[str, IO[bytes] | str]]:
    """Each file of one archive: its name, and its bytes or why there are none."""
    if name.lower().endswith(".zip"):
        packed = stack.enter_context(zipfile.ZipFile(archive))
        files = (info for info in packed.infolist() if not info.is_dir())
        yield from ((_name_in_zip(info), _zip_member(packed, info)) for info in files)
    elif (ending := _ending(name)) in _ALONE:
        yield PurePosixPath(name).name[: -len(ending)], stack.enter_context(_ALONE[ending](archive))
    else:
        packed_tar = stack.enter_context(tarfile.TarFile.open(archive))
        entries = (entry for entry in packed_tar if not entry.isdir())
        yield from ((entry.name, _tar_member(packed_tar, entry)) for entry in entries)


def _name_in_zip(info: zipfile.ZipInfo) -> str:
    """A member's name; without UTF-8's mark it may still be that, or a Chinese Windows' GBK."""
    if info.flag_bits & _UTF8:
        return info.filename
    written = info.filename.encode("cp437", "replace")  # as which zipfile read it
    for codec in ("utf-8", "gb18030"):
        try:
            return written.decode(codec)
        except UnicodeDecodeError:
            continue
    return info.filename


_UTF8 = 0x800


def _zip_member(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> IO[bytes] | str:
    if info.flag_bits & 0x1:
        return say("is encrypted: {advice}", advice=BY_HAND)
    try:
        return _leads_out(info.filename) or packed.open(info)
    except DAMAGE as error:
        return say("cannot be unpacked: {error}", error=str(error))


def _tar_member(packed: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes] | str:
    try:
        return _leads_out(entry.name) or packed.extractfile(entry) or say("not a regular file (a link, pipe or device)")
    except KeyError:
        return say("a link to a file that is not in the archive")
    except DAMAGE as error:
        return say("cannot be unpacked: {error}", error=str(error))


def _leads_out(name: str) -> str | None:
    """What is wrong with a name that stands for a place outside the archive; None for any other."""
    path = PurePosixPath(name.replace("\\", "/"))
    outside = path.is_absolute() or ".." in path.parts
    return say("its name points outside the archive") if outside else None
