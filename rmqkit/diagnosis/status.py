"""The four words that a judgement can be.
Only the judge gives them; what they mean is said there."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How sure a claim is."""

    PROVEN = "proven"
    SUSPECTED = "suspected"
    OPEN = "open"
    REFUTED = "refuted"

    @property
    def decided(self) -> bool:
        """Whether nothing else can be so."""
        return self is Status.PROVEN

    @property
    def possible(self) -> bool:
        """Whether it may still turn out to be so."""
        return self in (Status.SUSPECTED, Status.OPEN)
