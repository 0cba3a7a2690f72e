"""Patterns of what clients count of themselves every minute (`ConsumerStatsManager`, all versions). No verdicts here.

What was pulled and not consumed lies in the client. Its listener then works all the time, and is too slow, or no call
of it returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, pattern
from rmqkit.diagnosis.relations.minutes import Minute, minutes_by_client
from rmqkit.diagnosis.relations.offsets import commits_by_log_and_queue
from rmqkit.rocketmq.internal_topics import is_user_topic

# A burst of messages lies in a client for a minute.
_MINUTES = 2


def listeners_too_slow(case: Case) -> Iterator[Pattern]:
    """Much more came to a client than it consumed, although its listener worked throughout."""
    yield from _seen(case, "listeners_too_slow", _is_slow)


def listeners_that_stand(case: Case) -> Iterator[Pattern]:
    """Messages came to a client and lie there; its listener hardly did anything, and no commit of the client moves."""
    yield from _seen(case, "listeners_that_stand", _stands)


def _seen(case: Case, name: str, shows: Callable[[Case, str, str, Sequence[Minute]], bool]) -> Iterator[Pattern]:
    counted = {line: minutes for line, minutes in minutes_by_client(case).items() if is_user_topic(line[1])}
    ill = {
        (log, topic): minutes
        for (log, topic), minutes in counted.items()
        if case.recent(minutes[-1].events[-1]) and shows(case, log, topic, minutes)
    }
    if ill:
        places = [place for minutes in ill.values() for place in minutes[-1].places]
        topics = tuple(sorted({topic for _, topic in ill}))
        yield pattern(name, Where(len(ill), topics, places=tuple(places)))


def _is_slow(case: Case, log: str, topic: str, minutes: Sequence[Minute]) -> bool:
    del case, log, topic
    last = [minute for minute in minutes if minute.told_long_enough][-_MINUTES:]
    return bool(last) and all(minute.piles_up and minute.busy_throughout for minute in last)


def _stands(case: Case, log: str, topic: str, minutes: Sequence[Minute]) -> bool:
    """What a client that pops has not acknowledged it waits for (`DefaultMQPushConsumerImpl#popMessage`, 5.0.0 and
    later), as it says; it commits nothing. Else the commits of the queues that it still has at its log's end."""
    last, several = minutes[-1], case.transitions.several_commits
    said = [
        one
        for one in case.records("offset.course")
        if one.tells("offset.paused") and one.log == log and one.topic == topic
    ]
    waits = any(map(case.recent, said)) and not last.consumed
    told = commits_by_log_and_queue(case).items()
    of_topic = [own for (file, queue), own in told if file == log and queue.topic == topic]
    lately = [one for one in of_topic if case.recent(one.events[-1], several)]
    lies_there = (last.piles_up and last.idle) or waits
    return lies_there and all(one.stood_for >= several for one in lately) and bool(lately or waits)
