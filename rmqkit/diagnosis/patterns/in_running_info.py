"""Patterns of what clients report of themselves (consumerStatus), each by its own report alone, and of client lists
(consumerConnection), by themselves and beside snapshots. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import zone_remainder
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.known import distinct, grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.facts.transitions import CALLED_LATELY
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, in_client, pattern
from rmqkit.diagnosis.relations.wants import Expression
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.formats.java_text import looks_like_sql92
from rmqkit.language import joined
from rmqkit.rocketmq.client_defaults import PULL_BATCH
from rmqkit.rocketmq.client_id_meaning import explain_client_id, made_alike_elsewhere
from rmqkit.rocketmq.internal_topics import is_user_topic

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


def topics_come_and_go(case: Case) -> Iterator[Pattern]:
    """One group's outputs list other topics, or another expression, while the same clients stay.

    By client lists, by snapshots, and by snapshots of a topic that no client list has. consumerConnection
    and consumerProgress show the topics of the group's table of their moment
    (`ConsumerGroupInfo#updateSubscription`, all versions). A topic that only comes may be new.
    """
    lost: list[tuple[str, EvidenceLine]] = []
    for one, other in pairwise(roster for roster in case.client_lists if roster.subscriptions):
        alike = sorted(one.client_ids) == sorted(other.client_ids)
        for topic in filter(is_user_topic, one.subscriptions if alike else ()):
            now = Expression(other.subscriptions.get(topic))
            if topic not in other.subscriptions or not Expression(one.subscriptions[topic]).same_as(now):
                lost.append((topic, one.subscription_place(topic)))
    # Topics that a later snapshot lacks, and those whose queues have clients, and that the group's table lacks in every
    # client list.
    for before, later in pairwise(look for look in case.snapshots if look.owners_shown):
        for topic in sorted(filter(is_user_topic, before.topics - later.topics)) if later.whole else ():
            lost.append((topic, before.place(before.rows_of(topic)[0])))
    listed = {topic for roster in case.client_lists for topic in roster.subscriptions}
    for look in case.snapshots[-1:] if listed else ():
        owned = {row.queue.topic for row in look.rows if row.client_ip}
        for topic in sorted(filter(is_user_topic, owned - listed)):
            lost.append((topic, look.place(look.rows_of(topic)[0])))
    if lost:
        topics = distinct(topic for topic, _ in lost)
        where = Where(len(lost), topics, places=tuple(place for _, place in lost))
        yield pattern("topics_come_and_go", where, topics=joined(", ", topics))
