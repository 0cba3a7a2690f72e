"""What different subscriptions leave behind where no source says who wants what. No verdicts here.

Each trace is one way to the same suspicion; the most telling comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.flapping import flappings
from rmqkit.diagnosis.case.forgotten import forgotten_refusals
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import (
    Event,
    EvidenceLine,
    clients_in,
    first_moment,
    last_moment,
    places_of,
    span_of,
    times_of,
    topics_in,
)
from rmqkit.diagnosis.facts.witnesses import place_with_reason
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq.internal_topics import is_user_topic

_FLAPS = ("flapping_subscription", "orphan_queues")
_DIFFERENT = "WARN: Different subscription in the same group of consumer!!!"


class Telling(StrEnum):
    """How much a trace tells."""

    LASTS = say("it lasts over heartbeats, and a single change does not")
    COMES_BACK = say("what was replaced comes back, and a release does not go back by itself")
    A_WORD = say("a command says so, by a rule of its own")
    ONCE = say("a release leaves it as well")


@dataclass(frozen=True)
class Trace:
    """One kind of trace: what is seen, how often and where, and the words for it.

    `explains` names the ids of findings that follow if it is so.
    """

    title: str
    why: str
    telling: Telling
    what: str
    times: int
    places: tuple[EvidenceLine, ...]
    explains: tuple[str, ...]
    topics: tuple[str, ...] = ()
    clients: tuple[str, ...] = ()
    ongoing: bool = True
    since: datetime | None = None
    until: datetime | None = None


def subscription_traces(case: Case) -> list[Trace]:
    """All of them, the most telling first."""
    ways = (_flapping, _refusals, _expressions_that_come_back, _mqadmins_word, _changed_expressions)
    return list(chain.from_iterable(way(case) for way in ways))


def _flapping(case: Case) -> Iterator[Trace]:
    """The broker's table changes again and again: only a heartbeat without a topic removes it."""
    flaps = flappings(case)
    if not flaps:
        return
    ongoing = any(flap.ongoing for flap in flaps)
    topics = tuple(sorted({topic for flap in flaps for topic in flap.topics}))
    yield Trace(
        _seem_to_differ(topics),
        say(
            "Only a heartbeat without a topic removes it from the group's table, and it came "
            "back each time. Who subscribes to what is not in the evidence.",
        ),
        Telling.LASTS,
        say("topics leave the group's table and come back"),
        len(flaps),
        tuple(place for flap in flaps for place in flap.places[:4]),
        _FLAPS,
        topics=topics,
        clients=tuple(sorted(case.live)),
        ongoing=ongoing,
        until=None if ongoing else max((flap.last for flap in flaps if flap.last), default=None),
    )


def _refusals(case: Case) -> Iterator[Trace]:
    """Pulls of a subscribed topic are refused for minutes:
    another member's heartbeats take it out of the table."""
    refused = forgotten_refusals(case)
    if not refused:
        return
    ongoing = any(case.recent(event) for event in refused)
    topics = topics_in(refused)
    minutes = span_of(refused).total_seconds() / 60
    yield Trace(
        _seem_to_differ(topics),
        say(
            "Pulls were refused {times} over {minutes:.0f} minutes because the broker's table "
            "of the group lacked the subscription, which every heartbeat of the client renews: "
            "a heartbeat of another member takes it away. Who that is, is not in the evidence.",
            times=count(times_of(refused), "time"),
            minutes=minutes,
        ),
        Telling.LASTS,
        say("the table lacks what a client subscribes to, over several heartbeats"),
        len(refused),
        tuple(place_with_reason(event) for event in refused[:6]),
        _FLAPS,
        topics=topics,
        clients=clients_in(refused),
        ongoing=ongoing,
        since=first_moment(refused),
        until=None if ongoing else last_moment(refused),
    )


def _mqadmins_word(case: Case) -> Iterator[Trace]:
    """consumerStatus compared what the evidence does not show.

    It compares subscriptions as text (ConsumerRunningInfo, 4.0.0 to 5.4), so tags in
    another order differ.
    """
    warnings = [answer for answer in case.facts.answers if answer.subscription_verdict == "different"]
    if warnings and not case.subscriptions_known:
        yield Trace(
            say(
                "mqadmin found different subscriptions in the group; who wants what is not in the evidence",
            ),
            say(
                "consumerStatus compares the clients' subscriptions as text, so tags in another "
                "order are enough for its warning. The running info that it wrote tells who "
                "subscribes to what.",
            ),
            Telling.A_WORD,
            say("mqadmin warns of different subscriptions"),
            len(warnings),
            tuple(EvidenceLine(answer.file, answer.line, _DIFFERENT) for answer in warnings),
            ("orphan_queues", "flapping_subscription", "tag_mismatch_silent_loss"),
            clients=tuple(sorted(case.live)),
        )


def _expressions_that_come_back(case: Case) -> Iterator[Trace]:
    """A topic's expression is replaced, and then the one before it is there again.

    Each client keeps its own wish and registers it with a newer version at each rebalance, and the newest version
    stays (`ConsumerGroupInfo#updateSubscription`, `RebalancePushImpl#messageQueueChanged`): two wishes alternate.
    """
    if case.subscriptions_known and case.membership.complete:
        return
    by_topic = grouped(((event.file, event.topic), event) for event in _changes_of_expression(case))
    came_back = [event for events in by_topic.values() for event in _returns(events)]
    if came_back:
        ongoing = case.recent(came_back[-1])
        yield Trace(
            say(
                "Clients of the group seem to want different messages of {topics}: its expression goes to and fro",
                topics=joined(", ", topics_in(came_back)),
            ),
            say(
                "The newest subscription replaces the one before in the group's table. One that comes back was "
                "registered again by a client that still asks for it: messages that only the others want are "
                "filtered away meanwhile.",
            ),
            Telling.COMES_BACK,
            say("an expression that was replaced comes back"),
            len(came_back),
            places_of(came_back[:6]),
            ("tag_mismatch_silent_loss",),
            topics=topics_in(came_back),
            ongoing=ongoing,
            since=first_moment(came_back),
            until=None if ongoing else last_moment(came_back),
        )


def _changes_of_expression(case: Case) -> list[Event]:
    changed = case.facts.events_named("subscription_changed", source="broker")
    return [
        event
        for event in changed
        if not event.carried.only_version_differs and event.topic and is_user_topic(event.topic)
    ]


def _returns(events: Sequence[Event]) -> list[Event]:
    """Those of one topic in one broker's log that bring back an earlier subscription."""
    before: set[str] = set()
    returns = []
    for event in events:
        if event.carried.replaced:
            old, new = event.carried.replaced
            returns += [event] if new in before else []
            before |= {old, new}
    return returns


def _changed_expressions(case: Case) -> Iterator[Trace]:
    """The broker's table took another expression for a topic:
    a release does that once, two kinds of clients do too.

    `subscription changed, group: G OLD: ... NEW: ...` whose OLD and NEW differ in more than their
    version (`ConsumerGroupInfo#updateSubscription`, all versions).
    """
    changed = _changes_of_expression(case)
    if changed and not case.subscriptions_known:
        topics = topics_in(changed)
        yield Trace(
            say(
                "Clients of the group may want different messages of {topics}: its expression changed",
                topics=joined(", ", topics),
            ),
            say(
                "The newest subscription replaces the one before in the group's table. After a "
                "release all clients ask for the new one; where some still ask for the old one, "
                "messages are filtered away.",
            ),
            Telling.ONCE,
            say("the table takes another expression"),
            len(changed),
            places_of(changed[:6]),
            ("tag_mismatch_silent_loss",),
            topics=topics,
        )


def _seem_to_differ(topics: Sequence[str]) -> Phrase:
    if not topics:
        return say("Clients of the group seem to subscribe to different topics")
    return say(
        "Clients of the group seem to subscribe to different topics: {topics}",
        topics=joined(", ", topics),
    )
