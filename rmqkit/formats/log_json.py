"""Log lines that are JSON objects or end with one: the line that stands in them. Nothing about layouts or files.

Log shippers and JSON encoders wrap a whole line; zap's console encoder writes fields as an object at a line's end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime

from rmqkit.formats.log_layout_table import layout_of

# Keys under which shippers and JSON encoders keep a line, its time, level and logger.
TEXT_KEYS = ("log", "message", "msg", "@message", "MESSAGE", "content")
TIME_KEYS = ("ts", "time", "@timestamp", "timestamp", "asctime", "datetime")
LEVEL_KEYS = ("level", "severity", "levelname", "lvl")
LOGGER_KEYS = ("logger", "logger_name", "loggerName", "name")
# Keys that only the Go client gives to its logger (rlog.LogKey...): such fields are written as logrus writes them.
_GO_KEYS = frozenset({"consumerGroup", "MessageQueue", "underlayError", "AllocateMessageQueue", "brokerAddr"})
_NO_FIELDS = frozenset({*TEXT_KEYS, *TIME_KEYS, *LEVEL_KEYS, *LOGGER_KEYS, "caller", "func", "file"})
_BARE = re.compile(r"[A-Za-z0-9._/@^+-]+")


def is_wrapped(sample: Sequence[str]) -> bool:
    """Whether most lines are JSON objects with a text, or some end with the Go client's fields as one."""
    opened = [line for line in sample if line.startswith('{"')]
    if opened:
        return 2 * len(opened) > len(sample) and any(_first(_object(line), TEXT_KEYS) for line in opened[:5])
    return any(_fields_at_end(line)[1] for line in sample[:200] if "\t{" in line)


def unwrapped(line: str) -> str:
    """The log line inside one JSON object: its text when that is laid out itself, else time, level, logger and text."""
    if not line.startswith("{"):
        head, fields = _fields_at_end(line)
        before, _, text = head.rpartition("\t")
        return f"{before}\t{_as_logrus(text, fields)}" if fields else line
    found = _object(line)
    if not found:
        return line
    text = str(_first(found, TEXT_KEYS) or "").rstrip("\r\n")
    if layout_of(text.split("\n", 1)[0]) is not None:
        return text
    at, level, logger = (_first(found, keys) for keys in (TIME_KEYS, LEVEL_KEYS, LOGGER_KEYS))
    if not _GO_KEYS.isdisjoint(found):
        text = _as_logrus(text, {key: value for key, value in found.items() if key not in _NO_FIELDS})
    return " ".join(str(part) for part in (_dated(at), str(level or "info").upper(), logger, "-", text) if part)


def _object(text: str) -> dict[str, object]:
    """The object that a text is; empty when it is none or is cut."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _fields_at_end(line: str) -> tuple[str, dict[str, object]]:
    """What stands before the last tab and the Go client's fields behind it; no fields when they are another's."""
    head, _, tail = line.rpartition("\t")
    found = _object(tail) if tail.startswith("{") else {}
    return head, {} if _GO_KEYS.isdisjoint(found) else found


def _as_logrus(text: str, fields: dict[str, object]) -> str:
    """Message and fields as logrus writes them: keys in order, quotes where a value is not one plain word."""
    told = [f"{key}={_quoted(value)}" for key, value in sorted(fields.items())]
    return " ".join([f'msg="{text}"', *told])


def _quoted(value: object) -> str:
    word = value if isinstance(value, str) else json.dumps(value)
    return word if _BARE.fullmatch(word) else f'"{word}"'


def _dated(at: object) -> object:
    """Seconds or milliseconds since 1970 as a date."""
    if not isinstance(at, int | float):
        return at
    seconds = at / 1000 if at > 1e11 else at
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _first(found: dict[str, object], keys: tuple[str, ...]) -> object | None:
    """The value of the first key that has one; an object below a key is not one."""
    return next((found[key] for key in keys if found.get(key) and not isinstance(found[key], dict)), None)
