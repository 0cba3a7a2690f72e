"""Patterns of what clients count of themselves every minute (`ConsumerStatsManager`, all versions). No verdicts here.

What was pulled and not consumed lies in the client. Its listener then works all the time, and is too slow, or no call
of it returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.commits import commits_by_log_and_queue
from rmqkit.diagnosis.commands import PROGRESS, STATUS
from rmqkit.diagnosis.patterns.pattern import Pattern
from rmqkit.diagnosis.relations.minutes import Minute, minutes_by_client
from rmqkit.language import Phrase, say
from rmqkit.rocketmq.internal_topics import is_user_topic

# A burst of messages lies in a client for a minute.
_MINUTES = 2
_SLOW = {"consumer_slow": say("the listener is busy all the time and does not get done with what comes")}
_STANDS = {"consumer_stuck": say("the listener was called and does not return, so that nothing more is given to it")}


def listeners_too_slow(case: Case) -> Iterator[Pattern]:
    """Much more came to a client than it consumed, although its listener worked throughout."""
    yield from _seen(
        case,
        _is_slow,
        say("more messages came to a client than it consumed, its listener busy all the time"),
        _SLOW,
        say("a backlog of before that is worked off"),
        PROGRESS,
    )


def listeners_that_stand(case: Case) -> Iterator[Pattern]:
    """Messages came to a client and lie there; its listener hardly did anything, and no commit of the client moves."""
    yield from _seen(
        case,
        _stands,
        say("messages came to a client and lie there, its listener hardly did anything"),
        _STANDS,
        say("queues that were given to others a moment after they were pulled"),
        STATUS,
    )


def _seen(
    case: Case,
    shows: Callable[[Case, str, str, Sequence[Minute]], bool],
    what: Phrase,
    suspects: Mapping[str, Phrase],
    innocent: Phrase,
    command: str,
) -> Iterator[Pattern]:
    counted = {line: minutes for line, minutes in minutes_by_client(case).items() if is_user_topic(line[1])}
    ill = {
        (log, topic): minutes
        for (log, topic), minutes in counted.items()
        if case.recent(minutes[-1].events[-1]) and shows(case, log, topic, minutes)
    }
    if ill:
        places = [place for minutes in ill.values() for place in minutes[-1].places]
        topics = tuple(sorted({topic for _, topic in ill}))
        yield Pattern(what, suspects, innocent, command, times=len(ill), topics=topics, places=tuple(places))


def _is_slow(case: Case, log: str, topic: str, minutes: Sequence[Minute]) -> bool:
    del case, log, topic
    last = [minute for minute in minutes if minute.told_long_enough][-_MINUTES:]
    return bool(last) and all(minute.piles_up and minute.busy_throughout for minute in last)


def _stands(case: Case, log: str, topic: str, minutes: Sequence[Minute]) -> bool:
    """What a client that pops has not acknowledged it waits for (`DefaultMQPushConsumerImpl#popMessage`, 5.0.0 and
    later), as it says; it commits nothing. Else the commits of the queues that it still has at its log's end."""
    last, several = minutes[-1], case.transitions.several_commits
    said = [one for one in case.own_events("flow_control", source="client") if one.log == log and one.topic == topic]
    waits = any(map(case.recent, said)) and not last.consumed
    told = commits_by_log_and_queue(case).items()
    of_topic = [commits for (file, queue), commits in told if file == log and queue.topic == topic]
    commits = [one for one in of_topic if case.recent(one.events[-1], several)]
    lies_there = (last.piles_up and last.idle) or waits
    return lies_there and all(one.stood_for >= several for one in commits) and bool(commits or waits)
