"""Does a level of delayed messages, or the timer wheel, stand: messages wait in it, and none is delivered?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import chain, starmap
from operator import attrgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Backlog, Look, Reached, looks_told
from rmqkit.diagnosis.case.members import broker_of
from rmqkit.diagnosis.claims import Claim, Rival, Severity, core, need, refuted_claim
from rmqkit.diagnosis.commands import BROKER_LOG, BROKER_STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Figure, looks_by_teller
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.facts.transitions import DELIVERED_LATE, LATELY
from rmqkit.formats.figures_text import delay_level, delays, delivered_and_end
from rmqkit.language import say, say_counted

ID = "delay_delivery_stands"


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By brokerStatus, which prints of each level what was delivered and where it ends; by the logs of timer wheels."""
    yield from _levels_that_stand(case)
    for wheel in _wheels(case):
        if wheel.run > 1:
            yield _takes_nothing_up(wheel)


def _wheels(case: Case) -> Iterator[Backlog]:
    """Each broker's timer wheel (5.0.0 and later), by its log: where it reads, and what lies behind."""
    dated = [event for event in case.events_named("timer_progress") if event.at]
    for file, events in grouped((event.file, event) for event in dated).items():
        lines = (looks_told(event, starmap(Reached, event.carried.timer_read)) for event in events)
        if looks := tuple(chain.from_iterable(lines)):
            yield Backlog(broker_of(case, file) or file, None, looks)


def _takes_nothing_up(wheel: Backlog) -> Claim:
    """`long`: longer than a full wheel makes its reader wait, and ever more lies behind."""
    first, last = wheel.standing[0], wheel.standing[-1]
    long = wheel.stood_for >= LATELY and last.reached.behind > first.reached.behind
    return Claim(
        ID,
        say(
            "The timer of {broker} takes up nothing: {messages:,} messages wait",
            broker=wheel.teller,
            messages=wheel.behind,
        ),
        say(
            "From 5.0.0 on what is sent with a delay or for a time goes through rmq_sys_wheel_timer; what the timer does not "
            "read there is never delivered, and no lag of a group counts it. timerStopEnqueue=true stops it."
        ),
        Severity.WARNING,
        signs=(
            core(say("the timer stays at one place of its queue, and messages lie behind it"), wheel.run),
            need(say("for minutes, while more come"), long, command=BROKER_LOG),
        ),
        rivals=(Rival(say("the wheel is full for a moment, and its reader waits"), long),),
        brokers=(wheel.teller,),
        evidence=(first.place, last.place),
        since=first.at,
        details={"messages": wheel.behind},
    )


def _levels_that_stand(case: Case) -> Iterator[Claim]:
    levels = _levels(case)
    standing = grouped((level.teller, level) for level in levels if level.run > 1)
    moving = [level.looks[-1] for level in levels if level.waits and len(level.looks) > 1]
    if moving and not standing:
        yield refuted_claim(ID, say("a level of delayed messages stands"), places_of(moving))
    for teller, stopped in standing.items():
        yield _claim(case, teller, sorted(stopped, key=attrgetter("of")))


def _levels(case: Case) -> list[Backlog]:
    """Each level over all looks at it."""
    of_levels = [figure for figure in case.figures if delay_level(figure.name)]
    figures = [figure for figure in of_levels if delivered_and_end(figure.value)]
    return [
        Backlog(teller, delay_level(name), tuple(map(_look_at, looks)))
        for (teller, name, _), looks in looks_by_teller(figures).items()
    ]


def _look_at(figure: Figure) -> Look:
    delivered, end = delivered_and_end(figure.value) or (0, 0)
    return Look(figure.at, Reached(delivered, end - delivered), figure.place)


def _delays(case: Case) -> dict[int, timedelta]:
    """How long each level delays, as the configuration says, else by default."""
    written = [setting.value for setting in case.settings if setting.key == "messageDelayLevel"]
    return delays(written[-1]) if written else delays()


def _is_overdue(level: Backlog, delay: timedelta | None) -> bool:
    """Whether what waited at the first look was due before the last one, wherever it stood then.

    A level that the configuration does not have is delivered by nobody (`ScheduleMessageService#start`).
    """
    return delay is None or level.stood_for > delay + DELIVERED_LATE


def _claim(case: Case, teller: str, levels: Sequence[Backlog]) -> Claim:
    waiting, known = sum(level.behind for level in levels), _delays(case)
    overdue = [level for level in levels if _is_overdue(level, known.get(int(level.of or 0)))]
    names = ", ".join(str(level.of) for level in levels)
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
        evidence=places_of(
            look for level in (overdue or levels)[:4] for look in (level.standing[0], level.standing[-1])
        ),
        since=levels[0].standing[0].at,
        details={"messages": waiting, "levels": [level.of for level in levels]},
    )


EXPLANATION = Explanation(
    id=ID,
    rank=83,
    claims=claims,
    command=BROKER_STATUS,
    kind=CAUSE,
    what="A broker does not deliver delayed messages: a level's place stands while messages wait "
    "behind it. Retries of failed messages wait there as well.",
    confirm="mqadmin brokerStatus -b BROKER twice, further apart than the level's delay: "
    "scheduleMessageOffset_LEVEL shows `delivered,end`; delivered stands below the end.",
    remedy=(
        "Look at store.log and broker.log of that broker for ScheduleMessageService: a write that fails again and again "
        "(a full disk, a deleted topic, no permission) holds the whole level.",
        "A level that messageDelayLevel had before and has no more: give it back, and restart the broker.",
        "A broker that was made master of another's data has to be started as master to deliver.",
        "The timer wheel (5.0.0 and later) goes on with mqadmin updateBrokerConfig -b BROKER -k timerStopEnqueue -v false.",
    ),
    do_not=("Do not delete delayOffset.json: every delayed message of the store would be delivered again.",),
)
