"""Does a level of delayed messages, or the timer wheel, stand: messages wait in it, and none is delivered?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from operator import attrgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Backlog, Course, Look, Reached
from rmqkit.diagnosis.case.members import broker_of
from rmqkit.diagnosis.case.settings_written import delays_written
from rmqkit.diagnosis.case.timers import HANDS_OUT, handed_out, timer_of, timer_records, timers_by_status
from rmqkit.diagnosis.claims import Claim, Rival, Severity, core, need, refuted_claim
from rmqkit.diagnosis.commands import BROKER_LOG, BROKER_STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Figure, looks_by_teller
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, places_of, span_of, times_of
from rmqkit.diagnosis.facts.transitions import DELIVERED_LATE, LATELY
from rmqkit.formats.figures_text import delay_level, delivered_and_end
from rmqkit.language import Phrase, say, say_counted

ID = "delay_delivery_stands"


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By brokerStatus, which prints of each level what was delivered and where it ends; by the logs of timer wheels."""
    yield from _levels_that_stand(case)
    for file, events in timer_records(case).items():
        wheel = timer_of(case, file, [event for event in events if not event.carried.of_a_slaves_timer], _READS)
        if wheel and wheel.run > 1:
            yield _takes_nothing_up(wheel)
    yield from _hand_out_nothing(case)


_READS = attrgetter("timer_read")
_BY_THE_MASTER = say("a slave whose master delivers, or more messages due at one second than are delivered in minutes")


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


def _hand_out_nothing(case: Case) -> Iterator[Claim]:
    """By the logs of each broker: its wheel stays at one second, or what falls due cannot be stored; where no log
    tells, by the seconds that brokerStatus prints (`timerReadBehind`)."""
    wheels = _standing_wheels(case)
    refused = _put_in_vain(case)
    for broker in distinct((*refused, *wheels)):
        yield _hands_out_nothing(case, broker, wheels.get(broker), refused.get(broker, ()))
    if not wheels and not refused:
        yield from map(_is_late, _late_by_status(case))


def _standing_wheels(case: Case) -> dict[str, Backlog]:
    """By broker, wheels that stay at one second of theirs up to the last line, later and later.

    A slave's that does not act as master stands as well where its master sends it nothing.
    """
    told = (timer_of(case, file, events, HANDS_OUT) for file, events in timer_records(case).items())
    return {wheel.teller: wheel for wheel in told if wheel and wheel.run > 1 and wheel.stood_for >= LATELY}


def _put_in_vain(case: Case) -> dict[str, list[Event]]:
    """By broker, what fell due and could not be stored, as a slave cannot that acts as master
    (`EscapeBridge#putMessage`, 5.0.0 and later)."""
    refused = [event for event in case.events_named("escape_refused") if event.carried.hands_on_delayed]
    return grouped((broker_of(case, event.file) or event.file, event) for event in refused)


def _hands_out_nothing(case: Case, broker: str, wheel: Backlog | None, refused: Sequence[Event]) -> Claim:
    """Each attempt fails for as long as the broker is a slave: up to 5.3.1 the first message that fell due is tried
    again for ever, later ones are thrown away after three attempts unless `timerEnableRetryUntilSuccess` is on."""
    course = Course(refused, lately=any(map(case.recent, refused)), over=bool(refused) and not wheel)
    goes_on = course.lately or bool(wheel)
    return Claim(
        ID,
        _standing_title(broker, wheel, goes_on=goes_on),
        _ACTING_SLAVE if refused else _DELIVERED_TO_NOBODY,
        Severity.WARNING if goes_on else Severity.NOTICE,
        signs=(
            core(say("what fell due is not delivered"), times_of(refused) + (wheel.run if wheel else 0)),
            need(say("for minutes"), _for_minutes(wheel, refused), command=BROKER_LOG),
            need(say("each attempt to store what falls due fails"), times_of(refused), command=BROKER_LOG),
        ),
        rivals=() if refused else (Rival(_BY_THE_MASTER, refuted=False, command=BROKER_LOG),),
        ongoing=goes_on,
        brokers=(broker,),
        evidence=(*_ends_of(refused), *_ends_of_standing(wheel)),
        since=earliest([course.since, wheel.standing[0].at if wheel else None]),
        until=None if goes_on else course.until,
        details={"late": wheel.behind if wheel else None},
    )


def _for_minutes(wheel: Backlog | None, refused: Sequence[Event]) -> bool:
    """A wheel is told to stand only where it does so for minutes."""
    return bool(wheel) or span_of(refused) >= LATELY


_DELIVERED_TO_NOBODY = say("What is not handed out is delivered to nobody, and no lag of a group counts it.")
_ACTING_SLAVE = say(
    "It is a slave that acts as master and stores nothing itself: what falls due would have to go to another "
    "broker, which enableRemoteEscape=true lets it. No lag of a group counts what is not delivered."
)


def _standing_title(broker: str, wheel: Backlog | None, *, goes_on: bool) -> Phrase:
    if wheel:
        return say("The timer of {broker} hands out nothing: it is {late:,} s late", broker=broker, late=wheel.behind)
    if goes_on:
        return say("{broker} cannot store the delayed messages that fall due", broker=broker)
    return say("{broker} could not store the delayed messages that fell due for a while", broker=broker)


def _ends_of(refused: Sequence[Event]) -> tuple[EvidenceLine, ...]:
    return places_of((*refused[:2], *refused[2:][-1:]))


def _ends_of_standing(wheel: Backlog | None) -> tuple[EvidenceLine, ...]:
    return places_of((wheel.standing[0], wheel.standing[-1])) if wheel else ()


def _late_by_status(case: Case) -> Iterator[Backlog]:
    """Timers that brokerStatus has minutes late, and no nearer than before; none that is seen to go on."""
    for timer in timers_by_status(case):
        goes_on = handed_out(timer.looks) > DELIVERED_LATE
        if timer.behind >= LATELY.total_seconds() and not timer.gets_nearer and not goes_on:
            yield timer


def _is_late(timer: Backlog) -> Claim:
    """One figure may be of a slave whose master hands everything out."""
    return Claim(
        ID,
        _standing_title(timer.teller, timer, goes_on=True),
        _DELIVERED_TO_NOBODY,
        Severity.WARNING,
        signs=(
            core(say("the broker says that its timer is minutes late"), len(timer.looks)),
            need(say("each attempt to store what falls due fails"), met=False, command=BROKER_LOG),
        ),
        rivals=(Rival(_BY_THE_MASTER, refuted=False, command=BROKER_LOG),),
        brokers=(timer.teller,),
        evidence=places_of(timer.looks[-2:]),
        since=timer.looks[0].at,
        details={"late": timer.behind},
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


def _is_overdue(level: Backlog, delay: timedelta | None) -> bool:
    """Whether what waited at the first look was due before the last one, wherever it stood then.

    A level that the configuration does not have is delivered by nobody (`ScheduleMessageService#start`).
    """
    return delay is None or level.stood_for > delay + DELIVERED_LATE


def _claim(case: Case, teller: str, levels: Sequence[Backlog]) -> Claim:
    waiting, known = sum(level.behind for level in levels), delays_written(case)
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
    messages=frozenset({"escape_refused"}),
    kind=CAUSE,
    what="A broker does not deliver delayed messages: a level's place stands while messages wait "
    "behind it. Retries of failed messages wait there as well.",
    confirm="mqadmin brokerStatus -b BROKER twice, further apart than the level's delay: "
    "scheduleMessageOffset_LEVEL shows `delivered,end`; delivered stands below the end.",
    remedy=(
        "Look at store.log and broker.log of that broker for ScheduleMessageService: a write that fails again and again "
        "(a full disk, a deleted topic, no permission) holds the whole level.",
        "A level that messageDelayLevel had before and has no more: give it back, and restart the broker.",
        "A broker that was made master of another's data has to be started as master to deliver. A slave that acts as "
        "master delivers with enableRemoteEscape=true; its master, started again, delivers what has been due since it stopped.",
        "The timer wheel (5.0.0 and later) goes on with mqadmin updateBrokerConfig -b BROKER -k timerStopEnqueue -v false.",
    ),
    do_not=("Do not delete delayOffset.json: every delayed message of the store would be delivered again.",),
)
