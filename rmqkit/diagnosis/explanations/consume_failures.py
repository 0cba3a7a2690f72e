"""Does the listener fail?

Retry topic, dead-letter queue, the clients' own counts, exceptions in their logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course, Movement, movements, waiting_in
from rmqkit.diagnosis.case.minutes import Minute, minutes_by_client
from rmqkit.diagnosis.case.settings_written import delays_written
from rmqkit.diagnosis.case.thrown import FAILED, failures_once, thrown_rows, thrown_sentences
from rmqkit.diagnosis.claims import Claim, Severity, core, follows, need
from rmqkit.diagnosis.commands import CLIENT_LOG, PROGRESS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Figure, Setting
from rmqkit.diagnosis.facts.clients_words import RunningInfo, TopicRates
from rmqkit.diagnosis.facts.group import QueueProgress, QueueStatus, Snapshot
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import (
    Event,
    brokers_of,
    clients_in,
    first_moment,
    last_moment,
    places_of,
    times_of,
    topics_in,
)
from rmqkit.diagnosis.facts.transitions import FAILED_LATELY, FAILURES_SAMPLED, LAST_RETRY_BUT_ONE, LONGEST_DELAY
from rmqkit.diagnosis.wording import clock, ranges
from rmqkit.formats.figures_text import retry_waits
from rmqkit.formats.known_words import is_of_rocketmq
from rmqkit.language import Phrase, joined, say
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq.client_id_meaning import speaks_grpc
from rmqkit.rocketmq.internal_topics import DEAD_LETTER_PREFIX

FAILURES = "consume_failures"
_SENT_BACK, _NOT_SENT_BACK = "sent_back", "send_back_failed"
_SENT_BACK_COUNTED = "sent_back_counted"
_GIVEN_UP = "rocketmq_send_to_dlq_messages_total"
# One or two failures are what retries are for.
_MANY = 3
_MINUTE = 60
_MOST_TOLD = 4
# Fewer of those consumed than one in so many: what retries are for as well.
_SINGLE = 1 / 100
# Of the messages of a minute, where nothing but a client's counter tells of it.
_FEW = 1 / 10
_LAST_MINUTES = 2


@dataclass(frozen=True)
class Failures:
    """Everything that tells of failing listeners.

    `given_up`: a broker made the group's dead-letter queue, which it does for the first message
    that comes there (`SendMessageProcessor#consumerSendMsgBack`, all versions).
    """

    retry: tuple[Movement, ...]
    dead: tuple[Movement, ...]
    counted: tuple[tuple[RunningInfo, TopicRates], ...]
    logged: tuple[Event, ...]
    given_up: tuple[Event, ...]

    @property
    def times(self) -> int:
        """How many failures the clients' logs hold at least, and what they sent back.

        Who could not send a message back prints that beside the failure itself, in up to two lines
        (`DefaultMQPushConsumerImpl#sendMessageBack`, `ConsumeMessageConcurrentlyService#sendMessageBack`).
        """
        sent_back = [event for event in self.logged if event.event == _SENT_BACK]
        not_sent = [event for event in self.logged if event.event == _NOT_SENT_BACK]
        return max(times_of(failures_once(self.logged)) + times_of(sent_back), times_of(not_sent) // 2)

    @property
    def unread_retries(self) -> list[Movement]:
        """The retry topic's queues, where each that gets messages stands for several commits."""
        stand = bool(self.retry) and all(movement.stands_with_more_behind for movement in self.retry)
        return list(self.retry) if stand else []

    @property
    def counted_now(self) -> int:
        """How many clients count failures at the moment."""
        return sum(1 for _, rate in self.counted if (rate.consume_failed_tps or 0) * _MINUTE >= _MANY)

    @property
    def overdue(self) -> int:
        """How many messages clients sent back because their listeners took too long with them, where nothing but
        the retry topic tells of any that failed."""
        overdue = times_of(event for event in self.logged if event.event == _SENT_BACK and event.carried.overdue)
        others = (self.dead, self.counted, self.given_up)
        return overdue if overdue == times_of(self.logged) and not any(others) else 0

    @property
    def only_overdue(self) -> bool:
        """Whether not more came to the retry topic than that."""
        return 0 < self.overdue >= sum(movement.arrived for movement in self.retry)

    @property
    def only_given_up(self) -> bool:
        """Whether no client tells of it."""
        return bool(self.given_up) and not (self.logged or self.counted)

    @property
    def certain(self) -> int:
        """What single failures and their retries cannot account for."""
        many = self.times if self.times >= _MANY else 0
        return len(self.retry) + len(self.dead) + len(self.given_up) + self.counted_now + many

    @property
    def told(self) -> int:
        """How many witnesses there are."""
        return len(self.counted) + self.times + len(self.retry) + len(self.dead) + len(self.given_up)

    @property
    def any(self) -> bool:
        """Whether anything tells of failures that are worth a word."""
        return bool(self.certain or self.counted)


def _failures(case: Case) -> Failures:
    rates = [(info, rate) for info in case.running for rate in info.rates]
    counted = [pair for pair in rates if pair[1].consume_failed_in_hour or pair[1].consume_failed_tps]
    dead_letters = DEAD_LETTER_PREFIX + case.group
    made = (event for event in case.events_named("topic_created", source="broker") if event.topic == dead_letters)
    return Failures(
        retry=tuple(_grown(case, case.retry_topic)),
        dead=tuple(_grown(case, dead_letters)),
        counted=tuple(counted),
        logged=tuple(case.events_named(FAILED, _SENT_BACK, _NOT_SENT_BACK, source="client")),
        given_up=tuple(made),
    )


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By a retry topic or a dead-letter queue that grows, by the clients' counts, by exceptions in
    their logs, or by what brokers count into the dead-letter queue."""
    failures = _failures(case)
    if failures.only_overdue:
        return []
    if failures.any:
        return [_failing(case, failures)]
    if tasks := _pull_tasks_fail(case):
        return [tasks]
    told = (
        _given_up_by_brokers_counts(case)
        or _sent_back_by_brokers_counts(case)
        or _failed_by_clients_minutes(case)
        or _in_the_dead_letter_queue(case)
        or _failed_by_counters(case)
        or _failed_before(case)
    )
    return [told] if told else []


def _failing(case: Case, failures: Failures) -> Claim:
    lately = _goes_on(case, failures)
    course = Course((*failures.logged, *failures.given_up), lately, over=not lately and _came_to_an_end(case, failures))
    moved = (*failures.retry, *failures.dead)
    thrown = thrown_rows(case, failures.logged)
    policy = _policy(case, failures)
    return Claim(
        FAILURES,
        _title(failures, lately=lately),
        joined(
            " ",
            [
                _why(failures),
                _unread_retries(failures),
                *thrown_sentences(thrown),
                _when_again(policy),
                _not_again(course),
            ],
        ),
        _severity(case, failures, lately),
        signs=(
            core(say("failures are counted, logged or sent back"), failures.told),
            need(
                say("more of them than single retries"),
                0 if failures.overdue or _single_ones(case, failures) else failures.certain,
                command=PROGRESS,
            ),
        ),
        ongoing=not course.over,
        topics=case.own_topics([*(rate.topic for _, rate in failures.counted), *topics_in(failures.logged)]),
        queues=tuple(movement.queue for movement in moved),
        clients=distinct([*(info.client_id for info, _ in failures.counted), *clients_in(failures.logged)]),
        evidence=(
            *(info.rates_place(rates) for info, rates in failures.counted),
            *places_of((*moved, *failures.logged[:4], *failures.given_up[:2], *policy[:1])),
        ),
        until=course.until,
        details={"exceptions": thrown},
    )


def _title(failures: Failures, *, lately: bool) -> Phrase:
    if failures.unread_retries:
        return say("The listener fails, and what failed waits in the retry topic, which stands")
    if len(failures.given_up) == failures.told:
        return say("A message was given up and went to the dead-letter queue")
    return _delivered_again(lately=lately)


def _delivered_again(*, lately: bool) -> Phrase:
    if lately:
        return say("The listener fails and messages are delivered again")
    return say("The listener failed and messages were delivered again")


def _unread_retries(failures: Failures) -> Phrase | str:
    unread = failures.unread_retries
    if not unread:
        return ""
    return say(
        "Nobody gets them again: the offset of {queues} stands, {waiting:,} messages wait there. "
        "Look at its owner, and with mqadmin topicRoute at whether it may be read (perm 6).",
        queues=ranges(movement.queue for movement in unread),
        waiting=waiting_in(unread),
    )


def _policy(case: Case, failures: Failures) -> list[Setting]:
    """The group's retry policies that name their times, where clients failed that go by them: those that speak to a
    proxy, which hands the policy to them (`GrpcClientSettingsManager#mergeSubscriptionData`, 5.0.0 and later). Others
    send back by delay levels."""
    if not any(speaks_grpc(client_id) for client_id in clients_in(failures.logged)):
        return []
    own = (setting for setting in case.settings if setting.group == case.group)
    return [one for one in own if one.key == "groupRetryPolicy" and retry_waits(one.value)]


def _when_again(policy: Sequence[Setting]) -> Phrase | str:
    told = {retry_waits(setting.value) for setting in policy}
    if len(told) != 1:
        return ""
    waits = list(dict.fromkeys(map(str, told.pop())))
    if len(waits) == 1:
        return say(
            "When a failed message comes again the group's retry policy decides (groupRetryPolicy): "
            "each attempt waits {wait}.",
            wait=waits[0],
        )
    return say(
        "When a failed message comes again the group's retry policy decides (groupRetryPolicy): "
        "the attempts wait {waits}.",
        waits=", ".join(waits[:_MOST_TOLD]) + (", ..." if len(waits) > _MOST_TOLD else ""),
    )


def _goes_on(case: Case, failures: Failures) -> bool:
    said = (*(failures.logged if failures.times >= _MANY else ()), *failures.given_up)
    lately = any(case.recent(event, FAILED_LATELY) for event in said)
    return bool(failures.retry or failures.dead or failures.counted_now) or lately


def _came_to_an_end(case: Case, failures: Failures) -> bool:
    """Whether somebody saw it consume without failing since. Silence shows nothing: a message is
    tried again after up to two hours (`MessageStoreConfig#messageDelayLevel`).

    A client does not fail any more that counts successes and no failure; nor does a group of which two later looks show
    that it consumes and that its retry topic does not grow. What an ordered listener gives up was never in that topic.
    """
    if failures.only_given_up:
        return False
    if failures.counted and not failures.logged:
        return all((rate.consume_ok_tps or 0) > 0 for _, rate in failures.counted)
    last = last_moment(failures.logged)
    stands = case.works_since(failures.logged) and _retries_stand_since(case, last)
    return stands or (last is not None and _succeed_after(case, last + FAILURES_SAMPLED))


def _succeed_after(case: Case, moment: datetime) -> bool:
    """Whether clients that were asked later count successes and no failure."""
    asked = [info for info in case.running if is_after(info.at, moment)]
    rates = [rate for info in asked for rate in info.rates]
    return any(rate.consume_ok_tps for rate in rates) and not any(rate.consume_failed_tps for rate in rates)


def _retries_stand_since(case: Case, last: datetime | None) -> bool:
    """Whether two looks at a broker's part of the retry topic show that nothing came to it."""
    looks = case.looks_after(last)
    retries = [movement for queue, movement in movements(looks).items() if queue.topic == case.retry_topic]
    rows = [row for look in looks for row in look.rows_of(case.retry_topic)]
    several = len(rows) > len(brokers_of(row.queue for row in rows))
    return several and not any(movement.arrived > 0 for movement in retries)


def _not_again(course: Course) -> Phrase | str:
    if not course.silent:
        return ""
    if course.last is None:
        return say("Nothing shows that it consumes without failing since.")
    return say(
        "Not said again since {moment}, and nothing shows that it consumes without failing since.",
        moment=time_of_day(course.last),
    )


def _severity(case: Case, failures: Failures, lately: bool) -> Severity:
    if failures.dead or failures.unread_retries:
        return Severity.CRITICAL
    slight = failures.overdue or _single_ones(case, failures)
    return Severity.WARNING if lately and not slight else Severity.NOTICE


def _single_ones(case: Case, failures: Failures) -> bool:
    """Whether the retry topic alone tells of failures, and of so few that the group consumes all but one of a
    hundred."""
    consumed = sum(one.consumed for queue, one in case.movements.items() if queue.is_users)
    retried = sum(movement.arrived for movement in failures.retry)
    alone = failures.told == len(failures.retry) and not failures.unread_retries
    return alone and retried < _SINGLE * consumed


def _why(failures: Failures) -> Phrase:
    retried = sum(movement.arrived for movement in failures.retry)
    buried = sum(movement.arrived for movement in failures.dead)
    counted = sum(rate.consume_failed_in_hour or 0 for _, rate in failures.counted)
    a_second = sum(rate.consume_failed_tps or 0 for _, rate in failures.counted)
    times = failures.times
    sentences = (
        (retried, say("{retried:,} messages went to the retry topic between the looks.", retried=retried)),
        (buried, say("{buried:,} reached the dead-letter queue.", buried=buried)),
        (counted, say("Clients count {counted:,} failures in the last hour.", counted=counted)),
        (a_second, say("Clients count {a_second:.1f} failures a second.", a_second=a_second)),
        (times, say("Their logs hold {times:,} failures of the listener.", times=times)),
        (
            len(failures.given_up),
            say(
                "The dead-letter queue was made at {moment}: a message was given up, after its "
                "last retry or because the listener asked for none.",
                moment=clock(first_moment(failures.given_up), zoned=True),
            ),
        ),
    )
    return joined(" ", [sentence for number, sentence in sentences if number])


class _CounterLooks(NamedTuple):
    """A broker's counter at the first and the last look at it."""

    first: Figure
    last: Figure

    @property
    def more(self) -> int:
        """By how much it grew; it begins anew when its broker starts."""
        return int((self.last.number or 0) - (self.first.number or 0))


def _dead_letter_counters(case: Case) -> list[_CounterLooks]:
    """What each broker counted into the group's dead-letter queue."""
    looks = [figure for figure in case.figures if figure.name == _GIVEN_UP and figure.group == case.group]
    by_counter = grouped(((figure.teller, figure.topic), figure) for figure in looks if figure.number is not None)
    return [_CounterLooks(figures[0], figures[-1]) for figures in by_counter.values()]


def _given_up_by_brokers_counts(case: Case) -> Claim | None:
    """Of a group whose messages the brokers' own counter says were moved to its dead-letter queue, between two looks or
    more (`BrokerMetricsConstant`, 5.1.0 and later): a message gets there when its last retry has failed."""
    grown = [counter for counter in _dead_letter_counters(case) if counter.more > 0]
    if not grown:
        return None
    messages = sum(counter.more for counter in grown)
    return Claim(
        FAILURES,
        say("The listener fails until no retry is left: {messages:,} messages were given up", messages=messages),
        say(
            "Brokers count what they move to {topic}: it grew from look to look. Nothing of it "
            "is delivered again, and no lag of the group counts it.",
            topic=DEAD_LETTER_PREFIX + case.group,
        ),
        Severity.CRITICAL,
        signs=(core(say("brokers count messages into the dead-letter queue"), messages),),
        topics=distinct(counter.last.topic for counter in grown),
        brokers=distinct(counter.last.broker for counter in grown),
        evidence=places_of(look for counter in grown[:3] for look in counter),
        since=earliest(counter.first.at for counter in grown),
    )


def _sent_back_by_brokers_counts(case: Case) -> Claim | None:
    """By the minutes in which a broker counted messages that the group's clients sent back (`stats.log`:
    `BrokerStatsManager#incSendBackNums`, all versions); it prints every minute, so that silence is none."""
    minutes = [event for event in case.own_events(_SENT_BACK_COUNTED) if any(event.carried.summed_up)]
    if times_of(minutes) < _MANY:
        return None
    why = say("In {minutes} minutes brokers counted messages that clients sent back.", minutes=times_of(minutes))
    return _by_minutes(case, minutes, say("brokers count messages that are sent back"), why)


def _failed_by_clients_minutes(case: Case) -> Claim | None:
    """By what gRPC clients count of themselves, minute by minute (rocketmq-clients for Java)."""
    said = case.own_events("queue_stats_printed", source="client")
    minutes = [event for event in said if any(counted.failed for counted in event.carried.consumed)]
    failed = sum(counted.failed for event in minutes for counted in event.carried.consumed[-1:])
    if failed < _MANY:
        return None
    why = say("Clients counted {failed:,} failures of the listener, or more.", failed=failed)
    return _by_minutes(case, minutes, say("clients count failures of their listener"), why)


def _failed_by_counters(case: Case) -> Claim | None:
    """By the counters that Java's clients print every minute (`ConsumerStatsManager`, all versions), those of the retry
    topic among them. A single minute may be that of one bad moment."""
    failing = _failing_to_the_end(case)
    if not failing:
        return None
    goes_on = max(map(len, failing)) == _LAST_MINUTES
    failed = sum(minute.failed for minute in chain.from_iterable(failing))
    consumed = sum(minute.consumed for minute in chain.from_iterable(failing))
    events = [event for minutes in failing for event in minutes[-1].failures]
    lately = any(case.recent(event, FAILED_LATELY) for event in events)
    return Claim(
        FAILURES,
        _delivered_again(lately=lately),
        say(
            "Clients counted {failed:,} failures of the listener among {consumed:,} messages, by the last minutes of their "
            "logs.",
            failed=failed,
            consumed=consumed,
        ),
        Severity.WARNING if lately and goes_on else Severity.NOTICE,
        signs=(
            core(say("clients count failures of their listener"), len(events)),
            need(say("in one minute after the other"), goes_on, command=CLIENT_LOG),
        ),
        ongoing=lately,
        topics=case.own_topics(topics_in(events)),
        evidence=places_of(events[:4]),
        until=None if lately else last_moment(events),
    )


def _failing_to_the_end(case: Case) -> list[Sequence[Minute]]:
    """The last minutes of each client that fails in all of them."""
    last = [minutes[-_LAST_MINUTES:] for minutes in minutes_by_client(case).values()]
    return list(filter(_fails, last))


def _fails(minutes: Sequence[Minute]) -> bool:
    """Whether more failed in each of these minutes than single messages."""
    many = sum(minute.failed for minute in minutes) >= _MANY
    return many and all(minute.failed > _FEW * minute.consumed for minute in minutes)


def _by_minutes(case: Case, minutes: Sequence[Event], what: Phrase, why: Phrase) -> Claim:
    lately = any(case.recent(event, FAILED_LATELY) for event in minutes)
    return Claim(
        FAILURES,
        _delivered_again(lately=lately),
        why,
        Severity.WARNING if lately else Severity.NOTICE,
        signs=(core(what, times_of(minutes)),),
        ongoing=lately,
        topics=case.own_topics(topics_in(minutes)),
        clients=clients_in(minutes),
        evidence=places_of((*minutes[:3], *minutes[-3:])),
        since=first_moment(minutes),
        until=None if lately else last_moment(minutes),
    )


def _pull_tasks_fail(case: Case) -> Claim | None:
    """By what a scheduled pull consumer prints of the application's own code: what it throws leaves `doPullTask`, and a
    second later the same task begins anew at the offset that is stored (`MQPullConsumerScheduleService`, all versions).

    What RocketMQ threw in it is no failure of the application: a broker that could not be reached, or that refused.
    """
    failed = [event for event in case.events_named(_TASK_FAILED, source="client") if _is_applications(event)]
    if times_of(failed) < _MANY:
        return None
    lately = any(case.recent(event, FAILED_LATELY) for event in failed)
    thrown = thrown_rows(case, failed)
    return Claim(
        FAILURES,
        say("The application's pull task fails again and again")
        if lately
        else say("The application's pull task failed again and again"),
        joined(
            " ",
            [
                say("Its client's log holds {times:,} failures of the task.", times=times_of(failed)),
                *thrown_sentences(thrown),
                say(
                    "What the task pulled before it failed is pulled again a second later, and consumed again, unless the "
                    "task stored its offset first: such a queue does not get past the message that fails."
                ),
            ],
        ),
        Severity.WARNING if lately else Severity.NOTICE,
        signs=(core(say("a client logs that the application's pull task failed"), times_of(failed)),),
        ongoing=lately,
        clients=clients_in(failed),
        evidence=places_of((*failed[:2], *failed[2:][-2:])),
        since=first_moment(failed),
        until=None if lately else last_moment(failed),
        details={"exceptions": thrown},
    )


_TASK_FAILED = "pull_schedule_failed"


def _is_applications(event: Event) -> bool:
    thrown = event.carried.thrown
    return thrown is not None and not is_of_rocketmq(thrown.name)


def _in_the_dead_letter_queue(case: Case) -> Claim | None:
    """By topicStatus of the group's dead-letter queue: what lies there was given up, and waits for a decision."""
    first, last = _first_and_last_of_dead_letters(case)
    lie = sum(map(_kept, last))
    more = _came_to(last) - _came_to(first)
    newest = latest(row.last_updated or row.at for row in last)
    over = not more and (_long_ago(case, newest) or _no_retries_since(case, newest))
    if not lie:
        return None
    return Claim(
        FAILURES,
        _lie_there(lie, newest),
        say("Their last retry failed; nothing of it is delivered again by itself."),
        Severity.CRITICAL if more else Severity.NOTICE,
        signs=(core(say("messages lie in the dead-letter queue"), lie),),
        ongoing=not over,
        queues=tuple(row.queue for row in last),
        evidence=places_of((*first, *last)),
        until=None if more else newest,
    )


def _first_and_last_of_dead_letters(case: Case) -> tuple[list[QueueStatus], list[QueueStatus]]:
    """The queues of the group's dead-letter queue as topicStatus listed them first, and last."""
    rows = case.status.get(DEAD_LETTER_PREFIX + case.group, ())
    first = {listed.queue: listed for listed in reversed(rows)}
    return list(first.values()), [case.ends[queue] for queue in sorted(first)]


def _came_to(queues: Iterable[QueueStatus]) -> int:
    return sum(row.max_offset for row in queues)


def _kept(listed: QueueStatus) -> int:
    return listed.max_offset - (listed.min_offset or 0)


def _lie_there(messages: int, newest: datetime | None) -> Phrase:
    if newest is None:
        return say("{messages:,} messages lie in the dead-letter queue", messages=messages)
    return say(
        "{messages:,} messages lie in the dead-letter queue, the last one of {moment}",
        messages=messages,
        moment=clock(newest, zoned=True),
    )


def _long_ago(case: Case, moment: datetime | None) -> bool:
    """So long before the newest look that nothing of that time is still on its way to the dead-letter queue."""
    newest = latest([look.at for look in case.snapshots])
    longest = max(delays_written(case).values(), default=LONGEST_DELAY)
    return bool(moment and newest and newest - moment > longest)


def _no_retries_since(case: Case, moment: datetime | None) -> bool:
    """Whether the group reads to this day and its retry topic, read to its end, got nothing for so long that no listener
    can have failed since: a first failure comes there after 10 s. What waits for a last retry may still fail."""
    look = case.snapshots[-1] if case.snapshots else None
    retries = look.rows_of(case.retry_topic) if look else []
    newest = latest(row.last_time for row in retries)
    if look is None or newest is None or look.newest_read is None or any(row.diff for row in retries):
        return False
    return look.newest_read - max(newest, moment or newest) > LAST_RETRY_BUT_ONE


def _old_retries(case: Case) -> list[Movement]:
    """The retry topic's queues that hold anything, but for those of another day."""
    return [
        movement
        for movement in case.movements.values()
        if movement.queue.topic == case.retry_topic
        and movement.last.broker_offset > 0
        and not _long_before(movement.last, movement.looks[-1])
    ]


def _long_before(row: QueueProgress, look: Snapshot) -> bool:
    """Whether what came to a retry queue last came so long before what the group read last that no message of that time
    waits for its next delivery: failures of another day."""
    newest = latest(of_look.last_time for of_look in look.rows)
    return not row.diff and bool(row.last_time and newest and newest - row.last_time > LONGEST_DELAY)


def _failed_before(case: Case) -> Claim | None:
    """The retry topic holds messages of an earlier time and none came while anybody looked."""
    old = _old_retries(case)
    messages = sum(movement.last.broker_offset for movement in old)
    if not messages:
        return None
    seen_to_stand = all(len(movement.rows) > 1 for movement in old)
    return Claim(
        FAILURES,
        say("It is over: {messages:,} messages went to the retry topic before the first look", messages=messages)
        if seen_to_stand
        else say("{messages:,} messages went to the retry topic before the look", messages=messages),
        say(
            "Since the retry topic was made, listeners failed, or their clients took too long and sent messages back.",
        ),
        Severity.NOTICE,
        signs=(
            follows(say("the retry topic holds messages"), messages),
            need(say("failures are counted or logged"), met=False, command=CLIENT_LOG),
        ),
        ongoing=not seen_to_stand,
        queues=tuple(movement.queue for movement in old),
        brokers=brokers_of(movement.queue for movement in old),
        evidence=places_of(old),
    )


def _grown(case: Case, topic: str) -> list[Movement]:
    return [movement for movement in case.movements.values() if movement.queue.topic == topic and movement.arrived > 0]


EXPLANATION = Explanation(
    id=FAILURES,
    rank=120,
    claims=claims,
    command=CLIENT_LOG,
    messages=frozenset({FAILED, _SENT_BACK, _NOT_SENT_BACK, _SENT_BACK_COUNTED, _TASK_FAILED}),
    suspected=say("The listener may fail again and again"),
    shown_by=need(say("failures that are counted, or logged again and again"), met=False, command=CLIENT_LOG),
    kind=CAUSE,
    what="The listener fails; failed messages go to the retry topic and, after the last try, to the dead-letter queue.",
    confirm="The client's log: 'consumeMessage exception' or 'return null'; mqadmin consumerProgress: %RETRY%GROUP grows.",
    remedy=(
        "Find the exception in the client's log and mend the listener.",
        "Messages that reached %DLQ%GROUP are not delivered again by themselves: resend them after the repair.",
    ),
    do_not=("Do not return success for messages that failed just to empty the retry topic.",),
)
