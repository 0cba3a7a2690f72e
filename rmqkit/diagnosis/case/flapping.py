"""Where is the group's subscription table overwritten again and again? What, by whom, how often. No findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import chain, pairwise
from statistics import median
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.group import Snapshot, derived
from rmqkit.diagnosis.facts.known import earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, brokers_of, places_of, told
from rmqkit.diagnosis.relations.members import addresses, broker_of
from rmqkit.diagnosis.relations.wants import withdrawn_topics
from rmqkit.rocketmq.internal_topics import is_user_topic

PROGRESS, CONNECTION = "consumerProgress", "consumerConnection"


@dataclass(frozen=True)
class Flapping:
    """One place where topics come and go: a broker's log, or the outputs of one command. `cycles`: how often a topic
    that was there before came back after it had been taken away. `writers`: who was behind the overwriting
    registrations, with how often; empty where the source does not tell. `away`: from when to when each topic was away,
    time after time: pulls of it are refused then. `sure`: no other evidence speaks against it."""

    where: str
    topics: tuple[str, ...]
    cycles: int
    ongoing: bool
    first: datetime | None
    last: datetime | None
    period: timedelta | None
    writers: dict[str, int]
    places: tuple[EvidenceLine, ...]
    away: Mapping[str, Sequence[tuple[datetime, datetime]]] = field(default_factory=dict)
    sure: bool = True


@derived
def flappings(case: Case) -> list[Flapping]:
    """Every place where the subscription table flaps or flapped. Where all clients of the list agree, it is over if
    the same clients are in the log's end; else the list or the log is older, and nothing is sure."""
    files = dict.fromkeys(event.file for event in case.records("wants.table"))
    flaps = [*filter(None, (_log_flapping(case, file) for file in files))]
    # consumerProgress shows the topics of the table of the moment: sets that alternate while clients are connected.
    # Without a client of the group it shows every topic that has an offset (`AdminBrokerProcessor#getConsumeStats`).
    # So where no snapshot names a client, only topics tell that take turns: neither set holds the other.
    owned = [look for look in case.snapshots if look.owners_shown]
    looks = [look for look in owned or case.snapshots if look.rows]
    shown = [
        _Listed(look.at, frozenset(filter(is_user_topic, look.topics)), look.place(look.rows[0])) for look in looks
    ]
    listed = [
        _Listed(each.at, frozenset(filter(is_user_topic, each.subscriptions)), each.subscriptions_place)
        for each in case.rosters
        if each.subscriptions
    ]
    by_progress = _alternation(PROGRESS, shown, turns_only=not owned)
    if case.asked_by_topic:
        by_progress = replace(by_progress, topics=() if _unchanged(case, looks) else by_progress.topics, sure=False)
    flaps += [flap for flap in (by_progress, _alternation(CONNECTION, listed, turns_only=False)) if flap.topics]
    if not case.subscribe_alike:
        return flaps
    live = grouped((channel.file, channel.client_id) for channel in case.channels if channel.live)
    agreed = []
    for flap in flaps:
        there = set(live.get(flap.where, ()))
        # A topic of outputs that only gave way to another one, and never came back, was given up.
        over = not flap.cycles or (bool(there) and there <= case.live)
        agreed.append(replace(flap, ongoing=False) if over else replace(flap, sure=not flap.ongoing))
    return agreed


def _unchanged(case: Case, looks: Sequence[Snapshot]) -> bool:
    """Whether a broker that these list logged throughout, and nothing of the group's table: it logs each topic that a
    heartbeat adds or takes away (`ConsumerGroupInfo#updateSubscription`, all versions)."""
    brokers, moments = brokers_of(queue for look in looks for queue in look.queues), [look.at for look in looks]
    logs = [case.logs[log] for log in case.logs_of("broker") if broker_of(case, log) in brokers]
    throughout = [
        log.file for log in logs if is_after(earliest(moments), log.first) and is_after(log.last, latest(moments))
    ]
    return bool(throughout) and not any(case.records("wants.table", log) for log in throughout)


def _log_flapping(case: Case, file: str) -> Flapping | None:
    """The user topics that a log has come back after a removal."""
    by_topic = grouped((event.topic, event) for event in case.records("wants.table", file))
    cycles = {topic: _cycles(own) for topic, own in by_topic.items() if topic and is_user_topic(topic)}
    flapped = {topic: by_topic[topic] for topic, often in cycles.items() if often}
    if not flapped:
        return None
    involved = sorted(chain.from_iterable(flapped.values()), key=lambda event: event.at or datetime.max)
    last = involved[-1]
    # The broker dropped the whole group later: its last client had gone.
    dropped = any(is_after(event.last_at, last.last_at) for event in case.records("member.emptied", file))
    withdrawn = flapped.keys() <= withdrawn_topics(case, file)
    known = addresses(case)
    registrations = case.records("wants.registered", file)
    gaps, away = [], {}
    for topic, events in flapped.items():
        turns = [turn for turn in pairwise(events) if turn[0].tells("wants.removed") > turn[1].tells("wants.removed")]
        away[topic] = [(one.at, other.last_at) for one, other in turns if one.at and other.last_at]
        added = [event for event in events if not event.tells("wants.removed")]
        times = [event.at for event in added or events if event.at]
        gaps += [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
    return Flapping(
        where=file,
        topics=tuple(sorted(flapped)),
        cycles=max(cycles.values()),
        ongoing=case.recent(last) and not dropped and not withdrawn,
        first=next(event.at for event in involved if event.tells("wants.removed")),
        last=last.last_at,
        period=timedelta(seconds=median(gaps)) if gaps else None,
        writers=dict(Counter(known.get(event.address, event.address) for event in registrations if event.address)),
        places=places_of((*involved[:2], *involved[-2:])),
        away=away,
    )


def _cycles(events: Sequence[Event]) -> int:
    """How often the topic came back after a removal; the first add after a start is none. Only what is in the table can
    be removed, so a log of warnings alone, without the adding, tells it as well."""
    cycles, removed = 0, False
    removals = told("wants.removed").events
    for event in events:
        if event.event in removals:
            cycles += removed
            removed = True
        elif removed:
            cycles += 1
            removed = False
    return cycles


class _Listed(NamedTuple):
    """The user topics that one output lists, and its first line about them."""

    at: datetime | None
    topics: frozenset[str]
    place: EvidenceLine


def _alternation(command: str, looks: Sequence[_Listed], *, turns_only: bool) -> Flapping:
    """Topics that vanish from a snapshot and come back, or vanish while another comes (only
    growing is no flapping); with `turns_only` those that did both."""
    last = {topic: index for index, look in enumerate(looks) for topic in look.topics}
    back: set[str] = set()
    swapped: set[str] = set()
    for index, (one, other) in enumerate(pairwise(looks)):
        gone, came = one.topics - other.topics, other.topics - one.topics
        if other.topics:
            back |= {topic for topic in gone if last[topic] > index + 1}
        if gone and came:
            swapped |= gone | came
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
