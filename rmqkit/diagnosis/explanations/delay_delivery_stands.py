"""Does a level of delayed messages stand: messages wait in it, and none is delivered?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Approach, Reached
from rmqkit.diagnosis.claims import Claim, Rival, core, need, refuted_claim
from rmqkit.diagnosis.commands import BROKER_STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.facts.brokers_words import Figure, looks_by_teller
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.facts.transitions import DELIVERED_LATE
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


def claims(case: Case, _: Sequence[Finding]) -> Iterable[Claim]:
    """By brokerStatus, which prints of each level what was delivered and where it ends."""
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
        ),
        ("Do not delete delayOffset.json: every delayed message of the store would be delivered again.",),
    ),
)
