"""Which names the evidence holds, read from rows and records by their columns. What becomes of them is elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC
from functools import cached_property

from rmqkit.formats.prompts import read_command
from rmqkit.redact.tokens import ADDRESS, SYSTEM_NAME, TOKEN, tells_nothing
from rmqkit.tables.files import HEAD_BYTES, SourceFile, describe_binary, encoding_of
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.logs import plain
from rmqkit.tables.reading import read_files

_EMPTY = frozenset({"", "*", "null", "N/A", "NA", "-"})
_OWN_TOPIC = ("%RETRY%", "%DLQ%")
# a value behind one of these keys is a name in any text, `consumerGroup=...` or `"consumerGroup": "..."`
_STATED = re.compile(
    r"(?<![A-Za-z_])(?:(?:consumer|producer)_?[gG]roup|group(?:Name)?|topic(?:Name)?|brokerName|(?:brokerC|c)lusterName)"
    r"(?:=|\"\s?:\s?\")(?P<name>\w(?:[\w.-]*\w)?)(?=[,;&\s\"'\])}]|$)"
)


@dataclass
class Learned:
    """The names of some files: those that are words of nobody else, and those that RocketMQ prints as well."""

    names: set[str] = field(default_factory=set)
    ambiguous: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)

    @cached_property
    def by_column(self) -> dict[str, Callable[[str], None]]:
        """What takes in the values of a column, whatever its table."""
        return {
            **dict.fromkeys(("group", "topic", "broker", "cluster"), self.name),
            "client_id": self.client,
            "address": self.words,
            "expression": self.expression,
        }

    def name(self, value: str) -> None:
        """Take in the whole value of a column that holds one name."""
        for lead in _OWN_TOPIC:
            value = value.removeprefix(lead)
        if value in _EMPTY or SYSTEM_NAME.fullmatch(value):
            return
        if TOKEN.fullmatch(value) and tells_nothing(value) and any(map(str.isalpha, value)):
            self.ambiguous.add(value)
        else:
            self.words(value)

    def keep_parts_only(self) -> None:
        """Drop what is made of two other names: 5.x names a group's retry topic of one topic GROUP_TOPIC or
        GROUP+TOPIC (`KeyBuilder#buildPopRetryTopic`), and both have to be found in it."""
        known = self.names | self.ambiguous

        def is_compound(name: str) -> bool:
            joints = (place for place, sign in enumerate(name) if sign in "_+")
            return any(name[:place] in known and name[place + 1 :] in known for place in joints)

        self.names = {name for name in self.names if not is_compound(name)}

    def client(self, value: str) -> None:
        """Take in a client id: the address or host, which may be masked, the instance, the unit."""
        for part in re.split("[@#]", value):
            if "." in part:
                self.words(part)
            else:
                self.name(part)

    def expression(self, value: str) -> None:
        """Take in an expression: a list of tags, or SQL, whose own words are nobody's."""
        tags = [tag.strip() for tag in value.split("||")]
        self.tags |= set(TOKEN.findall(value))
        if all(map(TOKEN.fullmatch, tags)):
            for tag in tags:
                self.name(tag)
        self.words(value)

    def text(self, value: str) -> None:
        """Take in what commands and keys of a text name that no row may hold."""
        for stated in _STATED.finditer(value):
            self.name(stated["name"])
        for line in value.splitlines() if "mqadmin" in value else ():
            command = read_command(line) if "mqadmin" in line else None
            for name in (command.group, command.topic) if command else ():
                self.name(name or "")

    def words(self, value: str) -> None:
        """Take in the words of a value that no vocabulary has."""
        words = TOKEN.findall(value)
        self.names |= {word for word in words if not tells_nothing(word) and not ADDRESS.fullmatch(word)}


def text_of(file: SourceFile) -> tuple[str | None, str | None]:
    """The whole text of a file, or why it has none. What a damaged end left of it is kept."""
    if file.problem:
        return None, file.problem
    raw, problem = file.read()
    encoding = encoding_of(raw[:HEAD_BYTES])
    if encoding is None or (problem and not raw):
        return None, problem or describe_binary(raw)
    return raw.decode(encoding, errors="replace"), problem


def learn(files: Iterable[SourceFile]) -> Learned:
    """The names in all files, mqadmin's texts and logs alike."""
    learned = Learned()
    files = list(files)
    for file in files:
        learned.text(text_of(file)[0] or "")
    reading = read_files(files, UTC)
    for rows in reading.tables.values():
        for row in rows:
            for column, take in learned.by_column.items():
                if isinstance(row.get(column), str):
                    take(row[column])
    for source in reading.logs:
        for batch in parsed_batches(plain(source), "UTC"):
            for column in filter(learned.by_column.__contains__, batch.schema.names):
                for value in filter(None, batch.column(column).unique().to_pylist()):
                    learned.by_column[column](value)
    learned.keep_parts_only()
    return learned
