"""Does one unfinished message hold a queue's committed offset while later ones are consumed?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement, waiting_in
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.known import distinct, is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, places_of
from rmqkit.diagnosis.facts.transitions import CALLED_LATELY
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.wording import count, ranges, short

_say = words("offset_held_back")


@dataclass(frozen=True)
class _Held:
    """A queue whose offset does not move: its snapshots, what its client reports of it, and where the client warns that
    the lowest unfinished message is 2,000 behind the highest (`DefaultMQPushConsumerImpl#pullMessage`,
    consumeConcurrentlyMaxSpan, all versions, and the Go client)."""

    movement: Movement
    info: RunningInfo | None
    held: HeldQueue | None
    spans: Sequence[Event]

    @property
    def waits_for_lowest(self) -> bool:
        """Whether the lowest message that the client has not finished is the one that the offset waits for."""
        return self.held is not None and self.held.cached_min == self.movement.last.consumer_offset

    @property
    def continues(self) -> bool:
        """Whether its client consumes later messages: it warns of their span, or pulled more than it can hold, or its
        listener was just called for this queue, and few of the waiting messages lie in the client, the unfinished one
        among them. A queue that was just taken says that it was just consumed (`ProcessQueue#lastConsumeTimestamp`
        begins with its making, all versions), and holds nothing yet."""
        held, asked = self.held, self.info.asked_at if self.info else None
        if self.spans or not (held and asked and held.last_consume) or held.cached_count == 0:
            return bool(self.spans) or (held is None and self.movement.taken_and_not_committed)
        few = (held.cached_count or 0) < self.movement.last.diff // 2
        return few and asked - held.last_consume <= CALLED_LATELY

    @property
    def times(self) -> int:
        """How often it was seen at this place: by snapshots, and by its client that was asked after them."""
        asked = self.info.asked_at if self.info and self.waits_for_lowest else None
        return self.movement.stands_at_the_end + is_after(asked, self.movement.looks[-1].at)

    @property
    def places(self) -> tuple[EvidenceLine, ...]:
        """What its client says of it."""
        own = [self.info.held_place(self.held)] if self.info and self.held else []
        return (*own, *places_of(self.spans[-2:]))


@finding("offset_held_back")
def offset_held_back(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By an offset that does not move while its client goes on with the queue; broadcasting clients commit none."""
    named = {queue for finding in findings if finding.ongoing for queue in finding.queues}
    holders = {held.queue: (info, held) for info in case.asked for held in info.queues if not held.dropped}
    stuck = [one for one in case.movements.values() if one.stands_while_fed or one.stands_with_its_owner]
    flow_control = [event for event in case.records("offset.paused") if event.carried.is_held_by_one]
    held_back = []
    for movement in stuck if not case.reported_broadcasting else ():
        spans = [event for event in flow_control if event.message_queue == movement.queue]
        info, reported = holders.get(movement.queue, (None, None))
        held = _Held(movement, info, reported, spans)
        if held.continues and movement.queue not in named:
            held_back.append(held)
    if not held_back:
        return
    queues = [held.movement.queue for held in held_back]
    clients = distinct(held.info.client_id for held in held_back if held.info)
    yield Seen(
        signs={
            "held": held_back,
            "three_times": min(held.times for held in held_back) > 2,
            "lowest": all(held.waits_for_lowest or held.spans for held in held_back),
            "span": [event for held in held_back for event in held.spans],
        },
        values={
            "queues": count(len(queues), "queue"),
            "listed": ranges(queues),
            "behind": waiting_in(held.movement for held in held_back),
            "clients": short(clients) or _say("its_client"),
        },
        queues=queues,
        clients=clients,
        evidence=(*case.first_and_last_places(queues), *chain.from_iterable(held.places for held in held_back)),
    )
