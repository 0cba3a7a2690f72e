"""Does a broker not keep up: with requests of consumers, which it throws away when they have waited as long as they
may, or with what its timer is to deliver?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Backlog, Course, Look
from rmqkit.diagnosis.case.members import broker_of
from rmqkit.diagnosis.case.timers import HANDS_OUT, handed_out, timer_of, timer_records, timers_by_status
from rmqkit.diagnosis.claims import Claim, Severity, core, follows, need
from rmqkit.diagnosis.commands import BROKER_LOG, BROKER_STATUS, CLIENT_LOG
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.known import distinct, is_after
from rmqkit.diagnosis.facts.logs import Event, first_moment, last_moment, places_of, times_of
from rmqkit.diagnosis.facts.transitions import DELIVERED_LATE, LATELY
from rmqkit.diagnosis.wording import short
from rmqkit.language import Phrase, say

ID = "broker_behind"


class _Queue(NamedTuple):
    """A queue of requests: its records in the broker's watermark.log (by `BrokerController#printWaterMark`, every
    second), its figure in brokerStatus (`AdminBrokerProcessor#prepareRuntimeInfo`), and how long a request may wait in
    it, in milliseconds (`BrokerConfig`; `BrokerFastFailure` looks every 10 ms)."""

    event: str
    figure: str
    setting: str
    limit: int
    of_acknowledgements: bool = False


_QUEUES = (
    _Queue(
        "pull_queue_printed",
        "pullThreadPoolQueueHeadWaitTimeMills",
        "waitTimeMillsInPullQueue",
        5_000,
    ),
    _Queue(
        "lite_pull_queue_printed",
        "litePullThreadPoolQueueHeadWaitTimeMills",
        "waitTimeMillsInLitePullQueue",
        5_000,
    ),
    _Queue(
        "ack_queue_printed",
        "ackThreadPoolQueueHeadWaitTimeMills",
        "waitTimeMillsInAckQueue",
        3_000,
        of_acknowledgements=True,
    ),
)
# The head of a queue from which requests are thrown away is always a little younger than the limit.
_NEAR = 0.8
# A pause of the broker makes one or two such looks.
_MANY = 3
_REFUSED = ("pull_rejected", "pull_failed", "pop_failed", "ack_failed")


class _Waits(NamedTuple):
    """Where the heads of a queue's requests have waited as long as they may: records, figures, and what clients were
    refused meanwhile."""

    queue: _Queue
    records: list[Event]
    figures: list[Figure]
    refused: list[Event]

    @property
    def looks(self) -> int:
        """How often it was seen."""
        return times_of(self.records) + len(self.figures)


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By the brokers' own words of how long the first request of a queue has waited, and of how late a timer is."""
    yield from _late_timers(case)
    for queue in _QUEUES:
        waits = _waits(case, queue)
        if waits.records or waits.figures:
            yield _claim(case, waits)


def _waits(case: Case, queue: _Queue) -> _Waits:
    near = _NEAR * _limit(case, queue)
    records = [event for event in case.events_named(queue.event) if _is_near(event, near)]
    figures = [one for one in case.figures if one.name == queue.figure and (one.number or 0) >= near]
    return _Waits(queue, records, figures, list(_refused(case, queue, records)))


def _limit(case: Case, queue: _Queue) -> int:
    """The longest that any configuration allows, else the default."""
    told = (setting.value for setting in case.settings if setting.key == queue.setting)
    return max((int(value) for value in told if value.isdigit()), default=queue.limit)


def _is_near(event: Event, near: float) -> bool:
    """Whether the first and the last of records alike say so: what was between is not known."""
    waited = [wait for _, wait in event.carried.queued]
    return bool(waited) and min(waited) >= near


def _refused(case: Case, queue: _Queue, records: Sequence[Event]) -> Iterator[Event]:
    """What clients were refused while requests waited: by the broker's own words; what a proxy passes on has lost them
    (CODE 50001), so that of acknowledgements any that failed then counts."""
    first, last = first_moment(records), last_moment(records)
    for event in case.events_named(*_REFUSED, source="client"):
        fits = event.carried.thrown_away or (event.event == "ack_failed" and bool(records))
        is_ack = event.event == "ack_failed"
        if fits and is_ack == queue.of_acknowledgements and _is_within(event, first, last):
            yield event


def _claim(case: Case, waits: _Waits) -> Claim:
    queue, lately = waits.queue, _lately(case, waits)
    course = Course(waits.records, lately, over=not lately)
    names = _brokers(case, waits)
    return Claim(
        ID,
        _title(queue, short(names), lately=lately),
        _why(case, waits),
        Severity.WARNING if lately else Severity.NOTICE,
        signs=(
            core(say("the first request of a broker's queue has waited as long as requests may"), waits.looks),
            need(say("at three looks or more"), waits.looks >= _MANY, command=BROKER_STATUS),
            need(say("clients' requests fail meanwhile"), times_of(waits.refused), command=CLIENT_LOG),
        ),
        ongoing=lately,
        brokers=names,
        evidence=places_of((*waits.records[:2], *waits.records[2:][-2:], *waits.figures[:2], *waits.refused[:2])),
        since=course.since,
        until=course.until,
        details={"lost_acknowledgements": waits.looks} if queue.of_acknowledgements else {},
    )


def _is_within(event: Event, first: datetime | None, last: datetime | None) -> bool:
    """Whether it was said while requests waited, as far as moments are known."""
    return not is_after(event.at, last) and not is_after(first, event.last_at)


def _lately(case: Case, waits: _Waits) -> bool:
    """Whether it goes on where the broker's log ends; what brokerStatus alone tells is of now."""
    return not waits.records or any(map(case.recent, waits.records))


def _brokers(case: Case, waits: _Waits) -> tuple[str, ...]:
    """By name where the log, or all that was refused, names one; else where it is told."""
    refused_by = distinct(event.broker for event in waits.refused)
    files = distinct(event.file for event in waits.records)
    if len(files) == len(refused_by) == 1:
        return refused_by
    logs = distinct(broker_of(case, file) or file for file in files)
    return logs or distinct(figure.teller for figure in waits.figures)


def _title(queue: _Queue, brokers: Phrase, *, lately: bool) -> Phrase:
    if queue.of_acknowledgements:
        return (
            say("{brokers} does not keep up with acknowledgements and throws them away", brokers=brokers)
            if lately
            else say("{brokers} did not keep up with acknowledgements and threw them away", brokers=brokers)
        )
    return (
        say("{brokers} does not keep up with pulls and throws them away", brokers=brokers)
        if lately
        else say("{brokers} did not keep up with pulls and threw them away", brokers=brokers)
    )


def _why(case: Case, waits: _Waits) -> Phrase:
    limit = _limit(case, waits.queue)
    waiting = max((size for event in waits.records for size, _ in event.carried.queued), default=0)
    if waits.queue.of_acknowledgements:
        return say(
            "Up to {waiting:,} acknowledgements waited, the first of them for about {limit:,} ms: that is when the "
            "broker throws them away ({setting}). What was consumed then stays unconfirmed, and comes again after its "
            "invisible time.",
            waiting=waiting,
            limit=limit,
            setting=waits.queue.setting,
        )
    return say(
        "Up to {waiting:,} pulls waited, the first of them for about {limit:,} ms: that is when the broker throws them "
        "away ({setting}). Clients get less than they ask for, whatever their listeners do.",
        waiting=waiting,
        limit=limit,
        setting=waits.queue.setting,
    )


class _Late(NamedTuple):
    """The last stretch of looks at a timer that show it late, up to the latest of them all; `records`: where a log tells
    it, that whole log; `slow`: what took long to be stored meanwhile; `is_last`: the newest look is late as well."""

    timer: Backlog
    rising: Sequence[Look]
    is_last: bool
    records: Sequence[Event] = ()
    slow: Sequence[Event] = ()

    @property
    def lasts(self) -> bool:
        """Whether it got later for minutes."""
        first, last = self.rising[0].at, self.rising[-1].at
        return bool(first and last and last - first >= LATELY)

    @property
    def of_master(self) -> bool:
        """Whether a master says it: a slave copies its master's place, as late as that comes (`syncLastReadTimeMs`)."""
        return bool(self.records) and not any(event.carried.of_a_slaves_timer for event in self.records)


def _late_timers(case: Case) -> Iterator[Claim]:
    """Timers that hand out second after second of their wheels, and are later and later all the same: one that stands is
    another matter, and so is one that catches up with what was due while it did not run."""
    logged = list(filter(None, (_late_in_log(case, *told) for told in timer_records(case).items())))
    late = logged or filter(None, (_late(timer) for timer in timers_by_status(case)))
    return (_late_timer(case, one) for one in late)


def _late_in_log(case: Case, file: str, records: Sequence[Event]) -> _Late | None:
    timer = timer_of(case, file, records, HANDS_OUT)
    stands = timer is not None and timer.run > 1 and timer.stood_for >= LATELY
    late = None if timer is None or stands else _late(timer)
    if late is None:
        return None
    first, last = late.rising[0].at, late.rising[-1].at
    slow = [event for event in case.events_named("store_put_slow", file=file) if _is_within(event, first, last)]
    return late._replace(records=records, slow=slow)


def _late(timer: Backlog) -> _Late | None:
    stretches = [list(looks) for is_late, looks in groupby(timer.looks, _is_late) if is_late]
    if not stretches:
        return None
    latest = max(look.reached.behind for look in stretches[-1])
    until = next(place for place, look in enumerate(stretches[-1], start=1) if look.reached.behind == latest)
    rising = stretches[-1][:until]
    return _Late(timer, rising, _is_late(timer.looks[-1])) if handed_out(rising) > DELIVERED_LATE else None


def _is_late(look: Look) -> bool:
    return look.reached.behind >= DELIVERED_LATE.total_seconds()


def _late_timer(case: Case, late: _Late) -> Claim:
    lately = late.is_last and (not late.records or any(map(case.recent, late.records)))
    seconds = late.timer.behind if lately else late.rising[-1].reached.behind
    first, last = late.rising[0], late.rising[-1]
    passed = (last.at - first.at).total_seconds() if first.at and last.at else 0
    return Claim(
        ID,
        _timer_title(late.timer.teller, seconds, lately=lately),
        say(
            "In {passed:,} s it handed out {handed:,} s of its wheel. What is sent with a delay or for a time is delivered "
            "late by so much, and no lag of a group counts it before.",
            passed=int(passed),
            handed=int(handed_out(late.rising).total_seconds()),
        ),
        Severity.WARNING if lately else Severity.NOTICE,
        signs=(
            core(say("the timer hands out what was due long ago, and is later and later"), len(late.rising)),
            need(say("for minutes"), late.lasts, command=BROKER_LOG),
            need(say("it is a master's timer, which delivers"), late.of_master, command=BROKER_LOG),
            follows(say("storing single messages takes long there meanwhile"), times_of(late.slow)),
        ),
        ongoing=lately,
        brokers=(late.timer.teller,),
        evidence=places_of((first, last, *late.slow[:1], *late.timer.looks[-1:])),
        since=first.at,
        until=None if lately else last.at,
        details={"late": seconds},
    )


def _timer_title(broker: str, seconds: int, *, lately: bool) -> Phrase:
    if lately:
        return say("The timer of {broker} does not keep up: it delivers {late:,} s late", broker=broker, late=seconds)
    return say("The timer of {broker} did not keep up: it delivered up to {late:,} s late", broker=broker, late=seconds)


EXPLANATION = Explanation(
    id=ID,
    rank=86,
    claims=claims,
    command=BROKER_STATUS,
    messages=frozenset({"broker_busy", "broker_busy_stacks", "ack_failed"}),
    suspected=say("A broker may not keep up with what it is asked for"),
    shown_by=need(say("figures of the broker that stay at their limits"), met=False, command=BROKER_STATUS),
    kind=CAUSE,
    what="A broker does not keep up with what consumers ask of it: requests wait in its queues until it throws them away. "
    "Pulls then bring little, and acknowledgements that are lost let messages come again. Or its timer (5.0.0 and later) "
    "delivers later and later what was sent with a delay or for a time.",
    confirm="watermark.log of the broker, or mqadmin brokerStatus twice: SlowTimeMills, HeadWaitTimeMills of the pull or the "
    "ack queue stay just below waitTimeMillsInPullQueue (5 s), waitTimeMillsInAckQueue (3 s). Of a timer: readBehind in "
    "store.log, timerReadBehind in brokerStatus grow while currRead goes on.",
    remedy=(
        "Look at what the broker's threads wait for: its disk (reads of old messages), its processors, its garbage "
        "collection; and at how many threads it was given (pullMessageThreadPoolNums, ackMessageThreadPoolNums).",
        "Spread the topic over more brokers where each of them is at its limit.",
        "Where its timer is late: deqPutQueue full in store.log says that storing is what is slow (its disk, or "
        "timerPutMessageThreadNum), deqGetQueue full that reading is (timerGetMessageThreadNum).",
    ),
    do_not=("Do not raise how long requests may wait: the queue only gets longer, and clients give up first.",),
)
