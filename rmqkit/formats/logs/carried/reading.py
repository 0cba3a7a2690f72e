"""Properties of a text, each read when it is first asked for. No knowledge of any text here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

Value = TypeVar("Value")


def read_by(reader: Callable[[str], Value]) -> cached_property[Value]:
    """What a reader makes of the whole text; it says itself what that is."""
    return cached_property(lambda whole: reader(whole.text))


def says(*words: str, of: str = "text") -> cached_property[bool]:
    """Whether one of these words stands in the text, or in another of its properties."""
    return cached_property(lambda whole: any(word in (getattr(whole, of) or "") for word in words))
