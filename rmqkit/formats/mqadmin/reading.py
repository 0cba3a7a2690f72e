"""The walk over a block's lines that all formats share: it keeps the count of every line's fate.

A format gives a function that is asked for each line and says how many physical lines it understood.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from rmqkit.formats.block import CONTINUED, Block, Parsed, Row
from rmqkit.formats.moments import instant, localise
from rmqkit.formats.mqadmin.rows import NUMBERS, TIMES, Cells, Layout, is_cut_header, read_header, read_row, row_at
from rmqkit.formats.prompts import is_noise


@dataclass
class OpenBlock:
    """One block under way: its rows so far, the layout of the table that is open, the answers row,
    and whose the lines are where a heading tells a broker."""

    block: Block
    zone: tzinfo
    parsed: Parsed = field(default_factory=Parsed)
    layout: Layout | None = None
    section: str = ""
    of: str | None = None
    answer: Row | None = None
    last: Row = field(default_factory=dict)

    @property
    def lines(self) -> tuple[str, ...]:
        return self.block.lines

    def number(self, i: int) -> int:
        """The line of the file that line i of the block is."""
        return self.block.first_line + i

    def row(self, table: str, i: int, values: Row, taken: int = 1) -> int:
        """Put a row that starts at line i and covers `taken` lines."""
        self.last = {"line": self.number(i), **values}
        self.parsed.add(table, self.last)
        self.parsed.rows += 1
        self.parsed.continuation += taken - 1
        return taken

    def noise(self, taken: int = 1) -> int:
        """Count lines that give no row of their own."""
        self.parsed.noise += taken
        return taken

    def continuation(self, taken: int = 1) -> int:
        """Count lines that belong to what stands above them."""
        self.parsed.continuation += taken
        return taken

    def conclude(self, i: int, **values: object) -> int:
        """Put totals, trailers or verdicts into the block's one row of `answers`; the line is noise."""
        if self.answer is None:
            block = self.block
            self.answer = {
                "line": self.number(i), "kind": block.kind.value, "command": block.command,
                "group": block.group, "topic": block.topic,
            }  # fmt: skip
            self.parsed.add("answers", self.answer)
        self.answer.update(values)
        return self.noise()

    def time(self, text: str | None) -> datetime | None:
        """A printed time as an instant, remembered as shown."""
        return self.parsed.seen(instant(text, self.zone))

    def values(self, cells: Cells, *columns: str) -> Row:
        """Cells by their columns as texts, numbers and times; None where the row has none."""
        texts = {column: cells.get(column) for column in columns}
        return {
            column: self.time(text) if column in TIMES else text and NUMBERS.get(column, str)(text)
            for column, text in texts.items()
        }

    def header(self, i: int, *tables: str) -> int:
        """Open the table whose header stands at line i, if it is one of these; how many lines that took."""
        found = read_header(self.lines, i)
        if found is None or found[0].table not in tables:
            return 0
        self.layout = found[0]
        return self.noise(found[1])


Take = Callable[[OpenBlock, int], int]
Guess = Callable[[str], Layout | None]


def cells_at(reading: OpenBlock, i: int, guess: Guess) -> tuple[Cells, int] | None:
    """The cells of the row at line i; without a header the row's own shape tells the layout."""
    line = reading.lines[i]
    if reading.layout is not None:
        row = row_at(reading.layout, reading.lines, i)
        return None if row and row[1] > 1 and is_noise(line) else row
    layout = guess(line)
    cells = read_row(layout, line) if layout else None
    return (cells, 1) if cells is not None else None


def read_block(block: Block, zone: tzinfo, take: Take) -> Parsed:
    """Every line of a block in turn: blank, understood by `take`, noise around it, or unparsed."""
    reading = OpenBlock(block, zone)
    parsed = reading.parsed
    parsed.at = localise(block.at, zone)
    i = 0
    while i < len(block.lines):
        if not block.lines[i].strip():
            parsed.blank += 1
            i += 1
        elif block.lines[i] == CONTINUED:
            i += reading.continuation()
        elif i < block.preamble:
            i += reading.noise()
        else:
            try:
                taken = take(reading, i)
            except ValueError:  # a date or number that no calendar or type holds: the line stays unparsed
                taken = 0
            if not taken and (is_noise(block.lines[i]) or is_cut_header(block.lines[i])):
                taken = reading.noise()
            if not taken:
                parsed.unparsed.append(reading.number(i))
            i += taken or 1
    return parsed
