"""Which other format log lines are wrapped in, and each line without it.

The formats have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rmqkit.formats.logs.csv_exports import in_cell, is_csv
from rmqkit.formats.logs.json_objects import in_object, is_json

# name: whether a sample of lines is wrapped so, and the log line in one line
_WRAPPINGS: dict[str, tuple[Callable[[Sequence[str]], bool], Callable[[str], str]]] = {
    "json": (is_json, in_object),
    "csv": (is_csv, in_cell),
}


def wrapping_of(sample: Sequence[str]) -> str | None:
    """The name of what a sample's lines are wrapped in; None for plain lines."""
    return next((name for name, (holds, _) in _WRAPPINGS.items() if holds(sample)), None)


def unwrapped(line: str, wrapping: str) -> str:
    """The log line, or lines, that stand in one wrapped line."""
    return _WRAPPINGS[wrapping][1](line)
