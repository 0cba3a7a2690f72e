"""The files of an evidence folder: walking, unpacking, opening, decoding. What is in them is for recognition.

Local folders, single files and archives are read here; any other address (`hdfs://`, `s3a://`, ...) is
brought by Spark's own file reader.
"""

from __future__ import annotations

import atexit
import gzip
import os
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import SparkSession

from rmqkit.errors import EvidenceNotFound

HEAD_BYTES = 256 * 1024
WHOLE_BYTES = 32 * 1024 * 1024
ARCHIVE_ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_GZIP_MAGIC = b"\x1f\x8b"
_TEXT_CONTROLS = frozenset(b"\t\n\r\f\b\x1b")


@dataclass(frozen=True)
class SourceFile:
    """One file: its name below the evidence folder and where its bytes are.

    `path` is a local path, `content` the bytes themselves (from a remote file system); one of them is set
    unless `problem` says why the file cannot be read.
    """

    name: str
    path: str | None = None
    content: bytes | None = None
    size: int = 0
    problem: str | None = None

    def read(self, limit: int | None = None) -> tuple[bytes, str | None]:
        """The first `limit` bytes after decompression (all when None), and what went wrong on the way."""
        try:
            return self._read(limit)
        except OSError as error:
            return b"", f"cannot be read: {error.strerror or error}"

    def _read(self, limit: int | None) -> tuple[bytes, str | None]:
        raw = self._raw(limit)
        return _gunzip(raw, limit) if raw[:2] == _GZIP_MAGIC else (raw, None)

    def _raw(self, limit: int | None) -> bytes:
        if self.content is not None:
            return self.content if limit is None else self.content[:limit]
        assert self.path is not None, "a file without a problem has a path or content"
        with Path(self.path).open("rb") as stream:
            return stream.read() if limit is None else stream.read(limit)

    @property
    def compression(self) -> str | None:
        """`gz` when the bytes are gzip, whatever the name says."""
        try:
            return "gz" if self._raw(2) == _GZIP_MAGIC else None
        except OSError:
            return None


def _gunzip(raw: bytes, limit: int | None) -> tuple[bytes, str | None]:
    """As much as can be unpacked; a truncated or damaged rest becomes a problem, not an exception."""
    parts: list[bytes] = []
    size = 0
    rest = raw
    try:
        while rest[:2] == _GZIP_MAGIC and (limit is None or size < limit):
            unpacker = zlib.decompressobj(wbits=31)
            part = unpacker.decompress(rest, 0 if limit is None else limit - size)
            parts.append(part)
            size += len(part)
            if not unpacker.eof:
                truncated = "the gzip file is truncated; what came before the cut was read"
                return b"".join(parts), truncated if limit is None else None
            rest = unpacker.unused_data
    except zlib.error as error:
        return b"".join(parts), f"the gzip file is damaged ({error}); what came before was read"
    return b"".join(parts), None


def is_local(address: str) -> bool:
    """Whether the address is a path of this machine rather than of a file system that only Spark reaches."""
    return "://" not in address or address.startswith("file://")


def source_files(spark: SparkSession, address: str) -> list[SourceFile]:
    """All files below a folder, inside an archive, or the one file named, sorted by name.

    Raises EvidenceNotFound when the address does not exist.
    """
    if not is_local(address):
        return _remote_files(spark, address)
    root = Path(address.removeprefix("file://")).expanduser()
    if not root.exists():
        raise EvidenceNotFound(f"{root} does not exist. Name the folder, file or archive that holds the evidence.")
    if root.is_dir():
        return sorted(_walk(root), key=lambda file: file.name)
    if root.name.lower().endswith(ARCHIVE_ENDINGS):
        return sorted(_unpacked(root), key=lambda file: file.name)
    return [_source(root, root.name)]


def _walk(root: Path) -> Iterator[SourceFile]:
    """Files below a folder; links that lead back up are told once and not followed again."""
    seen: set[tuple[int, int]] = set()
    refused: list[SourceFile] = []

    def refuse(error: OSError) -> None:
        name = _below(Path(str(error.filename)), root)
        refused.append(SourceFile(name, problem=f"cannot be opened: {error.strerror}"))

    for folder, subfolders, names in os.walk(root, onerror=refuse, followlinks=True):
        here = Path(folder).stat()
        if (here.st_dev, here.st_ino) in seen:
            subfolders.clear()
            yield SourceFile(_below(Path(folder), root), problem="a link back to a folder that is read already")
            continue
        seen.add((here.st_dev, here.st_ino))
        for name in names:
            path = Path(folder) / name
            yield from _file_or_archive(path, _below(path, root))
    yield from refused


def _file_or_archive(path: Path, name: str) -> Iterator[SourceFile]:
    if path.name.lower().endswith(ARCHIVE_ENDINGS) and not path.is_dir():
        for member in _unpacked(path):
            yield SourceFile(f"{name}/{member.name}", member.path, member.content, member.size, member.problem)
    else:
        yield _source(path, name)


def _below(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _source(path: Path, name: str) -> SourceFile:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return SourceFile(name, problem="not a regular file (a pipe, socket or device)")
        with path.open("rb"):
            return SourceFile(name, path=str(path.resolve()), size=status.st_size)
    except OSError as error:
        return SourceFile(name, problem=f"cannot be opened: {error.strerror or error}")


def _unpacked(archive: Path) -> list[SourceFile]:
    """The members of an archive, unpacked into a folder that lives as long as this process."""
    folder = tempfile.TemporaryDirectory(prefix="rmqkit-archive-")
    atexit.register(folder.cleanup)
    try:
        if archive.name.lower().endswith(".zip"):
            with zipfile.ZipFile(archive) as packed:
                packed.extractall(folder.name)
        else:
            with tarfile.open(archive) as packed_tar:
                packed_tar.extractall(folder.name, filter="data")
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError, zlib.error, gzip.BadGzipFile) as error:
        partial = list(_walk(Path(folder.name)))
        return [*partial, SourceFile(archive.name, problem=f"the archive is damaged: {error}")]
    return list(_walk(Path(folder.name)))


def _remote_files(spark: SparkSession, address: str) -> list[SourceFile]:
    frame = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(address)
    base = address.rstrip("/") + "/"
    rows = frame.select("path", "length", "content").collect()
    if not rows:
        raise EvidenceNotFound(f"{address} holds no file that Spark can see.")
    found = [
        SourceFile(_remote_name(row["path"], base), content=bytes(row["content"]), size=row["length"]) for row in rows
    ]
    return sorted(found, key=lambda file: file.name)


def _remote_name(path: str, base: str) -> str:
    _, _, below = path.partition(base.split("://", 1)[1])
    return below or path.rsplit("/", 1)[-1]


def encoding_of(head: bytes) -> str | None:
    """The text encoding of a file's head, or None when it is not text.

    UTF-8 and UTF-16 by their marks or their shape, else GB18030 (which holds GBK).
    """
    if head.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    if b"\x00" in head:
        return _utf16_without_mark(head)
    if _is_binary(head):
        return None
    # Neither: a damaged UTF-8 file; what cannot be decoded shows as a replacement character.
    return next((codec for codec in ("utf-8", "gb18030") if _decodes(head, codec)), "utf-8")


def _utf16_without_mark(head: bytes) -> str | None:
    pairs = max(1, len(head) // 2)
    if head[1::2].count(0) > 0.7 * pairs:
        return "utf-16-le"
    if head[0::2].count(0) > 0.7 * pairs:
        return "utf-16-be"
    return None


def _is_binary(head: bytes) -> bool:
    controls = sum(head.count(value) for value in range(32) if value not in _TEXT_CONTROLS)
    return controls > len(head) * 0.02


def _decodes(head: bytes, codec: str) -> bool:
    """Whether the head is valid, forgiving a character cut at its end."""
    for cut in range(4):
        try:
            (head[:-cut] if cut else head).decode(codec)
        except UnicodeDecodeError:
            continue
        return True
    return False
