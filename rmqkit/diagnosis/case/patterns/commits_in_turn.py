"""Two addresses commit one queue in turn, each below what the other stored. No verdicts here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import STATUS
from rmqkit.diagnosis.facts.logs import Event, places_of, times_of, topics_in
from rmqkit.diagnosis.facts.transitions import LATELY
from rmqkit.diagnosis.wording import count
from rmqkit.language import joined, say

FIT = 25
SUSPECTS = (
    Suspect("mixed_allocation_strategies", say("different strategies give a queue to two members")),
    Suspect("broker_disagreement", say("members that count different members take each other's queues")),
    Suspect("client_id_collision", say("processes with one id all take its first share")),
)
# A queue that changes hands goes one way; back and forth more than twice is no change of hands.
_TURNS = 3


def patterns(case: Case) -> Iterator[Pattern]:
    """By the broker's `update consumer offset less than store`
    (`ConsumerOffsetManager#commitOffset`, all versions)."""
    by_queue: dict[tuple[str, str | None, int | None], list[Event]] = defaultdict(list)
    for event in case.facts.events_named("offset_moved_back", source="broker"):
        if event.group == case.group and event.address:
            by_queue[event.file, event.topic, event.queue].append(event)
    turning = [event for events in by_queue.values() if _in_turn(events) for event in events]
    if turning:
        named = sorted({f"{event.topic} {event.queue}" for event in turning})
        hosts = sorted({event.address for event in turning if event.address})
        yield Pattern(
            say(
                "{commits} below the stored offset on {named}, in turn from {hosts}",
                commits=count(times_of(turning), "commit"),
                named=joined(", ", named[:8]),
                hosts=joined(", ", hosts[:4]),
            ),
            times_of(turning),
            SUSPECTS,
            say("queues that change hands while members come and go"),
            STATUS,
            topics=topics_in(turning),
            places=places_of((*turning[:3], *turning[-3:])),
        )


def _in_turn(events: Sequence[Event]) -> bool:
    """Within minutes the sender changed again and again, and came back."""
    last = max((event.at for event in events if event.at), default=None)
    lately = [event for event in events if event.at and last and last - event.at <= LATELY]
    turns = sum(1 for one, other in pairwise(lately) if one.address != other.address)
    return turns >= _TURNS
