"""What stands or falls behind in a broker, by looks at its figures. No verdicts here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from rmqkit.diagnosis.case.lag import Approach, Reached
from rmqkit.diagnosis.facts.brokers_words import Figure, looks_by_teller
from rmqkit.diagnosis.facts.group import GroupFacts


@dataclass(frozen=True)
class Behind(Approach):
    """A figure that says how far a broker is behind, over its looks, the oldest first.

    `amounts` are in the figure's own unit (bytes, messages).
    """

    teller: str
    looks: tuple[Figure, ...]
    amounts: tuple[int, ...]

    @cached_property
    def reached(self) -> Sequence[Reached]:
        """The figure tells no place, only how far it is from the end."""
        return [Reached(-amount, amount) for amount in self.amounts]

    @property
    def span(self) -> timedelta | None:
        """How long the looks are apart; None where they carry no times."""
        first, last = self.looks[0].at, self.looks[-1].at
        return last - first if first and last else None


def behind(facts: GroupFacts, is_asked: Callable[[Figure], bool], at_least: int = 1) -> list[Behind]:
    """Every asked figure that says at its newest look that something is behind by so much."""
    looks_at = looks_by_teller(figure for figure in facts.figures if is_asked(figure) and figure.number is not None)
    windows = [
        Behind(teller, tuple(looks), tuple(int(look.number or 0) for look in looks))
        for (teller, _), looks in looks_at.items()
    ]
    return [window for window in windows if window.amounts[-1] >= at_least]


def stays_behind(facts: GroupFacts, is_asked: Callable[[Figure], bool], on_its_way: int) -> list[Behind]:
    """Those that get no nearer, or are behind by more than is just on its way."""
    windows = behind(facts, is_asked)
    return [window for window in windows if window.gets_no_nearer or window.amounts[-1] >= on_its_way]


def named(*names: str) -> Callable[[Figure], bool]:
    """Asks for figures by their names."""
    return lambda figure: figure.name in names
