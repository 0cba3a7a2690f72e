"""The bench: the snapshots of who held what, as the case saw them, and the moments of its log messages. No judgement
here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.observations import Observation
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.language import message, say
from rmqkit.language.clock import time_of_day

RUNNING_INFO, RESULTS = message("running info"), message("rebalance lines in the clients' logs")


@dataclass(frozen=True)
class Look:
    """What was seen at one moment: one consumerProgress, or what all clients said of themselves.

    `before`: it is older than the group as it is at the end, which it therefore cannot tell of.
    """

    name: str
    at: datetime | None
    observations: tuple[Observation, ...]
    before: bool = False

    @property
    def label(self) -> str:
        """Its time, where it tells one, and its source."""
        return say("{at}  {name}", at=time_of_day(self.at), name=self.name) if self.at else self.name


def looks_of(case: Case) -> tuple[Look, ...]:
    """All looks at owners: those that tell their moment in its order, then the others."""
    looks: list[Look] = []
    of_clients: dict[str, list[Observation]] = defaultdict(list)
    for observation in case.observations:
        if observation.by_ip:
            looks.append(_look(case, observation.source, [observation]))
        else:
            name = RESULTS if observation.source in case.logs else RUNNING_INFO
            of_clients[name].append(observation)
    looks += [_look(case, name, observations) for name, observations in of_clients.items()]
    return tuple(sorted(looks, key=lambda look: (look.at is None, look.at, look.name)))


def _look(case: Case, name: str, observations: Sequence[Observation]) -> Look:
    at = max((observation.at for observation in observations if observation.at), default=None)
    return Look(name, at, tuple(observations), before=not case.since_members_stay(at))


class Moment(NamedTuple):
    """A log message of the group, or a snapshot."""

    at: datetime
    what: str


def moments_of(facts: GroupFacts, looks: Sequence[Look]) -> tuple[Moment, ...]:
    """Every snapshot that has a time, and what the logs report of members, subscriptions, rebalances and refusals, in
    order. The first of many messages alike stands for all."""
    moments = [Moment(look.at, look.name) for look in looks if look.at]
    moments += [Moment(event.at, event.event) for event in facts.records("mark.moments") if event.at]
    return tuple(sorted(moments))
