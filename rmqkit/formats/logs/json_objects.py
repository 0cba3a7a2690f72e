"""Log lines that are wrapped: in JSON objects, which they are or end with, or in rows of CSV that a log's web interface
exported; the line that stands in them. Nothing about layouts or files.

Log shippers and JSON encoders wrap a whole line; zap's console encoder writes fields as an object at a line's end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from rmqkit.formats.data import rows_of
from rmqkit.formats.logs.layout_table import layout_of

_KEYS = {row["part"]: tuple(row["keys"].split()) for row in rows_of("json_keys.tsv", "part", "keys")}
TEXT_KEYS, TIME_KEYS, LEVEL_KEYS = _KEYS["text"], _KEYS["time"], _KEYS["level"]
LOGGER_KEYS, THREAD_KEYS, TRACE_KEYS = _KEYS["logger"], _KEYS["thread"], _KEYS["trace"]
# GELF and syslog count levels.
_SYSLOG_LEVELS = ("FATAL", "FATAL", "FATAL", "ERROR", "WARN", "INFO", "INFO", "DEBUG")
_GO_KEYS = frozenset(_KEYS["of Go's client"])
_NO_FIELDS = frozenset({*TEXT_KEYS, *TIME_KEYS, *LEVEL_KEYS, *LOGGER_KEYS, "caller", "func", "file"})
_BARE = re.compile(r"[A-Za-z0-9._/@^+-]+")
# what a program prints below its exception, each line in an object of its own: no record begins so
_BELOW = re.compile(
    r"\s+at |\s*\.\.\. [0-9]+ (?:more|common)|Caused by: |\s*Suppressed: |For more information, please visit the url"
)
_OPENED = re.compile(r'^(?:\[ ?)?(?:[^{}"]{0,120} )?\{ ?"')
_KEY = re.compile(r'^\s+"[A-Za-z_@.]+": ".*",?\s*$')

Value = str | int | float


def is_json(sample: Sequence[str]) -> bool:
    """Whether most lines are JSON objects with a text, or some end with the Go client's fields as one."""
    opened = [line for line in sample if _OPENED.match(line)]
    with_texts = any(_first(_record(line), TEXT_KEYS) for line in opened[:5])
    if 2 * len(opened) > len(sample) and with_texts:
        return True
    if any(_printed_line(line) for line in sample[:60]):
        return True
    return any(_split_fields(line)[1] for line in sample[:200] if "\t{" in line)


def in_object(line: str) -> str:
    """The log line inside one JSON object: its text when that is laid out itself, else time, level, logger and text."""
    record = _record(line) if _OPENED.match(line) else {}
    if not record:  # a line that ends with fields has them as logrus writes them, a key printed alone has its text
        head, fields = _split_fields(line)
        before, _, text = head.rpartition("\t")
        return f"{before}\t{_logrus_line(text, fields)}" if fields else _printed_line(line) or line
    values = (_first(record, keys) for keys in (TEXT_KEYS, TRACE_KEYS))
    text, trace = (str(value or "").rstrip("\r\n") for value in values)
    if trace and trace not in text:  # the stack trace, where the shipper keeps that apart
        text = f"{text}\n{trace}"
    at = _first(record, TIME_KEYS)
    layout = layout_of(text.split("\n", 1)[0])
    if layout is not None:
        return text if layout.dated or at is None else f"{_dated(at)} {text}"
    if _BELOW.match(text):
        return text
    if not _GO_KEYS.isdisjoint(record):  # the Go client's fields stand beside its text, in an object of their own keys
        text = _logrus_line(text, {key: value for key, value in record.items() if key not in _NO_FIELDS})
    level, logger, thread = (_first(record, keys) for keys in (LEVEL_KEYS, LOGGER_KEYS, THREAD_KEYS))
    in_brackets = f"[{thread}]" if thread else None
    if isinstance(level, int) and 0 <= level < len(_SYSLOG_LEVELS):
        level = _SYSLOG_LEVELS[level]
    parts = (at and _dated(at), level is not None and str(level).upper(), in_brackets, logger, "-", text)
    return " ".join(str(part) for part in parts if part)


def _printed_line(line: str) -> str | None:
    """The log line that stands under a key of an object printed over several lines."""
    found = _KEY.match(line)
    text = _first(json_object(f"{{{found[0].rstrip(', ')}}}"), TEXT_KEYS) if found else None
    layout = layout_of(str(text)) if text else None
    return str(text).rstrip("\r\n") if layout is not None and layout.dated else None


def _record(line: str) -> dict[str, object]:
    """The object of a line, also as an element of an array or behind a shipper's own time and tag."""
    text = line.rstrip(" \r,")
    begin = text.find("{")
    found = json_object(text[begin:]) or json_object(text[begin:].rstrip(" ]"))
    for name in _KEYS["inside"]:
        inner = found.get(name)
        found = {**found, **inner} if isinstance(inner, dict) else found
    return found


def json_object(text: str) -> dict[str, object]:
    """The object that a text is; empty when it is none or is cut."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _split_fields(line: str) -> tuple[str, dict[str, object]]:
    """What stands before the last tab and the Go client's fields behind it; no fields when they are another's."""
    head, _, tail = line.rpartition("\t")
    found = json_object(tail) if tail.startswith("{") else {}
    return head, {} if _GO_KEYS.isdisjoint(found) else found


def _logrus_line(text: str, fields: dict[str, object]) -> str:
    """Message and fields as logrus writes them: keys in order, quotes where a value is not one plain word."""
    told = [f'msg="{text}"']
    for key, value in sorted(fields.items()):
        word = value if isinstance(value, str) else json.dumps(value)
        told.append(f"{key}={word}" if _BARE.fullmatch(word) else f'{key}="{word}"')
    return " ".join(told)


def _dated(at: Value) -> str:
    """The time as ISO 8601 has it; seconds, milli-, micro- or nanoseconds since 1970 as a date."""
    if isinstance(at, str) and not at.isdigit():
        return at.replace(" ", "T", 1) if at[:4].isdigit() else at
    count = float(at)
    while count > 1e11:
        count /= 1000
    return datetime.fromtimestamp(count, UTC).isoformat(timespec="milliseconds")


def _first(found: dict[str, object], keys: tuple[str, ...]) -> Value | None:
    """The value of the first key that has one; a dot leads into an object, and an object is no value."""
    for key in keys:
        value = found.get(key) or _within(found, key)
        if isinstance(value, str | int | float) and value != "":
            return value
    return None


def _within(found: dict[str, object], key: str) -> object | None:
    outer, _, inner = key.partition(".")
    box = found.get(outer) if inner else None
    return _within(box, inner) or box.get(inner) if isinstance(box, dict) else None


# a cell in quotes, which a line end may leave open
_QUOTED = re.compile(r'(?:^|,)"((?:[^"]|"")*)(?:"(?=,|\s*$)|$)')
_LONGEST_DATE = "2026-11-21T10:24:29.123456789+08:00"
_HEADINGS = ("message", "line", "log", "_source", "content", "msg", "body")


def _is_csv(sample: Sequence[str]) -> bool:
    """Whether several rows hold a whole log line in quotes, or a heading says which column does."""
    rows = [line for line in sample if '"' in line and "," in line]
    found = sum(_cell_text(line) != line.removesuffix('"') for line in rows)
    headings = {cell.strip('" ').lower() for cell in ",".join(sample[:1]).split(",")}
    return found > 1 or (found > 0 and not headings.isdisjoint(_HEADINGS))


def _cell_text(line: str) -> str:
    """The log line in a row's cell; a line that is no such row as it is, without the quote that ends a long cell."""
    layout = layout_of(line)
    if layout is not None and not layout.general:
        return line
    cells = (cell[1].replace('""', '"') for cell in _QUOTED.finditer(line))
    long = ((cell, layout_of(cell)) for cell in cells if len(cell) > len(_LONGEST_DATE))
    inner = [cell for cell, its in long if its is not None and its.dated]
    return max(inner, key=len) if inner else line.removesuffix('"')


# name: whether a sample of lines is wrapped so, and the log line in one line
_WRAPPINGS: dict[str, tuple[Callable[[Sequence[str]], bool], Callable[[str], str]]] = {
    "json": (is_json, in_object),
    "csv": (_is_csv, _cell_text),
}


def wrapping_of(sample: Sequence[str]) -> str | None:
    """The name of what a sample's lines are wrapped in; None for plain lines."""
    return next((name for name, (holds, _) in _WRAPPINGS.items() if holds(sample)), None)


def time_beside(line: str) -> str | None:
    """The time that stands beside the text in a line's JSON object, as ISO 8601 has it."""
    at = _first(_record(line), TIME_KEYS) if _OPENED.match(line) else None
    return None if at is None else _dated(at)


def unwrapped(line: str, wrapping: str) -> str:
    """The log line, or lines, that stand in one wrapped line."""
    return _WRAPPINGS[wrapping][1](line)
