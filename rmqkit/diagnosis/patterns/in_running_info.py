"""Patterns of what clients say of themselves (consumerStatus), each by its own word alone. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import without_zone
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.transitions import CALLED_LATELY
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, in_client, pattern
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.formats.java_text import looks_like_sql92
from rmqkit.rocketmq.client_defaults import PULL_BATCH
from rmqkit.rocketmq.client_id_meaning import explain_client_id, made_alike_elsewhere

_PILED_UP = 3 * PULL_BATCH
_MOST = 0.5


def piled_up_in_the_client(case: Case) -> Iterator[Pattern]:
    """Messages pile up in a client whose listener is called: several pulls' worth of messages lies
    in most of its queues."""
    for info in case.newest_running.values():
        held = [queue for queue in info.queues if queue.queue.is_users and not queue.dropped]
        called = [
            one
            for one in held
            if info.asked_at and one.last_consume and info.asked_at - one.last_consume <= CALLED_LATELY
        ]
        piled = [queue for queue in called if (queue.cached_count or 0) >= _PILED_UP]
        if piled and len(piled) > _MOST * len(held):
            messages = count(sum(queue.cached_count or 0 for queue in piled), "message")
            queues, seen = ranges(queue.queue for queue in piled), in_client(info, piled)
            yield pattern("piled_up_in_the_client", seen, messages=messages, client=info.client_id, queues=queues)


_NOTHING_GIVEN = ("not_permitted", "consumer_stuck")
# With so many queues, all asked for within 3 s, they are hardly waiting for 15 s each.
_SEVERAL = 3


def asked_in_vain(case: Case) -> Iterator[Pattern]:
    """A client asks for messages every few seconds and was given none for long.

    By what its running info says of a topic: when it pulled each queue last, and when it consumed.
    """
    for info in case.newest_running.values():
        for topic, held in _pulled_by_topic(info).items():
            if len(held) >= _SEVERAL and all(_in_vain(case, info, queue) for queue in held):
                who, seen = _who_gives_nothing(case, info, topic, held), in_client(info, held)
                told = {"client_id": info.client_id, "topic": topic}
                yield pattern("asked_in_vain", seen, suspects=who, held=len(held), **told)


def _who_gives_nothing(case: Case, info: RunningInfo, topic: str, held: Sequence[HeldQueue]) -> tuple[str, ...]:
    """Who has offsets was given something before; a start that was refused for an SQL92 expression leaves none, though
    messages came to each queue."""
    if any(queue.consumer_offset for queue in held):
        return "inconsistent_subscription", *_NOTHING_GIVEN
    ends = [(queue.consumer_offset, case.ends.get(queue.queue)) for queue in held]
    never_read = all(offset == 0 and end is not None and end.max_offset > 0 for offset, end in ends)
    sql = looks_like_sql92(info.subscriptions.get(topic, ""))
    return ("start_refused", *_NOTHING_GIVEN) if sql or never_read else _NOTHING_GIVEN


def _pulled_by_topic(info: RunningInfo) -> Mapping[str, list[HeldQueue]]:
    pulled = (held for held in info.queues if held.mode == "pull" and not held.dropped)
    return grouped((held.queue.topic, held) for held in pulled if held.queue.is_users)


def _in_vain(case: Case, info: RunningInfo, held: HeldQueue) -> bool:
    """Nothing lies in the client, it asked a moment ago, and its listener was not called for long."""
    if held.cached_count or not (info.asked_at and held.last_pull and held.last_consume):
        return False
    asked, called = info.asked_at - held.last_pull, info.asked_at - held.last_consume
    return asked <= case.transitions.asked_again and called >= case.transitions.unanswered


_AT_LEAST = 2
_QUICK = 1_000.0


def refused_for_a_while(case: Case) -> Iterator[Pattern]:
    """Pulls for everything in some queues were answered at once, and with nothing, since their last messages.

    By the times of a queue in the client's running info: the last pull, and the last call of the listener, which comes
    right after a pull (`DefaultMQPushConsumerImpl#pullMessage`, `ProcessQueue#removeMessage`, all versions).
    """
    for info in case.newest_running.values():
        # Without a queue's lock an ordered client looks for it every 3 s and pulls nothing.
        in_order = info.ordered
        for topic, held in _pulled_by_topic(info).items():
            pulled = [queue for queue in held if queue.locked or not in_order]
            answered = [queue for queue in pulled if _answered_at_once(case, queue)]
            if len(answered) >= _AT_LEAST and _would_be_held(case, info, topic):
                queues = count(len(answered), "queue")
                told = {"client_id": info.client_id, "topic": topic, "queues": queues}
                yield pattern("refused_for_a_while", in_client(info, answered), **told)


def _answered_at_once(case: Case, held: HeldQueue) -> bool:
    if held.cached_count or not (held.last_pull and held.last_consume):
        return False
    return case.transitions.answered_between(held.last_pull - held.last_consume)


def _would_be_held(case: Case, info: RunningInfo, topic: str) -> bool:
    """Whether a pull that finds nothing waits at the broker, and one that finds something ends within a moment.

    The first heartbeats have settled, the client makes no pause of its own between two pulls and wants everything of
    the topic.
    """
    rates = [rates for rates in info.rates if rates.topic == topic]
    quick = bool(rates) and all(rate.consume_rt is not None and rate.consume_rt < _QUICK for rate in rates)
    no_pause = info.pulls_without_pause
    if not (quick and no_pause and info.started_at and info.asked_at and info.subscriptions.get(topic) == "*"):
        return False
    ran_for = without_zone(info.asked_at - info.started_at)
    return not timedelta() <= ran_for < case.transitions.heartbeat


def an_id_of_any_host(case: Case) -> Iterator[Pattern]:
    """A client's id has an address that every Docker host hands out and a name that other processes easily have, and
    nothing tells who the members are. By one word of a client alone."""
    if case.reported_broadcasting or case.client_lists or case.channels:
        return
    for info in case.newest_running.values():
        if made_alike_elsewhere(info.client_id):
            where = Where(clients=(info.client_id,), places=(info.place,))
            why = explain_client_id(info.client_id).why_equal
            yield pattern("an_id_of_any_host", where, client_id=info.client_id, why=why)
