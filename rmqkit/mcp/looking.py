"""Lines of the evidence by what they are about, page by page, and its tables by SQL. No protocol and no paths here."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rmqkit.errors import Error
from rmqkit.mcp.answers import Json, plain
from rmqkit.tables.decided import NAMING_EVENTS, decided, filled
from rmqkit.tables.schemas import SCHEMAS

if TYPE_CHECKING:
    from rmqkit.evidence import Evidence

PAGE = 50
WIDEST = 600
MOST_ROWS, MOST_SECONDS = 200, 10.0
MOST_CHARACTERS = 16_000
LONGEST_VALUE = 4 << 20
MOST_EVENTS = 200_000
"""With more log records than these, SQL sees them counted, as a verdict does."""


@dataclass(frozen=True)
class Wanted:
    """What lines are asked for. `contains`: a text, or a template's words with `<*>` between them; all of it has to
    stand in the line, in this order."""

    file: str | None = None
    group: str | None = None
    client: str | None = None
    contains: str | None = None
    since: str | None = None
    until: str | None = None

    @property
    def words(self) -> list[str]:
        """Texts that have to stand in the line, one behind the other."""
        return [word.strip() for word in (self.contains or "").split("<*>") if word.strip()]


def found_lines(evidence: Evidence, wanted: Wanted, page: int, texts: Iterable[tuple[str, Sequence[str]]]) -> Json:
    """A page of the log records and other lines that fit, in the order of their files.

    `texts`: the lines of the files that are no logs.
    """
    import polars as pl

    raw = pl.col("raw")
    chosen = [pl.lit(True)]
    if wanted.file:
        chosen.append(pl.col("file") == wanted.file)
    for name, text in (("group", wanted.group), ("client_id", wanted.client)):
        if text:
            chosen.append((pl.col(name) == text).fill_null(False) | raw.str.contains(text, literal=True))
    for word in wanted.words:
        chosen.append(raw.str.contains(word, literal=True))
    if wanted.since:
        chosen.append(pl.col("at") >= _moment(wanted.since))
    if wanted.until:
        chosen.append(pl.col("at") <= _moment(wanted.until))
    frame = evidence.logs.frame().filter(*chosen).select("file", "line_order", "at", "raw")
    found = frame.collect().sort("file", "line_order")
    records = found.filter(pl.Series([_fits(text, wanted.words) for text in found["raw"]], dtype=pl.Boolean))
    total = records.height
    rows = [
        {"file": row["file"], "line": row["line_order"], "at": str(row["at"] or ""), "text": plain(row["raw"], WIDEST)}
        for row in evidence.logs.in_lines(records.slice((page - 1) * PAGE, PAGE).to_dicts())
    ]
    others = [] if wanted.since or wanted.until else list(_text_lines(wanted, texts))
    first = max(0, (page - 1) * PAGE - total)
    rows += others[first : first + PAGE - len(rows)]
    pages = -(-(total + len(others)) // PAGE)
    return {"lines": rows, "matching": total + len(others), "page": page, "pages": pages}


def _fits(text: str, words: Sequence[str]) -> bool:
    place = 0
    for word in words:
        place = text.find(word, place)
        if place < 0:
            return False
        place += len(word)
    return True


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.removesuffix(" UTC"))
    except ValueError as error:
        raise Error("{text!r} is not a time: write it as 2026-11-21 10:30:00, in UTC.", text=text) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _text_lines(wanted: Wanted, texts: Iterable[tuple[str, Sequence[str]]]) -> Iterator[Json]:
    needed = [word for word in (wanted.group, wanted.client) if word]
    for file, lines in texts:
        if wanted.file in (None, file):
            for number, text in enumerate(lines, start=1):
                if all(word in text for word in needed) and _fits(text, wanted.words):
                    yield {"file": file, "line": number, "at": "", "text": plain(text, WIDEST)}


class Database:
    """The tables of one evidence in a database of this process's memory, which nothing can be written to or read into.

    The statements of an agent see no file: SQLite asks `_allowed` for every step, and only reading passes.
    """

    def __init__(self, evidence: Evidence) -> None:
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        for table in SCHEMAS:
            if table != "log_events":
                rows = evidence.ledger_rows() if table == "ledger" else evidence.rows(table)
                self._fill(table, SCHEMAS[table].fieldNames(), rows)
        self._fill_events(evidence)
        self._fill("unknown_lines", _UNKNOWN, [line.to_dict() for line in evidence.unknown_lines()])
        self._connection.execute("PRAGMA query_only=ON")
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        self._connection.set_authorizer(_allowed)

    def _fill_events(self, evidence: Evidence) -> None:
        names = SCHEMAS["log_events"].fieldNames()
        records = sum(row["rows"] for row in evidence.log_summary.counts)
        if records <= MOST_EVENTS:
            told = evidence.logs.in_lines(evidence.logs.frame().collect().to_dicts())
            known = decided((row for row in told if row["event"] in NAMING_EVENTS), evidence.rows, evidence.log_kinds)
            rows: list[Mapping[str, Any]] = [
                {**filled(row, known), "line": row["line_order"], "times": 1, "last_at": row["at"]} for row in told
            ]
        else:
            rows = [{**row, "line": row["line_order"]} for row in evidence.log_summary.events]
        self._fill("log_events", [*names, "times", "last_at"], rows)

    def _fill(self, table: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
        quoted = [f'"{name}"' for name in columns]
        self._connection.execute(f'CREATE TABLE "{table}" ({", ".join(quoted)})')
        values = ([_value(row.get(name)) for name in columns] for row in rows)
        marks = ", ".join("?" * len(columns))
        self._connection.executemany(f'INSERT INTO "{table}" VALUES ({marks})', values)

    def ask(self, query: str, seconds: float = MOST_SECONDS) -> Json:
        """The rows of one SELECT: at most MOST_ROWS, and what is made within some seconds. Raises Error."""
        ends = time.monotonic() + seconds
        self._connection.set_progress_handler(lambda: int(time.monotonic() > ends), 10_000)
        try:
            cursor = self._connection.execute(query)
            columns = [name for name, *_ in cursor.description or ()]
            rows = cursor.fetchmany(MOST_ROWS + 1)
        except (sqlite3.Error, sqlite3.Warning) as error:
            tables = ", ".join((*SCHEMAS, "unknown_lines"))
            raise Error(
                "SQLite refused the query ({error}). Only one SELECT is allowed, for at most {seconds} s, "
                "over: {tables}.",
                error=error,
                seconds=seconds,
                tables=tables,
            ) from error
        # As many rows as an agent can read; whether there are more is said.
        more = len(rows) > MOST_ROWS
        shown: list[list[object]] = []
        size = 0
        for row in rows[:MOST_ROWS]:
            cells = [plain(cell, WIDEST) if isinstance(cell, str) else cell for cell in row]
            size += sum(len(str(cell)) for cell in cells)
            if size > MOST_CHARACTERS:
                more = True
                break
            shown.append(cells)
        return {"columns": columns, "rows": shown, "more": more}


_UNKNOWN = ("template", "times", "files", "line", "first", "last", "example")
_READING = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}


def _allowed(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    loads_code = action == sqlite3.SQLITE_FUNCTION and second == "load_extension"
    return sqlite3.SQLITE_OK if action in _READING and not loads_code else sqlite3.SQLITE_DENY


def _value(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
    return value if value is None or isinstance(value, (int, float)) else str(value)
