"""How many points and spans a picture is drawn with, and which of them are left out.

Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

# A screen is some 2,000 pixels wide; a browser is quick with so many points, with their hover
# texts, in one picture.
MOST_POINTS = 8_000
# A line keeps at least its ends, its highest and its lowest point.
LEAST_POINTS = 4


def share_of(lines: int, most: int = MOST_POINTS) -> int:
    """How many points each of so many lines may have."""
    return max(LEAST_POINTS, most // max(1, lines))


def with_peaks(points: Sequence[T], most: int, height: Callable[[T], int]) -> list[T]:
    """The ends of a line and the lowest and highest point of each stretch between:
    at most `most`, in their order."""
    if len(points) <= most:
        return list(points)
    kept = {0, len(points) - 1}
    for stretch in stretches(1, len(points) - 1, (most - 2) // 2):
        kept |= {min(stretch, key=lambda at: height(points[at])), max(stretch, key=lambda at: height(points[at]))}
    return [points[at] for at in sorted(kept)]


def stretches(first: int, end: int, most: int) -> Iterator[range]:
    """The places from `first` up to but without `end` in at most `most` rows
    of about one length."""
    length = -(-(end - first) // max(1, most))
    return (range(start, min(start + length, end)) for start in range(first, end, max(1, length)))
