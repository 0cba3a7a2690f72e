"""Messages pile up in a client whose listener is called:
by its own word alone. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Reading, Suspect, seen_in_client
from rmqkit.diagnosis.commands import PROGRESS
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.transitions import CALLED_LATELY
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, say
from rmqkit.rocketmq.internal_topics import is_user_topic

FIT = 22
READING = Reading(
    (
        Suspect(
            "consumer_slow", say("a listener that is slower than its messages come lets them pile up in the client")
        ),
        Suspect(
            "consumer_stuck", say("an ordered queue whose message fails again and again keeps those behind it waiting")
        ),
    ),
    say("a burst of messages, or the first minute after a pause"),
    PROGRESS,
)
# A pull brings 32 messages (`pullBatchSize`, all versions), and the next one is made at once.
_PILED_UP = 3 * 32
_MOST = 0.5


def patterns(case: Case) -> Iterator[Pattern]:
    """By running infos: several pulls' worth of messages lies in most queues
    of a client, and it consumes."""
    newest = {info.client_id: info for info in case.facts.running}
    for info in newest.values():
        held = [queue for queue in info.queues if is_user_topic(queue.queue.topic) and not queue.dropped]
        piled = [queue for queue in held if _piled_up(info, queue)]
        if piled and len(piled) > _MOST * len(held):
            yield seen_in_client(info, piled, _what(info, piled), READING)


def _what(info: RunningInfo, piled: Sequence[HeldQueue]) -> Phrase:
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
