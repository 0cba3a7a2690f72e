"""Text for the terminal that is there: its width, and colour where it shows any. No words here."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping

import typer

from rmqkit.language.wrapping import columns, wrapped

# Where the text of a finding's row begins, which the lines below it continue.
_INDENT = re.compile(r"\s*(?:\S.{0,12}?\s{2,})?")
_COLOURS = {
    "CRITICAL": typer.colors.RED,
    "WARNING": typer.colors.YELLOW,
    "NOTICE": typer.colors.BLUE,
    "UNKNOWN": typer.colors.MAGENTA,
    "OK": typer.colors.GREEN,
}
_SEVERITY = re.compile(rf"\b({'|'.join(_COLOURS)})\b(?=  |, )")
NARROWEST = 40


def for_terminal(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """The text as it is where it is piped; on a terminal in its width, with colour unless NO_COLOR
    says otherwise (https://no-color.org) or the terminal is dumb."""
    if not sys.stdout.isatty():
        return text
    fitted = fit(text, shutil.get_terminal_size().columns)
    return fitted if environ.get("NO_COLOR") or environ.get("TERM") == "dumb" else coloured(fitted)


def fit(text: str, width: int) -> str:
    """Every line in at most this width, continued below where its own text begins."""
    width = max(width, NARROWEST)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if columns(line) > width:
            found = _INDENT.match(line)
            first = found[0] if found else ""
            lines[number] = wrapped(line[len(first) :], width, first, " " * columns(first))
    return "\n".join(lines)


def coloured(text: str) -> str:
    """The severities in their colours; the words stay."""
    return _SEVERITY.sub(lambda found: typer.style(found[0], fg=_COLOURS[found[0]], bold=True), text)
