"""How work grows with its size: in lines of code that a call runs, which no other load on the machine changes, and as
an exponent of time; never in seconds."""

import math
import sys
import time
import timeit
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


FACTOR = 4
STEEPEST = 1.5
"""Work that follows its size has an exponent of 1 (with a logarithm of some 1.1), work that looks at everything again
for each part has 2 and more."""


def steepness(work: Callable[[int], object], size: int, rounds: int = 5) -> float:
    """The exponent by which the processor time of `work(size)` grows from `size` to four times that.

    The least of several rounds counts, so that what a process makes once does not; garbage is not collected meanwhile.
    Where the first round is not too steep there is no other.
    """
    little, much, found = math.inf, math.inf, math.inf
    for _ in range(rounds):
        little = min(little, *timeit.repeat(lambda: work(size), timer=time.process_time, number=1, repeat=2))
        much = min(much, timeit.timeit(lambda: work(size * FACTOR), timer=time.process_time, number=1))
        found = math.log(max(much, 1e-9) / max(little, 1e-9), FACTOR)
        if found <= STEEPEST:
            break
    return found
