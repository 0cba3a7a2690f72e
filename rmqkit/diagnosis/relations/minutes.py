"""What clients count of themselves minute by minute: messages that came, that were consumed, that failed, and how long
the listener took (`ConsumerStatsManager`, all versions). No findings here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, places_of
from rmqkit.diagnosis.facts.transitions import COUNTED_MINUTE, COUNTERS_APART
from rmqkit.rocketmq.client_defaults import PULL_BATCH

_PULLED, _SUCCEEDED, FAILED_COUNTED, _TIMED = "pulls_counted", "successes_counted", "failures_counted", "listener_timed"
COUNTERS = (_PULLED, _SUCCEEDED, FAILED_COUNTED, _TIMED)
# What lies in a client: half of what came, or more.
_TIMES_AS_MANY = 2
# Of one thread's time: who has more messages than it can do is busy for more than this.
_BUSY = 1 / 2


@dataclass(frozen=True)
class Minute:
    """What one client counted of one topic in the minute before `at`, or since its start. `busy`: for how long its
    listener was called, all threads together; calls that did not return are not in it."""

    at: datetime
    events: tuple[Event, ...]
    span: timedelta
    pulled: int
    succeeded: int
    failed: int
    busy: timedelta

    @classmethod
    def of(cls, at: datetime, events: Sequence[Event]) -> Minute:
        told = {event.event: counted for event in events if (counted := event.carried.counted)}
        totals = {name: told[name].total if name in told else 0 for name in COUNTERS}
        spans = [counted.seconds for counted in told.values() if counted.seconds]
        return cls(
            at,
            tuple(events),
            timedelta(seconds=max(spans)) if spans else COUNTED_MINUTE,
            int(totals[_PULLED]),
            int(totals[_SUCCEEDED]),
            int(totals[FAILED_COUNTED]),
            timedelta(milliseconds=totals[_TIMED]),
        )

    @property
    def consumed(self) -> int:
        """What the listener was done with, well or not."""
        return self.succeeded + self.failed

    @property
    def failures(self) -> list[Event]:
        return [event for event in self.events if event.event == FAILED_COUNTED]

    @property
    def places(self) -> tuple[EvidenceLine, ...]:
        return places_of(self.events)

    @property
    def told_long_enough(self) -> bool:
        """Whether it is longer than counters are apart, and than a start."""
        return self.span >= COUNTERS_APART

    @property
    def piles_up(self) -> bool:
        """Whether more than a pull brings lies in the client, and more than was consumed."""
        left = self.pulled - self.consumed
        return self.told_long_enough and left > PULL_BATCH and self.pulled >= _TIMES_AS_MANY * self.consumed

    @property
    def busy_throughout(self) -> bool:
        """Whether the listener worked as long as one thread may, or longer."""
        return self.busy >= _BUSY * self.span


Minutes = Mapping[tuple[str, str], Sequence[Minute]]


@derived
def minutes_by_client(facts: GroupFacts) -> Minutes:
    """By log and topic, in the order of time. Several processes that write into one file cannot be told apart. Each
    counter is printed at the full minute, or a moment later or earlier."""
    half = COUNTED_MINUTE / 2
    counted: dict[tuple[str, str], dict[datetime, list[Event]]] = defaultdict(lambda: defaultdict(list))
    for event in facts.records("failed.minutes"):
        if event.times == 1 and event.topic and event.at:
            counted[event.file, event.topic][(event.at + half).replace(second=0, microsecond=0)].append(event)
    return {line: [Minute.of(at, told) for at, told in sorted(own.items())] for line, own in counted.items()}
