"""Level: how far something of a broker is from its end, by snapshots and by log records that report it: a delay level,
the dispatch, a slave, pop's revival."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.names import folder_of
from rmqkit.diagnosis.relations.members import broker_of
from rmqkit.formats.mqadmin.other_mqadmin import delay_level, delivered_and_end, slave_in


class Kind(StrEnum):
    """What of a broker may be behind, by the finding that says so: messages of a delay level, bytes that are not
    dispatched, bytes that a slave lacks, messages to be revived."""

    DELAY_LEVEL = "delay_delivery_stands"
    DISPATCH = "index_behind"
    SLAVE = "slave_behind"
    REVIVAL = "revive_behind"

    @property
    def unit(self) -> str:
        """What its figure counts."""
        return "messages" if self in (Kind.DELAY_LEVEL, Kind.REVIVAL) else "bytes"


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


class Level(NamedTuple):
    """What one snapshot or record reports, and the line that shows it. `broker`: by its name or address, else by the
    log or the series of files. `of`: which delay level or revive queue. `reached`, `behind`: its place, and how far
    that is from its end. `series`: reports of one series follow each other."""

    kind: Kind
    broker: str
    of: int | None
    at: datetime | None
    reached: int
    behind: int
    place: EvidenceLine
    series: Hashable
    event: Event | None = None


_Reached = tuple[int, int]


def _distance(amount: float) -> _Reached:
    """Nothing tells its place, only how far it is from its end."""
    return -int(amount), int(amount)


@derived
def levels(facts: GroupFacts) -> list[Level]:
    """Everything that any broker reports to be behind or at its end, the oldest report of each series first. What a
    master's log says of its slave counts where no haStatus says it."""
    asked = list(filter(None, map(_figure_level, facts.figures)))
    with_ha_status = any(level.kind == Kind.SLAVE for level in asked)
    return asked if with_ha_status else [*asked, *_logged_levels(facts)]


def _figure_level(figure: Figure) -> Level | None:
    """None for other figures."""
    kind, of, reached = None, figure.queue, None
    if level := delay_level(figure.name):
        offsets = delivered_and_end(figure.value)
        kind, of, reached = Kind.DELAY_LEVEL, level, (offsets[0], offsets[1] - offsets[0]) if offsets else None
    elif figure.number is not None:
        kind = Kind.SLAVE if slave_in(figure.name, "diff") else _FIGURES.get(figure.name)
        reached = _distance(figure.number)
    series = (figure.teller, figure.name, figure.queue)
    return Level(kind, figure.teller, of, figure.at, *reached, figure.place, series) if kind and reached else None


def _logged_levels(facts: GroupFacts) -> Iterator[Level]:
    """What masters log of their slaves (`BrokerController#printMasterAndSlaveDiff`). Of some records that are alike the
    first and the last are reports; one record is one report."""
    for event in facts.records("level.slaves"):
        broker, moments = broker_of(facts, event.file) or event.file, (event.at, event.last_at)[: event.times]
        lacking = event.carried.slave_behind if _has_a_slave(facts, event.file) else ()
        for at, behind in zip(moments, lacking, strict=False):
            yield Level(Kind.SLAVE, broker, None, at, *_distance(behind), event.place, event.file, event)


def without_slave(facts: GroupFacts, events: Iterable[Event]) -> bool:
    """Whether these are what masters without a slave print, every minute, of one."""
    return all(event.tells("level.slaves") and not _has_a_slave(facts, event.file) for event in events)


@derived
def _has_a_slave(facts: GroupFacts, file: str) -> bool:
    """A master without a slave prints all that it stored: it counts where it tells of a slave, where the only other log
    is a slave's, and where clusterList has one of that broker."""
    of_slaves = facts.records("level.slave_seen")
    alone = len({told.file for told in facts.records("level.slaves")}) == 1
    ids = (figure for figure in facts.figures if figure.kind == "clusterList" and figure.name == "id")
    return (
        folder_of(file) in {folder_of(told.file) for told in of_slaves}
        or (alone and bool(facts.records("level.master_lost")))
        or broker_of(facts, file) in {figure.broker for figure in ids if figure.value != "0"}
    )
