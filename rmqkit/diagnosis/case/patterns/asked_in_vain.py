"""A client asks for messages every few seconds and was given none for long: by its own word alone.

No verdicts here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Reading, Suspect, seen_in_client
from rmqkit.diagnosis.commands import CLIENT_LOG
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.language import say
from rmqkit.rocketmq.internal_topics import is_user_topic

FIT = 42
READING = Reading(
    (
        Suspect(
            "not_permitted",
            say("a refused request is made again after 3 s; one for which nothing came waits for 15 s"),
        ),
        Suspect("consumer_stuck", say("a suspended client asks itself every second and pulls nothing")),
    ),
    say("a topic of which the broker filters everything away"),
    CLIENT_LOG,
)
# With so many queues, all asked for within 3 s, they are hardly waiting for 15 s each.
_SEVERAL = 3


def patterns(case: Case) -> Iterator[Pattern]:
    """By what a client's running info says of a topic:
    when it pulled each queue last, and when it consumed."""
    newest = {info.client_id: info for info in case.facts.running}
    for info in newest.values():
        for topic, held in _by_topic(info).items():
            if len(held) >= _SEVERAL and all(_in_vain(case, info, queue) for queue in held):
                told = say(
                    "{client_id} asked for {topic} within the last 3 s on each of its {held} queues "
                    "and was given nothing for half a minute or more",
                    client_id=info.client_id,
                    topic=topic,
                    held=len(held),
                )
                yield seen_in_client(info, held, told, READING)


def _by_topic(info: RunningInfo) -> Mapping[str, list[HeldQueue]]:
    held: dict[str, list[HeldQueue]] = defaultdict(list)
    for queue in info.queues:
        if is_user_topic(queue.queue.topic) and queue.mode == "pull" and not queue.dropped:
            held[queue.queue.topic].append(queue)
    return held


def _in_vain(case: Case, info: RunningInfo, held: HeldQueue) -> bool:
    """Nothing lies in the client, it asked a moment ago,
    and its listener was not called for long."""
    if held.cached_count or not (info.asked_at and held.last_pull and held.last_consume):
        return False
    asked, called = info.asked_at - held.last_pull, info.asked_at - held.last_consume
    return asked <= case.transitions.asked_again and called >= case.transitions.unanswered
