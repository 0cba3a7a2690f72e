"""A client's own log: it takes more queues than an even share among its members holds.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.observations import rebalance_results
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.commands import STATUS
from rmqkit.diagnosis.facts.logs import Event, clients_in, places_of, topics_in
from rmqkit.language import joined, say
from rmqkit.rocketmq.internal_topics import is_user_topic

FIT = 43
SUSPECTS = (
    Suspect("mixed_allocation_strategies", say("a strategy of the user's own may give a queue to several members")),
)
# The hash cuts shares of very different sizes; machine rooms and configurations cut them
# as they are set.
_UNEVEN = frozenset({"consistent hash", "machine room", "configuration"})


def patterns(case: Case) -> Iterator[Pattern]:
    """By the last `rebalanced result changed` of each client and topic
    (`RebalanceImpl#rebalanceByTopic`)."""
    results = [event for event in rebalance_results(case.facts).values() if _more_than_its_share(event)]
    if results:
        yield Pattern(
            say(
                "{clients} took more queues of {topics} than an even share among the members that it counts",
                clients=joined(", ", clients_in(results)),
                topics=joined(", ", topics_in(results)),
            ),
            len(results),
            SUSPECTS,
            say("a strategy of the user's own that gives this client more and the others less"),
            STATUS,
            topics=topics_in(results),
            clients=clients_in(results),
            places=places_of(results),
        )


def _more_than_its_share(event: Event) -> bool:
    told = event.carried.share
    if not (told and told.clients_in_group and told.queues_in_topic and event.topic) or not is_user_topic(event.topic):
        return False
    uneven = strategy_label(told.strategy or "") in _UNEVEN
    taken = told.size if told.size is not None else len(told.queues)
    return not uneven and taken > ceil(told.queues_in_topic / told.clients_in_group)
