"""Does a client keep an ordered queue that is no longer its own, because its listener does not return?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import short, writers
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding, first_and_last_looks
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.rocketmq import MessageQueue

STUCK = "consumer_stuck"
# A rebalance (20 s) waits a second for the listener; a slow batch may be in its way once or twice.
_ROUNDS = 3


@dataclass(frozen=True)
class KeptQueue:
    """A queue that a client cannot let go: what it says of it, and what the others say that wait for its lock."""

    queue: MessageQueue
    owner: str
    hung: tuple[Event, ...]
    refused: tuple[Event, ...]

    @property
    def rounds(self) -> int:
        """In how many rebalances in a row the listener had not returned."""
        return sum(event.times for event in self.hung)


def kept_queues(case: Case) -> list[KeptQueue]:
    """Queues of which a log still says at its end that the listener has them (`RebalancePushImpl`, up to 5.1.4)."""
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


def kept_finding(case: Case, kept: Sequence[KeptQueue]) -> Finding:
    """Proven where the offset stands as well; a listener that is merely slow would move it."""
    queues = sorted(each.queue for each in kept)
    owners = sorted({each.owner for each in kept})
    stands = all((moved := case.movements.get(queue)) and moved.stands_at_the_end > 1 for queue in queues)
    behind = sum(case.movements[queue].last.diff for queue in queues if queue in case.movements)
    waiting = ", and who should have them waits for the lock" if any(each.refused for each in kept) else ""
    return finding(
        case,
        STUCK,
        Severity.CRITICAL,
        PROVEN if stands else SUSPECTED,
        f"{short(owners)} cannot let go of {count(len(queues), 'queue')}: its listener does not return; "
        f"{behind:,} behind",
        f"{ranges(queues)} went to another client, but the listener of the old one has not returned in "
        f"{max(each.rounds for each in kept)} rebalances in a row{waiting}.",
        topics=tuple(sorted({queue.topic for queue in queues})),
        queues=tuple(queues),
        clients=tuple(owners),
        brokers=tuple(sorted({queue.broker for queue in queues})),
        evidence=[
            *(event.place for each in kept for event in (*each.hung[-2:], *each.refused[-2:])),
            *first_and_last_looks(case, queues),
        ],
    )
