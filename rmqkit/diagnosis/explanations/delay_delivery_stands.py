"""Does a level of delayed messages, or the timer wheel, stand: messages wait in it, and none is delivered?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Approach, Reached
from rmqkit.diagnosis.case.members import broker_of
from rmqkit.diagnosis.claims import Claim, Rival, core, need, refuted_claim
from rmqkit.diagnosis.commands import BROKER_LOG, BROKER_STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.facts.brokers_words import Figure, looks_by_teller
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import DELIVERED_LATE, LATELY
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.formats.figures_text import delay_level, delays, delivered_and_end
from rmqkit.language import say, say_counted

ID = "delay_delivery_stands"


@dataclass(frozen=True)
class _Level(Approach):
    """A level over all looks at it; `delay` None where the configuration does not have it."""

    teller: str
    number: int
    delay: timedelta | None
    looks: tuple[Figure, ...]

    @cached_property
    def reached(self) -> Sequence[Reached]:
        """What was delivered, and how many messages lie behind it."""
        read = [delivered_and_end(look.value) or (0, 0) for look in self.looks]
        return [Reached(delivered, end - delivered) for delivered, end in read]

    @property
    def waiting(self) -> int:
        """How many messages wait."""
        return self.reached[-1].behind

    @property
    def standing(self) -> tuple[Figure, ...]:
        """The newest looks in a row that show it at one place with messages behind it."""
        return self.looks[len(self.looks) - self.run :]

    @property
    def overdue(self) -> bool:
        """Whether what waited at the first look was due before the last one, wherever it stood then.

        A level that the configuration does not have is delivered by nobody (`ScheduleMessageService#start`).
        """
        if self.delay is None:
            return True
        first, last = self.standing[0].at, self.standing[-1].at
        return bool(first and last and last - first > self.delay + DELIVERED_LATE)


class _Look(NamedTuple):
    """One line that tells how far a timer wheel has come."""

    at: datetime
    read: int
    behind: int
    place: EvidenceLine


@dataclass(frozen=True)
class _Wheel(Approach):
    """A broker's timer wheel (5.0.0 and later) over what its log tells of it, the oldest first."""

    broker: str
    looks: tuple[_Look, ...]

    @cached_property
    def reached(self) -> Sequence[Reached]:
        """Where it reads its queue, and how many messages lie behind that place."""
        return [Reached(look.read, look.behind) for look in self.looks]

    @property
    def standing(self) -> tuple[_Look, ...]:
        """The newest looks in a row that show it at one place with messages behind it."""
        return self.looks[len(self.looks) - self.run :]

    @property
    def stands_for_long(self) -> bool:
        """Whether it stands for longer than a full wheel makes its reader wait, and ever more lies behind."""
        first, last = self.standing[0], self.standing[-1]
        return last.at - first.at >= LATELY and last.behind > first.behind


def claims(case: Case, _: Sequence[Finding]) -> Iterable[Claim]:
    """By brokerStatus, which prints of each level what was delivered and where it ends; by the logs of timer wheels."""
    yield from _levels_that_stand(case)
    for wheel in _wheels(case):
        if wheel.run > 1:
            yield _takes_nothing_up(wheel)


def _wheels(case: Case) -> Iterator[_Wheel]:
    told = grouped((event.file, event) for event in case.facts.events_named("timer_progress"))
    for file, events in told.items():
        looks = tuple(chain.from_iterable(map(_looks_of, events)))
        if looks:
            yield _Wheel(broker_of(case.facts, file) or file, looks)


def _looks_of(event: Event) -> list[_Look]:
    """The first and the last of some records that are alike; one record is one look."""
    moments = (event.at, event.last_at)[: event.times]
    told = zip(moments, event.carried.timer_read, strict=False)
    return [_Look(at, read, behind, event.place) for at, (read, behind) in told if at]


def _takes_nothing_up(wheel: _Wheel) -> Claim:
    first, last = wheel.standing[0], wheel.standing[-1]
    return Claim(
        ID,
        say(
            "The timer of {broker} takes up nothing: {messages:,} messages wait",
            broker=wheel.broker,
            messages=last.behind,
        ),
        say(
            "From 5.0.0 on what is sent with a delay or for a time goes through rmq_sys_wheel_timer; what the timer does not "
            "read there is never delivered, and no lag of a group counts it. timerStopEnqueue=true stops it."
        ),
        Severity.WARNING,
        signs=(
            core(say("the timer stays at one place of its queue, and messages lie behind it"), wheel.run),
            need(say("for minutes, while more come"), wheel.stands_for_long, command=BROKER_LOG),
        ),
        rivals=(Rival(say("the wheel is full for a moment, and its reader waits"), wheel.stands_for_long),),
        brokers=(wheel.broker,),
        evidence=(first.place, last.place),
        since=first.at,
        details={"messages": last.behind},
    )


def _levels_that_stand(case: Case) -> Iterator[Claim]:
    standing: dict[str, list[_Level]] = defaultdict(list)
    moving: list[EvidenceLine] = []
    for level in _levels(case):
        if level.run > 1:
            standing[level.teller].append(level)
        elif level.waits and len(level.looks) > 1:
            moving.append(level.looks[-1].place)
    if moving and not standing:
        yield refuted_claim(ID, say("a level of delayed messages stands"), moving)
    for teller, stopped in standing.items():
        yield _claim(teller, sorted(stopped, key=lambda level: level.number))


def _levels(case: Case) -> Iterable[_Level]:
    figures = [figure for figure in case.facts.figures if delay_level(figure.name) and delivered_and_end(figure.value)]
    known = _delays(case)
    for (teller, name, _), looks in looks_by_teller(figures).items():
        number = delay_level(name) or 0
        yield _Level(teller, number, known.get(number), tuple(looks))


def _delays(case: Case) -> dict[int, timedelta]:
    """How long each level delays, as the configuration says, else by default."""
    written = [setting.value for setting in case.facts.settings if setting.key == "messageDelayLevel"]
    return delays(written[-1]) if written else delays()


def _claim(teller: str, levels: Sequence[_Level]) -> Claim:
    waiting = sum(level.waiting for level in levels)
    overdue = [level for level in levels if level.overdue]
    names = ", ".join(str(level.number) for level in levels)
    return Claim(
        ID,
        say(
            "{broker} does not deliver delayed messages (level {levels}): {messages:,} wait",
            broker=teller,
            levels=names,
            messages=waiting,
        ),
        say(
            "What is sent with a delay, and what a consumer failed on and is to get again (up to "
            "4.x, and in 5.x too where the timer is off), waits in these levels."
        ),
        Severity.WARNING,
        signs=(
            core(
                say_counted(
                    len(levels),
                    "one level delivers nothing between looks",
                    "{number} levels deliver nothing between looks",
                ),
                len(levels),
            ),
            need(say("messages that were due before the last look still wait"), len(overdue), command=BROKER_STATUS),
        ),
        rivals=(Rival(say("the messages that wait are not due yet"), refuted=bool(overdue), command=BROKER_STATUS),),
        brokers=(teller,),
        evidence=tuple(
            look.place for level in (overdue or levels)[:4] for look in (level.standing[0], level.standing[-1])
        ),
        since=levels[0].standing[0].at,
        details={"messages": waiting, "levels": [level.number for level in levels]},
    )


EXPLANATION = Explanation(
    id=ID,
    rank=83,
    claims=claims,
    command=BROKER_STATUS,
    text=Text(
        CAUSE,
        "A broker does not deliver delayed messages: a level's place stands while messages wait "
        "behind it. Retries of failed messages wait there as well.",
        "mqadmin brokerStatus -b BROKER twice, further apart than the level's delay: "
        "scheduleMessageOffset_LEVEL shows `delivered,end`; delivered stands below the end.",
        (
            "Look at store.log and broker.log of that broker for ScheduleMessageService: a write that fails again and again "
            "(a full disk, a deleted topic, no permission) holds the whole level.",
            "A level that messageDelayLevel had before and has no more: give it back, and restart the broker.",
            "A broker that was made master of another's data has to be started as master to deliver.",
            "The timer wheel (5.0.0 and later) goes on with mqadmin updateBrokerConfig -b BROKER -k timerStopEnqueue -v false.",
        ),
        ("Do not delete delayOffset.json: every delayed message of the store would be delivered again.",),
    ),
)
