"""Runs of lines that carry the same thing around their text: taken off all of them or off none.

No patterns here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Run = list[tuple[int, re.Match[str]]]


def without_runs(lines: list[str], shape: re.Pattern[str], holds: Callable[[list[re.Match[str]]], bool]) -> list[str]:
    """The same lines; those of each run that `holds` are left with the shape's group `rest`.

    Blank lines do not end a run.
    """
    result = list(lines)
    for run in _runs(lines, shape):
        if holds([match for _, match in run]):
            for place, match in run:
                result[place] = match["rest"]
    return result


def _runs(lines: list[str], shape: re.Pattern[str]) -> Iterator[Run]:
    run: Run = []
    for i, line in enumerate(lines):
        match = shape.match(line)
        if match:
            run.append((i, match))
        elif run and line.strip():
            yield run
            run = []
    if run:
        yield run
