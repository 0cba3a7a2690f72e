"""A log's bytes as blocks of whole records in clean UTF-8: ranges, gzip, encodings, prefixes. No fields, no Spark."""

from __future__ import annotations

import codecs
import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

from rmqkit.formats.logs.bare import layout_named
from rmqkit.formats.logs.layouts import LogShape
from rmqkit.formats.logs.prefixes import ANSI, REPLACED
from rmqkit.formats.logs.wrapping import unwrapped

BLOCK = 16 << 20
_WINDOW = 1 << 16
_LONGEST_RECORD = 64 << 20
_INNER_LINE = "\v"


@dataclass(frozen=True)
class LogSource:
    """One log, or one byte range of it, that one worker reads.

    `file` is the name for people, `path` where the bytes are (None: in `content`), `start` and `end` a byte range that
    begins at a record (`end` None: to the end). `rolled`: the file may begin in the middle of a record. `first_line`
    is the file's line at which a log starts that stands below something else in one file.
    """

    file: str
    block: int
    kind: str
    shape: LogShape
    path: str | None = None
    content: bytes | None = None
    start: int = 0
    end: int | None = None
    encoding: str = "utf-8"
    compression: str | None = None
    rolled: bool = False
    first_line: int = 1


@dataclass
class Reading:
    """What went wrong while a source was read; empty when nothing did."""

    problems: list[str] = field(default_factory=list)


def record_blocks(source: LogSource, reading: Reading) -> Iterator[bytes]:
    """The source as blocks of about `BLOCK` bytes in UTF-8 with `\\n` line ends; no record is torn between two."""
    start = start_pattern(source.shape)
    carry = b""
    for chunk, last in _with_last(_whole_lines(source, reading, BLOCK)):
        text = carry + _clean(chunk, source.shape)
        cut = _last_start(text, start) if len(text) < _LONGEST_RECORD and not last else len(text)
        if cut:
            yield text[:cut]
        carry = text[cut:]


def _with_last(chunks: Iterator[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Each chunk, and whether it is the last."""
    held = next(chunks, None)
    for chunk in chunks:
        if held is not None:
            yield held, False
        held = chunk
    if held is not None:
        yield held, True


def start_pattern(shape: LogShape) -> re.Pattern[bytes]:
    """What begins a record in any of the shape's layouts, at the beginning of a line."""
    starts = "|".join(layout_named(name).start for name in shape.layouts or (shape.layout,))
    return re.compile(starts.encode(), re.MULTILINE)


def _last_start(text: bytes, start: re.Pattern[bytes]) -> int:
    """Where the last record begins; 0 when the text holds the beginning of one record only."""
    window = _WINDOW
    while window < 2 * len(text):
        begin = max(0, len(text) - window)
        begin = text.find(b"\n", begin) + 1 if begin else 0
        found = [match.start() for match in start.finditer(text, begin)]
        if found and found[-1]:
            return found[-1]
        window *= 4
    return 0


def _whole_lines(source: LogSource, reading: Reading, size: int) -> Iterator[bytes]:
    carry = b""
    for chunk in _utf8(_chunks(source, reading, size), source.encoding):
        cut = chunk.rfind(b"\n") + 1
        if cut:
            yield carry + chunk[:cut]
            carry = chunk[cut:]
        else:
            carry += chunk
    if carry:
        yield carry


def _chunks(source: LogSource, reading: Reading, size: int) -> Iterator[bytes]:
    try:
        with _opened(source) as stream:
            left = None if source.end is None else source.end - source.start
            while left is None or left > 0:
                chunk = stream.read(size if left is None else min(size, left))
                if not chunk:
                    return
                left = None if left is None else left - len(chunk)
                yield chunk
    except (OSError, EOFError, zlib.error) as error:
        reading.problems.append(f"{type(error).__name__}: {error}")


def _opened(source: LogSource) -> BinaryIO:
    raw: BinaryIO = BytesIO(source.content or b"")
    if source.path is not None:
        raw = Path(source.path).open("rb")  # noqa: SIM115  closed by whoever reads
    if source.compression == "gz":
        return _Gzip(raw)  # type: ignore[return-value]
    raw.seek(source.start)
    return raw


class _Gzip:
    """A gzip stream that gives what could be read before it breaks, and only then the error."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._stream = gzip.GzipFile(fileobj=raw)
        self._error: Exception | None = None

    def read(self, size: int) -> bytes:
        if self._error:
            raise self._error
        pieces: list[bytes] = []
        try:
            while size > 0 and (piece := self._stream.read1(size)):
                pieces.append(piece)
                size -= len(piece)
        except (OSError, EOFError, zlib.error) as error:
            if not pieces:
                raise
            self._error = error
        return b"".join(pieces)

    def __enter__(self) -> _Gzip:
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()


def _utf8(chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """Valid UTF-8; bytes that are none in the encoding become the replacement character."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    plain = codecs.lookup(encoding).name in ("utf-8", "ascii")
    first = True
    for chunk in chunks:
        pending = decoder.getstate()[0]
        untouched = plain and not pending and chunk.isascii()
        text = chunk if untouched else decoder.decode(chunk).encode()
        yield text.removeprefix(codecs.BOM_UTF8) if first else text
        first = False
    rest = decoder.decode(b"", final=True).encode()
    if rest:
        yield rest


def _clean(chunk: bytes, shape: LogShape) -> bytes:
    """Without line ends, holes of a truncated file, colours, escapes and the prefix; wrapped lines as their text."""
    for sign, clean in _CLEANERS:
        if sign in chunk:
            chunk = clean(chunk)
    if b"&" in chunk or not chunk.isascii():
        for written, meant in _REPLACED:
            chunk = chunk.replace(written, meant)
    if shape.wrapped:
        return _unwrapped(chunk, shape.wrapped)
    return re.sub(shape.prefix.encode(), b"", chunk, flags=re.MULTILINE) if shape.prefix else chunk


_CARRIAGE_RETURNS = re.compile(rb"\r+(?=\n|\Z)")
_COLOURS = re.compile(ANSI.encode())
_CLEANERS: tuple[tuple[bytes, Callable[[bytes], bytes]], ...] = (
    (b"\r", lambda chunk: _CARRIAGE_RETURNS.sub(b"", chunk)),
    (b"\0", lambda chunk: chunk.replace(b"\0", b"")),
    (b"\x1b[", lambda chunk: _COLOURS.sub(b"", chunk)),
)
_REPLACED = tuple((written.encode(), meant.encode()) for written, meant in REPLACED.items())


def _unwrapped(chunk: bytes, wrapping: str) -> bytes:
    """JSON is the one shape whose lines pass through Python one by one; a text's own line ends are marked."""
    lines = chunk.decode().split("\n")
    return "\n".join(unwrapped(line, wrapping).replace("\n", _INNER_LINE) if line else line for line in lines).encode()


def split(source: LogSource, size: int) -> list[LogSource]:
    """The source as byte ranges of about `size` bytes, each beginning with a record; one source where that cannot be.

    Only plain files in an encoding that keeps ASCII bytes as they are can be split.
    """
    if source.path is None or source.compression or codecs.lookup(source.encoding).name not in _SPLITTABLE:
        return [source]
    end = Path(source.path).stat().st_size if source.end is None else source.end
    with Path(source.path).open("rb") as stream:
        starts = [source.start]
        while (wanted := starts[-1] + size) < end:
            starts.append(_next_start(stream, wanted, end, source.shape))
    bounds = [start for start in starts if start < end or start == source.start] + [end]
    return [replace(source, start=a, end=b) for a, b in pairwise(bounds)]


_SPLITTABLE = ("utf-8", "ascii", "gbk", "gb18030", "gb2312", "iso8859-1", "cp1252")


def _next_start(stream: BinaryIO, wanted: int, end: int, shape: LogShape) -> int:
    """The first record that begins at or behind `wanted`; `end` when there is none."""
    start = start_pattern(shape)
    stream.seek(wanted - 1)
    stream.readline()
    position = stream.tell()
    while position < end:
        line = stream.readline()
        if not line or start.match(_clean(line, shape)):
            break
        position += len(line)
    return min(position, end)
