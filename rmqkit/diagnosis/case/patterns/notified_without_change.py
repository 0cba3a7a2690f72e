"""Brokers notify of changed members again and again, and the client's shares stay.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import BROKER_LOG
from rmqkit.diagnosis.facts.logs import Event, clients_in, places_of
from rmqkit.diagnosis.facts.transitions import NOTIFIED
from rmqkit.diagnosis.wording import count
from rmqkit.language import say

FIT = 40
SUSPECTS = (
    Suspect(
        "inconsistent_subscription", say("each heartbeat that changes the group's table makes brokers notify everybody")
    ),
)
# A single change may leave a client's own share as it is.
_ROUNDS = 3


def patterns(case: Case) -> Iterator[Pattern]:
    """By client logs:
    `receive broker's notification[...], the consumer group: G changed, rebalance immediately`.

    `ConsumerManager#registerConsumer` notifies when a client came, or when its heartbeat changed
    the subscriptions (all versions); when somebody comes or goes, the clients' next results have
    another number of members.
    """
    for file, later in _after_the_last_result(case).items():
        rounds = len(_rounds(later))
        if rounds >= _ROUNDS:
            yield Pattern(
                say(
                    "{file}: {notifications} of changed members, after which no share changed",
                    file=file,
                    notifications=count(rounds, "notification"),
                ),
                len(later),
                SUSPECTS,
                say("clients that come and go without changing this client's share"),
                BROKER_LOG,
                clients=clients_in(later),
                places=places_of((*later[:2], *later[-2:])),
            )


def _after_the_last_result(case: Case) -> dict[str, list[Event]]:
    """Per client log, the notifications after its last result and a rebalance more."""
    settled: dict[str, datetime] = {}
    for event in case.facts.events_named("rebalance_result", source="client"):
        if event.last_at and event.group == case.group:
            settled[event.file] = max(event.last_at, settled.get(event.file, event.last_at))
    later: dict[str, list[Event]] = {}
    for event in case.facts.events_named("consumer_ids_changed", source="client"):
        end = settled.get(event.file)
        if end and event.at and event.at > end + case.transitions.rebalance and event.group in (None, case.group):
            later.setdefault(event.file, []).append(event)
    return later


def _rounds(events: Sequence[Event]) -> list[datetime]:
    """The moments of the notifications, those of several brokers at one moment taken together."""
    moments: list[datetime] = []
    for event in sorted((event for event in events if event.at), key=lambda event: event.at or datetime.min):
        if event.at and (not moments or event.at - moments[-1] > NOTIFIED):
            moments.append(event.at)
    return moments
