"""Lines that shells, the JVM and logging frameworks print around mqadmin's output (`formats/data/noise.tsv`); and the
words by which a person finds the lines to look at.
"""

from __future__ import annotations

import re

from rmqkit.formats.data import rows_of
from rmqkit.formats.prompts import date_line, is_separator, read_command

GRAVE = r"(?i)\b(?:error|warn|warning|fatal|severe|panic)\b|exception|fail|refus|denied|timeout|timed out"
"""What a person would look at first."""

# where a person or a pager left lines out
_GAP = re.compile(
    r"^\s*(?:\.{2,}|…+|\[(?:\.{3}|…|snip)\]|<snip>|-+ ?snip ?-+|-+ ?[Mm]ore ?-+(?:\(\d+%\))?|\(END\)"
    r"|[(（【]?(?:此处|中间|以下|后面)?(?:省略|略去|略)(?:[^\s\w].*|若干.*|\d+.*|部分.*)?[)）】]?[.。…]*)\s*$"
)
_NOISE = re.compile("|".join(f"(?:{row['shape']})" for row in rows_of("noise.tsv", "program", "shape")))
_HINT = re.compile(r"[:\-|^@]|real|user|sys|logout|Script|NAME ")


def is_logger_noise(line: str) -> bool:
    """Whether the line is a warning of a logger, the JVM or a start script (at its beginning)."""
    return bool(_HINT.search(line)) and bool(_NOISE.match(line))


def is_gap(line: str) -> bool:
    """Whether a line only says that others were left out: an ellipsis, a pager's mark."""
    return bool(_GAP.match(line))


def is_noise(line: str) -> bool:
    """Whether a line carries no evidence by itself: a prompt, a date, a separator or a logger's warning."""
    text = line.strip()
    return (
        is_logger_noise(text)
        or is_separator(text)
        or is_gap(text)
        or read_command(text) is not None
        or date_line(text) is not None
    )
