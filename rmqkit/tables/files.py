"""The files of an evidence folder: walking, unpacking, opening, decoding. What is in them is for recognition.

Local folders, single files and archives are read here; any other address (`hdfs://`, `s3a://`, ...) is for `remote`.
"""

from __future__ import annotations

import atexit
import os
import stat
import tempfile
import zlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from rmqkit.errors import EvidenceNotFound
from rmqkit.formats import split_lines
from rmqkit.formats.logs.processes import Process, processes_of
from rmqkit.formats.settings.keys import without_secrets
from rmqkit.language import Text, read_rows, say
from rmqkit.tables import archives
from rmqkit.tables.places import Place

HEAD_BYTES = 256 * 1024
WHOLE_BYTES = 32 * 1024 * 1024
_GZIP_MAGIC = b"\x1f\x8b"
_TEXT_CONTROLS = frozenset(b"\t\n\r\f\b\x1b")


@dataclass(frozen=True)
class SourceFile:
    """One file: its name below the evidence folder and where its bytes are.

    `path` is a local path, `content` the bytes themselves, `place` where only Spark's workers
    reach them; one of these is set unless `problem` says why the file cannot be read. With a
    problem and bytes, the bytes are what is left of it.
    """

    name: str
    path: str | None = None
    content: bytes | None = None
    size: int = 0
    problem: str | None = None
    place: Place | None = None

    @property
    def is_readable(self) -> bool:
        """Whether there are bytes to read here, be they all of the file or not."""
        return self.path is not None or self.content is not None

    def read(self, limit: int | None = None) -> tuple[bytes, str | None]:
        """The first `limit` bytes after decompression (all when None), and what went wrong on the way."""
        try:
            raw = self._raw(limit)
        except OSError as error:
            return b"", say("cannot be read: {error}", error=error.strerror or str(error))
        if raw[:2] != _GZIP_MAGIC:
            return raw, None
        return _gunzip(raw, limit, whole=limit is None or len(raw) < limit)

    def raw(self) -> bytes | None:
        """The bytes as they are stored; None where they cannot be read."""
        try:
            return self._raw(None)
        except OSError:
            return None

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


def _gunzip(raw: bytes, limit: int | None, *, whole: bool) -> tuple[bytes, str | None]:
    """As much as can be unpacked; a truncated or damaged rest becomes a problem, not an exception.

    `whole` tells whether `raw` is all there is, so that an end in its middle is a loss.
    """
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
                lost = whole and (limit is None or size < limit)
                truncated = say("the gzip file is truncated; everything before the cut was read")
                return b"".join(parts), truncated if lost else None
            rest = unpacker.unused_data
    except zlib.error as error:
        return b"".join(parts), say(
            "the gzip file is damaged ({error}); everything before that was read", error=str(error)
        )
    return b"".join(parts), None


def source_files(address: str) -> list[SourceFile]:
    """All files below a local folder, inside an archive, or the one file named, sorted by name.

    Raises EvidenceNotFound when the address does not exist or is a folder that may not be opened.
    """
    root = Path(address.removeprefix("file://")).expanduser()
    if not root.exists():
        raise missing_path(root)
    if root.is_dir() and not os.access(root, os.R_OK | os.X_OK):
        raise EvidenceNotFound(
            "This user has no permission to read {path}: run chmod -R u+rX on it, or copy it.", path=root
        )
    if root.is_dir():
        return sorted(_walk(root), key=lambda file: file.name)
    source = _source(root, printable(root.name))
    if source.problem or not archives.is_archive(root.name):
        return [source]
    members = (replace(member, name=member.name or source.name) for member in _unpacked(root))
    return sorted(members, key=lambda file: file.name)


def missing_path(path: Path) -> EvidenceNotFound:
    """The error that says so, with the name beside it that was perhaps meant."""
    beside = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    alike = get_close_matches(path.name, beside, n=1)
    if alike:
        return EvidenceNotFound(
            "{path} does not exist. Did you mean {alike}?", path=path, alike=path.with_name(alike[0])
        )
    return EvidenceNotFound("{path} does not exist. Give the folder, file or archive with the evidence.", path=path)


def _walk(root: Path) -> Iterator[SourceFile]:
    """Files below a folder; links that lead back up are told once and not followed again."""
    seen: set[tuple[int, int]] = set()
    refused: list[SourceFile] = []

    def refuse(error: OSError) -> None:
        name = _below(Path(str(error.filename)), root)
        refused.append(SourceFile(name, problem=say("cannot be opened: {error}", error=error.strerror)))

    for folder, subfolders, names in os.walk(root, onerror=refuse, followlinks=True):
        here = Path(folder).stat()
        if (here.st_dev, here.st_ino) in seen:
            subfolders.clear()
            yield SourceFile(
                _below(Path(folder), root), problem=say("a link back to a folder that has already been read")
            )
            continue
        seen.add((here.st_dev, here.st_ino))
        for name in names:
            path = Path(folder) / name
            yield from _file_or_archive(path, _below(path, root))
    yield from refused


def _file_or_archive(path: Path, name: str) -> Iterator[SourceFile]:
    source = _source(path, name)
    if source.problem or not archives.is_archive(path.name):
        yield source
        return
    for member in _unpacked(path):
        yield replace(member, name=f"{name}/{member.name}".rstrip("/"))


def _below(path: Path, root: Path) -> str:
    return printable(path.relative_to(root).as_posix())


def printable(name: str) -> str:
    """A file's name as one line of text: what no line holds, and bytes that are no text, are written as escapes."""
    text = name.encode("utf-8", "backslashreplace").decode()
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def _source(path: Path, name: str) -> SourceFile:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return SourceFile(name, problem=say("not a regular file (a pipe, socket or device)"))
        with path.open("rb"):
            place = str(path.resolve())
    except OSError as error:
        return SourceFile(name, problem=say("cannot be opened: {error}", error=error.strerror or str(error)))
    is_text = not any("\ud800" <= sign <= "\udfff" for sign in place)
    if not is_text:
        return SourceFile(
            name, problem=say("its name contains bytes that are not text: rename it so that it can be read")
        )
    return SourceFile(name, path=place, size=status.st_size)


def _unpacked(archive: Path) -> Iterator[SourceFile]:
    """The members of an archive, unpacked into a folder that lives as long as this process."""
    folder = tempfile.TemporaryDirectory(prefix="rmqkit-archive-")
    atexit.register(folder.cleanup)
    for member in archives.unpack(archive, Path(folder.name)):
        path, size = (str(member.path), member.path.stat().st_size) if member.path else (None, 0)
        yield SourceFile(printable(member.name), path, None, size, member.problem)


def printed_lines(file: SourceFile, numbers: Collection[int]) -> dict[int, str]:
    """Lines of a text file as they stand there, keys and passwords masked, by number;
    a file too large for a person's text gives none."""
    content, problem = file.read(WHOLE_BYTES)
    encoding = encoding_of(content[:HEAD_BYTES])
    if problem or encoding is None or len(content) >= WHOLE_BYTES:
        return {}
    lines = split_lines(content.decode(encoding, errors="replace"))
    there = (number for number in numbers if 0 < number <= len(lines))
    return {number: without_secrets(lines[number - 1].strip()) for number in there}


def processes_in(file: SourceFile) -> Mapping[int, Process]:
    """Of a log that several processes wrote, which one wrote each line, by number; nothing of any other file, and of
    one too large for this process."""
    if not file.is_readable or file.place is not None or file.size > WHOLE_BYTES:
        return {}
    head, _ = file.read(HEAD_BYTES)
    encoding = encoding_of(head)
    if encoding is None or not processes_of(split_lines(head.decode(encoding, errors="replace"))):
        return {}
    content, _ = file.read(WHOLE_BYTES)
    return processes_of(split_lines(content.decode(encoding, errors="replace")))


_FOREIGN = {
    bytes.fromhex(row["begins"]): Text(row["says"], row["says_zh"]).say()
    for row in read_rows(Path(__file__).with_name("foreign.tsv"), ("begins", "says", "says_zh"))
}


def describe_binary(head: bytes) -> str:
    """What a file that is no text seems to be, by its first bytes, and how to have it read."""
    return next((told for begin, told in _FOREIGN.items() if head.startswith(begin)), say("a binary file"))


def encoding_of(head: bytes) -> str | None:
    """The text encoding of a file's head, or None when it is not text.

    UTF-8 and UTF-16 by their marks or their shape, else GB18030 (which holds GBK).
    """
    if head.startswith(tuple(_FOREIGN)):
        return None
    if head.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    if b"\x00" in head:
        pairs = max(1, len(head) // 2)
        if head[1::2].count(0) > 0.7 * pairs:
            return "utf-16-le"
        if head[0::2].count(0) > 0.7 * pairs:
            return "utf-16-be"
        return None
    controls = sum(head.count(value) for value in range(32) if value not in _TEXT_CONTROLS)
    if controls > len(head) * 0.02:
        return None
    # Neither: a damaged UTF-8 file; what cannot be decoded shows as a replacement character.
    return next((codec for codec in ("utf-8", "gb18030") if _decodes(head, codec)), "utf-8")


def _decodes(head: bytes, codec: str) -> bool:
    """Whether the head is valid, forgiving a character cut at its end."""
    for cut in range(4):
        try:
            (head[:-cut] if cut else head).decode(codec)
        except UnicodeDecodeError:
            continue
        return True
    return False
