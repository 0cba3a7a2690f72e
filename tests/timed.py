"""Times a call so that a busy machine, or a test run with a full heap, does not change what is measured."""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable


def processor_seconds(call: Callable[[], object], rounds: int = 3) -> float:
    """Processor seconds of this thread for one call, the least of the rounds; garbage is not collected meanwhile."""
    return min(timeit.repeat(call, timer=time.thread_time, number=1, repeat=rounds))
