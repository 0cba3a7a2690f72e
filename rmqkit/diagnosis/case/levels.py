"""How far something of a broker is behind, over all snapshots and log records that report it: a delay level, the timer,
the dispatch, a slave, pop's revival. The rules of `lag` ask each of them as they ask a queue. No findings here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from itertools import starmap
from typing import NamedTuple

from rmqkit.diagnosis.case.lag import Approach, Reached
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.names import folder_of
from rmqkit.diagnosis.relations.members import broker_of
from rmqkit.formats.figures_text import delay_level, delivered_and_end, slave_in
from rmqkit.formats.logs.carried import Record


class Kind(StrEnum):
    """What of a broker may be behind, and in which unit it is counted."""

    DELAY_LEVEL = "messages of a delay level"
    TIMER_QUEUE = "messages that the timer has not read"
    TIMER = "seconds by which the timer is late"
    DISPATCH = "bytes stored and not dispatched"
    SLAVE = "bytes that a slave lacks"
    REVIVAL = "messages to be revived"
    REVIVED_LATE = "seconds by which a round of revival is late"


# brokerStatus of all versions, rocketmq-exporter, and the brokers' own metrics (5.1.0 and later; by `PopMetricsManager`
# the unit of lag and latency is milliseconds, as later exporters name them: the lag counts entries)
_FIGURES: Mapping[str, Kind] = {
    "dispatchBehindBytes": Kind.DISPATCH,
    "rocketmq_brokeruntime_dispatch_behind_bytes": Kind.DISPATCH,
    "rocketmq_storage_dispatch_behind_bytes": Kind.DISPATCH,
    "rocketmq_pop_revive_lag": Kind.REVIVAL,
    "rocketmq_pop_revive_lag_milliseconds": Kind.REVIVAL,
}
REVIVE_LATENCY = frozenset({"rocketmq_pop_revive_latency", "rocketmq_pop_revive_latency_milliseconds"})


def _behind_by(amount: float) -> Reached:
    """Nothing tells its place, only how far it is from its end."""
    return Reached(-int(amount), int(amount))


# What `BrokerController#printMasterAndSlaveDiff`, `PopReviveService` and `TimerMessageStore.TimerFlushService` log.
_RECORDS: tuple[tuple[str, Kind, Callable[[Record], Iterable[Reached]]], ...] = (
    ("slave_behind_told", Kind.SLAVE, lambda record: map(_behind_by, record.slave_behind)),
    ("pop_revive_done", Kind.REVIVED_LATE, lambda record: map(_behind_by, record.revived_late)),
    ("timer_progress", Kind.TIMER, lambda record: starmap(Reached, record.timer_hands_out)),
    ("timer_progress", Kind.TIMER_QUEUE, lambda record: starmap(Reached, record.timer_read)),
)


class Reported(NamedTuple):
    """What one snapshot or record reports, and the line that shows it."""

    at: datetime | None
    reached: Reached
    place: EvidenceLine


@dataclass(frozen=True)
class Level(Approach):
    """Something that a broker reports to be behind, the oldest report first.

    `broker`: by its name or address, else by the log or the series of files. `of`: which delay level or revive queue.
    `events`: the records, where a log reports it.
    """

    kind: Kind
    broker: str
    of: int | None
    reports: tuple[Reported, ...]
    events: tuple[Event, ...] = ()

    @cached_property
    def reached(self) -> list[Reached]:
        """As it is reported."""
        return [report.reached for report in self.reports]

    @property
    def behind(self) -> int:
        """How far it is from its end at last."""
        return self.reached[-1].behind

    @property
    def stuck(self) -> tuple[Reported, ...]:
        """The reports of L3."""
        return self.reports[len(self.reports) - self.run :]

    @property
    def stuck_for(self) -> timedelta:
        """How long it has been at one place; nothing where the reports carry no moments."""
        first, last = (self.stuck[0].at, self.stuck[-1].at) if self.stuck else (None, None)
        return last - first if first and last else timedelta()


@derived
def levels_of(facts: GroupFacts) -> list[Level]:
    """Everything that any broker reports to be behind or at its end. What a master's log says of its slave counts where
    no haStatus says it."""
    asked, logged = list(_by_figures(facts)), list(_by_logs(facts))
    with_ha_status = any(level.kind == Kind.SLAVE for level in asked)
    return [*asked, *(level for level in logged if level.kind != Kind.SLAVE or not with_ha_status)]


def _by_figures(facts: GroupFacts) -> Iterator[Level]:
    reports = [(figure, _reported(figure)) for figure in facts.figures]
    by_figure = grouped(((one.teller, one.name, one.queue), (one, told)) for one, told in reports if told)
    for (broker, _, _), seen in by_figure.items():
        kind, of, _ = seen[0][1]
        yield Level(kind, broker, of, tuple(Reported(one.at, reached, one.place) for one, (_, _, reached) in seen))


def _reported(figure: Figure) -> tuple[Kind, int | None, Reached] | None:
    """What a figure is of, which one, and how far that is behind; None for other figures."""
    if level := delay_level(figure.name):
        offsets = delivered_and_end(figure.value)
        return (Kind.DELAY_LEVEL, level, Reached(offsets[0], offsets[1] - offsets[0])) if offsets else None
    kind = Kind.SLAVE if slave_in(figure.name, "diff") else _FIGURES.get(figure.name)
    return (kind, figure.queue, _behind_by(figure.number)) if kind and figure.number is not None else None


def _by_logs(facts: GroupFacts) -> Iterator[Level]:
    """A slave's timer reads no further than its master's. Of some records that are alike the first and the last are
    reports; one record is one report."""
    for name, kind, reached_in in _RECORDS:
        records = [event for event in facts.events_named(name) if kind != Kind.SLAVE or _has_a_slave(facts, event)]
        own = [event for event in records if kind != Kind.TIMER_QUEUE or not event.carried.of_a_slaves_timer]
        for (file, queue), told in grouped(((event.file, event.queue or 0), event) for event in own).items():
            reports = [
                Reported(at, reached, event.place)
                for event in told
                for at, reached in zip(
                    (event.at, event.last_at)[: event.times], reached_in(event.carried), strict=False
                )
            ]
            if reports:
                yield Level(kind, broker_of(facts, file) or file, queue, tuple(reports), tuple(told))


def _has_a_slave(facts: GroupFacts, event: Event) -> bool:
    """A master without a slave prints all that it stored: it counts where it tells of a slave, where the only other log
    is a slave's, and where clusterList has one of that broker."""
    of_slaves = facts.events_named("ha_slave_connected", "ha_slave_lost", "ha_slave_ahead")
    alone = len({told.file for told in facts.events_named("slave_behind_told")}) == 1
    ids = (figure for figure in facts.figures if figure.kind == "clusterList" and figure.name == "id")
    return (
        folder_of(event.file) in {folder_of(told.file) for told in of_slaves}
        or (alone and bool(facts.events_named("ha_client_lost")))
        or broker_of(facts, event.file) in {figure.broker for figure in ids if figure.value != "0"}
    )
