"""Does a broker throw requests of consumers away, because they wait in its queues as long as requests may?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course
from rmqkit.diagnosis.case.members import broker_of
from rmqkit.diagnosis.claims import Claim, Severity, core, need
from rmqkit.diagnosis.commands import BROKER_STATUS, CLIENT_LOG
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.known import distinct, is_after
from rmqkit.diagnosis.facts.logs import Event, first_moment, last_moment, places_of, times_of
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
    """By the brokers' own words of how long the first request of a queue has waited."""
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
    "Pulls then bring little, and acknowledgements that are lost let messages come again.",
    confirm="watermark.log of the broker, or mqadmin brokerStatus twice: SlowTimeMills, HeadWaitTimeMills of the pull or the "
    "ack queue stay just below waitTimeMillsInPullQueue (5 s), waitTimeMillsInAckQueue (3 s).",
    remedy=(
        "Look at what the broker's threads wait for: its disk (reads of old messages), its processors, its garbage "
        "collection; and at how many threads it was given (pullMessageThreadPoolNums, ackMessageThreadPoolNums).",
        "Spread the topic over more brokers where each of them is at its limit.",
    ),
    do_not=("Do not raise how long requests may wait: the queue only gets longer, and clients give up first.",),
)
