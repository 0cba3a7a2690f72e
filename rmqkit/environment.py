"""What rmqkit uses of its environment: a folder of its own, and variables for the processes that it starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


def environment_folder() -> Path:
    """Where rmqkit keeps what it makes for this Python's environment; it goes when the environment goes."""
    return Path(sys.prefix) / "var" / "rmqkit"


@contextmanager
def variables_set(variables: Mapping[str, str]) -> Iterator[None]:
    """Sets variables for a process that is started within (a Java, a kernel), and puts back what was there."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
