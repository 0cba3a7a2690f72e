"""Is anything consumed twice?

Queues with several readers now, and windows read again after a change of hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.lag import Movement, none_moves
from rmqkit.diagnosis.case.popped import pulls
from rmqkit.diagnosis.case.read_twice import (
    commits_back,
    commits_back_again_and_again,
    committed_by_several,
    held_and_committed_by_several,
    held_by_several,
    windows_read_again,
)
from rmqkit.diagnosis.case.recomputation import reads_by_lock
from rmqkit.diagnosis.case.retries import doubled_retries
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Claim, Severity, Sign, about, core, follows, need
from rmqkit.diagnosis.commands import CLIENT_LOG, PROGRESS, STATUS
from rmqkit.diagnosis.explanation import EFFECT, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.handovers import Window
from rmqkit.diagnosis.facts.known import distinct, earliest, is_after, latest
from rmqkit.diagnosis.facts.logs import (
    Event,
    clients_in,
    first_moment,
    last_moment,
    places_of,
    times_of,
    topics_in,
    topics_of,
)
from rmqkit.diagnosis.facts.transitions import DEFAULTS, FAILED_LATELY
from rmqkit.diagnosis.finding import Finding, causes_of
from rmqkit.diagnosis.wording import count, enumerated, ranges
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import MessageQueue

ID = "duplicate_consumption"
Offsets = tuple[str, str, int, int, int]
"""Topic, broker, queue, first offset, offset behind the last."""


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """By several readers at once, by commits that go back again and again,
    by windows that were read again."""
    causes = causes_of(ID, findings)
    several = bool(causes) or held_and_committed_by_several(case)
    readers = _read_by_several(case, causes) if several else None
    at_once = readers or _committed_back_again_and_again(case)
    others = [
        _sent_back_by_clients(case),
        _failed_while_it_stopped(case),
        _acknowledged_too_late(case),
        _taken_and_not_committed(case),
    ]
    if not at_once:
        others = [*_put_back(case, findings), _reconsumed(case, findings), *others]
    return filter(None, [at_once, *others])


def _taken_and_not_committed(case: Case) -> Claim | None:
    """What is pulled far beyond what a client holds was taken by the application, and nothing of the group is committed:
    the next start, and whoever gets a queue next, begins at the old offset again.

    Where others are committed, one unfinished message holds the queue.
    """
    taken = _taken_where_none_moves(case)
    if not taken:
        return None
    queues, inflight = [one.queue for one in taken], [one.inflight for one in taken]
    again = sum(one.taken_again for one in taken)
    switched_off = [setting.place for setting in case.settings if _commits_by_itself(setting)]
    return Claim(
        ID,
        _title_of_taken(again, sum(inflight)),
        joined(
            " ",
            [
                say(
                    "{queues}: everything up to {inflight:,} messages behind the committed offset was pulled (Inflight), "
                    "far more than a client holds unconsumed, and the offset stands. It is read and never committed: "
                    "the lag grows although nothing waits, and each start begins at the old offset again.",
                    queues=ranges(queues),
                    inflight=max(inflight),
                ),
                _who_commits(switched_off=bool(switched_off)),
            ],
        ),
        Severity.WARNING,
        signs=(
            follows(say("far more is pulled than a client holds, and the committed offset stands"), len(taken)),
            core(say("the application is seen to take the same messages again"), 0, command=CLIENT_LOG),
        ),
        topics=topics_of(queues),
        evidence=(*switched_off[:2], *case.first_and_last_places(queues)),
        details={"taken_again": again},
    )


def _taken_where_none_moves(case: Case) -> list[Movement]:
    """Of groups of which brokers keep offsets: those of broadcasting clients and of pop tell nothing."""
    without_offsets = case.told_broadcasting or case.given_out is GivenOut.BY_POP
    if without_offsets or not none_moves(case.user_movements):
        return []
    return [one for one in case.user_movements if one.taken_and_not_committed]


def _title_of_taken(again: int, inflight: int) -> Phrase:
    if again:
        return say(
            "At least {messages} seem to have been read again: what is read is never committed",
            messages=count(again, "message"),
        )
    return say(
        "{messages} seem to have been read and not committed: they come again after the next start",
        messages=count(inflight, "message"),
    )


def _who_commits(*, switched_off: bool) -> Phrase:
    if switched_off:
        return say("Automatic commits are switched off, and then the application has to commit by itself.")
    return say("Look at whether automatic commits are switched off (setAutoCommit(false)) and nobody commits.")


def _commits_by_itself(setting: Setting) -> bool:
    """Whether it takes automatic commits away from a lite pull consumer (`DefaultLitePullConsumer#setAutoCommit`)."""
    key = setting.key.lower().replace("-", "").replace("_", "")
    return key.endswith("autocommit") and setting.value.lower() == "false"


def _sent_back_by_clients(case: Case) -> Claim | None:
    """What clients sent back by themselves while their listeners were still at it: it comes again after 10 s, to any
    client of the group (`ProcessQueue#cleanExpiredMsg`, every consumeTimeout, all versions). The listener is not
    stopped."""
    overdue = [event for event in case.events_named(_SENT_BACK, source="client") if event.carried.overdue]
    if not overdue:
        return None
    messages, ongoing = times_of(overdue), any(case.recent(event, FAILED_LATELY) for event in overdue)
    retries = [movement for queue, movement in case.movements.items() if queue.topic == case.retry_topic]
    return Claim(
        ID,
        say(
            "{messages} delivered again while a listener still worked on them: it takes longer than consumeTimeout",
            messages=count(messages, "message"),
        ),
        say(
            "A client looks for messages that its listener holds for longer than consumeTimeout (15 minutes by default) "
            "and sends them back by itself; 10 s later they come again from the retry topic, while the first run goes "
            "on. No queue needs a second reader for that. The listener did not fail. Set consumeTimeout longer than the "
            "slowest message takes (setConsumeTimeout, in minutes), or hand long work over and return."
        ),
        Severity.WARNING if ongoing else Severity.NOTICE,
        signs=(
            core(say("clients send back what their listeners still work on"), messages),
            need(
                say("what was sent back is read again"),
                _read_to_the_end(retries),
                command=PROGRESS,
            ),
        ),
        ongoing=ongoing,
        topics=topics_in(overdue),
        evidence=(*places_of((*overdue[:3], *overdue[3:][-2:])), *places_of(retries[:2])),
        since=first_moment(overdue),
        until=None if ongoing else last_moment(overdue),
        details={"overdue": messages},
    )


def _failed_while_it_stopped(case: Case) -> Claim | None:
    """What failed in a client's listener between its last commit and its end: it goes to the retry topic, and the
    offset that was committed before has the next reader begin with the same messages.

    `DefaultMQPushConsumerImpl#shutdown` interrupts the listeners that still work, without waiting for them where
    `awaitTerminationMillisWhenShutdown` is 0, its default, and commits beside them (all versions).
    """
    failed = [event for file in case.logs for event in _failed_at_the_end(case, file)]
    if not failed:
        return None
    return Claim(
        ID,
        say(
            "{messages} seem to come twice: listeners failed on them while their client was stopped",
            messages=count(times_of(failed), "message"),
        ),
        say(
            "A client that is stopped interrupts its listeners and commits before they have returned: what they fail on "
            "goes to the retry topic, and whoever reads the queue next begins with the same messages. Each such stop "
            "adds a copy. Give listeners the time to end (awaitTerminationMillisWhenShutdown), more of it than the "
            "slowest message takes, and see who stops the client."
        ),
        Severity.NOTICE,
        signs=(
            follows(say("listeners fail between the client's last commit and its end"), times_of(failed)),
            core(say("the next reader is seen to begin at the same offsets"), 0, command=CLIENT_LOG),
        ),
        topics=topics_in(failed),
        clients=clients_in(failed),
        evidence=places_of((*failed[:3], *failed[3:][-2:])),
        since=first_moment(failed),
    )


def _failed_at_the_end(case: Case, file: str) -> list[Event]:
    """The failures of a log after its last commit, where the client's shutdown ends it."""
    ends = case.own_events("consumer_shutdown", source="client", file=file)
    committed = last_moment(case.own_events("offset_committed", source="client", file=file))
    if committed is None or not any(map(case.recent, ends)):
        return []
    failed = case.own_events("consume_failed", source="client", file=file)
    return [event for event in failed if event.at and event.at >= committed]


def _read_to_the_end(movements: Iterable[Movement]) -> int:
    """How many messages were read of those queues in which none waits."""
    return sum(movement.last.consumer_offset for movement in movements if not movement.last.diff)


def _acknowledged_too_late(case: Case) -> Claim | None:
    """What a client of 5.x took and acknowledged when its invisible time was over: by then it may be delivered again.

    `AbstractProcessor#validateReceiptHandle` of the proxy (5.0.0 and later) refuses the acknowledgement, and what is not
    acknowledged the broker gives out again (`PopReviveService`).
    """
    late = case.events_named(_TOO_LATE)
    if not late:
        return None
    ongoing = any(map(case.recent, late))
    again = _given_out_again(case, late)
    return Claim(
        ID,
        _title_of_late(count(times_of(late), "acknowledgement"), given_out_again=bool(again)),
        joined(" ", [_GIVEN_OUT_AGAIN, _MORE_TIME]),
        Severity.WARNING if ongoing else Severity.NOTICE,
        signs=(
            follows(say("acknowledgements are refused because the invisible time was over"), times_of(late)),
            core(
                say("messages that nobody acknowledged in time are seen to be delivered again"),
                sum(movement.consumed for movement in again),
                command=PROGRESS,
            ),
        ),
        ongoing=ongoing,
        topics=topics_in(late),
        clients=clients_in(late),
        evidence=(*places_of((*late[:2], *late[2:][-2:])), *case.first_and_last_places([one.queue for one in again])),
        since=first_moment(late),
        until=None if ongoing else last_moment(late),
    )


_TOO_LATE, _SENT_BACK = "ack_too_late", "sent_back"
_GIVEN_OUT_AGAIN = say(
    "A message that is not acknowledged while it is invisible is given out again, to any client of the group: "
    "consumed it was, and it comes once more."
)
_MORE_TIME = say(
    "All messages of one receive become visible at the same moment, however many of them still wait to be worked off: "
    "a longer invisible time (invisibleDuration), fewer messages at once, or changeInvisibleDuration while they wait."
)


def _given_out_again(case: Case, late: Sequence[Event]) -> list[Movement]:
    """The queues of retry topics that were read from look to look while acknowledgements came too late: a broker puts
    there what it gives out again (`PopReviveService#reviveRetry`, 5.0.0 and later)."""
    first, last = first_moment(late), last_moment(late)
    retried = [one for queue, one in case.movements.items() if case.is_retry_topic(queue.topic) and one.consumed > 0]
    return [one for one in retried if _meet(one, first, last)]


def _meet(movement: Movement, first: datetime | None, last: datetime | None) -> bool:
    """Whether a span of time begins before the newest look at a queue and ends after the oldest one."""
    oldest, newest = movement.looks[0].at, movement.looks[-1].at
    return bool(first and last and oldest and newest) and not is_after(first, newest) and is_after(last, oldest)


def _title_of_late(acknowledgements: Phrase, *, given_out_again: bool) -> Phrase:
    if given_out_again:
        return say("Messages are delivered again: {answers} came after their invisible time", answers=acknowledgements)
    return say(
        "Messages seem to be delivered again: {answers} came after their invisible time", answers=acknowledgements
    )


def _put_back(case: Case, findings: Findings) -> list[Claim]:
    """Offsets that somebody put back: what lies between comes again once a reader goes on there."""
    return [
        _after_moves(case, finding, windows, finding.details.get("read_again", {}))
        for finding in findings
        if ID in finding.explains and (windows := list(finding.details.get("windows", ())))
    ]


def _after_moves(case: Case, finding: Finding, windows: Sequence[Offsets], again: Mapping[MessageQueue, int]) -> Claim:
    messages = count(sum(again.values()), "message")
    ongoing = any(_reads_again(case, window) for window in windows)
    return Claim(
        ID,
        say("At least {messages} consumed again after offsets moved back", messages=messages)
        if again
        else say("Messages may be consumed again after offsets moved back"),
        say("Each queue went on at the lower offset, so everything from there on was delivered again.")
        if again
        else say("Whoever reads these queues next starts at the lower offset; no reader was seen to go on there."),
        Severity.WARNING if ongoing else Severity.NOTICE,
        signs=(
            follows(say("offsets were moved back"), len(windows)),
            core(say("a reader went on at the lower offset"), again, command=PROGRESS),
            need(say("that is proven"), finding.proven),
        ),
        ongoing=ongoing,
        queues=tuple(sorted(again or {MessageQueue(*window[:3]) for window in windows})),
        topics=finding.topics,
        evidence=finding.evidence,
        since=finding.since,
        until=None if ongoing else finding.until,
        details={"windows": windows},
    )


def _reads_again(case: Case, window: Offsets) -> bool:
    """Whether the newest look has the queue on its way through what an earlier one has behind it; where the queue's end
    went back as well, nobody knows which look is the newest."""
    topic, broker, queue, first, last = window
    movement = case.movements.get(MessageQueue(topic, broker, queue))
    if movement is None or not movement.moved_last or not first <= movement.last.consumer_offset < last:
        return False
    further = [row for row in movement.rows if row.consumer_offset > movement.last.consumer_offset]
    return bool(further) and all(row.broker_offset <= movement.last.broker_offset for row in further)


def _read_by_several(case: Case, causes: Sequence[Finding]) -> Claim | None:
    predicted = _predicted(case, causes)
    if predicted:
        proven = need(say("their cause is proven"), any(cause.proven for cause in causes), command=STATUS)
        more = any(cause.details.get("more_possible") for cause in causes)
        return _several_readers(case, sorted(predicted), proven, at_least=more)
    committed = committed_by_several(case)
    # Of those who hold a queue that needs a lock one reads it.
    held = committed or ([] if reads_by_lock(case) else held_by_several(case))
    sign = need(say("several clients commit them side by side"), committed, command=CLIENT_LOG)
    return _several_readers(case, held, sign) if held else None


def _predicted(case: Case, causes: Sequence[Finding]) -> set[MessageQueue]:
    """The queues that several clients get by what all of them share out, or by the word of a cause."""
    retries = doubled_retries(case) if pulls(case) else []
    doubled = [*accepted_allocation(case).doubles(), *retries] if case.everybody_known else []
    return {*doubled, *(queue for cause in causes for queue in cause.details.get("read_by_several", ()))}


def _several_readers(case: Case, doubles: list[MessageQueue], sure: Sign, *, at_least: bool = False) -> Claim:
    allocations = accepted_allocation(case).allocations.values()
    readers = {client for allocated in allocations for queue in doubles for client in allocated.owners.get(queue, ())}
    return Claim(
        ID,
        _several_title(count(len(doubles), "queue"), at_least=at_least),
        say("{doubles}: every message of these queues is delivered to each of their readers.", doubles=ranges(doubles)),
        Severity.CRITICAL,
        signs=(core(say("queues have several readers"), len(doubles)), sure),
        **about(doubles),
        clients=tuple(sorted(readers)),
        evidence=places_of(commits_back(case)),
    )


def _several_title(queues: Phrase, *, at_least: bool) -> Phrase:
    if at_least:
        return say("At least {queues} consumed by several clients at once", queues=queues)
    return say("{queues} consumed by several clients at once", queues=queues)


def _committed_back_again_and_again(case: Case) -> Claim | None:
    again = commits_back_again_and_again(case)
    if not again:
        return None
    named = sorted({f"{event.topic} {event.queue}" for event in again})
    hosts = sorted({event.address for event in again if event.address})
    return Claim(
        ID,
        say("{queues} seem to be consumed by several clients at once", queues=count(len(named), "queue")),
        say(
            "{commits} below the stored offset on {named}, the last ones from {hosts}: "
            "somebody else commits the same queues. Which clients do is not in the evidence.",
            commits=count(len(again), "commit"),
            named=", ".join(named[:8]),
            hosts=", ".join(hosts[-4:]),
        ),
        Severity.WARNING,
        signs=(
            follows(say("commits fall below the stored offset again and again"), len(again)),
            need(say("several clients hold them"), met=False, command=STATUS),
        ),
        topics=topics_in(again),
        evidence=places_of((*again[:3], *again[-3:])),
        since=first_moment(again),
    )


def _reconsumed(case: Case, findings: Findings) -> Claim | None:
    """Windows that a handover bounds; where offsets were reset,
    what was read again is that reset's."""
    reset = [finding for finding in findings if finding.id == "offsets_moved"]
    windows = [window for window in windows_read_again(case) if not _by_reset(window, reset)]
    return _changed_hands(windows) if windows else None


def _changed_hands(windows: Sequence[Window]) -> Claim:
    """Proven where two clients committed the same offsets; else it may be,
    for what a client reads after its last commit comes again."""
    sure = [window for window in windows if window.by_both]
    concerned = sure or windows
    queues = distinct(window.queue for window in concerned)
    return Claim(
        ID,
        _changed_hands_title(windows),
        _changed_hands_why(concerned, sure=bool(sure)),
        Severity.NOTICE,
        signs=(
            follows(say("a queue's new owner starts where the old one may have read on"), len(windows)),
            core(say("two clients committed the same offsets of a queue"), len(sure), command=CLIENT_LOG),
        ),
        ongoing=False,
        **about(queues),
        evidence=places_of(window.event for window in concerned),
        since=earliest(window.at for window in concerned),
        until=latest(window.at for window in concerned),
        details={"windows": [(w.queue.topic, w.queue.broker, w.queue.queue, w.first, w.last) for w in windows]},
    )


def _changed_hands_title(windows: Sequence[Window]) -> Phrase:
    """With as many messages as witnesses bound: from below by both clients' commits,
    from above by how far the first reader of every queue had pulled."""
    least = sum(window.by_both for window in windows)
    bounds = [window.most for window in windows if window.most is not None]
    most = sum(bounds) if len(bounds) == len(windows) else None
    if least and most is None:
        return say("At least {messages} consumed again when queues changed hands", messages=count(least, "message"))
    if least:
        return say(
            "At least {messages} and at most {most:,} consumed again when queues changed hands",
            messages=count(least, "message"),
            most=most,
        )
    if most is None:
        return say("Messages may have been consumed again when queues changed hands")
    messages = count(most, "message")
    return say("At most {messages} may have been consumed again when queues changed hands", messages=messages)


def _changed_hands_why(windows: Sequence[Window], *, sure: bool) -> Phrase:
    if sure:
        return say(
            "A queue's new owner starts at the last committed offset (commits come every 5 s); "
            "the old one had gone on, by the commits of both: {windows}",
            windows=enumerated(list(map(_window_text, windows))),
        )
    return say(
        "A queue's new owner starts at the last committed offset (commits come every 5 s); what the old "
        "one read after it comes again, and nothing shows that it did. At their pace that is at most about: {windows}",
        windows=enumerated(list(map(_window_text, windows))),
    )


def _window_text(window: Window) -> Phrase:
    return say(
        "{queue}: offsets {first} to {last}",
        queue=ranges([window.queue]),
        first=window.first,
        last=window.last - 1,
    )


def _by_reset(window: Window, resets: Sequence[Finding]) -> bool:
    return any(_moved(reset, window.queue) and _around(window, reset) for reset in resets)


def _moved(reset: Finding, queue: MessageQueue) -> bool:
    return queue in reset.queues or queue.topic in reset.details.get("reset_topics", ())


def _around(window: Window, reset: Finding) -> bool:
    """A client that still commits its old place, and the reset queue's next owner,
    follow within a rebalance."""
    if window.at is None or reset.since is None:
        return True
    return reset.since - DEFAULTS.handover <= window.at <= (reset.until or reset.since) + DEFAULTS.handover


EXPLANATION = Explanation(
    id=ID,
    rank=150,
    claims=claims,
    command=CLIENT_LOG,
    messages=frozenset(
        {"offset_moved_back", "queue_added", "queue_dropped", "pull_dropped", "consume_dropped", _TOO_LATE, _SENT_BACK}
    ),
    kind=EFFECT,
    what="Messages are consumed several times: queues held by several clients at once, or a window "
    "of offsets consumed again after a rebalance.",
    confirm="Compare the queues in the running info of the clients, or the listeners' own logs.",
    remedy=("Make the listener idempotent: RocketMQ promises delivery at least once.",),
)
