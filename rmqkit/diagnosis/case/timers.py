"""What brokers' timers tell of what was sent with a delay or for a time: which second of its wheel each hands out, and
how many seconds ago that was (`TimerMessageStore#getDequeueBehind`, 5.0.0 and later). No claims here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import chain, starmap
from operator import attrgetter

from rmqkit.diagnosis.case.lag import Backlog, Look, Reached, looks_told
from rmqkit.diagnosis.case.members import broker_of
from rmqkit.diagnosis.facts.brokers_words import looks_by_teller
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.formats.logs.carried import Record

HANDS_OUT = attrgetter("timer_hands_out")
_LATE = "timerReadBehind"


def timer_records(facts: GroupFacts) -> dict[str, list[Event]]:
    """What each broker's log tells of its timer, every ten seconds (`TimerMessageStore.TimerFlushService`)."""
    return grouped((event.file, event) for event in facts.events_named("timer_progress") if event.at)


def timer_of(
    facts: GroupFacts, file: str, events: Iterable[Event], told: Callable[[Record], Iterable[tuple[int, int]]]
) -> Backlog | None:
    """A broker's timer over all that its log tells: where it reads, or which second it hands out."""
    lines = (looks_told(event, starmap(Reached, told(event.carried))) for event in events)
    looks = tuple(chain.from_iterable(lines))
    return Backlog(broker_of(facts, file) or file, None, looks) if looks else None


def timers_by_status(facts: GroupFacts) -> Iterator[Backlog]:
    """The same figure in brokerStatus."""
    asked = [figure for figure in facts.figures if figure.name == _LATE and figure.number is not None]
    for (teller, _, _), figures in looks_by_teller(asked).items():
        yield Backlog(teller, None, tuple(Look(one.at, _late_by(one.number or 0), one.place) for one in figures))


def _late_by(seconds: float) -> Reached:
    """It tells no place, only how far that is from now."""
    return Reached(-int(seconds), int(seconds))


def handed_out(looks: Sequence[Look]) -> timedelta:
    """How much of its wheel a timer handed out between the first and the last look: what passed, less what it is later
    by. Nothing where they carry no moments."""
    first, last = looks[0], looks[-1]
    if not (first.at and last.at):
        return timedelta()
    return last.at - first.at - timedelta(seconds=last.reached.behind - first.reached.behind)
