"""Does one unfinished message hold a queue's committed offset while later ones are consumed, or does nobody commit?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement, waiting_in
from rmqkit.diagnosis.case.stuck_queues import handed_over
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.known import distinct, is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, places_of
from rmqkit.diagnosis.facts.transitions import CALLED_LATELY
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding


class _Held(NamedTuple):
    """A queue whose offset does not move while its client goes on: its snapshots, what its client reports of it, and
    where the client warns that the lowest unfinished message is 2,000 behind the highest
    (`DefaultMQPushConsumerImpl#pullMessage`, consumeConcurrentlyMaxSpan, all versions, and the Go client). `lowest`:
    the lowest message that the client has not finished is the one that the offset waits for. `times`: how often it was
    seen at this place, by snapshots, and by its client that was asked after them."""

    movement: Movement
    client: str | None
    spans: Sequence[Event]
    lowest: bool
    times: int
    places: tuple[EvidenceLine, ...]


def _held_back(
    movement: Movement, info: RunningInfo | None, held: HeldQueue | None, spans: Sequence[Event], over: bool | None
) -> _Held | None:
    """Whether its client consumes later messages: it warns of their span, or pulled more than it can hold, or its
    listener was just called for this queue, and few of the waiting messages lie in the client, the unfinished one among
    them. A queue that was just taken says that it was just consumed (`ProcessQueue#lastConsumeTimestamp` begins with
    its making, all versions), and holds nothing yet. `over`: whether a client that pulls by itself handed all over."""
    asked = info.asked_at if info else None
    if over is not None:
        continues = over
    elif spans or not (held and asked and held.last_consume) or held.cached_count == 0:
        continues = bool(spans) or (held is None and movement.pulled_uncommitted)
    else:
        few = (held.cached_count or 0) < movement.last.diff // 2
        continues = few and asked - held.last_consume <= CALLED_LATELY
    if not continues:
        return None
    lowest = held is not None and (over is not None or held.cached_min == movement.last.consumer_offset)
    asked_again = over is None and lowest and is_after(asked, movement.looks[-1].at)
    own = [info.held_place(held)] if info and held else []
    times = movement.stuck_snapshots + asked_again
    return _Held(movement, info.client_id if info else None, spans, lowest, times, (*own, *places_of(spans[-2:])))


@finding("offset_held_back")
def offset_held_back(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By an offset that does not move while its client goes on with the queue."""
    named = {queue for finding in findings if finding.ongoing for queue in finding.queues}
    holders = {held.queue: (info, held) for info in case.asked for held in info.queues if not held.dropped}
    stuck = [one for one in case.movements.values() if one.stands_while_fed or one.stuck_with_owner]
    flow_control = [event for event in case.records("offset.paused") if event.carried.span_exceeded]
    held_back: dict[bool, list[_Held]] = {}
    for movement in stuck:
        spans = [event for event in flow_control if event.message_queue == movement.queue]
        info, reported = holders.get(movement.queue, (None, None))
        by_itself = movement.queue in handed_over(case)
        held = _held_back(movement, info, reported, [] if by_itself else spans, handed_over(case).get(movement.queue))
        if held and movement.queue not in named:
            held_back.setdefault(by_itself, []).append(held)
    for by_itself, own in held_back.items():
        queues = [held.movement.queue for held in own]
        yield Seen(
            case="uncommitted" if by_itself else "",
            signs={
                "held": own,
                "three_times": min(held.times for held in own) > 2,
                "handed_over" if by_itself else "lowest": all(held.lowest or held.spans for held in own),
                "span": [event for held in own for event in held.spans],
            },
            values={"behind": waiting_in(held.movement for held in own)},
            queues=queues,
            clients=distinct(held.client for held in own),
            evidence=(*case.first_and_last_places(queues), *chain.from_iterable(held.places for held in own)),
            details={
                "uncommitted": by_itself,
                "unfinished": [] if by_itself else [held.movement.awaited for held in own[:3]],
            },
        )
