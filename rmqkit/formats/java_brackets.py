"""Brackets and `name=value` fields in what Java's `toString` prints. No knowledge of any class here."""

from __future__ import annotations

import re
from collections.abc import Sequence

OPENING, CLOSING = "[{(", "]})"


def closing(text: str, opened: int) -> int | None:
    """Index of the bracket that closes the one at `opened`; None when the text ends before."""
    depth = 0
    for position in range(opened, len(text)):
        depth += (text[position] in OPENING) - (text[position] in CLOSING)
        if depth == 0:
            return position
    return None


def items(text: str) -> list[str]:
    """The elements of a printed collection or map (`a, b`), without those brackets around them."""
    found: list[str] = []
    depth = begin = 0
    for position, sign in enumerate(text):
        depth += (sign in OPENING) - (sign in CLOSING)
        if depth == 0 and text.startswith(", ", position):
            found.append(text[begin:position])
            begin = position + 2
    return [*found, text[begin:]] if text else []


def fields_of(body: str, names: Sequence[str]) -> dict[str, str]:
    """Values of the named fields, in their printed order; each ends where the next one of `names` begins.

    Names that are not printed are missing from the result.
    """
    places: list[tuple[str, int, int]] = []
    for name in names:
        field = rf"(?:(?<=^)|(?<=, )|(?<=,)){re.escape(name)}="
        found = [match.span() for match in re.finditer(field, body)]
        # outside all inner brackets, else (unbalanced values) anywhere
        outside = (place for place in found if _depth(body[: place[0]]) == 0)
        if found:
            places.append((name, *next(outside, found[0])))
    ends = [*(begin for _, begin, _ in places[1:]), len(body)]
    values = ((name, body[value:end]) for (name, _, value), end in zip(places, ends, strict=False))
    return {name: value.removesuffix(", ") for name, value in values}


def _depth(text: str) -> int:
    return sum((sign in OPENING) - (sign in CLOSING) for sign in text)
