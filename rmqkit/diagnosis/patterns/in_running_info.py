"""Patterns of what clients report of themselves (consumerStatus), each by its own report alone. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import zone_remainder
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, in_client, pattern
from rmqkit.diagnosis.wording import count
from rmqkit.formats.java_text import looks_like_sql92
from rmqkit.rocketmq.client_id_meaning import explain_client_id, made_alike_elsewhere

_NOTHING_GIVEN: tuple[str, ...] = ("not_permitted", "consumer_stuck")
# With so many queues, all asked for within 3 s, they are hardly waiting for 15 s each.
_SEVERAL = 3


def asked_in_vain(case: Case) -> Iterator[Pattern]:
    """A client asks for messages every few seconds and was given none for long.

    By what its running info says of a topic: nothing lies in the client, it pulled each queue a moment ago, and its
    listener was not called for long.
    """
    asked_again, unanswered = case.transitions.asked_again, case.transitions.unanswered
    for info in case.newest_running.values():
        for topic, held in _pulled_topics(info).items():
            in_vain = [
                one
                for one in held
                if not one.cached_count and info.asked_at and one.last_pull and one.last_consume
                and info.asked_at - one.last_pull <= asked_again and info.asked_at - one.last_consume >= unanswered
            ]  # fmt: skip
            if len(held) < _SEVERAL or len(in_vain) < len(held):
                continue
            # Who has offsets was given something before; a start that was refused for an SQL92 expression leaves none,
            # though messages came to each queue.
            ends = [(queue.consumer_offset, case.ends.get(queue.queue)) for queue in held]
            never_read = all(offset == 0 and end is not None and end.max_offset > 0 for offset, end in ends)
            suspects = _NOTHING_GIVEN
            if any(queue.consumer_offset for queue in held):
                suspects = ("inconsistent_subscription", *_NOTHING_GIVEN)
            elif never_read or looks_like_sql92(info.subscriptions.get(topic, "")):
                suspects = ("start_refused", *_NOTHING_GIVEN)
            told = {"client_id": info.client_id, "topic": topic}
            yield pattern("asked_in_vain", in_client(info, held), suspects=suspects, held=len(held), **told)


def _pulled_topics(info: RunningInfo) -> Mapping[str, list[HeldQueue]]:
    pulled = (held for held in info.queues if held.mode == "pull" and not held.dropped)
    return grouped((held.queue.topic, held) for held in pulled if held.queue.is_users)


_AT_LEAST = 2
_QUICK = 1_000.0


def refused_for_a_while(case: Case) -> Iterator[Pattern]:
    """Pulls for everything in some queues were answered at once, and with nothing, since their last messages.

    By the times of a queue in the client's running info: the last pull, and the last call of the listener, which comes
    right after a pull (`DefaultMQPushConsumerImpl#pullMessage`, `ProcessQueue#removeMessage`, all versions).
    """
    at_once = case.transitions.answered_between
    for info in case.newest_running.values():
        # Without a queue's lock an ordered client looks for it every 3 s and pulls nothing.
        in_order = info.ordered
        for topic, held in _pulled_topics(info).items():
            pulled = [queue for queue in held if (queue.locked or not in_order) and not queue.cached_count]
            answered = [
                queue
                for queue in pulled
                if queue.last_pull and queue.last_consume and at_once(queue.last_pull - queue.last_consume)
            ]
            if len(answered) >= _AT_LEAST and _long_polling(case, info, topic):
                queues = count(len(answered), "queue")
                told = {"client_id": info.client_id, "topic": topic, "queues": queues}
                yield pattern("refused_for_a_while", in_client(info, answered), **told)


def _long_polling(case: Case, info: RunningInfo, topic: str) -> bool:
    """Whether a pull that finds nothing waits at the broker, and one that finds something ends within a moment.

    The first heartbeats have settled, the client makes no pause of its own between two pulls and wants everything of
    the topic.
    """
    rates = [rates for rates in info.rates if rates.topic == topic]
    quick = bool(rates) and all(rate.consume_rt is not None and rate.consume_rt < _QUICK for rate in rates)
    no_pause = info.pulls_without_pause
    if not (quick and no_pause and info.started_at and info.asked_at and info.subscriptions.get(topic) == "*"):
        return False
    ran_for = zone_remainder(info.asked_at - info.started_at)
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
