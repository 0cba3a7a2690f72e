"""Does a broker not hand on what it stores: a delay level, the dispatch, a slave, pop's revival?

One query for all of them: what is seen to be stuck at one place, or to get no nearer to its end while somebody looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property, partial
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Approach, Reached
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, places_of
from rmqkit.diagnosis.facts.transitions import DELIVERED_LATE, REVIVED_IN_TIME
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, refuted
from rmqkit.diagnosis.relations.levels import REVIVE_LATENCY, Kind, Level, levels
from rmqkit.diagnosis.relations.settings import delays_written


@dataclass(frozen=True)
class _Series(Approach):
    """Reports of one thing, the oldest first."""

    reports: tuple[Level, ...]

    @cached_property
    def reached(self) -> list[Reached]:
        """As it is reported."""
        return [Reached(report.reached, report.behind) for report in self.reports]

    @property
    def newest(self) -> Level:
        """The last report."""
        return self.reports[-1]

    @property
    def events(self) -> list[Event]:
        """The records, where a log reports it."""
        return list(dict.fromkeys(report.event for report in self.reports if report.event))

    @property
    def stuck(self) -> tuple[Level, ...]:
        """The reports of L3."""
        return self.reports[len(self.reports) - self.run :]

    @property
    def stuck_time(self) -> timedelta:
        """How long it has been at one place; nothing where the reports carry no moments."""
        first, last = (self.stuck[0].at, self.stuck[-1].at) if self.stuck else (None, None)
        return last - first if first and last else timedelta()


# `ReputMessageService` works every millisecond, and a slave asks for more as soon as it has written what came: what one
# snapshot shows below this is on its way.
_BYTES_ON_THEIR_WAY = 1 << 20


def broker_levels(finding_id: str, case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """One claim for each broker and kind."""
    own = grouped((level.series, level) for level in levels(case) if level.kind == finding_id)
    series = [_Series(tuple(reports)) for reports in own.values()]
    behind = [one for one in series if _lags(case, one)]
    for alike in grouped(((one.newest.broker, one.newest.kind), one) for one in behind).values():
        yield _seen(case, alike)
    several = [one for one in series if one.newest.kind == Kind.DELAY_LEVEL and one.waits and len(one.reports) > 1]
    if several and not behind:
        yield refuted(finding_id, "behind", places_of(one.newest for one in several))


for _kind in Kind:
    finding(_kind.value)(partial(broker_levels, _kind.value))


def _lags(case: Case, series: _Series) -> bool:
    """Whether it is stuck, gets no nearer, or is behind by more than what is on its way."""
    kind, behind = series.newest.kind, series.newest.behind
    if kind == Kind.DELAY_LEVEL:
        return series.run > 1
    if kind == Kind.REVIVAL:
        return series.waits and (series.gets_no_nearer or _lasts(case, series))
    return series.waits and (series.gets_no_nearer or behind >= _BYTES_ON_THEIR_WAY)


def _lasts(case: Case, series: _Series) -> bool:
    """Whether it is behind for longer than it may be: what waits was due before the last look at it.

    A level that the configuration does not have is delivered by nobody (`ScheduleMessageService#start`).
    """
    level = series.newest
    if level.kind == Kind.DELAY_LEVEL:
        delay = delays_written(case).get(int(level.of or 0))
        return delay is None or series.stuck_time > delay + DELIVERED_LATE
    in_time = REVIVED_IN_TIME / timedelta(milliseconds=1)
    waited = [figure for figure in case.figures if figure.name in REVIVE_LATENCY and figure.queue == level.of]
    newest = [figure.number or 0 for figure in waited if figure.teller == level.broker][-1:]
    return any(milliseconds >= in_time for milliseconds in newest)


def _seen(case: Case, series: Sequence[_Series]) -> Seen:
    """Of one broker and kind; it is proven where one of them gets no nearer, and lasts."""
    kind, broker = series[0].newest.kind, series[0].newest.broker
    stuck = kind == Kind.DELAY_LEVEL
    shown: list[Sequence[Level]] = [one.stuck if stuck else one.reports for one in series]
    no_nearer = [one for one in series if one.gets_no_nearer]
    nearer = [one.newest.place for one in series if one.gets_nearer]
    lasting = [one for one in series if _lasts(case, one)]
    signs: dict[str, object] = {"behind": sum(map(len, shown))}
    if not stuck:
        signs["no_nearer"] = Witnesses(no_nearer, () if no_nearer else nearer)
    if stuck or kind == Kind.REVIVAL:
        signs["lasts"] = lasting
    lately = any(not one.events or case.recent(one.events[-1]) for one in series)
    amount = sum(one.newest.behind for one in series)
    return Seen(
        signs=signs,
        values={
            "broker": broker,
            "amount": amount,
            "levels": ", ".join(map(str, sorted(one.newest.of or 0 for one in series))),
        },
        severity=Severity.WARNING if lately and (stuck or no_nearer) else Severity.NOTICE,
        ongoing=lately,
        topics=case.topics if kind == Kind.DISPATCH else (),
        brokers=() if broker in case.logs else (broker,),
        evidence=places_of(chain.from_iterable((reports[0], reports[-1]) for reports in shown[:4])),
        since=shown[0][0].at,
        until=shown[0][-1].at,
        details={kind.unit: amount},
    )
