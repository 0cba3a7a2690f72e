"""A log's bytes as blocks of whole records in clean UTF-8: ranges, gzip, encodings, prefixes."""

from __future__ import annotations

import codecs
import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

from rmqkit.errors import NotSeenByWorkers
from rmqkit.formats.block import Kind
from rmqkit.formats.characters import RETURN_BEHIND_NAME, RETURN_IN_NAME
from rmqkit.formats.logs.json_objects import unwrapped
from rmqkit.formats.logs.layout_table import ANSI, BY_NAME, REPLACED
from rmqkit.formats.logs.layouts import LogShape
from rmqkit.tables.places import Place

BLOCK = 8 << 20
# What a file's first and last range may tell each, as a part of what a whole file may.
END_SHARE = 2
# Event rows that a log, or a range of it, may tell of at least.
LEAST_ROWS = 500
_WINDOW = 1 << 16
_LONGEST_RECORD = 64 << 20
_INNER_LINE = "\v"


@dataclass(frozen=True)
class LogSource:
    """One log, or one byte range of it, that one worker reads.

    `file` is the name for people, `path` where the bytes are (None: in `content`), `start` and `end` a byte range that
    begins at a record (`end` None: to the end). Where only Spark reaches the bytes, `place` says how, and a worker gets
    them as a `stream` from `start` on. `first_line` is the file's line at which a log starts that stands below
    something else in one file. `share`: a range may tell of its file a part of what the whole may, one of so many.
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
    first_line: int = 1
    place: Place | None = None
    stream: BinaryIO | None = None
    share: int = 1

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> LogSource:
        """The source that a row of a table tells, its shape as JSON."""
        shape = json.loads(row["shape"])
        shape["kind"], shape["layouts"] = Kind(shape["kind"]), tuple(shape["layouts"])
        return cls(**{**row, "shape": LogShape(**shape)})

    @property
    def is_cuttable(self) -> bool:
        """Whether a part of its bytes can be read by itself: plain, in an encoding that keeps ASCII."""
        return not self.compression and codecs.lookup(self.encoding).name in _SPLITTABLE


def record_blocks(source: LogSource, problems: list[str]) -> Iterator[bytes]:
    """The source as blocks of about `BLOCK` bytes in UTF-8 with `\\n` line ends and no torn record."""
    try:
        # In pieces that are a block each, so that nothing has to be moved.
        parts = split(source, BLOCK)
    except OSError:
        # Whoever reads it says what is wrong with it.
        parts = [source]
    for part in parts:
        yield from _blocks(part, problems)


def _blocks(source: LogSource, problems: list[str]) -> Iterator[bytes]:
    whole = 0 if source.end is None else source.end - source.start
    start = start_pattern(source.shape)
    carry = b""
    size = whole if 0 < whole <= _LONGEST_RECORD else BLOCK
    for chunk, last in _mark_last(_whole_lines(source, problems, size)):
        text = _clean(chunk, source.shape)
        cut = len(text)
        if not last and len(carry) + len(text) < _LONGEST_RECORD:
            cut = _last_start(text, start)
            if cut < 0 or not cut + len(carry):
                carry += text
                continue
        if cut + len(carry):
            yield _joined(carry, text, cut)
        carry = text[cut:]


def _joined(carry: bytes, text: bytes, cut: int) -> bytes:
    """What was left of one piece and the beginning of the next, copied once."""
    if not carry and cut == len(text):
        return text
    return b"".join((carry, memoryview(text)[:cut]))


def _mark_last(chunks: Iterator[bytes]) -> Iterator[tuple[bytes, bool]]:
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
    starts = "|".join(BY_NAME[name].start for name in shape.layouts or (shape.layout,))
    return re.compile(starts.encode(), re.MULTILINE)


def _last_start(text: bytes, start: re.Pattern[bytes]) -> int:
    """Where the last record begins; -1 when none does."""
    window = _WINDOW
    while window < 2 * len(text):
        begin = max(0, len(text) - window)
        begin = text.find(b"\n", begin) + 1 if begin else 0
        found = [match.start() for match in start.finditer(text, begin)]
        if found:
            return found[-1]
        window *= 4
    return -1


def _whole_lines(source: LogSource, problems: list[str], size: int) -> Iterator[bytes]:
    carry = b""
    for chunk in _utf8(_chunks(source, problems, size), source.encoding):
        cut = chunk.rfind(b"\n") + 1
        if cut:
            yield _joined(carry, chunk, cut)
            carry = chunk[cut:]
        else:
            carry += chunk
    if carry:
        yield carry


def _chunks(source: LogSource, problems: list[str], size: int) -> Iterator[bytes]:
    try:
        with _opened(source) as stream:
            left = None if source.end is None else source.end - source.start
            while left is None or left > 0:
                chunk = stream.read(size if left is None else min(size, left))
                if not chunk:
                    return
                left = None if left is None else left - len(chunk)
                yield chunk
    except FileNotFoundError:
        raise NotSeenByWorkers(
            "Spark's workers cannot see {file} ({path}). Put the evidence where all of them can read it, e.g. hdfs:// "
            "or s3a://, or read it with a local master: --master 'local[*]'.",
            file=source.file,
            path=source.path,
        ) from None
    except (OSError, EOFError, zlib.error) as error:
        problems.append(f"{type(error).__name__}: {error}")


def _opened(source: LogSource) -> BinaryIO:
    if source.stream is not None:
        return source.stream
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
    """Without line ends, holes, colours, escapes and the prefix; wrapped lines as their text."""
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
_RETURN_BEHIND_NAME = re.compile(RETURN_BEHIND_NAME.encode())
_COLOURS = re.compile(ANSI.encode())
_CLEANERS: tuple[tuple[bytes, Callable[[bytes], bytes]], ...] = (
    (b"\r", lambda chunk: _CARRIAGE_RETURNS.sub(b"", chunk)),
    (b"\r", lambda chunk: _RETURN_BEHIND_NAME.sub(RETURN_IN_NAME.encode(), chunk)),
    (b"\0", lambda chunk: chunk.replace(b"\0", b"")),
    (b"\x1b", lambda chunk: _COLOURS.sub(b"", chunk)),
)
_REPLACED = tuple((written.encode(), meant.encode()) for written, meant in REPLACED.items())


def _unwrapped(chunk: bytes, wrapping: str) -> bytes:
    """JSON's lines alone pass through Python one by one; a text's own line ends are marked."""
    lines = chunk.decode().split("\n")
    inner = (unwrapped(line, wrapping).replace("\n", _INNER_LINE) if line else "" for line in lines)
    return "\n".join(inner).encode()


def first_record(lines: bytes, shape: LogShape) -> int:
    """Where the first record of some whole lines begins; their length if none does."""
    start = start_pattern(shape)
    at = 0
    while at < len(lines):
        end = lines.find(b"\n", at) + 1 or len(lines)
        if start.match(_clean(lines[at:end], shape)):
            return at
        at = end
    return len(lines)


def last_record(lines: bytes, shape: LogShape, above: int) -> int | None:
    """Where the last record of some lines begins, at `above` or behind; None if none does."""
    start = start_pattern(shape)
    end = len(lines)
    while end > above:
        at = lines.rfind(b"\n", 0, end - 1) + 1
        if start.match(_clean(lines[at:end], shape)):
            return at
        end = at
    return None


def split(source: LogSource, size: int) -> list[LogSource]:
    """The source as byte ranges of about `size` bytes, each beginning with a record; one source where that cannot be.

    Only plain files in an encoding that keeps ASCII bytes as they are can be split.
    """
    if source.path is None or not source.is_cuttable:
        return [source]
    end = Path(source.path).stat().st_size if source.end is None else source.end
    with Path(source.path).open("rb") as stream:
        starts = [source.start]
        while (wanted := starts[-1] + size) < end:
            starts.append(_next_start(stream, wanted, end, source.shape))
    bounds = [start for start in starts if start < end or start == source.start] + [end]
    # The ranges of one file with their shares: the ends are told in more detail than the rest.
    ranges = [replace(source, start=a, end=b) for a, b in pairwise(bounds)]
    if len(ranges) < 2:
        return ranges
    between = [replace(part, share=max(END_SHARE, len(ranges) - 2)) for part in ranges[1:-1]]
    first, last = (replace(part, share=END_SHARE) for part in (ranges[0], ranges[-1]))
    return [first, *between, last]


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
