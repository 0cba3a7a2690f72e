"""Counts the lines of code that a call runs: a measure of work that no other load on the machine changes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_run(call: Callable[[], object]) -> int:
    """How many lines of Python the call runs; each round of a loop or comprehension counts."""
    lines = 0

    def trace(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return lines


def growth(made: Callable[[int], Callable[[], object]], size: int) -> float:
    """How many times the work of a call grows when what it is made for is doubled."""
    return lines_run(made(2 * size)) / lines_run(made(size))
