"""What can go wrong in the lab itself, and the one way to wait for something. Nothing here knows RocketMQ."""

import time
from collections.abc import Callable


class LabError(Exception):
    """The lab could not do what it was asked for: the incident was not made, so nothing may be concluded from it."""


def wait_until(holds: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait at most `seconds` until `holds()`; raise LabError naming `what` otherwise."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise LabError(f"waited {seconds:.0f} s in vain: {what}")
        time.sleep(0.2)
