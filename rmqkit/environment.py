"""Where rmqkit keeps what it makes once for a Python environment. What that is, others know."""

from __future__ import annotations

import sys
from pathlib import Path


def environment_folder() -> Path:
    """Where rmqkit keeps what it makes for this Python's environment; it goes when the environment goes."""
    return Path(sys.prefix) / "var" / "rmqkit"
