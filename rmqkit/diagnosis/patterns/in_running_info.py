"""Patterns of what clients say of themselves (consumerStatus), each by its own word alone. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import without_zone
from rmqkit.diagnosis.commands import BROKER_LOG, CLIENT_LOG, PROGRESS, STAYING
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.transitions import CALLED_LATELY, CLOCKS_APART
from rmqkit.diagnosis.patterns.pattern import Pattern
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.formats.file_names import moment_of_folder
from rmqkit.formats.java_text import looks_like_sql92
from rmqkit.language import say
from rmqkit.rocketmq.client_defaults import PULL_BATCH
from rmqkit.rocketmq.client_id_meaning import explain_client_id, made_alike_elsewhere

_CLOCK = {"clock_skew": say("a client's own times are those of its clock, the folder's name is mqadmin's")}


def clocks_of_running_info(case: Case) -> Iterator[Pattern]:
    """A client's clock against mqadmin's, by the folder that consumerStatus writes to.

    By a client's newest pull, which is seconds old where it runs and printed in mqadmin's zone, and by its start, an
    epoch, which is never to come.
    """
    for info in case.running:
        asked = moment_of_folder(info.file)
        apart = timedelta()
        if asked and info.started_at and info.started_at - asked > CLOCKS_APART:
            apart = info.started_at - asked
        elif asked and info.asked_at:
            apart = without_zone(info.asked_at - asked)
        if abs(apart) > CLOCKS_APART:
            told = {"client": info.client_id, "seconds": abs(apart.total_seconds())}
            yield Pattern(
                say("the clock of {client} is {seconds:,.0f} s ahead of that of mqadmin's host", **told)
                if apart > timedelta()
                else say("the clock of {client} is {seconds:,.0f} s behind that of mqadmin's host", **told),
                _CLOCK,
                say("a clock of mqadmin's host that is wrong, and a client that did not pull for as long"),
                BROKER_LOG,
                clients=(info.client_id,),
                places=(info.place,),
            )


_PILED_UP_BY = {
    "consumer_slow": say("a listener that is slower than its messages come lets them pile up in the client"),
    "consumer_stuck": say("an ordered queue whose message fails again and again keeps those behind it waiting"),
}
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
            lie_there = say(
                "{messages} lie in {client}, on {queues}; its listener is called",
                messages=count(sum(queue.cached_count or 0 for queue in piled), "message"),
                client=info.client_id,
                queues=ranges(queue.queue for queue in piled),
            )
            innocent = say("a burst of messages, or the first minute after a pause")
            yield Pattern(lie_there, _PILED_UP_BY, innocent, PROGRESS).in_client(info, piled)


_NOTHING_GIVEN_BY = {
    "not_permitted": say("a refused request is made again after 3 s; one for which nothing came waits for 15 s"),
    "consumer_stuck": say("a suspended client asks itself every second and pulls nothing"),
}
_NOT_LIKE_BEFORE_BY = {
    "inconsistent_subscription": say(
        "the broker goes by the topics and the expressions of the member whose heartbeat came last"
    ),
    **_NOTHING_GIVEN_BY,
}
_NEVER_GIVEN_BY = {
    "start_refused": say("before 5.3.2 a client goes on half started where brokers refuse its SQL92 expression"),
    **_NOTHING_GIVEN_BY,
}
# With so many queues, all asked for within 3 s, they are hardly waiting for 15 s each.
_SEVERAL = 3


def asked_in_vain(case: Case) -> Iterator[Pattern]:
    """A client asks for messages every few seconds and was given none for long.

    By what its running info says of a topic: when it pulled each queue last, and when it consumed.
    """
    for info in case.newest_running.values():
        for topic, held in _pulled_by_topic(info).items():
            if len(held) >= _SEVERAL and all(_in_vain(case, info, queue) for queue in held):
                told = say(
                    "{client_id} asked for {topic} within the last 3 s on each of its {held} queues "
                    "and was given nothing for half a minute or more",
                    client_id=info.client_id,
                    topic=topic,
                    held=len(held),
                )
                innocent = say("a topic of which the broker filters everything away")
                yield Pattern(told, _who_gives_nothing(case, info, topic, held), innocent, CLIENT_LOG).in_client(
                    info, held
                )


def _who_gives_nothing(case: Case, info: RunningInfo, topic: str, held: Sequence[HeldQueue]) -> Mapping[str, str]:
    """Who has offsets was given something before; a start that was refused for an SQL92 expression leaves none, though
    messages came to each queue."""
    if any(queue.consumer_offset for queue in held):
        return _NOT_LIKE_BEFORE_BY
    ends = [(queue.consumer_offset, case.ends.get(queue.queue)) for queue in held]
    never_read = all(offset == 0 and end is not None and end.max_offset > 0 for offset, end in ends)
    sql = looks_like_sql92(info.subscriptions.get(topic, ""))
    return _NEVER_GIVEN_BY if sql or never_read else _NOTHING_GIVEN_BY


def _pulled_by_topic(info: RunningInfo) -> Mapping[str, list[HeldQueue]]:
    pulled = (held for held in info.queues if held.mode == "pull" and not held.dropped)
    return grouped((held.queue.topic, held) for held in pulled if held.queue.is_users)


def _in_vain(case: Case, info: RunningInfo, held: HeldQueue) -> bool:
    """Nothing lies in the client, it asked a moment ago,
    and its listener was not called for long."""
    if held.cached_count or not (info.asked_at and held.last_pull and held.last_consume):
        return False
    asked, called = info.asked_at - held.last_pull, info.asked_at - held.last_consume
    return asked <= case.transitions.asked_again and called >= case.transitions.unanswered


_LEFT_OUT_FOR_A_WHILE_BY = {
    "inconsistent_subscription": say(
        "a heartbeat of a member that lacks the topic takes it out of the group's table until this client's next one"
    )
}
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
                told = say(
                    "{client_id} asked for {topic} again and again on {queues} since it was given something, "
                    "and a broker that has nothing new holds a request for 15 s",
                    client_id=info.client_id,
                    topic=topic,
                    queues=count(len(answered), "queue"),
                )
                innocent = say("a client that was suspended, or a broker that was away, for these seconds")
                yield Pattern(told, _LEFT_OUT_FOR_A_WHILE_BY, innocent, BROKER_LOG).in_client(info, answered)


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
    no_pause = info.properties.get("pullInterval", "0") == "0"
    if not (quick and no_pause and info.started_at and info.asked_at and info.subscriptions.get(topic) == "*"):
        return False
    ran_for = without_zone(info.asked_at - info.started_at)
    return not timedelta() <= ran_for < case.transitions.heartbeat


_MANY_HAVE_IT_BY = {
    "client_id_collision": say(
        "every host hands the address out, so a process there with the same name has the same id"
    ),
}


def an_id_of_any_host(case: Case) -> Iterator[Pattern]:
    """A client's id has an address that every Docker host hands out and a name that other processes easily have, and
    nothing tells who the members are. By one word of a client alone."""
    if case.reported_broadcasting or case.client_lists or case.channels:
        return
    for info in case.newest_running.values():
        if made_alike_elsewhere(info.client_id):
            told = say("{client_id}: {why}", client_id=info.client_id, why=explain_client_id(info.client_id).why_equal)
            innocent = say("a group whose containers all run on one host, each with an address of its own")
            seen = Pattern(told, _MANY_HAVE_IT_BY, innocent, STAYING)
            yield replace(seen, clients=(info.client_id,), places=(info.place,))
