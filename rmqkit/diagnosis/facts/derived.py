"""What follows from a group's facts, or from its case, is computed once.

What follows is said elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Remembers(Protocol):
    """What never changes and keeps what was made of it: a group's facts, and its case."""

    @property
    def follows(self) -> dict[Hashable, Any]:
        """What was derived so far."""


Given = TypeVar("Given", bound=Remembers)
P = ParamSpec("P")
T = TypeVar("T")


def derived(function: Callable[Concatenate[Given, P], T]) -> Callable[Concatenate[Given, P], T]:
    """Remember what the function makes of facts or of a case:
    many rules ask for it, of every queue and client.

    What it returns is shared by all who ask; none of them may change it.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def remembered(given: Given, /, *arguments: P.args, **named: P.kwargs) -> T:
        known = given.follows
        key = (name, arguments, *named.items())
        if key not in known:
            known[key] = function(given, *arguments, **named)
        value: T = known[key]
        return value

    return remembered
