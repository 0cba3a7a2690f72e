"""Which bytes of a log's range are whole records, and what is torn at its two ends.

No Spark and no parsing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rmqkit.formats.logs.layouts import LogShape
from rmqkit.tables.log_bytes import first_record, last_record

# A torn record travels with so many bytes of the records before it: whether a terminal wrapped a
# line is told by how long the lines around it are.
NEIGHBOURS = 1 << 20


class WholeRecords:
    """A range's whole records as a stream; what is torn off it is in `head`
    and `tail` once it was read.

    `begins`: no record goes on from before, so there is no head. `ends`: none goes on behind, so
    there is no tail.
    """

    def __init__(self, parts: Iterator[bytes], shape: LogShape, *, begins: bool, ends: bool) -> None:
        self.head = b""
        self.tail = b""
        self.size = 0
        self._shape = shape
        self._in_head = not begins
        self._ends = ends
        released = self._released(parts)
        self._first = next(released, b"")
        self._parts = chain([self._first], released)

    @property
    def is_empty(self) -> bool:
        """Whether there is no record that is whole for sure."""
        return not self._first

    def tail_start(self, start: int) -> int:
        """About where the tail begins in a file whose range starts there:
        behind all that was read before it."""
        return start + len(self.head) + self.size

    def read(self, size: int) -> bytes:
        """At least `size` bytes while there are as many; none at the end."""
        pieces: list[bytes] = []
        while sum(map(len, pieces)) < size and (piece := next(self._parts, b"")):
            pieces.append(piece)
        text = b"".join(pieces)
        self.size += len(text)
        return text

    def _released(self, parts: Iterator[bytes]) -> Iterator[bytes]:
        searched = 0
        for part in parts:
            self.tail += self._without_head(part) if self._in_head else part
            if len(self.tail) <= 2 * NEIGHBOURS:
                continue
            before = self.tail[: len(self.tail) - NEIGHBOURS]
            at = last_record(before, self._shape, searched)
            if not at:
                searched = len(before)
                continue
            yield self.tail[:at]
            self.tail, searched = self.tail[at:], 0
        if self._ends and self.tail:
            released, self.tail = self.tail, b""
            yield released

    def _without_head(self, part: bytes) -> bytes:
        at = first_record(part, self._shape)
        self.head += part[:at]
        self._in_head = at == len(part)
        return part[at:]

    def __enter__(self) -> WholeRecords:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close: the rows are Spark's."""
