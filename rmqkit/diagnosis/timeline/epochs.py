"""Epochs: spans in which nothing changes, and what the evidence tells of each.

Changes that follow each other within one change of hands are one step, for nothing settles between
them; epochs lie between steps. What is asked of an epoch is asked of facts cut to it: everything
that was logged up to its end, so that what was told earlier still holds, and snapshots from within it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import attrgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import logs_ahead, zone_remainder
from rmqkit.diagnosis.case.lag import keeps_up
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import not_before, runs
from rmqkit.diagnosis.facts.logs import Dated, EvidenceLine, LogFile
from rmqkit.diagnosis.facts.transitions import ANOTHER_DAY, ANOTHER_TIME, CLOCKS_APART, SAME_MOMENT, transitions_of
from rmqkit.diagnosis.relations.members import presences
from rmqkit.diagnosis.timeline.changes import (
    BROKER_JOINED,
    BROKER_LEFT,
    OF_CLIENTS,
    OF_ROUTES,
    OFFSETS,
    QUEUES,
    RIGHTS,
    DatedChange,
    changes_of,
    clause,
    started,
)
from rmqkit.language import Phrase, joined, say_counted
from rmqkit.language.clock import time_of_day

MOST_EPOCHS = 24
"""A longer log keeps its newest ones; the first of them says how many changes lie before it."""
MOST_CLAUSES = 6


@dataclass(frozen=True)
class Epoch:
    """A span of a group's history. Its step, `changes`, began at `since` and was complete at `settled`; None where the
    evidence begins within the epoch. `until` is when the next step begins, None for the last epoch. `members_since`:
    since when clients and their subscriptions are the same; `looks_since`: and brokers, queues and rights too, so that
    whoever held a queue holds it still; `shared_since`: when every client had shared them out anew, at the latest.
    Offsets that are put elsewhere change none of these. `left_out`: how many older changes are not told."""

    group: str
    changes: tuple[DatedChange, ...] = ()
    since: datetime | None = None
    settled: datetime | None = None
    until: datetime | None = None
    members_since: datetime | None = None
    looks_since: datetime | None = None
    shared_since: datetime | None = None
    left_out: int = 0

    @property
    def last(self) -> bool:
        """Whether the evidence ends in it: what holds here goes on."""
        return self.until is None

    @property
    def places(self) -> tuple[EvidenceLine, ...]:
        return tuple(dict.fromkeys(place for change in self.changes for place in change.places[:2]))

    @property
    def text(self) -> Phrase:
        """What changed when it began; changes of one kind and outcome are named together, with the moment of each that
        came later."""
        begun = min((change.at for change in self.changes), default=None)
        alike: dict[tuple[str, str], dict[str, str]] = {}
        for one in self.changes:
            later = f" ({time_of_day(one.at)})" if begun and one.at - begun > SAME_MOMENT else ""
            alike.setdefault((one.kind, one.what), {}).setdefault(one.subject, later)
        named = [(kind, [who + at for who, at in subjects.items()], what) for (kind, what), subjects in alike.items()]
        clauses = [clause(*each) for each in named[:MOST_CLAUSES]]
        if len(alike) > MOST_CLAUSES:
            more = len(alike) - MOST_CLAUSES
            clauses.append(say_counted(more, "{number:,} more change", "{number:,} more changes"))
        if self.left_out:
            clauses.insert(0, say_counted(self.left_out, "{number:,} earlier change", "{number:,} earlier changes"))
        return joined("; ", clauses)


@derived
def epochs_of(facts: GroupFacts) -> tuple[Epoch, ...]:
    """The group's epochs in their order; one, without bounds, where nothing is known to have changed."""
    steps = runs(changes_of(facts), transitions_of(facts).settling, attrgetter("begins"), attrgetter("at"))
    dropped = steps[:-MOST_EPOCHS] if len(steps) > MOST_EPOCHS else []
    steps = steps[len(dropped) :]
    if not steps:
        return (Epoch(facts.group),)
    ends = [*(_begin(step) for step in steps[1:]), None]
    epochs: list[Epoch] = []
    before = Epoch(facts.group)
    for step, until in zip(steps, ends, strict=True):
        # The epoch that a step begins; what the step left as it was is as old as before. After changes of all but
        # offsets queues are shared out anew.
        spans = transitions_of(facts)
        moments = [change.at for change in step]
        shaping = [change for change in step if change.kind != OFFSETS]
        shared = [change.at + spans.shared_out_after(of_routes=change.kind in OF_ROUTES) for change in shaping]
        before = Epoch(
            before.group,
            tuple(step),
            since=min(moments),
            settled=max(moments),
            until=until,
            members_since=min(moments) if any(change.kind in OF_CLIENTS for change in step) else before.members_since,
            looks_since=min(moments) if shared else before.looks_since,
            shared_since=max(shared, default=before.shared_since),
        )
        epochs.append(before)
    if dropped:
        epochs[0] = replace(epochs[0], left_out=sum(map(len, dropped)))
    elif _something_before(facts, _begin(steps[0])):
        epochs.insert(0, Epoch(facts.group, until=_begin(steps[0])))
    return tuple(epochs)


def states_of(facts: GroupFacts) -> Mapping[Epoch, Case]:
    """The group's state in each of its epochs, in their order. Only that of the last one is kept: what follows from the
    others would fill the memory where many groups are judged."""
    *earlier, _ = epochs = epochs_of(facts)
    return {epoch: state_in(facts, epoch) for epoch in earlier} | {epochs[-1]: state_at_end(facts)}


@derived
def state_at_end(facts: GroupFacts) -> Case:
    return state_in(facts, epochs_of(facts)[-1])


def state_in(facts: GroupFacts, epoch: Epoch) -> Case:
    return Case.of(within(facts, epoch), epoch.shared_since)


def _begin(step: Sequence[DatedChange]) -> datetime:
    return min(change.begins for change in step)


def _something_before(facts: GroupFacts, moment: datetime) -> bool:
    """Whether anybody was seen in the group before its first change; or a client that no log saw come had started well
    before, as it reports."""
    seen = {presence.client for presence in presences(facts)}
    there = any(presence.came is None for presence in presences(facts))
    looks = [look.at for look in facts.snapshots] + [listed.at for listed in facts.rosters]
    starts = [started(info) for who, info in facts.newest_running.items() if who not in seen]
    early = moment - transitions_of(facts).settling
    return there or any(at < moment for at in looks if at) or any(at < early for at in starts if at)


def within(facts: GroupFacts, epoch: Epoch) -> GroupFacts:
    """The facts cut to an epoch: logs up to its end, snapshots from within it. What has no moment of its own may lie in
    any epoch. It speaks of the last one, as it does where nothing changed; of an earlier one it can prove nothing, for
    it may be about another."""
    cut = _final_facts(facts, epoch) if epoch.until is None else _earlier_facts(facts, epoch, epoch.until)
    older = older_incident_logs(cut.logs.values())
    if not older:
        return cut
    return replace(
        cut,
        events=tuple(event for event in cut.events if event.file not in older),
        commits=tuple(commit for commit in cut.commits if commit.file not in older),
        logs={file: log for file, log in cut.logs.items() if file not in older},
    )


def older_incident_logs(logs: Iterable[LogFile]) -> frozenset[str]:
    """The names of the logs that end long before the others of their kind begin. They tell of their time: who never
    left in them is not there now, and what went on to their end does not go on. A log that was written in another zone
    ends half hours before the newest one, to the minute, and at most a day."""
    dated = sorted(((log.last, log.file, log) for log in logs if log.last), reverse=True)
    newest: dict[str, datetime] = {}
    begins: dict[str, datetime] = {}
    older = []
    for last, file, log in dated:
        end = newest.setdefault(log.source, last)
        leads_on = begins.get(log.source, last) - last <= ANOTHER_TIME
        other_zone = end - last <= ANOTHER_DAY and abs(zone_remainder(end - last)) <= CLOCKS_APART
        if dated[0][0] - end > ANOTHER_DAY or not (leads_on or other_zone):
            older.append(file)
        elif leads_on:
            begins[log.source] = min(log.first or last, begins.get(log.source, last))
    return frozenset(older)


def _final_facts(facts: GroupFacts, epoch: Epoch) -> GroupFacts:
    """Client lists stay: the newest one tells who is there, and older ones what it hides. Older snapshots still tell
    how offsets went and what brokers stored; whom they name as owners is another epoch's matter."""
    snapshots = []
    for look in facts.snapshots:
        if not_before(look.at, epoch.looks_since) or not keeps_up(look, facts.snapshots):
            snapshots.append(look)
        else:
            rows = tuple(replace(row, client_ip=None) for row in look.rows)
            snapshots.append(replace(look, rows=rows, owners_asked=False))
    running = (_current_info(info, epoch) for info in facts.running if not_before(info.at, epoch.members_since))
    return replace(facts, snapshots=tuple(snapshots), running=tuple(running))


def _current_info(info: RunningInfo, epoch: Epoch) -> RunningInfo:
    """What a client said of itself holds while it stays; which queues it held, while these do."""
    return info if not_before(info.at, epoch.looks_since) else replace(info, queues=())


@derived
def _written_to(facts: GroupFacts) -> frozenset[str]:
    """The logs that anything of the facts stands in."""
    return frozenset(facts.logs).union(one.file for rows in (facts.events, facts.commits) for one in rows)


def _earlier_facts(facts: GroupFacts, epoch: Epoch, until: datetime) -> GroupFacts:
    # When it ended, by the clock of whoever wrote the log.
    end_of = {file: until + logs_ahead(facts).get(file, timedelta()) for file in _written_to(facts)}

    def of_members(dated: Dated) -> bool:
        return dated.at is not None and dated.at < until and not_before(dated.at, epoch.members_since)

    dated = (look for look in facts.snapshots if keeps_up(look, facts.snapshots))
    events = [(event, end) for event in facts.events if event.at and event.at < (end := end_of[event.file])]
    logs = ((log, end_of[log.file]) for log in facts.logs.values())
    # mqadmin's routes, but of topics whose queues changed after the epoch: those routes are newer.
    later = [change for change in changes_of(facts) if change.at >= until]
    routes = {}
    for topic, route in facts.routes.items():
        of_it = {(BROKER_JOINED, held.broker) for held in route} | {(QUEUES, topic), (RIGHTS, topic)}
        if not any(change.kind == BROKER_LEFT or (change.kind, change.subject) in of_it for change in later):
            routes[topic] = route
    return replace(
        facts,
        snapshots=tuple(
            look for look in dated if look.at and look.at < until and not_before(look.at, epoch.looks_since)
        ),
        rosters=tuple(filter(of_members, facts.rosters)),
        running=tuple(_current_info(info, epoch) for info in filter(of_members, facts.running)),
        answers=tuple(filter(of_members, facts.answers)),
        listings=(),
        threads=(),
        figures=(),
        status={},
        ends_in_looks={queue: end for queue, end in facts.ends_in_looks.items() if end.at and end.at < until},
        routes=routes,
        # Of many records alike, those up to its end.
        events=tuple(event.until(end) if event.last_at and event.last_at > end else event for event, end in events),
        logs={
            log.file: replace(log, last=end) if log.last and log.last > end else log
            for log, end in logs
            if log.first and log.first < end
        },
        commits=tuple(commit for commit in facts.commits if commit.at < end_of[commit.file]),
    )
