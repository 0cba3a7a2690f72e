"""Where is the group's subscription table overwritten again and again? What, by whom, how often.

No findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from operator import attrgetter
from statistics import median
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import addresses, emptied
from rmqkit.diagnosis.case.subscriptions import ADDED, REMOVED, withdrawn_topics
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, places_of
from rmqkit.rocketmq.internal_topics import is_user_topic

PROGRESS, CONNECTION = "consumerProgress", "consumerConnection"


@dataclass(frozen=True)
class Flapping:
    """One place where topics come and go: a broker's log, or the outputs of one command.

    `cycles`: how often a topic that was there before came back after it had been taken away.
    `writers`: who was behind the overwriting registrations, with how often; empty where the source
    does not tell. `sure`: no other evidence speaks against it.
    """

    where: str
    topics: tuple[str, ...]
    cycles: int
    ongoing: bool
    first: datetime | None
    last: datetime | None
    period: timedelta | None
    writers: dict[str, int]
    places: tuple[EvidenceLine, ...]
    sure: bool = True


def flappings(case: Case) -> list[Flapping]:
    """Every place where the subscription table flaps or flapped."""
    logs = [each for file in _broker_files(case) if (each := _in_log(case, file))]
    flaps = [*logs, *_in_outputs(case)]
    return [_after_agreement(case, flap) for flap in flaps] if case.subscribe_alike else flaps


def _after_agreement(case: Case, each: Flapping) -> Flapping:
    """All clients of the list agree: it is over if the same clients are in the log's end,
    else one of both is older."""
    there = {channel.client_id for channel in case.channels if channel.file == each.where and channel.live}
    return replace(each, ongoing=False) if there and there <= case.live else replace(each, sure=not each.ongoing)


def _broker_files(case: Case) -> list[str]:
    return list(dict.fromkeys(event.file for event in case.events_named(ADDED, REMOVED, source="broker")))


def _in_log(case: Case, file: str) -> Flapping | None:
    flapped = _flapped(case, file)
    if not flapped:
        return None
    changes = (change for topic in flapped.values() for change in topic)
    involved = sorted(changes, key=lambda event: event.at or datetime.max)
    removals = [event for event in involved if event.event == REMOVED]
    return Flapping(
        where=file,
        topics=tuple(sorted(flapped)),
        cycles=max(map(_cycles, flapped.values())),
        ongoing=case.recent(involved[-1])
        and not _removed_after(case, involved[-1])
        and not flapped.keys() <= withdrawn_topics(case, file),
        first=removals[0].at,
        last=involved[-1].last_at,
        period=_period(flapped),
        writers=_writers(case, file),
        places=places_of((*involved[:2], *involved[-2:])),
    )


def _flapped(case: Case, file: str) -> dict[str, list[Event]]:
    """The user topics that a log has come back after a removal, with their changes."""
    changes = case.events_named(ADDED, REMOVED, source="broker", file=file)
    by_topic = grouped((event.topic, event) for event in changes if event.topic and is_user_topic(event.topic))
    return {topic: changes for topic, changes in by_topic.items() if _cycles(changes) > 0}


def _removed_after(case: Case, last: Event) -> bool:
    """The broker dropped the whole group later: its last client had gone."""
    gone = emptied(case, last.file)
    return any(event.line is not None and last.line is not None and event.line > last.line for event in gone)


def _cycles(events: Sequence[Event]) -> int:
    """How often the topic came back after a removal; the first add after a start is none.

    Only what is in the table can be removed, so a log of warnings alone, without the adding,
    tells it as well.
    """
    cycles, removed = 0, False
    for event in events:
        if event.event == REMOVED:
            cycles += removed
            removed = True
        elif removed:
            cycles += 1
            removed = False
    return cycles


def _period(flapped: dict[str, list[Event]]) -> timedelta | None:
    gaps = []
    for events in flapped.values():
        added = [event for event in events if event.event == ADDED]
        times = [event.at for event in added or events if event.at]
        gaps += [later - earlier for earlier, later in pairwise(times)]
    return timedelta(seconds=median(gap.total_seconds() for gap in gaps)) if gaps else None


def _writers(case: Case, file: str) -> dict[str, int]:
    known = addresses(case)
    registrations = case.events_named("consumer_info_changed", source="broker", file=file)
    return dict(Counter(known.get(e.address, e.address) for e in registrations if e.address))


def _in_outputs(case: Case) -> list[Flapping]:
    """consumerProgress shows the topics of the table of the moment:
    sets that alternate while clients are connected.

    Without a client of the group it shows every topic that has an offset (`AdminBrokerProcessor#getConsumeStats`). So
    where no look names a client, only topics tell that take turns: neither set holds the other.
    """
    owned = list(filter(attrgetter("owners_shown"), case.snapshots))
    looks = owned or filter(attrgetter("rows"), case.snapshots)
    lists = filter(attrgetter("subscriptions"), case.rosters)
    flaps = [
        _alternation(
            PROGRESS,
            [_Listed(look.at, _user(look.topics), look.place(look.rows[0])) for look in looks],
            turns_only=not owned,
        ),
        _alternation(
            CONNECTION, [_Listed(each.at, _user(each.subscriptions), each.subscriptions_place) for each in lists]
        ),
    ]
    return [flap for flap in flaps if flap.topics]


class _Listed(NamedTuple):
    """The user topics that one output lists, and its first line about them."""

    at: datetime | None
    topics: frozenset[str]
    place: EvidenceLine


def _user(topics: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(is_user_topic, topics))


def _alternation(command: str, looks: Sequence[_Listed], *, turns_only: bool = False) -> Flapping:
    """Topics that vanish from a look and come back, or vanish while another comes (only
    growing is no flapping); with `turns_only` those that did both."""
    back, swapped = _came_back(looks), _swapped(looks)
    return Flapping(
        where=command,
        topics=tuple(sorted(back & swapped if turns_only else back | swapped)),
        cycles=len(back),
        ongoing=True,
        first=looks[0].at if looks else None,
        last=looks[-1].at if looks else None,
        period=None,
        writers={},
        places=places_of(looks),
    )


def _came_back(looks: Sequence[_Listed]) -> set[str]:
    """Topics that vanish from a look that has others, and come back later."""
    last = {topic: index for index, look in enumerate(looks) for topic in look.topics}
    back: set[str] = set()
    for index, (one, other) in enumerate(pairwise(looks)):
        if other.topics:
            back |= {topic for topic in one.topics - other.topics if last[topic] > index + 1}
    return back


def _swapped(looks: Sequence[_Listed]) -> set[str]:
    """Topics that vanish while others come, and those others."""
    swapped: set[str] = set()
    for one, other in pairwise(looks):
        gone, came = one.topics - other.topics, other.topics - one.topics
        if gone and came:
            swapped |= gone | came
    return swapped
