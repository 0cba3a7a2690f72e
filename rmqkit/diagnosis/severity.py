"""How bad something is. Only the verdict gives the whole its severity."""

from __future__ import annotations

from enum import IntEnum


class Severity(IntEnum):
    """How bad it is; a whole takes the worst of its parts,
    so that missing evidence never reads as healthy."""

    OK = 0
    UNKNOWN = 1
    NOTICE = 2
    WARNING = 3
    CRITICAL = 4

    def __str__(self) -> str:
        return self.name


NO_WEIGHT = min(Severity)
"""What a claim weighs that tells of nothing wrong. That a whole is OK, only the verdict says."""
