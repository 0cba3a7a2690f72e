"""Properties of a text, each read when it is first asked for. No knowledge of any text here."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

Value = TypeVar("Value")


def read_by(reader: Callable[[str], Value]) -> cached_property[Value]:
    """What a reader makes of the whole text; it says itself what that is."""
    return cached_property(lambda whole: reader(whole.text))


def says(*words: str, of: str = "text") -> cached_property[bool]:
    """Whether one of these words stands in the text, or in another of its properties."""
    return cached_property(lambda whole: any(word in (getattr(whole, of) or "") for word in words))


def piece(shape: str, of: str = "text") -> cached_property[str | None]:
    """What the group of an expression (of its alternatives: of the one that fits) holds where that first stands in the
    text, or in another of its properties."""
    search = re.compile(shape).search
    return cached_property(
        lambda whole: found[found.lastindex or 1] if (found := search(getattr(whole, of) or "")) else None
    )


def in_each(shape: str, make: Callable[..., Value]) -> cached_property[tuple[Value, ...]]:
    """What is made of the groups of an expression in what the first and the last of records alike hold."""
    search = re.compile(shape).search

    def read(record: Any) -> tuple[Value, ...]:  # noqa: ANN401
        found = (search(text) for text in (record.detail, record.last_detail) if text)
        return tuple(make(*match.groups()) for match in found if match)

    return cached_property(read)
