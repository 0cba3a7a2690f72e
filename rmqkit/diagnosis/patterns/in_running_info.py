"""Patterns of what clients say of themselves (consumerStatus), each by its own word alone. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import without_zone
from rmqkit.diagnosis.case.lag import PULL_BATCH
from rmqkit.diagnosis.case.stuck_queues import holds_all_that_it_may
from rmqkit.diagnosis.commands import BROKER_LOG, CLIENT_LOG, PROGRESS
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.transitions import CALLED_LATELY, CLOCKS_APART
from rmqkit.diagnosis.patterns.pattern import Pattern
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.formats.file_names import moment_of_folder
from rmqkit.language import Phrase, say

_CLOCK = {"clock_skew": say("a client's own times are those of its clock, the folder's name is mqadmin's")}


def clocks_of_running_info(case: Case) -> Iterator[Pattern]:
    """A client's clock against mqadmin's, by the folder that consumerStatus writes to.

    By a client's newest pull, which is seconds old where it runs, and by its start, which is never
    to come.
    """
    for info in case.running:
        apart = _apart(info)
        if apart is not None and abs(apart) > CLOCKS_APART:
            yield Pattern(
                _clock(info.client_id, apart),
                _CLOCK,
                say("a clock of mqadmin's host that is wrong, and a client that did not pull for as long"),
                BROKER_LOG,
                clients=(info.client_id,),
                places=(info.place,),
            )


def _clock(client: str, apart: timedelta) -> Phrase:
    seconds = abs(apart.total_seconds())
    if apart > timedelta():
        return say(
            "the clock of {client} is {seconds:,.0f} s ahead of that of mqadmin's host",
            client=client,
            seconds=seconds,
        )
    return say(
        "the clock of {client} is {seconds:,.0f} s behind that of mqadmin's host",
        client=client,
        seconds=seconds,
    )


def _apart(info: RunningInfo) -> timedelta | None:
    """How far the client's clock is ahead.

    Pulls are printed in mqadmin's zone, a start as an epoch.
    """
    asked = moment_of_folder(info.file)
    if asked and info.started_at and info.started_at - asked > CLOCKS_APART:
        return info.started_at - asked
    return without_zone(info.asked_at - asked) if asked and info.asked_at else None


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
        piled = [queue for queue in held if _piled_up(info, queue)]
        if piled and len(piled) > _MOST * len(held):
            innocent = say("a burst of messages, or the first minute after a pause")
            yield Pattern(_lie_in(info, piled), _PILED_UP_BY, innocent, PROGRESS).in_client(info, piled)


def _lie_in(info: RunningInfo, piled: Sequence[HeldQueue]) -> Phrase:
    messages = sum(queue.cached_count or 0 for queue in piled)
    return say(
        "{messages} lie in {client}, on {queues}; its listener is called",
        messages=count(messages, "message"),
        client=info.client_id,
        queues=ranges(queue.queue for queue in piled),
    )


def _piled_up(info: RunningInfo, held: HeldQueue) -> bool:
    return (held.cached_count or 0) >= _PILED_UP and _called(info, held)


def _called(info: RunningInfo, held: HeldQueue) -> bool:
    return bool(info.asked_at and held.last_consume and info.asked_at - held.last_consume <= CALLED_LATELY)


_POPPED_BY = {
    "consumer_stuck": say("a client that acknowledges nothing may soon pop no more, and its messages come again"),
    "consumer_slow": say("a listener that is slower than its messages come acknowledges them late"),
}


def popped_all_that_it_may(case: Case) -> Iterator[Pattern]:
    """A client holds more popped messages of a topic than it may without having acknowledged them, where no look shows
    any offset move."""
    looked = [movement for movement in case.user_movements if movement.looked > 1]
    if any(movement.consumed > 0 for movement in looked):
        return
    suspects = {"consumer_stuck": _POPPED_BY["consumer_stuck"]} if looked else _POPPED_BY
    for info in case.newest_running.values():
        popped = [held for held in info.queues if held.mode == "pop" and held.queue.is_users]
        full = [held for held in popped if holds_all_that_it_may(info, held)]
        if full:
            told = say(
                "{client_id} has popped {messages} that it did not acknowledge, more than it may",
                client_id=info.client_id,
                messages=count(sum(held.cached_count or 0 for held in full), "message"),
            )
            yield Pattern(told, suspects, say("a burst of messages"), PROGRESS).in_client(info, full)


_NOTHING_GIVEN_BY = {
    "not_permitted": say("a refused request is made again after 3 s; one for which nothing came waits for 15 s"),
    "consumer_stuck": say("a suspended client asks itself every second and pulls nothing"),
}
_NEVER_GIVEN_BY = {
    "start_refused": say("a client that was refused at its start, before 5.3.2, goes on asking and is given nothing"),
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
                suspects = _NEVER_GIVEN_BY if all(_never_read(case, each) for each in held) else _NOTHING_GIVEN_BY
                yield Pattern(told, suspects, innocent, CLIENT_LOG).in_client(info, held)


def _never_read(case: Case, held: HeldQueue) -> bool:
    """Though messages came to it."""
    end = case.ends.get(held.queue)
    return held.consumer_offset == 0 and end is not None and end.max_offset > 0


def _pulled_by_topic(info: RunningInfo) -> Mapping[str, list[HeldQueue]]:
    pulled = [held for held in info.queues if held.mode == "pull" and not held.dropped]
    return grouped((held.queue.topic, held) for held in pulled if held.queue.is_users)


def _in_vain(case: Case, info: RunningInfo, held: HeldQueue) -> bool:
    """Nothing lies in the client, it asked a moment ago,
    and its listener was not called for long."""
    if held.cached_count or not (info.asked_at and held.last_pull and held.last_consume):
        return False
    asked, called = info.asked_at - held.last_pull, info.asked_at - held.last_consume
    return asked <= case.transitions.asked_again and called >= case.transitions.unanswered
