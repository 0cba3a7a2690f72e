"""Tables that a machine read off a picture: the letter O for 0, l or I for 1, a dash for a hyphen, one digit for
another.

A row of consumerProgress tells one thing twice: `Broker Offset - Consumer Offset = Diff` (ConsumerProgressSubCommand
and BrokerConsumeStatsSubCommad, all versions). Its numbers are put right where that bears them out, and nowhere else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rmqkit.formats.mqadmin.columns import Layout, layout_of
from rmqkit.formats.mqadmin.rows import Cells, adds_up, read_row

# what is taken for a digit, and which digits are taken for each other
_LETTERS = str.maketrans("OoQlI", "00011")
_ALIKE = frozenset(map(frozenset, ("17", "08", "06", "38", "56", "68", "35", "09", "14", "27", "49")))
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2015", "------")
# what asks for a closer look: a word of digits and such letters, a dash within a word
_SIGN = re.compile(r"(?<!\S)-?(?=\d*[OoQlI])[\dOoQlI]+(?!\S)|(?<=\w)[\u2010-\u2015](?=\w)")
# a name may hold a bar; one that stands alone parts cells
_WORD = re.compile(r"(?<!\S)(?!\|(?!\S))\S+")
# a number, an address of IPv4, a date, a time of day: no letter stands in these
_SHAPES = re.compile(
    r"-?\d+|(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)|\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d"
)
_WIDE_DATE = re.compile(r"(?<=\d{4}-\d\d-\d\d)\s{2,}(?=\d\d:\d\d:\d\d)")
_TOLD_TWICE = ("broker_offset", "consumer_offset", "diff")
_FOLDED = str.maketrans("1i0", "llo")
_TOTALS = {
    label.lower().translate(_FOLDED): label
    for label in ("Diff Total", "Consume Diff Total", "Consume Inflight Total", "Consume TPS")
}


@dataclass(frozen=True)
class Corrections:
    """Lines by number as mqadmin printed them, and rows whose numbers nothing bears out."""

    lines: dict[int, str] = field(default_factory=dict)
    left: frozenset[int] = frozenset()

    @property
    def touched(self) -> frozenset[int]:
        """The lines that do not say what was printed."""
        return self.left | self.lines.keys()


@dataclass(frozen=True)
class _Row:
    """A row of the table with a number: its line, that line as it is put right, and the cells there."""

    table: int
    line: int
    text: str
    cells: Cells

    @property
    def queue(self) -> tuple[object, ...]:
        """No table lists a queue twice."""
        return self.table, *(
            self.cells.get(name, "").translate(_DASHES) for name in ("group", "topic", "broker", "queue")
        )

    @property
    def names(self) -> set[str]:
        return {self.cells[name] for name in ("group", "topic", "broker") if name in self.cells}


def corrections(lines: Sequence[str]) -> Corrections:
    """What can be put right in the tables of a text, and what has to be left."""
    if not any(map(_SIGN.search, lines)):
        return Corrections()
    rows = list(_rows(lines))
    if all(row.text == lines[row.line] for row in rows):  # dashes are a word processor's as well
        return Corrections(_with_hyphens(rows, lines))
    rows = list(map(_with_right_digit, rows))
    sure = _sure(rows, lines)
    left = {row.line for row in rows} - {row.line for row in sure}
    return Corrections(_with_hyphens(sure, lines) | _totals(lines), frozenset(left))


def _sure(rows: Sequence[_Row], lines: Sequence[str]) -> list[_Row]:
    """Those whose numbers fit each other, and whose queue no other row has, or that needed no correction."""
    times = Counter(row.queue for row in rows)
    return [row for row in rows if adds_up(row.cells) and (times[row.queue] == 1 or row.text == lines[row.line])]


def _rows(lines: Sequence[str]) -> Iterator[_Row]:
    """The rows below headers that tell a number twice, with digits for letters."""
    layout, table = None, 0
    for i, line in enumerate(lines):
        if header := layout_of(line):
            layout, table = header, table + 1
        elif layout and {"queue", *_TOLD_TWICE} <= set(layout.columns):
            row = _row(layout, table, i, line)
            if row is not None:
                yield row


def _row(layout: Layout, table: int, i: int, line: str) -> _Row | None:
    text = _in_digits(line, layout.columns.index("queue"))
    cells = read_row(layout, text)
    whole = cells is not None and {"queue", *_TOLD_TWICE} <= cells.keys()
    return _Row(table, i, text, cells) if cells and whole else None


def _with_right_digit(row: _Row) -> _Row:
    """The row with the number that its two others say, where it is sure which of the three is the wrong one."""
    wrong = None if adds_up(row.cells) else _misread_digit(row.cells)
    if wrong is None:
        return row
    column, right = wrong
    places = [word for word in _WORD.finditer(row.text) if word[0] == row.cells[column]]
    if len(places) != 1:
        return row
    text = row.text[: places[0].start()] + right + row.text[places[0].end() :]
    return replace(row, text=text, cells=row.cells | {column: right})


def _in_digits(line: str, names: int) -> str:
    """The line with digits where no letter can stand, behind its first words, which are names."""
    words = list(_WORD.finditer(line))[names:]
    for word in words:
        text = word[0].translate(_LETTERS)
        if text != word[0] and _SHAPES.fullmatch(text):
            line = line[: word.start()] + text + line[word.end() :]
    return _WIDE_DATE.sub(" ", line)


def _misread_digit(cells: Cells) -> tuple[str, str] | None:
    """The one number that is wrong in one digit alone, and what it has to be by the two others; None where
    another number may be the wrong one."""
    broker, consumer, diff = (int(cells[name]) for name in _TOLD_TWICE)
    by_others = dict(zip(_TOLD_TWICE, map(str, (consumer + diff, broker - diff, broker - consumer)), strict=True))
    near = [(name, right) for name, right in by_others.items() if _is_near(cells[name], right)]
    return near[0] if len(near) == 1 else None


def _is_near(read: str, right: str) -> bool:
    """Whether two numbers differ in one digit, and in one that is taken for the other."""
    if len(read) != len(right):
        return False
    different = [frozenset(pair) for pair in zip(read, right, strict=True) if pair[0] != pair[1]]
    return len(different) == 1 and different[0] in _ALIKE


def _with_hyphens(rows: Sequence[_Row], lines: Sequence[str]) -> dict[int, str]:
    """The lines that change; a name with a dash is the one with a hyphen where the tables show both."""
    names = set().union(*(row.names for row in rows))
    changed: dict[int, str] = {}
    for row in rows:
        text = row.text
        for name in row.names:
            if (plain := name.translate(_DASHES)) in names - {name}:
                text = text.replace(name, plain, 1)
        if text != lines[row.line]:
            changed[row.line] = text
    return changed


def _totals(lines: Sequence[str]) -> dict[int, str]:
    """The lines below the rows."""
    found: dict[int, str] = {}
    for i, line in enumerate(lines):
        label, colon, number = line.partition(":")
        meant = _TOTALS.get(label.strip().lower().translate(_FOLDED))
        text = f"{meant}{colon}{number.translate(_LETTERS)}"
        if meant and text != line:
            found[i] = text
    return found
