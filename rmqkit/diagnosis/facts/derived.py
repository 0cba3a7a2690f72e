"""What follows from a group's facts, or from its case, is computed once.

What follows is said elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from rmqkit.diagnosis.facts.group import GroupFacts


Given = TypeVar("Given", bound="GroupFacts")
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
