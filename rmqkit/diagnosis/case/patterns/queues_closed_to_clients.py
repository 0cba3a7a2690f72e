"""A broker refuses queues as none of the topic, or the topic itself, again and again.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import ROUTE
from rmqkit.diagnosis.facts.logs import Event, first_moment, last_moment, places_of, times_of, topics_in
from rmqkit.diagnosis.wording import count
from rmqkit.language import say

FIT = 6


_NO_SUCH_QUEUE = "queue_illegal"


@dataclass(frozen=True)
class _Refusal:
    """What a refusal says, in a broker's and in a client's log, and who would bring it about."""

    what: str
    suspects: tuple[Suspect, ...]


_REFUSALS: Mapping[str, _Refusal] = {
    _NO_SUCH_QUEUE: _Refusal(
        say("clients ask for queues that the topic does not let them read"),
        (Suspect("unreadable_queues", say("the topic was given fewer read queues than its clients knew")),),
    ),
    "topic_not_exist": _Refusal(
        say("clients ask for a topic that the broker does not have"),
        (Suspect("not_permitted", say("the topic was deleted, or never made on this broker")),),
    ),
}


def patterns(case: Case) -> Iterator[Pattern]:
    """By brokers' logs (`PullMessageProcessor`, all versions),
    and by the same words in a client's exception."""
    for name, refusal in _REFUSALS.items():
        told = _in_clients(case) if name == _NO_SUCH_QUEUE else []
        events = [*case.facts.events_named(name, source="broker"), *told]
        first, last = first_moment(events), last_moment(events)
        if first and last and last - first >= case.transitions.half_a_route:
            yield Pattern(
                say("{what}: {times}", what=refusal.what, times=count(times_of(events), "time")),
                times_of(events),
                refusal.suspects,
                say("a topic that was changed this moment: clients take its route anew every 30 s"),
                ROUTE,
                topics=topics_in(events),
                places=places_of((*events[:2], *events[-2:])),
            )


def _in_clients(case: Case) -> list[Event]:
    rejected = case.facts.events_named("pull_rejected", source="client")
    return [event for event in rejected if event.carried.queue_is_illegal]
