"""What stands or falls behind in a broker, by looks at its figures. No verdicts here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from rmqkit.diagnosis.facts.brokers_words import Figure, looks_by_teller
from rmqkit.diagnosis.facts.group import GroupFacts


@dataclass(frozen=True)
class Behind:
    """A figure that says how far a broker is behind, over its looks, the oldest first.

    `amounts` are in the figure's own unit (bytes, messages).
    """

    teller: str
    looks: tuple[Figure, ...]
    amounts: tuple[int, ...]

    @property
    def lasts(self) -> bool:
        """Whether it is behind at two looks or more and gets no nearer."""
        return len(self.amounts) > 1 and min(self.amounts) > 0 and self.amounts[-1] >= self.amounts[0]

    @property
    def gets_nearer(self) -> bool:
        """Whether it was further behind before."""
        return len(self.amounts) > 1 and self.amounts[-1] < max(self.amounts)

    @property
    def span(self) -> timedelta | None:
        """How long the looks are apart; None where they carry no times."""
        first, last = self.looks[0].at, self.looks[-1].at
        return last - first if first and last else None


def behind(facts: GroupFacts, is_asked: Callable[[Figure], bool], at_least: int = 1) -> list[Behind]:
    """Every asked figure that says at its newest look that something is behind by so much."""
    asked = [figure for figure in facts.figures if is_asked(figure)]
    found = [_behind(teller, looks) for (teller, _), looks in looks_by_teller(asked).items()]
    return [one for one in found if one is not None and one.amounts[-1] >= at_least]


def _behind(teller: str, looks: Sequence[Figure]) -> Behind | None:
    told = [look for look in looks if look.number is not None]
    if not told:
        return None
    return Behind(teller, tuple(told), tuple(int(look.number or 0) for look in told))


def named(*names: str) -> Callable[[Figure], bool]:
    """Asks for figures by their names."""
    return lambda figure: figure.name in names
