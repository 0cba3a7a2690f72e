"""Values that evidence may leave untold: those of many that are known, and moments beside each other.

A moment that nobody tells is neither before nor after another. No judgement here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol, TypeGuard, TypeVar

LONG_AGO = datetime.min.replace(tzinfo=UTC)
"""Before every moment that evidence tells."""
FOR_EVER = datetime.max.replace(tzinfo=UTC)
"""After every moment that evidence tells."""


class Ordered(Protocol):
    """What can be sorted."""

    def __lt__(self, other: Any, /) -> bool: ...  # noqa: ANN401


Sortable = TypeVar("Sortable", bound=Ordered)
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def distinct(values: Iterable[Sortable | None]) -> tuple[Sortable, ...]:
    """The known ones of some values, each once, in their own order."""
    return tuple(sorted({value for value in values if value}))


def all_known(values: Iterable[Value | None]) -> list[Value]:
    """The values where each of them is known; else none."""
    asked = list(values)
    known = [value for value in asked if value is not None]
    return known if len(known) == len(asked) else []


def earliest(moments: Iterable[datetime | None]) -> datetime | None:
    """The first of the moments that are known; None where none is."""
    return min((moment for moment in moments if moment), default=None)


def latest(moments: Iterable[datetime | None]) -> datetime | None:
    """The last of the moments that are known; None where none is."""
    return max((moment for moment in moments if moment), default=None)


def grouped(pairs: Iterable[tuple[Key | None, Value]]) -> dict[Key, list[Value]]:
    """The values by their keys, in the order in which they come; those whose key is not known are left out."""
    groups: dict[Key, list[Value]] = {}
    for key, value in pairs:
        if key in groups:
            groups[key].append(value)
        elif key is not None:
            groups[key] = [value]
    return groups


def is_after(at: datetime | None, moment: datetime | None) -> TypeGuard[datetime]:
    """Whether both are known and the first is the later one."""
    return at is not None and moment is not None and at > moment


def not_before(at: datetime | None, moment: datetime | None) -> bool:
    """Whether it may be of that moment or later: what nobody dates may be of any time."""
    return at is None or moment is None or at >= moment


def undated_first(at: datetime | None) -> tuple[bool, datetime | None]:
    """Sorts by time; what nobody dates comes before all else."""
    return at is not None, at


def runs(
    values: Iterable[Value],
    pause: timedelta,
    begins: Callable[[Value], datetime],
    ends: Callable[[Value], datetime] | None = None,
) -> list[list[Value]]:
    """The values in the order of time, in rows: each begins at most that long after the end of all
    before it in its row. Without `ends` they end when they begin."""
    rows: list[list[Value]] = []
    over: datetime | None = None
    for value in sorted(values, key=begins):
        end = (ends or begins)(value)
        if over is None or begins(value) - over > pause:
            rows.append([])
            over = end
        rows[-1].append(value)
        over = max(over, end)
    return rows
