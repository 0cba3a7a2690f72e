"""What a pattern is: something seen that is no state by itself, and what would bring it about.

A pattern tells what to look at next: it never proves anything, and what a healthy group shows as
well is said with it. No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, clients_in, places_of, times_of, topics_in, topics_of
from rmqkit.rocketmq import MessageQueue

# Records cited of a pattern.
_CITED = 4


@dataclass(frozen=True)
class Pattern:
    """What is seen, and what would bring it about.

    `suspects`: by the ids of their findings, how each would, the best fit first. `innocent`: what
    shows the same with nothing wrong; `command` tells the two apart. `times`: how often it is seen.
    """

    what: str
    suspects: Mapping[str, str]
    innocent: str
    command: str
    times: int = 1
    topics: tuple[str, ...] = ()
    queues: tuple[MessageQueue, ...] = ()
    clients: tuple[str, ...] = ()
    places: tuple[EvidenceLine, ...] = ()

    def on_queues(self, queues: Iterable[MessageQueue], places: Sequence[EvidenceLine]) -> Pattern:
        """The pattern, seen on some queues, once at each of the places."""
        listed = tuple(sorted(set(queues)))
        return replace(self, times=len(places), topics=topics_of(listed), queues=listed, places=tuple(places))

    def in_look(self, look: Snapshot, rows: Sequence[QueueProgress]) -> Pattern:
        """The pattern, seen in some lines of one look."""
        places = list(map(look.place, rows))
        return self.on_queues((row.queue for row in rows), places)

    def in_client(self, info: RunningInfo, held: Sequence[HeldQueue]) -> Pattern:
        """The pattern, seen on some queues in the running info of the client that holds them."""
        places = list(map(info.held_place, held))
        seen = self.on_queues((queue.queue for queue in held), places)
        return replace(seen, clients=(info.client_id,))

    def in_records(self, events: Sequence[Event]) -> Pattern:
        """The pattern, seen in some records: what they name, with the first two and the last two as its places."""
        ends = events if len(events) <= _CITED else (*events[:2], *events[-2:])
        return replace(
            self, times=times_of(events), topics=topics_in(events), clients=clients_in(events), places=places_of(ends)
        )
