"""Numbers as mqadmin prints them, within the types that Java printed them from; and which members of Java's objects
are columns of what type (`formats/data/members.tsv`). No lines here.

What lies outside a Java type was not printed by RocketMQ (a damaged paste, two columns that touch): it raises
ValueError, so that its line stays unparsed instead of reaching a table whose column cannot hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from operator import itemgetter

from rmqkit.formats.data import rows_of
from rmqkit.formats.moments import epoch_instant

Columns = Mapping[str, tuple[str, Callable[[str], object]]]
"""The columns of a row: the field of Java's that has each, and how its text is read."""
_INT_BITS, _LONG_BITS = 31, 63


def int_of(text: str) -> int:
    """A Java `int`: queue ids, counts, permissions."""
    return _within(text, _INT_BITS)


def long_of(text: str) -> int:
    """A Java `long`: offsets and their differences."""
    return _within(text, _LONG_BITS)


def double_of(text: str) -> float:
    """A printed double; some locales write 0,00."""
    return float(text.replace(",", ".") if "." not in text else text.replace(",", ""))


def _within(text: str, bits: int) -> int:
    if len(text) > 40:  # Python's own limit on digits is an error of another kind
        raise ValueError(f"{text[:40]}... is no number of {bits + 1} bits")
    number = int(text)
    if not -(1 << bits) <= number < 1 << bits:
        raise ValueError(f"{number} is no number of {bits + 1} bits")
    return number


_READERS: dict[str, Callable[[str], object]] = {
    "text": str, "int": int_of, "long": long_of, "double": double_of, "flag": "true".__eq__, "time": epoch_instant,
}  # fmt: skip
_ROWS = rows_of("members.tsv", "class", "column", "member", "type")
_MEMBERS = {name: list(rows) for name, rows in groupby(_ROWS, itemgetter("class"))}


def columns_of(java_class: str, time: Callable[[str], object] = epoch_instant) -> Columns:
    """The columns that a class has; `time` reads its times."""
    readers = {**_READERS, "time": time}
    return {row["column"]: (row["member"], readers[row["type"]]) for row in _MEMBERS[java_class]}
