"""What was said again and again: does it go on, did somebody see its end, or did it only fall silent?

Silence is no end. Who saw one is for those to tell who claim it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis.facts.logs import Event, first_moment, last_moment, span_of, times_of
from rmqkit.diagnosis.facts.transitions import DEFAULTS

# A start, a broker's restart or one lost packet makes a few; a problem makes more, over more than a heartbeat.
_MANY = 3


def lasts(events: Sequence[Event]) -> bool:
    """Whether it was said again and again, for longer than a start takes."""
    return times_of(events) >= _MANY and span_of(events) >= DEFAULTS.second_heartbeat


@dataclass(frozen=True)
class Course:
    """The records of something; `lately`: they go on where their logs end; `over`: somebody saw its end."""

    events: Sequence[Event]
    lately: bool
    over: bool

    @property
    def silent(self) -> bool:
        """Whether it is not said any more, and nobody saw its end."""
        return not self.lately and not self.over

    @property
    def since(self) -> datetime | None:
        """When it was said first."""
        return first_moment(self.events)

    @property
    def last(self) -> datetime | None:
        """When it was said last."""
        return last_moment(self.events)

    @property
    def until(self) -> datetime | None:
        """When it ended; None while nobody saw its end."""
        return self.last if self.over else None
