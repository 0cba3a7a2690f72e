"""Which names the evidence holds, read from rows and records by their columns. What becomes of them
is elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any

from rmqkit.redact.tokens import ADDRESS, SYSTEM_NAME, TOKEN, tells_nothing
from rmqkit.tables.files import SourceFile
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.logs import plain
from rmqkit.tables.reading import read_files

# a whole value of these is one name, even where RocketMQ prints the same word itself
_NAMES = ("group", "topic", "broker", "cluster")
# of these, the words that nobody prints but their owner
_WITH_NAMES = ("client_id", "address", "expression")
_EMPTY = frozenset({"", "*", "null", "N/A", "NA", "-"})
_OWN_TOPIC = ("%RETRY%", "%DLQ%")


@dataclass
class Learned:
    """The names of some files: those that are words of nobody else, and those that RocketMQ prints
    as well.
    """

    names: set[str] = field(default_factory=set)
    ambiguous: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)

    def name(self, value: str) -> None:
        """Take in the whole value of a column that holds one name."""
        for lead in _OWN_TOPIC:
            value = value.removeprefix(lead)
        if value in _EMPTY or SYSTEM_NAME.fullmatch(value):
            return
        if TOKEN.fullmatch(value) and tells_nothing(value) and not value.isdigit():
            self.ambiguous.add(value)
        else:
            self.words(value)

    def keep_parts_only(self) -> None:
        """Drop what is made of two other names: 5.x names a group's retry topic of one topic GROUP_TOPIC or
        GROUP+TOPIC (`KeyBuilder#buildPopRetryTopic`), and both have to be found in it."""
        known = self.names | self.ambiguous
        self.names = {name for name in self.names if not _is_made_of(name, known)}

    def words(self, value: str) -> None:
        """Take in the words of a value that no vocabulary has."""
        words = TOKEN.findall(value)
        self.names |= {word for word in words if not tells_nothing(word) and not ADDRESS.fullmatch(word)}


def _is_made_of(name: str, known: Collection[str]) -> bool:
    """Whether both sides of one of its joints are names of their own."""
    joints = (place for place, sign in enumerate(name) if sign in "_+")
    return any(name[:place] in known and name[place + 1 :] in known for place in joints)


def learn(files: Iterable[SourceFile]) -> Learned:
    """The names in all files, mqadmin's texts and logs alike."""
    learned = Learned()
    reading = read_files(files, UTC)
    for rows in reading.tables.values():
        _from_rows(rows, learned)
    for source in reading.logs:
        for batch in parsed_batches(plain(source), "UTC", None):
            _from_columns(batch, learned)
    learned.keep_parts_only()
    return learned


def _from_rows(rows: Iterable[dict[str, Any]], learned: Learned) -> None:
    for row in rows:
        for column in _NAMES:
            if isinstance(row.get(column), str):
                learned.name(row[column])
        for column in _WITH_NAMES:
            if isinstance(row.get(column), str):
                learned.words(row[column])
        if isinstance(row.get("expression"), str):
            learned.tags |= set(TOKEN.findall(row["expression"]))


def _from_columns(batch: Any, learned: Learned) -> None:  # noqa: ANN401
    for column in (*_NAMES, *_WITH_NAMES):
        for value in _distinct(batch, column):
            if column in _NAMES:
                learned.name(value)
            else:
                learned.words(value)


def _distinct(batch: Any, column: str) -> Iterator[str]:  # noqa: ANN401
    if column in batch.schema.names:
        yield from (value for value in batch.column(column).unique().to_pylist() if value)
