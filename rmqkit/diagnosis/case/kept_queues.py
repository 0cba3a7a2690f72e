"""Does a client keep an ordered queue that is no longer its own,
because its listener does not return?"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import writers
from rmqkit.diagnosis.facts.logs import Event, times_of
from rmqkit.rocketmq import MessageQueue

# A rebalance (20 s) waits a second for the listener; a slow batch may be in its way once or twice.
_ROUNDS = 3


@dataclass(frozen=True)
class KeptQueue:
    """A queue that a client cannot let go: what it says of it,
    and what the others say that wait for its lock."""

    queue: MessageQueue
    owner: str
    hung: tuple[Event, ...]
    refused: tuple[Event, ...]

    @property
    def rounds(self) -> int:
        """In how many rebalances in a row the listener had not returned."""
        return times_of(self.hung)


def kept_queues(case: Case) -> list[KeptQueue]:
    """Queues of which a log still says at its end that the listener has them
    (`RebalancePushImpl`, up to 5.1.4)."""
    found: dict[tuple[str, MessageQueue], list[Event]] = defaultdict(list)
    for event in case.facts.events_named("queue_still_consuming", source="client"):
        if event.message_queue:
            found[event.file, event.message_queue].append(event)
    refused = case.facts.events_named("queue_lock_failed", "queue_locked_by_other")
    wrote = writers(case.facts)
    kept = [
        KeptQueue(queue, wrote.get(file, file), tuple(events), tuple(e for e in refused if e.message_queue == queue))
        for (file, queue), events in found.items()
        if case.recent(events[-1])
    ]
    return [each for each in kept if each.rounds >= _ROUNDS]
