"""Does the listener fail? Retry topic, dead-letter queue, the clients' own counts, exceptions in their logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course
from rmqkit.diagnosis.case.thrown import failures_once, thrown_rows, thrown_sentences
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest, runs
from rmqkit.diagnosis.facts.logs import (
    Event,
    clients_in,
    first_moment,
    last_moment,
    messages_in,
    places_of,
    times_of,
    topics_in,
)
from rmqkit.diagnosis.facts.transitions import (
    COUNTED_MINUTE,
    FAILED_LATELY,
    FAILURES_SAMPLED,
    LAST_RETRY_BUT_ONE,
    LONGEST_DELAY,
)
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.members import broker_of
from rmqkit.diagnosis.relations.minutes import minutes_by_client
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.relations.settings import delays_written, group_configs
from rmqkit.diagnosis.wording import clock, count, short
from rmqkit.language import Phrase, joined
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq.internal_topics import DEAD_LETTER_PREFIX

# One or two failures are what retries are for.
_MANY = 3
_MINUTE = 60
_LAST_MINUTES = 2
# Of what is consumed, and of the messages of a minute where nothing but a client's counter shows it: fewer are what
# retries are for as well.
_SINGLE, _FEW = 1 / 100, 1 / 10
_RETRIES = 16  # `SubscriptionGroupConfig.retryMaxTimes`, and what clients send for -1
_say = words("consume_failures")


class _Failures:
    """Everything that shows failing listeners: the group's clients, its retry topic and its dead-letter queue.

    `counted`: by clients that were asked, `counted_now`: how many of them count failures at the moment. `given_up`: a
    broker created the group's dead-letter queue, which it does for the first message that comes there
    (`SendMessageProcessor#consumerSendMsgBack`, all versions). `times`: how many failures the clients' logs hold at least, and what they sent
    back. `letters`: of each queue of dead letters its oldest row of topicStatus and its newest; `stored`: how many lie
    there, `more`: how many more than at first. `retried`: how often a message came to the retry topic, once for each time that it failed. `overdue`: how many
    messages clients sent back because their listeners took too long with them, where nothing but the retry topic shows
    any that failed. `certain`: what single failures and their retries cannot account for.
    """

    def __init__(self, case: Case) -> None:
        self.dead_topic = DEAD_LETTER_PREFIX + case.group
        grown = [movement for movement in case.movements.values() if movement.arrived > 0]
        self.retry = [movement for movement in grown if movement.queue.topic == case.retry_topic]
        self.dead = [movement for movement in grown if movement.queue.topic == self.dead_topic]
        rates = [(info, rate) for info in case.running for rate in info.rates]
        self.counted = [(info, rate) for info, rate in rates if rate.consume_failed_in_hour or rate.consume_failed_tps]
        self.counted_now = sum((rate.consume_failed_tps or 0) * _MINUTE >= _MANY for _, rate in self.counted)
        self.logged = case.records("failed.any")
        self.sent_back = [event for event in self.logged if event.tells("failed.sent_back")]
        self.given_up = [event for event in case.records("serves.topics_made") if event.topic == self.dead_topic]
        first = {listed.queue: listed for listed in reversed(case.status.get(self.dead_topic, ()))}
        self.letters = [(first[queue], case.ends[queue]) for queue in sorted(first)]
        self.stored = sum(newest.max_offset - (newest.min_offset or 0) for _, newest in self.letters)
        self.more = sum(newest.max_offset - oldest.max_offset for oldest, newest in self.letters)
        self.buried = max(sum(movement.arrived for movement in self.dead), self.more)
        # A client that could not send a message back prints that beside the failure itself, in up to two lines
        # (`DefaultMQPushConsumerImpl#sendMessageBack`, `ConsumeMessageConcurrentlyService#sendMessageBack`).
        not_sent = times_of(event for event in self.logged if event.tells("failed.not_sent_back"))
        self.times = max(times_of(failures_once(self.logged)) + times_of(self.sent_back), not_sent // 2)
        self.retried = sum(movement.arrived for movement in self.retry)
        overdue = times_of(event for event in self.sent_back if event.carried.overdue)
        others = overdue < times_of(self.logged) or self.dead or self.counted or self.given_up
        self.overdue = 0 if others else overdue
        in_topics = len(self.retry) + len(self.dead) + len(self.given_up)
        self.witnesses = in_topics + len(self.counted) + self.times
        self.certain = in_topics + self.counted_now + (self.times if self.times >= _MANY else 0)


@finding("consume_failures")
def consume_failures(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By a retry topic or a dead-letter queue that grows, by clients' counts, by exceptions in their logs; else by what
    lies in the dead-letter queue, by what is counted minute by minute, or by what came to the retry topic before."""
    failures = _Failures(case)
    if 0 < failures.overdue >= failures.retried:
        return
    # Of dead letters alone, what lies there tells more than that the queue was made.
    only_letters = failures.stored and not failures.more and failures.witnesses == len(failures.given_up)
    if (failures.certain or failures.counted) and not only_letters:
        yield _failing(case, failures)
        return
    others = (_dead_letters(case, failures), _minute_counts(case), _failed_before(case))
    yield from next(filter(None, map(list, others)), [])


def _failing(case: Case, failures: _Failures) -> Seen:
    said = [*(failures.logged if failures.times >= _MANY else ()), *failures.given_up]
    lately = any(case.recent(event, FAILED_LATELY) for event in said)
    lately = lately or bool(failures.retry or failures.dead or failures.counted_now)
    over = not lately and _consumes_without_failing(case, failures)
    course = Course((*failures.logged, *failures.given_up), lately, over)
    consumed = sum(movement.consumed for movement in case.user_movements)
    retries_alone = failures.witnesses == len(failures.retry)
    slight = bool(failures.overdue) or (retries_alone and failures.retried < _SINGLE * consumed)
    only_given_up = len(failures.given_up) == failures.witnesses
    moved, thrown = (*failures.retry, *failures.dead), thrown_rows(case, failures.logged)
    # A dead letter failed as often as it may be retried, for hours by default: it tells no begin.
    shown = [
        *(look.at for one in moved for look in one.grown if look.has_known_moment),
        first_moment(failures.given_up),
    ]
    # What clients commit further of the retry topic had failed before: since the last pause.
    commits = grouped((commit.queue, commit) for commit in case.commits if commit.queue.topic == case.retry_topic)
    steps = (step for own in commits.values() if failures.retry for step in pairwise(own))
    retried = sorted(later.at for before, later in steps if later.offset > before.offset)
    shown += [run[0] for run in runs(retried, FAILED_LATELY, lambda at: at)[-1:]]
    severity = Severity.WARNING if lately and not slight else Severity.NOTICE
    given_up = max(failures.buried, failures.stored)
    new = bool(failures.buried or failures.given_up) or _filled_lately(case, failures)
    some_given_up = bool(given_up or failures.given_up)
    none_given_up = not some_given_up and _would_show_dead_letters(case)
    why = [*_amounts(failures), *_outcome(case, some_given_up=some_given_up), *thrown_sentences(thrown)]
    if none_given_up:
        why.append(_say("none_given_up", dead=failures.dead_topic))
    if course.silent:
        why.append(_say("no_end", moment=time_of_day(course.last)) if course.last else _say("no_end_undated"))
    return Seen(
        case="given_up" if only_given_up else "fails" if lately else "failed",
        signs={"failures": failures.witnesses, "many": 0 if slight else failures.certain},
        title=_say("and_given_up", number=given_up) if given_up and lately else None,
        why=joined(" ", [*(_limit(case) if some_given_up else ()), *why]),
        severity=Severity.CRITICAL if failures.buried or (given_up and lately and new) else severity,
        ongoing=not course.over,
        topics=case.own_topics([*(rate.topic for _, rate in failures.counted), *topics_in(failures.logged)]),
        queues=[movement.queue for movement in moved],
        brokers=(),
        clients=distinct([*(info.client_id for info, _ in failures.counted), *clients_in(failures.logged)]),
        evidence=(
            *(info.rates_place(rates) for info, rates in failures.counted),
            *places_of((*moved, *failures.logged[:4], *failures.given_up[:2])),
        ),
        since=first_moment(failures.logged),
        until=course.last,
        details={
            "exceptions": thrown,
            "none_given_up": none_given_up,
            "harm": (_say("lie_there", number=given_up, dead=failures.dead_topic),) if given_up else (),
            "first_shown": earliest(shown),
        },
    )


def _outcome(case: Case, *, some_given_up: bool) -> Iterator[Phrase]:
    """How retries end, where every member was asked: each counts what it pulled of the retry topic apart
    (`ConsumerStatsManager`, all versions). As many succeed there as fail at first where each does in the end."""
    rates = [rate for info in case.asked for rate in info.rates]
    again = [rate for rate in rates if rate.topic == case.retry_topic]
    succeed = sum(rate.consume_ok_tps or 0 for rate in again)
    fail = sum(rate.consume_failed_tps or 0 for rate in again)
    first = sum(rate.consume_failed_tps or 0 for rate in rates) - fail
    if succeed and case.live and case.live <= {info.client_id for info in case.asked}:
        all_do = not some_given_up and abs(succeed - first) <= _FEW * first
        tries = (first + fail) / succeed
        yield _say("succeed_in_the_end" if all_do else "tried_again", tries=tries, succeed=succeed, fail=fail)


def _would_show_dead_letters(case: Case) -> bool:
    """Whether every broker's log goes back to the group's beginning, so that it would hold the making of the dead-letter
    queue, which comes with the first message that is given up."""
    brokers = {queue.broker for queue in queues_of(case, case.retry_topic)}
    return bool(brokers) and brokers <= {broker_of(case, event.file) for event in case.beginning}


def _filled_lately(case: Case, failures: _Failures) -> bool:
    """Whether the dead-letter queue got its last message in the time of the evidence, as far as topicStatus tells."""
    rows = [newest for _, newest in failures.letters]
    filled, asked = latest(row.last_updated for row in rows), latest(row.at for row in rows)
    asked = asked or latest(look.at for look in case.snapshots)
    return bool(rows) and not (filled and asked and asked - filled > FAILED_LATELY)


def _limit(case: Case) -> Iterator[Phrase]:
    """Who gives up sooner than by default, after 16 retries: the limit of the client that sends a message back goes
    with it (`DefaultMQPushConsumerImpl#getMaxReconsumeTimes`, `SendMessageProcessor#consumerSendMsgBack`); what is
    popped or comes by gRPC is given up by the group's `retryMaxTimes`."""
    told = {info.client_id: info.most_retries for info in case.running}
    low = {who: times for who, times in told.items() if times is not None and times < _RETRIES}
    if low:
        yield _say("low_limit", clients=short(sorted(low)), number=min(low.values()))
    written = [one.value for one in case.settings if one.key == "retryMaxTimes" and one.group == case.group]
    numbers = [int(value) for value in written if value.isdecimal()]
    numbers += [config.retries for _, config in group_configs(case)[-1:] if config.retries is not None]
    if numbers and numbers[-1] < _RETRIES:
        yield _say("low_limit_of_group", number=numbers[-1])


def _amounts(failures: _Failures) -> list[Phrase]:
    numbers: dict[str, float] = {
        "retried": failures.retried,
        "buried": failures.buried,
        "dead_letters": failures.stored,
        "in_an_hour": sum(rate.consume_failed_in_hour or 0 for _, rate in failures.counted),
        "a_second": sum(rate.consume_failed_tps or 0 for _, rate in failures.counted),
        "logged": failures.times - times_of(failures.sent_back),
    }
    sentences = [_say(name, number=number) for name, number in numbers.items() if number > 0]
    if lines := times_of(failures.sent_back):
        ids, exact = messages_in(failures.sent_back)
        name = "sent_back_messages" if exact else "sent_back_at_least" if ids else "sent_back_lines"
        sentences.append(_say(name, number=lines, **({"messages": count(len(ids), "message")} if ids else {})))
    if failures.given_up:
        sentences.append(_say("created", moment=clock(first_moment(failures.given_up), zoned=True)))
    return sentences


def _consumes_without_failing(case: Case, failures: _Failures) -> bool:
    """Whether clients that were asked count successes and no failure. Silence shows nothing: a message is tried again
    after up to two hours (`MessageStoreConfig#messageDelayLevel`), and what an ordered listener gives up never was in
    the retry topic."""
    if failures.counted and not failures.logged:
        return all((rate.consume_ok_tps or 0) > 0 for _, rate in failures.counted)
    last = last_moment(failures.logged)
    asked = [info for info in case.running if last and is_after(info.at, last + FAILURES_SAMPLED)]
    rates = [rate for info in asked for rate in info.rates]
    return any(rate.consume_ok_tps for rate in rates) and not any(rate.consume_failed_tps for rate in rates)


def _minute_counts(case: Case) -> Iterator[Seen]:
    """By the counters that Java's clients print every minute (`ConsumerStatsManager`, all versions), where these fail to
    the end; else by brokers' of what clients sent back (`BrokerStatsManager#incSendBackNums`, all versions). A single
    minute may be that of a bad moment."""
    ends = [minutes[-_LAST_MINUTES:] for minutes in minutes_by_client(case).values()]
    failing = [
        minutes
        for minutes in ends
        if sum(minute.failed for minute in minutes) >= _MANY
        and all(minute.failed > _FEW * minute.consumed for minute in minutes)
    ]
    if not failing:
        yield from _steady_send_backs(case)
        return
    counted = [minute for minutes in failing for minute in minutes]
    failed, consumed = sum(minute.failed for minute in counted), sum(minute.consumed for minute in counted)
    events = [event for minutes in failing for event in minutes[-1].failures]
    in_a_row = max(map(len, failing)) == _LAST_MINUTES
    yield _counted(case, events, in_a_row, _say("by_counters", failed=failed, consumed=consumed))


def _steady_send_backs(case: Case) -> Iterator[Seen]:
    """One message alone is sent back in three minutes in a row at most: after 10 s, 30 s, 1 and 2 minutes
    (`MessageStoreConfig#messageDelayLevel`)."""
    counts = case.records("failed.counted_by_brokers")
    events = [event for event in counts if event.carried.counted and event.carried.counted.total]
    if times_of(events) < _MANY:
        return
    minutes = {event.at.replace(second=0, microsecond=0) for event in events if event.at and event.times == 1}
    longest = max(map(len, runs(minutes, COUNTED_MINUTE, begins=lambda minute: minute)), default=0)
    yield _counted(case, events, longest > _MANY, _say("by_brokers", number=times_of(events)))


def _counted(case: Case, events: Sequence[Event], in_a_row: bool, why: Phrase) -> Seen:
    """Failures that somebody counts every minute. `in_a_row`: whether in minutes that follow each other."""
    lately = any(case.recent(event, FAILED_LATELY) for event in events)
    return Seen(
        case="fails" if lately else "failed",
        signs={"counted": events, "one_after_another": in_a_row},
        why=why,
        severity=Severity.WARNING if lately and in_a_row else Severity.NOTICE,
        ongoing=lately,
        topics=case.own_topics(topics_in(events)),
        clients=clients_in(events),
        evidence=places_of((*events[:3], *events[-3:])),
        until=last_moment(events),
    )


def _dead_letters(case: Case, failures: _Failures) -> Iterator[Seen]:
    """By topicStatus of the group's dead-letter queue: what lies there was given up, and waits for a decision."""
    rows = [newest for _, newest in failures.letters]
    if not failures.stored:
        return
    newest = latest(row.last_updated or row.at for row in rows)
    yield Seen(
        case="dead_letters" if newest else "dead_letters_undated",
        signs={"dead_letters": failures.stored},
        values={"messages": failures.stored, **({"moment": clock(newest, zoned=True)} if newest else {})},
        severity=Severity.CRITICAL if failures.more else Severity.NOTICE,
        ongoing=bool(failures.more) or not _nothing_failed_since(case, newest),
        queues=[row.queue for row in rows],
        brokers=(),
        topics=(),
        evidence=places_of((*(oldest for oldest, _ in failures.letters), *rows)),
        until=newest,
    )


def _nothing_failed_since(case: Case, moment: datetime | None) -> bool:
    """Whether the newest snapshot came so long afterwards that nothing of that time is on its way to the dead-letter
    queue; or the group reads to this day and its retry topic, read to its end, got nothing for so long that no listener
    can have failed since: a first failure comes there after 10 s, what waits for a last retry may still fail.

    A message comes to the retry topic once for each retry, the first time by level 3, then by the next one
    (`SendMessageProcessor#consumerSendMsgBack`, all versions): how many came at all tells how long the last one waits
    at most. That is enough where several snapshots show that none came.
    """
    newest, delays = latest(look.at for look in case.snapshots), delays_written(case)
    longest = max(delays.values(), default=LONGEST_DELAY)
    if moment and newest and newest - moment > longest:
        return True
    look = case.snapshots[-1] if case.snapshots else None
    retries = look.rows_of(case.retry_topic) if look else []
    retried = latest(row.last_time for row in retries)
    if look is None or retried is None or look.newest_read is None or any(row.diff for row in retries):
        return False
    tries = min(_RETRIES, sum(row.broker_offset for row in retries))
    seen = [case.movements[row.queue] for row in retries]
    last_waits = delays.get(2 + tries, longest) if all(one.looked > 1 and not one.arrived for one in seen) else longest
    enough = min(LAST_RETRY_BUT_ONE, max(case.transitions.heartbeat, last_waits + delays.get(3, longest)))
    return look.newest_read - max(retried, moment or retried) > enough


def _failed_before(case: Case) -> Iterator[Seen]:
    """By a retry topic that holds messages of an earlier time, where none came meanwhile; not where its newest message
    came so long before what the group read last that no message of that time waits for its next delivery."""
    old = []
    for movement in (one for queue, one in case.movements.items() if queue.topic == case.retry_topic):
        row = movement.last
        newest = latest(of_look.last_time for of_look in movement.looks[-1].rows)
        long_before = not row.diff and row.last_time and newest and newest - row.last_time > LONGEST_DELAY
        if row.broker_offset > 0 and not long_before:
            old.append(movement)
    several_looks = all(len(movement.rows) > 1 for movement in old)
    if old:
        yield Seen(
            case="before_all" if several_looks else "before_one",
            signs={"retries": (messages := sum(movement.last.broker_offset for movement in old)), "failures": False},
            values={"messages": messages},
            severity=Severity.NOTICE,
            ongoing=not several_looks,
            topics=(),
            queues=[movement.queue for movement in old],
            evidence=places_of(old),
        )
