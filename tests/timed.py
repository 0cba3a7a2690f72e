"""How work grows with its size: never seconds, which a busy or a slow machine changes."""

from __future__ import annotations

import math
import time
import timeit
from collections.abc import Callable

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
